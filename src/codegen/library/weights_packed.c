/* Weights of 4 bits that a program unpacks itself from bytes or from integers of 32 bits:
 *
 *     (w[k / 8, n] >> 4 * (k % 8)) & 15      concatenate(w & 15, w >> 4)      w << 4 >> 4
 *
 * Shifts, masks and conversions by constants give each bit of a result one bit of the element or
 * none, so that what such a term is made of follows from what it makes of each single bit. */
#include "codegen/library/weights_follow.h"

#include "codegen/graph/graph.h"
#include "codegen/library/weights.h"

#include <limits.h>
#include <string.h>

enum { PART_BITS = CHAR_BIT / 2 };

/* A point of the space at which terms are computed, with an element of what is read. */
struct point {
    const struct term *read; /* the element's */
    int64_t element;
    int64_t at[KERNEL_DIMS];
};

/* --- numbers --- */

static bool is_integer(enum element element) {
    return element_is_integer(element) && element != ELEMENT_I1;
}

/* As integers of the type wrap. */
static int64_t wrapped(enum element element, int64_t number) {
    const uint32_t unused = (uint32_t)(sizeof(number) * CHAR_BIT) - element_info[element].bits;
    const uint64_t top = (uint64_t)number << unused;
    return element_is_signed(element) ? (int64_t)top >> unused : (int64_t)(top >> unused);
}

static bool shift(enum element element, enum scalar_op op, int64_t number, int64_t by,
                  int64_t *result) {
    const uint32_t bits = element_info[element].bits;
    const uint64_t all = UINT64_MAX >> (sizeof(uint64_t) * CHAR_BIT - bits);
    if (by < 0 || by >= (int64_t)bits) {
        return false;
    }
    *result = op == SCALAR_SHIFT_LEFT            ? (int64_t)((uint64_t)number << by)
              : op == SCALAR_SHIFT_RIGHT_LOGICAL ? (int64_t)(((uint64_t)number & all) >> by)
                                                 : number >> by;
    return op != SCALAR_SHIFT_RIGHT_ARITHMETIC || element_is_signed(element);
}

static bool is_power(int64_t number) {
    return number > 0 && (number & (number - 1)) == 0;
}

/* A quotient or remainder that is a shift or a mask. */
static bool divided(enum element element, enum scalar_op op, int64_t a, int64_t b,
                    int64_t *result) {
    *result = is_power(b) ? op == SCALAR_DIVIDE ? a / b : a % b : 0;
    return is_power(b) && !element_is_signed(element);
}

/* Of two numbers: `by_bits` says that one of them is made of the element, so that the operation is
 * to give each bit of the result one bit or none. */
static bool combine(enum element element, enum scalar_op op, bool by_bits, int64_t a, int64_t b,
                    int64_t *result) {
    switch (op) {
    case SCALAR_AND:
        *result = a & b;
        return true;
    case SCALAR_OR:
        *result = a | b;
        return true;
    case SCALAR_XOR:
        *result = a ^ b;
        return true;
    case SCALAR_SHIFT_LEFT:
    case SCALAR_SHIFT_RIGHT_LOGICAL:
    case SCALAR_SHIFT_RIGHT_ARITHMETIC:
        return shift(element, op, a, b, result);
    case SCALAR_DIVIDE:
    case SCALAR_REMAINDER:
        return divided(element, op, a, b, result);
    case SCALAR_ADD:
        *result = (int64_t)((uint64_t)a + (uint64_t)b);
        return !by_bits;
    case SCALAR_SUBTRACT:
        *result = (int64_t)((uint64_t)a - (uint64_t)b);
        return !by_bits;
    case SCALAR_MULTIPLY:
        *result = (int64_t)((uint64_t)a * (uint64_t)b);
        return !by_bits;
    default:
        return false;
    }
}

/* --- terms --- */

static int64_t affine_at(const struct affine *affine, const int64_t *point) {
    int64_t sum = affine->offset;
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        sum += affine->stride[d] * point[d];
    }
    return sum;
}

static bool is_element(const struct term *term) {
    return term->kind == TERM_READ && term->node->kind != NODE_CONSTANT;
}

/* Whether a term is made of the element. */
static bool has_element(const struct term *term) {
    bool found = is_element(term);
    for (uint32_t i = 0; term->kind == TERM_SCALAR && i < term->arg_count; i++) {
        found = found || has_element(term->args[i]);
    }
    return found;
}

