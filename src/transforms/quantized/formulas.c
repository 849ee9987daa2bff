/* The formulas of uniform quantization, in the order of StableHLO's specification. */
#include <string.h>

#include "ops/build.h"
#include "transforms/quantized/quantized.h"

/* --- parameters ------------------------------------------------------------------------------- */

static void store_number(const struct type *element, double number, void *data) {
    if (element->kind == TYPE_FLOAT) {
        float_store(element->float_kind, number, data);
    } else {
        int64_t integer = (int64_t)number;
        memcpy(data, &integer, type_bytes(element));
    }
}

/* tensor<count x element> */
static const struct attr *list_attr(struct context *context, const struct type *element,
                                    uint32_t count, const double *numbers) {
    const int64_t extent = count;
    uint32_t bytes = type_bytes(element);
    struct arena *scratch = arena_new();
    uint8_t *data = ARENA_ARRAY(scratch, uint8_t, (size_t)count * bytes + sizeof(int64_t));
    for (uint32_t i = 0; i < count; i++) {
        store_number(element, numbers[i], data + (size_t)i * bytes);
    }
    const struct type *type = type_tensor(context, element, 1, &extent, NULL);
    const struct attr *attr = attr_dense(context, type, data, (size_t)count * bytes, count == 1);
    arena_free(scratch);
    return attr;
}

expr along_dimension(struct formula *formula, expr like, const struct type *element, uint32_t count,
                     const double *numbers, int64_t dim) {
    struct builder *at = &formula->at;
    struct context *context = at->module->context;
    struct value *shape = value_of(like);
    const struct type *type = type_with_element(context, shape->type, element);
    struct value *list = build_constant(at, list_attr(context, element, count, numbers));
    if (type_is_static(type)) {
        return known(formula, build_broadcast_in_dim(at, list, type, 1, &dim));
    }
    struct value *extents = build_shape_of(at, shape);
    return known(formula, build_dynamic_broadcast_in_dim(at, list, extents, type, 1, &dim));
}

static bool all_equal(uint32_t count, const double *numbers) {
    for (uint32_t i = 1; i < count; i++) {
        if (numbers[i] != numbers[0]) {
            return false;
        }
    }
    return true;
}

/* Scales or zero points in the shape and type of `like`. NULL: all are `nothing`. */
static expr parameters(struct formula *formula, expr like, const struct quantized *quantized,
                       const double *numbers, double nothing) {
    if (all_equal(quantized->count, numbers)) {
        return numbers[0] == nothing ? NULL : number(like, numbers[0]);
    }
    return along_dimension(formula, like, element_of(like), quantized->count, numbers,
                           quantized->axis);
}

static expr scales_like(struct formula *formula, expr like, const struct quantized *quantized) {
    return parameters(formula, like, quantized, quantized->scales, 1);
}

static expr zero_points_like(struct formula *formula, expr like,
                             const struct quantized *quantized) {
    struct arena *scratch = arena_new();
    double *numbers = ARENA_ARRAY(scratch, double, quantized->count);
    for (uint32_t i = 0; i < quantized->count; i++) {
        numbers[i] = (double)quantized->zero_points[i];
    }
    expr zero_points = parameters(formula, like, quantized, numbers, 0);
    arena_free(scratch);
    return zero_points;
}

/* --- both ways -------------------------------------------------------------------------------- */

/* The difference to the zero point is exact: it is one of wider integers. */
expr dequantized(struct formula *formula, expr integers, const struct quantized *quantized) {
    struct context *context = formula->at.module->context;
    uint32_t width = quantized->storage->width < 32 ? 32 : 64;
    bool shifted = false;
    for (uint32_t i = 0; i < quantized->count; i++) {
        shifted = shifted || quantized->zero_points[i] != 0;
    }
    if (shifted) {
        integers = let(convert_to(type_integer(context, width, SIGNLESS), integers));
        integers = difference(integers, zero_points_like(formula, integers, quantized));
    }
    expr numbers = let(convert_to(quantized->expressed, integers));
    expr scales = scales_like(formula, numbers, quantized);
    return scales ? let(product(numbers, scales)) : numbers;
}

/* The float nearest to an integer that does not exceed it in magnitude: what is clamped to it fits
 * into the storage. */
static double rounded_inward(enum float_kind kind, int64_t limit) {
    double magnitude = limit < 0 ? -(double)limit : (double)limit;
    uint64_t bits = float_to_bits(kind, magnitude);
    while (!(float_from_bits(kind, bits) <= magnitude)) {
        bits--;
    }
    return limit < 0 ? -float_from_bits(kind, bits) : float_from_bits(kind, bits);
}

expr requantized(struct formula *formula, expr numbers, const struct quantized *quantized) {
    struct context *context = formula->at.module->context;
    enum float_kind kind = element_of(numbers)->float_kind;
    expr scales = scales_like(formula, numbers, quantized);
    expr scaled = scales ? let(quotient(numbers, scales)) : numbers;
    expr zero_points = zero_points_like(formula, scaled, quantized);
    expr shifted = zero_points ? let(sum(scaled, zero_points)) : scaled;
    expr low = number(shifted, rounded_inward(kind, quantized->storage_min));
    expr high = number(shifted, rounded_inward(kind, quantized->storage_max));
    expr rounded = unary_of(OP_ROUND_NEAREST_EVEN, clamp(low, shifted, high));
    return let(convert_to(quantized_storage(context, quantized), rounded));
}
