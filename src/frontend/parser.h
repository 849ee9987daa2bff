/* The parser behind ir/asm.h. Private to frontend/. */
#ifndef SDYC_FRONTEND_PARSER_H
#define SDYC_FRONTEND_PARSER_H

#include "frontend/lexer.h"
#include "ir/op_def.h"

/* Nested types, attributes and regions beyond this are an error, not a stack overflow. */
#define MAX_DEPTH 400

struct ssa_name;

/* A use before the definition: stands in for the value until that is found. */
struct forward {
    struct forward *next;
    struct value *value;
    uint32_t number;
    struct location location;
};

/* What %name means. */
struct definition {
    struct ssa_name *name;
    struct definition *outer;          /* of the same name, hidden by this one */
    struct definition *next_in_region; /* all definitions of a region go when it ends */
    struct definition *next_undefined;
    struct ssa_scope *scope;
    struct value *values; /* NULL: not defined yet, see forwards */
    uint32_t count;
    struct forward *forwards;
    struct location location;
    bool was_used; /* before its definition: kept in the list of the scope */
    bool poisoned; /* its operation had an error: uses of it are not reported */
};
struct ssa_name {
    const char *name; /* without % */
    uint64_t hash;
    uint32_t length;
    struct definition *top;
    struct ssa_scope *scope; /* that last defined it */
};
/* Values are seen within the nearest isolated operation. */
struct ssa_scope {
    struct definition *undefined;
};
/* The region being read. */
struct region_frame {
    struct region_frame *outer;
    struct definition *definitions;
    struct region *region;
    struct pointer_map blocks; /* name -> block_entry */
    struct block_entry *undefined_blocks;
};
struct block_entry {
    struct block *block;
    const char *name;
    struct location location;
    bool defined;
    struct block_entry *next;
};

/* What one operation needs while it is read; kept and reused, one a nesting depth. */
struct op_frame {
    struct arena *scratch;
    struct op_state state;
    VECTOR(struct operand_ref) refs;
    VECTOR(struct result_name) results;
};
struct result_name {
    struct ssa_name *name;
    uint32_t count;
    struct location location;
};

/* A type or attribute by its text. */
struct spelling {
    uint64_t hash;
    const char *text;
    size_t length;
    const void *meaning;
};

struct cached_def {
    const char *name; /* interned */
    size_t length;
    const struct op_def *def;
};

/* Names for attributes and types: aliases.c. */
struct aliases {
    struct pointer_map attrs, types;             /* interned name -> attr, type */
    struct pointer_map attr_places, type_places; /* interned name -> alias */
    uint32_t deepest;                            /* nesting since the last alias began */
    uint64_t expanded;                           /* bytes that all uses of aliases stand for */
};

struct asm_parser {
    struct lexer lexer;
    struct token token;
    const char *previous_end; /* of the token before */
    const char *closed;       /* where the last region with errors in it ended, or NULL */
    struct context *context;
    struct module *module;
    struct arena *scratch; /* freed with the parser */
    uint32_t depth;
    const char *default_dialect;
    const char *custom_op; /* the operation whose own form is being read, or NULL */

    struct ssa_name **names; /* by hash */
    uint32_t name_count, name_capacity;
    struct ssa_name **numbers; /* of %0, %1, ...: by number */
    uint32_t number_count;
    struct definition *free_definitions;
    struct ssa_scope *scope;
    struct region_frame *region;
    struct block *block; /* operations go to its end */

    struct aliases aliases;
    struct pointer_map resources; /* key -> what waits for it: parse_resources.c */
    bool has_deferred_locations;
    bool has_undeclared;          /* some value is never defined */
    struct cached_def *def_cache; /* by hash of the name */
    struct spelling *spellings;   /* by hash: see spelling.c */

    struct op_frame **frames;
    uint32_t frame_count, frame_capacity;
};

