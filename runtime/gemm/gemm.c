#include "gemm.h"

#include "amx.h"
#include "blas.h"
#include "cpu.h"
#include "gemm_kinds.h"
#include "gemm_native.h"
#include "gemm_split.h"
#include "parts.h"
#include "subnormals.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if SDYRT_HAS_BLAS

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int use_blas;

/* The native kernels are written for wide vectors;
 * elsewhere OpenBLAS knows the processor better. */
static int select_backend(enum sdyrt_gemm_backend backend) {
    int wants_blas = backend == SDYRT_GEMM_BLAS ||
                     (backend == SDYRT_GEMM_AUTO && sdyrt_cpu_isa() == SDYRT_ISA_BASELINE);
    use_blas = wants_blas && sdyrt_blas_load();
    return backend == SDYRT_GEMM_BLAS && !use_blas ? -1 : 0;
}

static void select_from_environment(void) {
    const char *request = getenv("SDYRT_GEMM");
    enum sdyrt_gemm_backend backend = SDYRT_GEMM_AUTO;
    if (request != NULL && strcmp(request, "native") == 0) {
        backend = SDYRT_GEMM_NATIVE;
    } else if (request != NULL && strcmp(request, "blas") == 0) {
        backend = SDYRT_GEMM_BLAS;
    }
    select_backend(backend);
}

int sdyrt_gemm_use(enum sdyrt_gemm_backend backend) {
    pthread_once(&once, select_from_environment);
    return select_backend(backend);
}

const char *sdyrt_gemm_backend(void) {
    static const char *const native[SDYRT_ISA_COUNT] = {"native baseline", "native avx2",
                                                        "native avx512"};
    pthread_once(&once, select_from_environment);
#if SDYRT_HAS_AMX
    if (!use_blas && sdyrt_amx_ready()) {
        return "native avx512, amx";
    }
#endif
    return use_blas ? sdyrt_blas_name() : native[sdyrt_cpu_isa()];
}

/* Whether BLAS has computed the product. */
static __attribute__((unused)) int blas_product(const struct sdyrt_gemm *product, const void *a,
                                                const void *b, void *c, int accumulate) {
    pthread_once(&once, select_from_environment);
    return use_blas && !product->in_order && sdyrt_blas_gemm(product, a, b, c, accumulate);
}

#else
#define blas_product(product, a, b, c, accumulate) 0
#endif

static void multiply(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                     int accumulate, void *scratch) {
    (void)a; /* where there is no type */
    (void)b;
    (void)c;
    (void)accumulate;
    (void)scratch;
    switch (product->type) {
#if SDYRT_HAS_GEMM_F32
    case SDYRT_GEMM_F32:
        if (blas_product(product, a, b, c, accumulate)) {
            break;
        }
#if SDYRT_HAS_GEMM_SPLIT
        if (sdyrt_amx_ready() && sdyrt_gemm_is_split(product)) {
            sdyrt_gemm_split(product, a, b, c, accumulate, scratch);
            break;
        }
#endif
        sdyrt_gemm_native_f32(product, a, b, c, accumulate, scratch);
        break;
#endif
#if SDYRT_HAS_GEMM_F64
    case SDYRT_GEMM_F64:
        if (!blas_product(product, a, b, c, accumulate)) {
            sdyrt_gemm_native_f64(product, a, b, c, accumulate, scratch);
        }
        break;
#endif
#if SDYRT_HAS_GEMM_NARROW
    case SDYRT_GEMM_BF16:
    case SDYRT_GEMM_BF16_F32:
    case SDYRT_GEMM_F16:
    case SDYRT_GEMM_F16_F32:
        sdyrt_gemm_narrow(product, a, b, c, accumulate, scratch);
        break;
#endif
#if SDYRT_HAS_GEMM_U32
    case SDYRT_GEMM_I32:
        sdyrt_gemm_native_u32(product, a, b, c, accumulate, scratch);
        break;
#endif
#if SDYRT_HAS_GEMM_U64
    case SDYRT_GEMM_I64:
        sdyrt_gemm_native_u64(product, a, b, c, accumulate, scratch);
        break;
#endif
#if SDYRT_HAS_GEMM_PAIRS
    case SDYRT_GEMM_I8:
    case SDYRT_GEMM_I16:
    case SDYRT_GEMM_I8_I32:
    case SDYRT_GEMM_U8_I32:
        sdyrt_gemm_pairs(product, a, b, c, accumulate, scratch);
        break;
#endif
#if SDYRT_HAS_GEMM_C64 || SDYRT_HAS_GEMM_C128
    case SDYRT_GEMM_C64:
    case SDYRT_GEMM_C128:
        sdyrt_gemm_complex(product, a, b, c, accumulate, scratch);
        break;
#endif
#if SDYRT_HAS_GEMM_PRED
    case SDYRT_GEMM_PRED:
        sdyrt_gemm_pred(product, a, b, c, accumulate);
        break;
#endif
    }
}

void sdyrt_gemm(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                int accumulate, void *scratch) {
    unsigned subnormals = flush_subnormals();
    multiply(product, a, b, c, accumulate, scratch);
    restore_subnormals(subnormals);
}
