/* Sorts of lines that are cut into parts, each of which is a task in several phases. Internal to
   the runtime.

   By keys (sort_digits.c): for each digit of the keys, the least significant first, parts count
   their elements of each value of it (its buckets); where each part's share of a bucket begins is
   found; and parts move their elements there. By a function (sort_samples.c): the buckets are
   found by a sample of the line, and sorted one by one. The first few (sort_firsts.c): those of
   each part, and then those of all parts. Some from a place on (sort_window.c): parts count digits
   until few elements are left, and collect these. */
#ifndef SDYRT_SORT_PARTS_H
#define SDYRT_SORT_PARTS_H

#include "sizes.h"
#include "sort_kernels.h"
#include "tasks.h"

#include <limits.h>

enum {
    /* Bits of a digit of lines that leave the caches: few streams to memory. */
    SORT_DIGIT_FEW = CHAR_BIT,
    /* Of others: three passes for a word of 32 bits, not four. */
    SORT_DIGIT_MANY = (CHAR_BIT * sizeof(uint32_t) + 2) / 3,
    SORT_PASSES_MOST = sizeof(uint64_t), /* bytes of keys; longer ones are not sorted so */
    SORT_CHUNK = SDYRT_NEAR_CACHE / 4 / sizeof(uint64_t), /* words that stay near */
    SORT_SAMPLES = SORT_GROUP, /* elements of the sample for each bucket: few have twice as many */
    SORT_BUCKETS_MOST = SDYRT_TASKS_MOST / 2
};

/* Phases of a pass, of which the tasks are parts, the line, parts; after the last pass parts put
   their values into the results. */
enum sort_pass { SORT_COUNT, SORT_STARTS, SORT_SPREAD, SORT_PASS };
/* By a function: the sample, a pass, and the buckets one by one. */
enum { SORT_SAMPLE, SORT_AFTER_SAMPLE, SORT_EACH = SORT_AFTER_SAMPLE + SORT_PASS, SORT_BY_SAMPLE };
/* The first few: of parts, and of the line. */
enum { SORT_FIRSTS, SORT_FIRST, SORT_BY_FIRSTS };

/* Some from a place on: a digit's phases, of which the tasks are parts and the line; after the last
   digit parts, parts, and the line. */
enum sort_digit { SORT_TALLY, SORT_CHOOSE, SORT_DIGIT };
enum { SORT_MEASURE, SORT_COLLECT, SORT_ORDER, SORT_AFTER_DIGITS };

/* What the phases of a line share. */
struct sort_shared {
    uint64_t *a, *other; /* two halves, of a word for each element */
    uint32_t *is_other;  /* of each pass: whether it finds the words in `other` */
    uint32_t *starts;    /* of each bucket, and where the last one ends */
    uint32_t *counts;    /* part by part: elements of each bucket, then those in parts before */
    uint32_t *splitters; /* places of elements that buckets end with; by a function */
    uint16_t *bucket;    /* of each element; by a function: in `other`, which is free then */
};

/* Digits of the 32 bits, or fewer, of a key that are sorted together. */
static inline int64_t sort_round_passes(const struct sdyrt_sort *what, int64_t key, int64_t bits) {
    return pieces(minimum(8 * what->bytes[key], 32), bits);
}

static inline int64_t sort_passes(const struct sdyrt_sort *what, int64_t bits) {
    int64_t passes = 0;
    for (int64_t key = 0; key < what->keys; key++) {
        passes += sort_round_passes(what, key, bits) * pieces(what->bytes[key], sizeof(uint32_t));
    }
    return passes;
}

/* Bytes of the keys of an element. */
static inline int64_t sort_key_bytes(const struct sdyrt_sort *what) {
    int64_t bytes = 0;
    for (int64_t key = 0; key < what->keys; key++) {
        bytes += what->bytes[key];
    }
    return bytes;
}

/* Elements that are collected of a line, of which some are asked for from a place on. */
static inline int64_t sort_window_room(const struct sdyrt_sort *what) {
    return 2 * what->keep + SORT_LOOK_ROOM;
}

/* The tasks of a line in the phase. */
static inline int64_t sort_phase_tasks(const struct sdyrt_sort *what,
                                       const struct sdyrt_sort_plan *plan) {
    switch (plan->route) {
    case SDYRT_SORT_BY_RADIX:
        return what->phase % SORT_PASS == SORT_STARTS ? 1 : plan->parts;
    case SDYRT_SORT_BY_WINDOW: {
        const int64_t behind = what->phase - SORT_DIGIT * plan->passes;
        const int is_digit = behind < 0;
        return (is_digit ? what->phase % SORT_DIGIT == SORT_CHOOSE : behind == SORT_ORDER)
                   ? 1
                   : plan->parts;
    }
    case SDYRT_SORT_BY_MERGE:
        return what->phase == SORT_EACH ? plan->buckets
               : what->phase == SORT_SAMPLE || what->phase == SORT_AFTER_SAMPLE + SORT_STARTS
                   ? 1
                   : plan->parts;
    default:
        return what->phase == SORT_FIRSTS ? plan->parts : 1;
    }
}

/* Where a line's phases find what they share, and bytes of it. */
struct sort_shared sdyrt_sort_find_shared(const struct sort_line *line, char *memory);
size_t sdyrt_sort_line_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan);
/* The same of the first few. */
size_t sdyrt_sort_firsts_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan);
/* And of some from a place on. */
size_t sdyrt_sort_window_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan);

/* Makes of the counts of all parts where each part's share of a bucket begins in it, and finds
   where buckets begin. */
void sdyrt_sort_find_starts(const struct sort_line *line, const struct sort_shared *shared);

/* A part of a line. */
struct sort_range {
    int64_t first, end;
};

static inline struct sort_range sort_part(const struct sort_line *line, int64_t part) {
    const int64_t parts = line->plan->parts, size = line->what->size;
    return (struct sort_range){size * part / parts, size * (part + 1) / parts};
}

#endif
