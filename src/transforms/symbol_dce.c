/* Removes symbols that are private and that nothing alive refers to. */
#include <string.h>

#include "transforms/pass.h"
#include "transforms/transforms.h"

struct liveness {
    struct pointer_map alive; /* op -> itself */
    VECTOR(struct op *) work; /* alive, not yet looked into */
    const struct op *user;    /* the operation whose attributes are being looked at */
};

static void mark(struct liveness *liveness, struct op *op) {
    if (op && !pointer_map_get(&liveness->alive, op)) {
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

static bool is_private(const struct op *op) {
    const struct attr *visibility = op_attr(op, "sym_visibility");
    return visibility && visibility->kind == ATTR_STRING &&
           strcmp(visibility->text, "private") == 0;
}

static void mark_references(struct liveness *liveness, const struct op *op) {
    liveness->user = op;
    for (uint32_t i = 0; i < op->properties.count; i++) {
        mark_attr(liveness, op->properties.items[i].value);
    }
    for (uint32_t i = 0; i < op->attrs.count; i++) {
        mark_attr(liveness, op->attrs.items[i].value);
    }
}

/* A private symbol lives when something refers to it; all else lives when its parent does. */
static void mark_children(struct liveness *liveness, struct op *op) {
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            FOR_EACH_OP (child, block) {
                if (!op_has(child, OP_SYMBOL) || !is_private(child)) {
                    mark(liveness, child);
                }
            }
        }
    }
}

static bool erase_dead(struct op *op, void *data) {
    struct liveness *liveness = data;
    if (op_has(op, OP_SYMBOL) && op->block && !pointer_map_get(&liveness->alive, op)) {
        op_erase(op);
    }
    return true;
}

bool pass_symbol_dce(struct module *module, const struct pass_options *options) {
    (void)options;
    struct liveness liveness = {0};
    mark(&liveness, module->op);
    while (liveness.work.count > 0) {
        struct op *op = liveness.work.items[--liveness.work.count];
        mark_references(&liveness, op);
        mark_children(&liveness, op);
    }
    op_walk_post(module->op, erase_dead, &liveness);
    pointer_map_free(&liveness.alive);
    vector_free(&liveness.work);
    return true;
}
