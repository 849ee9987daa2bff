/* stablehlo.concatenate */
#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"
#include "ops/stablehlo/shape/joined.h"

static bool concatenate_verify(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "dimension", 0);
    const struct type *witness = operand_type(op, 0);
    if (witness->rank == 0) {
        return fault(op, context, "rank-0 values cannot be concatenated");
    }
    if (dim >= (int64_t)witness->rank) {
        return fault(op, context, "dimension %lld is out-of-bounds for input rank %u",
                     (long long)dim, witness->rank);
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        if (type->rank != witness->rank) {
            return fault(op, context, "operands (0) and (%u) do not match rank: %u and %u", i,
                         witness->rank, type->rank);
        }
        for (uint32_t d = 0; d < type->rank; d++) {
            if (d != dim && !dims_compatible(type->dims[d], witness->dims[d])) {
                return fault(op, context,
                             "shapes of operand (0) and (%u) are not compatible at non-concat "
                             "index %u: (%s) != (%s)",
                             i, d, say_bare(context, witness->rank, witness->dims),
                             say_bare(context, type->rank, type->dims));
            }
        }
    }
    return true;
}

/* The type with nothing known of one dimension. */
static const struct type *without_extent(struct context *context, const struct type *type,
                                         uint32_t dim) {
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    for (uint32_t d = 0; d < type->rank; d++) {
        dims[d] = d == dim ? DIM_DYNAMIC : type->dims[d];
        bounds[d] = d == dim ? DIM_DYNAMIC : bound_of(type, d);
    }
    return type_with_bounds(context, type->element, type->rank, dims, bounds);
}

static bool concatenate_infer(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct type *witness = operand_type(op, 0);
    uint32_t dim = (uint32_t)op_int(op, "dimension", 0);
    int64_t dims[MAX_RANK], bounds[MAX_RANK], sum = 0, most = 0;
    const struct type *joined = without_extent(context, witness, dim);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        int64_t extent = type->dims[dim];
        sum = extent_sum(sum, extent);
        most = extent_sum(most, extent == DIM_DYNAMIC ? bound_of(type, dim) : extent);
        joined = check_join(op, context, joined, without_extent(context, type, dim));
        if (!joined) {
            return false;
        }
    }
    for (uint32_t d = 0; d < witness->rank; d++) {
        dims[d] = d == dim ? sum : joined->dims[d];
        bounds[d] = d == dim ? most : bound_of(joined, d);
    }
    types[0] = type_with_bounds(context, witness->element, witness->rank, dims, bounds);
    return true;
}

/* Whether the value is a concatenation that only another one along the same dimension reads: then
 * its operands stand in its place there. */
static bool is_joined_again(const struct value *value) {
    const struct op *op = value->op;
    const struct use *use = value->first_use;
    return op && op_is(op, OP_CONCATENATE) && use && !use->next &&
           op_is(use->user, OP_CONCATENATE) && use->user->block == op->block &&
           op_int(op, "dimension", 0) == op_int(use->user, "dimension", 0);
}

struct values {
    VECTOR(const struct value *) list;
};

static void push_operands(struct values *stack, const struct op *op) {
    for (uint32_t i = op->operand_count; i-- > 0;) {
        *vector_push(&stack->list) = op_operand(op, i);
    }
}

/* What is joined in the end; the caller frees the list. */
static struct values find_joined(const struct op *op) {
    struct values stack = {0}, joined = {0};
    push_operands(&stack, op);
    while (stack.list.count > 0) {
        const struct value *value = stack.list.items[--stack.list.count];
        if (is_joined_again(value)) {
            push_operands(&stack, value->op);
        } else {
            *vector_push(&joined.list) = value;
        }
    }
    vector_free(&stack.list);
    return joined;
}

enum { LEAST_JOINED = 1 << 16 }; /* bytes: a smaller tensor stays in the caches */

/* What follows on each other in the concatenation, one behind the other; NULL where there are more
 * parts than are worth it, or the tensor is small. */
