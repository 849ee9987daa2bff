/* Calls, branches, and programs of devices inside of one for all. */
#include "verify/relations/rules/groups.h"
#include "verify/relations/rules/places.h"

enum { MOST_DEPTH = 60 };

static void give_up(struct relating *r, const struct op *op) {
    r->broken = r->broken || r->is_global ? r->broken : op;
}

void relate_call(struct relating *r, const struct op *op, const struct view *const *operands,
                 const struct view **results) {
    const struct attr *callee = op_property(op, "callee");
    const struct op *func = callee ? symbol_lookup(r->module->op, callee->text) : NULL;
    if (!func || !func_return(func) || r->depth == MOST_DEPTH) {
        give_up(r, op);
        return;
    }
    r->depth++;
    relate_function(r, func, operands, results);
    r->depth--;
}

void relate_named(struct relating *r, const struct op *op, const struct view *const *operands,
                  const struct view **results) {
    relate_block(r, op->regions[0].first, operands, results);
}

/* --- branches --------------------------------------------------------------------------------- */

/* What each branch gives, and which is taken: a function of both. */
static struct side make_choice(struct prover *p, const struct vars *vars, uint32_t count,
                               const struct side *sides, const void *data) {
    return side_function(p, vars, 3, data, count, sides);
}

static void choose_results(struct relating *r, const struct op *op, const struct view *index,
                           const struct view **const *outputs, const struct view **results) {
    uint32_t count = op->region_count + 1;
    const struct view **views = ARENA_ARRAY(r->prover.arena, const struct view *, count);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op_result(op, i)->type;
        int64_t words[3] = {op_number(op), type_is_tensor(type) ? element_kind(type) : 0,
                            op->region_count};
        views[0] = words[1] ? view_spread(&r->prover, index, type, NULL) : NULL;
        for (uint32_t branch = 0; branch < op->region_count; branch++) {
            views[branch + 1] = outputs[branch][i];
        }
        results[i] = view_combine(&r->prover, type, count, views, make_choice, words);
    }
}

static bool has_no_exchange(struct op *op, void *data) {
    bool *none = data;
    *none = *none && !op_has(op, OP_COLLECTIVE) && !op_has(op, OP_CALL);
    return *none;
}

/* Which branch each device takes. False: that is not known, or devices would wait for each other in
 * a branch that not all of them take. */
static bool branches_by_device(struct relating *r, const struct op *op, const struct view *index,
                               int64_t *table) {
    bool none = true;
    int64_t last = op->region_count - 1;
    op_walk((struct op *)op, has_no_exchange, &none);
    if (!none || !index || !view_table(&r->prover, index, table)) {
        return false;
    }
    for (int64_t d = 0; d < r->prover.devices; d++) {
        int64_t taken = op_is(op, OP_IF) ? table[d] == 0 : table[d];
        table[d] = taken < 0 || taken > last ? last : taken;
    }
    return true;
}

/* What each device's branch gives: the last one's, but where the device takes another. */
static const struct view *choose_by_device(struct relating *r, const struct op *op, uint32_t result,
                                           const int64_t *table,
                                           const struct view **const *outputs) {
    struct prover *p = &r->prover;
    struct context *context = r->module->context;
    const struct type *type = op_result(op, result)->type;
    const struct type *truth = type_with_element(context, type, type_integer(context, 1, SIGNLESS));
    const struct view *view = outputs[op->region_count - 1][result];
    for (uint32_t branch = op->region_count - 1; branch-- > 0;) {
        int64_t *taken = spread_table(p);
        for (int64_t d = 0; d < p->devices; d++) {
            taken[d] = table[d] == branch;
        }
        view = view_choose(r, type, view_of_table(p, truth, taken), outputs[branch][result], view);
    }
    return view;
}

