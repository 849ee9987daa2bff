#include "sort.h"

#include <string.h>

/* A line is sorted as words of 32 bits of a key over 32 bits of an index: by the least significant
   word of the last key first, by the most significant of the first key last. Each round is stable:
   an insertion sort where there are few elements, else a radix sort by bytes, of which those that
   all elements have in common are skipped. */

enum { FEW = 40, DIGITS = 4, VALUES = 256 };

/* Most elements that are kept in order while others come, and how many of these are looked at
   together. */
enum { LEADERS = 16, GROUP = 16 };

/* How many elements are looked at together by a selection, and how many it sorts at a time. */
enum { LOOK = 32, MORE_ROOM = 3 * LOOK };

/* --- tasks --- */

static int64_t line_count(const struct sdyrt_sort *what) {
    int64_t lines = what->size > 0 && what->keep > 0 ? 1 : 0;
    for (int64_t k = 0; k < what->rank; k++) {
        lines *= what->outer_size[k];
    }
    return lines;
}

static int64_t lines_of_task(const struct sdyrt_sort *what) {
    return what->size < SDYRT_SORT_TASK ? SDYRT_SORT_TASK / (what->size > 0 ? what->size : 1) : 1;
}

int64_t sdyrt_sort_tasks(const struct sdyrt_sort *what) {
    int64_t lines = line_count(what), step = lines_of_task(what);
    return (lines + step - 1) / step;
}

size_t sdyrt_sort_scratch(const struct sdyrt_sort *what) {
    size_t words = 2 * (size_t)what->size * sizeof(uint64_t);
    return (words + 63) / 64 * 64;
}

/* --- one round --- */

static void insertion_sort(uint64_t *a, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        uint64_t item = a[i];
        int64_t at = i;
        for (; at > 0 && a[at - 1] >> 32 > item >> 32; at--) {
            a[at] = a[at - 1];
        }
        a[at] = item;
    }
}

static void count_digits(const uint64_t *a, int64_t n, uint32_t counts[DIGITS][VALUES]) {
    memset(counts, 0, DIGITS * sizeof counts[0]);
    for (int64_t i = 0; i < n; i++) {
        for (int d = 0; d < DIGITS; d++) {
            counts[d][a[i] >> (32 + 8 * d) & 255]++;
        }
    }
}

/* Sorts by the upper half of each word, and returns where the result is: `a` or `other`. */
static uint64_t *radix_sort(uint64_t *a, uint64_t *other, int64_t n) {
    uint32_t counts[DIGITS][VALUES];
    count_digits(a, n, counts);
    for (int d = 0; d < DIGITS; d++) {
        int shift = 32 + 8 * d;
        uint32_t next = 0, *at = counts[d];
        if (at[a[0] >> shift & 255] == (uint32_t)n) {
            continue;
        }
        for (int v = 0; v < VALUES; v++) {
            uint32_t count = at[v];
            at[v] = next;
            next += count;
        }
        for (int64_t i = 0; i < n; i++) {
            other[at[a[i] >> shift & 255]++] = a[i];
        }
        uint64_t *sorted = other;
        other = a;
        a = sorted;
    }
    return a;
}

static uint64_t *sort_round(uint64_t *a, uint64_t *other, int64_t n) {
    if (n > FEW) {
        return radix_sort(a, other, n);
    }
    insertion_sort(a, n);
    return a;
}

/* --- keys --- */

static uint64_t load(const char *at, int64_t bytes) {
    uint64_t word = 0;
    switch (bytes) {
    case 1:
        return *(const uint8_t *)at;
    case 2:
        return *(const uint16_t *)(const void *)at;
    case 4:
        return *(const uint32_t *)(const void *)at;
    default:
        memcpy(&word, at, sizeof word);
        return word;
    }
}

/* What turns a key's bits into an unsigned number of the wanted order: `base`, and where the top
   bit of a float is set also `negative`. */
struct flips {
    uint64_t top, base, negative;
};

