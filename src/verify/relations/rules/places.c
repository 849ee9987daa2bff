/* Parts of tensors on devices. */
#include "verify/relations/rules/places.h"

/* Of the devices at these places of a mesh, which part along the axes each has. */
static void add_axis(struct prover *p, const struct mesh *mesh, struct axis_ref axis,
                     struct device_number position, struct device_number *digit) {
    int64_t stride = 1, size = axis_size(mesh, axis);
    for (uint32_t i = mesh->axis_count; i-- > 0 && mesh->axes[i].name != axis.name;) {
        stride *= mesh->axes[i].size;
    }
    if (!axis_is_whole(axis)) {
        int64_t whole = axis_size(mesh, axis_whole(axis.name));
        stride *= whole / (axis.pre_size * axis.size);
    }
    struct device_number own = number_floor(p, position, stride);
    struct device_number outer = number_multiple(p, own, size);
    digit->constant = digit->constant * size + own.constant - outer.constant;
    digit->spread =
        spread_mix(p, digit->spread, size, spread_mix(p, own.spread, 1, outer.spread, -1), 1);
}

bool number_of_axes(struct prover *p, const struct mesh *mesh, struct axis_list axes,
                    struct device_number *digit) {
    struct device_number position = {0, p->identity};
    if (mesh_device_count(mesh) != p->devices) {
        return false;
    }
    if (mesh->device_id_count) {
        int64_t *table = spread_table(p);
        memset(table, 0xff, (size_t)p->devices * sizeof *table);
        for (uint32_t i = mesh->device_id_count; i-- > 0;) {
            int64_t id = mesh->device_ids[i];
            if (id < 0 || id >= p->devices) {
                return false;
            }
            table[id] = i;
        }
        for (int64_t d = 0; d < p->devices; d++) {
            if (table[d] < 0) {
                return false;
            }
        }
        position = number_of_table(p, table);
    }
    *digit = (struct device_number){0};
    for (uint32_t i = 0; i < axes.count; i++) {
        add_axis(p, mesh, axes.items[i], position, digit);
    }
    return true;
}

static bool find_begins(struct prover *p, const struct mesh *mesh, struct axis_list axes,
                        int64_t size, struct form *begin) {
    struct device_number digit;
    bool found = number_of_axes(p, mesh, axes, &digit);
    begin->constant = digit.constant * size;
    begin->device = spread_mix(p, digit.spread, size, NULL, 0);
    return found;
}

/* Where parts of a size begin that are along axes; found once for the same ones. */
static bool begins_of_axes(struct prover *p, const struct mesh *mesh, struct axis_list axes,
                           int64_t size, struct form *begin) {
    uintptr_t key[2 + 3 * 16] = {(uintptr_t)mesh, (uintptr_t)size};
    size_t words = 2;
    if (axes.count > 16) {
        return false;
    }
    for (uint32_t i = 0; i < axes.count; i++) {
        key[words++] = (uintptr_t)axes.items[i].name;
        key[words++] = (uintptr_t)axes.items[i].pre_size;
        key[words++] = (uintptr_t)axes.items[i].size;
    }
    struct found {
        bool is_found;
        struct form begin;
    } **slot = (struct found **)bytes_table_at(&p->begins, p->kept, key, words * sizeof *key);
    if (!*slot) {
        struct found *found = *slot = ARENA_NEW(p->kept, struct found);
        found->is_found = find_begins(p, mesh, axes, size, &found->begin);
    }
    *begin = (*slot)->begin;
    return (*slot)->is_found;
}

bool places_of_axes(struct prover *p, const struct type *whole, const struct type *local,
                    const struct mesh *mesh, const struct axis_list *axes, struct places *places) {
    struct form *begin = ARENA_ARRAY(p->arena, struct form, whole->rank + 1);
    *places = (struct places){whole, local, begin};
    if (whole->rank != local->rank || element_kind(whole) != element_kind(local)) {
        return false;
    }
    for (uint32_t d = 0; d < whole->rank; d++) {
        int64_t parts = mesh ? axes_size(mesh, axes[d]) : 1;
        if (divide_up(whole->dims[d], parts) != local->dims[d]) {
            return false;
        }
        begin[d] = form_constant(0);
        if (parts > 1 && !begins_of_axes(p, mesh, axes[d], local->dims[d], &begin[d])) {
            return false;
        }
    }
    return true;
}

