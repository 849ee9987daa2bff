#include "transpose_plan.h"

#include "caches.h"
#include "runs.h"
#include "sizes.h"
#include "stream.h"
#include "transpose_groups.h"
#include "walk.h"

enum { TASK_BYTES = SDYRT_MIDDLE_CACHE / 4 };

/* --- what routes accept --- */

static struct walk_dim dim_of(const struct sdyrt_transpose *what, int64_t k) {
    return (struct walk_dim){what->size[k], what->from[k], what->to[k]};
}

static struct walk_dim row_of(const struct sdyrt_transpose *what) {
    return dim_of(what, what->rank - 1);
}

static struct walk_dim column_of(const struct sdyrt_transpose *what) {
    return dim_of(what, what->rank - 2);
}

static int accepts_tiles(const struct sdyrt_transpose *what,
                         const struct sdyrt_machine_class *class,
                         struct sdyrt_transpose_plan *plan) {
    const int64_t bytes = what->bytes;
    plan->isa = class->isa;
    return bytes <= 16 && (bytes & (bytes - 1)) == 0 && row_of(what).to == bytes &&
           column_of(what).from == bytes;
}

static int accepts_groups(const struct sdyrt_transpose *what,
                          const struct sdyrt_machine_class *class,
                          struct sdyrt_transpose_plan *plan) {
    const struct walk_dim row = row_of(what);
    const int64_t group = row.size * what->bytes;
    (void)plan;
    return class->isa >= SDYRT_ISA_AVX2 && row.to == what->bytes && group <= SDYRT_GROUP_BYTES &&
           column_of(what).to == group &&
           (row.size - 1) * magnitude(row.from) + what->bytes <= SDYRT_GROUP_BYTES;
}

static int accepts_lines(const struct sdyrt_transpose *what,
                         const struct sdyrt_machine_class *class,
                         struct sdyrt_transpose_plan *plan) {
    const struct walk_dim row = row_of(what);
    return class->isa >= SDYRT_ISA_AVX2 && row.to == what->bytes &&
           what->bytes <= SDYRT_GROUP_BYTES && magnitude(row.from) <= SDYRT_GROUP_BYTES &&
           plan->row_block >= 2 * SDYRT_LINE_FLOATS;
}

static int accepts_long(const struct sdyrt_transpose *what, const struct sdyrt_machine_class *class,
                        struct sdyrt_transpose_plan *plan) {
    (void)class, (void)plan;
    return what->bytes >= SDYRT_LINE_BYTES;
}

static int accepts_all(const struct sdyrt_transpose *what, const struct sdyrt_machine_class *class,
                       struct sdyrt_transpose_plan *plan) {
    (void)what, (void)class, (void)plan;
    return 1;
}

/* --- the table --- */

struct route {
    const char *name, *sentence;
    int (*accepts)(const struct sdyrt_transpose *what, const struct sdyrt_machine_class *class,
                   struct sdyrt_transpose_plan *plan);
};

static const struct route routes[SDYRT_TRANSPOSE_ROUTE_COUNT] = {
#define ROUTE(name, NAME, accepts, kernel, sentence) {#name, sentence, accepts},
#include "transpose_routes.def"
};

const char *sdyrt_transpose_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_transpose_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* --- plans --- */

static int64_t outer_count(const struct sdyrt_transpose *what) {
    int64_t count = 1;
    for (int64_t k = 0; k < what->rank - 2; k++) {
        count *= what->size[k];
    }
    return count;
}

/* As many items as a line of the caches has of the largest power of two that their bytes are a
 * multiple of. */
static int64_t items_of_line(int64_t bytes) {
    return maximum(1, SDYRT_LINE_BYTES / (bytes & -bytes));
}

/* Cuts the matrix into nearly square blocks of whole lines, or takes several at once. */
static void cut(const struct sdyrt_transpose *what, struct sdyrt_transpose_plan *plan) {
    const int64_t rows = maximum(1, row_of(what).size), columns = column_of(what).size;
    const int64_t room = TASK_BYTES / what->bytes, line = items_of_line(what->bytes);
    int64_t side = line;
    while (side * side * 4 <= room) {
        side *= 2;
    }
    plan->row_block = minimum(rows, side);
    plan->column_block = minimum(columns, maximum(1, room / plan->row_block / line * line));
    plan->row_block =
        maximum(plan->row_block, minimum(rows, room / plan->column_block / line * line));
    plan->outer_block = maximum(1, room / (rows * columns));
    plan->stream = outer_count(what) * rows * columns * what->bytes >= SDYRT_STREAM_BYTES;
}

int sdyrt_transpose_plan_by(int64_t route, const struct sdyrt_transpose *what,
                            const struct sdyrt_machine_class *class,
                            struct sdyrt_transpose_plan *plan) {
    struct sdyrt_transpose_plan made = {.route = route};
    cut(what, &made);
    if (!routes[route].accepts(what, class, &made)) {
        return 0;
    }
    *plan = made;
    return 1;
}

struct sdyrt_transpose_plan sdyrt_transpose_choose(const struct sdyrt_transpose *what,
                                                   const struct sdyrt_machine_class *class) {
    struct sdyrt_transpose_plan plan = {.route = 0};
    for (int64_t route = 0; route < SDYRT_TRANSPOSE_ROUTE_COUNT; route++) {
        if (sdyrt_transpose_plan_by(route, what, class, &plan)) {
            break;
        }
    }
    return plan;
}

int64_t sdyrt_transpose_tasks(const struct sdyrt_transpose *what,
                              const struct sdyrt_transpose_plan *plan) {
    return pieces(row_of(what).size, plan->row_block) *
           pieces(column_of(what).size, plan->column_block) *
           pieces(outer_count(what), plan->outer_block);
}
