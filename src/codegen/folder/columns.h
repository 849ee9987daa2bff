/* Lists of C text in lines of at most 100 columns. */
#ifndef SDYC_EMIT_COLUMNS_H
#define SDYC_EMIT_COLUMNS_H

#include "support/support.h"

/* A list while it is made: what stands in front of each further line, the text so far, and how many
 * columns of the line are taken, those in front of the list among them. */
struct columns {
    struct arena *arena;
    const char *begin, *text;
    size_t column;
};

/* Adds an item, and a comma after the one before. */
void columns_add(struct columns *list, const char *item);

#endif
