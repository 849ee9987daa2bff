#include "fft.h"

#include "fft_line.h"
#include "product_tile.h"
#include "sizes.h"

#include <string.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "fft_thresholds.def"

/* Lines that are near each other are transformed side by side, each in a lane of the vectors; a
   longer one is cut into rows and columns, which are such lines. */

/* --- tasks --- */

static int64_t line_count(const struct sdyrt_fft *what) {
    int64_t lines = what->size > 0 ? 1 : 0;
    for (int64_t k = 0; k < what->rank; k++) {
        lines *= what->outer_size[k];
    }
    return lines;
}

static int is_shared(const struct sdyrt_fft_plan *plan) {
    return plan->route == SDYRT_FFT_BY_SHARED;
}

/* Units of which tasks are made: groups of lines side by side; lines; of a line that tasks share,
   groups of its columns or, in the second phase, of its rows. */
static int64_t units_of_line(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    if (!is_shared(plan)) {
        return 1;
    }
    return pieces(what->phase == 0 ? plan->points / plan->rows : plan->rows, FFT_LANES);
}

static int64_t unit_count(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    int64_t lines = line_count(what);
    if (plan->route != SDYRT_FFT_BY_SIDE) {
        return lines * units_of_line(what, plan);
    }
    int64_t lanes = plan->lane < 0 ? 1 : what->outer_size[plan->lane];
    return lines == 0 ? 0 : lines / lanes * pieces(lanes, FFT_LANES);
}

static int64_t units_of_task(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    int64_t points = plan->points * (plan->route != SDYRT_FFT_BY_SIDE ? 1 : FFT_LANES);
    points /= units_of_line(what, plan);
    return maximum(FFT_TASK_POINTS / maximum(points, 1), 1);
}

int64_t sdyrt_fft_tasks(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    return line_count(what) == 0 ? 0 : pieces(unit_count(what, plan), units_of_task(what, plan));
}

int64_t sdyrt_fft_phases(const struct sdyrt_fft_plan *plan) {
    return is_shared(plan) ? 2 : 1;
}

int64_t sdyrt_fft_shared(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    return is_shared(plan) ? what->size * line_count(what) : 0;
}

static int64_t number_bytes(const struct sdyrt_fft *what) {
    return what->type == SDYRT_PRODUCT_C64 ? 8 : 16;
}

static size_t lanes_scratch(const struct fft_passes *passes) {
    if (!passes->along) {
        return sdyrt_fft_lanes_scratch(&passes->side);
    }
    size_t columns = sdyrt_fft_lanes_scratch(&passes->line.columns);
    size_t rows = sdyrt_fft_lanes_scratch(&passes->line.rows);
    return columns > rows ? columns : rows;
}

/* Two lines, of the transform or of its convolution. */
static int64_t line_points(const struct fft_passes *passes) {
    int64_t points = passes->line.columns.size * passes->line.rows.size;
    return (points + 7) / 8 * 8;
}

/* Whether a task transforms whole lines that are cut, in two lines of its scratch. */
static int has_lines(const struct sdyrt_fft_plan *plan) {
    return plan->route == SDYRT_FFT_BY_ALONG;
}

size_t sdyrt_fft_scratch(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    struct fft_passes passes;
    if (line_count(what) == 0) {
        return 0;
    }
    sdyrt_fft_passes(plan, &passes);
    size_t lines = has_lines(plan) ? 2 * (size_t)(line_points(&passes) * number_bytes(what)) : 0;
    return lanes_scratch(&passes) + lines;
}

/* --- a task --- */

struct transforming {
    const struct sdyrt_fft *what;
    const struct sdyrt_fft_plan *plan;
    struct fft_passes passes;
    fft_group_fn *group;
    const struct fft_line_functions *functions;
    int64_t real_bytes;
    const char *table, *halves;
    char *scratch, *first, *second; /* lines */
};

static char *table_at(const struct transforming *t, int64_t entries) {
    return (char *)(uintptr_t)t->table + 2 * entries * t->real_bytes;
}

static struct fft_side moved(const struct transforming *t, struct fft_side side, int64_t count,
                             int64_t stride) {
    side.at += count * stride * t->real_bytes;
    return side;
}

/* A side of a line that begins at `at`: complex numbers, pairs of real ones, or single ones. */
static struct fft_side side_of(const struct transforming *t, char *at, int64_t stride,
                               int is_real) {
    if (!is_real) {
        return (struct fft_side){at, 2 * stride, 0, 1};
    }
    return t->plan->halves ? (struct fft_side){at, 2 * stride, 0, stride}
                           : (struct fft_side){at, stride, 0, FFT_NO_PART};
}

