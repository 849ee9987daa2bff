/* Expected diagnostics, as MLIR's tools take them from comments:
 *
 *     // expected-error @+1 {{text}}     on the next line; also @-1, @above, @below, @unknown
 *     // expected-note-re@below 2 {{regular {{[a-z]+}} text}}
 */
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

struct expectation {
    enum severity severity;
    int32_t line;    /* 0: no location */
    int32_t written; /* line of the comment itself */
    int64_t left;    /* how many are still expected */
    bool is_regex;
    const char *text;
};
struct expectations {
    struct arena *arena;
    const struct source *source;
    VECTOR(struct expectation) list;
    bool hold;
};

static void complain(struct expectations *all, int32_t line, const char *what,
                     enum severity severity, const char *text) {
    static const char *const names[] = {"error", "warning", "remark", "note"};
    fprintf(stderr, "%s:%d: error: %s %s \"%s\"\n", all->source->name, line, what, names[severity],
            text);
    all->hold = false;
}

/* The regular expression of a text in which only the parts in {{}} are one. */
static const char *expression(struct arena *arena, const char *text) {
    struct buffer out = {0};
    while (*text) {
        const char *close = strncmp(text, "{{", 2) == 0 ? strstr(text, "}}") : NULL;
        if (close) {
            buffer_printf(&out, "(%.*s)", (int)(close - text - 2), text + 2);
            text = close + 2;
            continue;
        }
        if (strchr("^$.*+?()[]{}|\\", *text)) {
            buffer_add_char(&out, '\\');
        }
        buffer_add_char(&out, *text++);
    }
    const char *copy = arena_printf(arena, "%s", out.text ? out.text : "");
    buffer_free(&out);
    return copy;
}

static bool text_matches(struct arena *arena, const struct expectation *expectation,
                         const char *message) {
    if (!expectation->is_regex) {
        return strstr(message, expectation->text) != NULL;
    }
    regex_t regex;
    if (regcomp(&regex, expression(arena, expectation->text), REG_EXTENDED | REG_NOSUB) != 0) {
        return false;
    }
    bool matches = regexec(&regex, message, 0, NULL, 0) == 0;
    regfree(&regex);
    return matches;
}

/* --- reading the comments --------------------------------------------------------------------- */

/* The line below which a comment speaks: past further lines with expectations only. */
static int32_t line_below(const char *line_end, int32_t line) {
    while (*line_end == '\n') {
        const char *next = line_end + 1;
        size_t length = strcspn(next, "\n");
        line++;
        if (!memmem(next, length, "expected-", 9)) {
            break;
        }
        line_end = next + length;
    }
    return line;
}

static int32_t line_above(const char *text, const char *line_start, int32_t line) {
    while (line_start > text) {
        const char *previous = line_start - 1;
        while (previous > text && previous[-1] != '\n') {
            previous--;
        }
        line--;
        if (!memmem(previous, (size_t)(line_start - previous), "expected-", 9)) {
            break;
        }
        line_start = previous;
    }
    return line;
}

static const char *skip_spaces(const char *at) {
    return at + strspn(at, " \t");
}

/* `@+1`, `@above`, ... or nothing: this line. */
static const char *read_place(struct expectations *all, const char *at,
                              struct expectation *expectation) {
    at = skip_spaces(at);
    if (*at != '@') {
        return at;
    }
    at++;
    const char *start = at;
    if (*at == '+' || *at == '-') {
        expectation->line += (int32_t)strtol(at, (char **)&at, 10);
    } else if (strncmp(at, "below", 5) == 0) {
        at += 5;
        expectation->line = line_below(at + strcspn(at, "\n"), expectation->line);
    } else if (strncmp(at, "above", 5) == 0) {
        at += 5;
        while (start > all->source->text && start[-1] != '\n') {
            start--;
        }
        expectation->line = line_above(all->source->text, start, expectation->line);
    } else if (strncmp(at, "unknown", 7) == 0) {
        at += 7;
        expectation->line = 0;
    } else if (strncmp(at, "*", 1) == 0) {
        at += 1;
        expectation->line = -1;
    }
    return skip_spaces(at);
}

static void read_expectation(struct expectations *all, const char *at, int32_t line) {
    static const char *const names[] = {"error", "warning", "remark", "note"};
    struct expectation expectation = {.line = line, .written = line, .left = 1};
    size_t length = 0;
    for (int i = 0; i < 4 && length == 0; i++) {
        if (strncmp(at, names[i], strlen(names[i])) == 0) {
            expectation.severity = (enum severity)i;
            length = strlen(names[i]);
        }
    }
    if (length == 0) {
        return;
    }
    at += length;
    if (strncmp(at, "-re", 3) == 0) {
        expectation.is_regex = true;
        at += 3;
    }
    at = read_place(all, at, &expectation);
    if (*at >= '0' && *at <= '9') {
        expectation.left = strtoll(at, (char **)&at, 10);
        at = skip_spaces(at);
    }
    if (strncmp(at, "{{", 2) != 0) {
        return;
    }
    const char *close = at + 2, *stop = at + strcspn(at, "\n");
    for (const char *next; (next = memmem(close, (size_t)(stop - close), "}}", 2));) {
        close = next + (next[2] == '}' && !expectation.is_regex ? 1 : 0);
        if (!expectation.is_regex || !memmem(close + 2, (size_t)(stop - close - 2), "}}", 2)) {
            break;
        }
        close = next + 2;
    }
    expectation.text = arena_printf(all->arena, "%.*s", (int)(close - at - 2), at + 2);
    *vector_push(&all->list) = expectation;
}

static void read_expectations(struct expectations *all) {
    int32_t line = all->source->first_line;
    const char *end = all->source->text + all->source->length;
    for (const char *at = all->source->text; at < end; at++) {
        if (*at == '\n') {
            line++;
        } else if (strncmp(at, "expected-", 9) == 0) {
            read_expectation(all, at + 9, line);
        }
    }
}

/* --- comparing -------------------------------------------------------------------------------- */

/* One comment speaks for all diagnostics that it fits. */
static void match(struct expectations *all, const struct diagnostic *diagnostic) {
    int32_t line =
        diagnostic->location.source ? location_line_column(diagnostic->location).line : 0;
    bool fits = false;
    for (size_t i = 0; i < all->list.count; i++) {
        struct expectation *expectation = &all->list.items[i];
        if (expectation->severity != diagnostic->severity ||
            (expectation->line != line && expectation->line != -1) ||
            !text_matches(all->arena, expectation, diagnostic->message)) {
            continue;
        }
        if (expectation->left > 0) {
            expectation->left--;
            return;
        }
        fits = true;
    }
    if (!fits && !diagnostic->is_extra) {
        complain(all, line, "unexpected", diagnostic->severity, diagnostic->message);
    }
}

bool expectations_hold(const struct source *source, const struct diagnostics *diagnostics) {
    struct expectations all = {.arena = arena_new(), .source = source, .hold = true};
    read_expectations(&all);
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        match(&all, &diagnostics->list.items[i]);
    }
    for (size_t i = 0; i < all.list.count; i++) {
        const struct expectation *expectation = &all.list.items[i];
        if (expectation->left > 0) {
            complain(&all, expectation->written, "not produced: expected", expectation->severity,
                     expectation->text);
        }
    }
    vector_free(&all.list);
    arena_free(all.arena);
    return all.hold;
}
