/* Aliases: `#map = affine_map<...>` before the module, `#loc = loc(...)` behind it. Which values
 * get one and in what order is MLIR's: those that nest deeper later, else by stem and appearance.
 * What appears is found by printing once for nothing, so that it is what the forms print. */
#include "ir/context.h"
#include "ir/printer.h"

#include <stdlib.h>
#include <string.h>

bool print_alias(struct asm_printer *printer, const void *key) {
    if (!printer->aliases.count) {
        return false;
    }
    const struct alias *alias = pointer_map_get(&printer->aliases, key);
    if (!alias || !alias->stem) {
        return false;
    }
    buffer_add_char(printer->out, alias->type ? '!' : '#');
    buffer_add(printer->out, alias->stem);
    if (alias->number) {
        buffer_printf(printer->out, "%u", alias->number);
    }
    return true;
}

static const char *attr_stem(const struct attr *attr) {
    if (attr->kind == ATTR_LOCATION) {
        return "loc";
    }
    if (attr_is_encoding(attr)) {
        return "sparse";
    }
    if (attr->kind != ATTR_AFFINE) {
        return NULL;
    }
    return strncmp(attr->text, "affine_map", 10) == 0   ? "map"
           : strncmp(attr->text, "affine_set", 10) == 0 ? "set"
                                                        : NULL;
}

static struct alias *add_alias(struct asm_printer *printer, const void *key, bool deferred) {
    struct alias *alias = ARENA_NEW(printer->scratch, struct alias);
    alias->order = (uint32_t)printer->aliases.count;
    alias->deferred = deferred;
    pointer_map_put(&printer->aliases, key, alias);
    return alias;
}

static uint32_t deeper(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* What must stand at the top keeps everything it names there. */
static void forbid_deferral(struct asm_printer *printer, const struct attr *attr) {
    struct alias *alias = pointer_map_get(&printer->aliases, attr);
    if (!alias || !alias->deferred) {
        return;
    }
    alias->deferred = false;
    for (uint32_t i = 0; attr->items && i < attr->count; i++) {
        forbid_deferral(printer, attr->items[i]);
    }
}

/* How deep aliases nest in the attribute, itself included. */
uint32_t visit_attr(struct asm_printer *printer, const struct attr *attr, bool deferred) {
    struct alias *alias = pointer_map_get(&printer->aliases, attr);
    if (alias) {
        if (!deferred) {
            forbid_deferral(printer, attr);
        }
        return alias->depth;
    }
    alias = add_alias(printer, attr, deferred);
    alias->attr = attr;
    uint32_t depth = 0;
    if (attr->kind == ATTR_LOCATION && attr->payload) {
        depth = deeper(depth, visit_attr(printer, attr->payload, deferred));
    }
    for (uint32_t i = 0; attr->items && i < attr->count; i++) {
        depth = deeper(depth, visit_attr(printer, attr->items[i], deferred));
    }
    if (attr->type) {
        depth = deeper(depth, visit_type(printer, attr->type));
    }
    alias->stem = attr_stem(attr);
    alias->depth = depth + (alias->stem != NULL);
    return alias->depth;
}

uint32_t visit_type(struct asm_printer *printer, const struct type *type) {
    struct alias *alias = pointer_map_get(&printer->aliases, type);
    if (alias) {
        return alias->depth;
    }
    alias = add_alias(printer, type, false);
    alias->type = type;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        depth = deeper(depth, visit_type(printer, type->items[i]));
    }
    if (type->element) {
        depth = deeper(depth, visit_type(printer, type->element));
    }
    if (type->encoding) {
        depth = deeper(depth, visit_attr(printer, type->encoding, false));
    }
    bool large = type->kind == TYPE_TUPLE && type->count > LONGEST_PLAIN_TUPLE;
    alias->stem = large ? "tuple" : NULL;
    alias->depth = depth + large;
    return alias->depth;
}

static int compare_aliases(const void *a, const void *b) {
    const struct alias *x = *(struct alias *const *)a, *y = *(struct alias *const *)b;
    if (x->depth != y->depth) {
        return x->depth < y->depth ? -1 : 1;
    }
    if (!x->type != !y->type) {
        return x->type ? -1 : 1;
    }
    int stems = strcmp(x->stem, y->stem);
    if (stems) {
        return stems;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Those that are printed, in the order of their definitions. */
static struct alias **sorted_aliases(struct asm_printer *printer, size_t *count) {
    struct alias **list = ARENA_ARRAY(printer->scratch, struct alias *, printer->aliases.count);
    *count = 0;
    for (size_t i = 0; i < printer->aliases.capacity; i++) {
        struct alias *alias = printer->aliases.values[i];
        if (printer->aliases.keys[i] && alias->stem) {
            list[(*count)++] = alias;
        }
    }
    if (*count) {
        qsort(list, *count, sizeof *list, compare_aliases);
    }
    return list;
}

static void number_aliases(struct asm_printer *printer) {
    static const char *const stems[] = {"map", "set", "loc", "sparse", "tuple"};
    uint32_t numbers[sizeof stems / sizeof *stems] = {0};
    size_t count;
    struct alias **list = sorted_aliases(printer, &count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sizeof stems / sizeof *stems; j++) {
            if (strcmp(list[i]->stem, stems[j]) == 0) {
                list[i]->number = numbers[j]++;
            }
        }
    }
}

void collect_aliases(struct asm_printer *printer, const struct op *root) {
    if (!printer->options.debug_info && !printer->context->has_aliases) {
        return;
    }
    struct buffer unused = {0};
    struct buffer *out = printer->out;
    printer->out = &unused;
    printer->is_collecting = true;
    asm_op(printer, root);
    printer->is_collecting = false;
    printer->out = out;
    buffer_free(&unused);
    number_aliases(printer);
}

void print_alias_definitions(struct asm_printer *printer, bool deferred) {
    if (!printer->aliases.count) {
        return;
    }
    size_t count;
    struct alias **list = sorted_aliases(printer, &count);
    for (size_t i = 0; i < count; i++) {
        const struct alias *alias = list[i];
        if (alias->deferred != deferred) {
            continue;
        }
        print_alias(printer, alias->attr ? (const void *)alias->attr : (const void *)alias->type);
        buffer_add(printer->out, " = ");
        if (alias->attr) {
            print_attr_body(printer, alias->attr);
        } else {
            print_type_body(printer, alias->type);
        }
        buffer_add_char(printer->out, '\n');
    }
}
