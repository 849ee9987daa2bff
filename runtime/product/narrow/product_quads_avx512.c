#include "product_quads.h"

#include <string.h>

#include "cpu.h"
#include "product_ahead.h"
#include "product_groups.h"
#include "product_micro.h"
#include "sizes.h"

#if defined(__x86_64__)

#include <immintrin.h>

static AVX512_TARGET void turn_signs(char *row, int64_t bytes) {
    const __m512i signs = _mm512_set1_epi8((char)0x80);
    for (int64_t p = 0; p < bytes; p += STRIP_ROW) {
        _mm512_storeu_si512(row + p, _mm512_xor_si512(_mm512_loadu_si512(row + p), signs));
    }
}

void sdyrt_quads_rows(int64_t rows, int64_t k, const void *a, int64_t row, int64_t col,
                      uint32_t *to, int64_t to_row) {
    const struct grouped_operand from = {a, row, col, 1};
    sdyrt_group_rows(&from, rows, k, (char *)to, to_row * GROUP);
    for (int64_t i = 0; i < rows; i++) {
        turn_signs((char *)(to + i * to_row), sdyrt_group_line(k, 1));
    }
}

void sdyrt_quads_panel(int64_t k, int64_t cols, const void *b, int64_t row, int64_t col,
                       uint32_t *panel, char *room) {
    const struct grouped_operand from = {b, col, row, 1};
    sdyrt_group_strips(&from, cols, k, (char *)panel, SDYRT_PANEL_BYTES, STRIP_ROW, room);
}

AVX512_VNNI_TARGET void sdyrt_quads_begin(int is_unsigned, int64_t k, const uint32_t *panel,
                                          uint32_t *sums) {
    const __m512i ones = _mm512_set1_epi8(1);
    __m512i first = _mm512_setzero_si512(), second = first;
    for (int64_t p = 0; p < pieces(k, GROUP); p++, panel += 2 * STRIP_COLUMNS) {
        const __m512i a = _mm512_loadu_si512(panel);
        const __m512i b = _mm512_loadu_si512(panel + STRIP_COLUMNS);
        first =
            is_unsigned ? _mm512_dpbusd_epi32(first, a, ones) : _mm512_dpbusd_epi32(first, ones, a);
        second = is_unsigned ? _mm512_dpbusd_epi32(second, b, ones)
                             : _mm512_dpbusd_epi32(second, ones, b);
    }
    const __m512i off = _mm512_set1_epi32(is_unsigned ? 128 : -128);
    _mm512_storeu_si512(sums, _mm512_mullo_epi32(first, off));
    _mm512_storeu_si512(sums + STRIP_COLUMNS, _mm512_mullo_epi32(second, off));
}

/* --- one row by rows of B --- */

enum {
    BLOCK = GROUP * 8,       /* rows of B that are read side by side, whole groups */
    TERMS = BLOCK * 32,      /* of A that are put into groups together, whole blocks */
    STRIP = sizeof(__m512i), /* columns whose sums are in registers, in four of them */
    SUMS = STRIP / STRIP_COLUMNS
};
#define ALWAYS __attribute__((always_inline))

/* Adds four terms of all columns of a strip; `row`: bytes from row to row. Bytes of B are taken 128
   off. A sum's columns are those that fours come to lie in. */
static inline AVX512_VNNI_TARGET ALWAYS void
add_group(const char *b, const int64_t *row, __mmask64 some, uint32_t group, __m512i *sum) {
    const __m512i signs = _mm512_set1_epi8((char)0x80), x = _mm512_set1_epi32((int)group);
    __m512i at[GROUP];
#pragma GCC unroll 4
    for (int i = 0; i < GROUP; i++) {
        at[i] = _mm512_xor_si512(_mm512_maskz_loadu_epi8(some, b + row[i]), signs);
    }
    const __m512i low = _mm512_unpacklo_epi8(at[0], at[1]),
                  high = _mm512_unpackhi_epi8(at[0], at[1]);
    const __m512i second = _mm512_unpacklo_epi8(at[2], at[3]);
    const __m512i fourth = _mm512_unpackhi_epi8(at[2], at[3]);
    sum[0] = _mm512_dpbusd_epi32(sum[0], _mm512_unpacklo_epi16(low, second), x);
    sum[1] = _mm512_dpbusd_epi32(sum[1], _mm512_unpackhi_epi16(low, second), x);
    sum[2] = _mm512_dpbusd_epi32(sum[2], _mm512_unpacklo_epi16(high, fourth), x);
    sum[3] = _mm512_dpbusd_epi32(sum[3], _mm512_unpackhi_epi16(high, fourth), x);
}

