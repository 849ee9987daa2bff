/* Tensors with dimensions that are shorter than what they are stored as. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for aligned_alloc in C99 */
#endif
#include "value.h"

#include <stdlib.h>
#include <string.h>

/* Copies the elements that have places in both, in the order of their places; `to` may be the
 * memory of `from` where it is nowhere longer. */
static void copy_common(const struct sdyrt_value *from, const struct sdyrt_value *to) {
    int64_t index[SDYRT_RANK] = {0};
    int last = from->rank - 1;
    size_t bytes = sdyrt_element_bytes(from->element);
    int64_t row = from->dims[last] < to->dims[last] ? from->dims[last] : to->dims[last];
    for (int d = 0; d <= last; d++) {
        if (from->dims[d] == 0 || to->dims[d] == 0) {
            return;
        }
    }
    for (;;) {
        int64_t source = 0, target = 0;
        for (int d = 0; d <= last; d++) {
            source = source * from->dims[d] + index[d];
            target = target * to->dims[d] + index[d];
        }
        memmove((char *)to->data + (size_t)target * bytes,
                (const char *)from->data + (size_t)source * bytes, (size_t)row * bytes);
        int d = last - 1;
        while (d >= 0 && (++index[d] == from->dims[d] || index[d] == to->dims[d])) {
            index[d--] = 0;
        }
        if (d < 0) {
            return;
        }
    }
}

static bool is_open(uint32_t open, int dim) {
    return (open & UINT32_C(1) << dim) != 0;
}

/* The value, longer: zeros behind. */
static bool extend(struct sdyrt_value *value, const struct sdyrt_value *bounds,
                   struct sdyrt_npy_error *error) {
    struct sdyrt_value whole = *bounds;
    size_t bytes = sdyrt_element_bytes(bounds->element);
    for (int d = 0; d < bounds->rank; d++) {
        bytes *= (size_t)bounds->dims[d];
    }
    whole.mapped = 0;
    whole.data = aligned_alloc(64, (bytes + 64) / 64 * 64);
    if (whole.data == NULL) {
        strcpy(error->text, "not enough memory");
        return false;
    }
    memset(whole.data, 0, bytes);
    copy_common(value, &whole);
    sdyrt_value_free(value);
    *value = whole;
    return true;
}

bool sdyrt_value_read_bounded(const char *text, const struct sdyrt_value *bounds, uint32_t open,
                              struct sdyrt_value *value, int64_t *sizes,
                              struct sdyrt_npy_error *error) {
    struct sdyrt_value expected = *bounds, shape = *bounds;
    if (!sdyrt_value_is_random(text) && !sdyrt_value_shape(text, &shape, error)) {
        return false;
    }
    for (int d = 0; d < bounds->rank && d < shape.rank; d++) {
        bool is_shorter = is_open(open, d) && shape.dims[d] < bounds->dims[d];
        expected.dims[d] = is_shorter ? shape.dims[d] : bounds->dims[d];
    }
    memcpy(sizes, expected.dims, sizeof expected.dims);
    return sdyrt_value_read(text, &expected, value, error) &&
           (memcmp(expected.dims, bounds->dims, sizeof expected.dims) == 0 ||
            extend(value, bounds, error));
}

void sdyrt_value_cut(struct sdyrt_value *value, const int64_t *sizes) {
    struct sdyrt_value whole = *value;
    for (int d = 0; d < value->rank; d++) {
        int64_t size = sizes[d] < 0 ? 0 : sizes[d];
        value->dims[d] = size < value->dims[d] ? size : value->dims[d];
    }
    if (value->rank > 0) {
        copy_common(&whole, value);
    }
}
