/* Attributes as text. */
#include "ir/printer.h"

#include <string.h>

/* --- words and strings ------------------------------------------------------------------------ */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_bare(const char *text) {
    if (!is_letter(*text)) {
        return false;
    }
    for (text++; *text; text++) {
        bool digit = *text >= '0' && *text <= '9';
        if (!is_letter(*text) && !digit && *text != '$' && *text != '.') {
            return false;
        }
    }
    return true;
}

void asm_string(struct asm_printer *printer, const char *text, size_t length) {
    struct buffer *out = printer->out;
    buffer_add_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\\') {
            buffer_add(out, "\\\\");
        } else if (c < ' ' || c > '~' || c == '"') {
            buffer_printf(out, "\\%02X", c);
        } else {
            buffer_add_char(out, (char)c);
        }
    }
    buffer_add_char(out, '"');
}

void asm_keyword_or_string(struct asm_printer *printer, const char *text) {
    if (is_bare(text)) {
        buffer_add(printer->out, text);
    } else {
        asm_string(printer, text, strlen(text));
    }
}

void asm_symbol(struct asm_printer *printer, const char *name) {
    buffer_add_char(printer->out, '@');
    asm_keyword_or_string(printer, name);
}

static void print_symbol_ref(struct asm_printer *printer, const struct attr *attr) {
    asm_symbol(printer, attr->text);
    for (uint32_t i = 0; attr->items && i < attr->count; i++) {
        buffer_add(printer->out, "::");
        asm_symbol(printer, attr->items[i]->text);
    }
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Divides the magnitude in place; little-endian words. */
static uint32_t divide_by_ten(uint64_t *words, uint32_t count) {
    uint64_t remainder = 0;
    for (uint32_t i = count; i-- > 0;) {
        __uint128_t value = (__uint128_t)remainder << 64 | words[i];
        words[i] = (uint64_t)(value / 10);
        remainder = (uint64_t)(value % 10);
    }
    return (uint32_t)remainder;
}

static bool all_zero(const uint64_t *words, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (words[i]) {
            return false;
        }
    }
    return true;
}

static void print_wide(struct asm_printer *printer, const uint64_t *value, uint32_t count,
                       bool is_signed) {
    uint64_t *words = arena_copy(printer->scratch, value, count * sizeof *value);
    bool negative = is_signed && words[count - 1] >> 63;
    uint64_t carry = 1;
    for (uint32_t i = 0; negative && i < count; i++) {
        words[i] = ~words[i] + carry;
        carry = carry && words[i] == 0;
    }
    size_t capacity = (size_t)count * 20 + 2;
    char *text = arena_alloc(printer->scratch, capacity);
    char *cursor = text + capacity - 1;
    do {
        *--cursor = (char)('0' + divide_by_ten(words, count));
    } while (!all_zero(words, count));
    if (negative) {
        *--cursor = '-';
    }
    buffer_add(printer->out, cursor);
}

static void print_small_integer(struct buffer *out, int64_t value, bool is_unsigned) {
    if (is_unsigned) {
        buffer_add_unsigned(out, (uint64_t)value);
    } else {
        buffer_add_integer(out, value);
    }
}

static bool is_unsigned_type(const struct type *type) {
    return type->kind == TYPE_INTEGER &&
           (type->signedness == UNSIGNED || (type->width == 1 && type->signedness == SIGNLESS));
}

static void print_integer_attr(struct asm_printer *printer, const struct attr *attr) {
    if (attr->words) {
        print_wide(printer, (const uint64_t *)attr->words, attr->count,
                   attr->type->signedness != UNSIGNED);
    } else {
        print_small_integer(printer->out, attr->integer, is_unsigned_type(attr->type));
    }
}

static bool is_bool(const struct type *type) {
    return type_is_integer(type, 1) && type->signedness == SIGNLESS;
}

/* --- elements --------------------------------------------------------------------------------- */

static void print_wide_element(struct asm_printer *printer, const struct type *type,
                               const unsigned char *bytes) {
    uint32_t count = (type->width + 63) / 64;
    uint64_t *words = ARENA_ARRAY(printer->scratch, uint64_t, count);
    memcpy(words, bytes, type_bytes(type));
    uint32_t used = type->width % 64;
    if (used && type->signedness != UNSIGNED && (words[count - 1] >> (used - 1) & 1)) {
        words[count - 1] |= UINT64_MAX << used;
    }
    print_wide(printer, words, count, type->signedness != UNSIGNED);
}

