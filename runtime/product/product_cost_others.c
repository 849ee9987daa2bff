/* The costs of products of 16-bit floats, small integers, complex numbers and truth values. Most
   are those of products of f32, f64 or i32 in which they are made, and of what brings operands and
   sums into that form. */
#include "product_cost.h"

#include "machine_rates.h"
#include "product_kinds.h"
#include "product_native.h"
#include "product_shape.h"
#include "sizes.h"

#define THRESHOLD(name, value, unit, why, how) static const double name = value;
#include "product_thresholds.def"

static double bytes_of(const struct sdyrt_product *p, int64_t rows, int64_t cols) {
    return (double)rows * (double)cols * (double)sdyrt_product_operand_size(p->type);
}

/* How often `part` goes into `whole`, by which a block's cost counts. */
static double times(int64_t whole, int64_t part) {
    return part > 0 ? (double)whole / (double)part : 0;
}

static int has_terms(const struct sdyrt_product *p) {
    return p->m > 0 && p->n > 0 && p->k > 0;
}

/* --- 16-bit floats --- */

static int narrows(const struct sdyrt_product *p) {
    return p->type == SDYRT_PRODUCT_BF16 || p->type == SDYRT_PRODUCT_F16;
}

/* Lines of so many elements, `step` apart, are widened or rounded. */
static double convert_cycles(const struct sdyrt_machine_class *class, int64_t lines, int64_t length,
                             int64_t step) {
    const double vectors = (double)pieces(length * (int64_t)sizeof(float), class->vector_bytes);
    const double gather = step == 1 ? 0 : (double)length * GATHER;
    return (double)lines * (START + vectors * CONVERT + gather);
}

/* The same of a matrix, by rows or by columns. */
static double convert_matrix(const struct sdyrt_machine_class *class, int64_t rows, int64_t cols,
                             int64_t row, int64_t col) {
    return row == 1 && col != 1 ? convert_cycles(class, cols, rows, row)
                                : convert_cycles(class, rows, cols, col);
}

static double round_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return narrows(p) ? convert_cycles(class, p->m, p->n, p->c_col) : 0;
}

static struct sdyrt_product_plan plan_of_block(const struct sdyrt_product_plan *plan,
                                               int64_t in_place) {
    struct sdyrt_product_plan of_block = *plan;
    of_block.depth = SDYRT_WIDE_BLOCK;
    of_block.in_place = in_place;
    return of_block;
}

/* One block that is widened and multiplied by a route of f32. */
static double wide_block_cycles(const struct sdyrt_product *p,
                                const struct sdyrt_machine_class *class,
                                const struct sdyrt_product_plan *plan, product_cost_fn *cost,
                                int64_t depth) {
    struct sdyrt_product block = sdyrt_product_wide_block(p);
    const struct sdyrt_product_plan of_block = plan_of_block(plan, plan->in_place);
    block.k = depth;
    return cost(&block, class, &of_block) +
           convert_matrix(class, block.m, depth, p->a_row, p->a_col) +
           convert_matrix(class, depth, block.n, p->b_row, p->b_col);
}

/* All of them; the last ones of a sum may be less deep. */
static double wide_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                          const struct sdyrt_product_plan *plan, product_cost_fn *cost) {
    const struct sdyrt_product block = sdyrt_product_wide_block(p);
    const int64_t whole = block.k > 0 ? p->k / block.k : 0, rest = p->k - whole * block.k;
    const double deep =
        (double)whole * wide_block_cycles(p, class, plan, cost, block.k) +
        (rest > 0 || whole == 0 ? wide_block_cycles(p, class, plan, cost, rest) : 0);
    const double multiply = times(p->m, block.m) * times(p->n, block.n) * deep;
    const double read = product_read_cycles(class, bytes_of(p, p->k, p->n));
    const double write = product_read_cycles(class, (double)p->m * (double)p->n *
                                                        (double)sdyrt_product_result_size(p->type));
    return (double)p->count * (larger(multiply, read) + write + round_cycles(p, class) + START);
}

