/* Cholesky factors and triangular systems by their own recurrences, which the field can follow;
 * Fourier transforms in the reals by their sums, in the field by random matrices, one for each
 * length. */
#include "verify/operations/linear.h"

#include <math.h>

#include "ops/attrs/attrs.h"

#define TWO_PI 6.283185307179586476925286766559

struct matrix {
    struct evaluator *e;
    struct kind kind;
    struct tensor *tensor;
    int64_t base, size;
};

static struct number conjugate(const struct matrix *m, struct number x) {
    return m->kind.class == KIND_COMPLEX
               ? (struct number){x.re, word_negate(&m->e->arithmetic, x.im)}
               : x;
}

static struct number minus_product(const struct matrix *m, struct number sum, struct number x,
                                   struct number y) {
    const struct arithmetic *a = &m->e->arithmetic;
    return number_add(a, m->kind, sum,
                      number_negate(a, m->kind, number_multiply(a, m->kind, x, y)));
}

/* --- cholesky --------------------------------------------------------------------------------- */

static struct number root(const struct matrix *m, struct number x) {
    struct arithmetic *a = &m->e->arithmetic;
    if (a->world == WORLD_REALS) {
        return (struct number){bits_of(sqrt(real_of(x.re))), 0};
    }
    struct number result = keyed_number(a, (struct kind){.class = KIND_FLOAT}, OP_SQRT, 1, &x.re);
    return result;
}

static int64_t cell(const struct matrix *m, int64_t row, int64_t column, bool lower) {
    return m->base + (lower ? row * m->size + column : column * m->size + row);
}

/* What stands in the other triangle is up to whoever computes it: a function of the matrix. */
static struct number other_triangle(const struct matrix *m, uint64_t whole, int64_t at) {
    const uint64_t words[2] = {whole, (uint64_t)at};
    return m->e->arithmetic.world == WORLD_REALS
               ? (struct number){0, 0}
               : keyed_number(&m->e->arithmetic, m->kind, OP_CHOLESKY, 2, words);
}

/* In place: the tensor holds the matrix, of which one triangle is read, and becomes the factor. */
static void factor(const struct matrix *m, bool lower) {
    uint64_t whole = hash_bytes(m->tensor->words + m->base * m->tensor->words_each,
                                (size_t)(m->size * m->size) * m->tensor->words_each * 8, 3);
    for (int64_t i = 0; i < m->size; i++) {
        for (int64_t j = 0; j < m->size; j++) {
            struct number sum = other_triangle(m, whole, i * m->size + j);
            for (int64_t k = 0; j <= i && k <= j; k++) {
                struct number x = tensor_get(m->tensor, cell(m, i, k, lower));
                struct number y = tensor_get(m->tensor, cell(m, j, k, lower));
                sum = k == 0 ? tensor_get(m->tensor, cell(m, i, j, lower)) : sum;
                sum = k < j    ? minus_product(m, sum, lower ? x : conjugate(m, x),
                                            lower ? conjugate(m, y) : y)
                         : i == j ? root(m, sum)
                               : number_divide(&m->e->arithmetic, m->kind, sum, y);
            }
            tensor_put(m->tensor, cell(m, i, j, lower), sum);
        }
    }
}

bool local_cholesky(struct local *local) {
    const struct type *type = op_result(local->op, 0)->type;
    const struct attr *lower = op_property(local->op, "lower");
    int64_t strides[MAX_RANK];
    strides_of(type, strides);
    struct tensor *result = local->results[0] = tensor_view(type, local->operands[0], 0, strides);
    int64_t size = type->dims[type->rank - 1], cells = size * size;
    for (int64_t base = 0; cells > 0 && base < result->count; base += cells) {
        struct matrix m = {local->e, kind_of(type), result, base, size};
        factor(&m, lower && lower->integer);
    }
    result->degree = (double)(size + 1) * (result->degree + 1);
    return true;
}

/* --- triangular_solve ------------------------------------------------------------------------- */

struct system {
    struct matrix a;
    struct tensor *x;
    int64_t base, rows, columns; /* of x */
    bool left, lower, unit;
    enum transpose_option transpose;
};

/* Of the matrix as it is applied, which is lower triangular where `is_lower` says so. */
static struct number coefficient(const struct system *s, int64_t row, int64_t column) {
    bool turned = s->transpose == TRANSPOSE_YES || s->transpose == TRANSPOSE_ADJOINT;
    struct number x = tensor_get(
        s->a.tensor, s->a.base + (turned ? column * s->a.size + row : row * s->a.size + column));
    return s->transpose == TRANSPOSE_ADJOINT ? conjugate(&s->a, x) : x;
}

/* Element i of vector v: a column of x, or with the matrix on the right a row. */
static int64_t vector_cell(const struct system *s, int64_t i, int64_t v) {
    return s->base + (s->left ? i * s->columns + v : v * s->columns + i);
}

