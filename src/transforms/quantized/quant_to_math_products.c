/* Products of quantized matrices, and convolutions: of integers, with what zero points add, or of
 * floats where only the second operand is quantized. */
#include <math.h>

#include "ops/op_def.h"
#include "transforms/quantized/quant_to_math.h"
#include "transforms/transforms.h"

/* The dimensions of both operands by what a product does with them. */
struct product_dims {
    struct int_list lhs_batching, lhs_spatial, lhs_contracting;
    struct int_list rhs_batching, rhs_spatial, rhs_contracting;
};

static const int64_t numbers[] = {0, 1, 2, 3, 4};
#define DIM(from)                                                                                  \
    { &numbers[from], 1 }
#define DIMS(from, count)                                                                          \
    { &numbers[from], count }

/* --- convolutions ----------------------------------------------------------------------------- */

/* Batch, features, spatial; of the kernel output features, input features, spatial. */
struct conv_form {
    int64_t batch, feature, first_spatial, kernel_output, kernel_input, kernel_spatial;
    uint32_t rank;
    struct product_dims dims;
};
static const struct conv_form conv_forms[] = {
    {0, 3, 1, 3, 2, 0, 2, {DIM(0), DIMS(1, 2), DIM(3), {0}, DIMS(0, 2), DIM(2)}},
    {0, 1, 2, 0, 1, 2, 2, {DIM(0), DIMS(2, 2), DIM(1), {0}, DIMS(2, 2), DIM(1)}},
    {0, 4, 1, 4, 3, 0, 3, {DIM(0), DIMS(1, 3), DIM(4), {0}, DIMS(0, 3), DIM(3)}},
    {0, 1, 2, 1, 0, 2, 3, {DIM(0), DIMS(2, 3), DIM(1), {0}, DIMS(2, 3), DIM(1)}},
};

static bool counts_from(struct int_list dims, int64_t first, uint32_t count) {
    bool counts = dims.count == count;
    for (uint32_t i = 0; i < dims.count && counts; i++) {
        counts = dims.items[i] == first + i;
    }
    return counts;
}

/* NULL: its layout is none of those that have a form. */
static const struct conv_form *form_of(const struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    for (size_t i = 0; i < sizeof conv_forms / sizeof *conv_forms; i++) {
        const struct conv_form *form = &conv_forms[i];
        if (dims->input_batch == 0 && dims->output_batch == 0 &&
            dims->input_feature == form->feature && dims->output_feature == form->feature &&
            counts_from(dims->input_spatial, form->first_spatial, form->rank) &&
            counts_from(dims->output_spatial, form->first_spatial, form->rank) &&
            dims->kernel_output_feature == form->kernel_output &&
            dims->kernel_input_feature == form->kernel_input &&
            counts_from(dims->kernel_spatial, form->kernel_spatial, form->rank)) {
            return form;
        }
    }
    return NULL;
}

/* The scales of the result are those of the kernel times one number. */
static bool scales_are_proportional(const struct quantized *kernel, const struct quantized *to) {
    for (uint32_t i = 0; i < to->count; i++) {
        double first = to->scales[0] / kernel->scales[0];
        if (fabs((to->scales[i] / kernel->scales[i] - first) / first) > 0.001) {
            return false;
        }
    }
    return true;
}

static bool convolution_is_of_integers(const struct op *op) {
    const struct type *kernel = op_operand(op, 1)->type;
    const struct quantized *rhs = quantized_of(kernel), *to = quantized_of(op_result(op, 0)->type);
    struct int_list dilation = op_ints(op, "lhs_dilation");
    if (!zero_points_are_zero(rhs)) {
        return false;
    }
    if (quantized_by_axis(rhs) &&
        (!zero_points_are_zero(to) || rhs->axis != (int32_t)kernel->rank - 1 ||
         rhs->count != to->count || !scales_are_proportional(rhs, to))) {
        return false;
    }
    for (uint32_t i = 0; i < dilation.count; i++) {
        if (dilation.items[i] != 1) {
            return false;
        }
    }
    return form_of(op) != NULL;
}

