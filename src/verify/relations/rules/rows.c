/* The rule of each operation: the hook of its definition, else what its flow and traits say. */
#include "verify/relations/rules/rules.h"

void relate_nothing(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    (void)r;
    (void)op;
    (void)operands;
    (void)results;
}

/* Operations of the global program alone: what they say is of its sharding. */
void relate_global(struct relating *r, const struct op *op, const struct view *const *operands,
                   const struct view **results) {
    if (r->is_global) {
        relate_same(r, op, operands, results);
    } else if (!r->broken) {
        r->broken = op;
    }
}

/* --- by the hook ------------------------------------------------------------------------------ */

/* Rules that look at operands without elements, too. */
static bool takes_empty(relation_rule *rule) {
    static relation_rule *const rules[] = {
        relate_concatenate, relate_convolution, relate_dot,    relate_dynamic_update_slice,
        relate_gather,      relate_pad,         relate_reduce, relate_scatter};
    size_t i = 0;
    while (i < sizeof rules / sizeof *rules && rules[i] != rule) {
        i++;
    }
    return i < sizeof rules / sizeof *rules;
}

/* --- by flow and traits ----------------------------------------------------------------------- */

/* Of operations that have regions, or call others. */
static struct relation_row outer(relation_rule *rule) {
    return (struct relation_row){rule, true, true};
}

static struct relation_row row_of_flow(const struct op *op) {
    switch (op->def->flow) {
    case OP_FLOW_NONE:
        break;
    case OP_FLOW_OPERANDS:
        return (struct relation_row){.rule = relate_same};
    case OP_FLOW_LOOP:
        return outer(relate_while);
    case OP_FLOW_BRANCHES:
        return outer(relate_branches);
    case OP_FLOW_BODY:
        return outer(op->def->per_device ? relate_manual : relate_named);
    }
    return (struct relation_row){0};
}

/* Whether the operation only says how its result lies on the devices. */
static bool is_of_sharding(const struct op *op) {
    return op_is_sdy_collective(op) || op->def->sharding_place == OP_SHARDING_PROPERTY;
}

static relation_rule *rule_of_elements(const struct op *op) {
    return !op_has(op, OP_ELEMENTWISE) ? NULL
           : op_is(op, OP_CONVERT)     ? relate_convert
           : op_is(op, OP_DIVIDE)      ? relate_divide
                                       : relate_elementwise;
}

struct relation_row relation_row_of(const struct op *op) {
    if (op->def->relate) {
        return (struct relation_row){op->def->relate, false, takes_empty(op->def->relate)};
    }
    if (op->def->flow != OP_FLOW_NONE) {
        return row_of_flow(op);
    }
    if (is_of_sharding(op)) {
        return (struct relation_row){.rule = relate_global};
    }
    return op_has(op, OP_CALL) ? outer(relate_call)
                               : (struct relation_row){.rule = rule_of_elements(op)};
}

int64_t op_number(const struct op *op) {
    int64_t id = 0;
    while (id < OP_COUNT_ && !op_is(op, (enum op_id)id)) {
        id++;
    }
    return id;
}