static bool constant_at(const struct term *term, const struct point *point, int64_t *result) {
    int64_t index = 0;
    for (uint32_t i = 0; i < term->coordinate_count; i++) {
        const int64_t at = affine_at(&term->coordinates[i].at, point->at);
        if (term->coordinates[i].dynamic != NULL || at < 0 || at >= term->node->extent[i]) {
            return false;
        }
        index = index * term->node->extent[i] + at;
    }
    *result = term->groups == NULL ? attr_dense_integer(term->node->constant, index) : 0;
    return term->groups == NULL;
}

static bool compute(const struct term *term, const struct point *point, int64_t *result);

static bool compute_scalar(const struct term *term, const struct point *point, int64_t *result) {
    int64_t args[2] = {0};
    if (term->arg_count > 2 || !is_integer(term->element)) {
        return false;
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        if (!is_integer(term->args[i]->element) || !compute(term->args[i], point, &args[i])) {
            return false;
        }
    }
    *result = args[0];
    if (term->arg_count == 2) {
        const bool first = has_element(term->args[0]), second = has_element(term->args[1]);
        const bool is_bitwise =
            term->op == SCALAR_AND || term->op == SCALAR_OR || term->op == SCALAR_XOR;
        return !(first && second) && (!second || is_bitwise) &&
               combine(term->element, term->op, first || second, args[0], args[1], result);
    }
    return term->op == SCALAR_CONVERT ||
           (term->op == SCALAR_BITCAST &&
            element_info[term->element].bits == element_info[term->args[0]->element].bits);
}

/* The value of a term of integers at a point. */
static bool compute(const struct term *term, const struct point *point, int64_t *result) {
    bool is_known = term->guard_count == 0;
    if (term->kind == TERM_CONSTANT) {
        *result = term->integer;
    } else if (term->kind == TERM_INDEX) {
        *result = affine_at(&term->affine, point->at);
    } else if (is_element(term)) {
        *result = point->element;
    } else if (term->kind == TERM_READ) {
        is_known = is_known && constant_at(term, point, result);
    } else {
        is_known = is_known && term->kind == TERM_SCALAR && compute_scalar(term, point, result);
    }
    *result = is_known ? wrapped(term->element, *result) : 0;
    return is_known;
}

static bool same_read(const struct term *a, const struct term *b) {
    bool same = a->node == b->node && a->groups == NULL && b->groups == NULL;
    for (uint32_t i = 0; same && i < a->coordinate_count; i++) {
        same = a->coordinates[i].dynamic == NULL && b->coordinates[i].dynamic == NULL &&
               affine_equal(&a->coordinates[i].at, &b->coordinates[i].at);
    }
    return same;
}

static bool same_term(const struct term *a, const struct term *b) {
    if (a == NULL || b == NULL || a == b) {
        return a == b;
    }
    bool same = a->kind == b->kind && a->element == b->element && a->op == b->op &&
                a->arg_count == b->arg_count && a->guard_count == 0 && b->guard_count == 0 &&
                a->number == b->number && a->integer == b->integer && a->real == b->real &&
                (a->kind != TERM_INDEX || affine_equal(&a->affine, &b->affine));
    if (same && a->kind == TERM_READ) {
        return same_read(a, b);
    }
    for (uint32_t i = 0; same && i < a->arg_count; i++) {
        same = same_term(a->args[i], b->args[i]);
    }
    return same;
}

/* The element that a term is made of: NULL if there are several, or something else. */
static const struct term *element_of(const struct term *term) {
    const struct term *found = is_element(term) ? term : NULL;
    for (uint32_t i = 0; term->kind == TERM_SCALAR && i < term->arg_count; i++) {
        const struct term *other = has_element(term->args[i]) ? element_of(term->args[i]) : NULL;
        if (has_element(term->args[i]) && (other == NULL || (found && !same_read(found, other)))) {
            return NULL;
        }
        found = found ? found : other;
    }
    return found;
}

/* Whether what is not the element changes along a dimension. */
static bool rest_moves(const struct term *term, uint32_t dim) {
    bool found = !is_element(term) && term->kind != TERM_SCALAR && weights_term_moves(term, dim);
    for (uint32_t i = 0; term->kind == TERM_SCALAR && i < term->arg_count; i++) {
        found = found || rest_moves(term->args[i], dim);
    }
    return found;
}