/* Parts of B that are widened as they are read. */
static double stream_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                            const struct sdyrt_product_plan *plan, product_cost_fn *cost) {
    const struct sdyrt_product block = sdyrt_product_stream_block(p);
    const struct sdyrt_product_plan of_block = plan_of_block(plan, SDYRT_PRODUCT_IN_PLACE);
    const double deep = times(p->k, block.k), blocks = deep * times(p->n, block.n);
    const double widen = convert_cycles(class, block.k, block.n, 1);
    const double left = deep * convert_matrix(class, block.m, block.k, p->a_row, p->a_col);
    const double multiply = blocks * (cost(&block, class, &of_block) + widen) + left;
    const double read = product_read_cycles(class, bytes_of(p, p->k, p->n));
    return (double)p->count * (larger(multiply, read) + round_cycles(p, class) + 2 * START);
}

/* Results of 16 bits are rounded by rows. */
static int rounds_rows(const struct sdyrt_product *p) {
    return !narrows(p) || product_is_by_rows(p);
}

/* A route of f32 that multiplies blocks: whether it accepts the largest one. */
#define WIDE(name, takes)                                                                          \
    int product_accepts_wide_##name(const struct sdyrt_product *p,                                 \
                                    const struct sdyrt_machine_class *class) {                     \
        const struct sdyrt_product block = sdyrt_product_wide_block(p);                            \
        return takes(p) && product_accepts_##name(&block, class);                                  \
    }                                                                                              \
    double product_cost_wide_##name(const struct sdyrt_product *p,                                 \
                                    const struct sdyrt_machine_class *class,                       \
                                    const struct sdyrt_product_plan *plan) {                       \
        return wide_cycles(p, class, plan, product_cost_##name);                                   \
    }
WIDE(panels, rounds_rows)
WIDE(blocks, rounds_rows)
WIDE(dots, has_terms)

/* Sums that C has already, of columns that lie dense, are kept by columns. */
static int keeps_rows(const struct sdyrt_product *p) {
    return p->c_col == 1;
}

int product_accepts_wide_rows(const struct sdyrt_product *p,
                              const struct sdyrt_machine_class *class) {
    const struct sdyrt_product block = sdyrt_product_wide_block(p);
    return keeps_rows(p) && product_accepts_rows(&block, class);
}

double product_cost_wide_rows(const struct sdyrt_product *p,
                              const struct sdyrt_machine_class *class,
                              const struct sdyrt_product_plan *plan) {
    return wide_cycles(p, class, plan, product_cost_rows);
}

int product_accepts_stream_panels(const struct sdyrt_product *p,
                                  const struct sdyrt_machine_class *class) {
    (void)class;
    return !p->in_order && has_terms(p) && p->m <= SDYRT_STREAM_ROWS && p->b_col == 1;
}

double product_cost_stream_panels(const struct sdyrt_product *p,
                                  const struct sdyrt_machine_class *class,
                                  const struct sdyrt_product_plan *plan) {
    return stream_cycles(p, class, plan, product_cost_panels);
}

int product_accepts_stream_rows(const struct sdyrt_product *p,
                                const struct sdyrt_machine_class *class) {
    const struct sdyrt_product block = sdyrt_product_stream_block(p);
    return product_accepts_stream_panels(p, class) && keeps_rows(p) &&
           product_accepts_rows(&block, class);
}

double product_cost_stream_rows(const struct sdyrt_product *p,
                                const struct sdyrt_machine_class *class,
                                const struct sdyrt_product_plan *plan) {
    return stream_cycles(p, class, plan, product_cost_rows);
}

/* --- groups of small numbers: pairs, fours, tiles --- */

static int is_float(const struct sdyrt_product *p) {
    return p->type == SDYRT_PRODUCT_BF16 || p->type == SDYRT_PRODUCT_BF16_F32;
}

/* The product as one of 32-bit numbers, so many of its own in each. */
static struct sdyrt_product grouped(const struct sdyrt_product *p, int64_t elements) {
    struct sdyrt_product groups = *p;
    groups.type = SDYRT_PRODUCT_I32;
    groups.k = pieces(p->k, elements);
    return groups;
}

/* Packing both operands at so many cycles an element, B anew for each block of rows. */
static double pack_cycles(const struct sdyrt_product *p, double of_a, double of_b) {
    const double blocks = (double)pieces(p->m, SDYRT_PAIRS_ROWS);
    return ((double)p->m * of_a + blocks * (double)p->n * of_b) * (double)p->k;
}

/* Writing each element of C once more: as a sum before it is complete, or cut down. */
static double again_cycles(const struct sdyrt_product *p) {
    return (double)p->m * (double)p->n * (p->c_col == 1 ? PACK_PAIRS : GATHER);
}

/* Panels, and what begins with each. */
static double panels_cycles(const struct sdyrt_product *p, double start) {
    return (double)pieces(p->n, SDYRT_PRODUCT_PANEL_BYTES / 4) * start + 2 * START;
}

/* Sums that are stored as the result, or by rows, and then made one. */
static double sums_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    const int is_sum = sdyrt_product_result_size(p->type) == sizeof(uint32_t);
    struct sdyrt_product sums = *p;
    sums.type = SDYRT_PRODUCT_I32;
    sums.c_row = is_sum ? p->c_row : p->n;
    sums.c_col = is_sum ? p->c_col : 1;
    return product_store_cycles(&sums, class) + (is_sum ? 0 : again_cycles(p));
}

