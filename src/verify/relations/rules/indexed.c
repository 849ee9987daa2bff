/* gather and scatter. */
#include "ops/attrs/attrs.h"
#include "verify/relations/rules/rules.h"

/* How indices pick windows of an operand: what gather and scatter have in common. */
struct indexing {
    struct relating *r;
    const struct type *operand, *indices, *windows; /* windows: the result, or the updates */
    struct int_list window_dims, dropped, operand_batch, index_batch, map;
    int64_t vector_dim;
    int64_t window[MAX_RANK]; /* extents in the operand */
};

/* Which dimension of the windows runs along a dimension of the operand; -1: none. */
static int64_t window_dim(const struct indexing *x, uint32_t dim) {
    uint32_t number = 0;
    for (uint32_t d = 0; d < dim; d++) {
        number += !int_list_has(x->dropped, d) && !int_list_has(x->operand_batch, d);
    }
    return int_list_has(x->dropped, dim) || int_list_has(x->operand_batch, dim)
               ? -1
               : x->window_dims.items[number];
}

/* Which dimension of the windows runs along a dimension of the indices. */
static int64_t batch_dim(const struct indexing *x, uint32_t dim) {
    uint32_t number = dim - (dim > x->vector_dim);
    for (uint32_t d = 0; d < x->windows->rank; d++) {
        if (!int_list_has(x->window_dims, d) && number-- == 0) {
            return d;
        }
    }
    return 0;
}

static int64_t component_of(const struct indexing *x, uint32_t dim) {
    for (uint32_t c = 0; c < x->map.count; c++) {
        if (x->map.items[c] == dim) {
            return c;
        }
    }
    return -1;
}

/* The dimension of the windows that goes with a batch dimension of the operand. */
static int64_t batch_place(const struct indexing *x, uint32_t dim) {
    for (uint32_t i = 0; i < x->operand_batch.count; i++) {
        if (x->operand_batch.items[i] == dim) {
            return batch_dim(x, (uint32_t)x->index_batch.items[i]);
        }
    }
    return -1;
}

/* A component of the index vectors, over the dimensions of a type whose first ones are those of the
 * windows. */
static const struct view *component(const struct indexing *x, const struct view *indices,
                                    int64_t number, const struct type *joint) {
    const struct view *view = indices;
    int64_t to[MAX_RANK];
    if (x->vector_dim < x->indices->rank && x->indices->dims[x->vector_dim] > 1) {
        struct form form = form_constant(number);
        view = view_cut(&x->r->prover, view,
                        type_resized(x->r, view->type, (uint32_t)x->vector_dim, 1),
                        (uint32_t)x->vector_dim, &form, 1);
    }
    for (uint32_t d = 0; d < x->indices->rank; d++) {
        to[d] = d == x->vector_dim ? 0 : batch_dim(x, d);
    }
    return view_spread(&x->r->prover, view,
                       type_with_element(x->r->module->context, joint, type_element(x->indices)),
                       to);
}

/* --- gather ----------------------------------------------------------------------------------- */

struct gathering {
    uint32_t rank;           /* of the result; dimensions behind are bound */
    int64_t how;             /* of a scatter: its region */
    int64_t kind, of;        /* of a gather: of its elements and indices */
    bool by_index;           /* of a gather: windows are single elements */
    uint32_t indices;        /* of a gather: how many components an index has */
    int64_t place[MAX_RANK]; /* of each of them: which operand is the place in the window; or 0 */
};

/* Windows of the first operand along the dimensions that are indexed. Dimensions of one element
 * have no variable, and nothing is asked of their indices. */
static struct side make_windows(struct prover *p, const struct vars *vars,
                                const struct gathering *g, const struct side *sides) {
    struct side pairs[2 * MOST_VARS];
    uint32_t bound[MOST_VARS], bounds = 0;
    for (uint32_t v = 0; v < vars->count; v++) {
        uint32_t number = vars->dim[v] - g->rank;
        if (vars->dim[v] < g->rank) {
            continue;
        }
        if (number >= g->indices) {
            return side_nothing();
        }
        pairs[2 * bounds] = sides[1 + number];
        pairs[2 * bounds + 1] = g->place[number]
                                    ? sides[g->place[number]]
                                    : side_of_constant(constant_integer(p, KIND_SIGNED_64, 0));
        bound[bounds++] = v;
    }
    return side_windows(p, vars, sides[0], bounds, pairs, bound);
}