/* --- parts --- */

/* The type of weights that elements of memory hold so; SDYRT_WEIGHTS_NONE: there is none. */
static enum sdyrt_weights_type packed_type(enum element element, bool is_signed) {
    switch (element) {
    case ELEMENT_I8:
    case ELEMENT_U8:
        return is_signed ? SDYRT_WEIGHTS_I4X2 : SDYRT_WEIGHTS_U4X2;
    case ELEMENT_I32:
    case ELEMENT_U32:
        return is_signed ? SDYRT_WEIGHTS_I4X8 : SDYRT_WEIGHTS_U4X8;
    default:
        return SDYRT_WEIGHTS_NONE;
    }
}

static int64_t parts_in(enum element element) {
    return element_info[element].bits / PART_BITS;
}

/* Which 4 bits of the element the term takes at a point, and whether the highest is a sign; -1: it
 * does something else. */
static int64_t part_at(const struct term *term, struct point *point, bool *is_signed) {
    const uint32_t bits = element_info[point->read->element].bits;
    int64_t part = -1, made = 0;
    point->element = 0;
    if (!compute(term, point, &made) || made != 0) {
        return -1;
    }
    for (uint32_t bit = 0; bit < bits; bit++) {
        point->element = wrapped(point->read->element, (int64_t)((uint64_t)1 << bit));
        if (!compute(term, point, &made)) {
            return -1;
        }
        part = part < 0 && made != 0 ? bit : part;
        const int64_t place = part < 0 ? PART_BITS : bit - part, number = (int64_t)1 << place;
        *is_signed = place == PART_BITS - 1 ? made == -number : *is_signed;
        if (made != (place >= PART_BITS                     ? 0
                     : place == PART_BITS - 1 && *is_signed ? -number
                                                            : number)) {
            return -1;
        }
    }
    return part % PART_BITS == 0 && part + PART_BITS <= (int64_t)bits ? part / PART_BITS : -1;
}

/* Takes all parts of elements, whose number is dimension `dim`, as the term has them. */
static bool take_parts(struct weights *w, const struct term *term, const struct term *read,
                       uint32_t dim) {
    struct point point = {.read = read};
    bool is_signed = false;
    int64_t order = 0, seen = 0;
    for (int64_t i = 0; i < parts_in(read->element); i++) {
        const bool before = is_signed;
        point.at[dim] = i;
        const int64_t part = part_at(term, &point, &is_signed);
        if (part < 0 || (seen >> part & 1) != 0 || (i > 0 && before != is_signed)) {
            return false;
        }
        seen |= (int64_t)1 << part;
        order |= i << (PART_BITS * part);
    }
    w->packed = (struct weights_packed){packed_type(read->element, is_signed), dim, order};
    return true;
}

/* Takes one part of elements: the order says which. */
static bool take_part(struct weights *w, const struct term *term, const struct term *read) {
    struct point point = {.read = read};
    bool is_signed = false;
    w->packed.order = part_at(term, &point, &is_signed);
    w->packed.type = packed_type(read->element, is_signed);
    return w->packed.order >= 0;
}

/* What is read of an element's tensor. */
static bool take_read(struct weights *w, const struct term *read) {
    bool is_plain = read->groups == NULL && read->node->rank > 0;
    for (uint32_t i = 0; i < read->coordinate_count && is_plain; i++) {
        is_plain = read->coordinates[i].dynamic == NULL;
        w->at[i] = read->coordinates[i].at;
        w->index[i] = NULL;
    }
    w->node = read->node;
    return is_plain;
}

bool weights_follow_bits(struct weights *w, const struct term *term) {
    if (!is_integer(term->element) || w->packed.type != SDYRT_WEIGHTS_NONE) {
        return false;
    }
    w->bits = term_substitute(w->builder, term, w->at, w->node->rank);
    const bool is_seen = weights_look_at(w, &w->bits);
    struct term *bits = w->bits;
    w->bits = NULL;
    const struct term *read = is_seen ? element_of(bits) : NULL;
    if (read == NULL || packed_type(read->element, false) == SDYRT_WEIGHTS_NONE) {
        return false;
    }
    uint32_t dim = 0, along = 0;
    for (uint32_t d = 0; d < weights_dims(w); d++) {
        const bool moves = w->extent[d] > 1 && rest_moves(bits, d);
        dim = moves ? d : dim;
        along += moves;
    }
    if (along == 0) {
        return w->has_parts && take_part(w, bits, read) && take_read(w, read);
    }
    return along == 1 && !w->has_parts && !weights_term_moves(read, dim) &&
           w->extent[dim] == parts_in(read->element) && take_parts(w, bits, read, dim) &&
           take_read(w, read);
}

