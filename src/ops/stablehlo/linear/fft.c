/* stablehlo.fft */
#include <math.h>

#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/flops.h"
#include "ops/hooks.h"

static bool check_fft_element(const struct op *op, struct context *context, int64_t kind) {
    const struct type *operand = operand_type(op, 0);
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
    const struct type *operand = operand_type(op, 0);
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

static bool fft_verify(const struct op *op, struct context *context) {
    struct int_list length = op_ints(op, "fft_length");
    int64_t kind = attr_case(op_attr(op, "fft_type"), FFT_FFT);
    if (length.count < 1 || length.count > 3) {
        return fault(op, context, "rank must be between 1 and 3, but got %u.", length.count);
    }
    if (!check_fft_element(op, context, kind)) {
        return false;
    }
    if (operand_type(op, 0)->rank < length.count) {
        return fault(op, context,
                     "operand rank must not be less than fft rank of %u for operand of type '%s'.",
                     length.count, say_type(context, operand_type(op, 0)));
    }
    return check_fft_extents(op, context, kind, length);
}

static bool fft_infer(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = operand_type(op, 0), *element = operand->element;
    struct int_list length = op_ints(op, "fft_length");
    int64_t kind = attr_case(op_attr(op, "fft_type"), FFT_FFT), dims[MAX_RANK], bounds[MAX_RANK];
    int64_t last = length.items[length.count - 1];
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[i] = operand->dims[i];
        bool halved = i + 1 == operand->rank && (kind == FFT_RFFT || kind == FFT_IRFFT);
        bounds[i] = halved ? DIM_DYNAMIC : bound_of(operand, i);
    }
    if (kind == FFT_RFFT) {
        element = type_complex(context, element);
        dims[operand->rank - 1] = last != 0 ? last / 2 + 1 : dims[operand->rank - 1];
    } else if (kind == FFT_IRFFT) {
        element = element->element;
        dims[operand->rank - 1] = last;
    }
    types[0] = type_with_bounds(context, element, operand->rank, dims, bounds);
    return true;
}

/* Transformed dimensions are needed whole;
 * propagation stops at a last one that changes its size. */
static bool fft_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    uint32_t first = in->rank - op_ints(op, "fft_length").count;
    for (uint32_t dim = 0; dim < in->rank; dim++) {
        rule_add_everywhere(builder, dim, in->dims[dim],
                            dim < first ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION);
        rule_block(builder, dim >= first && in->dims[dim] != out->dims[dim] && dim == in->rank - 1);
    }
    return true;
}

/* One dimension after the other; the last one, where its numbers become or were real, is the first
 * or the last. */
static struct node *transform(const struct op *op, struct kernel_builder *builder, int64_t kind,
                              uint32_t count) {
    struct node *node = kernel_operand(builder, op, 0);
    const struct type *in = op_operand(op, 0)->type, *out = op_result(op, 0)->type;
    uint32_t first = in->rank - count;
    bool inverse = kind == FFT_IFFT || kind == FFT_IRFFT;
    if (kind == FFT_RFFT) {
        node = node_fourier(builder, out, node, in->rank - 1, FOURIER_FROM_REAL, false);
    }
    for (uint32_t dim = kind == FFT_RFFT || kind == FFT_IRFFT ? in->rank - 1 : in->rank;
         node && dim-- > first;) {
        const struct type *type = kind == FFT_RFFT ? out : in;
        node = node_fourier(builder, type, node, dim, FOURIER_COMPLEX, inverse);
    }
    if (node && kind == FFT_IRFFT) {
        node = node_fourier(builder, out, node, in->rank - 1, FOURIER_TO_REAL, true);
    }
    return node;
}

