/*
 * Tensors as text, as MLIR's tools write them:
 *
 *     tensor<2x2xi8> {            what StableHLO's interpreter prints
 *       [
 *         [1, 2],
 *         [3, 4]
 *       ]
 *     }
 *     dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
 */
#ifndef SDYRT_VALUE_TEXT_H
#define SDYRT_VALUE_TEXT_H

#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prints the value, without a newline behind. */
void sdyrt_value_print_nested(FILE *stream, const struct sdyrt_value *value);
void sdyrt_value_print_dense(FILE *stream, const struct sdyrt_value *value);

#ifdef __cplusplus
}
#endif
#endif
