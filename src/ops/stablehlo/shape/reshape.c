/* stablehlo.reshape */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
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

/* Whether elements lie in the order of the result as they are: the one dimension of unknown size of
 * either has as much before it and, unless nothing is before it, as much behind. */
static bool is_in_order(const struct bound_builder *bounder, const struct value *from,
                        const struct type *original, const struct type *to) {
    const struct type *types[2] = {bound_original(bounder, from), original};
    const struct type *stored[2] = {from->type, to};
    int64_t before[2] = {1, 1}, behind[2] = {1, 1};
    for (int side = 0; side < 2; side++) {
        uint32_t open = 0;
        for (uint32_t dim = 0; dim < types[side]->rank; dim++) {
            bool is_open = types[side]->dims[dim] == DIM_DYNAMIC;
            int64_t *product = open + is_open > 0 ? &behind[side] : &before[side];
            open += is_open;
            *product = extent_product(*product, stored[side]->dims[dim]);
        }
        if (open != 1) {
            return false;
        }
    }
    return before[0] == before[1] && behind[0] == behind[1];
}

/* What a step in each dimension moves on by, of elements that lie close. */
static void strides_of(struct bound_builder *bounder, uint32_t rank, struct value *const *sizes,
                       struct value **strides) {
    struct value *stride = size_of(bounder, 1);
    for (uint32_t dim = rank; dim-- > 0;) {
        strides[dim] = stride;
        stride = size_by(bounder, OP_MULTIPLY, stride, sizes[dim]);
    }
}

/* The number of each element among all of the result. */
static struct value *numbers_of(struct bound_builder *bounder, const struct type *type,
                                struct value *const *sizes) {
    struct builder *at = bound_at(bounder);
    struct value *strides[MAX_RANK], *number = build_zeros(at, type);
    strides_of(bounder, type->rank, sizes, strides);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        struct value *step = build_broadcast(at, strides[dim], type);
        step = build_binary(at, OP_MULTIPLY, build_iota(at, type, dim), step);
        number = build_add(at, number, step);
    }
    return number;
}

/* Where the elements of these numbers are stored. */
static struct value *places_of(struct bound_builder *bounder, struct value *numbers,
                               const struct value *from) {
    struct builder *at = bound_at(bounder);
    const struct type *type = numbers->type;
    struct value *sizes[MAX_RANK], *bounds[MAX_RANK], *strides[MAX_RANK], *stored[MAX_RANK];
    struct value *place = build_zeros(at, type), *one = size_of(bounder, 1);
    for (uint32_t dim = 0; dim < from->type->rank; dim++) {
        sizes[dim] = size_by(bounder, OP_MAXIMUM, bound_size(bounder, from, dim), one);
        bounds[dim] = size_of(bounder, from->type->dims[dim]);
    }
    strides_of(bounder, from->type->rank, sizes, strides);
    strides_of(bounder, from->type->rank, bounds, stored);
    for (uint32_t dim = 0; dim < from->type->rank; dim++) {
        struct value *index = numbers;
        index = build_binary(at, OP_DIVIDE, index, build_broadcast(at, strides[dim], type));
        index = build_binary(at, OP_REMAINDER, index, build_broadcast(at, sizes[dim], type));
        index = build_binary(at, OP_MULTIPLY, index, build_broadcast(at, stored[dim], type));
        place = build_add(at, place, index);
    }
    return place;
}

/* The elements of a list at places. */
static struct value *elements_at(struct bound_builder *bounder, struct value *list,
                                 struct value *places) {
    struct context *context = bound_context(bounder);
    const int64_t zero = 0, one = 1;
    struct gather_dims dims = {.collapsed_slice = {&zero, 1},
                               .start_index_map = {&zero, 1},
                               .index_vector_dim = places->type->rank};
    const struct type *type = type_with_element(context, places->type, list->type->element);
    struct value *operands[2] = {list, places};
    struct value *taken = build_value(bound_at(bounder), OP_GATHER, 2, operands, type);
    op_set_property(bound_module(bounder), taken->op, "dimension_numbers",
                    attr_gather_dims(context, &dims));
    op_set_property(bound_module(bounder), taken->op, "slice_sizes",
                    attr_i64_array(context, 1, &one));
    return taken;
}

/* Elements taken in the order of their numbers. */
static struct value *taken_in_order(struct bound_builder *bounder, struct value *from,
                                    const struct type *to, struct value *const *sizes) {
    struct context *context = bound_context(bounder);
    const struct type *numbers =
        type_tensor(context, type_integer(context, 32, SIGNLESS), to->rank, to->dims, NULL);
    int64_t count = type_count(from->type);
    struct value *places = places_of(bounder, numbers_of(bounder, numbers, sizes), from);
    struct value *list = build_reshape(bound_at(bounder), from, 1, &count);
    return elements_at(bounder, list, places);
}

