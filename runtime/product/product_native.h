/* The runners of the routes of products, and what their scratch holds; internal to the runtime. */
#ifndef SDYRT_PRODUCT_NATIVE_H
#define SDYRT_PRODUCT_NATIVE_H

#include "product.h"
#include "product_shape.h"
#include "sizes.h"

#define SDYRT_PRODUCT_PANEL_BYTES 128 /* of a row of a panel of B, as in product_micro.h */
/* Columns of a piece of a tile, or a multiple, that routes multiply by themselves which ask the
   numbers of so many columns together how it is done. */
#define SDYRT_PRODUCT_BLOCK_COLS (2 * SDYRT_PRODUCT_PANEL_BYTES / 4)
/* So many panels are packed to this depth: all of them stay in the L2 cache and one in the
   first-level cache, and every pass over C is paid for by many multiplications per element. */
#define SDYRT_PRODUCT_DEPTH         256
#define SDYRT_PRODUCT_PACKED_PANELS 8
/* And rows of A that are not dense, in groups of so many lines of a column: whole blocks of 4, 6, 8
   or 12 rows. */
#define SDYRT_PRODUCT_GROUP_LINES 3
#define SDYRT_PRODUCT_DEPTH_BYTES                                                                  \
    (SDYRT_PRODUCT_PACKED_PANELS * SDYRT_PRODUCT_PANEL_BYTES + SDYRT_PRODUCT_GROUP_LINES * 64)
#define SDYRT_PRODUCT_NATIVE_SCRATCH (SDYRT_PRODUCT_DEPTH * SDYRT_PRODUCT_DEPTH_BYTES)
/* Rows of A that are packed for scalar products, where they are not dense, and bytes of all. */
#define SDYRT_PRODUCT_PACKED_ROWS  SDYRT_DOTS_MOST
#define SDYRT_PRODUCT_PACKED_BYTES (64 << 10)

/* Elements of this size from one packed row of A to the next: whole vectors, as many as there is
   scratch for. */
static inline int64_t sdyrt_product_packed_row(int64_t k, int64_t size) {
    return minimum(SDYRT_PRODUCT_PACKED_BYTES / SDYRT_PRODUCT_PACKED_ROWS / size,
                   maximum(pieces(k, 16), 1) * 16);
}

/* The depth of each block of a product this deep: even ones, of whole lines. */
static inline int64_t sdyrt_product_depth(int64_t k) {
    return pieces(pieces(k, maximum(pieces(k, SDYRT_PRODUCT_DEPTH), 1)), 16) * 16;
}

/* A way of multiplying, of one element type. Called for one product, with operands exchanged where
   the plan says so, and k at most the plan's depth unless the route takes all (product_routes.def).
   C = (accumulate ? C : 0) + the sum, which is made from zero. */
typedef void product_route_fn(const struct sdyrt_product *product,
                              const struct sdyrt_product_plan *plan, const void *a, const void *b,
                              void *c, int accumulate, void *scratch);

#define NUMBERS(name)                                                                              \
    product_route_fn sdyrt_product_##name##_f32, sdyrt_product_##name##_f64,                       \
        sdyrt_product_##name##_u32, sdyrt_product_##name##_u64;
#define REALS(name) product_route_fn sdyrt_product_##name##_f32, sdyrt_product_##name##_f64;
NUMBERS(panels)
NUMBERS(blocks)
NUMBERS(dots)
NUMBERS(rows)
REALS(tiny)
REALS(vectors)
REALS(short)
REALS(blas)
#undef NUMBERS
#undef REALS
product_route_fn sdyrt_product_split_f32;

/* Of types whose runners look at the descriptor's. */
product_route_fn sdyrt_product_amx_small, sdyrt_product_pairs_small, sdyrt_product_quads_small,
    sdyrt_product_small_rows_small, sdyrt_product_small_dots_small, sdyrt_product_quad_rows_small;
product_route_fn sdyrt_product_amx_narrow, sdyrt_product_pairs_narrow,
    sdyrt_product_stream_rows_narrow, sdyrt_product_stream_panels_narrow,
    sdyrt_product_wide_rows_narrow, sdyrt_product_wide_dots_narrow,
    sdyrt_product_wide_panels_narrow, sdyrt_product_wide_blocks_narrow;
#define COMPLEX(name) product_route_fn sdyrt_product_##name##_c64, sdyrt_product_##name##_c128;
COMPLEX(complex_loops)
COMPLEX(complex_vectors)
COMPLEX(complex_rows)
COMPLEX(complex_dots)
COMPLEX(complex_panels)
#undef COMPLEX
product_route_fn sdyrt_product_truths;

/* Packs rows x cols of B, cols at most a panel's width, into whole panel rows at `panel`. */
void sdyrt_pack_panel_f32(int64_t rows, int64_t cols, const float *b, int64_t b_row, int64_t b_col,
                          float *panel);
void sdyrt_pack_panel_f64(int64_t rows, int64_t cols, const double *b, int64_t b_row, int64_t b_col,
                          double *panel);
void sdyrt_pack_panel_u32(int64_t rows, int64_t cols, const uint32_t *b, int64_t b_row,
                          int64_t b_col, uint32_t *panel);
void sdyrt_pack_panel_u64(int64_t rows, int64_t cols, const uint64_t *b, int64_t b_row,
                          int64_t b_col, uint64_t *panel);

#endif
