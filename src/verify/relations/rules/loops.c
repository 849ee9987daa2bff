/* Loops. A loop of the global program is described by what one turn makes of any values. A loop of
 * the partition is the same if its values before the first turn are parts of the global ones, and a
 * turn makes of parts of any values the parts of what the global turn makes of these. */
#include <stdlib.h>

#include "verify/relations/rules/loops.h"

static const struct proof_term *leaf_of(struct prover *p, enum term_kind kind,
                                        const struct loop *loop, uint32_t i,
                                        const struct type *type) {
    int64_t words[3] = {loop->number, i, element_kind(type)};
    int64_t *extents = ARENA_ARRAY(p->arena, int64_t, type->rank + 1);
    memcpy(extents, type->dims, type->rank * sizeof *extents);
    extents[type->rank] = p->devices;
    return term_leaf(p, kind, 3, words, type->rank + (loop->class[i] != NULL), extents);
}

/* The leaf of a value, for devices of each class. */
static const struct view *leaf_by_class(struct prover *p, const struct places *places,
                                        const struct proof_term *leaf, const int64_t *class) {
    struct device_number number = class ? number_of_table(p, class) : (struct device_number){0};
    return places_leaf(p, places, leaf, &number);
}

static const struct view *whole_leaf(struct prover *p, const struct loop *loop, uint32_t i,
                                     enum term_kind kind) {
    const struct type *type = op_operand(loop->op, i)->type;
    struct places places;
    return type_is_static(type) && places_of_axes(p, type, type, NULL, NULL, &places)
               ? leaf_by_class(p, &places, leaf_of(p, kind, loop, i, type), loop->class[i])
               : NULL;
}

struct counting {
    const struct op *op;
    uint32_t before, count;
    const struct op *found; /* the loop with that many before it */
    bool passed;
};

static bool count_loop(struct op *op, void *data) {
    struct counting *counting = data;
    if (op_is(op, OP_WHILE)) {
        counting->passed = counting->passed || op == counting->op;
        counting->found = counting->count == counting->before ? op : counting->found;
        counting->count++;
        counting->before += !counting->op || counting->passed ? 0 : 1;
    }
    return true;
}

/* --- of the global program -------------------------------------------------------------------- */

static struct loop *loop_new(struct relating *r, const struct op *op) {
    struct arena *arena = r->prover.arena;
    struct loop *loop = ARENA_NEW(arena, struct loop);
    struct counting counting = {.op = op};
    op_walk(r->module->op, count_loop, &counting);
    *loop = (struct loop){.number = ++r->loop_count, .op = op, .order = counting.before};
    loop->init = ARENA_ARRAY(arena, const struct view *, op->operand_count + 1);
    loop->turn = ARENA_ARRAY(arena, const struct view *, op->operand_count + 1);
    loop->is_fixed = ARENA_ARRAY(arena, bool, op->operand_count + 1);
    loop->class = ARENA_ARRAY(arena, const int64_t *, op->operand_count + 1);
    loop->is_manual = r->manual > 0;
    *r->last_loop = loop;
    r->last_loop = &loop->next;
    return loop;
}

/* What a turn makes of any values. */
static void describe_turn(struct relating *r, struct loop *loop) {
    struct prover *p = &r->prover;
    const struct op *op = loop->op;
    const struct view **carried = ARENA_ARRAY(p->arena, const struct view *, op->operand_count + 1);
    loop->next = NULL;
    r->last_loop = &loop->next;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        carried[i] = loop->is_fixed[i] ? loop->init[i] : whole_leaf(p, loop, i, TERM_CARRIED);
    }
    relate_block(r, op->regions[0].first, carried, &loop->condition);
    relate_block(r, op->regions[1].first, carried, loop->turn);
}

/* --- which devices have the same values ------------------------------------------------------- */

struct classed {
    int64_t class, by, order;
};

static int compare_classed(const void *a, const void *b) {
    const struct classed *x = a, *y = b;
    return x->class != y->class ? (x->class < y->class ? -1 : 1)
           : x->by != y->by     ? (x->by < y->by ? -1 : 1)
                                : (x->order < y->order ? -1 : x->order > y->order);
}

