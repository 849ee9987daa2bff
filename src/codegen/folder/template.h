/* Templates: C text with blanks. A line `$if NAME` or `$if !NAME`, `$else`, `$end` keeps or drops
 * what it encloses; `$for NAME` ... `$end` repeats it once per row of a list; `${NAME}` is replaced
 * by a value, looked up in the row first; `$${` stands for `${`. All else is copied. */
#ifndef SDYC_TEMPLATE_H
#define SDYC_TEMPLATE_H

#include "support/support.h"

struct template_list;

/* A name and what it stands for: a text (empty or NULL counts as false), or a list. */
struct template_value {
    const char *name, *text;
    const struct template_list *list;
};
/* Values that one row of a list, or the whole template, defines. */
struct template_row {
    size_t count;
    const struct template_value *values;
};
struct template_list {
    size_t count;
    const struct template_row *rows;
};

/* Appends the filled-in template. A fault of the template itself is a bug: the message names
 * `name` and the line. */
void template_expand(struct buffer *out, const char *name, const char *text,
                     const struct template_row *values);

#endif
