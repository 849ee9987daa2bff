/* Memory of operands that touches pages which nobody may read or write. */
#ifndef KERNELS_PAGES_H
#define KERNELS_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "dice.h"

enum { PAGES_AREAS = 40 };

struct area {
    char *base;      /* of its pages, between two that are forbidden */
    size_t capacity; /* bytes of these */
    char *first;     /* of what was asked for */
    size_t bytes;
    bool is_read; /* by kernels, and nothing else */
};

/* Zeroed, it has no areas. What it has is kept for the next case. */
struct pages {
    struct area areas[PAGES_AREAS];
    int used;
};

/* So many bytes, aligned, which begin behind a forbidden page or, if the alignment allows it, end
   before one. What they hold is undefined; what lies around them on their pages is marked. */
char *pages_take(struct pages *pages, struct dice *dice, size_t bytes, size_t alignment);

/* What begins here may be read alone, until all is released. */
void pages_protect(struct pages *pages, const void *first);

/* The first byte that was written beside an area; NULL if there is none. */
const char *pages_find_damage(const struct pages *pages);

/* All areas are free for others. */
void pages_release(struct pages *pages);

#endif
