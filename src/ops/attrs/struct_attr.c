/* Attributes that are structs of named fields. */
#include "ops/attrs/struct_attr.h"

#include <ctype.h>
#include <string.h>

#include "ops/attrs/attrs.h"

#define MAX_FIELDS 10

static void *field_at(const struct attr_field *field, void *payload) {
    return (char *)payload + field->offset;
}

static bool parse_dims(struct asm_parser *parser, struct int_list *dims) {
    return parse_int_list(parser, "[", "]", true, &dims->count, &dims->items);
}

static bool parse_bool(struct asm_parser *parser, int64_t *value) {
    *value = optional_keyword(parser, "true");
    return *value || optional_keyword(parser, "false") || parse_integer(parser, value);
}

static bool parse_field(struct asm_parser *parser, const struct attr_field *field, void *payload) {
    void *to = field_at(field, payload);
    switch (field->kind) {
    case FIELD_INT:
        return parse_integer(parser, (int64_t *)to);
    case FIELD_DIMS:
        return parse_dims(parser, (struct int_list *)to);
    case FIELD_BOOL:
        return parse_bool(parser, (int64_t *)to);
    case FIELD_TYPE:
        return parse_type(parser, (const struct type **)to);
    case FIELD_ATTR:
        return parse_attr(parser, (const struct attr **)to);
    case FIELD_STRING:
        return parse_string_name(parser, (const char **)to);
    }
    return false;
}

static bool expected_one_of(struct asm_parser *parser, const struct attr_struct *layout) {
    struct buffer names = {0};
    const char *keywords[MAX_FIELDS];
    size_t count = 0;
    for (const struct attr_field *field = layout->fields; field->name; field++) {
        buffer_printf(&names, "%s`%s`", count ? ", " : "", field->name);
        keywords[count++] = field->name;
    }
    const char *word = NULL, *nearest = NULL;
    struct location location = asm_location(parser);
    if (optional_any_keyword(parser, &word)) {
        nearest = nearest_name(word, keywords, count);
    }
    if (nearest) {
        asm_error_at(parser, location, "expected one of: %s; did you mean `%s`?", names.text,
                     nearest);
    } else {
        asm_error_at(parser, location, "expected one of: %s", names.text);
    }
    buffer_free(&names);
    return false;
}

/* Any order, each at most once. */
static bool parse_sparse(struct asm_parser *parser, const struct attr_struct *layout,
                         void *payload) {
    bool seen[MAX_FIELDS] = {false};
    while (!optional_token(parser, ">")) {
        const struct attr_field *field = layout->fields;
        struct location location = asm_location(parser);
        while (field->name && !optional_keyword(parser, field->name)) {
            field++;
        }
        if (!field->name) {
            return expected_one_of(parser, layout);
        }
        if (seen[field - layout->fields]) {
            return asm_error_at(parser, location, "duplicated `%s` entry", field->name);
        }
        seen[field - layout->fields] = true;
        if (!parse_token(parser, "=") || !parse_field(parser, field, payload)) {
            return false;
        }
        if (!optional_token(parser, ",")) {
            return parse_token(parser, ">");
        }
    }
    return true;
}

/* Words joined as upstream's C++ has them: `channel_handle` is ChannelHandle, or channelHandle. */
static const char *camel_case(struct asm_parser *parser, const char *words, bool first_upper) {
    char *text = arena_printf(asm_arena(parser), "%s", words);
    size_t length = 0;
    bool upper = first_upper;
    for (const char *from = words; *from; from++) {
        if (*from != '_') {
            text[length++] = (char)(upper ? toupper((unsigned char)*from) : *from);
        }
        upper = *from == '_';
    }
    text[length] = '\0';
    return text;
}

/* A field's value; a bad one spoils the parameter, which is an error too. */
static bool parse_parameter(struct asm_parser *parser, const struct attr_struct *layout,
                            const char *mnemonic, const struct attr_field *field, void *payload) {
    static const char *const types[] = {
        [FIELD_INT] = "int64_t",    [FIELD_DIMS] = "::llvm::ArrayRef<int64_t>",
        [FIELD_BOOL] = "bool",      [FIELD_TYPE] = "Type",
        [FIELD_ATTR] = "Attribute", [FIELD_STRING] = "::llvm::StringRef",
    };
    if (parse_field(parser, field, payload)) {
        return true;
    }
    const char *attr =
        arena_printf(asm_arena(parser), "StableHLO_%s", camel_case(parser, mnemonic, true));
    return asm_spoilt(parser, attr,
                      layout->ordered ? camel_case(parser, field->name, false) : field->name,
                      types[field->kind]);
}

const struct attr_field *struct_attr_parse_name(struct asm_parser *parser,
                                                const struct attr_field *fields, bool *seen) {
    const char *name;
    struct location location = asm_location(parser);
    if (!parse_any_keyword(parser, &name)) {
        asm_error(parser, "expected a parameter name in struct");
        return NULL;
    }
    for (const struct attr_field *field = fields; field->name; field++) {
        if (!seen[field - fields] && strcmp(field->name, name) == 0) {
            seen[field - fields] = true;
            return field;
        }
    }
    asm_error_at(parser, location, "duplicate or unknown struct parameter name: %s", name);
    return NULL;
}

