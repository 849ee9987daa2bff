/* --args=[dense<1> : tensor<2xi32>, ...]: inputs as MLIR writes constants. */
#ifndef SDYC_CLI_ARGS_H
#define SDYC_CLI_ARGS_H

#include "cli/cli.h"
#include "value.h"

/* Reads the list into values whose data are copies; their number, or -1 after an error. The values
 * are to be freed with args_free, also after an error. */
int args_read(const char *text, struct sdyrt_value **values);
void args_free(struct sdyrt_value *values, int count);

#endif