static struct side make_gather(struct prover *p, const struct vars *vars, uint32_t count,
                               const struct side *sides, const void *data) {
    const struct gathering *gathering = data;
    uint32_t bound[MOST_VARS], bounds = 0;
    for (uint32_t v = 0; v < vars->count; v++) {
        if (vars->dim[v] >= gathering->rank) {
            bound[bounds++] = v;
        }
    }
    if (gathering->by_index) {
        if (bounds + 1 != count) {
            return side_nothing();
        }
        struct picking picking = {gathering->kind, gathering->of,  sides[0],
                                  bounds,          {{NULL, NULL}}, {0}};
        for (uint32_t i = 0; i < bounds; i++) {
            picking.index[i] = sides[1 + i];
            picking.bound[i] = bound[i];
        }
        return side_pick(p, vars, &picking);
    }
    if (gathering->indices) {
        return make_windows(p, vars, gathering, sides);
    }
    int64_t words[2] = {OP_GATHER, gathering->how};
    struct making making = {TERM_WHOLE, 2, count, bounds, words, sides, bound};
    return side_make(p, vars, &making);
}

static struct side make_held(struct prover *p, const struct vars *vars, uint32_t count,
                             const struct side *sides, const void *data) {
    const int64_t *words = data;
    struct side low[2] = {side_of_constant(constant_small(p, words[0], 0)), sides[0]};
    struct side held = side_fold(p, vars, FOLD_MAX, words[0], 2, low);
    struct side high[2] = {held, side_of_constant(constant_integer(p, words[0], words[1]))};
    (void)count;
    return kind_holds(words[0], words[1], words[1])
               ? side_fold(p, vars, FOLD_MIN, words[0], 2, high)
               : held;
}

/* An index, held to where the window fits. */
static const struct view *held_index(struct relating *r, const struct view *view, int64_t most) {
    struct form form;
    int64_t least, greatest, words[2] = {view ? element_kind(view->type) : 0, most};
    if (!view || (view_form(view, &form) && form_range(&form, &view->vars, &least, &greatest) &&
                  least >= 0 && greatest <= most)) {
        return view;
    }
    return view_combine(&r->prover, view->type, 1, &view, make_held, words);
}

static const struct type *gather_joint(const struct indexing *x) {
    int64_t dims[MAX_RANK];
    uint32_t rank = x->windows->rank;
    memcpy(dims, x->windows->dims, rank * sizeof *dims);
    for (uint32_t c = 0; c < x->map.count; c++) {
        dims[rank++] = x->operand->dims[x->map.items[c]];
    }
    return type_with_dims(x->r->module->context, x->windows, rank, dims);
}

/* Conditions as part of the value. */
static const struct view *guarded(struct prover *p, const struct view *view) {
    if (!view || view->conds == 0) {
        return view;
    }
    struct view draft = *view;
    draft.side = view_side(p, view);
    draft.conds = 0;
    draft.other = NULL;
    return draft.side.term ? arena_copy(p->arena, &draft, sizeof draft) : NULL;
}

/* The operand over the windows and, whole, the dimensions that are indexed. */
static const struct view *gather_operand(const struct indexing *x, const struct view *view,
                                         const struct type *joint) {
    int64_t to[MAX_RANK];
    for (uint32_t d = 0; view && d < x->operand->rank; d++) {
        int64_t number = component_of(x, d), batch = batch_place(x, d), window = window_dim(x, d);
        if (number >= 0) {
            to[d] = x->windows->rank + number;
            continue;
        }
        to[d] = batch >= 0 ? batch : window >= 0 ? window : 0;
        if (batch < 0 && x->window[d] != x->operand->dims[d]) {
            struct form form = form_constant(0);
            view = view_cut(&x->r->prover, view, type_resized(x->r, view->type, d, x->window[d]), d,
                            &form, 1);
        }
    }
    return guarded(&x->r->prover, view_spread(&x->r->prover, view, joint, to));
}

/* Drops the bound dimensions, along which nothing may vary any more. */
static const struct view *without_bound(struct prover *p, const struct view *view,
                                        const struct type *type) {
    if (!view) {
        return NULL;
    }
    struct view draft = *view;
    draft.type = type;
    for (uint32_t v = 0; v < view->vars.count; v++) {
        if (view->vars.dim[v] < type->rank) {
            continue;
        }
        draft.vars.size[v] = 1;
        for (uint32_t c = 0; c < view->conds; c++) {
            if (view->cond[c].form.of[v]) {
                return NULL;
            }
        }
        for (uint32_t c = 0; c < view->limits; c++) {
            if (view->limit[c].form.of[v]) {
                return NULL;
            }
        }
    }
    return view_settle(p, &draft);
}