static void print_number(struct asm_printer *printer, const struct type *type,
                         const unsigned char *bytes) {
    if (type->kind == TYPE_FLOAT) {
        float_print(printer->out, type->float_kind, bytes);
        return;
    }
    if (is_bool(type)) {
        buffer_add(printer->out, bytes[0] ? "true" : "false");
        return;
    }
    uint32_t width = type->kind == TYPE_INDEX ? 64 : type->width;
    if (width > 64) {
        print_wide_element(printer, type, bytes);
        return;
    }
    uint64_t value = 0;
    memcpy(&value, bytes, type_bytes(type));
    uint32_t unused = 64 - width;
    bool is_unsigned = is_unsigned_type(type);
    int64_t extended = width == 0    ? 0
                       : is_unsigned ? (int64_t)(value << unused >> unused)
                                     : (int64_t)(value << unused) >> unused;
    print_small_integer(printer->out, extended, is_unsigned);
}

static void print_element(struct asm_printer *printer, const struct type *type,
                          const unsigned char *bytes) {
    if (type->kind != TYPE_COMPLEX) {
        print_number(printer, type, bytes);
        return;
    }
    buffer_add_char(printer->out, '(');
    print_number(printer, type->element, bytes);
    buffer_add_char(printer->out, ',');
    print_number(printer, type->element, bytes + type_bytes(type->element));
    buffer_add_char(printer->out, ')');
}

static void print_hex_digits(struct buffer *out, const unsigned char *bytes, size_t count) {
    static const char digits[] = "0123456789ABCDEF";
    char pairs[512];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        pairs[used++] = digits[bytes[i] >> 4];
        pairs[used++] = digits[bytes[i] & 15];
        if (used == sizeof pairs) {
            buffer_add_bytes(out, pairs, used);
            used = 0;
        }
    }
    buffer_add_bytes(out, pairs, used);
}

static void print_hex(struct asm_printer *printer, const struct attr *attr) {
    buffer_add(printer->out, "\"0x");
    print_hex_digits(printer->out, attr->data, attr->length);
    buffer_add_char(printer->out, '"');
}

/* The alignment in four bytes, then the bytes. */
static void print_blob(struct asm_printer *printer, const struct attr *blob) {
    unsigned char alignment[4];
    for (uint32_t i = 0; i < sizeof alignment; i++) {
        alignment[i] = (unsigned char)(blob->integer >> 8 * i);
    }
    buffer_add(printer->out, "\"0x");
    print_hex_digits(printer->out, alignment, sizeof alignment);
    print_hex_digits(printer->out, blob->data, blob->length);
    buffer_add_char(printer->out, '"');
}

/* Elements in nested brackets; `print` writes number `index`. */
static void print_nested(struct asm_printer *printer, const struct attr *attr,
                         void (*print)(struct asm_printer *, const struct attr *, int64_t),
                         uint32_t depth, int64_t *index) {
    const struct type *type = attr->type;
    if (depth == type->rank) {
        print(printer, attr, (*index)++);
        return;
    }
    buffer_add_char(printer->out, '[');
    for (int64_t i = 0; i < type->dims[depth]; i++) {
        if (i) {
            buffer_add_bytes(printer->out, ", ", 2);
        }
        print_nested(printer, attr, print, depth + 1, index);
    }
    buffer_add_char(printer->out, ']');
}

static void print_dense_element(struct asm_printer *printer, const struct attr *attr,
                                int64_t index) {
    const struct type *element = attr->type->element;
    print_element(printer, element,
                  (const unsigned char *)attr->data + (size_t)index * type_bytes(element));
}

static void print_string_element(struct asm_printer *printer, const struct attr *attr,
                                 int64_t index) {
    const struct attr *text = attr->items[index];
    asm_string(printer, text->text, text->length);
}

static void print_elements(struct asm_printer *printer, const struct attr *attr, bool allow_hex) {
    int64_t count = type_count(attr->type);
    int64_t index = 0;
    bool strings = attr->kind == ATTR_DENSE_STRING;
    if (count == 0 && (strings || !attr->splat)) {
        return;
    }
    if (attr->splat) {
        (strings ? print_string_element : print_dense_element)(printer, attr, 0);
    } else if (!strings && allow_hex && count > HEX_ABOVE) {
        print_hex(printer, attr);
    } else {
        print_nested(printer, attr, strings ? print_string_element : print_dense_element, 0,
                     &index);
    }
}

static bool is_left_out(const struct asm_printer *printer, const struct attr *attr) {
    int64_t limit = printer->options.elide_larger_than;
    return limit > 0 && !attr->splat && type_count(attr->type) > limit;
}

