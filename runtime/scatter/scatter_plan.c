#include "scatter_plan.h"

#include "scatter_kernels.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "scatter_thresholds.def"

/* --- the table --- */

/* Operations and types of a route, a bit each. */
#define BIT(TYPE) (1u << SDYRT_SCATTER_##TYPE)
enum {
    MOVES = BIT(SET),
    ANY = (1u << (SDYRT_SCATTER_MIN + 1)) - 1,
    UPDATES = ANY & ~MOVES,
    ALL = (1u << SDYRT_SCATTER_TYPES) - 1,
    HALVES = BIT(F16),
    NUMBERS =
        BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64) | BIT(F32) | BIT(F64) | BIT(C64) | BIT(C128),
    WORDS = NUMBERS | BIT(F64_OF_F32)
};

/* Whether a route makes updates of so many columns; `bytes` is the size of a row of memory. */
typedef int accepts_fn(int64_t columns, int64_t bytes);

static int scatter_elements(int64_t columns, int64_t bytes) {
    (void)bytes;
    return columns == 0;
}

static int scatter_rows(int64_t columns, int64_t bytes) {
    (void)bytes;
    return columns > 0;
}

static int scatter_in_a_vector(int64_t columns, int64_t bytes) {
    return columns > 0 && bytes <= SCATTER_VECTOR_BYTES;
}

static int scatter_in_registers(int64_t columns, int64_t bytes) {
#define IS_SIZE(size, ...) || bytes == (size)
    return columns > 0 && (0 SCATTER_REGISTER_SIZES(IS_SIZE, ));
#undef IS_SIZE
}

struct route {
    const char *name, *part, *sentence;
    unsigned ops, types;
    enum sdyrt_isa isa;
    accepts_fn *accepts;
};

static const struct route routes[SDYRT_SCATTER_ROUTE_COUNT] = {
#define ROUTE(name, NAME, OPS, TYPES, SET, part, accepts, sentence)                                \
    {#name, #part, sentence, OPS, TYPES, SDYRT_ISA_##SET, accepts},
#include "scatter_routes.def"
};

const char *sdyrt_scatter_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_scatter_route_sentence(int64_t route) {
    return routes[route].sentence;
}

const char *sdyrt_scatter_route_part(int64_t route) {
    return routes[route].part;
}

/* --- plans --- */

/* Rows for one place that are combined in one pass: their values are read again for each block of
   columns, and so have to stay near. Of rows of a vector a page has many; a wide one is more than a
   block of vectors. */
static int64_t rows_together(const struct sdyrt_scatter *what) {
    const int64_t bytes = what->columns * scatter_value_bytes(what->type);
    return bytes == 0                                      ? 1
           : bytes <= SCATTER_VECTOR_BYTES                 ? SDYRT_PAGE_BYTES / bytes
           : bytes <= SCATTER_BLOCK * SCATTER_VECTOR_BYTES ? SCATTER_BLOCK
                                                           : 1;
}

int sdyrt_scatter_plan_by(int64_t route, const struct sdyrt_scatter *what,
                          const struct sdyrt_machine_class *class,
                          struct sdyrt_scatter_plan *plan) {
    const struct route *row = &routes[route];
    if ((row->ops >> what->op & 1u) == 0 || (row->types >> what->type & 1u) == 0 ||
        class->isa < row->isa ||
        !row->accepts(what->columns, what->columns * scatter_memory_bytes(what->type))) {
        return 0;
    }
    *plan = (struct sdyrt_scatter_plan){.route = route, .together = rows_together(what)};
    return 1;
}

struct sdyrt_scatter_plan sdyrt_scatter_choose(const struct sdyrt_scatter *what,
                                               const struct sdyrt_machine_class *class) {
    struct sdyrt_scatter_plan plan = {.route = 0};
    for (int64_t route = 0; route < SDYRT_SCATTER_ROUTE_COUNT; route++) {
        if (sdyrt_scatter_plan_by(route, what, class, &plan)) {
            break;
        }
    }
    return plan;
}
