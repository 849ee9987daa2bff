/* Operations whose results are on one device alone: a mesh without axes and with one device id. */
#ifndef SDYC_SINGLE_DEVICE_H
#define SDYC_SINGLE_DEVICE_H

#include "ops/op_def.h"
#include "sharding/sharding.h"

/* The first mesh of the module with axes: what the whole program runs on. NULL: none. */
const struct op *module_global_mesh(const struct module *module);
/* Replicated and closed on a mesh operation. */
const struct attr *replicated_on_mesh(struct context *context, const struct op *mesh,
                                      uint32_t rank);
/* The mesh of a sharding where that is of one device, seen from `op`; NULL otherwise. */
const struct mesh *single_device_mesh(const struct op *op, const struct attr *sharding);
/* What says that results of `op` are on one device; NULL: nothing. Reports an error and sets
 * `*failed` where they are on different ones. */
const struct attr *single_device_sharding(struct context *context, const struct op *op,
                                          bool *failed);
/* Makes what the operation reads be on its device, `sharding`, and what it results in on the global
 * mesh behind it. */
void reshard_around_single_device(struct module *module, struct op *op,
                                  const struct attr *sharding);
/* Of an operation through which values flow, results on one device: all devices hold them. */
void spread_from_single_device(struct module *module, struct op *op);
/* Reports the first argument or result of a function that is on one device. */
bool check_function_on_all_devices(struct module *module, const struct op *func);

#endif