static void print_resource(struct asm_printer *printer, const struct attr *attr) {
    buffer_add(printer->out, "dense_resource<");
    asm_keyword_or_string(printer, attr->text);
    buffer_add_char(printer->out, '>');
    pointer_map_put(&printer->resources, attr->text, (void *)attr->text);
}

static void print_dense(struct asm_printer *printer, const struct attr *attr) {
    if (attr_is_resource(attr)) {
        print_resource(printer, attr);
        return;
    }
    if (is_left_out(printer, attr)) {
        buffer_add(printer->out, "dense_resource<__elided__>");
        return;
    }
    buffer_add_bytes(printer->out, "dense<", 6);
    print_elements(printer, attr, true);
    buffer_add_char(printer->out, '>');
}

static void print_sparse(struct asm_printer *printer, const struct attr *attr) {
    if (is_left_out(printer, attr->items[0]) || is_left_out(printer, attr->items[1])) {
        buffer_add(printer->out, "dense_resource<__elided__>");
        return;
    }
    buffer_add(printer->out, "sparse<");
    if (type_count(attr->items[0]->type)) {
        print_elements(printer, attr->items[0], false);
        buffer_add(printer->out, ", ");
        print_elements(printer, attr->items[1], true);
    }
    buffer_add_char(printer->out, '>');
}

