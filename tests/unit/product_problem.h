/* Products to test, of small integers, so that every float type must be exact; and what they are in
   plain loops in a wider type. */
#ifndef PRODUCT_PROBLEM_H
#define PRODUCT_PROBLEM_H

#include "product_plan.h"

enum { GUARD = 8 }; /* elements around the result that must not change */

/* From 0 to limit - 1, in the same order in every run. */
int random_below(int limit);
int is_complex(int64_t type);

/* Memory of zeros from a multiple of 64 bytes on, to be freed. */
void *aligned(size_t bytes);
/* So many elements, and guards around them, as small integers, which go into `values` too. */
void *filled(int64_t type, int is_result, int64_t count, int *values);
/* Numbers whose sums are rounded. */
void fill_uneven(int64_t type, void *memory, int64_t count);

/* As much as the product says that it uses, and bytes behind it; looks at these; one at a time. */
char *guarded_scratch(int64_t type, int64_t k);
void end_scratch(const char *scratch, int64_t type, int64_t k);

/* The route that is taken wherever it accepts, at first none; and the set of instructions. */
extern int forced;
extern enum sdyrt_set forced_set;
/* Whether there is a route to be forced that does not accept the product. */
int is_refused(const struct sdyrt_product *product);

/* By the forced route, or the one that is chosen. */
void multiply(const struct sdyrt_product *product, const void *a, const void *b, void *c,
              int accumulate, void *scratch);

/* How a matrix lies in memory: by rows, by columns, or with both strides above one. */
enum layout { ROWS, COLUMNS, APART, LAYOUT_COUNT };
/* An m x k by a k x n matrix, as each of the three lies, added to what is there or not. */
void check(int64_t type, int64_t m, int64_t n, int64_t k, enum layout la, enum layout lb,
           enum layout lc, int accumulate);

#endif
