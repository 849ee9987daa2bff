/* Hooks `with_known_sizes`: an operation in front of `op` that has the sizes as attributes which
 * `op` takes as operands, or NULL where these are not constant or its types are not known. */
#ifndef SDYC_OPS_KNOWN_SIZES_H
#define SDYC_OPS_KNOWN_SIZES_H

#include "ir/ir.h"

/* The hooks of these operations. */
struct op *broadcast_with_known_sizes(struct op *op, struct module *module);
struct op *convolution_with_known_sizes(struct op *op, struct module *module);
struct op *gather_with_known_sizes(struct op *op, struct module *module);
struct op *iota_with_known_sizes(struct op *op, struct module *module);
struct op *pad_with_known_sizes(struct op *op, struct module *module);
struct op *reshape_with_known_sizes(struct op *op, struct module *module);
struct op *slice_with_known_sizes(struct op *op, struct module *module);
/* Of a custom call that says which of its operands hold extents: the call without these. */
struct op *call_with_known_sizes(struct op *op, struct module *module);

#endif
