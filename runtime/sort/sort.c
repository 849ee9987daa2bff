#include "sort.h"

#include "sort_kernels.h"

static sort_kernel_fn *const kernels[SDYRT_SORT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, make, pays, kernel, sentence) kernel,
#include "sort_routes.def"
};

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

/* The index of each outer dimension of the line, the last one fastest; and where it begins. */
static void find_line(struct sort_line *line, char *const *operands, int64_t number) {
    const struct sdyrt_sort *what = line->what;
    for (int64_t k = what->rank; k-- > 0;) {
        line->index[k] = number % what->outer_size[k];
        number /= what->outer_size[k];
    }
    for (int64_t i = 0; i < what->keys + 2 * what->values; i++) {
        line->operands[i] = operands[i];
        for (int64_t k = 0; k < what->rank; k++) {
            line->operands[i] += what->outer[i * SDYRT_RANK + k] * line->index[k] * what->bytes[i];
        }
    }
}

/* The values of `count` ranks of the line. */
static void put_values(const struct sort_line *line, const uint64_t *a, int64_t rank,
                       int64_t count) {
    const struct sdyrt_sort *what = line->what;
    for (int64_t v = 0; v < what->values; v++) {
        int64_t from = what->keys + v, to = from + what->values, bytes = what->bytes[to];
        const int64_t apart = what->along[to] * bytes;
        char *at = line->operands[to] + rank * apart;
        if (what->places >> v & 1) {
            put_places(a, count, bytes, at, apart);
        } else {
            put(a, count, bytes, line->operands[from], what->along[from] * bytes, at, apart);
        }
    }
}

/* A task is a piece of a line. */
static void run_piece(struct sort_line *line, char *const *operands, int64_t task, uint64_t *a,
                      uint64_t *other) {
    const struct sdyrt_sort *what = line->what;
    const int64_t count = sort_pieces_of_line(what, line->plan);
    const int64_t number = task / count, piece = task % count, rank = piece * line->plan->piece;
    uint64_t *runs = (uint64_t *)(void *)operands[what->keys + 2 * what->values];
    find_line(line, operands, number);
    const uint64_t *sorted =
        sdyrt_sort_piece(line, runs + 2 * what->size * number, piece, a, other);
    if (sorted != NULL && rank < what->keep) {
        put_values(line, sorted, rank, minimum(line->plan->piece, what->keep - rank));
    }
}

void sdyrt_sort(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan,
                char *const *operands, int64_t task, char *scratch, sdyrt_sort_before *before,
                char *const *buf) {
    const int64_t first = task * plan->lines, lines = sort_line_count(what);
    const int64_t end = first + plan->lines < lines ? first + plan->lines : lines;
    uint64_t *a = (uint64_t *)(void *)scratch, *other = a + plan->room;
    struct sort_line line = {.what = what, .plan = plan, .before = before, .buf = buf};
    if (plan->piece > 0) {
        run_piece(&line, operands, task, a, other);
        return;
    }
    for (int64_t number = first; number < end; number++) {
        find_line(&line, operands, number);
        put_values(&line, kernels[plan->route](&line, a, other), 0, what->keep);
    }
}
