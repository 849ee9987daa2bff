/* What moves elements and changes none: permutations, copies past the caches, woven rows. */
#include "families.h"

#include <string.h>

#include "stream.h"
#include "transpose_plan.h"
#include "weave_plan.h"

/* --- permutations and copies --- */

enum { MOVES_RANK = 5, MOVES_MOST = 60000, MOVES_LARGE = 400000 };

struct moved {
    int64_t bytes;
    struct layout from, to;
    char *operands[2], *memory[2], *expected;
};

static void lay_out(struct kernel_case *test, struct moved *m, int liberties) {
    struct dice *dice = &test->dice;
    int64_t size[MOVES_RANK], count = 1;
    const int64_t rank = dice_between(dice, 0, MOVES_RANK);
    const int64_t most = dice_one_in(dice, 25) ? MOVES_LARGE : MOVES_MOST;
    for (int64_t d = 0; d < rank; d++) {
        size[d] = dice_extent(dice, rank < 3 ? 700 : 40);
        size[d] = count * size[d] > most ? dice_between(dice, 1, 3) : size[d];
        count *= size[d];
    }
    m->bytes = (int64_t)1 << dice_between(dice, 0, 4);
    m->from = layout_random(dice, rank, size, liberties | LAYOUT_REPEATED);
    m->to = layout_random(dice, rank, size, liberties);
}

/* The operands, and the result as it should be. */
static void fill(struct kernel_case *test, struct moved *m) {
    const size_t in = (size_t)(m->from.span * m->bytes), out = (size_t)(m->to.span * m->bytes);
    const size_t alignment = m->bytes > 8 ? 8 : (size_t)m->bytes;
    m->memory[0] = case_random_bytes(test, in, alignment);
    m->memory[1] = case_random_bytes(test, out, alignment);
    m->operands[0] = m->memory[0] + m->from.offset * m->bytes;
    m->operands[1] = m->memory[1] + m->to.offset * m->bytes;
    m->expected = case_copy(test, m->memory[1], out);
    for (int64_t i = 0; i < layout_count(&m->from); i++) {
        memcpy(m->expected + layout_place(&m->to, i) * m->bytes,
               m->memory[0] + layout_place(&m->from, i) * m->bytes, (size_t)m->bytes);
    }
    case_protect(test, m->memory[0]);
    case_works(test, 0, (double)(in + out));
}

static void describe(struct kernel_case *test, const char *name, const struct moved *m) {
    const struct layout *f = &m->from, *t = &m->to;
    case_describe(test,
                  "%s of %lld bytes, rank %lld: sizes %lld %lld %lld %lld %lld, from %lld %lld "
                  "%lld %lld %lld, to %lld %lld %lld %lld %lld",
                  name, (long long)m->bytes, (long long)f->rank, (long long)f->size[0],
                  (long long)f->size[1], (long long)f->size[2], (long long)f->size[3],
                  (long long)f->size[4], (long long)f->stride[0], (long long)f->stride[1],
                  (long long)f->stride[2], (long long)f->stride[3], (long long)f->stride[4],
                  (long long)t->stride[0], (long long)t->stride[1], (long long)t->stride[2],
                  (long long)t->stride[3], (long long)t->stride[4]);
}

/* The rows: a route without one does not build. Items that a route is made for: of dimensions of
   any kind (rank 0), or else of so many, the last of which has so many elements of at most so many
   bytes. */
static const struct {
    int64_t rank, least, most, bytes;
    int needs; /* enum sdyrt_set */
} transpose_rows[SDYRT_TRANSPOSE_ROUTE_COUNT] = {
#define ITEMS_tiles                                                                                \
    { 0, 0, 0, 0, SDYRT_SET_BASELINE }
#define ITEMS_groups                                                                               \
    { 2, 2, 8, 2, SDYRT_SET_AVX2 }
#define ITEMS_lines                                                                                \
    { 2, 32, 3000, 8, SDYRT_SET_AVX2 }
#define ITEMS_long_runs                                                                            \
    { 3, 64, 100, 16, SDYRT_SET_BASELINE }
#define ITEMS_short_runs                                                                           \
    { 0, 0, 0, 0, SDYRT_SET_BASELINE }
#define ROUTE(name, ...) ITEMS_##name,
#include "transpose_routes.def"
};

