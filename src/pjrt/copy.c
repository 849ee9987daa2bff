/* Copies between views. */
#include <string.h>

#include "pjrt/objects.h"

static void copy_row(char *to, const char *from, int64_t count, int64_t to_step, int64_t from_step,
                     size_t bytes) {
    for (int64_t i = 0; i < count; i++) {
        memcpy(to, from, bytes);
        to += to_step;
        from += from_step;
    }
}

/* The first `rank` dimensions, in pieces of `bytes` that lie in one piece in both. */
static void copy_dims(char *to, const char *from, int rank, const int64_t *dims,
                      const int64_t *to_steps, const int64_t *from_steps, size_t bytes) {
    if (rank == 0) {
        memcpy(to, from, bytes);
        return;
    }
    if (rank == 1) {
        switch (bytes) { /* sizes that the compiler knows */
        case 4:
            copy_row(to, from, dims[0], to_steps[0], from_steps[0], 4);
            return;
        case 8:
            copy_row(to, from, dims[0], to_steps[0], from_steps[0], 8);
            return;
        default:
            copy_row(to, from, dims[0], to_steps[0], from_steps[0], bytes);
            return;
        }
    }
    for (int64_t i = 0; i < dims[0]; i++) {
        copy_dims(to + i * to_steps[0], from + i * from_steps[0], rank - 1, dims + 1, to_steps + 1,
                  from_steps + 1, bytes);
    }
}

/* How many dimensions are left where those that lie in one piece in both are one, of `bytes`. */
static int merge_dims(const struct view *a, const struct view *b, size_t *bytes) {
    int rank = a->rank;
    *bytes = a->element;
    while (rank > 0 && (a->dims[rank - 1] == 1 || (a->steps[rank - 1] == (int64_t)*bytes &&
                                                   b->steps[rank - 1] == (int64_t)*bytes))) {
        *bytes *= (size_t)a->dims[--rank];
    }
    return rank;
}

static bool is_empty(const struct view *view) {
    bool empty = false;
    for (int i = 0; i < view->rank; i++) {
        empty = empty || view->dims[i] == 0;
    }
    return empty;
}

void copy_view(const struct view *to, const struct view *from) {
    size_t bytes;
    if (!is_empty(to)) {
        int rank = merge_dims(to, from, &bytes);
        copy_dims(to->data, from->data, rank, to->dims, to->steps, from->steps, bytes);
    }
}

static bool same_in_dims(const char *a, const char *b, int rank, const int64_t *dims,
                         const int64_t *a_steps, const int64_t *b_steps, size_t bytes) {
    if (rank == 0) {
        return memcmp(a, b, bytes) == 0;
    }
    bool same = true;
    for (int64_t i = 0; i < dims[0] && same; i++) {
        same = same_in_dims(a + i * a_steps[0], b + i * b_steps[0], rank - 1, dims + 1, a_steps + 1,
                            b_steps + 1, bytes);
    }
    return same;
}

bool same_elements(const struct view *a, const struct view *b) {
    size_t bytes;
    int rank = merge_dims(a, b, &bytes);
    return is_empty(a) || same_in_dims(a->data, b->data, rank, a->dims, a->steps, b->steps, bytes);
}
