#include "cpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static enum sdyrt_isa best_isa;
static int has_avx512_bf16;

static const char *const isa_names[SDYRT_ISA_COUNT] = {"baseline", "avx2", "avx512"};

static enum sdyrt_isa detected_isa(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("bmi2");
    int avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                 __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl");
    if (avx2 && avx512) {
        return SDYRT_ISA_AVX512;
    }
    if (avx2) {
        return SDYRT_ISA_AVX2;
    }
#endif
    return SDYRT_ISA_BASELINE;
}

static enum sdyrt_isa requested_isa(void) {
    const char *request = getenv("SDYRT_ISA");
    for (int i = 0; request != NULL && i < SDYRT_ISA_COUNT; i++) {
        if (strcmp(request, isa_names[i]) == 0) {
            return (enum sdyrt_isa)i;
        }
    }
    return SDYRT_ISA_COUNT;
}

static void detect(void) {
    enum sdyrt_isa detected = detected_isa();
    enum sdyrt_isa requested = requested_isa();
    best_isa = requested < detected ? requested : detected;
#if defined(__x86_64__) && defined(__GNUC__)
    has_avx512_bf16 = best_isa == SDYRT_ISA_AVX512 && __builtin_cpu_supports("avx512bf16");
#endif
}

enum sdyrt_isa sdyrt_cpu_isa(void) {
    pthread_once(&once, detect);
    return best_isa;
}

const char *sdyrt_isa_name(enum sdyrt_isa isa) {
    return isa < SDYRT_ISA_COUNT ? isa_names[isa] : "unknown";
}

int sdyrt_cpu_has_avx512_bf16(void) {
    pthread_once(&once, detect);
    return has_avx512_bf16;
}
