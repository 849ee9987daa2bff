/* Operations that move elements: other forms for the same terms. */
#include "ops/attrs/attrs.h"
#include "verify/relations/rules/rules.h"

void relate_iota(struct relating *r, const struct op *op, const struct view *const *operands,
                 const struct view **results) {
    struct prover *p = &r->prover;
    const struct type *type = op_result(op, 0)->type;
    uint32_t dim = (uint32_t)op_int(op, "iota_dimension", 0);
    int64_t kind = element_kind(type);
    struct vars vars;
    (void)operands;
    if (!vars_of(type, &vars) || !kind) {
        return;
    }
    struct form form = vars_place(&vars, dim);
    if (kind_is_integer(kind)) {
        if (kind_holds(kind, 0, type->dims[dim] - 1)) {
            results[0] = view_of_form(p, type, &vars, &form);
        }
        return;
    }
    struct side place = side_place(p, KIND_SIGNED_64, &form);
    int64_t words[3] = {OP_CONVERT, kind, KIND_SIGNED_64};
    results[0] = view_of_side(p, type, &vars, side_function(p, &vars, 3, words, 1, &place));
}

void relate_dimension_size(struct relating *r, const struct op *op,
                           const struct view *const *operands, const struct view **results) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t size = type->dims[op_int(op, "dimension", 0)];
    (void)operands;
    if (size != DIM_DYNAMIC) {
        results[0] = view_of_constant(
            &r->prover, op_result(op, 0)->type,
            constant_integer(&r->prover, element_kind(op_result(op, 0)->type), size));
    }
}

/* --- shapes ----------------------------------------------------------------------------------- */

void relate_broadcast(struct relating *r, const struct op *op, const struct view *const *operands,
                      const struct view **results) {
    results[0] = view_spread(&r->prover, operands[0], op_result(op, 0)->type,
                             op_ints(op, "broadcast_dimensions").items);
}

/* A number for the extents of what is cut or written to, and of the piece. */
static int64_t piece_number(struct relating *r, const struct type *type, const struct type *piece) {
    int64_t extents[2 * MAX_RANK];
    for (uint32_t d = 0; d < type->rank; d++) {
        extents[2 * d] = type->dims[d];
        extents[2 * d + 1] = piece->dims[d];
    }
    return name_number(&r->prover, (const char *)extents, 2 * type->rank * sizeof *extents);
}

/* A reshape in which sizes do not nest is a function of the whole tensor and of the place. */
void relate_reshape(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    const struct type *type = op_result(op, 0)->type;
    const uint64_t all = UINT64_MAX;
    results[0] = view_reshape(&r->prover, operands[0], type);
    if (!results[0] && operands[0] && element_kind(type)) {
        int64_t words[4] = {OP_RESHAPE, piece_number(r, operands[0]->type, operands[0]->type),
                            piece_number(r, type, type), element_kind(type)};
        struct unknown_function function = {4, 1, words, operands, &all, .positions = all};
        results[0] = view_of_function(r, type, &function);
    }
}

void relate_transpose(struct relating *r, const struct op *op, const struct view *const *operands,
                      const struct view **results) {
    struct int_list permutation = op_ints(op, "permutation");
    int64_t to[MAX_RANK];
    for (uint32_t d = 0; d < permutation.count; d++) {
        to[permutation.items[d]] = d;
    }
    results[0] = view_spread(&r->prover, operands[0], op_result(op, 0)->type, to);
}

const struct type *type_resized(struct relating *r, const struct type *type, uint32_t dim,
                                int64_t size) {
    int64_t dims[MAX_RANK];
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[dim] = size;
    return type_with_dims(r->module->context, type, type->rank, dims);
}

const struct type *type_extended(struct relating *r, const struct type *type, int64_t size) {
    int64_t dims[MAX_RANK + 1];
    memcpy(dims, type->dims, type->rank * sizeof *dims);
    dims[type->rank] = size;
    return type_with_dims(r->module->context, type, type->rank + 1, dims);
}

void relate_slice(struct relating *r, const struct op *op, const struct view *const *operands,
                  const struct view **results) {
    const struct type *type = op_operand(op, 0)->type, *to = op_result(op, 0)->type;
    struct int_list start = op_ints(op, "start_indices"), step = op_ints(op, "strides");
    const struct view *view = operands[0];
    for (uint32_t d = 0; view && d < type->rank; d++) {
        int64_t by = d < step.count ? step.items[d] : 1;
        struct form form = form_constant(start.items[d]);
        if (to->dims[d] != type->dims[d] || start.items[d] != 0) {
            view = view_cut(&r->prover, view, type_resized(r, view->type, d, to->dims[d]), d, &form,
                            by);
        }
    }
    results[0] = view;
}

