/* Emit hooks that many operations share. */
#include "ops/hooks.h"

/* An operand at the result's own coordinates; a scalar beside tensors is the same at all points. */
static struct term *pointwise_operand(const struct op *op, struct kernel_builder *builder,
                                      uint32_t index) {
    return term_same(builder, kernel_operand(builder, op, index));
}

static enum scalar_op same_bits(const struct type *element) {
    return element->kind == TYPE_FLOAT ? SCALAR_BITCAST : SCALAR_CONVERT;
}

const struct type *term_bits_type(struct kernel_builder *builder, const struct type *element) {
    uint32_t width = type_bits(element);
    return type_integer(kernel_context(builder), width == 6 ? 8 : width, UNSIGNED);
}

struct term *term_bits(struct kernel_builder *builder, const struct type *element,
                       struct term *number) {
    return term_scalar(builder, term_bits_type(builder, element), same_bits(element), 1, &number);
}

struct term *term_from_bits(struct kernel_builder *builder, const struct type *element,
                            struct term *bits) {
    return term_scalar(builder, element, same_bits(element), 1, &bits);
}

struct term *term_total_order(struct kernel_builder *builder, const struct type *element,
                              struct term *number) {
    uint32_t width = type_bits(element);
    const struct type *type = term_bits_type(builder, element);
    const struct type *boolean = type_integer(kernel_context(builder), 1, SIGNLESS);
    if (element->float_kind == FLOAT_F8E8M0FNU) {
        return term_bits(builder, element, number); /* without a sign */
    }
    struct term *top = term_integer(builder, type, (int64_t)(UINT64_C(1) << (width - 1)));
    struct term *all = term_integer(builder, type, (int64_t)(UINT64_MAX >> (64 - width)));
    struct term *bits = term_bits(builder, element, number);
    struct term *is_negative =
        term_scalar(builder, boolean, SCALAR_GE, 2, (struct term *[2]){bits, top});
    struct term *mask =
        term_scalar(builder, type, SCALAR_SELECT, 3, (struct term *[3]){is_negative, all, top});
    return term_scalar(builder, type, SCALAR_XOR, 2, (struct term *[2]){bits, mask});
}

bool emit_pointwise(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    if (op->def->scalar == SCALAR_NONE || op->operand_count > 3) {
        return emit_unsupported(op, builder);
    }
    struct term *args[3];
    for (uint32_t i = 0; i < op->operand_count; i++) {
        args[i] = pointwise_operand(op, builder, i);
    }
    struct term *term = term_scalar(builder, type_element(type), (enum scalar_op)op->def->scalar,
                                    op->operand_count, args);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

bool emit_identity(const struct op *op, struct kernel_builder *builder) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        kernel_result(builder, op, i, kernel_operand(builder, op, i));
    }
    return true;
}

bool emit_constant(const struct op *op, struct kernel_builder *builder) {
    const struct attr *value = op_property(op, "value");
    const struct attr *elements = attr_elements(kernel_context(builder), value);
    if (!elements) {
        /* The text may have it as an operation of another name. */
        return diag_error(kernel_context(builder)->diagnostics, op->location, "a constant %s",
                          attr_elements_fault(kernel_arena(builder), value));
    }
    kernel_result(builder, op, 0, node_constant(builder, elements));
    return true;
}

bool emit_nothing(const struct op *op, struct kernel_builder *builder) {
    (void)op;
    (void)builder;
    return true;
}

bool emit_unsupported(const struct op *op, struct kernel_builder *builder) {
    return kernel_unsupported(builder, op, "cannot be compiled: there is no code for it");
}

bool emit_structure(const struct op *op, struct kernel_builder *builder) {
    return kernel_unsupported(builder, op, "cannot be compiled where it stands");
}

bool emit_checked(const struct op *op, struct kernel_builder *builder) {
    return kernel_unsupported(
        builder, op,
        "cannot be compiled here: `run` and `bench` make checks, which stand in "
        "the body of the function that runs");
}

bool emit_static(const struct op *op, struct kernel_builder *builder) {
    return kernel_unsupported(builder, op,
                              "cannot be compiled: it takes a size that is known only when the "
                              "program runs");
}

bool emit_expanded(const struct op *op, struct kernel_builder *builder) {
    return kernel_unsupported(builder, op, "cannot be compiled: it was to be replaced before");
}

struct term *term_position(struct kernel_builder *builder, struct term *index,
                           const struct type **element, int64_t most) {
    const struct type *type = *element, *i64 = type_integer(kernel_context(builder), 64, SIGNLESS);
    bool is_unsigned = type->signedness == UNSIGNED;
    if (!is_unsigned && (type->width == 64 || (type->width == 32 && most <= INT32_MAX))) {
        return index;
    }
    if (is_unsigned && type->width == 64) {
        struct term *both[2] = {index, term_integer(builder, type, INT64_MAX)};
        index = term_scalar(builder, type, SCALAR_MINIMUM, 2, both);
    }
    *element = i64;
    return term_scalar(builder, i64, SCALAR_CONVERT, 1, &index);
}
