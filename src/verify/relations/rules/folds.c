/* Sums of products, reductions and windows of them. */
#include "ops/attrs/attrs.h"
#include "ops/stablehlo/reduction/windows.h"
#include "verify/relations/rules/choices.h"
#include "verify/relations/rules/rules.h"

/* --- folds along dimensions ------------------------------------------------------------------- */

struct folding {
    struct prover *p;
    enum fold fold;
    int64_t kind;
    uint32_t bounds, bound[MOST_VARS];
    int64_t count; /* elements that become one */
};

static bool cond_varies(const struct folding *f, const struct cond *cond) {
    for (uint32_t b = 0; b < f->bounds; b++) {
        if (cond->form.of[f->bound[b]]) {
            return true;
        }
    }
    return false;
}

/* Many times the same constant. */
static const struct proof_term *fold_constant(const struct folding *f,
                                              const struct proof_term *term) {
    struct vars none = {.count = 0};
    struct side side = side_of_constant(term);
    if (f->fold == FOLD_ADD) {
        return side_scaled(f->p, &none, f->kind, side, f->count).term;
    }
    return f->fold == FOLD_MULTIPLY && term != constant_small(f->p, f->kind, 1) ? NULL : term;
}

/* Conditions that vary along the dimensions stand inside, and so do all if it is not known what
 * many times the constant beyond them is; the others stay. False: what is folded is
 * not all known. */
static bool split_conds(const struct folding *f, struct view *draft) {
    struct cond *inside = ARENA_ARRAY(f->p->arena, struct cond, draft->conds + 1);
    struct cond *stay = ARENA_ARRAY(f->p->arena, struct cond, draft->conds + 1);
    uint32_t insides = 0, stays = 0;
    for (uint32_t c = 0; c < draft->conds; c++) {
        if (cond_varies(f, &draft->cond[c]) || !fold_constant(f, draft->other)) {
            inside[insides++] = draft->cond[c];
        } else {
            stay[stays++] = draft->cond[c];
        }
    }
    for (uint32_t c = 0; c < draft->limits; c++) {
        if (cond_varies(f, &draft->limit[c])) {
            return false;
        }
    }
    if (insides) {
        draft->side = side_guard(f->p, &draft->vars, insides, inside, draft->side,
                                 side_of_constant(draft->other));
    }
    draft->cond = stay;
    draft->conds = stays;
    return draft->side.term != NULL;
}

static uint32_t dim_after(uint32_t dim, uint64_t mask) {
    uint32_t after = 0;
    for (uint32_t d = 0; d < dim; d++) {
        after += !(mask >> d & 1);
    }
    return after;
}

const struct view *view_reduce(struct prover *p, const struct view *view, const struct type *type,
                               uint64_t mask, enum fold fold) {
    struct folding f = {.p = p, .fold = fold, .kind = element_kind(type), .count = 1};
    if (!view || !f.kind) {
        return NULL;
    }
    struct view draft = *view;
    draft.type = type;
    for (uint32_t v = 0; v < view->vars.count; v++) {
        if (mask >> view->vars.dim[v] & 1) {
            f.bound[f.bounds++] = v;
            f.count *= view->vars.size[v];
        }
    }
    if (!split_conds(&f, &draft)) {
        return NULL;
    }
    draft.side = side_reduce(p, &draft.vars, fold, f.kind, draft.side, f.bounds, f.bound);
    if (draft.conds) {
        draft.other = fold_constant(&f, draft.other);
        if (!draft.other) {
            return NULL;
        }
    }
    for (uint32_t v = 0; v < draft.vars.count; v++) {
        bool bound = mask >> draft.vars.dim[v] & 1;
        draft.vars.size[v] = bound ? 1 : draft.vars.size[v];
        draft.vars.dim[v] = (uint8_t)dim_after(draft.vars.dim[v], mask);
    }
    return view_settle(p, &draft);
}

/* --- dot_general ------------------------------------------------------------------------------ */

/* Where dimensions of one side go: batches, then its own, behind the result the summed ones. */
struct dot_places {
    int64_t to[MAX_RANK];
    uint32_t own; /* the first place of its own */
};

