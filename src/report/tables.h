/* How a report is written: paragraphs and tables, as text for a terminal or as a part of a page. */
#ifndef SDYC_REPORT_TABLES_H
#define SDYC_REPORT_TABLES_H

#include "support/support.h"

struct report_writer {
    struct buffer *out;
    bool is_html;
    struct buffer line; /* the paragraph, or cell, at hand */
};
/* Writes the paragraph at hand. */
void write_paragraph(struct report_writer *writer);

/* Cells, row after row, the head first where it has one; a column is as wide as its widest cell. */
struct table {
    struct report_writer *writer;
    uint32_t columns, right; /* bit c: column c is flushed right */
    bool has_head;
    VECTOR(char *) cells;
};
/* Takes the names of the columns. */
void table_head(struct table *table, const char *const *names);
/* The cell is what the writer has at hand. */
void table_add(struct table *table);
void table_add_text(struct table *table, const char *text);
void table_add_number(struct table *table, int64_t number);
/* Writes the table, and frees it. */
void write_table(struct table *table);

#endif
