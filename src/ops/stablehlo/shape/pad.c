/* stablehlo.pad */
#include "ops/hooks.h"

/* Two parts: the padding value everywhere, then the operand's elements at their places. Where
 * padding is negative the elements that remain are read from an offset. */
static bool pad_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    struct int_list low = op_ints(op, "edge_padding_low"),
                    interior = op_ints(op, "interior_padding");
    const struct type *type = op_result(op, 0)->type;
    uint32_t rank = type->rank;
    struct node_part parts[2] = {{.rank = rank, .parallel_rank = rank},
                                 {.rank = rank, .parallel_rank = rank, .overlaps = true}};
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        int64_t step = node_extent(operand, d) > 1 ? interior.items[d] + 1 : 1;
        int64_t begin = low.items[d];
        int64_t first = begin < 0 ? (-begin + step - 1) / step : 0;
        int64_t last = (type->dims[d] - 1 - begin) / step;
        if (type->dims[d] - 1 < begin) {
            last = -1;
        }
        if (last >= node_extent(operand, d)) {
            last = node_extent(operand, d) - 1;
        }
        parts[0].extent[d] = type->dims[d];
        parts[0].store[d] = affine_dim(d, 1, 0);
        parts[1].extent[d] = last < first ? 0 : last - first + 1;
        parts[1].store[d] = affine_dim(d, step, begin + first * step);
        map[d] = affine_dim(d, 1, first);
    }
    parts[0].term = term_read(builder, kernel_operand(builder, op, 1), NULL);
    parts[1].term = term_read(builder, operand, map);
    kernel_result(builder, op, 0, node_parts(builder, type, 2, parts));
    return true;
}

/* What is padded is whole. */
static bool pad_partition(struct op *op, struct partition_builder *builder) {
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high");
    for (uint32_t dim = 0; dim < low.count && partition_phase(builder) != PARTITION_CHOOSE; dim++) {
        if (low.items[dim] != 0 || high.items[dim] != 0 ||
            op_ints(op, "interior_padding").items[dim] != 0) {
            partition_keep_whole(builder, 0, dim);
            partition_keep_result_whole(builder, 0, dim);
        }
    }
    return partition_as_typed(op, builder);
}

static bool pad_rule(const struct op *op, struct rule_builder *builder) {
    rule_add_dims_unless_equal(builder, op_operand(op, 0)->type, op->results[0].type,
                               FACTOR_PERMUTATION, rule_is_conservative(builder));
    return true;
}

const struct op_def op_pad = {
    .name = "stablehlo.pad",
    .summary = "pads around and between elements",
    .traits = OP_PURE | OP_SAME_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"padding_value", VALUE_TENSOR | VALUE_RANK_0, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "edge_padding_low", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "edge_padding_high", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "interior_padding", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .form = "$operand , $padding_value , low = $edge_padding_low , high = $edge_padding_high , "
            "interior = $interior_padding @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_pad,
    .infer = infer_pad,
    .rule = pad_rule,
    .partition = pad_partition,
    .emit = pad_emit,
    .canonicalize = canonicalize_nothing,
};
