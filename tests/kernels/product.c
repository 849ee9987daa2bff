/* Products by every route, of every type: small whole numbers, of which every sum is exact, or
   numbers whose sums are rounded, within the bound that docs/reference/numbers.md states. Where the bits may
   not depend on tiles they are computed in tiles again. */
#include "families.h"

#include "blas.h"
#include "product_plan.h"
#include "product_shape.h"
#include "product_split.h"
#include "scale.h"

#include <math.h>
#include <string.h>

static const struct {
    enum element operand, result;
    const char *name;
} types[SDYRT_PRODUCT_TYPE_COUNT] = {
    [SDYRT_PRODUCT_F32] = {ELEMENT_F32, ELEMENT_F32, "f32"},
    [SDYRT_PRODUCT_F64] = {ELEMENT_F64, ELEMENT_F64, "f64"},
    [SDYRT_PRODUCT_BF16] = {ELEMENT_BF16, ELEMENT_BF16, "bf16"},
    [SDYRT_PRODUCT_BF16_F32] = {ELEMENT_BF16, ELEMENT_F32, "bf16 to f32"},
    [SDYRT_PRODUCT_F16] = {ELEMENT_F16, ELEMENT_F16, "f16"},
    [SDYRT_PRODUCT_F16_F32] = {ELEMENT_F16, ELEMENT_F32, "f16 to f32"},
    [SDYRT_PRODUCT_I8] = {ELEMENT_I8, ELEMENT_I8, "i8"},
    [SDYRT_PRODUCT_I16] = {ELEMENT_I16, ELEMENT_I16, "i16"},
    [SDYRT_PRODUCT_I32] = {ELEMENT_I32, ELEMENT_I32, "i32"},
    [SDYRT_PRODUCT_I64] = {ELEMENT_I64, ELEMENT_I64, "i64"},
    [SDYRT_PRODUCT_I8_I32] = {ELEMENT_I8, ELEMENT_I32, "i8 to i32"},
    [SDYRT_PRODUCT_U8_I32] = {ELEMENT_U8, ELEMENT_I32, "u8 to i32"},
    [SDYRT_PRODUCT_PRED] = {ELEMENT_I1, ELEMENT_I1, "i1"},
    [SDYRT_PRODUCT_C64] = {ELEMENT_C64, ELEMENT_C64, "c64"},
    [SDYRT_PRODUCT_C128] = {ELEMENT_C128, ELEMENT_C128, "c128"},
};

enum { MOST_WORK = 300000, FEW_TERMS = 8, BLOCK_TERMS = 256 };

/* --- the rows: a route without one does not build --- */

/* The least set of instructions for the types of a route, as product_routes.def names them. */
enum {
    NEEDS_REALS = SDYRT_SET_BASELINE,
    NEEDS_NUMBERS = SDYRT_SET_BASELINE,
    NEEDS_MASKED = SDYRT_SET_AVX512,
    NEEDS_TILED = SDYRT_SET_AMX,
    NEEDS_NARROW = SDYRT_SET_BASELINE,
    NEEDS_SMALL = SDYRT_SET_BASELINE,
    NEEDS_PAIRED = SDYRT_SET_BASELINE,
    NEEDS_BYTES = SDYRT_SET_VNNI,
    NEEDS_GROUPED = SDYRT_SET_AMX,
    NEEDS_COMPLEX = SDYRT_SET_BASELINE,
    NEEDS_MASKED_COMPLEX = SDYRT_SET_AVX2,
    NEEDS_TRUTH = SDYRT_SET_BASELINE
};

struct extents {
    int64_t m, n, k, count;
    int64_t work; /* the most products that it may have */
};

static struct extents sized(int64_t m, int64_t n, int64_t k, int64_t count) {
    return (struct extents){m, n, k, count, MOST_WORK};
}

/* Descriptors that a route is made for; it need not accept them. */
typedef struct extents extents_fn(struct dice *dice);

