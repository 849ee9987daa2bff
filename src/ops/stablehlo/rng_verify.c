/* Verifiers and type inference of random numbers. */
#include "ops/attrs/attrs.h"
#include "ops/checks.h"
#include "ops/verifiers.h"

bool verify_rng(const struct op *op, struct context *context) {
    const struct type *a = op_operand(op, 0)->type, *b = op_operand(op, 1)->type;
    if (a->element != b->element || a->element != op_result(op, 0)->type->element) {
        return op_fault(op, context,
                        "failed to verify that all of {a, b, result} have same element "
                        "type");
    }
    bool normal = attr_case(op_attr(op, "rng_distribution"), RNG_UNIFORM) == RNG_NORMAL;
    if (normal && a->element->kind != TYPE_FLOAT) {
        return fault(op, context, "mu and sigma must be floats, but are '%s'",
                     say_type(context, a));
    }
    return true;
}

bool infer_rng(const struct op *op, struct context *context, const struct type **types) {
    const struct type *shape = op_operand(op, 2)->type;
    struct int_list dims = {0};
    int64_t unknown[MAX_RANK];
    uint32_t rank = shape->dims[0] < MAX_RANK ? (uint32_t)shape->dims[0] : MAX_RANK;
    if (!constant_integers(op_operand(op, 2), &dims)) {
        for (uint32_t i = 0; i < rank; i++) {
            unknown[i] = DIM_DYNAMIC;
        }
        dims = (struct int_list){unknown, rank};
    }
    types[0] = type_tensor(context, op_operand(op, 0)->type->element, dims.count, dims.items, NULL);
    return true;
}

bool verify_rng_bit_generator(const struct op *op, struct context *context) {
    const struct type *initial = op_operand(op, 0)->type, *state = op_result(op, 0)->type;
    if (!shapes_compatible(initial, state)) {
        return fault(
            op, context,
            "output state shape must be compatible with initial state shape. Got: '%s' and "
            "'%s'",
            say_type(context, initial), say_type(context, state));
    }
    return true;
}
