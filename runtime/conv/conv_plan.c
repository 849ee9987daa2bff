#include "conv_plan.h"

#include "conv_cost.h"

#include <math.h>
#include <string.h>

/* --- the table --- */

/* The types of a route, a bit each. */
enum {
    F32 = 1u << SDYRT_PRODUCT_F32,
    REALS = F32 | 1u << SDYRT_PRODUCT_F64,
    NUMBERS = REALS | 1u << SDYRT_PRODUCT_I32,
    BF16 = 1u << SDYRT_PRODUCT_BF16_F32,
    NARROW = BF16 | 1u << SDYRT_PRODUCT_I8_I32 | 1u << SDYRT_PRODUCT_U8_I32,
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
#define ROUTE(name, NAME, TYPES, make, cost, sentence) {#name, TYPES, make, cost, sentence},
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

/* The routes that can compute a part on any processor, and what each costs. Whether its kernel is
   packed has no say in the choice, for it changes no bits. */
static int find_candidates(const struct sdyrt_conv *part, struct candidate *candidates) {
    struct sdyrt_machine_class classes[CONV_COMMON_CLASSES];
    struct sdyrt_conv plain = *part;
    int count = 0;
    plain.packed = 0;
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

/* The route that costs least on all classes together, each in units of what is best there. */
static enum sdyrt_conv_route choose_common(const struct sdyrt_conv *part) {
    struct candidate candidates[SDYRT_CONV_ROUTE_COUNT];
    double best[CONV_COMMON_CLASSES], least = 0;
    const int count = find_candidates(part, candidates);
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
    return (enum sdyrt_conv_route)candidates[chosen].plan.route;
}

/* A way that not all processors have, which divides the part as that for all does; 0: it cannot. */
static int plan_alike(enum sdyrt_conv_route route, const struct sdyrt_conv *part,
                      const struct sdyrt_machine_class *class, const struct sdyrt_conv_plan *common,
                      struct sdyrt_conv_plan *plan) {
    memset(plan, 0, sizeof *plan);
    if (conv_rows_are_images(common->route) != conv_rows_are_images(route)) {
        return 0;
    }
    plan->planes = common->planes, plan->plane_count = common->plane_count;
    plan->rows = common->rows, plan->row_count = common->row_count;
    plan->cols = common->cols, plan->col_count = common->col_count;
    return plan_by(route, part, class, plan) && plan->planes == common->planes &&
           plan->rows == common->rows && plan->cols == common->cols;
}

/* The route that is asked for, or the cheapest: that for all processors, or one of this class that
   takes its place. */
static struct sdyrt_conv_plan choose(const struct sdyrt_conv *part,
                                     const struct conv_planner *planner) {
    const struct sdyrt_machine_class *class = &planner->class;
    const struct sdyrt_machine_class least = sdyrt_machine_of_set(SDYRT_SET_BASELINE);
    struct sdyrt_conv_plan common = {0}, plan;
    plan_by(choose_common(part), part, &least, &common);
    const enum sdyrt_conv_route forced = planner->forced;
    if (forced < SDYRT_CONV_ROUTE_COUNT) {
        memset(&plan, 0, sizeof plan);
        if (plan_by(forced, part, &least, &plan) ||
            plan_alike(forced, part, class, &common, &plan)) {
            return plan;
        }
    }
    struct sdyrt_conv_plan best = common;
    double cycles = routes[common.route].cost(part, class, &common);
    for (int route = 0; route < SDYRT_CONV_ROUTE_COUNT; route++) {
        struct sdyrt_conv_plan any = {0};
        if (plan_by((enum sdyrt_conv_route)route, part, &least, &any) ||
            !plan_alike((enum sdyrt_conv_route)route, part, class, &common, &plan)) {
            continue;
        }
        const double other = routes[route].cost(part, class, &plan);
        if (other < cycles) {
            best = plan;
            cycles = other;
        }
    }
    return best;
}

/* --- all parts --- */

/* Plans on their way: how many there are before the last one, and that. */
struct list {
    struct sdyrt_conv_plan *items, last;
    int64_t most, count;
};

static void end_plan(struct list *list, int more) {
    list->last.more = more;
    if (list->count < list->most) {
        list->items[list->count] = list->last;
    }
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
        list->count++;
    }
    list->last = *plan;
}

/* Columns of the pieces that a part is cut into along its width. A row of pixels is never divided
   among tasks, so that one that is very long has to be several. */
static int64_t piece_width(const struct sdyrt_conv *part, const struct conv_planner *planner) {
    const int64_t width = part->out_size[CONV_W];
    if (width <= 2 * CONV_TASK_PIXELS) {
        return maximum(width, 1);
    }
    const int64_t route = choose(part, planner).route;
    const int is_whole =
        conv_rows_are_images(route) || route == SDYRT_CONV_DEPTHWISE || route == SDYRT_CONV_DOTS;
    return is_whole ? width : even_piece(width, CONV_TASK_PIXELS, 1);
}

/* Pieces of a residue: all but the last are alike. */
static void add_pieces(struct list *list, const struct conv_planner *planner,
                       const struct conv_part *residue, int64_t number, int64_t width) {
    const int64_t count = pieces(residue->conv.out_size[CONV_W], width);
    for (int64_t piece = 0; piece < count; piece += count - 1) {
        struct conv_part part = *residue;
        sdyrt_conv_take_piece(&part, width, piece);
        struct sdyrt_conv_plan plan = choose(&part.conv, planner);
        plan.residue = number;
        plan.piece = piece;
        plan.parts = piece == 0 ? count - 1 : 1;
        plan.width = width;
        add_plan(list, &plan);
    }
}

int64_t sdyrt_conv_plans(const struct sdyrt_conv *conv, const struct conv_planner *planner,
                         struct sdyrt_conv_plan *plans, int64_t most) {
    struct list list = {.items = plans, .most = most};
    for (int64_t residue = 0; residue < sdyrt_conv_residues(conv); residue++) {
        struct conv_part part;
        sdyrt_conv_part(conv, 0, residue, &part);
        const int64_t width = piece_width(&part.conv, planner);
        if (width < part.conv.out_size[CONV_W]) {
            add_pieces(&list, planner, &part, residue, width);
            continue;
        }
        struct sdyrt_conv_plan plan = choose(&part.conv, planner);
        plan.residue = residue;
        add_plan(&list, &plan);
    }
    end_plan(&list, 0);
    return list.count + 1;
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
