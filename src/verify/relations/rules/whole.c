/* Functions of whole rows, of which nothing is known but that equal rows give equal results. */
#include "ops/attrs/attrs.h"
#include "ops/stablehlo/calls/call.h"
#include "verify/relations/rules/rules.h"

/* All operands over the dimensions of the result and, behind them, those that are taken whole. */
static const struct type *joint_type(struct relating *r, const struct type *type,
                                     const struct unknown_function *f) {
    int64_t dims[MAX_RANK];
    uint32_t rank = type->rank;
    memcpy(dims, type->dims, rank * sizeof *dims);
    for (uint32_t i = 0; i < (f->is_zipped ? 1 : f->count); i++) {
        for (uint32_t d = 0; d < f->operands[i]->type->rank; d++) {
            if (f->whole[i] >> d & 1) {
                if (rank == MAX_RANK) {
                    return NULL;
                }
                dims[rank++] = f->operands[i]->type->dims[d];
            }
        }
    }
    return type_with_dims(r->module->context, type, rank, dims);
}

/* `next`: the next dimension behind those of the result. */
static const struct view *spread_operand(struct prover *p, const struct type *joint,
                                         const struct unknown_function *f, uint32_t i,
                                         uint32_t *next) {
    int64_t places[MAX_RANK];
    for (uint32_t d = 0; d < f->operands[i]->type->rank; d++) {
        places[d] = f->whole[i] >> d & 1 ? (*next)++ : f->to ? f->to[i][d] : d;
    }
    return view_spread(p, f->operands[i], joint, places);
}

/* The operands over one set of variables. NULL: nothing is known of one of them. */
static const struct view **spread_operands(struct relating *r, const struct type *type,
                                           const struct unknown_function *f) {
    const struct view **views = ARENA_ARRAY(r->prover.arena, const struct view *, f->count + 1);
    for (uint32_t i = 0; i < f->count; i++) {
        if (!f->operands[i]) {
            return NULL;
        }
    }
    const struct type *joint = f->count ? joint_type(r, type, f) : NULL;
    uint32_t next = type->rank;
    for (uint32_t i = 0; joint && i < f->count; i++) {
        next = f->is_zipped ? type->rank : next;
        views[i] = spread_operand(&r->prover, joint, f, i, &next);
        if (!views[i]) {
            return NULL;
        }
    }
    return joint && views_align(&r->prover, f->count, views) ? views : NULL;
}

/* What is taken whole is bound: no variable of the result, whose limits may not depend on it. */
static const struct view *bind_whole(struct prover *p, const struct vars *vars, uint32_t bounds,
                                     const uint32_t *bound, struct view *draft) {
    draft->vars = *vars;
    for (uint32_t b = 0; b < bounds; b++) {
        draft->vars.size[bound[b]] = 1;
        for (uint32_t c = 0; c < draft->limits; c++) {
            if (draft->limit[c].form.of[bound[b]]) {
                return NULL;
            }
        }
    }
    return view_settle(p, draft);
}

const struct view *view_of_function(struct relating *r, const struct type *type,
                                    const struct unknown_function *f) {
    struct prover *p = &r->prover;
    const struct view **views = spread_operands(r, type, f);
    if (!views) {
        return NULL;
    }
    struct vars vars = views[0]->vars;
    struct side *sides = ARENA_ARRAY(p->arena, struct side, f->count + type->rank);
    uint32_t bound[MOST_VARS], bounds = 0, all = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        sides[all++] = view_side(p, views[i]);
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        struct form form = vars_place(&vars, d);
        if (f->positions >> d & 1) {
            sides[all++] = side_place(p, KIND_SIGNED_64, &form);
        }
    }
    for (uint32_t v = 0; v < vars.count; v++) {
        if (vars.dim[v] >= type->rank) {
            bound[bounds++] = v;
        }
    }
    struct making making = {TERM_WHOLE, f->words, all, bounds, f->word, sides, bound};
    struct view draft = {.type = type, .side = side_make(p, &vars, &making)};
    draft.limit = views_limits(p, f->count, views, &draft.limits);
    return bind_whole(p, &vars, bounds, bound, &draft);
}

/* --- operations ------------------------------------------------------------------------------- */

