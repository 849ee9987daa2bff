/* Simplifies until nothing changes: drops dead operations, keeps one of equal constants at the top
 * of its function, and asks for more of all operations that a pass is concerned with. */
#include "transforms/transforms.h"

#include <string.h>

#include "sharding/sharding.h"
#include "support/limits.h"

struct simplification {
    const struct simplifier *simplifier;
    struct op_list list; /* what the round may change; what dies meanwhile is left to the next */
};

static bool collect(struct op *op, void *data) {
    struct simplification *round = data;
    if (round->simplifier->concerns(op) || op_is_dead(op)) {
        *vector_push(&round->list) = op;
    }
    return true;
}

static bool is_attached(const struct op *op, const struct module *module) {
    while (op && op->block) {
        op = op_parent(op);
    }
    return op == module->op;
}

/* Not sdy.constant, which has one user on purpose. */
static bool is_constant(const struct op *op) {
    return op_has(op, OP_UNIFY) && !op_is(op, OP_SDY_CONSTANT) && op->operand_count == 0 &&
           op->region_count == 0 && op->block;
}

/* --- constants: one of each in the entry block of the nearest isolated operation -------------- */

static struct block *constant_block(struct op *op) {
    struct region *region = op->block->region;
    while (!op_has(region->op, OP_ISOLATED) && region->op->block) {
        region = region->op->block->region;
    }
    return region->first;
}

/* How a constant is cut into parts; NULL: it is whole, whether that is said or not. */
static const struct attr *parts_of(const struct op *op) {
    const struct sharding_list *list = attr_as_shardings(op_attr(op, "sdy.sharding"));
    bool is_whole =
        list && list->count == 1 && sharding_has_no_axes(attr_as_sharding(list->items[0]));
    return is_whole ? NULL : op_attr(op, "sdy.sharding");
}

/* Equal but for attributes that are not part of the value. Of what is sharded in two ways each
 * device has two parts. */
static bool same_constant(const struct op *a, const struct op *b) {
    if (a->name != b->name || a->results[0].type != b->results[0].type ||
        a->properties.count != b->properties.count || parts_of(a) != parts_of(b)) {
        return false;
    }
    for (uint32_t i = 0; i < a->properties.count; i++) {
        if (a->properties.items[i].value != b->properties.items[i].value) {
            return false;
        }
    }
    return true;
}

struct constants {
    struct pointer_map owned;   /* constant operation -> the block it was moved to */
    struct pointer_map by_hash; /* hash -> the first such constant */
};

static void *constant_key(struct op *op, struct block *block) {
    const void *parts[4] = {block, op->name, op->results[0].type, parts_of(op)};
    uint64_t hash = hash_bytes(parts, sizeof parts, 0);
    for (uint32_t i = 0; i < op->properties.count; i++) {
        hash = hash_bytes(&op->properties.items[i].value, sizeof(void *), hash);
    }
    return (void *)(uintptr_t)(hash | 1);
}

/* Collectives ask their operands: for them, the one that stays says what either says. */
static void merge_constants(struct module *module, struct op *first, struct op *op) {
    const struct attr *sharding = op_attr(op, "sdy.sharding");
    if (sharding && !op_attr(first, "sdy.sharding") && value_meets_collective(&op->results[0])) {
        op_set_attr(module, first, "sdy.sharding", sharding);
    }
    value_replace_uses(&op->results[0], &first->results[0]);
    op_erase(op);
}

static void take_constant(struct module *module, struct constants *constants, struct op *op) {
    struct block *block = constant_block(op);
    void *key = constant_key(op, block);
    struct op *first = pointer_map_get(&constants->by_hash, key);
    if (first && same_constant(first, op)) {
        merge_constants(module, first, op);
        return;
    }
    bool in_place = op->block == block &&
                    (op == block->first || pointer_map_get(&constants->owned, op->previous));
    if (!in_place) {
        op_unlink(op);
        op_insert_before(block->first, op);
    }
    pointer_map_put(&constants->owned, op, block);
    pointer_map_put(&constants->by_hash, key, op);
}

