/* A whole text: alias definitions, the operations at the top, resources; and texts in chunks. */
#include "frontend/bytecode/read.h"
#include "frontend/frontend.h"
#include "frontend/parser.h"

#include <string.h>

/* --- aliases ---------------------------------------------------------------------------------- */

static bool parse_attr_alias_definition(struct asm_parser *parser) {
    const char *name = intern_token(parser, parser->token.begin + 1, parser->token.end);
    const struct attr *value;
    struct alias *alias = alias_begin(parser, &parser->aliases.attr_places, name);
    if (!alias) {
        return false;
    }
    advance(parser);
    if (!parse_token(parser, "=") || !parse_attr(parser, &value)) {
        return false;
    }
    alias_end(parser, alias);
    pointer_map_put(&parser->aliases.attrs, name, (void *)value);
    return true;
}

static bool parse_type_alias_definition(struct asm_parser *parser) {
    const char *name = intern_token(parser, parser->token.begin + 1, parser->token.end);
    const struct type *value;
    struct alias *alias = alias_begin(parser, &parser->aliases.type_places, name);
    if (!alias) {
        return false;
    }
    advance(parser);
    if (!parse_token(parser, "=")) {
        return false;
    }
    optional_keyword(parser, "type"); /* as older texts have it */
    if (!parse_type(parser, &value)) {
        return false;
    }
    alias_end(parser, alias);
    pointer_map_put(&parser->aliases.types, name, (void *)value);
    return true;
}

/* --- the top ---------------------------------------------------------------------------------- */

static bool parse_top(struct asm_parser *parser) {
    bool good = true;
    while (good && parser->token.kind != TOKEN_END) {
        if (parser->token.kind == TOKEN_HASH) {
            good = parse_attr_alias_definition(parser);
        } else if (parser->token.kind == TOKEN_EXCLAIM) {
            good = parse_type_alias_definition(parser);
        } else if (peek_token(parser, "{-#")) {
            good = parse_resources(parser);
        } else if (parser->token.kind == TOKEN_CARET) {
            good = expected(parser, "an operation");
        } else {
            good = parse_block_operations(parser, true);
        }
    }
    return good;
}

void unwrap_module(struct module *module) {
    struct op *outer = module->op;
    struct op *only = outer->regions[0].first->first;
    if (only && !only->next && only->def == outer->def) {
        op_unlink(only);
        module->op = only;
    }
}

static bool parse_source(struct asm_parser *parser) {
    struct ssa_scope scope;
    struct region_frame frame;
    struct op *top = parser->module->op;
    scope_begin(parser, &scope);
    region_begin(parser, &frame, &top->regions[0]);
    parser->block = top->regions[0].first;
    lexer_next(&parser->lexer, &parser->token);
    bool good = parse_top(parser);
    good = region_end(parser, &frame) && good;
    good = scope_end(parser, NULL) && good;
    fill_resources(parser);
    return good && parser->token.kind == TOKEN_END && resolve_deferred_locations(parser);
}

void parser_begin(struct asm_parser *parser, struct context *context, const struct source *source) {
    *parser = (struct asm_parser){
        .context = context, .scratch = arena_new(), .default_dialect = "builtin"};
    lexer_init(&parser->lexer, source, context->diagnostics);
}

void parser_end(struct asm_parser *parser) {
    pointer_map_free(&parser->aliases.attrs);
    pointer_map_free(&parser->aliases.types);
    pointer_map_free(&parser->aliases.attr_places);
    pointer_map_free(&parser->aliases.type_places);
    pointer_map_free(&parser->resources);
    free_frames(parser);
    arena_free(parser->scratch);
}

struct module *parse_module(struct context *context, const struct source *source) {
    if (source->is_bytecode) {
        return bytecode_read(context, source);
    }
    struct location start = {.source = source, .offset = 0};
    struct asm_parser parser;
    int32_t errors = context->diagnostics->errors;
    parser_begin(&parser, context, source);
    parser.module = module_new(context, start);
    parser.module->op->explicit_location =
        op_place_of(location_file(context, source->name, 0, 0, -1, -1));
    bool good = parse_source(&parser);
    struct module *module = parser.module;
    parser_end(&parser);
    if (!good || context->diagnostics->errors != errors) {
        module_free(module);
        return NULL;
    }
    unwrap_module(module);
    return module;
}

/* --- chunks ----------------------------------------------------------------------------------- */

#define SPLIT_MARKER "// -----"

/* Where the first marker line at or after `text` has its comment, or NULL: no chunk ends in a blank
 * or a letter that goes on, which the lexer relies on. A marker may be indented, a comment in a
 * comment, or followed by anything. */
static const char *find_marker(const char *text, const char *end) {
    while (text < end) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        line_end = line_end ? line_end : end;
        const char *marker =
            memmem(text, (size_t)(line_end - text), SPLIT_MARKER, strlen(SPLIT_MARKER));
        if (marker && strspn(text, " \t/") >= (size_t)(marker - text)) {
            return text + strspn(text, " \t");
        }
        text = line_end + 1;
    }
    return NULL;
}

static int32_t count_lines(const char *text, const char *end) {
    int32_t lines = 0;
    while ((text = memchr(text, '\n', (size_t)(end - text)))) {
        text++;
        lines++;
    }
    return lines;
}

bool next_chunk(const struct source *whole, struct source *chunk) {
    if (whole->is_bytecode) {
        bool is_first = chunk->text == NULL;
        *chunk = *whole;
        return is_first;
    }
    const char *end = whole->text + whole->length;
    const char *begin = whole->text;
    int32_t first_line = whole->first_line;
    if (chunk->text) {
        begin = chunk->text + chunk->length;
        if (begin >= end) {
            return false;
        }
        const char *line_end = memchr(begin, '\n', (size_t)(end - begin));
        begin = line_end ? line_end + 1 : end;
        first_line = chunk->first_line + count_lines(chunk->text, begin);
    }
    const char *marker = find_marker(begin, end);
    const char *stop = marker ? marker : end;
    *chunk = (struct source){.name = whole->name,
                             .text = begin,
                             .length = (size_t)(stop - begin),
                             .offset = (size_t)(begin - whole->text),
                             .first_line = first_line};
    return true;
}
