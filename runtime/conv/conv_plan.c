#include "conv_plan.h"

#include "conv_cost.h"

#include <math.h>
#include <string.h>

/* --- the table --- */

/* The types of a route, a bit each. */
#define BIT(TYPE) (1u << SDYRT_PRODUCT_##TYPE)
enum {
    F32 = BIT(F32),
    REALS = F32 | BIT(F64),
    NUMBERS = REALS | BIT(I32),
    BF16 = BIT(BF16_F32),
    NARROW = BF16 | BIT(I8_I32) | BIT(U8_I32),
    ALL = (1u << SDYRT_PRODUCT_TYPE_COUNT) - 1
};

struct route {
    const char *name;
    unsigned types;
    conv_make_fn *make;
    conv_cost_fn *cost;
    const char *sentence;
};

static const struct route routes[SDYRT_CONV_ROUTE_COUNT] = {
#define ROUTE(name, NAME, TYPES, make, cost, traits, sentence) {#name, TYPES, make, cost, sentence},
#include "conv_routes.def"
};

const char *sdyrt_conv_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_conv_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* --- a part --- */

/* The plan of a part by this route, which begins as `plan` is; 0: it cannot compute it on this
   class. Sums that have an order are made by the last route alone. */
static int plan_by(enum sdyrt_conv_route route, const struct sdyrt_conv *part,
                   const struct sdyrt_machine_class *class, struct sdyrt_conv_plan *plan) {
    const struct route *row = &routes[route];
    plan->route = route;
    if ((row->types >> part->type & 1u) == 0 || (part->in_order && route != SDYRT_CONV_PLAIN) ||
        (part->feature_groups * part->batch_groups > 1) != (route == SDYRT_CONV_DEPTHWISE) ||
        !row->make(part, class, plan)) {
        return 0;
    }
    plan->parts = 1;
    conv_make_blocks(part, plan);
    return 1;
}

struct conv_planner sdyrt_conv_planner(enum sdyrt_set set) {
    return (struct conv_planner){sdyrt_machine_of_set(set), SDYRT_CONV_ROUTE_COUNT};
}

/* What a route that all classes have takes of the time of the best one, summed over them. */
struct candidate {
    struct sdyrt_conv_plan plan;
    double cycles[CONV_COMMON_CLASSES];
};

/* As whose the costs of a part are: whether its kernel is packed has no say in the choice, for it
   changes no bits. */
static struct sdyrt_conv with_plain_kernel(const struct sdyrt_conv *part) {
    struct sdyrt_conv plain = *part;
    plain.packed = 0;
    return plain;
}

/* The routes that can compute a part on any processor, and what each costs. */
static int find_candidates(const struct sdyrt_conv *part, struct candidate *candidates) {
    struct sdyrt_machine_class classes[CONV_COMMON_CLASSES];
    const struct sdyrt_conv plain = with_plain_kernel(part);
    int count = 0;
    for (int set = 0; set < CONV_COMMON_CLASSES; set++) {
        classes[set] = sdyrt_machine_of_set((enum sdyrt_set)set);
    }
    for (int route = 0; route < SDYRT_CONV_ROUTE_COUNT; route++) {
        struct candidate *to = &candidates[count];
        memset(&to->plan, 0, sizeof to->plan);
        if (plan_by((enum sdyrt_conv_route)route, &plain, &classes[0], &to->plan)) {
            for (int set = 0; set < CONV_COMMON_CLASSES; set++) {
                to->cycles[set] = routes[route].cost(&plain, &classes[set], &to->plan);
            }
            count++;
        }
    }
    return count;
}

/* The candidate that costs least on all classes together, each in units of what is best there. */
static int cheapest(const struct candidate *candidates, int count) {
    double best[CONV_COMMON_CLASSES], least = 0;
    int chosen = 0;
    for (int set = 0; set < CONV_COMMON_CLASSES; set++) {
        best[set] = candidates[0].cycles[set];
        for (int i = 1; i < count; i++) {
            best[set] =
                candidates[i].cycles[set] < best[set] ? candidates[i].cycles[set] : best[set];
        }
    }
    for (int i = 0; i < count; i++) {
        double share = 0;
        for (int set = 0; set < CONV_COMMON_CLASSES; set++) {
            share += candidates[i].cycles[set] / best[set];
        }
        if (i == 0 || share < least) {
            least = share;
            chosen = i;
        }
    }
    return chosen;
}

/* What is the same for all processors: the plan of the route that is chosen for them together, and
   the routes, a bit each, that all have. */
struct common {
    struct sdyrt_conv_plan plan;
    unsigned routes;
};

