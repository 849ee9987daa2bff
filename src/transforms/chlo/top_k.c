/* chlo.top_k: the last dimension sorted together with its indices, and the first k of both. */
#include <string.h>

#include "transforms/chlo/chlo.h"
#include "transforms/chlo/pieces.h"

struct top_k {
    struct builder *at;
    struct value *operand;
    uint32_t rank;
    int64_t last;  /* the dimension that is sorted */
    int64_t count; /* k, or less where there is less */
    bool stable;
    struct value *shape, *result_shape; /* tensor<rank x i64>; NULL: static */
};

static const struct type *i32_type(const struct top_k *k) {
    return type_integer(k->at->module->context, 32, SIGNLESS);
}

/* Shapes of operand and results as values. */
static void compute_shapes(struct top_k *k) {
    const struct type *type = k->operand->type;
    struct value *sizes[MAX_RANK];
    for (uint32_t i = 0; i < k->rank; i++) {
        sizes[i] = type->dims[i] == DIM_DYNAMIC
                       ? build_dimension_size_1xi64(k->at, k->operand, i)
                       : build_as_1xi64(k->at, build_i64_scalar(k->at, type->dims[i]));
    }
    k->shape = build_concatenate(k->at, k->rank, sizes, 0);
    sizes[k->last] = build_as_1xi64(k->at, build_i64_scalar(k->at, k->count));
    k->result_shape = build_concatenate(k->at, k->rank, sizes, 0);
}

static struct value *build_indices(const struct top_k *k) {
    struct context *context = k->at->module->context;
    const struct type *type = k->operand->type;
    const struct type *indices = type_tensor(context, i32_type(k), k->rank, type->dims, NULL);
    return k->shape ? build_dynamic_iota(k->at, indices, k->shape, k->last)
                    : build_iota(k->at, indices, k->last);
}

/* Greater first; floats in total order. */
static void build_comparator(const struct top_k *k, struct op *sort) {
    struct module *module = k->at->module;
    struct context *context = module->context;
    const struct type *element = k->operand->type->element;
    struct block *body = block_new(module, &sort->regions[0]);
    const struct type *const elements[4] = {element, element, i32_type(k), i32_type(k)};
    struct value *arguments[4];
    for (int i = 0; i < 4; i++) {
        arguments[i] = block_add_argument(
            module, body, type_tensor(context, elements[i], 0, NULL, NULL), sort->location);
    }
    struct builder inside = builder_at_end(module, body);
    inside.location = sort->location;
    struct value *greater =
        build_compare(&inside, arguments[0], arguments[1], COMPARE_GT,
                      element->kind == TYPE_FLOAT ? COMPARE_TOTAL_ORDER : COMPARE_NO_TYPE);
    build_end(&inside, OP_RETURN, 1, &greater);
}

static struct op *build_sort(const struct top_k *k, struct value *indices) {
    struct module *module = k->at->module;
    struct value *operands[2] = {k->operand, indices};
    const struct type *types[2] = {k->operand->type, indices->type};
    struct op *sort = build_row(k->at, OP_SORT, 2, operands, 2, types, 1);
    op_set_property(module, sort, "dimension", attr_i64(module->context, k->last));
    op_set_property(module, sort, "is_stable", attr_bool(module->context, k->stable));
    build_comparator(k, sort);
    return sort;
}

static void take_first(const struct top_k *k, struct op *op, struct op *sort) {
    const struct type *type = k->operand->type;
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    struct value *from = NULL, *strides = NULL;
    if (k->shape) {
        from = build_i64_splat(k->at, k->rank, 0);
        strides = build_i64_splat(k->at, k->rank, 1);
    } else {
        memcpy(limit, type->dims, k->rank * sizeof *limit);
        limit[k->last] = k->count;
    }
    for (uint32_t i = 0; i < 2; i++) {
        struct value *sorted = op_result(sort, i), *result = op_result(op, i);
        value_replace_uses(result,
                           k->shape ? build_real_dynamic_slice(k->at, sorted, from, k->result_shape,
                                                               strides, result->type)
                                    : build_slice(k->at, sorted, start, limit));
    }
}

bool expand_top_k(struct formula *formula) {
    struct op *op = formula->op;
    struct top_k k = {.at = &formula->at, .operand = op_operand(op, 0)};
    const struct type *type = k.operand->type;
    if (type->rank == 0) {
        return false;
    }
    k.rank = type->rank;
    k.last = (int64_t)type->rank - 1;
    k.count = op_int(op, "k", 0);
    if (type->dims[k.last] != DIM_DYNAMIC && type->dims[k.last] < k.count) {
        k.count = type->dims[k.last];
    }
    const struct attr *stable = op_property(op, "is_stable");
    k.stable = !stable || stable->integer != 0;
    if (!type_is_static(type)) {
        compute_shapes(&k);
    }
    struct value *indices = build_indices(&k);
    take_first(&k, op, build_sort(&k, indices));
    op_erase(op);
    return true;
}