static int compare_order(const void *a, const void *b) {
    const struct classed *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Devices of one class stay so where a table has one number for them. Classes are numbered in the
 * order of positions. True: there are more than before. */
static bool split_classes(const struct relating *r, int64_t *class, const int64_t *by) {
    int64_t devices = r->prover.devices, before = 0, count = 0;
    struct classed *list = memory_array((size_t)devices + 1, sizeof *list);
    struct classed *first = memory_array((size_t)devices + 1, sizeof *first);
    for (int64_t d = 0; d < devices; d++) {
        list[d] = (struct classed){class[d], by[d], r -> position[d] * devices + d};
        before = class[d] >= before ? class[d] + 1 : before;
    }
    qsort(list, (size_t)devices, sizeof *list, compare_classed);
    for (int64_t i = 0; i < devices; i++) {
        bool is_new = i == 0 || list[i].class != list[i - 1].class || list[i].by != list[i - 1].by;
        if (is_new) {
            first[count++] = (struct classed){.by = i, .order = list[i].order};
        }
    }
    qsort(first, (size_t)count, sizeof *first, compare_order);
    for (int64_t c = 0; c < count; c++) {
        const struct classed *one = &list[first[c].by];
        for (const struct classed *own = one;
             own < list + devices && own->class == one->class && own->by == one->by; own++) {
            class[own->order % devices] = c;
        }
    }
    memory_free(first);
    memory_free(list);
    return count > before;
}

static bool split_by_form(const struct relating *r, int64_t *class, const struct form *form) {
    if (!form->device) {
        return false;
    }
    int64_t *table = memory_array((size_t)r->prover.devices, sizeof *table);
    number_fill(&r->prover, form_number(form), table);
    bool more = split_classes(r, class, table);
    memory_free(table);
    return more;
}

/* Devices of one class have the same value. Where nothing is known of it, those of one position
 * have. True: there are more classes than before. */
static bool split_by_view(const struct relating *r, int64_t *class, const struct view *view) {
    bool more = false;
    if (!view) {
        return split_classes(r, class, r->position);
    }
    for (uint32_t c = 0; c < view->side.term->frame; c++) {
        more = split_by_form(r, class, &view->side.at[c]) || more;
    }
    for (uint32_t c = 0; c < view->conds; c++) {
        more = split_by_form(r, class, &view->cond[c].form) || more;
    }
    for (uint32_t c = 0; c < view->limits; c++) {
        more = split_by_form(r, class, &view->limit[c].form) || more;
    }
    return more;
}

static bool split_value(struct relating *r, struct loop *loop, uint32_t i,
                        const struct view *view) {
    size_t size = (size_t)r->prover.devices * sizeof(int64_t);
    int64_t *class = spread_table(&r->prover);
    if (loop->class[i]) {
        memcpy(class, loop->class[i], size);
    } else {
        memset(class, 0, size);
    }
    bool more = split_by_view(r, class, view);
    loop->class[i] = more ? class : loop->class[i];
    return more;
}

/* In a manual computation devices have values of their own. Those that begin with the same are
 * taken for devices that have the same after any turn, until a turn or the number of turns tells
 * them apart. */
static void describe_manual(struct relating *r, struct loop *loop) {
    uint32_t count = loop->op->operand_count;
    bool more = true;
    for (uint32_t i = 0; i < count; i++) {
        split_value(r, loop, i, loop->init[i]);
    }
    while (more) {
        more = false;
        describe_turn(r, loop);
        for (uint32_t i = 0; i < count; i++) {
            more = split_value(r, loop, i, loop->turn[i]) || more;
            more = split_value(r, loop, i, loop->condition) || more;
        }
    }
}

static void describe(struct relating *r, const struct op *op, const struct view *const *operands,
                     const struct view **results) {
    struct prover *p = &r->prover;
    struct loop *loop = loop_new(r, op);
    const struct block *body = op->regions[1].first;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        loop->init[i] = operands[i];
        loop->is_fixed[i] = op_operand(block_terminator(body), i) == body->arguments[i];
    }
    if (r->manual) {
        describe_manual(r, loop);
    } else {
        describe_turn(r, loop);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        results[i] = loop->is_fixed[i] ? operands[i] : whole_leaf(p, loop, i, TERM_LOOP);
    }
}

/* --- of the partition ------------------------------------------------------------------------- */

struct guessing {
    struct relating *r;
    const struct loop *loop;
    const struct op *op, *propagated; /* the loop after propagation; NULL: it is not known */
    struct places *places;            /* of each carried value */
    const struct view **carried;
};