/* A few rows or columns side by side, as three colours are, which become columns or rows. */
static void lay_out_narrow(struct kernel_case *test, struct moved *m) {
    struct dice *dice = &test->dice;
    int64_t size[2] = {dice_between(dice, 1, 9), dice_extent(dice, 300)};
    if (dice_one_in(dice, 2)) {
        size[1] = size[0];
        size[0] = dice_extent(dice, 300);
    }
    m->bytes = (int64_t)1 << dice_between(dice, 0, 2);
    m->from = m->to = layout_random(dice, 2, size, 0);
    m->to.stride[0] = 1;
    m->to.stride[1] = size[0];
}

static void lay_out_items(struct kernel_case *test, struct moved *m, int64_t route) {
    struct dice *dice = &test->dice;
    const int64_t rank = transpose_rows[route].rank;
    int64_t size[MOVES_RANK];
    if (route == SDYRT_TRANSPOSE_BY_TILES && dice_one_in(dice, 3)) {
        lay_out_narrow(test, m);
        return;
    }
    if (rank == 0) {
        lay_out(test, m, LAYOUT_GAPS | LAYOUT_APART | LAYOUT_NEGATIVE | LAYOUT_ORDER);
        return;
    }
    for (int64_t d = 0; d < rank - 1; d++) {
        size[d] = dice_between(dice, 1, 30);
    }
    size[rank - 1] = dice_between(dice, transpose_rows[route].least, transpose_rows[route].most);
    for (m->bytes = 1; 2 * m->bytes <= transpose_rows[route].bytes && dice_one_in(dice, 2);) {
        m->bytes *= 2;
    }
    const int apart = rank == 2 ? LAYOUT_APART : 0,
              gaps = route == SDYRT_TRANSPOSE_BY_GROUPS ? 0 : LAYOUT_GAPS;
    m->from = layout_random(dice, rank, size, apart | gaps | LAYOUT_NEGATIVE);
    m->to = layout_random(dice, rank, size, gaps);
}

static struct sdyrt_transpose normal_of(const struct moved *m) {
    struct sdyrt_transpose asked = {.bytes = m->bytes, .rank = m->from.rank};
    for (int64_t d = 0; d < m->from.rank; d++) {
        asked.size[d] = m->from.size[d];
        asked.from[d] = m->from.stride[d] * m->bytes;
        asked.to[d] = m->to.stride[d] * m->bytes;
    }
    asked.from_offset = m->from.offset * m->bytes;
    asked.to_offset = m->to.offset * m->bytes;
    return sdyrt_transpose_normal(&asked);
}

static void run_transpose(struct kernel_case *test) {
    const struct sdyrt_machine_class class = frame_class(test->set);
    const int64_t form = dice_between(&test->dice, 0, SDYRT_TRANSPOSE_ROUTE_COUNT - 1);
    const int64_t forced = dice_between(&test->dice, 0, SDYRT_TRANSPOSE_ROUTE_COUNT - 1);
    struct moved m;
    lay_out_items(test, &m, form);
    const struct sdyrt_transpose what = normal_of(&m);
    struct sdyrt_transpose_plan plan = sdyrt_transpose_choose(&what, &class);
    if (dice_one_in(&test->dice, 2)) {
        sdyrt_transpose_plan_by(forced, &what, &class, &plan);
    }
    describe(test, sdyrt_transpose_route_name(plan.route), &m);
    case_takes(test, (int)plan.route);
    fill(test, &m);
    case_run_planned(test, (kernel_function *)sdyrt_transpose, &what, &plan, m.memory,
                     sdyrt_transpose_tasks(&what, &plan), 0);
    case_compare(test, "the result", m.memory[1], m.expected, (size_t)(m.to.span * m.bytes));
}

static const char *transpose_route(int route) {
    return sdyrt_transpose_route_name(route);
}

static bool must_take_transpose(int route, enum sdyrt_set set) {
    return (int)set >= transpose_rows[route].needs;
}

