/* Kernels ask this file for the processor, by the linker's --wrap: so those for lesser instructions
   run too, each as on a processor that has no better ones. */
#include "amx.h"
#include "frame.h"
#include "strips.h"

#include <stdlib.h>

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

/* Whether what the processor lacks of the last two sets is emulated (emulate.h): that takes what VNNI
   comes with. As on processors that have AMX, SDYRT_ISA takes it away. */
static int emulates(enum sdyrt_set set) {
#ifdef KERNELS_EMULATE
    return __real_sdyrt_cpu_set() >= SDYRT_SET_VNNI &&
           (set == SDYRT_SET_BF16 || getenv("SDYRT_ISA") == NULL);
#else
    (void)set;
    return 0;
#endif
}

static enum sdyrt_set last_set(void) {
    return emulates(SDYRT_SET_AMX)    ? SDYRT_SET_AMX
           : emulates(SDYRT_SET_BF16) ? SDYRT_SET_BF16
                                      : __real_sdyrt_cpu_set();
}

enum sdyrt_isa __wrap_sdyrt_cpu_isa(void) {
    const enum sdyrt_isa real = __real_sdyrt_cpu_isa();
    return (int)used < (int)real ? (enum sdyrt_isa)used : real;
}

enum sdyrt_set __wrap_sdyrt_cpu_set(void) {
    const enum sdyrt_set last = last_set();
    return used < last ? used : last;
}

int __wrap_sdyrt_cpu_has_avx512_vnni(void) {
    return used >= SDYRT_SET_VNNI && __real_sdyrt_cpu_has_avx512_vnni();
}

/* No set has it; processors with VNNI have it mostly. */
int __wrap_sdyrt_cpu_has_avx512_vbmi(void) {
    return used >= SDYRT_SET_VNNI && __real_sdyrt_cpu_has_avx512_vbmi();
}

int __wrap_sdyrt_cpu_has_avx512_bf16(void) {
    return used >= SDYRT_SET_BF16 &&
           (__real_sdyrt_cpu_has_avx512_bf16() || emulates(SDYRT_SET_BF16));
}

int __wrap_sdyrt_cpu_has_amx(void) {
    return used >= SDYRT_SET_AMX && (__real_sdyrt_cpu_has_amx() || emulates(SDYRT_SET_AMX));
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

enum sdyrt_set frame_last_set(void) {
    return last_set();
}

const char *frame_set_name(enum sdyrt_set set) {
    static const char *const names[SDYRT_SET_COUNT] = {
        [SDYRT_SET_BASELINE] = "baseline", [SDYRT_SET_AVX2] = "avx2", [SDYRT_SET_AVX512] = "avx512",
        [SDYRT_SET_VNNI] = "vnni",         [SDYRT_SET_BF16] = "bf16", [SDYRT_SET_AMX] = "amx"};
    return names[set];
}
