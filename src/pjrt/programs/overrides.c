/* Options of XLA's compiler that a program sets: they mean nothing here, but a name that XLA has
 * not, or a value of another type than its, is a mistake there and here. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"

enum option_type {
    OPTION_BOOL,
    OPTION_INT32,
    OPTION_INT64,
    OPTION_FLOAT,
    OPTION_STRING,
    OPTION_ENUM,
    OPTION_ANY, /* is not looked at */
};
static const char *const type_names[] = {"bool", "int32", "int64", "float", "string", "enum"};

static const struct option {
    const char *name;
    enum option_type type;
} known_options[] = {
#define XLA_OPTION(name, type) {#name, OPTION_##type},
#include "pjrt/programs/xla_options.def"
    {"exec_time_optimization_effort", OPTION_ANY},
    {"memory_fitting_effort", OPTION_ANY},
    {"optimization_level", OPTION_ANY},
    {"memory_fitting_level", OPTION_ANY},
};

enum { /* a map's entry, and OptionOverrideProto, which has one of the fields */
       ENTRY_NAME = 1,
       ENTRY_VALUE = 2,
       VALUE_STRING = 1,
       VALUE_BOOL = 2,
       VALUE_INT = 3,
       VALUE_DOUBLE = 4
};

static bool is_text(const struct proto_field *field, const char *text) {
    return field->size == strlen(text) && memcmp(field->bytes, text, field->size) == 0;
}

static const struct option *find_option(const struct proto_field *name) {
    size_t at = 0, count = sizeof known_options / sizeof *known_options;
    while (at < count && !is_text(name, known_options[at].name)) {
        at++;
    }
    return at < count ? &known_options[at] : NULL;
}

/* --- values ----------------------------------------------------------------------------------- */

static int length_of(const struct proto_field *field) {
    return field->size < 100 ? (int)field->size : 100;
}

/* As XLA prints it. */
static void print_value(const struct proto_field *value, char *text, size_t size) {
    double real;
    if (value->number == VALUE_STRING) {
        snprintf(text, size, "%.*s", length_of(value), (const char *)value->bytes);
    } else if (value->number == VALUE_DOUBLE) {
        memcpy(&real, value->bytes, sizeof real);
        snprintf(text, size, "%g", real);
    } else {
        snprintf(text, size, "%" PRId64, (int64_t)value->value);
    }
}

/* A number is that, or the whole of a string. */
static bool is_integer(const struct proto_field *value, int64_t least, int64_t most) {
    char text[24], *end;
    if (value->number == VALUE_INT) {
        return (int64_t)value->value >= least && (int64_t)value->value <= most;
    }
    if (value->number != VALUE_STRING || value->size == 0 || value->size >= sizeof text) {
        return false;
    }
    print_value(value, text, sizeof text);
    errno = 0;
    long long number = strtoll(text, &end, 10);
    return *end == '\0' && errno == 0 && number >= least && number <= most;
}

static bool is_real(const struct proto_field *value) {
    char text[64], *end;
    if (value->number != VALUE_STRING) {
        return value->number == VALUE_DOUBLE || value->number == VALUE_INT;
    }
    print_value(value, text, sizeof text);
    strtod(text, &end);
    return value->size > 0 && value->size < sizeof text && *end == '\0';
}

static bool is_of_type(const struct proto_field *value, enum option_type type) {
    bool is_string = value->number == VALUE_STRING;
    switch (type) {
    case OPTION_BOOL:
        return value->number == VALUE_BOOL ||
               (is_string && (is_text(value, "True") || is_text(value, "False")));
    case OPTION_INT32:
        return is_integer(value, INT32_MIN, INT32_MAX);
    case OPTION_INT64:
        return is_integer(value, INT64_MIN, INT64_MAX);
    case OPTION_FLOAT:
        return is_real(value);
    case OPTION_STRING:
    case OPTION_ENUM: /* which cases there are is not known here */
        return is_string;
    case OPTION_ANY:
        return true;
    }
    return false;
}

/* --- an option -------------------------------------------------------------------------------- */

/* The last field of a message that a value may stand in; false where there is none. */
static bool read_value(struct proto_reader reader, struct proto_field *value) {
    static const enum proto_kind kinds[] = {[VALUE_STRING] = PROTO_BYTES,
                                            [VALUE_BOOL] = PROTO_VARINT,
                                            [VALUE_INT] = PROTO_VARINT,
                                            [VALUE_DOUBLE] = PROTO_FIXED64};
    struct proto_field field;
    bool found = false;
    while (proto_next(&reader, &field)) {
        if (field.number >= VALUE_STRING && field.number <= VALUE_DOUBLE &&
            field.kind == kinds[field.number]) {
            *value = field;
            found = true;
        }
    }
    return found;
}

static void refuse_value(struct compile_options *options, const struct option *option,
                         const struct proto_field *value) {
    char text[104];
    print_value(value, text, sizeof text);
    snprintf(options->refusal, sizeof options->refusal,
             "While setting option %s, '%s' is not a valid %s value.", option->name, text,
             type_names[option->type]);
}

void override_check(struct compile_options *options, struct proto_reader entry) {
    struct proto_field field, name = {0}, value = {0};
    bool has_value = false;
    while (proto_next(&entry, &field)) {
        if (field.number == ENTRY_NAME && field.kind == PROTO_BYTES) {
            name = field;
        } else if (field.number == ENTRY_VALUE && field.kind == PROTO_BYTES) {
            has_value = read_value(proto_message(field.bytes, field.size), &value);
        }
    }
    if (!name.bytes) {
        return;
    }
    const struct option *option = find_option(&name);
    if (!option) {
        snprintf(options->refusal, sizeof options->refusal, "No such compile option: '%.*s'",
                 length_of(&name), (const char *)name.bytes);
    } else if (has_value && !is_of_type(&value, option->type)) {
        refuse_value(options, option, &value);
    }
}
