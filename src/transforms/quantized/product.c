/* Products of quantized tensors as such of the integers that they store, summed in 32 bits. With
 * zero points z of the left operand alone
 *
 *     sum (l - z) r = sum l r - z sum r
 *
 * where the last sum is one of the right operand, often a constant, over what is contracted.
 * Convolutions are not among them: those of floats are faster. */
#include <limits.h>
#include <math.h>

#include "ops/attrs/attrs.h"
#include "ops/build.h"
#include "sharding/sharding.h"
#include "transforms/quantized/quantized.h"

enum {
    STORAGE_BITS = CHAR_BIT * sizeof(int8_t),         /* of either operand */
    LONGEST_SUM = INT32_MAX / (UINT8_MAX * UINT8_MAX) /* products of two bytes, corrected */
};

/* Relative: what is left of a scale that was printed as a float. */
static const double SCALES_ALIKE = 1e-7;

struct integer_product {
    struct module *module;
    struct op *op;
    const struct quantized *lhs, *rhs;
    int64_t sum_length;          /* products in one element of the result */
    int64_t to_result[MAX_RANK]; /* dimensions of the right operand: in the result, or -1 */
};

static bool is_zero(const struct quantized *quantized) {
    for (uint32_t i = 0; i < quantized->count; i++) {
        if (quantized->zero_points[i] != 0) {
            return false;
        }
    }
    return true;
}

/* --- dimensions ------------------------------------------------------------------------------- */

static void read_dot(struct integer_product *of, const struct dot_dims *dims) {
    const struct type *rhs = op_operand(of->op, 1)->type;
    int64_t free = op_operand(of->op, 0)->type->rank - dims->lhs_contracting.count;
    of->sum_length = 1;
    for (uint32_t d = 0; d < rhs->rank; d++) {
        if (int_list_has(dims->rhs_contracting, d)) {
            of->to_result[d] = -1;
            of->sum_length = extent_product(of->sum_length, rhs->dims[d]);
        } else if (!int_list_has(dims->rhs_batching, d)) {
            of->to_result[d] = free++;
        }
    }
    for (uint32_t i = 0; i < dims->rhs_batching.count; i++) {
        of->to_result[dims->rhs_batching.items[i]] = i;
    }
}

/* The dimensions of a product, as those of a dot_general. */
static void read_dimensions(struct integer_product *of) {
    if (op_is(of->op, OP_DOT)) {
        int64_t left = (int64_t)op_operand(of->op, 0)->type->rank - 1, right = 0;
        struct dot_dims dims = {.lhs_contracting = {&left, 1}, .rhs_contracting = {&right, 1}};
        read_dot(of, &dims);
    } else {
        read_dot(of, attr_as_dot(op_property(of->op, "dot_dimension_numbers")));
    }
}

/* --- operands --------------------------------------------------------------------------------- */

static const struct type *i32_of(const struct integer_product *of) {
    return type_integer(of->module->context, 32, SIGNLESS);
}

/* Integers of less than a byte become bytes. */
static void widen_operands(const struct integer_product *of) {
    for (uint32_t i = 0; i < 2; i++) {
        const struct quantized *quantized = i == 0 ? of->lhs : of->rhs;
        if (quantized->storage->width < STORAGE_BITS) {
            struct builder at = builder_before(of->module, of->op);
            const struct type *byte = type_integer(of->module->context, STORAGE_BITS,
                                                   quantized->is_signed ? SIGNLESS : UNSIGNED);
            op_set_operand(of->op, i, build_convert(&at, op_operand(of->op, i), byte));
        }
    }
}

/* --- results ---------------------------------------------------------------------------------- */

/* sum r times the zero point of the left operand, in the shape of the result. */
static struct value *correction(const struct integer_product *of, struct builder *at,
                                const struct type *result) {
    struct value *rhs = op_operand(of->op, 1);
    int64_t summed[MAX_RANK], kept[MAX_RANK];
    uint32_t summed_count = 0, kept_count = 0;
    for (uint32_t d = 0; d < rhs->type->rank; d++) {
        if (of->to_result[d] < 0) {
            summed[summed_count++] = d;
        } else {
            kept[kept_count++] = of->to_result[d];
        }
    }
    struct value *sums = build_sum(at, build_convert(at, rhs, i32_of(of)), summed_count, summed);
    const int32_t zero_point = (int32_t)of->lhs->zero_points[0];
    struct value *factor = build_constant(
        at, attr_dense(at->module->context, sums->type, &zero_point, sizeof zero_point, true));
    return build_broadcast_in_dim(at, build_binary(at, OP_MULTIPLY, sums, factor), result,
                                  kept_count, kept);
}

