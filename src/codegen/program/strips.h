/* Which dimensions a kernel's strips cover. */
#ifndef SDYC_STRIPS_H
#define SDYC_STRIPS_H

#include "codegen/program/cost.h"
#include "codegen/program/program_thresholds.h"

/* The fewest rows of so many elements that together are whole lines, of whatever element. */
int64_t rows_of_lines(int64_t inner);

/* The cheapest strip that the kernel allows: no dimension at all where none will do. `uses` are the
 * kernel's. */
struct strip_shape choose_strip(const struct kernel *kernel, const struct uses *uses,
                                const struct tile_shape *tile);
/* The dimensions along which the statement stores to places that are computed, or not at all: where
 * strips cover one of them, the runtime makes their updates one after the other. */
uint32_t statement_scatters(const struct statement *statement);
/* Whether the runtime makes updates by the operation, one after the other (scatter.h), of elements
 * of such a type in memory. */
bool scatter_can_update(enum scalar_op op, enum element element);
/* Whether a strip along two dimensions `dims`, the inner one first, takes rows of memory from
 * places that are computed, one for each point of the outer dimension. */
bool gathers_rows(const struct access *access, uint32_t count, const uint32_t *dims);
/* The same of what the statement stores, on whose condition, if it has one. */
bool scatters_rows(const struct statement *statement, uint32_t count, const uint32_t *dims);
/* The tile that is the whole domain. */
struct tile_shape whole_tile(const struct kernel *kernel);

#endif
