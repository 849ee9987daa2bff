/* affine_map<...> and affine_set<...>, kept as text with single spaces. */
#include "frontend/parser.h"

bool parse_affine(struct asm_parser *parser, const struct attr **attr) {
    const char *begin = parser->token.begin;
    advance(parser);
    if (!peek_token(parser, "<") || !skip_balanced(parser)) {
        return expected(parser, "'<' after the name of an affine attribute");
    }
    *attr = attr_text(parser->context, ATTR_AFFINE, begin, (size_t)(parser->previous_end - begin),
                      NULL);
    return true;
}
