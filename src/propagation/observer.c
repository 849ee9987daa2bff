/* Reports to who watches shardings, as far as they need making. */
#include "propagation/observer.h"

#include "propagation/propagation.h"

uint32_t step_source(const struct sharding_step *step, uint32_t tensor, uint32_t factor) {
    const struct axis_list old = step->before->tensors[tensor].factors[factor].axes;
    const struct axis_list new = step->after->tensors[tensor].factors[factor].axes;
    if (axes_equal(old, new)) {
        return TENSOR_NONE;
    }
    for (uint32_t t = 0; t < rule_tensor_count(step->before->rule); t++) {
        const struct factor_sharding *other = &step->before->tensors[t].factors[factor];
        if (other->is_mapped && axes_prefix_status(new, other->axes) != PREFIX_NONE) {
            return t;
        }
    }
    return TENSOR_NONE;
}

void observe_assignment(const struct module *module, const struct sharding_assignment *assignment) {
    if (module->observer && module->observer->assignment &&
        assignment->before != assignment->after) {
        module->observer->assignment(module->observer->data, assignment);
    }
}

void observe_constraint(struct module *module, struct op *constraint) {
    const struct attr *asked = op_property(constraint, "sharding");
    const struct sharding *sharding = attr_as_sharding(asked);
    const struct mesh *mesh = sharding ? sharding_mesh(constraint, sharding) : NULL;
    const struct sharding_rule *rule =
        module->observer && mesh
            ? attr_as_rule(op_sharding_rule(module->context, constraint, false))
            : NULL;
    if (!rule || (sharding->rank == 0 && sharding_has_no_axes(sharding))) {
        return;
    }
    struct arena *scratch = arena_new();
    const struct attr *shardings[2] = {NULL, asked};
    const struct attr *const changed[2] = {asked, NULL};
    const struct projection before = project(rule, mesh, shardings, false, scratch);
    shardings[0] = asked;
    const struct projection after = project(rule, mesh, shardings, false, scratch);
    struct value *values[2] = {value_shardable(op_operand(constraint, 0)), &constraint->results[0]};
    const struct sharding_step step = {
        .op = constraint,
        .values = values,
        .before = &before,
        .after = &after,
        .changed = changed,
    };
    module->observer->step(module->observer->data, &step);
    arena_free(scratch);
}
