/* The writer of MLIR bytecode. Private to frontend/bytecode/.
 *
 * Operations are written first. What they refer to, attributes, types, strings and names, is
 * numbered in the order in which it is met, and written after them; the sections of a file may
 * stand in any order. A portable artifact is VHLO, made of the IR as it is written: types and
 * attributes then have a second form, and values of operations of other dialects are cast.
 *
 * Functions that write return nothing; the first error is reported and ends the writing. */
#ifndef SDYC_FRONTEND_BYTECODE_WRITER_H
#define SDYC_FRONTEND_BYTECODE_WRITER_H

#include "frontend/bytecode/bytecode.h"
#include "frontend/frontend.h"

/* How an attribute or a type is written. */
enum entry_form {
    ENTRY_NATIVE,
    ENTRY_VHLO,
    ENTRY_OF_VHLO,     /* a dictionary of the builtin dialect that holds attributes of VHLO */
    ENTRY_API_VERSION, /* a number that VHLO has an enumeration for */
    ENTRY_FORMS,
};
struct written_entry {
    const void *what;
    enum entry_form form;
    const struct op *user; /* that refers to it first */
    uint64_t dialect;
    size_t size;
    bool is_text;
};
struct written_entries {
    struct pointer_map numbers[ENTRY_FORMS]; /* number + 1 */
    VECTOR(struct written_entry) items;
    struct buffer bytes;
};

/* A part of the file, written front to back. */
struct section_writer {
    struct writer *writer;
    struct buffer bytes;
    uint64_t alignment; /* that something in it needs */
    enum entry_form form;
};

/* The name of operations of one kind, and in VHLO what they are there. */
struct written_name {
    uint64_t dialect, string;
    bool is_registered; /* properties one after the other; else as a dictionary */
    uint32_t property_count;
    const struct property *properties; /* where it is registered */
    const struct vhlo_op *vhlo;
    uint32_t vhlo_version;
};

struct writer {
    struct module *module;
    struct context *context;
    struct arena *tables;   /* as long as the file is written */
    struct arena *scratch;  /* as long as one operation or entry is */
    struct interner *bytes; /* one copy of equal properties */
    uint64_t version;       /* of the format */
    uint16_t target;        /* VHLO_VERSION; 0: no portable artifact */
    bool allow_other_dialects;
    bool failed;
    const struct op *op; /* that is being written */

    struct written_entries attrs, types;
    struct pointer_map strings, dialects; /* number + 1 */
    VECTOR(struct bytecode_string) string_list;
    VECTOR(const char *) dialect_list;
    struct pointer_map names; /* definition, or name where there is none -> number + 1 */
    VECTOR(struct written_name) name_list;
    struct pointer_map property_numbers; /* of interned bytes -> number + 1 */
    VECTOR(struct bytecode_string) properties;
    struct pointer_map resources; /* key -> number + 1 */
    VECTOR(const char *) resource_list;
    struct pointer_map casts;  /* value -> number + 1 of its cast */
    struct pointer_map blocks; /* of regions of several: index + 1 */
    struct line_index lines;
};

/* --- emitter.c: bytes and numbers ------------------------------------------------------------- */

