/* stablehlo.reshape */
#include "ops/hooks.h"
#include "ops/stablehlo/shape/quantization.h"
#include "ops/stablehlo/shape/reshape_groups.h"

static bool reshape_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0), *result = op_result(op, 0)->type;
    if (!type_is_static(operand) || !type_is_static(result)) {
        return true;
    }
    int64_t from = type_count(operand), to = type_count(result);
    if (from != to) {
        return op_fault(op, context,
                        "number of output elements (%lld) doesn't match expected number of "
                        "elements (%lld)",
                        (long long)to, (long long)from);
    }
    return check_reshape_quantization(op, context);
}

static bool reshape_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    kernel_result(builder, op, 0, node_reshape(builder, op_result(op, 0)->type, operand));
    return true;
}

/* --- factors --- */

/* One side of a reshape, taken apart from its first dimension on: `dims` is the product of the
 * dimensions begun, `factors` that of the factors found, which follows it. */
struct reshape_side {
    const struct type *type;
    int64_t dim, dims, factors;
};

/* A factor and the dimensions that it is of; NO_DIM: none. */
struct reshape_factor {
    int64_t in, out, size;
};

struct reshape_factors {
    VECTOR(struct reshape_factor) list;
};

static void add_factor(struct reshape_factors *factors, int64_t in, int64_t out, int64_t size) {
    *vector_push(&factors->list) = (struct reshape_factor){in, out, size};
}

static bool side_is_done(const struct reshape_side *side) {
    return side->dim >= side->type->rank;
}

static bool at_size_one(const struct reshape_side *side) {
    return !side_is_done(side) && side->type->dims[side->dim] == 1;
}

static void begin_dim(struct reshape_side *side) {
    if (!side_is_done(side) && side->dims == side->factors) {
        side->dims *= side->type->dims[side->dim];
    }
}

static void end_dim(struct reshape_side *side) {
    if (!side_is_done(side) && side->dims == side->factors) {
        side->dim++;
    }
}

/* A factor that only the side behind has: as small as brings both sides together again, or keeps
 * what they have in common. */
static int64_t factor_behind(int64_t next, int64_t common, int64_t behind, int64_t ahead) {
    if (ahead % behind == 0 && next % (ahead / behind) == 0) {
        return ahead / behind;
    }
    return next > common ? next / common : next;
}

static void add_of_side(struct reshape_factors *factors, struct reshape_side *side, bool is_result,
                        int64_t size) {
    add_factor(factors, is_result ? NO_DIM : side->dim, is_result ? side->dim : NO_DIM, size);
    side->factors *= size;
}

/* The next factor, or two that have nothing in common. */
static void next_factor(struct reshape_factors *factors, struct reshape_side *in,
                        struct reshape_side *out) {
    int64_t next_in = in->dims / in->factors, next_out = out->dims / out->factors;
    int64_t common = greatest_common_divisor(next_in, next_out);
    if (in->factors < out->factors) {
        add_of_side(factors, in, false, factor_behind(next_in, common, in->factors, out->factors));
    } else if (in->factors > out->factors) {
        add_of_side(factors, out, true, factor_behind(next_out, common, out->factors, in->factors));
    } else if (common > 1) {
        add_factor(factors, in->dim, out->dim, common);
        in->factors *= common;
        out->factors *= common;
    } else {
        add_of_side(factors, in, false, next_in);
        add_of_side(factors, out, true, next_out);
    }
}

/* The factors, in order; the caller frees the list. */
static struct reshape_factors reshape_factors(const struct type *from, const struct type *to) {
    struct reshape_side in = {from, 0, 1, 1}, out = {to, 0, 1, 1};
    struct reshape_factors factors = {0};
    while (!side_is_done(&in) || !side_is_done(&out)) {
        if (at_size_one(&in)) {
            add_factor(&factors, in.dim++, NO_DIM, 1);
            continue;
        }
        if (at_size_one(&out)) {
            add_factor(&factors, NO_DIM, out.dim++, 1);
            continue;
        }
        begin_dim(&in);
        begin_dim(&out);
        next_factor(&factors, &in, &out);
        end_dim(&in);
        end_dim(&out);
    }
    return factors;
}

static bool reshape_rule(const struct op *op, struct rule_builder *builder) {
    if (type_is_empty(op_operand(op, 0)->type)) {
        return false;
    }
    struct reshape_factors factors = reshape_factors(op_operand(op, 0)->type, op->results[0].type);
    for (size_t i = 0; i < factors.list.count; i++) {
        const struct reshape_factor *factor = &factors.list.items[i];
        rule_add_unary(builder, factor->in, factor->out, factor->size, FACTOR_PASS_THROUGH);
    }
    vector_free(&factors.list);
    return true;
}