void relate_reverse(struct relating *r, const struct op *op, const struct view *const *operands,
                    const struct view **results) {
    const struct type *type = op_operand(op, 0)->type;
    struct int_list dims = op_ints(op, "dimensions");
    const struct view *view = operands[0];
    for (uint32_t i = 0; view && i < dims.count; i++) {
        struct form form = form_constant(type->dims[dims.items[i]] - 1);
        view = view_cut(&r->prover, view, type, (uint32_t)dims.items[i], &form, -1);
    }
    results[0] = view;
}

const struct view *view_apart(struct relating *r, const struct view *view, uint32_t dim, int64_t by,
                              const struct proof_term *fill) {
    int64_t size = view->type->dims[dim];
    return by == 1 || size < 2
               ? view
               : view_dilate(&r->prover, view,
                             type_resized(r, view->type, dim, (size - 1) * by + 1), dim, by, fill);
}

/* --- pads ------------------------------------------------------------------------------------- */

const struct view *view_padded(struct relating *r, const struct view *view, uint32_t dim,
                               int64_t low, int64_t high, const struct proof_term *fill) {
    int64_t size = view->type->dims[dim], begin = low < 0 ? -low : 0;
    int64_t end = high < 0 ? size + high : size;
    const struct type *type = type_resized(r, view->type, dim, low + size + high);
    if (begin >= end) {
        return view_of_constant(&r->prover, type, fill);
    }
    if (begin > 0 || end < size) {
        struct form form = form_constant(begin);
        view = view_cut(&r->prover, view, type_resized(r, view->type, dim, end - begin), dim, &form,
                        1);
    }
    return !view || (low <= 0 && high <= 0)
               ? view
               : view_pad(&r->prover, view, type, dim, low < 0 ? 0 : low, fill);
}

/* The fill is one number for all devices. */
static const struct view *pad_with(struct relating *r, const struct op *op, const struct view *view,
                                   const struct proof_term *fill) {
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    between = op_ints(op, "interior_padding");
    for (uint32_t d = 0; view && d < low.count; d++) {
        view = view_apart(r, view, d, between.items[d] + 1, fill);
        view = view ? view_padded(r, view, d, low.items[d], high.items[d], fill) : NULL;
    }
    return view;
}

/* With any fill: where the operand is, by a mask that is padded as it is, that; else the fill. */
static const struct view *pad_anyhow(struct relating *r, const struct op *op,
                                     const struct view *view, const struct view *fill) {
    struct prover *p = &r->prover;
    struct context *context = r->module->context;
    const struct type *type = op_result(op, 0)->type, *truth = type_integer(context, 1, SIGNLESS);
    const struct view *mask = view_of_constant(p, type_with_element(context, view->type, truth),
                                               constant_small(p, KIND_TRUTH, 1));
    if (!mask || !element_kind(type)) {
        return NULL;
    }
    mask = pad_with(r, op, mask, constant_small(p, KIND_TRUTH, 0));
    view = pad_with(r, op, view, constant_small(p, element_kind(type), 0));
    return view_choose(r, type, mask, view, view_spread(p, fill, type, NULL));
}

void relate_pad(struct relating *r, const struct op *op, const struct view *const *operands,
                const struct view **results) {
    const struct view *view = operands[0], *fill = operands[1];
    if (!view || !fill) {
        return;
    }
    if (!type_has_elements(op_operand(op, 0)->type)) {
        results[0] = view_spread(&r->prover, fill, op_result(op, 0)->type, NULL);
        return;
    }
    bool is_one = fill->conds + fill->limits == 0 && fill->side.term->frame == 0;
    results[0] = is_one ? pad_with(r, op, view, fill->side.term) : pad_anyhow(r, op, view, fill);
}

/* --- at places known at run time -------------------------------------------------------------- */

/* A start between 0 and the greatest one. */
static struct side held_start(struct prover *p, int64_t kind, struct side start, int64_t most) {
    struct vars none = {.count = 0};
    struct side low[2] = {side_of_constant(constant_small(p, kind, 0)), start};
    struct side held = side_fold(p, &none, FOLD_MAX, kind, 2, low);
    struct side high[2] = {held, side_of_constant(constant_integer(p, kind, most))};
    return kind_holds(kind, most, most) ? side_fold(p, &none, FOLD_MIN, kind, 2, high) : held;
}

/* The number itself, or the bound that it exceeds. */
static int held_between(const void *data, const struct number_bounds *bounds, int64_t *constant) {
    int64_t most = *(const int64_t *)data;
    *constant = bounds->most < 0 ? 0 : most;
    return bounds->least >= 0 && bounds->most <= most      ? 0
           : bounds->most < 0 || bounds->least >= most + 1 ? MAP_CONSTANT
                                                           : MAP_LATER;
}

static struct device_number number_held(struct prover *p, struct device_number number,
                                        int64_t most) {
    return numbers_map(p, 1, &number, held_between, &most);
}

