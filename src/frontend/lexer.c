#include "frontend/lexer.h"

#include <string.h>

enum { LETTER = 1, DIGIT = 2, ID_MARK = 4, HEX = 8, DASH = 16, BLANK = 32, SINGLE = 64 };

/* What a character may be part of: letters (with _), digits, `$` and `.`, `-` in suffixes, blanks;
 * and punctuation that no longer one begins with. */
static const uint8_t classes[256] = {
    ['a'] = LETTER | HEX, ['b'] = LETTER | HEX, ['c'] = LETTER | HEX, ['d'] = LETTER | HEX,
    ['e'] = LETTER | HEX, ['f'] = LETTER | HEX, ['g'] = LETTER,       ['h'] = LETTER,
    ['i'] = LETTER,       ['j'] = LETTER,       ['k'] = LETTER,       ['l'] = LETTER,
    ['m'] = LETTER,       ['n'] = LETTER,       ['o'] = LETTER,       ['p'] = LETTER,
    ['q'] = LETTER,       ['r'] = LETTER,       ['s'] = LETTER,       ['t'] = LETTER,
    ['u'] = LETTER,       ['v'] = LETTER,       ['w'] = LETTER,       ['x'] = LETTER,
    ['y'] = LETTER,       ['z'] = LETTER,       ['A'] = LETTER | HEX, ['B'] = LETTER | HEX,
    ['C'] = LETTER | HEX, ['D'] = LETTER | HEX, ['E'] = LETTER | HEX, ['F'] = LETTER | HEX,
    ['G'] = LETTER,       ['H'] = LETTER,       ['I'] = LETTER,       ['J'] = LETTER,
    ['K'] = LETTER,       ['L'] = LETTER,       ['M'] = LETTER,       ['N'] = LETTER,
    ['O'] = LETTER,       ['P'] = LETTER,       ['Q'] = LETTER,       ['R'] = LETTER,
    ['S'] = LETTER,       ['T'] = LETTER,       ['U'] = LETTER,       ['V'] = LETTER,
    ['W'] = LETTER,       ['X'] = LETTER,       ['Y'] = LETTER,       ['Z'] = LETTER,
    ['_'] = LETTER,       ['$'] = ID_MARK,      ['.'] = ID_MARK,      ['-'] = DASH,
    ['0'] = DIGIT | HEX,  ['1'] = DIGIT | HEX,  ['2'] = DIGIT | HEX,  ['3'] = DIGIT | HEX,
    ['4'] = DIGIT | HEX,  ['5'] = DIGIT | HEX,  ['6'] = DIGIT | HEX,  ['7'] = DIGIT | HEX,
    ['8'] = DIGIT | HEX,  ['9'] = DIGIT | HEX,  [' '] = BLANK,        ['\n'] = BLANK,
    ['\t'] = BLANK,       ['\r'] = BLANK,       ['('] = SINGLE,       [')'] = SINGLE,
    [','] = SINGLE,       ['='] = SINGLE,       ['<'] = SINGLE,       ['>'] = SINGLE,
    ['['] = SINGLE,       [']'] = SINGLE,       ['}'] = SINGLE,
};

static inline bool is(char character, uint8_t wanted) {
    return classes[(unsigned char)character] & wanted;
}

void lexer_init(struct lexer *lexer, const struct source *source, struct diagnostics *diagnostics) {
    *lexer = (struct lexer){.source = source,
                            .cursor = source->text,
                            .end = source->text + source->length,
                            .diagnostics = diagnostics};
}

struct location lexer_location(const struct lexer *lexer, const char *at) {
    return (struct location){.source = lexer->source,
                             .offset = (uint32_t)(at - lexer->source->text)};
}

/* The text ends with a NUL, or with the line that splits it, neither of which goes on. */
static inline const char *skip(const char *cursor, uint8_t wanted) {
    while (is(*cursor, wanted)) {
        cursor++;
    }
    return cursor;
}

static inline const char *skip_blanks(const char *cursor, const char *end) {
    for (;;) {
        cursor = skip(cursor, BLANK);
        if (*cursor != '/' || end - cursor < 2 || cursor[1] != '/') {
            return cursor;
        }
        const char *line_end = memchr(cursor, '\n', (size_t)(end - cursor));
        cursor = line_end ? line_end : end;
    }
}

/* Every way out: the token is filled in where it stands, which is quicker than returning it. */
static inline enum token_kind finish(struct lexer *lexer, struct token *token, enum token_kind kind,
                                     const char *begin, const char *end) {
    lexer->cursor = end;
    token->kind = kind;
    token->begin = begin;
    token->end = end;
    return kind;
}

static enum token_kind fail(struct lexer *lexer, struct token *token, const char *begin,
                            const char *end, const char *message) {
    diag_error(lexer->diagnostics, lexer_location(lexer, begin), "%s", message);
    return finish(lexer, token, TOKEN_ERROR, begin, end);
}

static enum token_kind lex_string(struct lexer *lexer, struct token *token, enum token_kind kind,
                                  const char *begin, const char *quote) {
    for (const char *cursor = quote + 1; cursor < lexer->end; cursor++) {
        if (*cursor == '"') {
            return finish(lexer, token, kind, begin, cursor + 1);
        }
        if (*cursor == '\n') {
            return fail(lexer, token, begin, cursor, "expected '\"' in string literal");
        }
        if (*cursor == '\\' && cursor + 1 < lexer->end) {
            char next = cursor[1];
            bool hex = cursor + 2 < lexer->end && is(next, HEX) && is(cursor[2], HEX);
            if (next != '"' && next != '\\' && next != 'n' && next != 't' && !hex) {
                return fail(lexer, token, begin, cursor, "unknown escape in string literal");
            }
            cursor++;
        }
    }
    return fail(lexer, token, begin, lexer->end, "expected '\"' in string literal");
}

