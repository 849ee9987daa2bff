/* Products of tensors: dot_general, convolution. */
#include "verify/operations/products.h"

#include "ops/attrs/attrs.h"
#include "ops/stablehlo/reduction/windows.h"
#include "verify/values/field.h"

/* --- sums of products of numbers at places ---------------------------------------------------- */

/* Numbers of a tensor: at `base` and each of the offsets. */
struct numbers_at {
    const struct tensor *tensor;
    const int64_t *offsets;
    int64_t base;
};

static struct number general_dot(struct arithmetic *a, struct kind kind, int64_t count,
                                 const struct numbers_at *x, const struct numbers_at *y) {
    struct number sum = number_of_integer(a, kind, 0);
    struct kind x_kind = kind_of(x->tensor->type), y_kind = kind_of(y->tensor->type);
    for (int64_t i = 0; i < count; i++) {
        struct number p =
            number_convert(a, x_kind, kind, tensor_get(x->tensor, x->base + x->offsets[i]));
        struct number q =
            number_convert(a, y_kind, kind, tensor_get(y->tensor, y->base + y->offsets[i]));
        sum = number_add(a, kind, sum, number_multiply(a, kind, p, q));
    }
    return sum;
}

static struct number dot_at(struct arithmetic *a, struct kind kind, int64_t count,
                            struct numbers_at x, struct numbers_at y) {
    bool floats = kind.class == KIND_FLOAT && kind_of(x.tensor->type).class == KIND_FLOAT &&
                  kind_of(y.tensor->type).class == KIND_FLOAT;
    if (floats) {
        return (struct number){word_dot(a, count, x.tensor->words + x.base, x.offsets,
                                        y.tensor->words + y.base, y.offsets),
                               0};
    }
    return general_dot(a, kind, count, &x, &y);
}

/* --- dot_general ------------------------------------------------------------------------------ */

/* The offsets in a tensor of all places along some of its dimensions, the last one fastest. */
struct offsets {
    int64_t count, *items;
};

static struct offsets offsets_along(const struct type *type, uint32_t count, const int64_t *dims) {
    int64_t strides[MAX_RANK], extents[MAX_RANK], own[MAX_RANK], place[MAX_RANK] = {0}, at = 0;
    struct offsets offsets = {.count = 1};
    strides_of(type, strides);
    for (uint32_t i = 0; i < count; i++) {
        extents[i] = type->dims[dims[i]];
        own[i] = strides[dims[i]];
        offsets.count *= extents[i];
    }
    offsets.items = memory_array((size_t)offsets.count + 1, sizeof(int64_t));
    if (offsets.count == 0) {
        return offsets;
    }
    do {
        offsets.items[at++] = place_offset(count, place, own);
    } while (place_next(count, extents, place));
    return offsets;
}

static struct offsets offsets_of_rest(const struct type *type, struct int_list a,
                                      struct int_list b) {
    int64_t dims[MAX_RANK];
    uint32_t count = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        if (!int_list_has(a, d) && !int_list_has(b, d)) {
            dims[count++] = d;
        }
    }
    return offsets_along(type, count, dims);
}

struct dot_side {
    const struct tensor *tensor;
    struct offsets batch, rest, summed;
};

static struct dot_side side_of(const struct tensor *tensor, struct int_list batch,
                               struct int_list summed) {
    return (struct dot_side){tensor, offsets_along(tensor->type, batch.count, batch.items),
                             offsets_of_rest(tensor->type, batch, summed),
                             offsets_along(tensor->type, summed.count, summed.items)};
}

static void side_free(struct dot_side *side) {
    memory_free(side->batch.items);
    memory_free(side->rest.items);
    memory_free(side->summed.items);
}

static void multiply_sides(struct local *local, const struct dot_side *x, const struct dot_side *y,
                           struct tensor *result) {
    struct kind kind = kind_of(result->type);
    int64_t at = 0;
    for (int64_t b = 0; b < x->batch.count; b++) {
        for (int64_t i = 0; i < x->rest.count; i++) {
            for (int64_t j = 0; j < y->rest.count; j++) {
                struct numbers_at left = {x->tensor, x->summed.items,
                                          x->batch.items[b] + x->rest.items[i]};
                struct numbers_at right = {y->tensor, y->summed.items,
                                           y->batch.items[b] + y->rest.items[j]};
                tensor_put(result, at++,
                           dot_at(&local->e->arithmetic, kind, x->summed.count, left, right));
            }
        }
    }
}

bool local_dot_general(struct local *local) {
    const struct dot_dims *dims = attr_as_dot(op_property(local->op, "dot_dimension_numbers"));
    if (!dims) {
        return evaluate_stop(local->e, local->op, "its dimensions are not known");
    }
    struct dot_side x = side_of(local->operands[0], dims->lhs_batching, dims->lhs_contracting);
    struct dot_side y = side_of(local->operands[1], dims->rhs_batching, dims->rhs_contracting);
    struct tensor *result = local->results[0] = tensor_of(op_result(local->op, 0)->type);
    multiply_sides(local, &x, &y, result);
    result->degree = local->operands[0]->degree + local->operands[1]->degree;
    local->e->elements += (uint64_t)(result->count * x.summed.count);
    side_free(&x);
    side_free(&y);
    return true;
}

/* --- convolution ------------------------------------------------------------------------------ */

