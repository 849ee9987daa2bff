/* stablehlo.convolution, stablehlo.dynamic_conv */
#include "ops/attrs/attrs.h"
#include "ops/hooks.h"
#include "ops/stablehlo/dynamic/known_sizes.h"
#include "ops/stablehlo/linear/linear.h"
#include "ops/stablehlo/reduction/windows.h"

static struct int_list side_dims(int64_t first, int64_t second, struct int_list spatial,
                                 int64_t *dims) {
    uint32_t count = 0;
    dims[count++] = first;
    dims[count++] = second;
    for (uint32_t i = 0; i < spatial.count && count < MAX_RANK; i++) {
        dims[count++] = spatial.items[i];
    }
    return (struct int_list){dims, count};
}

static bool check_side(const struct op *op, struct context *context, const char *name,
                       struct int_list dims) {
    if (!ints_distinct(dims)) {
        return fault(op, context, "expects %s dimension-numbers to be unique, got {%s}.", name,
                     say_bare(context, dims.count, dims.items));
    }
    return true;
}

static bool check_numbers(const struct op *op, struct context *context,
                          const struct conv_dims *dims) {
    int64_t a[MAX_RANK], b[MAX_RANK], c[MAX_RANK];
    uint32_t count = dims->input_spatial.count;
    if (dims->kernel_spatial.count != count || dims->output_spatial.count != count) {
        return fault(op, context,
                     "expects the same size for input, kernel and output spatial-dimensions, but "
                     "got %u, %u, and %u resp.",
                     count, dims->kernel_spatial.count, dims->output_spatial.count);
    }
    struct int_list input =
        side_dims(dims->input_batch, dims->input_feature, dims->input_spatial, a);
    struct int_list kernel =
        side_dims(dims->kernel_input_feature, dims->kernel_output_feature, dims->kernel_spatial, b);
    struct int_list output =
        side_dims(dims->output_batch, dims->output_feature, dims->output_spatial, c);
    for (uint32_t i = 0; i < input.count; i++) {
        int64_t rank = operand_type(op, 0)->rank;
        if (a[i] < 0 || a[i] >= rank || b[i] < 0 || b[i] >= rank || c[i] < 0 || c[i] >= rank) {
            return fault(op, context,
                         "expects input, kernel, and output dimension-numbers to be in-range [0, "
                         "%lld).",
                         (long long)rank);
        }
    }
    return check_side(op, context, "input", input) && check_side(op, context, "kernel", kernel) &&
           check_side(op, context, "output", output);
}

static bool check_group_counts(const struct op *op, struct context *context,
                               const struct conv_dims *dims) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    int64_t features = op_int(op, "feature_group_count", 1);
    int64_t batches = op_int(op, "batch_group_count", 1);
    int64_t input_batch = lhs->dims[dims->input_batch];
    int64_t input_features = lhs->dims[dims->input_feature];
    int64_t kernel_inputs = rhs->dims[dims->kernel_input_feature];
    int64_t kernel_outputs = rhs->dims[dims->kernel_output_feature];
    if (features > 1 && batches > 1) {
        return fault(op, context,
                     "expects batch_group_count and feature_group_count not to be both greater "
                     "than 1. Got %lld and %lld resp.",
                     (long long)batches, (long long)features);
    }
    if (input_batch != DIM_DYNAMIC && input_batch % batches != 0) {
        return fault(op, context,
                     "expects input batch dimension (%lld) to be divisible by batch_group_count. "
                     "Got batch_group_count = %lld.",
                     (long long)input_batch, (long long)batches);
    }
    if (input_features != DIM_DYNAMIC && input_features % features != 0) {
        return fault(op, context,
                     "expects input feature dimension (%lld) to be a multiple of "
                     "feature_group_count. Got feature_group_count = %lld.",
                     (long long)input_features, (long long)features);
    }
    if (input_features != DIM_DYNAMIC && kernel_inputs != DIM_DYNAMIC &&
        input_features / features != kernel_inputs) {
        return fault(op, context,
                     "expects input feature dimension (%lld) / feature_group_count = kernel input "
                     "feature dimension (%lld). Got feature_group_count = %lld.",
                     (long long)input_features, (long long)kernel_inputs, (long long)features);
    }
    if (kernel_outputs != DIM_DYNAMIC && kernel_outputs % batches != 0) {
        return fault(op, context,
                     "expects output feature dimension size (%lld) to be a multiple of "
                     "batch_group_count. Got batch_group_count = %lld.",
                     (long long)kernel_outputs, (long long)batches);
    }
    if (kernel_outputs != DIM_DYNAMIC && kernel_outputs % features != 0) {
        return fault(op, context,
                     "expects kernel output feature dimension (%lld) to be divisible by "
                     "feature_group_count. For feature_group_count = %lld.",
                     (long long)kernel_outputs, (long long)features);
    }
    return true;
}

