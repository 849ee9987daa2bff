/* Cholesky factorisations and triangular systems beside the LAPACK and BLAS of OpenBLAS, a call for
   each matrix. LU, QR and the other factorisations of sdyc are calls of the same library. */
#include "contest.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void spotrf_(const char *triangle, const int *size, float *a, const int *row, int *info);
void dpotrf_(const char *triangle, const int *size, double *a, const int *row, int *info);

/* columns: right-hand sides; 0: a Cholesky factorisation. */
struct problem {
    const char *element;
    int count, size, columns;
};

static const struct problem problems[] = {
    {"f32", 1, 64, 0},    {"f32", 1, 256, 0},   {"f32", 1, 512, 0},   {"f32", 1, 1024, 0},
    {"f32", 1000, 4, 0},  {"f32", 500, 8, 0},   {"f32", 200, 16, 0},  {"f32", 64, 32, 0},
    {"f64", 1, 256, 0},   {"f64", 1, 512, 0},   {"f64", 500, 8, 0},   {"f32", 1, 64, 64},
    {"f32", 1, 256, 256}, {"f32", 1, 512, 512}, {"f32", 1, 1024, 64}, {"f32", 1, 512, 1},
    {"f32", 1000, 4, 1},  {"f32", 500, 8, 8},   {"f32", 200, 16, 16}, {"f64", 1, 256, 256},
    {"f64", 1, 512, 1},   {"f64", 500, 8, 8},
};

struct solved {
    const struct problem *problem;
    long double *result;
};

/* The other triangle of the result is zero, which the routine leaves as it was. Rows of ours are
   columns of LAPACK's, so our lower factor is its upper one. */
#define FACTOR(T, potrf)                                                                           \
    for (size_t i = 0; i < count; i++) {                                                           \
        T *matrix = (T *)c->theirs + i * square;                                                   \
        int info;                                                                                  \
        for (size_t row = 0; row < size; row++) {                                                  \
            const T *from = (const T *)c->in[0] + i * square + row * size;                         \
            memcpy(matrix + row * size, from, (row + 1) * sizeof(T));                              \
            memset(matrix + row * size + row + 1, 0, (size - row - 1) * sizeof(T));                \
        }                                                                                          \
        potrf("U", &p->size, matrix, &p->size, &info);                                             \
    }

#define SOLVE(T, trsm)                                                                             \
    for (size_t i = 0; i < count; i++) {                                                           \
        T *sides = (T *)c->theirs + i * size * columns;                                            \
        memcpy(sides, (const T *)c->in[1] + i * size * columns, size * columns * sizeof(T));       \
        trsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, p->size,            \
             p->columns, 1, (const T *)c->in[0] + i * square, p->size, sides, p->columns);         \
    }

static void compute(const struct contest *c, const void *what) {
    const struct problem *p = ((const struct solved *)what)->problem;
    const size_t count = (size_t)p->count, size = (size_t)p->size, square = size * size;
    const size_t columns = (size_t)p->columns;
    const int is_single = strcmp(p->element, "f32") == 0;
    if (columns == 0 && is_single) {
        FACTOR(float, spotrf_)
    } else if (columns == 0) {
        FACTOR(double, dpotrf_)
    } else if (is_single) {
        SOLVE(float, cblas_strsm)
    } else {
        SOLVE(double, cblas_dtrsm)
    }
}

/* Triangles dominated by their diagonals, whose solutions are as exact as their type. */
static void make_dominant(const struct problem *p, void *matrices) {
    for (int i = 0; i < p->count * p->size; i++) {
        const size_t at = (size_t)i * (size_t)p->size + (size_t)(i % p->size);
        if (strcmp(p->element, "f32") == 0) {
            ((float *)matrices)[at] = (float)p->size;
        } else {
            ((double *)matrices)[at] = (double)p->size;
        }
    }
}

static long double given(const struct contest *c, const struct problem *p, int row, int column) {
    return contest_number(p->element, c->in[0], (size_t)row * (size_t)p->size + (size_t)column);
}

/* The lower factor of the matrix that begins at this row of all. */
static void factor(const struct contest *c, const struct solved *s, int begin) {
    const struct problem *p = s->problem;
    for (int i = 0; i < p->size; i++) {
        long double *row = s->result + (size_t)(begin + i) * (size_t)p->size;
        for (int j = 0; j <= i; j++) {
            const long double *other = s->result + (size_t)(begin + j) * (size_t)p->size;
            long double sum = given(c, p, begin + i, j);
            for (int k = 0; k < j; k++) {
                sum -= row[k] * other[k];
            }
            row[j] = i == j ? sqrtl(sum) : sum / other[j];
        }
    }
}

/* The solution of the system that begins at this row of all. */
static void solve(const struct contest *c, const struct solved *s, int begin) {
    const struct problem *p = s->problem;
    const size_t columns = (size_t)p->columns;
    for (int i = begin; i < begin + p->size; i++) {
        for (size_t j = 0; j < columns; j++) {
            long double sum = contest_number(p->element, c->in[1], (size_t)i * columns + j);
            for (int k = begin; k < i; k++) {
                sum -= given(c, p, i, k - begin) * s->result[(size_t)k * columns + j];
            }
            s->result[(size_t)i * columns + j] = sum / given(c, p, i, i - begin);
        }
    }
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    (void)c;
    return ((const struct solved *)what)->result[index];
}

static void play(const struct problem *p, struct table *table) {
    const struct rival rival = {compute, reference, 0, 0};
    const int columns = p->columns ? p->columns : p->size;
    struct solved s = {
        p, contest_memory((size_t)(p->count * p->size * columns) * sizeof(long double))};
    char a[64], b[64], name[CONTEST_NAME];
    snprintf(a, sizeof a, "tensor<%dx%dx%dx%s>", p->count, p->size, p->size, p->element);
    snprintf(b, sizeof b, "tensor<%dx%dx%dx%s>", p->count, p->size, columns, p->element);
    struct contest c =
        p->columns == 0
            ? contest_open("func.func @main(%%a: %s) -> %s {\n"
                           "  %%l = stablehlo.cholesky %%a, lower = true : %s\n"
                           "  return %%l : %s\n}\n",
                           a, a, a, a)
            : contest_open("func.func @main(%%a: %s, %%b: %s) -> %s {\n"
                           "  %%x = \"stablehlo.triangular_solve\"(%%a, %%b) <{left_side = true, "
                           "lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, "
                           "unit_diagonal = false}> : (%s, %s) -> %s\n"
                           "  return %%x : %s\n}\n",
                           a, b, b, a, b, b, b);
    make_dominant(p, c.in[0]);
    for (int row = 0; row < p->count * p->size; row += p->size) {
        (p->columns == 0 ? factor : solve)(&c, &s, row);
    }
    if (p->columns == 0) {
        snprintf(name, sizeof name, "Cholesky %s %d x %dx%d", p->element, p->count, p->size,
                 p->size);
    } else {
        snprintf(name, sizeof name, "triangular %s %d x %dx%d, %d right", p->element, p->count,
                 p->size, p->size, p->columns);
    }
    contest_play(&c, table, name, &rival, &s);
    free(s.result);
}

int main(void) {
    char library[64];
    openblas_set_num_threads(1);
    snprintf(library, sizeof library, "%.15s for %s", openblas_get_config(),
             openblas_get_corename());
    struct table table = table_begin("Factorisations and triangular systems", library);
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        play(&problems[i], &table);
    }
    table_end(&table);
    return 0;
}
