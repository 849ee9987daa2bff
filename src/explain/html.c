/* Explanations for a browser: the text of the program, every value with its sharding, and all that
 * the script of the page needs to tell a value's history. The page itself is templates/explain.*.
 * Everything of the input is escaped. */
#include <string.h>

#include "embedded.h"
#include "explain/explain.h"

enum { COLOURS = 8 };

struct page {
    const struct explanation *explanation;
    const char *costs; /* HTML */
    struct buffer *out;
    struct pointer_map at;      /* offset in the text + 1 -> the first subject defined there */
    struct pointer_map named;   /* interned name -> the subject that it means here */
    struct pointer_map classes; /* sharding -> number of its style, from 1 */
    VECTOR(const struct attr *) shardings;
    VECTOR(const char *) axes;       /* in the order of the meshes; colours in this order */
    const struct subject **returned; /* results of @main */
    size_t returned_count;
};

/* --- text ------------------------------------------------------------------------------------- */

static uint32_t colour_of(const struct page *page, const char *axis) {
    for (size_t i = 0; i < page->axes.count; i++) {
        if (page->axes.items[i] == axis) {
            return (uint32_t)(i % COLOURS);
        }
    }
    return 0;
}

/* --- styles of shardings ---------------------------------------------------------------------- */

static void collect_axes(struct page *page) {
    FOR_EACH_OP (op, page->explanation->module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        for (uint32_t i = 0; mesh && i < mesh->axis_count; i++) {
            bool known = false;
            for (size_t k = 0; k < page->axes.count; k++) {
                known |= page->axes.items[k] == mesh->axes[i].name;
            }
            if (!known) {
                *vector_push(&page->axes) = mesh->axes[i].name;
            }
        }
    }
}

/* 0: no axis shards a dimension. */
static size_t class_of(struct page *page, const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    if (!sharding || sharding_is_replicated(sharding)) {
        return 0;
    }
    size_t number = (size_t)(uintptr_t)pointer_map_get(&page->classes, attr);
    if (number == 0) {
        *vector_push(&page->shardings) = attr;
        number = page->shardings.count;
        pointer_map_put(&page->classes, attr, (void *)(uintptr_t)number);
    }
    return number;
}

/* A line under the name: a stretch for each dimension, in the colours of its axes. */
static void add_style(struct page *page, size_t number) {
    const struct sharding *sharding = attr_as_sharding(page->shardings.items[number]);
    double width = 100.0 / sharding->rank;
    buffer_printf(page->out, ".s%zu{--line:linear-gradient(90deg", number + 1);
    for (uint32_t d = 0; d < sharding->rank; d++) {
        struct axis_list axes = sharding->dims[d].axes;
        uint32_t parts = axes.count ? axes.count : 1;
        for (uint32_t i = 0; i < parts; i++) {
            buffer_add(page->out, ",var(--");
            if (axes.count) {
                buffer_printf(page->out, "c%u", colour_of(page, axes.items[i].name));
            } else {
                buffer_add(page->out, "none");
            }
            buffer_printf(page->out, ") %.4g%% %.4g%%", width * (d + (double)i / parts),
                          width * (d + (i + 1.0) / parts));
        }
    }
    buffer_add(page->out, ")}\n");
}

static void add_box(struct page *page, struct axis_ref axis, const char *kind) {
    buffer_printf(page->out, "<b class=\"c%u%s\">", colour_of(page, axis.name), kind);
    html_text(page->out, axis.name, strlen(axis.name));
    if (!axis_is_whole(axis)) {
        buffer_printf(page->out, ":(%lld)%lld", (long long)axis.pre_size, (long long)axis.size);
    }
    buffer_add(page->out, "</b>");
}

/* A box for each dimension, then one for each axis the value is unreduced along. */
static void add_chip(struct page *page, const struct attr *attr, uint32_t rank) {
    const struct sharding *sharding = attr_as_sharding(attr);
    struct axis_list unreduced = sharding ? sharding->unreduced : (struct axis_list){0};
    if (rank == 0 && unreduced.count == 0) {
        return;
    }
    buffer_add(page->out, "<s>");
    for (uint32_t d = 0; d < rank; d++) {
        struct axis_list axes =
            sharding && d < sharding->rank ? sharding->dims[d].axes : (struct axis_list){0};
        buffer_add(page->out, axes.count ? "" : "<b>&middot;</b>");
        for (uint32_t i = 0; i < axes.count; i++) {
            add_box(page, axes.items[i], i ? " more" : "");
        }
    }
    for (uint32_t i = 0; i < unreduced.count; i++) {
        add_box(page, unreduced.items[i], " sum");
    }
    buffer_add(page->out, "</s>");
}

/* --- the program ------------------------------------------------------------------------------ */

static const struct track *shown_track(const struct subject *subject) {
    for (const struct track *track = subject->tracks; track; track = track->next) {
        if (track_is_shown(track)) {
            return track;
        }
    }
    return subject->tracks;
}

