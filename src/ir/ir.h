/* The intermediate representation, one from parse to emission: MLIR's operations, values, blocks
 * and regions (https://mlir.llvm.org/docs/LangRef).
 *
 * Ownership: a context owns what is interned (strings, types, attributes); a module owns its
 * operations, in an arena. Both are plain objects: two threads may compile two modules at once when
 * each has its own context. Types and attributes are interned: equal exactly when the pointers are.
 */
#ifndef SDYC_IR_H
#define SDYC_IR_H

#include "support/support.h"

struct attr;
struct block;
struct module;
struct op;
struct op_def;
struct region;
struct type;
struct value;

/* --- context.c -------------------------------------------------------------------------------- */

struct context {
    struct arena *arena;
    struct interner *strings;
    struct uniquer *types, *attrs; /* private to type.c and attr.c */
    struct pointer_map forms;     /* definition -> its assembly form: private to ops/form/steps.c */
    struct pointer_map vhlo_defs; /* name -> definition: private to ops/vhlo/defs.c */
    struct pointer_map rules;     /* question -> rule: private to propagation/rule_builder.c */
    struct diagnostics *diagnostics;
    const struct type *signless[65]; /* integers by width, as far as they were asked for */
    bool allow_unregistered_dialects;
    bool has_aliases;              /* holds attributes that print as aliases */
    bool has_quantized;            /* holds quantized types */
    struct held_bytes *held;       /* large elements of constants: private to elements.c */
    struct shared_pool *constants; /* that programs share; NULL: they are the context's alone */
    VECTOR(struct element_place) places;
};
/* Where elements of an attribute stand in bytecode, as they are. */
struct element_place {
    const struct attr *attr;
    size_t offset; /* in its source */
};
struct context *context_new(struct diagnostics *diagnostics);
void context_free(struct context *context);

/* --- elements.c: large elements of constants -------------------------------------------------- */

/* Bytes from this size on have one read-only copy in a context, or in all that share constants. */
enum { ELEMENTS_SHARED_FROM = 64 << 10 };
/* The copy, which lives as long as the context. */
const void *context_hold_bytes(struct context *context, const void *bytes, size_t size);
/* Notes that the elements of the attribute, which are held so, stand at an offset of bytecode. */
void context_note_place(struct context *context, const struct attr *attr, size_t offset);
void context_drop_bytes(struct context *context);

/* --- type.c ----------------------------------------------------------------------------------- */

enum type_kind {
    TYPE_INTEGER, /* i32, si8, ui4: width, signedness */
    TYPE_FLOAT,   /* f16, bf16, f32, f64, f8E4M3FN, tf32, ...: enum float_kind */
    TYPE_INDEX,
    TYPE_NONE,
    TYPE_COMPLEX,   /* element */
    TYPE_TENSOR,    /* element, rank, dims (DIM_DYNAMIC where '?'), encoding */
    TYPE_UNRANKED,  /* tensor<*xT>: element */
    TYPE_MEMREF,    /* element, rank, dims, and the rest as text */
    TYPE_TUPLE,     /* items */
    TYPE_FUNCTION,  /* items: inputs then results; input_count */
    TYPE_TOKEN,     /* !stablehlo.token */
    TYPE_QUANTIZED, /* !quant.uniform<...>: storage, expressed and parameters (type_quantized.c) */
    TYPE_DIALECT,   /* any other !dialect.name<...>: kept as text; items of !stablehlo.future, and
                     * the type that one of VHLO's stands for as its element */
    TYPE_VECTOR,    /* element, rank, dims; scalable ones are TYPE_DIALECT */
};
enum float_kind {
    FLOAT_F4E2M1FN,
    FLOAT_F6E2M3FN,
    FLOAT_F6E3M2FN,
    FLOAT_F8E3M4,
    FLOAT_F8E4M3,
    FLOAT_F8E4M3FN,
    FLOAT_F8E4M3FNUZ,
    FLOAT_F8E4M3B11FNUZ,
    FLOAT_F8E5M2,
    FLOAT_F8E5M2FNUZ,
    FLOAT_F8E8M0FNU,
    FLOAT_BF16,
    FLOAT_F16,
    FLOAT_TF32,
    FLOAT_F32,
    FLOAT_F64,
    FLOAT_F80,
    FLOAT_F128,
};
enum signedness { SIGNLESS, SIGNED, UNSIGNED };