static bool check_convolution(const struct op *op, struct context *context,
                              const struct conv_dims *dims) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    if (lhs->rank < 2) {
        return fault(op, context,
                     "expects convolution arguments to have >= 2 dimensions. Got: '%s' "
                     "and '%s'.",
                     say_type(context, lhs), say_type(context, rhs));
    }
    if (lhs->rank != rhs->rank) {
        return fault(
            op, context,
            "expects convolution arguments to have same number of dimensions. Got: '%s' and "
            "'%s'.",
            say_type(context, lhs), say_type(context, rhs));
    }
    bool quantized = type_as_quantized(lhs->element) || type_as_quantized(rhs->element);
    if (!quantized && !elements_convolve(lhs->element, rhs->element)) {
        return fault(op, context,
                     "expects lhs and rhs to have compatible element type. Got: '%s' and '%s'",
                     say_type(context, lhs->element), say_type(context, rhs->element));
    }
    if (!check_numbers(op, context, dims) || !check_group_counts(op, context, dims) ||
        !check_precision(op, context)) {
        return false;
    }
    return dims->input_spatial.count + 2 == lhs->rank ||
           fault(op, context, "expects convolution arguments to have %u dimensions. Got: %u",
                 dims->input_spatial.count + 2, lhs->rank);
}

static bool conv_window(const struct op *op, struct context *context, const struct conv_dims *dims,
                        const char *padding, struct window_dims *window) {
    const struct window_names names = {
        .strides = "window_strides",
        .padding = padding,
        .base_dilations = "lhs_dilation",
        .window_dilations = "rhs_dilation",
        .reversal = "window_reversal",
    };
    int64_t sizes[MAX_RANK];
    for (uint32_t i = 0; i < dims->kernel_spatial.count; i++) {
        sizes[i] = operand_type(op, 1)->dims[dims->kernel_spatial.items[i]];
    }
    return check_window(op, context, (struct int_list){sizes, dims->kernel_spatial.count}, &names,
                        window);
}

static bool check_conv_quantization(const struct op *op, struct context *context,
                                    const struct conv_dims *dims) {
    const struct quantized *rhs = type_as_quantized(operand_type(op, 1)->element);
    const struct quantized *result = type_as_quantized(op_result(op, 0)->type->element);
    if (rhs && rhs->axis != QUANTIZED_PER_TENSOR && rhs->axis != dims->kernel_output_feature) {
        return fault(op, context,
                     "quantization dimension of rhs should be same with "
                     "kernel_output_feature_dimension: %d and %lld",
                     rhs->axis, (long long)dims->kernel_output_feature);
    }
    if (result && result->axis != QUANTIZED_PER_TENSOR && result->axis != dims->output_feature) {
        return fault(op, context,
                     "quantization dimension of result should be same with "
                     "output_feature_dimension: %d and %lld",
                     result->axis, (long long)dims->output_feature);
    }
    return check_mixed_quantization(op, context);
}

static void conv_shape(const struct op *op, const struct conv_dims *dims,
                       const struct window_dims *window, int64_t *shape) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1);
    int64_t batch = lhs->dims[dims->input_batch];
    shape[dims->output_batch] =
        batch == DIM_DYNAMIC ? DIM_DYNAMIC : batch / op_int(op, "batch_group_count", 1);
    shape[dims->output_feature] = rhs->dims[dims->kernel_output_feature];
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        shape[dims->output_spatial.items[i]] =
            window_extent(window, i, lhs->dims[dims->input_spatial.items[i]]);
    }
}

