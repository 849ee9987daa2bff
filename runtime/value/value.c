#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for strdup and fmemopen */
#endif
#include "value.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "scalar_convert.h"

/* ---- element types --------------------------------------------------------------------------- */

enum format {
    FORMAT_BOOL,
    FORMAT_SIGNED,
    FORMAT_UNSIGNED,
    FORMAT_BYTE, /* floats of at most 8 bits */
    FORMAT_BF16,
    FORMAT_F16,
    FORMAT_F32,
    FORMAT_F64,
};

struct element {
    const char *name;
    int bytes, bits;
    enum format format;
    int parts;                  /* 2: complex */
    enum sdyrt_npy_kind stored; /* in .npy files */
    double absolute, relative;  /* tolerance */
    uint8_t (*narrow)(double);  /* FORMAT_BYTE */
    float (*widen)(uint8_t);
};

#define BYTE(name, bits, tag, absolute, relative)                                                  \
    {                                                                                              \
        name, 1, bits, FORMAT_BYTE, 1, SDYRT_NPY_UINT, absolute, relative,                         \
            sdyrt_convert_f64_##tag, sdyrt_convert_##tag##_f32                                     \
    }

static const struct element elements[] = {
    {"i1", 1, 1, FORMAT_BOOL, 1, SDYRT_NPY_BOOL, 0, 0, NULL, NULL},
    {"i2", 1, 2, FORMAT_SIGNED, 1, SDYRT_NPY_INT, 0, 0, NULL, NULL},
    {"i4", 1, 4, FORMAT_SIGNED, 1, SDYRT_NPY_INT, 0, 0, NULL, NULL},
    {"i8", 1, 8, FORMAT_SIGNED, 1, SDYRT_NPY_INT, 0, 0, NULL, NULL},
    {"i16", 2, 16, FORMAT_SIGNED, 1, SDYRT_NPY_INT, 0, 0, NULL, NULL},
    {"i32", 4, 32, FORMAT_SIGNED, 1, SDYRT_NPY_INT, 0, 0, NULL, NULL},
    {"i64", 8, 64, FORMAT_SIGNED, 1, SDYRT_NPY_INT, 0, 0, NULL, NULL},
    {"ui2", 1, 2, FORMAT_UNSIGNED, 1, SDYRT_NPY_UINT, 0, 0, NULL, NULL},
    {"ui4", 1, 4, FORMAT_UNSIGNED, 1, SDYRT_NPY_UINT, 0, 0, NULL, NULL},
    {"ui8", 1, 8, FORMAT_UNSIGNED, 1, SDYRT_NPY_UINT, 0, 0, NULL, NULL},
    {"ui16", 2, 16, FORMAT_UNSIGNED, 1, SDYRT_NPY_UINT, 0, 0, NULL, NULL},
    {"ui32", 4, 32, FORMAT_UNSIGNED, 1, SDYRT_NPY_UINT, 0, 0, NULL, NULL},
    {"ui64", 8, 64, FORMAT_UNSIGNED, 1, SDYRT_NPY_UINT, 0, 0, NULL, NULL},
    BYTE("f4E2M1FN", 4, f4e2m1fn, 0.5, 0.5),
    BYTE("f6E2M3FN", 6, f6e2m3fn, 0.1, 0.2),
    BYTE("f6E3M2FN", 6, f6e3m2fn, 0.1, 0.3),
    BYTE("f8E3M4", 8, f8e3m4, 0.1, 0.1),
    BYTE("f8E4M3", 8, f8e4m3, 0.1, 0.2),
    BYTE("f8E4M3FN", 8, f8e4m3fn, 0.1, 0.2),
    BYTE("f8E4M3FNUZ", 8, f8e4m3fnuz, 0.1, 0.2),
    BYTE("f8E4M3B11FNUZ", 8, f8e4m3b11fnuz, 0.1, 0.2),
    BYTE("f8E5M2", 8, f8e5m2, 0.1, 0.3),
    BYTE("f8E5M2FNUZ", 8, f8e5m2fnuz, 0.1, 0.3),
    BYTE("f8E8M0FNU", 8, f8e8m0fnu, 0, 1),
    {"bf16", 2, 16, FORMAT_BF16, 1, SDYRT_NPY_UINT, 1e-2, 2e-2, NULL, NULL},
    {"f16", 2, 16, FORMAT_F16, 1, SDYRT_NPY_FLOAT, 1e-3, 1e-2, NULL, NULL},
    {"f32", 4, 32, FORMAT_F32, 1, SDYRT_NPY_FLOAT, 1e-5, 1e-4, NULL, NULL},
    {"f64", 8, 64, FORMAT_F64, 1, SDYRT_NPY_FLOAT, 1e-12, 1e-9, NULL, NULL},
    {"complex<f32>", 8, 32, FORMAT_F32, 2, SDYRT_NPY_COMPLEX, 1e-5, 1e-4, NULL, NULL},
    {"complex<f64>", 16, 64, FORMAT_F64, 2, SDYRT_NPY_COMPLEX, 1e-12, 1e-9, NULL, NULL},
};
#undef BYTE
enum { ELEMENT_COUNT = sizeof elements / sizeof *elements };

