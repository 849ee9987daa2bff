/* The reader of MLIR bytecode (https://mlir.llvm.org/docs/BytecodeFormat), versions 0 to 6. Private
 * to frontend/.
 *
 * A file is a string table, a table of dialects and operation names, a table of attributes and
 * types, and operations that refer to all of these by number. Attributes and types are made when
 * they are first asked for. Those of VHLO, which portable artifacts consist of, become StableHLO's
 * at once.
 *
 * Nothing is believed: each count is checked against the bytes that are left (claim), each number
 * against its table. Functions that read return false, or NULL, after having reported a located
 * error, at most one for a file. */
#ifndef SDYC_FRONTEND_BYTECODE_H
#define SDYC_FRONTEND_BYTECODE_H

#include "frontend/parser.h"
#include "ir/op_def.h"
#include "ops/vhlo/vhlo.h"

/* What later versions of the format added. */
enum {
    BYTECODE_DIALECT_VERSIONS = 1,
    BYTECODE_REGION_SECTIONS = 2, /* of isolated regions */
    BYTECODE_USE_ORDERS = 3,
    BYTECODE_OPTIONAL_LOCATIONS = 4, /* of block arguments */
    BYTECODE_PROPERTIES = 5,         /* apart from other attributes */
    BYTECODE_SEGMENT_SIZES = 6,      /* as lists of their own */
    BYTECODE_NEWEST = 6,
};
enum bytecode_section {
    SECTION_STRINGS,
    SECTION_DIALECTS,
    SECTION_ENTRIES, /* attributes and types */
    SECTION_ENTRY_OFFSETS,
    SECTION_OPERATIONS,
    SECTION_RESOURCES,
    SECTION_RESOURCE_OFFSETS,
    SECTION_VERSION, /* of a dialect: stands in SECTION_DIALECTS */
    SECTION_PROPERTIES,
    SECTION_COUNT,
};

struct bytecode;
/* A part of the file that is read front to back. */
struct cursor {
    struct bytecode *file;
    const unsigned char *at, *end;
};

/* Its text is that of the file, which ends it with a NUL: most strings are parts of locations, and
 * nobody asks for them. */
struct bytecode_string {
    const char *text;
    size_t length;
    bool is_interned;
};

enum { BYTECODE_MAGIC_LENGTH = 4 };

/* How a dialect writes its attributes and types by code numbers. */
struct dialect_codec {
    const char *name;
    const struct attr *(*attr)(struct cursor *cursor, uint64_t code);
    const struct type *(*type)(struct cursor *cursor, uint64_t code);
    /* Locations that need not be made yet: false where the attribute is none, and nothing was read;
     * no place after an error. NULL: the dialect has none. */
    bool (*place)(struct cursor *cursor, uint64_t code, struct op_place *place);
    uint64_t string_code; /* of attributes that are plain strings; 0: there are none */
};

/* Attributes of a dialect by their codes: an enumeration, a plain struct, or what its function
 * reads. */
struct attr_code {
    const struct attr_def *cases, *fields, *other;
    uint64_t first; /* number of the first case */
    const struct attr *(*read)(struct cursor *cursor);
};
struct attr_codes {
    const struct attr_code *items;
    uint64_t count;
};

struct bytecode_dialect {
    const char *name;
    const struct dialect_codec *codec; /* NULL: none that is known */
};

/* An attribute or a type of the table. */
struct bytecode_entry {
    union {
        const void *made;      /* a type; NULL: not yet */
        struct op_place place; /* an attribute, or a location that is yet to be one */
    };
    const unsigned char *data;
    uint32_t size;
    uint32_t weight;  /* entries that it stands for with all that it refers to */
    uint32_t dialect; /* its number */
    bool is_text;     /* its assembly form */
    bool is_being_made;
    bool is_location;
};
struct bytecode_entries {
    const char *what; /* "attribute", "type" */
    struct bytecode_entry *items;
    uint64_t count;
};