/* From the second round on, those that nobody uses any more do not stand in the way of others. */
static void unify_constants(struct module *module, bool is_first) {
    struct op_list list = module_ops_with(module, OP_UNIFY);
    struct constants constants = {0};
    for (size_t i = 0; i < list.count; i++) {
        struct op *op = list.items[i];
        if (is_constant(op) && !is_first && op_is_dead(op)) {
            op_erase(op);
        } else if (is_constant(op)) {
            take_constant(module, &constants, op);
        }
    }
    pointer_map_free(&constants.owned);
    pointer_map_free(&constants.by_hash);
    vector_free(&list);
}

/* --- from the beginning on -------------------------------------------------------------------- */

static bool run_round(struct module *module, const struct simplifier *simplifier) {
    struct simplification round = {.simplifier = simplifier};
    bool changed = false;
    op_walk(module->op, collect, &round);
    for (size_t i = 0; i < round.list.count; i++) {
        struct op *op = round.list.items[i];
        if (op == module->op || !is_attached(op, module)) {
            continue;
        }
        if (op_is_dead(op)) {
            op_erase(op);
            changed = true;
        } else {
            changed = simplifier->simplify(op, module, simplifier->data) || changed;
        }
    }
    vector_free(&round.list);
    return changed;
}

/* --- from the end on -------------------------------------------------------------------------- */

/* Operations to be looked at, the last one first. */
struct worklist {
    VECTOR(struct op *) ops;
    size_t changes_left; /* patterns that undo each other come to an end */
};

static bool put_operation(struct op *op, void *data) {
    struct simplification *round = data;
    if (round->simplifier->concerns(op) || op_is_dead(op)) {
        *vector_push(&round->list) = op;
    }
    return true;
}

static void put(struct worklist *work, struct op *op) {
    if (op) {
        *vector_push(&work->ops) = op;
    }
}

/* Those that make what it reads, and those that read what it makes. */
static void put_neighbours(struct worklist *work, const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        put(work, op_operand(op, i)->op);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        FOR_EACH_USE (use, &op->results[i]) {
            put(work, use->user);
        }
    }
}

/* Changed or replaced: those around it are looked at once more, and what stands for it now. */
static bool simplify_one(struct worklist *work, struct op *op, struct module *module,
                         const struct simplifier *simplifier) {
    size_t known = work->ops.count;
    const struct op *before = op->previous, *after = op->next;
    struct block *block = op->block;
    put_neighbours(work, op);
    if (!simplifier->simplify(op, module, simplifier->data)) {
        work->ops.count = known;
        return false;
    }
    struct op *made = before && before->block == block ? before->next : block->first;
    for (; made && made != after && made != op; made = made->next) {
        put(work, made);
    }
    put(work, op);
    return true;
}

static bool run_from_end(struct module *module, const struct simplifier *simplifier) {
    struct simplification round = {.simplifier = simplifier};
    struct worklist work = {0};
    bool changed = false;
    op_walk_post(module->op, put_operation, &round);
    for (size_t i = 0; i < round.list.count; i++) {
        put(&work, round.list.items[i]);
    }
    work.changes_left = 100 * (work.ops.count + 100);
    while (work.ops.count && work.changes_left) {
        struct op *op = work.ops.items[--work.ops.count];
        if (op == module->op || !is_attached(op, module)) {
            continue;
        }
        bool is_changed = true;
        if (op_is_dead(op)) {
            put_neighbours(&work, op);
            op_erase(op);
        } else {
            is_changed = simplifier->concerns(op) && simplify_one(&work, op, module, simplifier);
        }
        work.changes_left -= is_changed;
        changed = changed || is_changed;
    }
    vector_free(&work.ops);
    vector_free(&round.list);
    return changed;
}

/* --- rounds ----------------------------------------------------------------------------------- */

bool simplify_module(struct module *module, const struct simplifier *simplifier) {
    for (int round = 0; round < LIMIT_ROUNDS; round++) {
        unify_constants(module, round == 0);
        if (!(simplifier->from_end ? run_from_end : run_round)(module, simplifier)) {
            return true;
        }
    }
    return false;
}

static bool concerns_none(const struct op *op) {
    (void)op;
    return false;
}

void tidy_module(struct module *module) {
    const struct simplifier simplifier = {.concerns = concerns_none};
    simplify_module(module, &simplifier);
}
