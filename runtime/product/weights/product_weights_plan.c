#include "product_weights_plan.h"

#include "machine_rates.h"
#include "product_plan.h"
#include "product_tile.h"
#include "product_weights_kernels.h"
#include "product_weights_panels.h"
#include "sizes.h"

#define THRESHOLD(name, value, unit, why, how) static const double name = value;
#include "product_weights_thresholds.def"

/* --- what routes accept --- */

static int accepts_few(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class) {
    return class->isa >= SDYRT_ISA_AVX2 && what->m <= SDYRT_WEIGHTS_ROWS &&
           what->a_type == SDYRT_WEIGHTS_F32;
}

static int accepts_rows(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class) {
    return accepts_few(what, class) && what->b_col == 1;
}

/* Blocks are whole registers of terms, and numbers are of bf16 exactly. */
static int accepts_tiles(const struct sdyrt_weights *what,
                         const struct sdyrt_machine_class *class) {
    const int is_exact = what->type != SDYRT_WEIGHTS_F16 && sdyrt_weights_count(what->type) <= 2;
    const int are_columns = sdyrt_weights_count(what->type) == 1 || what->c_part != 0;
    return class->has_amx && accepts_rows(what, class) && is_exact && are_columns &&
           what->zero_type == SDYRT_WEIGHTS_NONE &&
           (what->scale_row == 0 || what->block % WEIGHTS_TILE_TERMS == 0);
}

static int accepts_dots(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class) {
    const int has_blocks = what->scale_row != 0 || what->zero_row != 0;
    return accepts_few(what, class) && what->b_row == 1 && what->c_part == 0 &&
           (!has_blocks || what->block >= WEIGHTS_LEAST_BLOCK);
}

/* Without zero points, by rows that are multiplied as weights are decoded. */
static int accepts_looked_up(const struct sdyrt_weights *what,
                             const struct sdyrt_machine_class *class) {
    return what->type == SDYRT_WEIGHTS_F8E4M3FN && class->has_vbmi &&
           what->m <= SDYRT_WEIGHTS_FEW && what->zero_type == SDYRT_WEIGHTS_NONE &&
           (accepts_rows(what, class) || accepts_dots(what, class));
}

/* Neither scales nor packed weights, and each row of A lies as its terms follow each other. */
static int accepts_beside(const struct sdyrt_weights *what,
                          const struct sdyrt_machine_class *class) {
    const int is_plain = sdyrt_weights_count(what->type) == 1 &&
                         what->scale_type == SDYRT_WEIGHTS_NONE &&
                         what->zero_type == SDYRT_WEIGHTS_NONE;
    return is_plain && class->isa >= SDYRT_ISA_AVX512 && accepts_few(what, class) &&
           (what->block >= what->k || what->a_block == what->block * what->a_col);
}

static int accepts_beside_dots(const struct sdyrt_weights *what,
                               const struct sdyrt_machine_class *class) {
    return accepts_beside(what, class) && what->b_row == 1 && what->a_col == 1 &&
           what->k <= WEIGHTS_STRETCH;
}

static int accepts_beside_rows(const struct sdyrt_weights *what,
                               const struct sdyrt_machine_class *class) {
    return accepts_beside(what, class) && what->b_col == 1 && what->count > 1 &&
           what->n % (class->vector_bytes / (int64_t)sizeof(float)) == 0 &&
           what->count * what->m * what->n <= WEIGHTS_SUMS;
}

static int accepts_panels(const struct sdyrt_weights *what,
                          const struct sdyrt_machine_class *class) {
    (void)class;
    return sdyrt_weights_are_widened(what->m, what->a_type);
}

static int accepts_all(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class) {
    (void)what, (void)class;
    return 1;
}

/* --- what they cost --- */

static double lanes_of(const struct sdyrt_machine_class *class) {
    return (double)class->vector_bytes / sizeof(float);
}

/* Vectors of f32 that all weights are. */
static double vectors_of(const struct sdyrt_weights *what,
                         const struct sdyrt_machine_class *class) {
    const double weights = (double)(what->k * sdyrt_weights_count(what->type));
    return (double)(what->count * what->n) * weights / lanes_of(class);
}

/* Each weight is decoded once, and multiplied by each row; of more than a few rows, or of a number
   that kernels do not have, it is written and read again for each row. */
static double cost_vectors(const struct sdyrt_weights *what,
                           const struct sdyrt_machine_class *class) {
    const int is_few = what->m <= SDYRT_WEIGHTS_FEW;
    return vectors_of(what, class) * (DECODE + (double)what->m / (is_few ? FMAS : 1));
}

