/* The kernels of products by narrow weights; internal to the runtime. */
#ifndef SDYRT_PRODUCT_WEIGHTS_KERNELS_H
#define SDYRT_PRODUCT_WEIGHTS_KERNELS_H

#include <limits.h>

#include "caches.h"
#include "product_ahead.h"
#include "product_weights.h"

/* Of a packed weight, and how many of them an element has at most. */
enum { WEIGHTS_PART_BITS = CHAR_BIT / 2 };
enum { WEIGHTS_PARTS = sizeof(uint32_t) * CHAR_BIT / WEIGHTS_PART_BITS };

/* Two of them in a byte, their signs, and the bits of 2^23, to which any of these can be added. */
enum weights_nibble {
    LOWER = 0x0f,
    UPPER = 0xf0,
    LOWER_SIGN = 0x08,
    UPPER_SIGN = 0x80,
    MAGIC_BITS = 0x4b000000
};
#define MAGIC 0x1p23f

enum weights_block {
    WEIGHTS_DEPTH = 16,       /* rows of weights that are read side by side: sums join what is in
                                 a cache once for all */
    WEIGHTS_STRETCH = 256,    /* terms whose sum is made before it joins C */
    WEIGHTS_STRIP = 64,       /* columns that `rows` has in registers */
    WEIGHTS_COLS = 16384,     /* and in a near cache, at most, */
    WEIGHTS_SUMS = 16384,     /* with so many sums of all rows */
    WEIGHTS_SPAN = 2048,      /* terms of a scalar product at a time, at most, */
    WEIGHTS_SPANS = 16384,    /* and of all rows, whose part of A is near then: of one row, whole
                                 columns, as memory gives most where it is read as it lies */
    WEIGHTS_SHIFTED = 128,    /* that zero points are taken from at a time, at most */
    WEIGHTS_BESIDE = 4,       /* columns that `dots` reads at a time */
    WEIGHTS_LEAST_BLOCK = 16, /* a vector's terms */
    WEIGHTS_TILE_TERMS = 32,  /* those of a register of AMX */
    WEIGHTS_BLOCKS = WEIGHTS_SPANS / WEIGHTS_LEAST_BLOCK + 2 /* that spans meet at most */
};

/* What a kernel holds in a task's scratch: `rows`, for a panel of columns, */
struct weights_panel {
    float sums[WEIGHTS_SUMS], wide[WEIGHTS_DEPTH * WEIGHTS_STRIP]; /* and decoded weights */
    float scale[WEIGHTS_COLS], zero[WEIGHTS_COLS];
};
/* and `dots`, a span of A in dense rows and what belongs to the blocks of the columns at hand. */
struct weights_spans {
    float rows[WEIGHTS_SPANS];
    float scale[WEIGHTS_BESIDE * WEIGHTS_BLOCKS], zero[WEIGHTS_BESIDE * WEIGHTS_BLOCKS];
};

/* As sdyrt_weights, by a route. */
typedef void weights_kernel(const struct sdyrt_weights *what, char *const *operands, float *c,
                            int accumulate, void *scratch);

/* `rows` and `dots` of each type of weights, of an instruction set; and what widens the scales of a
   block, whole vectors of columns, those of one part of elements after those of the other. */
struct weights_kernels {
    weights_kernel *rows[SDYRT_WEIGHTS_TYPE_COUNT], *dots[SDYRT_WEIGHTS_TYPE_COUNT];
    void (*scales)(const struct sdyrt_weights *what, char *const *operands, int64_t block,
                   float *to);
    /* As sdyrt_weights_some, by vectors where numbers are dense and none of several. */
    void (*some)(int64_t type, const char *base, int64_t first, int64_t stride, int64_t count,
                 float missing, float *to);
};
extern const struct weights_kernels sdyrt_weights_avx2, sdyrt_weights_avx512;
extern const struct weights_kernels sdyrt_weights_vbmi; /* of f8E4M3FN, where bytes are permuted */
/* Those of an instruction set (enum sdyrt_isa), or NULL. */
const struct weights_kernels *sdyrt_weights_kernels_of(int64_t isa);

/* Weights that are widened together: `count` elements, `step` apart, of which so many parts become
   numbers beside each other, from `part` on; and what each number has of scales and zero points, or
   NULL. */
struct weights_line_of {
    const char *from;
    int64_t count, step, part, beside;
    const float *scale, *zero;
    int is_wide; /* to f32, not to bf16 */
};

/* Widens a line of elements that lie side by side; 0 if it takes no such line. With AVX-512, and of
   numbers of bf16 with AVX512_BF16. */
typedef int weights_line(const struct sdyrt_weights *what, const struct weights_line_of *line,
                         char *to);
weights_line sdyrt_weights_line_avx512;

/* Widens two lines, terms that follow each other, to pairs of bf16 side by side, in strips of
   columns (product_groups.h); of a second one that is nowhere numbers are zero. Lines are whole
   strips. With AVX512_BF16. */
typedef void weights_pair(const struct sdyrt_weights *what, const struct weights_line_of *first,
                          const struct weights_line_of *second, char *to, int64_t strip_bytes);
weights_pair sdyrt_weights_pair_avx512;

/* An element, or a part of it, as a number. */
float sdyrt_weights_one(int64_t type, const char *base, int64_t index, int64_t part);

/* Where a term of a row of A lies, in elements from its first. */
int64_t sdyrt_weights_place(const struct sdyrt_weights *what, int64_t term);

/* Which term or column of an element a part is. */
int64_t sdyrt_weights_part(const struct sdyrt_weights *what, int64_t part);

/* How many parts an element has, and how many of these are columns. */
int64_t sdyrt_weights_count(int64_t type);
int64_t sdyrt_weights_columns(const struct sdyrt_weights *what);

/* Bytes of an element. */
int64_t sdyrt_weights_size(int64_t type);

/* `count` scales or zero points, `stride` elements apart; `missing` where there are none. */
void sdyrt_weights_some(int64_t type, const char *base, int64_t first, int64_t stride,
                        int64_t count, float missing, float *to);

/* Number by number; and with AMX, of the types and layouts that the route accepts; each of one
   product. */
weights_kernel sdyrt_weights_loops, sdyrt_weights_tiles;

/* The columns behind whole vectors of so many `lanes`, by a kernel that takes whole vectors: the
   last one of all columns is made again, and of it is stored what is missing. */
void sdyrt_weights_rest(const struct sdyrt_weights *what, weights_kernel *kernel, int64_t lanes,
                        char *const *operands, float *c, int accumulate, void *scratch);

/* With AVX-512, of all products. */
weights_kernel sdyrt_weights_beside_dots, sdyrt_weights_beside_rows;

/* The descriptor, and the operands, of the columns from `col` on. */
struct sdyrt_weights sdyrt_weights_from(const struct sdyrt_weights *what, int64_t col,
                                        char *const *operands, char **moved);

/* Where the terms end that share a scale with that of this number, and those to add up at once. */
int64_t sdyrt_weights_end(const struct sdyrt_weights *what, int64_t term, int64_t most);

#endif