static void run_stream(struct kernel_case *test) {
    struct moved m;
    lay_out(test, &m, LAYOUT_GAPS | LAYOUT_NEGATIVE | LAYOUT_ORDER);
    struct sdyrt_stream what = {.bytes = m.bytes, .rank = m.from.rank};
    memcpy(what.size, m.from.size, (size_t)m.from.rank * sizeof what.size[0]);
    memcpy(what.from, m.from.stride, (size_t)m.from.rank * sizeof what.from[0]);
    memcpy(what.to, m.to.stride, (size_t)m.from.rank * sizeof what.to[0]);
    describe(test, "copy", &m);
    case_takes(test, 0);
    fill(test, &m);
    case_run_tasks(test, (kernel_function *)sdyrt_stream, &what, m.operands,
                   sdyrt_stream_tasks(&what), sdyrt_stream_scratch(&what));
    case_compare(test, "the result", m.memory[1], m.expected, (size_t)(m.to.span * m.bytes));
}

/* --- woven rows --- */

enum { WEAVE_SOURCES = 24, WEAVE_MOST = 300000 };

static int64_t place_of(const struct sdyrt_weave *w, int64_t run, int64_t row, int64_t outer) {
    const int64_t source = w->source[run];
    return w->from[run] + row * w->step[source] + outer * w->outer_step[source];
}

/* Runs of some times `unit` bytes, of sources whose rows go forwards, backwards or nowhere. */
static void random_weave(struct dice *dice, struct sdyrt_weave *w, bool has_columns) {
    const int64_t unit = (int64_t)1 << dice_between(dice, 0, 3);
    const int64_t most = has_columns ? 1 : dice_between(dice, 1, 12);
    w->runs = has_columns ? dice_between(dice, 2, WEAVE_SOURCES) : dice_between(dice, 1, 9);
    w->sources = dice_between(dice, 1, w->runs);
    for (int64_t k = 0; k < w->runs; k++) {
        w->source[k] = k < w->sources ? k : dice_between(dice, 0, w->sources - 1);
        w->bytes[k] = unit * dice_between(dice, 1, most);
        w->from[k] = unit * dice_between(dice, 0, has_columns ? 0 : most);
        w->row += w->bytes[k];
    }
    w->rows = dice_extent(dice, 400);
    w->outer = dice_between(dice, 1, 3);
    w->outer_to = w->rows * w->row + (dice_one_in(dice, 2) ? dice_between(dice, 0, 40) : 0);
    for (int64_t i = 0; i < w->sources; i++) {
        w->step[i] = unit * dice_between(dice, -3 * most, 3 * most);
        w->step[i] = has_columns && dice_one_in(dice, 2) ? unit : w->step[i];
        w->step[i] = dice_one_in(dice, 5) ? 0 : w->step[i];
        w->outer_step[i] = unit * dice_between(dice, -100, 100);
    }
}

/* Rows of whole lines in so many blocks that they are written past the caches: all at the same place,
   or, where rows are all alike, each a row behind the one before. */
static void make_large(struct dice *dice, struct sdyrt_weave *w) {
    const bool is_alike = dice_one_in(dice, 2);
    const int64_t rest = -w->row & (SDYRT_LINE_BYTES - 1);
    w->bytes[0] += rest;
    w->row += rest;
    w->rows = dice_between(dice, 10, 100);
    w->outer = SDYRT_STREAM_BYTES / (w->rows * w->row) + 1;
    w->outer_to = is_alike ? w->row : 0;
    memset(w->outer_step, 0, sizeof w->outer_step);
    if (is_alike) {
        memset(w->step, 0, sizeof w->step);
    }
}

/* The least place that is read of a source becomes its first byte; as many as it has then. */
static int64_t settle_source(struct sdyrt_weave *w, int64_t source) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (int64_t k = 0; k < w->runs; k++) {
        for (int64_t corner = 0; w->source[k] == source && corner < 4; corner++) {
            const int64_t at =
                place_of(w, k, corner % 2 * (w->rows - 1), corner / 2 * (w->outer - 1));
            least = at < least ? at : least;
            most = at + w->bytes[k] > most ? at + w->bytes[k] : most;
        }
    }
    for (int64_t k = 0; k < w->runs; k++) {
        w->from[k] -= w->source[k] == source ? least : 0;
    }
    return most - least;
}

/* The rows: a route without one does not build. Rows that a route is made for have columns, many
   of one element each, or they have runs. */
static const struct {
    bool has_columns;
    int needs; /* enum sdyrt_set */
} weave_rows[SDYRT_WEAVE_ROUTE_COUNT] = {
#define COLUMNS_columns                                                                            \
    { true, SDYRT_SET_BASELINE }
#define COLUMNS_wide_vectors                                                                       \
    { false, SDYRT_SET_VNNI }
#define COLUMNS_short_vectors                                                                      \
    { false, SDYRT_SET_AVX2 }
#define COLUMNS_rows                                                                               \
    { false, SDYRT_SET_BASELINE }
#define ROUTE(name, ...) COLUMNS_##name,
#include "weave_routes.def"
};

