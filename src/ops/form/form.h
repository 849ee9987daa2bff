/* Assembly forms as data: the `form` of a definition, read and written by one interpreter.
 *
 * A form is words separated by spaces:
 *   $name           an operand, attribute or region of the definition
 *   @operands       all operands;  @attrs  the other attributes;  @attrs_keyword  with `attributes`
 *   @function_type  (operand types) -> result types
 *   @type:name      the type, or types, of an operand or result
 *   @types:name     the same, read as a list even of one
 *   @word           a piece of syntax that several operations share (form/pieces.h)
 *   (? ... ?)       left out where its first $name is absent
 *   ~               no space here
 *   anything else   itself
 * So transpose is "$operand , dims = $permutation @attrs : @function_type".
 */
#ifndef SDYC_OPS_FORM_H
#define SDYC_OPS_FORM_H

#include "ir/asm.h"
#include "ir/op_def.h"

/* Hooks: as the `form` of the operation's definition says. parse_generic_only: the operation has no
 * form but the generic one, which is an error. False after an error. */
bool parse_by_form(struct asm_parser *parser, struct op_state *state);
void print_by_form(struct asm_printer *printer, const struct op *op);
bool parse_generic_only(struct asm_parser *parser, struct op_state *state);

/* --- for pieces (form/pieces.h) and hand-written forms ---------------------------------------- */

#define FORM_MAX_GROUPS 8
/* What was read for one operand group (refs and types) or result group (types). */
struct form_group {
    uint32_t ref_count, type_count;
    struct operand_ref *refs;
    const struct type **types;
};
struct form_reader {
    struct asm_parser *parser;
    struct op_state *state;
    uint32_t group_count; /* of both: what is behind is not set */
    struct form_group operands[FORM_MAX_GROUPS], results[FORM_MAX_GROUPS];
};
/* A piece of syntax: `@word`. */
struct form_piece {
    const char *name;
    bool (*parse)(struct form_reader *reader);
    void (*print)(struct asm_printer *printer, const struct op *op);
    bool tight;           /* its printer writes the space before it, where there is one */
    const char *attrs[6]; /* it writes: left out of the attribute dictionary */
};
const struct form_piece *form_piece_find(const char *name, size_t length);
/* All operands of a group have these types; false with an error where the counts differ. */
bool form_assign_function(struct form_reader *reader, const struct type *function,
                          struct location location);
void form_add_ref(struct form_reader *reader, uint32_t group, struct operand_ref ref);
void form_add_type(struct form_reader *reader, struct form_group *group, const struct type *type);
/* Kinds and limits of the inherent attributes in the dictionary that was read at `location`. */
bool form_attrs_verify(const struct op_state *state, struct location location,
                       struct context *context);
/* `[1, 2]`, in asm_scratch. Where one is no integer, its end is missing as well, as MLIR has it. */
bool form_parse_ints(struct asm_parser *parser, struct int_list *list);
/* Puts an inherent attribute where it belongs. */
void form_set(struct op_state *state, struct asm_parser *parser, const char *name,
              const struct attr *value);
/* Prints an operation's attributes, inherent ones included, without the named ones and without
 * those that equal their default. */
void form_print_attrs(struct asm_printer *printer, const struct op *op, uint32_t elided_count,
                      const char *const *elided, bool keyword);

#endif