static double sums_of(const struct sdyrt_weights *what) {
    return (double)(what->count * what->m * what->n);
}

/* The lanes of each sum are added up one half after the other, */
static double cost_dots(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class) {
    return cost_vectors(what, class) + 2 * lanes_of(class) * sums_of(what);
}

/* or those of as many sums as a vector has lanes, together. */
static double cost_beside_dots(const struct sdyrt_weights *what,
                               const struct sdyrt_machine_class *class) {
    return cost_vectors(what, class) + 2 * sums_of(what);
}

/* Looking numbers up takes half of what converting them does. */
static double cost_looked_up(const struct sdyrt_weights *what,
                             const struct sdyrt_machine_class *class) {
    const double cycles =
        accepts_rows(what, class) ? cost_vectors(what, class) : cost_dots(what, class);
    return cycles - vectors_of(what, class) * DECODE / 2;
}

/* Each weight is decoded, written as bf16 and read again by registers, which take it with so few
   rows hardly faster than with all lines; a number of A is three of bf16. Sums are written block by
   block, and scaled. */
static double cost_tiles(const struct sdyrt_weights *what,
                         const struct sdyrt_machine_class *class) {
    const double registers = (double)what->m / (2 * TILE_LINES) + 1;
    const double scaled = what->scale_row == 0 ? 0 : (double)what->m / WEIGHTS_TILE_TERMS;
    return vectors_of(what, class) * (2 * DECODE + registers + scaled);
}

/* Each weight is decoded once, and multiplied at the rate of registers. */
static double cost_panels(const struct sdyrt_weights *what,
                          const struct sdyrt_machine_class *class) {
    return vectors_of(what, class) * (2 * DECODE + (double)what->m / FMAS);
}

static double cost_loops(const struct sdyrt_weights *what,
                         const struct sdyrt_machine_class *class) {
    (void)class;
    const double weights = (double)(what->k * sdyrt_weights_count(what->type));
    return sums_of(what) * weights * ONE_BY_ONE;
}

/* --- tiles --- */

int64_t sdyrt_weights_tile(const struct sdyrt_weights *what, int64_t batch) {
    int64_t rows, cols;
    if (what->b_col != 1) {
        const struct sdyrt_product_phase phase = {.type = SDYRT_PRODUCT_F32,
                                                  .batch = batch,
                                                  .m = what->m,
                                                  .n = what->n,
                                                  .k = what->k * what->count,
                                                  .by_columns = 1};
        sdyrt_product_tile(&phase, &rows, &cols);
        return cols;
    }
    const int64_t bytes = what->n * sdyrt_weights_size(what->type);
    const int64_t long_ones = bytes / (int64_t)SECTION, two = bytes / (int64_t)LEAST_SECTION;
    const int64_t tasks = batch > 1 ? long_ones : maximum(long_ones, minimum(two, 2));
    return pieces(pieces(maximum(what->n, 1), maximum(tasks, 1)), WEIGHTS_STRIP) * WEIGHTS_STRIP;
}

/* Equal parts of an extent, at most and at least so long, of which there are `wanted` if they can
   be. */
static int64_t part_of(int64_t extent, int64_t wanted, int64_t least, int64_t most) {
    const int64_t part = maximum(minimum(pieces(extent, maximum(wanted, 1)), most), least);
    const int64_t even = pieces(maximum(extent, 1), maximum(pieces(extent, part), 1));
    return minimum(pieces(even, TILE_LINES) * TILE_LINES, maximum(extent, 1));
}

/* Weights are widened once for each tile of rows: so these are tall, and narrow as long as there
   are few tasks. */
void sdyrt_weights_tile_of_many(const struct sdyrt_weights *what, int64_t batch, int64_t *rows,
                                int64_t *cols) {
    enum { SHORT = WEIGHTS_STRIP, SLIM = SHORT * 2, WIDE = SHORT * 4, TALL = SHORT * 8 };
    const int64_t wanted = pieces((int64_t)MOST_PARTS / 2, maximum(batch, 1));
    *cols = part_of(what->n, wanted, SLIM, WIDE);
    *rows = part_of(what->m, pieces(wanted, pieces(what->n, *cols)), SHORT, TALL);
}