static const void *offset_key(size_t offset) {
    return (const void *)(uintptr_t)(offset + 1);
}

static void index_subjects(struct page *page) {
    for (size_t i = page->explanation->program_subjects; i-- > 0;) {
        struct subject *subject = page->explanation->subjects.items[i];
        if (subject->location.source == page->explanation->source &&
            subject->kind != SUBJECT_FUNCTION_RESULT) {
            pointer_map_put(&page->at, offset_key(subject->location.offset), subject);
        }
    }
}

static bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("_$.-", c) != NULL);
}

static void add_definition(struct page *page, const struct subject *subject, const char *text,
                           size_t length) {
    const struct track *track = shown_track(subject);
    const struct attr *sharding = track->carrier->sharding;
    buffer_printf(page->out, "<a id=\"v%u\" href=\"#v%u\" class=\"s%zu%s\">", track->id, track->id,
                  class_of(page, sharding), track->gone ? " gone" : "");
    html_text(page->out, text, length);
    add_chip(page, sharding, subject->type->rank);
    buffer_add(page->out, "</a>");
}

/* All results that a name stands for: from here on their names mean them. */
static void define(struct page *page, const struct subject *first, const char *text,
                   size_t length) {
    struct context *context = page->explanation->context;
    const struct subject *subject = first;
    size_t next = first->tracks->id;
    for (; subject && subject->location.offset == first->location.offset &&
           strcmp(subject->operation, first->operation) == 0;) {
        pointer_map_put(&page->named, intern(context->strings, subject->name), (void *)subject);
        if (subject == first) {
            add_definition(page, subject, text, length);
            pointer_map_put(&page->named, intern_bytes(context->strings, text, length),
                            (void *)subject);
        } else if (first->kind == SUBJECT_RESULT) {
            char number[24];
            snprintf(number, sizeof number, "#%u", subject->index);
            add_definition(page, subject, number, strlen(number));
        }
        next++;
        subject = next < page->explanation->program_subjects
                      ? page->explanation->subjects.items[next]
                      : NULL;
    }
}

/* A name from `%` on; returns its length. */
static size_t add_name(struct page *page, const char *text) {
    const struct explanation *explanation = page->explanation;
    size_t length = 1;
    while (is_name_character(text[length])) {
        length++;
    }
    const struct subject *subject =
        pointer_map_get(&page->at, offset_key((size_t)(text - explanation->source->text)));
    if (subject) {
        define(page, subject, text, length);
        return length;
    }
    if (text[length] == '#') {
        length++;
        while (text[length] >= '0' && text[length] <= '9') {
            length++;
        }
    }
    const char *name = intern_bytes(explanation->context->strings, text, length);
    subject = pointer_map_get(&page->named, name);
    if (subject) {
        const struct track *track = shown_track(subject);
        buffer_printf(page->out, "<i data-v=\"%u\" class=\"s%zu\">", track->id,
                      class_of(page, track->carrier->sharding));
    }
    html_text(page->out, text, length);
    buffer_add(page->out, subject ? "</i>" : "");
    return length;
}

static size_t quoted_length(const char *text) {
    size_t length = 1;
    while (text[length] && text[length] != '"' && text[length] != '\n') {
        length += text[length] == '\\' && text[length + 1] ? 2 : 1;
    }
    return length + (text[length] == '"');
}

/* Elements of large constants say nothing here. */
static void add_plain(struct page *page, const char *text, size_t length) {
    enum { SHOWN = 400, BEGIN = 120, END = 80 };
    if (length <= SHOWN) {
        html_text(page->out, text, length);
        return;
    }
    html_text(page->out, text, BEGIN);
    buffer_printf(page->out, "<u>... %zu bytes ...</u>", length - BEGIN - END);
    html_text(page->out, text + length - END, END);
}

/* What the function returns, at its return. */
static void add_returned(struct page *page, size_t line_start, size_t line_end) {
    for (size_t i = 0; i < page->returned_count; i++) {
        const struct subject *subject = page->returned[i];
        size_t at = subject->location.offset;
        if (at >= line_start && at < line_end) {
            buffer_add(page->out, "  ");
            add_definition(page, subject, subject->name, strlen(subject->name));
        }
    }
}

static void add_line(struct page *page, const char *text, const char *end) {
    const char *start = text;
    while (text < end) {
        size_t length = 1;
        if (*text == '%') {
            length = add_name(page, text);
        } else if (*text == '"') {
            length = quoted_length(text);
            length = length > (size_t)(end - text) ? (size_t)(end - text) : length;
            add_plain(page, text, length);
        } else if (text[0] == '/' && text[1] == '/') {
            length = (size_t)(end - text);
            buffer_add(page->out, "<u>");
            html_text(page->out, text, length);
            buffer_add(page->out, "</u>");
        } else {
            while (text + length < end && !strchr("%\"/", text[length])) {
                length++;
            }
            add_plain(page, text, length);
        }
        text += length;
    }
    const char *base = page->explanation->source->text;
    add_returned(page, (size_t)(start - base), (size_t)(end - base) + 1);
}

