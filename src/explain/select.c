/* Which values are meant, and which are shown. */
#include <stdlib.h>
#include <string.h>

#include "explain/explain.h"

static bool is_named(const struct subject *subject, const char *function, const char *name) {
    return subject->kind != SUBJECT_ADDED && !subject->is_twin &&
           strcmp(subject->name, name) == 0 &&
           (!function || strcmp(subject->function, function) == 0);
}

static const char *where(const struct explanation *explanation, const struct subject *subject) {
    return arena_printf(explanation->arena, "line %d in @%s",
                        (int)line_of(explanation, subject->location), subject->function);
}

static bool unknown_value(const struct explanation *explanation, const char *text,
                          const char *name) {
    VECTOR(const char *) names = {0};
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        *vector_push(&names) = explanation->subjects.items[i]->name;
    }
    const char *near = nearest_name(name, names.items, names.count);
    diag_error(explanation->context->diagnostics, (struct location){0},
               "no value is called '%s'%s%s%s", text, near ? "; did you mean '" : "",
               near ? near : "", near ? "'?" : "");
    vector_free(&names);
    return false;
}

/* By name; in @main where several functions have one. */
static const struct subject *by_name(const struct explanation *explanation, const char *text,
                                     const char *function, const char *name) {
    const struct subject *found = NULL, *other = NULL;
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (!is_named(subject, function, name)) {
            continue;
        }
        bool is_main = strcmp(subject->function, "main") == 0;
        if (!found || (is_main && strcmp(found->function, "main") != 0)) {
            found = subject;
            other = NULL;
        } else if (is_main || strcmp(found->function, "main") != 0) {
            other = other ? other : subject;
        }
    }
    if (!found) {
        unknown_value(explanation, text, name);
    } else if (other) {
        diag_error(explanation->context->diagnostics, (struct location){0},
                   "'%s' names several values: %s and %s; write @FUNCTION:%s, or @FUNCTION:%s:LINE",
                   text, where(explanation, found), where(explanation, other), name, name);
        return NULL;
    }
    return found;
}

/* @FUNC:%NAME:LINE */
static const struct subject *by_line(const struct explanation *explanation, const char *text,
                                     const char *function, const char *name, const char *line) {
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (is_named(subject, function, name) &&
            line_of(explanation, subject->location) == (int32_t)strtol(line, NULL, 10)) {
            return subject;
        }
    }
    unknown_value(explanation, text, name);
    return NULL;
}

static const struct subject *by_number(const struct explanation *explanation, const char *text,
                                       const char *function, const char *number) {
    bool argument = strncmp(number, "arg", 3) == 0;
    char *end;
    const char *digits = argument ? number + 3 : number;
    unsigned long index = strtoul(digits, &end, 10);
    for (size_t i = 0; end != digits && !*end && i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (subject->kind == (argument ? SUBJECT_ARGUMENT : SUBJECT_FUNCTION_RESULT) &&
            subject->index == index && strcmp(subject->function, function) == 0) {
            return subject;
        }
    }
    diag_error(explanation->context->diagnostics, (struct location){0},
               "'%s' names nothing: write %%NAME, @FUNCTION:%%NAME, @FUNCTION:RESULT or "
               "@FUNCTION:argN",
               text);
    return NULL;
}

const struct subject *select_subject(const struct explanation *explanation, const char *text) {
    if (*text != '@') {
        const char *name = *text == '%' ? text : arena_printf(explanation->arena, "%%%s", text);
        return by_name(explanation, text, NULL, name);
    }
    const char *colon = strchr(text, ':');
    const char *rest = colon ? colon + 1 : "";
    size_t length = colon ? (size_t)(colon - text) - 1 : 0;
    const char *function = arena_printf(explanation->arena, "%.*s", (int)length, text + 1);
    if (*rest != '%') {
        return by_number(explanation, text, function, rest);
    }
    const char *line = strrchr(rest, ':');
    if (!line) {
        return by_name(explanation, text, function, rest);
    }
    const char *name = arena_printf(explanation->arena, "%.*s", (int)(line - rest), rest);
    return by_line(explanation, text, function, name, line + 1);
}

bool track_is_shown(const struct track *track) {
    if (track->subject->is_twin) {
        return false;
    }
    if (track->gone) {
        for (const struct track *other = track->subject->tracks; other; other = other->next) {
            if (!other->gone || other->copy < track->copy) {
                return false;
            }
        }
        return true;
    }
    for (const struct track *other = track->subject->tracks; other != track; other = other->next) {
        if (!other->gone && same_axes(other->carrier->sharding, track->carrier->sharding)) {
            return false;
        }
    }
    return true;
}

const struct mesh *mesh_of(const struct explanation *explanation, const struct attr *sharding) {
    const struct sharding *known = attr_as_sharding(sharding);
    return known ? sharding_mesh(explanation->module->op, known) : NULL;
}

int64_t local_size(const struct explanation *explanation, const struct track *track, uint32_t dim) {
    int64_t size = track->subject->type->dims[dim];
    const struct attr *attr = track->carrier->sharding;
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = mesh_of(explanation, attr);
    if (!mesh || dim >= sharding->rank || size == DIM_DYNAMIC) {
        return size;
    }
    int64_t shards = dim_sharding_size(mesh, &sharding->dims[dim]);
    return (size + shards - 1) / shards;
}