static struct flips flips_of(const struct sdyrt_sort *what, int64_t key) {
    uint64_t all = UINT64_MAX >> (64 - 8 * what->bytes[key]);
    struct flips flips = {.top = all ^ all >> 1};
    flips.base = (what->order[key] == SDYRT_SORT_UNSIGNED ? 0 : flips.top) ^
                 (what->descending[key] ? all : 0);
    flips.negative = what->order[key] == SDYRT_SORT_FLOAT ? all ^ flips.top : 0;
    return flips;
}

static uint64_t flip(const struct flips *flips, uint64_t bits) {
    return bits ^ flips->base ^ (bits & flips->top ? flips->negative : 0);
}

/* Puts the half of the key that begins at bit `shift` over each of n indices. */
static void set_keys(const struct sdyrt_sort *what, int64_t key, const char *line, int shift,
                     uint64_t *a, int64_t n) {
    int64_t bytes = what->bytes[key], stride = what->along[key] * bytes;
    struct flips flips = flips_of(what, key);
    for (int64_t i = 0; i < n; i++) {
        uint64_t index = a[i] & UINT32_MAX;
        uint64_t bits = flip(&flips, load(line + (int64_t)index * stride, bytes));
        a[i] = bits >> shift << 32 | index;
    }
}

/* Sorts n indices, equal ones stay in their order; where they are then: `a` or `other`. */
static uint64_t *sort_by_keys(const struct sdyrt_sort *what, char *const *lines, uint64_t *a,
                              uint64_t *other, int64_t n) {
    uint64_t *first = a, *second = other;
    for (int64_t key = what->keys; key-- > 0;) {
        for (int shift = 0; shift < 8 * what->bytes[key]; shift += 32) {
            set_keys(what, key, lines[key], shift, a, n);
            a = sort_round(a, a == first ? second : first, n);
        }
    }
    return a;
}

static void number(uint64_t *a, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        a[i] = (uint64_t)i;
    }
}

/* --- the first few ---

   Candidates are the indices of elements that may be among the first: once there are many, they are
   sorted and cut, and what does not come before the last that is left is no candidate any more. */

struct candidates {
    const struct sdyrt_sort *what;
    char *const *lines;
    struct flips flips;
    uint64_t limit; /* greatest first key of a candidate */
    int64_t count;
    uint64_t *a, *other;
};

static int64_t room_of(const struct sdyrt_sort *what) {
    return 4 * what->keep + MORE_ROOM;
}

static int is_selection(const struct sdyrt_sort *what) {
    return what->keys > 0 && what->keep > 0 && what->keep <= what->size / 8 &&
           room_of(what) <= what->size / 2;
}

static uint64_t first_key(const struct candidates *c, int64_t i) {
    int64_t bytes = c->what->bytes[0];
    return flip(&c->flips, load(c->lines[0] + i * c->what->along[0] * bytes, bytes));
}

