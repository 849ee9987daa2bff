/* The configuration of a custom call in the form that handlers take. */
#ifndef SDYC_LIBRARY_FFI_ATTRS_H
#define SDYC_LIBRARY_FFI_ATTRS_H

#include "ffi.h"
#include "ir/ir.h"

/* A dictionary (NULL: an empty one) in `arena`. Returns the name of the first attribute that has no
 * form there, or NULL. */
const char *ffi_attrs(struct arena *arena, const struct attr *dict, struct sdyrt_ffi_attrs *attrs);

/* The number of an element type or of a token; 0: none. */
int ffi_type(const struct type *type);

#endif
