/* The strips for x86-64-v4. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for lgamma_r */
#endif
#include "strips.h"

#if defined(__x86_64__) && !defined(SDYRT_ONE_ISA)
#define SDYRT_HAS_FMA
#ifdef __clang__
#define TARGET "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,fma,f16c,bmi,bmi2"
#pragma clang attribute push(__attribute__((target(TARGET))), apply_to = function)
#else
#define SDYRT_WITH_F16C
#define SDYRT_WITH_AVX512
#pragma GCC target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,fma,f16c,bmi,bmi2")
#pragma GCC target("prefer-vector-width=512")
#endif
#define SDYRT_STRIPS sdyrt_strips_avx512
#include "strips_impl.h"
/* The same where the processor permutes bytes, too: loads of bytes a few places apart are others
   (strips_strided_avx512.h). */
#ifdef SDYRT_WITH_AVX512
#define strip_load_8  strip_load_vbmi
#define strip_load2_8 strip_load2_vbmi
#endif
extern const struct sdyrt_strips sdyrt_strips_vbmi;
const struct sdyrt_strips sdyrt_strips_vbmi = {
#define SDYRT_STRIP(result, name, parameters, arguments) .name = strip_##name,
#include "strips.def"
};
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