/* The verifier leaves lengths open where no dimension changes its size. */
static bool check_length(const struct op *op, struct kernel_builder *builder, int64_t kind,
                         struct int_list length) {
    const struct type *in = op_operand(op, 0)->type, *out = op_result(op, 0)->type;
    for (uint32_t i = 0; i < length.count; i++) {
        uint32_t dim = in->rank - length.count + i;
        bool is_half = i + 1 == length.count && kind == FFT_IRFFT;
        int64_t size = is_half ? out->dims[dim] : in->dims[dim];
        if (size != length.items[i]) {
            return kernel_unsupported(
                builder, op,
                "cannot be compiled: dimension %u is of size %lld, fft_length says %lld", dim,
                (long long)size, (long long)length.items[i]);
        }
    }
    return true;
}

static bool fft_emit(const struct op *op, struct kernel_builder *builder) {
    struct int_list length = op_ints(op, "fft_length");
    int64_t kind = attr_case(op_attr(op, "fft_type"), FFT_FFT);
    if (!check_length(op, builder, kind, length)) {
        return false;
    }
    struct node *node = transform(op, builder, kind, length.count);
    if (!node) {
        return kernel_unsupported(builder, op, "cannot be compiled: its lines are too long");
    }
    kernel_result(builder, op, 0, node);
    return true;
}

/* How long the lines are that a transform of `length` elements takes, and gives. */
static int64_t line_taken(int64_t kind, int64_t length, bool is_last) {
    return kind == FFT_IRFFT && is_last ? length / 2 + 1 : length;
}

static int64_t line_given(int64_t kind, int64_t length, bool is_last) {
    return kind == FFT_RFFT && is_last ? length / 2 + 1 : length;
}

/* A transform takes lines of the length that it names, and no others: a size known at run time only
 * is taken for it, with zeros where it does not reach. */
static bool fft_bound(struct op *op, struct bound_builder *bounder) {
    struct value *from = op_operand(op, 0), *sizes[MAX_RANK] = {0};
    struct int_list length = op_ints(op, "fft_length");
    int64_t kind = attr_case(op_attr(op, "fft_type"), FFT_FFT), taken[MAX_RANK];
    uint32_t rank = from->type->rank, first = rank - length.count;
    dim_set lines[1] = {0};
    for (uint32_t dim = 0; dim < rank; dim++) {
        taken[dim] = from->type->dims[dim];
        if (dim >= first) {
            lines[0] |= dim_set_of(dim);
            taken[dim] = line_taken(kind, length.items[dim - first], dim + 1 == rank);
            sizes[dim] =
                size_of(bounder, line_given(kind, length.items[dim - first], dim + 1 == rank));
        }
    }
    const struct type *type = type_with_dims(bound_context(bounder), from->type, rank, taken);
    if (type != from->type || bound_dims(bounder, from) & lines[0]) {
        struct value *zeroed = bound_zeroed(bounder, from, lines[0]);
        struct value *whole = bound_fitted(bounder, zeroed, type);
        whole->note = from->note;
        op_set_operand(op, 0, whole);
    }
    return bound_by_rule_but(bounder, op, lines, sizes);
}

static double fft_flops(const struct op *op) {
    struct int_list lengths = op_ints(op, "fft_length");
    double points = 1;
    for (uint32_t i = 0; i < lengths.count; i++) {
        points *= (double)lengths.items[i];
    }
    return points > 1 ? 5 * fmax(flops_of_operand(op), flops_of_result(op)) * log2(points) : 0;
}

const struct op_def op_fft = {
    .name = "stablehlo.fft",
    .summary = "Fourier transforms",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .results = RESULTS({"result", VALUE_FLOAT_COMPLEX, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "fft_type",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "stablehlo.fft_type"},
                   {.name = "fft_length", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , type = $fft_type , length = $fft_length @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = fft_verify,
    .infer = fft_infer,
    .speculatable = speculatable_fft,
    .rule = fft_rule,
    .emit = fft_emit,
    .relate = relate_fft,
    .canonicalize = canonicalize_nothing,
    .bound = fft_bound,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = fft_flops,
    .traffic = traffic_none,
};