/* module.c: a parser before its first token; it has no module yet. */
void parser_begin(struct asm_parser *parser, struct context *context, const struct source *source);
void parser_end(struct asm_parser *parser);
/* A file that is one `module { ... }` is that module, not a module around it. */
void unwrap_module(struct module *module);

/* parser.c */
void advance(struct asm_parser *parser);
void reset_to(struct asm_parser *parser, const char *at); /* reads on from there */
bool enter(struct asm_parser *parser); /* one level deeper; false with an error: too deep */
void leave(struct asm_parser *parser);
const char *intern_token(struct asm_parser *parser, const char *begin, const char *end);
/* `#dialect<name>` or `!dialect<name<...>>` as MLIR prints it: `#dialect.name`, unless what stands
 * in the brackets begins with something else than a name. */
const char *intern_dialect_symbol(struct asm_parser *parser, const char *begin, const char *end);
/* A word of which `text` is all that is left: skips it. For kinds glued to words: x in 4x8xf32. */
bool token_text_is(const struct asm_parser *parser, const char *spelling);
/* "expected X" where the token is none: at the token, as forms report it; and behind the token
 * before, as grammar does, so that what is missing at a line's end is reported there. */
bool expected(struct asm_parser *parser, const char *what);
bool wrong_token(struct asm_parser *parser, const char *what);

/* aliases.c */
struct alias;
/* An alias is defined at the token; NULL after an error. */
struct alias *alias_begin(struct asm_parser *parser, struct pointer_map *aliases, const char *name);
void alias_end(struct asm_parser *parser, struct alias *alias);
/* A use of an alias that is defined; false with an error: too much in too little text. */
bool alias_use(struct asm_parser *parser, const struct pointer_map *aliases, const char *name);

/* values.c */
void scope_begin(struct asm_parser *parser, struct ssa_scope *scope);
bool scope_end(struct asm_parser *parser, struct ssa_scope *outer);
void region_begin(struct asm_parser *parser, struct region_frame *frame, struct region *region);
bool region_end(struct asm_parser *parser, struct region_frame *frame);
/* The record of a value's name, without %. */
struct ssa_name *find_name(struct asm_parser *parser, const char *begin, const char *end);
/* The name of a region's argument must not have a value yet. */
bool check_unused(struct asm_parser *parser, struct ssa_name *name, struct location location);
bool define_values(struct asm_parser *parser, struct ssa_name *name, struct value *values,
                   uint32_t count, struct location location);
/* Whether a value stood in for a name that has been defined since. */
bool is_settled(const struct value *value);
void poison_name(struct asm_parser *parser, struct ssa_name *name, struct location location);
/* The block ^name of the region being read, defined or not yet. */
struct block *block_reference(struct asm_parser *parser, const char *name,
                              struct location location);
bool define_block(struct asm_parser *parser, const char *name, struct location location,
                  struct block **block);

/* parse_attr.c and friends */
bool parse_dense(struct asm_parser *parser, const struct type *type, const struct attr **attr);
bool parse_sparse(struct asm_parser *parser, const struct type *type, const struct attr **attr);
bool parse_dense_array(struct asm_parser *parser, const struct attr **attr);
bool is_array_element(const struct type *type); /* of array<...> */
bool parse_number_attr(struct asm_parser *parser, const struct type *type,
                       const struct attr **attr);
/* An integer token as an attribute of a type; the bits of a float written 0x7FC00000. */
bool parse_integer_of(struct asm_parser *parser, const struct type *type, bool negative,
                      const struct attr **attr);
bool parse_hex_float_bits(struct asm_parser *parser, const struct type *type, bool negative,
                          unsigned char *bytes);