static struct common find_common(const struct sdyrt_conv *part) {
    const struct sdyrt_machine_class least = sdyrt_machine_of_set(SDYRT_SET_BASELINE);
    struct candidate candidates[SDYRT_CONV_ROUTE_COUNT];
    const int count = find_candidates(part, candidates);
    const int64_t chosen = candidates[cheapest(candidates, count)].plan.route;
    struct common common = {{0}, 0};
    for (int i = 0; i < count; i++) {
        common.routes |= 1u << candidates[i].plan.route;
    }
    plan_by((enum sdyrt_conv_route)chosen, part, &least, &common.plan);
    return common;
}

/* A way that not all processors have, which divides the part as that for all does; 0: it cannot. */
static int plan_alike(enum sdyrt_conv_route route, const struct sdyrt_conv *part,
                      const struct sdyrt_machine_class *class, const struct sdyrt_conv_plan *common,
                      struct sdyrt_conv_plan *plan) {
    memset(plan, 0, sizeof *plan);
    if (sdyrt_conv_is(common->route, CONV_IMAGES) != sdyrt_conv_is(route, CONV_IMAGES)) {
        return 0;
    }
    plan->planes = common->planes, plan->plane_count = common->plane_count;
    plan->rows = common->rows, plan->row_count = common->row_count;
    plan->cols = common->cols, plan->col_count = common->col_count;
    return plan_by(route, part, class, plan) && plan->planes == common->planes &&
           plan->rows == common->rows && plan->cols == common->cols;
}

/* The route that is asked for, wherever it can be taken; 0: it cannot. */
static int plan_forced(const struct sdyrt_conv *part, const struct conv_planner *planner,
                       const struct common *common, struct sdyrt_conv_plan *plan) {
    const struct sdyrt_machine_class least = sdyrt_machine_of_set(SDYRT_SET_BASELINE);
    memset(plan, 0, sizeof *plan);
    return planner->forced < SDYRT_CONV_ROUTE_COUNT &&
           (plan_by(planner->forced, part, &least, plan) ||
            plan_alike(planner->forced, part, &planner->class, &common->plan, plan));
}

/* The route that is asked for, or the cheapest: that for all processors, or one of this class that
   takes its place. */
static struct sdyrt_conv_plan choose(const struct sdyrt_conv *part,
                                     const struct conv_planner *planner,
                                     const struct common *common) {
    const struct sdyrt_machine_class *class = &planner->class;
    struct sdyrt_conv_plan best = common->plan, plan;
    const struct sdyrt_conv plain = with_plain_kernel(part);
    if (plan_forced(part, planner, common, &plan)) {
        return plan;
    }
    double cycles = routes[best.route].cost(&plain, class, &best);
    for (int route = 0; route < SDYRT_CONV_ROUTE_COUNT; route++) {
        if ((common->routes >> route & 1u) != 0 ||
            !plan_alike((enum sdyrt_conv_route)route, part, class, &common->plan, &plan)) {
            continue;
        }
        const double other = routes[route].cost(&plain, class, &plan);
        if (other < cycles) {
            best = plan;
            cycles = other;
        }
    }
    return best;
}

/* --- all parts --- */

/* Plans on their way: the list, and the last of them, which may be that of more parts. */
struct list {
    struct conv_plan_list *to;
    struct sdyrt_conv_plan last;
};

static void end_plan(struct list *list, int more) {
    struct conv_plan_list *to = list->to;
    list->last.more = more;
    if (to->count < to->most) {
        to->items[to->count] = list->last;
    }
    to->count++;
}

/* Whether the part is one more residue of those of the last plan. */
static int is_next(const struct sdyrt_conv_plan *last, const struct sdyrt_conv_plan *plan) {
    struct sdyrt_conv_plan joined = *plan;
    joined.residue = last->residue;
    joined.parts = last->parts;
    return last->width == 0 && plan->residue == last->residue + last->parts &&
           memcmp(&joined, last, sizeof joined) == 0;
}

/* Parts without tasks have no plan. */
static void add_plan(struct list *list, const struct sdyrt_conv_plan *plan) {
    if (plan->tasks * plan->parts == 0) {
        return;
    }
    if (list->last.parts > 0 && is_next(&list->last, plan)) {
        list->last.parts++;
        return;
    }
    if (list->last.parts > 0) {
        end_plan(list, 1);
    }
    list->last = *plan;
}

/* For whom parts are planned: classes, and the plans of each. */
struct planning {
    const struct conv_planner *planners;
    struct list lists[SDYRT_SET_COUNT];
    int count;
};

/* Columns of the pieces that a part is cut into along its width. A row of pixels is never divided
   among tasks, so that one that is very long has to be several. What takes the place of a route on
   some processors divides the part as that does. */
