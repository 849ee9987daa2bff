/* Operations that move elements: constants, places, pieces, at places known from the text or at run
 * time. */
#include "verify/operations/moves.h"

#include "verify/values/field.h"

/* --- made of nothing -------------------------------------------------------------------------- */

static struct number constant_number(const struct arithmetic *a, struct kind kind,
                                     const struct attr *value, int64_t at) {
    if (kind.class == KIND_INTEGER) {
        return (struct number){integer_wrap(kind, (uint64_t)attr_dense_integer(value, at)), 0};
    }
    if (kind.class == KIND_FLOAT) {
        return (struct number){word_of_real(a, attr_dense_real(value, at)), 0};
    }
    const struct type *part = type_element(value->type)->element;
    const char *bytes = value->data;
    size_t each = float_width_bytes(part->float_kind),
           begin = value->splat ? 0 : (size_t)at * 2 * each;
    return (struct number){word_of_real(a, float_load(part->float_kind, bytes + begin)),
                           word_of_real(a, float_load(part->float_kind, bytes + begin + each))};
}

struct tensor *constant_tensor(struct evaluator *e, const struct op *op) {
    const struct attr *value = op_property(op, "value");
    const struct type *type = op_result(op, 0)->type;
    struct kind kind = kind_of(type);
    if (!value || value->kind != ATTR_DENSE || kind.class == KIND_OTHER || kind.width > 64) {
        evaluate_stop(e, op, "its value is not evaluated");
        return NULL;
    }
    struct tensor *result = tensor_of(type);
    for (int64_t i = 0; i < result->count; i++) {
        tensor_put(result, i, constant_number(&e->arithmetic, kind, value, i));
    }
    return result;
}

bool local_constant(struct local *local) {
    return (local->results[0] = constant_tensor(local->e, local->op)) != NULL;
}

bool local_iota(struct local *local) {
    const struct type *type = op_result(local->op, 0)->type;
    int64_t dim = op_int(local->op, "iota_dimension", 0), place[MAX_RANK] = {0}, at = 0;
    struct tensor *result = local->results[0] = tensor_of(type);
    struct kind kind = kind_of(type);
    if (result->count == 0) {
        return true;
    }
    do {
        tensor_put(result, at++, number_of_integer(&local->e->arithmetic, kind, place[dim]));
    } while (place_next(type->rank, type->dims, place));
    return true;
}

/* --- views ------------------------------------------------------------------------------------ */

static bool give_view(struct local *local, int64_t base, const int64_t *strides) {
    local->results[0] =
        tensor_view(op_result(local->op, 0)->type, local->operands[0], base, strides);
    return true;
}

bool local_broadcast_in_dim(struct local *local) {
    int64_t own[MAX_RANK], strides[MAX_RANK] = {0};
    const struct type *from = op_operand(local->op, 0)->type;
    struct int_list dims = op_ints(local->op, "broadcast_dimensions");
    strides_of(from, own);
    for (uint32_t d = 0; d < dims.count; d++) {
        strides[dims.items[d]] = from->dims[d] == 1 ? 0 : own[d];
    }
    return give_view(local, 0, strides);
}

bool local_reshape(struct local *local) {
    int64_t strides[MAX_RANK];
    strides_of(op_result(local->op, 0)->type, strides);
    return give_view(local, 0, strides);
}

bool local_transpose(struct local *local) {
    int64_t own[MAX_RANK], strides[MAX_RANK] = {0};
    struct int_list permutation = op_ints(local->op, "permutation");
    strides_of(op_operand(local->op, 0)->type, own);
    for (uint32_t d = 0; d < permutation.count; d++) {
        strides[d] = own[permutation.items[d]];
    }
    return give_view(local, 0, strides);
}

bool local_reverse(struct local *local) {
    const struct type *type = op_operand(local->op, 0)->type;
    struct int_list dims = op_ints(local->op, "dimensions");
    int64_t strides[MAX_RANK], base = 0;
    strides_of(type, strides);
    for (uint32_t d = 0; d < type->rank; d++) {
        if (int_list_has(dims, d)) {
            base += (type->dims[d] - 1) * strides[d];
            strides[d] = -strides[d];
        }
    }
    return give_view(local, base, strides);
}