#define DIM_DYNAMIC INT64_MIN
#define MAX_RANK    64 /* of a tensor; more is a located error */

struct type {
    enum type_kind kind;
    enum float_kind float_kind;
    enum signedness signedness;
    uint32_t width;       /* bits of an integer */
    uint32_t rank, count; /* dims, items */
    uint32_t input_count; /* of a function type */
    const struct type *element;
    const int64_t *dims;
    const struct type *const *items;
    const struct attr *encoding; /* of a tensor, or NULL */
    const void *payload;         /* TYPE_QUANTIZED */
    const char *text;            /* TYPE_DIALECT and TYPE_MEMREF: as written */
};

/* Interned types, which live as long as the context. `width` in bits. */
const struct type *type_integer(struct context *context, uint32_t width, enum signedness sign);
const struct type *type_float(struct context *context, enum float_kind kind);
const struct type *type_index(struct context *context);
const struct type *type_none(struct context *context);
const struct type *type_token(struct context *context);
/* Of f32 or f64, which is not checked. */
const struct type *type_complex(struct context *context, const struct type *element);
/* `dims` are copied, DIM_DYNAMIC where an extent is not known; `encoding` may be NULL. */
const struct type *type_tensor(struct context *context, const struct type *element, uint32_t rank,
                               const int64_t *dims, const struct attr *encoding);
const struct type *type_unranked(struct context *context, const struct type *element);
/* Without scalable dimensions. */
const struct type *type_vector(struct context *context, const struct type *element, uint32_t rank,
                               const int64_t *dims);
/* !stablehlo.future<...> of these. */
const struct type *type_future(struct context *context, uint32_t count,
                               const struct type *const *items);
const struct type *type_tuple(struct context *context, uint32_t count,
                              const struct type *const *items);
const struct type *type_function(struct context *context, uint32_t input_count,
                                 const struct type *const *inputs, uint32_t result_count,
                                 const struct type *const *results);
const struct type *type_memref(struct context *context, const struct type *element, uint32_t rank,
                               const int64_t *dims, const char *text);
const struct type *type_dialect(struct context *context, const char *text);
/* A dialect's own form of another type, which is its element: !vhlo.f32_v1. */
const struct type *type_standing_for(struct context *context, const char *text,
                                     const struct type *meaning);
/* The same tensor type with other dimensions or another element type. */
const struct type *type_with_dims(struct context *context, const struct type *tensor, uint32_t rank,
                                  const int64_t *dims);
const struct type *type_with_element(struct context *context, const struct type *tensor,
                                     const struct type *element);
const struct type *type_element(const struct type *type); /* of a tensor; other types: itself */
bool type_is_tensor(const struct type *type);             /* ranked */
bool type_is_static(const struct type *type);             /* ranked without dynamic dimensions */
bool type_is_integer(const struct type *type, uint32_t width); /* width 0: any */
bool type_is_empty(const struct type *type);                   /* a dimension of size 0 */
int64_t type_count(const struct type *type); /* elements of a static tensor, as extent_product */
/* Of extents: unknown where one is, and the largest where they do not fit 64 bits. */
int64_t extent_sum(int64_t a, int64_t b);
int64_t extent_product(int64_t a, int64_t b);
/* Bits one element takes in dense storage (i1: 8 in memory of emitted programs; see codegen). */
uint32_t type_bits(const struct type *element);
uint32_t type_bytes(const struct type *element); /* bytes one element takes in ATTR_DENSE */
const char *float_kind_name(enum float_kind kind);
bool float_kind_find(const char *name, size_t length, enum float_kind *kind);

/* --- type_quantized.c ------------------------------------------------------------------------- */

#define QUANTIZED_PER_TENSOR (-1)
/* !quant.uniform<i8<-128:127>:f32:0, {0.1:-30, 0.2:3}>: the payload of a TYPE_QUANTIZED. */
struct quantized {
    const struct type *storage, *expressed;
    bool is_signed;
    int64_t storage_min, storage_max;
    int32_t axis;        /* quantized dimension, or QUANTIZED_PER_TENSOR */
    uint32_t axis_count; /* sub-channel: more than the one axis, with block sizes */
    const int64_t *axes, *block_sizes;
    const int64_t *scale_shape; /* sub-channel: extents of the nested list of scales */
    uint32_t scale_rank;
    uint32_t count; /* scales and zero points */
    const double *scales;
    const int64_t *zero_points;
};
const struct type *type_quantized(struct context *context, const struct quantized *quantized);
const struct quantized *type_as_quantized(const struct type *element); /* NULL: it is not */

