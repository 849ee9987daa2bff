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
/* "dot_general_v2": the row of dot_general, and 2. NULL: there is none. */
const struct vhlo_op *vhlo_op_find(const char *name, uint32_t *version);
/* The row of an operation of StableHLO; NULL: it is none of VHLO's. */
const struct vhlo_op *vhlo_row_of(const struct op *op);
bool vhlo_property_is_in(const struct vhlo_property *property, uint32_t version);
/* Whether a property of StableHLO is a property of VHLO too, by its own name or in parts. */
bool vhlo_has_property(const struct vhlo_op *row, const char *name);
/* The properties of a version of an operation, in the order in which they are written. */
struct property *vhlo_version_properties(struct arena *arena, struct interner *strings,
                                         const struct vhlo_op *row, uint32_t version,
                                         uint32_t *count);
/* What an operation of VHLO is in StableHLO, inside `parent`: vhlo.return ends functions and other
 * bodies. */
const struct op_def *vhlo_stablehlo_def(const struct vhlo_op *row, const struct op *parent);

/* defs.c: what an operation of VHLO is as one of the IR: "vhlo.dot_general_v2". As many operands,
 * results and regions as in StableHLO, of any types. NULL: there is none. */
const struct op_def *vhlo_def_find(struct context *context, const char *name);
/* The row and the version of such a definition; NULL: it is none of VHLO's. */
const struct vhlo_op *vhlo_row_of_def(const struct op_def *def, uint32_t *version);

/* --- types.c ---------------------------------------------------------------------------------- */

/* Integers and floats: name, code in bytecode. */
struct vhlo_scalar {
    const char *name; /* "ui8_v1" */
    uint16_t since;   /* VHLO_VERSION; 0: of the first version */
    uint16_t code;
    uint32_t width;
    bool is_unsigned, is_float;
    enum float_kind kind;
};
const struct vhlo_scalar *vhlo_scalar_of(const struct type *type);
const struct vhlo_scalar *vhlo_scalar_of_code(uint64_t code);
const struct type *vhlo_scalar_type(struct context *context, const struct vhlo_scalar *scalar);
const struct type *vhlo_scalar_named(struct context *context, const char *name); /* NULL: none */
/* A type of VHLO is one of the dialect's whose text is kept, and which knows the type that it
 * stands for. NULL: that has none; the type is none of VHLO's. */
const struct type *vhlo_type_of(struct context *context, const struct type *type);
const struct type *vhlo_type_meaning(const struct type *type);
bool vhlo_has_type(const struct type *type);
void vhlo_add_type(struct buffer *out, const struct type *type); /* the text */
/* The version with which the last part of a type came that stands for `type`. */
uint16_t vhlo_type_since(const struct type *type);
uint16_t vhlo_type_own_since(const struct type *type); /* without its parts */

/* --- attrs.c ---------------------------------------------------------------------------------- */

/* An attribute of VHLO holds the one that it stands for; lists and dictionaries hold their items as
 * VHLO has them. NULL: there is none; the attribute is none of VHLO's. */
const struct attr *vhlo_attr_of(struct context *context, const struct attr *attr);
const struct attr *vhlo_attr_meaning(struct context *context, const struct attr *attr);
/* The same for a property: the version of a custom call's interface has an enumeration. */
const struct attr *vhlo_property_of(struct context *context, const struct named_attr *property);
bool vhlo_has_attr(const struct attr *attr);
void vhlo_add_dims(struct buffer *out, struct int_list dims); /* [1, ?] */
/* The version with which the last part of an attribute came that stands for `attr`. */
uint16_t vhlo_attr_since(const struct attr *attr);

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