/* Some rows of B; the last group may have fewer, whose terms of A are 0. */
static AVX512_VNNI_TARGET void add_strip(const uint32_t *groups, int64_t rows, const char *b,
                                         int64_t b_row, __mmask64 some, struct ahead *ahead,
                                         uint32_t *sums) {
    const int64_t all[GROUP] = {0, b_row, 2 * b_row, 3 * b_row};
    const int64_t left = rows % GROUP,
                  first[GROUP] = {0, left > 1 ? b_row : 0, left > 2 ? 2 * b_row : 0, 0};
    struct ahead next = *ahead;
    __m512i sum[SUMS];
#pragma GCC unroll 4
    for (int i = 0; i < SUMS; i++) {
        sum[i] = _mm512_loadu_si512(sums + i * STRIP_COLUMNS);
    }
    for (int64_t p = 0; p < rows / GROUP; p++, b += GROUP * b_row) {
#pragma GCC unroll 4
        for (int i = 0; i < GROUP; i++) {
            ask(&next);
        }
        add_group(b, all, some, groups[p], sum);
    }
    if (left > 0) {
        add_group(b, first, some, groups[rows / GROUP], sum);
    }
#pragma GCC unroll 4
    for (int i = 0; i < SUMS; i++) {
        _mm512_storeu_si512(sums + i * STRIP_COLUMNS, sum[i]);
    }
    *ahead = next;
}

/* Columns of a strip in order: a fourth of each sum are 16 of them. */
static AVX512_TARGET void order_strip(uint32_t *sums) {
    uint32_t sum[STRIP];
    memcpy(sum, sums, sizeof sum);
    for (int64_t i = 0; i < STRIP; i++) {
        const int64_t fourth = i / STRIP_COLUMNS, at = i % STRIP_COLUMNS;
        sums[i] = sum[at / GROUP * STRIP_COLUMNS + fourth * GROUP + at % GROUP];
    }
}

/* Terms of A in groups, and what they add up to. */
static int32_t group_terms(const int8_t *a, int64_t step, int64_t terms, uint32_t *groups) {
    int32_t all = 0;
    memset(groups, 0, (size_t)(pieces(terms, GROUP) * GROUP));
    for (int64_t i = 0; i < terms; i++) {
        ((int8_t *)groups)[i] = a[i * step];
        all += a[i * step];
    }
    return all;
}

void sdyrt_quads_row(const struct sdyrt_product *p, const void *a, const void *b, uint32_t *sum) {
    const int64_t strips = pieces(p->n, STRIP), lines = strips;
    const int8_t *left = a;
    uint32_t groups[TERMS / GROUP], off = 0;
    memset(sum, 0, (size_t)strips * STRIP * sizeof *sum);
    for (int64_t k = 0; k < p->k; k += TERMS) {
        const int64_t terms = minimum(TERMS, p->k - k);
        off += 128u * (uint32_t)group_terms(left + k * p->a_col, p->a_col, terms, groups);
        for (int64_t row = 0; row < terms; row += BLOCK) {
            const int64_t rows = minimum(BLOCK, terms - row);
            const char *from = (const char *)b + (k + row) * p->b_row;
            struct ahead ahead = {from + rows * p->b_row, lines, lines, p->b_row - lines * STRIP,
                                  0};
            for (int64_t i = 0; i < p->n; i += STRIP) {
                const int64_t cols = minimum(STRIP, p->n - i);
                add_strip(groups + row / GROUP, rows, from + i, p->b_row,
                          UINT64_MAX >> (STRIP - cols), &ahead, sum + i);
            }
        }
    }
    for (int64_t i = 0; i < strips * STRIP; i += STRIP) {
        order_strip(sum + i);
    }
    for (int64_t i = 0; i < p->n; i++) {
        sum[i] -= off;
    }
}

#endif
