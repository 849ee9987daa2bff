/* Instructions of AVX-512 and AMX as plain C, for processors that lack them: included before all
   else in the sources of the runtime that name them (meson.build), it takes the place of their
   intrinsics. Of bf16, sums are rounded once for each pair, as Intel's manual of instruction sets
   says of VDPBF16PS and TDPBF16PS. Subnormal numbers are kept, where the instructions take them
   for zeros. */
#ifndef SDYC_TESTS_KERNELS_EMULATE_H
#define SDYC_TESTS_KERNELS_EMULATE_H

#if defined(__x86_64__)

#include "emulate_avx512.h"
#include "emulate_names.h"

/* Functions that ask for other instructions are compiled for AVX2, and so is what the compiler
   makes of vectors of 64 bytes. */
#define target(features) target(EMULATE_TARGET)
/* Nor is a kernel unrolled by what the functions that it calls know to be constant: plain C for each
   instruction, in as many copies, takes minutes to compile. */
#define always_inline unused
/* block_avx512.inc is assembly: its rows are computed by the loops that compute the others. */
#define __SANITIZE_ADDRESS__ 1

/* The eight registers of AMX, up to 16 lines of 64 bytes each. `setting` is LDTILECFG's operand;
   what is outside of a register's lines reads as zero. */
void emulate_configure(const void *setting);
void emulate_release(void);
void emulate_zero(int tile);
void emulate_load(int tile, const void *base, int64_t stride);
void emulate_store(int tile, void *base, int64_t stride);
/* c += a * b, of pairs of bf16 and of fours of bytes. */
void emulate_dot_bf16(int c, int a, int b);
void emulate_dot_i8(int c, int a, int b);
void emulate_dot_u8(int c, int a, int b);

/* sum + a[1] * b[1] + a[0] * b[0], of bf16. */
float emulate_pair(float sum, uint32_t a, uint32_t b);

EMULATED __m512 emulate_pairs(__m512 sum, __m512i a, __m512i b) {
    float sums[16];
    uint32_t left[16], right[16];
    memcpy(sums, &sum, sizeof sums);
    memcpy(left, &a, sizeof left);
    memcpy(right, &b, sizeof right);
    for (int i = 0; i < 16; i++) {
        sums[i] = emulate_pair(sums[i], left[i], right[i]);
    }
    memcpy(&sum, sums, sizeof sum);
    return sum;
}

#undef _tile_loadd
#undef _tile_stored
#undef _tile_zero
#undef _tile_dpbf16ps
#undef _tile_dpbssd
#undef _tile_dpbuud
#define _tile_loadconfig            emulate_configure
#define _tile_release               emulate_release
#define _tile_zero                  emulate_zero
#define _tile_loadd                 emulate_load
#define _tile_stored                emulate_store
#define _tile_dpbf16ps              emulate_dot_bf16
#define _tile_dpbssd                emulate_dot_i8
#define _tile_dpbuud                emulate_dot_u8
#define _mm512_dpbf16_ps(sum, a, b) emulate_pairs(sum, (__m512i)(a), (__m512i)(b))

#endif

#endif
