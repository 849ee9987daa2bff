/* Common subexpressions: the first of several equal pure operations stands for all that it
 * dominates. Regions open a scope; an isolated one sees nothing from outside. So may the first of
 * equal collectives: all devices that would run the others have run it. */
#include "ops/attrs/attrs.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

struct entry {
    struct op *op;
    uint64_t hash;
    struct entry *next;        /* in its bucket, older */
    struct entry *older_entry; /* in order of insertion */
};
struct cse {
    struct arena *arena;
    bool collectives;            /* are operations like others */
    struct entry *buckets[4096]; /* by hash */
    struct entry *newest;
};

static struct entry **bucket_of(struct cse *cse, uint64_t hash) {
    return &cse->buckets[hash % (sizeof cse->buckets / sizeof *cse->buckets)];
}

static void leave_scope(struct cse *cse, struct entry *outer) {
    for (; cse->newest != outer; cse->newest = cse->newest->older_entry) {
        *bucket_of(cse, cse->newest->hash) = cse->newest->next;
    }
}

static void remember(struct cse *cse, struct op *op, uint64_t hash) {
    struct entry *entry = ARENA_NEW(cse->arena, struct entry);
    struct entry **bucket = bucket_of(cse, hash);
    *entry = (struct entry){op, hash, *bucket, cse->newest};
    *bucket = cse->newest = entry;
}

/* Replaces `op` by an equal earlier one, or remembers it: false. */
static bool visit_pure(struct cse *cse, struct op *op) {
    uint64_t hash = op_hash(op);
    for (struct entry *entry = *bucket_of(cse, hash); entry; entry = entry->next) {
        if (entry->hash == hash && op_equals(entry->op, op)) {
            for (uint32_t i = 0; i < op->result_count; i++) {
                value_replace_uses(&op->results[i], &entry->op->results[i]);
            }
            op_erase(op);
            return true;
        }
    }
    remember(cse, op, hash);
    return false;
}

static bool is_like_others(const struct cse *cse, struct op *op) {
    return op_is_pure_inside(op) || (cse->collectives && op_has(op, OP_COLLECTIVE));
}

static void visit_region(struct cse *cse, struct region *region);

static void visit_nested(struct cse *cse, struct op *op) {
    if (!op_has(op, OP_ISOLATED)) {
        for (uint32_t i = 0; i < op->region_count; i++) {
            visit_region(cse, &op->regions[i]);
        }
        return;
    }
    struct cse *fresh = ARENA_NEW(cse->arena, struct cse);
    fresh->arena = cse->arena;
    fresh->collectives = cse->collectives;
    for (uint32_t i = 0; i < op->region_count; i++) {
        visit_region(fresh, &op->regions[i]);
    }
}

static void visit_region(struct cse *cse, struct region *region) {
    struct entry *outer = cse->newest;
    FOR_EACH_BLOCK (block, region) {
        FOR_EACH_OP_SAFE (op, block) {
            if (op_is_dead(op)) {
                op_erase(op);
            } else if (!is_like_others(cse, op) || !visit_pure(cse, op)) {
                visit_nested(cse, op);
            }
        }
        if (region->first != region->last) {
            leave_scope(cse, outer); /* blocks of one region need not dominate each other */
        }
    }
    leave_scope(cse, outer);
}

/* --- channels --------------------------------------------------------------------------------- */

/* Each collective of a program has a channel of its own: while they are compared, all that have one
 * have the same. The channel 0 is none: those collectives are between replicas. */
enum { ANY_CHANNEL = 1 };

struct channels {
    struct module *module;
    struct pointer_map own; /* collective -> its channel */
};

/* Takes their own channels from collectives; those that it has taken before it gives back. */
static bool change_channel(struct op *op, void *data) {
    static const char *const name = "channel_handle";
    struct channels *channels = data;
    const struct attr *attr = op_has(op, OP_COLLECTIVE) ? op_property(op, name) : NULL;
    const struct channel_handle *channel = attr_payload(attr, &attr_channel_handle);
    const struct attr *own = pointer_map_get(&channels->own, op);
    if (own) {
        op_set_property(channels->module, op, name, own);
    } else if (channel && channel->handle > 0) {
        pointer_map_put(&channels->own, op, (void *)attr);
        op_set_property(channels->module, op, name,
                        attr_channel(channels->module->context, ANY_CHANNEL, channel->type));
    }
    return true;
}

static bool merge_equal(struct module *module, bool collectives) {
    struct cse cse = {.arena = arena_new(), .collectives = collectives};
    for (uint32_t i = 0; i < module->op->region_count; i++) {
        visit_region(&cse, &module->op->regions[i]);
    }
    arena_free(cse.arena);
    return true;
}

bool pass_cse(struct module *module, const struct pass_options *options) {
    (void)options;
    return merge_equal(module, false);
}

bool pass_merge_collectives(struct module *module, const struct pass_options *options) {
    (void)options;
    struct channels channels = {.module = module};
    op_walk(module->op, change_channel, &channels);
    merge_equal(module, true);
    op_walk(module->op, change_channel, &channels);
    pointer_map_free(&channels.own);
    return true;
}