/* f64 where the numbers are so, else f32: it holds sums that narrower floats do not. */
static const struct type *float_of(const struct integer_product *of) {
    struct context *context = of->module->context;
    const struct type *f64 = type_float(context, FLOAT_F64);
    return of->lhs->expressed == f64 ? f64 : type_float(context, FLOAT_F32);
}

/* The numbers that sums of products of integers stand for. */
static struct value *numbers_of(const struct integer_product *of, struct formula *formula,
                                struct value *sums) {
    const struct quantized *rhs = of->rhs;
    const struct type *element = float_of(of);
    expr numbers = let(convert_to(element, known(formula, sums)));
    double *scales = ARENA_ARRAY(formula->arena, double, rhs->count);
    for (uint32_t i = 0; i < rhs->count; i++) {
        scales[i] = of->lhs->scales[0] * rhs->scales[i];
    }
    expr factors = rhs->axis == QUANTIZED_PER_TENSOR
                       ? number(numbers, scales[0])
                       : along_dimension(formula, numbers, element, rhs->count, scales,
                                         of->to_result[rhs->axis]);
    return value_of(product(numbers, factors));
}

/* Whether the result stores the sums themselves: 32 bits, in the scale of products. */
static bool stores_sums(const struct integer_product *of, const struct quantized *result) {
    const struct quantized *rhs = of->rhs;
    bool along = rhs->axis != QUANTIZED_PER_TENSOR;
    if (result->storage->width != 32 || !result->is_signed || result->storage_min != INT32_MIN ||
        result->storage_max != INT32_MAX || !is_zero(result) || result->count != rhs->count ||
        (result->axis != QUANTIZED_PER_TENSOR) != along ||
        (along && result->axis != of->to_result[rhs->axis])) {
        return false;
    }
    for (uint32_t i = 0; i < result->count; i++) {
        double product = of->lhs->scales[0] * rhs->scales[i];
        if (fabs(result->scales[i] - product) > SCALES_ALIKE * product) {
            return false;
        }
    }
    return true;
}

/* The operation makes sums of integers, and what follows it the quantized result. */
static void sum_integers(const struct integer_product *of) {
    struct module *module = of->module;
    struct op *op = of->op;
    struct value *result = op_result(op, 0), *sums = result;
    const struct type *quantized = result->type;
    const struct attr *sharding = value_sharding(module->context, result);
    struct formula formula = {.op = op, .at = builder_after(module, op), .arena = arena_new()};
    result->type = type_with_element(module->context, quantized, i32_of(of));
    struct value *place = build_unary(&formula.at, OP_UNIFORM_QUANTIZE, result, quantized);
    value_replace_uses(result, place);
    op_set_operand(place->op, 0, result);
    formula.at.before = place->op;
    struct builder *at = &formula.at;
    if (!is_zero(of->lhs)) {
        sums = build_subtract(at, sums, correction(of, at, result->type));
    }
    if (stores_sums(of, quantized_of(quantized))) {
        sums->type = quantized; /* for what uses them; i32 soon */
        value_replace_uses(place, sums);
        op_erase(place->op);
        place = sums;
    } else {
        op_set_operand(place->op, 0, numbers_of(of, &formula, sums));
    }
    if (sharding) {
        value_set_sharding(module, place, sharding);
    }
    arena_free(formula.arena);
}

/* --- the whole -------------------------------------------------------------------------------- */

static bool fits(const struct integer_product *of) {
    const struct op *op = of->op;
    const struct quantized *lhs = of->lhs, *rhs = of->rhs;
    return lhs && rhs && quantized_of(op_result(op, 0)->type) &&
           lhs->axis == QUANTIZED_PER_TENSOR && is_zero(rhs) && lhs->is_signed == rhs->is_signed &&
           lhs->storage->width <= STORAGE_BITS && rhs->storage->width <= STORAGE_BITS &&
           !op_property(op, "algorithm") && type_is_static(op_operand(op, 0)->type) &&
           type_is_static(op_operand(op, 1)->type) && type_is_static(op_result(op, 0)->type);
}

bool multiply_stored(struct module *module, struct op *op) {
    struct integer_product of = {.module = module,
                                 .op = op,
                                 .lhs = quantized_of(op_operand(op, 0)->type),
                                 .rhs = quantized_of(op_operand(op, 1)->type)};
    if (!fits(&of)) {
        return false;
    }
    read_dimensions(&of);
    bool scales_summed = of.rhs->axis != QUANTIZED_PER_TENSOR && of.to_result[of.rhs->axis] < 0;
    if (of.sum_length > LONGEST_SUM || scales_summed) {
        return false;
    }
    widen_operands(&of);
    sum_integers(&of);
    return true;
}
