/* The very first of a line, a few elements by a single key: each that comes before the last of them
   takes its place. */
#include "sort_kernels.h"

/* Leaves the places of the first `keep` of the line, in order, in `a`. */
#define LEAD(type)                                                                                 \
    static inline int64_t insert_##type(type *best, uint64_t *a, int64_t count, int64_t keep,      \
                                        type key, int64_t index) {                                 \
        int64_t at = count < keep ? count : keep - 1;                                              \
        for (; at > 0 && best[at - 1] > key; at--) {                                               \
            best[at] = best[at - 1];                                                               \
            a[at] = a[at - 1];                                                                     \
        }                                                                                          \
        best[at] = key;                                                                            \
        a[at] = (uint64_t)index;                                                                   \
        return count < keep ? count + 1 : keep;                                                    \
    }                                                                                              \
    static inline void lead_##type(const struct sdyrt_sort *what, int64_t size, const void *line,  \
                                   int64_t stride, uint64_t *a) {                                  \
        const struct sort_flips flips = sort_flips_of(what, 0);                                    \
        const type base = (type)flips.base, top = (type)flips.top, *from = line;                   \
        const type negative = (type)flips.negative;                                                \
        const int64_t keep = what->keep;                                                           \
        type best[SORT_LEADERS_MOST], keys[SORT_GROUP];                                            \
        int64_t count = 0;                                                                         \
        best[keep - 1] = (type)-1;                                                                 \
        for (int64_t first = 0; first < size; first += SORT_GROUP) {                               \
            int64_t n = size - first < SORT_GROUP ? size - first : SORT_GROUP;                     \
            type any = count < keep;                                                               \
            for (int64_t i = 0; n < SORT_GROUP && i < n; i++) {                                    \
                type bits = from[(first + i) * stride];                                            \
                keys[i] = (type)(bits ^ base ^ (type)(bits & top ? negative : 0));                 \
                any |= keys[i] < best[keep - 1];                                                   \
            }                                                                                      \
            for (int i = 0; n == SORT_GROUP && i < SORT_GROUP; i++) { /* vector code */            \
                type bits = from[(first + i) * stride];                                            \
                keys[i] = (type)(bits ^ base ^ (type)(bits & top ? negative : 0));                 \
                any |= keys[i] < best[keep - 1];                                                   \
            }                                                                                      \
            for (int64_t i = 0; any && i < n; i++) {                                               \
                if (count < keep || keys[i] < best[keep - 1]) {                                    \
                    count = insert_##type(best, a, count, keep, keys[i], first + i);               \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void lead_line_##type(const struct sdyrt_sort *what, int64_t size, const void *line,    \
                                 uint64_t *a) {                                                    \
        if (what->along[0] == 1) {                                                                 \
            lead_##type(what, size, line, 1, a);                                                   \
        } else {                                                                                   \
            lead_##type(what, size, line, what->along[0], a);                                      \
        }                                                                                          \
    }
LEAD(uint8_t)
LEAD(uint16_t)
LEAD(uint32_t)
LEAD(uint64_t)

uint64_t *sdyrt_sort_leaders(const struct sort_line *line, uint64_t *a, uint64_t *other) {
    const struct sdyrt_sort *what = line->what;
    const char *keys = line->operands[0];
    (void)other;
    switch (what->bytes[0]) {
    case 1:
        lead_line_uint8_t(what, line->size, keys, a);
        break;
    case 2:
        lead_line_uint16_t(what, line->size, keys, a);
        break;
    case 4:
        lead_line_uint32_t(what, line->size, keys, a);
        break;
    default:
        lead_line_uint64_t(what, line->size, keys, a);
        break;
    }
    return a;
}