int product_accepts_pairs(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return product_is_by_rows(p) && (!is_float(p) || (class->has_bf16 && !p->in_order));
}

/* Integers are multiplied by one instruction and added by another, pairs of bf16 by one alone. A
   processor with AMX, which has that for bf16, takes twice as long for its pairs as for those of
   integers (docs/evidence/kernels.md). */
double product_cost_pairs(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                          const struct sdyrt_product_plan *plan) {
    const struct sdyrt_product pairs = grouped(p, 2);
    const double one = product_micro_cycles(&pairs, class), integers = 2 * one;
    const double floats = class->has_amx ? 2 * integers : one;
    const double multiply = is_float(p) ? floats : integers;
    /* integers are packed row by row, floats by rows or columns */
    const int is_dense = p->a_col == 1 || (is_float(p) && p->a_row == 1);
    const double pack =
        pack_cycles(p, is_dense ? PACK_PAIRS : GATHER, p->b_col == 1 ? PACK_PAIRS : PACK_COLUMNS);
    (void)plan;
    return (double)p->count * (multiply + pack + sums_cycles(p, class) + panels_cycles(p, START));
}

int product_accepts_quads(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return class->has_vnni && product_is_by_rows(p) && has_terms(p);
}

/* The sums begin with what makes up for signs: those that are the result are written to C for it,
   and come from there again. One instruction does what takes two of pairs, but half as often. */
double product_cost_quads(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                          const struct sdyrt_product_plan *plan) {
    const struct sdyrt_product quads = grouped(p, sizeof(uint32_t));
    const int is_sum = sdyrt_product_result_size(p->type) == sizeof(uint32_t);
    const double bytes = (double)p->m * (double)p->n * (double)sizeof(uint32_t);
    const double again = is_sum ? product_read_cycles(class, bytes) : 0;
    /* rows of A and columns of B are packed by whole lines */
    const double whole = times(pieces(p->k, class->line_bytes) * class->line_bytes, p->k);
    const double pack = pack_cycles(p, PACK_FOURS * whole * (p->a_col == 1 ? 1 : 2),
                                    p->b_col == 1 ? PACK_FOURS : PACK_FOURS / 2 * whole);
    (void)plan;
    return (double)p->count * (2 * product_micro_cycles(&quads, class) + pack + again_cycles(p) +
                               again + sums_cycles(p, class) + panels_cycles(p, FOURS_START));
}

/* Floats of bf16 not in the order of k, in which tiles do not add. */
int product_accepts_amx(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return class->has_amx && product_is_by_rows(p) && has_terms(p) && !(is_float(p) && p->in_order);
}

/* Whole blocks of sums that are the result are stored to C from the registers, others to scratch,
   from where each row is moved. */
static double tile_sums_cycles(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class) {
    const int64_t block = 2 * TILE_LINES;
    const int is_sum = sdyrt_product_result_size(p->type) == sizeof(uint32_t);
    struct sdyrt_product moved = *p, sums = *p;
    moved.n = is_sum && p->c_col == 1 ? p->n % block : p->n;
    sums.type = SDYRT_PRODUCT_I32;
    sums.n = pieces(p->n, block) * block;
    sums.c_row = sums.n;
    sums.c_col = 1;
    return product_store_cycles(&sums, class) + again_cycles(&moved) +
           (moved.n > 0 ? (double)p->m * START : 0);
}