/* A name of the table of operations, and what follows from it. */
struct bytecode_op {
    const struct bytecode_dialect *dialect;
    struct bytecode_string name; /* without the dialect */
    bool is_registered, is_resolved;
    const char *full_name;
    const struct op_def *def;
    const struct vhlo_op *vhlo; /* NULL: not of VHLO */
    uint32_t property_count;
    const struct property *properties; /* by name */
};

/* Properties as bytes, and what the last operation made of them: most of those that have the same
 * bytes are of one name. */
struct bytecode_properties {
    const unsigned char *data;
    size_t size;
    const struct bytecode_op *op; /* NULL: none yet */
    struct attr_list made;
};

struct bytecode {
    const struct source *source;
    struct context *context;
    struct module *module;
    struct arena *tables;  /* as long as the file is read */
    struct arena *scratch; /* as long as one operation is, or some */
    uint32_t scratch_uses;
    struct asm_parser *parser; /* for what is written as text, and for checks that report */
    uint64_t version;
    struct cursor sections[SECTION_COUNT]; /* absent: at is NULL */
    uint64_t claimed;
    uint32_t depth;
    bool failed;

    struct bytecode_string *strings;
    uint64_t string_count;
    struct bytecode_dialect *dialects;
    uint64_t dialect_count;
    struct bytecode_op *ops;
    uint64_t op_count;
    struct bytecode_entries attrs, types;
    uint64_t weight;        /* of what the entry that is being made refers to */
    const char **resources; /* keys of dialects' resources, in the order of the file */
    uint64_t resource_count;
    struct bytecode_properties *properties;
    uint64_t property_count;
    uint64_t file_name;         /* the attribute that is the last name of a file in a location */
    const char *file_name_text; /* NULL: there was none */
    const struct type *i1;
};

/* --- cursor.c: bytes, numbers, counts --------------------------------------------------------- */