/* All devices must take the same branch, or none of the branches has an exchange. */
void relate_branches(struct relating *r, const struct op *op, const struct view *const *operands,
                     const struct view **results) {
    struct arena *arena = r->prover.arena;
    const struct view *index = operands[0];
    int64_t *table = spread_table(&r->prover);
    bool is_common = index && !(index->conds + index->limits) && !index->side.term->frame;
    if (!is_common && !branches_by_device(r, op, index, table)) {
        give_up(r, op);
        return;
    }
    const struct view ***outputs = ARENA_ARRAY(arena, const struct view **, op->region_count);
    for (uint32_t branch = 0; branch < op->region_count; branch++) {
        outputs[branch] = ARENA_ARRAY(arena, const struct view *, op->result_count + 1);
        relate_block(r, op->regions[branch].first, NULL, outputs[branch]);
    }
    if (is_common) {
        choose_results(r, op, index, outputs, results);
        return;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        results[i] = type_is_tensor(op_result(op, i)->type)
                         ? choose_by_device(r, op, i, table, outputs)
                         : NULL;
    }
}

/* --- sdy.manual_computation ------------------------------------------------------------------- */

struct manual_side {
    const struct mesh *mesh;
    const struct axis_list *axes; /* manual ones, of each dimension */
};

static bool side_of(struct relating *r, const struct op *op, const struct attr *attr,
                    const struct type *whole, struct axis_list manual, struct manual_side *side) {
    const struct sharding *sharding = attr_as_sharding(attr);
    side->mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    if (!side->mesh || mesh_device_count(side->mesh) != r->prover.devices ||
        sharding->unreduced.count > 0) {
        return false;
    }
    struct axis_list *axes = ARENA_ARRAY(r->prover.arena, struct axis_list, whole->rank + 1);
    for (uint32_t d = 0; d < whole->rank && d < sharding->rank; d++) {
        axes[d] = axes_where(r->prover.arena, sharding->dims[d].axes, manual, true);
        if (whole->dims[d] % axes_size(side->mesh, axes[d])) {
            return false;
        }
    }
    side->axes = axes;
    return true;
}

static int64_t digit_of(const struct mesh *mesh, struct axis_list axes, int64_t device) {
    return axes_digit(mesh, axes, mesh_position(mesh, device));
}

/* The part of the device along the manual axes. */
static const struct view *take_part(struct relating *r, const struct manual_side *side,
                                    const struct view *view) {
    struct prover *p = &r->prover;
    for (uint32_t d = 0; view && d < view->type->rank; d++) {
        int64_t parts = axes_size(side->mesh, side->axes[d]);
        if (parts == 1) {
            continue;
        }
        int64_t size = view->type->dims[d] / parts;
        struct device_number digit;
        if (!number_of_axes(p, side->mesh, side->axes[d], &digit)) {
            return NULL;
        }
        struct form form = form_constant(digit.constant * size);
        form.device = spread_mix(p, digit.spread, size, NULL, 0);
        view = view_cut(p, view, type_resized(r, view->type, d, size), d, &form, 1);
    }
    return view;
}

static bool same_but(const struct mesh *mesh, struct axis_list axes, struct arena *arena, int64_t a,
                     int64_t b) {
    struct axis_vector all = {.arena = arena}, rest = {.arena = arena};
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        axes_push(&all, axis_whole(mesh->axes[i].name));
    }
    axes_difference(mesh, axes_of(&all), axes, &rest);
    return digit_of(mesh, axes_of(&rest), a) == digit_of(mesh, axes_of(&rest), b);
}

