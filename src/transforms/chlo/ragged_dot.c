/* chlo.ragged_dot: one product for each group of rows.
 *
 *     rows ragged         lhs [b, m, k], rhs [g, b, k, n]    the sum of the groups' products
 *     contraction ragged  lhs [b, m, k], rhs [b, k, n]       [g, b, m, n]: the groups' products
 *     batch ragged        a product like any other
 *
 * In each of the first two, the lhs of a group is the whole one with zeros outside of the group.
 */
#include <string.h>

#include "ir/op_def.h"
#include "transforms/chlo/chlo.h"
#include "transforms/chlo/pieces.h"

struct ragged_dot {
    struct builder *at;
    struct op *op;
    const struct ragged_dot_dims *dims;
    struct value *lhs, *rhs, *sizes;
    int64_t ragged; /* dimension of lhs */
    int64_t groups;
    /* The same for all groups. */
    struct value *position; /* along the ragged dimension, 1 in all others */
    struct value *zero;     /* in the shape of lhs */
};

static struct context *context_of(const struct ragged_dot *dot) {
    return dot->at->module->context;
}

/* --- the lhs of a group ----------------------------------------------------------------------- */

static struct value *build_position(const struct ragged_dot *dot) {
    const struct type *lhs = dot->lhs->type;
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < lhs->rank; i++) {
        dims[i] = i == dot->ragged ? lhs->dims[i] : 1;
    }
    const struct type *type = i64_tensor(dot->at, lhs->rank, dims);
    if (type_is_static(type)) {
        return build_iota(dot->at, type, dot->ragged);
    }
    struct value *sizes[MAX_RANK];
    for (uint32_t i = 0; i < lhs->rank; i++) {
        sizes[i] = i == dot->ragged ? build_dimension_size_1xi64(dot->at, dot->lhs, i)
                                    : build_i64_splat(dot->at, 1, 1);
    }
    return build_dynamic_iota(dot->at, type, build_concatenate(dot->at, lhs->rank, sizes, 0),
                              dot->ragged);
}

static struct value *build_zero(const struct ragged_dot *dot) {
    const struct type *lhs = dot->lhs->type;
    if (type_is_static(lhs)) {
        return build_zeros(dot->at, lhs);
    }
    struct value *zero =
        build_zeros(dot->at, type_tensor(context_of(dot), lhs->element, 0, NULL, NULL));
    return build_dynamic_broadcast_in_dim(dot->at, zero, build_shape_of(dot->at, dot->lhs), lhs, 0,
                                          NULL);
}

/* An index in the shape of lhs, of which it has some dimensions. */
static struct value *spread(const struct ragged_dot *dot, struct value *index,
                            const int64_t *dims) {
    const struct type *lhs = dot->lhs->type;
    const struct type *type = i64_tensor(dot->at, lhs->rank, lhs->dims);
    if (type_is_static(lhs)) {
        return build_broadcast_in_dim(dot->at, index, type, index->type->rank, dims);
    }
    return build_dynamic_broadcast_in_dim(dot->at, index, build_shape_of(dot->at, dot->lhs), type,
                                          index->type->rank, dims);
}

static struct value *mask_lhs(const struct ragged_dot *dot, struct value *start,
                              struct value *limit) {
    struct formula formula = {.op = dot->op, .at = *dot->at, .arena = arena_new()};
    int64_t sized[MAX_RANK], all[MAX_RANK];
    ragged_size_dims(dot->dims, sized);
    for (uint32_t i = 0; i < MAX_RANK; i++) {
        all[i] = i;
    }
    expr from = known(&formula, spread(dot, start, sized));
    expr to = known(&formula, spread(dot, limit, sized));
    expr position = known(&formula, spread(dot, dot->position, all));
    expr inside = both(at_least(position, from), less(position, to));
    struct value *masked =
        value_of(choose(inside, known(&formula, dot->lhs), known(&formula, dot->zero)));
    arena_free(formula.arena);
    return masked;
}

/* --- groups ----------------------------------------------------------------------------------- */

/* The first index of the first group: one for each batch that has sizes of its own. */
static struct value *first_start(const struct ragged_dot *dot) {
    const struct type *sizes = dot->sizes->type;
    return build_zeros(dot->at, i64_tensor(dot->at, sizes->rank - 1, sizes->dims));
}

