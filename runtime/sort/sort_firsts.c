/* The first few of a long line: those of each of its parts, and then the first of all these. */
#include "sort_parts.h"

size_t sdyrt_sort_firsts_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan) {
    return sdyrt_whole_lines((size_t)(2 * plan->parts * what->keep) * sizeof(uint64_t));
}

static void find_firsts(const struct sort_line *line, uint64_t *firsts, int64_t number,
                        char *scratch, sort_kernel_fn *kernel) {
    const struct sort_range range = sort_part(line, number);
    uint64_t *a = (uint64_t *)(void *)scratch;
    struct sort_line part = *line;
    part.size = range.end - range.first;
    for (int64_t key = 0; key < line->what->keys; key++) {
        part.operands[key] += range.first * line->what->along[key] * line->what->bytes[key];
    }
    const uint64_t *sorted = kernel(&part, a, a + line->plan->room);
    for (int64_t i = 0; i < line->what->keep; i++) {
        firsts[i] = (sorted[i] & UINT32_MAX) + (uint64_t)range.first;
    }
}

static void run(const struct sort_line *line, char *memory, int64_t part, char *scratch,
                sort_kernel_fn *kernel) {
    const int64_t keep = line->what->keep, count = line->plan->parts * keep;
    uint64_t *firsts = (uint64_t *)(void *)memory;
    if (line->what->phase == SORT_FIRSTS) {
        find_firsts(line, firsts + part * keep, part, scratch, kernel);
        return;
    }
    sdyrt_sort_put(line, sdyrt_sort_by_keys(line, firsts, firsts + count, count), 0, keep);
}

void sdyrt_sort_firsts_by_leaders(const struct sort_line *line, char *memory, int64_t task,
                                  char *scratch) {
    run(line, memory, task, scratch, sdyrt_sort_leaders);
}

void sdyrt_sort_firsts_by_candidates(const struct sort_line *line, char *memory, int64_t task,
                                     char *scratch) {
    run(line, memory, task, scratch, sdyrt_sort_candidates);
}
