/* The strips for x86-64-v3. */
#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#define SDYRT_HAS_FMA
#else
#pragma GCC target("avx2,fma,f16c,bmi,bmi2,lzcnt,popcnt")
#endif
#define SDYRT_STRIPS sdyrt_strips_avx2
#include "strips_impl.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
