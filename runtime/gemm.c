#include "gemm.h"

#include "blas.h"
#include "cpu.h"
#include "gemm_kinds.h"
#include "gemm_native.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
    return use_blas ? sdyrt_blas_name() : native[sdyrt_cpu_isa()];
}

void sdyrt_gemm(const struct sdyrt_gemm *product, const void *a, const void *b, void *c,
                int accumulate, void *scratch) {
    pthread_once(&once, select_from_environment);
    switch (product->type) {
    case SDYRT_GEMM_F32:
        if (!use_blas || !sdyrt_blas_gemm(product, a, b, c, accumulate)) {
            sdyrt_gemm_native_f32(product, a, b, c, accumulate, scratch);
        }
        break;
    case SDYRT_GEMM_F64:
        if (!use_blas || !sdyrt_blas_gemm(product, a, b, c, accumulate)) {
            sdyrt_gemm_native_f64(product, a, b, c, accumulate, scratch);
        }
        break;
    case SDYRT_GEMM_BF16:
    case SDYRT_GEMM_BF16_F32:
    case SDYRT_GEMM_F16:
    case SDYRT_GEMM_F16_F32:
        sdyrt_gemm_narrow(product, a, b, c, accumulate, scratch);
        break;
    case SDYRT_GEMM_C64:
    case SDYRT_GEMM_C128:
        sdyrt_gemm_complex(product, a, b, c, accumulate, scratch);
        break;
    default:
        sdyrt_gemm_generic(product, a, b, c, accumulate);
        break;
    }
}
