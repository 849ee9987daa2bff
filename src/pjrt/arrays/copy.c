/* Copies between views. */
#include <stdlib.h>
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
static int merge_dims(const struct strided_view *a, const struct strided_view *b, size_t *bytes) {
    int rank = a->rank;
    *bytes = a->element;
    while (rank > 0 && (a->dims[rank - 1] == 1 || (a->steps[rank - 1] == (int64_t)*bytes &&
                                                   b->steps[rank - 1] == (int64_t)*bytes))) {
        *bytes *= (size_t)a->dims[--rank];
    }
    return rank;
}

static bool is_empty(const struct strided_view *view) {
    bool empty = false;
    for (int i = 0; i < view->rank; i++) {
        empty = empty || view->dims[i] == 0;
    }
    return empty;
}

void copy_view(const struct strided_view *to, const struct strided_view *from) {
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

bool same_elements(const struct strided_view *a, const struct strided_view *b) {
    size_t bytes;
    int rank = merge_dims(a, b, &bytes);
    return is_empty(a) || same_in_dims(a->data, b->data, rank, a->dims, a->steps, b->steps, bytes);
}

/* --- later ------------------------------------------------------------------------------------ */

struct copy *copy_new(int rank, const int64_t *dims, size_t element, const int64_t *from_steps,
                      const int64_t *to_steps) {
    size_t numbers = (size_t)rank;
    struct copy *copy = calloc(1, sizeof *copy + 3 * numbers * sizeof *dims);
    if (copy) {
        copy->rank = rank;
        copy->element = element;
        copy->from_steps = copy->dims + rank;
        copy->to_steps = copy->from_steps + rank;
        memcpy(copy->dims, dims, numbers * sizeof *dims);
        memcpy(copy->from_steps, from_steps, numbers * sizeof *dims);
        memcpy(copy->to_steps, to_steps, numbers * sizeof *dims);
        copy->bytes = (int64_t)element;
        for (int i = 0; i < rank; i++) {
            copy->bytes *= dims[i];
        }
    }
    return copy;
}

static size_t whole_bytes(const struct copy *copy) {
    size_t bytes = copy->element;
    for (int i = 0; i < copy->rank; i++) {
        bytes *= (size_t)copy->dims[i];
    }
    return bytes;
}

struct pjrt_error *copy_make(const struct copy *copy, const struct storage *storage) {
    size_t bytes = whole_bytes(copy);
    char *whole = copy->bytes < (int64_t)bytes ? malloc(bytes) : copy->data;
    if (!whole && bytes > 0) {
        return error_no_memory();
    }
    struct strided_view from = {storage->data + copy->offset, copy->rank, copy->dims,
                                copy->from_steps, copy->element};
    struct strided_view to = {whole, copy->rank, copy->dims, copy->to_steps, copy->element};
    copy_view(&to, &from);
    if (whole != copy->data) {
        memcpy(copy->data, whole + copy->first, (size_t)copy->bytes);
        free(whole);
    }
    return NULL;
}

void copies_end(struct copy *copies, const struct pjrt_error *error) {
    while (copies) {
        struct copy *copy = copies;
        copies = copy->next;
        storage_release(copy->to);
        if (copy->event) {
            event_happen(copy->event, error_copy(error));
            event_release(copy->event);
        }
        free(copy);
    }
}
