/* Products by narrow weights in the registers of AMX. Weights of 8 bits and less, and of bf16, are
   numbers of bf16 exactly; those of A are the sums of three (split.h), whose products are added to
   the same sums, unless all are of bf16 themselves. While the registers multiply a step of 32 terms
   the weights of the next ones are decoded. */
#include "amx_weights.h"
#include "product_weights_kernels.h"
#include "sizes.h"

#include <string.h>

#if defined(__x86_64__) && defined(__linux__)

#include "weights_loads_avx512.inc"

#define ALWAYS __attribute__((always_inline))

enum tiles_size {
    LANES = STRIP_COLUMNS,
    STEP = AMX_LINE / (int)sizeof(uint16_t), /* terms that a register holds */
    STEPS = WEIGHTS_STRETCH / STEP,          /* whose sum is made before it joins C */
    LEAST_BITS = 67 << 23,                   /* of a number of f32, 2^-60, that has three of bf16 */
    PANEL = 1024,                            /* bytes of a row of weights that are read together */
    PANEL_COLS = 2 * PANEL,                  /* of two numbers a byte */
    AHEAD_STEPS = 2, /* that are decoded ahead: registers wait for stores that are not done */
    LINE = SDYRT_LINE_BYTES
};
static const float LARGER = 0x1p60f; /* times smaller numbers */

/* In a task's scratch. */
struct tiles_scratch {
    char rows[AMX_PARTS * STEPS * AMX_TILE]; /* of A, a register of rows after the other */
    char decoded[AHEAD_STEPS + 1]
                [AMX_WIDE * AMX_TILE];               /* weights of a step, and of the next ones */
    float products[STEPS * AMX_LINES * AMX_SUM_ROW]; /* of the blocks of a strip */
    float gathered[SDYRT_WEIGHTS_ROWS * WEIGHTS_STRETCH];
    float scale[STEPS * PANEL_COLS];
};
_Static_assert(sizeof(struct tiles_scratch) <= SDYRT_WEIGHTS_SCRATCH, "what a task holds fits");

/* Weights of a step: so many terms of so many vectors of elements. */
struct step {
    const char *b;
    int64_t b_row; /* bytes */
    int64_t terms, vectors;
    struct ahead *ahead;
    int64_t lines; /* to ask for with each four terms */
};

/* --- decoding --- */

/* Numbers of bf16 of two terms, side by side. */
static inline AVX512_TARGET ALWAYS void store_pair(char *to, vector first, vector second) {
    const __m512i low = (__m512i)((naturals)first >> 16);
    _mm512_storeu_si512(to, _mm512_mask_blend_epi16(0xaaaaaaaa, low, (__m512i)second));
}

static inline AVX512_TARGET ALWAYS void ask_ahead(struct ahead *ahead, int64_t lines) {
    for (int64_t l = 0; l < lines; l++) {
        ask(ahead);
    }
}

/* And for what has not come since of four terms of the next strip, which is as wide. */
static inline AVX512_TARGET ALWAYS void ask_near(const char *b, int64_t b_row, const int bytes) {
    for (int i = 0; i < 4; i++, b += b_row) {
        for (int l = 0; l < bytes; l += LINE) {
            __builtin_prefetch(b + (bytes < LINE ? LINE : bytes) + l);
        }
    }
}

