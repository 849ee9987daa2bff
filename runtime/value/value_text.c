#include "value_text.h"

#include <inttypes.h>
#include <string.h>

/* How the parts of a complex number, and lists, are written. */
struct style {
    const char *open, *between, *close;
    bool is_nested; /* on lines of their own */
};

static void print_type(FILE *stream, const struct sdyrt_value *value) {
    char type[256];
    fprintf(stream, "tensor<%s>", sdyrt_value_type(type, value));
}

static void print_part(FILE *stream, const struct sdyrt_value *value, int64_t index) {
    struct sdyrt_part part = sdyrt_value_part(value, index);
    if (part.is_real) {
        fprintf(stream, "%.6e", part.real);
    } else if (strcmp(value->element, "i1") == 0) {
        fputs(part.rank ? "true" : "false", stream);
    } else if (value->element[0] == 'u') {
        fprintf(stream, "%" PRIu64, (uint64_t)part.rank);
    } else {
        fprintf(stream, "%" PRId64, part.rank);
    }
}

static void print_element(FILE *stream, const struct sdyrt_value *value, int64_t index,
                          const struct style *style) {
    int parts = sdyrt_element_parts(value->element);
    fputs(parts > 1 ? style->open : "", stream);
    for (int p = 0; p < parts; p++) {
        fputs(p > 0 ? style->between : "", stream);
        print_part(stream, value, parts * index + p);
    }
    fputs(parts > 1 ? style->close : "", stream);
}

static void new_line(FILE *stream, int indent, const struct style *style) {
    if (style->is_nested) {
        fprintf(stream, "\n%*s", 2 * indent, "");
    }
}

/* The elements from `*index` on that dimension `dim` and those behind it have. */
static void print_list(FILE *stream, const struct sdyrt_value *value, int dim, int64_t *index,
                       const struct style *style) {
    bool is_last = dim + 1 == value->rank;
    fputc('[', stream);
    for (int64_t i = 0; i < value->dims[dim]; i++) {
        fputs(i == 0 ? "" : is_last || !style->is_nested ? ", " : ",", stream);
        if (is_last) {
            print_element(stream, value, (*index)++, style);
        } else {
            new_line(stream, dim + 2, style);
            print_list(stream, value, dim + 1, index, style);
        }
    }
    if (!is_last && value->dims[dim] > 0) {
        new_line(stream, dim + 1, style);
    }
    fputc(']', stream);
}

void sdyrt_value_print_nested(FILE *stream, const struct sdyrt_value *value) {
    static const struct style style = {"[", ", ", "]", true};
    int64_t index = 0;
    print_type(stream, value);
    fputs(" {", stream);
    if (value->rank == 0) {
        print_element(stream, value, 0, &style);
    } else {
        fputs("\n  ", stream);
        print_list(stream, value, 0, &index, &style);
        fputc('\n', stream);
    }
    fputc('}', stream);
}

static bool same_elements(const struct sdyrt_value *value, int64_t count) {
    int parts = sdyrt_element_parts(value->element);
    for (int64_t i = parts; i < parts * count; i++) {
        struct sdyrt_part a = sdyrt_value_part(value, i % parts), b = sdyrt_value_part(value, i);
        if (a.is_real ? memcmp(&a.real, &b.real, sizeof a.real) != 0 : a.rank != b.rank) {
            return false;
        }
    }
    return true;
}

void sdyrt_value_print_dense(FILE *stream, const struct sdyrt_value *value) {
    static const struct style style = {"(", ",", ")", false};
    int64_t count = 1, index = 0;
    for (int d = 0; d < value->rank; d++) {
        count *= value->dims[d];
    }
    fputs("dense<", stream);
    if (count > 0 && same_elements(value, count)) {
        print_element(stream, value, 0, &style);
    } else if (count > 0) {
        print_list(stream, value, 0, &index, &style);
    }
    fputs("> : ", stream);
    print_type(stream, value);
}