static struct value *group_size(const struct ragged_dot *dot, int64_t group) {
    const struct type *sizes = dot->sizes->type;
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    uint32_t last = sizes->rank - 1;
    memcpy(limit, sizes->dims, sizes->rank * sizeof *limit);
    start[last] = group;
    limit[last] = group + 1;
    struct value *size =
        build_reshape(dot->at, build_slice(dot->at, dot->sizes, start, limit), last, sizes->dims);
    const struct type *i64 = type_integer(context_of(dot), 64, SIGNLESS);
    return size->type->element == i64 ? size : build_convert(dot->at, size, i64);
}

static struct value *group_product(const struct ragged_dot *dot, struct value *lhs,
                                   struct value *rhs, const struct dot_dims *dims,
                                   const struct type *type) {
    struct module *module = dot->at->module;
    struct op *op = build_dot_general(dot->at, lhs, rhs, dims, type);
    const struct attr *config = op_property(dot->op, "precision_config");
    if (config && config->count <= 2) {
        const struct attr *items[2];
        for (uint32_t i = 0; i < config->count; i++) {
            items[i] = attr_enum(module->context, &attr_precision, attr_case(config->items[i], 0));
        }
        op_set_property(module, op, "precision_config",
                        attr_array(module->context, config->count, items));
    }
    return op_result(op, 0);
}

/* --- rows ragged ------------------------------------------------------------------------------ */

/* The part of rhs that belongs to a group, without the group dimension. */
static struct value *group_rhs_static(const struct ragged_dot *dot, int64_t group_dim,
                                      int64_t group, const struct type *type) {
    const struct type *rhs = dot->rhs->type;
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    memcpy(limit, rhs->dims, rhs->rank * sizeof *limit);
    start[group_dim] = group;
    limit[group_dim] = group + 1;
    return build_reshape(dot->at, build_slice(dot->at, dot->rhs, start, limit), type->rank,
                         type->dims);
}

static struct value *group_rhs_dynamic(const struct ragged_dot *dot, int64_t group_dim,
                                       int64_t group, const struct type *type) {
    const struct type *rhs = dot->rhs->type;
    struct value *starts[MAX_RANK], *limits[MAX_RANK], *kept[MAX_RANK];
    int64_t dims[MAX_RANK];
    uint32_t kept_count = 0;
    for (uint32_t i = 0; i < rhs->rank; i++) {
        bool is_group = i == group_dim;
        dims[i] = is_group ? 1 : rhs->dims[i];
        starts[i] = build_i64_splat(dot->at, 1, is_group ? group : 0);
        limits[i] = is_group ? build_i64_splat(dot->at, 1, group + 1)
                             : build_dimension_size_1xi64(dot->at, dot->rhs, i);
        if (!is_group) {
            kept[kept_count++] = limits[i];
        }
    }
    struct value *start = build_concatenate(dot->at, rhs->rank, starts, 0);
    struct value *limit = build_concatenate(dot->at, rhs->rank, limits, 0);
    struct value *strides = build_i64_splat(dot->at, rhs->rank, 1);
    struct value *part =
        build_real_dynamic_slice(dot->at, dot->rhs, start, limit, strides,
                                 type_with_dims(context_of(dot), rhs, rhs->rank, dims));
    return build_dynamic_reshape(dot->at, part, build_concatenate(dot->at, kept_count, kept, 0),
                                 type);
}

static struct value *group_rhs(const struct ragged_dot *dot, int64_t group_dim, int64_t group) {
    const struct type *rhs = dot->rhs->type;
    int64_t dims[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < rhs->rank; i++) {
        if (i != group_dim) {
            dims[rank++] = rhs->dims[i];
        }
    }
    const struct type *type = type_with_dims(context_of(dot), rhs, rank, dims);
    return type_is_static(rhs) ? group_rhs_static(dot, group_dim, group, type)
                               : group_rhs_dynamic(dot, group_dim, group, type);
}

/* Dimensions of rhs as they are numbered without the group dimension. */
static struct int_list without_group(struct int_list dims, int64_t group_dim, int64_t *items) {
    for (uint32_t i = 0; i < dims.count; i++) {
        items[i] = dims.items[i] - (dims.items[i] > group_dim);
    }
    return (struct int_list){items, dims.count};
}

