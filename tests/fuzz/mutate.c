/* Mutations that know what MLIR text is made of: tokens, lines, bracketed
 * groups. Each takes its material from the same text or, in a cross over, from
 * another. Bytes are mutated now and then too. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "ops/op_def.h"
#include "pipeline.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t most, unsigned int seed);

enum span_kind { SPAN_WORD, SPAN_NAME, SPAN_NUMBER, SPAN_STRING, SPAN_PUNCTUATION };

struct span {
    size_t begin, end;
    enum span_kind kind;
};
struct text {
    const char *bytes;
    size_t length;
    VECTOR(struct span) tokens;
};
struct mutation {
    uint64_t random;
    struct text text;        /* what is mutated */
    const struct text *from; /* where material is taken */
    struct buffer out;
};

static size_t random_below(struct mutation *m, size_t limit) {
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return limit ? (size_t)((m->random >> 11) % limit) : 0;
}

/* --- tokens, lines, groups -------------------------------------------------------------------- */

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static struct span next_span(const struct text *text, size_t at) {
    struct span span = {.begin = at, .end = at + 1, .kind = SPAN_PUNCTUATION};
    char first = text->bytes[at];
    if (first == '"') {
        span.kind = SPAN_STRING;
        while (span.end < text->length && text->bytes[span.end - 1] != '\n' &&
               (text->bytes[span.end] != '"' || text->bytes[span.end - 1] == '\\')) {
            span.end++;
        }
        span.end += span.end < text->length;
        return span;
    }
    if (strchr("%@#!^", first) && first) {
        span.kind = SPAN_NAME;
    } else if (isdigit((unsigned char)first)) {
        /* 8x16xf32 is three numbers and words */
        while (span.end < text->length && isdigit((unsigned char)text->bytes[span.end])) {
            span.end++;
        }
        span.kind = SPAN_NUMBER;
        return span;
    } else if (in_word(first)) {
        span.kind = SPAN_WORD;
        if (first == 'x' && span.end < text->length) {
            return span;
        }
    } else {
        return span;
    }
    while (span.end < text->length && in_word(text->bytes[span.end])) {
        span.end++;
    }
    return span;
}

static void split(struct text *text) {
    for (size_t at = 0; at < text->length;) {
        if (isspace((unsigned char)text->bytes[at])) {
            at++;
            continue;
        }
        struct span span = next_span(text, at);
        *vector_push(&text->tokens) = span;
        at = span.end;
    }
}

static struct span line_at(const struct text *text, size_t at) {
    struct span line = {.begin = at, .end = at};
    while (line.begin > 0 && text->bytes[line.begin - 1] != '\n') {
        line.begin--;
    }
    while (line.end < text->length && text->bytes[line.end] != '\n') {
        line.end++;
    }
    line.end += line.end < text->length;
    return line;
}

static struct span random_line(struct mutation *m, const struct text *text) {
    return line_at(text, random_below(m, text->length));
}

static bool random_token(struct mutation *m, const struct text *text, struct span *span) {
    if (text->tokens.count == 0) {
        return false;
    }
    *span = text->tokens.items[random_below(m, text->tokens.count)];
    return true;
}

/* A token of a kind: the first from a random place on. */
static bool random_token_of(struct mutation *m, const struct text *text, enum span_kind kind,
                            struct span *span) {
    size_t count = text->tokens.count, start = random_below(m, count);
    for (size_t i = 0; i < count; i++) {
        *span = text->tokens.items[(start + i) % count];
        if (span->kind == kind) {
            return true;
        }
    }
    return false;
}

/* A balanced `(...)`, `[...]`, `{...}` or `<...>`; of the given opening bracket, or of any (0). */
static bool random_group(struct mutation *m, const struct text *text, char open,
                         struct span *group) {
    static const char opens[] = "([{<", closes[] = ")]}>";
    size_t count = text->tokens.count, start = random_below(m, count);
    for (size_t i = 0; i < count; i++) {
        size_t first = (start + i) % count;
        char c = text->bytes[text->tokens.items[first].begin];
        const char *found = c ? strchr(opens, c) : NULL;
        if (!found || (open && c != open)) {
            continue;
        }
        int depth = 0;
        for (size_t j = first; j < count; j++) {
            char d = text->bytes[text->tokens.items[j].begin];
            depth += (d == c) - (d == closes[found - opens]);
            if (depth == 0) {
                *group = (struct span){.begin = text->tokens.items[first].begin,
                                       .end = text->tokens.items[j].end};
                return true;
            }
        }
    }
    return false;
}

/* --- mutations: each writes the new text to m->out, or returns false -------------------------- */

