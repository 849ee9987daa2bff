/* An operand of a product followed through conversions, scales, zero points, views and reshapes
 * down to the tensor of narrow elements that it is made of, whatever the order in which they are
 * written. */
#include "codegen/library/weights_follow.h"

#include "codegen/graph/graph.h"
#include "codegen/library/weights.h"
#include "support/limits.h"

#include <limits.h>
#include <string.h>

/* Scales and zero points may be of f32, too. */
enum sdyrt_weights_type weights_factor_type(enum element element) {
    return element == ELEMENT_F32 ? SDYRT_WEIGHTS_F32 : weights_type(element);
}

/* --- the space --- */

uint32_t weights_dims(const struct weights *w) {
    return w->rank + w->count;
}

static void map_all(struct affine *at, uint32_t count, const struct affine *map, uint32_t dims) {
    for (uint32_t i = 0; i < count; i++) {
        at[i] = affine_compose(&at[i], map, dims);
    }
}

bool weights_divide(struct weights *w, uint32_t dim, uint32_t count, const int64_t *extent) {
    const uint32_t old = weights_dims(w);
    struct affine map[KERNEL_DIMS];
    const bool has_parts = w->has_parts || w->packed.type != SDYRT_WEIGHTS_NONE;
    if ((dim < w->rank && !w->divides_results) || old + count > KERNEL_DIMS / 2 ||
        (has_parts && dim == w->packed.dim)) {
        return false;
    }
    for (uint32_t d = 0; d < old; d++) {
        map[d] = affine_dim(d <= dim ? d : d + count - 1, 1, 0);
    }
    int64_t stride = 1;
    map[dim] = affine_constant(0);
    for (uint32_t i = count; i-- > 0; stride *= extent[i]) {
        map[dim].stride[dim + i] = stride;
    }
    memmove(w->extent + dim + count, w->extent + dim + 1, (old - dim - 1) * sizeof *w->extent);
    memcpy(w->extent + dim, extent, count * sizeof *extent);
    w->rank += dim < w->rank ? count - 1 : 0;
    w->count = old + count - 1 - w->rank;
    w->packed.dim += w->packed.dim > dim ? count - 1 : 0;
    const uint32_t rank = w->node ? w->node->rank : 0; /* nothing is known of operands yet */
    map_all(w->at, rank, map, old);
    map_all(w->other_at, w->other ? w->other->rank : 0, map, old);
    for (uint32_t i = 0; i < rank; i++) {
        w->index[i] = w->index[i] ? term_substitute(w->builder, w->index[i], map, old) : NULL;
    }
    w->scale = w->scale ? term_substitute(w->builder, w->scale, map, old) : NULL;
    w->zero = w->zero ? term_substitute(w->builder, w->zero, map, old) : NULL;
    w->bits = w->bits ? term_substitute(w->builder, w->bits, map, old) : NULL;
    return true;
}

/* Where a dimension of a group lies, if the group's number is the coordinate `at`: its stride
 * there, and extent, are those of one dimension of the space. */
bool weights_find_dim(const struct weights *w, struct affine *at, int64_t stride, int64_t extent,
                      struct affine *place) {
    *place = affine_constant(0);
    for (uint32_t d = 0; d < weights_dims(w) && extent > 1; d++) {
        if (at->stride[d] == stride && w->extent[d] == extent) {
            at->stride[d] = 0;
            *place = affine_dim(d, 1, 0);
            return true;
        }
    }
    return extent == 1;
}

/* What divides a dimension of the space in two: how many numbers the faster one has. */
struct cut {
    uint32_t dim;
    int64_t inner; /* 0: nothing is to be cut */
};

/* The coordinate of a dimension of a group, whose numbers are `stride` apart in the common one, of
 * all dimensions of the space that move within it; they are taken out of `at`. */
static bool find_in_group(const struct weights *w, struct affine *at, int64_t stride,
                          int64_t extent, struct affine *place, struct cut *cut) {
    const int64_t end = stride * extent;
    int64_t most = 0;
    *place = affine_constant(0);
    for (uint32_t d = 0; d < weights_dims(w); d++) {
        const int64_t step = at->stride[d];
        if (step < stride || step >= end) {
            continue;
        }
        if (w->extent[d] > 1 && step * w->extent[d] > end) {
            const int64_t inner = end / step;
            *cut = (struct cut){d, end % step == 0 && w->extent[d] % inner == 0 ? inner : 0};
            return false;
        }
        place->stride[d] = step / stride;
        most += (w->extent[d] - 1) * place->stride[d];
        at->stride[d] = 0;
        if (step % stride != 0) {
            return false;
        }
    }
    return most < extent;
}

