#include "cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Found when first asked for; threads that ask at the same time find the same. */
enum {
    KNOWN = 1 << 8,
    HAS_AVX512_BF16 = 1 << 9,
    HAS_AVX512_VBMI = 1 << 10,
    HAS_AVX512_VNNI = 1 << 11,
    HAS_AMX = 1 << 12
};
static atomic_int found; /* 0, or KNOWN and the best instruction set and more */

static const char *const isa_names[SDYRT_ISA_COUNT] = {"baseline", "avx2", "avx512"};

#if defined(__x86_64__) && defined(__GNUC__)
/* Not every compiler's __builtin_cpu_supports knows of it. */
static int has_f16c(void) {
    unsigned int a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}

/* The instructions for tiles of bf16 and of bytes, and a system that keeps their registers. */
static int has_amx(void) {
    enum { TILES = 3 << 17, BF16 = 1 << 22, TILE = 1 << 24, INT8 = 1 << 25 };
    unsigned int a, b, c, d, kept, above;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_OSXSAVE) == 0) {
        return 0;
    }
    __asm__("xgetbv" : "=a"(kept), "=d"(above) : "c"(0));
    return (kept & TILES) == TILES && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 &&
           (d & BF16) != 0 && (d & TILE) != 0 && (d & INT8) != 0;
}
#endif

static enum sdyrt_isa detected_isa(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c() &&
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

static int detect(void) {
    enum sdyrt_isa detected = detected_isa();
    enum sdyrt_isa requested = requested_isa();
    int isa = (int)(requested < detected ? requested : detected), more = KNOWN;
#if defined(__x86_64__) && defined(__GNUC__)
    if (isa == SDYRT_ISA_AVX512 && __builtin_cpu_supports("avx512bf16")) {
        more |= HAS_AVX512_BF16;
    }
    if (isa == SDYRT_ISA_AVX512 && __builtin_cpu_supports("avx512vbmi")) {
        more |= HAS_AVX512_VBMI;
    }
    if (isa == SDYRT_ISA_AVX512 && __builtin_cpu_supports("avx512vnni")) {
        more |= HAS_AVX512_VNNI;
    }
    if (isa == SDYRT_ISA_AVX512 && requested == SDYRT_ISA_COUNT && has_amx()) {
        more |= HAS_AMX;
    }
#endif
    return isa | more;
}

static int processor(void) {
    int known = atomic_load_explicit(&found, memory_order_relaxed);
    if (known == 0) {
        known = detect();
        atomic_store_explicit(&found, known, memory_order_relaxed);
    }
    return known;
}

enum sdyrt_isa sdyrt_cpu_isa(void) {
    return (enum sdyrt_isa)(processor() & (KNOWN - 1));
}

const char *sdyrt_isa_name(enum sdyrt_isa isa) {
    return isa < SDYRT_ISA_COUNT ? isa_names[isa] : "unknown";
}

int sdyrt_cpu_has_avx512_bf16(void) {
    return (processor() & HAS_AVX512_BF16) != 0;
}

int sdyrt_cpu_has_avx512_vbmi(void) {
    return (processor() & HAS_AVX512_VBMI) != 0;
}

int sdyrt_cpu_has_avx512_vnni(void) {
    return (processor() & HAS_AVX512_VNNI) != 0;
}

int sdyrt_cpu_has_amx(void) {
    return (processor() & HAS_AMX) != 0;
}
