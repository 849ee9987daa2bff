#include "split.h"

#include "cpu.h"
#include "sizes.h"
#include "transpose_tile.h"

#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

enum {
    LINES = AMX_LINES,
    TOGETHER = 4,    /* blocks whose lines lie side by side are read together, */
    LINES_AHEAD = 4, /* lines that are dense are fetched so far ahead */
    AHEAD = 32       /* so many elements of the contraction ahead, in the middle cache */
};
#define ALWAYS __attribute__((always_inline))

/* Of the numbers whose parts are good, twice the bits of the absolute value: above 2^-60 an operand
   loses at most what is 2^-66 of its greatest number to parts that are taken as zero, and below
   2^127 rounding a part gives no infinity. */
#define LEAST UINT32_C(0x43000000)
#define MOST  UINT32_C(0xfe000000)

/* Three vectors of f32 whose lower halves are zero, and the greatest of twice the bits. */
struct parts {
    __m512i part[SPLIT_PARTS];
};

/* The next 8 bits of each number, rounded; what remains has the others. */
static inline AVX512_TARGET ALWAYS __m512i take_part(__m512 *x) {
    const __m512i half = _mm512_set1_epi32(0x8000), upper = _mm512_set1_epi32((int)0xffff0000);
    const __m512i part = _mm512_and_si512(_mm512_add_epi32(_mm512_castps_si512(*x), half), upper);
    *x = _mm512_sub_ps(*x, _mm512_castsi512_ps(part));
    return part;
}

static inline AVX512_TARGET ALWAYS struct parts split(__m512 x, __m512i *greatest) {
    const __m512i bits = _mm512_castps_si512(x);
    struct parts parts;
    *greatest = _mm512_max_epu32(*greatest, _mm512_add_epi32(bits, bits));
    parts.part[0] = take_part(&x);
    parts.part[1] = take_part(&x);
    parts.part[2] = _mm512_castps_si512(x);
    return parts;
}

static AVX512_TARGET int are_good(__m512i greatest) {
    const uint32_t most = _mm512_reduce_max_epu32(greatest);
    return most == 0 || (most >= LEAST && most < MOST);
}

static inline __mmask16 first(int64_t count) {
    return (__mmask16)(count >= 16 ? 0xffff : count <= 0 ? 0 : (1u << count) - 1);
}

