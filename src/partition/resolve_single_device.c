/* sdy-resolve-single-device-sharding: what is on one device alone stands in a branch that
 * only this device enters; the others have zeros, and a sum over all devices spreads the result. */
#include <string.h>

#include "ops/build.h"
#include "ops/op_def.h"
#include "partition/partition.h"
#include "partition/single_device.h"

struct resolver {
    struct module *module;
    struct arena *scratch;
    const struct op *mesh; /* that of the whole program */
    bool signed_zeros;     /* sums over devices keep the sign of what one of them adds */
    bool by_replica, ok;
    VECTOR(struct op *) found;
};

/* --- which operations ------------------------------------------------------------------------- */

static bool has_zero(const struct type *type) {
    return type->kind == TYPE_TOKEN ||
           (type_is_static(type) && type->element->kind != TYPE_QUANTIZED);
}

/* The results need zeros for the other devices; those that stay on the mesh must be whole on it,
 * for nothing else comes of one device. */
static bool check_results(struct resolver *resolver, const struct op *op) {
    struct context *context = resolver->module->context;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct attr *attr = value_sharding(context, &op->results[i]);
        const struct sharding *sharding = attr_as_sharding(attr);
        if (sharding && !single_device_mesh(op, attr) && !sharding_is_replicated(sharding)) {
            return diag_error(context->diagnostics, op->location,
                              "'%s' on a single device has a result that is sharded: "
                              "sdy-insert-explicit-reshards comes first",
                              op->name);
        }
        if (!has_zero(op->results[i].type)) {
            return diag_error(context->diagnostics, op->location,
                              "'%s' on a single device: there are no zeros of the type of "
                              "result %u for the other devices",
                              op->name, i);
        }
    }
    return true;
}

static bool is_within(const struct op *op, const struct op *outer) {
    const struct op *parent = op_parent(op);
    while (parent && parent != outer) {
        parent = op_parent(parent);
    }
    return parent != NULL;
}

static bool find_op(struct op *op, void *data) {
    struct resolver *resolver = data;
    size_t count = resolver->found.count;
    bool failed = false;
    if (strncmp(op->name, "sdy.", 4) == 0 || op_has(op, OP_FUNCTION) || op_has(op, OP_TERMINATOR) ||
        (count > 0 && is_within(op, resolver->found.items[count - 1]))) {
        return true;
    }
    if (single_device_sharding(resolver->module->context, op, &failed)) {
        failed = !check_results(resolver, op);
        *vector_push(&resolver->found) = op;
    }
    resolver->ok = resolver->ok && !failed;
    return resolver->ok;
}

/* --- the two branches ------------------------------------------------------------------------- */

static struct value *is_device(struct resolver *resolver, struct builder *at, int64_t device) {
    struct context *context = resolver->module->context;
    const struct type *type =
        type_tensor(context, type_integer(context, 32, UNSIGNED), 0, NULL, NULL);
    enum op_id number = resolver->by_replica ? OP_REPLICA_ID : OP_PARTITION_ID;
    struct value *id = build_value(at, number, 0, NULL, type);
    id = build_convert(at, id, type_integer(context, 64, SIGNLESS));
    return build_compare(at, id, build_i64_scalar(at, device), COMPARE_EQ, COMPARE_NO_TYPE);
}

/* A copy that reads what was there before it went to the device; it is on every device that enters
 * here, so that no sharding is left. */
static void fill_on_device(struct resolver *resolver, struct op *op, struct region *region) {
    struct module *module = resolver->module;
    struct builder at = builder_at_end(module, block_new(module, region));
    at.location = op->location;
    struct pointer_map map = {0};
    struct op *copy = op_clone(module, op, &map);
    pointer_map_free(&map);
    op_append(region->first, copy);
    op_set_attr(module, copy, "sdy.sharding", NULL);
    struct value **results = ARENA_ARRAY(resolver->scratch, struct value *, op->result_count);
    for (uint32_t i = 0; i < copy->operand_count; i++) {
        struct op *source = value_defining_op(op_operand(copy, i));
        if (source && op_is(source, OP_SDY_RESHARD) &&
            single_device_mesh(source, op_property(source, "sharding"))) {
            op_set_operand(copy, i, op_operand(source, 0));
        }
    }
    for (uint32_t i = 0; i < copy->result_count; i++) {
        results[i] = &copy->results[i];
    }
    build_end(&at, OP_RETURN, copy->result_count, results);
}

