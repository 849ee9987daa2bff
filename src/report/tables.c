/* Paragraphs and tables, as text or as HTML. */
#include "report/tables.h"

#include <string.h>

enum { MOST_COLUMNS = 12 };

static void empty(struct buffer *line) {
    line->length = 0;
    if (line->text) {
        line->text[0] = '\0';
    }
}

void write_paragraph(struct report_writer *writer) {
    struct buffer *out = writer->out, *line = &writer->line;
    if (writer->is_html) {
        buffer_add(out, "<p>");
        html_text(out, line->text ? line->text : "", line->length);
        buffer_add(out, "</p>\n");
    } else {
        buffer_printf(out, "%s%s\n", out->length > 0 ? "\n" : "", line->text ? line->text : "");
    }
    empty(line);
}

void table_add(struct table *table) {
    struct buffer *line = &table->writer->line;
    char *copy = memory_alloc(line->length + 1);
    if (line->length > 0) {
        memcpy(copy, line->text, line->length);
    }
    copy[line->length] = '\0';
    *vector_push(&table->cells) = copy;
    empty(line);
}

void table_add_text(struct table *table, const char *text) {
    buffer_add(&table->writer->line, text);
    table_add(table);
}

void table_add_number(struct table *table, int64_t number) {
    buffer_add_integer(&table->writer->line, number);
    table_add(table);
}

void table_head(struct table *table, const char *const *names) {
    table->has_head = true;
    for (uint32_t i = 0; i < table->columns; i++) {
        table_add_text(table, names[i]);
    }
}

static void write_plain(const struct table *table) {
    int widths[MOST_COLUMNS] = {0};
    struct buffer *out = table->writer->out;
    for (size_t i = 0; i < table->cells.count; i++) {
        int length = (int)strlen(table->cells.items[i]), *width = &widths[i % table->columns];
        *width = length > *width ? length : *width;
    }
    buffer_add(out, "\n");
    for (size_t i = 0; i < table->cells.count; i++) {
        uint32_t column = (uint32_t)(i % table->columns);
        bool is_last = column + 1 == table->columns, is_right = table->right >> column & 1;
        int width = is_last && !is_right ? 0 : is_right ? widths[column] : -widths[column];
        buffer_printf(out, "  %*s%s", width, table->cells.items[i], is_last ? "\n" : "");
    }
}

static void write_html(const struct table *table) {
    struct buffer *out = table->writer->out;
    buffer_add(out, "<table>\n");
    for (size_t i = 0; i < table->cells.count; i++) {
        uint32_t column = (uint32_t)(i % table->columns);
        const char *kind = table->has_head && i < table->columns ? "th" : "td";
        bool is_right = table->right >> column & 1;
        buffer_printf(out, "%s<%s%s>", column == 0 ? "<tr>" : "", kind,
                      is_right ? " class=\"n\"" : "");
        html_text(out, table->cells.items[i], strlen(table->cells.items[i]));
        buffer_printf(out, "</%s>%s", kind, column + 1 == table->columns ? "</tr>\n" : "");
    }
    buffer_add(out, "</table>\n");
}

void write_table(struct table *table) {
    (table->writer->is_html ? write_html : write_plain)(table);
    for (size_t i = 0; i < table->cells.count; i++) {
        memory_free(table->cells.items[i]);
    }
    vector_free(&table->cells);
}