/* --- float_format.c: the bits of every float type --------------------------------------------- */

/* The value of an encoding in the low bits of a word (f80 and f128 have none here). */
double float_from_bits(enum float_kind kind, uint64_t bits);
/* Nearest, ties to even; out of range: infinity where there is one, else NaN. */
uint64_t float_to_bits(enum float_kind kind, double value);
/* One little-endian element of any float type, as it stands in ATTR_DENSE. */
double float_load(enum float_kind kind, const void *data);
void float_store(enum float_kind kind, double value, void *data);
uint32_t float_precision(enum float_kind kind);   /* significant bits */
uint32_t float_width_bytes(enum float_kind kind); /* of one element */
/* float_print.c: as MLIR writes it: 1.000000e+00, 0.797884583, 0x7F800000. */
void float_print(struct buffer *out, enum float_kind kind, const void *data);

/* --- attr.c ----------------------------------------------------------------------------------- */

enum attr_kind {
    ATTR_UNIT,
    ATTR_INTEGER,        /* type, integer (any width: words); bools are i1 */
    ATTR_FLOAT,          /* type, real */
    ATTR_STRING,         /* text, length; type where `"x" : type` was written, else NULL */
    ATTR_TYPE,           /* type */
    ATTR_ARRAY,          /* items */
    ATTR_DICT,           /* names[i] -> items[i], sorted by name */
    ATTR_SYMBOL,         /* @text, and nested references in items */
    ATTR_DENSE,          /* dense<...> : type; data, splat; text: see attr_is_resource */
    ATTR_DENSE_STRING,   /* dense<["a", ...]> : type; items are string attributes */
    ATTR_DENSE_ARRAY,    /* array<i64: 1, 2>: type is the element type, count, data */
    ATTR_DENSE_RESOURCE, /* dense_resource<text> : type, whose elements are not at hand */
    ATTR_BLOB,           /* "0x..." of a resource: data, and the alignment in integer */
    ATTR_SPARSE,         /* sparse<indices, values> : type; items[0], items[1] */
    ATTR_AFFINE,         /* affine_map<...>, affine_set<...>: text, canonical as MLIR prints it */
    ATTR_LOCATION,       /* loc(...): the inside as a tree (see location.c) */
    ATTR_DIALECT,        /* registered attribute of a dialect: def, words, payload */
    ATTR_OPAQUE,         /* unregistered #dialect.name<...> or #dialect<...>: text as written */
};

struct attr {
    enum attr_kind kind;
    bool splat;     /* ATTR_DENSE: data holds one element for all */
    uint32_t count; /* items; words; elements of a dense array */
    const struct type *type;
    int64_t integer; /* ATTR_INTEGER up to 64 bits, sign- or zero-extended */
    double real;     /* ATTR_FLOAT, exact for all float types up to f64 */
    const char *text;
    size_t length; /* of text, or of data in bytes */
    const struct attr *const *items;
    const char *const *names;
    /* ATTR_DENSE: little-endian, row-major, each element in whole bytes (i1 and i4 in one). */
    const void *data;
    const struct attr_def *def; /* ATTR_DIALECT */
    const int64_t *words;       /* ATTR_DIALECT: the key it is interned by */
    const void *payload;        /* ATTR_DIALECT: the attribute as its own C struct */
    const int64_t *integers;    /* ARRAY of integers, dense integers: see attr_integers */
    uint32_t integer_count;
};

struct named_attr {
    const char *name; /* interned */
    const struct attr *value;
};
/* For qsort: by name. */
int named_attr_compare(const void *a, const void *b);
/* A list of named attributes, kept sorted by name. */
struct attr_list {
    struct named_attr *items;
    uint32_t count;
};

struct asm_parser;
struct asm_printer;
/* How a dialect's own attribute is read and written: `#stablehlo.gather<...>`. Rows of
 * ops/attrs.def. The payload is a C struct made of the words once, in the context's arena. */
