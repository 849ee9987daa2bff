/* Chooses the implementation of the strips and gives each strip its public name. */
#include "strips.h"

#include "cpu.h"

#include <stddef.h>

extern const struct sdyrt_strips sdyrt_strips_baseline, sdyrt_strips_avx2, sdyrt_strips_avx512;

/* Compiled with SDYRT_ONE_ISA there is one only, for whatever processor the compiler assumes. */
static const struct sdyrt_strips *const implementations[] = {
    [SDYRT_ISA_BASELINE] = &sdyrt_strips_baseline,
#if defined(__x86_64__) && !defined(SDYRT_ONE_ISA)
    [SDYRT_ISA_AVX2] = &sdyrt_strips_avx2,
    [SDYRT_ISA_AVX512] = &sdyrt_strips_avx512,
#endif
};

/* How many of them this processor can run, and the user wants. */
static int usable(void) {
    int count = sizeof implementations / sizeof implementations[0];
    int isa = (int)sdyrt_cpu_isa();
    return isa < count ? isa + 1 : count;
}

/* Set once, before main. */
static const struct sdyrt_strips *chosen = &sdyrt_strips_baseline;

__attribute__((constructor)) static void choose(void) {
    chosen = implementations[usable() - 1];
}

const struct sdyrt_strips *sdyrt_strips(void) {
    return chosen;
}

const struct sdyrt_strips *sdyrt_strips_at(int index) {
    return index >= 0 && index < usable() ? implementations[index] : NULL;
}

const char *sdyrt_strips_name(int index) {
    return sdyrt_strips_at(index) ? sdyrt_isa_name((enum sdyrt_isa)index) : NULL;
}

#define SDYRT_STRIP(result, name, parameters, arguments)                                           \
    result sdyrt_##name parameters {                                                               \
        chosen->name arguments;                                                                    \
    }
#define SDYRT_STRIP_VALUE(result, name, parameters, arguments)                                     \
    result sdyrt_##name parameters {                                                               \
        return chosen->name arguments;                                                             \
    }
#include "strips.def"
