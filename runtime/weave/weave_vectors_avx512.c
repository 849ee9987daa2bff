/* Units by vectors of 64 bytes, whose bytes are permuted. */
#include "weave_items.h"

#if defined(__x86_64__)
#include "cpu.h"
#include "weave_loops.inc"

#include <immintrin.h>
#include <stdbool.h>

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

static inline AVX512_VBMI_TARGET ALWAYS __m512i load_wide(const char *from, int64_t read) {
    return read == 16 ? _mm512_castsi128_si512(_mm_loadu_si128((const void *)from))
                      : _mm512_loadu_si512(from);
}

static inline AVX512_VBMI_TARGET ALWAYS void store_wide(char *to, __m512i bytes, bool past) {
    if (past) {
        _mm512_stream_si512((void *)to, bytes);
    } else {
        _mm512_storeu_si512(to, bytes);
    }
}

/* The first item of a vector gives all bytes, those that others have as well. */
static inline AVX512_VBMI_TARGET ALWAYS void
held_wide(const struct weave_units *units, const int vectors, const int per, const int64_t read) {
    __m512i order[WEAVE_HELD];
    __mmask64 mask[WEAVE_HELD];
    const char *from[WEAVE_HELD];
    int64_t step[WEAVE_HELD], bytes = units->bytes;
    bool past = units->past;
    char *to = units->to;
    for (int i = 0; i < vectors * per; i++) {
        order[i] = _mm512_loadu_si512(units->items[i].order);
        mask[i] = units->items[i].mask;
        from[i] = units->from[i];
        step[i] = units->step[i];
    }
    for (int64_t n = units->count; n > 0; n--, to += bytes) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++) {
            int i = v * per;
            __m512i out = _mm512_permutexvar_epi8(order[i], load_wide(from[i], read));
            from[i] += step[i];
#pragma GCC unroll 8
            for (int k = 1; k < per; k++) {
                __m512i in = load_wide(from[i + k], read);
                out = _mm512_mask_permutexvar_epi8(out, mask[i + k], order[i + k], in);
                from[i + k] += step[i + k];
            }
            store_wide(to + 64 * v, out, past);
        }
    }
}

/* The same of more vectors: orders come from memory, too. */
static inline AVX512_VBMI_TARGET ALWAYS void many_wide(struct weave_units *units, const int per,
                                                       const int64_t read) {
    const int64_t vectors = units->vectors, bytes = units->bytes;
    bool past = units->past;
    char *to = units->to;
    for (int64_t n = units->count; n > 0; n--, to += bytes) {
        const struct weave_item *item = units->items;
        const char **from = units->from;
        const int64_t *step = units->step;
        for (int64_t v = 0; v < vectors; v++, item += per, from += per, step += per) {
            __m512i order = _mm512_loadu_si512(item->order);
            __m512i out = _mm512_permutexvar_epi8(order, load_wide(*from, read));
            *from += *step;
#pragma GCC unroll 8
            for (int k = 1; k < per; k++) {
                __m512i in = load_wide(from[k], read);
                order = _mm512_loadu_si512(item[k].order);
                out = _mm512_mask_permutexvar_epi8(out, item[k].mask, order, in);
                from[k] += step[k];
            }
            store_wide(to + 64 * v, out, past);
        }
    }
}

/* ---- which loop ------------------------------------------------------------------------------ */

#define HELD_LOOP(vectors, per) held_wide(units, vectors, per, 64)
#define MANY_LOOP(per)          many_wide(units, per, 64)
AVX512_VBMI_TARGET void sdyrt_weave_wide(struct weave_units *units){LOOPS}
#undef HELD_LOOP
#undef MANY_LOOP
#define HELD_LOOP(vectors, per) held_wide(units, vectors, per, 16)
#define MANY_LOOP(per)          many_wide(units, per, 16)
AVX512_VBMI_TARGET void sdyrt_weave_wide_of_16(struct weave_units *units) {
    LOOPS
}
#endif
