/* Numbers as attributes: integers of any width, floats in decimal and as bits. */
#include "frontend/parser.h"

#include <stdlib.h>
#include <string.h>

/* Magnitude of an integer token as little-endian words. */
static uint32_t wide_magnitude(struct asm_parser *parser, struct token token, uint64_t **words) {
    const char *c = token.begin;
    bool hex = token.end - c > 2 && c[1] == 'x';
    uint32_t base = hex ? 16 : 10, count = 0;
    uint32_t capacity = (uint32_t)(token_length(token) / 16) + 2;
    uint64_t *list = ARENA_ARRAY(parser->scratch, uint64_t, capacity);
    for (c += hex ? 2 : 0; c < token.end; c++) {
        uint32_t digit = *c <= '9' ? (uint32_t)(*c - '0') : (uint32_t)((*c | 32) - 'a' + 10);
        __uint128_t carry = digit;
        for (uint32_t i = 0; i < count; i++) {
            carry += (__uint128_t)list[i] * base;
            list[i] = (uint64_t)carry;
            carry >>= 64;
        }
        if (carry) {
            list[count++] = (uint64_t)carry;
        }
    }
    *words = list;
    return count;
}

static uint32_t magnitude_bits(const uint64_t *words, uint32_t count) {
    return count ? 64 * count - (uint32_t)__builtin_clzll(words[count - 1]) : 0;
}

static bool is_power_of_two(const uint64_t *words, uint32_t count) {
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (words[i]) {
            return false;
        }
    }
    return count && (words[count - 1] & (words[count - 1] - 1)) == 0;
}

static bool fits(const struct type *type, bool negative, const uint64_t *words, uint32_t count) {
    uint32_t bits = magnitude_bits(words, count);
    uint32_t width = type->kind == TYPE_INDEX ? 64 : type->width;
    if (width == 0) {
        return bits == 0;
    }
    if (negative) {
        return type->signedness != UNSIGNED &&
               (bits < width || (bits == width && is_power_of_two(words, count)));
    }
    /* Signless numbers may be written signed or unsigned. */
    return bits <= width - (type->signedness == SIGNED);
}

#define LONGEST_INTEGER_TEXT 8192

/* `what`: what the number is for, "attribute" or "type" (of the elements). */
static bool integer_attr(struct asm_parser *parser, const struct type *type, bool negative,
                         const char *what, const struct attr **attr) {
    uint64_t *words;
    if (token_length(parser->token) > LONGEST_INTEGER_TEXT) {
        return asm_error(parser, "integer constant out of range for %s", what);
    }
    uint32_t count = wide_magnitude(parser, parser->token, &words);
    if (!fits(type, negative, words, count)) {
        return asm_error(parser, "integer constant out of range for %s", what);
    }
    uint32_t width = type->kind == TYPE_INDEX ? 64 : type->width;
    uint64_t low = count ? words[0] : 0;
    if (width <= 64) {
        *attr = attr_integer(parser->context, type, (int64_t)(negative ? 0 - low : low));
        advance(parser);
        return true;
    }
    uint32_t total = (width + 63) / 64;
    int64_t *value = ARENA_ARRAY(parser->scratch, int64_t, total);
    uint64_t carry = negative;
    for (uint32_t i = 0; i < total; i++) {
        uint64_t word = i < count ? words[i] : 0;
        word = negative ? ~word + carry : word;
        carry = carry && word == 0;
        value[i] = (int64_t)word;
    }
    *attr = attr_wide_integer(parser->context, type, total, value);
    advance(parser);
    return true;
}

static bool is_hex(struct token token) {
    return token_length(token) > 2 && token.begin[1] == 'x';
}

bool parse_integer_of(struct asm_parser *parser, const struct type *type, bool negative,
                      const struct attr **attr) {
    if (negative && type->kind == TYPE_INTEGER && type->signedness == UNSIGNED) {
        return asm_error(parser, "expected unsigned integer elements, but parsed negative value");
    }
    return integer_attr(parser, type, negative, "type", attr);
}

