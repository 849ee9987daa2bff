/* Symbols: operations with a sym_name, looked up in the body of a symbol table.
 *
 * Each table keeps an index from name to operation. It is only a hint, checked on every use, so
 * that passes may rename, move and erase operations without telling it.
 */
#include "ir/symbol.h"
#include "ir/op_def.h"

#include <string.h>

struct symbol_index {
    struct arena *arena;
    struct op **slots; /* by hash of the name */
    uint32_t count, capacity;
};

struct symbol_index *symbol_index_new(struct arena *arena) {
    struct symbol_index *index = ARENA_NEW(arena, struct symbol_index);
    index->arena = arena;
    return index;
}

const char *symbol_name(const struct op *op) {
    const struct attr *name = op_attr(op, "sym_name");
    return name && name->kind == ATTR_STRING ? name->text : NULL;
}

static bool is_symbol_of(const struct op *table, const struct op *op, const char *name) {
    if (op_parent(op) != table) {
        return false;
    }
    const char *own = symbol_name(op);
    return own && strcmp(own, name) == 0;
}

static uint32_t slot_of(const struct symbol_index *index, const char *name) {
    return (uint32_t)hash_bytes(name, strlen(name), 0) & (index->capacity - 1);
}

static void index_add(struct symbol_index *index, struct op *op, const char *name) {
    uint32_t slot = slot_of(index, name);
    while (index->slots[slot]) {
        slot = (slot + 1) & (index->capacity - 1);
    }
    index->slots[slot] = op;
    index->count++;
}

/* Indexes the whole table; the first of two operations of one name is found first. */
static void index_build(const struct op *table) {
    struct symbol_index *index = table->symbols;
    uint32_t symbols = 0;
    const struct block *block = table->regions[0].first;
    FOR_EACH_OP (op, block) {
        symbols += symbol_name(op) != NULL;
    }
    uint32_t capacity = 16;
    while (capacity < symbols * 2 + 2) {
        capacity *= 2;
    }
    if (capacity > index->capacity) {
        index->slots = ARENA_ARRAY(index->arena, struct op *, capacity);
        index->capacity = capacity;
    }
    memset(index->slots, 0, index->capacity * sizeof(struct op *));
    index->count = 0;
    FOR_EACH_OP (op, block) {
        if (symbol_name(op)) {
            index_add(index, op, symbol_name(op));
        }
    }
}

static struct op *index_find(const struct op *table, const char *name) {
    const struct symbol_index *index = table->symbols;
    if (!index->capacity) {
        return NULL;
    }
    for (uint32_t slot = slot_of(index, name); index->slots[slot];
         slot = (slot + 1) & (index->capacity - 1)) {
        if (is_symbol_of(table, index->slots[slot], name)) {
            return index->slots[slot];
        }
    }
    return NULL;
}

struct op *symbol_lookup(const struct op *table, const char *name) {
    if (!table->symbols || !table->region_count || !table->regions[0].first) {
        return NULL;
    }
    struct op *found = index_find(table, name);
    if (!found) {
        index_build(table);
        found = index_find(table, name);
    }
    return found;
}

/* Names after the first are looked up inside what the one before found. */
static struct op *lookup_nested(struct op *found, const struct attr *reference) {
    for (uint32_t i = 0; found && reference->items && i < reference->count; i++) {
        found = symbol_lookup(found, reference->items[i]->text);
    }
    return found;
}

struct op *symbol_lookup_from(const struct op *from, const struct attr *reference) {
    if (!reference || reference->kind != ATTR_SYMBOL) {
        return NULL;
    }
    for (const struct op *table = from; table; table = op_parent(table)) {
        struct op *found = symbol_lookup(table, reference->text);
        if (found) {
            return lookup_nested(found, reference);
        }
    }
    return NULL;
}

const char *symbol_suggestion(const struct op *from, const char *name, const char *op_name,
                              struct arena *arena) {
    VECTOR(const char *) names = {0};
    for (const struct op *table = from; table; table = op_parent(table)) {
        if (!op_has(table, OP_SYMBOL_TABLE) || !table->region_count || !table->regions[0].first) {
            continue;
        }
        FOR_EACH_OP (op, table->regions[0].first) {
            if (strcmp(op->name, op_name) == 0 && symbol_name(op)) {
                *vector_push(&names) = symbol_name(op);
            }
        }
    }
    const char *text = suggest_name(arena, name, names.items, names.count);
    vector_free(&names);
    return text;
}

const char *symbol_unique(struct module *module, const char *stem) {
    if (!symbol_lookup(module->op, stem)) {
        return intern(module->context->strings, stem);
    }
    for (uint32_t number = 0;; number++) {
        const char *name = arena_printf(module->arena, "%s_%u", stem, number);
        if (!symbol_lookup(module->op, name)) {
            return intern(module->context->strings, name);
        }
    }
}

/* --- renaming --------------------------------------------------------------------------------- */

struct renaming {
    struct module *module;
    const char *from;
    const struct attr *to;
};

static const struct attr *renamed(const struct renaming *renaming, const struct attr *attr);

/* The items renamed, or NULL where none was. */
static const struct attr **renamed_items(const struct renaming *renaming, const struct attr *attr) {
    const struct attr **items = NULL;
    for (uint32_t i = 0; i < attr->count; i++) {
        const struct attr *item = renamed(renaming, attr->items[i]);
        if (item != attr->items[i] && !items) {
            items = arena_copy(renaming->module->arena, attr->items, attr->count * sizeof *items);
        }
        if (items) {
            items[i] = item;
        }
    }
    return items;
}

static const struct attr *renamed(const struct renaming *renaming, const struct attr *attr) {
    struct context *context = renaming->module->context;
    if (attr->kind == ATTR_SYMBOL && attr->text == renaming->from) {
        return attr->items
                   ? attr_nested_symbol(context, renaming->to->text, attr->count, attr->items)
                   : renaming->to;
    }
    if (attr->kind != ATTR_ARRAY && attr->kind != ATTR_DICT) {
        return attr;
    }
    const struct attr **items = renamed_items(renaming, attr);
    if (!items) {
        return attr;
    }
    if (attr->kind == ATTR_ARRAY) {
        return attr_array(context, attr->count, items);
    }
    struct named_attr *named = ARENA_ARRAY(renaming->module->arena, struct named_attr, attr->count);
    for (uint32_t i = 0; i < attr->count; i++) {
        named[i] = (struct named_attr){.name = attr->names[i], .value = items[i]};
    }
    return attr_dict(context, attr->count, named);
}

static void rename_in_list(const struct renaming *renaming, struct attr_list *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        const struct attr *value = renamed(renaming, list->items[i].value);
        if (value != list->items[i].value) {
            attr_list_set(list, renaming->module->context, renaming->module->arena,
                          list->items[i].name, value);
        }
    }
}

static bool rename_uses(struct op *op, void *data) {
    rename_in_list(data, &op->properties);
    rename_in_list(data, &op->attrs);
    return true;
}

void symbol_rename(struct module *module, struct op *symbol, const char *name) {
    struct context *context = module->context;
    struct renaming renaming = {
        .module = module, .from = symbol_name(symbol), .to = attr_symbol(context, name)};
    struct op *table = op_parent(symbol);
    op_walk(table ? table : symbol, rename_uses, &renaming);
    const struct attr *text = attr_string(context, name, strlen(name));
    if (op_property(symbol, "sym_name")) {
        op_set_property(module, symbol, "sym_name", text);
    } else {
        op_set_attr(module, symbol, "sym_name", text);
    }
}
