/* Tensors from row-major order to another one in memory, and back. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for aligned_alloc in C99 */
#endif
#include "value.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

int sdyrt_value_is_row_major(int rank, const int64_t *dims, const int64_t *strides, int64_t block) {
    int64_t stride = 1;
    for (int d = rank; d-- > 0;) {
        if (dims[d] != 1 && strides[d] != stride) {
            return 0;
        }
        stride *= dims[d];
    }
    return block == 0 || stride == 0;
}

static int64_t place_of(const struct sdyrt_value *value, const int64_t *index,
                        const int64_t *strides, int64_t block) {
    int64_t place = 0;
    for (int d = 0; d < value->rank; d++) {
        int is_blocked = block > 0 && d == 1;
        place +=
            is_blocked ? index[d] / block * strides[d] + index[d] % block : index[d] * strides[d];
    }
    return place;
}

static void step(const struct sdyrt_value *value, int64_t *index) {
    for (int d = value->rank; d-- > 0;) {
        if (++index[d] < value->dims[d]) {
            return;
        }
        index[d] = 0;
    }
}

enum { NIBBLE_BITS = CHAR_BIT / 2, NIBBLE = (1 << NIBBLE_BITS) - 1 };

/* A number of 4 bits at a place that counts them. */
static void set_nibble(unsigned char *memory, int64_t place, unsigned char number) {
    const int shift = (int)(place % 2) * NIBBLE_BITS;
    unsigned char *byte = &memory[place / 2];
    *byte = (unsigned char)((*byte & ~(NIBBLE << shift)) | (number & NIBBLE) << shift);
}

/* The same, in a byte that has its sign. */
static unsigned char nibble_at(const unsigned char *memory, int64_t place, int is_signed) {
    const int number = memory[place / 2] >> (int)(place % 2) * NIBBLE_BITS & NIBBLE;
    return (unsigned char)(is_signed && number > NIBBLE / 2 ? number - NIBBLE - 1 : number);
}

/* Packed numbers, of which `straight` has a byte each. */
static void arrange_packed(const struct sdyrt_value *value, const int64_t *strides, int64_t block,
                           unsigned char *memory, int64_t count, int back) {
    int64_t index[SDYRT_RANK] = {0};
    unsigned char *straight = (unsigned char *)value->data;
    for (int64_t i = 0; i < count; i++, step(value, index)) {
        const int64_t place = place_of(value, index, strides, block);
        if (back) {
            straight[i] = nibble_at(memory, place, value->element[0] == 'i');
        } else {
            set_nibble(memory, place, straight[i]);
        }
    }
}

void sdyrt_value_arrange(const struct sdyrt_value *value, const int64_t *strides, int64_t block,
                         void *memory, int back) {
    int64_t index[SDYRT_RANK] = {0}, count = 1;
    size_t bytes = sdyrt_element_bytes(value->element);
    char *straight = (char *)value->data;
    for (int d = 0; d < value->rank; d++) {
        count *= value->dims[d];
    }
    if (block < 0) {
        arrange_packed(value, strides, block, (unsigned char *)memory, count, back);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        char *place = (char *)memory + (size_t)place_of(value, index, strides, block) * bytes;
        memcpy(back ? straight : place, back ? place : straight, bytes);
        straight += bytes;
        step(value, index);
    }
}

size_t sdyrt_value_bytes(const struct sdyrt_value *value) {
    size_t bytes = sdyrt_element_bytes(value->element);
    for (int d = 0; d < value->rank; d++) {
        bytes *= (size_t)value->dims[d];
    }
    return bytes;
}

bool sdyrt_value_rearrange(struct sdyrt_value *value, const int64_t *strides, int64_t block,
                           size_t bytes, int back) {
    struct sdyrt_value straight = *value;
    if (sdyrt_value_is_row_major(value->rank, value->dims, strides, block)) {
        return true;
    }
    if (back) {
        bytes = sdyrt_value_bytes(value);
    }
    void *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
    if (memory == NULL) {
        return false;
    }
    memset(memory, 0, bytes);
    straight.data = back ? memory : value->data;
    sdyrt_value_arrange(&straight, strides, block, back ? value->data : memory, back);
    sdyrt_value_free(value);
    value->data = memory;
    return true;
}
