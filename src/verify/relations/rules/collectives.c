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
    int64_t *table = spread_table(p);
    struct form form = form_constant(0);
    for (int64_t d = 0; d < p->devices; d++) {
        table[d] = groups->place[d] * type->dims[dim];
    }
    form.device = spread_of(p, table, &form.constant);
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

/* A spread on the devices that things come from; where nothing comes from, it goes on as it does
 * elsewhere. */
static const struct spread *spread_from(struct prover *p, const struct spread *spread,
                                        const int64_t *source, int64_t *constant) {
    int64_t *table = spread_table(p), step = 0;
    for (int64_t d = 0; d < p->devices; d++) {
        step = source[d] >= 0 ? spread_at(spread, source[d]) - spread_at(spread, d) : step;
    }
    for (int64_t d = 0; d < p->devices; d++) {
        table[d] = source[d] >= 0 ? spread_at(spread, source[d]) : spread_at(spread, d) + step;
    }
    return spread_of(p, table, constant);
}

static void form_from(struct prover *p, struct form *form, const int64_t *source) {
    int64_t constant;
    if (form->device) {
        form->device = spread_from(p, form->device, source, &constant);
        form->constant += constant;
    }
}

/* 1 on devices that something comes to. */
static struct cond has_source(struct prover *p, const int64_t *source, bool *all) {
    int64_t *table = spread_table(p);
    struct cond cond = {form_constant(0), 1, INT64_MAX};
    *all = true;
    for (int64_t d = 0; d < p->devices; d++) {
        table[d] = source[d] >= 0;
        *all = *all && source[d] >= 0;
    }
    cond.form.device = spread_of(p, table, &cond.form.constant);
    return cond;
}

/* Whether on each device the condition holds, and then all others do, or fails, and then one of
 * the others fails everywhere. */
static bool say_the_same(const struct prover *p, const struct view *view, const struct cond *cond,
                         uint32_t count, const struct cond *others) {
    for (int64_t d = 0; d < p->devices; d++) {
        bool holds = cond->form.constant + spread_at(cond->form.device, d) >= cond->low;
        bool all = true, never = false;
        for (uint32_t i = 0; i < count; i++) {
            struct form form = others[i].form;
            int64_t least, most;
            form.constant += spread_at(form.device, d);
            form.device = NULL;
            bool known = form_range(&form, &view->vars, &least, &most);
            all = all && known && least >= others[i].low && most < others[i].high;
            never = never || (known && (most < others[i].low || least >= others[i].high));
        }
        if (holds ? !all : !never) {
            return false;
        }
    }
    return true;
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
                                    const int64_t *source) {
    bool all;
    struct cond cond = has_source(p, source, &all);
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
        form_from(p, &at[c], source);
    }
    for (uint32_t c = 0; c < draft.conds; c++) {
        form_from(p, &conds[c].form, source);
    }
    struct cond *limits = arena_copy(p->arena, draft.limit, draft.limits * sizeof *limits);
    for (uint32_t c = 0; c < draft.limits; c++) {
        form_from(p, &limits[c].form, source);
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

void relate_permute(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    struct prover *p = &r->prover;
    struct int_list pairs = op_ints(op, "source_target_pairs");
    int64_t *source = spread_table(p);
    memset(source, 0xff, (size_t)p->devices * sizeof *source);
    for (uint32_t i = 0; i + 1 < pairs.count; i += 2) {
        int64_t from = pairs.items[i], to = pairs.items[i + 1];
        if (from < 0 || to < 0 || from >= p->devices || to >= p->devices || source[to] >= 0) {
            r->broken = r->broken || r->is_global ? r->broken : op;
            return;
        }
        source[to] = from;
    }
    results[0] = operands[0] ? take_from(p, operands[0], source) : NULL;
}

void relate_collective_broadcast(struct relating *r, const struct op *op,
                                 const struct view *const *operands, const struct view **results) {
    struct prover *p = &r->prover;
    const struct device_groups *groups = relation_groups_read(r, op, true);
    int64_t *source = spread_table(p);
    if (!operands[0] || !groups) {
        return;
    }
    for (int64_t d = 0; d < p->devices; d++) {
        source[d] = groups->ids[groups->group[d] * groups->size];
    }
    results[0] = take_from(p, operands[0], source);
}

/* --- numbers of devices ----------------------------------------------------------------------- */

void relate_partition_id(struct relating *r, const struct op *op,
                         const struct view *const *operands, const struct view **results) {
    int64_t *table = spread_table(&r->prover);
    (void)operands;
    for (int64_t d = 0; d < r->prover.devices; d++) {
        table[d] = d;
    }
    results[0] = view_of_table(&r->prover, op_result(op, 0)->type, table);
}

void relate_replica_id(struct relating *r, const struct op *op, const struct view *const *operands,
                       const struct view **results) {
    (void)operands;
    results[0] =
        view_of_constant(&r->prover, op_result(op, 0)->type,
                         constant_small(&r->prover, element_kind(op_result(op, 0)->type), 0));
}
