#include "sort.h"

#include "sort_parts.h"

static sort_kernel_fn *const kernels[SDYRT_SORT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, make, pays, kernel, cut, sentence) kernel,
#include "sort_routes.def"
};

static sort_cut_fn *const cuts[SDYRT_SORT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, make, pays, kernel, cut, sentence) cut,
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

/* Values that words carry. */
#define UNPACK(type)                                                                               \
    for (int64_t i = 0; i < n; i++) {                                                              \
        const type value = (type)a[i];                                                             \
        memcpy(to + i * to_stride, &value, sizeof value);                                          \
    }

static void put_carried(const uint64_t *a, int64_t n, int64_t bytes, char *to, int64_t to_stride) {
    switch (bytes) {
    case 1:
        UNPACK(uint8_t)
        return;
    case 2:
        UNPACK(uint16_t)
        return;
    default:
        UNPACK(uint32_t)
        return;
    }
}

void sdyrt_sort_put(const struct sort_line *line, const uint64_t *a, int64_t first, int64_t n) {
    const struct sdyrt_sort *what = line->what;
    for (int64_t v = 0; v < what->values; v++) {
        const int64_t from = what->keys + v, to = from + what->values, bytes = what->bytes[to];
        const int64_t stride = what->along[to] * bytes;
        char *results = line->operands[to] + first * stride;
        if (what->places >> v & 1) {
            put_places(a, n, bytes, results, stride);
        } else if (line->plan->carries) {
            put_carried(a, n, bytes, results, stride);
        } else {
            put(a, n, bytes, line->operands[from], what->along[from] * bytes, results, stride);
        }
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
    line->size = what->size;
    line->first = 0;
    if (what->window) {
        const char *first = operands[what->keys + 2 * what->values];
        memcpy(&line->first, first, sizeof line->first);
        line->first = maximum(minimum(line->first, what->size), 0);
    }
    line->keep = minimum(what->keep, what->size - line->first);
    for (int64_t i = 0; i < what->keys + 2 * what->values; i++) {
        line->operands[i] = operands[i];
        for (int64_t k = 0; k < what->rank; k++) {
            line->operands[i] += what->outer[i * SDYRT_RANK + k] * line->index[k] * what->bytes[i];
        }
    }
}

/* One task of a phase of lines that are cut. */
static void sort_cut(struct sort_line *line, char *const *operands, int64_t task, char *scratch) {
    const struct sdyrt_sort *what = line->what;
    const struct sdyrt_sort_plan *plan = line->plan;
    const int64_t tasks = sort_phase_tasks(what, plan), number = task / tasks;
    char *shared = operands[what->keys + 2 * what->values + what->window] + number * plan->shared;
    find_line(line, operands, number);
    cuts[plan->route](line, shared, task % tasks, scratch);
}

void sdyrt_sort(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan,
                char *const *operands, int64_t task, char *scratch, sdyrt_sort_before *before,
                char *const *buf) {
    const int64_t first = task * plan->lines, lines = sort_line_count(what);
    const int64_t end = first + plan->lines < lines ? first + plan->lines : lines;
    uint64_t *a = (uint64_t *)(void *)scratch, *other = a + plan->room;
    struct sort_line line = {.what = what, .plan = plan, .before = before, .buf = buf};
    if (plan->parts > 1) {
        sort_cut(&line, operands, task, scratch);
        return;
    }
    for (int64_t number = first; number < end; number++) {
        find_line(&line, operands, number);
        if (line.keep > 0) {
            sdyrt_sort_put(&line, kernels[plan->route](&line, a, other), 0, line.keep);
        }
    }
}
