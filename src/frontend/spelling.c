/* What texts meant that were read before: most types, constants and shardings of a program are
 * spelt many times. */
#include "frontend/parser.h"

#include <string.h>

#define SPELLINGS      1024
#define LONGEST_BODY   96
#define LONGEST_QUOTED 32

/* Behind the closing quote of the string that begins here;
 * NULL where it is long or holds escapes. */
static const char *skip_plain_string(const char *text, const char *end) {
    for (const char *c = text + 1; c < end && c - text < LONGEST_QUOTED; c++) {
        if (*c == '"') {
            return c + 1;
        }
        if (*c == '\\' || *c == '\n') {
            return NULL;
        }
    }
    return NULL;
}

size_t plain_body_length(const char *text, const char *end) {
    if (text >= end || *text != '<') {
        return 0;
    }
    for (const char *c = text + 1; c && c < end && c - text < LONGEST_BODY;) {
        if (*c == '>') {
            return (size_t)(c + 1 - text);
        }
        if (*c == '<' || *c == '\n' || *c == '!' || *c == '#') {
            return 0;
        }
        c = *c == '"' ? skip_plain_string(c, end) : c + 1;
    }
    return 0;
}

/* The slot where a spelling is kept; another one that was kept there gives way. */
static struct spelling *slot_of(struct asm_parser *parser, const char *text, size_t length) {
    if (!parser->spellings) {
        parser->spellings = ARENA_ARRAY(parser->scratch, struct spelling, SPELLINGS);
    }
    uint64_t hash = hash_bytes(text, length, 0);
    struct spelling *slot = &parser->spellings[hash % SPELLINGS];
    if (slot->hash != hash || slot->length != length || memcmp(slot->text, text, length) != 0) {
        *slot = (struct spelling){.hash = hash, .text = text, .length = length};
    }
    return slot;
}

const void *spelling_find(struct asm_parser *parser, const char *text, size_t length) {
    return length ? slot_of(parser, text, length)->meaning : NULL;
}

void spelling_keep(struct asm_parser *parser, const char *text, size_t length,
                   const void *meaning) {
    /* Where `->` stands in a body, that was not its end. */
    if (length && parser->previous_end == text + length) {
        slot_of(parser, text, length)->meaning = meaning;
    }
}