static struct node *emit_boxes(const struct type *type, uint32_t along, uint32_t count,
                               const struct value *const *operands,
                               struct kernel_builder *builder) {
    struct joined joined;
    if (type_count(type) * type_bytes(type_element(type)) < LEAST_JOINED ||
        !joined_find(&joined, along, count, operands)) {
        return NULL;
    }
    struct node_part *parts = ARENA_ARRAY(kernel_arena(builder), struct node_part, joined.count);
    for (uint32_t i = 0; i < joined.count; i++) {
        const struct joined_box *box = &joined.boxes[i];
        struct affine map[KERNEL_DIMS];
        parts[i].rank = parts[i].parallel_rank = type->rank;
        for (uint32_t d = 0; d < type->rank; d++) {
            parts[i].extent[d] = box->extent[d];
            parts[i].store[d] = affine_dim(d, 1, box->first[d]);
            map[d] = affine_dim(d, box->step[d], box->start[d]);
        }
        parts[i].term = term_read(builder, kernel_value(builder, box->source), map);
    }
    return node_parts(builder, type, NULL, joined.count, parts);
}

static struct node *emit_operands(const struct type *type, uint32_t along, uint32_t count,
                                  const struct value *const *operands,
                                  struct kernel_builder *builder) {
    struct node_part *parts = ARENA_ARRAY(kernel_arena(builder), struct node_part, count);
    int64_t begin = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct node *operand = kernel_value(builder, operands[i]);
        parts[i].rank = parts[i].parallel_rank = type->rank;
        for (uint32_t d = 0; d < type->rank; d++) {
            parts[i].extent[d] = node_extent(operand, d);
            parts[i].store[d] = affine_dim(d, 1, d == along ? begin : 0);
        }
        parts[i].term = term_same(builder, operand);
        begin += node_extent(operand, along);
    }
    return node_parts(builder, type, NULL, count, parts);
}

static bool concatenate_emit(const struct op *op, struct kernel_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    uint32_t along = (uint32_t)op_int(op, "dimension", 0);
    if (is_joined_again(op_result(op, 0))) {
        return true;
    }
    struct values joined = find_joined(op);
    uint32_t count = (uint32_t)joined.list.count;
    const struct value *const *operands = joined.list.items;
    struct node *node = emit_boxes(type, along, count, operands, builder);
    if (node == NULL) {
        node = emit_operands(type, along, count, operands, builder);
    }
    vector_free(&joined.list);
    kernel_result(builder, op, 0, node);
    return true;
}

/* What `value` is a slice of, or itself. */
static const struct value *before_slice(const struct value *value) {
    return value->op && op_is(value->op, OP_SLICE) ? op_operand(value->op, 0) : value;
}

/* Whether the parts are slices: all of them, or of one tensor that may stand among them whole. Then
 * devices only exchange the borders of what they hold. */
static bool joins_slices(const struct op *op) {
    uint32_t slices = 0;
    bool one_tensor = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *part = op_operand(op, i);
        slices += before_slice(part) != part;
        one_tensor = one_tensor && before_slice(part) == before_slice(op_operand(op, 0));
    }
    return slices == op->operand_count || (one_tensor && slices != 0);
}

static bool concatenate_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op->results[0].type;
    int64_t along = op_int(op, "dimension", 0);
    rule_looks_further(builder);
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        if (dim != along) {
            rule_add_everywhere(builder, dim, type->dims[dim], FACTOR_PASS_THROUGH);
        } else if (!rule_is_conservative(builder)) {
            rule_add_everywhere(builder, dim, type->dims[dim],
                                joins_slices(op) ? FACTOR_PERMUTATION : FACTOR_NEED_REPLICATION);
        }
    }
    return true;
}

/* The result looks at each operand where the operand has its place. */
static void concatenate_needs(const struct op *op, const struct partition_builder *builder,
                              struct need_list *needs) {
    (void)builder;
    uint32_t dim = (uint32_t)op_int(op, "dimension", 0);
    int64_t offset = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct need_window window = {.tensor = op->operand_count,
                                     .dim = dim,
                                     .step = 1,
                                     .low = offset,
                                     .reach = 1,
                                     .dilation = 1,
                                     .padding = NEED_ZERO};
        need_halo(needs, i, dim, window);
        offset += op_operand(op, i)->type->dims[dim];
    }
}

