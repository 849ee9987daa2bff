/* Constants: numbers, integers in steps, and tensors that are what they are. Padded ones are what
 * they are without padding. */
#include "ops/attrs/attrs.h"
#include "verify/relations/rules/rules.h"

/* A constant that is looked at. */
struct constant {
    struct prover *p;
    const struct type *type;
    const struct attr *value;
    int64_t kind;
    struct vars vars;
    const int64_t *integers; /* of all elements; NULL: they are none, or too many for a list */
};

/* A complex number is its bytes. */
static const struct proof_term *pair_of(struct prover *p, const struct attr *value, int64_t at) {
    int64_t count = value->splat ? 1 : type_count(value->type);
    size_t size = count > 0 ? value->length / (size_t)count : 0;
    const char *bytes = (const char *)value->data + (value->splat ? 0 : (size_t)at * size);
    bool is_zero = size > 0;
    for (size_t i = 0; i < size; i++) {
        is_zero = is_zero && bytes[i] == 0;
    }
    int64_t words[2] = {KIND_PAIR, name_number(p, bytes, size)};
    return is_zero    ? constant_small(p, KIND_PAIR, 0)
           : size > 0 ? term_leaf(p, TERM_TENSOR, 2, words, 0, NULL)
                      : NULL;
}

/* NULL: it is none that terms have. */
static const struct proof_term *element_of(struct prover *p, const struct attr *value, int64_t kind,
                                           int64_t at) {
    if (kind_is_integer(kind)) {
        return constant_integer(p, kind, attr_dense_integer(value, at));
    }
    return kind == KIND_REAL   ? constant_real(p, attr_dense_real(value, at))
           : kind == KIND_PAIR ? pair_of(p, value, at)
                               : NULL;
}

/* All elements are one. */
static const struct view *view_of_number(const struct constant *c) {
    const struct proof_term *term = element_of(c->p, c->value, c->kind, 0);
    return term ? view_of_constant(c->p, c->type, term) : NULL;
}

/* --- parts with padding ----------------------------------------------------------------------- */

/* Whether a place, by its number among all, is inside of the first elements along each dimension;
 * and its number among these. */
static bool is_inside(const struct type *type, const int64_t *extents, int64_t at, int64_t *inner) {
    int64_t stride = 1;
    *inner = 0;
    for (uint32_t d = type->rank; d-- > 0;) {
        int64_t place = at % type->dims[d];
        if (place >= extents[d]) {
            return false;
        }
        *inner += place * stride;
        stride *= extents[d];
        at /= type->dims[d];
    }
    return true;
}

static int64_t integer_at(const struct constant *c, int64_t at) {
    return c->integers ? c->integers[at] : attr_dense_integer(c->value, at);
}

/* Whether an element is that of another constant, of the same kind. */
static bool same_element(const struct constant *c, int64_t i, const struct attr *other, int64_t k) {
    if (kind_is_integer(c->kind)) {
        return integer_at(c, i) ==
               (other == c->value ? integer_at(c, k) : attr_dense_integer(other, k));
    }
    const struct proof_term *own = element_of(c->p, c->value, c->kind, i);
    return own && own == element_of(c->p, other, c->kind, k);
}

/* The side at the first elements along each dimension; elsewhere the one element that is there, or
 * nothing that is known. */
static const struct view *padded_view(const struct constant *c, const int64_t *extents,
                                      struct side side) {
    struct view draft = {.type = c->type, .vars = c->vars, .side = side};
    struct cond *conds = ARENA_ARRAY(c->p->arena, struct cond, c->type->rank + 1);
    int64_t count = type_count(c->type), inner, first = -1;
    uint32_t used = 0;
    bool is_one = true;
    for (int64_t i = 0; i < count && is_one; i++) {
        if (!is_inside(c->type, extents, i, &inner)) {
            first = first < 0 ? i : first;
            is_one = same_element(c, i, c->value, first);
        }
    }
    const struct proof_term *fill = first < 0 ? NULL : element_of(c->p, c->value, c->kind, first);
    for (uint32_t d = 0; d < c->type->rank; d++) {
        if (extents[d] < c->type->dims[d]) {
            conds[used++] = (struct cond){vars_place(&c->vars, d), INT64_MIN, extents[d]};
        }
    }
    draft.conds = is_one && fill ? used : 0;
    draft.limits = is_one && fill ? 0 : used;
    draft.cond = draft.limit = conds;
    draft.other = draft.conds ? fill : NULL;
    return view_settle(c->p, &draft);
}

/* Whether the first elements along each dimension are those of another constant. */
static bool begins_with(const struct constant *c, const struct known_tensor *other) {
    int64_t count = type_count(c->type), inner;
    bool same = other->term->word[0] == c->kind && other->type->rank == c->type->rank &&
                kind_is_integer(c->kind) == kind_is_integer(other->term->word[0]);
    for (uint32_t d = 0; same && d < c->type->rank; d++) {
        same = other->type->dims[d] <= c->type->dims[d];
    }
    for (int64_t i = 0; same && i < count; i++) {
        if (is_inside(c->type, other->type->dims, i, &inner)) {
            same = same_element(c, i, other->value, inner);
        }
    }
    return same;
}