static bool convolution_verify(const struct op *op, struct context *context) {
    const struct conv_dims *dims = attr_as_conv(op_attr(op, "dimension_numbers"));
    struct window_dims window;
    int64_t shape[MAX_RANK];
    if (!check_convolution(op, context, dims) ||
        !conv_window(op, context, dims, "padding", &window)) {
        return false;
    }
    conv_shape(op, dims, &window, shape);
    return check_result_shape(op, context, operand_type(op, 0)->rank, shape) &&
           check_conv_quantization(op, context, dims);
}

static const struct type *conv_type(const struct op *op, struct context *context,
                                    const struct conv_dims *dims,
                                    const struct window_dims *window) {
    int64_t shape[MAX_RANK];
    conv_shape(op, dims, window, shape);
    return type_tensor(context, op_result(op, 0)->type->element, operand_type(op, 0)->rank, shape,
                       NULL);
}

static bool convolution_infer(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct conv_dims *dims = attr_as_conv(op_attr(op, "dimension_numbers"));
    struct window_dims window;
    if (!conv_window(op, context, dims, "padding", &window)) {
        return false;
    }
    types[0] = conv_type(op, context, dims, &window);
    return true;
}

static bool dynamic_conv_verify(const struct op *op, struct context *context) {
    const struct conv_dims *dims = attr_as_conv(op_attr(op, "dimension_numbers"));
    const struct type *padding = operand_type(op, 2);
    struct window_dims window;
    if (!check_convolution(op, context, dims)) {
        return false;
    }
    if (padding->dims[0] != (int64_t)dims->input_spatial.count || padding->dims[1] != 2) {
        return fault(op, context, "expects padding to be of shape [%u, 2], but got %s",
                     dims->input_spatial.count, say_dims(context, padding));
    }
    if (!conv_window(op, context, dims, NULL, &window)) {
        return false;
    }
    if (!check_conv_quantization(op, context, dims)) {
        return false;
    }
    return result_type(op, 0)->rank == operand_type(op, 0)->rank ||
           fault(op, context, "expects the result to have %u dimensions. Got: %u",
                 operand_type(op, 0)->rank, result_type(op, 0)->rank);
}

static bool dynamic_conv_infer(const struct op *op, struct context *context,
                               const struct type **types) {
    const struct conv_dims *dims = attr_as_conv(op_attr(op, "dimension_numbers"));
    struct window_dims window;
    struct int_list padding;
    if (!constant_integers(op_operand(op, 2), &padding) ||
        !conv_window(op, context, dims, NULL, &window)) {
        return false;
    }
    for (uint32_t i = 0; i < window.rank; i++) {
        window.low[i] = padding.items[2 * i];
        window.high[i] = padding.items[2 * i + 1];
    }
    types[0] = conv_type(op, context, dims, &window);
    return true;
}

static int64_t window_item(const struct op *op, const char *name, uint32_t index,
                           int64_t otherwise) {
    struct int_list list = op_ints(op, name);
    return index < list.count ? list.items[index] : otherwise;
}

static void convolution_dims(const struct conv_dims *dims, struct node_convolution *convolution) {
    convolution->spatial = dims->input_spatial.count;
    convolution->input_batch = (uint32_t)dims->input_batch;
    convolution->input_feature = (uint32_t)dims->input_feature;
    convolution->kernel_input = (uint32_t)dims->kernel_input_feature;
    convolution->kernel_output = (uint32_t)dims->kernel_output_feature;
    convolution->output_batch = (uint32_t)dims->output_batch;
    convolution->output_feature = (uint32_t)dims->output_feature;
    for (uint32_t s = 0; s < convolution->spatial; s++) {
        convolution->input_spatial[s] = (uint32_t)dims->input_spatial.items[s];
        convolution->kernel_spatial[s] = (uint32_t)dims->kernel_spatial.items[s];
        convolution->output_spatial[s] = (uint32_t)dims->output_spatial.items[s];
    }
}

