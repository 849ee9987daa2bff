/* Sorts by a function: runs of one element, two, four, ... are merged two by two. */
#include "sort_kernels.h"

static int comes_before(const struct sort_line *line, uint64_t a, uint64_t b) {
    return line->before(line->buf, line->index, (int64_t)a, (int64_t)b);
}

/* Merges [low, middle) and [middle, high) of `a` into `to`. */
static void merge(const struct sort_line *line, const uint64_t *a, uint64_t *to, int64_t low,
                  int64_t middle, int64_t high) {
    int64_t left = low, right = middle;
    for (int64_t i = low; i < high; i++) {
        int take_right = right < high && (left == middle || comes_before(line, a[right], a[left]));
        to[i] = take_right ? a[right++] : a[left++];
    }
}

uint64_t *sdyrt_sort_by_function(const struct sort_line *line, uint64_t *a, uint64_t *other,
                                 int64_t n) {
    for (int64_t run = 1; run < n; run *= 2) {
        for (int64_t low = 0; low < n; low += 2 * run) {
            int64_t middle = low + run < n ? low + run : n;
            merge(line, a, other, low, middle, low + 2 * run < n ? low + 2 * run : n);
        }
        uint64_t *sorted = other;
        other = a;
        a = sorted;
    }
    return a;
}

uint64_t *sdyrt_sort_merge(const struct sort_line *line, uint64_t *a, uint64_t *other) {
    sort_number(a, line->what->size);
    return sdyrt_sort_by_function(line, a, other, line->what->size) + line->first;
}
