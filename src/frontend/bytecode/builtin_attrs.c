/* Attributes of the builtin dialect, locations among them. */
#include <stdlib.h>

#include "frontend/bytecode/bytecode.h"
#include "ir/context.h"

/* --- numbers ---------------------------------------------------------------------------------- */

/* The bits of a number of known width: a byte, one number, or words with their count before. */
static bool read_bits(struct cursor *cursor, uint32_t width, int64_t *words, uint32_t most) {
    if (width <= 8) {
        uint8_t byte;
        bool read = read_byte(cursor, &byte);
        words[0] = byte;
        return read;
    }
    if (width <= 64) {
        return read_signed(cursor, &words[0]);
    }
    uint64_t count;
    if (!read_count(cursor, "words of an integer", &count)) {
        return false;
    }
    for (uint64_t i = 0; i < count; i++) {
        int64_t word;
        if (!read_signed(cursor, &word)) {
            return false;
        }
        if (i < most) {
            words[i] = word;
        }
    }
    return true;
}

/* What is above the width is the sign. */
static void extend_words(int64_t *words, uint32_t count, uint32_t width, bool is_unsigned) {
    uint32_t unused = 64 * count - width;
    if (unused) {
        uint64_t top = (uint64_t)words[count - 1] << unused;
        words[count - 1] = is_unsigned ? (int64_t)(top >> unused) : (int64_t)top >> unused;
    }
}

static const struct attr *read_integer_value(struct cursor *cursor, const struct type *type) {
    struct context *context = cursor->file->context;
    if (type->kind != TYPE_INTEGER && type->kind != TYPE_INDEX) {
        cursor_error(cursor, "an integer of a type that is none");
        return NULL;
    }
    uint32_t width = type->kind == TYPE_INDEX ? 64 : type->width;
    uint32_t count = (width + 63) / 64;
    int64_t few[4] = {0};
    int64_t *words = count <= 4 ? few : ARENA_ARRAY(cursor->file->scratch, int64_t, count);
    if (!read_bits(cursor, width, words, count)) {
        return NULL;
    }
    if (width <= 64) {
        return attr_integer(context, type, words[0]);
    }
    extend_words(words, count, width, type->signedness == UNSIGNED);
    return attr_wide_integer(context, type, count, words);
}

static const struct attr *read_float_value(struct cursor *cursor, const struct type *type) {
    int64_t words[2] = {0};
    if (type->kind != TYPE_FLOAT) {
        cursor_error(cursor, "a float of a type that is none");
        return NULL;
    }
    if (!read_bits(cursor, type_bits(type), words, 2)) {
        return NULL;
    }
    return attr_float(cursor->file->context, type, float_load(type->float_kind, words));
}

bool read_f64(struct cursor *cursor, double *value) {
    int64_t bits;
    if (!read_signed(cursor, &bits)) {
        return false;
    }
    memcpy(value, &bits, sizeof *value);
    return true;
}

/* --- elements --------------------------------------------------------------------------------- */

static bool is_dense_element(const struct type *type) {
    return type->kind == TYPE_INTEGER || type->kind == TYPE_FLOAT || type->kind == TYPE_INDEX ||
           type->kind == TYPE_COMPLEX;
}

static bool check_shaped(struct cursor *cursor, const struct type *type, int64_t *count) {
    bool is_shaped = type->kind == TYPE_TENSOR || type->kind == TYPE_VECTOR;
    *count = 1;
    for (uint32_t i = 0; is_shaped && i < type->rank; i++) {
        is_shaped = type->dims[i] != DIM_DYNAMIC;
        *count *= is_shaped ? type->dims[i] : 0;
    }
    return is_shaped || cursor_error(cursor, "elements literal must be of a type of static shape");
}