/* 12, 0x1F, 1.5, 1.0e-3 */
static enum token_kind lex_number(struct lexer *lexer, struct token *token, const char *begin) {
    const char *end = lexer->end;
    const char *cursor = begin + 1;
    if (*begin == '0' && cursor + 1 < end && *cursor == 'x' && is(cursor[1], HEX)) {
        return finish(lexer, token, TOKEN_INTEGER, begin, skip(cursor + 2, HEX));
    }
    cursor = skip(cursor, DIGIT);
    if (cursor == end || *cursor != '.') {
        return finish(lexer, token, TOKEN_INTEGER, begin, cursor);
    }
    cursor = skip(cursor + 1, DIGIT);
    if (cursor < end && (*cursor == 'e' || *cursor == 'E')) {
        const char *digits = cursor + 1;
        if (digits < end && (*digits == '-' || *digits == '+')) {
            digits++;
        }
        if (digits < end && is(*digits, DIGIT)) {
            cursor = skip(digits, DIGIT);
        }
    }
    return finish(lexer, token, TOKEN_FLOAT, begin, cursor);
}

/* After a sigil: digits, or a letter and then letters, digits, `$`, `.`, `-`. */
static enum token_kind lex_sigil(struct lexer *lexer, struct token *token, enum token_kind kind,
                                 const char *begin) {
    const char *cursor = begin + 1;
    const char *end = lexer->end;
    if (cursor < end && is(*cursor, DIGIT)) {
        cursor = skip(cursor, DIGIT);
    } else if (cursor < end && is(*cursor, LETTER | ID_MARK | DASH)) {
        cursor = skip(cursor, LETTER | DIGIT | ID_MARK | DASH);
    } else if (kind == TOKEN_HASH) {
        return finish(lexer, token, TOKEN_PUNCTUATION, begin, cursor);
    } else {
        return fail(lexer, token, begin, cursor,
                    kind == TOKEN_PERCENT ? "invalid SSA name"
                    : kind == TOKEN_CARET ? "invalid block name"
                                          : "invalid type identifier");
    }
    return finish(lexer, token, kind, begin, cursor);
}

static enum token_kind lex_at(struct lexer *lexer, struct token *token, const char *begin) {
    const char *cursor = begin + 1;
    if (cursor < lexer->end && *cursor == '"') {
        return lex_string(lexer, token, TOKEN_AT, begin, cursor);
    }
    if (cursor < lexer->end && is(*cursor, LETTER)) {
        return finish(lexer, token, TOKEN_AT, begin, skip(cursor, LETTER | DIGIT | ID_MARK));
    }
    return fail(lexer, token, begin, cursor, "@ identifier expected to start with letter or '_'");
}

/* Punctuation of more than one character that begins with this one, or NULL. */
static const char *longer_punctuation(char first) {
    switch (first) {
    case '-':
        return "->";
    case ':':
        return "::";
    case '{':
        return "{-#";
    case '#':
        return "#-}";
    case '.':
        return "...";
    default:
        return NULL;
    }
}

static enum token_kind lex_punctuation(struct lexer *lexer, struct token *token,
                                       const char *begin) {
    const char *longer = longer_punctuation(*begin);
    if (longer) {
        size_t length = strlen(longer);
        if (length <= (size_t)(lexer->end - begin) && memcmp(begin, longer, length) == 0) {
            return finish(lexer, token, TOKEN_PUNCTUATION, begin, begin + length);
        }
    }
    if (strchr("(){}[]<>,:=-+*?/|#!", *begin) && *begin) {
        return finish(lexer, token, TOKEN_PUNCTUATION, begin, begin + 1);
    }
    return fail(lexer, token, begin, begin + 1,
                *begin == '.' ? "expected three consecutive dots for an ellipsis"
                              : "unexpected character");
}

enum token_kind lexer_next(struct lexer *lexer, struct token *token) {
    const char *begin = skip_blanks(lexer->cursor, lexer->end);
    if (begin == lexer->end) {
        return finish(lexer, token, TOKEN_END, begin, begin);
    }
    char first = *begin;
    if (is(first, LETTER)) {
        return finish(lexer, token, TOKEN_WORD, begin, skip(begin + 1, LETTER | DIGIT | ID_MARK));
    }
    if (is(first, SINGLE)) {
        return finish(lexer, token, TOKEN_PUNCTUATION, begin, begin + 1);
    }
    if (is(first, DIGIT)) {
        return lex_number(lexer, token, begin);
    }
    switch (first) {
    case '%':
        return lex_sigil(lexer, token, TOKEN_PERCENT, begin);
    case '^':
        return lex_sigil(lexer, token, TOKEN_CARET, begin);
    case '!':
        return lex_sigil(lexer, token, TOKEN_EXCLAIM, begin);
    case '#':
        if (lexer->end - begin >= 3 && memcmp(begin, "#-}", 3) == 0) {
            return lex_punctuation(lexer, token, begin);
        }
        return lex_sigil(lexer, token, TOKEN_HASH, begin);
    case '@':
        return lex_at(lexer, token, begin);
    case '"':
        return lex_string(lexer, token, TOKEN_STRING, begin, begin);
    default:
        return lex_punctuation(lexer, token, begin);
    }
}