static void convolution_window(const struct op *op, uint32_t spatial, struct node_window *window) {
    for (uint32_t s = 0; s < spatial; s++) {
        window->stride[s] = window_item(op, "window_strides", s, 1);
        window->pad_low[s] = window_item(op, "padding", 2 * s, 0);
        window->pad_high[s] = window_item(op, "padding", 2 * s + 1, 0);
        window->input_dilation[s] = window_item(op, "lhs_dilation", s, 1);
        window->kernel_dilation[s] = window_item(op, "rhs_dilation", s, 1);
        window->reversed[s] = window_item(op, "window_reversal", s, 0) != 0;
    }
}

/* The matrix type with a third dimension, of one element. */
static const struct type *with_one(struct kernel_builder *builder, const struct type *type) {
    int64_t dims[3] = {type->dims[0], type->dims[1], 1};
    return type_tensor(kernel_context(builder), type->element, 3, dims, NULL);
}

/* A convolution of matrices has no windows: it is one with windows of one element. */
static void convolve_matrices(const struct op *op, struct kernel_builder *builder,
                              struct node_convolution *convolution) {
    struct node *operands[2];
    for (uint32_t i = 0; i < 2; i++) {
        const struct type *type = with_one(builder, op_operand(op, i)->type);
        operands[i] = node_reshape(builder, type, kernel_operand(builder, op, i));
    }
    convolution->spatial = 1;
    convolution->input_spatial[0] = convolution->kernel_spatial[0] = 2;
    convolution->output_spatial[0] = 2;
    convolution_window(op, 1, &convolution->window);
    struct node *result = node_convolve(builder, with_one(builder, op_result(op, 0)->type),
                                        operands[0], operands[1], convolution);
    kernel_result(builder, op, 0, node_reshape(builder, op_result(op, 0)->type, result));
}

static bool convolution_emit(const struct op *op, struct kernel_builder *builder) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    uint32_t spatial = dims->input_spatial.count;
    if (spatial > 3) {
        return kernel_unsupported(
            builder, op, "with %u spatial dimensions cannot be compiled: at most 3 were expected",
            spatial);
    }
    struct node_convolution convolution = {.feature_groups = op_int(op, "feature_group_count", 1),
                                           .batch_groups = op_int(op, "batch_group_count", 1),
                                           .direct = asks_for_precision(op)};
    convolution_dims(dims, &convolution);
    if (spatial == 0) {
        convolve_matrices(op, builder, &convolution);
        return true;
    }
    convolution_window(op, spatial, &convolution.window);
    kernel_result(builder, op, 0,
                  node_convolve(builder, op_result(op, 0)->type, kernel_operand(builder, op, 0),
                                kernel_operand(builder, op, 1), &convolution));
    return true;
}

/* The groups of one device: of `count`, where axes cut the dimension that the groups cut too. */
static bool local_groups(struct partition_builder *builder, struct axis_list axes, int64_t *count) {
    int64_t parts = partition_parts(builder, axes);
    if (*count == 1 || parts == 1) {
        return true;
    }
    if (*count % parts != 0 && parts % *count != 0) {
        return partition_error(builder, "has %lld groups, sharded into %lld parts",
                               (long long)*count, (long long)parts);
    }
    *count = *count % parts == 0 ? *count / parts : 1;
    return true;
}

/* `dim`: of the input. */
static void set_padding(struct module *module, struct op *op, uint32_t dim, int64_t low,
                        int64_t high) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    int64_t rows[MAX_RANK][2] = {{0}}, shape[2] = {dims->input_spatial.count, 2};
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        bool is_set = dims->input_spatial.items[i] == dim;
        rows[i][0] = is_set ? low : op_int_at(op, "padding", 2 * i, 0);
        rows[i][1] = is_set ? high : op_int_at(op, "padding", 2 * i + 1, 0);
    }
    struct context *context = module->context;
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, shape, NULL);
    op_set_property(module, op, "padding",
                    attr_dense(context, type, rows, (size_t)shape[0] * sizeof *rows, false));
}