/* Where a piece begins along a dimension, held to where it fits, as a form of device and symbols.
 */
static bool start_form(struct relating *r, const struct view *start, int64_t most,
                       struct form *form) {
    struct prover *p = &r->prover;
    struct device_number number;
    if (most <= 0) {
        *form = form_constant(0);
        return true;
    }
    if (view_number(p, start, &number)) {
        *form = form_of_number(number_held(p, number, most));
        return true;
    }
    if (!start || start->conds + start->limits) {
        return false;
    }
    struct vars none = {.count = 0};
    int64_t least, greatest;
    if (view_form(start, form) && form_range(form, &none, &least, &greatest) && least >= 0 &&
        greatest <= most) {
        return true;
    }
    struct side held = held_start(p, element_kind(start->type), start->side, most);
    if (!held.term || held.term->frame) {
        return false;
    }
    *form =
        term_is_integer(held.term) ? form_constant(held.term->word[1]) : form_of_symbol(held.term);
    return true;
}

/* The view with one variable along each dimension of a mask. NULL: it is too large. */
static const struct view *one_var_each(struct prover *p, const struct view *view, uint64_t mask) {
    for (uint32_t d = 0; view && d < view->type->rank; d++) {
        struct view flat;
        if (mask >> d & 1 && vars_along(&view->vars, d) > 1) {
            view =
                view_flatten(p, view, d, &flat) ? arena_copy(p->arena, &flat, sizeof flat) : NULL;
        }
    }
    return view;
}

/* A piece that begins where nobody knows, along some dimensions (a bit each): a function of the
 * tensors, of where it begins, and of the place. `whole`: along what each tensor is taken whole. */
static const struct view *piece_anywhere(struct relating *r, const struct op *op, uint32_t tensors,
                                         const struct view *const *operands, const uint64_t *whole,
                                         uint64_t mask) {
    const struct type *type = operands[0]->type, *result = op_result(op, 0)->type;
    const struct type *piece = tensors > 1 ? operands[1]->type : result;
    const struct view **views =
        ARENA_ARRAY(r->prover.arena, const struct view *, tensors + type->rank);
    uint64_t *wholes = ARENA_ARRAY(r->prover.arena, uint64_t, tensors + type->rank);
    int64_t words[MOST_WORDS] = {op_number(op), piece_number(r, type, piece), element_kind(result),
                                 (int64_t)mask};
    uint32_t count = tensors, word = 4;
    memcpy(wholes, whole, tensors * sizeof *wholes);
    for (uint32_t i = 0; i < tensors; i++) {
        views[i] = one_var_each(&r->prover, operands[i], whole[i]);
        if (!views[i]) {
            return NULL;
        }
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        if (mask >> d & 1) {
            views[count++] = operands[tensors + d];
            if (word < MOST_WORDS && type->dims[d] < INT32_MAX) {
                words[word++] = type->dims[d] << 32 | piece->dims[d];
            }
        }
    }
    struct unknown_function function = {word, count, words, views, wholes, .positions = mask};
    return view_of_function(r, result, &function);
}

/* The constant along one dimension that a tensor is. NULL: it is none, or not all of one. */
static const struct attr *listed_in(const struct prover *p, const struct view *view) {
    if (!view || view->conds + view->limits || view->vars.count != 1 ||
        view->side.term->frame != 1) {
        return NULL;
    }
    const struct form place = form_var(0);
    const struct known_tensor *known = p->tensors;
    while (known && known->term != view->side.term) {
        known = known->next;
    }
    return known && form_equal(&view->side.at[0], &place) &&
                   known->type->dims[0] == view->type->dims[0]
               ? known->value
               : NULL;
}

/* An entry of a table of integers, by the device. */
static const struct view *look_up(struct relating *r, const struct op *op,
                                  const struct view *const *operands) {
    struct prover *p = &r->prover;
    const struct op *table_op = value_defining_op(op_operand(op, 0));
    const struct attr *value = table_op && op_is(table_op, OP_CONSTANT)
                                   ? op_property(table_op, "value")
                                   : listed_in(p, operands[0]);
    const struct type *type = op_operand(op, 0)->type, *to = op_result(op, 0)->type;
    struct device_number at, made = {0};
    if (!value || value->kind != ATTR_DENSE || !kind_is_integer(element_kind(type)) ||
        type->rank != 1 || to->dims[0] != 1 || !view_number(p, operands[1], &at)) {
        return NULL;
    }
    at = number_held(p, at, type->dims[0] - 1);
    if (value->splat) {
        made.constant = attr_dense_integer(value, 0);
        return view_by_number(p, to, made);
    }
    const int64_t *given;
    uint32_t count;
    bool listed = attr_integers(value, &count, &given);
    if (listed && !at.constant && at.spread == p->identity && count == p->devices) {
        return view_of_table(p, to, given);
    }
    int64_t *table = spread_table(p);
    number_fill(p, at, table);
    for (int64_t d = 0; d < p->devices; d++) {
        table[d] = listed ? given[table[d]] : attr_dense_integer(value, table[d]);
    }
    return view_of_table(p, to, table);
}