/* Elements that are one number in the first places along each dimension, and another elsewhere. */
static const struct view *view_of_box(const struct constant *c) {
    const struct proof_term *first = element_of(c->p, c->value, c->kind, 0);
    int64_t extents[MAX_RANK], stride = 1, count = type_count(c->type), inner;
    if (!first) {
        return NULL;
    }
    for (uint32_t d = c->type->rank; d-- > 0;) {
        extents[d] = 1;
        while (extents[d] < c->type->dims[d] && same_element(c, extents[d] * stride, c->value, 0)) {
            extents[d]++;
        }
        stride *= c->type->dims[d];
    }
    int64_t fill = -1;
    for (int64_t i = 0; i < count; i++) {
        bool inside = is_inside(c->type, extents, i, &inner);
        fill = fill >= 0 || inside ? fill : i;
        if (!same_element(c, i, c->value, inside ? 0 : fill)) {
            return NULL;
        }
    }
    return padded_view(c, extents, side_of_constant(first));
}

/* --- all -------------------------------------------------------------------------------------- */

/* A tensor at its coordinates, or at those of one of the global program that it begins with. */
static const struct view *view_of_dense(struct relating *r, const struct constant *c) {
    const struct type *type = c->type;
    struct form at[MOST_VARS];
    int64_t words[4] = {c->kind, name_number(c->p, c->value->data, c->value->length), type->rank,
                        element_format(type)};
    if (type->rank > MOST_VARS) {
        return NULL;
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        at[d] = vars_place(&c->vars, d);
    }
    for (const struct known_tensor *known = c->p->tensors; known && !r->is_global;
         known = known->next) {
        if (known->is_global && begins_with(c, known)) {
            return padded_view(c, known->type->dims, (struct side){known->term, at});
        }
    }
    const struct proof_term *term = term_leaf(c->p, TERM_TENSOR, 4, words, type->rank, type->dims);
    struct known_tensor *known = ARENA_NEW(c->p->kept, struct known_tensor);
    *known = (struct known_tensor){term, type, c->value, r->is_global, c->p->tensors};
    c->p->tensors = known;
    return view_of_side(c->p, type, &c->vars, (struct side){term, at});
}

/* Integers that are linear along their one dimension, at least up to some place. */
static const struct view *view_of_steps(const struct constant *c) {
    int64_t first = integer_at(c, 0), second = integer_at(c, 1);
    if (first >= FAR || first <= -FAR || second >= FAR || second <= -FAR) {
        return NULL;
    }
    int64_t size = 2, step = second - first;
    while (size < c->type->dims[0] && integer_at(c, size) == first + size * step) {
        size++;
    }
    bool small = step < FAR && step > -FAR;
    for (int64_t i = size; small && i < c->type->dims[0]; i++) {
        small = integer_at(c, i) == integer_at(c, size);
    }
    struct form form = form_constant(first);
    form.of[0] = step;
    return small ? padded_view(c, &size, side_place(c->p, c->kind, &form)) : NULL;
}

void relate_constant(struct relating *r, const struct op *op, const struct view *const *operands,
                     const struct view **results) {
    struct constant c = {.p = &r->prover,
                         .type = op_result(op, 0)->type,
                         .value = attr_elements(r->module->context, op_property(op, "value"))};
    c.kind = element_kind(c.type);
    (void)operands;
    if (!c.value || c.value->kind != ATTR_DENSE || !c.kind || type_count(c.type) == 0 ||
        !vars_of(c.type, &c.vars)) {
        return;
    }
    uint32_t count;
    if (!kind_is_integer(c.kind) || c.value->splat ||
        !attr_integers(c.value, &count, &c.integers)) {
        c.integers = NULL;
    }
    if (c.value->splat || type_count(c.type) == 1) {
        results[0] = view_of_number(&c);
        return;
    }
    if (c.type->rank == 1 && kind_is_integer(c.kind) && c.kind != KIND_TRUTH) {
        results[0] = view_of_steps(&c);
    }
    results[0] = results[0] ? results[0] : view_of_box(&c);
    results[0] = results[0] ? results[0] : view_of_dense(r, &c);
}

const struct proof_term *constant_at(struct prover *p, const struct side *side) {
    const struct known_tensor *known = p->tensors;
    int64_t at = 0;
    while (known && known->term != side->term) {
        known = known->next;
    }
    for (uint32_t d = 0; known && d < side->term->frame; d++) {
        int64_t place = side->at[d].constant;
        if (!form_is_constant(&side->at[d]) || place < 0 || place >= known->type->dims[d]) {
            return NULL;
        }
        at = at * known->type->dims[d] + place;
    }
    return known && side->term->frame ? element_of(p, known->value, side->term->word[0], at) : NULL;
}
