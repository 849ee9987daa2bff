/* stablehlo.bitcast_convert */
#include "ops/hooks.h"
#include "ops/reify_builder.h"

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

static struct term *shifted(struct kernel_builder *builder, const struct type *type,
                            enum scalar_op op, struct term *bits, int64_t by) {
    return term_scalar(builder, type, op, 2,
                       (struct term *[]){bits, term_integer(builder, type, by)});
}

/* The number of `type` whose bits are those of a row of small ones, the first at its low end. */
static struct term *join(struct kernel_builder *builder, const struct type *small,
                         const struct type *large, uint32_t count, struct term *const *numbers) {
    const struct type *type = term_bits_type(builder, large);
    struct term *result = NULL;
    for (uint32_t i = 0; i < count; i++) {
        struct term *bits = term_bits(builder, small, numbers[i]);
        bits = term_scalar(builder, type, SCALAR_CONVERT, 1, &bits);
        bits = i ? shifted(builder, type, SCALAR_SHIFT_LEFT, bits, i * type_bits(small)) : bits;
        result =
            i ? term_scalar(builder, type, SCALAR_OR, 2, (struct term *[]){result, bits}) : bits;
    }
    return term_from_bits(builder, large, result);
}

/* The small number in the low end of bits of this type. */
static struct term *low_end(struct kernel_builder *builder, const struct type *small,
                            const struct type *type, struct term *bits) {
    if (type_bits(small) == 1) { /* a number that becomes a boolean is asked whether it is zero */
        struct term *low[2] = {bits, term_integer(builder, type, 1)};
        bits = term_scalar(builder, type, SCALAR_AND, 2, low);
    }
    bits = term_scalar(builder, term_bits_type(builder, small), SCALAR_CONVERT, 1, &bits);
    return term_from_bits(builder, small, bits);
}

/* Reads element `number` of each row. */
static struct term *read_of_row(struct kernel_builder *builder, struct node *operand,
                                uint32_t number) {
    uint32_t last = node_rank(operand) - 1;
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < last; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    map[last] = affine_constant(number);
    return term_read(builder, operand, map);
}

static struct term *joined(struct kernel_builder *builder, struct node *operand,
                           const struct type *small, const struct type *large) {
    uint32_t count = type_bits(large) / type_bits(small);
    struct term **numbers = ARENA_ARRAY(kernel_arena(builder), struct term *, count);
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = read_of_row(builder, operand, i);
    }
    return join(builder, small, large, count, numbers);
}

/* The element at the result's last coordinate of those that a large one is cut into. */
static struct term *cut(struct kernel_builder *builder, struct node *operand,
                        const struct type *small, const struct type *large) {
    const struct type *type = term_bits_type(builder, large);
    struct term *shift[2] = {
        term_bits(builder, large, term_same(builder, operand)),
        term_index(builder, type, affine_dim(node_rank(operand), type_bits(small), 0)),
    };
    struct term *part = term_scalar(builder, type, SCALAR_SHIFT_RIGHT_LOGICAL, 2, shift);
    return low_end(builder, small, type, part);
}

/* Two complex numbers of two floats are one of doubles: each double is both parts of one of
 * them. */
static struct term *joined_complex(struct kernel_builder *builder, struct node *operand,
                                   const struct type *small, const struct type *large) {
    struct term *parts[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct term *number = read_of_row(builder, operand, i);
        struct term *halves[2] = {term_scalar(builder, small, SCALAR_REAL, 1, &number),
                                  term_scalar(builder, small, SCALAR_IMAG, 1, &number)};
        parts[i] = join(builder, small, large, 2, halves);
    }
    return term_scalar(builder, type_complex(kernel_context(builder), large), SCALAR_COMPLEX, 2,
                       parts);
}

static struct term *cut_complex(struct kernel_builder *builder, struct node *operand,
                                const struct type *small, const struct type *large) {
    const struct type *type = term_bits_type(builder, large);
    const struct type *truth = type_integer(kernel_context(builder), 1, SIGNLESS);
    struct term *number = term_same(builder, operand);
    struct term *place[2] = {term_index(builder, type, affine_dim(node_rank(operand), 1, 0)),
                             term_integer(builder, type, 0)};
    struct term *choice[3] = {term_scalar(builder, truth, SCALAR_EQ, 2, place),
                              term_scalar(builder, large, SCALAR_REAL, 1, &number),
                              term_scalar(builder, large, SCALAR_IMAG, 1, &number)};
    struct term *bits =
        term_bits(builder, large, term_scalar(builder, large, SCALAR_SELECT, 3, choice));
    struct term *high = shifted(builder, type, SCALAR_SHIFT_RIGHT_LOGICAL, bits, type_bits(small));
    struct term *parts[2] = {low_end(builder, small, type, bits),
                             low_end(builder, small, type, high)};
    return term_scalar(builder, type_complex(kernel_context(builder), small), SCALAR_COMPLEX, 2,
                       parts);
}

static bool emit_complex(const struct op *op, struct kernel_builder *builder, struct node *operand,
                         const struct type *from, const struct type *to) {
    struct term *term = type_bits(from) < type_bits(to)
                            ? joined_complex(builder, operand, from->element, to->element)
                            : cut_complex(builder, operand, to->element, from->element);
    kernel_result(builder, op, 0, node_compute(builder, op_result(op, 0)->type, term));
    return true;
}

static bool bitcast_convert_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    const struct type *type = op_result(op, 0)->type;
    const struct type *from = node_element(operand), *to = type_element(type);
    if (from == to) {
        return emit_identity(op, builder);
    }
    if (from->kind == TYPE_COMPLEX) {
        return emit_complex(op, builder, operand, from, to);
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

/* Only where the elements are as wide as before. */
static struct value *bitcast_convert_reify(struct op *op, struct builder *at) {
    const struct type *from = op_operand(op, 0)->type, *to = op_result(op, 0)->type;
    return from->rank == to->rank ? reify_first(op, at) : NULL;
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
    .speculatable = speculatable_bitcast_convert,
    .schedule = OP_SCHEDULE_ELEMENTWISE,
    .rule = bitcast_convert_rule,
    .emit = bitcast_convert_emit,
    .relate = relate_bitcast,
    .canonicalize = canonicalize_nothing,
    .bound = bound_by_rule,
    .fill = fill_in_place,
    .reify = bitcast_convert_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
