/* sort: rows of several tensors at once, merged by the comparator, so that equal ones stay in their
 * order. */
#include "verify/operations/sorted.h"

struct sorting {
    struct local *local;
    struct region_run run;
    const struct type *type;
    int64_t dim, stride, length;
    int64_t *order, *scratch; /* of one row: numbers along the dimension */
    int64_t base;             /* of the row */
    bool failed;
};

/* Whether element a of the row comes before element b for certain. */
static bool is_before(struct sorting *s, int64_t a, int64_t b) {
    uint32_t count = s->local->op->operand_count;
    struct tensor **arguments = memory_array(2 * (size_t)count, sizeof *arguments), *before = NULL;
    for (uint32_t i = 0; i < 2 * count; i++) {
        const struct tensor *operand = s->local->operands[i / 2];
        arguments[i] = tensor_new(operand->type, 1);
        tensor_copy_element(arguments[i], 0, operand, s->base + (i % 2 ? b : a) * s->stride);
        arguments[i]->degree = operand->degree;
    }
    s->failed = s->failed || !region_apply(&s->run, arguments, &before);
    bool result = before && before->words[0] != 0;
    tensor_release(before);
    memory_free(arguments);
    return result;
}

static void merge(struct sorting *s, int64_t begin, int64_t middle, int64_t end) {
    int64_t left = begin, right = middle;
    for (int64_t at = begin; at < end; at++) {
        bool takes_right =
            left == middle || (right < end && is_before(s, s->order[right], s->order[left]));
        s->scratch[at] = s->order[takes_right ? right++ : left++];
    }
    memcpy(s->order + begin, s->scratch + begin, (size_t)(end - begin) * sizeof *s->order);
}

static void sort_row(struct sorting *s) {
    for (int64_t i = 0; i < s->length; i++) {
        s->order[i] = i;
    }
    for (int64_t width = 1; width < s->length && !s->failed; width *= 2) {
        for (int64_t begin = 0; begin + width < s->length && !s->failed; begin += 2 * width) {
            int64_t end = begin + 2 * width;
            merge(s, begin, begin + width, end < s->length ? end : s->length);
        }
    }
    for (uint32_t i = 0; i < s->local->op->operand_count; i++) {
        for (int64_t k = 0; k < s->length; k++) {
            tensor_copy_element(s->local->results[i], s->base + k * s->stride,
                                s->local->operands[i], s->base + s->order[k] * s->stride);
        }
    }
}

static void sort_rows(struct sorting *s) {
    int64_t place[MAX_RANK] = {0}, extents[MAX_RANK], strides[MAX_RANK];
    strides_of(s->type, strides);
    for (uint32_t d = 0; d < s->type->rank; d++) {
        extents[d] = (int64_t)d == s->dim ? 1 : s->type->dims[d];
    }
    do {
        s->base = place_offset(s->type->rank, place, strides);
        sort_row(s);
    } while (!s->failed && place_next(s->type->rank, extents, place));
}

bool local_sort(struct local *local) {
    const struct type *type = op_operand(local->op, 0)->type;
    struct sorting s = {.local = local, .type = type, .dim = op_int(local->op, "dimension", -1)};
    int64_t strides[MAX_RANK];
    for (uint32_t i = 0; i < local->op->operand_count; i++) {
        local->results[i] = tensor_of(op_result(local->op, i)->type);
        local->results[i]->degree = local->operands[i]->degree;
    }
    if (type_count(type) == 0) {
        return true;
    }
    s.dim = s.dim < 0 ? s.dim + type->rank : s.dim;
    strides_of(type, strides);
    s.stride = type->rank ? strides[s.dim] : 1;
    s.length = type->rank ? type->dims[s.dim] : 1;
    s.order = memory_array((size_t)s.length, sizeof *s.order);
    s.scratch = memory_array((size_t)s.length, sizeof *s.scratch);
    s.run = region_open(local, &local->op->regions[0]);
    sort_rows(&s);
    region_close(&s.run);
    memory_free(s.order);
    memory_free(s.scratch);
    return !s.failed;
}
