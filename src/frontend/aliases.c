/* Aliases: what they stand for, where they stand, and how much text they stand for. */
#include <string.h>

#include "frontend/parser.h"

/* Aliases of aliases may nest this deep. */
#define MAX_ALIAS_DEPTH 4000
/* All uses together stand for at most so many bytes, or for so many times the text itself. */
#define MOST_EXPANDED  (UINT64_C(1) << 26)
#define MOST_EXPANSION 16

struct alias {
    const char *place;
    uint32_t depth;
    uint64_t size; /* of its text with all aliases in it written out */
};

static const char *what(const struct asm_parser *parser) {
    return parser->token.kind == TOKEN_HASH ? "attribute" : "type";
}

struct alias *alias_begin(struct asm_parser *parser, struct pointer_map *aliases,
                          const char *name) {
    const struct alias *earlier = pointer_map_get(aliases, name);
    if (earlier) {
        asm_error(parser, "redefinition of %s alias id '%s'", what(parser), name);
        diag_help(parser->context->diagnostics, lexer_location(&parser->lexer, earlier->place),
                  "previously defined here");
        return NULL;
    }
    if (strchr(name, '.')) {
        asm_error(parser, "%s names with a '.' are reserved for dialect-defined names",
                  what(parser));
        return NULL;
    }
    struct alias *alias = ARENA_NEW(parser->scratch, struct alias);
    alias->place = parser->token.begin;
    alias->size = parser->aliases.expanded;
    pointer_map_put(aliases, name, alias);
    parser->aliases.deepest = 0;
    return alias;
}

void alias_end(struct asm_parser *parser, struct alias *alias) {
    alias->depth = parser->aliases.deepest + 1;
    alias->size =
        parser->aliases.expanded - alias->size + (uint64_t)(parser->previous_end - alias->place);
}

bool alias_use(struct asm_parser *parser, const struct pointer_map *aliases, const char *name) {
    const struct alias *alias = pointer_map_get(aliases, name);
    uint32_t depth = parser->depth + alias->depth;
    uint64_t most = MOST_EXPANSION * (uint64_t)parser->lexer.source->length;
    if (depth > MAX_ALIAS_DEPTH) {
        return asm_error(parser, "aliases nested more than %d deep", MAX_ALIAS_DEPTH);
    }
    most = most > MOST_EXPANDED ? most : MOST_EXPANDED;
    parser->aliases.deepest = depth > parser->aliases.deepest ? depth : parser->aliases.deepest;
    parser->aliases.expanded += alias->size;
    return parser->aliases.expanded <= most ||
           asm_error(parser, "aliases stand for more than %llu bytes of text",
                     (unsigned long long)most);
}