static bool splice(struct mutation *m, struct span span, const char *bytes, size_t length) {
    buffer_add_bytes(&m->out, m->text.bytes, span.begin);
    buffer_add_bytes(&m->out, bytes, length);
    buffer_add_bytes(&m->out, m->text.bytes + span.end, m->text.length - span.end);
    return true;
}

static bool splice_from(struct mutation *m, struct span span, struct span from) {
    return splice(m, span, m->from->bytes + from.begin, from.end - from.begin);
}

static bool replace_token(struct mutation *m) {
    struct span span, from;
    return random_token(m, &m->text, &span) && random_token_of(m, m->from, span.kind, &from) &&
           splice_from(m, span, from);
}

/* All tokens that read the same: types and names stay consistent. */
static bool replace_everywhere(struct mutation *m) {
    struct span span, from;
    if (!random_token(m, &m->text, &span) || span.kind == SPAN_PUNCTUATION ||
        !random_token_of(m, m->from, span.kind, &from)) {
        return false;
    }
    size_t length = span.end - span.begin, copied = 0;
    for (size_t i = 0; i < m->text.tokens.count; i++) {
        struct span token = m->text.tokens.items[i];
        if (token.end - token.begin == length &&
            memcmp(m->text.bytes + token.begin, m->text.bytes + span.begin, length) == 0) {
            buffer_add_bytes(&m->out, m->text.bytes + copied, token.begin - copied);
            buffer_add_bytes(&m->out, m->from->bytes + from.begin, from.end - from.begin);
            copied = token.end;
        }
    }
    buffer_add_bytes(&m->out, m->text.bytes + copied, m->text.length - copied);
    return true;
}

static bool replace_number(struct mutation *m) {
    static const char *const numbers[] = {"0",          "1",
                                          "2",          "3",
                                          "7",          "16",
                                          "64",         "-1",
                                          "65536",      "2147483648",
                                          "4294967296", "9223372036854775807",
                                          "?",          "18446744073709551616",
                                          "1.0e+40",    "0xFFFFFFFFFFFFFFFF"};
    struct span span;
    const char *number = numbers[random_below(m, sizeof numbers / sizeof *numbers)];
    return random_token_of(m, &m->text, SPAN_NUMBER, &span) &&
           splice(m, span, number, strlen(number));
}

static const struct op_attr_def *random_attr(struct mutation *m) {
    const struct op_def *def = op_table[random_below(m, OP_COUNT_)];
    size_t count = 0;
    while (def->attrs[count].name) {
        count++;
    }
    return count ? &def->attrs[random_below(m, count)] : NULL;
}

static bool replace_word(struct mutation *m) {
    struct span span;
    const char *word = op_table[random_below(m, OP_COUNT_)]->name;
    const struct op_attr_def *attr = random_below(m, 2) ? random_attr(m) : NULL;
    word = attr ? attr->name : word;
    return random_token_of(m, &m->text, SPAN_WORD, &span) && splice(m, span, word, strlen(word));
}

static bool insert_attr(struct mutation *m) {
    struct span group;
    const struct op_attr_def *attr = random_attr(m);
    if (!attr || !random_group(m, &m->text, '{', &group)) {
        return false;
    }
    group.end = ++group.begin;
    char text[200];
    int length = snprintf(text, sizeof text, "%s = %zu,", attr->name, random_below(m, 3));
    return length < (int)sizeof text && splice(m, group, text, (size_t)length);
}

static bool delete_token(struct mutation *m) {
    struct span span;
    return random_token(m, &m->text, &span) && splice(m, span, "", 0);
}

static bool delete_line(struct mutation *m) {
    return splice(m, random_line(m, &m->text), "", 0);
}

static bool empty_group(struct mutation *m) {
    struct span group;
    if (!random_group(m, &m->text, 0, &group)) {
        return false;
    }
    group.begin++, group.end--;
    return group.begin < group.end && splice(m, group, "", 0);
}

static bool insert_line(struct mutation *m) {
    struct span line = random_line(m, &m->text);
    line.end = line.begin;
    return splice_from(m, line, random_line(m, m->from));
}

static bool replace_group(struct mutation *m) {
    struct span group, from;
    return random_group(m, &m->text, 0, &group) &&
           random_group(m, m->from, m->text.bytes[group.begin], &from) &&
           splice_from(m, group, from);
}

/* A group before or after another: operands, axes, attributes. */
static bool insert_token(struct mutation *m) {
    struct span at, from;
    if (!random_token(m, &m->text, &at) || !random_token(m, m->from, &from)) {
        return false;
    }
    at.begin = at.end;
    return splice_from(m, at, from);
}

