/* The printer behind ir/asm.h. Private to ir/. */
#ifndef SDYC_IR_PRINTER_H
#define SDYC_IR_PRINTER_H

#include "ir/op_def.h"

/* Element lists longer than this are printed in hexadecimal. */
#define HEX_ABOVE 100

struct alias {
    const char *stem; /* "map", "loc" */
    uint32_t number;
    uint32_t depth; /* how deep aliases nest in it */
    bool deferred;  /* defined at the end of the text */
    const struct attr *attr;
    const struct type *type; /* or a type instead */
    uint32_t order;          /* of its first appearance */
};

struct asm_printer {
    struct buffer *out;
    struct print_options options;
    int32_t indent;
    const char *default_dialect;
    struct arena *scratch;
    VECTOR(const char *) names;   /* of values that have one: see print_names.c */
    struct pointer_map aliases;   /* attr or type -> alias */
    struct pointer_map printed;   /* attr or type -> what was printed for it */
    bool declined;                /* see asm_decline */
    bool is_collecting;           /* printing only to find aliases: see print_aliases.c */
    struct context *context;      /* NULL while a type or attribute is printed by itself */
    struct pointer_map resources; /* interned keys that were printed */
    /* Where the last location printed stands: lines are counted on from there. */
    struct location seen;
    int32_t seen_line;
};

/* print_names.c */
void number_values(struct asm_printer *printer, const struct op *root);
void print_result_names(struct asm_printer *printer, const struct op *op); /* %0:2 */
void print_value_name(struct asm_printer *printer, const struct value *value);
void print_block_name(struct asm_printer *printer, const struct block *block);

/* print_attr.c, print_type.c: where no alias is wanted */
void print_attr_body(struct asm_printer *printer, const struct attr *attr);
void print_type_body(struct asm_printer *printer, const struct type *type);

/* printer.c: attributes and types are printed many times, so their texts are kept: from `start` of
 * the output on. False where nothing was kept. */
bool print_again(struct asm_printer *printer, const void *key);
void keep_printed(struct asm_printer *printer, const void *key, size_t start);

/* print_location.c */
void print_location(struct asm_printer *printer, const struct attr *location,
                    struct location written);
/* The same, but written out even where it has an alias. */
void print_argument_location(struct asm_printer *printer, const struct attr *location,
                             struct location written);
void print_location_body(struct asm_printer *printer, const struct attr *location);

/* print_aliases.c */
uint32_t visit_attr(struct asm_printer *printer, const struct attr *attr, bool deferred);
uint32_t visit_type(struct asm_printer *printer, const struct type *type);
bool print_alias(struct asm_printer *printer, const void *key); /* false: it has none */
void collect_aliases(struct asm_printer *printer, const struct op *root);
void print_alias_definitions(struct asm_printer *printer, bool deferred);

#endif
