#include "transforms/pass.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ir/op_def.h"

void pass_options_init(struct pass_options *options, const struct pass_option *definitions) {
    *options = (struct pass_options){.definitions = definitions};
    for (size_t i = 0; definitions && definitions[i].name; i++) {
        if (i == PASS_OPTIONS_MAX) {
            sdyc_bug("more than %d options, from '%s'", PASS_OPTIONS_MAX, definitions[0].name);
        }
        options->values[i] = definitions[i].otherwise;
    }
}

/* The index of an option, or -1. */
static int find_option(const struct pass_options *options, const char *name) {
    for (int i = 0; options->definitions && options->definitions[i].name; i++) {
        if (strcmp(options->definitions[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

void pass_options_take(struct pass_options *options, const struct pass_options *from) {
    for (int i = 0; options->definitions && options->definitions[i].name; i++) {
        int index = find_option(from, options->definitions[i].name);
        options->values[i] = index < 0 ? options->values[i] : from->values[index];
    }
}

static bool unknown_option(const struct pass_options *options, const char *owner, const char *name,
                           struct diagnostics *diagnostics) {
    const char *known[PASS_OPTIONS_MAX];
    size_t count = 0;
    for (; options->definitions && options->definitions[count].name; count++) {
        known[count] = options->definitions[count].name;
    }
    const struct location nowhere = {0};
    if (count == 0) {
        return diag_error(diagnostics, nowhere, "'%s' takes no options, but got '%s'", owner, name);
    }
    const char *near = nearest_name(name, known, count);
    return diag_error(diagnostics, nowhere, "'%s' has no option '%s'; did you mean '%s'?", owner,
                      name, near ? near : known[0]);
}

static bool is_bool(const char *value) {
    return strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
}

static bool is_integer(const char *value) {
    char *end;
    strtoll(value, &end, 10);
    return *value != '\0' && *end == '\0';
}

static bool set_option(struct pass_options *options, const char *owner, const char *name,
                       const char *value, struct diagnostics *diagnostics) {
    const struct location nowhere = {0};
    int index = find_option(options, name);
    if (index < 0) {
        return unknown_option(options, owner, name, diagnostics);
    }
    enum pass_option_kind kind = options->definitions[index].kind;
    if (!value) {
        if (kind != PASS_BOOL) {
            return diag_error(diagnostics, nowhere, "option '%s' of '%s' needs a value", name,
                              owner);
        }
        value = "true";
    }
    if (kind == PASS_BOOL && !is_bool(value)) {
        return diag_error(diagnostics, nowhere, "option '%s' of '%s' is true or false, not '%s'",
                          name, owner, value);
    }
    if (kind == PASS_INT && !is_integer(value)) {
        return diag_error(diagnostics, nowhere, "option '%s' of '%s' is an integer, not '%s'", name,
                          owner, value);
    }
    options->values[index] = value;
    return true;
}

/* Where a value ends: at a space outside of quotes and braces. */
static const char *value_end(const char *text) {
    int depth = 0;
    char quote = '\0';
    for (; *text; text++) {
        if (quote) {
            quote = *text == quote ? '\0' : quote;
        } else if (*text == '\'' || *text == '"') {
            quote = *text;
        } else if (*text == '{') {
            depth++;
        } else if (*text == '}') {
            depth--;
        } else if (depth == 0 && isspace((unsigned char)*text)) {
            break;
        }
    }
    return text;
}

static const char *copy_value(struct arena *arena, const char *begin, const char *end) {
    bool wrapped = end - begin >= 2 &&
                   ((*begin == '\'' && end[-1] == '\'') || (*begin == '"' && end[-1] == '"') ||
                    (*begin == '{' && end[-1] == '}'));
    if (wrapped) {
        begin++, end--;
    }
    return arena_printf(arena, "%.*s", (int)(end - begin), begin);
}

const char *pass_option_quoted(struct arena *arena, const char *value) {
    const char *quote = strchr(value, '\'') != NULL ? "\"" : "'";
    return arena_printf(arena, "%s%s%s", quote, value, quote);
}

bool pass_options_parse(struct pass_options *options, struct arena *arena, const char *owner,
                        const char *text, struct diagnostics *diagnostics) {
    while (true) {
        while (isspace((unsigned char)*text)) {
            text++;
        }
        if (*text == '\0') {
            return true;
        }
        size_t length = strcspn(text, "= \t\n");
        const char *name = arena_printf(arena, "%.*s", (int)length, text);
        const char *value = NULL;
        text += length;
        if (*text == '=') {
            const char *end = value_end(++text);
            value = copy_value(arena, text, end);
            text = end;
        }
        if (!set_option(options, owner, name, value, diagnostics)) {
            return false;
        }
    }
}

static const char *option_value(const struct pass_options *options, const char *name,
                                enum pass_option_kind kind) {
    int index = find_option(options, name);
    if (index < 0 || options->definitions[index].kind != kind) {
        sdyc_bug("the pass declares no such option '%s'", name);
    }
    return options->values[index];
}

bool pass_bool(const struct pass_options *options, const char *name) {
    return strcmp(option_value(options, name, PASS_BOOL), "true") == 0;
}

int64_t pass_int(const struct pass_options *options, const char *name) {
    return strtoll(option_value(options, name, PASS_INT), NULL, 10);
}

const char *pass_string(const struct pass_options *options, const char *name) {
    return option_value(options, name, PASS_STRING);
}

bool pass_list_has(const struct pass_options *options, const char *name, const char *item) {
    const char *list = pass_string(options, name);
    if (*list == '\0') {
        return true;
    }
    size_t length = strlen(item);
    while (*list) {
        size_t part = strcspn(list, ",");
        if (part == length && strncmp(list, item, length) == 0) {
            return true;
        }
        list += part + (list[part] == ',');
    }
    return false;
}

/* --- verifying again -------------------------------------------------------------------------- */

struct again {
    struct context *context;
    bool valid;
};

static bool verify_again(struct op *op, void *data) {
    struct again *again = data;
    if (op->def != &op_unregistered) {
        again->valid = op_verify(op, again->context) && again->valid;
    }
    return true;
}

bool pass_verify_ops(struct module *module, uint32_t trait) {
    struct again again = {.context = module->context, .valid = true};
    if (trait == 0) {
        op_walk(module->op, verify_again, &again);
        return again.valid;
    }
    struct op_list list = module_ops_with(module, trait);
    for (size_t i = 0; i < list.count; i++) {
        verify_again(list.items[i], &again);
    }
    vector_free(&list);
    return again.valid;
}
