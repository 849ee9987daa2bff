/* How verifiers speak: located errors with types and lists spelt out. */
#ifndef SDYC_OPS_VERIFY_FAULT_H
#define SDYC_OPS_VERIFY_FAULT_H

#include "ir/ir.h"

/* `'stablehlo.pad' op <message>` at the operation. Returns false. */
bool op_fault(const struct op *op, struct context *context, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same without the name in front: a constraint of the specification. */
bool fault(const struct op *op, struct context *context, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Texts for messages; they live as long as the context. */
const char *say_type(struct context *context, const struct type *type);   /* tensor<2x?xf32> */
const char *say_dims(struct context *context, const struct type *tensor); /* [2, ?] */
/* The same without brackets: 2, 3. */
const char *say_bare(struct context *context, uint32_t count, const int64_t *items);
/* Likewise, with the number that stands for a dynamic dimension as it is. */
const char *say_raw(struct context *context, uint32_t count, const int64_t *items);
const char *say_ints(struct context *context, uint32_t count, const int64_t *items);
const char *say_types(struct context *context, uint32_t count, const struct type *const *types);
const char *say_attr(struct context *context, const struct attr *attr);

#endif