static void fill_elsewhere(struct resolver *resolver, const struct op *op, struct region *region) {
    struct builder at = builder_at_end(resolver->module, block_new(resolver->module, region));
    at.location = op->location;
    struct value **results = ARENA_ARRAY(resolver->scratch, struct value *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op->results[i].type;
        results[i] = !type_is_tensor(type)    ? build_value(&at, OP_CREATE_TOKEN, 0, NULL, type)
                     : resolver->signed_zeros ? build_minus_zeros(&at, type)
                                              : build_zeros(&at, type);
    }
    build_end(&at, OP_RETURN, op->result_count, results);
}

/* --- all together ----------------------------------------------------------------------------- */

/* What used the result uses the sum; a reshard to what the sum has already goes. */
static void replace_result(struct value *result, struct value *sum, const struct attr *replicated) {
    struct use *next;
    for (struct use *use = result->first_use; use; use = next) {
        struct op *user = use->user;
        next = use->next;
        op_set_operand(user, use_index(use), sum);
        if (op_is(user, OP_SDY_RESHARD) && op_property(user, "sharding") == replicated) {
            value_replace_uses(&user->results[0], sum);
            op_erase(user);
        }
    }
}

static struct axis_list all_axes(struct resolver *resolver) {
    const struct mesh *mesh = attr_as_mesh(op_property(resolver->mesh, "mesh"));
    struct axis_vector axes = {.arena = resolver->scratch};
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        axes_push(&axes, axis_whole(mesh->axes[i].name));
    }
    return axes_of(&axes);
}

static void erase_unused_reshards(struct op *op) {
    for (uint32_t i = op->operand_count; i-- > 0;) {
        struct op *source = value_defining_op(op_operand(op, i));
        bool moves_here = source && op_is(source, OP_SDY_RESHARD) &&
                          single_device_mesh(source, op_property(source, "sharding"));
        op_erase_operand(op, i);
        if (moves_here && !source->results[0].first_use) {
            op_erase(source);
        }
    }
}

static void resolve_op(struct resolver *resolver, struct op *op) {
    struct module *module = resolver->module;
    bool failed = false;
    const struct attr *sharding = single_device_sharding(module->context, op, &failed);
    struct builder at = builder_before(module, op);
    at.location = op->location;
    struct value *guard = is_device(resolver, &at, single_device_mesh(op, sharding)->device_ids[0]);
    const struct type **types =
        ARENA_ARRAY(resolver->scratch, const struct type *, op->result_count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op->results[i].type;
    }
    struct op *branches = build_row(&at, OP_IF, 1, &guard, op->result_count, types, 2);
    fill_on_device(resolver, op, &branches->regions[0]);
    fill_elsewhere(resolver, op, &branches->regions[1]);
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *value = &branches->results[i];
        const struct attr *replicated = NULL;
        if (type_is_tensor(value->type)) {
            replicated = replicated_on_mesh(module->context, resolver->mesh, value->type->rank);
            value = build_all_reduce(&at, value, all_axes(resolver), REDUCTION_SUM, replicated);
        }
        replace_result(&op->results[i], value, replicated);
    }
    erase_unused_reshards(op);
    op_erase(op);
}

bool pass_resolve_single_device_sharding(struct module *module,
                                         const struct pass_options *options) {
    struct resolver resolver = {.module = module,
                                .scratch = arena_new(),
                                .mesh = module_global_mesh(module),
                                .by_replica = pass_int(options, "replica-count") > 1,
                                .signed_zeros = pass_bool(options, "signed-zeros"),
                                .ok = true};
    if (resolver.by_replica && pass_int(options, "partition-count") > 1) {
        resolver.ok = diag_error(module->context->diagnostics, module->op->location,
                                 "replica-count and partition-count cannot both be more than one");
    }
    if (resolver.mesh && resolver.ok) {
        op_walk(module->op, find_op, &resolver);
    }
    for (size_t i = 0; resolver.ok && i < resolver.found.count; i++) {
        resolve_op(&resolver, resolver.found.items[i]);
    }
    vector_free(&resolver.found);
    arena_free(resolver.scratch);
    return resolver.ok;
}