/* Reports at the operation that is being written, unless there was an error. */
void writer_error(struct writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void put_byte(struct section_writer *emitter, uint8_t byte);
void put_number(struct section_writer *emitter, uint64_t number);
void put_signed(struct section_writer *emitter, int64_t number);
void put_flagged(struct section_writer *emitter, uint64_t number, bool flag);
void put_blob(struct section_writer *emitter, const void *data, size_t size);
void put_string(struct section_writer *emitter, const char *text, size_t length);
void put_align(struct section_writer *emitter, uint64_t alignment);
/* Takes over what `contents` holds, and frees it. */
void put_section(struct section_writer *emitter, enum bytecode_section kind,
                 struct section_writer *contents);

/* --- sections.c ------------------------------------------------------------------------------- */

/* The number of a string, or of a dialect, in its table, which gets it if it has none yet. */
uint64_t string_number(struct writer *writer, const char *text, size_t length);
uint64_t dialect_number(struct writer *writer, const char *name, size_t length);

/* --- entries.c: attributes and types by number ------------------------------------------------ */

/* The number of an attribute or a type, which is written into its table if it is not there: in the
 * form of the part that is being written, or in the given one. */
void put_attr(struct section_writer *emitter, const struct attr *attr);
void put_attr_as(struct section_writer *emitter, const struct attr *attr, enum entry_form form);
void put_type(struct section_writer *emitter, const struct type *type);
/* How many there are, then each. */
void put_attrs(struct section_writer *emitter, uint32_t count, const struct attr *const *attrs);
void put_types(struct section_writer *emitter, uint32_t count, const struct type *const *types);
void put_ints(struct section_writer *emitter, struct int_list ints);
/* The number in the table, which gets what it lacks. */
uint64_t attr_number(struct writer *writer, const struct attr *attr, enum entry_form form);
uint64_t type_number(struct writer *writer, const struct type *type, enum entry_form form);
/* Everything that was numbered, and what that refers to. */
void write_entries(struct writer *writer);
void put_entry_sections(struct section_writer *file, struct writer *writer);

/* --- builtin.c -------------------------------------------------------------------------------- */

/* False: the attribute or type has no encoding, and stands as text. */
bool write_builtin_attr(struct section_writer *emitter, const struct attr *attr);
bool write_builtin_type(struct section_writer *emitter, const struct type *type);
void put_integer_value(struct section_writer *emitter, const struct attr *attr);
void put_float_value(struct section_writer *emitter, const struct attr *attr);
void put_dense_value(struct section_writer *emitter, const struct attr *attr);
void put_f64(struct section_writer *emitter, double value);
void put_dictionary(struct section_writer *emitter, const struct attr *dictionary);

/* --- dialects.c ------------------------------------------------------------------------------- */

/* An attribute that is an enumeration or a struct, by the codes of its dialect, which has it. */
void write_coded(struct section_writer *emitter, const struct attr_codes *codes,
                 const struct attr *attr);
/* Attributes of stablehlo and chlo; tokens and futures. False: it is another one, and stands as
 * text. */
bool write_dialect_attr(struct section_writer *emitter, const struct attr *attr);
bool write_dialect_type(struct section_writer *emitter, const struct type *type);
/* Without blocks, which VHLO does not have. */
void put_quantized(struct section_writer *emitter, const struct type *type);

/* --- vhlo.c ----------------------------------------------------------------------------------- */

/* Attributes and types of VHLO, each of which has an encoding. */
void write_vhlo_attr(struct section_writer *emitter, const struct attr *attr);
void write_vhlo_type(struct section_writer *emitter, const struct type *type);
/* What conversions to VHLO work with; what cannot be is an error of the writer. */
struct vhlo_work vhlo_work_of(struct writer *writer);
/* How a property of VHLO is written. */
enum entry_form property_form(const struct named_attr *property);

/* --- operations.c ----------------------------------------------------------------------------- */

/* The section of the module's operations. */
void write_operations(struct section_writer *file, struct writer *writer);

/* --- properties.c ----------------------------------------------------------------------------- */

/* What follows an operation's name. */
enum op_parts {
    PART_ATTRS = 1 << 0,
    PART_RESULTS = 1 << 1,
    PART_OPERANDS = 1 << 2,
    PART_SUCCESSORS = 1 << 3,
    PART_REGIONS = 1 << 4,
    PART_PROPERTIES = 1 << 6,
};
/* The attributes and properties of an operation; gives the parts that there are. */
uint8_t put_op_attrs(struct section_writer *emitter, const struct op *op,
                     const struct written_name *name);
/* Whether its properties are written one after the other: who reads the file knows them. */
bool has_known_properties(const struct op_def *def);
void put_property_section(struct section_writer *file, struct writer *writer);

/* --- resources.c ------------------------------------------------------------------------------ */

/* The number of a resource by its key; and the sections that hold all that were asked for. */
uint64_t resource_number(struct writer *writer, const char *key);
void put_resource_sections(struct section_writer *file, struct writer *writer);

#endif
