/* Attributes that are structs of named fields: `<offset_dims = [1], index_vector_dim = 1>`. Read,
 * written and made from one table of fields. As words: an integer is one, a list is its count and
 * its items, a pointer to something interned is one. */
#ifndef SDYC_OPS_STRUCT_ATTR_H
#define SDYC_OPS_STRUCT_ATTR_H

#include "ir/asm.h"
#include "ir/ir.h"

enum attr_field_kind {
    FIELD_INT,
    FIELD_DIMS, /* struct int_list */
    FIELD_BOOL, /* an int64_t */
    FIELD_TYPE,
    FIELD_ATTR,
    FIELD_STRING, /* interned */
};
struct attr_field {
    const char *name;
    enum attr_field_kind kind;
    size_t offset; /* in the payload */
};
struct attr_struct {
    const struct attr_field *fields; /* ends with a NULL name */
    size_t size;                     /* of the payload */
    bool sparse;      /* zero and empty fields are not written, and may be left out in any order */
    bool ordered;     /* the fields stand in the order of the table, each once */
    const char *what; /* "dot dimension numbers" */
    /* Constraints that hold by themselves, or NULL; reports at `location`. */
    bool (*check)(struct asm_parser *parser, struct location location, const void *payload);
};

/* Hooks of attributes that are structs, with their angle brackets. Parsing gives NULL after an
 * error. */
const struct attr *struct_attr_parse(struct asm_parser *parser, const struct attr_def *def);
void struct_attr_print(struct asm_printer *printer, const struct attr *attr);
/* Without the angle brackets. */
void struct_attr_print_fields(struct asm_printer *printer, const struct attr *attr);
const void *struct_attr_payload(struct arena *arena, const struct attr_struct *layout,
                                const int64_t *words, uint32_t count);
const struct attr *struct_attr_make(struct context *context, const struct attr_def *def,
                                    const void *payload);
/* The name of the next field: one that is not `seen` yet, and then is. NULL: an error. */
const struct attr_field *struct_attr_parse_name(struct asm_parser *parser,
                                                const struct attr_field *fields, bool *seen);
/* The fields of a sparse one between `<` (already read) and `>`, into the payload. */
bool struct_attr_parse_fields(struct asm_parser *parser, const struct attr_struct *layout,
                              void *payload);

#endif
