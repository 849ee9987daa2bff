/* Sorts of words of 32 bits of a key over 32 bits of a place: by the least significant word of the
   last key first, by the most significant of the first key last. Each round is stable: an insertion
   sort, or a radix sort by bytes, of which those that all elements have in common are skipped. */
#include "sort_kernels.h"

enum { DIGITS = sizeof(uint32_t), VALUES = UINT8_MAX + 1 };

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

static uint64_t *sort_round(const struct sort_line *line, uint64_t *a, uint64_t *other, int64_t n) {
    if (n > line->plan->insertion) {
        return radix_sort(a, other, n);
    }
    insertion_sort(a, n);
    return a;
}

/* --- keys --- */

void sdyrt_sort_set_keys(const struct sort_line *line, int64_t key, int half, uint64_t *a,
                         int64_t n) {
    const char *keys = line->operands[key];
    int64_t bytes = line->what->bytes[key], stride = line->what->along[key] * bytes;
    struct sort_flips flips = sort_flips_of(line->what, key);
    for (int64_t i = 0; i < n; i++) {
        uint64_t index = a[i] & UINT32_MAX;
        uint64_t bits = sort_load(keys + (int64_t)index * stride, bytes);
        bits = flips.greatest > 0 ? sort_unite(&flips, bits) : bits;
        a[i] = sort_flip(&flips, bits) >> half << 32 | index;
    }
}

uint64_t *sdyrt_sort_by_keys(const struct sort_line *line, uint64_t *a, uint64_t *other,
                             int64_t n) {
    const struct sdyrt_sort *what = line->what;
    uint64_t *first = a, *second = other;
    for (int64_t key = what->keys; key-- > 0;) {
        for (int shift = 0; shift < 8 * what->bytes[key]; shift += 32) {
            sdyrt_sort_set_keys(line, key, shift, a, n);
            a = sort_round(line, a, a == first ? second : first, n);
        }
    }
    return a;
}

/* --- words that carry values --- */

#define SET_LOWER(type)                                                                            \
    for (int64_t i = 0; i < n; i++) {                                                              \
        a[i] = ((const type *)(const void *)at)[i * stride];                                       \
    }

static void set_values(const struct sort_line *line, int64_t first, uint64_t *a, int64_t n) {
    const int64_t bytes = line->what->bytes[1], stride = line->what->along[1];
    const char *at = line->operands[1] + first * stride * bytes;
    switch (bytes) {
    case 1:
        SET_LOWER(uint8_t)
        return;
    case 2:
        SET_LOWER(uint16_t)
        return;
    default:
        SET_LOWER(uint32_t)
        return;
    }
}

#define SET_UPPER(type)                                                                            \
    for (int64_t i = 0; i < n; i++) {                                                              \
        a[i] |= sort_flip(&flips, ((const type *)(const void *)at)[i * stride]) << 32;             \
    }

void sdyrt_sort_words(const struct sort_line *line, int64_t first, uint64_t *a, int64_t n) {
    const int64_t bytes = line->what->bytes[0], stride = line->what->along[0];
    const struct sort_flips flips = sort_flips_of(line->what, 0);
    const char *at = line->operands[0] + first * stride * bytes;
    set_values(line, first, a, n);
    switch (bytes) {
    case 1:
        SET_UPPER(uint8_t)
        return;
    case 2:
        SET_UPPER(uint16_t)
        return;
    default:
        SET_UPPER(uint32_t)
        return;
    }
}

uint64_t *sdyrt_sort_rounds(const struct sort_line *line, uint64_t *a, uint64_t *other) {
    const int64_t n = line->what->size;
    if (line->plan->carries) {
        sdyrt_sort_words(line, 0, a, n);
        return sort_round(line, a, other, n) + line->first;
    }
    sort_number(a, n);
    return sdyrt_sort_by_keys(line, a, other, n) + line->first;
}
