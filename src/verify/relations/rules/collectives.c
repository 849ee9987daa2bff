/* Collectives: what devices hold after they have exchanged what they held. */
#include "verify/relations/rules/groups.h"

/* --- sums over devices ------------------------------------------------------------------------ */

/* The members as a dimension behind the others, of which each is one place. */
static const struct view *members_behind(struct relating *r, const struct view *view,
                                         const struct device_groups *groups) {
    const struct view **members = members_by_one(&r->prover, view, groups);
    for (int64_t m = 0; members && m < groups->size; m++) {
        struct view *one = arena_copy(r->prover.arena, members[m], sizeof *one);
        one->type = type_extended(r, view->type, 1);
        members[m] = one;
    }
    return members ? view_concatenate(&r->prover, type_extended(r, view->type, groups->size),
                                      view->type->rank, (uint32_t)groups->size, members)
                   : NULL;
}

/* The members are a dimension behind the others, which is folded. */
static const struct view *fold_members(struct relating *r, const struct op *op,
                                       const struct view *view,
                                       const struct device_groups *groups) {
    struct prover *p = &r->prover;
    struct view draft;
    enum fold fold;
    if (!view || !region_fold(r, &op->regions[0], &fold)) {
        return NULL;
    }
    uint32_t rank = view->type->rank;
    if (!members_as_vars(p, view, groups, view->vars.count, rank, &draft)) {
        return view_reduce(p, members_behind(r, view, groups), view->type, (uint64_t)1 << rank,
                           fold);
    }
    return view_reduce(p, &draft, view->type, (uint64_t)1 << rank, fold);
}

void relate_all_reduce(struct relating *r, const struct op *op, const struct view *const *operands,
                       const struct view **results) {
    const struct device_groups *groups = relation_groups_read(r, op, false);
    if (!groups) {
        return;
    }
    for (uint32_t i = 0; i < op->result_count && i < op->operand_count; i++) {
        results[i] = fold_members(r, op, operands[i], groups);
    }
}

/* --- parts of members ------------------------------------------------------------------------- */

/* The part of a dimension that belongs to a device's place in its group. */
static const struct view *own_part(struct relating *r, const struct view *view,
                                   const struct type *type, uint32_t dim,
                                   const struct device_groups *groups) {
    struct prover *p = &r->prover;
    struct form form = form_constant(groups->place.constant * type->dims[dim]);
    form.device = spread_mix(p, groups->place.spread, type->dims[dim], NULL, 0);
    return view ? view_cut(p, view, type, dim, &form, 1) : NULL;
}

void relate_reduce_scatter(struct relating *r, const struct op *op,
                           const struct view *const *operands, const struct view **results) {
    const struct device_groups *groups = relation_groups_read(r, op, true),
                               *sorted = relation_groups_read(r, op, false);
    uint32_t dim = (uint32_t)op_int(op, "scatter_dimension", 0);
    const struct type *type = op_result(op, 0)->type, *from = op_operand(op, 0)->type;
    if (!groups || !sorted || from->dims[dim] != type->dims[dim] * groups->size) {
        return;
    }
    results[0] = own_part(r, fold_members(r, op, operands[0], sorted), type, dim, groups);
}

void relate_all_gather(struct relating *r, const struct op *op, const struct view *const *operands,
                       const struct view **results) {
    const struct device_groups *groups = relation_groups_read(r, op, true);
    uint32_t dim = (uint32_t)op_int(op, "all_gather_dim", 0);
    if (!groups) {
        return;
    }
    for (uint32_t i = 0; i < op->result_count && i < op->operand_count; i++) {
        const struct type *type = op_result(op, i)->type, *from = op_operand(op, i)->type;
        if (type->dims[dim] == from->dims[dim] * groups->size) {
            results[i] = view_gather(&r->prover, operands[i], type, dim, groups);
        }
    }
}

