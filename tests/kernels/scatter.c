/* Updates at computed places, of elements and of rows, one after the other as they are given:
   every operation and type, places that meet, updates that are left out. */
#include "families.h"

#include <math.h>
#include <string.h>

#include "scatter_owners.h"
#include "scatter_plan.h"

enum { MOST_PLACES = 90, MOST_UPDATES = 600, MOST_COLUMNS = 150 };
static const enum element types[SDYRT_SCATTER_TYPES] = {
    [SDYRT_SCATTER_I8] = ELEMENT_I8,         [SDYRT_SCATTER_I16] = ELEMENT_I16,
    [SDYRT_SCATTER_I32] = ELEMENT_I32,       [SDYRT_SCATTER_I64] = ELEMENT_I64,
    [SDYRT_SCATTER_U8] = ELEMENT_U8,         [SDYRT_SCATTER_U16] = ELEMENT_U16,
    [SDYRT_SCATTER_U32] = ELEMENT_U32,       [SDYRT_SCATTER_U64] = ELEMENT_U64,
    [SDYRT_SCATTER_F32] = ELEMENT_F32,       [SDYRT_SCATTER_F64] = ELEMENT_F64,
    [SDYRT_SCATTER_BF16] = ELEMENT_BF16,     [SDYRT_SCATTER_F16] = ELEMENT_F16,
    [SDYRT_SCATTER_C64] = ELEMENT_C64,       [SDYRT_SCATTER_C128] = ELEMENT_C128,
    [SDYRT_SCATTER_BITS_128] = ELEMENT_C128, [SDYRT_SCATTER_F64_OF_F32] = ELEMENT_F64};

static const char *const operations[] = {"set", "add", "multiply", "maximum", "minimum"};

struct problem {
    struct sdyrt_scatter what;
    struct sdyrt_scatter_plan plan;
    enum element memory_type, value_type;
    int64_t updates, columns, places; /* columns: 1 of elements */
    char *memory, *values;
    int64_t *offsets; /* where updates go; -1: nowhere */
};

/* --- what routes are made for, by what they accept: a new answer does not build without one --- */

/* Columns that a route is made for, of elements of so many bytes; 0: none, elements have places. */
typedef int64_t columns_fn(struct dice *dice, int64_t bytes);

static int64_t columns_of_elements(struct dice *dice, int64_t bytes) {
    (void)dice, (void)bytes;
    return 0;
}

static int64_t columns_of_rows(struct dice *dice, int64_t bytes) {
    (void)bytes;
    const int64_t columns = dice_extent(dice, MOST_COLUMNS); /* often whole blocks of vectors */
    return columns > 0 ? columns : MOST_COLUMNS;
}

/* One more than fits, now and then. */
static int64_t columns_in_a_vector(struct dice *dice, int64_t bytes) {
    return dice_between(dice, 1, 64 / bytes + 1);
}

#define columns_scatter_elements     columns_of_elements
#define columns_scatter_rows         columns_of_rows
#define columns_scatter_in_a_vector  columns_in_a_vector
#define columns_scatter_in_registers columns_in_a_vector

