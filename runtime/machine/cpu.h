/* What the processor can do, asked once through CPUID. */
#ifndef SDYRT_CPU_H
#define SDYRT_CPU_H

#ifdef __cplusplus
extern "C" {
#endif

/* Instruction sets that kernels are compiled for, each containing those above it. */
enum sdyrt_isa {
    SDYRT_ISA_BASELINE, /* what the compiler assumes: SSE2 on x86-64 */
    SDYRT_ISA_AVX2,     /* AVX2, FMA, F16C, BMI: x86-64-v3 */
    SDYRT_ISA_AVX512,   /* AVX-512 F, BW, CD, DQ, VL: x86-64-v4 */
    SDYRT_ISA_COUNT
};

/* What plans are made for: these sets, and AVX-512 with instructions beside it, each with all those
   above it. */
enum sdyrt_set {
    SDYRT_SET_BASELINE,
    SDYRT_SET_AVX2,
    SDYRT_SET_AVX512,
    SDYRT_SET_VNNI, /* bytes multiplied by fours */
    SDYRT_SET_BF16, /* bfloat16 by pairs */
    SDYRT_SET_AMX,  /* both in tiles */
    SDYRT_SET_COUNT
};

/* The sets as attributes of functions, for files that are compiled for several. */
#define BASELINE_TARGET
#if defined(__x86_64__)
#define AVX2_TARGET   __attribute__((target("avx2,fma")))
#define AVX512_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")))
#define AVX512_BF16_TARGET                                                                         \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma")))
#define AVX512_VBMI_TARGET                                                                         \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx2,fma")))
#define AVX512_VNNI_TARGET                                                                         \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma")))
#define AMX_TARGET __attribute__((target("amx-tile,amx-int8,amx-bf16")))
#endif

/* The best instruction set that processor and system support. The environment variable
   SDYRT_ISA=baseline|avx2|avx512 lowers it (never raises it); any of them does without AMX, which
   is beside it. Asked once, then constant. */
enum sdyrt_isa sdyrt_cpu_isa(void);

/* The last of the sets of plans that all of the processor's instructions suffice for. */
enum sdyrt_set sdyrt_cpu_set(void);

/* What a program asks of its processor, once, when it begins: which of its sets of phases, strips
   and plans are taken. */
struct sdyrt_processor {
    int isa;  /* enum sdyrt_isa: of phases and strips */
    int set;  /* enum sdyrt_set: of plans */
    int kind; /* the same, or SDYRT_SET_COUNT where bytes are permuted: of plans that tell these */
};
struct sdyrt_processor sdyrt_cpu_processor(void);

/* "baseline", "avx2" or "avx512"; static text. */
const char *sdyrt_isa_name(enum sdyrt_isa isa);

/* 1 if the processor multiplies bfloat16 with AVX-512 instructions. */
int sdyrt_cpu_has_avx512_bf16(void);

/* 1 if it permutes bytes with AVX-512 instructions. */
int sdyrt_cpu_has_avx512_vbmi(void);

/* 1 if it multiplies bytes by fours with AVX-512 instructions. */
int sdyrt_cpu_has_avx512_vnni(void);

/* 1 if processor and system have AMX for bfloat16 and bytes, and the system lets this process use
   it. */
int sdyrt_cpu_has_amx(void);

#ifdef __cplusplus
}
#endif
#endif