static struct extents extents_tiny(struct dice *dice) {
    return sized(dice_between(dice, 1, 6), dice_between(dice, 1, 6),
                 dice_between(dice, 1, SDYRT_TINY_DEPTH + 1),
                 dice_between(dice, SDYRT_TINY_COUNT - 2, 3 * SDYRT_TINY_COUNT));
}

static struct extents extents_vectors(struct dice *dice) {
    const int64_t size = dice_extent(dice, SDYRT_VECTORS_SIZE + 1);
    const struct extents right = sized(size, 1, dice_extent(dice, SDYRT_VECTORS_SIZE + 1),
                                       SDYRT_VECTORS_COUNT + dice_between(dice, -1, 20));
    const struct extents left = sized(1, size, right.k, right.count);
    return dice_one_in(dice, 2) ? right : left;
}

static struct extents extents_short(struct dice *dice) {
    const struct extents rows = sized(dice_extent(dice, 150), dice_between(dice, 1, 34),
                                      dice_extent(dice, 2 * SDYRT_SHORT_DEPTH), 1);
    const struct extents columns = sized(rows.n, rows.m, rows.k, 1);
    return dice_one_in(dice, 2) ? rows : columns;
}

static struct extents extents_dots(struct dice *dice) {
    return sized(dice_between(dice, 1, SDYRT_DOTS_MOST + 1), dice_extent(dice, 40),
                 dice_extent(dice, 3000), 1);
}

static struct extents extents_rows(struct dice *dice) {
    return sized(dice_between(dice, 1, SDYRT_ROWS_ROWS + 1), dice_extent(dice, 1500),
                 dice_extent(dice, 300), 1);
}

static struct extents extents_panels(struct dice *dice) {
    return sized(dice_extent(dice, 90), dice_extent(dice, 150), dice_extent(dice, 300), 1);
}

static struct extents extents_blocks(struct dice *dice) {
    return sized(dice_extent(dice, 400), dice_extent(dice, 300), dice_extent(dice, 600), 1);
}

/* Not many more than it takes, that is already much work; now and then as deep as several stretches
   of what is packed. */
static struct extents extents_split(struct dice *dice) {
    struct extents extents =
        sized(dice_between(dice, 64, 72), dice_between(dice, 64, 66),
              dice_between(dice, SDYRT_PRODUCT_SPLIT_DEPTH - 1, SDYRT_PRODUCT_SPLIT_DEPTH + 2), 1);
    if (dice_one_in(dice, 3)) {
        extents.k = dice_between(dice, 513, 700);
        extents.work = extents.m * extents.n * extents.k;
    }
    return extents;
}

static struct extents extents_blas(struct dice *dice) {
    return extents_panels(dice);
}

/* Of any route. */
static struct extents extents_any(struct dice *dice) {
    struct extents extents = extents_panels(dice);
    switch (dice_between(dice, 0, 5)) {
    case 0:
        extents.n = dice_between(dice, 1, 5);
        break;
    case 1:
        extents.m = dice_between(dice, 1, 8);
        break;
    case 2: /* more than is packed at a time */
        extents.k = dice_between(dice, 1000, 2300);
        break;
    default:
        break;
    }
    return extents;
}

/* Now and then more of one extent than a route packs at a time. */
static struct extents extents_pairs(struct dice *dice) {
    struct extents extents = extents_panels(dice);
    if (dice_one_in(dice, 4)) {
        extents.k = dice_between(dice, 1020, 2300);
    } else if (dice_one_in(dice, 4)) {
        extents.m = dice_between(dice, SDYRT_PAIRS_ROWS - 1, SDYRT_PAIRS_ROWS + 20);
    }
    return extents;
}

static struct extents extents_quads(struct dice *dice) {
    return extents_pairs(dice);
}

static struct extents extents_amx(struct dice *dice) {
    return extents_pairs(dice);
}

static struct extents extents_small_rows(struct dice *dice) {
    return sized(1, dice_extent(dice, 4200), dice_extent(dice, 300), 1);
}

static struct extents extents_quad_rows(struct dice *dice) {
    return extents_small_rows(dice);
}

