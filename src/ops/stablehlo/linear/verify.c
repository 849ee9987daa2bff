/* Verifiers and type inference of products, decompositions and transforms. */
#include "ops/attrs/attrs.h"
#include "ops/checks.h"
#include "ops/stablehlo/linear/linear.h"
#include "ops/verifiers.h"

static const struct type *type_of(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

/* The result where the shape follows and the element type is free. */
bool check_result_shape(const struct op *op, struct context *context, uint32_t rank,
                        const int64_t *dims) {
    const struct type *result = op_result(op, 0)->type;
    const struct type *inferred = type_tensor(context, result->element, rank, dims, NULL);
    if (types_compatible(inferred, result)) {
        return true;
    }
    return op_fault(op, context,
                    "inferred shape '%s' is incompatible with return type of operation '%s'",
                    say_ints(context, rank, dims), say_type(context, result));
}

static bool check_precision(const struct op *op, struct context *context) {
    const struct attr *config = op_attr(op, "precision_config");
    return !config || config->count <= 2 ||
           fault(op, context, "expects precision config to be empty or have <= 2 elements, got %u",
                 config->count);
}

/* --- dot, dot_general ------------------------------------------------------------------------- */

bool verify_dot(const struct op *op, struct context *context) {
    const struct type *lhs = type_of(op, 0), *rhs = type_of(op, 1);
    int64_t dims[2];
    uint32_t rank = 0;
    if (!check_precision(op, context)) {
        return false;
    }
    if (lhs->rank < 1 || lhs->rank > 2 || rhs->rank < 1 || rhs->rank > 2) {
        return fault(op, context,
                     "expected both lhs/rhs ranks to be either 1 or 2: found %u and %u", lhs->rank,
                     rhs->rank);
    }
    if (!dims_compatible(lhs->dims[lhs->rank - 1], rhs->dims[0])) {
        return fault(
            op, context,
            "expected both lhs/rhs ranks to be either 1 or 2, and the contracted dimensions "
            "to match: found '%s' and '%s'",
            say_type(context, lhs), say_type(context, rhs));
    }
    if (lhs->rank == 2) {
        dims[rank++] = lhs->dims[0];
    }
    if (rhs->rank == 2) {
        dims[rank++] = rhs->dims[1];
    }
    return check_result_shape(op, context, rank, dims);
}

static bool check_dot_dims(const struct op *op, struct context *context, const char *name,
                           struct int_list dims, uint32_t rank) {
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] < 0 || dims.items[i] >= (int64_t)rank) {
            return fault(op, context, "%s value: %lld is out of range: [0, %u)", name,
                         (long long)dims.items[i], rank);
        }
    }
    return true;
}

static bool check_dot_sizes(const struct op *op, struct context *context, const char *what,
                            struct int_list lhs_dims, struct int_list rhs_dims) {
    const struct type *lhs = type_of(op, 0), *rhs = type_of(op, 1);
    for (uint32_t i = 0; i < lhs_dims.count; i++) {
        int64_t a = lhs->dims[lhs_dims.items[i]], b = rhs->dims[rhs_dims.items[i]];
        if (!dims_compatible(a, b)) {
            return fault(op, context, "%s dimension sizes must match for lhs/rhs: %lld and %lld",
                         what, (long long)a, (long long)b);
        }
    }
    return true;
}

/* Also of chlo.ragged_dot. */
bool check_dot_numbers(const struct op *op, struct context *context, const struct dot_dims *dims) {
    const struct type *lhs = type_of(op, 0), *rhs = type_of(op, 1);
    if (dims->lhs_batching.count != dims->rhs_batching.count) {
        return fault(op, context,
                     "lhs and rhs should have the same number of batching dimensions: %u and %u",
                     dims->lhs_batching.count, dims->rhs_batching.count);
    }
    if (dims->lhs_contracting.count != dims->rhs_contracting.count) {
        return fault(op, context,
                     "lhs and rhs should have the same number of contracting dimensions: %u and %u",
                     dims->lhs_contracting.count, dims->rhs_contracting.count);
    }
    return check_dims_distinct(op, context, dims->lhs_batching, dims->lhs_contracting,
                               "lhs_batching_dimensions", "lhs_contracting_dimensions") &&
           check_dims_distinct(op, context, dims->rhs_batching, dims->rhs_contracting,
                               "rhs_batching_dimensions", "rhs_contracting_dimensions") &&
           check_dot_dims(op, context, "lhs_batching_dimensions", dims->lhs_batching, lhs->rank) &&
           check_dot_dims(op, context, "lhs_contracting_dimensions", dims->lhs_contracting,
                          lhs->rank) &&
           check_dot_dims(op, context, "rhs_batching_dimensions", dims->rhs_batching, rhs->rank) &&
           check_dot_dims(op, context, "rhs_contracting_dimensions", dims->rhs_contracting,
                          rhs->rank) &&
           check_dot_sizes(op, context, "batching", dims->lhs_batching, dims->rhs_batching) &&
           check_dot_sizes(op, context, "contracting", dims->lhs_contracting,
                           dims->rhs_contracting);
}