static void solve_vector(const struct system *s, int64_t v) {
    bool turned = s->transpose == TRANSPOSE_YES || s->transpose == TRANSPOSE_ADJOINT;
    bool forward = (s->lower != turned) == s->left;
    int64_t size = s->a.size;
    for (int64_t n = 0; n < size; n++) {
        int64_t i = forward ? n : size - 1 - n;
        struct number sum = tensor_get(s->x, vector_cell(s, i, v));
        for (int64_t m = 0; m < n; m++) {
            int64_t k = forward ? m : size - 1 - m;
            sum = minus_product(&s->a, sum, s->left ? coefficient(s, i, k) : coefficient(s, k, i),
                                tensor_get(s->x, vector_cell(s, k, v)));
        }
        tensor_put(s->x, vector_cell(s, i, v),
                   s->unit
                       ? sum
                       : number_divide(&s->a.e->arithmetic, s->a.kind, sum, coefficient(s, i, i)));
    }
}

bool local_triangular_solve(struct local *local) {
    const struct op *op = local->op;
    const struct type *a = op_operand(op, 0)->type, *b = op_operand(op, 1)->type;
    int64_t strides[MAX_RANK], size = a->dims[a->rank - 1];
    strides_of(b, strides);
    struct tensor *x = local->results[0] = tensor_view(b, local->operands[1], 0, strides);
    struct system s = {
        .a = {local->e, kind_of(a), local->operands[0], 0, size},
        .x = x,
        .rows = b->dims[b->rank - 2],
        .columns = b->dims[b->rank - 1],
        .left = op_int(op, "left_side", 0),
        .lower = op_int(op, "lower", 0),
        .unit = op_int(op, "unit_diagonal", 0),
        .transpose = (enum transpose_option)attr_case(op_attr(op, "transpose_a"), TRANSPOSE_NO),
    };
    for (; s.base < x->count; s.base += s.rows * s.columns, s.a.base += size * size) {
        for (int64_t v = 0; v < (s.left ? s.columns : s.rows); v++) {
            solve_vector(&s, v);
        }
    }
    x->degree = x->degree + (double)(size * size + 1) * (local->operands[0]->degree + 1);
    return true;
}

/* --- fft -------------------------------------------------------------------------------------- */

struct transform {
    struct evaluator *e;
    enum fft_type type;
    uint32_t rank; /* of what is transformed at once */
    const int64_t *from, *to, *length;
    const struct tensor *operand;
    struct tensor *result;
    int64_t from_count, to_count;
};

/* The input at a place of the full spectrum: of half of one, the other half is its mirror image. */
static struct number spectrum(const struct transform *t, int64_t base, const int64_t *place) {
    int64_t at[3], offset = 0;
    uint32_t last = t->rank - 1;
    bool mirrored = t->type == FFT_IRFFT && place[last] >= t->from[last];
    for (uint32_t d = 0; d < t->rank; d++) {
        at[d] = mirrored ? (t->length[d] - place[d]) % t->length[d] : place[d];
        offset = offset * t->from[d] + at[d];
    }
    struct number x = tensor_get(t->operand, base + offset);
    if (t->operand->words_each == 1) {
        x.im = bits_of(0);
    }
    x.im = mirrored ? bits_of(-real_of(x.im)) : x.im;
    return x;
}

static struct number transformed(const struct transform *t, int64_t base, const int64_t *to) {
    bool inverse = t->type == FFT_IFFT || t->type == FFT_IRFFT;
    int64_t place[3] = {0};
    double re = 0, im = 0, all = 1;
    for (uint32_t d = 0; d < t->rank; d++) {
        all *= (double)t->length[d];
    }
    do {
        double turn = 0;
        for (uint32_t d = 0; d < t->rank; d++) {
            turn += (double)(place[d] * to[d] % t->length[d]) / (double)t->length[d];
        }
        struct number x = spectrum(t, base, place);
        double angle = (inverse ? TWO_PI : -TWO_PI) * turn;
        re += real_of(x.re) * cos(angle) - real_of(x.im) * sin(angle);
        im += real_of(x.re) * sin(angle) + real_of(x.im) * cos(angle);
    } while (place_next(t->rank, t->length, place));
    return (struct number){bits_of(inverse ? re / all : re), bits_of(inverse ? im / all : im)};
}

/* --- fft, in the field ------------------------------------------------------------------------ */

/* The coefficient of a random matrix that stands for transforms of one dimension: linear, and
 * transforms of different dimensions commute, as those of Fourier do. */
static struct number coefficient_of(const struct transform *t, enum fft_type type, int64_t length,
                                    int64_t row, int64_t column, bool im) {
    const uint64_t words[5] = {type, (uint64_t)length, (uint64_t)row, (uint64_t)column, im};
    return keyed_number(&t->e->arithmetic, (struct kind){.class = KIND_COMPLEX}, OP_FFT, 5, words);
}

/* What one dimension of a transform is: of a real transform the last one alone is real. */
static enum fft_type type_along(const struct transform *t, uint32_t dim) {
    bool last = dim == t->rank - 1;
    return t->type == FFT_RFFT    ? last ? FFT_RFFT : FFT_FFT
           : t->type == FFT_IRFFT ? last ? FFT_IRFFT : FFT_IFFT
                                  : t->type;
}