static struct extents extents_small_dots(struct dice *dice) {
    return extents_small_rows(dice);
}

static struct extents extents_stream_rows(struct dice *dice) {
    return extents_rows(dice);
}

static struct extents extents_stream_panels(struct dice *dice) {
    struct extents extents = extents_rows(dice);
    extents.m = dice_between(dice, 1, SDYRT_STREAM_ROWS + 1);
    return extents;
}

static struct extents extents_wide_rows(struct dice *dice) {
    return extents_rows(dice);
}

static struct extents extents_wide_dots(struct dice *dice) {
    return extents_dots(dice);
}

static struct extents extents_wide_panels(struct dice *dice) {
    return extents_panels(dice);
}

static struct extents extents_wide_blocks(struct dice *dice) {
    return extents_blocks(dice);
}

static struct extents extents_complex_loops(struct dice *dice) {
    return sized(dice_extent(dice, 40), dice_extent(dice, 40),
                 dice_between(dice, 1, SDYRT_COMPLEX_DEPTH + 1), 1);
}

static struct extents extents_complex_vectors(struct dice *dice) {
    return extents_complex_loops(dice);
}

static struct extents extents_complex_rows(struct dice *dice) {
    return sized(1, dice_extent(dice, 1500), dice_extent(dice, 300), 1);
}

static struct extents extents_complex_dots(struct dice *dice) {
    return sized(1, dice_extent(dice, 40), dice_extent(dice, 4200), 1);
}

static struct extents extents_complex_panels(struct dice *dice) {
    struct extents extents = extents_panels(dice);
    if (dice_one_in(dice, 4)) {
        extents.k = dice_between(dice, 250, 600);
    } else if (dice_one_in(dice, 4)) {
        extents.m = dice_between(dice, 126, 140);
    }
    return extents;
}

static struct extents extents_truths(struct dice *dice) {
    return sized(dice_extent(dice, 90), dice_extent(dice, 600), dice_extent(dice, 90), 1);
}

static const struct {
    const char *name;
    extents_fn *extents;
    int needs; /* enum sdyrt_set */
} rows[SDYRT_PRODUCT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, TYPES, ...) {#name, extents_##name, NEEDS_##TYPES},
#include "product_routes.def"
};

static const char *route_name(int route) {
    return rows[route].name;
}

static bool must_take(int route, enum sdyrt_set set) {
    const bool is_there = route != SDYRT_PRODUCT_BLAS || sdyrt_blas_load();
    return (int)set >= rows[route].needs && is_there && route != SDYRT_PRODUCT_BLAS;
}

/* --- a problem --- */

struct problem {
    struct sdyrt_product what;
    struct sdyrt_product_plan plan;
    struct layout a, b, c; /* product, row, column */
    char *memory[3], *operands[3];
    bool accumulate, is_rounded;
    double scale[3]; /* of A, B and C; one at most is not 1 */
    /* dense: all of A, of B, and what C holds before and should then */
    struct number *of_a, *of_b, *before;
};

static int64_t size_within(int64_t extent, int64_t others, int64_t work) {
    return others > 0 && extent * others > work ? work / others : extent;
}

static void choose_extents(struct kernel_case *test, int route, struct sdyrt_product *what) {
    struct dice *dice = &test->dice;
    struct extents extents = dice_one_in(dice, 6) ? extents_any(dice) : rows[route].extents(dice);
    if (extents.count == 1 && extents.work == MOST_WORK && dice_one_in(dice, 4)) {
        extents.count = dice_between(dice, 2, 5);
    }
    extents.m = size_within(extents.m, extents.n * extents.k * extents.count, extents.work);
    extents.m = extents.m < 1 && !dice_one_in(dice, 30) ? 1 : extents.m;
    extents.k = size_within(extents.k, extents.m * extents.n * extents.count, extents.work);
    what->m = extents.m, what->n = extents.n, what->k = extents.k, what->count = extents.count;
    what->in_order = dice_one_in(dice, 4);
    what->direct = dice_one_in(dice, 2);
}

