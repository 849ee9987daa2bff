/* Suggestions for misspelt operations, attributes and names that the text defined. */
#include <string.h>

#include "frontend/parser.h"
#include "ops/op_def.h"

/* The name with its dialect, where that may not be left out here. */
static const char *written_name(const struct asm_parser *parser, const char *full) {
    size_t length = strlen(parser->default_dialect);
    bool is_default = strncmp(full, parser->default_dialect, length) == 0 && full[length] == '.';
    return is_default ? full + length + 1 : full;
}

const char *suggest_operation(struct asm_parser *parser, const char *name) {
    const char *names[OP_COUNT_];
    bool prefixed = strchr(name, '.') != NULL;
    for (size_t i = 0; i < OP_COUNT_; i++) {
        const char *full = op_table[i]->name;
        const char *dot = strchr(full, '.');
        names[i] = prefixed || !dot ? full : dot + 1;
    }
    const char *near = nearest_name(name, names, OP_COUNT_);
    for (size_t i = 0; near && !prefixed && i < OP_COUNT_; i++) {
        if (names[i] == near) {
            near = written_name(parser, op_table[i]->name);
            break;
        }
    }
    return suggest_near(parser->scratch, name, near);
}

const char *suggest_attribute(struct asm_parser *parser, const char *name) {
    VECTOR(const char *) names = {0};
    const struct attr_def *def;
    for (size_t i = 0; (def = attr_def_at(i)); i++) {
        *vector_push(&names) = def->name;
    }
    const char *text = suggest_name(parser->scratch, name, names.items, names.count);
    vector_free(&names);
    return text;
}

const char *suggest_key(struct asm_parser *parser, const char *name,
                        const struct pointer_map *map) {
    VECTOR(const char *) names = {0};
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->keys[i]) {
            *vector_push(&names) = map->keys[i];
        }
    }
    const char *text = suggest_name(parser->scratch, name, names.items, names.count);
    vector_free(&names);
    return text;
}
