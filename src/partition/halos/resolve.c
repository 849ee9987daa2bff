/* Dimensions for which devices would need what their neighbours hold (windows, slices, pads,
 * reversals along sharded dimensions) are made whole, as the operations say that they need it. */
#include "partition/halos/resolve.h"

#include "ir/op_def.h"
#include "partition/halos/halo.h"
#include "partition/partition.h"

/* Operations that exchange what they need. */
static bool exchange_op(struct resolver *resolver, const struct op_context *context) {
    static const struct {
        enum op_id id;
        bool (*exchange)(struct resolver *resolver, const struct op_context *context);
    } known[] = {
        {OP_PAD, exchange_pad},
        {OP_RESHAPE, exchange_reshape},
        {OP_REVERSE, exchange_reverse},
        {OP_SLICE, exchange_slice},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (op_is(context->op, known[i].id)) {
            return known[i].exchange(resolver, context);
        }
    }
    return false;
}

/* Drops what needs no exchange, of operations of which Shardy knows that. */
static void drop_empty_halos(const struct op_context *context, struct need_list *needs) {
    const struct op *op = context->op;
    const struct sharding *sharding = attr_as_sharding(context->shardings[0]);
    size_t kept = 0;
    if (!sharding || !(op_is(op, OP_PAD) || op_is(op, OP_SLICE))) {
        return;
    }
    for (size_t i = 0; i < needs->items.count; i++) {
        struct need need = needs->items.items[i];
        if (need.kind != NEED_HALO) {
            needs->items.items[kept++] = need;
            continue;
        }
        int64_t parts = dim_sharding_size(context->mesh, &sharding->dims[need.dim]);
        int64_t size = op_operand(op, 0)->type->dims[need.dim];
        int64_t left = op->results[0].type->dims[need.dim];
        struct halo halo = halo_of(&need.window, parts, size, left);
        bool plain = size > 0 && left > 0 && need.window.dilation == 1 && need.window.step == 1 &&
                     (op_is(op, OP_PAD) || need.window.low == 0);
        if (!plain || !halo_is_empty(&halo)) {
            needs->items.items[kept++] = need;
        }
    }
    needs->items.count = kept;
}

static void resolve_op(struct resolver *resolver, struct op *op) {
    if (op_has(op, OP_TERMINATOR) || op_has(op, OP_FUNCTION) || op->def->flow != OP_FLOW_NONE ||
        (!op->def->needs && is_alike_pointwise(resolver->module->context, op))) {
        return;
    }
    struct op_context context = op_context_of(resolver->module, resolver->scratch, op);
    if (!context.mesh || (context.rule && context.rule->is_custom)) {
        return;
    }
    if (resolver->narrow) {
        bool done = (op_is(op, OP_REVERSE) && narrow_reverse(resolver, &context)) ||
                    (op_is(op, OP_RESHAPE) && context.rule && exchange_reshape(resolver, &context));
        if (!done) {
            narrow_op(resolver, &context);
        }
        return;
    }
    if (context.rule && resolver->exchanges && exchange_op(resolver, &context)) {
        resolver->changed = true;
        return;
    }
    struct need_list *needs =
        partition_ask(&resolver->builder, op, context.shardings, context.rule);
    drop_empty_halos(&context, needs);
    reshard_to_whole(&context, needs);
    resolver->changed |= needs->items.count > 0;
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
    struct resolver resolver = {
        .module = module,
        .scratch = arena_new(),
        .exchanges = pass_bool(options, "enable-halo-exchange"),
        .narrow = pass_bool(options, "narrow-halos"),
        .ids = {.replica_count = pass_int(options, "replica-count"),
                .partition_count = pass_int(options, "partition-count"),
                .next_channel = free_channel(module)},
    };
    resolver.builder.module = module;
    resolver.builder.scratch = resolver.scratch;
    resolver.builder.narrow_halos = resolver.narrow;
    resolve_region(&resolver, &module->op->regions[0]);
    vector_free(&resolver.builder.needs.items);
    arena_free(resolver.scratch);
    return !resolver.changed || pass_verify_ops(module, 0);
}