/* --- which products --------------------------------------------------------------------------- */

bool product_is_hybrid(const struct op *op) {
    const struct quantized *rhs = quantized_of(op_operand(op, 1)->type);
    return !quantized_of(op_operand(op, 0)->type) && !quantized_of(op_result(op, 0)->type) &&
           (quantized_by_tensor(rhs) || quantized_by_axis(rhs));
}

bool product_is_of_integers(const struct op *op) {
    const struct quantized *lhs = quantized_of(op_operand(op, 0)->type);
    const struct quantized *rhs = quantized_of(op_operand(op, 1)->type);
    const struct quantized *to = quantized_of(op_result(op, 0)->type);
    bool alike = (quantized_by_tensor(rhs) && quantized_by_tensor(to)) ||
                 (quantized_by_axis(rhs) && quantized_by_axis(to));
    return quantized_by_tensor(lhs) && alike &&
           (!op_is(op, OP_CONVOLUTION) || convolution_is_of_integers(op));
}

static struct product_dims dims_of(const struct op *op) {
    if (op_is(op, OP_CONVOLUTION)) {
        return form_of(op)->dims;
    }
    if (op_is(op, OP_DOT)) {
        return (struct product_dims){.lhs_contracting = DIM(1), .rhs_contracting = DIM(0)};
    }
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    return (struct product_dims){.lhs_batching = dims->lhs_batching,
                                 .lhs_contracting = dims->lhs_contracting,
                                 .rhs_batching = dims->rhs_batching,
                                 .rhs_contracting = dims->rhs_contracting};
}

/* --- of floats -------------------------------------------------------------------------------- */

/* The barrier keeps the weights from being folded. */
void replace_hybrid(struct quant_math *math) {
    struct op *op = math->op;
    const struct quantized *from = math->operands[1];
    int64_t axis = math_axis(from);
    struct value *weights = op_operand(op, 1);
    weights = build_unary(&math->at, OP_OPTIMIZATION_BARRIER, weights, weights->type);
    struct value *scales = math_scales(math, from);
    struct value *zero_points = math_zero_points(math, from, true);
    weights = math_convert(math, weights, math_f32_type(math));
    if (!zero_points_are_zero(from)) {
        weights = math_broadcast(math, OP_CHLO_BROADCAST_SUBTRACT, weights, zero_points, axis);
    }
    weights = math_broadcast(math, OP_CHLO_BROADCAST_MULTIPLY, weights, scales, axis);
    op_set_operand(op, 1, weights);
}

/* --- what zero points add --------------------------------------------------------------------- */

/* The sum of an operand over dimensions, times the other one's zero point. */
static struct value *sum_of(struct quant_math *math, struct value *value, int64_t zero_point,
                            struct int_list reduced) {
    value = math_convert(math, value, math_i32_type(math));
    struct value *sum =
        build_reduce(&math->at, OP_ADD, value, math_i32(math, 0), reduced.count, reduced.items);
    return math_broadcast(math, OP_CHLO_BROADCAST_MULTIPLY, sum, math_i32(math, zero_point), -1);
}

/* The extents of the result as a list, known or not. */
static struct value *extents_of(struct quant_math *math, struct value *value) {
    struct value *extents[MAX_RANK];
    const struct type *i64 = type_integer(math->module->context, 64, SIGNLESS);
    for (uint32_t dim = 0; dim < value->type->rank; dim++) {
        int64_t size = value->type->dims[dim];
        if (size != DIM_DYNAMIC) {
            extents[dim] =
                build_integers(&math->at, i64_tensor(&math->at, 1, (const int64_t[]){1}), size);
            continue;
        }
        extents[dim] = build_dimension_size(&math->at, value, dim);
        extents[dim] = math_convert(math, extents[dim], i64);
        extents[dim] = build_reshape(&math->at, extents[dim], 1, (const int64_t[]){1});
    }
    return build_concatenate(&math->at, value->type->rank, extents, 0);
}