bool local_slice(struct local *local) {
    const struct type *type = op_operand(local->op, 0)->type;
    struct int_list start = op_ints(local->op, "start_indices"),
                    step = op_ints(local->op, "strides");
    int64_t strides[MAX_RANK], base = 0;
    strides_of(type, strides);
    for (uint32_t d = 0; d < type->rank; d++) {
        base += start.items[d] * strides[d];
        strides[d] *= d < step.count ? step.items[d] : 1;
    }
    return give_view(local, base, strides);
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void fill(struct tensor *to, const struct tensor *scalar) {
    for (int64_t i = 0; i < to->count; i++) {
        tensor_copy_element(to, i, scalar, 0);
    }
    to->degree = scalar->degree;
}

/* Edges may be negative: what lies outside is left out. */
bool local_pad(struct local *local) {
    const struct tensor *operand = local->operands[0];
    const struct type *from = operand->type, *type = op_result(local->op, 0)->type;
    struct int_list low = op_ints(local->op, "edge_padding_low"),
                    between = op_ints(local->op, "interior_padding");
    int64_t strides[MAX_RANK], place[MAX_RANK] = {0}, at = 0;
    struct tensor *result = local->results[0] = tensor_of(type);
    fill(result, local->operands[1]);
    strides_of(type, strides);
    if (operand->count == 0) {
        return true;
    }
    do {
        int64_t offset = 0;
        bool is_inside = true;
        for (uint32_t d = 0; d < type->rank; d++) {
            int64_t to = low.items[d] + place[d] * (between.items[d] + 1);
            is_inside = is_inside && to >= 0 && to < type->dims[d];
            offset += to * strides[d];
        }
        if (is_inside) {
            tensor_copy_element(result, offset, operand, at);
        }
        at++;
    } while (place_next(from->rank, from->dims, place));
    result->degree = operand->degree > result->degree ? operand->degree : result->degree;
    return true;
}

struct tensor *tensor_concatenate(const struct type *type, uint32_t count,
                                  struct tensor *const *parts, int64_t dim) {
    struct tensor *result = tensor_of(type);
    int64_t strides[MAX_RANK], begin = 0;
    strides_of(type, strides);
    for (uint32_t i = 0; i < count; i++) {
        tensor_lay(result, parts[i], begin * strides[dim], strides);
        begin += parts[i]->type->dims[dim];
    }
    return result;
}

bool local_concatenate(struct local *local) {
    local->results[0] = tensor_concatenate(op_result(local->op, 0)->type, local->op->operand_count,
                                           local->operands, op_int(local->op, "dimension", 0));
    return true;
}

/* --- at places known at run time -------------------------------------------------------------- */

int64_t clamp_start(struct kind kind, uint64_t index, int64_t most) {
    most = most < 0 ? 0 : most;
    if (kind.is_unsigned) {
        return index > (uint64_t)most ? most : (int64_t)index;
    }
    int64_t start = (int64_t)index;
    return start < 0 ? 0 : start > most ? most : start;
}

/* Where a piece of this shape begins in the operand, held to where it fits. */
static int64_t start_of(const struct local *local, uint32_t first, const struct type *whole,
                        const struct type *piece, const int64_t *strides) {
    int64_t base = 0;
    for (uint32_t d = 0; d < whole->rank; d++) {
        const struct tensor *index = local->operands[first + d];
        base += strides[d] *
                clamp_start(kind_of(index->type), index->words[0], whole->dims[d] - piece->dims[d]);
    }
    return base;
}

bool local_dynamic_slice(struct local *local) {
    const struct type *from = op_operand(local->op, 0)->type;
    int64_t strides[MAX_RANK];
    strides_of(from, strides);
    return give_view(local, start_of(local, 1, from, op_result(local->op, 0)->type, strides),
                     strides);
}

static struct tensor *tensor_copy(const struct tensor *tensor) {
    struct tensor *copy = tensor_new(tensor->type, tensor->count);
    memcpy(copy->words, tensor->words,
           (size_t)tensor->count * tensor->words_each * sizeof(uint64_t));
    copy->degree = tensor->degree;
    return copy;
}

bool local_dynamic_update_slice(struct local *local) {
    const struct type *type = op_result(local->op, 0)->type;
    int64_t strides[MAX_RANK];
    struct tensor *result = local->results[0] = tensor_copy(local->operands[0]);
    strides_of(type, strides);
    tensor_lay(result, local->operands[1],
               start_of(local, 2, type, local->operands[1]->type, strides), strides);
    return true;
}

bool local_get_dimension_size(struct local *local) {
    local->results[0] = tensor_of(op_result(local->op, 0)->type);
    local->results[0]->words[0] =
        (uint64_t)op_operand(local->op, 0)->type->dims[op_int(local->op, "dimension", 0)];
    return true;
}

/* A token holds nothing. */
bool local_token(struct local *local) {
    local->results[0] = tensor_of(op_result(local->op, 0)->type);
    return true;
}