bool reshape_bound_to(struct bound_builder *bounder, struct op *op, struct value *const *sizes) {
    struct value *from = op_operand(op, 0);
    const struct type *original = op_result(op, 0)->type;
    const struct type *to = bound_storage(bound_context(bounder), original);
    if (!to) {
        return bound_fails(bounder, op,
                           "has a result with a dimension that is open and has no bound");
    }
    if (is_in_order(bounder, from, original, to)) {
        struct value *same = build_reshape(bound_at(bounder), from, to->rank, to->dims);
        return bound_replace(bounder, op, same, sizes);
    }
    if (type_is_empty(from->type) || type_is_empty(to)) {
        return bound_replace(
            bounder, op,
            build_zeros(bound_at(bounder),
                        type_with_element(bound_context(bounder), to, from->type->element)),
            sizes);
    }
    if (type_count(from->type) > INT32_MAX || type_count(to) > INT32_MAX) {
        return bound_fails(bounder, op, "has more elements than 32 bits count");
    }
    return bound_replace(bounder, op, taken_in_order(bounder, from, to, sizes), sizes);
}

/* The one dimension that is not known has what the others leave. */
static bool reshape_bound(struct op *op, struct bound_builder *bounder) {
    const struct value *from = op_operand(op, 0);
    const struct type *to = op_result(op, 0)->type;
    struct value *sizes[MAX_RANK], *all = size_of(bounder, 1);
    int64_t known = 1;
    for (uint32_t dim = 0; dim < from->type->rank; dim++) {
        all = size_by(bounder, OP_MULTIPLY, all, bound_size(bounder, from, dim));
    }
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        known = to->dims[dim] == DIM_DYNAMIC ? known : extent_product(known, to->dims[dim]);
    }
    known = known < 1 ? 1 : known > INT32_MAX ? INT32_MAX : known;
    for (uint32_t dim = 0; dim < to->rank; dim++) {
        sizes[dim] = to->dims[dim] == DIM_DYNAMIC
                         ? size_by(bounder, OP_DIVIDE, all, size_of(bounder, known))
                         : size_of(bounder, to->dims[dim]);
    }
    return reshape_bound_to(bounder, op, sizes);
}

/* The dimensions of `a` that stand for the same elements as one of `b`, and that of `b` (-1: none):
 * as long, behind as many elements. */
static void pair_dims(const struct type *a, const struct type *b, int64_t *pairs) {
    int64_t before_a = 1;
    for (uint32_t i = 0; i < a->rank; before_a *= a->dims[i++]) {
        int64_t before_b = 1;
        pairs[i] = -1;
        for (uint32_t j = 0; j < b->rank; before_b *= b->dims[j++]) {
            if (a->dims[i] == b->dims[j] && before_a == before_b) {
                pairs[i] = j;
            }
        }
    }
}

/* Whether every dimension of the type that is padded has a partner which is padded alike. */
static bool is_paired(const struct type *original, const struct type *padded,
                      const struct type *partner, const int64_t *pairs) {
    for (uint32_t dim = 0; dim < original->rank; dim++) {
        if (padded->dims[dim] != original->dims[dim] &&
            (pairs[dim] < 0 || partner->dims[pairs[dim]] != padded->dims[dim])) {
            return false;
        }
    }
    return true;
}

static dim_set unpaired(const int64_t *pairs, uint32_t rank) {
    dim_set dims = 0;
    for (uint32_t dim = 0; dim < rank; dim++) {
        dims |= pairs[dim] < 0 ? dim_set_of(dim) : 0;
    }
    return dims;
}

/* A dimension that is merged or split has its padding in the midst of the result's elements. */
static bool reshape_fill(struct op *op, struct fill_builder *padder) {
    const struct value *operand = op_operand(op, 0);
    const struct type *from = fill_original(padder, operand), *to = op->results[0].type;
    const struct type *padded_to = fill_result_type(padder, op);
    int64_t forward[MAX_RANK], backward[MAX_RANK];
    pair_dims(from, to, forward);
    pair_dims(to, from, backward);
    if (is_paired(from, operand->type, padded_to, forward) &&
        is_paired(to, padded_to, operand->type, backward)) {
        op->results[0].type = padded_to;
        return true;
    }
    dim_set apart = unpaired(forward, from->rank), behind = unpaired(backward, to->rank);
    dim_set longer = dims_unlike(from, operand->type), wanted = dims_unlike(to, padded_to);
    if (!(longer & apart) && !(wanted & behind)) { /* partners that are not sharded alike */
        return fill_on_whole(padder, op, &longer, wanted);
    }
    return fill_on_whole(padder, op, &apart, behind);
}

static bool reshape_fold(struct op *op, struct fold_builder *builder) {
    const struct fold_integers *from = fold_operand(builder, 0);
    return fold_read_operands(op, builder) &&
           fold_become_constant(op, builder, from->items, from->splat ? 1 : from->count);
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
    .relate = relate_reshape,
    .canonicalize = canonicalize_nothing,
    .bound = reshape_bound,
    .fill = reshape_fill,
    .reify = reify_elementwise,
    .fold = reshape_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .memory = OP_MEMORY_NONE,
};
