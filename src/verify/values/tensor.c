/* Tensors of an evaluation. */
#include "verify/values/tensor.h"

struct tensor *tensor_new(const struct type *type, int64_t count) {
    uint32_t each = kind_words(kind_of(type));
    int64_t words;
    if (!multiply_checked(count, each, &words) || words > INT64_MAX / 16) {
        memory_fail(SIZE_MAX);
    }
    struct tensor *tensor = memory_alloc(sizeof(struct tensor) + (size_t)words * sizeof(uint64_t));
    tensor->type = type;
    tensor->count = count;
    tensor->words_each = each;
    tensor->references = 1;
    return tensor;
}

struct tensor *tensor_of(const struct type *type) {
    return tensor_new(type, type_is_tensor(type) ? type_count(type) : 0);
}

static size_t tensor_bytes(const struct tensor *tensor) {
    return (size_t)tensor->count * tensor->words_each * sizeof(uint64_t);
}

bool tensor_equal(const struct tensor *a, const struct tensor *b) {
    return a == b ||
           (a->type == b->type && a->count == b->count && a->is_unknown == b->is_unknown &&
            memcmp(a->words, b->words, tensor_bytes(a)) == 0);
}

uint64_t tensor_hash(const struct tensor *tensor) {
    return hash_bytes(tensor->words, tensor_bytes(tensor), (uint64_t)tensor->count);
}

void strides_of(const struct type *type, int64_t *strides) {
    int64_t stride = 1;
    for (uint32_t d = type->rank; d-- > 0;) {
        strides[d] = stride;
        stride *= type->dims[d];
    }
}

struct tensor *tensor_view(const struct type *type, const struct tensor *operand, int64_t base,
                           const int64_t *strides) {
    struct tensor *result = tensor_of(type);
    int64_t place[MAX_RANK] = {0}, at = 0;
    result->degree = operand->degree;
    result->is_unknown = operand->is_unknown;
    if (result->count == 0) {
        return result;
    }
    do {
        tensor_copy_element(result, at++, operand, base + place_offset(type->rank, place, strides));
    } while (place_next(type->rank, type->dims, place));
    return result;
}

void tensor_lay(struct tensor *to, const struct tensor *operand, int64_t base,
                const int64_t *strides) {
    const struct type *type = operand->type;
    int64_t place[MAX_RANK] = {0}, at = 0;
    to->degree = operand->degree > to->degree ? operand->degree : to->degree;
    to->is_unknown = to->is_unknown || operand->is_unknown;
    if (operand->count == 0) {
        return;
    }
    do {
        tensor_copy_element(to, base + place_offset(type->rank, place, strides), operand, at++);
    } while (place_next(type->rank, type->dims, place));
}
