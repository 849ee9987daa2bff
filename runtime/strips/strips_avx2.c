/* The strips for x86-64-v3. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for lgamma_r */
#endif
#include "strips.h"

#if defined(__x86_64__) && !defined(SDYRT_ONE_ISA)
#define SDYRT_HAS_FMA
#ifdef __clang__
#define TARGET "avx2,fma,f16c,bmi,bmi2"
#pragma clang attribute push(__attribute__((target(TARGET))), apply_to = function)
#else
#define SDYRT_WITH_F16C
#pragma GCC target("avx2,fma,f16c,bmi,bmi2")
#endif
#define SDYRT_STRIPS sdyrt_strips_avx2
#include "strips_impl.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
