/* Kernels ask this file for the processor, by the linker's --wrap: so those for lesser instructions
   run too, each as on a processor that has no better ones. */
#include "amx.h"
#include "frame.h"
#include "strips.h"

#include <stddef.h>

static enum sdyrt_set used = SDYRT_SET_COUNT; /* as many as there are */

enum sdyrt_isa __real_sdyrt_cpu_isa(void);
enum sdyrt_set __real_sdyrt_cpu_set(void);
int __real_sdyrt_cpu_has_avx512_bf16(void);
int __real_sdyrt_cpu_has_avx512_vbmi(void);
int __real_sdyrt_cpu_has_avx512_vnni(void);
int __real_sdyrt_cpu_has_amx(void);

enum sdyrt_isa __wrap_sdyrt_cpu_isa(void);
enum sdyrt_set __wrap_sdyrt_cpu_set(void);
struct sdyrt_processor __wrap_sdyrt_cpu_processor(void);
int __wrap_sdyrt_cpu_has_avx512_bf16(void);
int __wrap_sdyrt_cpu_has_avx512_vbmi(void);
int __wrap_sdyrt_cpu_has_avx512_vnni(void);
int __wrap_sdyrt_cpu_has_amx(void);

/* Whether what a processor with AVX2 lacks is emulated (emulate.h): then it is one that has all. */
#ifdef KERNELS_EMULATE
enum { EMULATES = 1 };
#else
enum { EMULATES = 0 };
#endif

static enum sdyrt_set last_set(void) {
    return EMULATES ? SDYRT_SET_AMX : __real_sdyrt_cpu_set();
}

enum sdyrt_isa __wrap_sdyrt_cpu_isa(void) {
    const enum sdyrt_isa last = EMULATES ? SDYRT_ISA_AVX512 : __real_sdyrt_cpu_isa();
    return (int)used < (int)last ? (enum sdyrt_isa)used : last;
}

enum sdyrt_set __wrap_sdyrt_cpu_set(void) {
    const enum sdyrt_set last = last_set();
    return used < last ? used : last;
}

int __wrap_sdyrt_cpu_has_avx512_vnni(void) {
    return used >= SDYRT_SET_VNNI && (EMULATES || __real_sdyrt_cpu_has_avx512_vnni());
}

/* No set has it; processors with VNNI have it mostly. */
int __wrap_sdyrt_cpu_has_avx512_vbmi(void) {
    return used >= SDYRT_SET_VNNI && (EMULATES || __real_sdyrt_cpu_has_avx512_vbmi());
}

int __wrap_sdyrt_cpu_has_avx512_bf16(void) {
    return used >= SDYRT_SET_BF16 && (EMULATES || __real_sdyrt_cpu_has_avx512_bf16());
}

int __wrap_sdyrt_cpu_has_amx(void) {
    return used >= SDYRT_SET_AMX && (EMULATES || __real_sdyrt_cpu_has_amx());
}

struct sdyrt_processor __wrap_sdyrt_cpu_processor(void) {
    struct sdyrt_processor processor = {.isa = (int)__wrap_sdyrt_cpu_isa(),
                                        .set = (int)__wrap_sdyrt_cpu_set()};
    processor.kind = __wrap_sdyrt_cpu_has_avx512_vbmi() ? (int)SDYRT_SET_COUNT : processor.set;
    return processor;
}

struct sdyrt_machine_class frame_class(enum sdyrt_set set) {
    struct sdyrt_machine_class class = sdyrt_machine_of_set(set);
    class.has_vbmi = __wrap_sdyrt_cpu_has_avx512_vbmi();
    return class;
}

void frame_use_set(enum sdyrt_set set) {
    used = set;
    const struct sdyrt_processor processor = __wrap_sdyrt_cpu_processor();
    sdyrt_strips_pick(&processor);
}

const char *frame_leaves_out(enum sdyrt_set set, bool is_asked) {
    if (!EMULATES) {
        return set > last_set() ? "not on this processor" : NULL;
    }
    return __real_sdyrt_cpu_isa() < SDYRT_ISA_AVX2      ? "emulated by AVX2, which is not there"
           : set < SDYRT_SET_AVX512                     ? "not emulated"
           : set <= __real_sdyrt_cpu_set() && !is_asked ? "not emulated on this processor"
                                                        : NULL;
}

const char *frame_set_name(enum sdyrt_set set) {
    static const char *const names[SDYRT_SET_COUNT] = {
        [SDYRT_SET_BASELINE] = "baseline", [SDYRT_SET_AVX2] = "avx2", [SDYRT_SET_AVX512] = "avx512",
        [SDYRT_SET_VNNI] = "vnni",         [SDYRT_SET_BF16] = "bf16", [SDYRT_SET_AMX] = "amx"};
    return names[set];
}
