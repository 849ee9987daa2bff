/* New collectives of sdy. */
#include "ops/build.h"

static struct op *build_collective(struct builder *at, enum op_id id, struct value *input,
                                   const struct attr *sharding) {
    struct op *op = build_row(at, id, 1, &input, 1, &input->type, 0);
    op_set_property(at->module, op, "out_sharding", sharding);
    return op;
}

struct value *build_all_gather(struct builder *at, struct value *input, struct axis_lists axes,
                               const struct attr *out_sharding) {
    struct op *op = build_collective(at, OP_SDY_ALL_GATHER, input, out_sharding);
    op_set_property(at->module, op, "gathering_axes", axis_lists_attr(at->module->context, axes));
    return op_result(op, 0);
}

struct value *build_all_slice(struct builder *at, struct value *input, struct axis_lists axes,
                              const struct attr *out_sharding) {
    struct op *op = build_collective(at, OP_SDY_ALL_SLICE, input, out_sharding);
    op_set_property(at->module, op, "slicing_axes", axis_lists_attr(at->module->context, axes));
    return op_result(op, 0);
}

struct value *build_all_to_all(struct builder *at, struct value *input, struct axis_list axes,
                               int64_t source_dim, int64_t target_dim,
                               const struct attr *out_sharding) {
    struct op *op = build_collective(at, OP_SDY_ALL_TO_ALL, input, out_sharding);
    struct all_to_all_move move = {.axes = axes, .source = source_dim, .target = target_dim};
    struct all_to_all_moves moves = {.count = 1, .items = &move};
    op_set_property(at->module, op, "params", all_to_all_attr(at->module->context, moves));
    return op_result(op, 0);
}

struct value *build_collective_permute(struct builder *at, struct value *input,
                                       const struct attr *out_sharding) {
    return op_result(build_collective(at, OP_SDY_COLLECTIVE_PERMUTE, input, out_sharding), 0);
}

struct value *build_all_reduce(struct builder *at, struct value *input, struct axis_list axes,
                               enum reduction_kind kind, const struct attr *out_sharding) {
    struct context *context = at->module->context;
    struct op *op = build_collective(at, OP_SDY_ALL_REDUCE, input, out_sharding);
    op_set_property(at->module, op, "reduction_axes", axis_list_attr(context, axes));
    op_set_property(at->module, op, "reduction_op",
                    attr_integer(context, type_integer(context, 32, SIGNLESS), kind));
    return op_result(op, 0);
}

struct value *build_replicated_to_unreduced(struct builder *at, struct value *input,
                                            struct axis_list axes,
                                            const struct attr *out_sharding) {
    struct op *op = build_collective(at, OP_SDY_REPLICATED_TO_UNREDUCED, input, out_sharding);
    op_set_property(at->module, op, "axes", axis_list_attr(at->module->context, axes));
    return op_result(op, 0);
}

struct value *build_sharded_to_unreduced(struct builder *at, struct value *input,
                                         struct axis_lists axes, const struct attr *out_sharding) {
    struct op *op = build_collective(at, OP_SDY_SHARDED_TO_UNREDUCED, input, out_sharding);
    op_set_property(at->module, op, "axes", axis_lists_attr(at->module->context, axes));
    return op_result(op, 0);
}