/* All that the members hold, of which each device takes its part of the dimension that is split. */
void relate_all_to_all(struct relating *r, const struct op *op, const struct view *const *operands,
                       const struct view **results) {
    const struct device_groups *groups = relation_groups_read(r, op, true);
    uint32_t split = (uint32_t)op_int(op, "split_dimension", 0),
             concat = (uint32_t)op_int(op, "concat_dimension", 0);
    if (!groups || op_int(op, "split_count", 0) != groups->size) {
        return;
    }
    for (uint32_t i = 0; i < op->result_count && i < op->operand_count; i++) {
        const struct type *type = op_result(op, i)->type, *from = op_operand(op, i)->type;
        if (split != concat) {
            const struct type *all =
                type_resized(r, from, concat, from->dims[concat] * groups->size);
            results[i] = own_part(r, view_gather(&r->prover, operands[i], all, concat, groups),
                                  type, split, groups);
            continue;
        }
        /* Members in front of what each holds; then those that hold the part together again. */
        int64_t dims[MAX_RANK + 1];
        for (uint32_t d = 0; d <= from->rank; d++) {
            dims[d] = d < split ? from->dims[d] : d == split ? 1 : from->dims[d - 1];
        }
        const struct type *one = type_with_dims(r->module->context, from, from->rank + 1, dims);
        dims[split] = groups->size;
        const struct type *all = type_with_dims(r->module->context, from, from->rank + 1, dims);
        dims[split + 1] /= groups->size;
        const struct type *part = type_with_dims(r->module->context, from, from->rank + 1, dims);
        const struct view *view = view_reshape(&r->prover, operands[i], one);
        view = view_gather(&r->prover, view, all, split, groups);
        results[i] = view_reshape(&r->prover, own_part(r, view, part, split + 1, groups), type);
    }
}

/* --- moves ------------------------------------------------------------------------------------ */

/* From which device each one gets something, and whether it gets something at all (1 or 0). */
struct sources {
    struct device_number from, is_any;
    int64_t one; /* a device that gets something; -1: none does */
    bool is_known;
};

static int from_where_any(const void *data, const struct number_bounds *bounds, int64_t *constant) {
    (void)data;
    (void)constant;
    return bounds[0].least > 0 ? 1 : bounds[0].most <= 0 ? 2 : MAP_LATER;
}

/* A form on the devices that things come from; where nothing comes from, it goes on as it does
 * elsewhere. */
static void form_from(struct prover *p, struct form *form, const struct sources *sources) {
    const struct spread *spread = form->device;
    struct device_number from = spread_through(p, spread, sources->from);
    if (sources->is_any.spread) {
        int64_t source = sources->from.constant + spread_at(sources->from.spread, sources->one);
        int64_t step = spread_at(spread, source) - spread_at(spread, sources->one);
        const struct device_number numbers[3] = {
            sources->is_any, {from.constant - step, spread_mix(p, from.spread, 1, spread, -1)}};
        from = numbers_map(p, 3, numbers, from_where_any, NULL);
        from.constant += step;
        from.spread = spread_mix(p, from.spread, 1, spread, 1);
    }
    form->device = from.spread;
    form->constant += from.constant;
}

/* Sources by device: -1 where there is none. */
static void sources_of_table(struct prover *p, int64_t *source, struct sources *sources) {
    int64_t *any = spread_table(p);
    sources->one = -1;
    for (int64_t d = 0; d < p->devices; d++) {
        any[d] = source[d] >= 0;
        sources->one = any[d] ? d : sources->one;
        source[d] = any[d] ? source[d] : d;
    }
    sources->from = number_of_table(p, source);
    sources->is_any = number_of_table(p, any);
    sources->is_known = true;
}

/* Whether on devices the first condition holds, and then all others do, or fails, and then one of
 * the others fails everywhere. */
static bool first_says_the_same(const void *data, const struct number_bounds *bounds) {
    const struct reaches *reaches = data;
    enum truth first = reach_truth(&reaches->items[0], &bounds[0]);
    return first != SOMETIMES && first == reaches_truth(reaches, 1, reaches->count, bounds);
}

static bool say_the_same(struct prover *p, const struct view *view, const struct cond *cond,
                         uint32_t count, const struct cond *others) {
    struct reaches reaches = reaches_room(p, count + 1);
    reaches_add(&reaches, &view->vars, 1, cond);
    reaches_add(&reaches, &view->vars, count, others);
    return numbers_all(p, reaches.count, reaches.numbers, first_says_the_same, &reaches);
}

/* The bounds of a condition that do not follow from others. False: none is left. */
static bool beyond(struct cond *cond, uint32_t count, const struct cond *others) {
    for (uint32_t i = 0; i < count; i++) {
        if (form_equal(&cond->form, &others[i].form)) {
            cond->low = others[i].low >= cond->low ? INT64_MIN : cond->low;
            cond->high = others[i].high <= cond->high ? INT64_MAX : cond->high;
        }
    }
    return cond->low != INT64_MIN || cond->high != INT64_MAX;
}

/* That something has come from a device (the last condition) is said as being inside of the value,
 * where that is the same: so neighbours can be joined. */