/* Of elements of a type: two terms of so many vectors. */
#define DECODE(name, storage)                                                                      \
    static inline AVX512_TARGET ALWAYS void pair_##name(const char *first, const char *second,     \
                                                        const int vectors, char *to) {             \
        const storage *x = (const storage *)(const void *)first;                                   \
        const storage *y = (const storage *)(const void *)second;                                  \
        _Pragma("GCC unroll 4") for (int v = 0; v < vectors; v++) {                                \
            const vector none = {0};                                                               \
            store_pair(to + v * AMX_TILE, load_##name(x + v * LANES),                              \
                       second == NULL ? none : load_##name(y + v * LANES));                        \
        }                                                                                          \
    }                                                                                              \
    STEPS_OF(name, sizeof(storage))

/* Bytes of two numbers, of which those of columns are registers of their own: each is looked up, of
   which no more than its bits and one above them are taken. */
#define NIBBLES(name)                                                                              \
    static inline AVX512_TARGET ALWAYS void pair_##name(const char *first, const char *second,     \
                                                        const int vectors, char *to) {             \
        const __m512i table = _mm512_loadu_si512(of_##name);                                       \
        _Pragma("GCC unroll 4") for (int v = 0; v < vectors; v++) {                                \
            naturals held = (naturals)_mm512_cvtepu8_epi32(bytes(first + v * LANES));              \
            if (second != NULL) {                                                                  \
                held |= (naturals)_mm512_cvtepu8_epi32(bytes(second + v * LANES)) << 16;           \
            }                                                                                      \
            const __m512i upper = (__m512i)(held >> WEIGHTS_PART_BITS);                            \
            _mm512_storeu_si512(to + v * AMX_TILE,                                                 \
                                _mm512_permutexvar_epi16((__m512i)held, table));                   \
            _mm512_storeu_si512(to + (vectors + v) * AMX_TILE,                                     \
                                _mm512_permutexvar_epi16(upper, table));                           \
        }                                                                                          \
    }                                                                                              \
    STEPS_OF(name, 1)

/* All terms of a step; those that are not there are zero. */
#define STEPS_OF(name, size)                                                                       \
    static inline AVX512_TARGET ALWAYS void step_##name(const struct step *s, const int vectors,   \
                                                        char *to) {                                \
        const int row_bytes = vectors * LANES * (int)(size); /* of a strip */                      \
        const int64_t terms = s->terms, b_row = s->b_row, lines = s->lines;                        \
        struct ahead ahead = *s->ahead;                                                            \
        const char *b = s->b, *end = to + STEP / 2 * AMX_LINE;                                     \
        int64_t term = 0;                                                                          \
        for (; term + 4 <= terms; term += 4, to += 2 * AMX_LINE, b += 4 * b_row) {                 \
            ask_ahead(&ahead, lines);                                                              \
            ask_near(b, b_row, row_bytes);                                                         \
            pair_##name(b, b + b_row, vectors, to);                                                \
            pair_##name(b + 2 * b_row, b + 3 * b_row, vectors, to + AMX_LINE);                     \
        }                                                                                          \
        for (; term < terms; term += 2, to += AMX_LINE, b += 2 * b_row) {                          \
            pair_##name(b, term + 1 < terms ? b + b_row : NULL, vectors, to);                      \
        }                                                                                          \
        for (int v = 0; v < AMX_WIDE && to < end; v++) {                                           \
            memset(to + v * AMX_TILE, 0, (size_t)(end - to));                                      \
        }                                                                                          \
        *s->ahead = ahead;                                                                         \
    }                                                                                              \
    static AVX512_TARGET void decode_##name(const struct step *s, char *to) {                      \
        switch (s->vectors) {                                                                      \
        case 1:                                                                                    \
            step_##name(s, 1, to);                                                                 \
            break;                                                                                 \
        case 2:                                                                                    \
            step_##name(s, 2, to);                                                                 \
            break;                                                                                 \
        case 3:                                                                                    \
            step_##name(s, 3, to);                                                                 \
            break;                                                                                 \
        default:                                                                                   \
            step_##name(s, AMX_WIDE, to);                                                          \
            break;                                                                                 \
        }                                                                                          \
    }

#define BF16_OF_7 0x0000, 0x3f80, 0x4000, 0x4040, 0x4080, 0x40a0, 0x40c0, 0x40e0
static const uint16_t of_u4x2[STEP] = {BF16_OF_7, 0x4100, 0x4110, 0x4120,    0x4130, 0x4140,
                                       0x4150,    0x4160, 0x4170, BF16_OF_7, 0x4100, 0x4110,
                                       0x4120,    0x4130, 0x4140, 0x4150,    0x4160, 0x4170};