static void lay_out(struct kernel_case *test, struct problem *p) {
    struct sdyrt_product *w = &p->what;
    const int free = LAYOUT_GAPS | LAYOUT_APART | LAYOUT_NEGATIVE | LAYOUT_ORDER;
    struct layout *layouts[3] = {&p->a, &p->b, &p->c};
    const int64_t sizes[3][3] = {
        {w->count, w->m, w->k}, {w->count, w->k, w->n}, {w->count, w->m, w->n}};
    const bool is_plain = w->count >= SDYRT_VECTORS_COUNT || dice_one_in(&test->dice, 3);
    for (int i = 0; i < 3; i++) {
        /* products side by side, matrices by rows or columns; now and then in any order */
        const bool any = !is_plain && dice_one_in(&test->dice, 4);
        *layouts[i] = layout_random(&test->dice, 3, sizes[i], any ? free : 0);
        if (!any && dice_one_in(&test->dice, 2)) {
            const int64_t gap = is_plain ? 0 : dice_between(&test->dice, 0, 3);
            layouts[i]->stride[1] = 1;
            layouts[i]->stride[2] = sizes[i][1] + gap;
            layouts[i]->stride[0] = layouts[i]->stride[2] * sizes[i][2];
        } else if (!any) {
            const int64_t gap = is_plain ? 0 : dice_between(&test->dice, 0, 3);
            layouts[i]->stride[2] = 1;
            layouts[i]->stride[1] = sizes[i][2] + gap;
            layouts[i]->stride[0] = layouts[i]->stride[1] * sizes[i][1];
        }
        if (i < 2 && dice_one_in(&test->dice, 6)) {
            layouts[i]->offset -=
                layouts[i]->stride[0] < 0 ? -layouts[i]->stride[0] * (w->count - 1) : 0;
            layouts[i]->stride[0] = 0;
        }
        layouts[i]->span = layout_count(layouts[i]) > 0;
        for (int d = 0; d < 3 && layouts[i]->span > 0; d++) {
            const int64_t stride = layouts[i]->stride[d];
            layouts[i]->span += (stride < 0 ? -stride : stride) * (sizes[i][d] - 1);
        }
    }
    w->a_step = p->a.stride[0], w->a_row = p->a.stride[1], w->a_col = p->a.stride[2];
    w->b_step = p->b.stride[0], w->b_row = p->b.stride[1], w->b_col = p->b.stride[2];
    w->c_step = p->c.stride[0], w->c_row = p->c.stride[1], w->c_col = p->c.stride[2];
}

/* A tensor with all of its memory filled, and its elements as numbers. */
static struct number *fill(struct kernel_case *test, struct problem *p, int operand,
                           const struct layout *layout, enum element type) {
    const int most =
        p->what.type == SDYRT_PRODUCT_F16 || p->what.type == SDYRT_PRODUCT_BF16 ? 3 : 7;
    const int64_t bytes = element_bytes(type), count = layout_count(layout);
    p->operands[operand] = case_tensor(test, layout, bytes, &p->memory[operand]);
    struct number *numbers = case_numbers(test, count);
    for (int64_t i = 0; i < layout->span; i++) {
        struct number value = element_random(&test->dice, type, most);
        if (p->is_rounded) {
            value.re = dice_real(&test->dice), value.im = dice_real(&test->dice);
        }
        value.re *= p->scale[operand], value.im *= p->scale[operand];
        element_store(type, p->memory[operand], i, value);
    }
    for (int64_t i = 0; i < count; i++) {
        numbers[i] = element_load(type, p->memory[operand], layout_place(layout, i));
    }
    return numbers;
}

static void multiply(struct kernel_case *test, const struct problem *p,
                     const struct sdyrt_product *what, const char *a, const char *b, char *c) {
    const size_t bytes = sdyrt_product_scratch_of(what);
    char *scratch = case_memory(test, (bytes + 63) / 64 * 64, 64);
    case_call(test, (kernel_function *)sdyrt_product, 7,
              (union argument[]){
                  {what}, {&p->plan}, {a}, {b}, {c}, {.number = p->accumulate}, {scratch}});
}