/* The places in windows along dimensions that are indexed, behind `first` other operands; which of
 * them belongs to a component of the index is noted. */
static uint32_t window_places(const struct indexing *x, const struct type *joint,
                              const struct view **views, uint32_t first, int64_t *place) {
    struct vars vars;
    uint32_t count = 0;
    for (uint32_t c = 0; c < x->map.count; c++) {
        int64_t window = window_dim(x, (uint32_t)x->map.items[c]);
        if (window < 0 || x->windows->dims[window] == 1) {
            continue;
        }
        const struct type *type = type_with_element(
            x->r->module->context, joint, type_integer(x->r->module->context, 64, SIGNLESS));
        struct form form = form_constant(0);
        if (vars_of(joint, &vars)) {
            form = vars_place(&vars, (uint32_t)window);
        }
        place[c] = first + count;
        views[count++] = view_of_form(&x->r->prover, type, &vars, &form);
    }
    return count;
}

void relate_gather(struct relating *r, const struct op *op, const struct view *const *operands,
                   const struct view **results) {
    const struct gather_dims *dims = attr_as_gather(op_property(op, "dimension_numbers"));
    struct int_list sizes = op_ints(op, "slice_sizes");
    if (!dims || !operands[0] || !operands[1] || !type_has_elements(op_operand(op, 0)->type)) {
        return;
    }
    struct indexing x = {r,
                         op_operand(op, 0)->type,
                         op_operand(op, 1)->type,
                         op_result(op, 0)->type,
                         dims->offset,
                         dims->collapsed_slice,
                         dims->operand_batching,
                         dims->start_indices_batching,
                         dims->start_index_map,
                         dims->index_vector_dim,
                         {0}};
    memcpy(x.window, sizes.items, sizes.count * sizeof(int64_t));
    const struct type *joint = gather_joint(&x);
    if (x.map.count == 0) { /* windows that begin with the operand, whatever the indices are */
        results[0] = gather_operand(&x, operands[0], joint);
        return;
    }
    const struct view **views =
        ARENA_ARRAY(r->prover.arena, const struct view *, 2 * x.map.count + 1);
    uint32_t count = 0;
    bool by_index = x.map.count > 0;
    for (uint32_t c = 0; c < x.map.count; c++) {
        uint32_t d = (uint32_t)x.map.items[c];
        by_index = by_index && x.window[d] == 1 && x.operand->dims[d] > 1;
    }
    views[count++] = gather_operand(&x, operands[0], joint);
    for (uint32_t c = 0; c < x.map.count; c++) {
        uint32_t d = (uint32_t)x.map.items[c];
        const struct view *index = component(&x, operands[1], c, joint);
        views[count++] = by_index ? index : held_index(r, index, x.operand->dims[d] - x.window[d]);
    }
    struct gathering gathering = {.rank = x.windows->rank,
                                  .kind = element_kind(x.operand),
                                  .of = element_kind(x.indices),
                                  .by_index = by_index,
                                  .indices = x.map.count};
    count += window_places(&x, joint, views + count, count, gathering.place);
    results[0] = without_bound(
        &r->prover, view_combine(&r->prover, joint, count, views, make_gather, &gathering),
        x.windows);
}

/* --- scatter ---------------------------------------------------------------------------------- */

/* The batch dimension of the operand that goes with a dimension of the updates; -1: none. */
static int64_t operand_batch(const struct indexing *x, uint32_t dim) {
    for (uint32_t i = 0; i < x->operand_batch.count; i++) {
        if (batch_dim(x, (uint32_t)x->index_batch.items[i]) == dim) {
            return x->operand_batch.items[i];
        }
    }
    return -1;
}

/* Whether updates run along a part of an operand's dimension: not all of it, nor one place that an
 * index says. */
static bool is_part(const struct indexing *x, uint32_t dim) {
    int64_t window = window_dim(x, dim);
    return window >= 0 && x->windows->dims[window] != x->operand->dims[dim] &&
           (x->windows->dims[window] != 1 || component_of(x, dim) < 0);
}

