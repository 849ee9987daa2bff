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
/* Registers of CPUID by leaf and name, and which registers of programs the system keeps (XCR0): of
   AVX, AVX-512 and AMX. (__builtin_cpu_supports knows less in some compilers, and is 4 KB.) */
struct cpuid {
    unsigned int leaf1_c, leaf7_b, leaf7_c, leaf7_d, leaf7_1_a, kept;
};
enum { KEEPS_AVX = 6, KEEPS_AVX512 = KEEPS_AVX | 7 << 5, KEEPS_TILES = 3 << 17 };

static struct cpuid read_cpuid(void) {
    struct cpuid id = {0, 0, 0, 0, 0, 0};
    unsigned int a, b, c, d;
    if (__get_cpuid(1, &a, &b, &id.leaf1_c, &d) != 0 && (id.leaf1_c & bit_OSXSAVE) != 0) {
        __asm__("xgetbv" : "=a"(id.kept), "=d"(d) : "c"(0));
    }
    if (__get_cpuid_count(7, 0, &a, &id.leaf7_b, &id.leaf7_c, &id.leaf7_d) != 0 && a >= 1) {
        __get_cpuid_count(7, 1, &id.leaf7_1_a, &b, &c, &d);
    }
    return id;
}

static int has(unsigned int bits, unsigned int wanted) {
    return (bits & wanted) == wanted;
}

static int has_avx2(const struct cpuid *id) {
    return has(id->kept, KEEPS_AVX) && has(id->leaf1_c, bit_AVX | bit_FMA | bit_F16C) &&
           has(id->leaf7_b, bit_AVX2 | bit_BMI2);
}

static int has_avx512(const struct cpuid *id) {
    return has_avx2(id) && has(id->kept, KEEPS_AVX512) &&
           has(id->leaf7_b,
               bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL);
}

/* The instructions for tiles of bf16 and of bytes. */
static int has_amx(const struct cpuid *id) {
    enum { BF16 = 1 << 22, TILE = 1 << 24, INT8 = 1 << 25 };
    return has(id->kept, KEEPS_TILES) && has(id->leaf7_d, BF16 | TILE | INT8);
}
#endif

#if defined(__x86_64__) && defined(__GNUC__) && defined(__linux__)
/* The system gives a process room for the registers of AMX when it asks for it. */
static int may_use_tiles(void) {
    enum { ARCH_PRCTL = 158, REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
    long answer = ARCH_PRCTL;
    __asm__ volatile("syscall"
                     : "+a"(answer)
                     : "D"((long)REQUEST_PERMISSION), "S"((long)TILE_DATA)
                     : "rcx", "r11", "memory");
    return answer == 0;
}
#elif defined(__x86_64__) && defined(__GNUC__)
static int may_use_tiles(void) {
    return 0;
}
#endif

static enum sdyrt_isa detected_isa(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    const struct cpuid id = read_cpuid();
    return has_avx512(&id) ? SDYRT_ISA_AVX512 : has_avx2(&id) ? SDYRT_ISA_AVX2 : SDYRT_ISA_BASELINE;
#else
    return SDYRT_ISA_BASELINE;
#endif
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
    const struct cpuid id = read_cpuid();
    if (isa == SDYRT_ISA_AVX512) {
        more |= has(id.leaf7_1_a, bit_AVX512BF16) ? HAS_AVX512_BF16 : 0;
        more |= has(id.leaf7_c, bit_AVX512VBMI) ? HAS_AVX512_VBMI : 0;
        more |= has(id.leaf7_c, bit_AVX512VNNI) ? HAS_AVX512_VNNI : 0;
        more |= requested == SDYRT_ISA_COUNT && has_amx(&id) && may_use_tiles() ? HAS_AMX : 0;
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

#if defined(__GNUC__)
/* Before main, or when the library is loaded, so that no call of a program asks the system. What
   else begins then may have asked already. */
__attribute__((constructor)) static void detect_early(void) {
    (void)processor();
}
#endif

enum sdyrt_isa sdyrt_cpu_isa(void) {
    return (enum sdyrt_isa)(processor() & (KNOWN - 1));
}

enum sdyrt_set sdyrt_cpu_set(void) {
    if (sdyrt_cpu_isa() < SDYRT_ISA_AVX512 || !sdyrt_cpu_has_avx512_vnni()) {
        return (enum sdyrt_set)sdyrt_cpu_isa();
    }
    return !sdyrt_cpu_has_avx512_bf16() ? SDYRT_SET_VNNI
           : !sdyrt_cpu_has_amx()       ? SDYRT_SET_BF16
                                        : SDYRT_SET_AMX;
}

struct sdyrt_processor sdyrt_cpu_processor(void) {
    struct sdyrt_processor processor;
    processor.isa = (int)sdyrt_cpu_isa();
    processor.set = (int)sdyrt_cpu_set();
    processor.kind = sdyrt_cpu_has_avx512_vbmi() ? (int)SDYRT_SET_COUNT : processor.set;
    return processor;
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