static void print_dense_array(struct asm_printer *printer, const struct attr *attr) {
    size_t size = type_bytes(attr->type);
    buffer_add(printer->out, "array<");
    asm_type(printer, attr->type);
    for (uint32_t i = 0; i < attr->count; i++) {
        buffer_add(printer->out, i ? ", " : ": ");
        print_number(printer, attr->type, (const unsigned char *)attr->data + i * size);
    }
    buffer_add_char(printer->out, '>');
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Whether a type that follows from the value may, or must, be left out. */
enum type_elision { TYPE_SHOWN, TYPE_MAY_GO, TYPE_GOES };
static void print_with(struct asm_printer *printer, const struct attr *attr,
                       enum type_elision elision);

static void print_array(struct asm_printer *printer, const struct attr *attr) {
    buffer_add_char(printer->out, '[');
    for (uint32_t i = 0; i < attr->count; i++) {
        if (i) {
            buffer_add_bytes(printer->out, ", ", 2);
        }
        print_with(printer, attr->items[i], TYPE_MAY_GO);
    }
    buffer_add_char(printer->out, ']');
}

void asm_attr_entry(struct asm_printer *printer, const char *name, const struct attr *value) {
    asm_keyword_or_string(printer, name);
    if (value->kind != ATTR_UNIT) {
        buffer_add_bytes(printer->out, " = ", 3);
        asm_attr(printer, value);
    }
}

static void print_dict(struct asm_printer *printer, const struct attr *attr) {
    buffer_add_char(printer->out, '{');
    for (uint32_t i = 0; i < attr->count; i++) {
        if (i) {
            buffer_add_bytes(printer->out, ", ", 2);
        }
        asm_attr_entry(printer, attr->names[i], attr->items[i]);
    }
    buffer_add_char(printer->out, '}');
}

static bool is_elided(const char *name, uint32_t count, const char *const *elided) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(name, elided[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void print_attr_list(struct asm_printer *printer, const char *prefix,
                            const struct attr_list *list, uint32_t elided_count,
                            const char *const *elided) {
    bool any = false;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct named_attr *item = &list->items[i];
        if (is_elided(item->name, elided_count, elided)) {
            continue;
        }
        buffer_add(printer->out, any ? ", " : prefix);
        asm_attr_entry(printer, item->name, item->value);
        any = true;
    }
    if (any) {
        buffer_add_char(printer->out, '}');
    }
}

void asm_attr_dict(struct asm_printer *printer, const struct attr_list *list, uint32_t elided_count,
                   const char *const *elided) {
    print_attr_list(printer, " {", list, elided_count, elided);
}

void asm_attr_dict_with_keyword(struct asm_printer *printer, const struct attr_list *list,
                                uint32_t elided_count, const char *const *elided) {
    print_attr_list(printer, " attributes {", list, elided_count, elided);
}

/* --- dialects --------------------------------------------------------------------------------- */

/* `#dialect.mnemonic<...>` where the body is one pair of angle brackets, else
 * `#dialect<mnemonic ...>`. */
static void print_dialect(struct asm_printer *printer, const struct attr *attr) {
    struct buffer body = {0};
    struct buffer *out = printer->out;
    printer->out = &body;
    attr->def->print(printer, attr);
    printer->out = out;
    const char *text = body.text ? body.text : "";
    const char *dot = strchr(attr->def->name, '.');
    int length = (int)(dot - attr->def->name);
    if (text[0] == '<' || text[0] == '\0') {
        buffer_printf(out, "#%s", attr->def->name);
        buffer_add(out, text);
    } else {
        buffer_printf(out, "#%.*s<%s%s", length, attr->def->name, dot + 1,
                      strchr(" {[", text[0]) ? "" : " ");
        buffer_add(out, text);
        buffer_add_char(out, '>');
    }
    buffer_free(&body);
}

/* --- any attribute ---------------------------------------------------------------------------- */

/* The value without its type; false where the type must not follow. */
static bool print_value(struct asm_printer *printer, const struct attr *attr,
                        enum type_elision elision) {
    struct buffer *out = printer->out;
    switch (attr->kind) {
    case ATTR_UNIT:
        buffer_add(out, "unit");
        return false;
    case ATTR_INTEGER:
        if (is_bool(attr->type)) {
            buffer_add(out, attr->integer ? "true" : "false");
            return false;
        }
        print_integer_attr(printer, attr);
        return !(elision == TYPE_MAY_GO && type_is_integer(attr->type, 64) &&
                 attr->type->signedness == SIGNLESS);
    case ATTR_FLOAT: {
        unsigned char bytes[16] = {0};
        size_t before = out->length;
        float_store(attr->type->float_kind, attr->real, bytes);
        float_print(out, attr->type->float_kind, bytes);
        bool hex = out->text[before] == '0' && out->text[before + 1] == 'x';
        return !(elision == TYPE_MAY_GO && !hex && attr->type->float_kind == FLOAT_F64);
    }
    case ATTR_STRING:
        asm_string(printer, attr->text, attr->length);
        return attr->type != NULL;
    case ATTR_TYPE:
        asm_type(printer, attr->type);
        return false;
    case ATTR_ARRAY:
        print_array(printer, attr);
        return false;
    case ATTR_DICT:
        print_dict(printer, attr);
        return false;
    case ATTR_SYMBOL:
        print_symbol_ref(printer, attr);
        return false;
    case ATTR_DENSE:
        print_dense(printer, attr);
        return true;
    case ATTR_DENSE_STRING:
        buffer_add(out, "dense<");
        print_elements(printer, attr, false);
        buffer_add_char(out, '>');
        return true;
    case ATTR_DENSE_ARRAY:
        print_dense_array(printer, attr);
        return false;
    case ATTR_DENSE_RESOURCE:
        print_resource(printer, attr);
        return true;
    case ATTR_BLOB:
        print_blob(printer, attr);
        return false;
    case ATTR_SPARSE:
        print_sparse(printer, attr);
        return true;
    case ATTR_AFFINE:
        buffer_add(out, attr->text);
        return false;
    case ATTR_LOCATION:
        buffer_add(out, "loc(");
        print_location_body(printer, attr);
        buffer_add_char(out, ')');
        return false;
    case ATTR_DIALECT:
        print_dialect(printer, attr);
        return false;
    case ATTR_OPAQUE:
        buffer_add(out, attr->text);
        return attr->type != NULL;
    }
    return false;
}

static void print_with(struct asm_printer *printer, const struct attr *attr,
                       enum type_elision elision) {
    if (printer->is_collecting) {
        visit_attr(printer, attr, false);
        return;
    }
    if (print_alias(printer, attr)) {
        return;
    }
    if (print_value(printer, attr, elision) && elision != TYPE_GOES && attr->type) {
        buffer_add_bytes(printer->out, " : ", 3);
        asm_type(printer, attr->type);
    }
}

void print_attr_body(struct asm_printer *printer, const struct attr *attr) {
    if (print_value(printer, attr, TYPE_SHOWN) && attr->type) {
        buffer_add(printer->out, " : ");
        asm_type(printer, attr->type);
    }
}

void asm_attr(struct asm_printer *printer, const struct attr *attr) {
    if (printer->is_collecting) {
        visit_attr(printer, attr, false);
        return;
    }
    if (print_again(printer, attr)) {
        return;
    }
    size_t start = printer->out->length;
    print_with(printer, attr, TYPE_SHOWN);
    keep_printed(printer, attr, start);
}

void asm_attr_without_type(struct asm_printer *printer, const struct attr *attr) {
    print_with(printer, attr, TYPE_GOES);
}
