#include "codegen/folder/template.h"

#include <string.h>

/* Names in sight: a row inside the rows around it. */
struct scope {
    const struct template_row *row;
    const struct scope *outer;
};
struct expansion {
    struct buffer *out;
    const char *name;
};

/* A piece of the template: whole lines. */
struct piece {
    const char *at, *end;
    int line;
};

static const struct template_value *look_up(const struct expansion *expansion,
                                            const struct scope *scope, const char *name,
                                            size_t length, int line) {
    for (; scope != NULL; scope = scope->outer) {
        for (size_t i = 0; i < scope->row->count; i++) {
            const struct template_value *value = &scope->row->values[i];
            if (strlen(value->name) == length && memcmp(value->name, name, length) == 0) {
                return value;
            }
        }
    }
    sdyc_bug("%s:%d: no value for %.*s", expansion->name, line, (int)length, name);
}

static const char *line_end(const char *at, const char *end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    return newline == NULL ? end : newline + 1;
}

/* Whether the line is the control line `$word`; its argument follows. */
static bool is_control(const char *at, const char *end, const char *word, const char **argument) {
    size_t length = strlen(word);
    while (at < end && *at == ' ') {
        at++;
    }
    if ((size_t)(end - at) < length + 1 || *at != '$' || memcmp(at + 1, word, length) != 0) {
        return false;
    }
    *argument = at + 1 + length;
    return **argument == ' ' || **argument == '\n';
}

/* The argument of a control line without spaces around it. */
static size_t trim(const char **argument, const char *end) {
    while (*argument < end && **argument == ' ') {
        (*argument)++;
    }
    size_t length = (size_t)(end - *argument);
    while (length > 0 && ((*argument)[length - 1] == '\n' || (*argument)[length - 1] == ' ')) {
        length--;
    }
    return length;
}

static void copy_line(struct expansion *expansion, const char *at, const char *end, int line,
                      const struct scope *scope) {
    while (at < end) {
        const char *blank = memchr(at, '$', (size_t)(end - at));
        if (blank != NULL && end - blank > 2 && memcmp(blank, "$${", 3) == 0) {
            buffer_add_bytes(expansion->out, at, (size_t)(blank - at));
            buffer_add(expansion->out, "${");
            at = blank + 3;
            continue;
        }
        if (blank == NULL || blank + 1 >= end || blank[1] != '{') {
            blank = blank == NULL ? end : blank + 1;
            buffer_add_bytes(expansion->out, at, (size_t)(blank - at));
            at = blank;
            continue;
        }
        buffer_add_bytes(expansion->out, at, (size_t)(blank - at));
        const char *close = memchr(blank, '}', (size_t)(end - blank));
        if (close == NULL) {
            sdyc_bug("%s:%d: ${ without }", expansion->name, line);
        }
        size_t length = (size_t)(close - blank) - 2;
        const struct template_value *value = look_up(expansion, scope, blank + 2, length, line);
        buffer_add(expansion->out, value->text != NULL ? value->text : "");
        at = close + 1;
    }
}

/* Splits what a control line encloses at its `$else` and `$end`; the line after `$end`. */
static struct piece enclosed(const struct expansion *expansion, struct piece *rest,
                             struct piece *otherwise) {
    struct piece body = *rest;
    int depth = 0;
    bool has_else = false;
    const char *ignored;
    while (rest->at < rest->end) {
        const char *at = rest->at, *end = line_end(at, rest->end);
        bool opens = is_control(at, end, "if", &ignored) || is_control(at, end, "for", &ignored);
        bool closes = is_control(at, end, "end", &ignored);
        rest->at = end;
        rest->line++;
        if (depth == 0 && is_control(at, end, "else", &ignored)) {
            body.end = at;
            *otherwise = *rest;
            has_else = true;
        } else if (depth == 0 && closes) {
            *(has_else ? &otherwise->end : &body.end) = at;
            if (!has_else) {
                otherwise->at = otherwise->end = at;
            }
            return body;
        }
        depth += opens ? 1 : closes ? -1 : 0;
    }
    sdyc_bug("%s:%d: no $end", expansion->name, body.line);
}

static void expand(struct expansion *expansion, struct piece piece, const struct scope *scope) {
    while (piece.at < piece.end) {
        const char *at = piece.at, *end = line_end(at, piece.end), *argument;
        int line = piece.line++;
        piece.at = end;
        struct piece otherwise = {0};
        if (is_control(at, end, "if", &argument)) {
            size_t length = trim(&argument, end);
            bool negated = length > 0 && *argument == '!';
            const struct template_value *value =
                look_up(expansion, scope, argument + negated, length - negated, line);
            bool holds = (value->text != NULL && value->text[0] != '\0') ||
                         (value->list != NULL && value->list->count > 0);
            struct piece body = enclosed(expansion, &piece, &otherwise);
            expand(expansion, holds != negated ? body : otherwise, scope);
        } else if (is_control(at, end, "for", &argument)) {
            size_t length = trim(&argument, end);
            const struct template_value *value = look_up(expansion, scope, argument, length, line);
            struct piece body = enclosed(expansion, &piece, &otherwise);
            for (size_t i = 0; value->list != NULL && i < value->list->count; i++) {
                struct scope inner = {&value->list->rows[i], scope};
                expand(expansion, body, &inner);
            }
        } else {
            copy_line(expansion, at, end, line, scope);
        }
    }
}

void template_expand(struct buffer *out, const char *name, const char *text,
                     const struct template_row *values) {
    struct expansion expansion = {out, name};
    struct scope scope = {values, NULL};
    expand(&expansion, (struct piece){text, text + strlen(text), 1}, &scope);
}