static bool guess_by_sharding(struct guessing *g, uint32_t i) {
    struct prover *p = &g->r->prover;
    const struct type *whole = op_operand(g->loop->op, i)->type,
                      *local = op_operand(g->op, i)->type;
    struct axis_list *axes = ARENA_ARRAY(p->arena, struct axis_list, whole->rank + 1);
    const struct attr *attr =
        g->propagated ? value_sharding(g->r->module->context, op_result(g->propagated, i)) : NULL;
    const struct sharding *sharding = attr_as_sharding(attr);
    const struct mesh *mesh = sharding ? sharding_mesh(g->propagated, sharding) : NULL;
    for (uint32_t d = 0; mesh && d < whole->rank && d < sharding->rank; d++) {
        axes[d] = sharding->dims[d].axes;
        while (axes[d].count > 0 &&
               divide_up(whole->dims[d], axes_size(mesh, axes[d])) < local->dims[d]) {
            axes[d].count--;
        }
    }
    return whole->rank == local->rank && places_of_axes(p, whole, local, mesh, axes, &g->places[i]);
}

static bool guess(struct guessing *g, uint32_t i, const struct view *init) {
    struct prover *p = &g->r->prover;
    const struct type *whole = op_operand(g->loop->op, i)->type;
    if (!type_is_static(whole)) {
        return false;
    }
    if (g->loop->is_fixed[i] || !type_has_elements(whole)) {
        g->carried[i] = init;
        return true;
    }
    bool own = g->loop->is_manual &&
               places_of_axes(p, whole, op_operand(g->op, i)->type, NULL, NULL, &g->places[i]);
    if (!own && !places_of_views(p, init, g->loop->init[i], &g->places[i]) &&
        !guess_by_sharding(g, i)) {
        return false;
    }
    g->carried[i] = leaf_by_class(p, &g->places[i], leaf_of(p, TERM_CARRIED, g->loop, i, whole),
                                  g->loop->class[i]);
    return g->carried[i] != NULL;
}

static bool condition_holds(const struct guessing *g) {
    struct relating *r = g->r;
    const struct view *condition = NULL;
    relate_block(r, g->op->regions[0].first, g->carried, &condition);
    return condition && g->loop->condition && condition->conds + condition->limits == 0 &&
           view_equal(&r->prover, condition, g->loop->condition);
}

static bool turn_holds(const struct guessing *g, const struct view *const *init) {
    struct relating *r = g->r;
    const struct view **turn =
        ARENA_ARRAY(r->prover.arena, const struct view *, g->op->operand_count + 1);
    relate_block(r, g->op->regions[1].first, g->carried, turn);
    for (uint32_t i = 0; i < g->op->operand_count; i++) {
        bool given_back = op_operand(block_terminator(g->op->regions[1].first), i) ==
                          g->op->regions[1].first->arguments[i];
        if (!type_has_elements(op_operand(g->loop->op, i)->type)) {
            continue;
        }
        if (g->loop->is_fixed[i]
                ? !given_back && !(turn[i] && init[i] && view_equal(&r->prover, turn[i], init[i]))
                : !places_hold(r, &g->places[i], init[i], g->loop->init[i]) ||
                      !places_hold(r, &g->places[i], turn[i], g->loop->turn[i])) {
            return false;
        }
    }
    return true;
}

static const struct op *propagated_loop(const struct relating *r, const struct loop *loop) {
    struct counting counting = {.before = loop->order};
    op_walk(op_parent(r->propagated), count_loop, &counting);
    const struct op *found = counting.found;
    return found && found->result_count == loop->op->result_count ? found : NULL;
}

static bool follow(struct relating *r, const struct loop *loop, const struct op *op,
                   const struct view *const *operands, const struct view **results) {
    struct prover *p = &r->prover;
    struct guessing g = {r,
                         loop,
                         op,
                         propagated_loop(r, loop),
                         ARENA_ARRAY(p->arena, struct places, op->operand_count + 1),
                         ARENA_ARRAY(p->arena, const struct view *, op->operand_count + 1)};
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!guess(&g, i, operands[i])) {
            return false;
        }
    }
    if (!condition_holds(&g) || !turn_holds(&g, operands)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *whole = op_operand(loop->op, i)->type;
        results[i] = loop->is_fixed[i] || !type_has_elements(whole)
                         ? operands[i]
                         : leaf_by_class(p, &g.places[i], leaf_of(p, TERM_LOOP, loop, i, whole),
                                         loop->class[i]);
    }
    return true;
}

void relate_while(struct relating *r, const struct op *op, const struct view *const *operands,
                  const struct view **results) {
    if (r->is_global) {
        describe(r, op, operands, results);
        return;
    }
    const struct loop *loop = r->next_loop;
    r->next_loop = loop ? loop->next : NULL;
    if (!loop || loop->op->operand_count != op->operand_count ||
        !follow(r, loop, op, operands, results)) {
        memset(results, 0, op->result_count * sizeof *results);
        r->broken = r->broken ? r->broken : op;
    }
}
