#include "amx.h"

#include "cpu.h"
#include "sizes.h"
#include "transpose_tile.h"

#include <string.h>

#if defined(__x86_64__)

#include <immintrin.h>

enum { GROUP = 4 }; /* bytes of a column side by side */

int64_t sdyrt_amx_line(int64_t k, int64_t size) {
    return pieces(k * size, AMX_LINE) * AMX_LINE;
}

/* Elements of 16 lines that lie side by side, two by two... */
static AVX512_TARGET void interleave_16(const struct amx_operand *x, int64_t lines, int64_t k,
                                        char *to) {
    const __mmask16 some = (__mmask16)((1u << lines) - 1);
    const __m512i order =
        _mm512_set_epi16(47, 15, 46, 14, 45, 13, 44, 12, 43, 11, 42, 10, 41, 9, 40, 8, 39, 7, 38, 6,
                         37, 5, 36, 4, 35, 3, 34, 2, 33, 1, 32, 0);
    for (int64_t p = 0; p < k; p += 2, to += AMX_LINE) {
        const char *from = x->at + p * x->step;
        __m256i low = _mm256_maskz_loadu_epi16(some, from), high = _mm256_setzero_si256();
        if (p + 1 < k) {
            high = _mm256_maskz_loadu_epi16(some, from + x->step);
        }
        _mm512_storeu_si512(to, _mm512_permutex2var_epi16(_mm512_castsi256_si512(low), order,
                                                          _mm512_castsi256_si512(high)));
    }
}

/* ...and four by four: as the columns of four registers' parts, first by fours of them. */
static AVX512_TARGET void interleave_8(const struct amx_operand *x, int64_t lines, int64_t k,
                                       char *to) {
    const __mmask16 some = (__mmask16)((1u << lines) - 1);
    const __m512i fours = _mm512_set_epi32(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    const __m512i bytes =
        _mm512_broadcast_i32x4(_mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0));
    for (int64_t p = 0; p < k; p += GROUP, to += AMX_LINE) {
        const char *from = x->at + p * x->step;
        __m128i row[GROUP];
        for (int64_t i = 0; i < GROUP; i++) {
            row[i] =
                p + i < k ? _mm_maskz_loadu_epi8(some, from + i * x->step) : _mm_setzero_si128();
        }
        __m512i all = _mm512_castsi128_si512(row[0]);
        all = _mm512_inserti32x4(all, row[1], 1);
        all = _mm512_inserti32x4(all, row[2], 2);
        all = _mm512_inserti32x4(all, row[3], 3);
        all = _mm512_shuffle_epi8(_mm512_permutexvar_epi32(fours, all), bytes);
        _mm512_storeu_si512(to, all);
    }
}

static void interleave(const struct amx_operand *x, int64_t lines, int64_t k, char *to) {
    if (x->size == 1) {
        interleave_8(x, lines, k, to);
    } else {
        interleave_16(x, lines, k, to);
    }
}

/* Elements that lie apart. */
static void gather(const struct amx_operand *x, int64_t lines, int64_t k, char *to,
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
    sdyrt_transpose_matrix(size)(
        &(struct transpose_matrix){from, to, from_row, to_column, rows, columns, 0});
}

/* Dense lines as a strip; groups that the end of the contraction cuts are filled up in `room`. */
static void turn_lines(const struct amx_operand *x, int64_t lines, int64_t k, char *to,
                       char *room) {
    const int64_t bytes = k * x->size, whole = bytes / GROUP;
    if (lines < AMX_LINES) {
        memset(to, 0, (size_t)(pieces(bytes, GROUP) * AMX_LINE));
    }
    turn(GROUP, x->at, x->line, lines, whole, to, AMX_LINE);
    if (bytes % GROUP != 0) {
        memset(room, 0, (size_t)(lines * GROUP));
        for (int64_t i = 0; i < lines; i++) {
            memcpy(room + i * GROUP, x->at + i * x->line + whole * GROUP, (size_t)(bytes % GROUP));
        }
        turn(GROUP, room, GROUP, lines, 1, to + whole * AMX_LINE, AMX_LINE);
    }
}

static void pack_strip(const struct amx_operand *x, int64_t lines, int64_t k, char *to,
                       char *room) {
    const int64_t line = sdyrt_amx_line(k, x->size), used = pieces(k * x->size, GROUP);
    if (x->step == x->size) {
        turn_lines(x, lines, k, to, room);
    } else {
        const struct amx_operand gathered = {room, line, x->size, x->size};
        gather(x, lines, k, room, line);
        turn_lines(&gathered, lines, k, to, room + AMX_LINES * line);
    }
    memset(to + used * AMX_LINE, 0, (size_t)(line * AMX_LINES - used * AMX_LINE));
}

/* Columns that lie side by side: a register's depth of all strips at a time, which share their
   cache lines. */
static void interleave_strips(const struct amx_operand *from, int64_t lines, int64_t k, char *to,
                              int64_t strip) {
    const int64_t depth = AMX_LINE / from->size;
    for (int64_t p = 0; p < k; p += depth, to += AMX_TILE) {
        const int64_t some = minimum(depth, k - p), used = pieces(some * from->size, GROUP);
        char *tile = to;
        for (int64_t i = 0; i < lines; i += AMX_LINES, tile += strip) {
            struct amx_operand x = *from;
            x.at += p * x.step + i * x.line;
            interleave(&x, minimum(AMX_LINES, lines - i), some, tile);
            memset(tile + used * AMX_LINE, 0, (size_t)(AMX_TILE - used * AMX_LINE));
        }
    }
}

void sdyrt_amx_pack_strips(const struct amx_operand *from, int64_t lines, int64_t k, char *to,
                           int64_t strip_bytes, char *room) {
    struct amx_operand x = *from;
    if (x.line == x.size) {
        interleave_strips(from, lines, k, to, strip_bytes);
        return;
    }
    for (int64_t i = 0; i < lines; i += AMX_LINES, to += strip_bytes) {
        pack_strip(&x, minimum(AMX_LINES, lines - i), k, to, room);
        x.at += AMX_LINES * x.line;
    }
}

void sdyrt_amx_pack_rows(const struct amx_operand *from, int64_t lines, int64_t k, char *to,
                         int64_t to_row) {
    const struct amx_operand *x = from;
    const int64_t bytes = k * x->size, line = sdyrt_amx_line(k, x->size);
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
