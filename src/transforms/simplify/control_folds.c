/* Branches and loops of which is known where they go, and reductions that reduce nothing. */
#include "transforms/simplify/simplify.h"

/* --- branches --------------------------------------------------------------------------------- */

static bool is_used(const struct op *op) {
    bool used = false;
    for (uint32_t i = 0; i < op->result_count; i++) {
        used = used || op->results[i].first_use;
    }
    return used;
}

/* Whether there is a value of a type that means nothing. */
static bool has_placeholder(const struct type *type) {
    const struct type *element = type_element(type);
    return type->kind == TYPE_TOKEN ||
           (type_is_static(type) &&
            (element->kind == TYPE_INTEGER || element->kind == TYPE_FLOAT ||
             (element->kind == TYPE_COMPLEX && element->element->kind == TYPE_FLOAT)));
}

/* The branch hands on values that mean nothing: what it did is done elsewhere. */
static void empty_branch(struct rewriting *rewriting, struct op *op, struct region *region) {
    struct block *block = block_new(rewriting->module, region);
    struct builder at = builder_at_end(rewriting->module, block);
    struct value **values = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
    at.location = op->location;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op->results[i].type;
        values[i] = type->kind == TYPE_TOKEN ? build_value(&at, OP_AFTER_ALL, 0, NULL, type)
                                             : build_zeros(&at, type);
    }
    build_end(&at, OP_RETURN, op->result_count, values);
}

static void inline_branch(struct rewriting *rewriting, struct op *op, struct region *region) {
    struct block *body = region->first;
    struct op *end = block_terminator(body);
    while (body->first != end) {
        struct op *inner = body->first;
        op_unlink(inner);
        op_insert_before(op, inner);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        value_replace_uses(op_result(op, i), op_operand(end, i));
    }
    op_erase(end);
    region->first = region->last = NULL;
    empty_branch(rewriting, op, region);
}

/* What is dead but has effects stays, with the branch that ran emptied. */
static bool fold_case(struct rewriting *rewriting, struct op *op) {
    const struct attr *index = splat_of(op_operand(op, 0));
    if (!index || !is_used(op)) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!has_placeholder(op->results[i].type)) {
            return false;
        }
    }
    int64_t branch = attr_dense_integer(index, 0);
    branch = branch < 0 || branch >= op->region_count ? op->region_count - 1 : branch;
    inline_branch(rewriting, op, &op->regions[branch]);
    return true;
}

/* --- loops ------------------------------------------------------------------------------------ */

static bool never_runs(const struct op *loop) {
    const struct op *end = block_terminator(loop->regions[0].first);
    const struct attr *condition =
        end && end->operand_count == 1 ? splat_of(op_operand(end, 0)) : NULL;
    return condition && *(const uint8_t *)condition->data == 0;
}

static bool declares_no_effect(struct op *op, void *data) {
    (void)data;
    return !declares_effect(op);
}

static bool fold_while(struct rewriting *rewriting, struct op *op) {
    if (!never_runs(op)) {
        return false;
    }
    if (is_used(op)) {
        for (uint32_t i = 0; i < op->result_count; i++) {
            value_replace_uses(op_result(op, i), op_operand(op, i));
        }
        return true;
    }
    if (!rewriting->assume_pure || !op_walk(op, declares_no_effect, NULL)) {
        return false;
    }
    op_erase(op);
    return true;
}

/* --- reductions ------------------------------------------------------------------------------- */

/* Over no dimensions. */
static bool fold_idle_reduce(struct rewriting *rewriting, struct op *op) {
    (void)rewriting;
    if (op_ints(op, "dimensions").count) {
        return false;
    }
    struct value **inputs = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        inputs[i] = op_operand(op, i);
        if (inputs[i]->type != op->results[i].type) {
            return false;
        }
    }
    return replace_by_all(op, inputs);
}

/* To constants, whatever comes. */
static bool fold_constant_reduce(struct rewriting *rewriting, struct op *op) {
    struct block *body = op->regions[0].first;
    struct op *end = body->first;
    if (!end || end->next || !op_is(end, OP_RETURN)) {
        return false;
    }
    struct value **values = ARENA_ARRAY(rewriting->scratch, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct attr *splat = splat_of(op_operand(end, i));
        const struct type *type = op->results[i].type;
        if (!splat || !type_is_static(type) || type->element != splat->type->element) {
            return false;
        }
    }
    struct builder at = builder_before(rewriting->module, op);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct attr *splat = splat_of(op_operand(end, i));
        const struct type *type = op->results[i].type;
        bool any = type_count(type) > 0;
        values[i] = build_constant(
            &at, attr_dense(rewriting->context, type, splat->data, any ? splat->length : 0, any));
    }
    return replace_by_all(op, values);
}

/* A conjunction or disjunction of what is the same everywhere: the body gets to know it. */
static bool lower_into_reduce(struct rewriting *rewriting, struct op *op) {
    struct block *body = op->regions[0].first;
    static const enum op_id logical[] = {OP_AND, OP_OR};
    bool any = false;
    if (!body->first || !OP_IS_IN(body->first, logical) || body->first->next != body->last) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        any = any || body->arguments[i]->first_use;
        const struct attr *splat = splat_of(op_operand(op, i));
        const struct type *type = body->arguments[i]->type;
        if (!splat || !type_is_static(type) || type->element != splat->type->element) {
            return false;
        }
    }
    struct builder at = builder_before(rewriting->module, body->first);
    for (uint32_t i = 0; any && i < op->operand_count; i++) {
        const struct attr *splat = splat_of(op_operand(op, i));
        const struct attr *dense = attr_dense(rewriting->context, body->arguments[i]->type,
                                              splat->data, splat->length, true);
        value_replace_uses(body->arguments[i], build_constant(&at, dense));
    }
    return any;
}

const struct patterns control_folds =
    PATTERNS({OP_CASE, fold_case}, {OP_WHILE, fold_while}, {OP_REDUCE, fold_idle_reduce},
             {OP_REDUCE, fold_constant_reduce}, {OP_REDUCE, reduce_to_outside},
             {OP_REDUCE, lower_into_reduce});