struct attr_def {
    const char *name;     /* "sdy.sharding", "stablehlo.gather" */
    const char *mnemonic; /* what stands after `#dialect.`; or after `#dialect<`, where pretty */
    const struct attr *(*parse)(struct asm_parser *parser, const struct attr_def *def);
    void (*print)(struct asm_printer *printer, const struct attr *attr);
    const void *(*payload)(struct arena *arena, const int64_t *words, uint32_t count);
    const void *details; /* for hooks that several attributes share: their fields or cases */
    const char *summary; /* what it is, for errors: "Tensor sharding"; NULL: its name */
    /* As the encoding of a tensor type: reports where it does not fit. NULL: it always does. */
    bool (*check_encoding)(struct asm_parser *parser, const struct attr *attr,
                           const struct type *tensor);
};

/* Interned attributes, which live as long as the context. attr_i64: of type i64. */
const struct attr *attr_unit(struct context *context);
const struct attr *attr_bool(struct context *context, bool value);
const struct attr *attr_integer(struct context *context, const struct type *type, int64_t value);
const struct attr *attr_i64(struct context *context, int64_t value);
const struct attr *attr_float(struct context *context, const struct type *type, double value);
/* More than 64 bits: little-endian words, sign-extended. */
const struct attr *attr_wide_integer(struct context *context, const struct type *type,
                                     uint32_t word_count, const int64_t *words);
const struct attr *attr_string(struct context *context, const char *text, size_t length);
const struct attr *attr_typed_string(struct context *context, const char *text, size_t length,
                                     const struct type *type);
const struct attr *attr_type(struct context *context, const struct type *type);
const struct attr *attr_array(struct context *context, uint32_t count,
                              const struct attr *const *items);
const struct attr *attr_dict(struct context *context, uint32_t count,
                             const struct named_attr *items); /* any order */
/* What stands in a dictionary under a name; NULL: nothing, or no dictionary. */
const struct attr *attr_dict_get(const struct attr *dict, const char *name);
const struct attr *attr_symbol(struct context *context, const char *name);
/* @name::@nested::... */
const struct attr *attr_nested_symbol(struct context *context, const char *name, uint32_t count,
                                      const struct attr *const *nested);
/* Whether elements of this type are strings: it is no type of numbers. */
bool type_holds_strings(const struct type *element);
const struct attr *attr_dense(struct context *context, const struct type *type, const void *data,
                              size_t bytes, bool splat);
/* Elements of a type for which type_holds_strings; one item: all of them. */
const struct attr *attr_dense_strings(struct context *context, const struct type *type,
                                      uint32_t count, const struct attr *const *items);
const struct attr *attr_dense_array(struct context *context, const struct type *element,
                                    uint32_t count, const void *data);
const struct attr *attr_i64_array(struct context *context, uint32_t count, const int64_t *values);
const struct attr *attr_dialect(struct context *context, const struct attr_def *def,
                                uint32_t word_count, const int64_t *words);
/* ATTR_AFFINE, ATTR_OPAQUE: kept as text. */
const struct attr *attr_text(struct context *context, enum attr_kind kind, const char *text,
                             size_t length, const struct type *type);
/* ATTR_OPAQUE #sparse_tensor.encoding<...>, which prints as an alias. */
bool attr_is_encoding(const struct attr *attr);
const struct attr *attr_sparse(struct context *context, const struct type *type,
                               const struct attr *indices, const struct attr *values);
/* Whether some attribute that was ever made is so: where none is, no operation has one. There are
 * far fewer than operations. */
bool attr_any(const struct context *context, bool (*is_so)(const struct attr *attr));
/* Integers held by ARRAY of INTEGER, DENSE of integers, or DENSE_ARRAY, read alike. */
bool attr_integers(const struct attr *attr, uint32_t *count, const int64_t **values);
/* Element `index` of a dense integer (sign-extended unless unsigned) or float attribute. */
int64_t attr_dense_integer(const struct attr *attr, int64_t index);
double attr_dense_real(const struct attr *attr, int64_t index);

/* --- resource.c: elements that stand beside the operations ------------------------------------ */

/* The bytes of a resource, which are not copied: they live as long as the context. */
const struct attr *attr_blob(struct context *context, uint32_t alignment, const void *data,
                             size_t length);