/* B is packed by whole lines, and A row by row where its rows are not whole lines themselves. */
double product_cost_amx(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                        const struct sdyrt_product_plan *plan) {
    const int64_t lines = TILE_LINES, bytes = (int64_t)bytes_of(p, 1, p->k);
    const int64_t deep = pieces(bytes, class->line_bytes);
    const int is_in_place = p->a_col == 1 && bytes % class->line_bytes == 0;
    const int64_t packed = pieces(p->n, lines) * lines + (is_in_place ? 0 : p->m);
    const double pack = (double)(packed * deep * class->line_bytes) / PACK_BYTES +
                        (is_in_place ? 0 : (double)p->m * START);
    const double read = product_read_cycles(class, bytes_of(p, p->k, p->n));
    (void)plan;
    return (double)p->count *
           (read + pack + product_tiles_cycles(p, deep) + tile_sums_cycles(p, class));
}

/* --- one row of small integers --- */

/* What is computed, or what reading B takes. */
static double row_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                         double compute) {
    const double read = product_read_cycles(class, bytes_of(p, p->k, p->n));
    return (double)p->count * (larger(compute, read) + (double)p->n + START);
}

int product_accepts_small_rows(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class) {
    (void)class;
    return p->m == 1 && p->b_col == 1;
}

double product_cost_small_rows(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class,
                               const struct sdyrt_product_plan *plan) {
    const int64_t lanes = class->vector_bytes / (int64_t)sizeof(uint32_t);
    const int64_t rest = p->n % (2 * lanes); /* two vectors at a time */
    const double vectors = (double)((p->n - rest) / lanes);
    (void)plan;
    return row_cycles(p, class, (double)p->k * (vectors * SMALL_VECTOR + (double)rest * NARROW));
}

int product_accepts_quad_rows(const struct sdyrt_product *p,
                              const struct sdyrt_machine_class *class) {
    return class->has_vnni && p->type != SDYRT_PRODUCT_U8_I32 &&
           product_accepts_small_rows(p, class);
}

/* Each vector of B is exchanged with its neighbours twice, and multiplied. */
double product_cost_quad_rows(const struct sdyrt_product *p,
                              const struct sdyrt_machine_class *class,
                              const struct sdyrt_product_plan *plan) {
    const double vectors = (double)pieces(p->n, class->vector_bytes);
    (void)plan;
    return row_cycles(p, class, (double)p->k * (vectors * SMALL_VECTOR + 1));
}

int product_accepts_small_dots(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class) {
    (void)class;
    return p->m == 1 && p->b_row == 1 && p->a_col == 1;
}

double product_cost_small_dots(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class,
                               const struct sdyrt_product_plan *plan) {
    (void)plan;
    return row_cycles(p, class, (double)p->n * ((double)p->k * PACK_PAIRS + 2 * ADD_ALONE));
}

/* --- complex numbers --- */

/* The real numbers of which they are. */
static int64_t real_of(const struct sdyrt_product *p) {
    return p->type == SDYRT_PRODUCT_C64 ? SDYRT_PRODUCT_F32 : SDYRT_PRODUCT_F64;
}

/* Sums of few terms need no parts. Each term waits for the one before it. */
int product_accepts_complex_loops(const struct sdyrt_product *p,
                                  const struct sdyrt_machine_class *class) {
    (void)class;
    return !p->in_order && has_terms(p) && p->k <= SDYRT_COMPLEX_DEPTH;
}

double product_cost_complex_loops(const struct sdyrt_product *p,
                                  const struct sdyrt_machine_class *class,
                                  const struct sdyrt_product_plan *plan) {
    const double sums = (double)p->m * (double)p->n;
    (void)class, (void)plan;
    return (double)p->count * (sums * ((double)p->k + 1) * LATENCY + START);
}

int product_accepts_complex_vectors(const struct sdyrt_product *p,
                                    const struct sdyrt_machine_class *class) {
    return class->isa >= SDYRT_ISA_AVX2 && p->b_col == 1 && p->c_col == 1 &&
           product_accepts_complex_loops(p, class);
}