/* Eight to a byte; or a byte each; or one for all, of which only true is told from eight. */
static const struct attr *make_bools(struct cursor *cursor, const struct type *type,
                                     const struct cursor *blob, int64_t count) {
    struct bytecode *file = cursor->file;
    size_t size = cursor_left(blob), packed = ((size_t)count + 7) / 8;
    unsigned char one = size && *blob->at ? 1 : 0;
    bool is_splat = size == 1 && (*blob->at == 0xFF || packed > 1);
    if (is_splat || (size == 1 && count == 0)) {
        return attr_dense(file->context, type, &one, 1, true);
    }
    if (size != packed && size != (size_t)count) {
        cursor_error(cursor, "%zu bytes are not %lld elements of i1", size, (long long)count);
        return NULL;
    }
    unsigned char *bytes = memory_alloc((size_t)count + 1);
    for (size_t i = 0; i < (size_t)count; i++) {
        bytes[i] = size == (size_t)count ? blob->at[i] != 0 : blob->at[i / 8] >> i % 8 & 1;
    }
    const struct attr *attr = attr_dense(file->context, type, bytes, (size_t)count, false);
    memory_free(bytes);
    /* Bits behind the last are zero, as those are that they would be read from. */
    bool is_told = size == packed && (count % 8 == 0 || blob->at[size - 1] >> count % 8 == 0);
    if (attr->length >= ELEMENTS_SHARED_FROM && is_told) {
        context_note_place(file->context, attr, bytecode_location(file, blob->at).offset);
    }
    return attr;
}

/* Bits that an element does not have are zero. */
static const struct attr *make_narrow(struct cursor *cursor, const struct type *type,
                                      const struct cursor *blob, bool splat) {
    unsigned char mask = (unsigned char)((1u << type_bits(type->element)) - 1);
    size_t size = cursor_left(blob);
    unsigned char *bytes = memory_alloc(size + 1);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = blob->at[i] & mask;
    }
    const struct attr *attr = attr_dense(cursor->file->context, type, bytes, size, splat);
    memory_free(bytes);
    return attr;
}

const struct attr *make_dense(struct cursor *cursor, const struct type *type,
                              const struct cursor *blob) {
    int64_t count;
    if (!check_shaped(cursor, type, &count)) {
        return NULL;
    }
    const struct type *element = type->element;
    if (!is_dense_element(element)) {
        cursor_error(cursor, "elements of a literal are to be integers, floats or complex");
        return NULL;
    }
    if (type_is_integer(element, 1)) {
        return make_bools(cursor, type, blob, count);
    }
    size_t size = cursor_left(blob), bytes = type_bytes(element);
    bool splat = size == bytes; /* be it one for all of none */
    if (!splat && size != bytes * (size_t)count) {
        cursor_error(cursor, "%zu bytes are not %lld elements of %zu bytes each", size,
                     (long long)count, bytes);
        return NULL;
    }
    if (bytes == 1 && type_bits(element) < 8) {
        return make_narrow(cursor, type, blob, splat);
    }
    const struct attr *attr = attr_dense(cursor->file->context, type, blob->at, size, splat);
    if (attr->length >= ELEMENTS_SHARED_FROM) {
        context_note_place(cursor->file->context, attr,
                           bytecode_location(cursor->file, blob->at).offset);
    }
    return attr;
}

static const struct attr *read_dense(struct cursor *cursor) {
    const struct type *type;
    struct cursor blob;
    return read_type(cursor, &type) && read_blob(cursor, &blob) ? make_dense(cursor, type, &blob)
                                                                : NULL;
}

static const struct attr *read_dense_array(struct cursor *cursor) {
    const struct type *element;
    uint64_t count;
    struct cursor blob;
    if (!read_type(cursor, &element) || !read_number(cursor, &count) || !read_blob(cursor, &blob)) {
        return NULL;
    }
    if (!is_array_element(element) || count > UINT32_MAX ||
        cursor_left(&blob) != count * type_bytes(element)) {
        cursor_error(cursor, "%zu bytes are not an array of %llu", cursor_left(&blob),
                     (unsigned long long)count);
        return NULL;
    }
    return attr_dense_array(cursor->file->context, element, (uint32_t)count, blob.at);
}

/* Strings by their numbers, or one for all. */
static const struct attr *read_dense_strings(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    const struct type *type;
    uint64_t splat;
    int64_t count;
    if (!read_type(cursor, &type) || !check_shaped(cursor, type, &count) ||
        !read_number(cursor, &splat)) {
        return NULL;
    }
    if (!type_holds_strings(type->element)) {
        cursor_error(cursor, "strings are elements of a type of numbers");
        return NULL;
    }
    uint64_t number = splat && count > 0 ? 1 : (uint64_t)count;
    if (!claim(cursor, number, "strings")) {
        return NULL;
    }
    const struct attr **items = ARENA_ARRAY(file->scratch, const struct attr *, number);
    for (uint64_t i = 0; i < number; i++) {
        struct bytecode_string string;
        if (!read_string(cursor, &string)) {
            return NULL;
        }
        items[i] = attr_string(file->context, string.text, string.length);
    }
    return attr_dense_strings(file->context, type, (uint32_t)number, items);
}

