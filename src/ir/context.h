/* What context.c, type.c and attr.c know of each other, and places made of others. Private to ir/,
 * frontend/ and the inliner. */
#ifndef SDYC_IR_CONTEXT_H
#define SDYC_IR_CONTEXT_H

#include "ir/ir.h"

/* For the interner: whether two types, or attributes, have the same parts, which are interned
 * themselves. */
bool type_equal_contents(const void *a, const void *b);
bool attr_equal_contents(const void *a, const void *b);
/* Longer tuples print as aliases. */
#define LONGEST_PLAIN_TUPLE 16

/* The unique copy of a type or attribute whose parts are unique already; arrays are copied. */
const struct type *type_unique(struct context *context, const struct type *type);
const struct attr *attr_unique(struct context *context, const struct attr *attr);

/* A list whose elements are all equal is kept as one: dense<[1, 1]> is dense<1>. */
bool attr_is_repeated(const void *data, size_t bytes, size_t element);
/* Fills in what attr_integers gives, of an attribute that has its contents. */
void attr_list_integers(struct arena *arena, struct attr *attr);

/* Locations that are made of these when they are asked for; texts live as long as the context. */
struct op_place place_file(struct context *context, const char *file, uint32_t line,
                           uint32_t column);
struct op_place place_file_range(struct context *context, const char *file, uint32_t line,
                                 uint32_t column, uint32_t end_line, uint32_t end_column);
struct op_place place_name(struct context *context, const char *name, uint32_t length,
                           struct op_place child);
struct op_place place_callsite(struct context *context, struct op_place callee,
                               struct op_place caller);
/* Whether it names a file. */
bool place_has_file(struct op_place place);

#endif
