/* VHLO, as which StableHLO is kept for years: every operation, attribute and type has a version,
 * and came with some version of VHLO. An operation of StableHLO is a row here (vhlo.def) with the
 * properties that VHLO has for it: all of them, defaults too, structs as their fields, symbols as
 * strings, lists of integers as tensors. */
#ifndef SDYC_OPS_VHLO_H
#define SDYC_OPS_VHLO_H

#include "ops/op_def.h"

#define VHLO_VERSION(major, minor) ((major)*256 + (minor))
#define VHLO_CURRENT               VHLO_VERSION(1, 20)

/* --- rows.c: operations ----------------------------------------------------------------------- */

/* What is done with an attribute of an operation on its way into the IR. */
enum property_form {
    FORM_AS_IT_IS,
    FORM_INTS,     /* a tensor of integers: array<i64> */
    FORM_BOOLS,    /* a tensor of i1: array<i1> */
    FORM_FLAG,     /* true: unit; false: absent */
    FORM_CHANNEL,  /* an integer: channel_handle of type 0 */
    FORM_SYMBOL,   /* a string: @name */
    FORM_SYMBOLS,  /* a list of strings */
    FORM_PART,     /* a field of an attribute that is a struct */
    FORM_LEFT_OUT, /* means nothing any more */
};
/* The value that is the same as none. */
enum property_default {
    DEFAULT_NONE,
    DEFAULT_FALSE,
    DEFAULT_ZERO,
    DEFAULT_MINUS_ONE,
    DEFAULT_ONES,     /* all elements of a tensor */
    DEFAULT_ZEROS,    /* or false */
    DEFAULT_NO_TEXT,  /* an empty string */
    DEFAULT_NO_ITEMS, /* an empty list */
    DEFAULT_NO_NAMES, /* an empty dictionary */
    DEFAULT_NO_ELEMENTS,
    DEFAULT_NO_LAYOUTS, /* an empty list, only together with the others that are so */
    DEFAULT_FIRST,      /* case of an enumeration, in a list all of them */
    DEFAULT_API,        /* of custom calls: the original one */
    DEFAULT_ACCURACY,
};
/* A property of an operation as the file has it. */
struct property {
    const char *name; /* interned */
    bool is_optional;
    enum property_form form;
    enum property_default otherwise;
};
/* Properties that are written as one attribute: dimension numbers. */
struct property_struct {
    const char *name;
    const struct attr_def *def;
    const char *const *fields; /* by the names of properties; NULL: those of the attribute */
};

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
const struct vhlo_op *vhlo_op_rows(size_t *count);
/* "dot_general_v2": the row of dot_general, and 2. NULL: there is none. */
const struct vhlo_op *vhlo_op_find(const char *name, uint32_t *version);
/* The row of an operation of StableHLO; NULL: it is none of VHLO's. */
const struct vhlo_op *vhlo_row_of(const struct op *op);
bool vhlo_property_is_in(const struct vhlo_property *property, uint32_t version);
/* The properties of a version of an operation, in the order in which they are written. */
struct property *vhlo_version_properties(struct arena *arena, struct interner *strings,
                                         const struct vhlo_op *row, uint32_t version,
                                         uint32_t *count);
/* What an operation of VHLO is in StableHLO, inside `parent`: vhlo.return ends functions and other
 * bodies. */
const struct op_def *vhlo_stablehlo_def(const struct vhlo_op *row, const struct op *parent);

/* --- conversions ------------------------------------------------------------------------------ */

/* What both work with. */
struct vhlo_work {
    struct context *context;
    struct arena *scratch;                       /* as long as one operation is converted */
    struct arena *arena;                         /* of the module */
    uint16_t target;                             /* VHLO's version that is written */
    void (*refuse)(void *data, const char *why); /* told of what cannot be converted */
    /* A struct, checked; NULL after an error. */
    const struct attr *(*make)(void *data, const struct attr_def *def, const void *payload);
    void *data;
};
bool vhlo_refuse(const struct vhlo_work *work, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* false */

/* from_vhlo.c: properties of VHLO, one value (or NULL) for each, as StableHLO has them; false after
 * an error. */
bool vhlo_to_stablehlo_properties(const struct vhlo_work *work, const struct vhlo_op *row,
                                  uint32_t count, const struct property *properties,
                                  const struct named_attr *from, struct attr_list *to);
/* Whether a value in VHLO is the same as none. */
bool property_is_default(const struct attr *value, enum property_default otherwise);

/* to_vhlo.c: the properties of an operation of StableHLO in a version of it, with the values that
 * StableHLO has, or would have were they written; what the target does not know is refused. */
void vhlo_properties_of(const struct vhlo_work *work, const struct op *op,
                        const struct vhlo_op *row, uint32_t version, struct attr_list *properties);
/* Refuses what came after the target. */
void vhlo_check_since(const struct vhlo_work *work, uint16_t since, const char *what,
                      const char *name);
/* The version of the operation that the target has. */
uint32_t vhlo_version_for(const struct vhlo_work *work, const struct op *op,
                          const struct vhlo_op *row);

#endif
