/* Types of the builtin dialect, and the checks that those of others share. */
#include "frontend/bytecode/bytecode.h"

#define WIDEST_INTEGER ((UINT32_C(1) << 24) - 1)

/* --- checked makers --------------------------------------------------------------------------- */

static bool is_tensor_element(const struct type *type) {
    static const bool is_no_element[] = {
        [TYPE_TENSOR] = true, [TYPE_UNRANKED] = true, [TYPE_MEMREF] = true,  [TYPE_FUNCTION] = true,
        [TYPE_TUPLE] = true,  [TYPE_NONE] = true,     [TYPE_VECTOR] = false,
    };
    return !is_no_element[type->kind];
}

/* Dimensions as the IR has them: the file's mark of an open one is the IR's too. */
static bool check_shape(struct cursor *cursor, struct int_list shape, const struct type *element,
                        bool may_be_open) {
    int64_t bytes = type_bytes(element) ? type_bytes(element) : 1;
    if (shape.count > MAX_RANK) {
        return cursor_error(cursor, "a tensor of more than %d dimensions", MAX_RANK);
    }
    for (uint32_t i = 0; i < shape.count; i++) {
        int64_t dim = shape.items[i];
        if (dim == DIM_DYNAMIC && may_be_open) {
            continue;
        }
        if (dim < 0) {
            return cursor_error(cursor, "a dimension of size %lld", (long long)dim);
        }
        if (dim > 0 && !multiply_checked(bytes, dim, &bytes)) {
            return cursor_error(cursor, "a tensor of more bytes than 64 bits can count");
        }
    }
    return true;
}

const struct type *make_tensor(struct cursor *cursor, const struct type *element,
                               struct int_list shape, const struct attr *encoding) {
    struct context *context = cursor->file->context;
    if (!is_tensor_element(element)) {
        cursor_error(cursor, "invalid tensor element type");
        return NULL;
    }
    if (!check_shape(cursor, shape, element, true)) {
        return NULL;
    }
    if (encoding && encoding->kind == ATTR_DIALECT && encoding->def->check_encoding) {
        const struct type *plain = type_tensor(context, element, shape.count, shape.items, NULL);
        if (!encoding->def->check_encoding(cursor->file->parser, encoding, plain)) {
            cursor->file->failed = true;
            return NULL;
        }
    }
    return type_tensor(context, element, shape.count, shape.items, encoding);
}

const struct type *make_unranked(struct cursor *cursor, const struct type *element) {
    if (!is_tensor_element(element)) {
        cursor_error(cursor, "invalid tensor element type");
        return NULL;
    }
    return type_unranked(cursor->file->context, element);
}

const struct type *make_complex(struct cursor *cursor, const struct type *element) {
    if (element->kind != TYPE_INTEGER && element->kind != TYPE_FLOAT) {
        cursor_error(cursor, "invalid element type for complex");
        return NULL;
    }
    return type_complex(cursor->file->context, element);
}

const struct type *make_future(struct cursor *cursor, uint32_t count,
                               const struct type *const *types) {
    for (uint32_t i = 0; i < count; i++) {
        if (types[i]->kind != TYPE_TENSOR) {
            cursor_error(cursor, "future element type must be a ranked tensor");
            return NULL;
        }
    }
    return type_future(cursor->file->context, count, types);
}

/* --- each by its code ------------------------------------------------------------------------- */

static const struct type *read_integer_type(struct cursor *cursor) {
    uint64_t code;
    if (!read_number(cursor, &code)) {
        return NULL;
    }
    if (code >> 2 == 0 || code >> 2 > WIDEST_INTEGER || (code & 3) > UNSIGNED) {
        cursor_error(cursor, "an integer type of %llu bits", (unsigned long long)(code >> 2));
        return NULL;
    }
    return type_integer(cursor->file->context, (uint32_t)(code >> 2), (enum signedness)(code & 3));
}

const struct type *read_index_type(struct cursor *cursor) {
    return type_index(cursor->file->context);
}

static const struct type *read_none_type(struct cursor *cursor) {
    return type_none(cursor->file->context);
}

static const struct type *read_function_type(struct cursor *cursor) {
    uint32_t inputs, results;
    const struct type *const *from, *const *to;
    if (!read_types(cursor, &inputs, &from) || !read_types(cursor, &results, &to)) {
        return NULL;
    }
    return type_function(cursor->file->context, inputs, from, results, to);
}

static const struct type *read_complex_type(struct cursor *cursor) {
    const struct type *element;
    return read_type(cursor, &element) ? make_complex(cursor, element) : NULL;
}

/* The layout by which an element stands where its indices say: `affine_map<(d0) -> (d0)>`. */
static bool is_plain_layout(const struct attr *layout, uint32_t rank) {
    struct buffer dims = {0}, text = {0};
    for (uint32_t i = 0; i < rank; i++) {
        buffer_printf(&dims, "%sd%u", i ? ", " : "", i);
    }
    const char *list = rank ? dims.text : "";
    buffer_printf(&text, "affine_map<(%s) -> (%s)>", list, list);
    bool is_plain = layout->kind == ATTR_AFFINE && strcmp(layout->text, text.text) == 0;
    buffer_free(&dims);
    buffer_free(&text);
    return is_plain;
}