bool parse_hex_float_bits(struct asm_parser *parser, const struct type *type, bool negative,
                          unsigned char *bytes) {
    if (!is_hex(parser->token) || negative) {
        return asm_error(parser, "unexpected decimal integer literal for a floating point value");
    }
    if (token_length(parser->token) > LONGEST_INTEGER_TEXT) {
        return asm_error(parser, "hexadecimal float constant out of range for type");
    }
    uint64_t *words;
    uint32_t count = wide_magnitude(parser, parser->token, &words);
    if (magnitude_bits(words, count) > type_bits(type)) {
        return asm_error(parser, "hexadecimal float constant out of range for type");
    }
    memset(bytes, 0, 16);
    if (count) {
        memcpy(bytes, words, count * sizeof *words);
    }
    advance(parser);
    return true;
}

/* 0x7FC00000 : f32, the bits themselves */
static bool hex_float_attr(struct asm_parser *parser, const struct type *type,
                           const struct attr **attr) {
    unsigned char bytes[16];
    if (!parse_hex_float_bits(parser, type, false, bytes)) {
        return false;
    }
    *attr = attr_float(parser->context, type, float_load(type->float_kind, bytes));
    return true;
}

static bool float_attr(struct asm_parser *parser, const struct type *type, bool negative,
                       const struct attr **attr) {
    if (parser->token.kind == TOKEN_INTEGER) {
        if (is_hex(parser->token) && !negative) {
            return hex_float_attr(parser, type, attr);
        }
        return asm_error(parser, "unexpected decimal integer literal for a floating point value");
    }
    double value = strtod(parser->token.begin, NULL);
    *attr = attr_float(parser->context, type, negative ? -value : value);
    advance(parser);
    return true;
}

/* A number whose type is known. */
static bool number_of_type(struct asm_parser *parser, struct location location,
                           const struct type *type, bool negative, const struct attr **attr) {
    bool is_float = parser->token.kind == TOKEN_FLOAT;
    if (type->kind == TYPE_FLOAT) {
        return float_attr(parser, type, negative, attr);
    }
    if (type->kind != TYPE_INTEGER && type->kind != TYPE_INDEX) {
        return asm_error_at(parser, location,
                            is_float ? "floating point value not valid for specified "
                                       "type"
                                     : "integer literal not valid for specified type");
    }
    if (is_float) {
        return asm_error_at(parser, location, "floating point value not valid for specified type");
    }
    if (negative && type->kind == TYPE_INTEGER && type->signedness == UNSIGNED) {
        return asm_error(parser, "negative integer literal not valid for unsigned integer type");
    }
    return integer_attr(parser, type, negative, "attribute", attr);
}

/* `-1.5`, `3 : i32`: the type stands after the number, so it is read first. */
bool parse_number_attr(struct asm_parser *parser, const struct type *type,
                       const struct attr **attr) {
    struct location location = asm_location(parser);
    bool negative = optional_token(parser, "-");
    if (parser->token.kind != TOKEN_INTEGER && parser->token.kind != TOKEN_FLOAT) {
        return expected(parser, "constant integer or floating point value");
    }
    struct token number = parser->token;
    const char *after = NULL;
    if (!type) {
        advance(parser);
        if (optional_token(parser, ":")) {
            if (!parse_type(parser, &type)) {
                return false;
            }
        } else {
            type = number.kind == TOKEN_FLOAT ? type_float(parser->context, FLOAT_F64)
                                              : type_integer(parser->context, 64, SIGNLESS);
        }
        after = parser->token.begin;
        reset_to(parser, number.begin);
    }
    if (!number_of_type(parser, location, type, negative, attr)) {
        return false;
    }
    if (after) {
        reset_to(parser, after);
    }
    return true;
}
