/* The strips for x86-64-v4. */
#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,fma,f16c,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#define SDYRT_HAS_FMA
#else
#pragma GCC target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,fma,f16c,bmi,bmi2,lzcnt,popcnt,prefer-vector-width=512")
#endif
#define SDYRT_STRIPS sdyrt_strips_avx512
#include "strips_impl.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