static bool is_spatially_sharded(const struct partition_builder *builder,
                                 const struct conv_dims *dims) {
    int64_t parts = 1;
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        uint32_t input = (uint32_t)dims->input_spatial.items[i];
        uint32_t output = (uint32_t)dims->output_spatial.items[i];
        parts *= partition_parts(builder, partition_operand_axes(builder, 0, input));
        parts *= partition_parts(builder, partition_result_axes(builder, 0, output));
    }
    return parts > 1;
}

/* Groups in uneven parts are padded with groups, but not in a computation around halos. */
static void need_even_groups(const struct op *op, const struct partition_builder *builder,
                             const struct conv_dims *dims, const char *name, int64_t input,
                             struct need_list *needs) {
    int64_t count = op_int(op, name, 1);
    int64_t parts = partition_parts(builder, partition_operand_axes(builder, 0, (uint32_t)input));
    if (count > 1 && count % parts != 0 && parts % count != 0) {
        need_operand(needs, NEED_EXCHANGED, 0, (uint32_t)input);
        need_operand(needs, NEED_EXCHANGED, 1, (uint32_t)dims->kernel_output_feature);
        need_result(needs, NEED_EXCHANGED, op, 0, (uint32_t)dims->output_feature);
    }
}

/* One spatial dimension as numbers. */
struct spatial_dim {
    uint32_t input, kernel, output; /* which dimension of each it is */
    int64_t input_size, kernel_size, output_size, stride, low, dilation, input_dilation;
    bool reversed;
};

static struct spatial_dim spatial_dim_of(const struct op *op, const struct conv_dims *dims,
                                         uint32_t i) {
    struct spatial_dim dim = {.input = (uint32_t)dims->input_spatial.items[i],
                              .kernel = (uint32_t)dims->kernel_spatial.items[i],
                              .output = (uint32_t)dims->output_spatial.items[i],
                              .stride = op_int_at(op, "window_strides", i, 1),
                              .low = op_int_at(op, "padding", 2 * i, 0),
                              .dilation = op_int_at(op, "rhs_dilation", i, 1),
                              .input_dilation = op_int_at(op, "lhs_dilation", i, 1),
                              .reversed = window_item(op, "window_reversal", i, 0) != 0};
    dim.input_size = op_operand(op, 0)->type->dims[dim.input];
    dim.kernel_size = op_operand(op, 1)->type->dims[dim.kernel];
    dim.output_size = op->results[0].type->dims[dim.output];
    return dim;
}

/* What sums along a dimension sharded, as gradients of kernels do along an image: each device sums
 * over its part of the kernel, which looks at about the same part of the input, and the result is a
 * sum over devices. Where that is less than to make both whole; padding would meet elements of the
 * input, which may be infinite. */
static bool sums_over_parts(const struct op *op, const struct partition_builder *builder,
                            const struct spatial_dim *dim) {
    struct axis_list own = partition_operand_axes(builder, 1, dim->kernel);
    struct axis_list other = partition_operand_axes(builder, 0, dim->input);
    int64_t parts = partition_parts(builder, own.count > 0 ? own : other);
    int64_t span = (dim->kernel_size - 1) * dim->dilation + 1;
    int64_t reach = (dim->output_size - 1) * dim->stride + 1;
    bool is_major = dim->output_size < dim->kernel_size && dim->input_size >= dim->kernel_size;
    bool begins_inside = dim->low >= 0 && dim->low < span + reach - 1;
    int64_t whole = type_count(op_operand(op, 0)->type) + type_count(op_operand(op, 1)->type);
    return parts > 1 && partition_may_send(builder) && is_major && begins_inside &&
           dim->kernel_size % parts == 0 && dim->input_dilation == 1 && !dim->reversed &&
           reach <= dim->input_size &&
           (own.count == 0 || other.count == 0 || axes_equal(own, other)) &&
           2 * type_count(op->results[0].type) < whole;
}

