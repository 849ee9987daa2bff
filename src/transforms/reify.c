#include "transforms/reify.h"

#include "ops/build.h"
#include "ops/chlo/broadcasting.h"
#include "ops/shape/folds.h"
#include "ops/verify/fault.h"

/* Extents that are being worked out, all of one type: index, or that of the shape operands. */
struct extents {
    struct builder *at;
    const struct type *type;
    uint32_t count;
    struct value *items[MAX_RANK];
};

/* --- sizes ------------------------------------------------------------------------------------ */

static struct context *context_of(const struct extents *to) {
    return to->at->module->context;
}

static struct value *constant(struct extents *to, const struct type *type, int64_t number) {
    struct value *value = build_value(to->at, OP_ARITH_CONSTANT, 0, NULL, type);
    op_set_property(to->at->module, value->op, "value", attr_integer(context_of(to), type, number));
    return value;
}

/* What the operation that was just built is: a constant where it is known. */
static struct value *folded(struct extents *to, struct value *value) {
    struct shape_fold fold = shape_fold_of(context_of(to), value->op);
    if (fold.constant) {
        fold.value = constant(to, value->type, fold.constant->integer);
    }
    if (fold.value) {
        op_erase(value->op);
    }
    return fold.value ? fold.value : value;
}

static struct value *compute(struct extents *to, enum op_id id, struct value *a, struct value *b) {
    return folded(to, build_binary(to->at, id, a, b));
}

static struct value *cast(struct extents *to, struct value *value) {
    return value->type == to->type
               ? value
               : folded(to, build_unary(to->at, OP_ARITH_INDEX_CAST, value, to->type));
}

static struct value *number(struct extents *to, int64_t value) {
    return cast(to, constant(to, type_index(context_of(to)), value));
}

static struct value *dimension(struct extents *to, struct value *value, int64_t dim) {
    const struct type *index = type_index(context_of(to));
    struct value *operands[2] = {value, constant(to, index, dim)};
    return cast(to, folded(to, build_value(to->at, OP_TENSOR_DIM, 2, operands, index)));
}

static struct value *element(struct extents *to, struct value *list, int64_t place) {
    struct value *operands[2] = {list, constant(to, type_index(context_of(to)), place)};
    return folded(to, build_value(to->at, OP_TENSOR_EXTRACT, 2, operands, list->type->element));
}

static void add(struct extents *to, struct value *extent) {
    if (to->count < MAX_RANK) {
        to->items[to->count++] = extent;
    }
}

static struct value *list_of(const struct extents *to) {
    int64_t count = to->count;
    return build_value(to->at, OP_TENSOR_FROM_ELEMENTS, to->count, to->items,
                       type_tensor(context_of(to), to->type, 1, &count, NULL));
}

static struct extents extents_new(struct builder *at) {
    return (struct extents){.at = at, .type = type_index(at->module->context)};
}

/* --- operations ------------------------------------------------------------------------------- */

/* As long as the value's rank, where it has one. */
static struct value *shape_of(struct builder *at, struct value *value) {
    struct context *context = at->module->context;
    const int64_t rank = value->type->kind == TYPE_UNRANKED ? DIM_DYNAMIC : value->type->rank;
    return build_unary(at, OP_SHAPE_SHAPE_OF, value,
                       type_tensor(context, type_index(context), 1, &rank, NULL));
}

static struct value *first_shape(struct builder *at, struct op *op) {
    return shape_of(at, op_operand(op, 0));
}

/* The first operand may be a scalar. */
static struct value *second_shape(struct builder *at, struct op *op) {
    return shape_of(at, op_operand(op, 1));
}

/* Only where the elements are as wide as before. */
static struct value *bitcast_convert_shape(struct builder *at, struct op *op) {
    const struct type *from = op_operand(op, 0)->type, *to = op_result(op, 0)->type;
    return from->rank == to->rank ? first_shape(at, op) : NULL;
}

/* The operand that lists the extents. */
static struct value *listed_shape(struct builder *at, struct op *op) {
    struct value *list = op_operand(op, op->operand_count - 1);
    struct context *context = at->module->context;
    const struct type *type = type_with_element(context, list->type, type_index(context));
    return type == list->type ? list : build_unary(at, OP_ARITH_INDEX_CAST, list, type);
}

static struct value *broadcast_shape(struct builder *at, struct op *op) {
    struct extents to = extents_new(at);
    struct int_list sizes = op_ints(op, "broadcast_sizes");
    for (uint32_t i = 0; i < sizes.count; i++) {
        add(&to, number(&to, sizes.items[i]));
    }
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        add(&to, dimension(&to, op_operand(op, 0), i));
    }
    return list_of(&to);
}

