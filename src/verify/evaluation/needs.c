/* A walk back through a block, which leaves with each value the devices that need it. */
#include "verify/evaluation/needs.h"

struct needs {
    struct arena *arena;
    int64_t devices;
    bool is_related;           /* loops and collectives are known to end */
    struct pointer_map values; /* value -> bool[device] */
};

static void need(struct needs *needs, const struct value *value, const bool *devices) {
    bool *own = pointer_map_get(&needs->values, value);
    if (!own) {
        own = ARENA_ARRAY(needs->arena, bool, (size_t)needs->devices + 1);
        pointer_map_put(&needs->values, value, own);
    }
    for (int64_t d = 0; d < needs->devices; d++) {
        own[d] |= devices[d];
    }
}

/* [device]; NULL: nowhere. */
static const bool *needs_of_value(const struct needs *needs, const struct value *value) {
    return pointer_map_get(&needs->values, value);
}

/* Whether devices do it alone, and come to its end. */
struct asking_alone {
    bool is_related, is_alone;
};

/* On what nobody sees. */
static bool has_effects(const struct op *op) {
    return op_int(op, "has_side_effect", 0) != 0;
}

static bool ask_alone(struct op *op, void *data) {
    struct asking_alone *asking = data;
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    bool is_end = op_has(op, OP_TERMINATOR);
    bool goes_ways = op_is(op, OP_CASE) || op_is(op, OP_IF) || op_is(op, OP_PARTITION_ID) ||
                     (op_is(op, OP_WHILE) && asking->is_related);
    asking->is_alone =
        asking->is_alone && (is_end || goes_ways || (rule && !rule->lanes)) && !has_effects(op);
    return asking->is_alone;
}

bool needs_is_alone(const struct needs *needs, const struct op *op) {
    struct asking_alone asking = {needs->is_related, op->result_count > 0};
    op_walk((struct op *)op, ask_alone, &asking);
    return asking.is_alone;
}

bool needs_of_op(const struct needs *needs, const struct op *op, bool *devices) {
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    bool any = false, alone = needs_is_alone(needs, op);
    memset(devices, 0, (size_t)needs->devices * sizeof *devices);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const bool *own = needs_of_value(needs, op_result(op, i));
        for (int64_t d = 0; own && d < needs->devices; d++) {
            devices[d] |= own[d];
            any = any || own[d];
        }
    }
    bool must_be = !needs->is_related || op->result_count == 0 || has_effects(op);
    if (!alone && (any ? !rule || !rule->sources : must_be)) {
        memset(devices, 1, (size_t)needs->devices * sizeof *devices);
        any = true;
    }
    return any;
}

/* Operations inside of another one need values from outside. */
struct inner_uses {
    struct needs *needs;
    const bool *devices;
};

static bool need_operands(struct op *op, void *data) {
    const struct inner_uses *uses = data;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        need(uses->needs, op_operand(op, i), uses->devices);
    }
    return true;
}

static void walk_back(struct evaluator *e, struct needs *needs, const struct op *op, bool *results,
                      bool *operands) {
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    if (!needs_of_op(needs, op, results)) {
        return;
    }
    memcpy(operands, results, (size_t)needs->devices * sizeof *operands);
    if (rule && rule->sources) {
        rule->sources(e, op, results, operands);
    }
    struct inner_uses uses = {needs, operands};
    op_walk((struct op *)op, need_operands, &uses);
}

struct needs *needs_find(struct evaluator *e, const struct block *block,
                         const bool *const *wanted) {
    struct arena *arena = arena_new();
    struct needs *needs = ARENA_NEW(arena, struct needs);
    *needs = (struct needs){.arena = arena, .devices = e->devices, .is_related = e->is_related};
    bool *results = ARENA_ARRAY(arena, bool, (size_t)e->devices + 1);
    bool *operands = ARENA_ARRAY(arena, bool, (size_t)e->devices + 1);
    const struct op *last = block_terminator(block);
    for (uint32_t i = 0; last && i < last->operand_count; i++) {
        need(needs, op_operand(last, i), wanted[i]);
    }
    for (const struct op *op = block->last; op; op = op->previous) {
        if (op != last) {
            walk_back(e, needs, op, results, operands);
        }
    }
    return needs;
}

void needs_free(struct needs *needs) {
    if (needs) {
        pointer_map_free(&needs->values);
        arena_free(needs->arena);
    }
}

void needs_of_called(struct evaluator *e, const struct op *func, const bool *results,
                     bool *operands) {
    const struct block *block = func->regions[0].first;
    const struct op *last = block ? block_terminator(block) : NULL;
    if (!last || block->next) {
        memset(operands, 1, (size_t)e->devices * sizeof *operands);
        return;
    }
    const bool **wanted = memory_array(last->operand_count + 1, sizeof *wanted);
    for (uint32_t i = 0; i < last->operand_count; i++) {
        wanted[i] = results;
    }
    struct needs *needs = needs_find(e, block, wanted);
    memset(operands, 0, (size_t)e->devices * sizeof *operands);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        const bool *own = needs_of_value(needs, block->arguments[i]);
        for (int64_t d = 0; own && d < e->devices; d++) {
            operands[d] |= own[d];
        }
    }
    needs_free(needs);
    memory_free(wanted);
}
