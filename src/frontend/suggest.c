/* Suggestions for misspelt operations, attributes and names that the text defined. */
#include <string.h>

#include "frontend/parser.h"
#include "ops/op_def.h"

/* What stands first among names that are as near: what is of the dialect that was written or may be
 * left out here, then of that which most programs are in. */
enum nearness { OWN_DIALECT, STABLEHLO, ANY_DIALECT, NEARNESS_COUNT_ };

static enum nearness nearness_of(const char *full, const char *own, size_t length) {
    return strncmp(full, own, length) == 0 && full[length] == '.'   ? OWN_DIALECT
           : strncmp(full, "stablehlo.", strlen("stablehlo.")) == 0 ? STABLEHLO
                                                                    : ANY_DIALECT;
}

static const char *without_dialect(const char *full) {
    const char *dot = strchr(full, '.');
    return dot ? dot + 1 : full;
}

/* A dialect that nobody knows may be what is misspelt. */
static const char *suggest_whole_name(struct asm_parser *parser, const char *name) {
    const char *names[OP_COUNT_];
    for (size_t i = 0; i < OP_COUNT_; i++) {
        names[i] = op_table[i]->name;
    }
    return suggest_name(parser->scratch, name, names, OP_COUNT_);
}

const char *suggest_operation(struct asm_parser *parser, const char *name) {
    const char *names[OP_COUNT_], *fulls[OP_COUNT_], *dot = strchr(name, '.');
    const char *own = dot ? name : parser->default_dialect;
    size_t length = dot ? (size_t)(dot - name) : strlen(own), count = 0;
    if (dot && !dialect_is_known(name, length)) {
        return suggest_whole_name(parser, name);
    }
    for (enum nearness nearness = 0; nearness < NEARNESS_COUNT_; nearness++) {
        for (size_t i = 0; i < OP_COUNT_; i++) {
            if (nearness_of(op_table[i]->name, own, length) == nearness) {
                fulls[count] = op_table[i]->name;
                names[count++] = without_dialect(op_table[i]->name);
            }
        }
    }
    const char *near = nearest_name(without_dialect(name), names, count);
    for (size_t i = 0; near && i < count; i++) {
        if (names[i] == near) { /* the default dialect is left out where the name has none */
            bool is_short = !dot && nearness_of(fulls[i], own, length) == OWN_DIALECT;
            return suggest_near(parser->scratch, name, is_short ? near : fulls[i]);
        }
    }
    return "";
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