static uint32_t add_free_dims(const struct type *type, struct int_list batching,
                              struct int_list contracting, int64_t *dims, uint32_t rank) {
    for (uint32_t i = 0; i < type->rank; i++) {
        if (!ints_contain(batching, i) && !ints_contain(contracting, i) && rank < MAX_RANK) {
            dims[rank++] = type->dims[i];
        }
    }
    return rank;
}

static bool check_dot_quantization(const struct op *op, struct context *context,
                                   const struct dot_dims *dims) {
    const struct quantized *q = type_as_quantized(type_of(op, 1)->element);
    if (!q) {
        return true;
    }
    for (uint32_t i = 0; i < q->count; i++) {
        if (q->zero_points[i] != 0) {
            return fault(op, context, "Zero point%s of rhs should be 0",
                         q->axis == QUANTIZED_PER_TENSOR ? "" : "s");
        }
    }
    if (q->axis != QUANTIZED_PER_TENSOR && ints_contain(dims->rhs_contracting, q->axis)) {
        return fault(op, context,
                     "Quantization dimension of rhs should not be in the contracting "
                     "dimension of rhs");
    }
    return true;
}

bool verify_dot_general(const struct op *op, struct context *context) {
    const struct dot_dims *dims = attr_as_dot(op_attr(op, "dot_dimension_numbers"));
    const struct attr *precision = op_attr(op, "precision_config");
    int64_t shape[MAX_RANK];
    uint32_t rank = 0;
    if (!check_precision(op, context) || !check_dot_numbers(op, context, dims)) {
        return false;
    }
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        shape[rank++] = type_of(op, 0)->dims[dims->lhs_batching.items[i]];
    }
    rank = add_free_dims(type_of(op, 0), dims->lhs_batching, dims->lhs_contracting, shape, rank);
    rank = add_free_dims(type_of(op, 1), dims->rhs_batching, dims->rhs_contracting, shape, rank);
    if (!check_result_shape(op, context, rank, shape)) {
        return false;
    }
    for (uint32_t i = 0; op_attr(op, "algorithm") && precision && i < precision->count; i++) {
        if (attr_case(precision->items[i], 0) != 0) {
            return fault(op, context,
                         "must specify DEFAULT precision config when algorithm is set.");
        }
    }
    return check_dot_quantization(op, context, dims) && check_mixed_quantization(op, context);
}

/* --- convolution ------------------------------------------------------------------------------ */

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
        int64_t rank = input.count;
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
    const struct type *lhs = type_of(op, 0), *rhs = type_of(op, 1);
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
    const struct type *lhs = type_of(op, 0), *rhs = type_of(op, 1);
    if (lhs->rank < 2 || rhs->rank < 2) {
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
    if (dims->input_spatial.count + 2 != lhs->rank) {
        return fault(op, context, "expects convolution arguments to have %u dimensions. Got: %u",
                     dims->input_spatial.count + 2, lhs->rank);
    }
    return check_precision(op, context) && check_numbers(op, context, dims) &&
           check_group_counts(op, context, dims);
}

static bool conv_window(const struct op *op, struct context *context, const struct conv_dims *dims,
                        const char *padding, struct window *window) {
    const struct window_names names = {
        .strides = "window_strides",
        .padding = padding,
        .base_dilations = "lhs_dilation",
        .window_dilations = "rhs_dilation",
        .reversal = "window_reversal",
    };
    int64_t sizes[MAX_RANK];
    for (uint32_t i = 0; i < dims->kernel_spatial.count; i++) {
        sizes[i] = type_of(op, 1)->dims[dims->kernel_spatial.items[i]];
    }
    return check_window(op, context, (struct int_list){sizes, dims->kernel_spatial.count}, &names,
                        window);
}

