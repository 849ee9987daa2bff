/* Batch normalization in arithmetic and sums, in the order of StableHLO's specification. */
#include "ops/expand_builder.h"
#include "ops/verify/compat.h"
#include "transforms/chlo/expression.h"

/* What is computed for each feature stands at all elements of that feature. */
struct norm {
    struct formula *formula;
    const struct type *type;
    int64_t feature;
    double epsilon;
};

static struct norm norm_of(struct formula *formula) {
    const struct attr *epsilon = op_property(formula->op, "epsilon");
    return (struct norm){.formula = formula,
                         .type = op_operand(formula->op, 0)->type,
                         .feature = op_int(formula->op, "feature_index", 0),
                         .epsilon = epsilon->real};
}

/* The type of the data, with dimensions from `first` on as long as their bounds. */
static const struct type *type_before(const struct norm *norm, uint32_t first) {
    const struct type *type = norm->type;
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    for (uint32_t d = 0; d < type->rank; d++) {
        bool open = type->dims[d] == DIM_DYNAMIC;
        bounds[d] = bound_of(type, d);
        dims[d] = open && d >= first ? bounds[d] : type->dims[d];
    }
    return type_with_bounds(norm->formula->at.module->context, type->element, type->rank, dims,
                            bounds);
}

static expr everywhere(const struct norm *norm, expr by_feature) {
    struct builder *at = &norm->formula->at;
    struct value *data = op_operand(norm->formula->op, 0), *value = value_of(by_feature);
    value = build_broadcast_in_dim(at, value, type_before(norm, 0), 1, &norm->feature);
    for (uint32_t d = 0; d < norm->type->rank; d++) {
        if (norm->type->dims[d] == DIM_DYNAMIC) {
            struct value *size = build_dimension_size(at, data, d);
            value = build_set_dimension_size(at, value, size, d, type_before(norm, d + 1));
        }
    }
    return known(norm->formula, value);
}

static expr sum_by_feature(const struct norm *norm, expr data) {
    int64_t dims[MAX_RANK];
    uint32_t count = 0;
    for (uint32_t d = 0; d < norm->type->rank; d++) {
        if (d != norm->feature) {
            dims[count++] = d;
        }
    }
    return known(norm->formula, build_sum(&norm->formula->at, value_of(data), count, dims));
}

/* How many elements there are of a feature, as often as `like` has elements. */
static expr elements_by_feature(const struct norm *norm, expr like) {
    struct builder *at = &norm->formula->at;
    struct value *data = op_operand(norm->formula->op, 0), *open = NULL;
    double count = 1;
    for (uint32_t d = 0; d < norm->type->rank; d++) {
        if (norm->type->dims[d] == DIM_DYNAMIC) {
            struct value *size =
                build_convert(at, build_dimension_size(at, data, d), norm->type->element);
            open = open ? build_binary(at, OP_MULTIPLY, open, size) : size;
        } else if (d != norm->feature) {
            count *= (double)norm->type->dims[d];
        }
    }
    expr known_part = number(like, count);
    if (!open) {
        return known_part;
    }
    struct value *everywhere_open = build_broadcast(at, open, value_of(like)->type);
    return product(known(norm->formula, everywhere_open), known_part);
}

static expr mean_by_feature(const struct norm *norm, expr data) {
    expr total = sum_by_feature(norm, data);
    return let(quotient(total, elements_by_feature(norm, let(total))));
}

static expr with_epsilon(const struct norm *norm, expr variance) {
    return let(sum(variance, number(variance, norm->epsilon)));
}

static expr normalized(const struct norm *norm, expr centered, expr variance) {
    return let(quotient(centered, everywhere(norm, square_root(with_epsilon(norm, variance)))));
}

static expr scaled(const struct norm *norm, expr centered, expr variance, expr scale, expr offset) {
    expr data = normalized(norm, centered, variance);
    return let(sum(product(everywhere(norm, scale), data), everywhere(norm, offset)));
}

bool expand_batch_norm_inference(struct formula *formula) {
    struct norm norm = norm_of(formula);
    expr centered = let(difference(operand(formula, 0), everywhere(&norm, operand(formula, 3))));
    return replace_with(formula, scaled(&norm, centered, operand(formula, 4), operand(formula, 1),
                                        operand(formula, 2)));
}

static void replace_results(struct formula *formula, const expr results[3]) {
    for (uint32_t i = 0; i < 3; i++) {
        value_replace_uses(op_result(formula->op, i), value_of(results[i]));
    }
    op_erase(formula->op);
}

bool expand_batch_norm_training(struct formula *formula) {
    struct norm norm = norm_of(formula);
    expr data = operand(formula, 0), mean = mean_by_feature(&norm, data);
    expr centered = let(difference(data, everywhere(&norm, mean)));
    expr variance = mean_by_feature(&norm, product(centered, centered));
    expr output = scaled(&norm, centered, variance, operand(formula, 1), operand(formula, 2));
    replace_results(formula, (const expr[]){output, mean, variance});
    return true;
}

bool expand_batch_norm_grad(struct formula *formula) {
    struct norm norm = norm_of(formula);
    expr scale = operand(formula, 1), variance = operand(formula, 3), grad = operand(formula, 4);
    expr centered = let(difference(operand(formula, 0), everywhere(&norm, operand(formula, 2))));
    expr deviation = let(square_root(with_epsilon(&norm, variance)));
    expr grad_offset = sum_by_feature(&norm, grad);
    expr grad_scale = sum_by_feature(&norm, product(grad, normalized(&norm, centered, variance)));
    expr along = sum_by_feature(&norm, product(grad, centered));
    expr count = let(elements_by_feature(&norm, scale));
    /* What is left of the gradient without its mean and its part along the data. */
    expr rest = difference(product(grad, everywhere(&norm, count)), everywhere(&norm, grad_offset));
    expr part = product(everywhere(&norm, along), centered);
    rest = let(difference(rest, quotient(part, everywhere(&norm, with_epsilon(&norm, variance)))));
    expr factor = everywhere(&norm, quotient(quotient(scale, deviation), count));
    replace_results(formula, (const expr[]){let(product(factor, rest)), grad_scale, grad_offset});
    return true;
}
