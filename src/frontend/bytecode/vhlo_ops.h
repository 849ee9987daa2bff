/* The table of VHLO's operations (vhlo.def). Private to frontend/bytecode/. */
#ifndef SDYC_FRONTEND_VHLO_OPS_H
#define SDYC_FRONTEND_VHLO_OPS_H

#include "frontend/bytecode/bytecode.h"
#include "ops/op_def.h"

struct vhlo_property {
    const char *name;
    enum property_form form;
    enum property_default otherwise;
    uint32_t from, until; /* versions of the operation; 0: the first, the last */
};
struct vhlo_op {
    const char *name; /* without its version */
    enum op_id id;
    uint16_t since[3]; /* VHLO's versions, major * 256 + minor, of versions 1, 2; 0 ends them */
    const struct property_struct *structs;  /* ends with a NULL name */
    const struct vhlo_property *properties; /* by name; ends with a NULL name */
};
/* The table, and whether a property is in a version of its operation. */
const struct vhlo_op *vhlo_op_rows(size_t *count);
bool vhlo_property_is_in(const struct vhlo_property *property, uint32_t version);
/* Whether a value in VHLO is the same as none. */
bool property_is_default(const struct attr *value, enum property_default otherwise);

#endif
