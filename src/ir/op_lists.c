/* The operations of a module by what they are: kept as they are made, put in order when asked for,
 * so that a pass that looks for a few operations need not walk over all. */
#include <stdlib.h>
#include <string.h>

#include "ir/op_def.h"

/* All that were ever made of one definition, also those that have been erased or become others. */
struct made_ops {
    const struct op_def *def;
    struct op **items; /* in the module's arena, as long as it */
    size_t count, capacity;
};

static void make_room(struct module *module, struct made_ops *made) {
    size_t capacity = made->capacity ? 2 * made->capacity : 8;
    struct op **items = ARENA_ARRAY(module->arena, struct op *, capacity);
    if (made->count) {
        memcpy(items, made->items, made->count * sizeof *items);
    }
    made->items = items;
    made->capacity = capacity;
}

void module_note_op(struct module *module, struct op *op) {
    struct made_ops *made = pointer_map_get(&module->made, op->def);
    if (!made) {
        made = ARENA_NEW(module->arena, struct made_ops);
        made->def = op->def;
        pointer_map_put(&module->made, op->def, made);
    }
    if (made->count == made->capacity) {
        make_room(module, made);
    }
    made->items[made->count++] = op;
}

/* --- order ------------------------------------------------------------------------------------ */

static uint32_t depth_of(const struct op *op) {
    uint32_t depth = 0;
    for (const struct op *at = op_parent(op); at; at = op_parent(at)) {
        depth++;
    }
    return depth;
}

static const struct op *ancestor(const struct op *op, uint32_t levels) {
    for (; levels > 0; levels--) {
        op = op_parent(op);
    }
    return op;
}

/* Whether op_walk_post comes to `a` before `b`, another operation of the same module. */
static bool is_visited_before(const struct op *a, const struct op *b) {
    uint32_t depth = depth_of(a), other = depth_of(b);
    a = ancestor(a, depth > other ? depth - other : 0);
    b = ancestor(b, other > depth ? other - depth : 0);
    if (a == b) {
        return depth > other;
    }
    while (op_parent(a) != op_parent(b)) {
        a = op_parent(a);
        b = op_parent(b);
    }
    if (a->block == b->block) {
        return op_is_before(a, b);
    }
    if (a->block->region != b->block->region) {
        return a->block->region < b->block->region;
    }
    const struct block *block = a->block;
    while (block && block != b->block) {
        block = block->next;
    }
    return block != NULL;
}

static int compare(const void *left, const void *right) {
    const struct op *a = *(struct op *const *)left, *b = *(struct op *const *)right;
    return a == b ? 0 : is_visited_before(a, b) ? -1 : 1;
}

static void sort(struct op_list *list) {
    for (size_t i = 1; i < list->count; i++) {
        if (!is_visited_before(list->items[i - 1], list->items[i])) {
            qsort(list->items, list->count, sizeof *list->items, compare);
            return;
        }
    }
}

/* --- lists ------------------------------------------------------------------------------------ */

static bool is_in(const struct op *op, const struct module *module) {
    const struct op *top = op;
    for (const struct op *parent = op_parent(op); parent; parent = op_parent(parent)) {
        top = parent;
    }
    return top == module->op;
}

static void add_made(struct op_list *list, const struct module *module,
                     const struct made_ops *made) {
    for (size_t i = 0; i < made->count; i++) {
        struct op *op = made->items[i];
        if (op->def == made->def && is_in(op, module)) {
            *vector_push(list) = op;
        }
    }
}

bool module_has_made(const struct module *module, const struct op_def *def) {
    return pointer_map_get(&module->made, def) != NULL;
}

struct op_list module_ops_of(const struct module *module, const struct op_def *def) {
    struct op_list list = {0};
    const struct made_ops *made = pointer_map_get(&module->made, def);
    if (made) {
        add_made(&list, module, made);
        sort(&list);
    }
    return list;
}

/* Of the definitions that have all of `traits` and, where `with_flow`, a flow. */
static struct op_list ops_of_many(const struct module *module, uint32_t traits, bool with_flow) {
    struct op_list list = {0};
    for (size_t i = 0; i < module->made.capacity; i++) {
        const struct made_ops *made = module->made.keys[i] ? module->made.values[i] : NULL;
        if (made && (made->def->traits & traits) == traits &&
            (!with_flow || made->def->flow != OP_FLOW_NONE)) {
            add_made(&list, module, made);
        }
    }
    sort(&list);
    return list;
}

struct op_list module_ops_with(const struct module *module, uint32_t traits) {
    return ops_of_many(module, traits, false);
}

struct op_list module_ops_with_flow(const struct module *module) {
    return ops_of_many(module, 0, true);
}
