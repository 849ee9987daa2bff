/* Parts of tensors: those that are all of it, at constant places, or of one piece alone. */
#include "ops/verify/compat.h"
#include "transforms/simplify/simplify.h"

/* --- dynamic slices --------------------------------------------------------------------------- */

static int64_t clamp(int64_t value, int64_t most) {
    return value < 0 ? 0 : value > most ? most : value;
}

/* From constant places on. */
static bool simplify_dynamic_slice(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    struct int_list sizes = op_ints(op, "slice_sizes"), start;
    int64_t from[MAX_RANK], to[MAX_RANK];
    if (!type_is_static(type) || !type_is_static(op_result(op, 0)->type)) {
        return false;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        if (!constant_integers(op_operand(op, d + 1), &start) || start.count != 1) {
            return false;
        }
        from[d] = clamp(start.items[0], type->dims[d] - sizes.items[d]);
        to[d] = from[d] + sizes.items[d];
    }
    struct builder at = builder_before(rewriting->module, op);
    return replace_merging(rewriting, op, build_slice(&at, op_operand(op, 0), from, to));
}

static bool simplify_update(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0), *update = op_operand(op, 1);
    bool at_zero = true;
    for (uint32_t i = 2; i < op->operand_count; i++) {
        at_zero = at_zero && is_zero_integer(op_operand(op, i));
    }
    if (type_is_static(update->type) && type_count(update->type) == 0) {
        return operand->type == op_result(op, 0)->type && replace_merging(rewriting, op, operand);
    }
    return at_zero && operand->type == update->type && type_is_static(operand->type) &&
           update->type == op_result(op, 0)->type && replace_merging(rewriting, op, update);
}

/* --- gathers ---------------------------------------------------------------------------------- */

/* The part that a gather takes at one constant place. */
static bool gathered_part(const struct op *op, const struct gather_dims *dims, int64_t *from,
                          int64_t *to) {
    const struct type *type = op_operand(op, 0)->type;
    struct int_list sizes = op_ints(op, "slice_sizes"), index;
    if (!constant_integers(op_operand(op, 1), &index) || dims->index_vector_dim != 0 ||
        op_operand(op, 1)->type->rank > 1 || index.count != dims->start_index_map.count ||
        dims->operand_batching.count || !type_is_static(type)) {
        return false;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        from[d] = 0;
        to[d] = sizes.items[d];
    }
    for (uint32_t i = 0; i < index.count; i++) {
        int64_t d = dims->start_index_map.items[i];
        from[d] = clamp(index.items[i], type->dims[d] - sizes.items[d]);
        to[d] = from[d] + sizes.items[d];
    }
    return true;
}

static bool simplify_gather(struct rewriting *rewriting, struct op *op) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    const struct type *type = op_result(op, 0)->type;
    int64_t from[MAX_RANK], to[MAX_RANK];
    if (!dims || !type_is_static(type) || !gathered_part(op, dims, from, to)) {
        return false;
    }
    struct builder at = builder_before(rewriting->module, op);
    struct value *part = build_slice(&at, op_operand(op, 0), from, to);
    part = dims->collapsed_slice.count ? build_unary(&at, OP_RESHAPE, part, type) : part;
    return part->type == type && replace_by(rewriting, op, part);
}

/* --- slices of concatenations ----------------------------------------------------------------- */

/* The operands that a slice takes something of, and how much stands in front of them. */
struct pieces {
    uint32_t first, count;
    int64_t offset;
};

static bool find_pieces(const struct op *slice, const struct op *whole, int64_t dim,
                        struct pieces *pieces) {
    int64_t start = op_ints(slice, "start_indices").items[dim];
    int64_t limit = op_ints(slice, "limit_indices").items[dim], at = 0;
    *pieces = (struct pieces){0};
    for (uint32_t i = 0; i < whole->operand_count; i++) {
        int64_t size = op_operand(whole, i)->type->dims[dim];
        if (size == DIM_DYNAMIC) {
            return false;
        }
        bool begins = pieces->count == 0 && at + size > start;
        if (begins) {
            pieces->first = i;
            pieces->offset = at;
        }
        if ((begins || pieces->count) && at < limit) {
            pieces->count = i + 1 - pieces->first;
        }
        at += size;
    }
    return pieces->count > 0;
}

static const struct attr *moved(struct rewriting *rewriting, struct int_list list, int64_t dim,
                                int64_t offset) {
    int64_t items[MAX_RANK];
    memcpy(items, list.items, list.count * sizeof *items);
    items[dim] -= offset;
    return attr_i64_array(rewriting->context, list.count, items);
}

static bool slice_of_pieces(struct rewriting *rewriting, struct op *op) {
    struct op *whole = defined_by(op_operand(op, 0), OP_CONCATENATE);
    struct pieces pieces;
    if (!whole || !type_is_static(op_result(op, 0)->type)) {
        return false;
    }
    int64_t dim = op_int(whole, "dimension", 0);
    if (!find_pieces(op, whole, dim, &pieces) || pieces.count == whole->operand_count ||
        (pieces.count > 1 && !value_has_one_use(op_operand(op, 0)))) {
        return false;
    }
    struct builder at = builder_before(rewriting->module, op);
    struct value **operands = ARENA_ARRAY(rewriting->scratch, struct value *, pieces.count);
    for (uint32_t i = 0; i < pieces.count; i++) {
        operands[i] = op_operand(whole, pieces.first + i);
    }
    struct value *part = build_concatenate(&at, pieces.count, operands, dim);
    op_set_property(rewriting->module, op, "start_indices",
                    moved(rewriting, op_ints(op, "start_indices"), dim, pieces.offset));
    op_set_property(rewriting->module, op, "limit_indices",
                    moved(rewriting, op_ints(op, "limit_indices"), dim, pieces.offset));
    op_set_operand(op, 0, part);
    return true;
}

static bool simplify_slice(struct rewriting *rewriting, struct op *op) {
    struct value *operand = op_operand(op, 0);
    if (type_is_static(operand->type) && operand->type == op_result(op, 0)->type) {
        return replace_merging(rewriting, op, operand);
    }
    return slice_of_pieces(rewriting, op);
}

const struct patterns slice_patterns =
    PATTERNS({OP_SLICE, simplify_slice}, {OP_DYNAMIC_SLICE, simplify_dynamic_slice},
             {OP_DYNAMIC_UPDATE_SLICE, simplify_update}, {OP_GATHER, simplify_gather});