static void place_side(struct dot_places *places, const struct type *type, struct int_list batch,
                       struct int_list summed, uint32_t result_rank, uint32_t *next) {
    for (uint32_t i = 0; i < batch.count; i++) {
        places->to[batch.items[i]] = i;
    }
    for (uint32_t i = 0; i < summed.count; i++) {
        places->to[summed.items[i]] = result_rank + i;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        if (!int_list_has(batch, d) && !int_list_has(summed, d)) {
            places->to[d] = (*next)++;
        }
    }
}

static uint64_t bits_from(uint32_t begin, uint32_t end) {
    uint64_t mask = 0;
    for (uint32_t d = begin; d < end && d < 64; d++) {
        mask |= (uint64_t)1 << d;
    }
    return mask;
}

static const struct view *sum_products(struct prover *p, const struct type *result,
                                       const struct type *joint, const struct view *x,
                                       const struct view *y) {
    const struct view *product = x && y ? view_fold_two(p, joint, FOLD_MULTIPLY, x, y) : NULL;
    return view_reduce(p, product, result, bits_from(result->rank, joint->rank), FOLD_ADD);
}

/* Sums of nothing. */
static const struct view *view_of_zeros(struct prover *p, const struct type *type) {
    int64_t kind = element_kind(type);
    return kind ? view_of_constant(p, type, constant_small(p, kind, 0)) : NULL;
}

void relate_dot(struct relating *r, const struct op *op, const struct view *const *operands,
                const struct view **results) {
    struct prover *p = &r->prover;
    const struct dot_dims *dims = attr_as_dot(op_property(op, "dot_dimension_numbers"));
    const struct type *type = op_result(op, 0)->type, *joint = type;
    const struct type *x_type = op_operand(op, 0)->type, *y_type = op_operand(op, 1)->type;
    if (!dims || !operands[0] || !operands[1] || element_kind(type) == KIND_TRUTH) {
        return;
    }
    if (!type_has_elements(x_type) || !type_has_elements(y_type)) {
        results[0] = view_of_zeros(p, type);
        return;
    }
    struct dot_places x, y;
    uint32_t next = dims->lhs_batching.count;
    place_side(&x, x_type, dims->lhs_batching, dims->lhs_contracting, type->rank, &next);
    place_side(&y, y_type, dims->rhs_batching, dims->rhs_contracting, type->rank, &next);
    for (uint32_t i = 0; i < dims->lhs_contracting.count; i++) {
        joint = type_extended(r, joint, x_type->dims[dims->lhs_contracting.items[i]]);
    }
    results[0] = sum_products(p, type, joint,
                              view_spread(p, view_of_kind(p, operands[0], type), joint, x.to),
                              view_spread(p, view_of_kind(p, operands[1], type), joint, y.to));
}

/* --- reduce ----------------------------------------------------------------------------------- */

/* The value that a fold begins with, for each element. */
static const struct view *begin_with(struct relating *r, const struct type *type, enum fold fold,
                                     const struct view *init, const struct view *rest) {
    if (!init || !rest) {
        return NULL;
    }
    if (init->conds + init->limits == 0 &&
        init->side.term == fold_neutral(&r->prover, fold, element_kind(type))) {
        return rest;
    }
    return view_fold_two(&r->prover, type, fold, view_spread(&r->prover, init, type, NULL), rest);
}

static uint64_t mask_of(struct int_list dims) {
    uint64_t mask = 0;
    for (uint32_t i = 0; i < dims.count; i++) {
        mask |= (uint64_t)1 << dims.items[i];
    }
    return mask;
}

