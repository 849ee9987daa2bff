/* How much one operation computes: a multiplication and an addition are two. What only moves
 * elements computes nothing, and neither does what nobody knows, a custom call. */
#include <math.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "ops/scalar.h"
#include "report/report.h"

static double elements(const struct type *type) {
    return type_is_static(type) ? (double)type_count(type) : 0;
}

static double of_result(const struct op *op) {
    return elements(op_result(op, 0)->type);
}

/* Once for each element of the first operand. */
static double of_operand(const struct op *op) {
    return op->operand_count > 0 ? elements(op_operand(op, 0)->type) : 0;
}

static double size_of(const struct type *type, int64_t dim) {
    return dim >= 0 && dim < type->rank ? (double)type->dims[dim] : 1;
}

static double of_dot_general(const struct op *op) {
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    const struct type *lhs = op_operand(op, 0)->type;
    double flops = 2 * of_result(op);
    for (uint32_t i = 0; dims && i < dims->lhs_contracting.count; i++) {
        flops *= size_of(lhs, dims->lhs_contracting.items[i]);
    }
    return flops;
}

static double of_dot(const struct op *op) {
    const struct type *lhs = op_operand(op, 0)->type;
    return 2 * of_result(op) * (lhs->rank > 0 ? size_of(lhs, lhs->rank - 1) : 1);
}

/* Each element of the result is a sum over one kernel. */
static double of_convolution(const struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_property(op, "dimension_numbers"));
    const struct type *kernel = op_operand(op, 1)->type;
    double outputs = dims ? size_of(kernel, dims->kernel_output_feature) : 1;
    return outputs > 0 ? 2 * of_result(op) * elements(kernel) / outputs : 0;
}

static double of_window(const struct op *op) {
    struct int_list window = op_ints(op, "window_dimensions");
    double flops = of_result(op);
    for (uint32_t i = 0; i < window.count; i++) {
        flops *= (double)window.items[i];
    }
    return flops;
}

static double of_updates(const struct op *op) {
    return elements(op_operand(op, op->operand_count - 1)->type);
}

static double of_bits(const struct op *op) {
    return elements(op_result(op, op->result_count - 1)->type);
}

/* Comparisons: n log n of each line. */
static double of_sort(const struct op *op) {
    double line = size_of(op_operand(op, 0)->type, op_int(op, "dimension", 0));
    return line > 1 ? of_operand(op) * log2(line) : 0;
}

static double of_fft(const struct op *op) {
    struct int_list lengths = op_ints(op, "fft_length");
    double points = 1;
    for (uint32_t i = 0; i < lengths.count; i++) {
        points *= (double)lengths.items[i];
    }
    return points > 1 ? 5 * fmax(of_operand(op), of_result(op)) * log2(points) : 0;
}

static double of_cholesky(const struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    return type->rank > 0 ? of_operand(op) * size_of(type, type->rank - 1) / 3 : 0;
}

static double of_triangular(const struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    return type->rank > 0 ? of_result(op) * size_of(type, type->rank - 1) : 0;
}

static const struct {
    enum op_id id;
    double (*count)(const struct op *op);
} counts[] = {
    {OP_DOT_GENERAL, of_dot_general},
    {OP_DOT, of_dot},
    {OP_CONVOLUTION, of_convolution},
    {OP_REDUCE, of_operand},
    {OP_REDUCE_WINDOW, of_window},
    {OP_SELECT_AND_SCATTER, of_operand},
    {OP_MAP, of_result},
    {OP_SCATTER, of_updates},
    {OP_SORT, of_sort},
    {OP_FFT, of_fft},
    {OP_CHOLESKY, of_cholesky},
    {OP_TRIANGULAR_SOLVE, of_triangular},
    {OP_RNG, of_result},
    {OP_RNG_BIT_GENERATOR, of_bits},
};

double op_flops(const struct op *op) {
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (op_is(op, counts[i].id)) {
            return op->operand_count > 0 && op->result_count > 0 ? counts[i].count(op) : 0;
        }
    }
    return op->def->scalar != SCALAR_NONE && op->result_count == 1 ? of_result(op) : 0;
}