static bool check_conv_quantization(const struct op *op, struct context *context,
                                    const struct conv_dims *dims) {
    const struct quantized *rhs = type_as_quantized(type_of(op, 1)->element);
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

bool verify_convolution(const struct op *op, struct context *context) {
    const struct conv_dims *dims = attr_as_conv(op_attr(op, "dimension_numbers"));
    const struct type *lhs = type_of(op, 0), *rhs = type_of(op, 1);
    struct window window;
    if (!check_convolution(op, context, dims) ||
        !conv_window(op, context, dims, "padding", &window)) {
        return false;
    }
    int64_t shape[MAX_RANK], batch = lhs->dims[dims->input_batch];
    shape[dims->output_batch] =
        batch == DIM_DYNAMIC ? DIM_DYNAMIC : batch / op_int(op, "batch_group_count", 1);
    shape[dims->output_feature] = rhs->dims[dims->kernel_output_feature];
    for (uint32_t i = 0; i < dims->input_spatial.count; i++) {
        shape[dims->output_spatial.items[i]] =
            window_extent(&window, i, lhs->dims[dims->input_spatial.items[i]]);
    }
    return check_result_shape(op, context, lhs->rank, shape) &&
           check_conv_quantization(op, context, dims);
}

bool verify_dynamic_conv(const struct op *op, struct context *context) {
    const struct conv_dims *dims = attr_as_conv(op_attr(op, "dimension_numbers"));
    const struct type *padding = type_of(op, 2);
    struct window window;
    if (!check_convolution(op, context, dims) || !conv_window(op, context, dims, NULL, &window)) {
        return false;
    }
    if (padding->dims[0] != (int64_t)dims->input_spatial.count || padding->dims[1] != 2) {
        return fault(op, context, "expects padding to be of shape [%u, 2], but got %s",
                     dims->input_spatial.count, say_dims(context, padding));
    }
    return true;
}

/* --- fft, cholesky, triangular_solve ---------------------------------------------------------- */

static bool check_fft_element(const struct op *op, struct context *context, int64_t kind) {
    const struct type *operand = type_of(op, 0);
    if (kind == FFT_RFFT && operand->element->kind != TYPE_FLOAT) {
        return fault(op, context, "RFFT requires f32 or f64 input type, but is given '%s'.",
                     say_type(context, operand->element));
    }
    if (kind == FFT_RFFT && operand->element->float_kind != FLOAT_F32 &&
        operand->element->float_kind != FLOAT_F64) {
        return fault(op, context, "RFFT requires f32 or f64 input type, but is given '%s'.",
                     say_type(context, operand->element));
    }
    if (kind != FFT_RFFT && operand->element->kind != TYPE_COMPLEX) {
        return fault(op, context,
                     "FFT/IFFT/IRFFT take a complex tensor as input, but is given '%s'.",
                     say_type(context, operand));
    }
    return true;
}

static bool check_fft_extents(const struct op *op, struct context *context, int64_t kind,
                              struct int_list length) {
    const struct type *operand = type_of(op, 0);
    uint32_t first = operand->rank - length.count, last = length.count - 1;
    for (uint32_t i = 0; i < length.count; i++) {
        int64_t extent = operand->dims[first + i];
        bool checked = kind == FFT_RFFT || (kind == FFT_IRFFT && i < last);
        if (checked && !dims_compatible(extent, length.items[i])) {
            const char *found = say_raw(context, operand->rank, operand->dims);
            const char *wanted = say_raw(context, length.count, length.items);
            if (kind == FFT_RFFT) {
                return fault(op, context,
                             "RFFT requires innermost dimensions to be compatible with fft_length. "
                             "Got: %s but wanted %s.",
                             found, wanted);
            }
            return fault(op, context,
                         "IRFFT requires non-final dimensions to be compatible with fft_length. "
                         "Got: %s but wanted %s, and %lld != %lld.",
                         found, wanted, (long long)extent, (long long)length.items[i]);
        }
    }
    int64_t inner = operand->dims[operand->rank - 1], half = length.items[last] / 2 + 1;
    bool empty = dims_compatible(inner, 0) && length.items[last] == 0;
    if (kind == FFT_IRFFT && !empty && !dims_compatible(inner, half)) {
        return fault(op, context,
                     "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. "
                     "Got: %lld but fft_length is %s.",
                     (long long)inner, say_bare(context, length.count, length.items));
    }
    return true;
}

bool verify_fft(const struct op *op, struct context *context) {
    struct int_list length = op_ints(op, "fft_length");
    int64_t kind = attr_case(op_attr(op, "fft_type"), FFT_FFT);
    if (length.count < 1 || length.count > 3) {
        return fault(op, context, "rank must be between 1 and 3, but got %u.", length.count);
    }
    if (!check_fft_element(op, context, kind)) {
        return false;
    }
    if (type_of(op, 0)->rank < length.count) {
        return fault(op, context,
                     "operand rank must not be less than fft rank of %u for operand of type '%s'.",
                     length.count, say_type(context, type_of(op, 0)));
    }
    return check_fft_extents(op, context, kind, length);
}

bool infer_fft(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = type_of(op, 0), *element = operand->element;
    struct int_list length = op_ints(op, "fft_length");
    int64_t kind = attr_case(op_attr(op, "fft_type"), FFT_FFT), dims[MAX_RANK];
    int64_t last = length.items[length.count - 1];
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[i] = operand->dims[i];
    }
    if (kind == FFT_RFFT) {
        element = type_complex(context, element);
        dims[operand->rank - 1] = last != 0 ? last / 2 + 1 : dims[operand->rank - 1];
    } else if (kind == FFT_IRFFT) {
        element = element->element;
        dims[operand->rank - 1] = last;
    }
    types[0] = type_tensor(context, element, operand->rank, dims, NULL);
    return true;
}

