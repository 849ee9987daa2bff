#include "fft_plan.h"

#include "product_tile.h"

#include <math.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "fft_thresholds.def"

enum { MOST_CONVOLUTION = 1 << 23 }; /* points */

/* --- lengths --- */

/* Eight and four first: their passes move the most per operation. 16 is two fours. */
static int64_t take_factors(int64_t size, struct fft_short *plan) {
    static const int64_t first[] = {8, 4, 2, 3, 5};
    plan->count = 0;
    for (int i = 0; i < 5; i++) {
        while (size % first[i] == 0 && !(first[i] == 8 && size % 16 == 0 && size % 32 != 0)) {
            plan->factors[plan->count++] = first[i];
            size /= first[i];
        }
    }
    for (int64_t prime = 7; prime <= FFT_PRIME && size > 1; prime += 2) {
        while (size % prime == 0) {
            plan->factors[plan->count++] = prime;
            size /= prime;
        }
    }
    return size;
}

/* The least 2^a, 3 * 2^a or 5 * 2^a that is not less. */
static int64_t smooth_size(int64_t least) {
    int64_t best = 1;
    while (best < least) {
        best *= 2;
    }
    for (int64_t odd = 3; odd <= 5; odd += 2) {
        int64_t size = odd;
        while (size < least) {
            size *= 2;
        }
        best = size < best ? size : best;
    }
    return best;
}

void sdyrt_fft_short_plan(int64_t size, struct fft_short *plan) {
    plan->size = size;
    plan->convolution = 0;
    if (take_factors(size, plan) != 1) {
        plan->convolution = smooth_size(2 * size - 1);
        take_factors(plan->convolution, plan);
    }
}

/* The largest divisor whose square is not larger. */
static int64_t middle_divisor(int64_t size) {
    int64_t divisor = (int64_t)sqrt((double)size) + 1;
    while (divisor > 1 && divisor > size / divisor) {
        divisor--;
    }
    while (size % divisor != 0) {
        divisor--;
    }
    return divisor;
}

static void plan_long(int64_t size, struct fft_long *plan) {
    int64_t rows = middle_divisor(size);
    plan->size = size;
    plan->convolution = 0;
    if (rows < FFT_LEAST_ROWS) {
        size = plan->convolution = smooth_size(2 * size - 1);
        rows = middle_divisor(size);
    }
    sdyrt_fft_short_plan(rows, &plan->columns);
    sdyrt_fft_short_plan(size / rows, &plan->rows);
}

int64_t sdyrt_fft_points(const struct fft_short *size) {
    return size->convolution != 0 ? size->convolution : size->size;
}

/* --- routes --- */

static int64_t line_count(const struct sdyrt_fft *what) {
    int64_t lines = 1;
    for (int64_t k = 0; k < what->rank; k++) {
        lines *= what->outer_size[k];
    }
    return lines;
}

static int64_t groups_of(int64_t count) {
    return (count + FFT_LANES - 1) / FFT_LANES;
}

/* The dimension along which groups of lines are fullest; of such the one whose lines are nearest.
 */
static int64_t lane_dimension(const struct sdyrt_fft *what) {
    int64_t best = -1;
    double least = 0;
    for (int64_t k = 0; k < what->rank; k++) {
        int64_t size = what->outer_size[k], from = what->outer_from[k], to = what->outer_to[k];
        double cost = (double)(groups_of(size) * FFT_LANES) / (double)size;
        cost *= from == 1 && to == 1 ? 1 : what->from == 1 && what->to == 1 ? 1.25 : 2;
        if (best < 0 || cost < least) {
            best = k;
            least = cost;
        }
    }
    return best;
}

/* Whether lines that are cut fill vectors with their columns and rows: numbers of a vector that is
   not full are fetched one by one. */
static int fills_vectors(const struct sdyrt_fft *what, int64_t rows, int64_t columns) {
    int64_t lanes = what->type == SDYRT_PRODUCT_C64 ? FFT_LANES : FFT_LANES / 2;
    return rows % lanes == 0 && columns % lanes == 0;
}

/* Lines side by side need neither twiddles in the middle nor a second load and store, but of long
   ones a group leaves the second-level cache. */
static int goes_along(const struct sdyrt_fft *what, const struct fft_plan *plan) {
    int64_t lane = plan->lane, size = plan->size, rows = middle_divisor(size);
    int64_t lines = lane >= 0 ? what->outer_size[lane] : 1;
    int are_full = 2 * lines >= groups_of(lines) * FFT_LANES;
    int is_across = are_full && lane >= 0 && what->from != 1 && what->outer_from[lane] == 1 &&
                    what->outer_to[lane] == 1;
    int is_cut = size >= FFT_LEAST_CUT && what->form == SDYRT_FFT_COMPLEX &&
                 fills_vectors(what, rows, size / rows);
    if (size <= FFT_SHORT || (is_across && size <= FFT_MOST_SIDE) ||
        (are_full && size <= FFT_MOST_DENSE && !is_cut)) {
        return 0;
    }
    if (rows >= FFT_LEAST_ROWS) {
        return 1;
    }
    return size > FFT_MOST_DENSE || (size > 4 * FFT_SHORT && line_count(what) < FFT_FEW_LINES);
}

void sdyrt_fft_plan(const struct sdyrt_fft *what, struct fft_plan *plan) {
    plan->halves = what->form != SDYRT_FFT_COMPLEX && what->size % 2 == 0;
    plan->size = plan->halves ? what->size / 2 : what->size;
    plan->lane = lane_dimension(what);
    plan->along = goes_along(what, plan);
    if (plan->along) {
        plan_long(plan->size, &plan->line);
    } else {
        sdyrt_fft_short_plan(plan->size, &plan->side);
    }
}

int sdyrt_fft_has(int64_t size) {
    struct fft_long whole, half;
    if (size <= FFT_SHORT) {
        return 1;
    }
    if (size > SDYRT_FFT_MOST) {
        return 0;
    }
    plan_long(size, &whole);
    plan_long(size % 2 == 0 ? size / 2 : size, &half);
    return whole.convolution <= MOST_CONVOLUTION && half.convolution <= MOST_CONVOLUTION;
}

/* --- tables --- */

int64_t sdyrt_fft_roots(int64_t factor) {
    return factor > 5 && factor != 8 ? factor : 0;
}

int64_t sdyrt_fft_short_table(const struct fft_short *size) {
    int64_t points = sdyrt_fft_points(size), rest = points;
    int64_t entries = size->convolution != 0 ? size->size + size->convolution : 0;
    for (int64_t f = 0; f < size->count; f++) {
        rest /= size->factors[f];
        entries += sdyrt_fft_roots(size->factors[f]);
        entries += rest > 1 ? (size->factors[f] - 1) * rest : 0;
    }
    return entries;
}

int64_t sdyrt_fft_long_table(const struct fft_long *line) {
    int64_t rows = line->columns.size, columns = line->rows.size;
    int64_t entries = line->convolution != 0 ? line->size + line->convolution : 0;
    return entries + sdyrt_fft_short_table(&line->columns) + sdyrt_fft_short_table(&line->rows) +
           rows * groups_of(columns) + rows * FFT_LANES;
}
