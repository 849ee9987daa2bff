/* What sorts a line by each route; internal to the runtime.

   The order of a line is words of 64 bits, whose lower halves are the places of elements in it. */
#ifndef SDYRT_SORT_KERNELS_H
#define SDYRT_SORT_KERNELS_H

#include "caches.h"
#include "sort.h"

#include <string.h>

/* What the kernels are made of. */
enum {
    SORT_GROUP = SDYRT_LINE_BYTES / sizeof(uint32_t), /* that are compared with a leader together */
    SORT_LEADERS_MOST = SORT_GROUP,                   /* leaders that are held */
    SORT_LOOK = SORT_GROUP * 2,    /* elements that may become candidates, looked at together */
    SORT_LOOK_ROOM = SORT_LOOK * 3 /* for those that come before a cut */
};

/* A line: where it begins in each operand, and what compares its elements where there are no
   keys. */
struct sort_line {
    const struct sdyrt_sort *what;
    const struct sdyrt_sort_plan *plan;
    int64_t size;  /* elements that are looked at: the line's, or those of a part of it */
    int64_t first; /* place of the first that is asked for; 0 but of windows */
    int64_t keep;  /* how many are: fewer than what->keep where the line ends before the window */
    char *operands[SDYRT_SORT_OPERANDS];
    int64_t index[SDYRT_RANK]; /* of each outer dimension */
    sdyrt_sort_before *before;
    char *const *buf;
};

/* Each sorts a line as far as what->keep, and returns where the places that are asked for are then:
   in `a` or in `other`, which are two halves of scratch of plan->room words. */
typedef uint64_t *sort_kernel_fn(const struct sort_line *line, uint64_t *a, uint64_t *other);
sort_kernel_fn sdyrt_sort_leaders, sdyrt_sort_candidates, sdyrt_sort_window, sdyrt_sort_rounds,
    sdyrt_sort_merge;

/* Does one task of a phase of a line that is cut (sort_parts.h). memory: what its phases share. */
typedef void sort_cut_fn(const struct sort_line *line, char *memory, int64_t task, char *scratch);
sort_cut_fn sdyrt_sort_firsts_by_leaders, sdyrt_sort_firsts_by_candidates, sdyrt_sort_window_part,
    sdyrt_sort_digits, sdyrt_sort_samples;

/* Sorts n places by all keys; equal ones stay in their order. Where they are then: `a` or
   `other`. */
uint64_t *sdyrt_sort_by_keys(const struct sort_line *line, uint64_t *a, uint64_t *other, int64_t n);
/* The same by the function. */
uint64_t *sdyrt_sort_by_function(const struct sort_line *line, uint64_t *a, uint64_t *other,
                                 int64_t n);

/* The words of n elements from `first` on, where the plan carries values: a key over its value. */
void sdyrt_sort_words(const struct sort_line *line, int64_t first, uint64_t *a, int64_t n);
/* Puts the half of the key that begins at bit `half` over each of n places. */
void sdyrt_sort_set_keys(const struct sort_line *line, int64_t key, int half, uint64_t *a,
                         int64_t n);

/* Puts the values of n elements in order into the results from `first` on. */
void sdyrt_sort_put(const struct sort_line *line, const uint64_t *a, int64_t first, int64_t n);

/* How many lines there are to be sorted. */
static inline int64_t sort_line_count(const struct sdyrt_sort *what) {
    int64_t lines = what->size > 0 && what->keep > 0 ? 1 : 0;
    for (int64_t k = 0; k < what->rank; k++) {
        lines *= what->outer_size[k];
    }
    return lines;
}

/* The order before any sort: 0, 1, ... */
static inline void sort_number(uint64_t *a, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        a[i] = (uint64_t)i;
    }
}

/* --- keys --- */

static inline uint64_t sort_load(const char *at, int64_t bytes) {
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
   bit of a float is set also `negative`. Before, a magnitude above `greatest` becomes the one
   behind that, and a zero loses its sign. */
struct sort_flips {
    uint64_t top, base, negative;
    uint64_t greatest; /* 0: each pattern of bits has a place of its own */
};

static inline struct sort_flips sort_flips_of(const struct sdyrt_sort *what, int64_t key) {
    uint64_t all = UINT64_MAX >> (64 - 8 * what->bytes[key]);
    struct sort_flips flips = {.top = all ^ all >> 1};
    flips.base = (what->order[key] == SDYRT_SORT_UNSIGNED ? 0 : flips.top) ^
                 (what->descending[key] ? all : 0);
    flips.negative = what->order[key] == SDYRT_SORT_FLOAT ? all ^ flips.top : 0;
    flips.greatest = (uint64_t)what->greatest[key];
    return flips;
}

/* The bits that stand for those of all floats that are equal. */
static inline uint64_t sort_unite(const struct sort_flips *flips, uint64_t bits) {
    const uint64_t magnitude = bits & (flips->top - 1);
    return magnitude > flips->greatest ? flips->greatest + 1 : magnitude == 0 ? 0 : bits;
}

static inline uint64_t sort_flip(const struct sort_flips *flips, uint64_t bits) {
    return bits ^ flips->base ^ (bits & flips->top ? flips->negative : 0);
}

#endif
