/* Operands of two shapes that broadcast to one. */
#include "ops/chlo/broadcasting.h"

#include "ops/attrs/attrs.h"

/* The larger of two extents that broadcast: 1 gives way, an unknown one to anything but 1. */
static int64_t broadcast_dim(int64_t a, int64_t b) {
    if (a == 1) {
        return b;
    }
    if (b == 1) {
        return a;
    }
    return a == DIM_DYNAMIC ? b : a;
}

/* The shape that both broadcast to, unranked where there is none, and the bounds of what stays
 * dynamic in it. */
static const struct type *broadcast_types(struct context *context, const struct type *element,
                                          const struct type *lhs, const struct type *rhs,
                                          const struct int_list *mapping) {
    const struct type *small = lhs->rank < rhs->rank ? lhs : rhs;
    const struct type *large = lhs->rank < rhs->rank ? rhs : lhs;
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    bool bounded = false;
    for (uint32_t i = 0; i < large->rank; i++) {
        dims[i] = large->dims[i];
        bounds[i] = bound_of(large, i);
    }
    for (uint32_t i = 0; i < small->rank; i++) {
        int64_t at = mapping && i < mapping->count ? mapping->items[i]
                                                   : (int64_t)(large->rank - small->rank + i);
        if (at < 0 || at >= (int64_t)large->rank) {
            return NULL;
        }
        int64_t bound = bound_of(small, i);
        if (dims[at] != 1 && small->dims[i] != 1 && !dims_compatible(dims[at], small->dims[i])) {
            return type_unranked(context, element);
        }
        dims[at] = broadcast_dim(dims[at], small->dims[i]);
        bounds[at] = bounds[at] == DIM_DYNAMIC ? bound : bounds[at];
    }
    for (uint32_t i = 0; i < large->rank; i++) {
        bounds[i] = dims[i] == DIM_DYNAMIC ? bounds[i] : DIM_DYNAMIC;
        bounded |= bounds[i] != DIM_DYNAMIC;
    }
    const struct attr *encoding =
        bounded ? attr_dialect(context, &attr_bounds, large->rank, bounds) : NULL;
    return type_tensor(context, element, large->rank, dims, encoding);
}

static bool broadcast_infer_as(const struct op *op, struct context *context,
                               const struct type *element, const struct type **types) {
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    if (lhs->kind == TYPE_UNRANKED || rhs->kind == TYPE_UNRANKED) {
        types[0] = type_unranked(context, element);
        return true;
    }
    struct int_list mapping = op_ints(op, "broadcast_dimensions");
    bool mapped = op_attr(op, "broadcast_dimensions") != NULL;
    types[0] = broadcast_types(context, element, lhs, rhs, mapped ? &mapping : NULL);
    return types[0] != NULL;
}

bool broadcast_infer(const struct op *op, struct context *context, const struct type **types) {
    return broadcast_infer_as(op, context, type_element(op_operand(op, 0)->type), types);
}

bool broadcast_infer_complex(const struct op *op, struct context *context,
                             const struct type **types) {
    const struct type *element = type_element(op_operand(op, 0)->type);
    return broadcast_infer_as(op, context, type_complex(context, element), types);
}

bool broadcast_infer_predicate(const struct op *op, struct context *context,
                               const struct type **types) {
    return broadcast_infer_as(op, context, type_integer(context, 1, SIGNLESS), types);
}

bool broadcast_verify(const struct op *op, struct context *context) {
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    if (!elements_compatible(lhs, rhs)) {
        return fault(op, context, "mismatched operand types: '%s' and '%s'", say_type(context, lhs),
                     say_type(context, rhs));
    }
    return true;
}

enum op_id op_without_broadcast(const struct op *op) {
    static const struct {
        enum op_id broadcasting, plain;
    } rows[] = {
        {OP_CHLO_BROADCAST_ADD, OP_ADD},
        {OP_CHLO_BROADCAST_AND, OP_AND},
        {OP_CHLO_BROADCAST_ATAN2, OP_ATAN2},
        {OP_CHLO_BROADCAST_COMPARE, OP_COMPARE},
        {OP_CHLO_BROADCAST_COMPLEX, OP_COMPLEX},
        {OP_CHLO_BROADCAST_DIVIDE, OP_DIVIDE},
        {OP_CHLO_BROADCAST_MAXIMUM, OP_MAXIMUM},
        {OP_CHLO_BROADCAST_MINIMUM, OP_MINIMUM},
        {OP_CHLO_BROADCAST_MULTIPLY, OP_MULTIPLY},
        {OP_CHLO_BROADCAST_NEXT_AFTER, OP_CHLO_NEXT_AFTER},
        {OP_CHLO_BROADCAST_OR, OP_OR},
        {OP_CHLO_BROADCAST_POLYGAMMA, OP_CHLO_POLYGAMMA},
        {OP_CHLO_BROADCAST_POWER, OP_POWER},
        {OP_CHLO_BROADCAST_REMAINDER, OP_REMAINDER},
        {OP_CHLO_BROADCAST_SHIFT_LEFT, OP_SHIFT_LEFT},
        {OP_CHLO_BROADCAST_SHIFT_RIGHT_ARITHMETIC, OP_SHIFT_RIGHT_ARITHMETIC},
        {OP_CHLO_BROADCAST_SHIFT_RIGHT_LOGICAL, OP_SHIFT_RIGHT_LOGICAL},
        {OP_CHLO_BROADCAST_SUBTRACT, OP_SUBTRACT},
        {OP_CHLO_BROADCAST_XOR, OP_XOR},
        {OP_CHLO_BROADCAST_ZETA, OP_CHLO_ZETA},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (op_is(op, rows[i].broadcasting)) {
            return rows[i].plain;
        }
    }
    sdyc_bug("%s does not broadcast its operands", op->name);
}
