/* Operations on whole matrices and lines whose sizes are known at run time: what stands in the
 * padding leaves the rest of the result as it would be without. */
#include "ops/op_def.h"
#include "partition/bounded/bounded.h"

/* --- factorisations and systems --------------------------------------------------------------- */

/* Square matrices with those of an identity behind them, block by block: such are factored, and
 * such systems solved, apart from each other. */
static struct value *with_identity(struct bounder *bounder, struct value *matrices) {
    struct builder *at = &bounder->at;
    uint32_t row = matrices->type->rank - 2, column = row + 1;
    dim_set dims = dim_set_of(row) | dim_set_of(column);
    struct value *mask = bounded_mask(bounder, matrices, dims);
    if (!mask) {
        return matrices;
    }
    const struct type *numbers =
        type_with_element(bounder->module->context, matrices->type,
                          type_integer(bounder->module->context, 32, SIGNLESS));
    struct value *diagonal =
        build_compare(at, build_iota(at, numbers, row), build_iota(at, numbers, column), COMPARE_EQ,
                      COMPARE_NO_TYPE);
    const struct type *element = matrices->type->element;
    struct value *ones = build_convert(at, diagonal, element);
    struct value *whole = build_select(at, mask, matrices, ones);
    whole->note = matrices->note;
    return whole;
}

bool bounded_cholesky(struct bounder *bounder, struct op *op) {
    const dim_set handled[1] = {ALL_DIMS};
    struct value *sizes[MAX_RANK];
    bounded_sizes_by_place(bounder, op, 1, sizes);
    op_set_operand(op, 0, with_identity(bounder, op_operand(op, 0)));
    return bounded_by_rule(bounder, op, handled, sizes);
}

bool bounded_triangular_solve(struct bounder *bounder, struct op *op) {
    const dim_set handled[2] = {ALL_DIMS, ALL_DIMS};
    struct value *b = op_operand(op, 1), *sizes[MAX_RANK];
    for (uint32_t dim = 0; dim < b->type->rank; dim++) {
        sizes[dim] = bounded_size(bounder, b, dim);
    }
    op_set_operand(op, 0, with_identity(bounder, op_operand(op, 0)));
    op_set_operand(op, 1, bounded_zeroed(bounder, b, ALL_DIMS));
    return bounded_by_rule(bounder, op, handled, sizes);
}

/* --- transforms ------------------------------------------------------------------------------- */

/* How long the lines are that a transform of `length` elements takes, and gives. */
static int64_t line_taken(int64_t kind, int64_t length, bool is_last) {
    return kind == FFT_IRFFT && is_last ? length / 2 + 1 : length;
}

static int64_t line_given(int64_t kind, int64_t length, bool is_last) {
    return kind == FFT_RFFT && is_last ? length / 2 + 1 : length;
}

/* A transform takes lines of the length that it names, and no others: a size known at run time only
 * is taken for it, with zeros where it does not reach. */
bool bounded_fft(struct bounder *bounder, struct op *op) {
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
    const struct type *type = type_with_dims(bounder->module->context, from->type, rank, taken);
    if (type != from->type || bounded_dims(bounder, from) & lines[0]) {
        struct value *zeroed = bounded_zeroed(bounder, from, lines[0]);
        struct value *whole = bounded_fitted(bounder, zeroed, type);
        whole->note = from->note;
        op_set_operand(op, 0, whole);
    }
    return bounded_by_rule(bounder, op, lines, sizes);
}
