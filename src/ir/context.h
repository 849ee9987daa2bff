/* What context.c, type.c and attr.c know of each other. Private to ir/ and frontend/. */
#ifndef SDYC_IR_CONTEXT_H
#define SDYC_IR_CONTEXT_H

#include "ir/ir.h"

bool type_equal_contents(const void *a, const void *b);
bool attr_equal_contents(const void *a, const void *b);
/* Longer tuples print as aliases. */
#define LONGEST_PLAIN_TUPLE 16

/* The unique copy of a type or attribute whose parts are unique already; arrays are copied. */
const struct type *type_unique(struct context *context, const struct type *type);
const struct attr *attr_unique(struct context *context, const struct attr *attr);

#endif