double product_cost_complex_vectors(const struct sdyrt_product *p,
                                    const struct sdyrt_machine_class *class,
                                    const struct sdyrt_product_plan *plan) {
    const int64_t size = (int64_t)sdyrt_product_operand_size(p->type);
    const double vectors = (double)pieces(p->n * size, class->vector_bytes);
    const int is_cut = class->isa == SDYRT_ISA_AVX2 && p->n * size % class->vector_bytes != 0;
    const double tail = is_cut ? BLOCK_START : 0;
    const double row = vectors * ((double)p->k * LATENCY / 2 + LATENCY) + tail;
    (void)plan;
    return (double)p->count * ((double)(p->m + 1) * row + START);
}

/* A row as two real ones. */
static struct sdyrt_product two_rows(const struct sdyrt_product *p) {
    struct sdyrt_product rows = *p;
    rows.type = real_of(p);
    rows.m = 2;
    rows.count = 1;
    return rows;
}

int product_accepts_complex_rows(const struct sdyrt_product *p,
                                 const struct sdyrt_machine_class *class) {
    (void)class;
    return !p->in_order && p->m == 1 && p->k > 0 && p->b_col == 1;
}

double product_cost_complex_rows(const struct sdyrt_product *p,
                                 const struct sdyrt_machine_class *class,
                                 const struct sdyrt_product_plan *plan) {
    struct sdyrt_product rows = two_rows(p);
    rows.n = 2 * p->n;
    rows.c_row = rows.n;
    rows.c_col = 1;
    return (double)p->count * (product_cost_rows(&rows, class, plan) + (double)p->n * LATENCY);
}

int product_accepts_complex_dots(const struct sdyrt_product *p,
                                 const struct sdyrt_machine_class *class) {
    (void)class;
    return !p->in_order && p->m == 1 && p->k > 0 && p->b_row == 1;
}

double product_cost_complex_dots(const struct sdyrt_product *p,
                                 const struct sdyrt_machine_class *class,
                                 const struct sdyrt_product_plan *plan) {
    struct sdyrt_product rows = two_rows(p);
    rows.k = 2 * p->k;
    rows.a_row = rows.k;
    rows.a_col = 1;
    rows.c_row = 1;
    rows.c_col = 2;
    return (double)p->count * (product_cost_dots(&rows, class, plan) + (double)p->k * LATENCY);
}

int product_accepts_complex_panels(const struct sdyrt_product *p,
                                   const struct sdyrt_machine_class *class) {
    (void)class;
    return p->in_order || product_is_by_rows(p); /* in order there are no transposes */
}

double product_cost_complex_panels(const struct sdyrt_product *p,
                                   const struct sdyrt_machine_class *class,
                                   const struct sdyrt_product_plan *plan) {
    struct sdyrt_product real = *p;
    real.type = real_of(p);
    real.n = 2 * p->n;
    real.k = 2 * p->k;
    real.c_row = 2 * p->n;
    real.c_col = 1;
    /* a real number is packed in a cycle, or in two where the next one is apart, and so it is
       stored */
    const double left = (double)(real.m * real.k) * (p->a_col == 1 ? 1 : 2);
    const double right = (double)(real.n * real.k);
    const double store =
        product_store_cycles(&real, class) + (p->c_col == 1 ? 0 : 2 * (double)(real.m * real.n));
    const double panels = (double)pieces(real.n * (int64_t)sdyrt_product_result_size(real.type),
                                         SDYRT_PRODUCT_PANEL_BYTES);
    (void)plan;
    return (double)p->count * (product_micro_cycles(&real, class) + left + right + store +
                               (double)p->m * BLOCK_START + (panels + 2) * START);
}

/* --- truth values --- */

int product_accepts_truths(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    (void)class;
    return product_is_by_rows(p);
}

double product_cost_truths(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                           const struct sdyrt_product_plan *plan) {
    const double each = p->b_col == 1 ? 2 / (double)class->vector_bytes : GATHER;
    (void)plan;
    return (double)p->count *
           ((double)p->m * (double)p->k * ((double)p->n * each + LATENCY) + START);
}
