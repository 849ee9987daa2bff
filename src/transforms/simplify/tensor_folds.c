/* Constants whose elements stand elsewhere in the result: whatever their type, they are copied as
 * bytes. */
#include "support/limits.h"
#include "transforms/dynamism/dynamism.h"
#include "transforms/simplify/simplify.h"

/* --- copies ----------------------------------------------------------------------------------- */

/* A new constant of the result's type, element by element. */
struct copying {
    struct rewriting *rewriting;
    struct op *op;
    const struct type *type; /* of the result */
    int64_t count;
    size_t bytes; /* of an element */
    char *data;
};

static bool begin(struct copying *copying, struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    int64_t count = type_is_static(type) ? type_count(type) : -1;
    if (count < 0 || count > LIMIT_FOLDED) {
        return false;
    }
    *copying = (struct copying){.rewriting = rewriting,
                                .op = op,
                                .type = type,
                                .count = count,
                                .bytes = type_bytes(type->element)};
    copying->data = ARENA_ARRAY(rewriting->scratch, char, (size_t)count * copying->bytes + 1);
    return true;
}

static void copy(struct copying *copying, int64_t to, const struct attr *from, int64_t index) {
    const char *data = from->data;
    memcpy(copying->data + (size_t)to * copying->bytes,
           data + (size_t)(from->splat ? 0 : index) * copying->bytes, copying->bytes);
}

static bool end(struct copying *copying) {
    return replace_by_constant(copying->rewriting, copying->op,
                               attr_dense(copying->rewriting->context, copying->type, copying->data,
                                          (size_t)copying->count * copying->bytes, false));
}

/* One value in all elements of the result. */
static bool become_splat(struct rewriting *rewriting, struct op *op, const struct attr *splat) {
    const struct type *type = op_result(op, 0)->type;
    bool any = type_is_static(type) && type_count(type) > 0;
    return type_is_static(type) &&
           replace_by_constant(rewriting, op,
                               attr_dense(rewriting->context, type, splat->data,
                                          any ? type_bytes(type->element) : 0, any));
}

/* Whether elements are of a type that is folded where shapes are worked out. */
static bool is_folded(const struct rewriting *rewriting, const struct op *op, bool complex_too) {
    const struct type *element = type_element(op_result(op, 0)->type);
    return element->kind == TYPE_INTEGER ||
           (rewriting->optimize_float &&
            (element->kind == TYPE_FLOAT || (complex_too && element->kind == TYPE_COMPLEX)));
}

static bool is_number(const struct op *op) {
    const struct type *element = type_element(op_result(op, 0)->type);
    return element->kind == TYPE_INTEGER || element->kind == TYPE_FLOAT;
}

/* --- from where each element comes ------------------------------------------------------------ */

/* The number, row-major, of the element of `from` that is at index `at`. */
static int64_t number_at(const struct type *from, const int64_t *at) {
    int64_t number = 0;
    for (uint32_t d = 0; d < from->rank; d++) {
        number = number * from->dims[d] + at[d];
    }
    return number;
}

static void index_of(const struct type *type, int64_t number, int64_t *at) {
    for (uint32_t d = type->rank; d-- > 0;) {
        at[d] = number % type->dims[d];
        number /= type->dims[d];
    }
}

/* Where in the operand an element of the result comes from. */
typedef void source_index(const struct op *op, const int64_t *to, int64_t *from);

static bool move(struct rewriting *rewriting, struct op *op, source_index *source) {
    const struct attr *from = elements_of(op_operand(op, 0));
    struct copying copying;
    int64_t at[MAX_RANK], in[MAX_RANK];
    if (!from || !begin(&copying, rewriting, op)) {
        return false;
    }
    for (int64_t i = 0; i < copying.count; i++) {
        index_of(copying.type, i, at);
        source(op, at, in);
        copy(&copying, i, from, number_at(from->type, in));
    }
    return end(&copying);
}

static void sliced_from(const struct op *op, const int64_t *to, int64_t *from) {
    struct int_list starts = op_ints(op, "start_indices"), strides = op_ints(op, "strides");
    for (uint32_t d = 0; d < starts.count; d++) {
        from[d] = starts.items[d] + to[d] * strides.items[d];
    }
}

static void transposed_from(const struct op *op, const int64_t *to, int64_t *from) {
    struct int_list permutation = op_ints(op, "permutation");
    for (uint32_t d = 0; d < permutation.count; d++) {
        from[permutation.items[d]] = to[d];
    }
}

static void reversed_from(const struct op *op, const int64_t *to, int64_t *from) {
    struct int_list dims = op_ints(op, "dimensions");
    const struct type *type = op_operand(op, 0)->type;
    for (uint32_t d = 0; d < type->rank; d++) {
        from[d] = int_list_has(dims, d) ? type->dims[d] - 1 - to[d] : to[d];
    }
}

static bool fold_slice(struct rewriting *rewriting, struct op *op) {
    const struct attr *splat = splat_of(op_operand(op, 0));
    if (!is_folded(rewriting, op, false)) {
        return false;
    }
    return splat ? become_splat(rewriting, op, splat) : move(rewriting, op, sliced_from);
}

static bool fold_transpose(struct rewriting *rewriting, struct op *op) {
    const struct attr *splat = splat_of(op_operand(op, 0));
    if (splat) {
        return become_splat(rewriting, op, splat);
    }
    return is_number(op) && move(rewriting, op, transposed_from);
}

