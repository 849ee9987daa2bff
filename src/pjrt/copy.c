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

void copy_view(const struct view *to, const struct view *from) {
    int rank = to->rank;
    size_t bytes = to->element;
    for (int i = 0; i < rank; i++) {
        if (to->dims[i] == 0) {
            return;
        }
    }
    while (rank > 0 && (to->dims[rank - 1] == 1 || (to->steps[rank - 1] == (int64_t)bytes &&
                                                    from->steps[rank - 1] == (int64_t)bytes))) {
        bytes *= (size_t)to->dims[--rank];
    }
    copy_dims(to->data, from->data, rank, to->dims, to->steps, from->steps, bytes);
}