static const struct attr *read_resource(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    const struct type *type;
    uint64_t index;
    if (!read_type(cursor, &type) ||
        !read_index(cursor, file->resource_count, "resource", &index)) {
        return NULL;
    }
    if (!resource_takes_type(type)) {
        cursor_error(cursor, "the elements of a resource must be of a shaped type");
        return NULL;
    }
    return resource_attr(file->parser, file->resources[index], type);
}

static const struct attr *read_sparse(struct cursor *cursor) {
    const struct type *type;
    const struct attr *indices, *values;
    if (!read_type(cursor, &type) || !read_attr(cursor, &indices) || !read_attr(cursor, &values)) {
        return NULL;
    }
    if (indices->kind != ATTR_DENSE || values->kind != ATTR_DENSE ||
        !attr_sparse_fits(type, indices, values)) {
        cursor_error(cursor, "sparse elements are to be dense indices within the type, and dense "
                             "values, one for each");
        return NULL;
    }
    return attr_sparse(cursor->file->context, type, indices, values);
}

/* --- lists and names -------------------------------------------------------------------------- */

const struct attr *read_array(struct cursor *cursor) {
    uint32_t count;
    const struct attr *const *items;
    return read_attrs(cursor, &count, &items) ? attr_array(cursor->file->context, count, items)
                                              : NULL;
}

const struct attr *read_dictionary(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    uint64_t count;
    if (!read_count(cursor, "attributes", &count)) {
        return NULL;
    }
    struct named_attr *items = ARENA_ARRAY(file->scratch, struct named_attr, count);
    for (uint64_t i = 0; i < count; i++) {
        if (!read_name_of(cursor, &items[i].name) || !read_attr(cursor, &items[i].value)) {
            return NULL;
        }
        if (!*items[i].name) {
            cursor_error(cursor, "expected valid attribute name");
            return NULL;
        }
    }
    if (count > 1) {
        qsort(items, count, sizeof *items, named_attr_compare);
    }
    for (uint64_t i = 1; i < count; i++) {
        if (items[i - 1].name == items[i].name) {
            cursor_error(cursor, "duplicate key '%s' in dictionary attribute", items[i].name);
            return NULL;
        }
    }
    return attr_dict(file->context, (uint32_t)count, items);
}

const struct attr *read_string_attr(struct cursor *cursor) {
    struct bytecode_string string;
    return read_string(cursor, &string)
               ? attr_string(cursor->file->context, string.text, string.length)
               : NULL;
}

static const struct attr *read_typed_string(struct cursor *cursor) {
    struct bytecode_string string;
    const struct type *type;
    return read_string(cursor, &string) && read_type(cursor, &type)
               ? attr_typed_string(cursor->file->context, string.text, string.length, type)
               : NULL;
}

static const struct attr *read_symbol(struct cursor *cursor) {
    const char *name;
    return read_name_of(cursor, &name) ? attr_symbol(cursor->file->context, name) : NULL;
}

static const struct attr *read_nested_symbol(struct cursor *cursor) {
    const char *name;
    uint32_t count;
    const struct attr *const *nested;
    if (!read_name_of(cursor, &name) || !read_attrs(cursor, &count, &nested)) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (nested[i]->kind != ATTR_SYMBOL || nested[i]->count) {
            cursor_error(cursor, "expected nested symbol references");
            return NULL;
        }
    }
    return attr_nested_symbol(cursor->file->context, name, count, nested);
}

const struct attr *read_type_attr(struct cursor *cursor) {
    const struct type *type;
    return read_type(cursor, &type) ? attr_type(cursor->file->context, type) : NULL;
}

static const struct attr *read_unit(struct cursor *cursor) {
    return attr_unit(cursor->file->context);
}

const struct attr *read_integer_attr(struct cursor *cursor) {
    const struct type *type;
    return read_type(cursor, &type) ? read_integer_value(cursor, type) : NULL;
}