/* Operand dimensions first, then those of the updates that are not windows, then windows that are
 * parts. Where the dimensions of the updates go is noted. NULL: there are too many. */
static const struct type *scatter_joint(const struct indexing *x, int64_t *to) {
    int64_t dims[2 * MAX_RANK];
    uint32_t rank = x->operand->rank;
    memcpy(dims, x->operand->dims, rank * sizeof *dims);
    for (uint32_t d = 0; d < x->windows->rank; d++) {
        int64_t batch = int_list_has(x->window_dims, d) ? -1 : operand_batch(x, d);
        to[d] = batch;
        if (!int_list_has(x->window_dims, d) && batch < 0) {
            to[d] = rank;
            dims[rank++] = x->windows->dims[d];
        }
    }
    for (uint32_t d = 0; d < x->operand->rank; d++) {
        int64_t window = window_dim(x, d);
        if (window >= 0) {
            to[window] = is_part(x, d) ? rank : d;
        }
        if (is_part(x, d)) {
            dims[rank++] = x->windows->dims[window];
        }
    }
    return rank > MAX_RANK ? NULL : type_with_dims(x->r->module->context, x->operand, rank, dims);
}

/* Updates and their indices over the dimensions of the operand and, behind them, of the updates. */
struct scattering {
    struct indexing x;
    const struct type *joint, *truth;
    int64_t to[MAX_RANK]; /* where dimensions of the updates go */
};

/* An index over all of the joint dimensions, or 0 where there is none along the dimension. */
static const struct view *joint_index(const struct scattering *s, const struct view *indices,
                                      uint32_t dim, const struct type *index) {
    struct prover *p = &s->x.r->prover;
    int64_t number = component_of(&s->x, dim);
    return number < 0
               ? view_of_constant(p, index, constant_small(p, element_kind(index), 0))
               : view_spread(p, component(&s->x, indices, number, s->x.windows), index, s->to);
}

/* Whether an index says the place in the result, along one dimension, and its window fits. A window
 * that is a whole dimension begins at 0, or is left out. */
static const struct view *index_is_place(const struct scattering *s, const struct view *indices,
                                         uint32_t dim) {
    const struct indexing *x = &s->x;
    struct prover *p = &x->r->prover;
    struct vars vars;
    const struct type *index =
        type_with_element(x->r->module->context, s->joint, type_element(x->indices));
    int64_t kind = element_kind(index), window = window_dim(x, dim),
            size = window >= 0 ? x->windows->dims[window] : 1;
    if (!vars_of(s->joint, &vars) || !kind_holds(kind, 0, x->operand->dims[dim] - 1)) {
        return NULL;
    }
    struct form place = vars_place(&vars, dim);
    if (window >= 0 && s->to[window] == dim && size != 1) {
        place = form_constant(0);
    } else if (is_part(x, dim)) {
        struct form inside = vars_place(&vars, (uint32_t)s->to[window]);
        if (!kind_holds(kind, 1 - size, 0) || !form_mix(p, &place, &place, 1, &inside, -1)) {
            return NULL;
        }
    }
    const struct view *own = joint_index(s, indices, dim, index);
    const struct view *views[2] = {own, view_of_form(p, index, &vars, &place)};
    const struct view *hit = view_equation(x->r, s->truth, views);
    if (!is_part(x, dim)) {
        return hit;
    }
    views[1] = held_index(x->r, own, x->operand->dims[dim] - size);
    return view_fold_two(p, s->truth, FOLD_AND, hit, view_equation(x->r, s->truth, views));
}

static const struct view *all_indices(const struct scattering *s, const struct view *indices) {
    struct prover *p = &s->x.r->prover;
    const struct view *all = view_of_constant(p, s->truth, constant_small(p, KIND_TRUTH, 1));
    bool any = false;
    for (uint32_t d = 0; d < s->x.operand->rank; d++) {
        if (component_of(&s->x, d) < 0 && !is_part(&s->x, d)) {
            continue;
        }
        const struct view *one = index_is_place(s, indices, d);
        all = any ? view_fold_two(p, s->truth, FOLD_AND, all, one) : one;
        any = true;
    }
    return all;
}