/* A fold of several tensors at once, or by a region that is none of the known ones. */
static void reduce_whole(struct relating *r, const struct op *op,
                         const struct view *const *operands, const struct view **results) {
    uint32_t inputs = op->operand_count / 2;
    uint64_t *whole = ARENA_ARRAY(r->prover.arena, uint64_t, op->operand_count);
    int64_t *to = ARENA_ARRAY(r->prover.arena, int64_t, MAX_RANK);
    const int64_t **tos = ARENA_ARRAY(r->prover.arena, const int64_t *, op->operand_count);
    struct int_list dims = op_ints(op, "dimensions");
    const struct proof_term *terms[8];
    int64_t words[12] = {OP_REDUCE, 0, region_is_choice(&op->regions[0], inputs)};
    if (inputs > 4 || !region_terms(r, &op->regions[0], inputs, terms)) {
        return;
    }
    for (uint32_t d = 0; d < op_operand(op, 0)->type->rank; d++) {
        to[d] = dim_after(d, mask_of(dims));
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        whole[i] = i < inputs ? mask_of(dims) : 0;
        tos[i] = to;
    }
    for (uint32_t i = 0; i < inputs; i++) {
        words[WORDS_OF_CHOICE + i] = terms[i]->id;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        words[CHOICE_RESULT] = i;
        struct unknown_function function = {
            WORDS_OF_CHOICE + inputs, op->operand_count, words, operands, whole, .to = tos,
            .is_zipped = true};
        results[i] = view_of_function(r, op_result(op, i)->type, &function);
    }
}

void relate_reduce(struct relating *r, const struct op *op, const struct view *const *operands,
                   const struct view **results) {
    const struct type *type = op_result(op, 0)->type;
    enum fold fold;
    if (!type_has_elements(op_operand(op, 0)->type)) {
        for (uint32_t i = 0; i < op->result_count; i++) {
            results[i] = view_spread(&r->prover, operands[op->result_count + i],
                                     op_result(op, i)->type, NULL);
        }
        return;
    }
    if (op->operand_count != 2 || !region_fold(r, &op->regions[0], &fold)) {
        reduce_whole(r, op, operands, results);
        return;
    }
    results[0] = begin_with(
        r, type, fold, operands[1],
        view_reduce(&r->prover, operands[0], type, mask_of(op_ints(op, "dimensions")), fold));
}

/* --- windows ---------------------------------------------------------------------------------- */

/* A dimension as windows look at it. */
struct window {
    uint32_t dim;
    int64_t low, high, size, stride, dilation, count; /* count: of windows */
    int64_t base;                                     /* how far elements are apart */
};

static const struct view *open_window(struct relating *r, const struct view *view,
                                      const struct window *w, const struct proof_term *fill) {
    view = view ? view_apart(r, view, w->dim, w->base, fill) : NULL;
    view = view ? view_padded(r, view, w->dim, w->low, w->high, fill) : NULL;
    if (!view) {
        return NULL;
    }
    const struct type *type =
        type_extended(r, type_resized(r, view->type, w->dim, w->count), w->size);
    return view_unfold(&r->prover, view, type, w->dim, w->stride, w->dilation);
}

/* All windows, each along dimensions behind those of the result. */
static const struct view *open_windows(struct relating *r, const struct op *op,
                                       const struct view *input, const struct view *init,
                                       uint32_t *windows) {
    const struct type *type = op_result(op, 0)->type;
    struct int_list size = op_ints(op, "window_dimensions"), stride = op_ints(op, "window_strides"),
                    base = op_ints(op, "base_dilations"),
                    dilation = op_ints(op, "window_dilations"), padding = op_ints(op, "padding");
    const struct view *view = input;
    *windows = 0;
    if (!init || init->conds + init->limits || init->side.term->frame) {
        return NULL;
    }
    for (uint32_t d = 0; view && d < type->rank; d++) {
        struct window w = {d,
                           int_list_at(padding, 2 * d, 0),
                           int_list_at(padding, 2 * d + 1, 0),
                           int_list_at(size, d, 1),
                           int_list_at(stride, d, 1),
                           int_list_at(dilation, d, 1),
                           type->dims[d],
                           int_list_at(base, d, 1)};
        if (w.size > 1 || w.stride > 1 || w.low || w.high || w.base > 1) {
            view = open_window(r, view, &w, init->side.term);
            ++*windows;
        }
    }
    return view;
}

