#include "product_groups.h"

#include "cpu.h"
#include "sizes.h"
#include "transpose_tile.h"

#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

enum {
    ROW_BYTES = 128, /* of a row that are read at a time */
    AHEAD = 32 /* rows by which the middle cache is asked for them: the near one waits for few */
};
#define ALWAYS __attribute__((always_inline))

int64_t sdyrt_group_line(int64_t k, int64_t size) {
    return pieces(k * size, STRIP_ROW) * STRIP_ROW;
}

/* A group of 16 columns that lie side by side: two rows of 16-bit elements... */
static inline AVX512_TARGET ALWAYS __m512i group_16(const char *from, int64_t step, int64_t rows,
                                                    __mmask16 some) {
    const __m512i order =
        _mm512_set_epi16(47, 15, 46, 14, 45, 13, 44, 12, 43, 11, 42, 10, 41, 9, 40, 8, 39, 7, 38, 6,
                         37, 5, 36, 4, 35, 3, 34, 2, 33, 1, 32, 0);
    __m256i low = _mm256_maskz_loadu_epi16(some, from), high = _mm256_setzero_si256();
    if (rows > 1) {
        high = _mm256_maskz_loadu_epi16(some, from + step);
    }
    return _mm512_permutex2var_epi16(_mm512_castsi256_si512(low), order,
                                     _mm512_castsi256_si512(high));
}

/* ...and four of bytes, which go to their columns by fours of these first. */
static inline AVX512_TARGET ALWAYS __m512i group_8(const char *from, int64_t step, int64_t rows,
                                                   __mmask16 some) {
    const __m512i fours = _mm512_set_epi32(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    const __m512i bytes =
        _mm512_broadcast_i32x4(_mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0));
    __m512i all = _mm512_castsi128_si512(_mm_maskz_loadu_epi8(some, from));
    __m128i second = _mm_setzero_si128(), third = second, fourth = second;
    if (rows > 1) {
        second = _mm_maskz_loadu_epi8(some, from + step);
    }
    if (rows > 2) {
        third = _mm_maskz_loadu_epi8(some, from + 2 * step);
    }
    if (rows > 3) {
        fourth = _mm_maskz_loadu_epi8(some, from + 3 * step);
    }
    all = _mm512_inserti32x4(all, second, 1);
    all = _mm512_inserti32x4(all, third, 2);
    all = _mm512_inserti32x4(all, fourth, 3);
    return _mm512_shuffle_epi8(_mm512_permutexvar_epi32(fours, all), bytes);
}

/* Two groups of 16 columns each: two whole lines of 16-bit elements. */
static inline AVX512_TARGET ALWAYS void put_lines(const char *from, int64_t step, char *to,
                                                  int64_t strip_bytes) {
    const __m512i left =
        _mm512_set_epi16(47, 15, 46, 14, 45, 13, 44, 12, 43, 11, 42, 10, 41, 9, 40, 8, 39, 7, 38, 6,
                         37, 5, 36, 4, 35, 3, 34, 2, 33, 1, 32, 0);
    const __m512i right = _mm512_add_epi16(left, _mm512_set1_epi16(STRIP_COLUMNS));
    const __m512i first = _mm512_loadu_si512(from), second = _mm512_loadu_si512(from + step);
    _mm512_storeu_si512(to, _mm512_permutex2var_epi16(first, left, second));
    _mm512_storeu_si512(to + strip_bytes, _mm512_permutex2var_epi16(first, right, second));
}

/* The rows of a group of columns, so many of a block of `lines`. */
static inline AVX512_TARGET ALWAYS void put_group(const struct grouped_operand *x, const int size,
                                                  const char *from, int64_t lines, int64_t rows,
                                                  char *to) {
    const int64_t some = minimum(STRIP_COLUMNS, lines);
    const __mmask16 mask = (__mmask16)((1u << some) - 1);
    _mm512_storeu_si512(to, size == 1 ? group_8(from, x->step, rows, mask)
                                      : group_16(from, x->step, rows, mask));
}

/* Columns that lie side by side, as many as two cache lines of a row have: these are read at a
   time, for rows may be so far apart that they share places of a cache. */
static inline AVX512_TARGET ALWAYS void interleave(const struct grouped_operand *x, const int size,
                                                   int64_t lines, int64_t k, char *to,
                                                   int64_t to_row, int64_t strip_bytes) {
    const int64_t per = GROUP / size, pair = 2 * STRIP_COLUMNS;
    for (int64_t p = 0; p < k; p += per, to += to_row) {
        const char *from = x->at + p * x->step, *ahead = from + AHEAD * x->step;
        const int64_t rows = minimum(per, k - p);
        for (int64_t i = 0; i < per && p + AHEAD + i < k; i++) {
            __builtin_prefetch(ahead + i * x->step, 0, 2);
            __builtin_prefetch(ahead + i * x->step + (lines - 1) * size, 0, 2);
        }
        char *group = to;
        int64_t i = 0;
        for (; size == 2 && rows == per && i + pair <= lines; i += pair, group += 2 * strip_bytes) {
            put_lines(from + i * size, x->step, group, strip_bytes);
        }
        for (; i < lines; i += STRIP_COLUMNS, group += strip_bytes) {
            put_group(x, size, from + i * size, lines - i, rows, group);
        }
    }
}

