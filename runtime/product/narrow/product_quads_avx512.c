#include "product_quads.h"

#include "cpu.h"
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

#endif