/* Rows or columns of weights, which are what vectors go along, of all products are a longer one. */
int sdyrt_weights_lie_beside(const struct sdyrt_weights *what) {
    const int are_rows = what->b_col == 1, are_columns = what->b_row == 1;
    const int64_t length = are_rows ? what->n : what->k;
    const int64_t line = are_rows ? what->b_row : what->b_col;
    const int64_t whole = what->b_step * (what->count - 1) + length;
    const int is_short =
        are_rows ? what->count * what->m * what->n <= WEIGHTS_SUMS : what->k <= WEIGHTS_STRETCH;
    return (are_rows || are_columns) && is_short && what->b_step >= length && whole <= line &&
           sdyrt_weights_count(what->type) == 1 && what->scale_type == SDYRT_WEIGHTS_NONE &&
           what->zero_type == SDYRT_WEIGHTS_NONE;
}

/* Each part has as many terms as a kernel adds up before it adds to C, and reads more than stays in
   a cache; the sums of all are little beside the weights. */
int64_t sdyrt_weights_parts(const struct sdyrt_weights *what) {
    if (sdyrt_weights_are_widened(what->m, what->a_type)) {
        return 1;
    }
    const int64_t size = sdyrt_weights_size(what->type), bytes = what->n * what->k * size;
    const int64_t sums = (int64_t)sizeof(float) * sdyrt_weights_columns(what);
    const int64_t share = (int64_t)LEAST_SHARE * sums * maximum(what->m, 1);
    const int64_t most = minimum((int64_t)MOST_PARTS, what->k * size / share);
    const int64_t terms = what->k * (sdyrt_weights_count(what->type) / sdyrt_weights_columns(what));
    const int64_t long_ones = minimum(terms / WEIGHTS_STRETCH, bytes / SDYRT_MIDDLE_CACHE);
    return maximum(minimum(most, long_ones), 1);
}

/* --- the table --- */

static const struct {
    const char *name, *sentence;
    int (*accepts)(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class);
    double (*cost)(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class);
} routes[SDYRT_WEIGHTS_ROUTE_COUNT] = {
#define ROUTE(name, NAME, accepts, cost, sentence) {#name, sentence, accepts, cost},
#include "product_weights_routes.def"
};

const char *sdyrt_weights_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_weights_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* How pieces are multiplied: by the first of these routes that accepts them, which are those that
   large products take, and that a part of the runtime brings. */
static void plan_piece(const struct sdyrt_weights *what, const struct sdyrt_machine_class *class,
                       struct sdyrt_weights_plan *plan) {
    static const enum sdyrt_product_route of_bf16[] = {SDYRT_PRODUCT_AMX, SDYRT_PRODUCT_PAIRS,
                                                       SDYRT_PRODUCT_WIDE_BLOCKS},
                                          of_f32[] = {SDYRT_PRODUCT_SPLIT, SDYRT_PRODUCT_BLOCKS,
                                                      SDYRT_PRODUCT_PANELS};
    const int is_bf16 = what->a_type == SDYRT_WEIGHTS_BF16;
    const int64_t type = is_bf16 ? SDYRT_PRODUCT_BF16_F32 : SDYRT_PRODUCT_F32;
    const enum sdyrt_product_route *routes_of = is_bf16 ? of_bf16 : of_f32;
    const struct sdyrt_product piece = sdyrt_weights_piece(what, type);
    struct sdyrt_product_plan by = sdyrt_product_panels_of(class->isa, type, piece.k);
    double cycles;
    for (int i = 0; i < 3 && !sdyrt_product_plan_by(routes_of[i], &piece, class, &by, &cycles);
         i++) {
    }
    plan->piece_type = type;
    plan->piece_route = by.route;
    plan->piece_exchanged = by.exchanged;
    plan->piece_depth = by.depth;
    plan->piece_place = by.in_place;
}

int sdyrt_weights_plan_by(int64_t route, const struct sdyrt_weights *what,
                          const struct sdyrt_machine_class *class,
                          struct sdyrt_weights_plan *plan) {
    if (!routes[route].accepts(what, class)) {
        return 0;
    }
    *plan = (struct sdyrt_weights_plan){.route = route, .isa = class->isa};
    if (route == SDYRT_WEIGHTS_BY_PANELS) {
        plan_piece(what, class, plan);
    }
    return 1;
}

struct sdyrt_weights_plan sdyrt_weights_choose(const struct sdyrt_weights *what,
                                               const struct sdyrt_machine_class *class) {
    struct sdyrt_weights_plan best = {.route = SDYRT_WEIGHTS_BY_LOOPS, .isa = class->isa}, plan;
    double least = cost_loops(what, class);
    for (int64_t route = 0; route < SDYRT_WEIGHTS_ROUTE_COUNT; route++) {
        if (sdyrt_weights_plan_by(route, what, class, &plan) &&
            routes[route].cost(what, class) < least) {
            best = plan;
            least = routes[route].cost(what, class);
        }
    }
    return best;
}