/* --- what it should be --- */

/* The most frequent ones by themselves, to be quick, and so in registers of their own. */
static __attribute__((noinline)) double sum_of_reals(const struct number *a, const struct number *b,
                                                     int64_t step, int64_t count,
                                                     double *magnitude) {
    double sum = 0, size = 0;
    for (int64_t k = 0; k < count; k++) {
        const double product = a[k].re * b[k * step].re;
        sum += product;
        size += fabs(product);
    }
    *magnitude = size;
    return sum;
}

/* The sum of products of an element of C, and that of their magnitudes. */
static struct number sum_of(const struct problem *p, int64_t count, int64_t i, int64_t j,
                            double *magnitude) {
    const struct sdyrt_product *w = &p->what;
    const struct number *a = p->of_a + (count * w->m + i) * w->k;
    const struct number *b = p->of_b + count * w->k * w->n + j;
    struct number sum = {0, 0, 0};
    *magnitude = 0;
    if (element_is_float(types[w->type].operand) && element_is_float(types[w->type].result)) {
        sum.re = sum_of_reals(a, b, w->n, w->k, magnitude);
        return sum;
    }
    for (int64_t k = 0; k < w->k; k++) {
        const struct number x = a[k], y = b[k * w->n];
        if (w->type == SDYRT_PRODUCT_PRED) {
            sum.bits |= x.bits & y.bits;
            continue;
        }
        if (!element_is_complex(types[w->type].result)) {
            sum.bits += x.bits * y.bits;
            continue;
        }
        sum = number_add(sum, number_multiply(x, y));
        *magnitude += (fabs(x.re) + fabs(x.im)) * (fabs(y.re) + fabs(y.im));
    }
    return sum;
}

/* Terms are added in blocks, these to each other (docs/reference/numbers.md). */
static double bound_of(const struct problem *p, double magnitude, struct number wanted) {
    const enum element result = types[p->what.type].result;
    const enum element sums = element_bytes(result) == 2 ? ELEMENT_F32 : result;
    const double additions = (double)(p->what.k < BLOCK_TERMS ? p->what.k : BLOCK_TERMS) +
                             (double)p->what.k / BLOCK_TERMS + FEW_TERMS;
    const double rounding = element_unit(result) * (fabs(wanted.re) + fabs(wanted.im));
    return additions * element_unit(sums) * magnitude + 2 * rounding;
}

static void check_element(struct kernel_case *test, const struct problem *p, int64_t number,
                          struct number sum, double magnitude, char *expected) {
    const enum element result = types[p->what.type].result;
    const int64_t at = layout_place(&p->c, number);
    const struct number found = element_load(result, p->memory[2], at);
    struct number wanted = sum;
    if (p->accumulate) {
        wanted = number_add(sum, p->before[number]);
        wanted.bits =
            p->what.type == SDYRT_PRODUCT_PRED ? (sum.bits | p->before[number].bits) : wanted.bits;
        magnitude += fabs(p->before[number].re) + fabs(p->before[number].im);
    }
    element_store(result, expected, at, wanted);
    if (!p->is_rounded) {
        return;
    }
    const double error = hypot(found.re - wanted.re, found.im - wanted.im);
    if (!(error <= bound_of(p, magnitude, wanted))) {
        case_fail(test, "element %lld is %.9g + %.9gi, not %.9g + %.9gi", (long long)number,
                  found.re, found.im, wanted.re, wanted.im);
    }
    element_store(result, expected, at, found);
}

/* All of C: its elements, and what lies between them. `expected` is C as it was before. */
static void check(struct kernel_case *test, const struct problem *p, char *expected) {
    const struct sdyrt_product *w = &p->what;
    const int64_t bytes = element_bytes(types[w->type].result);
    for (int64_t number = 0; number < w->count * w->m * w->n; number++) {
        double magnitude;
        const struct number sum =
            sum_of(p, number / (w->m * w->n), number / w->n % w->m, number % w->n, &magnitude);
        check_element(test, p, number, sum, magnitude, expected);
    }
    case_compare(test, "the result", p->memory[2], expected, (size_t)(p->c.span * bytes));
}

