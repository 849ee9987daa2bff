/* What the operations share that look at a tensor through windows. */
#ifndef SDYC_OPS_WINDOWS_H
#define SDYC_OPS_WINDOWS_H

#include "ir/ir.h"

struct fill_builder;
struct need_list;
struct partition_builder;

/* Item `index` of a list, or of a property that is one; `otherwise` where the list is too short. */
static inline int64_t int_list_at(struct int_list list, uint32_t index, int64_t otherwise) {
    return index < list.count ? list.items[index] : otherwise;
}
int64_t op_int_at(const struct op *op, const char *name, uint32_t index, int64_t otherwise);

/* A dimension in which the window is one element and nothing is padded or skipped. */
bool window_is_trivial(const struct op *op, uint32_t dim);
/* Hooks. */
void reduce_window_needs(const struct op *op, const struct partition_builder *builder,
                         struct need_list *needs);
void select_and_scatter_needs(const struct op *op, const struct partition_builder *builder,
                              struct need_list *needs);

/* Windows that stand apart are those of one part each only where both are divided alike. */
bool windows_fill(struct op *op, struct fill_builder *builder);

/* --- running folds ---------------------------------------------------------------------------- */

/* A window as long as its dimension, `size`, of which one side is padded by all but one element: in
 * front, or (`reverse`) behind. */
bool window_folds_along(const struct op *op, uint32_t dim, int64_t size, bool *reverse);

/* --- scan_parts.c: along a dimension in parts ------------------------------------------------- */

/* The fold can be done in parts: it is a known one that begins with what changes nothing. */
bool fold_has_parts(const struct op *op);
/* A running fold along a dimension of another size. */
void scan_resize(struct module *module, struct op *op, uint32_t dim, int64_t size, bool reverse);
/* Makes a running fold along a sharded dimension local. */
bool localize_scan(struct op *op, struct partition_builder *builder, uint32_t dim, bool reverse);

#endif
