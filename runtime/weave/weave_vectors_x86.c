#include "weave_plan.h"

#include "cpu.h"
#include "sizes.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#ifndef __clang__
#pragma GCC optimize("O3")
#endif

#define ALWAYS __attribute__((always_inline))

/* ---- 64 bytes: permutations of bytes --------------------------------------------------------- */

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

/* ---- 16 bytes: shuffles, which give zero where the order is negative ------------------------- */

static inline AVX2_TARGET ALWAYS void held_short(const struct weave_units *units, const int vectors,
                                                 const int per, const int64_t read) {
    __m128i order[WEAVE_HELD];
    const char *from[WEAVE_HELD];
    int64_t step[WEAVE_HELD], bytes = units->bytes;
    char *to = units->to;
    (void)read;
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

static inline AVX2_TARGET ALWAYS void many_short(struct weave_units *units, const int per,
                                                 const int64_t read) {
    const int64_t vectors = units->vectors, bytes = units->bytes;
    char *to = units->to;
    (void)read;
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

/* ---- which loop ------------------------------------------------------------------------------ */

#define SHAPE(vectors, per)                                                                        \
    case (vectors)*16 + (per):                                                                     \
        HELD_LOOP(vectors, per);                                                                   \
        return;
#define MANY(per)                                                                                  \
    case (per):                                                                                    \
        MANY_LOOP(per);                                                                            \
        return;
/* clang-format off */
#define LOOPS                                                                                      \
    switch (units->vectors * 16 + units->per) {                                                    \
        SHAPE(1, 1) SHAPE(1, 2) SHAPE(1, 3) SHAPE(1, 4) SHAPE(1, 5) SHAPE(1, 6) SHAPE(1, 7)        \
        SHAPE(1, 8) SHAPE(2, 1) SHAPE(2, 2) SHAPE(2, 3) SHAPE(2, 4) SHAPE(2, 6) SHAPE(2, 8)        \
        SHAPE(3, 1) SHAPE(3, 2) SHAPE(3, 3) SHAPE(3, 4) SHAPE(3, 5) SHAPE(3, 6) SHAPE(4, 1)        \
        SHAPE(4, 2) SHAPE(4, 3) SHAPE(4, 4) SHAPE(5, 1) SHAPE(5, 2) SHAPE(5, 3) SHAPE(6, 1)        \
        SHAPE(6, 2) SHAPE(7, 1) SHAPE(7, 2) SHAPE(8, 1) SHAPE(8, 2)                                \
    }                                                                                              \
    switch (units->per) {                                                                          \
        MANY(1) MANY(2) MANY(3) MANY(4) MANY(5) MANY(6) MANY(7)                                    \
    default:                                                                                       \
        MANY_LOOP(8);                                                                              \
    }
/* clang-format on */
#define HELD_LOOP(vectors, per) held_wide(units, vectors, per, 64)
#define MANY_LOOP(per)          many_wide(units, per, 64)
static AVX512_VBMI_TARGET void run_wide(struct weave_units *units) {
    LOOPS
}
#undef HELD_LOOP
#undef MANY_LOOP
#define HELD_LOOP(vectors, per) held_wide(units, vectors, per, 16)
#define MANY_LOOP(per)          many_wide(units, per, 16)
static AVX512_VBMI_TARGET void run_wide_of_16(struct weave_units *units) {
    LOOPS
}
#undef HELD_LOOP
#undef MANY_LOOP
#define HELD_LOOP(vectors, per) held_short(units, vectors, per, 16)
#define MANY_LOOP(per)          many_short(units, per, 16)
static AVX2_TARGET void run_short(struct weave_units *units) {
    LOOPS
}

/* As many units as there are, by the loop that fits best. */
static void run_units(struct weave_units *units, int64_t width, int64_t read) {
    if (width == 16) {
        run_short(units);
    } else if (read == 16) {
        run_wide_of_16(units);
    } else {
        run_wide(units);
    }
}

/* ---- units ----------------------------------------------------------------------------------- */

/* The units, of `count`, for which the sources have all that is read from where the items are. */
static int64_t readable(const struct weaver *weaver, const struct weave_rows *rows, int64_t count) {
    const struct weave_units *units = &weaver->units;
    int64_t read = weaver->plan.read, items = units->vectors * units->per;
    for (int64_t i = 0; i < items && count > 0; i++) {
        const char *low = rows->low[units->items[i].source];
        const char *high = rows->high[units->items[i].source];
        const char *from = units->from[i], *last = from + (count - 1) * units->step[i];
        int64_t step = units->step[i], room = step < 0 ? from - low : high - from - read;
        bool is_whole = from >= low && from + read <= high && last >= low && last + read <= high;
        if (step != 0 && !is_whole) {
            count = room < 0 ? 0 : minimum(count, room / (step < 0 ? -step : step) + 1);
        }
    }
    return count;
}

int64_t sdyrt_weave_width(void) {
    return sdyrt_cpu_has_avx512_vbmi() ? WEAVE_WIDTH : sdyrt_cpu_isa() >= SDYRT_ISA_AVX2 ? 16 : 0;
}

int sdyrt_weave_begin(const struct sdyrt_weave *what, int64_t width, struct weaver *weaver) {
    struct weave_units *units = &weaver->units;
    struct weave_plan *plan = &weaver->plan;
    if (width == 0 || !sdyrt_weave_plan(what, width, plan)) {
        return 0;
    }
    *units = (struct weave_units){
        .items = plan->items, .vectors = plan->vectors, .per = plan->per, .bytes = plan->bytes};
    return 1;
}

/* Where the items read from unit number `unit` of the block on. */
static void place(const struct sdyrt_weave *what, struct weaver *weaver,
                  const struct weave_rows *rows, int64_t row) {
    struct weave_units *units = &weaver->units;
    for (int64_t i = 0; i < weaver->plan.vectors * units->per; i++) {
        const struct weave_item *item = &units->items[i];
        int64_t step = what->step[item->source];
        units->from[i] = rows->from[item->source] + item->low + row * step;
        units->step[i] = weaver->plan.rows * step;
        if (step == 0) {
            memcpy(weaver->still[i], units->from[i], (size_t)item->span);
            units->from[i] = weaver->still[i];
        }
    }
    units->to = rows->to + row * what->row;
    units->past = rows->past && (uintptr_t)units->to % WEAVE_WIDTH == 0 &&
                  units->bytes % WEAVE_WIDTH == 0 && weaver->plan.width == WEAVE_WIDTH;
}

int64_t sdyrt_weave_vectors(const struct sdyrt_weave *what, struct weaver *weaver,
                            const struct weave_rows *rows) {
    const struct weave_plan *plan = &weaver->plan;
    struct weave_units *units = &weaver->units;
    int64_t whole = rows->count / plan->rows, count;
    int64_t beyond = plan->vectors * plan->width - plan->bytes;
    place(what, weaver, rows, 0);
    count = readable(weaver, rows, whole);
    /* The last vector of a unit may reach into the next, or to where others write. */
    while (count > 0 && (rows->count - count * plan->rows) * what->row < beyond) {
        count--;
    }
    units->count = count;
    if (count > 0) {
        run_units(units, plan->width, weaver->plan.read);
    }
    int64_t done = count * plan->rows;
    if (count == whole && count > 0 && done < rows->count && beyond == 0) {
        /* What is left with rows that are there already. */
        place(what, weaver, rows, rows->count - plan->rows);
        units->count = readable(weaver, rows, 1);
        if (units->count == 1) {
            run_units(units, plan->width, weaver->plan.read);
            done = rows->count;
        }
    }
    return done;
}
#else
int64_t sdyrt_weave_width(void) {
    return 0;
}

int sdyrt_weave_begin(const struct sdyrt_weave *what, int64_t width, struct weaver *weaver) {
    (void)what, (void)width, (void)weaver;
    return 0;
}

int64_t sdyrt_weave_vectors(const struct sdyrt_weave *what, struct weaver *weaver,
                            const struct weave_rows *rows) {
    (void)what, (void)weaver, (void)rows;
    return 0;
}
#endif