/* dense_resource<key> : type, a new one each time, without elements: ATTR_DENSE_RESOURCE. */
struct attr *attr_resource(struct context *context, const char *key, const struct type *type);
/* Makes it ATTR_DENSE with the elements that are the blob, in place where that is aligned and has
 * each element as dense<...> has it. Where they are not as many as the type says, it stays what it
 * is and attr_resource_fault says so. Before anybody has asked for its elements. */
void attr_resource_fill(struct context *context, struct attr *attr, const struct attr *blob);
/* A row of indices for each value; a list of them of a vector; single numbers are for all. */
bool attr_sparse_shapes_fit(const struct type *type, const struct type *indices,
                            const struct type *values);
/* Whether sparse elements of the type can consist of dense indices and values: the shapes fit, and
 * the indices are within the type. */
bool attr_sparse_fits(const struct type *type, const struct attr *indices,
                      const struct attr *values);
/* The elements of a constant as ATTR_DENSE: itself, or what a sparse one stands for. NULL where it
 * has no numbers, or not at hand: the fault says why, behind the name of an operation. */
const struct attr *attr_elements(struct context *context, const struct attr *attr);
const char *attr_elements_fault(struct arena *arena, const struct attr *attr);
/* Whether the elements of an ATTR_DENSE stand in a resource, whose key is its text. MLIR does not
 * take such where an operation has a list of numbers. */
static inline bool attr_is_resource(const struct attr *attr) {
    return attr->kind == ATTR_DENSE && attr->text;
}

/* The attribute of this name; NULL: there is none. */
const struct attr *attr_list_get(const struct attr_list *list, const char *name);
void attr_list_set(struct attr_list *list, struct context *context, struct arena *arena,
                   const char *name, const struct attr *value); /* NULL value removes */

/* --- location.c ------------------------------------------------------------------------------- */

enum location_kind {
    LOCATION_UNKNOWN,
    LOCATION_FILE,     /* text: the file; words: line, column, end line, end column (or -1) */
    LOCATION_NAME,     /* text; items[0]: the child, if any */
    LOCATION_CALLSITE, /* items: callee, caller */
    LOCATION_FUSED,    /* items: locations; payload: the metadata attribute, or NULL */
    LOCATION_ALIAS,    /* text: only while parsing, an alias that is defined later */
};
const struct attr *location_unknown(struct context *context); /* `unknown` */
/* "jit(f)/dot_general, model.py:12" of a location as tracers give them; NULL: it says nothing. */
const char *location_origin(struct arena *arena, const struct attr *location);
const struct attr *location_file(struct context *context, const char *file, int64_t line,
                                 int64_t column, int64_t end_line, int64_t end_column);
const struct attr *location_name(struct context *context, const char *name, size_t length,
                                 const struct attr *child);
const struct attr *location_callsite(struct context *context, const struct attr *callee,
                                     const struct attr *caller);
/* Nested ones of the same metadata are part of it, unknown and repeated ones go; what is left may
 * be one location, or none. */
const struct attr *location_fused(struct context *context, uint32_t count,
                                  const struct attr *const *locations, const struct attr *metadata);
enum location_kind location_kind(const struct attr *location);

/* A location, or none, that may not be an attribute yet: files have more of them than anybody asks
 * for. It is made one when it is asked for. */
struct op_place {
    uintptr_t bits; /* an attribute, or a struct late_location with a bit below it */
};
static inline struct op_place op_place_of(const struct attr *location) {
    return (struct op_place){(uintptr_t)location};
}
static inline bool place_is_given(struct op_place place) {
    return place.bits != 0;
}
const struct attr *place_location(struct op_place place); /* NULL: none */

/* --- op.c: operations, values, blocks, regions ------------------------------------------------ */

struct value {
    const struct type *type;
    struct use *first_use;
    struct op *op;       /* the operation whose result it is, or NULL */
    struct block *block; /* the block whose argument it is, or NULL */
    uint32_t index;      /* result or argument number */
    int32_t note;        /* scratch number of the pass that runs; meaningless between passes */
    struct location location;
    const char *name;                  /* %name it had in the text, for diagnostics; or NULL */
    struct op_place explicit_location; /* of a block argument: loc(...) of the file, or none */
    uint32_t print_id;                 /* private to the printer */
};

/* One operand: a link in the list of uses of its value. */
struct use {
    struct value *value;
    struct op *user;
    struct use *next, **previous;
};

