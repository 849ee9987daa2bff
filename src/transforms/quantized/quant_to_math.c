#include "transforms/quantized/quant_to_math.h"

#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/fault.h"
#include "transforms/pass.h"

/* --- pieces ----------------------------------------------------------------------------------- */

bool quantized_by_tensor(const struct quantized *quantized) {
    return quantized && quantized->axis == QUANTIZED_PER_TENSOR && quantized->axis_count == 0;
}

bool quantized_by_axis(const struct quantized *quantized) {
    return quantized && quantized->axis != QUANTIZED_PER_TENSOR && quantized->axis_count == 0;
}

bool zero_points_are_zero(const struct quantized *quantized) {
    for (uint32_t i = 0; i < quantized->count; i++) {
        if (quantized->zero_points[i] != 0) {
            return false;
        }
    }
    return true;
}

const struct type *math_f32_type(struct quant_math *math) {
    return type_float(math->module->context, FLOAT_F32);
}

const struct type *math_i32_type(struct quant_math *math) {
    return type_integer(math->module->context, 32, SIGNLESS);
}

/* A constant of numbers of 32 bits: a list, or a single one. */
static struct value *constant_of(struct quant_math *math, const struct type *element,
                                 uint32_t count, const void *items, bool is_list) {
    struct context *context = math->module->context;
    const int64_t extent = count;
    const struct type *type = type_tensor(context, element, is_list ? 1 : 0, &extent, NULL);
    return build_constant(&math->at,
                          attr_dense(context, type, items, count * sizeof(uint32_t), count == 1));
}

struct value *math_i32(struct quant_math *math, int64_t value) {
    int32_t item = (int32_t)value;
    return constant_of(math, math_i32_type(math), 1, &item, false);
}

struct value *math_f32(struct quant_math *math, double value) {
    float item = (float)value;
    return constant_of(math, math_f32_type(math), 1, &item, false);
}

struct value *math_convert(struct quant_math *math, struct value *value,
                           const struct type *element) {
    return build_unary(&math->at, OP_CONVERT, value,
                       type_with_element(math->module->context, value->type, element));
}

struct value *math_broadcast(struct quant_math *math, enum op_id id, struct value *a,
                             struct value *b, int64_t axis) {
    struct value *operands[2] = {a, b};
    struct value *made = build_value(&math->at, id, 2, operands, a->type);
    if (axis >= 0) {
        op_set_property(math->module, made->op, "broadcast_dimensions",
                        attr_i64_array(math->module->context, 1, &axis));
    }
    return made;
}

int64_t math_axis(const struct quantized *quantized) {
    return quantized_by_axis(quantized) ? quantized->axis : -1;
}

/* One float for each scale or zero point. */
static struct value *float_each(struct quant_math *math, const struct quantized *quantized,
                                bool zero_points) {
    struct arena *scratch = arena_new();
    float *items = ARENA_ARRAY(scratch, float, (size_t)quantized->count + 1);
    for (uint32_t i = 0; i < quantized->count; i++) {
        items[i] = zero_points ? (float)quantized->zero_points[i] : (float)quantized->scales[i];
    }
    struct value *made = constant_of(math, math_f32_type(math), quantized->count, items,
                                     quantized_by_axis(quantized));
    arena_free(scratch);
    return made;
}

struct value *math_scales(struct quant_math *math, const struct quantized *quantized) {
    return float_each(math, quantized, false);
}

struct value *math_zero_points(struct quant_math *math, const struct quantized *quantized,
                               bool as_float) {
    if (as_float) {
        return float_each(math, quantized, true);
    }
    struct arena *scratch = arena_new();
    int32_t *items = ARENA_ARRAY(scratch, int32_t, (size_t)quantized->count + 1);
    for (uint32_t i = 0; i < quantized->count; i++) {
        items[i] = (int32_t)quantized->zero_points[i];
    }
    struct value *made = constant_of(math, math_i32_type(math), quantized->count, items,
                                     quantized_by_axis(quantized));
    arena_free(scratch);
    return made;
}

void math_replace(struct quant_math *math, struct value *value) {
    value_replace_uses(op_result(math->op, 0), value);
    op_erase(math->op);
}

