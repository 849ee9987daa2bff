/* Layouts: in which order the dimensions of an array lie in memory. Any order will do; tiles and
 * padding there are none. */
#include <stdlib.h>

#include "pjrt/objects.h"

/* Whether dimension `a` lies outside of `b`: of two with equal steps the longer one does, for the
 * other has one element. */
static bool is_outside(const int64_t *dims, const int64_t *steps, int a, int b) {
    return steps[a] != steps[b] ? steps[a] > steps[b]
           : dims[a] != dims[b] ? dims[a] > dims[b]
                                : a < b;
}

void order_of_steps(int rank, const int64_t *dims, const int64_t *steps, int64_t *minor_to_major) {
    for (int i = 0; i < rank; i++) {
        int place = i;
        for (; place > 0 && is_outside(dims, steps, (int)minor_to_major[place - 1], i); place--) {
            minor_to_major[place] = minor_to_major[place - 1];
        }
        minor_to_major[place] = i;
    }
}

size_t steps_of_order(int rank, const int64_t *dims, size_t element, const int64_t *minor_to_major,
                      int64_t *steps) {
    int64_t step = (int64_t)element;
    for (int i = 0; i < rank; i++) {
        steps[minor_to_major[i]] = step;
        step *= dims[minor_to_major[i]] > 0 ? dims[minor_to_major[i]] : 1;
    }
    for (int i = 0; i < rank; i++) {
        step = dims[i] > 0 ? step : 0;
    }
    return (size_t)step;
}

size_t row_major_steps(int rank, const int64_t *dims, size_t element, int64_t *steps) {
    int64_t order[MOST_DIMS];
    for (int i = 0; i < rank; i++) {
        order[i] = rank - 1 - i;
    }
    return steps_of_order(rank, dims, element, order, steps);
}

bool same_steps(int rank, const int64_t *dims, const int64_t *a, const int64_t *b) {
    bool same = true;
    for (int i = 0; i < rank; i++) {
        if (dims[i] == 0) {
            return true;
        }
        same = same && (dims[i] == 1 || a[i] == b[i]);
    }
    return same;
}

struct pjrt_error *layout_steps(const struct pjrt_layout *layout, int rank, const int64_t *dims,
                                size_t element, int64_t *steps) {
    if (!layout) {
        row_major_steps(rank, dims, element, steps);
        return NULL;
    }
    bool is_strides = layout->type == PJRT_LAYOUT_STRIDES;
    size_t count = is_strides ? layout->byte_stride_count : layout->minor_to_major_size;
    if (count != (size_t)rank || (!is_strides && layout->tile_count > 0)) {
        return error_new(PJRT_UNIMPLEMENTED, "sdyc knows no layouts in tiles");
    }
    if (is_strides) {
        for (int i = 0; i < rank; i++) {
            steps[i] = layout->byte_strides[i];
        }
    } else {
        steps_of_order(rank, dims, element, layout->minor_to_major, steps);
    }
    return NULL;
}

struct pjrt_memory_layout *memory_layout_new(int rank, const int64_t *dims, const int64_t *steps) {
    struct pjrt_memory_layout *layout = malloc(sizeof *layout + (size_t)rank * sizeof(int64_t));
    if (layout) {
        layout->rank = rank;
        order_of_steps(rank, dims, steps, layout->minor_to_major);
    }
    return layout;
}

void memory_layouts_free(struct pjrt_memory_layout **layouts, int count) {
    for (int i = 0; layouts && i < count; i++) {
        free(layouts[i]);
    }
    free(layouts);
}

struct pjrt_error *memory_layouts_make(struct pjrt_memory_layout ***layouts,
                                       const struct slot *slots, int count) {
    if (*layouts) {
        return NULL;
    }
    struct pjrt_memory_layout **made = calloc((size_t)count + 1, sizeof *made);
    bool good = made != NULL;
    for (int i = 0; i < count && good; i++) {
        made[i] = memory_layout_new(slots[i].rank, slots[i].dims, slots[i].steps);
        good = made[i] != NULL;
    }
    if (!good) {
        memory_layouts_free(made, count);
        return error_no_memory();
    }
    *layouts = made;
    return NULL;
}