/* What the operation says beside its operands, and their extents along the dimensions that it takes
 * whole; rows of a sort are rows along any dimension. */
static int64_t attributes_number(struct relating *r, const struct op *op, uint64_t mask) {
    struct buffer text = {0};
    buffer_add(&text, op->name);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        buffer_printf(&text, " of %lld",
                      op_is(op, OP_CUSTOM_CALL) ? (long long)element_format(type) : 0);
        for (uint32_t d = 0; d < type->rank; d++) {
            if (mask >> d & 1) {
                buffer_printf(&text, " %lld", (long long)type->dims[d]);
            }
        }
    }
    for (uint32_t i = 0; i < op->properties.count; i++) {
        const struct named_attr *attr = &op->properties.items[i];
        bool along = op_is(op, OP_SORT) && strcmp(attr->name, "dimension") == 0;
        bool is_default = attr->value == attr_bool(r->module->context, false);
        if (!along && !is_default && strcmp(attr->name, "channel_handle") != 0 &&
            strcmp(attr->name, "precision_config") != 0 &&
            strcmp(attr->name, "operand_layouts") != 0 &&
            strcmp(attr->name, "result_layouts") != 0) {
            buffer_printf(&text, " %s=", attr->name);
            print_attr(&text, attr->value);
        }
    }
    int64_t number = name_number(&r->prover, text.text, text.length);
    buffer_free(&text);
    return number;
}

/* Whether a comparison of a sort is `less` of two elements of one tensor. */
static bool is_order(const struct proof_term *term) {
    if (term->kind != TERM_FUNCTION || term->words != 4 || term->word[0] != OP_COMPARE ||
        term->word[3] % 8 != COMPARE_LT || term->operands != 2) {
        return false;
    }
    const struct proof_term *x = term->operand[0].term, *y = term->operand[1].term;
    return x->kind == TERM_PARAMETER && y->kind == TERM_PARAMETER && x != y &&
           x->word[0] / 2 == y->word[0] / 2;
}

/* Rows along some dimensions of all operands, which stand where they stand in results. */
static void rows(struct relating *r, const struct op *op, const struct view *const *operands,
                 const struct view **results, uint64_t mask, uint64_t positions) {
    uint64_t *whole = ARENA_ARRAY(r->prover.arena, uint64_t, op->operand_count + 1);
    int64_t words[MOST_WORDS] = {op_number(op), attributes_number(r, op, mask)};
    const struct proof_term *terms[8];
    uint32_t count = 4;
    for (uint32_t k = 0; k < op->region_count; k++) {
        uint32_t given = block_terminator(op->regions[k].first)->operand_count;
        if (given > 8 || count + given > MOST_WORDS ||
            !region_terms(r, &op->regions[k], given, terms)) {
            return;
        }
        for (uint32_t i = 0; i < given; i++) {
            words[count++] = terms[i]->id;
        }
    }
    if (op_is(op, OP_SORT) && op_int(op, "is_stable", 0) && is_order(terms[0])) {
        words[1] = SORT_BY_ORDER;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        whole[i] = mask;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!type_is_static(op_result(op, i)->type)) {
            continue;
        }
        words[2] = i;
        words[3] = element_kind(op_result(op, i)->type);
        struct unknown_function function = {count, op->operand_count,     words, operands,
                                            whole, .positions = positions};
        results[i] = view_of_function(r, op_result(op, i)->type, &function);
    }
}

void relate_whole(struct relating *r, const struct op *op, const struct view *const *operands,
                  const struct view **results) {
    rows(r, op, operands, results, UINT64_MAX, UINT64_MAX);
}

void relate_sort(struct relating *r, const struct op *op, const struct view *const *operands,
                 const struct view **results) {
    uint64_t mask = (uint64_t)1 << op_int(op, "dimension", 0);
    rows(r, op, operands, results, mask, mask);
}

static uint64_t last_dims(const struct type *type, uint32_t count) {
    uint64_t mask = 0;
    for (uint32_t i = 1; i <= count && i <= type->rank; i++) {
        mask |= (uint64_t)1 << (type->rank - i);
    }
    return mask;
}