/* What stays as it is, the simplifier drops. */
static bool fold_reverse(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    struct int_list dims = op_ints(op, "dimensions");
    const struct attr *from = elements_of(op_operand(op, 0));
    bool any = false;
    for (uint32_t i = 0; type_is_tensor(type) && i < dims.count; i++) {
        any = any || type->dims[dims.items[i]] != 1;
    }
    return any && from && !from->splat && type_is_static(type) && is_number(op) &&
           type_count(type) > 1 && type_count(type) <= rewriting->element_limit &&
           move(rewriting, op, reversed_from);
}

/* --- shapes ----------------------------------------------------------------------------------- */

static bool fold_reshape(struct rewriting *rewriting, struct op *op) {
    const struct attr *from = elements_of(op_operand(op, 0));
    const struct type *type = op_result(op, 0)->type;
    return from && type_is_static(type) && is_folded(rewriting, op, true) &&
           replace_by_constant(rewriting, op,
                               attr_dense(rewriting->context, type, from->data,
                                          type_count(type) ? from->length : 0,
                                          from->splat && type_count(type) > 0));
}

static bool fold_broadcast(struct rewriting *rewriting, struct op *op) {
    const struct attr *splat = splat_of(op_operand(op, 0));
    return splat && is_folded(rewriting, op, true) && become_splat(rewriting, op, splat);
}

static bool fold_dynamic_slice(struct rewriting *rewriting, struct op *op) {
    const struct attr *splat = splat_of(op_operand(op, 0));
    return splat && become_splat(rewriting, op, splat);
}

/* Of no element, or of one. */
static bool fold_iota(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    return type_is_static(type) && type->element->kind == TYPE_INTEGER && type_count(type) <= 1 &&
           type_count(type) <= rewriting->element_limit && replace_by_zeros(rewriting, op);
}

/* --- concatenations --------------------------------------------------------------------------- */

/* Row by row: what stands in front of the dimension is what all pieces have alike. */
static bool join(struct copying *copying) {
    const struct op *op = copying->op;
    int64_t rows = 1, next = 0;
    for (int64_t d = 0; d < op_int(op, "dimension", 0); d++) {
        rows *= copying->type->dims[d];
    }
    for (int64_t row = 0; row < rows; row++) {
        for (uint32_t i = 0; i < op->operand_count; i++) {
            const struct attr *piece = elements_of(op_operand(op, i));
            int64_t length = type_count(piece->type) / rows;
            for (int64_t k = 0; k < length; k++) {
                copy(copying, next++, piece, row * length + k);
            }
        }
    }
    return end(copying);
}

static bool fold_concatenate(struct rewriting *rewriting, struct op *op) {
    struct copying copying;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!elements_of(op_operand(op, i))) {
            return false;
        }
    }
    return is_folded(rewriting, op, false) && begin(&copying, rewriting, op) &&
           copying.count <= rewriting->element_limit && join(&copying);
}

/* How many operands from `first` on are one and the same value in all elements. */
static uint32_t equal_splats(const struct op *op, uint32_t first) {
    const struct attr *splat = splat_of(op_operand(op, first));
    uint32_t count = 1;
    while (splat && first + count < op->operand_count &&
           splat_of(op_operand(op, first + count)) == splat) {
        count++;
    }
    return count;
}

/* Neighbours that are alike become one. */
static bool join_splats(struct rewriting *rewriting, struct op *op) {
    struct builder at = builder_before(rewriting->module, op);
    struct value **operands = ARENA_ARRAY(rewriting->scratch, struct value *, op->operand_count);
    int64_t dim = op_int(op, "dimension", 0), dims[MAX_RANK];
    uint32_t count = 0, alike;
    for (uint32_t i = 0; i < op->operand_count; i += alike) {
        const struct value *operand = operands[count++] = op_operand(op, i);
        alike = equal_splats(op, i);
        if (alike > 1) {
            const struct attr *splat = splat_of(operand);
            memcpy(dims, splat->type->dims, splat->type->rank * sizeof *dims);
            dims[dim] *= alike;
            const struct type *type =
                type_with_dims(rewriting->context, splat->type, splat->type->rank, dims);
            operands[count - 1] = build_constant(
                &at, attr_dense(rewriting->context, type, splat->data, splat->length, true));
        }
    }
    if (count == op->operand_count) {
        return false;
    }
    op_set_operands(rewriting->module, op, count, operands);
    return true;
}

/* --- selections ------------------------------------------------------------------------------- */

static bool fold_select(struct rewriting *rewriting, struct op *op) {
    const struct attr *condition = splat_of(op_operand(op, 0));
    if (!condition) {
        return false;
    }
    bool holds = *(const uint8_t *)condition->data != 0;
    const struct attr *chosen = elements_of(op_operand(op, holds ? 1 : 2));
    return chosen && elements_of(op_operand(op, holds ? 2 : 1)) &&
           chosen->type == op_result(op, 0)->type && is_folded(rewriting, op, false) &&
           replace_by_constant(rewriting, op, chosen);
}

const struct patterns tensor_folds = PATTERNS(
    {OP_SLICE, fold_slice}, {OP_TRANSPOSE, fold_transpose}, {OP_REVERSE, fold_reverse},
    {OP_RESHAPE, fold_reshape}, {OP_BROADCAST_IN_DIM, fold_broadcast},
    {OP_DYNAMIC_SLICE, fold_dynamic_slice}, {OP_IOTA, fold_iota},
    {OP_CONCATENATE, fold_concatenate}, {OP_CONCATENATE, join_splats}, {OP_SELECT, fold_select});
