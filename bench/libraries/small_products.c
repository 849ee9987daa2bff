/* Many small products beside libxsmm, which makes code for one shape, once. */
#include "contest.h"

#include <libxsmm.h>
#include <stdio.h>
#include <string.h>

struct product {
    const char *element;
    int count, m, n, k;
};

static const struct product products[] = {
    {"f32", 1000, 3, 3, 3},   {"f32", 1000, 4, 4, 4},   {"f32", 1000, 8, 8, 8},
    {"f32", 1000, 13, 5, 7},  {"f32", 500, 16, 16, 16}, {"f32", 200, 24, 24, 24},
    {"f32", 100, 32, 32, 32}, {"f32", 100, 64, 16, 16}, {"f32", 100, 16, 64, 16},
    {"f32", 32, 64, 64, 64},  {"f32", 1000, 16, 1, 16}, {"f64", 1000, 4, 4, 4},
    {"f64", 1000, 8, 8, 8},   {"f64", 500, 16, 16, 16}, {"f64", 100, 32, 32, 32},
    {"f64", 200, 23, 23, 23},
};

/* Matrices by rows are those of the transposed product by columns: C' = B' A'. */
static void compute(const struct contest *c, const void *what) {
    const struct product *p = what;
    const int none = LIBXSMM_PREFETCH_NONE, flags = LIBXSMM_GEMM_FLAG_NONE;
    const size_t a = (size_t)(p->m * p->k), b = (size_t)(p->n * p->k), d = (size_t)(p->m * p->n);
    if (strcmp(p->element, "f32") == 0) {
        const float one = 1, zero = 0;
        const libxsmm_smmfunction multiply =
            libxsmm_smmdispatch(p->n, p->m, p->k, &p->n, &p->k, &p->n, &one, &zero, &flags, &none);
        const float *left = c->in[0], *right = c->in[1];
        float *result = c->theirs;
        for (int i = 0; i < p->count; i++) {
            multiply(right + (size_t)i * b, left + (size_t)i * a, result + (size_t)i * d);
        }
    } else {
        const double one = 1, zero = 0;
        const libxsmm_dmmfunction multiply =
            libxsmm_dmmdispatch(p->n, p->m, p->k, &p->n, &p->k, &p->n, &one, &zero, &flags, &none);
        const double *left = c->in[0], *right = c->in[1];
        double *result = c->theirs;
        for (int i = 0; i < p->count; i++) {
            multiply(right + (size_t)i * b, left + (size_t)i * a, result + (size_t)i * d);
        }
    }
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct product *p = what;
    const size_t m = (size_t)p->m, n = (size_t)p->n, k = (size_t)p->k;
    const size_t row = index / n, j = index % n, number = row / m;
    long double sum = 0;
    for (size_t l = 0; l < k; l++) {
        sum += (long double)contest_number(p->element, c->in[0], row * k + l) *
               contest_number(p->element, c->in[1], (number * k + l) * n + j);
    }
    return sum;
}

int main(void) {
    static const struct rival rival = {compute, reference, 1000, 0};
    char name[CONTEST_NAME];
    libxsmm_init();
    struct table table = table_begin("Many small products", "libxsmm " LIBXSMM_VERSION);
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        const struct product *p = &products[i];
        char a[64], b[64], d[64];
        snprintf(a, sizeof a, "tensor<%dx%dx%dx%s>", p->count, p->m, p->k, p->element);
        snprintf(b, sizeof b, "tensor<%dx%dx%dx%s>", p->count, p->k, p->n, p->element);
        snprintf(d, sizeof d, "tensor<%dx%dx%dx%s>", p->count, p->m, p->n, p->element);
        struct contest c =
            contest_open("func.func @main(%%a: %s, %%b: %s) -> %s {\n"
                         "  %%c = stablehlo.dot_general %%a, %%b, batching_dims = [0] x [0], "
                         "contracting_dims = [2] x [1] : (%s, %s) -> %s\n"
                         "  return %%c : %s\n}\n",
                         a, b, d, a, b, d, d);
        snprintf(name, sizeof name, "%s %d x %dx%dx%d", p->element, p->count, p->m, p->n, p->k);
        contest_play(&c, &table, name, &rival, p);
    }
    table_end(&table);
    return 0;
}
