#include "support/support.h"

#include <stdlib.h>
#include <string.h>

/* Longer source lines are cut around the place of the error. */
#define LONGEST_LINE 160

void diagnostics_init(struct diagnostics *diagnostics, struct arena *arena, FILE *stream) {
    *diagnostics = (struct diagnostics){.arena = arena, .stream = stream, .error_limit = 20};
}

void diagnostics_free(struct diagnostics *diagnostics) {
    vector_free(&diagnostics->list);
}

static void add_source_line(struct buffer *text, struct location location) {
    const struct source *source = location.source;
    const char *target = source->text + location.offset;
    const char *begin = target, *end = target;
    while (begin > source->text && begin[-1] != '\n' && target - begin < LONGEST_LINE / 2) {
        begin--;
    }
    const char *stop = source->text + source->length;
    while (end < stop && *end != '\n' && *end != '\r' && end - begin < LONGEST_LINE) {
        end++;
    }
    buffer_add_bytes(text, begin, strnlen(begin, (size_t)(end - begin)));
    buffer_add_char(text, '\n');
    for (const char *c = begin; c < target; c++) {
        buffer_add_char(text, *c == '\t' ? '\t' : ' ');
    }
    buffer_add(text, "^\n");
}

static void add_diagnostic(struct buffer *text, const struct diagnostic *diagnostic) {
    static const char *const names[] = {"error", "warning", "remark", "note"};
    const char *name = names[diagnostic->severity];
    struct location location = diagnostic->location;
    if (!location.source) {
        buffer_printf(text, "sdyc: %s: %s\n", name, diagnostic->message);
        return;
    }
    if (location.source->is_bytecode) {
        buffer_printf(text, "%s: byte %zu: %s: %s\n", location.source->name,
                      location.source->offset + location.offset, name, diagnostic->message);
        return;
    }
    struct line_column at = location_line_column(location);
    buffer_printf(text, "%s:%d:%d: %s: %s\n", location.source->name, at.line, at.column, name,
                  diagnostic->message);
    add_source_line(text, location);
}

void diagnostics_text(const struct diagnostics *diagnostics, struct buffer *text) {
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        add_diagnostic(text, &diagnostics->list.items[i]);
    }
}

static bool report(struct diagnostics *diagnostics, enum severity severity,
                   struct location location, const char *format, va_list arguments) {
    if (severity == SEVERITY_ERROR) {
        diagnostics->errors++;
    }
    if (diagnostics->error_limit && diagnostics->errors > diagnostics->error_limit) {
        return false;
    }
    struct buffer text = {0};
    buffer_vprintf(&text, format, arguments);
    struct diagnostic diagnostic = {.severity = severity,
                                    .location = location,
                                    .is_extra = diagnostics->follows,
                                    .message =
                                        arena_copy(diagnostics->arena, text.text, text.length + 1)};
    *vector_push(&diagnostics->list) = diagnostic;
    if (diagnostics->stream) {
        text.length = 0;
        add_diagnostic(&text, &diagnostic);
        fwrite(text.text, 1, text.length, diagnostics->stream);
    }
    buffer_free(&text);
    return false;
}

bool diag_error(struct diagnostics *diagnostics, struct location location, const char *format,
                ...) {
    va_list arguments;
    va_start(arguments, format);
    report(diagnostics, SEVERITY_ERROR, location, format, arguments);
    va_end(arguments);
    return false;
}

bool diag_internal(struct diagnostics *diagnostics, struct location location, const char *format,
                   ...) {
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    diagnostics->internal = true;
    diag_error(diagnostics, location, "internal error: %s", text.text);
    buffer_free(&text);
    return false;
}

bool diag_note(struct diagnostics *diagnostics, struct location location, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(diagnostics, SEVERITY_NOTE, location, format, arguments);
    va_end(arguments);
    return false;
}

bool diag_help(struct diagnostics *diagnostics, struct location location, const char *format, ...) {
    size_t count = diagnostics->list.count;
    va_list arguments;
    va_start(arguments, format);
    report(diagnostics, SEVERITY_NOTE, location, format, arguments);
    va_end(arguments);
    if (diagnostics->list.count > count) {
        diagnostics->list.items[count].is_extra = true;
    }
    return false;
}

bool diag_warning(struct diagnostics *diagnostics, struct location location, const char *format,
                  ...) {
    va_list arguments;
    va_start(arguments, format);
    report(diagnostics, SEVERITY_WARNING, location, format, arguments);
    va_end(arguments);
    return false;
}

bool diag_warning_once(struct diagnostics *diagnostics, enum warning_once which,
                       struct location location, const char *format, ...) {
    if ((diagnostics->warned & which) == 0) {
        va_list arguments;
        va_start(arguments, format);
        report(diagnostics, SEVERITY_WARNING, location, format, arguments);
        va_end(arguments);
        diagnostics->warned |= which;
    }
    return false;
}

#define LONGEST_NAME 63

/* Levenshtein distance; a swap of two neighbours counts as one. */
static size_t edit_distance(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    size_t rows[3][LONGEST_NAME + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++) {
        above[j] = j;
    }
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best) {
                best = before[j - 2] + 1;
            }
            row[j] = best;
        }
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[m];
}

const char *nearest_name(const char *name, const char *const *candidates, size_t count) {
    size_t length = strlen(name);
    if (length > LONGEST_NAME) {
        return NULL;
    }
    const char *nearest = NULL;
    size_t least = (length + 2) / 3;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(candidates[i]);
        if (other > LONGEST_NAME || (other > length ? other - length : length - other) > least) {
            continue;
        }
        size_t distance = edit_distance(name, candidates[i]);
        if (distance < least || (distance == least && !nearest && distance < length)) {
            least = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}

const char *suggest_near(struct arena *arena, const char *name, const char *near) {
    return near && strcmp(near, name) != 0 ? arena_printf(arena, "; did you mean '%s'?", near) : "";
}

const char *suggest_name(struct arena *arena, const char *name, const char *const *candidates,
                         size_t count) {
    return suggest_near(arena, name, nearest_name(name, candidates, count));
}