static const struct {
    columns_fn *columns;
    int needs; /* enum sdyrt_set */
} rows[SDYRT_SCATTER_ROUTE_COUNT] = {
#define ROUTE(name, NAME, OPS, TYPES, SET, part, accepts, sentence)                                \
    {columns_##accepts, SDYRT_SET_##SET},
#include "scatter_routes.def"
};

static const char *route_name(int route) {
    return sdyrt_scatter_route_name(route);
}

static bool must_take(int route, enum sdyrt_set set) {
    return (int)set >= rows[route].needs;
}

/* --- a problem --- */

/* Operations and types that there are. */
static void choose_type(struct dice *dice, struct sdyrt_scatter *what) {
    static const int moved[] = {SDYRT_SCATTER_U8, SDYRT_SCATTER_U16, SDYRT_SCATTER_U32,
                                SDYRT_SCATTER_U64, SDYRT_SCATTER_BITS_128};
    what->op = dice_between(dice, SDYRT_SCATTER_SET, SDYRT_SCATTER_MIN);
    what->type = what->op == SDYRT_SCATTER_SET   ? moved[dice_between(dice, 0, 4)]
                 : what->op == SDYRT_SCATTER_ADD ? dice_between(dice, 0, SDYRT_SCATTER_F64_OF_F32)
                                                 : dice_between(dice, 0, SDYRT_SCATTER_F16);
    if (what->op == SDYRT_SCATTER_ADD && what->type == SDYRT_SCATTER_BITS_128) {
        what->type = SDYRT_SCATTER_F32;
    }
}

/* A description that the route is made for, most of the time; and a plan, by the route if it
   accepts. */
static void choose(struct kernel_case *test, struct problem *p) {
    struct dice *dice = &test->dice;
    const struct sdyrt_machine_class class = frame_class(test->set);
    const int64_t route = dice_between(dice, 0, SDYRT_SCATTER_ROUTE_COUNT - 1);
    bool accepts = false;
    for (int tries = 0; tries < 60 && !accepts; tries++) {
        choose_type(dice, &p->what);
        p->memory_type = types[p->what.type];
        p->what.columns = rows[route].columns(dice, element_bytes(p->memory_type));
        accepts = sdyrt_scatter_plan_by(route, &p->what, &class, &p->plan) != 0;
    }
    p->what.wide = dice_one_in(dice, 2);
    if (!accepts) {
        p->plan = sdyrt_scatter_choose(&p->what, &class);
    }
    const bool is_half = element_is_float(p->memory_type) && element_bytes(p->memory_type) == 2;
    p->value_type =
        is_half || p->what.type == SDYRT_SCATTER_F64_OF_F32 ? ELEMENT_F32 : p->memory_type;
}

/* The greatest or least of two floats: what is no number wins, the older one first, and a zero with a
   sign is less than one without. */
static struct number extreme(bool is_most, struct number old, struct number value) {
    if (isnan(old.re) || isnan(value.re)) {
        return isnan(old.re) ? old : value;
    }
    const bool is_less_zero = old.re == value.re && signbit(old.re) && !signbit(value.re);
    const bool is_less = old.re < value.re || is_less_zero;
    return is_less == is_most ? value : old;
}

static struct number updated(const struct problem *p, struct number old, struct number value) {
    const bool is_less = element_is_signed(p->memory_type) ? (int64_t)old.bits < (int64_t)value.bits
                                                           : old.bits < value.bits;
    if (element_is_float(p->memory_type) && p->what.op >= SDYRT_SCATTER_MAX) {
        return extreme(p->what.op == SDYRT_SCATTER_MAX, old, value);
    }
    switch (p->what.op) {
    case SDYRT_SCATTER_SET:
        return value;
    case SDYRT_SCATTER_ADD:
        return number_add(old, value);
    case SDYRT_SCATTER_MUL:
        return number_multiply(old, value);
    case SDYRT_SCATTER_MAX:
        return is_less ? value : old;
    default:
        return is_less ? old : value;
    }
}

/* Numbers that are multiplied are 1 or -1, lest they leave their type. */
static void fill(struct kernel_case *test, const struct problem *p, enum element type, char *to,
                 int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        struct number value = element_random(&test->dice, type, 9);
        if (p->what.op == SDYRT_SCATTER_MUL && element_is_float(type)) {
            value.re = dice_one_in(&test->dice, 2) ? 1 : -1;
        }
        if (p->what.op >= SDYRT_SCATTER_MAX && element_is_float(type) &&
            dice_one_in(&test->dice, 6)) {
            static const double special[] = {-0.0, 0.0, -0.0, INFINITY, -INFINITY, NAN};
            value.re = special[dice_between(&test->dice, 0, 5)];
        }
        element_store(type, to, i, value);
    }
}

/* Writes to `expected`, update by update: sums of small numbers are rounded after each, as of the
   memory they are. */
static void expect(const struct problem *p, char *expected) {
    for (int64_t i = 0; i < p->updates; i++) {
        for (int64_t c = 0; c < p->columns && p->offsets[i] >= 0; c++) {
            const int64_t at = p->offsets[i] + c;
            const struct number value = element_load(p->value_type, p->values, i * p->columns + c);
            if (p->what.op == SDYRT_SCATTER_SET) {
                const int64_t bytes = element_bytes(p->memory_type);
                memcpy(expected + at * bytes, p->values + (i * p->columns + c) * bytes,
                       (size_t)bytes);
                continue;
            }
            element_store(p->memory_type, expected, at,
                          updated(p, element_load(p->memory_type, expected, at), value));
        }
    }
}

/* Places as the kernel reads them; those that are left out may be anything. */
static char *store_places(struct kernel_case *test, const struct problem *p, bool is_wide) {
    const size_t bytes = is_wide ? sizeof(int64_t) : sizeof(int32_t);
    char *places = case_memory(test, (size_t)p->updates * bytes, bytes);
    for (int64_t i = 0; i < p->updates; i++) {
        const int64_t wide = p->offsets[i] < 0 ? INT64_MAX : p->offsets[i];
        const int32_t narrow = p->offsets[i] < 0 ? INT32_MAX : (int32_t)p->offsets[i];
        memcpy(places + (size_t)i * bytes, is_wide ? (const void *)&wide : (const void *)&narrow,
               bytes);
    }
    case_protect(test, places);
    return places;
}

static void describe(struct kernel_case *test, const struct problem *p, bool keeps_all) {
    case_describe(test, "%s of %s by %s, %lld updates of %lld columns at %lld places%s%s%s",
                  operations[p->what.op], element_name(p->memory_type),
                  route_name((int)p->plan.route), (long long)p->updates, (long long)p->columns,
                  (long long)p->places, p->what.wide ? ", wide" : "",
                  keeps_all ? "" : ", some left out",
                  p->value_type != p->memory_type ? ", widened" : "");
}