/* Each operand over the padding of those before it. */
static bool concatenate_bound(struct op *op, struct bound_builder *bounder) {
    struct context *context = bound_context(bounder);
    uint32_t along = (uint32_t)op_int(op, "dimension", 0);
    const struct type *first = op_operand(op, 0)->type;
    struct value *sizes[MAX_RANK], *starts[MAX_RANK], *end = size_of(bounder, 0);
    int64_t dims[MAX_RANK], bound = 0;
    bound_sizes_by_place(bounder, op, op->operand_count, sizes);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        bound = extent_sum(bound, op_operand(op, i)->type->dims[along]);
    }
    for (uint32_t dim = 0; dim < first->rank; dim++) {
        dims[dim] = dim == along ? bound : first->dims[dim];
        starts[dim] = end;
    }
    struct value *whole =
        build_zeros(bound_at(bounder), type_with_dims(context, first, first->rank, dims));
    for (uint32_t i = 0; i < op->operand_count; i++) {
        starts[along] = end;
        whole = build_dynamic_update_slice(bound_at(bounder), whole, op_operand(op, i), starts);
        end = size_by(bounder, OP_ADD, end, bound_size(bounder, op_operand(op, i), along));
    }
    sizes[along] = end;
    return bound_replace(bounder, op, whole, sizes);
}

static struct value *concatenate_reify(struct op *op, struct builder *at) {
    struct reified_extents to = reify_extents(at);
    struct arena *scratch = arena_new();
    struct value **lengths = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    int64_t dim = op_int(op, "dimension", 0);
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        reify_add(&to, reify_dimension(&to, op_operand(op, 0), i));
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        lengths[i] = reify_dimension(&to, op_operand(op, i), dim);
    }
    for (uint32_t i = 1; i < op->operand_count; i++) {
        to.items[dim] = reify_compute(&to, OP_ARITH_ADDI, to.items[dim], lengths[i]);
    }
    arena_free(scratch);
    return reify_list(&to);
}

/* Row by row: what stands in front of the dimension is what all pieces have alike. */
static bool concatenate_fold(struct op *op, struct fold_builder *builder) {
    const struct type *type = op_result(op, 0)->type;
    if (!fold_read_operands(op, builder)) {
        return false;
    }
    int64_t count = type_count(type), rows = 1, next = 0, *items = fold_room(builder, count);
    if (!items) {
        return false;
    }
    for (int64_t d = 0; d < op_int(op, "dimension", 0); d++) {
        rows *= type->dims[d];
    }
    for (int64_t row = 0; row < rows; row++) {
        for (uint32_t i = 0; i < op->operand_count; i++) {
            const struct fold_integers *piece = fold_operand(builder, i);
            int64_t length = piece->count / rows;
            for (int64_t k = 0; k < length; k++) {
                items[next++] = fold_item(piece, row * length + k);
            }
        }
    }
    return fold_become_constant(op, builder, items, count);
}

const struct op_def op_concatenate = {
    .name = "stablehlo.concatenate",
    .summary = "joins tensors along a dimension",
    .traits = OP_PURE | OP_SAME_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"inputs", VALUE_TENSOR, OP_MANY}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "dimension",
                    .kind = OP_ATTR_INT,
                    .required = true,
                    .limit = OP_ATTR_NON_NEGATIVE}),
    .form = "@inputs dim = $dimension @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = concatenate_verify,
    .infer = concatenate_infer,
    .speculatable = speculatable_concatenate,
    .rule = concatenate_rule,
    .needs = concatenate_needs,
    .emit = concatenate_emit,
    .relate = relate_concatenate,
    .canonicalize = canonicalize_nothing,
    .bound = concatenate_bound,
    .fill = fill_in_place,
    .reify = concatenate_reify,
    .fold = concatenate_fold,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