static const uint16_t of_i4x2[STEP] = {BF16_OF_7, 0xc100, 0xc0e0, 0xc0c0,    0xc0a0, 0xc080,
                                       0xc040,    0xc000, 0xbf80, BF16_OF_7, 0xc100, 0xc0e0,
                                       0xc0c0,    0xc0a0, 0xc080, 0xc040,    0xc000, 0xbf80};

DECODE(bf16, uint16_t)
DECODE(f8e4m3fn, uint8_t)
DECODE(f8e5m2, uint8_t)
DECODE(i8, int8_t)
DECODE(u8, uint8_t)
NIBBLES(u4x2)
NIBBLES(i4x2)

typedef void decode_fn(const struct step *step, char *to);
static decode_fn *const decoders[SDYRT_WEIGHTS_TYPE_COUNT] = {
    [SDYRT_WEIGHTS_BF16] = decode_bf16,     [SDYRT_WEIGHTS_F8E4M3FN] = decode_f8e4m3fn,
    [SDYRT_WEIGHTS_F8E5M2] = decode_f8e5m2, [SDYRT_WEIGHTS_I8] = decode_i8,
    [SDYRT_WEIGHTS_U8] = decode_u8,         [SDYRT_WEIGHTS_U4X2] = decode_u4x2,
    [SDYRT_WEIGHTS_I4X2] = decode_i4x2,
};

/* --- rows of A --- */

/* How some terms of A are multiplied: numbers of bf16 that each is the sum of, and what all are
   multiplied by where they are so small that bf16 has no rests of them. */
struct split {
    int64_t parts;
    float unit;
};

/* Vectors of rows of A, terms that are not there being zero. */
static void gather_rows(const struct sdyrt_weights *w, const float *a, int64_t term, int64_t end,
                        float *rows) {
    memset(rows, 0, (size_t)w->m * WEIGHTS_STRETCH * sizeof *rows);
    for (int64_t i = 0; i < w->m; i++, a += w->a_row, rows += WEIGHTS_STRETCH) {
        for (int64_t k = term, stop; k < end; k = stop) {
            const float *from = a + sdyrt_weights_place(w, k);
            stop = minimum(end, (k / w->block + 1) * w->block);
            for (int64_t l = k; l < stop; l++) {
                rows[l - term] = from[(l - k) * w->a_col];
            }
        }
    }
}

static AVX512_TARGET struct split split_of(const float *rows, int64_t m) {
    naturals lower = {0}, greatest = {0};
    for (int64_t i = 0; i < m * WEIGHTS_STRETCH; i += LANES) {
        const naturals bits = *(const naturals *)(const void *)(rows + i), size = bits & 0x7fffffff;
        const naturals is_more = (naturals)(size > greatest);
        lower |= bits & 0xffff;
        greatest = (size & is_more) | (greatest & ~is_more);
    }
    uint32_t any = 0, most = 0;
    for (int l = 0; l < LANES; l++) {
        any |= lower[l];
        most = maximum(most, greatest[l]);
    }
    return (struct split){any == 0 ? 1 : AMX_PARTS, most < LEAST_BITS ? LARGER : 1};
}

/* The greatest part of 16 numbers, and what is left of them: nothing of what is no number. */
static inline AVX512_TARGET ALWAYS naturals take_part(vector *x) {
    const naturals bits = (naturals)*x, is_number = (naturals)((bits & 0x7f800000) != 0x7f800000);
    const naturals none = (naturals)(*x != *x) & 0x00400000;
    const naturals part = (bits | none) & 0xffff0000;
    *x = (vector)((naturals)(*x - (vector)part) & is_number);
    return part >> 16;
}

/* The rows as registers, those of the greatest parts before the others. */
static AVX512_TARGET void pack_rows(const float *rows, int64_t m, const struct split *split,
                                    char *to) {
    for (int64_t i = 0; i < m; i++) {
        for (int64_t l = 0; l < WEIGHTS_STRETCH; l += LANES) {
            vector x = *(const vector *)(rows + i * WEIGHTS_STRETCH + l) * split->unit;
            for (int64_t p = 0; p < split->parts; p++) {
                char *line = to + (p * STEPS + l / STEP) * AMX_TILE + i * AMX_LINE;
                _mm256_storeu_si256((__m256i *)(void *)(line + l % STEP * 2),
                                    _mm512_cvtepi32_epi16((__m512i)take_part(&x)));
            }
        }
    }
}

