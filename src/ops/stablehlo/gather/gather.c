/* stablehlo.gather, stablehlo.dynamic_gather */
#include "ops/attrs/attrs.h"
#include "ops/hooks.h"
#include "ops/stablehlo/gather/rule.h"

static bool contains(struct int_list list, int64_t item) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] == item) {
            return true;
        }
    }
    return false;
}

/* Coordinates of the start indices at a point of the result, without the index vector's. */
static void batch_coordinates(const struct gather_dims *dims, const struct node *indices,
                              uint32_t result_rank, struct affine *map) {
    uint32_t result_dim = 0;
    for (uint32_t d = 0; d < node_rank(indices); d++) {
        if (d == dims->index_vector_dim) {
            continue;
        }
        while (result_dim < result_rank && contains(dims->offset, result_dim)) {
            result_dim++;
        }
        map[d] = affine_dim(result_dim++, 1, 0);
    }
}

static bool gather_emit(const struct op *op, struct kernel_builder *builder) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct node *operand = kernel_operand(builder, op, 0);
    struct node *indices = kernel_operand(builder, op, 1);
    struct int_list sizes = op_ints(op, "slice_sizes");
    const struct type *type = op_result(op, 0)->type;
    struct affine at[KERNEL_DIMS], map[KERNEL_DIMS];
    struct term *start[KERNEL_DIMS] = {NULL};
    int64_t most[KERNEL_DIMS] = {0};
    batch_coordinates(dims, indices, type->rank, at);
    uint32_t offset = 0;
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        bool is_kept = !contains(dims->collapsed_slice, d) && !contains(dims->operand_batching, d);
        map[d] =
            is_kept ? affine_dim((uint32_t)dims->offset.items[offset++], 1, 0) : affine_constant(0);
    }
    for (uint32_t i = 0; i < dims->operand_batching.count; i++) {
        map[dims->operand_batching.items[i]] = at[dims->start_indices_batching.items[i]];
    }
    for (uint32_t i = 0; i < dims->start_index_map.count; i++) {
        int64_t d = dims->start_index_map.items[i];
        if (dims->index_vector_dim < node_rank(indices)) {
            at[dims->index_vector_dim] = affine_constant(i);
        }
        const struct type *element = node_element(indices);
        most[d] = node_extent(operand, (uint32_t)d) - sizes.items[d];
        start[d] = term_position(builder, term_read(builder, indices, at), &element, most[d]);
    }
    struct term *term = term_read_dynamic(builder, operand, map, start, most);
    kernel_result(builder, op, 0, node_compute(builder, type, term));
    return true;
}

/* Dimensions of the operand that are not taken as a whole, or one index at a time in step with the
 * indices, are whole. */
static bool gather_partition(struct op *op, struct partition_builder *builder) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct int_list sizes = op_ints(op, "slice_sizes");
    int64_t local[MAX_RANK];
    for (uint32_t dim = 0; dim < sizes.count; dim++) {
        bool batch = int_list_has(dims->operand_batching, dim);
        bool whole = sizes.items[dim] == partition_operand_size(builder, 0, dim);
        int64_t parts = partition_parts(builder, partition_operand_axes(builder, 0, dim));
        local[dim] = whole && !batch ? sizes.items[dim] / parts : sizes.items[dim];
        if (!batch && !whole) {
            partition_keep_whole(builder, 0, dim);
        }
    }
    if (partition_phase(builder) == PARTITION_LOCALIZE) {
        struct module *module = partition_at(builder)->module;
        op_set_property(module, op, "slice_sizes",
                        attr_i64_array(module->context, sizes.count, local));
    }
    return partition_as_typed(op, builder);
}

static void add_gather_factor(struct rule_builder *builder, const struct op *op, int64_t input,
                              int64_t indices, int64_t slices, int64_t size,
                              enum factor_kind kind) {
    (void)op;
    rule_add_binary(builder, input, indices, slices, size, kind);
}

static bool gather_rule(const struct op *op, struct rule_builder *builder) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct slicing slicing = {
        .input = op_operand(op, 0)->type,
        .indices = op_operand(op, 1)->type,
        .slices = op->results[0].type,
        .index_vector_dim = dims->index_vector_dim,
        .offset = dims->offset,
        .collapsed = dims->collapsed_slice,
        .input_batching = dims->operand_batching,
        .indices_batching = dims->start_indices_batching,
        .implicit_batch = FACTOR_PASS_THROUGH,
        .add = add_gather_factor,
    };
    rule_add_slicing(builder, op, &slicing);
    return true;
}

const struct op_def op_gather = {
    .name = "stablehlo.gather",
    .summary = "takes slices at run-time indices",
    .traits = OP_PURE | OP_INFERRED | OP_ELEMENTS_STAY,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"start_indices", VALUE_INT, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "dimension_numbers",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.gather"},
        {.name = "slice_sizes", .kind = OP_ATTR_INT_ARRAY, .required = true},
        {.name = "indices_are_sorted", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_gather,
    .infer = infer_gather,
    .rule = gather_rule,
    .partition = gather_partition,
    .emit = gather_emit,
    .canonicalize = canonicalize_nothing,
};

const struct op_def op_dynamic_gather = {
    .name = "stablehlo.dynamic_gather",
    .summary = "gather with slice sizes known at run time",
    .traits = OP_PURE | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}, {"start_indices", VALUE_INT, OP_ONE},
                         {"slice_sizes", VALUE_INT | VALUE_RANK_1 | VALUE_STATIC, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "dimension_numbers",
         .kind = OP_ATTR_DIALECT,
         .required = true,
         .dialect_attr = "stablehlo.gather"},
        {.name = "indices_are_sorted", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = verify_dynamic_gather,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
