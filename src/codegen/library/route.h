/* Routes: the ways in which a family of the runtime computes a kernel. The family's plan function
 * chooses one for each class of processors; the compiler calls it, once, prints the plans as
 * constants, and names the route in dumps. SDYC_ROUTE=FAMILY:NAME takes one route wherever it can
 * be taken, for tests and measurements. */
#ifndef SDYC_ROUTE_H
#define SDYC_ROUTE_H

#include "codegen/program/program.h"

#include "machine_class.h"

struct emitter;
struct printer;

/* What plans are made for: the sets of instructions, and AVX-512 that permutes bytes, which
 * processors of several sets have. */
enum { ROUTE_CLASS_VBMI = SDYRT_SET_COUNT, ROUTE_CLASSES }; /* as sdyrt_processor.kind */

/* A family, as the table of its routes describes it; all text is static. */
struct route_family {
    const char *name;  /* of SDYC_ROUTE: "weave" */
    const char *plan;  /* the runtime's struct, "sdyrt_weave_plan", whose first word is the route */
    size_t plan_bytes; /* of it, all int64_t */
    int64_t routes;
    const char *(*route_name)(int64_t route);
    const char *(*sentence)(int64_t route);
    const char *(*part)(int64_t route); /* of the runtime (runtime.def); NULL: that of the family */
    /* Writes the plan by a route, for a class of processors; 0 if the route does not accept. */
    int (*plan_by)(int64_t route, const void *what, const struct sdyrt_machine_class *class,
                   void *plan);
    /* Writes the plan that is best. */
    void (*choose)(const void *what, const struct sdyrt_machine_class *class, void *plan);
};

/* The plans of one description, by class. */
struct route_plans {
    const struct route_family *family;
    const int64_t *of[ROUTE_CLASSES];
};

/* Defines the `family` of a file, whose plans are `struct plan_type`: by_route and best are the
 * runtime's functions that make one by a route and the best one. Then come the other fields. */
#define ROUTE_FAMILY(plan_type, by_route, best, ...)                                               \
    static int plan_by(int64_t route, const void *what, const struct sdyrt_machine_class *class,   \
                       void *plan) {                                                               \
        return by_route(route, what, class, plan);                                                 \
    }                                                                                              \
    static void choose(const void *what, const struct sdyrt_machine_class *class, void *plan) {    \
        *(struct plan_type *)plan = best(what, class);                                             \
    }                                                                                              \
    static const struct route_family family = {.plan = #plan_type,                                 \
                                               .plan_bytes = sizeof(struct plan_type),             \
                                               .plan_by = plan_by,                                 \
                                               .choose = choose,                                   \
                                               __VA_ARGS__}

/* The route that SDYC_ROUTE=FAMILY:NAME asks for, of `count` routes with these names; `count` if it
 * asks for none. */
int64_t route_forced(const char *family, int64_t count, const char *(*name)(int64_t route));

/* Makes the plans of a description, for all classes, in the arena. */
const struct route_plans *route_plans_make(struct arena *arena, const struct route_family *family,
                                           const void *what);

/* Prints `static const struct PLAN NAME[] = {...};`, and which of them each class has, for an
 * emitted folder; else the plan for this processor. Names the parts of the runtime that the routes
 * need. */
void route_print_plans(struct emitter *e, const struct route_plans *plans, const char *name);
/* The text of what the program of a folder was told of its processor: route_processor(e, "set"), a
 * member of struct sdyrt_processor. */
const char *route_processor(struct emitter *e, const char *member);
/* The text that points to the plan to take, of plans that were printed with this name. */
const char *route_plan_text(struct emitter *e, const struct route_plans *plans, const char *name);
/* "      route rows of avx2: ..." of this processor, a line of `sdyc kernels`. */
void route_print(struct printer *printer, const struct route_plans *plans);

#endif