/* --- pieces --- */

/* Along which dimension pieces of equal size follow each other; -1: they do not. */
static int32_t dim_of_pieces(const struct node *node) {
    const struct node_written *written = &node->written;
    int32_t along = -1;
    for (uint32_t p = 0; p < written->count; p++) {
        const struct node_part *part = &written->parts[p];
        bool is_plain =
            part->condition == NULL && part->combine == SCALAR_NONE && part->rank == node->rank;
        for (uint32_t d = 0; d < node->rank && is_plain; d++) {
            struct affine store = part->store[d];
            is_plain = part->extent[d] == written->parts[0].extent[d];
            along = store.offset != 0 && along < 0 ? (int32_t)d : along;
            const int64_t first = (int32_t)d == along ? p * part->extent[d] : 0;
            is_plain = is_plain && store.offset == first && part->dynamic[d] == NULL;
            store.offset = 0;
            is_plain = is_plain && (affine_is_dim(&store, d) || part->extent[d] == 1);
        }
        if (!is_plain) {
            return -1;
        }
    }
    return written->base == NULL ? along : -1;
}

static bool same_weights(const struct weights *a, const struct weights *b) {
    bool same = a->node == b->node && a->packed.type == b->packed.type && a->rank == b->rank &&
                a->count == b->count &&
                memcmp(a->extent, b->extent, weights_dims(a) * sizeof *a->extent) == 0 &&
                same_term(a->scale, b->scale) && same_term(a->zero, b->zero);
    for (uint32_t i = 0; same && i < a->node->rank; i++) {
        same = affine_equal(&a->at[i], &b->at[i]);
    }
    return same;
}

/* Follows each piece, which are `size` numbers of the space along the dimension behind `dim`. */
static bool follow_each(struct weights *w, uint32_t along, uint32_t dim) {
    const struct node *node = w->node;
    struct weights first = *w;
    int64_t order = 0, seen = 0;
    for (uint32_t p = 0; p < node->written.count; p++) {
        struct weights piece = *w;
        piece.has_parts = true;
        piece.packed.dim = dim;
        piece.at[along].stride[dim] = 0;
        if (!weights_follow_term(&piece, node->written.parts[p].term) ||
            piece.packed.type == SDYRT_WEIGHTS_NONE || (p > 0 && !same_weights(&first, &piece))) {
            return false;
        }
        const int64_t part = piece.packed.order;
        if ((seen >> part & 1) != 0) {
            return false;
        }
        seen |= (int64_t)1 << part;
        order |= (int64_t)p << (PART_BITS * part);
        first = p == 0 ? piece : first;
        w->steps = piece.steps;
    }
    const uint32_t steps = w->steps;
    *w = first;
    w->steps = steps;
    w->has_parts = false;
    w->packed.order = order;
    return parts_in(w->node->element) == w->extent[w->packed.dim];
}

bool weights_follow_pieces(struct weights *w) {
    const struct node *node = w->node;
    const int32_t along = w->has_parts ? -1 : dim_of_pieces(node);
    if (along < 0 || node->written.count < 2) {
        return false;
    }
    const int64_t size = node->written.parts[0].extent[along];
    const int64_t extent[] = {node->extent[along] / size, size};
    const struct affine none = affine_constant(0);
    struct affine at = w->at[along], piece, inside;
    const int32_t whole = weights_dim_of(w, &at);
    if (whole >= 0 && size > 1) {
        if (w->extent[whole] != node->extent[along] ||
            !weights_divide(w, (uint32_t)whole, 2, extent)) {
            return false;
        }
        at = w->at[along];
    }
    return weights_find_dim(w, &at, size, extent[0], &piece) &&
           weights_find_dim(w, &at, 1, size, &inside) && affine_equal(&at, &none) &&
           follow_each(w, (uint32_t)along, (uint32_t)weights_dim_of(w, &piece));
}
