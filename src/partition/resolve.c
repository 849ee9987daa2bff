/* Dimensions for which devices would need what their neighbours hold (windows, slices, pads,
 * reversals along sharded dimensions) are made whole, as the operations say that they need it. */
#include "ir/op_def.h"
#include "partition/partition.h"
#include "partition/reshard_op.h"

struct resolver {
    struct module *module;
    struct arena *scratch;
    struct partition_builder builder;
};

static void resolve_op(struct resolver *resolver, struct op *op) {
    if (op_has(op, OP_TERMINATOR) || op_has(op, OP_FUNCTION) || op->def->flow != OP_FLOW_NONE) {
        return;
    }
    struct op_context context = op_context_of(resolver->module, resolver->scratch, op);
    if (context.rule && !context.rule->is_custom) {
        reshard_to_whole(&context,
                         partition_ask(&resolver->builder, op, context.shardings, context.rule));
    }
}

static void resolve_region(struct resolver *resolver, struct region *region) {
    FOR_EACH_BLOCK (block, region) {
        FOR_EACH_OP_SAFE (op, block) {
            for (uint32_t i = 0; i < op->region_count; i++) {
                resolve_region(resolver, &op->regions[i]);
            }
            resolve_op(resolver, op);
        }
    }
}

bool pass_resolve_permutation_factors(struct module *module, const struct pass_options *options) {
    (void)options;
    struct resolver resolver = {.module = module, .scratch = arena_new()};
    resolver.builder.module = module;
    resolver.builder.scratch = resolver.scratch;
    resolve_region(&resolver, &module->op->regions[0]);
    vector_free(&resolver.builder.needs.items);
    arena_free(resolver.scratch);
    return true;
}
