#include "conv_plan.h"

#include "conv_make.h"

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
    conv_pays_fn *pays;
    const char *sentence;
};

static const struct route routes[SDYRT_CONV_ROUTE_COUNT] = {
#define ROUTE(name, NAME, TYPES, make, pays, sentence) {#name, TYPES, make, pays, sentence},
#include "conv_routes.def"
};

const char *sdyrt_conv_route_name(int64_t route) {
    return routes[route].name;
}

const char *sdyrt_conv_route_sentence(int64_t route) {
    return routes[route].sentence;
}

/* --- a part --- */

/* The plan of a part by this route; 0: it cannot compute it on this class. Sums that have an order
   are made by the last route alone. */
static int plan_by(enum sdyrt_conv_route route, const struct sdyrt_conv *part,
                   const struct sdyrt_machine_class *class, struct sdyrt_conv_plan *plan) {
    const struct route *row = &routes[route];
    memset(plan, 0, sizeof *plan);
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

/* The route that is asked for; or the first one that can and should. */
static struct sdyrt_conv_plan choose(const struct sdyrt_conv *part,
                                     const struct conv_planner *planner) {
    struct sdyrt_conv_plan plan;
    if (planner->forced < SDYRT_CONV_ROUTE_COUNT &&
        plan_by(planner->forced, part, &planner->class, &plan)) {
        return plan;
    }
    for (int route = 0; route < SDYRT_CONV_PLAIN; route++) {
        if (plan_by((enum sdyrt_conv_route)route, part, &planner->class, &plan) &&
            routes[route].pays(part, &plan)) {
            return plan;
        }
    }
    plan_by(SDYRT_CONV_PLAIN, part, &planner->class, &plan);
    return plan;
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
