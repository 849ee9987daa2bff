/* Hooks that many definitions share. */
#include "ops/hooks.h"

bool verify_nothing(const struct op *op, struct context *context) {
    (void)op;
    (void)context;
    return true;
}

bool infer_nothing(const struct op *op, struct context *context, const struct type **types) {
    (void)op;
    (void)context;
    (void)types;
    return false;
}

bool infer_first_operand(const struct op *op, struct context *context, const struct type **types) {
    (void)context;
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op_operand(op, 0)->type;
    }
    return true;
}

bool infer_joined_operands(const struct op *op, struct context *context,
                           const struct type **types) {
    types[0] = operand_type(op, 0);
    for (uint32_t i = 1; types[0] && i < op->operand_count; i++) {
        types[0] = check_join(op, context, types[0], operand_type(op, i));
    }
    return types[0] != NULL;
}

bool infer_operands(const struct op *op, struct context *context, const struct type **types) {
    (void)context;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        types[i] = op_operand(op, i)->type;
    }
    return true;
}

bool infer_predicate(const struct op *op, struct context *context, const struct type **types) {
    const struct type *boolean = type_integer(context, 1, SIGNLESS);
    types[0] = type_with_element(context, op_operand(op, 0)->type, boolean);
    return true;
}

bool canonicalize_nothing(struct op *op, struct module *module) {
    (void)op;
    (void)module;
    return false;
}
