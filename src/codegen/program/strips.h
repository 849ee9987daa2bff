/* Which dimensions a kernel's strips cover. */
#ifndef SDYC_STRIPS_H
#define SDYC_STRIPS_H

#include "codegen/program/cost.h"

enum {
    STRIP_BYTES = 4096,    /* most of one strip of the widest type, so that several fit in L1 */
    STRIP_MEMORY = 16384,  /* most elements of a strip that is read from memory and kept nowhere */
    STRIP_PRODUCTS = 4096, /* the same of products, which compiled loops keep in L1 */
    STRIP_LINE = 64,       /* elements that are whole lines of whatever type */
    STRIP_SHORT = 128,     /* strips are made longer by a second dimension up to here */
    STRIP_LEAST = 64,      /* strips are made shorter for the caches' sake down to here */
    STRIP_SCATTERED = 256, /* most bytes of a row that is scattered with others */
    STRIP_GATHERED = 64,   /* most rows that are gathered together */
    STRIP_SUMS = 2048,     /* most bytes of the sums of rows that are reduced together */
    STRIP_ROW = 512,       /* most elements of such a row */
    STRIP_MEMORY_ROW = 2048, /* the same of one that is read from memory and kept nowhere */
    STRIP_PLACES = 16,       /* most elements of rows whose best is found column by column */
    STRIP_ROW_LEAST = 4,     /* fewest: shorter rows do as well side by side */
    STRIP_PIECE = 32768,     /* most bytes of a piece of a row that is reduced with others */
};

/* The fewest rows of so many elements that together are whole lines, of whatever element. */
int64_t rows_of_lines(int64_t inner);

/* The cheapest strip that the kernel allows: no dimension at all where none will do. `uses` are the
 * kernel's. */
struct strip_shape choose_strip(const struct kernel *kernel, const struct uses *uses,
                                const struct tile_shape *tile);
/* The dimensions along which the statement stores to places that are computed, or not at all: where
 * strips cover one of them, the runtime makes their updates one after the other. */
uint32_t statement_scatters(const struct statement *statement);
/* Whether a strip along two dimensions `dims`, the inner one first, takes rows of memory from
 * places that are computed, one for each point of the outer dimension. */
bool gathers_rows(const struct access *access, uint32_t count, const uint32_t *dims);
/* The same of what the statement stores, on whose condition, if it has one. */
bool scatters_rows(const struct statement *statement, uint32_t count, const uint32_t *dims);
/* The tile that is the whole domain. */
struct tile_shape whole_tile(const struct kernel *kernel);

#endif
