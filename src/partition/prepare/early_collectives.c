/* Collectives that stand in a program before it is partitioned (of its author, or of the export,
 * for values that are yet to be summed) are reshards again: what they bring together may still be
 * sharded otherwise. Sums stay, for they are more than that. */
#include "ops/build.h"
#include "partition/partition.h"

/* Of whole tensors: parts, in a program that is local already, change their type. */
static bool only_moves(const struct op *op) {
    return op_is_sdy_collective(op) && op_operand(op, 0)->type == op->results[0].type &&
           !op_is(op, OP_SDY_ALL_REDUCE) && !op_is(op, OP_SDY_REDUCE_SCATTER);
}

static bool replace(struct op *op, void *data) {
    struct module *module = data;
    if (only_moves(op)) {
        struct builder at = builder_before(module, op);
        at.location = op->location;
        value_replace_uses(&op->results[0],
                           build_reshard(&at, op_operand(op, 0), op_property(op, "out_sharding")));
        op_erase(op);
    }
    return true;
}

bool pass_undo_collectives(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk_post(module->op, replace, module);
    return true;
}