static void add_program(struct page *page) {
    const struct explanation *explanation = page->explanation;
    const struct source *source = explanation->source;
    enum { LINES_AT_ONCE = 100 };
    for (size_t i = 0; i < explanation->lines.begins.count; i++) {
        const char *start = source->text + explanation->lines.begins.items[i];
        const char *end = i + 1 < explanation->lines.begins.count
                              ? source->text + explanation->lines.begins.items[i + 1] - 1
                              : source->text + source->length;
        if (i % LINES_AT_ONCE == 0) {
            buffer_printf(page->out, "%s<div style=\"--lines:%zu\">", i ? "</div>" : "",
                          explanation->lines.begins.count - i < LINES_AT_ONCE
                              ? explanation->lines.begins.count - i
                              : LINES_AT_ONCE);
        }
        buffer_printf(page->out, "<p data-l=\"%zu\">", i + (size_t)source->first_line);
        add_line(page, start, end);
        buffer_add(page->out, "</p>");
    }
    buffer_add(page->out, "</div>");
}

static void add_legend(struct page *page) {
    FOR_EACH_OP (op, page->explanation->module->op->regions[0].first) {
        const struct mesh *mesh = attr_as_mesh(op_property(op, "mesh"));
        if (!mesh) {
            continue;
        }
        buffer_add(page->out, "<li>mesh @");
        html_text(page->out, symbol_name(op), strlen(symbol_name(op)));
        buffer_printf(page->out, " (%lld devices) ", (long long)mesh_device_count(mesh));
        for (uint32_t i = 0; i < mesh->axis_count; i++) {
            buffer_printf(page->out, " <b class=\"c%u\">", colour_of(page, mesh->axes[i].name));
            html_text(page->out, mesh->axes[i].name, strlen(mesh->axes[i].name));
            buffer_printf(page->out, "</b>&nbsp;%lld", (long long)mesh->axes[i].size);
        }
        buffer_add(page->out, "</li>");
    }
}

/* --- the page --------------------------------------------------------------------------------- */

static const char *part(const char *name) {
    for (const struct embedded_file *file = embedded_explain; file->name; file++) {
        if (strcmp(file->name, name) == 0) {
            return file->text;
        }
    }
    sdyc_bug("the page has no part '%s'", name);
}

static void add_styles(struct page *page) {
    buffer_add(page->out, part("explain.css"));
    for (size_t i = 0; i < page->shardings.count; i++) {
        add_style(page, i);
    }
}

static void add_part(struct page *page, const char *name, size_t length,
                     const struct buffer *program) {
    const char *file = page->explanation->source->name;
    if (strncmp(name, "title", length) == 0) {
        html_text(page->out, file, strlen(file));
    } else if (strncmp(name, "style", length) == 0) {
        add_styles(page);
    } else if (strncmp(name, "script", length) == 0) {
        buffer_add(page->out, part("explain.js"));
    } else if (strncmp(name, "legend", length) == 0) {
        add_legend(page);
    } else if (strncmp(name, "costs", length) == 0) {
        buffer_add(page->out, page->costs);
    } else if (strncmp(name, "program", length) == 0) {
        buffer_add_bytes(page->out, program->text, program->length);
    } else if (strncmp(name, "data", length) == 0) {
        explain_page_data(page->out, page->explanation);
    } else {
        sdyc_bug("the page asks for '%.*s'", (int)length, name);
    }
}

/* The page with each `@name@` replaced. */
static void fill(struct page *page, const struct buffer *program) {
    const char *text = part("explain.html.in");
    for (const char *at; (at = strchr(text, '@')); text = at + 1) {
        buffer_add_bytes(page->out, text, (size_t)(at - text));
        const char *name = at + 1;
        at = strchr(name, '@');
        add_part(page, name, (size_t)(at - name), program);
    }
    buffer_add(page->out, text);
}

static void index_returned(struct page *page) {
    const struct explanation *explanation = page->explanation;
    page->returned =
        ARENA_ARRAY(explanation->arena, const struct subject *, explanation->program_subjects);
    for (size_t i = 0; i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (subject->kind == SUBJECT_FUNCTION_RESULT && strcmp(subject->function, "main") == 0) {
            page->returned[page->returned_count++] = subject;
        }
    }
}

void explain_html(struct buffer *out, const struct explanation *explanation, const char *costs) {
    struct buffer program = {0};
    struct page page = {.explanation = explanation, .costs = costs, .out = &program};
    collect_axes(&page);
    index_subjects(&page);
    index_returned(&page);
    add_program(&page);
    page.out = out;
    fill(&page, &program);
    buffer_free(&program);
    pointer_map_free(&page.at);
    pointer_map_free(&page.named);
    pointer_map_free(&page.classes);
    vector_free(&page.shardings);
    vector_free(&page.axes);
}
