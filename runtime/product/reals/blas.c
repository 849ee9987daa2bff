#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for setenv */
#endif
#include "blas.h"

#include "parts.h"
#include "product_native.h"

#include "cpu.h"
#include "sizes.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112 }; /* as in cblas.h */

typedef void sgemm_fn(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                      const float *a, int lda, const float *b, int ldb, float beta, float *c,
                      int ldc);
typedef void dgemm_fn(int order, int transpose_a, int transpose_b, int m, int n, int k,
                      double alpha, const double *a, int lda, const double *b, int ldb, double beta,
                      double *c, int ldc);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sgemm_fn *sgemm;
static dgemm_fn *dgemm;
static char name[64];
static void *library; /* never closed: its kernels stay in use */

/* A variable that is set while the library loads and looks at it, unless the user has set it. */
static int set_for_now(const char *variable, const char *value) {
    return getenv(variable) == NULL && setenv(variable, value, 1) == 0;
}

static void *open_library(void) {
    int threads = set_for_now("OPENBLAS_NUM_THREADS", "1");
    const enum sdyrt_set set = sdyrt_cpu_set();
    int kernels =
        set >= SDYRT_SET_AVX512 &&
        set_for_now("OPENBLAS_CORETYPE", set >= SDYRT_SET_BF16 ? "Cooperlake" : "SkylakeX");
    void *opened = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (opened == NULL) {
        opened = dlopen("libopenblas.so", RTLD_NOW | RTLD_LOCAL);
    }
    if (threads) {
        unsetenv("OPENBLAS_NUM_THREADS");
    }
    if (kernels) {
        unsetenv("OPENBLAS_CORETYPE");
    }
    return opened;
}

/* Puts the address of a function into a pointer to it. */
static void find(const char *symbol, void *function) {
    void *address = dlsym(library, symbol);
    memcpy(function, &address, sizeof address);
}

static void load(void) {
    library = open_library();
    if (library == NULL) {
        return;
    }
    sgemm_fn *s;
    dgemm_fn *d;
    void (*set_threads)(int);
    char *(*core_name)(void);
    find("cblas_sgemm", &s);
    find("cblas_dgemm", &d);
    find("openblas_set_num_threads", &set_threads);
    find("openblas_get_corename", &core_name);
    if (s == NULL || d == NULL || set_threads == NULL) {
        dlclose(library);
        return;
    }
    set_threads(1);
    snprintf(name, sizeof name, "openblas %s", core_name != NULL ? core_name() : "");
    sgemm = s;
    dgemm = d;
}

int sdyrt_blas_load(void) {
    pthread_once(&once, load);
    return sgemm != NULL;
}

static const char *sdyrt_blas_name(void) {
    return name;
}

void *sdyrt_blas_symbol(const char *symbol) {
    return dlsym(library, symbol);
}

/* An operand as BLAS says it: which of its dimensions is contiguous, and the other one's stride. */
struct operand {
    int transpose;
    int64_t leading;
};

static int describe(int64_t rows, int64_t cols, int64_t row, int64_t col, struct operand *x) {
    if (col == 1 || cols == 1) {
        *x = (struct operand){NO_TRANSPOSE, rows == 1 ? maximum(cols, 1) : row};
        return x->leading >= maximum(cols, 1) && x->leading <= INT_MAX;
    }
    if (row == 1 || rows == 1) {
        *x = (struct operand){TRANSPOSE, col};
        return x->leading >= maximum(rows, 1) && x->leading <= INT_MAX;
    }
    *x = (struct operand){NO_TRANSPOSE, 0};
    return 0;
}

const char *sdyrt_blas_or_native(void) {
    const enum sdyrt_set set = sdyrt_cpu_set();
    const enum sdyrt_isa isa = set < SDYRT_SET_AVX512 ? (enum sdyrt_isa)set : SDYRT_ISA_AVX512;
    return set == SDYRT_SET_BASELINE && sdyrt_blas_load() ? sdyrt_blas_name() : sdyrt_isa_name(isa);
}

int sdyrt_blas_accepts(const struct sdyrt_product *p) {
    struct operand left, right, result;
    return p->m <= INT_MAX && p->n <= INT_MAX && p->k <= INT_MAX && p->m > 0 && p->n > 0 &&
           p->k > 0 && describe(p->m, p->k, p->a_row, p->a_col, &left) &&
           describe(p->k, p->n, p->b_row, p->b_col, &right) &&
           describe(p->m, p->n, p->c_row, p->c_col, &result) && result.transpose == NO_TRANSPOSE;
}

/* A program that was written where the library is may run where it is not. */
#define BLAS(T, multiply)                                                                          \
    void sdyrt_product_blas_##T(const struct sdyrt_product *p,                                     \
                                const struct sdyrt_product_plan *plan, const void *a,              \
                                const void *b, void *c, int accumulate, void *scratch) {           \
        struct operand left, right, result;                                                        \
        if (!sdyrt_blas_load()) {                                                                  \
            const struct sdyrt_product_plan panels =                                               \
                sdyrt_product_panels_of(plan->isa, p->type, p->k);                                 \
            sdyrt_product(p, &panels, a, b, c, accumulate, scratch);                               \
            return;                                                                                \
        }                                                                                          \
        describe(p->m, p->k, p->a_row, p->a_col, &left);                                           \
        describe(p->k, p->n, p->b_row, p->b_col, &right);                                          \
        describe(p->m, p->n, p->c_row, p->c_col, &result);                                         \
        multiply(ROW_MAJOR, left.transpose, right.transpose, (int)p->m, (int)p->n, (int)p->k, 1,   \
                 a, (int)left.leading, b, (int)right.leading, accumulate ? 1 : 0, c,               \
                 (int)result.leading);                                                             \
    }
#if SDYRT_HAS_PRODUCT_F32
BLAS(f32, sgemm)
#endif
#if SDYRT_HAS_PRODUCT_F64
BLAS(f64, dgemm)
#endif