/* 32 elements of a line as a row of the registers of a step. */
static inline AVX512_TARGET ALWAYS void split_row(__m512 x, __m512 y, char *row,
                                                  __m512i *greatest) {
    const __m512i upper =
        _mm512_set_epi16(63, 61, 59, 57, 55, 53, 51, 49, 47, 45, 43, 41, 39, 37, 35, 33, 31, 29, 27,
                         25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    const struct parts a = split(x, greatest), b = split(y, greatest);
    for (int p = 0; p < SPLIT_PARTS; p++) {
        _mm512_store_si512(row + p * AMX_TILE,
                           _mm512_permutex2var_epi16(a.part[p], upper, b.part[p]));
    }
}

/* A line of zeros. */
static AVX512_TARGET void clear_row(int64_t k, char *row) {
    for (int64_t l = 0; l < k; l += SPLIT_DEPTH, row += SPLIT_STEP) {
        for (int p = 0; p < SPLIT_PARTS; p++) {
            _mm512_store_si512(row + p * AMX_TILE, _mm512_setzero_si512());
        }
    }
}

/* 16 lines that are dense along the contraction; NULL: zeros. */
static AVX512_TARGET __m512i split_dense(const float *const *lines, int64_t k, char *to,
                                         __m512i greatest) {
    const int64_t whole = k / SPLIT_DEPTH * SPLIT_DEPTH, left = k - whole;
    for (int64_t i = 0; i < LINES; i++, to += AMX_LINE) {
        const float *from = lines[i], *ahead = lines[minimum(i + LINES_AHEAD, LINES - 1)];
        char *row = to;
        if (from == NULL) {
            clear_row(k, row);
            continue;
        }
        ahead = ahead == NULL ? from : ahead;
        for (int64_t l = 0; l < whole; l += SPLIT_DEPTH, row += SPLIT_STEP) {
            __builtin_prefetch(ahead + l);
            __builtin_prefetch(ahead + l + 16);
            split_row(_mm512_loadu_ps(from + l), _mm512_loadu_ps(from + l + 16), row, &greatest);
        }
        if (left > 0) {
            split_row(_mm512_maskz_loadu_ps(first(left), from + whole),
                      _mm512_maskz_loadu_ps(first(left - 16), from + whole + 16), row, &greatest);
        }
    }
    return greatest;
}

/* The same of lines a constant distance apart. */
static AVX512_TARGET __m512i split_even(const struct split_operand *x, int64_t lines, int64_t k,
                                        char *to, __m512i greatest) {
    const float *line[LINES];
    for (int64_t i = 0; i < LINES; i++) {
        line[i] = i < lines ? x->at + i * x->line : NULL;
    }
    return split_dense(line, k, to, greatest);
}

/* Two elements of each of 16 lines that lie side by side: a group of each line, and part. */
static inline AVX512_TARGET ALWAYS __m512i split_pair(const float *from, int64_t step, int has_two,
                                                      __mmask16 some, char *to, __m512i greatest) {
    const struct parts a = split(_mm512_maskz_loadu_ps(some, from), &greatest);
    const struct parts b =
        split(has_two ? _mm512_maskz_loadu_ps(some, from + step) : _mm512_setzero_ps(), &greatest);
    for (int p = 0; p < SPLIT_PARTS; p++) {
        const __m512i low = _mm512_srli_epi32(a.part[p], 16);
        _mm512_store_si512(to + p * AMX_TILE, _mm512_or_si512(low, b.part[p]));
    }
    return greatest;
}

/* k elements, of `left` that there are, of some blocks of lines that lie side by side. */
static AVX512_TARGET __m512i split_beside(const struct split_operand *x, int64_t lines, int64_t k,
                                          int64_t left, char *to, int64_t block_bytes,
                                          __m512i greatest) {
    const int64_t whole = pieces(k, SPLIT_DEPTH) * SPLIT_DEPTH;
    for (int64_t l = 0; l < whole; l += 2) {
        const float *from = x->at + l * x->step;
        char *pair = to + l / SPLIT_DEPTH * SPLIT_STEP + l % SPLIT_DEPTH / 2 * AMX_LINE;
        for (int64_t i = 0; i < lines; i += LINES, pair += block_bytes) {
            if (l + AHEAD + 1 < left) {
                __builtin_prefetch(from + AHEAD * x->step + i, 0, 2);
                __builtin_prefetch(from + (AHEAD + 1) * x->step + i, 0, 2);
            }
            greatest = split_pair(from + i, x->step, l + 1 < k, l < k ? first(lines - i) : 0, pair,
                                  greatest);
        }
    }
    return greatest;
}

/* A step of lines that lie neither way. */
static AVX512_TARGET __m512i split_apart(const struct split_operand *x, int64_t lines, int64_t k,
                                         char *to, __m512i greatest) {
    float line[LINES * SPLIT_DEPTH];
    for (int64_t i = 0; i < lines; i++) {
        for (int64_t l = 0; l < k; l++) {
            line[i * SPLIT_DEPTH + l] = x->at[i * x->line + l * x->step];
        }
    }
    return split_even(&(struct split_operand){line, SPLIT_DEPTH, 1}, lines, k, to, greatest);
}

static int are_beside(const struct split_operand *x) {
    return x->line == 1 && x->step != 1;
}

/* A step of some blocks: as columns where lines lie side by side, else as rows. */
static AVX512_TARGET __m512i split_step(const struct split_operand *from, int64_t lines, int64_t k,
                                        int64_t left, char *to, __m512i greatest) {
    if (are_beside(from)) {
        return split_beside(from, lines, k, left, to, SPLIT_STEP, greatest);
    }
    for (int64_t i = 0; i < lines; i += LINES, to += SPLIT_STEP) {
        const struct split_operand x = {from->at + i * from->line, from->line, from->step};
        const int64_t some = minimum(LINES, lines - i);
        greatest = x.step == 1 ? split_even(&x, some, k, to, greatest)
                               : split_apart(&x, some, k, to, greatest);
    }
    return greatest;
}

/* The registers of a step, each with its groups transposed. */
static void turn(const char *from, char *to) {
    for (int p = 0; p < SPLIT_PARTS; p++, from += AMX_TILE, to += AMX_TILE) {
        sdyrt_transpose_matrix(SDYRT_ISA_AVX512, GROUP)(
            &(struct transpose_matrix){from, to, AMX_LINE, AMX_LINE, LINES, LINES, 0});
    }
}

/* Some blocks, step by step; transposed where they are to be columns and lie as rows, or the other
   way round. */
static AVX512_TARGET __m512i split_steps(const struct split_operand *from, int64_t lines, int64_t k,
                                         char *to, int64_t block_bytes, int is_turned,
                                         __m512i greatest) {
    char room[TOGETHER * SPLIT_STEP] __attribute__((aligned(64)));
    for (int64_t l = 0; l < k; l += SPLIT_DEPTH, to += SPLIT_STEP) {
        const struct split_operand x = {from->at + l * from->step, from->line, from->step};
        greatest = split_step(&x, lines, minimum(SPLIT_DEPTH, k - l), k - l, room, greatest);
        for (int64_t block = 0; block * LINES < lines; block++) {
            const char *step = room + block * SPLIT_STEP;
            if (is_turned) {
                turn(step, to + block * block_bytes);
            } else {
                memcpy(to + block * block_bytes, step, SPLIT_STEP);
            }
        }
    }
    return greatest;
}

AVX512_TARGET int sdyrt_split_rows(const struct split_operand *from, int64_t lines, int64_t k,
                                   char *to, int64_t block_bytes) {
    const int64_t most = from->step == 1 ? LINES : TOGETHER * LINES;
    __m512i greatest = _mm512_setzero_si512();
    for (int64_t i = 0; i < lines; i += most, to += most / LINES * block_bytes) {
        const struct split_operand x = {from->at + i * from->line, from->line, from->step};
        const int64_t some = minimum(most, lines - i);
        greatest = x.step == 1
                       ? split_even(&x, some, k, to, greatest)
                       : split_steps(&x, some, k, to, block_bytes, are_beside(&x), greatest);
    }
    return are_good(greatest);
}

AVX512_TARGET int sdyrt_split_columns(const struct split_operand *from, int64_t lines, int64_t k,
                                      char *to, int64_t block_bytes) {
    const int64_t most = TOGETHER * LINES;
    __m512i greatest = _mm512_setzero_si512();
    for (int64_t i = 0; i < lines; i += most, to += most / LINES * block_bytes) {
        const struct split_operand x = {from->at + i * from->line, from->line, from->step};
        const int64_t some = minimum(most, lines - i);
        greatest = are_beside(&x) ? split_beside(&x, some, k, k, to, block_bytes, greatest)
                                  : split_steps(&x, some, k, to, block_bytes, 1, greatest);
    }
    return are_good(greatest);
}

AVX512_TARGET int sdyrt_split_lines(const float *const *lines, int64_t k, char *to) {
    return are_good(split_dense(lines, k, to, _mm512_setzero_si512()));
}

/* The numbers whose parts are the lower or upper halves of groups. */
static inline AVX512_TARGET ALWAYS __m512 join(const char *group, int is_upper) {
    __m512 sum = _mm512_setzero_ps();
    for (int p = SPLIT_PARTS - 1; p >= 0; p--) {
        const __m512i parts = _mm512_load_si512(group + p * AMX_TILE);
        const __m512i part = is_upper ? _mm512_and_si512(parts, _mm512_set1_epi32((int)0xffff0000))
                                      : _mm512_slli_epi32(parts, 16);
        sum = _mm512_add_ps(sum, _mm512_castsi512_ps(part));
    }
    return sum;
}

AVX512_TARGET void sdyrt_split_join_columns(const char *packed, int64_t block_bytes, int64_t steps,
                                            float *numbers) {
    for (int64_t l = 0; l < steps * SPLIT_DEPTH; l++) {
        const char *group = packed + l / SPLIT_DEPTH * SPLIT_STEP + l % SPLIT_DEPTH / 2 * AMX_LINE;
        const int half = (int)(l % 2);
        _mm512_storeu_ps(numbers + l * 2 * LINES, join(group, half));
        _mm512_storeu_ps(numbers + l * 2 * LINES + LINES, join(group + block_bytes, half));
    }
}

AVX512_TARGET void sdyrt_split_store(int64_t rows, int64_t cols, const float *sums, int64_t sum_row,
                                     float *c, int64_t c_row, int accumulate) {
    const __mmask16 left = first(cols), right = first(cols - 16);
    for (int64_t i = 0; i < rows; i++, sums += sum_row, c += c_row) {
        __m512 x = _mm512_loadu_ps(sums), y = _mm512_loadu_ps(sums + 16);
        if (accumulate) {
            x = _mm512_add_ps(x, _mm512_maskz_loadu_ps(left, c));
            y = _mm512_add_ps(y, _mm512_maskz_loadu_ps(right, c + 16));
        }
        _mm512_mask_storeu_ps(c, left, x);
        _mm512_mask_storeu_ps(c + 16, right, y);
    }
}

#endif
