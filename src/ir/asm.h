/* What an operation's or attribute's own assembly form is written with: the parser's and the
 * printer's verbs. Implemented by frontend/ (reading) and ir/printer.c (writing); called by the
 * hooks in ops/.
 *
 * All `parse_` functions return false after having reported a located error; `optional` ones
 * return whether the thing was there and never report.
 */
#ifndef SDYC_ASM_H
#define SDYC_ASM_H

#include "ir/ir.h"

struct asm_parser;
struct asm_printer;

/* --- reading ---------------------------------------------------------------------------------- */

/* An operand by name, before its type is known. */
struct ssa_name;
struct operand_ref {
    const char *name;        /* without % */
    struct ssa_name *record; /* private to the parser */
    uint32_t number;         /* %name#number */
    struct location location;
};
/* What a parse hook fills in: the operation to be. */
struct op_state {
    const struct op_def *def;
    const char *name;
    struct location location;
    struct op_place explicit_location;
    VECTOR(struct value *) operands; /* resolved */
    VECTOR(const struct type *) result_types;
    VECTOR(struct region *) regions; /* filled by parse_region, in order */
    VECTOR(struct block *) successors;
    struct attr_list properties, attrs;
    bool sees_outside; /* names from outside are known in its regions, for the verifier to refuse */
    uint32_t result_number; /* how many results the text names on the left, for checks */
};

/* What is being read: its context and module, which own what is made. */
struct context *asm_context(struct asm_parser *parser);
struct module *asm_module(struct asm_parser *parser);
struct arena *asm_arena(struct asm_parser *parser);      /* lives as long as the module */
struct location asm_location(struct asm_parser *parser); /* of the next token */
/* "custom op 'sdy.mesh' " within the form of an operation, else "": opens asm_error's messages. */
const char *asm_custom_op(struct asm_parser *parser);
bool asm_error(struct asm_parser *parser, const char *format, ...) /* at the next token */
    __attribute__((format(printf, 2, 3)));
