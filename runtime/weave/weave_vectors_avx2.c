/* Units by vectors of 16 bytes: shuffles, which give zero where the order is negative. */
#include "weave_items.h"

#if defined(__x86_64__)
#include "cpu.h"
#include "weave_loops.inc"

#include <immintrin.h>

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

static inline AVX2_TARGET ALWAYS void held_short(const struct weave_units *units, const int vectors,
                                                 const int per) {
    __m128i order[WEAVE_HELD];
    const char *from[WEAVE_HELD];
    int64_t step[WEAVE_HELD], bytes = units->bytes;
    char *to = units->to;
    for (int i = 0; i < vectors * per; i++) {
        order[i] = _mm_loadu_si128((const void *)units->items[i].order);
        from[i] = units->from[i];
        step[i] = units->step[i];
    }
    for (int64_t n = units->count; n > 0; n--, to += bytes) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++) {
            __m128i out = _mm_setzero_si128();
#pragma GCC unroll 8
            for (int k = 0; k < per; k++) {
                int i = v * per + k;
                __m128i in = _mm_loadu_si128((const void *)from[i]);
                out = _mm_or_si128(out, _mm_shuffle_epi8(in, order[i]));
                from[i] += step[i];
            }
            _mm_storeu_si128((void *)(to + 16 * v), out);
        }
    }
}

static inline AVX2_TARGET ALWAYS void many_short(struct weave_units *units, const int per) {
    const int64_t vectors = units->vectors, bytes = units->bytes;
    char *to = units->to;
    for (int64_t n = units->count; n > 0; n--, to += bytes) {
        const struct weave_item *item = units->items;
        const char **from = units->from;
        const int64_t *step = units->step;
        for (int64_t v = 0; v < vectors; v++, item += per, from += per, step += per) {
            __m128i out = _mm_setzero_si128();
#pragma GCC unroll 8
            for (int k = 0; k < per; k++) {
                __m128i order = _mm_loadu_si128((const void *)item[k].order);
                __m128i in = _mm_loadu_si128((const void *)from[k]);
                out = _mm_or_si128(out, _mm_shuffle_epi8(in, order));
                from[k] += step[k];
            }
            _mm_storeu_si128((void *)(to + 16 * v), out);
        }
    }
}

#define HELD_LOOP(vectors, per) held_short(units, vectors, per)
#define MANY_LOOP(per)          many_short(units, per)
AVX2_TARGET void sdyrt_weave_short(struct weave_units *units) {
    LOOPS
}
#endif