/* Rows along the dimensions in which windows are more than elements. */
void relate_select_and_scatter(struct relating *r, const struct op *op,
                               const struct view *const *operands, const struct view **results) {
    struct int_list size = op_ints(op, "window_dimensions"), step = op_ints(op, "window_strides"),
                    padding = op_ints(op, "padding");
    uint64_t mask = 0;
    for (uint32_t d = 0; d < op_result(op, 0)->type->rank; d++) {
        bool moves =
            (d < size.count && size.items[d] != 1) || (d < step.count && step.items[d] != 1) ||
            (2 * d + 1 < padding.count && (padding.items[2 * d] || padding.items[2 * d + 1]));
        mask |= moves ? (uint64_t)1 << d : 0;
    }
    rows(r, op, operands, results, mask, mask);
}

/* A transform along one dimension: a function of rows, which its kind, the length and the extent of
 * the operand decide. */
static const struct view *transform(struct relating *r, const struct view *view,
                                    const struct type *type, uint32_t dim, enum fft_type kind,
                                    int64_t length) {
    const uint64_t mask = (uint64_t)1 << dim;
    if (!view || !element_kind(type)) {
        return NULL;
    }
    int64_t words[MOST_WORDS] = {OP_FFT, kind, length, view->type->dims[dim], element_kind(type)};
    struct unknown_function function = {5, 1, words, &view, &mask, .positions = mask};
    return view_of_function(r, type, &function);
}

/* A transform along several dimensions is one along each: the last one first, but for what ends in
 * real numbers there. */
void relate_fft(struct relating *r, const struct op *op, const struct view *const *operands,
                const struct view **results) {
    struct int_list lengths = op_ints(op, "fft_length");
    enum fft_type kind = (enum fft_type)attr_case(op_attr(op, "fft_type"), FFT_FFT);
    const struct type *type = op_result(op, 0)->type;
    const struct type *pair = kind == FFT_IRFFT ? op_operand(op, 0)->type : type;
    const struct view *view = operands[0];
    uint32_t last = type->rank - 1;
    enum fft_type others = kind == FFT_RFFT ? FFT_FFT : kind == FFT_IRFFT ? FFT_IFFT : kind;
    if (lengths.count == 0 || lengths.count > type->rank) {
        return;
    }
    int64_t length = lengths.items[lengths.count - 1];
    view = kind == FFT_IRFFT ? view : transform(r, view, type, last, kind, length);
    for (uint32_t i = 1; i < lengths.count; i++) {
        view = transform(r, view, pair, last - i, others, lengths.items[lengths.count - 1 - i]);
    }
    results[0] = kind == FFT_IRFFT ? transform(r, view, type, last, kind, length) : view;
}

void relate_cholesky(struct relating *r, const struct op *op, const struct view *const *operands,
                     const struct view **results) {
    uint64_t mask = last_dims(op_result(op, 0)->type, 2);
    rows(r, op, operands, results, mask, mask);
}

void relate_triangular_solve(struct relating *r, const struct op *op,
                             const struct view *const *operands, const struct view **results) {
    relate_cholesky(r, op, operands, results);
}

void relate_bits(struct relating *r, const struct op *op, const struct view *const *operands,
                 const struct view **results) {
    uint32_t from = op_operand(op, 0)->type->rank, to = op_result(op, 0)->type->rank;
    uint64_t whole = from > to ? (uint64_t)1 << to : 0,
             positions = to > from ? (uint64_t)1 << from : 0;
    const struct type *input = op_operand(op, 0)->type, *type = op_result(op, 0)->type;
    int64_t words[5] = {OP_BITCAST_CONVERT, element_kind(input), element_kind(type),
                        element_format(input), element_format(type)};
    struct unknown_function function = {5, 1, words, operands, &whole, .positions = positions};
    results[0] = view_of_function(r, type, &function);
}

/* Calls that only mark a value give it back; others are functions of all that they are given. */
void relate_custom_call(struct relating *r, const struct op *op, const struct view *const *operands,
                        const struct view **results) {
    if (custom_call_is_marker(op)) {
        relate_same(r, op, operands, results);
    } else if (op_int(op, "has_side_effect", 0)) {
        r->broken = r->broken || r->is_global ? r->broken : op;
    } else {
        relate_whole(r, op, operands, results);
    }
}