/* --- sums --- */

/* A product on its way: some of its terms, of a panel of columns. */
struct panel {
    const struct sdyrt_weights *what;
    char *const *operands;
    struct tiles_scratch *room;
    struct split split;
    struct ahead ahead;
    int64_t term, end;
    int64_t columns, size, vectors; /* of an element, its bytes; in a strip */
    float *c;
    int accumulate;
};

/* A strip of columns, vectors of elements, and the blocks whose products are stored. */
struct strip {
    int64_t col, vectors, blocks;
};

static int has_blocks(const struct sdyrt_weights *what) {
    return what->scale_row != 0;
}

/* The scales of all blocks that the terms belong to. */
static void find_scales_of(const struct panel *p) {
    const struct sdyrt_weights *w = p->what;
    const int64_t first = p->term / w->block, last = (p->end - 1) / w->block;
    const int64_t count = has_blocks(w) ? last - first + 1 : 1;
    for (int64_t i = 0; i < count && w->scale_type != SDYRT_WEIGHTS_NONE; i++) {
        sdyrt_weights_avx512.scales(w, p->operands, has_blocks(w) ? first + i : 0,
                                    p->room->scale + i * w->n * p->columns);
    }
}

/* The scales of a vector's columns, of so many blocks. */
static AVX512_TARGET void find_factors(const struct panel *p, int64_t col, int64_t blocks,
                                       vector *factor) {
    const struct sdyrt_weights *w = p->what;
    for (int64_t b = 0; b < blocks; b++) {
        factor[b] = (vector){0} + 1;
        if (w->scale_type != SDYRT_WEIGHTS_NONE) {
            factor[b] = *(const vector *)(p->room->scale + b * w->n * p->columns + col);
        }
    }
}

/* A row's products of so many blocks, each times its scale. */
static inline AVX512_TARGET ALWAYS vector add_blocks(const float *from, int64_t to_next,
                                                     const int64_t blocks, const vector *factor) {
    vector sum = *(const vector *)from * factor[0];
#pragma GCC unroll 8
    for (int64_t b = 1; b < blocks; b++) {
        sum += *(const vector *)(from + b * to_next) * factor[b];
    }
    return sum;
}

/* A vector of sums, of columns `stride` apart. */
static AVX512_TARGET void write_vector(float *to, int64_t stride, vector sum, int accumulate) {
    if (stride == 1) {
        put_sums(to, sum, accumulate);
        return;
    }
    for (int l = 0; l < LANES; l++, to += stride) {
        *to = accumulate ? *to + sum[l] : sum[l];
    }
}

/* The sums of two numbers of each element, whose columns follow each other. */
static AVX512_TARGET void write_pairs(float *to, vector first, vector second, int accumulate) {
    const __m512i low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const __m512i high = _mm512_or_si512(low, _mm512_set1_epi32(8));
    write_vector(to, 1, (vector)_mm512_permutex2var_ps((__m512)first, low, (__m512)second),
                 accumulate);
    write_vector(to + LANES, 1, (vector)_mm512_permutex2var_ps((__m512)first, high, (__m512)second),
                 accumulate);
}