static const struct element *find_element(const char *name, size_t length) {
    for (int i = 0; i < ELEMENT_COUNT; i++) {
        if (strlen(elements[i].name) == length && strncmp(elements[i].name, name, length) == 0) {
            return &elements[i];
        }
    }
    return NULL;
}

static const struct element *element_of(const struct sdyrt_value *value) {
    return find_element(value->element, strlen(value->element));
}

size_t sdyrt_element_bytes(const char *name) {
    const struct element *element = find_element(name, strlen(name));
    return element ? (size_t)element->bytes : 0;
}

/* -1 when the product overflows, as for bytes. */
static int64_t element_count(const struct sdyrt_value *value) {
    int64_t count = 1;
    for (int d = 0; d < value->rank; d++) {
        if (value->dims[d] < 0 || __builtin_mul_overflow(count, value->dims[d], &count)) {
            return -1;
        }
    }
    return count;
}

static int64_t value_bytes(const struct sdyrt_value *value) {
    int64_t count = element_count(value), bytes;
    int64_t each = (int64_t)sdyrt_element_bytes(value->element);
    return count < 0 || __builtin_mul_overflow(count, each, &bytes) ? -1 : bytes;
}

__attribute__((format(printf, 2, 3))) static bool fail(struct sdyrt_npy_error *error,
                                                       const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

const char *sdyrt_value_type(char text[256], const struct sdyrt_value *value) {
    size_t length = 0;
    text[0] = '\0';
    for (int d = 0; d < value->rank && length < 200; d++) {
        length += (size_t)snprintf(text + length, 256 - length, "%" PRId64 "x", value->dims[d]);
    }
    snprintf(text + length, 256 - length, "%s", value->element);
    return text;
}

static bool allocate(struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    char type[256];
    int64_t bytes = value_bytes(value);
    if (bytes >= 0 && bytes < INT64_MAX - 128) {
        value->data = aligned_alloc(64, ((size_t)bytes + 64) / 64 * 64);
    }
    return value->data || fail(error, "no memory for %s", sdyrt_value_type(type, value));
}

void sdyrt_value_free(struct sdyrt_value *value) {
    sdyrt_npy_release(value->data, value->mapped, value->mapped > 0 ? value_bytes(value) : 0);
    value->data = NULL;
    value->mapped = 0;
}

/* ---- single numbers -------------------------------------------------------------------------- */

static void store_integer(const struct element *element, void *at, int64_t number) {
    switch (element->bytes) {
    case 1:
        *(int8_t *)at = (int8_t)number;
        break;
    case 2:
        *(int16_t *)at = (int16_t)number;
        break;
    case 4:
        *(int32_t *)at = (int32_t)number;
        break;
    default:
        *(int64_t *)at = number;
    }
}

static void store_real(const struct element *element, void *at, double number) {
    switch (element->format) {
    case FORMAT_F64:
        *(double *)at = number;
        break;
    case FORMAT_F32:
        *(float *)at = (float)number;
        break;
    case FORMAT_F16:
        *(uint16_t *)at = sdyrt_convert_f64_f16(number);
        break;
    case FORMAT_BF16:
        *(uint16_t *)at = sdyrt_convert_f64_bf16(number);
        break;
    default:
        *(uint8_t *)at = element->narrow(number);
    }
}

static double load_real(const struct element *element, const void *at) {
    switch (element->format) {
    case FORMAT_F64:
        return *(const double *)at;
    case FORMAT_F32:
        return (double)*(const float *)at;
    case FORMAT_F16:
        return (double)sdyrt_convert_f16_f32(*(const uint16_t *)at);
    case FORMAT_BF16:
        return (double)sdyrt_convert_bf16_f32(*(const uint16_t *)at);
    default:
        return (double)element->widen(*(const uint8_t *)at);
    }
}

static uint64_t load_unsigned(const struct element *element, const void *at) {
    switch (element->bytes) {
    case 1:
        return *(const uint8_t *)at;
    case 2:
        return *(const uint16_t *)at;
    case 4:
        return *(const uint32_t *)at;
    default:
        return *(const uint64_t *)at;
    }
}

static int64_t load_signed(const struct element *element, const void *at) {
    int shift = 64 - 8 * element->bytes;
    return (int64_t)(load_unsigned(element, at) << shift) >> shift;
}

/* Reads one number at *text and moves past it. */
static bool read_integer(const struct element *element, const char **text, void *at,
                         struct sdyrt_npy_error *error) {
    char *end;
    errno = 0;
    bool negative = **text == '-', fits;
    if (element->format == FORMAT_UNSIGNED) {
        uint64_t number = strtoull(*text, &end, 0);
        fits = !negative && (element->bits == 64 || number >> element->bits == 0);
        store_integer(element, at, (int64_t)number);
    } else {
        int64_t number = strtoll(*text, &end, 0);
        int64_t half = element->bits == 64 ? INT64_MAX : ((int64_t)1 << (element->bits - 1)) - 1;
        fits = number <= half && number >= -half - 1;
        store_integer(element, at, number);
    }
    if (end == *text || (*end && !isspace((unsigned char)*end))) {
        return fail(error, "'%.20s' is no %s", *text, element->name);
    }
    if (errno == ERANGE || !fits) {
        return fail(error, "%.*s does not fit in %s", (int)(end - *text), *text, element->name);
    }
    *text = end;
    return true;
}

static bool read_bool(const char **text, void *at, struct sdyrt_npy_error *error) {
    static const char *const names[] = {"0", "1", "false", "true"};
    size_t length = strcspn(*text, " ");
    for (int i = 0; i < 4; i++) {
        if (strlen(names[i]) == length && strncmp(*text, names[i], length) == 0) {
            *(uint8_t *)at = i & 1;
            *text += length;
            return true;
        }
    }
    return fail(error, "'%.*s' is no i1: 0, 1, true or false", (int)length, *text);
}

static bool read_number(const struct element *element, const char **text, void *at,
                        struct sdyrt_npy_error *error) {
    if (element->format == FORMAT_BOOL) {
        return read_bool(text, at, error);
    }
    if (element->format <= FORMAT_UNSIGNED) {
        return read_integer(element, text, at, error);
    }
    char *end;
    double number = strtod(*text, &end);
    if (end == *text || (*end && !isspace((unsigned char)*end))) {
        return fail(error, "'%.20s' is no %s", *text, element->name);
    }
    store_real(element, at, number);
    *text = end;
    return true;
}

/* ---- filling a tensor ------------------------------------------------------------------------ */

static uint64_t mix(uint64_t bits) {
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    return bits ^ bits >> 31;
}

static void fill_random(const struct element *element, char *data, int64_t count, uint64_t seed) {
    size_t size = (size_t)(element->bytes / element->parts);
    for (int64_t i = 0; i < count * element->parts; i++) {
        uint64_t bits = mix(seed * 0x9e3779b97f4a7c15u + (uint64_t)i + 1);
        char *at = data + (size_t)i * size;
        if (element->format > FORMAT_UNSIGNED) {
            store_real(element, at, ((double)(bits >> 40) - 0x1p23) * 0x1p-23);
        } else {
            uint64_t range = element->bits < 4 ? (uint64_t)1 << element->bits : 16;
            int64_t low = element->format == FORMAT_SIGNED ? -(int64_t)(range / 2) : 0;
            store_integer(element, at, (int64_t)(bits % range) + low);
        }
    }
}

static bool fill_from_random(const struct element *element, const char *seed,
                             struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    char *end;
    errno = 0;
    uint64_t number = strtoull(seed, &end, 10);
    if (end == seed || *end || errno || *seed == '-') {
        return fail(error, "'%s' is no seed: random:SEED takes a whole number", seed);
    }
    fill_random(element, value->data, element_count(value), number);
    return true;
}

/* Numbers separated by spaces; a single one is repeated. */
static bool fill_from_numbers(const struct element *element, const char *text,
                              struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    char type[256];
    int64_t wanted = element_count(value) * element->parts, count = 0;
    size_t size = (size_t)(element->bytes / element->parts);
    char *data = value->data;
    char spare[16];
    while (*(text += strspn(text, " \t\n"))) {
        if (!read_number(element, &text, count < wanted ? data + (size_t)count * size : spare,
                         error)) {
            return false;
        }
        count++;
    }
    if (count == element->parts && wanted > count) {
        for (int64_t i = count; i < wanted; i++) {
            memcpy(data + (size_t)i * size, data + (size_t)(i % element->parts) * size, size);
        }
        return true;
    }
    return count == wanted || fail(error, "%" PRId64 " numbers for %s, which has %" PRId64, count,
                                   sdyrt_value_type(type, value), wanted);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool same_shape(const struct sdyrt_value *value, int rank, const int64_t *dims) {
    return value->rank == rank &&
           (rank == 0 || memcmp(value->dims, dims, (size_t)rank * sizeof *dims) == 0);
}

static bool is_stored_as(const struct element *element, const struct sdyrt_npy *array) {
    bool is_ours = element->format > FORMAT_UNSIGNED || (element->bits > 1 && element->bits < 8);
    bool raw = array->kind == SDYRT_NPY_RAW && is_ours;
    bool bits = element->format == FORMAT_F16 && array->kind == SDYRT_NPY_UINT;
    return array->element_bytes == element->bytes &&
           (array->kind == element->stored || raw || bits);
}

/* NumPy's extension types hold a number of few bits in the low end of a byte, whatever is above. */
static void extend_bytes(const struct element *element, struct sdyrt_value *value) {
    int64_t count = element_count(value);
    uint8_t *data = value->data;
    for (int64_t i = 0; i < count; i++) {
        uint8_t low = data[i] & (uint8_t)((1u << element->bits) - 1);
        bool is_negative = element->format == FORMAT_SIGNED && low >> (element->bits - 1);
        data[i] = is_negative ? (uint8_t)(low | 0xffu << element->bits) : low;
    }
}

/* Elements of less than 8 bits have bytes that are no value. */
static bool check_bytes(const struct element *element, const char *path,
                        const struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    if (element->bits >= 8) {
        return true;
    }
    int64_t count = element_count(value);
    const uint8_t *data = value->data;
    bool is_signed = element->format == FORMAT_SIGNED;
    int low = is_signed ? -(1 << (element->bits - 1)) : 0;
    for (int64_t i = 0; i < count; i++) {
        int number = is_signed ? (int8_t)data[i] : data[i];
        if (number < low || number >= low + (1 << element->bits)) {
            return fail(error, "%s: element %" PRId64 " is %d, which is no %s", path, i, number,
                        element->name);
        }
    }
    return true;
}

static bool read_file(const char *path, bool maps, const struct element *element,
                      struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    char type[256], stored[256], element_type[32];
    struct sdyrt_npy array = {0};
    int64_t bytes = value_bytes(value);
    /* A file of up to this size is read to say what is wrong with its shape. */
    const int64_t readable = 64 << 20;
    size_t most = (size_t)(bytes > readable ? bytes : readable);
    maps = maps && element->bits >= 8; /* others are checked, element by element */
    if (!(maps ? sdyrt_npy_map : sdyrt_npy_read)(path, most, &array, error)) {
        return false;
    }
    if (!same_shape(value, array.rank, array.shape) || !is_stored_as(element, &array) ||
        sdyrt_npy_bytes(&array) != bytes) {
        struct sdyrt_value found = {.element = "", .rank = array.rank};
        memcpy(found.dims, array.shape, sizeof found.dims);
        sdyrt_npy_type(element_type, sizeof element_type, &array);
        fail(error, "%s holds %s%s, but %s is needed%s", path, sdyrt_value_type(stored, &found),
             element_type, sdyrt_value_type(type, value),
             element->stored == SDYRT_NPY_UINT && element->format > FORMAT_UNSIGNED
                 ? " (as raw bits)"
                 : "");
        sdyrt_npy_free(&array);
        return false;
    }
    value->data = array.data;
    value->mapped = array.mapped;
    if (array.kind == SDYRT_NPY_RAW && element->bits < 8) {
        extend_bytes(element, value);
    }
    if (!check_bytes(element, path, value, error)) {
        sdyrt_value_free(value);
        return false;
    }
    return true;
}

/* The type before `=`, "2x3xf32": its extents, and its element type, or NULL after an error. */
static const struct element *read_type(const char *text, size_t length, int *rank, int64_t *dims,
                                       struct sdyrt_npy_error *error) {
    const char *at = text, *end = text + length;
    *rank = 0;
    while (at < end && isdigit((unsigned char)*at) && *rank < SDYRT_RANK) {
        char *next;
        dims[(*rank)++] = strtoll(at, &next, 10);
        if (*next != 'x') {
            fail(error, "'%.*s' is no type such as 2x3xf32", (int)length, text);
            return NULL;
        }
        at = next + 1;
    }
    const struct element *element = find_element(at, (size_t)(end - at));
    if (!element) {
        fail(error, "'%.*s' is no element type, as f32 is in 2x3xf32", (int)(end - at), at);
    }
    return element;
}

/* Checks the type before `=` against the one that is needed. */
static bool check_type(const char *text, size_t length, const struct sdyrt_value *expected,
                       struct sdyrt_npy_error *error) {
    char type[256];
    int64_t dims[SDYRT_RANK];
    int rank;
    const struct element *element = read_type(text, length, &rank, dims, error);
    if (!element) {
        return false;
    }
    if (!same_shape(expected, rank, dims) || strcmp(element->name, expected->element) != 0) {
        return fail(error, "a value of type %.*s, but %s is needed", (int)length, text,
                    sdyrt_value_type(type, expected));
    }
    return true;
}

/* Brackets, commas and complex numbers' parentheses count as spaces. */
static bool fill_from_text(const struct element *element, const char *text,
                           struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    char *numbers = strdup(text);
    for (char *c = numbers; c && *c; c++) {
        *c = strchr("[](),", *c) ? ' ' : *c;
    }
    bool done = numbers ? fill_from_numbers(element, numbers, value, error)
                        : fail(error, "no memory for the text of a value");
    free(numbers);
    return done;
}

static bool read_text(const char *text, const struct element *element, struct sdyrt_value *value,
                      struct sdyrt_npy_error *error) {
    const char *content = sdyrt_value_is_random(text) ? text : strchr(text, '=');
    if (!content) {
        return fail(error, "'%.60s' is no value: @file.npy or a type and numbers, 2x3xf32=0.5",
                    text);
    }
    if ((content > text && !check_type(text, (size_t)(content++ - text), value, error)) ||
        !allocate(value, error)) {
        return false;
    }
    bool done = sdyrt_value_is_random(content)
                    ? fill_from_random(element, content + strlen("random:"), value, error)
                    : fill_from_text(element, content, value, error);
    if (!done) {
        sdyrt_value_free(value);
    }
    return done;
}

static bool take_value(const char *text, bool maps, const struct sdyrt_value *expected,
                       struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    const struct element *element = element_of(expected);
    if (!element) {
        return fail(error, "values of type %s cannot be read", expected->element);
    }
    *value = *expected;
    value->data = NULL;
    value->mapped = 0;
    return text[0] == '@' ? read_file(text + 1, maps, element, value, error)
                          : read_text(text, element, value, error);
}

bool sdyrt_value_read(const char *text, const struct sdyrt_value *expected,
                      struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    return take_value(text, false, expected, value, error);
}

bool sdyrt_value_map(const char *text, const struct sdyrt_value *expected,
                     struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    return take_value(text, true, expected, value, error);
}

bool sdyrt_value_shape(const char *text, struct sdyrt_value *value, struct sdyrt_npy_error *error) {
    struct sdyrt_npy array;
    *value = (struct sdyrt_value){0};
    if (text[0] == '@') {
        if (!sdyrt_npy_describe(text + 1, &array, error)) {
            return false;
        }
        value->rank = array.rank;
        memcpy(value->dims, array.shape, sizeof value->dims);
        return true;
    }
    const struct element *element =
        read_type(text, strcspn(text, "="), &value->rank, value->dims, error);
    value->element = element ? element->name : NULL;
    return element != NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

bool sdyrt_value_write(const char *path, const struct sdyrt_value *value,
                       struct sdyrt_npy_error *error) {
    const struct element *element = element_of(value);
    if (!element) {
        return fail(error, "values of type %s cannot be written", value->element);
    }
    struct sdyrt_npy array = {.kind = element->stored,
                              .element_bytes = element->bytes,
                              .rank = value->rank,
                              .data = value->data};
    memcpy(array.shape, value->dims, sizeof array.shape);
    return sdyrt_npy_write(path, &array, error);
}

static void print_real(FILE *stream, const struct element *element, const void *at) {
    double number = load_real(element, at);
    if (element->format == FORMAT_F64) {
        fprintf(stream, "%.17g", number);
    } else {
        fprintf(stream, element->format == FORMAT_F32 ? "%.9g" : "%.5g", number);
    }
}

static void print_element(FILE *stream, const struct element *element, const char *at) {
    if (element->format <= FORMAT_UNSIGNED) {
        if (element->format == FORMAT_SIGNED) {
            fprintf(stream, "%" PRId64, load_signed(element, at));
        } else {
            fprintf(stream, "%" PRIu64, load_unsigned(element, at));
        }
    } else if (element->parts == 1) {
        print_real(stream, element, at);
    } else {
        fputc('(', stream);
        print_real(stream, element, at);
        fputc(',', stream);
        print_real(stream, element, at + element->bytes / 2);
        fputc(')', stream);
    }
}

void sdyrt_value_print(FILE *stream, const struct sdyrt_value *value) {
    enum { MOST = 1024 };
    char type[256];
    const struct element *element = element_of(value);
    int64_t count = element ? element_count(value) : 0;
    int64_t row = value->rank ? value->dims[value->rank - 1] : 1;
    fprintf(stream, "%s=", sdyrt_value_type(type, value));
    for (int64_t i = 0; i < count && i < MOST; i++) {
        bool starts = value->rank > 1 && i % row == 0;
        fputs(starts ? (i ? "][" : "[") : (i ? " " : ""), stream);
        print_element(stream, element, (const char *)value->data + (size_t)(i * element->bytes));
    }
    fputs(count > MOST ? " ..." : "", stream);
    fputs(value->rank > 1 && count > 0 ? "]\n" : "\n", stream);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool is_near(double got, double want, struct sdyrt_tolerance tolerance) {
    if (isnan(want) || isinf(want)) {
        return isnan(want) ? isnan(got) : got == want;
    }
    return fabs(got - want) <= tolerance.absolute + tolerance.relative * fabs(want);
}

/* Whether one element agrees; a complex one in both parts. */
static bool agrees(const struct element *element, const char *got, const char *want,
                   struct sdyrt_tolerance tolerance) {
    if (element->format <= FORMAT_UNSIGNED) {
        return memcmp(got, want, (size_t)element->bytes) == 0;
    }
    size_t size = (size_t)(element->bytes / element->parts);
    for (int part = 0; part < element->parts; part++) {
        size_t offset = (size_t)part * size;
        if (!is_near(load_real(element, got + offset), load_real(element, want + offset),
                     tolerance)) {
            return false;
        }
    }
    return true;
}

/* "[1, 2]": the place of an element. */
static void place_text(char text[256], const struct sdyrt_value *value, int64_t index) {
    int64_t place[SDYRT_RANK];
    for (int d = value->rank - 1; d >= 0; d--) {
        place[d] = index % value->dims[d];
        index /= value->dims[d];
    }
    size_t length = 0;
    for (int d = 0; d < value->rank && length < 200; d++) {
        length +=
            (size_t)snprintf(text + length, 256 - length, "%s%" PRId64, d ? ", " : "[", place[d]);
    }
    snprintf(text + length, 256 - length, "%s", value->rank ? "]" : "[]");
}

static void number_text(char text[64], const struct element *element, const char *at) {
    FILE *stream = fmemopen(text, 64, "w");
    if (stream) {
        print_element(stream, element, at);
        fclose(stream);
    }
    text[63] = '\0';
}

bool sdyrt_value_compare(const struct sdyrt_value *got, const struct sdyrt_value *want,
                         struct sdyrt_tolerance tolerance, struct sdyrt_npy_error *error) {
    const struct element *element = element_of(want);
    if (!element) {
        return fail(error, "values of type %s cannot be compared", want->element);
    }
    tolerance.absolute = tolerance.absolute < 0 ? element->absolute : tolerance.absolute;
    tolerance.relative = tolerance.relative < 0 ? element->relative : tolerance.relative;
    int64_t count = element_count(want), wrong = 0, first = 0;
    const char *a = got->data, *b = want->data;
    for (int64_t i = 0; i < count; i++) {
        size_t offset = (size_t)(i * element->bytes);
        if (!agrees(element, a + offset, b + offset, tolerance)) {
            first = wrong ? first : i;
            wrong++;
        }
    }
    if (wrong == 0) {
        return true;
    }
    char place[256], got_text[64] = "", want_text[64] = "";
    place_text(place, want, first);
    number_text(got_text, element, a + first * element->bytes);
    number_text(want_text, element, b + first * element->bytes);
    return fail(error,
                "%" PRId64 " of %" PRId64 " elements differ, first at %.80s: %s, expected %s",
                wrong, count, place, got_text, want_text);
}

/* ---- single parts ---------------------------------------------------------------------------- */

int sdyrt_element_parts(const char *name) {
    const struct element *element = find_element(name, strlen(name));
    return element ? element->parts : 0;
}

struct sdyrt_part sdyrt_value_part(const struct sdyrt_value *value, int64_t index) {
    const struct element *element = element_of(value);
    if (!element) {
        return (struct sdyrt_part){0};
    }
    const struct element part = {.bytes = element->bytes / element->parts};
    const char *at = (const char *)value->data + (size_t)index * (size_t)part.bytes;
    if (element->format == FORMAT_UNSIGNED || element->format == FORMAT_BOOL) {
        return (struct sdyrt_part){0, 0, (int64_t)load_unsigned(&part, at)};
    }
    int unused = 64 - element->bits; /* of a number of few bits: whatever the byte has above it */
    int64_t bits = (int64_t)(load_unsigned(&part, at) << unused) >> unused;
    if (element->format == FORMAT_SIGNED) {
        return (struct sdyrt_part){0, 0, bits};
    }
    /* A float's bits without the sign grow with its magnitude. */
    int64_t lowest = (int64_t)((uint64_t)-1 << (element->bits - 1));
    int64_t rank = bits < 0 ? lowest - bits : bits;
    if (strcmp(element->name, "f8E8M0FNU") == 0) {
        rank = (int64_t)load_unsigned(&part, at); /* has no sign */
    }
    return (struct sdyrt_part){1, load_real(element, at), rank};
}
