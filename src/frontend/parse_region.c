/* Regions, blocks and the sequences of operations in them. */
#include "frontend/parser.h"

#include <string.h>

/* --- regions ---------------------------------------------------------------------------------- */

struct argument_items {
    struct block *block;
};

static bool parse_header_argument(struct asm_parser *parser, void *data) {
    struct argument_items *items = data;
    struct operand_ref name;
    const struct type *type;
    if (!parse_operand(parser, &name) ||
        !parse_token_for(parser, ":", " and type for SSA operand") || !parse_type(parser, &type)) {
        return false;
    }
    struct value *argument = block_add_argument(parser->module, items->block, type, name.location);
    argument->name = name.name;
    return optional_location(parser, &argument->explicit_location) &&
           define_values(parser, name.record, argument, 1, name.location);
}

/* ^bb0(%a: T, %b: T): */
static bool parse_block_header(struct asm_parser *parser) {
    struct location location = asm_location(parser);
    const char *name = intern_token(parser, parser->token.begin + 1, parser->token.end);
    advance(parser);
    struct argument_items items;
    if (!define_block(parser, name, location, &items.block)) {
        return false;
    }
    parser->block = items.block;
    return (!peek_token(parser, "(") ||
            parse_list(parser, "(", ")", parse_header_argument, &items)) &&
           parse_token_for(parser, ":", " after block name");
}

/* The entry block: unnamed, or named where no arguments were given for it. */
static bool parse_entry(struct asm_parser *parser, struct region *region, uint32_t count,
                        const struct block_argument_ref *arguments) {
    if (parser->token.kind == TOKEN_CARET) {
        if (count) {
            return asm_error(parser, "invalid block name in region with named arguments");
        }
        return true;
    }
    if (peek_token(parser, "}") && count == 0) {
        return true;
    }
    parser->block = block_new(parser->module, region);
    parser->block->location = asm_location(parser);
    for (uint32_t i = 0; i < count; i++) {
        struct value *argument = block_add_argument(parser->module, parser->block,
                                                    arguments[i].type, arguments[i].location);
        argument->name = arguments[i].name;
        argument->explicit_location = arguments[i].explicit_location;
        const char *name = arguments[i].name;
        if (name && !check_unused(parser, find_name(parser, name, name + strlen(name)),
                                  arguments[i].location)) {
            return false;
        }
        if (name && !define_values(parser, find_name(parser, name, name + strlen(name)), argument,
                                   1, arguments[i].location)) {
            return false;
        }
    }
    return true;
}

static bool parse_region_blocks(struct asm_parser *parser, struct region *region, bool is_table,
                                uint32_t count, const struct block_argument_ref *arguments) {
    if (!parse_token_for(parser, "{", " to begin a region") ||
        !parse_entry(parser, region, count, arguments)) {
        return false;
    }
    bool good = true;
    while (!peek_token(parser, "}")) {
        if (parser->token.kind == TOKEN_END) {
            return wrong_token(parser, "operation name in quotes, or '}' at the end of a region");
        }
        if (parser->token.kind == TOKEN_CARET) {
            if (!parse_block_header(parser)) {
                return false;
            }
        } else if (!region->last) {
            parser->block = block_new(parser->module, region);
        }
        good = parse_block_operations(parser, false) && good;
    }
    advance(parser);
    parser->closed = good ? parser->closed : parser->previous_end;
    if (!region->first && is_table) {
        block_new(parser->module, region);
    }
    return good;
}

static const char *dialect_inside(const struct op_def *def) {
    return def->default_dialect ? def->default_dialect : "";
}

bool parse_block_argument(struct asm_parser *parser, struct block_argument_ref *argument) {
    struct operand_ref ref;
    if (!parse_operand(parser, &ref) || !parse_token(parser, ":") ||
        !parse_type(parser, &argument->type) ||
        !optional_location(parser, &argument->explicit_location)) {
        return false;
    }
    argument->name = ref.name;
    argument->location = ref.location;
    return true;
}