/* Of a vector of elements of a strip, which has `blocks`: the sums of each row join C. */
static inline AVX512_TARGET ALWAYS void write_rows(const struct panel *p, const struct strip *s,
                                                   int64_t v, const int64_t blocks) {
    const struct sdyrt_weights *w = p->what;
    const int64_t col = s->col + v * LANES, to_next = w->m * AMX_SUM_ROW;
    const int64_t low = sdyrt_weights_part(w, 0) * w->c_part;
    const int are_pairs = p->columns == 2 && w->c_part == 1 && w->c_col == 2;
    const float unit = 1 / p->split.unit; /* a power of two */
    const float *from = p->room->products + v * LANES;
    float *to = p->c + col * w->c_col;
    vector factor[2][STEPS];
    find_factors(p, col, blocks, factor[0]);
    find_factors(p, col + (p->columns - 1) * w->n, blocks, factor[1]);
    for (int64_t i = 0; i < w->m; i++, from += AMX_SUM_ROW, to += w->c_row) {
        const vector one = add_blocks(from, to_next, blocks, factor[0]) * unit;
        if (p->columns == 1) {
            write_vector(to, w->c_col, one, p->accumulate);
            continue;
        }
        const vector other =
            add_blocks(from + s->vectors * LANES, to_next, blocks, factor[1]) * unit;
        if (are_pairs) {
            write_pairs(to, low == 0 ? one : other, low == 0 ? other : one, p->accumulate);
        } else {
            write_vector(to + low, w->c_col, one, p->accumulate);
            write_vector(to + w->c_part - low, w->c_col, other, p->accumulate);
        }
    }
}

/* A row's products with a column, of the terms from `term` to `end`. */
static float product_of(const struct panel *p, int64_t row, int64_t col, int64_t term,
                        int64_t end) {
    const struct sdyrt_weights *w = p->what;
    const float *a = p->room->gathered + row * WEIGHTS_STRETCH;
    float sum = 0;
    for (int64_t k = term; k < end; k++) {
        sum += a[k - p->term] * sdyrt_weights_one(w->type, p->operands[1], k * w->b_row + col, 0);
    }
    return sum * p->split.unit;
}

static inline AVX512_TARGET ALWAYS int has_none(const float *numbers) {
    const __m512 x = _mm512_loadu_ps(numbers);
    return _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q) != 0;
}

/* Zero, which may be all that is left of a number, times a weight that is infinite is no number:
   products that are none are made again, number by number. */
static AVX512_TARGET void mend_strip(const struct panel *p, const struct strip *s) {
    const struct sdyrt_weights *w = p->what;
    float *product = p->room->products;
    for (int64_t term = p->term, end; term < p->end; term = end) {
        end = sdyrt_weights_end(w, term, p->end - term);
        for (int64_t i = 0; i < w->m; i++, product += AMX_SUM_ROW) {
            for (int64_t v = 0; v < s->vectors * LANES; v += LANES) {
                for (int64_t j = v; j < v + LANES && has_none(product + v); j++) {
                    product[j] = product_of(p, i, s->col + j, term, end);
                }
            }
        }
    }
}

static int may_be_infinite(int64_t type) {
    return type == SDYRT_WEIGHTS_BF16 || type == SDYRT_WEIGHTS_F8E5M2;
}

/* The sums of a strip join C. */
static AVX512_TARGET void write_strip(const struct panel *p, const struct strip *s) {
    if (p->split.parts > 1 && may_be_infinite(p->what->type)) {
        mend_strip(p, s);
    }
    for (int64_t v = 0; v < s->vectors; v++) {
        if (s->blocks == STEPS) {
            write_rows(p, s, v, STEPS);
        } else if (s->blocks == 1) {
            write_rows(p, s, v, 1);
        } else {
            write_rows(p, s, v, s->blocks);
        }
    }
}

/* --- panels --- */

/* Where a step of a strip of columns begins. */
struct place {
    int64_t col, term;
};

static int64_t vectors_at(const struct panel *p, int64_t col) {
    return minimum(p->vectors, (p->what->n - col) / LANES);
}

static struct place place_behind(const struct panel *p, struct place at) {
    at.term += STEP;
    return at.term < p->end ? at : (struct place){at.col + p->vectors * LANES, p->term};
}

static void decode_at(struct panel *p, struct place at, char *to) {
    const struct sdyrt_weights *w = p->what;
    const struct step step = {.b = p->operands[1] + (at.term * w->b_row + at.col) * p->size,
                              .b_row = w->b_row * p->size,
                              .terms = minimum(STEP, p->end - at.term),
                              .vectors = vectors_at(p, at.col),
                              .ahead = &p->ahead,
                              .lines = p->vectors * p->size};
    decoders[w->type](&step, to);
}