static AVX512_TARGET void interleave_strips(const struct grouped_operand *from, int64_t lines,
                                            int64_t k, char *to, int64_t to_row,
                                            int64_t strip_bytes) {
    const int64_t most = ROW_BYTES / from->size;
    for (int64_t i = 0; i < lines; i += most) {
        struct grouped_operand x = *from;
        char *block = to + i / STRIP_COLUMNS * strip_bytes;
        x.at += i * x.line;
        if (x.size == 1) {
            interleave(&x, 1, minimum(most, lines - i), k, block, to_row, strip_bytes);
        } else {
            interleave(&x, 2, minimum(most, lines - i), k, block, to_row, strip_bytes);
        }
    }
}

/* Elements that lie apart. */
static void gather(const struct grouped_operand *x, int64_t lines, int64_t k, char *to,
                   int64_t to_row) {
    for (int64_t i = 0; i < lines; i++, to += to_row) {
        const char *from = x->at + i * x->line;
        for (int64_t p = 0; p < k; p++) {
            memcpy(to + p * x->size, from + p * x->step, (size_t)x->size);
        }
    }
}

/* A matrix of elements, or groups, of so many bytes, transposed. */
static void turn(int64_t size, const char *from, int64_t from_row, int64_t rows, int64_t columns,
                 char *to, int64_t to_column) {
    sdyrt_transpose_matrix(SDYRT_ISA_AVX512, size)(
        &(struct transpose_matrix){from, to, from_row, to_column, rows, columns, 0});
}

/* Dense lines as a strip; groups that the end of the contraction cuts are filled up in `room`. */
static void turn_lines(const struct grouped_operand *x, int64_t lines, int64_t k, char *to,
                       int64_t to_row, char *room) {
    const int64_t bytes = k * x->size, whole = bytes / GROUP;
    for (int64_t p = 0; p < (lines < STRIP_COLUMNS ? pieces(bytes, GROUP) : 0); p++) {
        memset(to + p * to_row, 0, STRIP_ROW);
    }
    turn(GROUP, x->at, x->line, lines, whole, to, to_row);
    if (bytes % GROUP != 0) {
        memset(room, 0, (size_t)(lines * GROUP));
        for (int64_t i = 0; i < lines; i++) {
            memcpy(room + i * GROUP, x->at + i * x->line + whole * GROUP, (size_t)(bytes % GROUP));
        }
        turn(GROUP, room, GROUP, lines, 1, to + whole * to_row, to_row);
    }
}

static void pack_strip(const struct grouped_operand *x, int64_t lines, int64_t k, char *to,
                       int64_t to_row, char *room) {
    const int64_t line = sdyrt_group_line(k, x->size);
    if (x->step == x->size) {
        turn_lines(x, lines, k, to, to_row, room);
    } else {
        const struct grouped_operand gathered = {room, line, x->size, x->size};
        gather(x, lines, k, room, line);
        turn_lines(&gathered, lines, k, to, to_row, room + STRIP_COLUMNS * line);
    }
}

void sdyrt_group_strips(const struct grouped_operand *from, int64_t lines, int64_t k, char *to,
                        int64_t to_row, int64_t strip_bytes, char *room) {
    struct grouped_operand x = *from;
    const int64_t groups = pieces(k * x.size, GROUP), all = sdyrt_group_line(k, x.size) / GROUP;
    if (x.line == x.size) {
        interleave_strips(from, lines, k, to, to_row, strip_bytes);
    }
    for (int64_t i = 0; i < lines; i += STRIP_COLUMNS, to += strip_bytes) {
        if (x.line != x.size) {
            pack_strip(&x, minimum(STRIP_COLUMNS, lines - i), k, to, to_row, room);
            x.at += STRIP_COLUMNS * x.line;
        }
        for (int64_t p = groups; p < all; p++) {
            memset(to + p * to_row, 0, STRIP_ROW);
        }
    }
}

void sdyrt_group_rows(const struct grouped_operand *from, int64_t lines, int64_t k, char *to,
                      int64_t to_row) {
    const struct grouped_operand *x = from;
    const int64_t bytes = k * x->size, line = sdyrt_group_line(k, x->size);
    if (x->step == x->size) {
        for (int64_t i = 0; i < lines; i++) {
            memcpy(to + i * to_row, x->at + i * x->line, (size_t)bytes);
        }
    } else if (x->line == x->size) {
        turn(x->size, x->at, x->step, k, lines, to, to_row);
    } else {
        gather(x, lines, k, to, to_row);
    }
    for (int64_t i = 0; i < lines; i++) {
        memset(to + i * to_row + bytes, 0, (size_t)(line - bytes));
    }
}

#endif
