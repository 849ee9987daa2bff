/* Sorts: lines of several operands put into the order of their keys, stably, along a dimension of
   any strides.

   Keys are integers, or floats in the order of all their bit patterns, of which zeros and NaN may
   be equal; other orders are brought to these before. A sort by an order that cannot be is a sort
   by a function. Where only the first few of a line are asked for, or some from a place on, only
   they are sorted. The work is one phase whose tasks are groups of lines, or several, where a line
   is cut into buckets; the tasks of a phase are independent, and a phase may begin when all tasks
   of the one before have ended. The plan says how a line is sorted (README.md); the result does not
   depend on it. */
#ifndef SDYRT_SORT_H
#define SDYRT_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SDYRT_SORT_KEYS = 8,
    SDYRT_SORT_OPERANDS = SDYRT_SORT_KEYS * 3 /* keys, values, results */
};

/* How the bits of a key are ordered. */
enum sdyrt_sort_order {
    SDYRT_SORT_UNSIGNED,
    SDYRT_SORT_SIGNED,
    SDYRT_SORT_FLOAT /* sign and magnitude: -NaN, -inf, ..., -0, +0, ..., +inf, +NaN */
};

/* One sort. Lines are the indices of the outer dimensions; all strides count elements. The operands
   are the keys, of which the first counts most; then the values; then the results, where `keep` of
   the values go, the first or those of a window, as far as the line goes; then, of a window, the
   int64_t that says where it begins; and where there are several phases, what they share, aligned
   to lines. Results overlap nothing else. */
struct sdyrt_sort {
    int64_t phase;                  /* 0 to sdyrt_sort_phases - 1, which no plan looks at */
    int64_t size;                   /* of a line, less than 2^32 */
    int64_t keep;                   /* elements of a line that are asked for */
    int64_t window;                 /* 1: from a place on that is an operand; 0: the first */
    int64_t keys;                   /* 0: by the function */
    int64_t values;                 /* how many operands are put into order */
    int64_t places;                 /* bit v: value v is the place in its line, and is not read */
    int64_t order[SDYRT_SORT_KEYS]; /* enum sdyrt_sort_order */
    int64_t descending[SDYRT_SORT_KEYS];
    /* Of floats whose zeros are equal, the greatest magnitude with a place of its own: the bits of
       infinity where all NaN are equal and greater, or all ones. 0: each pattern has its own. */
    int64_t greatest[SDYRT_SORT_KEYS];
    int64_t rank; /* of the outer dimensions */
    int64_t outer_size[SDYRT_RANK];
    int64_t bytes[SDYRT_SORT_OPERANDS]; /* of an element: 1, 2, 4, 8, of a value also 16 */
    int64_t along[SDYRT_SORT_OPERANDS]; /* stride along the line */
    int64_t outer[SDYRT_SORT_OPERANDS * SDYRT_RANK]; /* operand by operand, SDYRT_RANK each */
};

/* How it is done: made once, by the compiler (sort_plan.h), and the same on all processors. */
struct sdyrt_sort_plan {
    int64_t route;     /* enum sdyrt_sort_route */
    int64_t lines;     /* of a task */
    int64_t room;      /* words in each half of a task's scratch */
    int64_t insertion; /* elements that are put into order one by one; more: by their bytes */
    int64_t carries;   /* the one value is sorted with its key, and not fetched by its place */
    int64_t parts;     /* of a line, which are tasks; 1: lines are sorted as a whole */
    int64_t buckets;   /* of parts: into which elements are put at a time */
    int64_t passes;    /* of parts: how often, by keys */
    int64_t shared;    /* of parts: bytes of what the phases of a line share */
};

enum sdyrt_sort_route {
#define ROUTE(name, NAME, ...) SDYRT_SORT_BY_##NAME,
#include "sort_routes.def"
    SDYRT_SORT_ROUTE_COUNT
};

/* Whether element a of the line comes before element b: a strict order. line: the index of each
   outer dimension. */
typedef int sdyrt_sort_before(char *const *buf, const int64_t *line, int64_t a, int64_t b);

/* Runs one task on the calling thread, by a plan that was made for this description. scratch: two
   halves of plan->room words, aligned to 64 bytes. `before` and what it is given may be null where
   there are keys. */
void sdyrt_sort(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan,
                char *const *operands, int64_t task, char *scratch, sdyrt_sort_before *before,
                char *const *buf);

#ifdef __cplusplus
}
#endif
#endif
