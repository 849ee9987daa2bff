#include "transpose_groups.h"

#include "cpu.h"
#include "sizes.h"

#if defined(__x86_64__)
#include <immintrin.h>

/* What one instruction moves: `count` groups whose bytes lie within a vector of the source, which
 * begins `low` behind the place of the first. */
struct window {
    int64_t count, low, span;
    char order[SDYRT_GROUP_BYTES];
};

/* As many groups as there is room for; a count of 0: not even one. A source that is read backwards
 * has the window end with the first group. */
static struct window window_of(const struct transpose_groups *x) {
    struct window window = {.count = 0};
    int64_t first = x->place[0], last = first;
    for (int64_t b = 1; b < x->bytes; b++) {
        first = minimum(first, x->place[b]);
        last = maximum(last, x->place[b]);
    }
    int64_t step = x->step < 0 ? -x->step : x->step;
    window.span = last - first + 1;
    while (window.count < x->count && (window.count + 1) * x->bytes <= SDYRT_GROUP_BYTES &&
           window.count * step + window.span <= SDYRT_GROUP_BYTES) {
        window.count++;
    }
    window.low = x->step < 0 ? last + 1 - SDYRT_GROUP_BYTES : first;
    for (int64_t i = 0; i < SDYRT_GROUP_BYTES; i++) {
        int64_t from = x->place[i % x->bytes] + i / x->bytes * x->step - window.low;
        window.order[i] = (char)(i < window.count * x->bytes ? from : -1);
    }
    return window;
}

/* The groups from which on source or result have no whole vector left. */
static int64_t end_of(const struct transpose_groups *x, const struct window *window) {
    int64_t step = x->step < 0 ? -x->step : x->step;
    if (step == 0 || window->count == 0) {
        return 0;
    }
    return minimum(x->count - pieces(SDYRT_GROUP_BYTES, x->bytes) + 1,
                   x->count - pieces(SDYRT_GROUP_BYTES - window->span, step));
}

static AVX2_TARGET int64_t move_windows(const struct transpose_groups *x,
                                        const struct window *window) {
    __m128i order = _mm_loadu_si128((const void *)window->order);
    int64_t end = end_of(x, window), count = window->count, lines = x->lines, g = 0;
    int64_t from_step = count * x->step, to_step = count * x->bytes;
    int64_t from_line = x->from_line, to_line = x->to_line;
    const char *first = x->from + window->low;
    char *into = x->to;
    for (int64_t l = 0; l < lines; l++, first += from_line, into += to_line) {
        const char *from = first;
        char *to = into;
        for (g = 0; g < end; g += count, from += from_step, to += to_step) {
            __m128i bytes = _mm_loadu_si128((const void *)from);
            _mm_storeu_si128((void *)to, _mm_shuffle_epi8(bytes, order));
        }
    }
    return g;
}

int64_t sdyrt_transpose_groups(const struct transpose_groups *x) {
    struct window window = window_of(x);
    return move_windows(x, &window);
}
#else
int64_t sdyrt_transpose_groups(const struct transpose_groups *x) {
    (void)x;
    return 0;
}
#endif
