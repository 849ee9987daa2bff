/* Types that are kept as their names: `!shape.size`, and those of dialects that nobody knows. */
#include <string.h>

#include "frontend/parser.h"
#include "ir/op_def.h"

static bool is_shape_type(const char *name) {
    static const char *const names[] = {"shape.shape", "shape.size", "shape.value_shape",
                                        "shape.witness"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        found = found || strcmp(name, names[i]) == 0;
    }
    return found;
}

/* A type that its dialect does not have, in the words of the dialect. */
static bool refuse_type(struct asm_parser *parser, struct location location, const char *dialect,
                        size_t length, const char *name) {
    static const struct {
        const char *dialect, *words;
    } of_types[] = {
        {"quant", "unknown quantized type %s"},
        {"shape", "unknown  type `%s` in dialect `shape`"},
        {"stablehlo", "unknown stablehlo type: %s"},
        {"vhlo", "unknown vhlo type: %s"},
    };
    for (size_t i = 0; i < sizeof of_types / sizeof *of_types; i++) {
        if (strlen(of_types[i].dialect) == length &&
            memcmp(of_types[i].dialect, dialect, length) == 0) {
            return asm_error_at(parser, location, of_types[i].words, name);
        }
    }
    return asm_error_at(parser, location, "dialect '%.*s' provides no type parsing hook",
                        (int)length, dialect);
}

bool check_type_name(struct asm_parser *parser, struct location location, const char *name) {
    size_t length = strcspn(name, ".<");
    if (is_shape_type(name)) {
        return true;
    }
    if (dialect_is_known(name, length)) {
        return refuse_type(parser, location, name, length, name[length] ? name + length + 1 : name);
    }
    if (!parser->context->allow_unregistered_dialects) {
        return asm_error_at(parser, location,
                            "type '!%s' created with unregistered dialect. If this is intended, "
                            "please use -allow-unregistered-dialect",
                            name);
    }
    return true;
}