static int64_t piece_width(const struct sdyrt_conv *part, const struct planning *planning) {
    const int64_t width = part->out_size[CONV_W];
    if (width <= 2 * CONV_TASK_PIXELS) {
        return maximum(width, 1);
    }
    const struct common common = find_common(part);
    const int64_t route = choose(part, planning->planners, &common).route;
    const int is_whole = sdyrt_conv_is(route, CONV_IMAGES) || route == SDYRT_CONV_DEPTHWISE ||
                         route == SDYRT_CONV_DOTS;
    return is_whole ? width : even_piece(width, CONV_TASK_PIXELS, 1);
}

/* Plans some parts that are alike, of which this is one; `place` says which these are. */
static void add_parts(struct planning *planning, const struct sdyrt_conv *part,
                      const struct sdyrt_conv_plan *place) {
    const struct common common = find_common(part);
    for (int i = 0; i < planning->count; i++) {
        struct sdyrt_conv_plan plan = choose(part, &planning->planners[i], &common);
        plan.residue = place->residue;
        plan.piece = place->piece;
        plan.parts = place->parts;
        plan.width = place->width;
        plan.isa = planning->planners[i].class.isa;
        conv_make_products(part, &planning->planners[i].class, &plan);
        add_plan(&planning->lists[i], &plan);
    }
}

/* Pieces of a residue: all but the last are alike. */
static void add_pieces(struct planning *planning, const struct conv_part *residue, int64_t number,
                       int64_t width) {
    const int64_t count = pieces(residue->conv.out_size[CONV_W], width);
    for (int64_t piece = 0; piece < count; piece += count - 1) {
        struct conv_part part = *residue;
        sdyrt_conv_take_piece(&part, width, piece);
        add_parts(planning, &part.conv,
                  &(struct sdyrt_conv_plan){.residue = number,
                                            .piece = piece,
                                            .parts = piece == 0 ? count - 1 : 1,
                                            .width = width});
    }
}

void sdyrt_conv_plan_classes(const struct sdyrt_conv *conv, const struct conv_planner *planners,
                             struct conv_plan_list *lists, int count) {
    struct planning planning = {.planners = planners, .count = count};
    for (int i = 0; i < count; i++) {
        planning.lists[i].to = &lists[i];
        lists[i].count = 0;
    }
    for (int64_t residue = 0; residue < sdyrt_conv_residues(conv); residue++) {
        struct conv_part part;
        sdyrt_conv_part(conv, 0, residue, &part);
        const int64_t width = piece_width(&part.conv, &planning);
        if (width < part.conv.out_size[CONV_W]) {
            add_pieces(&planning, &part, residue, width);
        } else {
            add_parts(&planning, &part.conv,
                      &(struct sdyrt_conv_plan){.residue = residue, .parts = 1});
        }
    }
    for (int i = 0; i < count; i++) {
        end_plan(&planning.lists[i], 0);
    }
}

int64_t sdyrt_conv_plans(const struct sdyrt_conv *conv, const struct conv_planner *planner,
                         struct sdyrt_conv_plan *plans, int64_t most) {
    struct conv_plan_list list = {plans, most, 0};
    sdyrt_conv_plan_classes(conv, planner, &list, 1);
    return list.count;
}

int64_t sdyrt_conv_most_plans(const struct sdyrt_conv *conv) {
    return 2 * sdyrt_conv_residues(conv);
}

/* --- what is expected --- */

/* The first of the parts of a plan, and how many are like it. */
static int64_t first_part(const struct sdyrt_conv *conv, const struct sdyrt_conv_plan *plan,
                          struct conv_part *part) {
    sdyrt_conv_part(conv, 0, plan->residue, part);
    if (plan->width > 0) {
        sdyrt_conv_take_piece(part, plan->width, plan->piece);
    }
    return sdyrt_conv_groups(conv) * plan->parts;
}

double sdyrt_conv_cycles(const struct sdyrt_conv *conv, const struct sdyrt_machine_class *class,
                         const struct sdyrt_conv_plan *plan) {
    struct conv_part part;
    const int64_t parts = first_part(conv, plan, &part);
    return (double)parts * routes[plan->route].cost(&part.conv, class, plan);
}

double sdyrt_conv_next(const struct sdyrt_conv *conv, const struct sdyrt_machine_class *class,
                       const struct sdyrt_conv_plan *plan, enum sdyrt_conv_route *next) {
    struct conv_part part;
    const int64_t parts = first_part(conv, plan, &part);
    double least = 0;
    for (int route = 0; route < SDYRT_CONV_ROUTE_COUNT; route++) {
        struct sdyrt_conv_plan other = {0};
        if (route == plan->route ||
            !plan_by((enum sdyrt_conv_route)route, &part.conv, class, &other)) {
            continue;
        }
        const double cycles = (double)parts * routes[route].cost(&part.conv, class, &other);
        if (cycles < HUGE_VAL && (least == 0 || cycles < least)) {
            least = cycles;
            *next = (enum sdyrt_conv_route)route;
        }
    }
    return least;
}
