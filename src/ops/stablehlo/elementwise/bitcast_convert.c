/* stablehlo.bitcast_convert */
#include "ops/hooks.h"

/* The smaller elements' shape has one dimension more, which makes up the larger element. */
static bool check_split(const struct op *op, struct context *context, const struct type *small,
                        const struct type *large) {
    const struct type *from = operand_type(op, 0), *to = op_result(op, 0)->type;
    uint32_t small_bits = type_bits(small->element), large_bits = type_bits(large->element);
    if (small->rank != large->rank + 1) {
        return fault(op, context,
                     "rank of smaller element type (%u) should be 1 more than rank of larger "
                     "element type (%u), but %u != %u + 1.",
                     small->rank, large->rank, small->rank, large->rank);
    }
    int64_t last = small->dims[small->rank - 1];
    if (last != DIM_DYNAMIC && extent_product(last, small_bits) != large_bits) {
        return fault(op, context,
                     "requires compatible bit widths. Got: '%s' and '%s', but %u * %lld != %u.",
                     say_type(context, from), say_type(context, to), small_bits, (long long)last,
                     large_bits);
    }
    for (uint32_t i = 0; i < large->rank; i++) {
        if (!dims_compatible(small->dims[i], large->dims[i])) {
            return fault(op, context,
                         "operand and result shapes must match except for the innermost dimension "
                         "of the shape with the smaller element type. Got: '%s' and '%s'.",
                         say_type(context, from), say_type(context, to));
        }
    }
    return true;
}

static bool bitcast_convert_verify(const struct op *op, struct context *context) {
    const struct type *from = operand_type(op, 0), *to = op_result(op, 0)->type;
    if ((from->element->kind == TYPE_COMPLEX) != (to->element->kind == TYPE_COMPLEX)) {
        return fault(op, context,
                     "cannot convert between real and complex types, but got: '%s' and '%s'",
                     say_type(context, from), say_type(context, to));
    }
    uint32_t from_bits = type_bits(from->element), to_bits = type_bits(to->element);
    if (from_bits != to_bits) {
        return from_bits < to_bits ? check_split(op, context, from, to)
                                   : check_split(op, context, to, from);
    }
    if (!shapes_compatible(from, to)) {
        return fault(op, context,
                     "operand and result shapes must match except for the innermost dimension of "
                     "the shape with the smaller element type. Got: '%s' and '%s'.",
                     say_type(context, from), say_type(context, to));
    }
    return true;
}

/* The dimension that only the side with the narrower elements has cannot be sharded. */
static bool bitcast_convert_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    const struct type *shorter = in->rank < out->rank ? in : out;
    rule_add_dims(builder, shorter, shorter->rank);
    if (in->rank < out->rank) {
        rule_add_unary(builder, NO_DIM, out->rank - 1, out->dims[out->rank - 1],
                       FACTOR_NEED_REPLICATION);
    } else if (in->rank > out->rank) {
        rule_add_unary(builder, in->rank - 1, NO_DIM, in->dims[in->rank - 1],
                       FACTOR_NEED_REPLICATION);
    }
    return true;
}

static const struct type *unsigned_of(struct kernel_builder *builder, const struct type *element) {
    return type_integer(kernel_context(builder), type_bits(element), UNSIGNED);
}

/* A large element is made of the small ones of a row, the first of which is its low end. */
static struct term *joined(struct kernel_builder *builder, struct node *operand,
                           const struct type *small, const struct type *large) {
    const struct type *type = unsigned_of(builder, large);
    uint32_t last = node_rank(operand) - 1;
    struct affine map[KERNEL_DIMS];
    struct term *result = NULL;
    for (uint32_t d = 0; d < last; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    for (int64_t i = 0; i < node_extent(operand, last); i++) {
        map[last] = affine_constant(i);
        struct term *bits = term_bits(builder, small, term_read(builder, operand, map));
        struct term *shift[2] = {term_scalar(builder, type, SCALAR_CONVERT, 1, &bits),
                                 term_integer(builder, type, i * type_bits(small))};
        struct term *both[2] = {result, term_scalar(builder, type, SCALAR_SHIFT_LEFT, 2, shift)};
        result = i == 0 ? shift[0] : term_scalar(builder, type, SCALAR_OR, 2, both);
    }
    return term_from_bits(builder, large, result);
}

/* The element at the result's last coordinate of those that a large one is cut into. */
static struct term *cut(struct kernel_builder *builder, struct node *operand,
                        const struct type *small, const struct type *large) {
    const struct type *type = unsigned_of(builder, large);
    uint32_t last = node_rank(operand);
    struct term *shift[2] = {
        term_bits(builder, large, term_same(builder, operand)),
        term_index(builder, type, affine_dim(last, type_bits(small), 0)),
    };
    struct term *part = term_scalar(builder, type, SCALAR_SHIFT_RIGHT_LOGICAL, 2, shift);
    if (type_bits(small) == 1) { /* a number that becomes a boolean is asked whether it is zero */
        struct term *low[2] = {part, term_integer(builder, type, 1)};
        part = term_scalar(builder, type, SCALAR_AND, 2, low);
    }
    part = term_scalar(builder, unsigned_of(builder, small), SCALAR_CONVERT, 1, &part);
    return term_from_bits(builder, small, part);
}

static bool bitcast_convert_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    const struct type *type = op_result(op, 0)->type;
    const struct type *from = node_element(operand), *to = type_element(type);
    if (from == to) {
        return emit_identity(op, builder);
    }
    if (from->kind == TYPE_COMPLEX) {
        return kernel_unsupported(builder, op, "of complex numbers cannot be compiled");
    }
    uint32_t from_bits = type_bits(from), to_bits = type_bits(to);
    struct term *term = from_bits < to_bits   ? joined(builder, operand, from, to)
                        : from_bits > to_bits ? cut(builder, operand, to, from)
                                              : NULL;
    if (!term) {
        term = term_from_bits(builder, to, term_bits(builder, from, term_same(builder, operand)));
    }
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

const struct op_def op_bitcast_convert = {
    .name = "stablehlo.bitcast_convert",
    .summary = "reads bits as another type",
    .traits = OP_PURE,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = bitcast_convert_verify,
    .infer = infer_nothing,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = bitcast_convert_rule,
    .partition = partition_by_rule,
    .emit = bitcast_convert_emit,
    .canonicalize = canonicalize_nothing,
};
