#include "linalg_plan.h"

#include "caches.h"
#include "product_tile.h"
#include "sizes.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "linalg_thresholds.def"

/* Bytes of a row of a panel: products read such rows where they lie. The rows of A that meet a
   panel take a part of the middle cache. */
enum { PANEL_BYTES = SDYRT_LINE_BYTES * SDYRT_CACHE_WAYS };

enum kind { CHOLESKY, TRIANGULAR };

static const struct {
    const char *name, *sentence;
    enum kind kind;
} routes[SDYRT_LINALG_ROUTE_COUNT] = {
#define ROUTE(name, NAME, KIND, sentence) {#name, sentence, KIND},
#include "linalg_routes.def"
};

const char *sdyrt_linalg_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_linalg_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* How many pieces of so much work are a task: a power of two. */
static int64_t pieces_of_task(int64_t work) {
    int64_t count = 1;
    while (work > 0 && work * count < LINALG_TASK_WORK) {
        count *= 2;
    }
    return count;
}

int sdyrt_cholesky_plan_by(int64_t route, const struct sdyrt_cholesky *what,
                           const struct sdyrt_machine_class *class,
                           struct sdyrt_cholesky_plan *plan) {
    const int64_t n = what->size;
    if (routes[route].kind != CHOLESKY) {
        return 0;
    }
    *plan = (struct sdyrt_cholesky_plan){
        .route = route, .isa = class->isa, .together = pieces_of_task(n * n * n)};
    return 1;
}

int sdyrt_triangular_plan_by(int64_t route, const struct sdyrt_triangular *what,
                             const struct sdyrt_machine_class *class,
                             struct sdyrt_triangular_plan *plan) {
    const int64_t bytes = (int64_t)sdyrt_product_operand_size(what->type);
    const int64_t width = minimum(PANEL_BYTES / bytes, what->columns);
    if (routes[route].kind != TRIANGULAR) {
        return 0;
    }
    *plan =
        (struct sdyrt_triangular_plan){.route = route,
                                       .isa = class->isa,
                                       .width = width,
                                       .depth = SDYRT_MIDDLE_CACHE / 4 / PANEL_BYTES,
                                       .together = pieces_of_task(what->size * what->size * width)};
    return 1;
}

struct sdyrt_cholesky_plan sdyrt_cholesky_choose(const struct sdyrt_cholesky *what,
                                                 const struct sdyrt_machine_class *class) {
    struct sdyrt_cholesky_plan plan;
    sdyrt_cholesky_plan_by(SDYRT_LINALG_BY_BLOCKS, what, class, &plan);
    return plan;
}

struct sdyrt_triangular_plan sdyrt_triangular_choose(const struct sdyrt_triangular *what,
                                                     const struct sdyrt_machine_class *class) {
    struct sdyrt_triangular_plan plan;
    sdyrt_triangular_plan_by(SDYRT_LINALG_BY_PANELS, what, class, &plan);
    return plan;
}
