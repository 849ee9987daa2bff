/* sdy-add-data-flow-edges and sdy-add-func-data-flow-edges. */
#include "ops/build.h"
#include "propagation/edit.h"
#include "propagation/passes.h"
#include "propagation/propagation.h"

bool pass_add_data_flow_edges(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list flows = module_ops_with_flow(module);
    for (size_t i = 0; i < flows.count; i++) {
        /* As in Shardy: the results of a case have edges, those of an if have none. */
        if (!op_is(flows.items[i], OP_IF)) {
            add_edges_of_flow(module, flows.items[i]);
        }
    }
    vector_free(&flows);
    return true;
}

static bool has_func_edge(const struct value *value) {
    return value->first_use && op_is(value->first_use->user, OP_SDY_FUNC_DATA_FLOW_EDGE);
}

/* An edge on each value, which keeps its own sharding as well. */
static void add_func_edges(struct module *module, struct value *const *values, uint32_t count) {
    for (uint32_t i = count; i-- > 0;) {
        struct value *value = values[i];
        if (value->type->kind != TYPE_TENSOR || !type_is_static(value->type) ||
            has_func_edge(value)) {
            continue;
        }
        const struct attr *sharding = value_sharding(module->context, value);
        struct builder builder = builder_after_value(module, value);
        builder.location = value_location(value);
        struct value *edge = build_unary(&builder, OP_SDY_FUNC_DATA_FLOW_EDGE, value, value->type);
        if (sharding) {
            value_set_sharding(module, edge, sharding);
        }
        replace_uses_except(value, edge, edge->op);
    }
}

bool pass_add_func_data_flow_edges(struct module *module, const struct pass_options *options) {
    (void)options;
    const struct op *main = main_function(module);
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION) && op != main && op->regions[0].first) {
            const struct block *body = op->regions[0].first;
            add_func_edges(module, body->arguments, body->argument_count);
        }
    }
    struct op_list calls = module_ops_with(module, OP_CALL);
    for (size_t i = 0; i < calls.count; i++) {
        struct value *const *results = NULL;
        uint32_t count = flow_owners(module, calls.items[i], true, &results);
        add_func_edges(module, results, count);
    }
    vector_free(&calls);
    return true;
}
