/* chlo.ragged_dot */
#include "ops/hooks.h"
#include "ops/stablehlo/linear/linear.h"

static bool check_group_sizes(const struct op *op, struct context *context,
                              const struct ragged_dot_dims *dims) {
    const struct type *sizes = operand_type(op, 2);
    int64_t prefix[MAX_RANK];
    if (sizes->rank <= 1) {
        return sizes->rank == 1 || fault(op, context, "expected group_sizes to have rank 1, got 0");
    }
    uint32_t count = ragged_size_dims(dims, prefix);
    for (uint32_t i = 0; i < count; i++) {
        prefix[i] = operand_type(op, 0)->dims[prefix[i]];
    }
    if (sizes->rank != count + 1) {
        return fault(op, context, "expected group_sizes to have rank %u, got %u", count + 1,
                     sizes->rank);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (prefix[i] != sizes->dims[i]) {
            prefix[count] = sizes->dims[count];
            return fault(op, context, "group_sizes is expected to have shape [%s], got [%s]",
                         say_raw(context, count + 1, prefix),
                         say_raw(context, count + 1, sizes->dims));
        }
    }
    return true;
}

static bool check_rhs_groups(const struct op *op, struct context *context,
                             const struct ragged_dot_dims *dims) {
    const struct type *rhs = operand_type(op, 1), *sizes = operand_type(op, 2);
    struct int_list groups = dims->rhs_group;
    for (uint32_t i = 0; i < groups.count; i++) {
        if (!check_dim_in_range(op, context, "rhs_group_dim", groups.items[i], rhs->rank,
                                "rhs_rank", false)) {
            return false;
        }
    }
    if (!check_dims_distinct(op, context, groups, dims->rhs_batching, "rhs_group_dimensions",
                             "rhs_batching_dimensions") ||
        !check_dims_distinct(op, context, groups, dims->rhs_contracting, "rhs_group_dimensions",
                             "rhs_contracting_dimensions")) {
        return false;
    }
    if (ragged_mode(dims) != RAGGED_FREE) {
        return groups.count == 0 ||
               fault(op, context,
                     "There must be zero group dimensions in the rhs when the ragged "
                     "dimension is batch or contracting.");
    }
    if (groups.count != 1) {
        return fault(op, context,
                     "There must be exactly one group dimension in the rhs when the lhs ragged "
                     "dimension is non-contracting.");
    }
    int64_t found = rhs->dims[groups.items[0]], expected = sizes->dims[sizes->rank - 1];
    if (!dims_compatible(found, expected)) {
        return fault(op, context, "rhs group dimension is expected to have size=%lld, got %lld",
                     (long long)expected, (long long)found);
    }
    return true;
}

/* The extents of the result; how many. */
static uint32_t ragged_shape(const struct op *op, const struct ragged_dot_dims *dims,
                             int64_t *shape) {
    const struct type *lhs = operand_type(op, 0), *rhs = operand_type(op, 1),
                      *sizes = operand_type(op, 2);
    uint32_t rank = 0;
    if (ragged_mode(dims) == RAGGED_CONTRACTING) {
        shape[rank++] = sizes->dims[sizes->rank - 1];
    }
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        shape[rank++] = lhs->dims[dims->lhs_batching.items[i]];
    }
    for (uint32_t i = 0; i < lhs->rank; i++) {
        if (!ints_contain(dims->lhs_batching, i) && !ints_contain(dims->lhs_contracting, i)) {
            shape[rank++] = lhs->dims[i];
        }
    }
    for (uint32_t i = 0; i < rhs->rank; i++) {
        if (!ints_contain(dims->rhs_batching, i) && !ints_contain(dims->rhs_contracting, i) &&
            !ints_contain(dims->rhs_group, i)) {
            shape[rank++] = rhs->dims[i];
        }
    }
    return rank;
}

static bool check_ragged_shape(const struct op *op, struct context *context,
                               const struct ragged_dot_dims *dims) {
    int64_t shape[2 * MAX_RANK + 1];
    if (operand_type(op, 0)->rank + operand_type(op, 1)->rank + 1 > MAX_RANK) {
        return true;
    }
    return check_result_shape(op, context, ragged_shape(op, dims, shape), shape);
}

static bool ragged_dot_infer(const struct op *op, struct context *context,
                             const struct type **types) {
    const struct attr *attr = op_attr(op, "ragged_dot_dimension_numbers");
    const struct type *element = type_element(op_result(op, 0)->type);
    int64_t shape[2 * MAX_RANK + 1];
    if (operand_type(op, 0)->kind != TYPE_TENSOR || operand_type(op, 1)->kind != TYPE_TENSOR ||
        operand_type(op, 2)->kind != TYPE_TENSOR || operand_type(op, 2)->rank == 0 ||
        operand_type(op, 0)->rank + operand_type(op, 1)->rank + 1 > MAX_RANK) {
        return false;
    }
    uint32_t rank = ragged_shape(op, (const struct ragged_dot_dims *)attr->payload, shape);
    types[0] = type_tensor(context, element, rank, shape, NULL);
    return true;
}

static bool ragged_dot_verify(const struct op *op, struct context *context) {
    const struct attr *attr = op_attr(op, "ragged_dot_dimension_numbers");
    const struct ragged_dot_dims *dims = (const struct ragged_dot_dims *)attr->payload;
    if (operand_type(op, 0)->kind != TYPE_TENSOR || operand_type(op, 1)->kind != TYPE_TENSOR) {
        return true;
    }
    struct dot_dims plain = {dims->lhs_batching, dims->rhs_batching, dims->lhs_contracting,
                             dims->rhs_contracting};
    if (!check_precision(op, context) || !check_dot_numbers(op, context, &plain)) {
        return false;
    }
    if (dims->lhs_ragged.count != 1) {
        return fault(op, context, "There must be exactly one ragged dimension in the lhs.");
    }
    return check_dim_in_range(op, context, "lhs_ragged_dim", dims->lhs_ragged.items[0],
                              operand_type(op, 0)->rank, "lhs_rank", false) &&
           check_group_sizes(op, context, dims) && check_rhs_groups(op, context, dims) &&
           check_ragged_shape(op, context, dims);
}

const struct op_def op_chlo_ragged_dot = {
    .name = "chlo.ragged_dot",
    .summary = "products over a ragged dimension",
    .traits = OP_PURE | OP_SHAPES_SUFFICE,
    .operands = OPERANDS({"lhs", VALUE_ANY_TENSOR, OP_ONE}, {"rhs", VALUE_ANY_TENSOR, OP_ONE},
                         {"group_sizes", VALUE_INT, OP_ONE}),
    .results = RESULTS({"result", VALUE_ANY_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "ragged_dot_dimension_numbers",
                    .kind = OP_ATTR_DIALECT,
                    .required = true,
                    .dialect_attr = "chlo.ragged_dot"},
                   {.name = "precision_config",
                    .kind = OP_ATTR_ARRAY,
                    .dialect_attr = "chlo.precision",
                    .words = "Precision Config attribute"}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = ragged_dot_verify,
    .infer = ragged_dot_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