static struct need_window input_window(const struct spatial_dim *dim, bool by_kernel) {
    struct need_window window = {
        .low = dim->low, .dilation = dim->input_dilation, .pad = set_padding, .padding = NEED_ZERO};
    if (by_kernel) {
        window.tensor = 1;
        window.dim = dim->kernel;
        window.step = dim->dilation;
        window.reach = (dim->output_size - 1) * dim->stride + 1;
        window.always = true;
    } else {
        window.tensor = 2;
        window.dim = dim->output;
        window.step = dim->stride;
        window.reach = (dim->kernel_size - 1) * dim->dilation + 1;
    }
    return window;
}

/* The windows of the result look at the input; so does the kernel, where it is summed over in
 * parts, each of which makes the whole result's dimension. Else the kernel's spatial dimensions are
 * whole, even where the rule would sum over them. */
static void convolution_needs(const struct op *op, const struct partition_builder *builder,
                              struct need_list *needs) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    if (is_spatially_sharded(builder, dims)) {
        need_even_groups(op, builder, dims, "feature_group_count", dims->input_feature, needs);
        need_even_groups(op, builder, dims, "batch_group_count", dims->input_batch, needs);
    }
    need_padded_for_fold(needs, op, 0, (uint32_t)dims->input_feature);
    need_padded_for_fold(needs, op, 1, (uint32_t)dims->kernel_input_feature);
    for (uint32_t i = 0; i < dims->kernel_spatial.count; i++) {
        struct spatial_dim dim = spatial_dim_of(op, dims, i);
        bool by_kernel = sums_over_parts(op, builder, &dim);
        if (by_kernel) {
            need_result(needs, NEED_WHOLE, op, 0, dim.output);
        } else {
            need_operand(needs, NEED_CHOSEN_WHOLE, 1, dim.kernel);
        }
        need_padded_for_fold(needs, op, 0, dim.input);
        need_padded_for_fold(needs, op, 1, dim.kernel);
        need_halo(needs, 0, dim.input, input_window(&dim, by_kernel));
    }
}

/* Each part has its share of the groups. */
static bool convolution_localize(struct op *op, struct partition_builder *builder) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    struct module *module = partition_at(builder)->module;
    int64_t features = op_int(op, "feature_group_count", 1);
    int64_t batches = op_int(op, "batch_group_count", 1);
    uint32_t kernel_output = (uint32_t)dims->kernel_output_feature;
    if (!partition_is_sharded(builder)) {
        return partition_in_place(op, builder);
    }
    if (!local_groups(builder, partition_operand_axes(builder, 1, kernel_output), &features) ||
        !local_groups(builder, partition_operand_axes(builder, 0, (uint32_t)dims->input_batch),
                      &batches)) {
        return false;
    }
    struct op *part = partition_remake(op, builder);
    if (!part) {
        return false;
    }
    op_set_property(module, part, "feature_group_count", attr_i64(module->context, features));
    op_set_property(module, part, "batch_group_count", attr_i64(module->context, batches));
    return partition_replace(op, builder, op_result(part, 0));
}

/* One of the two ways in which a spatial dimension of the input can be sharded,
 * with what is left of its size: along the windows, which are the result's
 * dimension, or within them, the kernel's. */
static void spatial_factor(struct rule_builder *builder, int64_t *left, int64_t input,
                           int64_t kernel, int64_t output, int64_t size, bool within) {
    size = size < *left ? size : *left;
    if (size > 1) {
        rule_add_binary(builder, input, within ? kernel : NO_DIM, within ? NO_DIM : output, size,
                        within ? FACTOR_REDUCTION : FACTOR_PERMUTATION);
        *left /= size;
    }
}

/* The larger of the two is the major factor. */
static void spatial_factors(const struct op *op, const struct conv_dims *dims, uint32_t i,
                            struct rule_builder *builder) {
    int64_t input = dims->input_spatial.items[i], kernel = dims->kernel_spatial.items[i];
    int64_t output = dims->output_spatial.items[i];
    int64_t windows = op->results[0].type->dims[output];
    int64_t window = op_operand(op, 1)->type->dims[kernel];
    int64_t left = op_operand(op, 0)->type->dims[input];
    bool within_first = windows < window;
    spatial_factor(builder, &left, input, kernel, output, within_first ? window : windows,
                   within_first);
    spatial_factor(builder, &left, input, kernel, output, within_first ? windows : window,
                   !within_first);
}