/* The coordinates of the dimensions of a group from their common one. */
static bool find_dims(const struct weights *w, struct affine at, const struct node *node,
                      const struct dim_group *group, struct affine *place, struct cut *cut) {
    const struct affine none = affine_constant(0);
    int64_t stride = 1;
    for (uint32_t i = group->count; i-- > 0;) {
        const int64_t extent = node->extent[group->dims[i]];
        if (!find_in_group(w, &at, stride, extent, &place[group->dims[i]], cut)) {
            return false;
        }
        stride *= extent;
    }
    return affine_equal(&at, &none);
}

/* The dimension of the space that a coordinate is; -1: it is none. */
int32_t weights_dim_of(const struct weights *w, const struct affine *at) {
    for (uint32_t d = 0; d < weights_dims(w); d++) {
        if (affine_is_dim(at, d)) {
            return (int32_t)d;
        }
    }
    return -1;
}

/* Divides a dimension that more than one of a group has a share of. */
static bool cut_in_two(struct weights *w, const struct cut *cut) {
    const int64_t extent[] = {cut->inner > 0 ? w->extent[cut->dim] / cut->inner : 0, cut->inner};
    return cut->inner > 0 && weights_divide(w, cut->dim, 2, extent);
}

/* --- reads --- */

/* A read as one without groups: `place` has a coordinate for each dimension of what is read. A
 * group may ask for a dimension to be divided first, which changes coordinates: `again`. */
bool weights_plain_read(struct weights *w, const struct term *read, struct affine *place,
                        bool *again) {
    struct cut cut = {0};
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        const struct affine *at = &read->coordinates[i].at;
        if (read->coordinates[i].dynamic != NULL) {
            return false;
        }
        if (read->groups == NULL) {
            place[i] = *at;
        } else if (!find_dims(w, *at, read->node, &read->groups[i], place, &cut)) {
            *again = cut_in_two(w, &cut);
            return false;
        }
    }
    return true;
}

bool weights_can_look(struct weights *w) {
    return ++w->steps < LIMIT_LOOKED;
}

/* A factor with what it reads put in the place of reads of it, as far as that goes. It is the term
 * itself, over the space. */
static struct term *look_through(struct weights *w, struct term *term, bool *again) {
    struct affine place[KERNEL_DIMS];
    *again = false;
    if (term->kind == TERM_READ && weights_can_look(w)) {
        const struct node *node = term->node;
        if (!weights_plain_read(w, term, place, again)) {
            return term;
        }
        if (node->kind == NODE_COMPUTE) {
            struct term *inner = term_substitute(w->builder, node->term, place, node->rank);
            return look_through(w, inner, again);
        }
        return term_read_raw(w->builder, term->node, place);
    }
    for (uint32_t i = 0; term->kind == TERM_SCALAR && i < term->arg_count && !*again; i++) {
        term->args[i] = look_through(w, term->args[i], again);
    }
    return term;
}

struct term *weights_times(struct weights *w, struct term *a, struct term *b) {
    const struct type *f32 = type_float(w->builder->context, FLOAT_F32);
    struct term *both[] = {a, b};
    for (uint32_t i = 0; i < 2; i++) {
        if (both[i]->element != ELEMENT_F32) {
            both[i] = term_scalar(w->builder, f32, SCALAR_CONVERT, 1, &both[i]);
        }
    }
    return term_scalar(w->builder, f32, SCALAR_MULTIPLY, 2, both);
}

bool weights_look_at(struct weights *w, struct term **factor) {
    bool again = *factor != NULL;
    while (again && weights_can_look(w)) {
        struct term *seen = look_through(w, *factor, &again);
        *factor = again ? *factor : seen; /* which has been divided as the space was */
    }
    return !again;
}

/* --- following the operand --- */

/* Numbers that are scaled: others wrap, have parts, or more digits. */
bool weights_is_wide(enum element element) {
    return element == ELEMENT_F32 || element == ELEMENT_BF16 || element == ELEMENT_F16;
}

/* Numbers whose difference no wrapping changes. */
static bool subtracts(enum element element) {
    return weights_is_wide(element) ||
           (element_is_signed(element) && element_info[element].bits > 8);
}

/* Whether a number of the type is the same number after the conversion, or a nearer one to what
 * was meant without it. */
bool weights_is_widening(enum element from, enum element to) {
    if (element_is_integer(from) && element_is_integer(to)) {
        return element_info[to].bits > element_info[from].bits &&
               (element_is_signed(to) || !element_is_signed(from)) && from != ELEMENT_I1;
    }
    return weights_is_wide(to) &&
           (weights_is_wide(from) || weights_type(from) != SDYRT_WEIGHTS_NONE || subtracts(from));
}

/* The weights are one argument of the term: the other is a factor. */
static bool follow_times(struct weights *w, const struct term *term, uint32_t weights) {
    const struct weights before = *w;
    struct term *factor =
        term_substitute(w->builder, term->args[1 - weights], w->at, w->node->rank);
    w->scale = w->scale != NULL ? weights_times(w, w->scale, factor) : factor;
    if (w->zero == NULL && weights_follow_term(w, term->args[weights])) {
        return true;
    }
    const uint32_t steps = w->steps;
    *w = before;
    w->steps = steps;
    return false;
}