bool verify_cholesky(const struct op *op, struct context *context) {
    const struct type *a = type_of(op, 0);
    if (a->rank < 2) {
        return fault(op, context, "argument 'a' must have rank >= 2, got shape %s.",
                     say_bare(context, a->rank, a->dims));
    }
    if (!dims_compatible(a->dims[a->rank - 1], a->dims[a->rank - 2])) {
        return fault(op, context, "minor dimensions of 'a' must have equal size, got shape %s.",
                     say_bare(context, a->rank, a->dims));
    }
    return true;
}

bool verify_triangular_solve(const struct op *op, struct context *context) {
    const struct type *a = type_of(op, 0), *b = type_of(op, 1);
    const struct attr *left = op_attr(op, "left_side");
    if (a->rank < 2) {
        return fault(op, context, "operand 'a' must have rank >= 2, but got '%s'",
                     say_type(context, a));
    }
    uint32_t rank = a->rank;
    if (!dims_compatible(a->dims[rank - 1], a->dims[rank - 2])) {
        return fault(op, context,
                     "two minor dimensions of operand 'a' must be compatible, but got '%s'",
                     say_type(context, a));
    }
    if (rank != b->rank) {
        return fault(op, context, "operands must have equal rank, but got '%s' and '%s'",
                     say_type(context, a), say_type(context, b));
    }
    if (!dims_compatible(a->dims[rank - 1], b->dims[left->integer ? rank - 2 : rank - 1])) {
        return fault(
            op, context,
            "shared dimension of operands 'a' and 'b' must be compatible, but got '%s' and "
            "'%s'",
            say_type(context, a), say_type(context, b));
    }
    for (uint32_t i = 0; i + 2 < rank; i++) {
        if (!dims_compatible(a->dims[i], b->dims[i])) {
            return fault(
                op, context,
                "batch dimensions of the operands must be compatible, but got '%s' and '%s'",
                say_type(context, a), say_type(context, b));
        }
    }
    if (attr_case(op_attr(op, "transpose_a"), TRANSPOSE_NO) == TRANSPOSE_INVALID) {
        return fault(op, context,
                     "Invalid transpose option value for triangular solve: "
                     "TRANSPOSE_INVALID");
    }
    return true;
}

bool infer_triangular_solve(const struct op *op, struct context *context,
                            const struct type **types) {
    (void)context;
    types[0] = type_of(op, 1);
    return true;
}
