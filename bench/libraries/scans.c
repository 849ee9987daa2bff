/* Running sums beside the inclusive_scan of C++: there is no library that is taken for scans. */
#include "contest.h"
#include "scans_standard.h"

#include <stdio.h>
#include <string.h>

/* Along dimension `axis` of so many rows and columns. */
struct scan {
    const char *element, *operation;
    int rows, columns, axis;
};

static const struct scan scans[] = {
    {"f32", "add", 1, 1000, 1},      {"f32", "add", 1, 65536, 1},
    {"f32", "add", 1, 1048576, 1},   {"f32", "add", 1024, 1024, 1},
    {"f32", "add", 1024, 1024, 0},   {"f32", "add", 4000, 64, 0},
    {"f32", "add", 65536, 4, 0},     {"f32", "add", 4096, 16, 1},
    {"i32", "add", 1, 1048576, 1},   {"i32", "add", 1024, 1024, 1},
    {"f32", "maximum", 1, 65536, 1}, {"f32", "maximum", 1024, 1024, 1},
};

/* Rows of rows that are scanned one after the other: a line is every `step`-th element. */
static void compute(const struct contest *c, const void *what) {
    const struct scan *s = what;
    const long size = s->axis ? s->columns : s->rows, step = s->axis ? 1 : s->columns;
    const long lines = s->axis ? s->rows : s->columns, apart = s->axis ? s->columns : 1;
    for (long line = 0; line < lines; line++) {
        if (s->element[0] == 'i') {
            scan_sum_i32((const int32_t *)c->in[0] + line * apart,
                         (int32_t *)c->theirs + line * apart, size, step);
        } else {
            (s->operation[0] == 'a' ? scan_sum_f32
                                    : scan_max_f32)((const float *)c->in[0] + line * apart,
                                                    (float *)c->theirs + line * apart, size, step);
        }
    }
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct scan *s = what;
    const size_t columns = (size_t)s->columns, step = s->axis ? 1 : columns;
    const size_t count = s->axis ? index % columns : index / columns, first = index - count * step;
    long double sum = 0;
    for (size_t i = 0; i <= count; i++) {
        sum += contest_number("f32", c->in[0], first + i * step);
    }
    return sum;
}

static struct contest open_scan(const struct scan *s) {
    char type[64];
    const char *e = s->element;
    const int along = s->axis ? s->columns : s->rows;
    const char *first = s->operation[0] == 'a' ? e[0] == 'f' ? "0.0" : "0" : "0xFF800000";
    snprintf(type, sizeof type, "tensor<%dx%dx%s>", s->rows, s->columns, e);
    return contest_open(
        "func.func @main(%%x: %s) -> %s {\n"
        "  %%z = stablehlo.constant dense<%s> : tensor<%s>\n"
        "  %%y = \"stablehlo.reduce_window\"(%%x, %%z) <{window_dimensions = array<i64: %d, %d>, "
        "padding = dense<[[%d, 0], [%d, 0]]> : tensor<2x2xi64>}> ({\n"
        "  ^bb0(%%a: tensor<%s>, %%b: tensor<%s>):\n"
        "    %%s = stablehlo.%s %%a, %%b : tensor<%s>\n"
        "    stablehlo.return %%s : tensor<%s>\n"
        "  }) : (%s, tensor<%s>) -> %s\n"
        "  return %%y : %s\n}\n",
        type, type, first, e, s->axis ? 1 : along, s->axis ? along : 1, s->axis ? 0 : along - 1,
        s->axis ? along - 1 : 0, e, e, s->operation, e, e, type, e, type, type);
}

int main(void) {
    char name[CONTEST_NAME];
    struct table table = table_begin("Scans", "std::inclusive_scan");
    for (size_t i = 0; i < sizeof scans / sizeof *scans; i++) {
        const struct scan *s = &scans[i];
        const int is_sum = s->element[0] == 'f' && s->operation[0] == 'a';
        const struct rival rival = {compute, is_sum ? reference : NULL, 64, 0};
        struct contest c = open_scan(s);
        snprintf(name, sizeof name, "%s of %s, %dx%d along %d", s->operation, s->element, s->rows,
                 s->columns, s->axis);
        contest_play(&c, &table, name, &rival, s);
    }
    table_end(&table);
    return 0;
}