bool parse_region(struct asm_parser *parser, struct op_state *state, uint32_t argument_count,
                  const struct block_argument_ref *arguments) {
    if (!enter(parser)) {
        return false;
    }
    struct region *region = ARENA_NEW(parser->module->arena, struct region);
    struct block *outer_block = parser->block;
    struct ssa_scope *outer_scope = parser->scope, scope;
    const char *outer_dialect = parser->default_dialect, *outer_op = parser->custom_op;
    bool isolated = (state->def->traits & OP_ISOLATED) && !state->sees_outside;
    struct region_frame frame;
    parser->default_dialect = dialect_inside(state->def);
    parser->custom_op = NULL;
    if (isolated) {
        scope_begin(parser, &scope);
    }
    region_begin(parser, &frame, region);
    bool good = parse_region_blocks(parser, region, state->def->traits & OP_SYMBOL_TABLE,
                                    argument_count, arguments);
    good = region_end(parser, &frame) && good;
    if (isolated) {
        good = scope_end(parser, outer_scope) && good;
    }
    parser->default_dialect = outer_dialect;
    parser->custom_op = outer_op;
    parser->block = outer_block;
    *vector_push(&state->regions) = region;
    leave(parser);
    return good;
}

bool parse_successor(struct asm_parser *parser, struct op_state *state) {
    if (parser->token.kind != TOKEN_CARET) {
        return wrong_token(parser, "block name");
    }
    const char *name = intern_token(parser, parser->token.begin + 1, parser->token.end);
    struct location location = asm_location(parser);
    advance(parser);
    *vector_push(&state->successors) = block_reference(parser, name, location);
    return true;
}

/* --- sequences -------------------------------------------------------------------------------- */

static int64_t column_of(const char *text, const char *at) {
    const char *line = at;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    return at - line;
}

/* Whether an operation, a block or the end of a region may begin so. */
static bool may_begin(char first) {
    return strchr("%\"^_", first) || (first >= 'a' && first <= 'z') ||
           (first >= 'A' && first <= 'Z');
}

/* After an error in an operation that began at `begin`: on to the next line that begins another
 * one, outside of regions opened since and indented no further. What a region of the operation took
 * is not looked at again: operations with errors may be nested deep. */
static bool resume(struct asm_parser *parser, const char *begin) {
    if (parser->token.kind == TOKEN_END) {
        return false;
    }
    const char *stop = parser->previous_end;
    const char *text = parser->lexer.source->text;
    int64_t indent = column_of(text, begin);
    int32_t depth = 0;
    bool new_line = false;
    const char *from = begin + (*begin == '}'); /* at the top of a text that ends nothing */
    for (const char *c = parser->closed > from ? parser->closed : from; c < parser->lexer.end;
         c++) {
        if (*c == '"' && !(new_line && depth == 0 && column_of(text, c) <= indent)) {
            for (c++; c < parser->lexer.end && *c != '"' && *c != '\n'; c++) {
                c += *c == '\\';
            }
        } else if (*c == '/' && c + 1 < parser->lexer.end && c[1] == '/') {
            while (c + 1 < parser->lexer.end && c[1] != '\n') {
                c++;
            }
        } else if (*c == '\n') {
            new_line = c >= stop;
        } else if (*c == '{') {
            depth++;
            new_line = false;
        } else if (*c == '}' && depth == 0) {
            reset_to(parser, c);
            return true;
        } else if (*c == '}') {
            depth--;
            new_line = false;
        } else if (new_line && *c != ' ' && *c != '\t') {
            if (depth == 0 && may_begin(*c) && column_of(text, c) <= indent) {
                reset_to(parser, c);
                return true;
            }
            new_line = false;
        }
    }
    return false;
}

bool parse_block_operations(struct asm_parser *parser, bool top_level) {
    bool good = true;
    for (;;) {
        enum token_kind kind = parser->token.kind;
        if (kind == TOKEN_END || kind == TOKEN_CARET || (!top_level && peek_token(parser, "}"))) {
            return good;
        }
        if (top_level &&
            (kind == TOKEN_HASH || kind == TOKEN_EXCLAIM || peek_token(parser, "{-#"))) {
            return good;
        }
        const char *begin = parser->token.begin;
        if (!parse_operation(parser)) {
            good = false;
            struct diagnostics *diagnostics = parser->context->diagnostics;
            diagnostics->follows |= !parser->has_undeclared; /* which MLIR reports at the end */
            bool enough =
                diagnostics->error_limit && diagnostics->errors > diagnostics->error_limit;
            if (enough || !resume(parser, begin)) {
                parser->lexer.cursor = parser->lexer.end;
                advance(parser);
                return false;
            }
        }
    }
}