/* A group inside itself, many times. */
static bool nest_group(struct mutation *m) {
    struct span group, inner;
    if (!random_group(m, &m->text, 0, &group)) {
        return false;
    }
    size_t times = 1 + random_below(m, random_below(m, 8) ? 3 : 600);
    inner = (struct span){.begin = group.begin + 1, .end = group.end - 1};
    if (random_below(m, 2)) {
        random_group(m, &m->text, m->text.bytes[group.begin], &inner);
    }
    if (inner.begin < group.begin || inner.end > group.end) {
        return false;
    }
    buffer_add_bytes(&m->out, m->text.bytes, inner.begin);
    for (size_t i = 0; i < times; i++) {
        buffer_add_bytes(&m->out, m->text.bytes + group.begin, inner.begin - group.begin);
    }
    buffer_add_bytes(&m->out, m->text.bytes + inner.begin, inner.end - inner.begin);
    for (size_t i = 0; i < times; i++) {
        buffer_add_bytes(&m->out, m->text.bytes + inner.end, group.end - inner.end);
    }
    buffer_add_bytes(&m->out, m->text.bytes + inner.end, m->text.length - inner.end);
    return true;
}

static void add_pass(struct mutation *m, const struct pass *pass) {
    buffer_printf(&m->out, " %s", pass->name);
    size_t count = 0;
    while (pass->options[count].name) {
        count++;
    }
    const struct pass_option *option = count ? &pass->options[random_below(m, count)] : NULL;
    if (option && option->kind == PASS_BOOL && random_below(m, 2)) {
        bool otherwise = strcmp(option->otherwise, "true") == 0;
        buffer_printf(&m->out, "{%s=%s}", option->name, otherwise ? "false" : "true");
    }
}

/* Another first line, which names the passes to run. */
static bool choose_passes(struct mutation *m) {
    struct span line = {0};
    size_t passes = 0, pipelines = 0;
    const char *summary;
    if (m->text.length > 10 && memcmp(m->text.bytes, "// passes:", 10) == 0) {
        line = line_at(&m->text, 0);
    }
    while (pass_at(passes)) {
        passes++;
    }
    while (pipeline_name_at(pipelines, &summary)) {
        pipelines++;
    }
    buffer_printf(&m->out, "// passes:");
    for (size_t i = random_below(m, 4) + 1; i > 0; i--) {
        if (random_below(m, 5) == 0) {
            buffer_printf(&m->out, " %s", pipeline_name_at(random_below(m, pipelines), &summary));
        } else {
            add_pass(m, pass_at(random_below(m, passes)));
        }
    }
    buffer_add_char(&m->out, '\n');
    buffer_add_bytes(&m->out, m->text.bytes + line.end, m->text.length - line.end);
    return true;
}

typedef bool mutate_function(struct mutation *m);
static mutate_function *const mutations[] = {
    replace_token,  replace_token, replace_token, replace_everywhere, replace_everywhere,
    replace_number, replace_word,  insert_attr,   delete_token,       delete_line,
    insert_line,    insert_line,   empty_group,   replace_group,      replace_group,
    replace_group,  insert_token,  nest_group,    choose_passes,
};

/* One mutation of `data` in place; false where the one that was drawn does not apply or fit. */
static bool mutate_once(uint64_t *random, uint8_t *data, size_t *size, size_t most,
                        const struct text *from) {
    struct mutation m = {.random = *random, .text = {.bytes = (char *)data, .length = *size}};
    split(&m.text);
    m.from = from ? from : &m.text;
    mutate_function *function = mutations[random_below(&m, sizeof mutations / sizeof *mutations)];
    bool done = m.text.length && m.from->length && function(&m) && m.out.length <= most;
    if (done && m.out.length) {
        memcpy(data, m.out.text, m.out.length);
    }
    *size = done ? m.out.length : *size;
    *random = m.random;
    buffer_free(&m.out);
    vector_free(&m.text.tokens);
    return done;
}

static size_t mutate(uint8_t *data, size_t size, size_t most, unsigned int seed,
                     const struct text *from) {
    uint64_t random = (seed + 1) * 0x9E3779B97F4A7C15u;
    size_t times = 1 + seed % 4;
    bool done = false;
    for (size_t i = 0; i < times * 4 && times > 0; i++) {
        if (mutate_once(&random, data, &size, most, from)) {
            done = true;
            times--;
        }
    }
    return done ? size : LLVMFuzzerMutate(data, size, most);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed) {
    if (seed % 8 == 0) {
        return LLVMFuzzerMutate(data, size, most);
    }
    return mutate(data, size, most, seed / 8, NULL);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t most, unsigned int seed) {
    size_t size = size1 < most ? size1 : most;
    memcpy(out, data1, size);
    struct text from = {.bytes = (const char *)data2, .length = size2};
    split(&from);
    size = mutate(out, size, most, seed, &from);
    vector_free(&from.tokens);
    return size;
}
