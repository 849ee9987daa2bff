/* Shardings of the whole program changed before anything is resharded. */
#ifndef SDYC_PREPARE_SHARDINGS_H
#define SDYC_PREPARE_SHARDINGS_H

#include "ir/ir.h"

/* What a value of type `type`, which `op` makes or holds, is sharded like instead; NULL: it
 * stays. */
typedef const struct attr *sharding_change(void *data, const struct op *op, const struct type *type,
                                           const struct attr *sharding);
/* Changes the shardings of all values and of what functions return, in the order of the program. */
void change_shardings(struct module *module, sharding_change *change, void *data);

/* The sharding without axes that make no part of a dimension smaller (`even`: nor those that do not
 * divide it); NULL where it has none of them. */
const struct attr *without_idle_axes(struct context *context, struct arena *scratch,
                                     const struct op *op, const struct type *type,
                                     const struct attr *attr, bool even);

#endif