/* Reports at a place of the file, if nothing was reported yet. Always false. */
bool bytecode_error(struct bytecode *file, const unsigned char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool cursor_error(struct cursor *cursor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct location bytecode_location(const struct bytecode *file, const unsigned char *at);
static inline size_t cursor_left(const struct cursor *cursor) {
    return (size_t)(cursor->end - cursor->at);
}
bool read_bytes(struct cursor *cursor, uint64_t count, const unsigned char **bytes);
static inline bool read_byte(struct cursor *cursor, uint8_t *value) {
    const unsigned char *byte;
    if (cursor->at < cursor->end) {
        *value = *cursor->at++;
        return true;
    }
    *value = 0;
    return read_bytes(cursor, 1, &byte);
}
bool read_number_slow(struct cursor *cursor, uint64_t *value);
/* The lowest bit that is set in the first byte says how many bytes there are. */
static inline bool read_number(struct cursor *cursor, uint64_t *value) {
    const unsigned char *at = cursor->at;
    if (at < cursor->end && (*at & 1)) {
        *value = *at >> 1;
        cursor->at = at + 1;
        return true;
    }
    if (cursor_left(cursor) >= 3 && (*at & 6)) {
        bool is_short = *at & 2;
        uint32_t number = (uint32_t)at[0] | (uint32_t)at[1] << 8;
        *value = is_short ? number >> 2 : (number | (uint32_t)at[2] << 16) >> 3;
        cursor->at = at + (is_short ? 2 : 3);
        return true;
    }
    return read_number_slow(cursor, value);
}
bool read_signed(struct cursor *cursor, int64_t *value);
/* A number with a bit below it. */
static inline bool read_flagged(struct cursor *cursor, uint64_t *value, bool *flag) {
    bool read = read_number(cursor, value);
    *flag = *value & 1;
    *value >>= 1;
    return read;
}
/* The number of things that follow, of at least one byte each; `what` they are in the plural. */
bool read_count(struct cursor *cursor, const char *what, uint64_t *count);
/* The same for a number that was read: no more memory is taken than the file has bytes for. */
bool claim(struct cursor *cursor, uint64_t count, const char *what);
/* A number below `limit`: an index into a table. */
bool read_index_slow(struct cursor *cursor, uint64_t limit, const char *what, uint64_t *index);
static inline bool read_index(struct cursor *cursor, uint64_t limit, const char *what,
                              uint64_t *index) {
    const unsigned char *at = cursor->at;
    if (read_number(cursor, index) && *index < limit) {
        return true;
    }
    cursor->at = at;
    return read_index_slow(cursor, limit, what, index);
}
bool read_string(struct cursor *cursor, struct bytecode_string *string);
/* A string that names something, interned. */
bool read_name(struct cursor *cursor, const char **name);
bool name_of_string(struct cursor *cursor, struct bytecode_string *string, const char **name);
bool read_blob(struct cursor *cursor, struct cursor *blob);
bool skip_alignment(struct cursor *cursor, uint64_t alignment);
/* A section of a section; its contents as a cursor. */
bool read_section(struct cursor *cursor, enum bytecode_section *kind, struct cursor *contents);
bool expect_end(struct cursor *cursor, const char *what);

/* --- sections.c ------------------------------------------------------------------------------- */

/* Reads the magic number and the version, and finds the sections. False, here as below, after a
 * located error. */
bool read_sections(struct cursor *file);
/* Reads the table that its section holds. */
bool read_strings(struct bytecode *file);
bool read_dialects(struct bytecode *file);
/* Finds where the properties of each operation stand; files before BYTECODE_PROPERTIES have none.
 * */
bool read_property_offsets(struct bytecode *file);

/* --- resources.c ------------------------------------------------------------------------------ */

/* Reads the blobs of dialects' resources into the module. False after a located error. */
bool read_resources(struct bytecode *file);

/* --- entries.c: attributes and types by number ------------------------------------------------ */

/* Finds where each attribute and type stands, and makes none. False after a located error. */
bool read_entry_offsets(struct bytecode *file);
const struct dialect_codec *codec_of(const struct bytecode *file,
                                     const struct bytecode_entry *entry); /* NULL: not known */
const struct type *type_at(struct cursor *cursor, uint64_t index);
bool read_attr(struct cursor *cursor, const struct attr **attr);
bool read_place(struct cursor *cursor, struct op_place *place); /* of a location */
/* What a string is, by its number as an attribute, which need not be made for that. */
bool read_text_of(struct cursor *cursor, struct bytecode_string *string);
bool read_name_of(struct cursor *cursor, const char **name); /* the same as read_name has it */
bool read_type(struct cursor *cursor, const struct type **type);
/* NULL where there is none. */
bool read_optional_attr(struct cursor *cursor, const struct attr **attr);
bool read_attr_of_kind(struct cursor *cursor, enum attr_kind kind, const char *what,
                       const struct attr **attr);
bool read_attr_of(struct cursor *cursor, const struct attr_def *def, const struct attr **attr);
/* Lists in the scratch memory. */
bool read_attrs(struct cursor *cursor, uint32_t *count, const struct attr *const **attrs);
bool read_types(struct cursor *cursor, uint32_t *count, const struct type *const **types);
bool read_ints(struct cursor *cursor, struct int_list *ints);

/* --- the dialects ----------------------------------------------------------------------------- */

extern const struct dialect_codec builtin_codec, vhlo_codec, stablehlo_codec, chlo_codec, sdy_codec,
    quant_codec;

/* builtin_types.c */
const struct type *make_tensor(struct cursor *cursor, const struct type *element,
                               struct int_list shape, const struct attr *encoding);
/* A shape, then the type of the elements; an encoding stands before both. */
const struct type *read_tensor_type(struct cursor *cursor);
const struct type *read_encoded_tensor_type(struct cursor *cursor);
const struct type *make_unranked(struct cursor *cursor, const struct type *element);
const struct type *make_complex(struct cursor *cursor, const struct type *element);
const struct type *make_future(struct cursor *cursor, uint32_t count,
                               const struct type *const *types);

/* The type index, for which no more is written. */
const struct type *read_index_type(struct cursor *cursor);
/* sdy.c: of dialects that have no types; NULL. */
const struct type *no_type(struct cursor *cursor, uint64_t code);

/* The code of a type of floats among builtin's types. */
uint64_t builtin_float_code(enum float_kind kind);

/* builtin_attrs.c */
enum { BUILTIN_STRING = 2 }; /* code of a plain string */
const struct attr *builtin_attr(struct cursor *cursor, uint64_t code);
bool builtin_place(struct cursor *cursor, uint64_t code, struct op_place *place);
bool read_f64(struct cursor *cursor, double *value);
/* dense<...> of the bytes of a blob. */
const struct attr *make_dense(struct cursor *cursor, const struct type *type,
                              const struct cursor *blob);
const struct attr *read_dictionary(struct cursor *cursor);
/* Attributes as builtin and VHLO write them. */
const struct attr *read_array(struct cursor *cursor);
const struct attr *read_string_attr(struct cursor *cursor);
const struct attr *read_type_attr(struct cursor *cursor);
/* A type, then a value of it. */
const struct attr *read_integer_attr(struct cursor *cursor);
const struct attr *read_float_attr(struct cursor *cursor);
/* vhlo.c: the bounds of dimensions, as VHLO and StableHLO write them. */
const struct attr *read_bounds(struct cursor *cursor);

/* quantized.c */
const struct type *read_quantized(struct cursor *cursor);
const struct type *read_quantized_per_axis(struct cursor *cursor);

/* structs.c: attributes that are structs of fields, and enumerations */
/* By the codes of a dialect; NULL, not always after an error, where it has none such. */
const struct attr *read_coded(struct cursor *cursor, const struct attr_codes *codes, uint64_t code);
extern const struct attr_codes stablehlo_attr_codes, chlo_attr_codes, vhlo_attr_codes;
/* The one of a struct whose fields are there already. */
const struct attr *checked_struct(struct cursor *cursor, const struct attr_def *def,
                                  const void *payload);

/* mesh_attrs.c: meshes as StableHLO writes them */
const struct attr *make_axis_ref(struct cursor *cursor, const char *name,
                                 const struct attr *sub_axis);
const struct attr *read_sub_axis(struct cursor *cursor);
const struct attr *make_hlo_mesh(struct cursor *cursor, const struct attr *axes,
                                 const struct attr *device_ids);
const struct attr *make_mesh_groups(struct cursor *cursor, const struct attr *mesh,
                                    const struct attr *axes);
const struct attr *read_accuracy(struct cursor *cursor);

/* --- operations ------------------------------------------------------------------------------- */

/* vhlo.c: what an operation of VHLO is in StableHLO; false after an error. */
bool resolve_vhlo(struct cursor *cursor, struct bytecode_op *op);
/* Its properties, one value (or NULL) for each, as StableHLO has them. */
bool convert_properties(struct cursor *cursor, const struct bytecode_op *op,
                        const struct named_attr *from, struct attr_list *to);

/* properties.c: the properties of a definition of ours, in the order in which they are written,
 * but for sizes of groups of operands. */
const struct property *native_properties(struct arena *arena, struct interner *strings,
                                         const struct op_def *def, uint32_t *count);
/* Whether a definition has sizes of groups of results. */
bool has_result_sizes(const struct op_def *def);
/* What is called so; NULL after an error. */
const struct bytecode_op *read_op_name(struct cursor *cursor);
/* The properties of an operation, which follow. */
bool read_properties(struct cursor *cursor, const struct bytecode_op *op,
                     struct attr_list *properties);
/* A dictionary that may hold properties as well, as older files have it. */
bool split_attributes(struct cursor *cursor, const struct bytecode_op *op,
                      const struct attr *dictionary, struct attr_list *properties,
                      struct attr_list *attrs);

/* ir.c */
bool read_operations(struct bytecode *file);

#endif