/* Whether the next terms have another scale, or are no more of this panel's. */
static int ends_block(const struct panel *p, int64_t end) {
    return end >= p->end || (has_blocks(p->what) && end % p->what->block == 0);
}

/* The products of a strip are added up while the weights of the next one are decoded: what
   registers have stored lately must be waited for. */
static void multiply_panel(struct panel *p) {
    enum { RING = AHEAD_STEPS + 1 };
    struct place at = {0, p->term}, next = at;
    struct strip done = {.blocks = 0};
    int64_t blocks = 0;
    find_scales_of(p);
    sdyrt_amx_weights_clear();
    for (int64_t turn = -AHEAD_STEPS; at.col < p->what->n; turn++) {
        if (next.col < p->what->n) {
            decode_at(p, next, p->room->decoded[(turn + AHEAD_STEPS) % RING]);
            next = place_behind(p, next);
        }
        if (turn < 0) {
            continue;
        }
        if (done.blocks > 0) {
            write_strip(p, &done);
            done.blocks = 0;
        }
        sdyrt_amx_weights_add(p->split.parts, p->room->rows + (at.term - p->term) / STEP * AMX_TILE,
                              STEPS * AMX_TILE, p->room->decoded[turn % RING]);
        if (ends_block(p, at.term + STEP)) {
            sdyrt_amx_weights_store(p->room->products + blocks * p->what->m * AMX_SUM_ROW);
            blocks++;
            sdyrt_amx_weights_clear();
        }
        if (at.term + STEP >= p->end) {
            done = (struct strip){at.col, vectors_at(p, at.col), blocks};
            blocks = 0;
        }
        at = place_behind(p, at);
    }
    if (done.blocks > 0) {
        write_strip(p, &done);
    }
}

/* The terms of all columns, which fill vectors. The next panel's lines are asked for while one is
   at work: those behind the last one are the next rows'. */
static void multiply_terms(struct panel *p, const struct sdyrt_weights *what, char *const *operands,
                           float *c) {
    const int64_t row = what->b_row * p->size, cols = PANEL / p->size;
    struct sdyrt_weights part;
    char *moved[4];
    for (int64_t col = 0; col < what->n; col += cols) {
        const int64_t left = what->n - col - cols;
        const int64_t lines = minimum(cols, left > 0 ? left : what->n) * p->size / LINE;
        const int64_t to = left > 0 ? p->term * row + (col + cols) * p->size : p->end * row;
        part = sdyrt_weights_from(what, col, operands, moved);
        part.n = minimum(cols, part.n);
        p->what = &part;
        p->operands = moved;
        p->c = c + col * what->c_col;
        p->ahead = (struct ahead){operands[1] + to, maximum(lines, 1), maximum(lines, 1),
                                  row - maximum(lines, 1) * LINE, 0};
        multiply_panel(p);
    }
}

void sdyrt_weights_tiles(const struct sdyrt_weights *w, char *const *operands, float *c,
                         int accumulate, void *scratch) {
    struct panel p = {
        .room = scratch, .columns = sdyrt_weights_columns(w), .size = sdyrt_weights_size(w->type)};
    struct sdyrt_weights vectors = *w;
    p.vectors = AMX_WIDE / p.columns;
    vectors.n -= w->n % LANES;
    sdyrt_amx_weights_set(w->m);
    do { /* once even if k is zero: C is to be cleared */
        p.end = minimum(w->k, p.term + WEIGHTS_STRETCH);
        p.accumulate = accumulate || p.term > 0;
        gather_rows(w, (const float *)(const void *)operands[0], p.term, p.end, p.room->gathered);
        p.split = split_of(p.room->gathered, w->m);
        pack_rows(p.room->gathered, w->m, &p.split, p.room->rows);
        multiply_terms(&p, &vectors, operands, c);
        p.term = p.end;
    } while (p.term < w->k);
    sdyrt_amx_release();
    sdyrt_weights_rest(w, sdyrt_weights_tiles, LANES, operands, c, accumulate, scratch);
}

#endif