bool asm_error_at(struct asm_parser *parser, struct location location, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* After an error in a part of a dialect's attribute: "failed to parse Sdy_Mesh parameter 'axes'
 * which is to be a `...`". */
bool asm_spoilt(struct asm_parser *parser, const char *attr, const char *part, const char *type);

/* Punctuation: "(", ")", "{", "}", "[", "]", "<", ">", ",", ":", "=", "->", "?", "*" ...
 * peek_token also knows what begins names and strings: "%", "@", "#", "!", "^", "\"". */
bool parse_token(struct asm_parser *parser, const char *spelling);
/* Says what it is for where it is missing: " in argument list". */
bool parse_token_for(struct asm_parser *parser, const char *spelling, const char *purpose);
bool optional_token(struct asm_parser *parser, const char *spelling);
bool peek_token(struct asm_parser *parser, const char *spelling);
bool parse_keyword(struct asm_parser *parser, const char *keyword);
bool optional_keyword(struct asm_parser *parser, const char *keyword);
bool parse_any_keyword(struct asm_parser *parser, const char **keyword); /* interned */
bool optional_any_keyword(struct asm_parser *parser, const char **keyword);
bool parse_integer(struct asm_parser *parser, int64_t *value); /* with sign */
bool optional_integer(struct asm_parser *parser, int64_t *value);
bool parse_string(struct asm_parser *parser, const char **text, size_t *length);
bool optional_string(struct asm_parser *parser, const char **text, size_t *length);
/* A string that names something: it has no NUL character in it. */
bool parse_string_name(struct asm_parser *parser, const char **name);
bool parse_symbol(struct asm_parser *parser, const char **name); /* @name, without @ */
bool optional_symbol(struct asm_parser *parser, const char **name);
/* Calls `item` for each element between `open` and `close`, separated by commas. */
bool parse_list(struct asm_parser *parser, const char *open, const char *close,
                bool (*item)(struct asm_parser *parser, void *data), void *data);
/* Memory until the operation has been read. */
struct arena *asm_scratch(struct asm_parser *parser);
/* [1, 2, 3] and friends, in asm_scratch; `dynamic`: accepts `?` as DIM_DYNAMIC. */
bool parse_int_list(struct asm_parser *parser, const char *open, const char *close, bool dynamic,
                    uint32_t *count, const int64_t **values);

/* A type, or an attribute further down, at the next token; false after an error. */
bool parse_type(struct asm_parser *parser, const struct type **type);
/* (T, T): the list lives in asm_scratch. */
bool parse_type_list(struct asm_parser *parser, uint32_t *count, const struct type *const **types);
/* `(T, T) -> T` or `(T) -> (T, T)`; the lists live in asm_scratch. */
struct signature {
    uint32_t input_count, result_count;
    const struct type *const *inputs, *const *results;
};
static inline struct signature signature_of(const struct type *function) {
    return (struct signature){.input_count = function->input_count,
                              .result_count = function->count - function->input_count,
                              .inputs = function->items,
                              .results = function->items + function->input_count};
}
bool parse_signature(struct asm_parser *parser, struct signature *signature);
bool parse_function_type(struct asm_parser *parser, const struct type **function); /* the same */
bool parse_attr(struct asm_parser *parser, const struct attr **attr);
/* An attribute whose type is not written but known (`dense<1>` after its type, `3` as i64). */
bool parse_attr_of(struct asm_parser *parser, const struct type *type, const struct attr **attr);
bool parse_attr_dict(struct asm_parser *parser, struct attr_list *list); /* {..} there */
/* Takes properties away that the operation does not have, with a warning: they mean nothing, and
 * could not be printed. */
void drop_unknown_properties(struct asm_parser *parser, struct op_state *state);
/* The same where it may be left out: false only after an error. */
bool optional_attr_dict(struct asm_parser *parser, struct attr_list *list);
bool optional_attr_dict_with_keyword(struct asm_parser *parser, struct attr_list *list);
/* Body of a registered dialect attribute as its def->parse reads it, with its `<...>`. */
bool parse_attr_body(struct asm_parser *parser, const struct attr_def *def,
                     const struct attr **attr);

/* `%name` or `%name#2`, which stands for no value before resolve_operands() has given it a type.
 * False after an error; optional_operand() also where none is there, without one. */
bool parse_operand(struct asm_parser *parser, struct operand_ref *operand);
bool optional_operand(struct asm_parser *parser, struct operand_ref *operand);
/* Appends the values of these types to the operands of `state`; a value that is defined further
 * down is found then. False after an error: a value of another type. */
bool resolve_operands(struct asm_parser *parser, uint32_t count, const struct operand_ref *operands,
                      const struct type *const *types, struct op_state *state);
/* A new region of the operation; its entry block gets the given arguments (may be none). */
struct block_argument_ref {
    const char *name;
    const struct type *type;
    struct location location;
    struct op_place explicit_location; /* loc(...) that the text gave, or none */
};
/* `%name: type`, and `loc(...)` if the text has it. */
bool parse_block_argument(struct asm_parser *parser, struct block_argument_ref *argument);
/* `loc(...)`, or nothing, which leaves the place as it is; false after an error. */
bool optional_location(struct asm_parser *parser, struct op_place *place);
bool parse_region(struct asm_parser *parser, struct op_state *state, uint32_t argument_count,
                  const struct block_argument_ref *arguments);
bool parse_successor(struct asm_parser *parser, struct op_state *state);
/* An operation by itself inside the custom form of another one (`applies stablehlo.add`). */

/* --- writing ---------------------------------------------------------------------------------- */

/* The context of what is printed. */
struct context *asm_printer_context(struct asm_printer *printer);
/* Nothing is printed yet: what would be is looked through for aliases. */
bool asm_looks_for_aliases(const struct asm_printer *printer);
struct buffer *asm_out(struct asm_printer *printer);
void asm_text(struct asm_printer *printer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void asm_type(struct asm_printer *printer, const struct type *type);
void asm_attr(struct asm_printer *printer, const struct attr *attr);
void asm_attr_without_type(struct asm_printer *printer, const struct attr *attr);
void asm_operand(struct asm_printer *printer, const struct value *value); /* %0 */
void asm_operands(struct asm_printer *printer, const struct op *op, uint32_t first, uint32_t count);
void asm_symbol(struct asm_printer *printer, const char *name); /* @name, quoted where needed */
void asm_string(struct asm_printer *printer, const char *text, size_t length); /* quoted, escaped */
void asm_keyword_or_string(struct asm_printer *printer, const char *text);
/* `name = value`; the name alone where the value is unit. */
void asm_attr_entry(struct asm_printer *printer, const char *name, const struct attr *value);
/* ` {a = 1}` without the named ones; nothing where empty. */
void asm_attr_dict(struct asm_printer *printer, const struct attr_list *list, uint32_t elided_count,
                   const char *const *elided);
void asm_attr_dict_with_keyword(struct asm_printer *printer, const struct attr_list *list,
                                uint32_t elided_count, const char *const *elided);
void asm_function_type(struct asm_printer *printer, const struct op *op); /* (T, T) -> T */
void asm_region(struct asm_printer *printer, const struct region *region, bool print_arguments,
                bool print_terminators);
/* Starts a new line at the current indentation. */
void asm_newline(struct asm_printer *printer);
/* A form that cannot say all of its operation calls this, before it prints anything, and returns:
 * the generic form takes its place. */
void asm_decline(struct asm_printer *printer);
/* Prints the named arguments of an entry block as `%arg0: type`. */
void asm_block_argument(struct asm_printer *printer, const struct value *argument, bool with_type);
/* ` loc(...)` of a block argument, where locations are printed: behind its type and attributes. */
void asm_argument_location(struct asm_printer *printer, const struct value *argument);
void asm_op(struct asm_printer *printer, const struct op *op);

#endif
