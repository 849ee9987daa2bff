/* The sdy collectives as operations. Built on global types: operand and result are alike. */
#include "partition/collectives.h"

static struct op *build_collective(struct builder *builder, const char *name, struct value *input,
                                   const char *sharding_name, const struct attr *sharding) {
    struct op *op = build_op(builder, name, 1, &input, 1, &input->type, 0);
    op_set_property(builder->module, op, sharding_name, sharding);
    return op;
}

struct value *build_all_gather(struct builder *builder, struct value *input, struct axis_lists axes,
                               const struct attr *out_sharding) {
    struct op *op =
        build_collective(builder, "sdy.all_gather", input, "out_sharding", out_sharding);
    op_set_property(builder->module, op, "gathering_axes",
                    axis_lists_attr(builder->module->context, axes));
    return op_result(op, 0);
}

struct value *build_all_slice(struct builder *builder, struct value *input, struct axis_lists axes,
                              const struct attr *out_sharding) {
    struct op *op = build_collective(builder, "sdy.all_slice", input, "out_sharding", out_sharding);
    op_set_property(builder->module, op, "slicing_axes",
                    axis_lists_attr(builder->module->context, axes));
    return op_result(op, 0);
}

struct value *build_all_to_all(struct builder *builder, struct value *input, struct axis_list axes,
                               int64_t source_dim, int64_t target_dim,
                               const struct attr *out_sharding) {
    struct op *op =
        build_collective(builder, "sdy.all_to_all", input, "out_sharding", out_sharding);
    struct all_to_all_move move = {.axes = axes, .source = source_dim, .target = target_dim};
    struct all_to_all_moves moves = {.count = 1, .items = &move};
    op_set_property(builder->module, op, "params",
                    all_to_all_attr(builder->module->context, moves));
    return op_result(op, 0);
}

struct value *build_collective_permute(struct builder *builder, struct value *input,
                                       const struct attr *out_sharding) {
    return op_result(
        build_collective(builder, "sdy.collective_permute", input, "out_sharding", out_sharding),
        0);
}

struct value *build_all_reduce(struct builder *builder, struct value *input, struct axis_list axes,
                               enum reduction_kind kind, const struct attr *out_sharding) {
    struct context *context = builder->module->context;
    struct op *op =
        build_collective(builder, "sdy.all_reduce", input, "out_sharding", out_sharding);
    op_set_property(builder->module, op, "reduction_axes", axis_list_attr(context, axes));
    op_set_property(builder->module, op, "reduction_op",
                    attr_integer(context, type_integer(context, 32, SIGNLESS), kind));
    return op_result(op, 0);
}

struct value *build_replicated_to_unreduced(struct builder *builder, struct value *input,
                                            struct axis_list axes,
                                            const struct attr *out_sharding) {
    struct op *op = build_collective(builder, "sdy.replicated_to_unreduced", input, "out_sharding",
                                     out_sharding);
    op_set_property(builder->module, op, "axes", axis_list_attr(builder->module->context, axes));
    return op_result(op, 0);
}

struct value *build_sharded_to_unreduced(struct builder *builder, struct value *input,
                                         struct axis_lists axes, const struct attr *out_sharding) {
    struct op *op =
        build_collective(builder, "sdy.sharded_to_unreduced", input, "out_sharding", out_sharding);
    op_set_property(builder->module, op, "axes", axis_lists_attr(builder->module->context, axes));
    return op_result(op, 0);
}

struct value *build_reshard(struct builder *builder, struct value *input,
                            const struct attr *sharding) {
    return op_result(build_collective(builder, "sdy.reshard", input, "sharding", sharding), 0);
}