static struct fft_side from_side(const struct transforming *t, char *at) {
    return side_of(t, at, t->what->from, t->what->form == SDYRT_FFT_FROM_REAL);
}

static struct fft_side to_side(const struct transforming *t, char *at) {
    return side_of(t, at, t->what->to, t->what->form == SDYRT_FFT_TO_REAL);
}

static struct fft_side dense(char *at) {
    return (struct fft_side){at, 2, 0, 1};
}

static double scale_of(const struct sdyrt_fft *what) {
    return what->inverse ? 1 / (double)what->size : 1;
}

/* Columns [first, first + count) of a line, to a dense matrix of rows. */
static void run_columns(const struct transforming *t, struct fft_side from, char *matrix,
                        int64_t first, int64_t count, int swap) {
    const struct fft_long *line = &t->passes.line;
    int64_t columns = line->rows.size;
    int64_t wave = line->convolution != 0 ? line->size + line->convolution : 0;
    int64_t passes = sdyrt_fft_short_table(&line->columns);
    struct fft_group group = {.size = &line->columns,
                              .table = table_at(t, wave),
                              .from = {from.at, from.element * columns, from.element, from.part},
                              .to = {matrix, 2 * columns, 2, 1},
                              .lines = count,
                              .first = first,
                              .swap_in = swap,
                              .scale = 1,
                              .between =
                                  table_at(t, wave + passes + sdyrt_fft_short_table(&line->rows)),
                              .columns = columns};
    group.from = moved(t, group.from, first, group.from.lane);
    group.to = moved(t, group.to, first, group.to.lane);
    t->group(&group, t->scratch);
}

/* Rows [first, first + count) of the matrix, to the line. */
static void run_rows(const struct transforming *t, char *matrix, struct fft_side to, int64_t first,
                     int64_t count, int swap, double scale) {
    const struct fft_long *line = &t->passes.line;
    int64_t rows = line->columns.size, columns = line->rows.size;
    int64_t wave = line->convolution != 0 ? line->size + line->convolution : 0;
    struct fft_group group = {.size = &line->rows,
                              .table = table_at(t, wave + sdyrt_fft_short_table(&line->columns)),
                              .from = {matrix, 2, 2 * columns, 1},
                              .to = {to.at, to.element * rows, to.element, to.part},
                              .lines = count,
                              .swap_out = swap,
                              .scale = scale};
    group.from = moved(t, group.from, first, group.from.lane);
    group.to = moved(t, group.to, first, group.to.lane);
    t->group(&group, t->scratch);
}

static void run_both(const struct transforming *t, struct fft_side from, struct fft_side to,
                     int swap, double scale) {
    run_columns(t, from, t->second, 0, t->passes.line.rows.size, swap);
    run_rows(t, t->second, to, 0, t->passes.line.columns.size, swap, scale);
}

/* The transform of a line: by its rows and columns, or by those of its convolution. */
static void run_line(const struct transforming *t, struct fft_side from, struct fft_side to) {
    const struct fft_long *line = &t->passes.line;
    int64_t n = line->size, points = line->convolution;
    int swap = t->what->inverse != 0;
    double scale = scale_of(t->what);
    struct fft_side wave = dense(t->first);
    if (points == 0) {
        run_both(t, from, to, swap, scale);
        return;
    }
    t->functions->multiply(n, &from, &wave, t->table, swap, 0, 1);
    memset(t->first + 2 * n * t->real_bytes, 0, (size_t)(2 * (points - n) * t->real_bytes));
    run_both(t, wave, wave, 0, 1);
    t->functions->multiply(points, &wave, &wave, table_at(t, n), 0, 1, 1);
    run_both(t, wave, wave, 0, 1);
    t->functions->multiply(n, &wave, &to, t->table, 1, swap, scale);
}

static void run_along(const struct transforming *t, char *in, char *out) {
    struct fft_side from = from_side(t, in), to = to_side(t, out), line = dense(t->first);
    int64_t real_size = t->what->size, points = t->plan->points;
    switch (t->what->form) {
    case SDYRT_FFT_FROM_REAL:
        run_line(t, from, line);
        if (t->plan->halves) {
            t->functions->part_halves(points, &line, &to, t->halves);
        } else {
            t->functions->copy(real_size / 2 + 1, &line, &to);
        }
        break;
    case SDYRT_FFT_TO_REAL:
        if (t->plan->halves) {
            t->functions->join_halves(points, &from, &line, t->halves);
        } else {
            t->functions->extend(real_size, &from, &line);
        }
        run_line(t, line, to);
        break;
    default:
        run_line(t, from, to);
        break;
    }
}