/* A sum in the shape of the result: batches first, other dimensions from `next` on. */
static struct value *spread(struct quant_math *math, struct value *sum, struct int_list reduced,
                            struct int_list batching, int64_t next, struct value *product,
                            struct value **extents) {
    int64_t dims[MAX_RANK], batch = 0, from = 0;
    for (uint32_t i = 0; i < sum->type->rank; i++, from++) {
        while (int_list_has(reduced, from)) {
            from++;
        }
        dims[i] = int_list_has(batching, from) ? batch++ : next++;
    }
    if (type_is_static(product->type)) {
        return build_broadcast_in_dim(&math->at, sum, product->type, sum->type->rank, dims);
    }
    *extents = *extents ? *extents : extents_of(math, product);
    return build_dynamic_broadcast_in_dim(&math->at, sum, *extents, product->type, sum->type->rank,
                                          dims);
}

static struct int_list joined(int64_t *items, struct int_list a, struct int_list b) {
    for (uint32_t i = 0; i < a.count + b.count; i++) {
        items[i] = i < a.count ? a.items[i] : b.items[i - a.count];
    }
    return (struct int_list){items, a.count + b.count};
}

/* Both zero points, for each element that is summed over. */
static struct value *both_points(struct quant_math *math, struct value *offset, struct value *rhs,
                                 struct int_list reduced) {
    int64_t count = 1;
    bool is_open = false;
    struct value *open = math_i32(math, 1);
    for (uint32_t i = 0; i < reduced.count; i++) {
        int64_t size = rhs->type->dims[reduced.items[i]];
        if (size == DIM_DYNAMIC) {
            struct value *extent = build_dimension_size(&math->at, rhs, reduced.items[i]);
            open = build_binary(&math->at, OP_MULTIPLY, open, extent);
            is_open = true;
        } else {
            count = (int32_t)(count * size);
        }
    }
    struct value *all = math_i32(math, math->operands[0]->zero_points[0] *
                                           math->operands[1]->zero_points[0] * count);
    all = is_open ? build_binary(&math->at, OP_MULTIPLY, all, open) : all;
    return math_broadcast(math, OP_CHLO_BROADCAST_SUBTRACT, offset, all, -1);
}

/* What the zero points add to a product; NULL: nothing. */
static struct value *offset_of(struct quant_math *math, const struct product_dims *dims,
                               struct value *lhs, struct value *rhs, struct value *product) {
    int64_t lhs_point = math->operands[0]->zero_points[0];
    int64_t rhs_point =
        quantized_by_tensor(math->operands[1]) ? math->operands[1]->zero_points[0] : 0;
    int64_t lhs_items[MAX_RANK], rhs_items[MAX_RANK];
    struct int_list lhs_reduced = joined(lhs_items, dims->lhs_spatial, dims->lhs_contracting);
    struct int_list rhs_reduced = joined(rhs_items, dims->rhs_spatial, dims->rhs_contracting);
    struct value *offset = NULL, *extents = NULL;
    if (rhs_point != 0) {
        offset = sum_of(math, lhs, rhs_point, lhs_reduced);
        offset = spread(math, offset, lhs_reduced, dims->lhs_batching, dims->lhs_batching.count,
                        product, &extents);
    }
    if (lhs_point != 0) {
        bool is_conv = dims->lhs_spatial.count > 0 && dims->rhs_spatial.count > 0;
        int64_t next = is_conv ? dims->lhs_contracting.items[0]
                               : (int64_t)lhs->type->rank - dims->lhs_contracting.count;
        struct value *other = sum_of(math, rhs, lhs_point, rhs_reduced);
        other = spread(math, other, rhs_reduced, dims->rhs_batching, next, product, &extents);
        offset = offset ? build_add(&math->at, offset, other) : other;
    }
    return lhs_point != 0 && rhs_point != 0 ? both_points(math, offset, rhs, rhs_reduced) : offset;
}

/* --- of integers ------------------------------------------------------------------------------ */

static void copy_properties(struct module *module, struct op *to, const struct op *from) {
    for (uint32_t i = 0; i < from->properties.count; i++) {
        op_set_property(module, to, from->properties.items[i].name,
                        from->properties.items[i].value);
    }
}

