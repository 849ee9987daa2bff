/* Operations that move elements: other forms for the same terms. */
#include "ops/attrs/attrs.h"
#include "verify/relations/rules.h"

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
    struct side place = side_place(p, KIND_INTEGERS + 128, &form);
    int64_t words[3] = {OP_IOTA, kind, 0};
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

void relate_pad(struct relating *r, const struct op *op, const struct view *const *operands,
                const struct view **results) {
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    between = op_ints(op, "interior_padding");
    const struct view *view = operands[0], *fill = operands[1];
    if (!view || !fill || fill->conds + fill->limits || fill->side.term->frame) {
        return;
    }
    if (!type_has_elements(op_operand(op, 0)->type)) {
        results[0] = view_of_constant(&r->prover, op_result(op, 0)->type, fill->side.term);
        return;
    }
    for (uint32_t d = 0; view && d < low.count; d++) {
        view = view_apart(r, view, d, between.items[d] + 1, fill->side.term);
        view = view ? view_padded(r, view, d, low.items[d], high.items[d], fill->side.term) : NULL;
    }
    results[0] = view;
}

/* --- at places known at run time -------------------------------------------------------------- */

/* Where a piece begins along a dimension, held to where it fits, as a form of device and symbols.
 */
static bool start_form(struct relating *r, const struct view *start, int64_t most,
                       struct form *form) {
    struct prover *p = &r->prover;
    int64_t *table = spread_table(p);
    if (most <= 0) {
        *form = form_constant(0);
        return true;
    }
    if (view_table(p, start, table)) {
        for (int64_t d = 0; d < p->devices; d++) {
            table[d] = table[d] < 0 ? 0 : table[d] > most ? most : table[d];
        }
        *form = form_constant(0);
        form->device = spread_of(p, table, &form->constant);
        return true;
    }
    if (!start || start->conds + start->limits) {
        return false;
    }
    struct vars none = {.count = 0};
    int64_t words[3] = {OP_CLAMP, element_kind(start->type), most};
    struct side held = side_function(p, &none, 3, words, 1, &start->side);
    *form = form_constant(0);
    form->symbols[0].term = held.term;
    form->symbols[0].times = 1;
    form->symbol_count = 1;
    return held.term && held.term->frame == 0;
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
    int64_t words[4] = {op_number(op), piece_number(r, type, piece), element_kind(result),
                        (int64_t)mask};
    uint32_t count = tensors;
    memcpy(views, operands, tensors * sizeof *views);
    memcpy(wholes, whole, tensors * sizeof *wholes);
    for (uint32_t d = 0; d < type->rank; d++) {
        if (mask >> d & 1) {
            views[count++] = operands[tensors + d];
        }
    }
    struct unknown_function function = {4, count, words, views, wholes, .positions = mask};
    return view_of_function(r, result, &function);
}

/* An entry of a table of integers, by the device. */
static const struct view *look_up(struct relating *r, const struct op *op,
                                  const struct view *const *operands) {
    struct prover *p = &r->prover;
    const struct op *table_op = value_defining_op(op_operand(op, 0));
    const struct type *type = op_operand(op, 0)->type, *to = op_result(op, 0)->type;
    int64_t *table = spread_table(p);
    const struct attr *value =
        table_op && op_is(table_op, OP_CONSTANT) ? op_property(table_op, "value") : NULL;
    if (!value || value->kind != ATTR_DENSE || !kind_is_integer(element_kind(type)) ||
        type->rank != 1 || to->dims[0] != 1 || !view_table(p, operands[1], table)) {
        return NULL;
    }
    for (int64_t d = 0; d < p->devices; d++) {
        int64_t most = type->dims[0] - 1, at = table[d] < 0 ? 0 : table[d] > most ? most : table[d];
        table[d] = attr_dense_integer(value, value->splat ? 0 : at);
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
    const struct view *views[2] = {operands[0], NULL};
    struct view whole = {
        .type = type, .vars = vars, .side = side_of_constant(constant_small(p, KIND_TRUTH, 0))};
    const struct view *frame[2] = {operands[0], &whole};
    if (!views_align(p, 2, frame) || frame[0]->vars.count != vars.count) {
        return;
    }
    views[0] = frame[0];
    struct form by[MOST_VARS];
    struct cond *conds = ARENA_ARRAY(p->arena, struct cond, vars.count + 1);
    struct view update;
    uint32_t count = 0, v = 0;
    if (operands[1]->vars.count > vars.count) {
        return;
    }
    for (uint32_t d = 0, n = 0; d < type->rank; d++) {
        struct form start, place = vars_place(&vars, d);
        if (!start_form(r, operands[2 + d], type->dims[d] - piece->dims[d], &start) ||
            !form_mix(p, &place, &place, 1, &start, -1)) {
            return;
        }
        if (piece->dims[d] != type->dims[d]) {
            conds[count++] = (struct cond){place, 0, piece->dims[d]};
        }
        while (v < operands[1]->vars.count && operands[1]->vars.dim[v] == d) {
            if (++n > 1) {
                return;
            }
            by[v++] = place;
        }
        n = 0;
    }
    if (!view_rewrite(p, &vars, operands[1], by, &update)) {
        return;
    }
    const struct view *both[2] = {&update, views[0]};
    struct view draft = {.type = type, .vars = vars};
    draft.limit = views_limits(p, 2, both, &draft.limits);
    draft.side = side_guard(p, &vars, count, conds, view_side(p, &update), view_side(p, views[0]));
    results[0] = view_settle(p, &draft);
}