struct op {
    /* What walks look at stands first: it shares a cache line. */
    const struct op_def *def; /* never NULL; unregistered operations share op_unregistered */
    struct op *previous, *next;
    struct block *block;    /* NULL for a module and for detached operations */
    struct region *regions; /* array */
    uint32_t operand_count, operand_capacity, result_count, region_count, successor_count;
    int32_t note; /* scratch number of the pass that runs */
    struct use *operands;
    struct value *results;       /* array; addresses are stable */
    struct attr_list properties; /* inherent attributes: <{...}> of the generic form */
    struct attr_list attrs;      /* discardable attributes, such as sdy.sharding */
    const char *name;            /* full name, "stablehlo.add"; interned where unregistered */
    struct location location;
    struct op_place explicit_location; /* loc(...) that the file gave, or none */
    const struct reason *reason;       /* why a pass made it; NULL: the text has it */
    struct block **successors;
    uint64_t order;               /* private to op_is_before */
    struct symbol_index *symbols; /* of a symbol table; private to symbol.c */
};

struct block {
    struct region *region;
    struct block *previous, *next;
    struct op *first, *last;
    struct value **arguments;
    uint32_t argument_count, argument_capacity;
    struct location location;
    const char *name;  /* ^name in the text, or NULL */
    bool is_ordered;   /* private to op_is_before */
    uint32_t print_id; /* private to the printer */
};

struct region {
    struct op *op;
    struct block *first, *last;
};

/* Why a pass made an operation (reason.c). */
enum reason_kind {
    REASON_NONE,
    REASON_PASS,       /* no more is known than the pass, whose name `operation` is */
    REASON_WRITTEN,    /* the text has it: a collective, or a reshard */
    REASON_CONSTRAINT, /* sharding constraint of the text */
    REASON_OPERAND,    /* operand `number` of the operation is to be sharded as it needs it */
    REASON_RESULT,     /* result `number` is not sharded as the operation makes it */
    REASON_SUM,        /* the operation sums over factors that are sharded */
    REASON_FLOW,       /* value `number` enters or leaves its regions sharded as they have it */
    REASON_CALL,       /* operand `number` is to be sharded as the function has it */
    REASON_RETURN,     /* result `number` of the function is given a sharding */
    REASON_NEED,       /* each device needs what others hold for its part of the operation */
};
struct reason {
    enum reason_kind kind;
    const char *operation; /* its name */
    struct location location;
    uint32_t number;  /* of the operand or result */
    uint64_t factors; /* of the operation's sharding rule: those that asked, a bit each */
};

struct sharding_observer;
struct module {
    struct context *context;
    struct arena *arena;
    struct arena *op_arena;     /* operations and results alone: side by side, for walks */
    struct op *op;              /* the builtin.module operation */
    struct attr_list resources; /* dialect_resources and external_resources, kept */
    /* Who watches shardings (propagation/observer.h); NULL: no one. */
    const struct sharding_observer *observer;
    struct reason reason;             /* of the operations that are made now */
    const struct reason *kept_reason; /* the same, once there is one; private to reason.c */
    struct pointer_map made;          /* private to op_lists.c */
};

/* An empty module in the context, which outlives it; to be freed with module_free, with all that is
 * in its arena. */
struct module *module_new(struct context *context, struct location location);
void module_free(struct module *module);

/* A detached operation with no operands; results and regions as counted. */
struct op *op_new(struct module *module, const struct op_def *def, const char *name,
                  struct location location, uint32_t result_count, const struct type *const *types,
                  uint32_t region_count);
void op_append_operand(struct module *module, struct op *op, struct value *value);
void op_set_operand(struct op *op, uint32_t index, struct value *value);
void op_set_operands(struct module *module, struct op *op, uint32_t count,
                     struct value *const *values);
void op_erase_operand(struct op *op, uint32_t index);
void op_append(struct block *block, struct op *op); /* at the block's end */
void op_insert_before(struct op *position, struct op *op);
void op_insert_after(struct op *position, struct op *op);
void op_unlink(struct op *op); /* takes it out of its block */
/* Unlinks the operation and drops its operands, and those of all operations in its regions. Its
 * results must have no uses left. */
void op_erase(struct op *op);
/* clone.c: a detached deep copy; `map` gives values replaced on the way and gets the new ones. */
struct op *op_clone(struct module *module, const struct op *op, struct pointer_map *map);
/* Fills the empty first region of `to` with a copy of that of `from`. */
void op_copy_body(struct module *module, struct op *to, const struct op *from);
/* What the block of one of its regions holds stands in its place: what the block's terminator hands
 * on are its results. The block's arguments must have no uses left. */
