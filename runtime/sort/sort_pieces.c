/* Long lines in pieces. Each is sorted by itself, to a run; then two runs at a time become one,
   until there is one. Where 8 pieces of 4,096 elements are merged, for example, the first merge has
   four pairs of runs, the last one pair; each has 8 tasks, which make 4,096 elements of the result,
   from fixed ranks on: a search finds how many of them each of the two runs has before that rank.

   Words are a key over the place of its element, so that no two are equal, and equal keys stay in
   their order. */
#include "sort_kernels.h"

/* A sorted run. */
struct run {
    const uint64_t *words;
    int64_t count;
};

/* Of the first `rank` words of both, how many are of the first run. */
static int64_t count_before(struct run left, struct run right, int64_t rank) {
    int64_t low = maximum(0, rank - right.count), high = minimum(rank, left.count);
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (left.words[middle] < right.words[rank - middle - 1]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The words of both from `rank` on. No jump depends on what they are. */
static void merge(struct run left, struct run right, int64_t rank, int64_t count, uint64_t *to) {
    const int64_t before = count_before(left, right, rank);
    const uint64_t *a = left.words + before, *a_end = left.words + left.count;
    const uint64_t *b = right.words + (rank - before), *b_end = right.words + right.count;
    while (count > 0 && a < a_end && b < b_end) {
        const int64_t sure = minimum(count, minimum(a_end - a, b_end - b));
        for (int64_t i = 0; i < sure; i++) {
            const uint64_t x = *a, y = *b;
            const int first = x < y;
            to[i] = first ? x : y;
            a += first;
            b += !first;
        }
        to += sure;
        count -= sure;
    }
    const uint64_t *rest = a < a_end ? a : b;
    memcpy(to, rest, (size_t)count * sizeof *to);
}

static void sort_piece(const struct sort_line *line, int64_t first, int64_t count, uint64_t *a,
                       uint64_t *other, uint64_t *to) {
    for (int64_t i = 0; i < count; i++) {
        a[i] = (uint64_t)(first + i);
    }
    const uint64_t *sorted = sdyrt_sort_by_keys(line, a, other, count);
    memcpy(to + first, sorted, (size_t)count * sizeof *to);
}

const uint64_t *sdyrt_sort_piece(const struct sort_line *line, uint64_t *runs, int64_t piece,
                                 uint64_t *a, uint64_t *other) {
    const int64_t size = line->what->size, phase = line->what->phase, step = line->plan->piece;
    const int64_t first = piece * step, count = minimum(step, size - first);
    if (phase == 0) {
        sort_piece(line, first, count, a, other, runs);
        return NULL;
    }
    const int64_t run = step << (phase - 1), pair = first / (2 * run) * (2 * run);
    const int64_t middle = minimum(pair + run, size), end = minimum(pair + 2 * run, size);
    const uint64_t *from = runs + (phase % 2 == 1 ? 0 : size);
    const struct run left = {from + pair, middle - pair}, right = {from + middle, end - middle};
    const int is_last = run >= size - run;
    merge(left, right, first - pair, count,
          is_last ? a : runs + (phase % 2 == 1 ? size : 0) + first);
    return is_last ? a : NULL;
}