/* Conditions that places are inside of the whole. */
static uint32_t inside(struct prover *p, const struct places *places, const struct vars *vars,
                       struct form *at, struct cond *conds) {
    uint32_t count = 0;
    for (uint32_t d = 0; d < places->whole->rank; d++) {
        struct form own = vars_place(vars, d);
        form_mix(p, &at[d], &places->begin[d], 1, &own, 1);
        struct cond cond = {at[d], 0, places->whole->dims[d]};
        if (cond_settle(p, &cond, vars) == SOMETIMES) {
            conds[count++] = cond;
        }
    }
    return count;
}

const struct view *places_leaf(struct prover *p, const struct places *places,
                               const struct proof_term *leaf, const struct device_number *number) {
    uint32_t rank = places->whole->rank;
    struct view draft = {.type = places->local};
    struct form *at = ARENA_ARRAY(p->arena, struct form, rank + 1);
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, rank + 1);
    if (!vars_of(places->local, &draft.vars)) {
        return NULL;
    }
    if (leaf->frame > rank) {
        at[rank] = form_of_number(*number);
    }
    draft.limits = inside(p, places, &draft.vars, at, conds);
    draft.limit = conds;
    draft.side = (struct side){leaf, at};
    return view_settle(p, &draft);
}

/* --- comparison ------------------------------------------------------------------------------- */

/* Conditions that do not follow from others. */
static const struct cond *rest_of(struct prover *p, uint32_t *own, const struct cond *cond,
                                  uint32_t count, const struct cond *conds) {
    struct cond *kept = ARENA_ARRAY(p->arena, struct cond, *own + 1);
    uint32_t keeps = 0;
    for (uint32_t c = 0; c < *own; c++) {
        if (!conds_within(p, 1, &cond[c], count, conds)) {
            kept[keeps++] = cond[c];
        }
    }
    *own = keeps;
    return kept;
}

static void assume(struct prover *p, struct view *view, uint32_t count, const struct cond *conds) {
    view->cond = rest_of(p, &view->conds, view->cond, count, conds);
    view->limit = rest_of(p, &view->limits, view->limit, count, conds);
    view->other = view->conds ? view->other : NULL;
}

static const struct view *part_of_whole(struct relating *r, const struct places *places,
                                        const struct view *whole) {
    const struct view *view = whole;
    for (uint32_t d = 0; view && d < places->whole->rank; d++) {
        if (places->whole->dims[d] != places->local->dims[d]) {
            view =
                view_cut(&r->prover, view, type_resized(r, view->type, d, places->local->dims[d]),
                         d, &places->begin[d], 1);
        }
    }
    return view;
}

/* Whether both are the same where conditions hold, under which nothing is unknown. */
static bool same_inside(struct prover *p, const struct view *x, const struct view *y,
                        uint32_t count, const struct cond *conds) {
    struct view a = *x, b = *y;
    assume(p, &a, count, conds);
    assume(p, &b, count, conds);
    return a.limits == 0 && b.limits == 0 &&
           view_equal(p, view_simplify(p, &a, count, conds), view_simplify(p, &b, count, conds));
}

bool places_hold(struct relating *r, const struct places *places, const struct view *local,
                 const struct view *whole) {
    struct prover *p = &r->prover;
    const struct view *part = local && whole ? part_of_whole(r, places, whole) : NULL;
    const struct view *views[2] = {local, part};
    if (!part || !views_align(p, 2, views)) {
        return false;
    }
    struct form *at = ARENA_ARRAY(p->arena, struct form, places->whole->rank + 1);
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, places->whole->rank + 1);
    uint32_t count = inside(p, places, &views[0]->vars, at, conds);
    return same_inside(p, views[0], views[1], count, conds) ||
           views_same_on_devices(r, views, count, conds);
}

bool places_of_views(struct prover *p, const struct view *local, const struct view *whole,
                     struct places *places) {
    if (!local || !whole || local->side.term != whole->side.term || whole->conds + whole->limits) {
        return false;
    }
    uint32_t rank = whole->type->rank;
    struct form *begin = ARENA_ARRAY(p->arena, struct form, rank + 1);
    *places = (struct places){whole->type, local->type, begin};
    for (uint32_t d = 0; d < rank; d++) {
        bool found = whole->type->dims[d] == local->type->dims[d];
        struct form place = vars_place(&whole->vars, d), own = vars_place(&local->vars, d);
        begin[d] = form_constant(0);
        for (uint32_t c = 0; c < whole->side.term->frame && !found; c++) {
            struct form coordinate = whole->side.at[c];
            coordinate.constant = 0;
            if (form_equal(&coordinate, &place)) {
                found = form_mix(p, &begin[d], &local->side.at[c], 1, &own, -1) &&
                        form_is_of_device(&begin[d]);
                begin[d].constant -= whole->side.at[c].constant;
            }
        }
        if (!found) {
            return false;
        }
    }
    return true;
}