/* Within the limits of the storage. */
static struct value *clamped(struct quant_math *math, struct value *value, struct value *least,
                             struct value *most) {
    struct value *operands[3] = {least, value, most};
    return build_value(&math->at, OP_CLAMP, 3, operands, value->type);
}

/* --- conversions ------------------------------------------------------------------------------ */

static const struct type *stored_element(const struct quant_math *math) {
    return type_element(op_result(math->op, 0)->type);
}

static void replace_quantize(struct quant_math *math) {
    const struct quantized *to = math->result;
    int64_t axis = math_axis(to);
    struct value *scales = math_scales(math, to), *zero_points = math_zero_points(math, to, true);
    struct value *least = math_f32(math, (double)to->storage_min);
    struct value *most = math_f32(math, (double)to->storage_max);
    struct value *number =
        math_broadcast(math, OP_CHLO_BROADCAST_DIVIDE, op_operand(math->op, 0), scales, axis);
    number = math_broadcast(math, OP_CHLO_BROADCAST_ADD, number, zero_points, axis);
    number = clamped(math, number, least, most);
    number = build_unary(&math->at, OP_ROUND_NEAREST_EVEN, number, number->type);
    math_replace(math, math_convert(math, number, stored_element(math)));
}

/* By input * scale + zero point, for each element of the axis that either has. */
static struct value *scaled(struct quant_math *math, struct value *number,
                            const struct quantized *from, const struct quantized *to) {
    const struct quantized *listed = quantized_by_axis(to) ? to : from;
    uint32_t count = listed->count;
    bool is_list = quantized_by_axis(listed), any = false;
    struct arena *scratch = arena_new();
    float *scales = ARENA_ARRAY(scratch, float, (size_t)count + 1);
    float *zero_points = ARENA_ARRAY(scratch, float, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t f = quantized_by_axis(from) ? i : 0, t = quantized_by_axis(to) ? i : 0;
        double scale = from->scales[f] / to->scales[t];
        scales[i] = (float)scale;
        zero_points[i] = (float)((double)to->zero_points[t] - (double)from->zero_points[f] * scale);
        any = any || zero_points[i] != 0;
    }
    struct value *factor = constant_of(math, math_f32_type(math), count, scales, is_list);
    number = math_broadcast(math, OP_CHLO_BROADCAST_MULTIPLY, number, factor, math_axis(listed));
    if (any) {
        struct value *offset = constant_of(math, math_f32_type(math), count, zero_points, is_list);
        number = math_broadcast(math, OP_CHLO_BROADCAST_ADD, number, offset, math_axis(listed));
    }
    arena_free(scratch);
    return number;
}

/* Integers of one quantization as those of another, of an element type that holds them. */
static struct value *requantized_as(struct quant_math *math, struct value *value,
                                    const struct quantized *from, const struct quantized *to,
                                    const struct type *element) {
    if (from == to) {
        return math_convert(math, value, element);
    }
    struct value *number = math_convert(math, value, math_f32_type(math));
    number = scaled(math, number, from, to);
    if (element->width < 32) {
        struct value *least = math_f32(math, (double)to->storage_min);
        number = clamped(math, number, least, math_f32(math, (double)to->storage_max));
    }
    number = build_unary(&math->at, OP_ROUND_NEAREST_EVEN, number, number->type);
    return math_convert(math, number, element);
}

static void replace_requantize(struct quant_math *math) {
    math_replace(math, requantized_as(math, op_operand(math->op, 0), math->operands[0],
                                      math->result, stored_element(math)));
}

static void replace_dequantize(struct quant_math *math) {
    const struct quantized *from = math->operands[0];
    int64_t axis = math_axis(from);
    struct value *scales = math_scales(math, from);
    struct value *zero_points = math_zero_points(math, from, false);
    struct value *number = math_convert(math, op_operand(math->op, 0), math_i32_type(math));
    number = math_broadcast(math, OP_CHLO_BROADCAST_SUBTRACT, number, zero_points, axis);
    number = math_convert(math, number, math_f32_type(math));
    math_replace(math, math_broadcast(math, OP_CHLO_BROADCAST_MULTIPLY, number, scales, axis));
}

/* --- sums ------------------------------------------------------------------------------------- */