/* Devices that differ along these axes alone, in the order of their digits. */
static bool groups_along(struct relating *r, const struct mesh *mesh, struct axis_list axes,
                         struct device_groups *groups) {
    struct prover *p = &r->prover;
    int64_t *ids = spread_table(p), size = axes_size(mesh, axes);
    bool *seen = ARENA_ARRAY(p->arena, bool, (size_t)p->devices);
    int64_t next = 0;
    for (int64_t d = 0; d < p->devices; d++) {
        if (seen[d] || digit_of(mesh, axes, d) != 0) {
            continue;
        }
        for (int64_t k = 0; k < p->devices; k++) {
            if (same_but(mesh, axes, p->arena, d, k)) {
                ids[next * size + digit_of(mesh, axes, k)] = k;
                seen[k] = true;
            }
        }
        next++;
    }
    *groups = (struct device_groups){.number = 0};
    return next == p->devices / size && groups_of_list(p, ids, size, groups);
}

/* The parts of all devices together: one value, which all devices see. */
static const struct view *join_parts(struct relating *r, const struct manual_side *side,
                                     const struct view *view) {
    for (uint32_t d = 0; view && d < view->type->rank; d++) {
        struct device_groups groups;
        int64_t parts = axes_size(side->mesh, side->axes[d]);
        if (parts == 1) {
            continue;
        }
        if (!groups_along(r, side->mesh, side->axes[d], &groups)) {
            return NULL;
        }
        const struct type *type = type_resized(r, view->type, d, view->type->dims[d] * parts);
        view = view_gather(&r->prover, view, type, d, &groups);
    }
    for (uint32_t c = 0; view && c < view->side.term->frame; c++) {
        view = view->side.at[c].device ? NULL : view;
    }
    for (uint32_t c = 0; view && c < view->conds; c++) {
        view = view->cond[c].form.device ? NULL : view;
    }
    for (uint32_t c = 0; view && c < view->limits; c++) {
        view = view->limit[c].form.device ? NULL : view;
    }
    return view;
}

/* A number for each device that is equal for devices that differ along axes that are not manual
 * alone; that of the device where it is not known which these are. */
static const int64_t *positions(struct relating *r, const struct op *op,
                                const struct sharding_list *in, const struct sharding_list *out,
                                struct axis_list manual) {
    int64_t *table = spread_table(&r->prover);
    const struct sharding_list *list = in->count ? in : out;
    const struct sharding *sharding = list->count ? attr_as_sharding(list->items[0]) : NULL;
    const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
    bool known = mesh && mesh_device_count(mesh) == r->prover.devices;
    for (int64_t d = 0; d < r->prover.devices; d++) {
        int64_t outer = r->manual ? r->position[d] : 0;
        table[d] = known ? outer * axes_size(mesh, manual) + digit_of(mesh, manual, d) : d;
    }
    return table;
}

void relate_manual(struct relating *r, const struct op *op, const struct view *const *operands,
                   const struct view **results) {
    const struct axis_list *axes = attr_as_axes(op_attr(op, "manual_axes"));
    struct axis_list manual = axes ? *axes : (struct axis_list){0};
    const struct sharding_list *in = attr_as_shardings(op_attr(op, "in_shardings"));
    const struct sharding_list *out = attr_as_shardings(op_attr(op, "out_shardings"));
    struct arena *arena = r->prover.arena;
    const struct view **arguments = ARENA_ARRAY(arena, const struct view *, op->operand_count + 1);
    const struct view **outputs = ARENA_ARRAY(arena, const struct view *, op->result_count + 1);
    struct manual_side side;
    if (!r->is_global || !in || !out) {
        give_up(r, op);
        return;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        bool known = type_is_tensor(type) && operands[i] &&
                     side_of(r, op, in->items[i], type, manual, &side);
        arguments[i] = known ? take_part(r, &side, operands[i]) : NULL;
    }
    const int64_t *outer = r->position;
    r->position = positions(r, op, in, out, manual);
    r->manual++;
    relate_block(r, op->regions[0].first, arguments, outputs);
    r->manual--;
    r->position = outer;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op_result(op, i)->type;
        bool known = type_is_tensor(type) && outputs[i] &&
                     side_of(r, op, out->items[i], type, manual, &side);
        results[i] = known ? join_parts(r, &side, outputs[i]) : NULL;
    }
}