const struct attr *read_float_attr(struct cursor *cursor) {
    const struct type *type;
    return read_type(cursor, &type) ? read_float_value(cursor, type) : NULL;
}

/* --- locations -------------------------------------------------------------------------------- */

static const struct attr *read_fused_of(struct cursor *cursor, bool has_metadata) {
    uint32_t count;
    const struct attr *const *items;
    const struct attr *metadata = NULL;
    if (!read_attrs(cursor, &count, &items) || (has_metadata && !read_attr(cursor, &metadata))) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (items[i]->kind != ATTR_LOCATION) {
            cursor_error(cursor, "expected locations here");
            return NULL;
        }
    }
    return location_fused(cursor->file->context, count, items, metadata);
}

static const struct attr *read_fused(struct cursor *cursor) {
    return read_fused_of(cursor, false);
}

static const struct attr *read_fused_with_metadata(struct cursor *cursor) {
    return read_fused_of(cursor, true);
}

static const struct attr *read_unknown_location(struct cursor *cursor) {
    return location_unknown(cursor->file->context);
}

/* --- locations that are made when they are asked for ------------------------------------------ */

static struct op_place callsite_place(struct cursor *cursor) {
    struct op_place callee, caller, none = {0};
    return read_place(cursor, &callee) && read_place(cursor, &caller)
               ? place_callsite(cursor->file->context, callee, caller)
               : none;
}

/* Mostly that of the last one. */
static bool read_file_name(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    struct cursor ahead = *cursor;
    uint64_t index = 0;
    if (read_number(&ahead, &index) && file->file_name_text && index == file->file_name) {
        *cursor = ahead;
        return true;
    }
    file->file_name = index;
    return read_name_of(cursor, &file->file_name_text);
}

static struct op_place file_place(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    struct op_place none = {0};
    uint64_t line, column;
    return read_file_name(cursor) && read_number(cursor, &line) && read_number(cursor, &column)
               ? place_file(file->context, file->file_name_text, (uint32_t)line, (uint32_t)column)
               : none;
}

/* Of line, column, end of line and end of column those that there are. */
static struct op_place file_range_place(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    struct op_place none = {0};
    uint64_t count, number;
    uint32_t at[4] = {0};
    if (!read_file_name(cursor) || !read_count(cursor, "numbers", &count)) {
        return none;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (!read_number(cursor, &number)) {
            return none;
        }
        at[i < 4 ? i : 3] = (uint32_t)number;
    }
    const char *name = file->file_name_text;
    return count < 3 ? place_file(file->context, name, at[0], at[1])
                     : place_file_range(file->context, name, at[0], at[1],
                                        count == 3 ? at[0] : at[2], count == 3 ? at[2] : at[3]);
}

static struct op_place name_place(struct cursor *cursor) {
    struct bytecode_string name;
    struct op_place child, none = {0};
    return read_text_of(cursor, &name) && read_place(cursor, &child)
               ? place_name(cursor->file->context, name.text, (uint32_t)name.length, child)
               : none;
}

bool builtin_place(struct cursor *cursor, uint64_t code, struct op_place *place) {
    static struct op_place (*const readers[])(struct cursor *) = {
        [10] = callsite_place, [11] = file_place, [14] = name_place, [22] = file_range_place};
    bool is_known = code < sizeof readers / sizeof *readers && readers[code];
    *place = is_known ? readers[code](cursor) : (struct op_place){0};
    return is_known;
}

/* --- each by its code ------------------------------------------------------------------------- */

const struct attr *builtin_attr(struct cursor *cursor, uint64_t code) {
    static const struct attr *(*const readers[])(struct cursor *) = {
        [0] = read_array,
        [1] = read_dictionary,
        [BUILTIN_STRING] = read_string_attr,
        [3] = read_typed_string,
        [4] = read_symbol,
        [5] = read_nested_symbol,
        [6] = read_type_attr,
        [7] = read_unit,
        [8] = read_integer_attr,
        [9] = read_float_attr,
        [12] = read_fused,
        [13] = read_fused_with_metadata,
        [15] = read_unknown_location,
        [16] = read_resource,
        [17] = read_dense_array,
        [18] = read_dense,
        [19] = read_dense_strings,
        [20] = read_sparse,
    };
    bool is_known = code < sizeof readers / sizeof *readers && readers[code];
    return is_known ? readers[code](cursor) : NULL;
}
