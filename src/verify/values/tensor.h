/* Tensors of an evaluation: elements side by side, row by row, shared by all who hold them. */
#ifndef SDYC_VERIFY_TENSOR_H
#define SDYC_VERIFY_TENSOR_H

#include "verify/values/number.h"

struct tensor {
    const struct type *type; /* dimensions matter to operations that ask for them alone */
    int64_t count;           /* elements, which in a region may be more than the type says */
    uint32_t words_each, references;
    bool is_unknown; /* in the reals: it follows from what they cannot follow */
    double degree;   /* of its elements, as quotients of polynomials in inputs and in what random
                      functions gave */
    uint64_t words[];
};

/* A new tensor of `count` elements, zeros, which the caller releases. */
struct tensor *tensor_new(const struct type *type, int64_t count);
/* As many as its type has. */
struct tensor *tensor_of(const struct type *type);
/* NULL: NULL. Here, since each operation does both on each of thousands of devices. */
static inline struct tensor *tensor_keep(struct tensor *tensor) {
    if (tensor) {
        tensor->references++;
    }
    return tensor;
}
/* NULL: nothing. */
static inline void tensor_release(struct tensor *tensor) {
    if (tensor && --tensor->references == 0) {
        memory_free(tensor);
    }
}
bool tensor_equal(const struct tensor *a, const struct tensor *b); /* in all elements */
uint64_t tensor_hash(const struct tensor *tensor);

static inline struct number tensor_get(const struct tensor *tensor, int64_t at) {
    return tensor->words_each == 1
               ? (struct number){tensor->words[at], 0}
               : (struct number){tensor->words[2 * at], tensor->words[2 * at + 1]};
}
static inline void tensor_put(struct tensor *tensor, int64_t at, struct number number) {
    if (tensor->words_each == 1) {
        tensor->words[at] = number.re;
    } else {
        tensor->words[2 * at] = number.re;
        tensor->words[2 * at + 1] = number.im;
    }
}
static inline void tensor_copy_element(struct tensor *to, int64_t at, const struct tensor *from,
                                       int64_t source) {
    tensor_put(to, at, tensor_get(from, source));
}

/* --- places ----------------------------------------------------------------------------------- */

/* Elements between neighbours along each dimension, row by row. */
void strides_of(const struct type *type, int64_t *strides);
/* The next place of a shape, row by row; false behind the last one, when all are 0 again. */
static inline bool place_next(uint32_t rank, const int64_t *dims, int64_t *place) {
    for (uint32_t d = rank; d-- > 0;) {
        if (++place[d] < dims[d]) {
            return true;
        }
        place[d] = 0;
    }
    return false;
}
static inline int64_t place_offset(uint32_t rank, const int64_t *place, const int64_t *strides) {
    int64_t offset = 0;
    for (uint32_t d = 0; d < rank; d++) {
        offset += place[d] * strides[d];
    }
    return offset;
}
/* Element `place` of the result is element base + sum of place[d] * strides[d] of the operand. */
struct tensor *tensor_view(const struct type *type, const struct tensor *operand, int64_t base,
                           const int64_t *strides);
/* The other way: element `place` of the operand goes there in `to`. */
void tensor_lay(struct tensor *to, const struct tensor *operand, int64_t base,
                const int64_t *strides);

#endif
