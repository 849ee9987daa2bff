#include "fft_plan.h"

#include "caches.h"
#include "fft_passes.h"
#include "product_tile.h"

#include <math.h>

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "fft_thresholds.def"

/* Points of lines side by side: a line of memory of each is in the middle cache. Where each is
   dense they are turned on the way there and back. */
enum { MOST_SIDE = SDYRT_MIDDLE_CACHE / SDYRT_LINE_BYTES, MOST_DENSE = MOST_SIDE / 4 };

/* --- lines that are cut --- */

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

/* The length of the convolution that takes the place of a line, which has no divisor near the
   middle; 0: it has one. */
static int64_t convolution_of(int64_t size) {
    return middle_divisor(size) < FFT_FEW ? sdyrt_fft_smooth_size(2 * size - 1) : 0;
}

int sdyrt_fft_has(int64_t size) {
    if (size <= FFT_SHORT) {
        return 1;
    }
    if (size > SDYRT_FFT_MOST) {
        return 0;
    }
    return convolution_of(size) <= SDYRT_FFT_MOST / 8 &&
           convolution_of(size % 2 == 0 ? size / 2 : size) <= SDYRT_FFT_MOST / 8;
}

/* --- lines --- */

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
static int goes_along(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    int64_t lane = plan->lane, size = plan->points, rows = middle_divisor(size);
    int64_t lines = lane >= 0 ? what->outer_size[lane] : 1;
    int are_full = 2 * lines >= groups_of(lines) * FFT_LANES;
    int is_across = are_full && lane >= 0 && what->from != 1 && what->outer_from[lane] == 1 &&
                    what->outer_to[lane] == 1;
    int is_cut = size >= 16 * FFT_SHORT && what->form == SDYRT_FFT_COMPLEX &&
                 fills_vectors(what, rows, size / rows);
    if (size <= FFT_SHORT || (is_across && size <= MOST_SIDE) ||
        (are_full && size <= MOST_DENSE && !is_cut)) {
        return 0;
    }
    if (rows >= FFT_FEW) {
        return 1;
    }
    return size > MOST_DENSE || (size > 4 * FFT_SHORT && line_count(what) < FFT_FEW / 2);
}

/* --- routes --- */

/* Whether a route can, and whether it should; of a plan that has the points and the lane. */
typedef int route_fn(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan);

static int can_side(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    (void)what;
    return plan->points <= MOST_SIDE;
}

static int can_along(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    (void)what;
    return plan->points > FFT_SHORT;
}

static int can_shared(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    return can_along(what, plan) && what->form == SDYRT_FFT_COMPLEX &&
           convolution_of(plan->points) == 0;
}

static int pays_shared(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    return goes_along(what, plan) && plan->points >= 4 * FFT_TASK_POINTS && line_count(what) > 0 &&
           line_count(what) < FFT_FEW;
}

static int pays_always(const struct sdyrt_fft *what, const struct sdyrt_fft_plan *plan) {
    (void)what, (void)plan;
    return 1;
}

static const struct {
    const char *name, *sentence;
    route_fn *can, *pays;
} routes[SDYRT_FFT_ROUTE_COUNT] = {
#define ROUTE(name, NAME, can, pays, sentence) {#name, sentence, can, pays},
#include "fft_routes.def"
};

const char *sdyrt_fft_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_fft_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* --- plans --- */

/* What plans by all routes have. */
static struct sdyrt_fft_plan begin(const struct sdyrt_fft *what,
                                   const struct sdyrt_machine_class *class) {
    const int halves = what->form != SDYRT_FFT_COMPLEX && what->size % 2 == 0;
    return (struct sdyrt_fft_plan){.isa = class->isa,
                                   .points = halves ? what->size / 2 : what->size,
                                   .halves = halves,
                                   .lane = lane_dimension(what)};
}

int sdyrt_fft_plan_by(int64_t route, const struct sdyrt_fft *what,
                      const struct sdyrt_machine_class *class, struct sdyrt_fft_plan *plan) {
    struct sdyrt_fft_plan made = begin(what, class);
    if (!routes[route].can(what, &made)) {
        return 0;
    }
    made.route = route;
    if (route != SDYRT_FFT_BY_SIDE) {
        made.convolution = convolution_of(made.points);
        made.rows = middle_divisor(made.convolution != 0 ? made.convolution : made.points);
    }
    *plan = made;
    return 1;
}

struct sdyrt_fft_plan sdyrt_fft_choose(const struct sdyrt_fft *what,
                                       const struct sdyrt_machine_class *class) {
    struct sdyrt_fft_plan plan = begin(what, class);
    plan.route = SDYRT_FFT_BY_SIDE;
    for (int64_t route = 0; route < SDYRT_FFT_ROUTE_COUNT; route++) {
        const struct sdyrt_fft_plan asked = begin(what, class);
        if (what->size > 0 && routes[route].pays(what, &asked) &&
            sdyrt_fft_plan_by(route, what, class, &plan)) {
            break;
        }
    }
    return plan;
}