/* Windows of several tensors, or folded by a region that is none of the known ones. */
static void windows_whole(struct relating *r, const struct op *op,
                          const struct view *const *operands, const struct view **results) {
    uint32_t inputs = op->operand_count / 2, windows, rank = op_result(op, 0)->type->rank;
    const struct view *views[8];
    uint64_t whole[8] = {0};
    int64_t words[8] = {OP_REDUCE_WINDOW};
    const struct proof_term *terms[8];
    if (inputs > 4 || !region_terms(r, &op->regions[0], inputs, terms)) {
        return;
    }
    for (uint32_t i = 0; i < inputs; i++) {
        views[i] = open_windows(r, op, operands[i], operands[inputs + i], &windows);
        views[inputs + i] = operands[inputs + i];
        whole[i] = bits_from(rank, rank + windows);
        words[2 + i] = terms[i]->id;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        words[1] = i;
        struct unknown_function function = {2 + inputs, op->operand_count, words, views,
                                            whole,      .is_zipped = true};
        results[i] = view_of_function(r, op_result(op, i)->type, &function);
    }
}

void relate_reduce_window(struct relating *r, const struct op *op,
                          const struct view *const *operands, const struct view **results) {
    const struct type *type = op_result(op, 0)->type;
    enum fold fold;
    uint32_t windows;
    if (op->operand_count != 2 || !region_fold(r, &op->regions[0], &fold)) {
        windows_whole(r, op, operands, results);
        return;
    }
    const struct view *view = open_windows(r, op, operands[0], operands[1], &windows);
    results[0] = !view ? NULL
                       : begin_with(r, type, fold, operands[1],
                                    view_reduce(&r->prover, view, type,
                                                bits_from(type->rank, type->rank + windows), fold));
}

/* --- convolution ------------------------------------------------------------------------------ */

struct convolving {
    struct relating *r;
    const struct op *op;
    const struct conv_dims *dims;
    const struct type *type, *joint; /* joint: result dimensions, with the output's features in
                                        groups, then the window, then the input's features */
    uint32_t spatial;
    int64_t features, batches;
};

/* A dimension as groups, and what is in each, which follows it. */
static const struct view *in_groups(struct relating *r, const struct view *view, uint32_t dim,
                                    int64_t groups) {
    int64_t dims[MAX_RANK + 1];
    const struct type *type = view ? view->type : NULL;
    for (uint32_t d = 0; type && d <= type->rank; d++) {
        dims[d] = d < dim    ? type->dims[d]
                  : d == dim ? groups
                             : type->dims[d - 1] / (d == dim + 1 ? groups : 1);
    }
    return type ? view_reshape(&r->prover, view,
                               type_with_dims(r->module->context, type, type->rank + 1, dims))
                : NULL;
}

/* Where a dimension stands once `dim` has become two. */
static int64_t behind(int64_t d, int64_t dim) {
    return d > dim ? d + 1 : d;
}

static const struct view *input_windows(const struct convolving *c, const struct view *view) {
    struct int_list stride = op_ints(c->op, "window_strides"), padding = op_ints(c->op, "padding"),
                    dilation = op_ints(c->op, "rhs_dilation"),
                    base = op_ints(c->op, "lhs_dilation");
    const struct proof_term *zero = constant_small(&c->r->prover, element_kind(c->type), 0);
    for (uint32_t s = 0; view && s < c->spatial; s++) {
        struct window w = {(uint32_t)c->dims->input_spatial.items[s],
                           int_list_at(padding, 2 * s, 0),
                           int_list_at(padding, 2 * s + 1, 0),
                           op_operand(c->op, 1)->type->dims[c->dims->kernel_spatial.items[s]],
                           int_list_at(stride, s, 1),
                           int_list_at(dilation, s, 1),
                           c->type->dims[c->dims->output_spatial.items[s]],
                           int_list_at(base, s, 1)};
        view = open_window(c->r, view, &w, zero);
    }
    return view;
}

