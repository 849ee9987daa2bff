/* Products of f32 and f64, one and many, beside OpenBLAS. */
#include "contest.h"

#include <cblas.h>
#include <stdio.h>
#include <string.h>

/* count: 1 is a product by itself. transposed: B lies by columns. */
struct product {
    const char *element;
    int count, m, n, k, transposed;
};

static const struct product products[] = {
    {"f32", 1, 64, 64, 64, 0},       {"f32", 1, 128, 128, 128, 0},
    {"f32", 1, 256, 256, 256, 0},    {"f32", 1, 512, 512, 512, 0},
    {"f32", 1, 1024, 1024, 1024, 0}, {"f32", 1, 1000, 1000, 1000, 0},
    {"f32", 1, 512, 512, 512, 1},    {"f32", 1, 4096, 64, 64, 0},
    {"f32", 1, 4096, 256, 256, 0},   {"f32", 1, 64, 64, 4096, 0},
    {"f32", 1, 64, 4096, 64, 0},     {"f32", 1, 1, 4096, 4096, 0},
    {"f32", 1, 1, 4096, 4096, 1},    {"f32", 1, 4096, 1, 4096, 0},
    {"f32", 1, 4, 2048, 2048, 0},    {"f32", 1, 8, 2048, 2048, 1},
    {"f32", 1, 16, 2048, 2048, 0},   {"f32", 1, 32, 1024, 1024, 1},
    {"f32", 1, 37, 53, 71, 0},       {"f32", 1000, 4, 4, 4, 0},
    {"f32", 1000, 8, 8, 8, 0},       {"f32", 500, 16, 16, 16, 0},
    {"f32", 100, 32, 32, 32, 0},     {"f32", 64, 64, 64, 64, 0},
    {"f32", 96, 128, 128, 64, 1},    {"f32", 96, 128, 64, 128, 0},
    {"f32", 1000, 16, 1, 16, 0},     {"f64", 1, 128, 128, 128, 0},
    {"f64", 1, 256, 256, 256, 0},    {"f64", 1, 512, 512, 512, 0},
    {"f64", 1, 1024, 1024, 512, 0},  {"f64", 1, 1, 2048, 2048, 0},
    {"f64", 1, 2048, 64, 64, 0},     {"f64", 1, 8, 1024, 1024, 1},
    {"f64", 1000, 4, 4, 4, 0},       {"f64", 1000, 8, 8, 8, 0},
};

static void compute(const struct contest *c, const void *what) {
    const struct product *p = what;
    const CBLAS_TRANSPOSE form = p->transposed ? CblasTrans : CblasNoTrans;
    const int row = p->transposed ? p->k : p->n;
    const size_t a = (size_t)p->m * (size_t)p->k, b = (size_t)p->n * (size_t)p->k;
    const size_t result = (size_t)p->m * (size_t)p->n;
    for (size_t i = 0; i < (size_t)p->count; i++) {
        if (strcmp(p->element, "f32") == 0) {
            cblas_sgemm(CblasRowMajor, CblasNoTrans, form, p->m, p->n, p->k, 1,
                        (float *)c->in[0] + i * a, p->k, (float *)c->in[1] + i * b, row, 0,
                        (float *)c->theirs + i * result, p->n);
        } else {
            cblas_dgemm(CblasRowMajor, CblasNoTrans, form, p->m, p->n, p->k, 1,
                        (double *)c->in[0] + i * a, p->k, (double *)c->in[1] + i * b, row, 0,
                        (double *)c->theirs + i * result, p->n);
        }
    }
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct product *p = what;
    const size_t m = (size_t)p->m, n = (size_t)p->n, k = (size_t)p->k;
    const size_t i = index / n % m, j = index % n, number = index / (m * n);
    long double sum = 0;
    for (size_t l = 0; l < k; l++) {
        const size_t at = p->transposed ? j * k + l : l * n + j;
        sum += (long double)contest_number(p->element, c->in[0], (number * m + i) * k + l) *
               contest_number(p->element, c->in[1], number * n * k + at);
    }
    return sum;
}

static struct contest open_product(const struct product *p) {
    return contest_open(
        "func.func @main(%%a: tensor<%dx%dx%dx%s>, %%b: tensor<%dx%dx%dx%s>) -> "
        "tensor<%dx%dx%dx%s> {\n"
        "  %%c = stablehlo.dot_general %%a, %%b, batching_dims = [0] x [0], "
        "contracting_dims = [2] x [%d] : (tensor<%dx%dx%dx%s>, tensor<%dx%dx%dx%s>) -> "
        "tensor<%dx%dx%dx%s>\n"
        "  return %%c : tensor<%dx%dx%dx%s>\n}\n",
        p->count, p->m, p->k, p->element, p->count, p->transposed ? p->n : p->k,
        p->transposed ? p->k : p->n, p->element, p->count, p->m, p->n, p->element,
        p->transposed ? 2 : 1, p->count, p->m, p->k, p->element, p->count,
        p->transposed ? p->n : p->k, p->transposed ? p->k : p->n, p->element, p->count, p->m, p->n,
        p->element, p->count, p->m, p->n, p->element);
}

int main(void) {
    static const struct rival rival = {compute, reference, 256, 0};
    char library[64], name[CONTEST_NAME];
    openblas_set_num_threads(1);
    snprintf(library, sizeof library, "%.15s for %s", openblas_get_config(),
             openblas_get_corename());
    struct table table = table_begin("Products", library);
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        const struct product *p = &products[i];
        struct contest c = open_product(p);
        snprintf(name, sizeof name, "%s %d x %dx%dx%d%s", p->element, p->count, p->m, p->n, p->k,
                 p->transposed ? ", B by columns" : "");
        contest_play(&c, &table, name, &rival, p);
    }
    table_end(&table);
    return 0;
}
