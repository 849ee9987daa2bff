/* Suggestions for misspelt operations. */
#include "frontend/parser.h"
#include "ops/op_def.h"

#include <string.h>

const char *suggest_operation(struct asm_parser *parser, const char *name) {
    const char *names[OP_COUNT_];
    bool prefixed = strchr(name, '.') != NULL;
    for (size_t i = 0; i < OP_COUNT_; i++) {
        const char *full = op_table[i]->name;
        const char *dot = strchr(full, '.');
        names[i] = prefixed || !dot ? full : dot + 1;
    }
    const char *near = nearest_name(name, names, OP_COUNT_);
    if (!near || strcmp(near, name) == 0) {
        return "";
    }
    return arena_printf(parser->scratch, "; did you mean '%s'?", near);
}
