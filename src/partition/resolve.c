/* Dimensions for which devices would need what their neighbours hold (windows, slices, pads,
 * reversals along sharded dimensions) are made whole, as the hooks of the operations say. */
#include "ir/op_def.h"
#include "partition/partition.h"
#include "partition/reshard_op.h"

struct resolver {
    struct module *module;
    struct arena *scratch;
    struct op_context context;
    struct partition_builder builder;
};

static void keep_permutations_whole(struct partition_builder *builder) {
    const struct resolver *resolver = builder->data;
    if (resolver->context.rule) {
        partition_keep_special_whole(builder, resolver->context.rule);
    }
}

static void resolve_op(struct resolver *resolver, struct op *op) {
    if (op_has(op, OP_TERMINATOR) || op_has(op, OP_FUNCTION) || op->def->flow != OP_FLOW_NONE) {
        return;
    }
    resolver->context = op_context_of(resolver->module, resolver->scratch, op);
    const struct sharding_rule *rule = resolver->context.rule;
    if (!rule || rule->is_custom) {
        return;
    }
    partition_start(&resolver->builder, op, resolver->context.shardings);
    op->def->partition(op, &resolver->builder);
    reshard_to_whole(&resolver->context, resolver->builder.whole.items,
                     resolver->builder.whole.count);
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
    resolver.builder.phase = PARTITION_RESOLVE;
    resolver.builder.module = module;
    resolver.builder.scratch = resolver.scratch;
    resolver.builder.keep_permutations_whole = keep_permutations_whole;
    resolver.builder.data = &resolver;
    resolve_region(&resolver, &module->op->regions[0]);
    vector_free(&resolver.builder.whole);
    arena_free(resolver.scratch);
    return true;
}