static struct value *concatenate_shape(struct builder *at, struct op *op) {
    struct extents to = extents_new(at);
    struct arena *scratch = arena_new();
    struct value **lengths = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    int64_t dim = op_int(op, "dimension", 0);
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        add(&to, dimension(&to, op_operand(op, 0), i));
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        lengths[i] = dimension(&to, op_operand(op, i), dim);
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        to.items[dim] = compute(&to, OP_ARITH_ADDI, to.items[dim], lengths[i]);
    }
    arena_free(scratch);
    return list_of(&to);
}

static void add_free(struct extents *to, struct value *operand, struct int_list batching,
                     struct int_list contracting) {
    for (uint32_t i = 0; i < operand->type->rank; i++) {
        if (!int_list_has(batching, i) && !int_list_has(contracting, i)) {
            add(to, dimension(to, operand, i));
        }
    }
}

static struct value *dot_general_shape(struct builder *at, struct op *op) {
    struct extents to = extents_new(at);
    const struct dot_dims *dims = attr_as_dot(op_attr(op, "dot_dimension_numbers"));
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        add(&to, dimension(&to, op_operand(op, 0), dims->lhs_batching.items[i]));
    }
    add_free(&to, op_operand(op, 0), dims->lhs_batching, dims->lhs_contracting);
    add_free(&to, op_operand(op, 1), dims->rhs_batching, dims->rhs_contracting);
    return list_of(&to);
}

/* The size of a slice: an attribute, or an element of the last operand. */
static struct value *slice_size(struct extents *to, struct op *op, uint32_t dim) {
    return op_is(op, OP_GATHER) ? number(to, op_ints(op, "slice_sizes").items[dim])
                                : cast(to, element(to, op_operand(op, 2), dim));
}

static struct value *gather_shape(struct builder *at, struct op *op) {
    struct extents to = extents_new(at);
    const struct gather_dims *dims = attr_as_gather(op_attr(op, "dimension_numbers"));
    uint32_t batch = 0, slice = 0;
    for (uint32_t i = 0; i < op_result(op, 0)->type->rank; i++) {
        if (int_list_has(dims->offset, i)) {
            while (int_list_has(dims->collapsed_slice, slice) ||
                   int_list_has(dims->operand_batching, slice)) {
                slice++;
            }
            add(&to, slice_size(&to, op, slice++));
        } else {
            batch += batch == dims->index_vector_dim;
            add(&to, dimension(&to, op_operand(op, 1), batch++));
        }
    }
    return list_of(&to);
}

static struct value *pad_shape(struct builder *at, struct op *op) {
    struct extents to = extents_new(at);
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high");
    struct int_list interior = op_ints(op, "interior_padding");
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        struct value *size = dimension(&to, op_operand(op, 0), i);
        if (interior.items[i] > 0) {
            struct value *gaps = compute(&to, OP_ARITH_SUBI, size, number(&to, 1));
            gaps = compute(&to, OP_ARITH_MAXSI, gaps, number(&to, 0));
            gaps = compute(&to, OP_ARITH_MULI, gaps, number(&to, interior.items[i]));
            size = compute(&to, OP_ARITH_ADDI, size, gaps);
        }
        add(&to, compute(&to, OP_ARITH_ADDI, size, number(&to, low.items[i] + high.items[i])));
    }
    return list_of(&to);
}

/* One less, but not less than nothing. */
static struct value *gaps_between(struct extents *to, struct value *size) {
    struct context *context = context_of(to);
    struct value *zero = number(to, 0), *one = number(to, 1);
    struct value *none = build_value(to->at, OP_ARITH_CMPI, 2, (struct value *[]){size, one},
                                     type_integer(context, 1, SIGNLESS));
    op_set_property(to->at->module, none->op, "predicate", attr_i64(context, 2)); /* slt */
    none = folded(to, none);
    struct value *gaps = compute(to, OP_ARITH_SUBI, size, one);
    struct value *cases[3] = {none, zero, gaps};
    return folded(to, build_value(to->at, OP_ARITH_SELECT, 3, cases, size->type));
}

static struct value *dynamic_pad_shape(struct builder *at, struct op *op) {
    struct extents to = {.at = at, .type = op_operand(op, 2)->type->element};
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        struct value *size = dimension(&to, op_operand(op, 0), i);
        struct value *low = element(&to, op_operand(op, 2), i);
        struct value *high = element(&to, op_operand(op, 3), i);
        struct value *interior = element(&to, op_operand(op, 4), i);
        struct value *gaps = compute(&to, OP_ARITH_MULI, interior, gaps_between(&to, size));
        size = compute(&to, OP_ARITH_ADDI, gaps, size);
        size = compute(&to, OP_ARITH_ADDI, size, low);
        add(&to, compute(&to, OP_ARITH_ADDI, size, high));
    }
    return list_of(&to);
}