/* Layout and memory space are kept as text. */
static const struct type *make_memref(struct cursor *cursor, const struct attr *space) {
    struct int_list shape;
    const struct type *element;
    const struct attr *layout;
    struct buffer text = {0};
    if (!read_ints(cursor, &shape) || !read_type(cursor, &element) || !read_attr(cursor, &layout) ||
        !check_shape(cursor, shape, element, true)) {
        return NULL;
    }
    buffer_add(&text, "");
    if (!is_plain_layout(layout, shape.count)) {
        buffer_add(&text, ", ");
        print_attr(&text, layout);
    }
    if (space) {
        buffer_add(&text, ", ");
        print_attr(&text, space);
    }
    const struct type *type =
        type_memref(cursor->file->context, element, shape.count, shape.items, text.text);
    buffer_free(&text);
    return type;
}

static const struct type *read_memref_type(struct cursor *cursor) {
    return make_memref(cursor, NULL);
}

static const struct type *read_memref_in_space(struct cursor *cursor) {
    const struct attr *space;
    return read_attr(cursor, &space) ? make_memref(cursor, space) : NULL;
}

const struct type *read_tensor_type(struct cursor *cursor) {
    struct int_list shape;
    const struct type *element;
    return read_ints(cursor, &shape) && read_type(cursor, &element)
               ? make_tensor(cursor, element, shape, NULL)
               : NULL;
}

const struct type *read_encoded_tensor_type(struct cursor *cursor) {
    struct int_list shape;
    const struct type *element;
    const struct attr *encoding;
    return read_attr(cursor, &encoding) && read_ints(cursor, &shape) && read_type(cursor, &element)
               ? make_tensor(cursor, element, shape, encoding)
               : NULL;
}

static const struct type *read_tuple_type(struct cursor *cursor) {
    uint32_t count;
    const struct type *const *types;
    return read_types(cursor, &count, &types) ? type_tuple(cursor->file->context, count, types)
                                              : NULL;
}

static const struct type *read_unranked_type(struct cursor *cursor) {
    const struct type *element;
    return read_type(cursor, &element) ? make_unranked(cursor, element) : NULL;
}

static const struct type *read_vector_type(struct cursor *cursor) {
    struct int_list shape;
    const struct type *element;
    if (!read_ints(cursor, &shape) || !read_type(cursor, &element)) {
        return NULL;
    }
    for (uint32_t i = 0; i < shape.count; i++) {
        if (shape.items[i] <= 0) {
            cursor_error(cursor, "vector types must have positive constant sizes");
            return NULL;
        }
    }
    if (element->kind != TYPE_INTEGER && element->kind != TYPE_FLOAT &&
        element->kind != TYPE_INDEX) {
        cursor_error(cursor, "vector elements must be int/index/float type");
        return NULL;
    }
    return check_shape(cursor, shape, element, false)
               ? type_vector(cursor->file->context, element, shape.count, shape.items)
               : NULL;
}

/* Floats have no contents: a code each. */
static const uint8_t float_codes[] = {
    [FLOAT_BF16] = 3,
    [FLOAT_F16] = 4,
    [FLOAT_F32] = 5,
    [FLOAT_F64] = 6,
    [FLOAT_F80] = 7,
    [FLOAT_F128] = 8,
    [FLOAT_TF32] = 21,
    [FLOAT_F8E5M2] = 22,
    [FLOAT_F8E4M3] = 23,
    [FLOAT_F8E4M3FN] = 24,
    [FLOAT_F8E5M2FNUZ] = 25,
    [FLOAT_F8E4M3FNUZ] = 26,
    [FLOAT_F8E4M3B11FNUZ] = 27,
    [FLOAT_F8E3M4] = 28,
    [FLOAT_F4E2M1FN] = 29,
    [FLOAT_F6E2M3FN] = 30,
    [FLOAT_F6E3M2FN] = 31,
    [FLOAT_F8E8M0FNU] = 32,
};

uint64_t builtin_float_code(enum float_kind kind) {
    return float_codes[kind];
}

static bool float_of(uint64_t code, enum float_kind *kind) {
    size_t at = 0, count = sizeof float_codes / sizeof *float_codes;
    while (at < count && float_codes[at] != code) {
        at++;
    }
    *kind = (enum float_kind)at;
    return at < count;
}

static const struct type *builtin_type(struct cursor *cursor, uint64_t code) {
    static const struct type *(*const readers[])(struct cursor *) = {
        [0] = read_integer_type, [1] = read_index_type,     [2] = read_function_type,
        [9] = read_complex_type, [10] = read_memref_type,   [11] = read_memref_in_space,
        [12] = read_none_type,   [13] = read_tensor_type,   [14] = read_encoded_tensor_type,
        [15] = read_tuple_type,  [18] = read_unranked_type, [19] = read_vector_type,
    };
    enum float_kind kind;
    if (float_of(code, &kind)) {
        return type_float(cursor->file->context, kind);
    }
    bool is_known = code < sizeof readers / sizeof *readers && readers[code];
    return is_known ? readers[code](cursor) : NULL;
}

const struct dialect_codec builtin_codec = {
    .name = "builtin",
    .attr = builtin_attr,
    .type = builtin_type,
    .place = builtin_place,
    .string_code = BUILTIN_STRING,
};