static struct value *ragged_rows(struct ragged_dot *dot) {
    const struct ragged_dot_dims *ragged = dot->dims;
    int64_t group_dim = ragged->rhs_group.items[0], batching[MAX_RANK], contracting[MAX_RANK];
    const struct dot_dims dims = {
        .lhs_batching = ragged->lhs_batching,
        .rhs_batching = without_group(ragged->rhs_batching, group_dim, batching),
        .lhs_contracting = ragged->lhs_contracting,
        .rhs_contracting = without_group(ragged->rhs_contracting, group_dim, contracting)};
    const struct type *type = op_result(dot->op, 0)->type;
    struct value *start = first_start(dot), *total = NULL;
    dot->position = build_position(dot);
    dot->zero = build_zero(dot);
    for (int64_t group = 0; group < dot->groups; group++) {
        struct value *limit = build_add(dot->at, start, group_size(dot, group));
        struct value *lhs = mask_lhs(dot, start, limit);
        struct value *product =
            group_product(dot, lhs, group_rhs(dot, group_dim, group), &dims, type);
        total = total ? build_add(dot->at, total, product) : product;
        start = limit;
    }
    return total;
}

/* --- contraction ragged ----------------------------------------------------------------------- */

static struct dot_dims same_dims(const struct ragged_dot_dims *ragged) {
    return (struct dot_dims){.lhs_batching = ragged->lhs_batching,
                             .rhs_batching = ragged->rhs_batching,
                             .lhs_contracting = ragged->lhs_contracting,
                             .rhs_contracting = ragged->rhs_contracting};
}

/* With a first dimension of one: the group's. */
static struct value *as_group(const struct ragged_dot *dot, struct value *value) {
    const struct type *type = value->type;
    int64_t dims[MAX_RANK] = {1};
    memcpy(dims + 1, type->dims, type->rank * sizeof *dims);
    if (type_is_static(type)) {
        return build_reshape(dot->at, value, type->rank + 1, dims);
    }
    struct value *sizes[MAX_RANK] = {build_i64_splat(dot->at, 1, 1)};
    for (uint32_t i = 0; i < type->rank; i++) {
        sizes[i + 1] = build_dimension_size_1xi64(dot->at, value, i);
    }
    struct value *shape = build_concatenate(dot->at, type->rank + 1, sizes, 0);
    return build_dynamic_reshape(dot->at, value, shape,
                                 type_with_dims(context_of(dot), type, type->rank + 1, dims));
}

static struct value *ragged_contraction(struct ragged_dot *dot, struct arena *arena) {
    const struct dot_dims dims = same_dims(dot->dims);
    const struct type *result = op_result(dot->op, 0)->type;
    const struct type *type =
        type_with_dims(context_of(dot), result, result->rank - 1, result->dims + 1);
    struct value **products = ARENA_ARRAY(arena, struct value *, (size_t)dot->groups);
    struct value *start = first_start(dot);
    dot->position = build_position(dot);
    dot->zero = build_zero(dot);
    for (int64_t group = 0; group < dot->groups; group++) {
        struct value *limit = build_add(dot->at, start, group_size(dot, group));
        products[group] = group_product(dot, mask_lhs(dot, start, limit), dot->rhs, &dims, type);
        start = limit;
    }
    for (int64_t group = 0; group < dot->groups; group++) {
        products[group] = as_group(dot, products[group]);
    }
    return build_concatenate(dot->at, (uint32_t)dot->groups, products, 0);
}

/* --- the operation ---------------------------------------------------------------------------- */

bool expand_ragged_dot(struct formula *formula) {
    struct op *op = formula->op;
    const struct attr *attr = op_property(op, "ragged_dot_dimension_numbers");
    struct ragged_dot dot = {.at = &formula->at,
                             .op = op,
                             .dims = (const struct ragged_dot_dims *)attr->payload,
                             .lhs = op_operand(op, 0),
                             .rhs = op_operand(op, 1),
                             .sizes = op_operand(op, 2)};
    const struct type *rhs = dot.rhs->type, *sizes = dot.sizes->type;
    const struct type *result = op_result(op, 0)->type;
    if (!type_is_tensor(result)) {
        return false;
    }
    enum ragged_mode mode = ragged_mode(dot.dims);
    if (mode == RAGGED_BATCH) {
        const struct dot_dims dims = same_dims(dot.dims);
        return replace_with_value(formula, group_product(&dot, dot.lhs, dot.rhs, &dims, result));
    }
    if (!type_is_static(sizes) || sizes->rank == 0) {
        return false;
    }
    dot.ragged = dot.dims->lhs_ragged.items[0];
    dot.groups = mode == RAGGED_FREE ? rhs->dims[dot.dims->rhs_group.items[0]]
                                     : sizes->dims[sizes->rank - 1];
    if (dot.groups == DIM_DYNAMIC || dot.groups < 1) {
        return false;
    }
    return replace_with_value(formula, mode == RAGGED_FREE
                                           ? ragged_rows(&dot)
                                           : ragged_contraction(&dot, formula->arena));
}
