/* Lines, names and literals of the emitted text. */
#include "codegen/emit/internal.h"

#include "symbols.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 100 };

static void indent(struct emitter *e) {
    for (int32_t i = 0; i < e->indent; i++) {
        buffer_add_bytes(e->out, "    ", 4);
    }
}

/* Where a line that is too long goes on in the next: its last space inside the margin. */
static const char *break_point(const char *at, size_t room) {
    const char *space = NULL;
    for (size_t i = 0; at[i] != '\0' && (i < room || space == NULL); i++) {
        space = at[i] == ' ' ? at + i : space;
    }
    return space;
}

/* Breaks lines for readers; tcc does not mind long ones. */
static void add_line(struct emitter *e, const char *format, va_list arguments, const char *end) {
    indent(e);
    size_t start = e->out->length;
    buffer_vprintf(e->out, format, arguments);
    buffer_add(e->out, end);
    size_t room = MARGIN - 4 * (size_t)e->indent;
    const char *line = e->out->text + start;
    if (e->form == EMIT_STRIPS || e->out->length - start <= room || line[0] == '#' ||
        strchr(line, '\n') != NULL || strstr(line, "/*") != NULL || strstr(line, "*/") != NULL) {
        buffer_add_char(e->out, '\n');
        return;
    }
    const char *rest = arena_copy(e->arena, line, strlen(line) + 1), *space;
    e->out->length = start;
    while (strlen(rest) > room && (space = break_point(rest, room)) != NULL) {
        buffer_add_bytes(e->out, rest, (size_t)(space - rest));
        buffer_add_char(e->out, '\n');
        indent(e);
        buffer_add(e->out, "        ");
        rest = space + 1;
        room = MARGIN - 8 - 4 * (size_t)e->indent;
    }
    buffer_add(e->out, rest);
    buffer_add_char(e->out, '\n');
}

/* One line of C at the current indentation. */
void emit_line(struct emitter *e, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_line(e, format, arguments, "");
    va_end(arguments);
}

/* A line that ends in an open brace; what follows stands one step further in. */
void emit_open(struct emitter *e, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_line(e, format, arguments, " {");
    e->indent++;
    va_end(arguments);
}

void emit_close(struct emitter *e) {
    e->indent--;
    emit_line(e, "}");
}

/* Text that lives as long as the emission. */
const char *emit_text(struct emitter *e, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if ((size_t)length < sizeof text) {
        return arena_copy(e->arena, text, (size_t)length + 1);
    }
    char *longer = arena_alloc(e->arena, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(longer, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return longer;
}

const char *emit_symbol(struct emitter *e, const char *format, ...) {
    char text[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *name = intern(e->names, text);
    if (pointer_map_get(&e->symbols, name) == NULL) {
        if (sdyrt_find_symbol(name) == NULL) {
            sdyc_bug("the runtime has no %s", name);
        }
        pointer_map_put(&e->symbols, name, (void *)(uintptr_t)name);
        *vector_push(&e->needs->symbols) = name;
    }
    return name;
}

void emit_header(struct emitter *e, const char *name) {
    for (size_t i = 0; i < e->needs->headers.count; i++) {
        if (strcmp(e->needs->headers.items[i], name) == 0) {
            return;
        }
    }
    *vector_push(&e->needs->headers) = name;
}

void emit_part(struct emitter *e, const char *name) {
    *vector_push(&e->needs->parts) = name;
}

const char *emit_temporary(struct emitter *e) {
    return emit_text(e, "t%" PRIu32, e->numbers.temporaries++);
}

const char *emit_integer(struct emitter *e, int64_t value) {
    if (value == INT64_MIN) {
        return "(-9223372036854775807LL - 1)";
    }
    bool wide = value > INT32_MAX || value < -INT32_MAX;
    return emit_text(e, wide ? "%" PRId64 "LL" : "%" PRId64, value);
}

struct integer emit_known_integer(struct emitter *e, int64_t value) {
    return (struct integer){emit_integer(e, value), true, value};
}

struct integer emit_unknown_integer(const char *text) {
    return (struct integer){.text = text};
}

const char *emit_low(const struct dimension *dim) {
    return dim->low == NULL ? "0" : dim->low;
}

/* A quiet NaN of this sign, which a division of zeros does not give. */
static const char *nan_text(struct emitter *e, bool negative, bool single) {
    const char *sign = negative ? "-" : "";
    if (e->form == EMIT_LOOPS) {
        return emit_text(e, "(%s__builtin_nan%s(\"\"))", sign, single ? "f" : "");
    }
    return single ? emit_text(e, "(*(float *)&(uint32_t){%su})",
                              negative ? "0xffc00000" : "0x7fc00000")
                  : emit_text(e, "(*(double *)&(uint64_t){%s000000000000ULL})",
                              negative ? "0xfff8" : "0x7ff8");
}

/* The shortest decimal that reads back as the same number, as a float or double constant. */
static const char *float_text(struct emitter *e, double value, bool single) {
    const char *suffix = single ? "f" : "";
    if (isnan(value)) {
        return nan_text(e, signbit(value) != 0, single);
    }
    if (isinf(value)) {
        return emit_text(e, "(%s%s / 0.0%s)", value < 0 ? "-1.0" : "1.0", suffix, suffix);
    }
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value) {
            break;
        }
    }
    const char *point = strpbrk(text, ".e") == NULL ? ".0" : "";
    bool negative = signbit(value) != 0;
    return emit_text(e, negative ? "(%s%s%s)" : "%s%s%s", text, point, suffix);
}

/* A complex constant is a real number, or what changes nothing of a sum: minus zero, both of it. */
static const char *complex_text(struct emitter *e, double real, bool single) {
    double imaginary = real == 0 ? real : 0;
    return emit_text(e, "%s(%s, %s)", single ? "complex64" : "complex128",
                     float_text(e, real, single), float_text(e, imaginary, single));
}

/* A constant as C spells it, in the type that arithmetic on it is done in. */
const char *emit_literal(struct emitter *e, const struct expr *expr) {
    switch (compute_type(expr->type)) {
    case ELEMENT_F32:
        return float_text(e, expr->real, true);
    case ELEMENT_F64:
        return float_text(e, expr->real, false);
    case ELEMENT_C64:
        return complex_text(e, expr->real, true);
    case ELEMENT_C128:
        return complex_text(e, expr->real, false);
    case ELEMENT_U32:
        return emit_text(e, "%" PRIu32 "u", (uint32_t)expr->integer);
    case ELEMENT_U64:
        return emit_text(e, "%" PRIu64 "ULL", (uint64_t)expr->integer);
    case ELEMENT_I1:
        return expr->integer != 0 ? "1" : "0";
    case ELEMENT_I8:
    case ELEMENT_I16:
    case ELEMENT_I32:
    case ELEMENT_I64:
        if (expr->integer < 0) {
            return emit_text(e, expr->integer == INT64_MIN ? "%s" : "(%s)",
                             emit_integer(e, expr->integer));
        }
        return emit_integer(e, expr->integer);
    default:
        return emit_integer(e, expr->integer);
    }
}

static void add_term(struct emitter *e, struct buffer *text, const char *variable, int64_t stride) {
    if (text->length != 0) {
        buffer_add(text, stride < 0 ? " - " : " + ");
    } else if (stride < 0) {
        buffer_add_char(text, '-');
    }
    buffer_add(text, variable);
    if (stride != 1 && stride != -1) {
        buffer_printf(text, " * %s", emit_integer(e, stride < 0 ? -stride : stride));
    }
}

struct integer emit_affine(struct emitter *e, const struct affine *affine, bool tile) {
    struct buffer text = {0};
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        const struct dimension *dim = &e->dims[d];
        if (affine->stride[d] == 0 || dim->at == NULL || (tile && dim->size == 1)) {
            continue;
        }
        const char *at = dim->at;
        if (tile && at == dim->low) {
            continue;
        }
        if (tile && dim->low != NULL) {
            at = emit_text(e, "(%s - %s)", at, dim->low);
        }
        add_term(e, &text, at, affine->stride[d]);
    }
    if (text.length == 0) {
        return emit_known_integer(e, affine->offset);
    }
    if (affine->offset != 0) {
        int64_t magnitude = affine->offset < 0 ? -affine->offset : affine->offset;
        buffer_printf(&text, affine->offset < 0 ? " - %s" : " + %s", emit_integer(e, magnitude));
    }
    const char *result = arena_copy(e->arena, text.text, text.length + 1);
    buffer_free(&text);
    return emit_unknown_integer(result);
}