/* Memory and values; returns how many elements the memory has. */
static int64_t make_operands(struct kernel_case *test, struct problem *p, int64_t row) {
    const int64_t bytes = element_bytes(p->memory_type), wide = element_bytes(p->value_type);
    const int64_t count = (p->places - 1) * row + p->columns;
    p->memory = case_memory(test, (size_t)(count * bytes), (size_t)(bytes > 8 ? 8 : bytes));
    p->values =
        case_memory(test, (size_t)(p->updates * p->columns * wide), (size_t)(wide > 8 ? 8 : wide));
    fill(test, p, p->memory_type, p->memory, count);
    fill(test, p, p->value_type, p->values, p->updates * p->columns);
    case_protect(test, p->values);
    case_works(test, 0, (double)(p->updates * p->columns * (2 * bytes + wide)));
    return count;
}

/* Where updates go, often several to one place in turn; and which are kept. */
static char *choose_places(struct kernel_case *test, struct problem *p, int64_t row,
                           bool keeps_all) {
    struct dice *dice = &test->dice;
    char *keep = case_memory(test, (size_t)p->updates, 1);
    p->offsets = case_hold(test, (size_t)p->updates * sizeof *p->offsets);
    for (int64_t i = 0; i < p->updates; i++) {
        keep[i] = keeps_all || !dice_one_in(dice, 4);
        const bool again = i > 0 && p->offsets[i - 1] >= 0 && dice_one_in(dice, 3);
        p->offsets[i] = again ? p->offsets[i - 1] : dice_between(dice, 0, p->places - 1) * row;
        p->offsets[i] = keep[i] ? p->offsets[i] : -1;
    }
    case_protect(test, keep);
    return keeps_all ? NULL : keep;
}

/* Tasks of a phase by runs of any length, in turns from the first on. */
static void do_phase(struct kernel_case *test, const struct sdyrt_scatter_owners *what,
                     const struct problem *p, char *const *operands, int64_t tasks) {
    char *scratch = case_memory(test, SDYRT_SCATTER_SCRATCH, 64);
    for (int64_t first = 0; first < tasks;) {
        const int64_t most = dice_between(&test->dice, 1, tasks - first);
        first += sdyrt_scatter_owners(what, &p->plan, operands, first, most, scratch);
    }
}

/* Owners of rows make updates together, with the same bits, whether parts
   of the updates were divided or not. */
static void check_owners(struct kernel_case *test, const struct problem *p, char *memory,
                         int64_t elements) {
    if (p->what.columns == 0 || p->updates == 0) {
        return;
    }
    struct sdyrt_scatter_owners what = {.op = p->what.op,
                                        .type = p->what.type,
                                        .wide = dice_one_in(&test->dice, 2),
                                        .columns = p->what.columns,
                                        .count = p->updates,
                                        .parts = dice_between(&test->dice, 1, p->updates),
                                        .owners =
                                            dice_between(&test->dice, 1, SDYRT_SCATTER_OWNERS)};
    char *lists = case_memory(test, (size_t)sdyrt_scatter_lists(&what), sizeof(uint32_t));
    int32_t *narrow = case_hold(test, (size_t)p->updates * sizeof *narrow);
    for (int64_t i = 0; i < p->updates; i++) {
        narrow[i] = (int32_t)p->offsets[i];
    }
    char *places = what.wide ? (char *)p->offsets : (char *)narrow;
    char *operands[] = {memory, p->values, places, lists};
    do_phase(test, &what, p, operands, what.parts);
    what.phase = SDYRT_SCATTER_UPDATES;
    do_phase(test, &what, p, operands, what.owners);
    case_compare(test, "the memory by its owners", memory, p->memory,
                 (size_t)(elements * element_bytes(p->memory_type)));
}

static void run(struct kernel_case *test) {
    struct problem p = {.columns = 1};
    choose(test, &p);
    const bool of_rows = p.what.columns > 0, keeps_all = dice_one_in(&test->dice, 2);
    p.updates = dice_extent(&test->dice, of_rows ? 100 : MOST_UPDATES);
    p.columns = of_rows ? p.what.columns : 1;
    p.places = dice_between(&test->dice, 1, of_rows ? 12 : MOST_PLACES);
    const int64_t row = p.columns + (of_rows ? dice_between(&test->dice, 0, 2) : 0);
    describe(test, &p, keeps_all);
    case_takes(test, (int)p.plan.route);
    const int64_t count = make_operands(test, &p, row);
    const char *keep = choose_places(test, &p, row, keeps_all);
    const size_t bytes = (size_t)(count * element_bytes(p.memory_type));
    char *expected = case_copy(test, p.memory, bytes);
    char *owned = case_copy(test, p.memory, bytes);
    expect(&p, expected);
    const char *places = store_places(test, &p, p.what.wide);
    case_call(
        test, (kernel_function *)sdyrt_scatter, 7,
        (union argument[]){
            {&p.what}, {&p.plan}, {p.memory}, {places}, {keep}, {p.values}, {.number = p.updates}});
    case_compare(test, "the memory", p.memory, expected, bytes);
    check_owners(test, &p, owned, count);
}

const struct kernel_family kernels_scatter = {.name = "scatter",
                                              .count = 2500,
                                              .run = run,
                                              .routes = SDYRT_SCATTER_ROUTE_COUNT,
                                              .route_name = route_name,
                                              .must_take = must_take};
