/* The words that sentences are made of: names of values, axes, operations and rounds. */
#include <string.h>

#include "explain/explain.h"
#include "sharding/payloads.h"

int32_t line_of(const struct explanation *explanation, struct location location) {
    return location.source ? (int32_t)line_index_find(&explanation->lines, location.offset) +
                                 explanation->source->first_line
                           : 0;
}

int32_t column_of(const struct explanation *explanation, struct location location) {
    if (!location.source) {
        return 0;
    }
    size_t line = line_index_find(&explanation->lines, location.offset);
    return (int32_t)(location.offset - explanation->lines.begins.items[line]) + 1;
}

void say_factor(struct buffer *out, uint32_t factor) {
    char text[FACTOR_TEXT];
    buffer_add(out, factor_spell(text, factor));
}

static void say_more_axes(struct buffer *out, const char *name, struct axis_list axes) {
    if (axes.count != 0) {
        buffer_printf(out, ", %s={", name);
        axes_say(out, axes);
        buffer_add(out, "}");
    }
}

void say_sharding(struct buffer *out, const struct attr *attr, uint32_t rank) {
    static const char *const unreduced[] = {"unreduced", "unreduced=max", "unreduced=min"};
    const struct sharding *sharding = attr_as_sharding(attr);
    sharding_say_dims(out, attr, rank);
    if (sharding) {
        say_more_axes(out, "replicated", sharding->replicated);
        say_more_axes(out, unreduced[sharding->unreduced_kind], sharding->unreduced);
    }
}

/* All others have gone: no need to tell them apart. */
static bool is_only_one(const struct track *track) {
    for (const struct track *other = track->subject->tracks; other; other = other->next) {
        if (other != track && !other->gone) {
            return false;
        }
    }
    return !track->gone;
}

void say_name(struct buffer *out, const struct track *track) {
    buffer_add(out, track->subject->label);
    if (track->copy != 0 && !is_only_one(track)) {
        buffer_printf(out, " (copy %u)", track->copy);
    }
}

void say_gone(struct buffer *out, const struct track *track) {
    static const struct {
        const char *pass, *words;
    } reasons[] = {
        {"sdy-constant-or-scalar-merger", "merged with an equal one"},
        {"sdy-unflatten-call-graph", "removed with a copy of its function"},
        {"sdy-export-named-computations", "removed with a copy of its function"},
        {"symbol-dce", "removed with its function, which nothing calls"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (strcmp(reasons[i].pass, track->gone) == 0) {
            buffer_add(out, reasons[i].words);
            return;
        }
    }
    buffer_add(out, "removed: nothing uses it");
}

void say_operation(struct buffer *out, const struct explanation *explanation, const char *operation,
                   struct location location) {
    buffer_add(out, operation);
    if (location.source) {
        buffer_printf(out, " (line %d)", (int)line_of(explanation, location));
    }
}

void say_subject(struct buffer *out, const struct subject *subject) {
    switch (subject->kind) {
    case SUBJECT_ARGUMENT:
        buffer_printf(out, "argument %u of @%s", subject->index, subject->function);
        break;
    case SUBJECT_RESULT:
        buffer_printf(out, "result of %s", subject->operation);
        break;
    case SUBJECT_BLOCK_ARGUMENT:
        buffer_printf(out, "argument %u of a region of %s", subject->index, subject->operation);
        break;
    case SUBJECT_FUNCTION_RESULT:
        buffer_printf(out, "result %u of @%s", subject->index, subject->function);
        break;
    case SUBJECT_ADDED:
        buffer_printf(out, "result of a %s that sdyc added", subject->operation);
        break;
    }
}

void say_dim(struct buffer *out, const struct track *track, uint32_t dim) {
    buffer_printf(out, "dimension %u of ", dim);
    say_name(out, track);
}

const char *round_words(int32_t op_priority) {
    static const char *const words[] = {
        "operations that only move or map elements, of operands without other uses",
        "operations that only move or map elements",
        "factors that need no communication",
        "all but broadcasts forward",
        "everything",
    };
    return op_priority < 0 ? "what the program gives" : words[op_priority];
}
