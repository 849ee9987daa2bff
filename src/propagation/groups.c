/* Members of a sharding group begin with one sharding. */
#include "ops/build.h"
#include "propagation/edit.h"
#include "propagation/observer.h"
#include "propagation/propagation.h"

struct group {
    int64_t id;
    VECTOR(struct value *) members;
};
struct group_list {
    struct group *items;
    size_t count, capacity;
    struct pointer_map numbers; /* the attribute group_id -> place in the list + 1 */
};

static void add_member(struct group_list *groups, const struct op *op) {
    const struct attr *id = op_property(op, "group_id");
    size_t number = (size_t)(uintptr_t)pointer_map_get(&groups->numbers, id);
    if (number == 0) {
        vector_push(groups)->id = id->integer;
        number = groups->count;
        pointer_map_put(&groups->numbers, id, (void *)(uintptr_t)number);
    }
    *vector_push(&groups->items[number - 1].members) = op_operand(op, 0);
}

/* The sharding that the members have in common; the first where they conflict. */
static const struct attr *common_sharding(struct context *context, const struct group *group,
                                          bool *conflict) {
    const struct attr *common = NULL;
    *conflict = false;
    for (size_t i = 0; i < group->members.count; i++) {
        const struct attr *attr = value_sharding(context, group->members.items[i]);
        const struct sharding *sharding = attr_as_sharding(attr);
        bool open = sharding && sharding_is_replicated(sharding);
        for (uint32_t d = 0; open && d < sharding->rank; d++) {
            open = !sharding->dims[d].is_closed;
        }
        if (!sharding || (open && group->members.count > 1)) {
            continue;
        }
        if (!common) {
            common = attr;
        } else if (common != attr) {
            *conflict = true;
            return common;
        }
    }
    return common;
}

/* An open constraint after each member takes its place, so that its own sharding stays. */
static void separate(struct module *module, const struct group *group,
                     const struct attr *sharding) {
    struct context *context = module->context;
    const struct attr *open = sharding_empty_like(context, attr_as_sharding(sharding), false);
    struct op *first = value_owner(group->members.items[0]);
    diag_warning(
        context->diagnostics, first->location,
        "The initial operand shardings on the sharding groups of groupID: %lld do not "
        "match. Inserting an open sharding constraint to all constrained values. This can be "
        "caused when shardings from different values are grouped (e.g. from "
        "jax.shard_alike) but have separate inconsistent sharding constraints on them.",
        (long long)group->id);
    for (size_t i = 0; i < group->members.count; i++) {
        struct value *member = group->members.items[i];
        struct builder builder = builder_after_value(module, member);
        struct op *constraint = build_sharded(&builder, OP_SDY_SHARDING_CONSTRAINT, member, open);
        replace_uses_except(member, &constraint->results[0], constraint);
    }
}

/* All members get the sharding that some of them have. */
static void share(struct module *module, const struct group *group, const struct attr *sharding) {
    const struct value *from = NULL;
    for (size_t i = 0; module->observer && i < group->members.count && !from; i++) {
        const struct value *member = group->members.items[i];
        from = value_sharding(module->context, member) == sharding ? member : NULL;
    }
    for (size_t i = 0; i < group->members.count; i++) {
        struct value *member = group->members.items[i];
        if (module->observer) {
            observe_assignment(module, &(struct sharding_assignment){
                                           .reason = ASSIGNED_BY_GROUP,
                                           .value = value_shardable(member),
                                           .from = from,
                                           .before = value_sharding(module->context, member),
                                           .after = sharding,
                                       });
        }
        value_set_sharding(module, member, sharding);
    }
}

void sync_sharding_groups(struct module *module) {
    struct group_list groups = {0};
    struct op_list members = module_ops_of(module, op_table[OP_SDY_SHARDING_GROUP]);
    for (size_t i = 0; i < members.count; i++) {
        add_member(&groups, members.items[i]);
    }
    vector_free(&members);
    for (size_t i = 0; i < groups.count; i++) {
        bool conflict;
        const struct attr *sharding = common_sharding(module->context, &groups.items[i], &conflict);
        if (conflict) {
            separate(module, &groups.items[i], sharding);
        } else if (sharding) {
            share(module, &groups.items[i], sharding);
        }
        vector_free(&groups.items[i].members);
    }
    pointer_map_free(&groups.numbers);
    vector_free(&groups);
}