const char *emit_condition(struct emitter *e, const struct guard *guards, uint32_t count) {
    const char *condition = NULL;
    for (uint32_t i = 0; i < count; i++) {
        int64_t least, most;
        affine_range(e->kernel, &guards[i].at, &least, &most);
        const char *at = emit_affine(e, &guards[i].at, false).text, *test = NULL;
        if (least < 0) {
            test = emit_text(e, "%s >= 0", at);
        }
        if (most >= guards[i].bound) {
            test = emit_text(e, "%s%s%s < %s", test != NULL ? test : "", test != NULL ? " && " : "",
                             at, emit_integer(e, guards[i].bound));
        }
        if (test != NULL) {
            condition = condition == NULL ? test : emit_text(e, "%s && %s", condition, test);
        }
    }
    return condition;
}

enum element compute_type(enum element element) {
    return element_info[element].compute;
}

bool is_complex(enum element element) {
    return element == ELEMENT_C64 || element == ELEMENT_C128;
}

enum element part_type(enum element element) {
    return element == ELEMENT_C64 ? ELEMENT_F32 : element == ELEMENT_C128 ? ELEMENT_F64 : element;
}

bool is_narrow(enum element element) {
    return element_info[compute_type(element)].bytes != element_info[element].bytes;
}

const char *const scalar_names[SCALAR_COUNT] = {
#define SCALAR(id, name, arity) [SCALAR_##id] = name,
#include "ops/scalar.def"
#undef SCALAR
};

const char *storage_tag(enum element element) {
    return element_info[element].tag;
}

const char *compute_tag(enum element element) {
    return storage_tag(compute_type(element));
}

const char *compute_c_type(enum element element) {
    return element_info[compute_type(element)].c_type;
}

uint32_t compute_bytes(enum element element) {
    return element_info[compute_type(element)].bytes;
}

const char *emit_comment(struct arena *arena, const char *text) {
    char *clean = arena_copy(arena, text, strlen(text) + 1);
    for (char *at = clean; *at != '\0'; at++) {
        bool end = (at[0] == '*' && at[1] == '/') || (at[0] == '/' && at[1] == '*');
        if (end || *at == '\\' || (at[0] == '?' && at[1] == '?') || !isprint((unsigned char)*at)) {
            *at = '.';
        }
    }
    size_t length = strlen(clean);
    if (length > 0 && (clean[length - 1] == '*' || clean[length - 1] == '/')) {
        clean[length - 1] = '.';
    }
    return clean;
}
