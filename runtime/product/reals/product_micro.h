/* The innermost product that everything else is built on; internal to the runtime.

   B comes in panels: SDYRT_PANEL_BYTES of columns side by side in each row. A panel is either
   packed, zero-filled beyond B's last column, or B itself where it has that form. A is read in
   place, whatever its strides: its elements are broadcast. */
#ifndef SDYRT_PRODUCT_MICRO_H
#define SDYRT_PRODUCT_MICRO_H

#include <stddef.h>
#include <stdint.h>

#define SDYRT_PANEL_BYTES 128

/* A block of sums that registers hold: rows of C, and vectors of columns. Kernels are called with
   constants for both, so that loops over them are unrolled. */
struct sums_block {
    int rows, vectors;
};

/* One stretch of the contraction: where its operands begin, in elements, and its length. A sum
   over several stretches (the taps of a convolution) stays in registers. */
struct product_step {
    int64_t a, panel, k;
};

/* C[rows, cols] = (accumulate ? C : 0) + the sum over steps of
   A[step.a + i * a_row + p * a_col] * panel[step.panel + p * panel_row + j], p < step.k.
   cols <= SDYRT_PANEL_BYTES / sizeof(element); the panel's rows are whole even where cols
   is less. An element's value does not depend on the rows and columns computed with it. */
struct panel_product {
    int64_t rows, cols;
    const void *a;
    int64_t a_row, a_col;
    const void *panel;
    int64_t panel_row;
    int64_t
        panel_ahead; /* elements from the panel to what is to be fetched meanwhile; 0: nothing */
    int fetch_rows; /* 1: rows of A, which are dense, are fetched while those before are multiplied;
                       what lies behind the last ones need not be memory */
    void *c;
    int64_t c_row, c_col;
    const struct product_step *steps;
    int64_t step_count;
    int accumulate;
};

typedef void panel_kernel(const struct panel_product *product);

/* The kernels of an instruction set
   (enum sdyrt_isa). Integers wrap around, so that the unsigned kernels serve the
   signed types. Elements of A and of the panel of `pairs` are two signed 16-bit integers, those of
   its C 32-bit sums of both products. `rows` of C are computed at a time. */
struct product_micro {
    int64_t rows;
    panel_kernel *f32;
    panel_kernel *f64;
    panel_kernel *u32;
    panel_kernel *u64;
    panel_kernel *pairs;
};
const struct product_micro *sdyrt_product_micro_of(int64_t isa);

/* As `pairs`, for elements that are two bf16 numbers and sums that are f32, on processors that
   multiply these; null where there are none of the kind. */
panel_kernel *sdyrt_product_micro_bf16_pairs(void);

/* As `pairs`, for elements that are four bytes; null likewise. The instruction multiplies unsigned
   bytes by signed ones: the unsigned ones are A's, or, where `is_unsigned`, the panel's. */
panel_kernel *sdyrt_product_micro_quads(int is_unsigned);

#endif