bool parse_affine(struct asm_parser *parser, const struct attr **attr);
bool parse_encoding(struct asm_parser *parser, const struct attr **attr); /* of a sparse tensor */
/* The text of a dialect's own syntax up to the end of its balanced brackets. */
bool skip_balanced(struct asm_parser *parser);
/* Whether that of a dialect's attribute or type is, where there is one; stays in front of it. */
bool check_balanced(struct asm_parser *parser);
/* Whether a type stands here: nothing else begins so. */
bool starts_type(struct asm_parser *parser);
bool parse_quantized(struct asm_parser *parser, const struct type **type);
/* 4x?x8x, up to the element type, where it stands then (parse_type.c). */
struct text_shape {
    uint32_t rank;
    int64_t dims[MAX_RANK];
};
bool parse_shape(struct asm_parser *parser, struct text_shape *shape);
/* parse_vhlo.c: a type of VHLO, by its name without `vhlo.`; stands at it. */
bool parse_vhlo_type(struct asm_parser *parser, const char *name, const struct type **type);
/* Scales are numbers that the expressed type has. */
bool check_scales(struct asm_parser *parser, const struct quantized *quantized);

/* parse_dense.c: the value of a hexadecimal digit; -1: it is none. */
int hex_value(char c);
/* parse_resources.c: dense_resource<key> : type, from its first word. */
bool parse_resource(struct asm_parser *parser, const struct type *type, const struct attr **attr);
/* Whether elements may be of this type: it has a shape. */
bool resource_takes_type(const struct type *type);
/* The attribute of a key and a type, one for each in a module. It has no elements yet. */
const struct attr *resource_attr(struct asm_parser *parser, const char *key,
                                 const struct type *type);
/* {-# ... #-}, which adds to the module's resources. */
bool parse_resources(struct asm_parser *parser);
/* Gives the attributes made by resource_attr their elements, as far as the module has them. */
void fill_resources(struct asm_parser *parser);

/* parse_location.c: after `loc`, with its parentheses. */
bool parse_location_body(struct asm_parser *parser, const struct attr **location);
/* Locations given by an alias that stood later in the text. */
bool resolve_deferred_locations(struct asm_parser *parser);

/* spelling.c: texts of types and attributes whose beginnings tell which of them they are. A length
 * of 0 stands for a text that is not kept. */
const void *spelling_find(struct asm_parser *parser, const char *text, size_t length);
void spelling_keep(struct asm_parser *parser, const char *text, size_t length, const void *meaning);
/* Of the `<...>` at `text`, where it is short and nests no other; else 0. */
size_t plain_body_length(const char *text, const char *end);

/* type_names.c: a type that is kept as text, "dialect.name": false after an error where its dialect
 * has no such type, or where nobody knows the dialect and that is not allowed. */
bool check_type_name(struct asm_parser *parser, struct location location, const char *name);
/* parse_type.c: a type as text for a message; it lives as long as the parser. */
const char *type_text(struct asm_parser *parser, const struct type *type);

/* suggest.c: "; did you mean 'x'?", or nothing. */
const char *suggest_operation(struct asm_parser *parser, const char *name);
const char *suggest_attribute(struct asm_parser *parser, const char *name); /* "sdy.sharding" */
/* Among the keys of a map from names, such as aliases. */
const char *suggest_key(struct asm_parser *parser, const char *name, const struct pointer_map *map);

/* former.c. An operation by the name that it had in MHLO (`mhlo.add`), or NULL. */
const struct op_def *former_op(struct asm_parser *parser, const char *name);
/* The name of an attribute or type as StableHLO has it, where it is one of MHLO's (`mhlo.dot`);
 * else as it is. */
const char *former_name(struct asm_parser *parser, const char *name);
/* Lists of numbers of an operation that was named so, which were tensors: `dense<[0, 1]> :
 * tensor<2xi64>`. */
void former_lists(struct asm_parser *parser, struct op_state *state);

/* parse_op.c */
/* An operation that the table does not have: an error where its dialect may have no such. */
bool check_unregistered(struct asm_parser *parser, const char *name, struct location location);
bool parse_operation(struct asm_parser *parser);
bool parse_block_operations(struct asm_parser *parser, bool top_level);
void free_frames(struct asm_parser *parser);

#endif
