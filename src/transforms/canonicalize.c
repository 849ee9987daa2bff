/* Simplifies until nothing changes: drops dead operations, keeps one of equal constants at the top
 * of its function, and asks each operation's own canonicalize hook. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/sdy/canonicalize.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

enum { MAX_ROUNDS = 10 };

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

/* Equal but for attributes that are not part of the value. Of what is sharded in two ways each
 * device has two parts. */
static bool same_constant(const struct op *a, const struct op *b) {
    if (a->name != b->name || a->results[0].type != b->results[0].type ||
        a->properties.count != b->properties.count ||
        op_attr(a, "sdy.sharding") != op_attr(b, "sdy.sharding")) {
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
    const void *parts[4] = {block, op->name, op->results[0].type, op_attr(op, "sdy.sharding")};
    uint64_t hash = hash_bytes(parts, sizeof parts, 0);
    for (uint32_t i = 0; i < op->properties.count; i++) {
        hash = hash_bytes(&op->properties.items[i].value, sizeof(void *), hash);
    }
    return (void *)(uintptr_t)(hash | 1);
}

static void take_constant(struct constants *constants, struct op *op) {
    struct block *block = constant_block(op);
    void *key = constant_key(op, block);
    struct op *first = pointer_map_get(&constants->by_hash, key);
    if (first && same_constant(first, op)) {
        value_replace_uses(&op->results[0], &first->results[0]);
        op_erase(op);
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

static void unify_constants(struct module *module) {
    struct op_list list = module_ops_with(module, OP_UNIFY);
    struct constants constants = {0};
    for (size_t i = 0; i < list.count; i++) {
        struct op *op = list.items[i];
        if (is_constant(op)) {
            take_constant(&constants, op);
        }
    }
    pointer_map_free(&constants.owned);
    pointer_map_free(&constants.by_hash);
    vector_free(&list);
}

/* --- one operation ---------------------------------------------------------------------------- */

/* Groups of patterns: "sdy-collective" for the collectives of a dialect, and for a single operation
 * its own name with a dash, "sdy-reshard". */
static bool is_enabled(const struct op *op, const struct pass_options *options) {
    char group[128];
    const char *dot = strchr(op->name, '.');
    int length = dot ? (int)(dot - op->name) : 0;
    const char *rest = op_has(op, OP_COLLECTIVE) ? "collective" : dot ? dot + 1 : op->name;
    snprintf(group, sizeof group, "%.*s-%s", length, op->name, rest);
    return pass_list_has(options, "enable-patterns", group);
}

static bool can_canonicalize(const struct op *op) {
    return op->def->canonicalize != canonicalize_nothing;
}

/* What no group names is only done where all patterns are. */
static bool canonicalize_further(struct op *op, struct module *module,
                                 const struct pass_options *options) {
    bool all = *pass_string(options, "enable-patterns") == '\0';
    return all && op_is(op, OP_SDY_RESHARD) && reuse_earlier_reshard(op, module);
}

static bool canonicalize(struct op *op, struct module *module, void *options) {
    if (!is_enabled(op, options)) {
        return false;
    }
    if (op_has(op, OP_COLLECTIVE)) {
        reason_follow(module, op);
    }
    return canonicalize_further(op, module, options) || op->def->canonicalize(op, module);
}

/* --- all operations --------------------------------------------------------------------------- */

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

bool simplify_module(struct module *module, const struct simplifier *simplifier) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
        unify_constants(module);
        if (!run_round(module, simplifier)) {
            return true;
        }
    }
    return false;
}

bool pass_canonicalize(struct module *module, const struct pass_options *options) {
    const struct simplifier simplifier = {can_canonicalize, canonicalize, (void *)options};
    return simplify_module(module, &simplifier) || !pass_bool(options, "test-convergence") ||
           diag_error(module->context->diagnostics, module->op->location,
                      "no fixed point after %d rounds of simplification", MAX_ROUNDS);
}