static bool scattering_of(struct relating *r, const struct op *op, struct scattering *s) {
    const struct scatter_dims *dims = (const struct scatter_dims *)attr_payload(
        op_property(op, "scatter_dimension_numbers"), &attr_scatter);
    uint32_t inputs = op->result_count;
    if (!dims) {
        return false;
    }
    s->x = (struct indexing){r,
                             op_operand(op, 0)->type,
                             op_operand(op, inputs)->type,
                             op_operand(op, inputs + 1)->type,
                             dims->update_window,
                             dims->inserted_window,
                             dims->input_batching,
                             dims->scatter_indices_batching,
                             dims->scatter_dims_to_operand,
                             dims->index_vector_dim,
                             {0}};
    s->joint = scatter_joint(&s->x, s->to);
    s->truth = s->joint ? type_with_element(r->module->context, s->joint,
                                            type_integer(r->module->context, 1, SIGNLESS))
                        : NULL;
    return s->joint != NULL;
}

/* By any region: a function of the operands' elements and of all updates in their order, with
 * whether their index is its place. */
static void scatter_any(const struct scattering *s, const struct op *op,
                        const struct view *const *operands, const struct view *hit,
                        const struct view **results) {
    struct prover *p = &s->x.r->prover;
    uint32_t inputs = op->result_count, count = 0;
    const struct proof_term *terms[8];
    const struct view **views = ARENA_ARRAY(p->arena, const struct view *, 2 * inputs + 1);
    int64_t to[MAX_RANK];
    if (inputs > 8 || !region_terms(s->x.r, &op->regions[0], inputs, terms)) {
        return;
    }
    for (uint32_t d = 0; d < s->x.operand->rank; d++) {
        to[d] = d;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type =
            type_with_element(s->x.r->module->context, s->joint,
                              type_element(op_operand(op, i < inputs ? i : 0)->type));
        views[count++] =
            i == inputs ? hit
                        : guarded(p, view_spread(p, operands[i], type, i < inputs ? to : s->to));
    }
    for (uint32_t i = 0; i < inputs; i++) {
        struct gathering gathering = {.rank = s->x.operand->rank, .how = terms[i]->id};
        const struct type *type = op_result(op, i)->type;
        results[i] = without_bound(
            p,
            view_combine(p,
                         type_with_element(s->x.r->module->context, s->joint, type_element(type)),
                         count, views, make_gather, &gathering),
            type);
    }
}

/* One result that is the fold of its operand's element and of all updates whose index is its
 * place. */
static const struct view *scatter_fold(const struct scattering *s, const struct type *type,
                                       enum fold fold, const struct view *operand,
                                       const struct view *hit, const struct view *updates) {
    struct prover *p = &s->x.r->prover;
    const struct type *joint =
        type_with_element(s->x.r->module->context, s->joint, type_element(type));
    const struct view *update = view_spread(p, updates, joint, s->to);
    const struct view *rest = view_of_constant(p, joint, fold_neutral(p, fold, element_kind(type)));
    uint64_t mask = 0;
    for (uint32_t d = s->x.operand->rank; d < joint->rank; d++) {
        mask |= (uint64_t)1 << d;
    }
    const struct view *taken = hit ? view_choose(s->x.r, joint, hit, update, rest) : NULL;
    const struct view *all = view_reduce(p, taken, type, mask, fold);
    return all ? view_fold_two(p, type, fold, operand, all) : NULL;
}

/* Each element is the fold of the operand's and of all updates whose index is its place. */
void relate_scatter(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    struct scattering s;
    uint32_t inputs = op->result_count;
    enum fold fold[8];
    bool folds = inputs <= 8;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!operands[i]) {
            return;
        }
    }
    if (!type_has_elements(op_operand(op, inputs + 1)->type)) {
        memcpy(results, operands, inputs * sizeof *results);
        return;
    }
    if (!scattering_of(r, op, &s)) {
        return;
    }
    const struct view *hit = all_indices(&s, operands[inputs]);
    for (uint32_t i = 0; folds && i < inputs; i++) {
        folds = region_fold_of(r, &op->regions[0], i, &fold[i]) && fold[i] != FOLD_MULTIPLY &&
                fold_neutral(&r->prover, fold[i], element_kind(op_result(op, i)->type));
    }
    if (!folds) {
        scatter_any(&s, op, operands, hit, results);
        return;
    }
    for (uint32_t i = 0; i < inputs; i++) {
        results[i] = scatter_fold(&s, op_result(op, i)->type, fold[i], operands[i], hit,
                                  operands[inputs + 1 + i]);
    }
}
