/* sdyc-collectives-behind-cases: a collective in which all cases of a branch end stands behind the
 * branch, once. As much is sent; but the program has one collective in the place of several, and it
 * does not depend on the case that devices take. */
#include "ops/build.h"
#include "partition/partition.h"
#include "partition/reshard_op.h"
#include "transforms/transforms.h"

/* The collective that makes result `index` of a case, and nothing else; or NULL. */
static struct op *last_collective(const struct region *region, uint32_t index) {
    const struct value *value = op_operand(block_terminator(region->first), index);
    struct op *op = value_defining_op(value);
    bool is_own = op && op->block == region->first && op_has(op, OP_COLLECTIVE) &&
                  op->operand_count == 1 && op->result_count == 1 && value_has_one_use(value);
    return is_own ? op : NULL;
}

/* Whether two collectives do the same, each to its operand, on whatever channel. */
static bool do_the_same(struct module *module, struct op *a, struct op *b) {
    static const char *const channel = "channel_handle";
    struct value *operand = op_operand(b, 0);
    const struct attr *own = op_property(b, channel);
    if (operand->type != op_operand(a, 0)->type || !own != !op_property(a, channel)) {
        return false;
    }
    op_set_operand(b, 0, op_operand(a, 0));
    op_set_property(module, b, channel, op_property(a, channel));
    bool same = op_equals(a, b);
    op_set_operand(b, 0, operand);
    op_set_property(module, b, channel, own);
    return same;
}

static bool move_behind(struct module *module, struct op *branch, uint32_t index) {
    struct op *first = last_collective(&branch->regions[0], index);
    for (uint32_t i = 0; i < branch->region_count; i++) {
        struct op *other = last_collective(&branch->regions[i], index);
        if (!first || !other || (other != first && !do_the_same(module, first, other))) {
            return false;
        }
    }
    struct value *result = &branch->results[index];
    result->type = op_operand(first, 0)->type;
    for (uint32_t i = 0; i < branch->region_count; i++) {
        struct op *other = last_collective(&branch->regions[i], index);
        op_set_operand(block_terminator(branch->regions[i].first), index, op_operand(other, 0));
        if (other != first) {
            op_erase(other);
        }
    }
    op_unlink(first);
    op_insert_after(branch, first);
    op_set_operand(first, 0, result);
    replace_other_uses(result, &first->results[0], first);
    return true;
}

static bool visit(struct op *op, void *data) {
    bool is_branch = op->def->flow == OP_FLOW_BRANCHES && op->region_count > 1;
    for (uint32_t i = 0; i < op->result_count && is_branch; i++) {
        while (move_behind(data, op, i)) {
        }
    }
    return true;
}

bool pass_collectives_behind_cases(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk_post(module->op, visit, module);
    return true;
}
