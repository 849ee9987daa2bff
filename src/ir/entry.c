/* The function that a program starts with. */
#include "ir/op_def.h"

#include <string.h>

static bool is_private(const struct op *op) {
    const struct attr *visibility = op_attr(op, "sym_visibility");
    return visibility && strcmp(visibility->text, "private") == 0;
}

static bool has_body(const struct op *op) {
    return op_has(op, OP_FUNCTION) && op->regions[0].first;
}

/* Functions that may be the entry: those with a body, and where some of these are not private those
 * alone. */
static struct op_list candidates(const struct module *module) {
    struct op_list all = {0}, seen = {0};
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (has_body(op) && symbol_name(op)) {
            *vector_push(is_private(op) ? &all : &seen) = op;
        }
    }
    if (seen.count == 0) {
        return all;
    }
    vector_free(&all);
    return seen;
}

struct op *entry_function(const struct module *module, const char *name) {
    struct op *function = symbol_lookup(module->op, name ? name : "main");
    if (!function && !name) {
        struct op_list list = candidates(module);
        function = list.count == 1 ? list.items[0] : NULL;
        vector_free(&list);
    }
    return function && has_body(function) ? function : NULL;
}

/* "@a, @b or @c" */
static void add_names(struct buffer *text, const struct op_list *list) {
    enum { MOST = 12 };
    size_t shown = list->count > MOST + 1 ? MOST : list->count;
    for (size_t i = 0; i < shown; i++) {
        const char *between = i == 0 ? "" : i + 1 == list->count ? " or " : ", ";
        buffer_printf(text, "%s@%s", between, symbol_name(list->items[i]));
    }
    if (shown < list->count) {
        buffer_printf(text, " or one of %zu more", list->count - shown);
    }
}

static void refuse(const struct module *module, const char *name, const struct op_list *list) {
    struct diagnostics *diagnostics = module->context->diagnostics;
    struct location location = list->count > 0 ? list->items[0]->location : module->op->location;
    struct buffer names = {0};
    add_names(&names, list);
    if (name && list->count > 0) {
        diag_error(diagnostics, location,
                   "there is no function @%s with a body to compile%s; --entry=NAME takes %s", name,
                   symbol_suggestion(module->op, name, "func.func", module->arena), names.text);
    } else if (list->count > 1) {
        diag_error(diagnostics, location,
                   "the module has %zu functions and none is @main: --entry=NAME takes %s",
                   list->count, names.text);
    } else {
        diag_error(diagnostics, location, "there is no function @%s with a body to compile",
                   name ? name : "main");
    }
    buffer_free(&names);
}

struct op *entry_claim(struct module *module, const char *name) {
    struct op *function = entry_function(module, name);
    if (!function) {
        struct op_list list = candidates(module);
        refuse(module, name, &list);
        vector_free(&list);
    } else if (is_private(function)) {
        op_set_property(module, function, "sym_visibility",
                        attr_string(module->context, "public", strlen("public")));
    }
    return function;
}