void relate_dynamic_slice(struct relating *r, const struct op *op,
                          const struct view *const *operands, const struct view **results) {
    const struct type *type = op_operand(op, 0)->type, *to = op_result(op, 0)->type;
    const struct view *view = operands[0];
    const struct view **all =
        ARENA_ARRAY(r->prover.arena, const struct view *, op->operand_count + 1);
    uint64_t anywhere = 0;
    results[0] = look_up(r, op, operands);
    if (results[0]) {
        return;
    }
    for (uint32_t d = 0; view && d < type->rank; d++) {
        struct form form;
        if (to->dims[d] == type->dims[d]) {
            continue;
        }
        if (!start_form(r, operands[1 + d], type->dims[d] - to->dims[d], &form)) {
            anywhere |= (uint64_t)1 << d;
            continue;
        }
        view = view_cut(&r->prover, view, type_resized(r, view->type, d, to->dims[d]), d, &form, 1);
    }
    if (view && anywhere) {
        memcpy(all, operands, op->operand_count * sizeof *all);
        all[0] = view;
        view = piece_anywhere(r, op, 1, all, &anywhere, anywhere);
    }
    results[0] = view;
}

/* Dimensions that the update does not fill. */
static uint64_t dims_in_part(const struct type *type, const struct type *piece) {
    uint64_t mask = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        mask |= piece->dims[d] != type->dims[d] ? (uint64_t)1 << d : 0;
    }
    return mask;
}

/* The update where each place is inside of it, else the operand. */
/* Where a piece that is one place long is written, the place is where the piece begins: limits of
 * the piece by the device are limits of the place, which do not ask which device it is. Elsewhere
 * nothing of the piece is asked. */
static void limit_places(struct prover *p, struct view *update, uint32_t count,
                         const struct cond *conds) {
    struct cond *limits = arena_copy(p->arena, update->limit, update->limits * sizeof *limits);
    for (uint32_t i = 0; i < update->limits; i++) {
        for (uint32_t c = 0; c < count; c++) {
            struct form form;
            if (limits[i].form.device && conds[c].low == 0 && conds[c].high == 1 &&
                form_mix(p, &form, &limits[i].form, 1, &conds[c].form, 1) && !form.device) {
                limits[i].form = form;
            }
        }
    }
    update->limit = limits;
}

void relate_dynamic_update_slice(struct relating *r, const struct op *op,
                                 const struct view *const *operands, const struct view **results) {
    struct prover *p = &r->prover;
    const struct type *type = op_result(op, 0)->type, *piece = op_operand(op, 1)->type;
    struct vars vars;
    if (!operands[0] || !operands[1] || !vars_of(type, &vars)) {
        return;
    }
    if (!type_has_elements(piece)) {
        results[0] = operands[0];
        return;
    }
    uint64_t taken[2] = {0, dims_in_part(type, piece)};
    for (uint32_t d = 0; d < type->rank; d++) {
        struct form start;
        if (!start_form(r, operands[2 + d], type->dims[d] - piece->dims[d], &start)) {
            results[0] = piece_anywhere(r, op, 2, operands, taken, taken[1]);
            return;
        }
    }
    const struct view *views[2] = {one_var_each(p, operands[0], UINT64_MAX),
                                   one_var_each(p, operands[1], UINT64_MAX)};
    if (!views[0] || !views[1]) {
        return;
    }
    struct form by[MOST_VARS];
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, vars.count + 1);
    struct view update;
    uint32_t count = 0, v = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        struct form start, place = vars_place(&vars, d);
        if (!start_form(r, operands[2 + d], type->dims[d] - piece->dims[d], &start) ||
            !form_mix(p, &place, &place, 1, &start, -1)) {
            return;
        }
        if (piece->dims[d] != type->dims[d]) {
            conds[count++] = (struct cond){place, 0, piece->dims[d]};
        }
        if (v < views[1]->vars.count && views[1]->vars.dim[v] == d) {
            by[v++] = place;
        }
    }
    if (!view_rewrite(p, &vars, views[1], by, &update)) {
        return;
    }
    limit_places(p, &update, count, conds);
    const struct view *both[2] = {&update, views[0]};
    struct view draft = {.type = type, .vars = vars};
    draft.limit = views_limits(p, 2, both, &draft.limits);
    draft.side = side_guard(p, &vars, count, conds, view_side(p, &update), view_side(p, views[0]));
    results[0] = view_settle(p, &draft);
}