/* Rows, and a plan: by a random route where it accepts them; for large ones by that which is chosen. */
static void choose_weave(struct kernel_case *test, struct sdyrt_weave *w,
                         struct sdyrt_weave_plan *plan) {
    const struct sdyrt_machine_class class = frame_class(test->set);
    const int64_t route = dice_between(&test->dice, 0, SDYRT_WEAVE_ROUTE_COUNT - 1);
    random_weave(&test->dice, w, weave_rows[route].has_columns || dice_one_in(&test->dice, 8));
    w->rows = w->rows == 0 ? 1 : w->rows;
    const bool is_large = dice_one_in(&test->dice, 60);
    if (is_large) {
        make_large(&test->dice, w);
    }
    if (is_large || !sdyrt_weave_plan_by(route, w, &class, plan)) {
        *plan = sdyrt_weave_choose(w, &class);
    }
}

/* Copied as described. */
static void expect_weave(const struct sdyrt_weave *w, char *const *operands, char *expected) {
    for (int64_t o = 0; o < w->outer; o++) {
        char *at = expected + o * w->outer_to;
        for (int64_t r = 0; r < w->rows; r++) {
            for (int64_t k = 0; k < w->runs; at += w->bytes[k], k++) {
                memcpy(at, operands[w->source[k]] + place_of(w, k, r, o), (size_t)w->bytes[k]);
            }
        }
    }
}

static void run_weave(struct kernel_case *test) {
    struct sdyrt_weave w = {.rows = 0};
    struct sdyrt_weave_plan plan;
    char *operands[WEAVE_SOURCES + 1];
    choose_weave(test, &w, &plan);
    case_describe(test, "%lld blocks of %lld rows of %lld bytes: %lld runs of %lld sources by %s",
                  (long long)w.outer, (long long)w.rows, (long long)w.row, (long long)w.runs,
                  (long long)w.sources, sdyrt_weave_route_name(plan.route));
    case_takes(test, (int)plan.route);
    for (int64_t i = 0; i < w.sources; i++) {
        operands[i] = case_random_bytes(test, (size_t)settle_source(&w, i), 1);
        case_protect(test, operands[i]);
    }
    const int64_t behind = dice_one_in(&test->dice, 2) ? dice_between(&test->dice, 0, 70) : 0;
    const size_t bytes = (size_t)((w.outer - 1) * w.outer_to + w.rows * w.row + behind);
    char *to = case_random_bytes(test, bytes, 1), *expected = case_copy(test, to, bytes);
    operands[w.sources] = to;
    expect_weave(&w, operands, expected);
    case_works(test, 0, 2 * (double)bytes);
    case_run_planned(test, (kernel_function *)sdyrt_weave, &w, &plan, operands,
                     sdyrt_weave_tasks(&w), sdyrt_weave_scratch(&w, &plan));
    case_compare(test, "the result", to, expected, bytes);
}

static const char *weave_route(int route) {
    return sdyrt_weave_route_name(route);
}

/* No set of instructions has those that permute bytes, processors of several sets do. */
static bool must_take_weave(int route, enum sdyrt_set set) {
    return (int)set >= weave_rows[route].needs &&
           (route != SDYRT_WEAVE_BY_WIDE_VECTORS || frame_class(set).has_vbmi);
}

const struct kernel_family kernels_transpose = {.name = "transpose",
                                                .count = 2400,
                                                .run = run_transpose,
                                                .routes = SDYRT_TRANSPOSE_ROUTE_COUNT,
                                                .route_name = transpose_route,
                                                .must_take = must_take_transpose};
const struct kernel_family kernels_stream = {.name = "stream",
                                             .count = 500,
                                             .run = run_stream,
                                             .routes = 1,
                                             .route_name = family_tasks,
                                             .must_take = family_takes_all};
const struct kernel_family kernels_weave = {.name = "weave",
                                            .count = 1500,
                                            .run = run_weave,
                                            .routes = SDYRT_WEAVE_ROUTE_COUNT,
                                            .route_name = weave_route,
                                            .must_take = must_take_weave};
