/* Which values are meant, and which are shown. */
#include <stdlib.h>
#include <string.h>

#include "explain/explain.h"

static bool is_named(const struct subject *subject, const char *function, const char *name) {
    return subject->kind != SUBJECT_ADDED && !subject->is_twin &&
           strcmp(subject->name, name) == 0 &&
           (!function || strcmp(subject->function, function) == 0);
}

static const struct subject *refuse(const struct explanation *explanation, const char *text) {
    diag_error(explanation->context->diagnostics, (struct location){0}, "--value: %s", text);
    return NULL;
}

/* A name that is nearly `name`, where one of them is longer than a letter; else some that there
 * are. */
static const char *propose_value(struct arena *arena, const char *name, const char *const *names,
                                 size_t count) {
    enum { MOST = 4 };
    const char *near = nearest_name(name, names, count);
    if (near && strcmp(near, name) != 0 && (strlen(name) > 2 || strlen(near) > 2)) {
        return suggest_near(arena, name, near);
    }
    const char *all = "";
    for (size_t i = 0; i < count && i < MOST; i++) {
        all = arena_printf(arena, "%s%s%s", all, i == 0 ? "; there are " : ", ", names[i]);
    }
    return count > MOST ? arena_printf(arena, "%s, ...", all) : all;
}

/* `function` NULL: any; else what is suggested stands in it. */
static const struct subject *refuse_name(const struct explanation *explanation,
                                         const char *function, const char *name) {
    VECTOR(const char *) names = {0};
    uint32_t results = 0;
    size_t length = strlen(name);
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (function && strcmp(subject->function, function) != 0) {
            continue;
        }
        *vector_push(&names) = subject->name;
        bool is_result = strncmp(subject->name, name, length) == 0 && subject->name[length] == '#';
        results = is_result && subject->index >= results ? subject->index + 1 : results;
    }
    const char *near = propose_value(explanation->arena, name, names.items, names.count);
    vector_free(&names);
    if (results != 0) {
        return refuse(explanation, arena_printf(explanation->arena,
                                                "'%s' has several results: write %s#0 to %s#%u",
                                                name, name, name, results - 1));
    }
    return refuse(explanation,
                  arena_printf(explanation->arena, "no value%s%s is called '%s'%s",
                               function ? " of @" : "", function ? function : "", name, near));
}

static const struct subject *by_place(const struct explanation *explanation, const char *function,
                                      enum subject_kind kind, const char *digits) {
    char *end;
    unsigned long index = strtoul(digits, &end, 10);
    bool is_number = *digits >= '0' && *digits <= '9' && !*end;
    for (size_t i = 0; is_number && i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (subject->kind == kind && subject->index == index &&
            strcmp(subject->function, function) == 0) {
            return subject;
        }
    }
    return NULL;
}

/* All values that are called so; those of @main alone where it has one. */
static size_t find_named(const struct explanation *explanation, const char *function,
                         const char *name, const struct subject **found, size_t most) {
    size_t count = 0;
    bool in_main = false;
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        bool is_main = strcmp(subject->function, "main") == 0;
        if (!is_named(subject, function, name) || (in_main && !is_main)) {
            continue;
        }
        count = is_main && !in_main ? 0 : count;
        in_main |= is_main;
        if (count < most) {
            found[count++] = subject;
        }
    }
    return count;
}

static const struct subject *by_name(const struct explanation *explanation, const char *function,
                                     const char *name) {
    enum { MOST = 9 };
    const struct subject *found[MOST];
    size_t count = find_named(explanation, function, name, found, MOST);
    if (count == 1) {
        return found[0];
    }
    /* Where the text calls it otherwise: the argument as sdyc would print it. */
    if (count == 0 && strncmp(name, "%arg", 4) == 0) {
        found[0] = by_place(explanation, function ? function : "main", SUBJECT_ARGUMENT, name + 4);
        return found[0] ? found[0] : refuse_name(explanation, function, name);
    }
    if (count == 0) {
        return refuse_name(explanation, function, name);
    }
    const char *all = found[0]->label;
    for (size_t i = 1; i < count; i++) {
        all =
            arena_printf(explanation->arena, "%s, %s", all, i + 1 < MOST ? found[i]->label : "...");
    }
    return refuse(explanation,
                  arena_printf(explanation->arena, "'%s' is one of several: write %s", name, all));
}

/* %NAME:LINE */
static const struct subject *by_line(const struct explanation *explanation, const char *function,
                                     const char *name, const char *line) {
    long number = strtol(line, NULL, 10);
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (is_named(subject, function, name) &&
            line_of(explanation, subject->location) == number) {
            return subject;
        }
    }
    return refuse(explanation, arena_printf(explanation->arena,
                                            "no value is called '%s' in line %s", name, line));
}

static const struct subject *in_function(const struct explanation *explanation,
                                         const char *function, const char *name) {
    const char *line = strchr(name, ':');
    if (!line) {
        return by_name(explanation, function, name);
    }
    name = arena_printf(explanation->arena, "%.*s", (int)(line - name), name);
    return by_line(explanation, function, name, line + 1);
}

/* @FUNC:RESULT or @FUNC:argN */
static const struct subject *by_number(const struct explanation *explanation, const char *function,
                                       const char *number) {
    bool is_argument = strncmp(number, "arg", 3) == 0;
    const struct subject *found =
        by_place(explanation, function, is_argument ? SUBJECT_ARGUMENT : SUBJECT_FUNCTION_RESULT,
                 is_argument ? number + 3 : number);
    if (found) {
        return found;
    }
    VECTOR(const char *) names = {0};
    uint32_t arguments = 0, results = 0;
    bool is_known = false;
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        bool is_here = strcmp(subject->function, function) == 0;
        *vector_push(&names) = arena_printf(explanation->arena, "@%s", subject->function);
        is_known |= is_here;
        arguments += is_here && subject->kind == SUBJECT_ARGUMENT;
        results += is_here && subject->kind == SUBJECT_FUNCTION_RESULT;
    }
    const char *near =
        suggest_name(explanation->arena, arena_printf(explanation->arena, "@%s", function),
                     names.items, names.count);
    vector_free(&names);
    if (!is_known) {
        return refuse(explanation, arena_printf(explanation->arena, "no function is called '@%s'%s",
                                                function, near));
    }
    return refuse(
        explanation,
        arena_printf(
            explanation->arena,
            "'@%s:%s' is nothing: @%s has %u tensor arguments (@%s:arg0, ...) and %u tensor "
            "results (@%s:0, ...); @%s:%%NAME is a value in it",
            function, number, function, arguments, function, results, function, function));
}

const struct subject *select_subject(const struct explanation *explanation, const char *text) {
    if (*text != '@') {
        const char *name = *text == '%' ? text : arena_printf(explanation->arena, "%%%s", text);
        return in_function(explanation, NULL, name);
    }
    const char *colon = strchr(text, ':');
    const char *rest = colon ? colon + 1 : "";
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const char *function = arena_printf(explanation->arena, "%.*s", (int)length - 1, text + 1);
    return *rest == '%' ? in_function(explanation, function, rest)
                        : by_number(explanation, function, rest);
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