static bool convolution_rule(const struct op *op, struct rule_builder *builder) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *kernel = op_operand(op, 1)->type, *out = op->results[0].type;
    int64_t batch_groups = op_int(op, "batch_group_count", 1);
    int64_t feature_groups = op_int(op, "feature_group_count", 1);
    if (batch_groups > 1) {
        rule_add_binary(builder, dims->input_batch, dims->kernel_output_feature,
                        dims->output_feature, batch_groups, FACTOR_PASS_THROUGH);
    }
    rule_add_binary(builder, dims->input_batch, NO_DIM, dims->output_batch,
                    out->dims[dims->output_batch], FACTOR_PASS_THROUGH);
    for (uint32_t i = 0; !rule_is_conservative(builder) && i < dims->input_spatial.count; i++) {
        spatial_factors(op, dims, i, builder);
    }
    if (feature_groups > 1) {
        rule_add_binary(builder, dims->input_feature, dims->kernel_output_feature,
                        dims->output_feature, feature_groups, FACTOR_PASS_THROUGH);
    }
    rule_add_binary(builder, dims->input_feature, dims->kernel_input_feature, NO_DIM,
                    kernel->dims[dims->kernel_input_feature], FACTOR_REDUCTION);
    int64_t features = out->dims[dims->output_feature] / (batch_groups * feature_groups);
    if (features > 1) {
        rule_add_binary(builder, NO_DIM, dims->kernel_output_feature, dims->output_feature,
                        features, FACTOR_PASS_THROUGH);
    }
    return true;
}

const struct op_def op_convolution = {
    .name = "stablehlo.convolution",
    .summary = "convolution",
    .traits = OP_PURE | OP_SHAPES_SUFFICE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "window_strides", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "padding", .kind = OP_ATTR_INT_MATRIX},
                   {.name = "lhs_dilation", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "rhs_dilation", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "window_reversal", .kind = OP_ATTR_BOOL_ARRAY},
                   {.name = "dimension_numbers",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.conv"},
                   {.name = "feature_group_count",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_POSITIVE},
                   {.name = "batch_group_count",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_POSITIVE},
                   {.name = "precision_config",
                    .kind = OP_ATTR_ARRAY,
                    .dialect_attr = "stablehlo.precision",
                    .words = "Precision Config attribute"}),
    .form = "( @operands ) dim_numbers = @conv_dims , window = { @window } @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = convolution_verify,
    .infer = convolution_infer,
    .speculatable = speculatable_convolution,
    .rule = convolution_rule,
    .needs = convolution_needs,
    .localize = convolution_localize,
    .emit = convolution_emit,
    .relate = relate_convolution,
    .canonicalize = canonicalize_nothing,
    .bound = convolution_bound,
    .fill = convolution_fill,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = convolution_flops,
    .traffic = traffic_none,
};

const struct op_def op_dynamic_conv = {
    .name = "stablehlo.dynamic_conv",
    .summary = "convolution with padding known at run time",
    .traits = OP_PURE | OP_SHAPES_SUFFICE,
    .operands = OPERANDS({"lhs", VALUE_TENSOR, OP_ONE}, {"rhs", VALUE_TENSOR, OP_ONE},
                         {"padding", VALUE_INT | VALUE_RANK_2 | VALUE_STATIC, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "window_strides", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "lhs_dilation", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "rhs_dilation", .kind = OP_ATTR_INT_ARRAY},
                   {.name = "window_reversal", .kind = OP_ATTR_BOOL_ARRAY},
                   {.name = "dimension_numbers",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.conv"},
                   {.name = "feature_group_count",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_POSITIVE},
                   {.name = "batch_group_count",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_POSITIVE},
                   {.name = "precision_config",
                    .kind = OP_ATTR_ARRAY,
                    .dialect_attr = "stablehlo.precision",
                    .words = "Precision Config attribute"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = dynamic_conv_verify,
    .infer = dynamic_conv_infer,
    .speculatable = speculatable_by_shape,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_static,
    .with_known_sizes = convolution_with_known_sizes,
    .canonicalize = canonicalize_nothing,
    .bound = dynamic_conv_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
