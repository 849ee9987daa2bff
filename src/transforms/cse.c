/* Common subexpressions: the first of several equal pure operations stands for all that it
 * dominates. Regions open a scope; an isolated one sees nothing from outside. */
#include "transforms/pass.h"
#include "transforms/transforms.h"

enum { BUCKETS = 4096 };

struct entry {
    struct op *op;
    uint64_t hash;
    struct entry *next;        /* in its bucket, older */
    struct entry *older_entry; /* in order of insertion */
};
struct cse {
    struct arena *arena;
    struct entry *buckets[BUCKETS];
    struct entry *newest;
};

static void leave_scope(struct cse *cse, struct entry *outer) {
    for (; cse->newest != outer; cse->newest = cse->newest->older_entry) {
        cse->buckets[cse->newest->hash % BUCKETS] = cse->newest->next;
    }
}

static void remember(struct cse *cse, struct op *op, uint64_t hash) {
    struct entry *entry = ARENA_NEW(cse->arena, struct entry);
    struct entry **bucket = &cse->buckets[hash % BUCKETS];
    *entry = (struct entry){op, hash, *bucket, cse->newest};
    *bucket = cse->newest = entry;
}

/* Replaces `op` by an equal earlier one, or remembers it: false. */
static bool visit_pure(struct cse *cse, struct op *op) {
    uint64_t hash = op_hash(op);
    for (struct entry *entry = cse->buckets[hash % BUCKETS]; entry; entry = entry->next) {
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
            } else if (!op_is_pure_inside(op) || !visit_pure(cse, op)) {
                visit_nested(cse, op);
            }
        }
        if (region->first != region->last) {
            leave_scope(cse, outer); /* blocks of one region need not dominate each other */
        }
    }
    leave_scope(cse, outer);
}

bool pass_cse(struct module *module, const struct pass_options *options) {
    (void)options;
    struct cse cse = {.arena = arena_new()};
    for (uint32_t i = 0; i < module->op->region_count; i++) {
        visit_region(&cse, &module->op->regions[i]);
    }
    arena_free(cse.arena);
    return true;
}
