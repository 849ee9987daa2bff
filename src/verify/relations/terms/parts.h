/* What a sum, a product or a fold is made of, as a list. */
#ifndef SDYC_RELATIONS_PARTS_H
#define SDYC_RELATIONS_PARTS_H

#include "verify/relations/terms/side.h"

struct share {
    struct side side;
    int64_t times;
};
struct parts {
    struct prover *p;
    const struct vars *vars;
    int64_t kind;
    VECTOR(struct share) list;
    bool is_lost; /* nothing is known */
};
/* An order of sides that are different; 0: they are equal. */
int sides_compare(struct side a, struct side b);
void parts_push(struct parts *parts, struct side side, int64_t times);
/* Stable, and quick where the list is nearly in order. */
void parts_sort(struct parts *parts);
/* The sides of the list, which is freed; memory of the arena. */
struct side *parts_take(struct parts *parts, uint32_t *count);
/* Frees the list; nothing. */
struct side parts_lose(struct parts *parts);

#endif