static bool sum_is_of_integers(const struct op *op) {
    const struct quantized *a = quantized_of(op_operand(op, 0)->type);
    const struct quantized *b = quantized_of(op_operand(op, 1)->type);
    const struct quantized *to = quantized_of(op_result(op, 0)->type);
    if (!a || !b || !to) {
        return false;
    }
    if (quantized_by_tensor(a) && quantized_by_tensor(b) && quantized_by_tensor(to)) {
        return true;
    }
    return quantized_by_axis(a) && a == b && a == to && a->storage->width == 32;
}

static void replace_sum_by_axis(struct quant_math *math) {
    struct value *sum = build_add(&math->at, op_operand(math->op, 0), op_operand(math->op, 1));
    if (!zero_points_are_zero(math->result)) {
        struct value *zero_points = math_zero_points(math, math->result, false);
        sum =
            math_broadcast(math, OP_CHLO_BROADCAST_SUBTRACT, sum, zero_points, math->result->axis);
    }
    math_replace(math, sum);
}

static void replace_sum(struct quant_math *math) {
    const struct quantized *to = math->result;
    const struct type *i32 = math_i32_type(math);
    if (quantized_by_axis(to)) {
        replace_sum_by_axis(math);
        return;
    }
    struct value *a = requantized_as(math, op_operand(math->op, 0), math->operands[0], to, i32);
    struct value *b = requantized_as(math, op_operand(math->op, 1), math->operands[1], to, i32);
    struct value *zero_point = math_i32(math, to->zero_points[0]);
    struct value *sum = math_broadcast(math, OP_CHLO_BROADCAST_ADD, a, b, -1);
    sum = math_broadcast(math, OP_CHLO_BROADCAST_SUBTRACT, sum, zero_point, -1);
    if (to->storage->width < 32) {
        struct value *least = math_i32(math, to->storage_min);
        sum = clamped(math, sum, least, math_i32(math, to->storage_max));
        sum = math_convert(math, sum, stored_element(math));
    }
    math_replace(math, sum);
}

/* --- which operation becomes what ------------------------------------------------------------- */

typedef void replace_function(struct quant_math *math);

/* Operations of which only the types change. */
static bool only_moves(const struct op *op) {
    static const enum op_id ids[] = {
        OP_BITCAST_CONVERT,
        OP_BROADCAST_IN_DIM,
        OP_COMPOSITE,
        OP_CONCATENATE,
        OP_CONSTANT,
        OP_DYNAMIC_RESHAPE,
        OP_DYNAMIC_SLICE,
        OP_GATHER,
        OP_PAD,
        OP_REDUCE_WINDOW,
        OP_RESHAPE,
        OP_RETURN,
        OP_SELECT,
        OP_SLICE,
        OP_TRANSPOSE,
        OP_FUNC_RETURN,
        OP_GET_DIMENSION_SIZE,
        OP_DYNAMIC_BROADCAST_IN_DIM,
    };
    return OP_IS_IN(op, ids);
}

static bool is_extreme_of_one_type(const struct op *op) {
    if (!op_is(op, OP_MAXIMUM) && !op_is(op, OP_MINIMUM)) {
        return false;
    }
    const struct quantized *a = quantized_of(op_operand(op, 0)->type);
    return quantized_by_tensor(a) && a == quantized_of(op_operand(op, 1)->type) &&
           a == quantized_of(op_result(op, 0)->type);
}

static bool is_plain(const struct quantized *quantized) {
    return quantized_by_tensor(quantized) || quantized_by_axis(quantized);
}

static replace_function *conversion_of(const struct op *op) {
    const struct quantized *from = quantized_of(op_operand(op, 0)->type);
    const struct quantized *to = quantized_of(op_result(op, 0)->type);
    const struct type *element = type_element(op_operand(op, 0)->type);
    if (op_is(op, OP_UNIFORM_DEQUANTIZE)) {
        return is_plain(from) ? replace_dequantize : NULL;
    }
    if (from) {
        bool turns = quantized_by_axis(from) && quantized_by_axis(to) && from->axis != to->axis;
        return is_plain(from) && is_plain(to) && !turns ? replace_requantize : NULL;
    }
    bool is_f32 = element->kind == TYPE_FLOAT && element->float_kind == FLOAT_F32;
    return is_f32 && is_plain(to) ? replace_quantize : NULL;
}

