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

static void put_values(const struct sort_line *line, const uint64_t *a) {
    const struct sdyrt_sort *what = line->what;
    for (int64_t v = 0; v < what->values; v++) {
        int64_t from = what->keys + v, to = from + what->values, bytes = what->bytes[to];
        if (what->places >> v & 1) {
            put_places(a, what->keep, bytes, line->operands[to], what->along[to] * bytes);
        } else {
            put(a, what->keep, bytes, line->operands[from], what->along[from] * bytes,
                line->operands[to], what->along[to] * bytes);
        }
    }
}

void sdyrt_sort(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan,
                char *const *operands, int64_t task, char *scratch, sdyrt_sort_before *before,
                char *const *buf) {
    const int64_t first = task * plan->lines, lines = sort_line_count(what);
    const int64_t end = first + plan->lines < lines ? first + plan->lines : lines;
    uint64_t *a = (uint64_t *)(void *)scratch, *other = a + plan->room;
    struct sort_line line = {.what = what, .plan = plan, .before = before, .buf = buf};
    for (int64_t number = first; number < end; number++) {
        find_line(&line, operands, number);
        put_values(&line, kernels[plan->route](&line, a, other));
    }
}