/* --- parts --- */

/* What is left of the axes of one dimension behind its major factors. */
struct reshape_parts {
    int64_t dim, left;
};

/* Whether the axes cut the next factor of a dimension, and into how many parts. */
static int64_t cut_factor(const struct partition_builder *builder, struct reshape_parts *parts,
                          bool is_result, int64_t dim, int64_t size) {
    if (dim == NO_DIM) {
        return 1;
    }
    if (dim != parts->dim) {
        struct axis_list axes = is_result ? partition_result_axes(builder, 0, (uint32_t)dim)
                                          : partition_operand_axes(builder, 0, (uint32_t)dim);
        *parts = (struct reshape_parts){dim, partition_parts(builder, axes)};
    }
    int64_t cut = parts->left < size ? parts->left : size;
    parts->left = parts->left <= size ? 1 : parts->left / size;
    return cut;
}

static bool is_cut_unlike(const struct op *op, const struct partition_builder *builder,
                          const struct reshape_group *group) {
    struct reshape_factors factors = reshape_factors(op_operand(op, 0)->type, op->results[0].type);
    struct reshape_parts in = {.dim = NO_DIM}, out = {.dim = NO_DIM};
    bool unlike = false;
    for (size_t i = 0; i < factors.list.count; i++) {
        const struct reshape_factor *factor = &factors.list.items[i];
        int64_t of_in = cut_factor(builder, &in, false, factor->in, factor->size);
        int64_t of_out = cut_factor(builder, &out, true, factor->out, factor->size);
        bool of_group = factor->in != NO_DIM
                            ? factor->in >= group->in_first && factor->in < group->in_end
                            : factor->out >= group->out_first && factor->out < group->out_end;
        unlike = unlike || (of_group && of_in != of_out);
    }
    vector_free(&factors.list);
    return unlike;
}

static bool has_padding(const struct partition_builder *builder, const struct op *op,
                        const struct reshape_group *group) {
    bool padded = false;
    for (uint32_t dim = group->in_first; dim < group->in_end; dim++) {
        int64_t parts = partition_parts(builder, partition_operand_axes(builder, 0, dim));
        padded = padded || op_operand(op, 0)->type->dims[dim] % parts != 0;
    }
    for (uint32_t dim = group->out_first; dim < group->out_end; dim++) {
        int64_t parts = partition_parts(builder, partition_result_axes(builder, 0, dim));
        padded = padded || op->results[0].type->dims[dim] % parts != 0;
    }
    return padded;
}

/* Parts of a tensor are parts of the other one where axes cut factors that both have. Where they
 * cut one of a single side, or parts end in padding at other places, elements move along the
 * dimensions around it. */
static void reshape_needs(const struct op *op, const struct partition_builder *builder,
                          struct need_list *needs) {
    const struct type *from = op_operand(op, 0)->type, *to = op->results[0].type;
    needs_by_rule(op, builder, needs);
    if (!type_is_static(from) || !type_is_static(to) || type_is_empty(from) ||
        partition_moves_nothing(builder)) {
        return;
    }
    struct reshape_groups groups = reshape_groups(from, to);
    for (uint32_t i = 0; i < groups.count; i++) {
        const struct reshape_group *group = &groups.items[i];
        if (!(has_padding(builder, op, group) && !reshape_group_is_plain(group)) &&
            !is_cut_unlike(op, builder, group)) {
            continue;
        }
        for (uint32_t dim = group->in_first; dim < group->in_end; dim++) {
            need_operand(needs, NEED_EXCHANGED, 0, dim);
        }
        for (uint32_t dim = group->out_first; dim < group->out_end; dim++) {
            need_result(needs, NEED_EXCHANGED, op, 0, dim);
        }
    }
}

const struct op_def op_reshape = {
    .name = "stablehlo.reshape",
    .summary = "another shape of the same elements",
    .traits = OP_PURE | OP_COMPATIBLE_ELEMENTS,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS, OP_ONE}),
    .results = RESULTS({"result", VALUE_STATIC_OR_BOUNDED, OP_ONE}),
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "@operands @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = reshape_verify,
    .infer = infer_nothing,
    .speculatable = speculatable_if_static,
    .schedule = OP_SCHEDULE_FIRST,
    .rule = reshape_rule,
    .needs = reshape_needs,
    .emit = reshape_emit,
    .canonicalize = canonicalize_nothing,
};
