/* Locations as text. */
#include "ir/printer.h"

#include <string.h>

static void print_inner(struct asm_printer *printer, const struct attr *location) {
    if (!print_alias(printer, location)) {
        print_location_body(printer, location);
    }
}

static void print_file(struct asm_printer *printer, const struct attr *location) {
    const int64_t *words = location->words;
    asm_string(printer, location->text, location->length);
    buffer_printf(printer->out, ":%lld:%lld", (long long)words[0], (long long)words[1]);
    if (words[2] < 0 && words[3] < 0) {
        return;
    }
    if (words[2] == words[0]) {
        buffer_printf(printer->out, " to :%lld", (long long)words[3]);
    } else {
        buffer_printf(printer->out, " to %lld:%lld", (long long)words[2], (long long)words[3]);
    }
}

static void print_name(struct asm_printer *printer, const struct attr *location) {
    asm_string(printer, location->text, location->length);
    if (location->items) {
        buffer_add_char(printer->out, '(');
        print_inner(printer, location->items[0]);
        buffer_add_char(printer->out, ')');
    }
}

static void print_fused(struct asm_printer *printer, const struct attr *location) {
    buffer_add(printer->out, "fused");
    if (location->payload) {
        buffer_add_char(printer->out, '<');
        asm_attr(printer, location->payload);
        buffer_add_char(printer->out, '>');
    }
    buffer_add_char(printer->out, '[');
    for (uint32_t i = 0; i < location->count; i++) {
        buffer_add(printer->out, i ? ", " : "");
        print_inner(printer, location->items[i]);
    }
    buffer_add_char(printer->out, ']');
}

/* What stands between the parentheses of loc(...). */
void print_location_body(struct asm_printer *printer, const struct attr *location) {
    switch (location_kind(location)) {
    case LOCATION_UNKNOWN:
        buffer_add(printer->out, "unknown");
        break;
    case LOCATION_FILE:
        print_file(printer, location);
        break;
    case LOCATION_NAME:
        print_name(printer, location);
        break;
    case LOCATION_CALLSITE:
        buffer_add(printer->out, "callsite(");
        print_inner(printer, location->items[0]);
        buffer_add(printer->out, " at ");
        print_inner(printer, location->items[1]);
        buffer_add_char(printer->out, ')');
        break;
    case LOCATION_FUSED:
        print_fused(printer, location);
        break;
    case LOCATION_ALIAS:
        buffer_printf(printer->out, "#%s", location->text);
        break;
    }
}

/* Lines are counted on from the location printed before: they mostly grow. */
static struct line_column find_line(struct asm_printer *printer, struct location location) {
    if (printer->seen.source != location.source || printer->seen.offset > location.offset) {
        struct line_column at = location_line_column(location);
        printer->seen = location;
        printer->seen_line = at.line;
        return at;
    }
    const char *text = location.source->text;
    for (uint32_t i = printer->seen.offset; i < location.offset; i++) {
        printer->seen_line += text[i] == '\n';
    }
    printer->seen = location;
    uint32_t begin = location.offset;
    while (begin > 0 && text[begin - 1] != '\n') {
        begin--;
    }
    return (struct line_column){.line = printer->seen_line,
                                .column = (int32_t)(location.offset - begin) + 1};
}

/* The location as an attribute: the one the text gave, or the place in the text itself. */
static const struct attr *effective_location(struct asm_printer *printer,
                                             const struct attr *location, struct location written) {
    if (location) {
        return location;
    }
    if (!written.source) {
        return location_unknown(printer->context);
    }
    struct line_column at = find_line(printer, written);
    return location_file(printer->context, written.source->name, at.line, at.column, -1, -1);
}

void print_argument_location(struct asm_printer *printer, const struct attr *location,
                             struct location written) {
    const struct attr *effective = effective_location(printer, location, written);
    if (printer->is_collecting) {
        visit_attr(printer, effective, false);
        return;
    }
    buffer_add(printer->out, " loc(");
    print_location_body(printer, effective);
    buffer_add_char(printer->out, ')');
}

void print_location(struct asm_printer *printer, const struct attr *location,
                    struct location written) {
    const struct attr *effective = effective_location(printer, location, written);
    if (printer->is_collecting) {
        visit_attr(printer, effective, true);
        return;
    }
    buffer_add(printer->out, " loc(");
    print_inner(printer, effective);
    buffer_add_char(printer->out, ')');
}