/* All fields, each once: in any order, or in theirs. */
static bool parse_all(struct asm_parser *parser, const struct attr_struct *layout,
                      const char *mnemonic, void *payload) {
    bool seen[MAX_FIELDS] = {false};
    for (size_t i = 0; layout->fields[i].name; i++) {
        if (i && !parse_token(parser, ",")) {
            return false;
        }
        const struct attr_field *field = &layout->fields[i];
        if (layout->ordered ? !parse_keyword(parser, field->name)
                            : !(field = struct_attr_parse_name(parser, layout->fields, seen))) {
            return false;
        }
        if (!parse_token(parser, "=") ||
            !parse_parameter(parser, layout, mnemonic, field, payload)) {
            return false;
        }
    }
    return parse_token(parser, ">");
}

bool struct_attr_parse_fields(struct asm_parser *parser, const struct attr_struct *layout,
                              void *payload) {
    return parse_sparse(parser, layout, payload) ||
           asm_error(parser, "failed parsing %s attribute", layout->what);
}

const struct attr *struct_attr_parse(struct asm_parser *parser, const struct attr_def *def) {
    const struct attr_struct *layout = (const struct attr_struct *)def->details;
    void *payload = arena_alloc(asm_arena(parser), layout->size);
    struct location location = asm_location(parser);
    if (!parse_token(parser, "<") ||
        !(layout->sparse ? struct_attr_parse_fields(parser, layout, payload)
                         : parse_all(parser, layout, def->mnemonic, payload)) ||
        (layout->check && !layout->check(parser, location, payload))) {
        return NULL;
    }
    return struct_attr_make(asm_context(parser), def, payload);
}

static void print_dims(struct asm_printer *printer, const struct int_list *dims) {
    asm_text(printer, "[");
    for (uint32_t i = 0; i < dims->count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        if (dims->items[i] == DIM_DYNAMIC) {
            asm_text(printer, "?");
        } else {
            asm_text(printer, "%lld", (long long)dims->items[i]);
        }
    }
    asm_text(printer, "]");
}

static void print_field(struct asm_printer *printer, const struct attr_field *field,
                        const void *from) {
    switch (field->kind) {
    case FIELD_INT:
        asm_text(printer, "%lld", (long long)*(const int64_t *)from);
        break;
    case FIELD_DIMS:
        print_dims(printer, (const struct int_list *)from);
        break;
    case FIELD_BOOL:
        asm_text(printer, "%s", *(const int64_t *)from ? "true" : "false");
        break;
    case FIELD_TYPE:
        asm_type(printer, *(const struct type *const *)from);
        break;
    case FIELD_ATTR:
        asm_attr(printer, *(const struct attr *const *)from);
        break;
    case FIELD_STRING: {
        const char *text = *(const char *const *)from;
        asm_string(printer, text, strlen(text));
        break;
    }
    }
}

static bool field_is_empty(const struct attr_field *field, const void *from) {
    return field->kind == FIELD_DIMS ? ((const struct int_list *)from)->count == 0
                                     : *(const int64_t *)from == 0;
}

void struct_attr_print_fields(struct asm_printer *printer, const struct attr *attr) {
    const struct attr_struct *layout = (const struct attr_struct *)attr->def->details;
    const char *separator = "";
    for (const struct attr_field *field = layout->fields; field->name; field++) {
        const void *from = (const char *)attr->payload + field->offset;
        if (layout->sparse && field_is_empty(field, from)) {
            continue;
        }
        asm_text(printer, "%s%s = ", separator, field->name);
        print_field(printer, field, from);
        separator = ", ";
    }
}

void struct_attr_print(struct asm_printer *printer, const struct attr *attr) {
    asm_text(printer, "<");
    struct_attr_print_fields(printer, attr);
    asm_text(printer, ">");
}

const void *struct_attr_payload(struct arena *arena, const struct attr_struct *layout,
                                const int64_t *words, uint32_t count) {
    (void)count;
    char *payload = (char *)arena_alloc(arena, layout->size);
    for (const struct attr_field *field = layout->fields; field->name; field++) {
        void *to = field_at(field, payload);
        if (field->kind == FIELD_DIMS) {
            *(struct int_list *)to =
                (struct int_list){.items = words + 1, .count = (uint32_t)words[0]};
            words += 1 + words[0];
        } else {
            memcpy(to, words++, sizeof *words);
        }
    }
    return payload;
}

const struct attr *struct_attr_make(struct context *context, const struct attr_def *def,
                                    const void *payload) {
    const struct attr_struct *layout = (const struct attr_struct *)def->details;
    VECTOR(int64_t) words = {0};
    for (const struct attr_field *field = layout->fields; field->name; field++) {
        const void *from = (const char *)payload + field->offset;
        if (field->kind != FIELD_DIMS) {
            memcpy(vector_push(&words), from, sizeof(int64_t));
            continue;
        }
        const struct int_list *dims = (const struct int_list *)from;
        *vector_push(&words) = dims->count;
        for (uint32_t i = 0; i < dims->count; i++) {
            *vector_push(&words) = dims->items[i];
        }
    }
    const struct attr *attr = attr_dialect(context, def, (uint32_t)words.count, words.items);
    vector_free(&words);
    return attr;
}

const void *attr_payload(const struct attr *attr, const struct attr_def *def) {
    return attr && attr->kind == ATTR_DIALECT && attr->def == def ? attr->payload : NULL;
}