/* (stride + (limit - start) - 1) / stride */
static struct value *real_dynamic_slice_shape(struct builder *at, struct op *op) {
    struct extents to = {.at = at, .type = op_operand(op, 1)->type->element};
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        struct value *start = element(&to, op_operand(op, 1), i);
        struct value *limit = element(&to, op_operand(op, 2), i);
        struct value *stride = element(&to, op_operand(op, 3), i);
        struct value *size = compute(&to, OP_ARITH_SUBI, limit, start);
        size = compute(&to, OP_ARITH_ADDI, stride, size);
        size = compute(&to, OP_ARITH_SUBI, size, number(&to, 1));
        add(&to, compute(&to, OP_ARITH_DIVSI, size, stride));
    }
    return list_of(&to);
}

static struct value *reduce_shape(struct builder *at, struct op *op) {
    struct extents to = extents_new(at);
    struct int_list dims = op_ints(op, "dimensions");
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        if (!int_list_has(dims, i)) {
            add(&to, dimension(&to, op_operand(op, 0), i));
        }
    }
    return list_of(&to);
}

static struct value *transpose_shape(struct builder *at, struct op *op) {
    struct extents to = extents_new(at), from = extents_new(at);
    struct int_list permutation = op_ints(op, "permutation");
    for (uint32_t i = 0; i < permutation.count; i++) {
        add(&from, dimension(&from, op_operand(op, 0), i));
    }
    for (uint32_t i = 0; i < permutation.count; i++) {
        add(&to, from.items[permutation.items[i]]);
    }
    return list_of(&to);
}

/* Of chlo: what all operands broadcast to. */
static struct value *joint_shape(struct builder *at, struct op *op) {
    struct value *shapes[3];
    int64_t rank = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        shapes[i] = shape_of(at, op_operand(op, i));
        bool open = rank == DIM_DYNAMIC || shapes[i]->type->dims[0] == DIM_DYNAMIC;
        rank = open                              ? DIM_DYNAMIC
               : shapes[i]->type->dims[0] > rank ? shapes[i]->type->dims[0]
                                                 : rank;
    }
    struct context *context = at->module->context;
    return build_value(at, OP_SHAPE_BROADCAST, op->operand_count, shapes,
                       type_tensor(context, type_index(context), 1, &rank, NULL));
}

static struct value *binary_shape(struct builder *at, struct op *op) {
    struct context *context = at->module->context;
    if (broadcast_maps_to_last(op)) {
        return joint_shape(at, op);
    }
    diag_warning(context->diagnostics, op->location,
                 "'%s' op unsupported non prefix-padded dynamic rank broadcast_dimensions = %s",
                 op->name, say_attr(context, op_attr(op, "broadcast_dimensions")));
    return NULL;
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct {
    enum op_id id;
    struct value *(*shape)(struct builder *at, struct op *op);
} rows[] = {
    {OP_BITCAST_CONVERT, bitcast_convert_shape},
    {OP_BROADCAST, broadcast_shape},
    {OP_CHLO_BROADCAST_SELECT, joint_shape},
    {OP_CHLO_CONSTANT_LIKE, first_shape},
    {OP_CLAMP, second_shape},
    {OP_COMPARE, first_shape},
    {OP_COMPLEX, first_shape},
    {OP_CONCATENATE, concatenate_shape},
    {OP_DOT_GENERAL, dot_general_shape},
    {OP_DYNAMIC_BROADCAST_IN_DIM, listed_shape},
    {OP_DYNAMIC_GATHER, gather_shape},
    {OP_DYNAMIC_IOTA, listed_shape},
    {OP_DYNAMIC_PAD, dynamic_pad_shape},
    {OP_DYNAMIC_RESHAPE, listed_shape},
    {OP_GATHER, gather_shape},
    {OP_MAP, first_shape},
    {OP_PAD, pad_shape},
    {OP_REAL_DYNAMIC_SLICE, real_dynamic_slice_shape},
    {OP_REDUCE, reduce_shape},
    {OP_REVERSE, first_shape},
    {OP_RNG, listed_shape},
    {OP_SELECT, second_shape},
    {OP_TRANSPOSE, transpose_shape},
};

struct value *reify_shape(struct builder *at, struct op *op) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (op_is(op, rows[i].id)) {
            return rows[i].shape(at, op);
        }
    }
    if (op_without_broadcast(op) != OP_COUNT_) {
        return binary_shape(at, op);
    }
    return op_has(op, OP_ELEMENTWISE) && op->operand_count > 0 ? first_shape(at, op) : NULL;
}