/* What replaces an operation that has a replacement of its own; NULL: it has none. */
static replace_function *replacement_of(const struct op *op) {
    if (op_is(op, OP_UNIFORM_QUANTIZE) || op_is(op, OP_UNIFORM_DEQUANTIZE)) {
        return conversion_of(op);
    }
    if (op_is(op, OP_ADD)) {
        return sum_is_of_integers(op) ? replace_sum : NULL;
    }
    if (op_is(op, OP_DOT) || op_is(op, OP_DOT_GENERAL) || op_is(op, OP_CONVOLUTION)) {
        return product_is_hybrid(op)        ? replace_hybrid
               : product_is_of_integers(op) ? replace_product
                                            : NULL;
    }
    return NULL;
}

static bool is_converted(const struct op *op) {
    return strncmp(op->name, "stablehlo", 9) == 0 || strncmp(op->name, "chlo.", 5) == 0 ||
           strncmp(op->name, "func.", 5) == 0;
}

/* --- the pass --------------------------------------------------------------------------------- */

struct math_pass {
    struct module *module;
    bool failed;
    VECTOR(struct op *) ops;
    VECTOR(struct quant_math) maths;
    VECTOR(replace_function *) replacements;
};

static bool collect(struct op *op, void *data) {
    struct math_pass *pass = data;
    if (op_touches_quantized(op) && is_converted(op)) {
        *vector_push(&pass->ops) = op;
    }
    return true;
}

static void fail(struct math_pass *pass, const struct op *op) {
    struct context *context = pass->module->context;
    const struct type *operand = op->operand_count ? op_operand(op, 0)->type : NULL;
    if (op_is(op, OP_UNIFORM_QUANTIZE)) {
        fault(op, context,
              quantized_of(operand) ? "Cannot requantize while changing quantization_axis"
                                    : "Unsupported input element type.");
    }
    fault(op, context, "failed to legalize operation '%s' that was explicitly marked illegal",
          op->name);
    pass->failed = true;
}

/* Conversions around what has no replacement of its own; then notes what replaces operations. */
static void plan(struct math_pass *pass) {
    op_walk(pass->module->op, collect, pass);
    for (size_t i = 0; i < pass->ops.count && !pass->failed; i++) {
        struct op *op = pass->ops.items[i];
        if (replacement_of(op) || only_moves(op) || is_extreme_of_one_type(op)) {
            continue;
        }
        if (quantized_has_float_form(op)) {
            dequantize_operands(pass->module, op, false);
            quantize_results(pass->module, op);
        } else {
            fail(pass, op);
        }
    }
    pass->ops.count = 0;
    op_walk(pass->module->op, collect, pass);
    for (size_t i = 0; i < pass->ops.count && !pass->failed; i++) {
        struct op *op = pass->ops.items[i];
        replace_function *replace = replacement_of(op);
        struct quant_math math = {.module = pass->module, .op = op};
        if (!replace) {
            if (!only_moves(op) && !is_extreme_of_one_type(op)) {
                fail(pass, op);
            }
            continue;
        }
        for (uint32_t k = 0; k < op->operand_count && k < 3; k++) {
            math.operands[k] = quantized_of(op_operand(op, k)->type);
        }
        math.result = quantized_of(op_result(op, 0)->type);
        *vector_push(&pass->maths) = math;
        *vector_push(&pass->replacements) = replace;
    }
}

bool pass_quant_to_math(struct module *module, const struct pass_options *options) {
    (void)options;
    struct math_pass pass = {.module = module};
    if (module->context->has_quantized) {
        plan(&pass);
    }
    if (!pass.failed && pass.ops.count > 0) {
        store_quantized_values(module, plain_stored_type);
    }
    for (size_t i = 0; i < pass.maths.count && !pass.failed; i++) {
        pass.maths.items[i].at = builder_before(module, pass.maths.items[i].op);
        pass.replacements.items[i](&pass.maths.items[i]);
    }
    vector_free(&pass.ops);
    vector_free(&pass.maths);
    vector_free(&pass.replacements);
    return !pass.failed && pass_verify_ops(module, 0);
}
