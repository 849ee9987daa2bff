/* Chooses the implementation of the strips and gives each strip its public name. */
#include "strips.h"

#include "cpu.h"

#include <stddef.h>

extern const struct sdyrt_strips sdyrt_strips_baseline;
#ifdef __x86_64__
extern const struct sdyrt_strips sdyrt_strips_avx2, sdyrt_strips_avx512;
static const struct sdyrt_strips *const implementations[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &sdyrt_strips_baseline,
    [SDYRT_ISA_AVX2] = &sdyrt_strips_avx2,
    [SDYRT_ISA_AVX512] = &sdyrt_strips_avx512,
};
#else
static const struct sdyrt_strips *const implementations[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = &sdyrt_strips_baseline,
};
#endif

/* Set once, before main. */
static const struct sdyrt_strips *chosen = &sdyrt_strips_baseline;

__attribute__((constructor)) static void choose(void) {
    chosen = implementations[sdyrt_cpu_isa()];
}

const struct sdyrt_strips *sdyrt_strips(void) {
    return chosen;
}

const struct sdyrt_strips *sdyrt_strips_at(int index) {
    return index >= 0 && index <= (int)sdyrt_cpu_isa() ? implementations[index] : NULL;
}

const char *sdyrt_strips_name(int index) {
    return sdyrt_strips_at(index) ? sdyrt_isa_name((enum sdyrt_isa)index) : NULL;
}

#define SDYRT_STRIP(result, name, parameters, arguments)                                           \
    result sdyrt_##name parameters {                                                               \
        return chosen->name arguments;                                                             \
    }
#include "strips.def"