/* Numbers of one transform, as many as `extent` says along each dimension, two words each. */
struct block_of_numbers {
    int64_t extent[3], count;
    uint64_t *words;
};

/* Of them, those along one dimension that a number of the transform is made of. */
struct line_of_numbers {
    const uint64_t *words;
    int64_t stride, count;
};

/* Number `row` of the transform of a line along a dimension. */
static struct number linear_sum(const struct transform *t, uint32_t dim,
                                const struct line_of_numbers *line, int64_t row) {
    enum fft_type type = type_along(t, dim);
    int64_t length = t->length[dim];
    const struct arithmetic *a = &t->e->arithmetic;
    struct kind kind = {.class = KIND_COMPLEX};
    struct number sum = {0, 0};
    for (int64_t k = 0; k < line->count; k++) {
        const uint64_t *at = line->words + 2 * k * line->stride;
        struct number x = {at[0], at[1]};
        if (type == FFT_IRFFT) { /* linear in both parts by themselves, and real */
            struct number m = coefficient_of(t, type, length, row, k, true);
            sum.re = word_add(
                a, sum.re, word_add(a, word_multiply(a, m.re, x.re), word_multiply(a, m.im, x.im)));
        } else {
            enum fft_type own = type == FFT_RFFT ? FFT_FFT : type;
            struct number m = coefficient_of(t, own, length, row, k, false);
            sum = number_add(a, kind, sum, number_multiply(a, kind, m, x));
        }
    }
    return sum;
}

/* Transforms along one dimension, whose extent becomes `outputs`. */
static void transform_along(const struct transform *t, uint32_t dim, int64_t outputs,
                            struct block_of_numbers *numbers) {
    struct block_of_numbers to = *numbers;
    int64_t inputs = numbers->extent[dim], stride = 1;
    for (uint32_t d = dim + 1; d < t->rank; d++) {
        stride *= numbers->extent[d];
    }
    to.extent[dim] = outputs;
    to.count = inputs ? numbers->count / inputs * outputs : 0;
    to.words = memory_array((size_t)to.count * 2 + 1, sizeof *to.words);
    for (int64_t i = 0; i < to.count; i++) {
        int64_t outer = i / (stride * outputs), inner = i % stride, row = i / stride % outputs;
        struct line_of_numbers line = {numbers->words + 2 * (outer * stride * inputs + inner),
                                       stride, inputs};
        struct number sum = linear_sum(t, dim, &line, row);
        to.words[2 * i] = sum.re;
        to.words[2 * i + 1] = sum.im;
    }
    memory_free(numbers->words);
    *numbers = to;
}

static void transform_in_field(const struct transform *t, int64_t from, int64_t to) {
    struct block_of_numbers numbers = {.count = t->from_count};
    memcpy(numbers.extent, t->from, t->rank * sizeof *t->from);
    numbers.words = memory_array((size_t)numbers.count * 2 + 1, sizeof *numbers.words);
    for (int64_t i = 0; i < numbers.count; i++) {
        struct number x = tensor_get(t->operand, from + i);
        numbers.words[2 * i] = x.re;
        numbers.words[2 * i + 1] = t->operand->words_each == 2 ? x.im : 0;
    }
    bool last_first = t->type == FFT_RFFT;
    for (uint32_t n = 0; n < t->rank; n++) {
        uint32_t dim = last_first ? t->rank - 1 - n : n;
        transform_along(t, dim, t->to[dim], &numbers);
    }
    for (int64_t i = 0; i < t->to_count; i++) {
        tensor_put(t->result, to + i,
                   (struct number){numbers.words[2 * i], numbers.words[2 * i + 1]});
    }
    memory_free(numbers.words);
}

static void transform_one(const struct transform *t, int64_t from, int64_t to) {
    int64_t place[3] = {0}, at = 0;
    if (t->e->arithmetic.world == WORLD_FIELD) {
        transform_in_field(t, from, to);
        return;
    }
    do {
        tensor_put(t->result, to + at++, transformed(t, from, place));
    } while (place_next(t->rank, t->to, place));
}

bool local_fft(struct local *local) {
    const struct type *from = op_operand(local->op, 0)->type;
    const struct type *to = op_result(local->op, 0)->type;
    struct int_list length = op_ints(local->op, "fft_length");
    struct transform t = {.e = local->e,
                          .type = (enum fft_type)attr_case(op_attr(local->op, "fft_type"), FFT_FFT),
                          .rank = length.count,
                          .from = from->dims + (from->rank - length.count),
                          .to = to->dims + (to->rank - length.count),
                          .length = length.items,
                          .operand = local->operands[0],
                          .from_count = 1,
                          .to_count = 1};
    for (uint32_t d = 0; d < t.rank; d++) {
        t.from_count *= t.from[d];
        t.to_count *= t.to[d];
    }
    t.result = local->results[0] = tensor_of(to);
    for (int64_t i = 0; t.to_count > 0 && i * t.to_count < t.result->count; i++) {
        transform_one(&t, i * t.from_count, i * t.to_count);
    }
    t.result->degree = t.operand->degree + (double)t.rank;
    return true;
}
