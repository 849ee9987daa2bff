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
    /* What was found last, as most look for one mesh: its name, and where that was read. */
    const char *latest_name;
    struct op *latest;
    struct attr_list latest_properties;
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
    return own && (own == name || strcmp(own, name) == 0);
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

static void remember_latest(struct symbol_index *index, struct op *op, const char *name) {
    index->latest_name = op_property(op, "sym_name") ? name : NULL;
    index->latest = op;
    index->latest_properties = op->properties;
}

/* Whether `name` was found last and neither moved nor changed since: lists of properties are copied
 * on every change but where the last one is removed. */
static bool is_latest(const struct op *table, const char *name) {
    const struct symbol_index *index = table->symbols;
    return index->latest_name == name && op_parent(index->latest) == table &&
           index->latest->properties.items == index->latest_properties.items &&
           index->latest->properties.count == index->latest_properties.count;
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
    struct symbol_index *index = table->symbols;
    if (!index->capacity) {
        return NULL;
    }
    if (is_latest(table, name)) {
        return index->latest;
    }
    for (uint32_t slot = slot_of(index, name); index->slots[slot];
         slot = (slot + 1) & (index->capacity - 1)) {
        if (is_symbol_of(table, index->slots[slot], name)) {
            remember_latest(index, index->slots[slot], name);
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
