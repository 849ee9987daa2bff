/* The costs are simple on purpose: what the arithmetic units do, what is loaded, and what comes
   from the cache in which an operand fits, of which the longest counts; then what is packed, stored
   and begun. They only have to say which way is faster. */
#include "product_cost.h"

#include "blas.h"
#include "machine_rates.h"
#include "parts.h"
#include "product_kinds.h"
#include "product_native.h"
#include "product_shape.h"
#include "product_split.h"
#include "sizes.h"
#include "split.h"

#define THRESHOLD(name, value, unit, why, how) static const double name = value;
#include "product_thresholds.def"

/* --- what all have in common --- */

static int64_t size_of(const struct sdyrt_product *p) {
    return (int64_t)sdyrt_product_result_size(p->type);
}

static int64_t lanes_of(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return class->vector_bytes / size_of(p);
}

/* Of a vector of AVX-512, which has more registers than others. */
enum { WIDE_BYTES = 64 };

int64_t product_micro_rows(const struct sdyrt_machine_class *class, int64_t vectors) {
    enum { WIDE_ROWS = 12, NARROW_ROWS = 6, MOST_OF_ONE = 8 };
    const int64_t rows = class->vector_bytes >= WIDE_BYTES ? WIDE_ROWS : NARROW_ROWS;
    return vectors == 1 ? minimum(rows, MOST_OF_ONE) : rows;
}

/* How much of a matrix of so many bytes is no longer in a cache of this size when it comes again,
   from none to all. */
