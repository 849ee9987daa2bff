/* Matrix products with the tile registers of AMX; internal to the runtime. */
#ifndef SDYRT_PRODUCT_AMX_H
#define SDYRT_PRODUCT_AMX_H

#include "amx.h"
#include "product_kinds.h"

/* One type of product: what its registers hold, bytes of its elements, and how sums become its
   result. A result of 4 bytes is the sums themselves. */
struct amx_type {
    enum amx_kind kind;
    int64_t operand, result;
    store_sums_fn *store;
};

/* As sdyrt_product, for a product of this type, on processors with AMX. */
void sdyrt_product_amx(const struct sdyrt_product *product, const struct amx_type *type,
                       const void *a, const void *b, void *c, int accumulate, void *scratch);

/* Some columns of B, and a stretch of the contraction: where they are packed as strips, and what
   may be overwritten, as product_groups.h has it. */
struct amx_stretch {
    int64_t from, k, col, cols;
    char *strips, *room;
    int64_t strip_bytes; /* from one strip to the next */
};
typedef void amx_pack_fn(const void *context, const struct amx_stretch *stretch);

/* A B that is packed by a function, wherever and however it lies. */
struct amx_source {
    amx_pack_fn *pack;
    const void *context;
};
void sdyrt_product_amx_of(const struct sdyrt_product *product, const struct amx_type *type,
                          const void *a, const struct amx_source *b, void *c, int accumulate,
                          void *scratch);

#endif