/* Sums in order are the same in any tile. */
static void check_tiles(struct kernel_case *test, const struct problem *p, const char *before) {
    const struct sdyrt_product *w = &p->what;
    const int64_t operand = element_bytes(types[w->type].operand);
    const int64_t result = element_bytes(types[w->type].result);
    char *memory, *tiled = case_tensor(test, &p->c, result, &memory);
    const int64_t m = dice_between(&test->dice, 1, w->m), n = dice_between(&test->dice, 1, w->n);
    memcpy(memory, before, (size_t)(p->c.span * result));
    for (int64_t i = 0; i < w->m; i += m) {
        for (int64_t j = 0; j < w->n; j += n) {
            struct sdyrt_product tile = *w;
            struct problem part = *p;
            struct sdyrt_machine_class class = frame_class(test->set);
            double cycles;
            tile.m = w->m - i < m ? w->m - i : m;
            tile.n = w->n - j < n ? w->n - j : n;
            if (!sdyrt_product_plan_by((enum sdyrt_product_route)p->plan.route, &tile, &class,
                                       &part.plan, &cycles)) {
                part.plan = sdyrt_product_plan_now(&tile);
            }
            const int used = test->pages.used;
            multiply(test, &part, &tile, p->operands[0] + i * w->a_row * operand,
                     p->operands[1] + j * w->b_col * operand,
                     tiled + (i * w->c_row + j * w->c_col) * result);
            test->pages.used = used;
        }
    }
    case_compare(test, "the result in tiles", memory, p->memory[2], (size_t)(p->c.span * result));
}

/* Pieces of C by runs of any length, as many threads take them, are the same as all of it. */
static void check_pieces(struct kernel_case *test, const struct problem *p, const char *before) {
    const struct sdyrt_product *w = &p->what;
    const int64_t operand = element_bytes(types[w->type].operand);
    const int64_t result = element_bytes(types[w->type].result);
    char *memory, *joined = case_tensor(test, &p->c, result, &memory);
    struct sdyrt_product_pieces pieces = {.rows = dice_between(&test->dice, 1, w->m),
                                          .cols = dice_between(&test->dice, 1, w->n)};
    if (dice_one_in(&test->dice, 2)) { /* whole blocks, of which more routes make pieces */
        pieces.rows += 63 - (pieces.rows - 1) % 64;
        pieces.cols += 63 - (pieces.cols - 1) % 64;
    }
    pieces.down = (w->m + pieces.rows - 1) / pieces.rows;
    pieces.across = (w->n + pieces.cols - 1) / pieces.cols;
    const int64_t count = pieces.down * pieces.across;
    memcpy(memory, before, (size_t)(p->c.span * result));
    for (int64_t piece = 0, left = 0; piece < count;) {
        left = left > 0 ? left : dice_between(&test->dice, 1, count - piece);
        struct sdyrt_product_part part = {0, w->m, 0, w->n};
        const int64_t done = sdyrt_product_join(&pieces, &p->plan, piece, left, &part);
        struct sdyrt_product some = *w;
        some.m = part.row_end - part.row, some.n = part.col_end - part.col;
        const int used = test->pages.used;
        if (some.m > 0 && some.n > 0) {
            multiply(test, p, &some, p->operands[0] + part.row * w->a_row * operand,
                     p->operands[1] + part.col * w->b_col * operand,
                     joined + (part.row * w->c_row + part.col * w->c_col) * result);
        }
        test->pages.used = used;
        piece += done, left -= done;
    }
    case_compare(test, "the result in pieces", memory, p->memory[2], (size_t)(p->c.span * result));
}

