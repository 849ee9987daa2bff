/* affine_map<...> and affine_set<...>, kept as text. */
#include "frontend/parser.h"

/* The end of `<(d0, d1) -> (d0)>`: the first `>` outside of brackets that ends no arrow. */
static const char *find_end(const char *text, const char *end) {
    int32_t depth = 0;
    for (const char *c = text + 1; c < end; c++) {
        if (*c == '(' || *c == '[') {
            depth++;
        } else if (*c == ')' || *c == ']') {
            depth--;
        } else if (*c == '>' && depth == 0 && c[-1] != '-') {
            return c + 1;
        } else if (*c == '"' || *c == '{' || depth < 0) {
            return NULL;
        }
    }
    return NULL;
}

bool parse_affine(struct asm_parser *parser, const struct attr **attr) {
    const char *begin = parser->token.begin;
    advance(parser);
    if (!peek_token(parser, "<")) {
        return expected(parser, "'<'");
    }
    const char *end = find_end(parser->token.begin, parser->lexer.end);
    if (!end) {
        return asm_error(parser, "expected '>' at the end of an affine expression");
    }
    reset_to(parser, end);
    *attr = attr_text(parser->context, ATTR_AFFINE, begin, (size_t)(end - begin), NULL);
    return true;
}
