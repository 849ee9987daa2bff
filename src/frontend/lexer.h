/* Tokens of MLIR text. Private to frontend/. */
#ifndef SDYC_FRONTEND_LEXER_H
#define SDYC_FRONTEND_LEXER_H

#include "support/support.h"

enum token_kind {
    TOKEN_END,
    TOKEN_ERROR,   /* already reported */
    TOKEN_WORD,    /* bare identifier: add, stablehlo.add, f32 */
    TOKEN_AT,      /* @name or @"name" */
    TOKEN_HASH,    /* #name */
    TOKEN_PERCENT, /* %name */
    TOKEN_EXCLAIM, /* !name */
    TOKEN_CARET,   /* ^name */
    TOKEN_INTEGER, /* digits or 0x digits */
    TOKEN_FLOAT,
    TOKEN_STRING, /* with its quotes */
    TOKEN_PUNCTUATION,
};

struct token {
    enum token_kind kind;
    const char *begin, *end;
};

struct lexer {
    const struct source *source;
    const char *cursor, *end;
    struct diagnostics *diagnostics;
};

/* Begins at the first character of a source, which outlives the lexer, as the diagnostics do. */
void lexer_init(struct lexer *lexer, const struct source *source, struct diagnostics *diagnostics);
/* Reads the next token, and says what it is. */
enum token_kind lexer_next(struct lexer *lexer, struct token *token);
struct location lexer_location(const struct lexer *lexer, const char *at);

static inline size_t token_length(struct token token) {
    return (size_t)(token.end - token.begin);
}
static inline bool token_is(struct token token, const char *spelling) {
    size_t length = token_length(token);
    for (size_t i = 0; i < length; i++) {
        if (spelling[i] != token.begin[i]) {
            return false;
        }
    }
    return spelling[length] == '\0' && token.kind != TOKEN_STRING;
}

#endif
