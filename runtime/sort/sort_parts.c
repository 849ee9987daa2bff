#include "sort_parts.h"

struct sort_shared sdyrt_sort_find_shared(const struct sort_line *line, char *memory) {
    const int64_t size = line->what->size, buckets = line->plan->buckets;
    struct sort_shared shared = {.a = (uint64_t *)(void *)memory};
    shared.other = shared.a + size;
    shared.bucket = (uint16_t *)shared.other;
    shared.is_other = (uint32_t *)(shared.other + size);
    shared.starts = shared.is_other + SORT_PASSES_MOST + 1;
    shared.splitters = shared.starts + buckets + 1;
    shared.counts = shared.splitters + buckets;
    return shared;
}

size_t sdyrt_sort_line_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan) {
    const int64_t numbers = SORT_PASSES_MOST + 2 + (2 + plan->parts) * plan->buckets;
    return sdyrt_whole_lines((size_t)what->size * 2 * sizeof(uint64_t) +
                             (size_t)numbers * sizeof(uint32_t));
}

void sdyrt_sort_find_starts(const struct sort_line *line, const struct sort_shared *shared) {
    const int64_t buckets = line->plan->buckets;
    uint32_t *totals = shared->starts + 1;
    memset(shared->starts, 0, (size_t)(buckets + 1) * sizeof *shared->starts);
    for (int64_t part = 0; part < line->plan->parts; part++) {
        uint32_t *counts = shared->counts + part * buckets;
        for (int64_t b = 0; b < buckets; b++) {
            const uint32_t count = counts[b];
            counts[b] = totals[b];
            totals[b] += count;
        }
    }
    for (int64_t b = 0; b < buckets; b++) {
        totals[b] += shared->starts[b];
    }
}