/* The input over all of the joint dimensions. */
static const struct view *input_joint(const struct convolving *c, const struct view *view) {
    const struct conv_dims *dims = c->dims;
    int64_t to[MAX_RANK], feature = dims->output_feature;
    bool by_batch = c->batches > 1;
    int64_t split = by_batch ? dims->input_batch : dims->input_feature;
    view = in_groups(c->r, input_windows(c, view), (uint32_t)split,
                     by_batch ? c->batches : c->features);
    to[split] = feature;
    to[by_batch ? split + 1 : behind(dims->input_batch, split)] =
        behind(dims->output_batch, feature);
    to[by_batch ? behind(dims->input_feature, split) : split + 1] = c->joint->rank - 1;
    for (uint32_t s = 0; s < c->spatial; s++) {
        to[behind(dims->input_spatial.items[s], split)] =
            behind(dims->output_spatial.items[s], feature);
        to[c->spatial + 3 + s] = c->type->rank + 1 + s;
    }
    return view_spread(&c->r->prover, view, c->joint, to);
}

static const struct view *kernel_joint(const struct convolving *c, const struct view *view) {
    const struct conv_dims *dims = c->dims;
    struct int_list reversal = op_ints(c->op, "window_reversal");
    int64_t to[MAX_RANK], split = dims->kernel_output_feature, feature = dims->output_feature;
    for (uint32_t s = 0; view && s < c->spatial; s++) {
        uint32_t dim = (uint32_t)dims->kernel_spatial.items[s];
        struct form form = form_constant(view->type->dims[dim] - 1);
        if (int_list_at(reversal, s, 0)) {
            view = view_cut(&c->r->prover, view, view->type, dim, &form, -1);
        }
        to[behind(dim, split)] = c->type->rank + 1 + s;
    }
    view = in_groups(c->r, view, (uint32_t)split, c->batches * c->features);
    to[split] = feature;
    to[split + 1] = feature + 1;
    to[behind(dims->kernel_input_feature, split)] = c->joint->rank - 1;
    return view_spread(&c->r->prover, view, c->joint, to);
}

static const struct type *joint_type(const struct convolving *c, bool summed) {
    const struct type *kernel = op_operand(c->op, 1)->type;
    int64_t dims[MAX_RANK + 1], groups = c->features * c->batches;
    uint32_t rank = 0;
    for (uint32_t d = 0; d < c->type->rank; d++) {
        if (d == c->dims->output_feature) {
            dims[rank++] = groups;
        }
        dims[rank++] = c->type->dims[d] / (d == c->dims->output_feature ? groups : 1);
    }
    for (uint32_t s = 0; summed && s < c->spatial; s++) {
        dims[rank++] = kernel->dims[c->dims->kernel_spatial.items[s]];
    }
    if (summed) {
        dims[rank++] = kernel->dims[c->dims->kernel_input_feature];
    }
    return type_with_dims(c->r->module->context, c->type, rank, dims);
}

void relate_convolution(struct relating *r, const struct op *op, const struct view *const *operands,
                        const struct view **results) {
    struct prover *p = &r->prover;
    struct convolving c = {.r = r,
                           .op = op,
                           .dims = attr_as_conv(op_property(op, "dimension_numbers")),
                           .type = op_result(op, 0)->type,
                           .features = op_int(op, "feature_group_count", 1),
                           .batches = op_int(op, "batch_group_count", 1)};
    bool known = c.dims && operands[0] && operands[1] && (c.features == 1 || c.batches == 1);
    if (!known) {
        return;
    }
    if (!type_has_elements(op_operand(op, 0)->type) ||
        !type_has_elements(op_operand(op, 1)->type)) {
        results[0] = view_of_zeros(p, c.type);
        return;
    }
    c.spatial = c.dims->input_spatial.count;
    c.joint = joint_type(&c, true);
    const struct type *grouped = joint_type(&c, false);
    const struct view *x = input_joint(&c, view_of_kind(p, operands[0], c.type));
    const struct view *y = kernel_joint(&c, view_of_kind(p, operands[1], c.type));
    results[0] = view_reshape(p, sum_products(p, grouped, c.joint, x, y), c.type);
}
