/* Takes the implementation of the strips that is picked, and gives each strip its public name. */
#include "strips.h"

#include "cpu.h"

#include <stddef.h>

extern const struct sdyrt_strips sdyrt_strips_baseline, sdyrt_strips_avx2, sdyrt_strips_avx512;
extern const struct sdyrt_strips sdyrt_strips_vbmi;

/* Compiled with SDYRT_ONE_ISA there is one only, for whatever processor the compiler assumes. */
static const struct sdyrt_strips *const implementations[] = {
    [SDYRT_ISA_BASELINE] = &sdyrt_strips_baseline,
#if defined(__x86_64__) && !defined(SDYRT_ONE_ISA)
    [SDYRT_ISA_AVX2] = &sdyrt_strips_avx2,
    [SDYRT_ISA_AVX512] = &sdyrt_strips_avx512,
    [SDYRT_STRIPS_VBMI] = &sdyrt_strips_vbmi,
#endif
};
enum { IMPLEMENTATIONS = sizeof implementations / sizeof implementations[0] };

/* Set when a program begins. */
static const struct sdyrt_strips *chosen = &sdyrt_strips_baseline;

void sdyrt_strips_pick(const struct sdyrt_processor *processor) {
    const int picked = processor->kind == SDYRT_SET_COUNT ? SDYRT_STRIPS_VBMI : processor->isa;
    const int last = IMPLEMENTATIONS - 1;
    __atomic_store_n(&chosen, implementations[picked < last ? picked : last], __ATOMIC_RELAXED);
}

const struct sdyrt_strips *sdyrt_strips(void) {
    return __atomic_load_n(&chosen, __ATOMIC_RELAXED);
}

const struct sdyrt_strips *sdyrt_strips_at(int index) {
    return index >= 0 && index < IMPLEMENTATIONS ? implementations[index] : NULL;
}

#define SDYRT_STRIP(result, name, parameters, arguments)                                           \
    result sdyrt_##name parameters {                                                               \
        sdyrt_strips()->name arguments;                                                            \
    }
#define SDYRT_STRIP_VALUE(result, name, parameters, arguments)                                     \
    result sdyrt_##name parameters {                                                               \
        return sdyrt_strips()->name arguments;                                                     \
    }
#include "strips.def"
