/* loc(...): locations written in the text. */
#include "frontend/parser.h"
#include "ir/context.h"

static bool parse_location_instance(struct asm_parser *parser, const struct attr **location);

static bool parse_fused(struct asm_parser *parser, const struct attr **location) {
    const struct attr *metadata = NULL;
    if (optional_token(parser, "<") &&
        (!parse_attr(parser, &metadata) || !parse_token(parser, ">"))) {
        return false;
    }
    VECTOR(const struct attr *) items = {0};
    bool parsed = parse_token(parser, "[");
    if (parsed && !peek_token(parser, "]")) {
        do {
            const struct attr *item = NULL;
            parsed = parse_location_instance(parser, &item);
            *vector_push(&items) = item;
        } while (parsed && optional_token(parser, ","));
    }
    parsed = parsed && parse_token(parser, "]");
    if (parsed) {
        *location = location_fused(parser->context, (uint32_t)items.count, items.items, metadata);
    }
    vector_free(&items);
    return parsed;
}

static bool parse_callsite(struct asm_parser *parser, const struct attr **location) {
    const struct attr *callee, *caller;
    if (!parse_token(parser, "(") || !parse_location_instance(parser, &callee) ||
        !parse_keyword(parser, "at") || !parse_location_instance(parser, &caller) ||
        !parse_token(parser, ")")) {
        return false;
    }
    *location = location_callsite(parser->context, callee, caller);
    return true;
}

/* :line:column, and `to line:column` or `to :column` */
static bool parse_file(struct asm_parser *parser, const char *file, const struct attr **location) {
    int64_t line, column, end_line = -1, end_column = -1;
    if (!parse_integer(parser, &line) || !parse_token(parser, ":") ||
        !parse_integer(parser, &column)) {
        return false;
    }
    if (optional_keyword(parser, "to")) {
        end_line = line;
        if (parser->token.kind == TOKEN_INTEGER && !parse_integer(parser, &end_line)) {
            return false;
        }
        if (!parse_token(parser, ":") || !parse_integer(parser, &end_column)) {
            return false;
        }
    }
    *location = location_file(parser->context, file, line, column, end_line, end_column);
    return true;
}

static bool parse_named(struct asm_parser *parser, const struct attr **location) {
    const char *text;
    size_t length;
    const struct attr *child = NULL;
    if (!parse_string(parser, &text, &length)) {
        return false;
    }
    if (optional_token(parser, ":")) {
        return parse_file(parser, text, location);
    }
    if (optional_token(parser, "(") &&
        (!parse_location_instance(parser, &child) || !parse_token(parser, ")"))) {
        return false;
    }
    *location = location_name(parser->context, text, length, child);
    return true;
}

static bool parse_known_alias(struct asm_parser *parser, const struct attr **location) {
    struct location at = asm_location(parser);
    if (!parse_attr(parser, location)) {
        return false;
    }
    return (*location)->kind == ATTR_LOCATION ||
           asm_error_at(parser, at, "expected location, but found another attribute");
}

static bool parse_location_instance(struct asm_parser *parser, const struct attr **location) {
    if (!enter(parser)) {
        return false;
    }
    bool parsed;
    if (parser->token.kind == TOKEN_HASH) {
        parsed = parse_known_alias(parser, location);
    } else if (parser->token.kind == TOKEN_STRING) {
        parsed = parse_named(parser, location);
    } else if (optional_keyword(parser, "callsite")) {
        parsed = parse_callsite(parser, location);
    } else if (optional_keyword(parser, "fused")) {
        parsed = parse_fused(parser, location);
    } else if (optional_keyword(parser, "unknown")) {
        *location = location_unknown(parser->context);
        parsed = true;
    } else {
        parsed = wrong_token(parser, "location instance");
    }
    leave(parser);
    return parsed;
}

bool parse_location_body(struct asm_parser *parser, const struct attr **location) {
    return parse_token(parser, "(") && parse_location_instance(parser, location) &&
           parse_token(parser, ")");
}

/* --- aliases defined later -------------------------------------------------------------------- */

/* Stands for the alias until the whole text was read. */
static const struct attr *placeholder(struct asm_parser *parser, const char *alias) {
    return attr_unique(
        parser->context,
        &(struct attr){.kind = ATTR_LOCATION, .integer = LOCATION_ALIAS, .text = alias});
}

/* An alias that is known already, or one that is to come. */
static bool parse_location_alias(struct asm_parser *parser, const struct attr **location) {
    const char *name = intern_token(parser, parser->token.begin + 1, parser->token.end);
    if (pointer_map_get(&parser->aliases.attrs, name)) {
        uint64_t expanded =
            parser->aliases.expanded; /* locations of operations are printed as aliases */
        bool parsed = parse_known_alias(parser, location);
        parser->aliases.expanded = expanded;
        return parsed;
    }
    *location = placeholder(parser, name);
    parser->has_deferred_locations = true;
    advance(parser);
    return true;
}

bool optional_location(struct asm_parser *parser, struct op_place *place) {
    const struct attr *location;
    if (!optional_keyword(parser, "loc")) {
        return true;
    }
    if (!parse_token(parser, "(") ||
        !(parser->token.kind == TOKEN_HASH ? parse_location_alias(parser, &location)
                                           : parse_location_instance(parser, &location)) ||
        !parse_token(parser, ")")) {
        return false;
    }
    *place = op_place_of(location);
    return true;
}

static bool resolve(struct asm_parser *parser, struct location location, struct op_place *slot) {
    const struct attr *given = place_location(*slot);
    if (!given || given->integer != LOCATION_ALIAS) {
        return true;
    }
    const struct attr *found = pointer_map_get(&parser->aliases.attrs, given->text);
    if (!found) {
        return asm_error_at(parser, location, "operation location alias '#%s' was never defined",
                            given->text);
    }
    *slot = op_place_of(found);
    return found->kind == ATTR_LOCATION ||
           asm_error_at(parser, location, "expected location, but found another attribute");
}

static bool resolve_in_op(struct op *op, void *data) {
    struct asm_parser *parser = data;
    bool good = resolve(parser, op->location, &op->explicit_location);
    for (uint32_t i = 0; good && i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; good && j < block->argument_count; j++) {
                struct value *argument = block->arguments[j];
                good = resolve(parser, argument->location, &argument->explicit_location);
            }
        }
    }
    return good;
}

bool resolve_deferred_locations(struct asm_parser *parser) {
    return !parser->has_deferred_locations || op_walk(parser->module->op, resolve_in_op, parser);
}