/* Later elements of the same single key come after all candidates. */
static void cut(struct candidates *c) {
    uint64_t *sorted = sort_by_keys(c->what, c->lines, c->a, c->other, c->count);
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

/* Looks at n elements from `first`, at most LOOK: few of them are candidates. */
#define CONSIDER(type)                                                                             \
    static void consider_##type(struct candidates *c, const void *line, int64_t first,             \
                                int64_t n) {                                                       \
        int64_t stride = c->what->along[0];                                                        \
        const type *from = (const type *)line + first * stride;                                    \
        type keys[LOOK], base = (type)c->flips.base, limit = (type)c->limit, any = 0;              \
        type top = (type)c->flips.top, negative = (type)c->flips.negative;                         \
        for (int64_t i = 0; i < n; i++) {                                                          \
            keys[i] = from[i * stride];                                                            \
        }                                                                                          \
        for (int64_t i = n; i < LOOK; i++) {                                                       \
            keys[i] = 0;                                                                           \
        }                                                                                          \
        for (int i = 0; i < LOOK; i++) { /* vector code: all of them, whatever n is */             \
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
    const char *line = c->lines[0];
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

/* The first `keep` of the line in order, in `a` or `other`. They are cut for the first time as soon
   as there are enough: from then on most elements are no candidates. */
static uint64_t *select_by_keys(const struct sdyrt_sort *what, char *const *lines, uint64_t *a,
                                uint64_t *other) {
    struct candidates c = {what, lines, flips_of(what, 0), UINT64_MAX, 0, a, other};
    int is_cut = 0;
    for (int64_t i = 0; i < what->size; i += LOOK) {
        consider(&c, i, what->size - i < LOOK ? what->size - i : LOOK);
        if (c.count + LOOK > room_of(what) || (!is_cut && c.count >= what->keep)) {
            cut(&c);
            is_cut = 1;
        }
    }
    cut(&c);
    return c.a;
}

/* --- the very first ---

   A few elements by a single key: each that comes before the last of them takes its place. */

static int is_led(const struct sdyrt_sort *what) {
    return what->keys == 1 && what->keep <= LEADERS && what->keep <= what->size / 2;
}

/* Leaves the indices of the first `keep` of the line, in order, in `a`. */
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
    static inline void lead_##type(const struct sdyrt_sort *what, const void *line,                \
                                   int64_t stride, uint64_t *a) {                                  \
        const struct flips flips = flips_of(what, 0);                                              \
        const type base = (type)flips.base, top = (type)flips.top, *from = line;                   \
        const type negative = (type)flips.negative;                                                \
        const int64_t keep = what->keep;                                                           \
        type best[LEADERS], keys[GROUP];                                                           \
        int64_t count = 0;                                                                         \
        best[keep - 1] = (type)-1;                                                                 \
        for (int64_t first = 0; first < what->size; first += GROUP) {                              \
            int64_t n = what->size - first < GROUP ? what->size - first : GROUP;                   \
            type any = count < keep;                                                               \
            for (int64_t i = 0; n < GROUP && i < n; i++) {                                         \
                type bits = from[(first + i) * stride];                                            \
                keys[i] = (type)(bits ^ base ^ (type)(bits & top ? negative : 0));                 \
                any |= keys[i] < best[keep - 1];                                                   \
            }                                                                                      \
            for (int i = 0; n == GROUP && i < GROUP; i++) { /* vector code */                      \
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
    static void lead_line_##type(const struct sdyrt_sort *what, const void *line, uint64_t *a) {   \
        if (what->along[0] == 1) {                                                                 \
            lead_##type(what, line, 1, a);                                                         \
        } else {                                                                                   \
            lead_##type(what, line, what->along[0], a);                                            \
        }                                                                                          \
    }
LEAD(uint8_t)
LEAD(uint16_t)
LEAD(uint32_t)
LEAD(uint64_t)

static void lead(const struct sdyrt_sort *what, const void *line, uint64_t *a) {
    switch (what->bytes[0]) {
    case 1:
        lead_line_uint8_t(what, line, a);
        break;
    case 2:
        lead_line_uint16_t(what, line, a);
        break;
    case 4:
        lead_line_uint32_t(what, line, a);
        break;
    default:
        lead_line_uint64_t(what, line, a);
        break;
    }
}

/* --- by a function --- */

struct order {
    sdyrt_sort_before *before;
    char *const *buf;
    const int64_t *line;
};

static int comes_before(const struct order *order, uint64_t a, uint64_t b) {
    return order->before(order->buf, order->line, (int64_t)a, (int64_t)b);
}

/* Merges [low, middle) and [middle, high) of `a` into `to`. */
static void merge(const struct order *order, const uint64_t *a, uint64_t *to, int64_t low,
                  int64_t middle, int64_t high) {
    int64_t left = low, right = middle;
    for (int64_t i = low; i < high; i++) {
        int take_right = right < high && (left == middle || comes_before(order, a[right], a[left]));
        to[i] = take_right ? a[right++] : a[left++];
    }
}

static uint64_t *sort_by_function(const struct sdyrt_sort *what, const struct order *order,
                                  uint64_t *a, uint64_t *other) {
    int64_t n = what->size;
    number(a, n);
    for (int64_t run = 1; run < n; run *= 2) {
        for (int64_t low = 0; low < n; low += 2 * run) {
            int64_t middle = low + run < n ? low + run : n;
            merge(order, a, other, low, middle, low + 2 * run < n ? low + 2 * run : n);
        }
        uint64_t *sorted = other;
        other = a;
        a = sorted;
    }
    return a;
}

/* --- values --- */

struct element16 {
    uint64_t halves[2];
};

#define PERMUTE(type)                                                                              \
    for (int64_t i = 0; i < n; i++) {                                                              \
        memcpy(to + i * to_stride, from + (int64_t)(a[i] & UINT32_MAX) * from_stride,              \
               sizeof(type));                                                                      \
    }

static void put(const uint64_t *a, int64_t n, int64_t bytes, const char *from, int64_t from_stride,
                char *to, int64_t to_stride) {
    switch (bytes) {
    case 1:
        PERMUTE(uint8_t)
        return;
    case 2:
        PERMUTE(uint16_t)
        return;
    case 4:
        PERMUTE(uint32_t)
        return;
    case 8:
        PERMUTE(uint64_t)
        return;
    default:
        PERMUTE(struct element16)
        return;
    }
}

/* The places themselves. */
static void put_places(const uint64_t *a, int64_t n, int64_t bytes, char *to, int64_t to_stride) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t at = a[i] & UINT32_MAX;
        memcpy(to + i * to_stride, &at, bytes == 4 ? 4 : 8);
    }
}

/* --- lines --- */

/* The index of each outer dimension of the line, the last one fastest. */
static void find_line(const struct sdyrt_sort *what, int64_t number, int64_t *line) {
    for (int64_t k = what->rank; k-- > 0;) {
        line[k] = number % what->outer_size[k];
        number /= what->outer_size[k];
    }
}

static void sort_line(const struct sdyrt_sort *what, char *const *operands, struct order *order,
                      uint64_t *a) {
    int64_t count = what->keys + 2 * what->values;
    uint64_t *other = a + what->size;
    char *lines[SDYRT_SORT_OPERANDS];
    for (int64_t i = 0; i < count; i++) {
        lines[i] = operands[i];
        for (int64_t k = 0; k < what->rank; k++) {
            lines[i] += what->outer[i * SDYRT_SORT_RANK + k] * order->line[k] * what->bytes[i];
        }
    }
    if (is_led(what)) {
        lead(what, lines[0], a);
    } else if (is_selection(what)) {
        a = select_by_keys(what, lines, a, other);
    } else if (what->keys > 0) {
        number(a, what->size);
        a = sort_by_keys(what, lines, a, other, what->size);
    } else {
        a = sort_by_function(what, order, a, other);
    }
    for (int64_t v = 0; v < what->values; v++) {
        int64_t from = what->keys + v, to = from + what->values, bytes = what->bytes[to];
        if (what->places >> v & 1) {
            put_places(a, what->keep, bytes, lines[to], what->along[to] * bytes);
        } else {
            put(a, what->keep, bytes, lines[from], what->along[from] * bytes, lines[to],
                what->along[to] * bytes);
        }
    }
}

void sdyrt_sort(const struct sdyrt_sort *what, char *const *operands, int64_t task, char *scratch,
                sdyrt_sort_before *before, char *const *buf) {
    int64_t step = lines_of_task(what), first = task * step, lines = line_count(what);
    int64_t end = first + step < lines ? first + step : lines;
    int64_t line[SDYRT_SORT_RANK];
    struct order order = {before, buf, line};
    for (int64_t number = first; number < end; number++) {
        find_line(what, number, line);
        sort_line(what, operands, &order, (uint64_t *)(void *)scratch);
    }
}
