/* Products of a few rows by narrow weights, with scales and zero points of any type, of columns and
   of blocks: small whole numbers, of which every sum is exact, or numbers whose sums are rounded,
   within the bound that docs/reference/numbers.md states. Some of the weights of 16 bits are widened
   a piece at a time instead (product_widened.h). */
#include "families.h"

#include "product_plan.h"
#include "product_weights_plan.h"
#include "product_widened.h"

#include <math.h>

enum {
    MOST_WORK = 300000,
    VECTOR = 16,
    MOST_BESIDE = 6,
    FEW_TERMS = 12,
    STRETCH_TERMS = 256,
    MOST_NUMBERS = 300
};

static const enum element types[SDYRT_WEIGHTS_TYPE_COUNT] = {
    [SDYRT_WEIGHTS_F32] = ELEMENT_F32,
#define WEIGHTS_TYPE(name, NAME, storage) [SDYRT_WEIGHTS_##NAME] = ELEMENT_##NAME,
#define PACKED_TYPE(name, NAME, storage, parts, is_signed)                                         \
    [SDYRT_WEIGHTS_##NAME] = sizeof(storage) == 1 ? ELEMENT_U8 : ELEMENT_U32,
#include "product_weights_types.def"
};

/* How many numbers of 4 bits an element has, 1 if it is one of its own; and whether they have signs. */
static const struct {
    int64_t count;
    bool is_signed;
} parts_of[SDYRT_WEIGHTS_TYPE_COUNT] = {
    [SDYRT_WEIGHTS_NONE] = {1, false},
    [SDYRT_WEIGHTS_F32] = {1, false},
#define WEIGHTS_TYPE(name, NAME, storage) [SDYRT_WEIGHTS_##NAME] = {1, false},
#define PACKED_TYPE(name, NAME, storage, parts, has_sign)                                          \
    [SDYRT_WEIGHTS_##NAME] = {parts, has_sign},
#include "product_weights_types.def"
};

struct extents {
    int64_t m, n, k;
};

/* --- the rows: a route without one does not build --- */

static struct extents extents_rows(struct dice *dice) {
    return (struct extents){dice_between(dice, 1, SDYRT_WEIGHTS_ROWS), dice_extent(dice, 3000),
                            dice_extent(dice, 300)};
}

/* Now and then more columns than are read together, or more terms than a sum has at once. */
static struct extents extents_tiles(struct dice *dice) {
    const struct extents wide = {dice_between(dice, 1, SDYRT_WEIGHTS_ROWS), dice_extent(dice, 3000),
                                 dice_extent(dice, 100)};
    const struct extents deep = {wide.m, dice_extent(dice, 100), dice_extent(dice, 1000)};
    return dice_one_in(dice, 2) ? wide : deep;
}

static struct extents extents_beside_dots(struct dice *dice) {
    return (struct extents){dice_between(dice, 1, SDYRT_WEIGHTS_ROWS), dice_extent(dice, 60),
                            dice_extent(dice, STRETCH_TERMS)};
}

/* Mostly whole vectors of columns. */
static struct extents extents_beside_rows(struct dice *dice) {
    const int64_t vectors = VECTOR * dice_between(dice, 1, 7);
    return (struct extents){dice_between(dice, 1, SDYRT_WEIGHTS_ROWS),
                            dice_one_in(dice, 8) ? dice_extent(dice, 100) : vectors,
                            dice_extent(dice, 600)};
}

static struct extents extents_dots(struct dice *dice) {
    return (struct extents){dice_between(dice, 1, SDYRT_WEIGHTS_ROWS), dice_extent(dice, 40),
                            dice_extent(dice, 5000)};
}

static struct extents extents_looked_up(struct dice *dice) {
    const int64_t m = dice_between(dice, 1, SDYRT_WEIGHTS_FEW);
    const struct extents wide = {m, dice_extent(dice, 3000), dice_extent(dice, 100)};
    const struct extents deep = {m, dice_extent(dice, 40), dice_extent(dice, 5000)};
    return dice_one_in(dice, 2) ? wide : deep;
}

/* As many rows as others take, and more; now and then more columns or terms than a piece has. */
static struct extents extents_panels(struct dice *dice) {
    const int64_t m = dice_between(dice, 1, 60);
    const struct extents some = {m, dice_extent(dice, 100), dice_extent(dice, 150)};
    const struct extents wide = {m, dice_extent(dice, 600), dice_extent(dice, 25)};
    const struct extents deep = {m, dice_extent(dice, 10), dice_extent(dice, 1500)};
    return dice_one_in(dice, 2) ? some : dice_one_in(dice, 2) ? wide : deep;
}

static struct extents extents_loops(struct dice *dice) {
    return (struct extents){dice_extent(dice, 40), dice_extent(dice, 90), dice_extent(dice, 300)};
}

static struct extents (*const rows[SDYRT_WEIGHTS_ROUTE_COUNT])(struct dice *dice) = {
#define ROUTE(name, ...) extents_##name,
#include "product_weights_routes.def"
};

static const char *route_name(int route) {
    return sdyrt_weights_route_name(route);
}

static bool must_take(int route, enum sdyrt_set set) {
    switch (route) {
    case SDYRT_WEIGHTS_BY_LOOPS:
    case SDYRT_WEIGHTS_BY_PANELS:
        return true;
    case SDYRT_WEIGHTS_BY_LOOKED_UP:
        return set >= SDYRT_SET_VNNI && frame_class(set).has_vbmi;
    case SDYRT_WEIGHTS_BY_TILES:
        return set >= SDYRT_SET_AMX;
    case SDYRT_WEIGHTS_BY_BESIDE_DOTS:
    case SDYRT_WEIGHTS_BY_BESIDE_ROWS:
        return set >= SDYRT_SET_AVX512;
    default:
        return set >= SDYRT_SET_AVX2;
    }
}

/* --- a problem --- */

/* An operand: two dimensions of elements. */
struct matrix {
    enum element type;
    struct layout layout;
    char *memory, *first;
    struct number *numbers; /* dense */
};

struct problem {
    struct sdyrt_weights what;
    struct sdyrt_weights_plan plan;
    struct matrix a, b, scale, zero, c; /* scale and zero: by blocks and columns */
    int64_t blocks;
    bool accumulate, is_rounded, is_widened;
    bool has_none;          /* weights that are infinite or no numbers */
    int64_t terms, columns; /* parts of an element that are terms, or columns; else 1 */
    bool are_beside;        /* parts of an element follow each other */
    int64_t numbers[8];     /* of parts */
    int64_t beside, row;    /* elements of b's numbers from one product to the next, and of a row */
};

/* The number of a part of an element, of `count` in a row. */
static int64_t place_of(const struct problem *p, int64_t element, int64_t part, int64_t parts,
                        int64_t count) {
    return p->are_beside ? element * parts + part : part * count + element;
}

/* Strides of elements and of their parts, from that of numbers. */
static int64_t part_stride(const struct problem *p, int64_t stride, int64_t parts, int64_t count) {
    return parts == 1 ? 0 : p->are_beside ? stride : stride * count;
}

static int64_t element_stride(const struct problem *p, int64_t stride, int64_t parts) {
    return p->are_beside ? stride * parts : stride;
}

static int64_t size_within(int64_t extent, int64_t others) {
    return others > 0 && extent * others > MOST_WORK ? MOST_WORK / others : extent;
}

static int64_t any_type(struct dice *dice) {
    return dice_between(dice, SDYRT_WEIGHTS_F32 + 1, SDYRT_WEIGHTS_TYPE_COUNT - 1);
}

static int64_t any_whole_type(struct dice *dice) {
    int64_t type;
    do {
        type = any_type(dice);
    } while (parts_of[type].count > 1);
    return type;
}

/* Of scales and zero points: none, of f32 mostly, or of any type. */
static int64_t any_type_or_none(struct dice *dice) {
    return dice_one_in(dice, 3)   ? SDYRT_WEIGHTS_NONE
           : dice_one_in(dice, 2) ? SDYRT_WEIGHTS_F32
                                  : any_whole_type(dice);
}

static void choose_block(struct dice *dice, struct sdyrt_weights *what) {
    static const int64_t usual[] = {16, 32, 64, 128, 48};
    what->block = dice_one_in(dice, 3)   ? (what->k > 0 ? what->k : 1)
                  : dice_one_in(dice, 3) ? dice_between(dice, 1, 70)
                                         : usual[dice_between(dice, 0, 4)];
}

/* Which part each term or column of an element is: mostly the one of its number. */
static void choose_order(struct dice *dice, struct problem *p, int64_t parts) {
    const bool is_shuffled = dice_one_in(dice, 3);
    for (int64_t i = 0; i < parts; i++) {
        p->numbers[i] = i;
    }
    for (int64_t i = parts - 1; i > 0 && is_shuffled; i--) {
        const int64_t other = dice_between(dice, 0, i), number = p->numbers[i];
        p->numbers[i] = p->numbers[other];
        p->numbers[other] = number;
    }
    p->what.order = 0;
    for (int64_t i = 0; i < parts; i++) {
        p->what.order |= i << (4 * p->numbers[i]);
    }
}

static void choose_extents(struct kernel_case *test, int route, struct sdyrt_weights *what) {
    struct dice *dice = &test->dice;
    const struct extents extents =
        rows[dice_one_in(dice, 8) ? SDYRT_WEIGHTS_BY_LOOPS : route](dice);
    what->n = extents.n;
    what->m = size_within(extents.m, what->n * extents.k);
    what->m = what->m < 1 && !dice_one_in(dice, 30) ? 1 : what->m;
    what->k = size_within(extents.k, what->m * what->n * what->count);
    choose_block(dice, what);
}

/* Dense in its second dimension where `dense` is 1, in its first where it is 0. */
static void make(struct kernel_case *test, const struct problem *p, struct matrix *matrix,
                 int64_t first, int64_t second, int dense) {
    const int64_t size[] = {first, second}, turned[] = {second, first};
    const int liberties = (int)dice_between(&test->dice, 0, 1) * LAYOUT_GAPS |
                          (dense < 0 ? LAYOUT_APART | LAYOUT_ORDER | LAYOUT_NEGATIVE : 0);
    struct layout *layout = &matrix->layout;
    *layout = layout_random(&test->dice, 2, dense == 0 ? turned : size, liberties);
    if (dense == 0) {
        const int64_t stride = layout->stride[0];
        layout->stride[0] = layout->stride[1], layout->stride[1] = stride;
        layout->size[0] = first, layout->size[1] = second;
    }
    matrix->first = case_tensor(test, layout, element_bytes(matrix->type), &matrix->memory);
    for (int64_t i = 0; i < layout->span; i++) {
        struct number value = element_random(&test->dice, matrix->type, 3);
        const bool is_float = element_is_float(matrix->type);
        if (matrix == &p->b && parts_of[p->what.type].count > 1) {
            value.bits = (uint64_t)dice_between(&test->dice, 0, UINT32_MAX);
        } else if (!is_float) {
            value.bits =
                (uint64_t)dice_between(&test->dice, matrix->type == ELEMENT_U8 ? 0 : -7, 7);
        } else if (p->is_rounded && !dice_one_in(&test->dice, 4)) {
            value.re = dice_real(&test->dice);
        }
        if (is_float && matrix == &p->b && p->has_none && dice_one_in(&test->dice, MOST_NUMBERS)) {
            const bool has_infinity = p->what.type != SDYRT_WEIGHTS_F8E4M3FN;
            value.re = has_infinity && dice_one_in(&test->dice, 2) ? INFINITY : NAN;
        }
        element_store(matrix->type, matrix->memory, i, value);
    }
    matrix->numbers = case_numbers(test, first * second);
    for (int64_t i = 0; i < first * second; i++) {
        matrix->numbers[i] = element_load(matrix->type, matrix->memory, layout_place(layout, i));
    }
}

static double real_of(const struct matrix *matrix, int64_t number) {
    const struct number *x = &matrix->numbers[number];
    return element_is_float(matrix->type) ? x->re : (double)(int64_t)x->bits;
}

/* A scale or zero point for each block and column, for each column, or for all. */
static void make_of_blocks(struct kernel_case *test, struct problem *p, struct matrix *matrix,
                           int64_t type, int64_t *row, int64_t *col, int64_t *part) {
    matrix->type = types[type];
    if (type == SDYRT_WEIGHTS_NONE) {
        return;
    }
    const int64_t n = p->what.n * p->columns;
    make(test, p, matrix, p->blocks, n, (int)dice_between(&test->dice, -1, 1));
    *row = matrix->layout.stride[0];
    *col = matrix->layout.stride[1];
    const bool same_rows = dice_one_in(&test->dice, 4), same_cols = dice_one_in(&test->dice, 4);
    for (int64_t i = 0; i < p->blocks * n; i++) {
        const int64_t block = same_rows ? 0 : i / n, at = same_cols ? 0 : i % n;
        matrix->numbers[i] = matrix->numbers[block * n + at];
    }
    *row = same_rows ? 0 : *row;
    *part = same_cols ? 0 : part_stride(p, *col, p->columns, p->what.n);
    *col = same_cols ? 0 : element_stride(p, *col, p->columns);
}

static void make_operands(struct kernel_case *test, struct problem *p, int route) {
    struct sdyrt_weights *w = &p->what;
    const bool any = dice_one_in(&test->dice, 8);
    const bool is_by_rows = route == SDYRT_WEIGHTS_BY_ROWS || route == SDYRT_WEIGHTS_BY_TILES ||
                            route == SDYRT_WEIGHTS_BY_BESIDE_ROWS;
    const int by_rows = any ? -1 : is_by_rows;
    p->blocks = w->k > 0 ? (w->k + w->block - 1) / w->block : 1;
    const bool are_columns = by_rows == 0; /* of the products, one after the other */
    make(test, p, &p->a, w->count * w->m, w->k * p->terms, dice_one_in(&test->dice, 4) ? -1 : 1);
    make(test, p, &p->b, are_columns ? w->count * w->k : w->k, are_columns ? w->n : w->count * w->n,
         by_rows);
    make(test, p, &p->c, w->count * w->m, w->n * p->columns, any ? -1 : 1);
    make_of_blocks(test, p, &p->scale, w->scale_type, &w->scale_row, &w->scale_col, &w->scale_part);
    make_of_blocks(test, p, &p->zero, w->zero_type, &w->zero_row, &w->zero_col, &w->zero_part);
    w->a_row = p->a.layout.stride[0];
    w->a_part = part_stride(p, p->a.layout.stride[1], p->terms, w->k);
    w->a_col = element_stride(p, p->a.layout.stride[1], p->terms);
    w->a_block = w->block * w->a_col;
    w->b_row = p->b.layout.stride[0], w->b_col = p->b.layout.stride[1];
    w->c_row = p->c.layout.stride[0];
    p->beside = are_columns ? w->k * w->n : w->n;
    p->row = are_columns ? w->n : w->count * w->n;
    w->a_step = w->m * w->a_row;
    w->b_step = are_columns ? w->k * w->b_row : w->n * w->b_col;
    w->c_step = w->m * w->c_row;
    w->c_part = part_stride(p, p->c.layout.stride[1], p->columns, w->n);
    w->c_col = element_stride(p, p->c.layout.stride[1], p->columns);
}

/* --- what it should be --- */

/* A weight: an element, or a part of one. */
static double weight_of(const struct problem *p, int64_t number, int64_t part) {
    if (parts_of[p->what.type].count == 1) {
        return real_of(&p->b, number);
    }
    const int64_t bits = (int64_t)(p->b.numbers[number].bits >> (4 * part) & 15);
    return (double)(parts_of[p->what.type].is_signed && bits > 7 ? bits - 16 : bits);
}

/* The sum of an element of C, and that of the magnitudes of all that is added. */
static double sum_of(const struct problem *p, int64_t i, int64_t j, double *magnitude) {
    const struct sdyrt_weights *w = &p->what;
    const int64_t n = w->n * p->columns, terms = w->k * p->terms;
    const int64_t col = p->are_beside ? j / p->columns : j % w->n;
    const int64_t own = p->are_beside ? j % p->columns : j / w->n;
    double sum = 0;
    *magnitude = 0;
    for (int64_t t = 0; t < terms; t++) {
        const int64_t k = t / p->terms, part = t % p->terms, block = k / w->block * n + j;
        const int64_t at = i * terms + place_of(p, k, part, p->terms, w->k);
        const int64_t number = i / w->m * p->beside + k * p->row + col;
        const double weight = weight_of(p, number, p->numbers[own + part]);
        const double a = real_of(&p->a, at);
        const double zero = w->zero_type == SDYRT_WEIGHTS_NONE ? 0 : real_of(&p->zero, block);
        const double scale = w->scale_type == SDYRT_WEIGHTS_NONE ? 1 : real_of(&p->scale, block);
        sum += a * (weight - zero) * scale;
        *magnitude += fabs(a) * (fabs(weight) + fabs(zero)) * fabs(scale);
    }
    return sum;
}

static void check_element(struct kernel_case *test, const struct problem *p, int64_t number,
                          char *expected) {
    const struct sdyrt_weights *w = &p->what;
    const int64_t at = layout_place(&p->c.layout, number);
    const double found = element_load(ELEMENT_F32, p->c.memory, at).re;
    const int64_t n = w->n * p->columns;
    double magnitude, wanted = sum_of(p, number / n, number % n, &magnitude);
    if (p->accumulate) {
        wanted += real_of(&p->c, number);
        magnitude += fabs(real_of(&p->c, number));
    }
    const int64_t terms = w->k * p->terms;
    const int64_t stretch = terms < STRETCH_TERMS ? terms : STRETCH_TERMS;
    const double additions = (double)(stretch + terms / STRETCH_TERMS + FEW_TERMS);
    const double bound = p->is_rounded ? additions * element_unit(ELEMENT_F32) * magnitude : 0;
    const bool is_bound = isinf(wanted) ? found == wanted : fabs(found - wanted) <= bound;
    if (isnan(wanted) ? !isnan(found) : !is_bound) {
        case_fail(test, "element %lld is %.9g, not %.9g", (long long)number, found, wanted);
    }
    element_store(ELEMENT_F32, expected, at, (struct number){found, 0, 0});
}

static void describe(struct kernel_case *test, const struct problem *p) {
    const struct sdyrt_weights *w = &p->what;
    case_describe(
        test,
        "weights of %s by %s: %lld of %s, %lldx%lldx%lld, parts %lld%s %lld %lld, "
        "a %lld %lld, b %lld %lld, c %lld %lld, "
        "blocks of %lld, scales %s %lld %lld, zero points %s %lld %lld%s%s%s",
        element_name(types[w->type]),
        p->is_widened ? "widened pieces" : route_name((int)p->plan.route), (long long)w->count,
        element_name(p->a.type), (long long)w->m, (long long)w->n, (long long)w->k,
        (long long)parts_of[w->type].count, parts_of[w->type].is_signed ? " signed" : "",
        (long long)w->a_part, (long long)w->c_part, (long long)w->a_row, (long long)w->a_col,
        (long long)w->b_row, (long long)w->b_col, (long long)w->c_row, (long long)w->c_col,
        (long long)w->block,
        w->scale_type == SDYRT_WEIGHTS_NONE ? "none" : element_name(p->scale.type),
        (long long)w->scale_row, (long long)w->scale_col,
        w->zero_type == SDYRT_WEIGHTS_NONE ? "none" : element_name(p->zero.type),
        (long long)w->zero_row, (long long)w->zero_col, p->accumulate ? ", accumulated" : "",
        p->is_rounded ? ", rounded" : "", p->has_none ? ", some infinite or no numbers" : "");
}

static void multiply(struct kernel_case *test, const struct problem *p) {
    char *operands[] = {p->a.first, p->b.first, p->scale.first, p->zero.first};
    const bool are_many = sdyrt_weights_are_widened(p->what.m, p->what.a_type);
    char *scratch =
        case_memory(test, are_many ? SDYRT_WEIGHTS_MANY_SCRATCH : SDYRT_WEIGHTS_SCRATCH, 64);
    case_call(test, (kernel_function *)sdyrt_weights, 6,
              (union argument[]){{&p->what},
                                 {&p->plan},
                                 {operands},
                                 {p->c.first},
                                 {.number = p->accumulate},
                                 {scratch}});
}

/* --- widened --- */

static bool may_be_widened(const struct sdyrt_weights *w) {
    return w->count == 1 && w->a_type == SDYRT_WEIGHTS_F32 &&
           (w->type == SDYRT_WEIGHTS_BF16 || w->type == SDYRT_WEIGHTS_F16) &&
           w->scale_type == SDYRT_WEIGHTS_NONE && w->zero_type == SDYRT_WEIGHTS_NONE;
}

static void multiply_widened(struct kernel_case *test, const struct problem *p) {
    const struct sdyrt_weights *w = &p->what;
    const bool is_bf16 = w->type == SDYRT_WEIGHTS_BF16;
    const struct sdyrt_machine_class class = frame_class(test->set);
    const struct sdyrt_product product = {
        .type = is_bf16 ? SDYRT_PRODUCT_BF16 : SDYRT_PRODUCT_F16,
        .count = 1,
        .m = w->m,
        .n = w->n,
        .k = w->k,
        .a_row = w->a_row,
        .a_col = w->a_col,
        .b_row = w->b_row,
        .b_col = w->b_col,
        .c_row = w->c_row,
        .c_col = w->c_col,
    };
    const struct sdyrt_product piece = sdyrt_product_widened_piece(&product);
    struct sdyrt_product_choice choice;
    sdyrt_product_choose(&piece, &class, &choice);
    char *scratch = case_memory(test, SDYRT_PRODUCT_WIDENED_BYTES + SDYRT_KERNEL_SCRATCH, 64);
    case_call(test, (kernel_function *)sdyrt_product_widened, 7,
              (union argument[]){{&product},
                                 {&choice.plan},
                                 {p->a.first},
                                 {p->b.first},
                                 {p->c.first},
                                 {.number = p->accumulate},
                                 {scratch}});
}

/* What the registers of AMX take: no zero points, and blocks that fill them. */
static void fit_tiles(struct dice *dice, struct sdyrt_weights *what) {
    what->zero_type = SDYRT_WEIGHTS_NONE;
    what->type = what->type == SDYRT_WEIGHTS_F16 ? (int64_t)SDYRT_WEIGHTS_I8 : what->type;
    what->block = 32 * dice_between(dice, 1, 4);
}

/* What products beside each other take: no scales, and one block. */
static void fit_beside(struct dice *dice, struct sdyrt_weights *what) {
    what->scale_type = what->zero_type = SDYRT_WEIGHTS_NONE;
    what->block = what->k > 0 ? what->k : 1;
    while (parts_of[what->type].count > 1) {
        what->type = any_type(dice);
    }
}

static void run_weights(struct kernel_case *test) {
    struct problem p = {.what = {.type = 0}};
    const struct sdyrt_machine_class class = frame_class(test->set);
    const int route = (int)dice_between(&test->dice, 0, SDYRT_WEIGHTS_ROUTE_COUNT - 1);
    p.what.type = any_type(&test->dice);
    p.what.scale_type = any_type_or_none(&test->dice);
    p.what.zero_type = any_type_or_none(&test->dice);
    if (route == SDYRT_WEIGHTS_BY_LOOKED_UP && dice_one_in(&test->dice, 2)) {
        p.what.type = SDYRT_WEIGHTS_F8E4M3FN;
        p.what.zero_type = SDYRT_WEIGHTS_NONE;
    }
    const bool is_beside =
        route == SDYRT_WEIGHTS_BY_BESIDE_DOTS || route == SDYRT_WEIGHTS_BY_BESIDE_ROWS;
    p.what.count =
        is_beside || dice_one_in(&test->dice, 8) ? dice_between(&test->dice, 1, MOST_BESIDE) : 1;
    choose_extents(test, route, &p.what);
    if (is_beside && !dice_one_in(&test->dice, 4)) {
        fit_beside(&test->dice, &p.what);
    }
    const bool is_for_tiles = route == SDYRT_WEIGHTS_BY_TILES && !dice_one_in(&test->dice, 4);
    if (is_for_tiles) {
        fit_tiles(&test->dice, &p.what);
    }
    p.accumulate = dice_one_in(&test->dice, 2);
    p.is_rounded = dice_one_in(&test->dice, 3);
    p.has_none = dice_one_in(&test->dice, is_for_tiles ? 2 : 4);
    p.a.type = p.c.type = ELEMENT_F32;
    p.what.a_type = SDYRT_WEIGHTS_F32;
    const bool is_many = p.what.m > SDYRT_WEIGHTS_ROWS;
    if (is_many ? dice_one_in(&test->dice, 2)
                : route == SDYRT_WEIGHTS_BY_PANELS) { /* weights are of bf16, too */
        p.a.type = ELEMENT_BF16;
        p.what.a_type = SDYRT_WEIGHTS_BF16;
        p.is_rounded = false;
    }
    p.b.type = types[p.what.type];
    const int64_t parts = parts_of[p.what.type].count;
    const bool are_columns = parts > 1 && (dice_one_in(&test->dice, 2) || is_for_tiles);
    p.columns = are_columns ? parts : 1;
    p.terms = are_columns ? 1 : parts;
    p.are_beside = dice_one_in(&test->dice, 2);
    choose_order(&test->dice, &p, parts);
    p.what.n /= p.columns;
    p.what.k /= p.terms;
    make_operands(test, &p, route);
    if (!sdyrt_weights_plan_by(route, &p.what, &class, &p.plan)) {
        p.plan = sdyrt_weights_choose(&p.what, &class);
    }
    p.is_widened = may_be_widened(&p.what) && dice_one_in(&test->dice, 2);
    describe(test, &p);
    if (!p.is_widened) {
        case_takes(test, (int)p.plan.route);
    }
    const int64_t weights = p.what.count * p.what.k * p.what.n;
    case_works(test, 2 * (double)(p.what.m * weights * parts),
               (double)(weights * element_bytes(p.b.type)));
    const size_t bytes = (size_t)p.c.layout.span * sizeof(float);
    char *expected = case_copy(test, p.c.memory, bytes);
    case_protect(test, p.a.memory);
    case_protect(test, p.b.memory);
    if (p.is_widened) {
        multiply_widened(test, &p);
    } else {
        multiply(test, &p);
    }
    for (int64_t number = 0; number < p.what.count * p.what.m * p.what.n * p.columns; number++) {
        check_element(test, &p, number, expected);
    }
    case_compare(test, "the result", p.c.memory, expected, bytes);
}

const struct kernel_family kernels_weights = {.name = "weights",
                                              .count = 800,
                                              .run = run_weights,
                                              .routes = SDYRT_WEIGHTS_ROUTE_COUNT,
                                              .route_name = route_name,
                                              .must_take = must_take};
