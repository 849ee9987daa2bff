/* Removes symbols that are private and that nothing alive refers to. */
#include <string.h>

#include "ops/op_def.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

struct liveness {
    VECTOR(struct op *) candidates; /* private symbols */
    struct pointer_map alive;       /* those of them that live -> themselves */
    VECTOR(struct op *) work;       /* alive, not yet looked into */
    const struct op *user;          /* the operation whose attributes are being looked at */
};

static bool is_private(const struct op *op) {
    const struct attr *visibility = op_attr(op, "sym_visibility");
    return visibility && visibility->kind == ATTR_STRING &&
           strcmp(visibility->text, "private") == 0;
}

/* Meshes stay: shardings name them, and are not looked into. */
static bool is_candidate(const struct op *op) {
    return op_has(op, OP_SYMBOL) && !op_is(op, OP_SDY_MESH) && op->block && is_private(op);
}

/* Symbols stand in symbol tables, which may hold others. */
static void find_candidates(struct liveness *liveness, struct op *table) {
    for (uint32_t i = 0; i < table->region_count; i++) {
        FOR_EACH_BLOCK (block, &table->regions[i]) {
            FOR_EACH_OP (op, block) {
                if (op_has(op, OP_SYMBOL_TABLE)) {
                    find_candidates(liveness, op);
                }
                if (is_candidate(op)) {
                    *vector_push(&liveness->candidates) = op;
                }
            }
        }
    }
}

static void mark(struct liveness *liveness, struct op *op) {
    if (op && is_candidate(op) && !pointer_map_get(&liveness->alive, op)) {
        pointer_map_put(&liveness->alive, op, op);
        *vector_push(&liveness->work) = op;
    }
}

static void mark_attr(struct liveness *liveness, const struct attr *attr) {
    if (attr->kind == ATTR_SYMBOL) {
        mark(liveness, symbol_lookup_from(liveness->user, attr));
    }
    for (uint32_t i = 0; attr->items && i < attr->count; i++) {
        mark_attr(liveness, attr->items[i]);
    }
}

static void mark_list(struct liveness *liveness, const struct attr_list *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        mark_attr(liveness, list->items[i].value);
    }
}

static bool all_are_alive(const struct liveness *liveness) {
    return liveness->alive.count == liveness->candidates.count;
}

/* The innermost candidate that an operation stands in, or NULL. */
static const struct op *enclosing_candidate(const struct op *op) {
    while (op && !is_candidate(op)) {
        op = op_parent(op);
    }
    return op;
}

/* What calls in public functions refer to, and those in functions found alive before: often all
 * there is, and found without a walk. */
static void mark_called(struct liveness *liveness, const struct module *module) {
    struct op_list calls = module_ops_with(module, OP_CALL);
    for (size_t i = 0; i < calls.count && !all_are_alive(liveness); i++) {
        const struct op *holder = enclosing_candidate(calls.items[i]);
        const struct attr *callee = op_property(calls.items[i], "callee");
        if (callee && (!holder || pointer_map_get(&liveness->alive, holder))) {
            liveness->user = calls.items[i];
            mark_attr(liveness, callee);
        }
    }
    vector_free(&calls);
}

/* What an operation that lives, and all inside it but private symbols, refers to. */
static void mark_references(struct liveness *liveness, struct op *op) {
    liveness->user = op;
    mark_list(liveness, &op->properties);
    mark_list(liveness, &op->attrs);
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            FOR_EACH_OP (child, block) {
                if (all_are_alive(liveness)) {
                    return;
                }
                if (!is_candidate(child)) {
                    mark_references(liveness, child);
                }
            }
        }
    }
}

/* Inner symbols first: the outer ones take them along. */
static void erase_dead(struct liveness *liveness) {
    for (size_t i = 0; i < liveness->candidates.count; i++) {
        struct op *op = liveness->candidates.items[i];
        if (!pointer_map_get(&liveness->alive, op)) {
            op_erase(op);
        }
    }
}

bool pass_symbol_dce(struct module *module, const struct pass_options *options) {
    (void)options;
    struct liveness liveness = {0};
    find_candidates(&liveness, module->op);
    mark_called(&liveness, module);
    *vector_push(&liveness.work) = module->op;
    while (liveness.work.count > 0 && !all_are_alive(&liveness)) {
        mark_references(&liveness, liveness.work.items[--liveness.work.count]);
    }
    erase_dead(&liveness);
    vector_free(&liveness.candidates);
    pointer_map_free(&liveness.alive);
    vector_free(&liveness.work);
    return true;
}