/* The zero point stands around the operand instead of zeros. */
static void pad_explicitly(struct quant_math *math, struct op *kernel,
                           const struct product_dims *dims) {
    struct context *context = math->module->context;
    struct int_list padding = op_ints(kernel, "padding");
    struct value *lhs = op_operand(kernel, 0);
    int64_t low[MAX_RANK] = {0}, high[MAX_RANK] = {0}, none[MAX_RANK] = {0}, zero = 0;
    bool any = false;
    for (uint32_t i = 0; i < padding.count; i++) {
        any = any || padding.items[i] != 0;
    }
    if (!any) {
        return;
    }
    struct builder at = builder_before(math->module, kernel);
    const struct type *scalar =
        type_tensor(context, type_integer(context, 8, SIGNLESS), 0, NULL, NULL);
    struct value *point = build_integers(&at, scalar, math->operands[0]->zero_points[0]);
    for (uint32_t i = 0; i < dims->lhs_spatial.count; i++) {
        low[dims->lhs_spatial.items[i]] = padding.items[2 * i];
        high[dims->lhs_spatial.items[i]] = padding.items[2 * i + 1];
    }
    op_set_operand(kernel, 0, build_pad(&at, lhs, point, low, high, none));
    const int64_t extents[2] = {(int64_t)lhs->type->rank - 2, 2};
    op_set_property(math->module, kernel, "padding",
                    attr_dense(context, i64_tensor(&at, 2, extents), &zero, sizeof zero, true));
}

/* The product of what is stored, in 32 bits. */
static struct value *product_of_integers(struct quant_math *math, const struct product_dims *dims) {
    struct op *op = math->op;
    enum op_id id = op_is(op, OP_CONVOLUTION) ? OP_CONVOLUTION : OP_DOT_GENERAL;
    struct op *kernel = op_stand_in(math->module, op, id, 0);
    copy_properties(math->module, kernel, op);
    if (op_is(op, OP_DOT)) {
        const struct dot_dims plain = {.lhs_contracting = DIM(1), .rhs_contracting = DIM(0)};
        op_set_property(math->module, kernel, "dot_dimension_numbers",
                        attr_dot_dims(math->module->context, &plain));
    }
    struct value *product = op_result(kernel, 0);
    product->type = type_with_element(math->module->context, product->type, math_i32_type(math));
    if (id == OP_CONVOLUTION) {
        pad_explicitly(math, kernel, dims);
    }
    return product;
}

/* Times a number, by way of f32. */
static struct value *times(struct quant_math *math, struct value *value, struct value *factor) {
    value = math_convert(math, value, math_f32_type(math));
    value = math_broadcast(math, OP_CHLO_BROADCAST_MULTIPLY, value, factor, -1);
    return math_convert(math, value, math_i32_type(math));
}

void replace_product(struct quant_math *math) {
    const struct quantized *to = math->result;
    struct product_dims dims = dims_of(math->op);
    struct value *product = product_of_integers(math, &dims);
    struct value *offset =
        offset_of(math, &dims, op_operand(product->op, 0), op_operand(product->op, 1), product);
    double scale = math->operands[0]->scales[0] * math->operands[1]->scales[0] / to->scales[0];
    if (fabs(scale - 1.0) > 0.001) {
        struct value *factor = math_f32(math, scale);
        product = times(math, product, factor);
        offset = offset ? times(math, offset, factor) : NULL;
    }
    struct value *point = math_i32(math, quantized_by_tensor(to) ? to->zero_points[0] : 0);
    if (offset) { /* a scalar less a tensor: the tensor's shape */
        struct value *operands[2] = {point, offset};
        point = build_value(&math->at, OP_CHLO_BROADCAST_SUBTRACT, 2, operands, product->type);
    }
    product = math_broadcast(math, OP_CHLO_BROADCAST_ADD, product, point, -1);
    math_replace(math, math_convert(math, product, type_element(op_result(math->op, 0)->type)));
}