struct convolution {
    const struct conv_dims *dims;
    struct int_list stride, padding, lhs_dilation, rhs_dilation, reversal;
    int64_t features, batches; /* groups */
    const struct type *input, *kernel, *output;
    int64_t input_strides[MAX_RANK], kernel_strides[MAX_RANK];
};

static struct convolution convolution_of(const struct op *op) {
    struct convolution c = {
        .dims = attr_as_conv(op_property(op, "dimension_numbers")),
        .stride = op_ints(op, "window_strides"),
        .padding = op_ints(op, "padding"),
        .lhs_dilation = op_ints(op, "lhs_dilation"),
        .rhs_dilation = op_ints(op, "rhs_dilation"),
        .reversal = op_ints(op, "window_reversal"),
        .features = op_int(op, "feature_group_count", 1),
        .batches = op_int(op, "batch_group_count", 1),
        .input = op_operand(op, 0)->type,
        .kernel = op_operand(op, 1)->type,
        .output = op_result(op, 0)->type,
    };
    strides_of(c.input, c.input_strides);
    strides_of(c.kernel, c.kernel_strides);
    return c;
}

/* Offsets of what a window at `output` reads, of input and kernel; returns how many. */
static int64_t window_offsets(const struct convolution *c, const int64_t *output, int64_t *inputs,
                              int64_t *kernels) {
    const struct conv_dims *dims = c->dims;
    uint32_t spatial = dims->input_spatial.count;
    int64_t extents[MAX_RANK], place[MAX_RANK] = {0}, count = 0;
    for (uint32_t s = 0; s < spatial; s++) {
        extents[s] = c->kernel->dims[dims->kernel_spatial.items[s]];
        if (extents[s] == 0) {
            return 0;
        }
    }
    do {
        int64_t input = 0, kernel = 0;
        bool is_inside = true;
        for (uint32_t s = 0; s < spatial; s++) {
            int64_t dilation = int_list_at(c->lhs_dilation, s, 1);
            int64_t extent = c->input->dims[dims->input_spatial.items[s]];
            int64_t tap = int_list_at(c->reversal, s, 0) ? extents[s] - 1 - place[s] : place[s];
            int64_t at = output[dims->output_spatial.items[s]] * int_list_at(c->stride, s, 1) -
                         int_list_at(c->padding, 2 * s, 0) +
                         place[s] * int_list_at(c->rhs_dilation, s, 1);
            is_inside = is_inside && at >= 0 && at % dilation == 0 && at / dilation < extent;
            input += at / dilation * c->input_strides[dims->input_spatial.items[s]];
            kernel += tap * c->kernel_strides[dims->kernel_spatial.items[s]];
        }
        if (is_inside) {
            inputs[count] = input;
            kernels[count++] = kernel;
        }
    } while (place_next(spatial, extents, place));
    return count;
}

/* The window times all features of its group. */
static int64_t add_features(const struct convolution *c, int64_t count, int64_t *inputs,
                            int64_t *kernels) {
    int64_t features = c->kernel->dims[c->dims->kernel_input_feature];
    for (int64_t f = 1; f < features; f++) {
        for (int64_t i = 0; i < count; i++) {
            inputs[f * count + i] = inputs[i] + f * c->input_strides[c->dims->input_feature];
            kernels[f * count + i] =
                kernels[i] + f * c->kernel_strides[c->dims->kernel_input_feature];
        }
    }
    return count * features;
}

/* Where a result's window begins in input and kernel, by its batch and feature. */
static void window_bases(const struct convolution *c, const int64_t *output, int64_t *input,
                         int64_t *kernel) {
    const struct conv_dims *dims = c->dims;
    int64_t feature = output[dims->output_feature], batch = output[dims->output_batch];
    int64_t outputs = c->output->dims[dims->output_feature];
    int64_t per_group = outputs / c->features, per_batch = outputs / c->batches;
    int64_t features = c->kernel->dims[dims->kernel_input_feature];
    int64_t own_batch =
        batch + feature / per_batch * (c->input->dims[dims->input_batch] / c->batches);
    *input = own_batch * c->input_strides[dims->input_batch] +
             feature / per_group * features * c->input_strides[dims->input_feature];
    *kernel = feature * c->kernel_strides[dims->kernel_output_feature];
}

bool local_convolution(struct local *local) {
    struct convolution c = convolution_of(local->op);
    if (!c.dims) {
        return evaluate_stop(local->e, local->op, "its dimensions are not known");
    }
    struct tensor *result = local->results[0] = tensor_of(c.output);
    struct kind kind = kind_of(c.output);
    size_t most = (size_t)local->operands[1]->count + 1;
    int64_t *inputs = memory_array(most, sizeof *inputs);
    int64_t *kernels = memory_array(most, sizeof *kernels);
    int64_t place[MAX_RANK] = {0}, at = 0, input, kernel;
    do {
        if (at >= result->count || local->operands[1]->count == 0) {
            break;
        }
        int64_t count = window_offsets(&c, place, inputs, kernels);
        count = add_features(&c, count, inputs, kernels);
        window_bases(&c, place, &input, &kernel);
        struct numbers_at from = {local->operands[0], inputs, input};
        struct numbers_at weights = {local->operands[1], kernels, kernel};
        tensor_put(result, at++, dot_at(&local->e->arithmetic, kind, count, from, weights));
        local->e->elements += (uint64_t)count;
    } while (place_next(c.output->rank, c.output->dims, place));
    memory_free(inputs);
    memory_free(kernels);
    result->degree = local->operands[0]->degree + local->operands[1]->degree;
    return true;
}