/* Of two factors that are narrow the weights are the larger one. */
static bool follow_either(struct weights *w, const struct term *term) {
    const struct weights before = *w;
    const bool is_first = follow_times(w, term, 0);
    const struct weights first = *w;
    *w = before;
    w->steps = first.steps;
    const bool is_second = follow_times(w, term, 1);
    if (is_first && (!is_second || first.node->elements >= w->node->elements)) {
        const uint32_t steps = w->steps;
        *w = first;
        w->steps = steps;
    }
    return is_first || is_second;
}

/* A constant that no weights of 4 bits wrap by, if they are less it. */
static bool is_small(const struct term *zero) {
    enum { LARGEST = INT8_MAX / 2 };
    return zero->kind == TERM_CONSTANT && element_is_signed(zero->element) &&
           zero->integer >= -LARGEST && zero->integer <= LARGEST;
}

static bool follow_less(struct weights *w, const struct term *term) {
    if (w->zero != NULL) {
        return false;
    }
    bool again;
    w->zero = term_substitute(w->builder, term->args[1], w->at, w->node->rank);
    if (subtracts(term->element)) {
        return weights_follow_term(w, term->args[0]);
    }
    return is_small(look_through(w, w->zero, &again)) && !again &&
           weights_follow_term(w, term->args[0]) && w->packed.type != SDYRT_WEIGHTS_NONE;
}

/* A conversion that keeps all numbers, or keeps those of 4 bits. */
static bool follow_conversion(struct weights *w, const struct term *term) {
    const enum element from = term->args[0]->element, to = term->element;
    if (weights_is_widening(from, to)) {
        return weights_follow_term(w, term->args[0]);
    }
    const struct weights before = *w;
    const bool may_keep =
        element_is_integer(from) &&
        (weights_is_wide(to) || (element_is_integer(to) && element_info[to].bits >= CHAR_BIT));
    if (may_keep && weights_follow_term(w, term->args[0]) && w->packed.type != SDYRT_WEIGHTS_NONE &&
        (w->zero == NULL) == (before.zero == NULL)) {
        return true;
    }
    const uint32_t steps = w->steps;
    *w = before;
    w->steps = steps;
    return weights_follow_bits(w, term);
}

static bool has_index(const struct term *read) {
    bool found = false;
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        found = found || read->coordinates[i].dynamic != NULL;
    }
    return found;
}

/* What numbers of the program choose, such as a layer's weights or an expert's, is not followed
 * further. */
static bool take_chosen(struct weights *w, const struct term *read) {
    for (uint32_t i = 0; i < read->coordinate_count && read->groups == NULL; i++) {
        w->at[i] = read->coordinates[i].at;
        w->index[i] = read->coordinates[i].most != 0 ? read->coordinates[i].dynamic : NULL;
        w->most[i] = read->coordinates[i].most;
    }
    w->node = read->node;
    return read->groups == NULL && weights_type(read->element) != SDYRT_WEIGHTS_NONE;
}

static bool follow_read(struct weights *w, const struct term *read) {
    struct term *here = term_substitute(w->builder, read, w->at, w->node->rank);
    struct affine place[KERNEL_DIMS];
    bool again = false;
    if (has_index(here)) {
        return take_chosen(w, here);
    }
    while (!weights_plain_read(w, here, place, &again)) {
        if (!again) {
            return false;
        }
        again = false;
        here = term_substitute(w->builder, read, w->at, w->node->rank);
    }
    w->node = read->node;
    memcpy(w->at, place, w->node->rank * sizeof *place);
    return weights_follow(w);
}

bool weights_follow_term(struct weights *w, const struct term *term) {
    if (!weights_can_look(w)) {
        return false;
    }
    if (term->kind == TERM_READ) {
        return follow_read(w, term);
    }
    if (term->kind != TERM_SCALAR) {
        return false;
    }
    switch (term->op) {
    case SCALAR_CONVERT:
        return follow_conversion(w, term);
    case SCALAR_MULTIPLY:
        return weights_is_wide(term->element) && follow_either(w, term);
    case SCALAR_SUBTRACT:
        return follow_less(w, term);
    default:
        return weights_follow_bits(w, term);
    }
}

/* Down to the narrowest tensor: what is made of it is followed further where that goes on. */
bool weights_follow(struct weights *w) {
    const struct weights before = *w;
    if (w->node->kind == NODE_COMPUTE && weights_follow_term(w, w->node->term)) {
        return true;
    }
    if (w->node->kind == NODE_PARTS && weights_follow_pieces(w)) {
        return true;
    }
    const uint32_t steps = w->steps;
    *w = before;
    w->steps = steps;
    return weights_type(w->node->element) != SDYRT_WEIGHTS_NONE && w->node->rank > 0;
}
