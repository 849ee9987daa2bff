/* stablehlo.convolution, stablehlo.dynamic_conv */
#include "ops/attrs/attrs.h"
#include "ops/hooks.h"

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

static bool convolution_emit(const struct op *op, struct kernel_builder *builder) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    uint32_t spatial = dims->input_spatial.count;
    if (spatial < 1 || spatial > 3) {
        return kernel_unsupported(builder, op,
                                  "with %u spatial dimensions cannot be compiled: 1 to "
                                  "3 were expected",
                                  spatial);
    }
    struct node_convolution convolution = {.feature_groups = op_int(op, "feature_group_count", 1),
                                           .batch_groups = op_int(op, "batch_group_count", 1)};
    convolution_dims(dims, &convolution);
    convolution_window(op, spatial, &convolution.window);
    kernel_result(builder, op, 0,
                  node_convolve(builder, op_result(op, 0)->type, kernel_operand(builder, op, 0),
                                kernel_operand(builder, op, 1), &convolution));
    return true;
}

static bool divide_groups(struct op *op, struct partition_builder *builder, const char *name,
                          struct axis_list axes) {
    int64_t count = op_int(op, name, 1), parts = partition_parts(builder, axes);
    if (count == 1 || parts == 1) {
        return true;
    }
    if (count % parts != 0 && parts % count != 0) {
        return partition_error(builder, "has %lld groups, sharded into %lld parts",
                               (long long)count, (long long)parts);
    }
    struct module *module = partition_at(builder)->module;
    op_set_property(module, op, name,
                    attr_i64(module->context, count % parts == 0 ? count / parts : 1));
    return true;
}

/* Windows lie across parts: spatial dimensions are whole, and those of the kernel too, even where
 * the rule would sum over them. Each part has its share of the groups. */
static bool convolution_partition(struct op *op, struct partition_builder *builder) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    enum partition_phase phase = partition_phase(builder);
    for (uint32_t i = 0; i < dims->kernel_spatial.count; i++) {
        if (phase == PARTITION_CHOOSE) {
            partition_keep_whole(builder, 1, (uint32_t)dims->kernel_spatial.items[i]);
        } else if (phase == PARTITION_LOCALIZE) {
            partition_keep_whole(builder, 0, (uint32_t)dims->input_spatial.items[i]);
            partition_keep_result_whole(builder, 0, (uint32_t)dims->output_spatial.items[i]);
        }
    }
    if (phase == PARTITION_LOCALIZE) {
        struct axis_list features =
            partition_operand_axes(builder, 1, (uint32_t)dims->kernel_output_feature);
        struct axis_list batch = partition_operand_axes(builder, 0, (uint32_t)dims->input_batch);
        if (!divide_groups(op, builder, "feature_group_count", features) ||
            !divide_groups(op, builder, "batch_group_count", batch)) {
            return false;
        }
    }
    return partition_by_rule(op, builder);
}

/* One of the two ways in which a spatial dimension of the input can be sharded, with what is left
 * of its size: along the windows, which are the result's dimension, or within them, the kernel's.
 */
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
    .traits = OP_PURE,
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
    .verify = verify_convolution,
    .infer = infer_nothing,
    .rule = convolution_rule,
    .partition = convolution_partition,
    .emit = convolution_emit,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_dynamic_conv = {
    .name = "stablehlo.dynamic_conv",
    .summary = "convolution with padding known at run time",
    .traits = OP_PURE,
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
    .verify = verify_dynamic_conv,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
