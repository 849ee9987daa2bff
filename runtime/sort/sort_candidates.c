/* The first few of a line by any keys.

   Candidates are the places of elements that may be among the first: once there are many, they are
   sorted and cut, and what does not come before the last that is left is no candidate any more. */
#include "sort_kernels.h"

struct candidates {
    const struct sort_line *line;
    const struct sdyrt_sort *what;
    struct sort_flips flips;
    uint64_t limit; /* greatest first key of a candidate */
    int64_t count;
    uint64_t *a, *other;
};

static uint64_t first_key(const struct candidates *c, int64_t i) {
    int64_t bytes = c->what->bytes[0];
    const char *at = c->line->operands[0] + i * c->what->along[0] * bytes;
    return sort_flip(&c->flips, sort_load(at, bytes));
}

/* Later elements of the same single key come after all candidates. */
static void cut(struct candidates *c) {
    uint64_t *sorted = sdyrt_sort_by_keys(c->line, c->a, c->other, c->count);
    c->other = sorted == c->a ? c->other : c->a;
    c->a = sorted;
    if (c->count < c->what->keep) {
        return;
    }
    c->count = c->what->keep;
    c->limit = first_key(c, (int64_t)(c->a[c->count - 1] & UINT32_MAX));
    if (c->what->keys == 1 && c->limit > 0) {
        c->limit--;
    }
}

/* Looks at n elements from `first`, at most SORT_LOOK: few of them are candidates. */
#define CONSIDER(type)                                                                             \
    static void consider_##type(struct candidates *c, const void *line, int64_t first,             \
                                int64_t n) {                                                       \
        int64_t stride = c->what->along[0];                                                        \
        const type *from = (const type *)line + first * stride;                                    \
        type keys[SORT_LOOK], base = (type)c->flips.base, limit = (type)c->limit, any = 0;         \
        type top = (type)c->flips.top, negative = (type)c->flips.negative;                         \
        for (int64_t i = 0; i < n; i++) {                                                          \
            keys[i] = from[i * stride];                                                            \
        }                                                                                          \
        for (int64_t i = n; i < SORT_LOOK; i++) {                                                  \
            keys[i] = 0;                                                                           \
        }                                                                                          \
        for (int i = 0; i < SORT_LOOK; i++) { /* vector code: all of them, whatever n is */        \
            keys[i] = (type)(keys[i] ^ base ^ (type)(keys[i] & top ? negative : 0));               \
            any |= keys[i] <= limit;                                                               \
        }                                                                                          \
        for (int64_t i = 0; any && i < n; i++) {                                                   \
            c->a[c->count] = (uint64_t)(first + i);                                                \
            c->count += keys[i] <= limit;                                                          \
        }                                                                                          \
    }
CONSIDER(uint8_t)
CONSIDER(uint16_t)
CONSIDER(uint32_t)
CONSIDER(uint64_t)

static void consider(struct candidates *c, int64_t first, int64_t n) {
    const char *line = c->line->operands[0];
    switch (c->what->bytes[0]) {
    case 1:
        consider_uint8_t(c, line, first, n);
        break;
    case 2:
        consider_uint16_t(c, line, first, n);
        break;
    case 4:
        consider_uint32_t(c, line, first, n);
        break;
    default:
        consider_uint64_t(c, line, first, n);
        break;
    }
}

/* They are cut for the first time as soon as there are enough: from then on most elements are no
   candidates. */
uint64_t *sdyrt_sort_candidates(const struct sort_line *line, uint64_t *a, uint64_t *other) {
    const struct sdyrt_sort *what = line->what;
    struct candidates c = {line, what, sort_flips_of(what, 0), UINT64_MAX, 0, a, other};
    int is_cut = 0;
    for (int64_t i = 0; i < line->size; i += SORT_LOOK) {
        consider(&c, i, line->size - i < SORT_LOOK ? line->size - i : SORT_LOOK);
        if (c.count + SORT_LOOK > line->plan->room || (!is_cut && c.count >= what->keep)) {
            cut(&c);
            is_cut = 1;
        }
    }
    cut(&c);
    return c.a;
}