static int64_t offset_of(const struct sdyrt_fft *what, const int64_t *strides, int64_t skipped,
                         int64_t number) {
    int64_t offset = 0;
    for (int64_t k = what->rank; k-- > 0;) {
        if (k != skipped) {
            offset += number % what->outer_size[k] * strides[k];
            number /= what->outer_size[k];
        }
    }
    return offset;
}

static int64_t from_parts(const struct sdyrt_fft *what) {
    return what->form == SDYRT_FFT_FROM_REAL ? 1 : 2;
}

static int64_t to_parts(const struct sdyrt_fft *what) {
    return what->form == SDYRT_FFT_TO_REAL ? 1 : 2;
}

/* A group of lines side by side. */
static void run_side(const struct transforming *t, char *const *operands, int64_t unit) {
    const struct sdyrt_fft *what = t->what;
    int64_t lane = t->plan->lane, lanes = lane < 0 ? 1 : what->outer_size[lane];
    int64_t groups = pieces(lanes, FFT_LANES), first = unit % groups * FFT_LANES;
    int64_t from = offset_of(what, what->outer_from, lane, unit / groups);
    int64_t to = offset_of(what, what->outer_to, lane, unit / groups);
    int64_t from_lane = lane < 0 ? 0 : what->outer_from[lane];
    int64_t to_lane = lane < 0 ? 0 : what->outer_to[lane];
    struct fft_group group = {.size = &t->passes.side,
                              .table = t->table,
                              .lines = minimum(FFT_LANES, lanes - first),
                              .form = what->form,
                              .real_size = what->size,
                              .swap_in = what->inverse != 0,
                              .swap_out = what->inverse != 0,
                              .scale = scale_of(what),
                              .halves = t->plan->halves ? t->halves : NULL};
    group.from = from_side(t, operands[0]);
    group.from = moved(t, group.from, from + first * from_lane, from_parts(what));
    group.from.lane = from_lane * from_parts(what);
    group.to = to_side(t, operands[1]);
    group.to = moved(t, group.to, to + first * to_lane, to_parts(what));
    group.to.lane = to_lane * to_parts(what);
    t->group(&group, t->scratch);
}

/* Some columns or rows of a line that tasks share. */
static void run_part(const struct transforming *t, char *const *operands, int64_t unit) {
    const struct sdyrt_fft *what = t->what;
    int64_t units = units_of_line(what, t->plan), number = unit / units;
    int64_t count = what->phase == 0 ? t->passes.line.rows.size : t->passes.line.columns.size;
    int64_t first = unit % units * FFT_LANES, some = minimum(FFT_LANES, count - first);
    char *matrix = operands[3] + 2 * what->size * number * t->real_bytes;
    int swap = what->inverse != 0;
    if (what->phase == 0) {
        struct fft_side from = from_side(t, operands[0]);
        from = moved(t, from, offset_of(what, what->outer_from, -1, number), 2);
        run_columns(t, from, matrix, first, some, swap);
    } else {
        struct fft_side to = to_side(t, operands[1]);
        to = moved(t, to, offset_of(what, what->outer_to, -1, number), 2);
        run_rows(t, matrix, to, first, some, swap, scale_of(what));
    }
}

static void run_unit(const struct transforming *t, char *const *operands, int64_t unit) {
    const struct sdyrt_fft *what = t->what;
    if (is_shared(t->plan)) {
        run_part(t, operands, unit);
    } else if (t->passes.along) {
        int64_t from = offset_of(what, what->outer_from, -1, unit) * from_parts(what);
        int64_t to = offset_of(what, what->outer_to, -1, unit) * to_parts(what);
        run_along(t, operands[0] + from * t->real_bytes, operands[1] + to * t->real_bytes);
    } else {
        run_side(t, operands, unit);
    }
}

void sdyrt_fft(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan,
               char *const *operands, int64_t task, char *scratch) {
    struct transforming t = {.what = what,
                             .plan = plan,
                             .group = sdyrt_fft_group(plan->isa, what->type),
                             .functions = sdyrt_fft_line_functions(what->type),
                             .real_bytes = number_bytes(what) / 2,
                             .table = operands[2],
                             .scratch = scratch};
    sdyrt_fft_passes(plan, &t.passes);
    t.halves = t.table + 2 * sdyrt_fft_passes_table(&t.passes) * t.real_bytes;
    t.first = scratch + lanes_scratch(&t.passes);
    t.second = t.first + (has_lines(plan) ? 2 * line_points(&t.passes) * t.real_bytes : 0);
    int64_t step = units_of_task(what, plan);
    int64_t end = minimum((task + 1) * step, unit_count(what, plan));
    for (int64_t unit = task * step; unit < end; unit++) {
        run_unit(&t, operands, unit);
    }
}
