/* Long lines by a function: elements are put into buckets, each of which comes before the next one
   as a whole, and the buckets are sorted. Where they end is found by a sample of the line: each so
   manyth of it, in order, is a splitter. Equal elements are told apart by their places, so that no
   bucket is large because many are equal. */
#include "sort_parts.h"

/* Whether element a comes before b; equal ones by their places. */
static int comes_before(const struct sort_line *line, int64_t a, int64_t b) {
    return a < b ? !line->before(line->buf, line->index, b, a)
                 : line->before(line->buf, line->index, a, b);
}

/* A number that looks random, of each number. */
static uint64_t scatter_bits(uint64_t number) {
    number *= UINT64_C(0x9e3779b97f4a7c15); /* the golden ratio's */
    return number ^ number >> 32;
}

/* The sample is an element of each of as many stretches of the line: lines often repeat themselves,
   so it is not one in so many. */
static void find_splitters(const struct sort_line *line, const struct sort_shared *shared) {
    const int64_t size = line->what->size, samples = line->plan->buckets * SORT_SAMPLES;
    for (int64_t s = 0; s < samples; s++) {
        const int64_t from = size * s / samples, stretch = size * (s + 1) / samples - from;
        shared->a[s] = (uint64_t)from + scatter_bits((uint64_t)s) % (uint64_t)stretch;
    }
    const uint64_t *sorted = sdyrt_sort_by_function(line, shared->a, shared->other, samples);
    for (int64_t b = 0; b < line->plan->buckets - 1; b++) {
        shared->splitters[b] = (uint32_t)sorted[(b + 1) * SORT_SAMPLES - 1];
    }
}

/* How many splitters come before an element. */
static int64_t bucket_of(const struct sort_line *line, const struct sort_shared *shared,
                         int64_t i) {
    int64_t bucket = 0, end = line->plan->buckets - 1;
    while (bucket < end) {
        const int64_t middle = bucket + (end - bucket) / 2;
        if (comes_before(line, shared->splitters[middle], i)) {
            bucket = middle + 1;
        } else {
            end = middle;
        }
    }
    return bucket;
}

static void find_buckets(const struct sort_line *line, const struct sort_shared *shared,
                         int64_t part) {
    const struct sort_range range = sort_part(line, part);
    const int64_t buckets = line->plan->buckets;
    uint32_t *counts = shared->counts + part * buckets;
    memset(counts, 0, (size_t)buckets * sizeof *counts);
    for (int64_t i = range.first; i < range.end; i++) {
        const int64_t bucket = bucket_of(line, shared, i);
        shared->bucket[i] = (uint16_t)bucket;
        counts[bucket]++;
    }
}

static void spread(const struct sort_line *line, const struct sort_shared *shared, int64_t part) {
    const struct sort_range range = sort_part(line, part);
    const int64_t buckets = line->plan->buckets;
    uint32_t at[SORT_BUCKETS_MOST];
    for (int64_t b = 0; b < buckets; b++) {
        at[b] = shared->starts[b] + shared->counts[part * buckets + b];
    }
    for (int64_t i = range.first; i < range.end; i++) {
        shared->a[at[shared->bucket[i]]++] = (uint64_t)i;
    }
}

static void sort_bucket(const struct sort_line *line, const struct sort_shared *shared,
                        int64_t bucket) {
    const int64_t first = shared->starts[bucket], n = shared->starts[bucket + 1] - first;
    if (n > 0 && first < line->what->keep) {
        const uint64_t *sorted =
            sdyrt_sort_by_function(line, shared->a + first, shared->other + first, n);
        sdyrt_sort_put(line, sorted, first, minimum(n, line->what->keep - first));
    }
}

void sdyrt_sort_samples(const struct sort_line *line, char *memory, int64_t task, char *scratch) {
    (void)scratch;
    const struct sort_shared shared = sdyrt_sort_find_shared(line, memory);
    switch (line->what->phase) {
    case SORT_SAMPLE:
        find_splitters(line, &shared);
        break;
    case SORT_AFTER_SAMPLE + SORT_COUNT:
        find_buckets(line, &shared, task);
        break;
    case SORT_AFTER_SAMPLE + SORT_STARTS:
        sdyrt_sort_find_starts(line, &shared);
        break;
    case SORT_AFTER_SAMPLE + SORT_SPREAD:
        spread(line, &shared, task);
        break;
    default:
        sort_bucket(line, &shared, task);
        break;
    }
}