static void describe(struct kernel_case *test, const struct problem *p) {
    const struct sdyrt_product *w = &p->what;
    case_describe(
        test,
        "product of %s by %s%s: %lld of %lldx%lldx%lld, a %lld %lld, b %lld %lld, "
        "c %lld %lld, steps %lld %lld %lld%s%s%s, depth %lld, scaled by %g and %g",
        types[w->type].name, rows[p->plan.route].name, p->plan.exchanged ? " exchanged" : "",
        (long long)w->count, (long long)w->m, (long long)w->n, (long long)w->k, (long long)w->a_row,
        (long long)w->a_col, (long long)w->b_row, (long long)w->b_col, (long long)w->c_row,
        (long long)w->c_col, (long long)w->a_step, (long long)w->b_step, (long long)w->c_step,
        p->accumulate ? ", accumulated" : "", w->in_order ? ", in order" : "",
        p->is_rounded ? ", rounded" : "", (long long)p->plan.depth, p->scale[0], p->scale[1]);
}

/* Mostly one that the route multiplies. */
static int64_t choose_type(struct dice *dice, int route) {
    const unsigned of_route = sdyrt_product_route_types(route);
    const bool any = dice_one_in(dice, 8);
    int64_t type;
    do {
        type = dice_between(dice, 0, SDYRT_PRODUCT_TYPE_COUNT - 1);
    } while (!any && (of_route >> type & 1) == 0);
    return type;
}

static void run_product(struct kernel_case *test) {
    struct problem p = {.what = {.type = 0}, .scale = {1, 1, 1}};
    const struct sdyrt_machine_class class = frame_class(test->set);
    const int route = (int)dice_between(&test->dice, 0, SDYRT_PRODUCT_ROUTE_COUNT - 1);
    double cycles;
    p.what.type = choose_type(&test->dice, route);
    choose_extents(test, route, &p.what);
    lay_out(test, &p);
    p.accumulate = dice_one_in(&test->dice, 2);
    p.is_rounded = element_unit(types[p.what.type].result) != 0 && dice_one_in(&test->dice, 3);
    p.scale[dice_between(&test->dice, 0, 1)] =
        scale_random(&test->dice, types[p.what.type].operand);
    if (!sdyrt_product_plan_by((enum sdyrt_product_route)route, &p.what, &class, &p.plan,
                               &cycles)) {
        p.plan = sdyrt_product_plan_now(&p.what);
    }
    describe(test, &p);
    case_takes(test, (int)p.plan.route);
    case_works(
        test, 2 * (double)(p.what.m * p.what.n * p.what.k * p.what.count),
        (double)(p.what.count * ((p.what.m * p.what.k + p.what.k * p.what.n) *
                                     element_bytes(types[p.what.type].operand) +
                                 p.what.m * p.what.n * element_bytes(types[p.what.type].result))));
    p.of_a = fill(test, &p, 0, &p.a, types[p.what.type].operand);
    p.of_b = fill(test, &p, 1, &p.b, types[p.what.type].operand);
    p.before = fill(test, &p, 2, &p.c, types[p.what.type].result);
    const size_t bytes = (size_t)(p.c.span * element_bytes(types[p.what.type].result));
    char *before = case_copy(test, p.memory[2], bytes);
    char *expected = case_copy(test, p.memory[2], bytes);
    case_protect(test, p.memory[0]);
    case_protect(test, p.memory[1]);
    multiply(test, &p, &p.what, p.operands[0], p.operands[1], p.operands[2]);
    check(test, &p, expected);
    if (p.what.in_order && p.what.m > 0 && p.what.n > 0 && p.what.count == 1) {
        check_tiles(test, &p, before);
    }
    if (p.what.m > 0 && p.what.n > 0 && p.what.count == 1) {
        check_pieces(test, &p, before);
    }
}

const struct kernel_family kernels_product = {.name = "product",
                                              .count = 2000,
                                              .run = run_product,
                                              .routes = SDYRT_PRODUCT_ROUTE_COUNT,
                                              .route_name = route_name,
                                              .must_take = must_take};