void op_inline_block(struct op *op, struct block *body);
/* Makes it one of another definition, which all else of it must suit. */
void op_become(struct module *module, struct op *op, const struct op_def *def);
/* Properties that an operation has even where nothing says so. */
void op_put_defaults(struct context *context, struct arena *arena, const struct op_def *def,
                     struct attr_list *properties);
struct op *op_parent(const struct op *op);                 /* the operation that contains it */
bool op_is_before(const struct op *a, const struct op *b); /* in one block */
/* Operations in its regions read values that are defined outside of it. */
bool op_reads_outside(const struct op *op);

/* `index` is below the count. */
struct value *op_operand(const struct op *op, uint32_t index);
struct value *op_result(const struct op *op, uint32_t index);
/* An attribute by name: inherent first, then discardable; NULL where absent. */
const struct attr *op_attr(const struct op *op, const char *name);
const struct attr *op_property(const struct op *op, const char *name);
void op_set_attr(struct module *module, struct op *op, const char *name, const struct attr *value);
void op_set_property(struct module *module, struct op *op, const char *name,
                     const struct attr *value);
int64_t op_int(const struct op *op, const char *name, int64_t otherwise);
/* An integer-list attribute (see attr_integers); an absent one is empty. */
struct int_list {
    const int64_t *items;
    uint32_t count;
};
struct int_list op_ints(const struct op *op, const char *name);
static inline bool int_list_has(struct int_list list, int64_t item) {
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.items[i] == item) {
            return true;
        }
    }
    return false;
}

struct block *block_new(struct module *module, struct region *region); /* appended */
void block_append(struct region *region, struct block *block);         /* a detached one */
/* A new argument behind the others; the argument `index`, which has no uses, is taken away. */
struct value *block_add_argument(struct module *module, struct block *block,
                                 const struct type *type, struct location location);
void block_erase_argument(struct block *block, uint32_t index);
struct op *block_terminator(const struct block *block); /* its last one; NULL: it has none */
/* What a function returns: its func.return. NULL for declarations, and where the body branches or
 * ends with another operation. */
struct op *func_return(const struct op *func);
void region_take(struct region *to, struct region *from); /* moves all blocks */

/* All uses of the value become uses of `replacement`. */
void value_replace_uses(struct value *from, struct value *to);
void value_reverse_uses(struct value *value); /* the order of its list of uses */
bool value_has_one_use(const struct value *value);
uint32_t value_use_count(const struct value *value);
uint32_t use_index(const struct use *use);               /* operand number in its user */
struct op *value_defining_op(const struct value *value); /* NULL for a block argument */
struct location value_location(const struct value *value);

/* Large modules do not fit into caches: what a loop over operations comes to next is asked for
 * early. Operations made one after the other lie side by side, each with its results behind it. */
static inline struct op *op_fetch_ahead(struct op *op) {
    for (size_t bytes = 0; op && bytes < 192; bytes += 64) {
        __builtin_prefetch((const char *)op + 2048 + bytes);
    }
    if (op && op->next) {
        __builtin_prefetch(op->next->operands);
        __builtin_prefetch(op->next->properties.items);
        __builtin_prefetch(op->next->attrs.items);
    }
    return op;
}

#define FOR_EACH_OP(op_, block_)                                                                   \
    for (struct op *op_ = (block_)->first; op_fetch_ahead(op_); op_ = op_->next)
