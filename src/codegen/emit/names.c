#include "codegen/emit/names.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define DIGITS  "0123456789"

const char *c_string(struct arena *arena, const char *text) {
    const char *quoted = "";
    for (; *text != '\0'; text++) {
        bool is_plain = isalnum((unsigned char)*text) || strchr(" _-./:,'[]()=", *text) != NULL;
        quoted = arena_printf(arena, is_plain ? "%s%c" : "%s\\%03o", quoted, (unsigned char)*text);
    }
    return quoted;
}

/* Letters and digits of a text, with one underscore for whatever is between them. */
static const char *plain_name(struct arena *arena, const char *text) {
    char name[61];
    size_t length = 0;
    for (; *text != '\0' && length < sizeof name - 1; text++) {
        bool is_plain = strchr(LETTERS DIGITS, *text) != NULL && *text != '_';
        if (is_plain || (length > 0 && name[length - 1] != '_')) {
            name[length++] = is_plain ? *text : '_';
        }
    }
    length -= length > 0 && name[length - 1] == '_';
    name[length] = '\0';
    return arena_copy(arena, name, length + 1);
}

const char *c_argument_name(struct arena *arena, const struct argument *argument) {
    const char *label = argument->label != NULL ? argument->label : "";
    label += strncmp(label, "result", strlen("result")) == 0 ? strlen("result") : 0;
    const char *text = plain_name(arena, label);
    bool says_nothing = text[strspn(text, DIGITS)] == '\0';
    return says_nothing ? argument->name : arena_printf(arena, "%s_%s", argument->name, text);
}

/* Whether names that are made of this one are others already. */
static bool is_taken(const char *name, size_t count, const char *const *others) {
    static const char *const known[] = {
        "new",    "free",          "memory_size", "error",    "context",   "options",
        "status", "host",          "tensor",      "function", "functions", "calls",
        "entry",  "call_function", "data",        "run",      "rank",      "ranks",
        "sent",   "take",          "gather",      "digit",    "all",       "has_lost"};
    static const char *const ends[] = {"",      "_run",    "_inputs",  "_outputs",
                                       "_avx2", "_avx512", "_baseline"};
    enum { ENDS = sizeof ends / sizeof ends[0] };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcasecmp(name, known[i]) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t e = 0; e < ENDS * ENDS; e++) {
            char one[101], other[sizeof one];
            snprintf(one, sizeof one, "%s%s", name, ends[e / ENDS]);
            snprintf(other, sizeof other, "%s%s", others[i], ends[e % ENDS]);
            if (strcasecmp(one, other) == 0) {
                return true;
            }
        }
    }
    return strncmp(name, "sdyrt_", strlen("sdyrt_")) == 0 ||
           strncmp(name, "program_", strlen("program_")) == 0;
}

const char *c_entry_name(struct arena *arena, const char *function, size_t count,
                         const char *const *others) {
    const char *name = plain_name(arena, function);
    name = isdigit((unsigned char)name[0]) ? arena_printf(arena, "f%s", name) : name;
    const char *unique = name;
    for (int number = 1; unique[0] == '\0' || is_taken(unique, count, others); number++) {
        unique = arena_printf(arena, "%s%sf%d", name, name[0] != '\0' ? "_" : "", number);
    }
    return unique;
}

const char *c_upper(struct arena *arena, const char *name) {
    char *upper = arena_printf(arena, "%s", name);
    for (char *at = upper; *at != '\0'; at++) {
        *at = (char)toupper((unsigned char)*at);
    }
    return upper;
}

bool is_c_name(const char *text) {
    return text[0] != '\0' && strchr(DIGITS, text[0]) == NULL &&
           text[strspn(text, LETTERS DIGITS)] == '\0';
}

const char *c_pointer_type(struct arena *arena, const struct argument *argument) {
    const char *type = argument->element == ELEMENT_C64    ? "float"
                       : argument->element == ELEMENT_C128 ? "double"
                                                           : element_info[argument->element].c_type;
    return arena_printf(arena, "%s *", type);
}

const char *c_shape_text(struct arena *arena, const struct argument *argument,
                         const char *separator) {
    const char *text = "";
    for (uint32_t d = 0; d < argument->rank; d++) {
        text = arena_printf(arena, "%s%s%" PRId64, text, d > 0 ? separator : "", argument->dims[d]);
    }
    return text;
}

const char *c_strides_text(struct arena *arena, const struct argument *argument) {
    const char *text = "";
    for (uint32_t d = 0; d < argument->rank; d++) {
        text = arena_printf(arena, "%s%s%" PRId64, text, d > 0 ? ", " : "",
                            argument->strides ? argument->strides[d] : 0);
    }
    return text;
}

const char *c_type_text(struct arena *arena, const struct argument *argument) {
    const char *strides = c_strides_text(arena, argument);
    const char *layout = !argument->is_arranged ? ""
                         : argument->block < 0
                             ? ", two numbers in a byte, the first in its low half"
                         : argument->block > 0
                             ? arena_printf(arena, ", strides [%s], channels in blocks of %" PRId64,
                                            strides, argument->block)
                             : arena_printf(arena, ", strides [%s]", strides);
    return arena_printf(arena, "%s%s%s, %s[%" PRId64 "]%s", c_shape_text(arena, argument, "x"),
                        argument->rank > 0 ? "x" : "", element_info[argument->element].name,
                        element_info[argument->element].c_type, argument->elements, layout);
}