static double share_beyond(double bytes, int64_t cache) {
    const double share = (bytes - (double)cache) / (double)cache;
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* Cycles in which a matrix comes from the caches that hold it. */
double product_read_cycles(const struct sdyrt_machine_class *class, double bytes) {
    const double middle = share_beyond(bytes, class->cache_bytes[SDYRT_LEVEL_NEAR]);
    const double far = share_beyond(bytes, class->cache_bytes[SDYRT_LEVEL_MIDDLE]);
    const double memory = share_beyond(bytes, class->cache_bytes[SDYRT_LEVEL_FAR]);
    return bytes *
           ((1 - middle) / (LOADS * (double)class->vector_bytes) + (middle - far) / MIDDLE_BYTES +
            (far - memory) / FAR_BYTES + memory / MEMORY_BYTES);
}

static double operand_cycles(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                             int64_t rows, int64_t cols) {
    const double bytes = (double)(rows * cols * size_of(p));
    return product_read_cycles(class, bytes);
}

/* The same by many places at a time, which processors do not fetch ahead. */
static double scattered_cycles(const struct sdyrt_product *p,
                               const struct sdyrt_machine_class *class, int64_t rows,
                               int64_t cols) {
    const double bytes = (double)(rows * cols * size_of(p));
    const double share = share_beyond(bytes, class->cache_bytes[SDYRT_LEVEL_MIDDLE]);
    return operand_cycles(p, class, rows, cols) * (1 + share * (STREAMS - 1));
}

/* A step of the depth of a block of sums: rows x vectors multiply-adds, what they load, and the
   latency of each sum. What is loaded for all lanes is shuffled there without AVX2. */
static double step_cycles(const struct sdyrt_machine_class *class, double rows, double vectors) {
    const double loads = (class->isa == SDYRT_ISA_BASELINE ? 2 * rows : rows) + vectors;
    return larger(larger(rows * vectors / FMAS, loads / LOADS), LATENCY);
}

/* Full vectors of dense rows are stored as they are, other elements one by one; a large result
   goes to memory. */
double product_store_cycles(const struct sdyrt_product *p,
                            const struct sdyrt_machine_class *class) {
    const int64_t lanes = lanes_of(p, class), rest = p->n % (2 * lanes);
    const int64_t in_pieces = p->c_col != 1 ? p->n : rest % lanes != 0 ? rest : 0;
    const double whole = (double)(p->n - in_pieces) / (double)lanes;
    const double start = in_pieces > 0 ? START : 0;
    return larger((double)p->m * ((double)in_pieces * PIECES + start + whole),
                  operand_cycles(p, class, p->m, p->n));
}

/* A, read by blocks of rows. Where its columns are apart, each block touches a line of its own for
   each of them; what comes from beyond the near cache comes once for all blocks, by many places at
   a time where it is not fetched before. */
static double read_rows(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                        int64_t rows, int is_fetched) {
    const double read =
        is_fetched ? operand_cycles(p, class, p->m, p->k) : scattered_cycles(p, class, p->m, p->k);
    const int are_apart = (double)(p->a_col * size_of(p)) >= SDYRT_APART_BYTES &&
                          p->m * p->k * size_of(p) > class->cache_bytes[SDYRT_LEVEL_NEAR];
    return read + (are_apart ? (double)p->k * (double)pieces(p->m, rows) * TOUCH_NEAR : 0);
}

int64_t product_depth_all(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                          int in_place) {
    (void)class, (void)in_place;
    return maximum(p->k, 1);
}

int64_t product_depth_block(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                            int in_place) {
    (void)class, (void)in_place;
    return maximum(sdyrt_product_depth(p->k), 1);
}

/* --- panels and blocks --- */

/* All rows of A by one panel after the other. */
double product_micro_cycles(const struct sdyrt_product *p,
                            const struct sdyrt_machine_class *class) {
    const int64_t lanes = lanes_of(p, class);
    const int64_t most = product_micro_rows(class, p->n <= lanes ? 1 : 2);
    const int64_t blocks = pieces(p->m, most);
    const double rows = (double)p->m / (double)maximum(blocks, 1);
    const int64_t pairs = p->n / (2 * lanes), rest = p->n % (2 * lanes);
    double steps = (double)pairs * step_cycles(class, rows, 2);
    double starts = (double)pairs;
    if (rest > 0) {
        steps += step_cycles(class, rows, rest > lanes ? 2 : 1);
        starts += 1;
    }
    return (double)blocks * (steps * (double)p->k + starts * (BLOCK_START + rows));
}

static int64_t panel_columns(const struct sdyrt_product *p) {
    return SDYRT_PRODUCT_PANEL_BYTES / size_of(p);
}

/* Columns that fill no panel are packed in any case: a row of the panel is written by vectors of 16
   bytes, one a cycle, or where B does not lie by rows zeroed so, and filled element by element. */
static double pack_last_cycles(const struct sdyrt_product *p) {
    const int64_t cols = p->n % panel_columns(p);
    const double row = (double)SDYRT_PRODUCT_PANEL_BYTES / PACK_BYTES;
    const double turned = p->b_row == 1 ? (double)size_of(p) / TURN_BYTES : GATHER;
    const double filled = p->b_col == 1 ? LATENCY : (double)cols * turned;
    return cols > 0 ? (double)p->k * (row + filled) : 0;
}

/* B, of which many rows are read or packed panel by panel, or a few as they lie. */
static double read_panels(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                          int is_streamed) {
    return is_streamed ? operand_cycles(p, class, p->k, p->n)
                       : scattered_cycles(p, class, p->k, p->n);
}

static double packed_cycles(const struct sdyrt_product *p,
                            const struct sdyrt_machine_class *class) {
    const double places = (double)(p->k * (p->n - p->n % panel_columns(p)));
    const double turned = p->b_row == 1 ? (double)size_of(p) / TURN_BYTES : GATHER;
    return places * (p->b_col == 1 ? (double)size_of(p) / PACK_BYTES : turned) +
           pack_last_cycles(p) + read_panels(p, class, 0) + product_micro_cycles(p, class);
}

/* Rows of A after the first block find a panel in place in the near cache, or where its rows are
   apart, and fall into few sets of it, in the next one. */
static double in_place_cycles(const struct sdyrt_product *p,
                              const struct sdyrt_machine_class *class, int is_streamed) {
    const double again = (double)pieces(p->m, product_micro_rows(class, 2)) - 1;
    const double lines = (double)(p->k * p->n * size_of(p)) / (double)class->line_bytes;
    const int are_apart = (double)(p->b_row * size_of(p)) > SDYRT_APART_BYTES;
    return product_micro_cycles(p, class) + read_panels(p, class, is_streamed) +
           pack_last_cycles(p) + (are_apart ? again * lines * APART : 0);
}

/* Whether a B in place is read a few rows at a time, as it lies, with all its columns. */
static int is_streamed(const struct sdyrt_product *p) {
    return !p->in_order && p->m <= SDYRT_PRODUCT_FEW &&
           (double)(p->k * p->b_row * size_of(p)) > STREAM_BYTES;
}

static enum sdyrt_product_place place_of(const struct sdyrt_product *p,
                                         const struct sdyrt_machine_class *class) {
    const int64_t bytes = p->k * p->b_row * size_of(p);
    if (p->b_col != 1 || p->b_row < panel_columns(p) ||
        in_place_cycles(p, class, is_streamed(p)) > packed_cycles(p, class)) {
        return SDYRT_PRODUCT_PACKED;
    }
    return 2 * bytes > class->cache_bytes[SDYRT_LEVEL_FAR] ? SDYRT_PRODUCT_IN_PLACE_FAR
                                                           : SDYRT_PRODUCT_IN_PLACE;
}

/* Of 16-bit floats it is a block that is read, as it was widened. */
enum sdyrt_product_place product_place(const struct sdyrt_product *p,
                                       const struct sdyrt_machine_class *class) {
    switch (p->type) {
    case SDYRT_PRODUCT_F32:
    case SDYRT_PRODUCT_F64:
    case SDYRT_PRODUCT_I32:
    case SDYRT_PRODUCT_I64:
        return place_of(p, class);
    case SDYRT_PRODUCT_BF16:
    case SDYRT_PRODUCT_BF16_F32:
    case SDYRT_PRODUCT_F16:
    case SDYRT_PRODUCT_F16_F32: {
        const struct sdyrt_product block = sdyrt_product_wide_block(p);
        return place_of(&block, class);
    }
    default:
        return SDYRT_PRODUCT_PACKED;
    }
}

int product_accepts_panels(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    (void)p, (void)class;
    return 1;
}

int64_t product_depth_panels(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                             int in_place) {
    return in_place && is_streamed(p) ? SDYRT_STREAM_DEPTH
                                      : product_depth_block(p, class, in_place);
}

static double multiply_cycles(const struct sdyrt_product *p,
                              const struct sdyrt_machine_class *class,
                              const struct sdyrt_product_plan *plan) {
    return plan->in_place == SDYRT_PRODUCT_PACKED
               ? packed_cycles(p, class)
               : in_place_cycles(p, class, plan->depth < p->k && plan->depth == SDYRT_STREAM_DEPTH);
}

/* A comes once for each panel, from where it lies after the first. */
double product_cost_panels(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                           const struct sdyrt_product_plan *plan) {
    const double panels = (double)pieces(p->n, panel_columns(p));
    const double parts = (double)pieces(maximum(p->k, 1), plan->depth);
    const double beyond =
        share_beyond((double)(p->m * p->k * size_of(p)), class->cache_bytes[SDYRT_LEVEL_NEAR]);
    const double read = beyond * panels * read_rows(p, class, product_micro_rows(class, 2), 0);
    const double store =
        larger(product_store_cycles(p, class), scattered_cycles(p, class, p->m, p->n));
    return (double)p->count *
           (multiply_cycles(p, class, plan) + read + parts * (store + (panels + 1) * START));
}

/* One panel alone is better taken by `panels`. */
int product_accepts_blocks(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    (void)class;
    return p->m > 0 && p->n > panel_columns(p) && p->k > 0;
}

/* Columns of A that are apart are packed, for so many panels that it pays (product_panels.inc). */
double product_cost_blocks(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                           const struct sdyrt_product_plan *plan) {
    const double panels = (double)pieces(p->n, panel_columns(p));
    const double blocks = (double)pieces(p->m, product_micro_rows(class, 2));
    const double parts = (double)pieces(p->k, plan->depth);
    const int packs = panels >= SDYRT_APART_PANELS;
    const int64_t group = SDYRT_PRODUCT_GROUP_LINES * class->line_bytes / size_of(p);
    const double read = read_rows(p, class, packs ? group : product_micro_rows(class, 2), packs);
    return (double)p->count *
           (larger(multiply_cycles(p, class, plan), read) +
            parts * (product_store_cycles(p, class) + (blocks * panels + panels + 1) * START));
}

/* --- few rows --- */

int product_accepts_dots(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    (void)class;
    return !p->in_order && p->m > 0 && p->m <= SDYRT_DOTS_MOST && p->n > 0 && p->k > 0 &&
           p->b_row == 1 && p->b_col != 1;
}

/* Each lane of a sum adds up as many terms as a sum of the panel kernels; packed rows are as long
   as there is room. */
int64_t product_depth_lanes(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                            int in_place) {
    (void)in_place;
    return p->a_col == 1 ? SDYRT_PRODUCT_DEPTH * lanes_of(p, class)
                         : sdyrt_product_packed_row(p->k, size_of(p));
}

double product_cost_dots(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                         const struct sdyrt_product_plan *plan) {
    enum { SUMS = 16, NARROW_SUMS = 8, COLS = 4 };
    const int64_t lanes = lanes_of(p, class), most = minimum(p->m, SDYRT_DOTS_ROWS);
    const int64_t sums = class->vector_bytes >= WIDE_BYTES ? SUMS : NARROW_SUMS;
    const double cols = most <= sums / COLS && lanes >= COLS ? COLS : 2;
    const double groups = (double)pieces(p->m, SDYRT_DOTS_ROWS), rows = (double)p->m / groups;
    const double vectors = (double)pieces(p->k, lanes);
    const double step = larger(larger(rows * cols / FMAS, (rows + cols) / LOADS), LATENCY);
    const int together = p->n >= lanes && p->k * size_of(p) < class->page_bytes;
    const double parts = (double)pieces(p->k, plan->depth);
    const double compute = (double)p->n / cols * vectors * step;
    const double multiply = larger(compute, operand_cycles(p, class, p->k, p->n));
    const double far = (double)(p->k * p->n * size_of(p)) / MIDDLE_BYTES;
    const double again = (groups - 1) * larger(compute, far);
    const double a_bytes = (double)(most * p->k * size_of(p));
    const double left = a_bytes > (double)class->cache_bytes[SDYRT_LEVEL_NEAR]
                            ? groups * (double)p->n / cols * a_bytes / MIDDLE_BYTES
                            : 0;
    const double tail = p->k < lanes ? TAIL : p->k % lanes != 0 ? BLOCK_START : 0;
    const double finish = parts * ((double)p->m * (double)p->n *
                                       (together ? (double)lanes * FINISH_LANE : ADD_ALONE) +
                                   groups * (double)p->n / cols * BLOCK_START) +
                          (double)p->m * (double)p->n * tail;
    const double pack = p->a_col == 1 ? 0 : (double)p->m * (double)p->k * GATHER;
    return (double)p->count * (multiply + again + left + finish + pack + parts * groups * START);
}

int product_accepts_rows(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    (void)class;
    return !p->in_order && p->m > 0 && p->m <= SDYRT_ROWS_ROWS && p->b_col == 1 && p->c_col == 1 &&
           p->n > 1 && p->k > 0;
}

double product_cost_rows(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                         const struct sdyrt_product_plan *plan) {
    const int64_t lanes = lanes_of(p, class);
    const double vectors = (double)pieces(p->n, lanes) * (double)p->m;
    const double terms = (double)(p->k * p->m * p->n);
    const double multiply =
        p->n < lanes
            ? terms * NARROW + 2 * START
            : (double)p->k * (larger(vectors / FMAS, LATENCY) + (p->n % lanes != 0 ? LATENCY : 0));
    const double parts = (double)pieces(p->k, plan->depth);
    return (double)p->count * (larger(multiply, operand_cycles(p, class, p->k, p->n)) +
                               parts * (2 * product_store_cycles(p, class) + START));
}

/* --- short rows and many small products, with vectors that are not full --- */

static int has_masks(const struct sdyrt_machine_class *class) {
    return class->isa == SDYRT_ISA_AVX512;
}

int product_accepts_short(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return has_masks(class) && !p->in_order && p->c_col == 1 && p->n > 0 &&
           p->n <= 2 * lanes_of(p, class);
}

/* Rows of C in a vector (product_short_avx512.inc). */
static int64_t rows_together(const struct sdyrt_product *p,
                             const struct sdyrt_machine_class *class) {
    const int64_t lanes = lanes_of(p, class);
    return p->a_row != 1 || 2 * p->n > lanes ? 1 : 4 * p->n <= lanes ? 4 : 2;
}

double product_cost_short(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                          const struct sdyrt_product_plan *plan) {
    const int64_t together = rows_together(p, class), lines = pieces(p->m, together);
    const int64_t blocks = pieces(lines, SDYRT_SHORT_ROWS);
    const double vectors = p->n > lanes_of(p, class) ? 2 : 1;
    const double parts = (double)pieces(maximum(p->k, 1), plan->depth);
    const double loads = ((double)lines + (double)blocks * vectors) * SHORT_LOAD;
    const double adds = larger((double)lines * vectors / FMAS, (double)blocks * LATENCY);
    const double step = larger(loads, adds);
    const double store = (double)blocks * BLOCK_START + (double)p->m * vectors;
    const double read = read_rows(p, class, SDYRT_SHORT_ROWS * together, 1);
    const double turn = p->b_col == 1 ? 0 : (double)p->k * (double)p->n * GATHER;
    return (double)p->count * (larger((double)p->k * step, read) + turn + parts * (store + START));
}

int product_accepts_tiny(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return has_masks(class) && !p->in_order &&
           sdyrt_product_tiny_together(p, lanes_of(p, class)) > 0;
}

double product_cost_tiny(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                         const struct sdyrt_product_plan *plan) {
    const struct sdyrt_product batch = sdyrt_product_each_row(p);
    const int64_t lanes = lanes_of(p, class);
    const int64_t together = sdyrt_product_tiny_together(p, lanes);
    const double vectors = (double)pieces(together * batch.m * batch.n, lanes);
    /* a group begins as a call does, with a block for each of its two vectors of sums; of each
       operand a vector is picked, and both are multiplied, one a cycle */
    const double group = START + 2 * BLOCK_START + vectors * (double)p->k * (2 + 1);
    /* where an element lies is looked up once, as what a call looks up */
    const double find = (double)p->k * vectors * (double)lanes * START;
    (void)plan;
    return (double)pieces(batch.count, maximum(together, 1)) * group + find + START;
}

int product_accepts_vectors(const struct sdyrt_product *p,
                            const struct sdyrt_machine_class *class) {
    return has_masks(class) && !p->in_order && sdyrt_product_is_vectors(p);
}

double product_cost_vectors(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                            const struct sdyrt_product_plan *plan) {
    const int64_t lanes = lanes_of(p, class), rows = maximum(p->m, p->n);
    const int by_columns = p->n == 1 ? p->a_row == 1 : p->b_col == 1;
    const double along = (double)pieces(by_columns ? rows : p->k, lanes);
    const double each = by_columns ? (double)p->k * larger(along, 1) : (double)rows * along;
    (void)plan;
    return (double)p->count *
               (each * 2 + (by_columns ? along * LATENCY : (double)rows * ADD_LANES)) +
           START;
}

/* --- others' instructions and kernels --- */

int product_accepts_split(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
    return class->has_amx && product_is_by_rows(p) && sdyrt_product_is_split(p);
}

double product_tiles_cycles(const struct sdyrt_product *p, int64_t deep) {
    const int64_t lines = TILE_LINES, block = 2 * lines;
    const double tiles = (double)(pieces(p->m, lines) * pieces(p->n, lines) * deep);
    const double blocks = (double)(pieces(p->m, block) * pieces(p->n, block));
    return tiles * TILE_LINES + (2 + blocks) * TILES_START;
}

/* Both operands are split and packed: rows anew for so many columns, and turned where they are
   columns; columns as pairs of rows. Then come the products of parts, for each of which half a
   register is loaded. */
double product_cost_split(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                          const struct sdyrt_product_plan *plan) {
    const double turned = p->a_col == 1 ? 0 : (double)size_of(p) / TURN_BYTES;
    const double rows = (double)(p->m * pieces(p->n, SPLIT_COLUMNS)) * (SPLIT_PACK + turned);
    const double packed = (double)p->k * (rows + 2 * (double)p->n * SPLIT_PACK);
    (void)plan;
    return (double)p->count *
           (packed +
            (1 + 1 / (2 * LOADS)) *
                product_tiles_cycles(p, pieces(p->k, SPLIT_DEPTH) * SPLIT_PRODUCTS) +
            product_store_cycles(p, class));
}

int product_accepts_blas(const struct sdyrt_product *p, const struct sdyrt_machine_class *class) {
#if SDYRT_HAS_BLAS
    return class->has_blas && !p->in_order && sdyrt_blas_accepts(p);
#else
    (void)p, (void)class;
    return 0;
#endif
}

/* As deep as OpenBLAS's own blocks are; where it multiplies a vector it has none. */
int64_t product_depth_blas(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                           int in_place) {
    enum { DEPTH = 384 };
    (void)p, (void)class, (void)in_place;
    return DEPTH;
}

double product_cost_blas(const struct sdyrt_product *p, const struct sdyrt_machine_class *class,
                         const struct sdyrt_product_plan *plan) {
    const double terms = (double)p->m * (double)p->n * (double)p->k;
    const double multiply = terms / (double)lanes_of(p, class) / FMAS / BLAS_SHARE;
    (void)plan;
    return (double)p->count * (larger(multiply, operand_cycles(p, class, p->k, p->n)) + BLAS_START);
}