/* Safe when the body erases the operation. */
#define FOR_EACH_OP_SAFE(op_, block_)                                                              \
    for (struct op *op_ = (block_)->first, *op_##_next = op_ ? op_->next : NULL; op_;              \
         op_ = op_##_next, op_##_next = op_fetch_ahead(op_) ? op_->next : NULL)
#define FOR_EACH_BLOCK(block_, region_)                                                            \
    for (struct block *block_ = (region_)->first; block_; block_ = block_->next)
#define FOR_EACH_USE(use_, value_)                                                                 \
    for (struct use *use_ = (value_)->first_use; use_; use_ = use_->next)

/* Calls `visit` for `op` and everything inside, outside first; false from it stops the walk. */
bool op_walk(struct op *op, bool (*visit)(struct op *op, void *data), void *data);
/* Inside first: safe when `visit` erases the operation it is given. */
bool op_walk_post(struct op *op, bool (*visit)(struct op *op, void *data), void *data);

/* --- reason.c: why a pass made an operation ----------------------------------------------------
 *
 * Every new operation gets the reason that its module holds at the time. It goes with the operation
 * through later passes, to what they put in its place, and is never printed. */

/* What is made from now on has this reason. */
void reason_set(struct module *module, enum reason_kind kind, const struct op *op, uint32_t number,
                uint64_t factors);
/* A pass begins, or (NULL) ends. */
void reason_set_pass(struct module *module, const char *pass);
/* What is made from now on stands for `op`: it has the same reason, or is in the text as it was. */
void reason_follow(struct module *module, const struct op *op);
const struct reason *reason_of_new(struct module *module); /* for op_new */

/* --- op_lists.c: the operations of a module by what they are, without a walk ------------------ */

struct op_list {
    struct op **items;
    size_t count, capacity;
};
/* The operations of a definition that are in the module now, in the order of op_walk_post. The time
 * it takes depends on how many were ever made, not on the size of the module. vector_free. */
struct op_list module_ops_of(const struct module *module, const struct op_def *def);
struct op_list module_ops_with(const struct module *module, uint32_t traits); /* the same */
struct op_list module_ops_with_flow(const struct module *module); /* def->flow is not NONE */
/* False: the module never had an operation of that definition. */
bool module_has_made(const struct module *module, const struct op_def *def);
void module_note_op(struct module *module, struct op *op); /* for op_new and op_become */

/* --- symbol.c --------------------------------------------------------------------------------- */

/* The operation in the body of `table` (a module or any symbol table) named @name, or NULL. */
struct op *symbol_lookup(const struct op *table, const char *name);
struct op *symbol_lookup_from(const struct op *from, const struct attr *reference); /* nearest */
const char *symbol_name(const struct op *op); /* NULL where the operation is no symbol */
/* "; did you mean 'x'?" for a name that no operation called `op_name` has, or "". */
const char *symbol_suggestion(const struct op *from, const char *name, const char *op_name,
                              struct arena *arena);

/* --- entry.c ---------------------------------------------------------------------------------- */

/* The function that a program starts with: `name`, or where that is NULL @main, else the only one
 * with a body that is not private, else the only one with a body. NULL: there is none. */
struct op *entry_function(const struct module *module, const char *name);
/* The same, which is public then, so that no pass takes it for unused. NULL after an error that
 * names the functions there are. */
struct op *entry_claim(struct module *module, const char *name);

/* --- builder.c: new operations in a place ----------------------------------------------------- */

struct builder {
    struct module *module;
    struct block *block;
    struct op *before; /* insert before this one; NULL: at the block's end */
    struct location location;
};
/* Builders of what comes before or behind an operation, or last in a block, at its location. */
struct builder builder_before(struct module *module, struct op *op);
struct builder builder_after(struct module *module, struct op *op);
struct builder builder_at_end(struct module *module, struct block *block);
/* A new operation without attributes, its regions without blocks; one that the table does not have
 * is kept as unregistered. */
struct op *build_op(struct builder *builder, const char *name, uint32_t operand_count,
                    struct value *const *operands, uint32_t result_count,
                    const struct type *const *result_types, uint32_t region_count);

/* --- printer.c -------------------------------------------------------------------------------- */

struct print_options {
    bool generic;     /* --mlir-print-op-generic */
    bool debug_info;  /* --mlir-print-debuginfo */
    bool local_scope; /* --mlir-print-local-scope: no aliases, no resources */
    /* Dense elements longer than this print as dense_resource<__elided__>; 0: never. */
    int64_t elide_larger_than;
};
/* Text in MLIR's form behind what `out` holds; that of a module ends with a newline. */
void print_module(struct buffer *out, const struct module *module,
                  const struct print_options *options);
void print_type(struct buffer *out, const struct type *type);
void print_attr(struct buffer *out, const struct attr *attr); /* its type where MLIR shows it */

/* --- verifier.c ------------------------------------------------------------------------------- */

/* Structure (terminators, dominance, symbol uniqueness, isolation), then each operation's own
 * verify hook. Reports all it finds; true where nothing was. */
bool verify_module(struct module *module);

#endif