static void say_as_bounds(struct prover *p, struct view *draft) {
    struct side side = draft->side;
    uint32_t others = draft->conds - 1, count = 0;
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, side.term->frame + draft->conds);
    struct cond *settled = arena_copy(p->arena, draft->cond, draft->conds * sizeof *conds);
    for (uint32_t i = 0; i < others; i++) {
        cond_settle(p, &settled[i], &draft->vars);
    }
    for (uint32_t c = 0; c < side.term->frame; c++) {
        struct cond cond = {side.at[c], side.term->low[c], side.term->high[c]};
        if (side.at[c].symbol_count == 0 && cond_settle(p, &cond, &draft->vars) == SOMETIMES &&
            beyond(&cond, others, settled)) {
            conds[count++] = cond;
        }
    }
    if (count == 0 || !say_the_same(p, draft, &draft->cond[others], count, conds)) {
        return;
    }
    if (others) {
        memcpy(conds + count, draft->cond, others * sizeof *conds);
    }
    draft->cond = conds;
    draft->conds = count + others;
}

/* What each device gets from its source; zeros where there is none. */
static const struct view *take_from(struct prover *p, const struct view *view,
                                    const struct sources *sources) {
    bool all = !sources->is_any.spread && sources->is_any.constant == 1;
    struct cond cond = {form_of_number(sources->is_any), 1, INT64_MAX};
    const struct proof_term *zero = constant_small(p, element_kind(view->type), 0);
    struct view draft = *view;
    if (!all && view->conds && view->other != zero) {
        draft.side = view_side(p, view);
        draft.conds = 0;
    }
    if (!draft.side.term || !element_kind(view->type)) {
        return NULL;
    }
    struct form *at = arena_copy(p->arena, draft.side.at, draft.side.term->frame * sizeof *at);
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, draft.conds + 1);
    if (draft.conds) {
        memcpy(conds, draft.cond, draft.conds * sizeof *conds);
    }
    for (uint32_t c = 0; c < draft.side.term->frame; c++) {
        form_from(p, &at[c], sources);
    }
    for (uint32_t c = 0; c < draft.conds; c++) {
        form_from(p, &conds[c].form, sources);
    }
    struct cond *limits = arena_copy(p->arena, draft.limit, draft.limits * sizeof *limits);
    for (uint32_t c = 0; c < draft.limits; c++) {
        form_from(p, &limits[c].form, sources);
    }
    draft.limit = limits;
    draft.side.at = at;
    draft.cond = conds;
    if (!all) {
        draft.other = zero;
        conds[draft.conds++] = cond;
        say_as_bounds(p, &draft);
    }
    return view_settle(p, &draft);
}

/* By a list of pairs. False: a device is none, or gets two things. */
static bool read_pairs(struct prover *p, const struct op *op, struct sources *sources) {
    struct int_list pairs = op_ints(op, "source_target_pairs");
    int64_t *source = spread_table(p);
    memset(source, 0xff, (size_t)p->devices * sizeof *source);
    for (uint32_t i = 0; i + 1 < pairs.count; i += 2) {
        int64_t from = pairs.items[i], to = pairs.items[i + 1];
        if (from < 0 || to < 0 || from >= p->devices || to >= p->devices || source[to] >= 0) {
            return false;
        }
        source[to] = from;
    }
    sources_of_table(p, source, sources);
    return true;
}

/* The sources that an attribute lists, which are kept. */
static const struct sources *sources_of(struct prover *p, const struct op *op) {
    uintptr_t key = (uintptr_t)op_property(op, "source_target_pairs");
    void **slot = bytes_table_at(&p->moves, p->kept, &key, sizeof key);
    if (!*slot) {
        struct sources *sources = ARENA_NEW(p->kept, struct sources);
        *slot = sources;
        sources->is_known = read_pairs(p, op, sources);
    }
    return (const struct sources *)*slot;
}

void relate_permute(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    const struct sources *sources = sources_of(&r->prover, op);
    if (!sources->is_known) {
        r->broken = r->broken || r->is_global ? r->broken : op;
        return;
    }
    results[0] = operands[0] ? take_from(&r->prover, operands[0], sources) : NULL;
}

void relate_collective_broadcast(struct relating *r, const struct op *op,
                                 const struct view *const *operands, const struct view **results) {
    const struct device_groups *groups = relation_groups_read(r, op, true);
    if (operands[0] && groups) {
        struct sources sources = {.from = group_member(&r->prover, groups, 0), .is_any = {1, NULL}};
        results[0] = take_from(&r->prover, operands[0], &sources);
    }
}

/* --- numbers of devices ----------------------------------------------------------------------- */

void relate_partition_id(struct relating *r, const struct op *op,
                         const struct view *const *operands, const struct view **results) {
    (void)operands;
    results[0] = view_by_number(&r->prover, op_result(op, 0)->type,
                                (struct device_number){0, r->prover.identity});
}

void relate_replica_id(struct relating *r, const struct op *op, const struct view *const *operands,
                       const struct view **results) {
    (void)operands;
    results[0] =
        view_of_constant(&r->prover, op_result(op, 0)->type,
                         constant_small(&r->prover, element_kind(op_result(op, 0)->type), 0));
}
