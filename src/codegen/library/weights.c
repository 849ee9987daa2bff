/* Which contractions are products of a few rows by narrow weights. An operand is followed through
 * conversions, scales, zero points, views and reshapes down to the tensor of narrow elements that
 * it is made of, whatever the order in which they are written:
 *
 *     dot(x, (convert(w) - z) * s)    dot(x, convert(w)) * s    dot(x, reshape(reshape(w) * s))
 *
 * A scale that is the same for all terms of a sum stands behind the sum; one that blocks of terms
 * share, and a zero point, become operands of the product. */
#include "codegen/library/weights.h"

#include "codegen/graph/graph.h"
#include "codegen/library/product.h"
#include "support/limits.h"

#include "caches.h"

#include <string.h>

LIBRARY(gemm);

/* A contraction while an operand is followed. Its space: result dimensions, then contracted ones,
 * which reshapes on the way divide. */
struct weights {
    struct kernel_builder *builder;
    uint32_t rank, count;
    int64_t extent[KERNEL_DIMS];
    struct node *node;               /* what is read, */
    struct affine at[KERNEL_DIMS];   /* and where in the space, */
    struct term *index[KERNEL_DIMS]; /* where numbers of the program say, in [0, most]; or NULL */
    int64_t most[KERNEL_DIMS];
    struct node *other; /* the operand that stays what it is */
    struct affine other_at[KERNEL_DIMS];
    struct term *scale, *zero; /* over the space; NULL: there is none */
    uint32_t steps;
};

/* Scales and zero points may be of f32, too. */
static enum sdyrt_weights_type factor_type(enum element element) {
    return element == ELEMENT_F32 ? SDYRT_WEIGHTS_F32 : weights_type(element);
}

/* --- the space --- */

static uint32_t dims_of(const struct weights *w) {
    return w->rank + w->count;
}

static void map_all(struct affine *at, uint32_t count, const struct affine *map, uint32_t dims) {
    for (uint32_t i = 0; i < count; i++) {
        at[i] = affine_compose(&at[i], map, dims);
    }
}

/* Divides a contracted dimension into several, the last of which is the fastest. */
static bool divide(struct weights *w, uint32_t dim, uint32_t count, const int64_t *extent) {
    const uint32_t old = dims_of(w);
    struct affine map[KERNEL_DIMS];
    if (dim < w->rank || old + count > KERNEL_DIMS / 2) {
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
    w->count += count - 1;
    map_all(w->at, w->node->rank, map, old);
    map_all(w->other_at, w->other->rank, map, old);
    for (uint32_t i = 0; i < w->node->rank; i++) {
        w->index[i] = w->index[i] ? term_substitute(w->builder, w->index[i], map, old) : NULL;
    }
    w->scale = w->scale ? term_substitute(w->builder, w->scale, map, old) : NULL;
    w->zero = w->zero ? term_substitute(w->builder, w->zero, map, old) : NULL;
    return true;
}

/* Where a dimension of a group lies, if the group's number is the coordinate `at`: its stride
 * there, and extent, are those of one dimension of the space. */
static bool find_dim(const struct weights *w, struct affine *at, int64_t stride, int64_t extent,
                     struct affine *place) {
    *place = affine_constant(0);
    for (uint32_t d = 0; d < dims_of(w) && extent > 1; d++) {
        if (at->stride[d] == stride && w->extent[d] == extent) {
            at->stride[d] = 0;
            *place = affine_dim(d, 1, 0);
            return true;
        }
    }
    return extent == 1;
}

/* The coordinates of the dimensions of a group from their common one. */
static bool find_dims(const struct weights *w, struct affine at, const struct node *node,
                      const struct dim_group *group, struct affine *place) {
    const struct affine none = affine_constant(0);
    int64_t stride = 1;
    for (uint32_t i = group->count; i-- > 0;) {
        const int64_t extent = node->extent[group->dims[i]];
        if (!find_dim(w, &at, stride, extent, &place[group->dims[i]])) {
            return false;
        }
        stride *= extent;
    }
    return affine_equal(&at, &none);
}

/* The dimension of the space that a coordinate is; -1: it is none. */
static int32_t dim_of(const struct weights *w, const struct affine *at) {
    for (uint32_t d = 0; d < dims_of(w); d++) {
        if (affine_is_dim(at, d)) {
            return (int32_t)d;
        }
    }
    return -1;
}

/* Divides the dimension that a group's number is, as the group has it. */
static bool divide_by_group(struct weights *w, const struct affine *at, const struct node *node,
                            const struct dim_group *group) {
    const int32_t dim = dim_of(w, at);
    int64_t extent[KERNEL_DIMS], whole = 1;
    for (uint32_t i = 0; i < group->count; i++) {
        extent[i] = node->extent[group->dims[i]];
        whole *= extent[i];
    }
    return dim >= 0 && whole == w->extent[dim] && divide(w, (uint32_t)dim, group->count, extent);
}

/* --- reads --- */

/* A read as one without groups: `place` has a coordinate for each dimension of what is read. A
 * group may ask for a dimension to be divided first, which changes coordinates: `again`. */
static bool plain_read(struct weights *w, const struct term *read, struct affine *place,
                       bool *again) {
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        const struct affine *at = &read->coordinates[i].at;
        if (read->coordinates[i].dynamic != NULL) {
            return false;
        }
        if (read->groups == NULL) {
            place[i] = *at;
        } else if (!find_dims(w, *at, read->node, &read->groups[i], place)) {
            *again = divide_by_group(w, at, read->node, &read->groups[i]);
            return false;
        }
    }
    return true;
}

static bool can_look(struct weights *w) {
    return ++w->steps < LIMIT_LOOKED;
}

/* A factor with what it reads put in the place of reads of it, as far as that goes. It is the term
 * itself, over the space. */
static struct term *look_through(struct weights *w, struct term *term, bool *again) {
    struct affine place[KERNEL_DIMS];
    *again = false;
    if (term->kind == TERM_READ && can_look(w)) {
        const struct node *node = term->node;
        if (!plain_read(w, term, place, again)) {
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

static struct term *times(struct weights *w, struct term *a, struct term *b) {
    const struct type *f32 = type_float(w->builder->context, FLOAT_F32);
    struct term *both[] = {a, b};
    for (uint32_t i = 0; i < 2; i++) {
        if (both[i]->element != ELEMENT_F32) {
            both[i] = term_scalar(w->builder, f32, SCALAR_CONVERT, 1, &both[i]);
        }
    }
    return term_scalar(w->builder, f32, SCALAR_MULTIPLY, 2, both);
}

/* --- following the operand --- */

static bool follow_node(struct weights *w);

/* Numbers that are scaled: others wrap, have parts, or more digits. */
static bool is_wide(enum element element) {
    return element == ELEMENT_F32 || element == ELEMENT_BF16 || element == ELEMENT_F16;
}

/* Numbers whose difference no wrapping changes. */
static bool subtracts(enum element element) {
    return is_wide(element) || (element_is_signed(element) && element_info[element].bits > 8);
}

/* Whether a number of the type is the same number after the conversion, or a nearer one to what
 * was meant without it. */
static bool is_widening(enum element from, enum element to) {
    if (element_is_integer(from) && element_is_integer(to)) {
        return element_info[to].bits > element_info[from].bits &&
               (element_is_signed(to) || !element_is_signed(from)) && from != ELEMENT_I1;
    }
    return is_wide(to) &&
           (is_wide(from) || weights_type(from) != SDYRT_WEIGHTS_NONE || subtracts(from));
}

/* The weights are one argument of the term: the other is a factor. */
static bool follow_term(struct weights *w, const struct term *term);

static bool follow_times(struct weights *w, const struct term *term, uint32_t weights) {
    const struct weights before = *w;
    struct term *factor =
        term_substitute(w->builder, term->args[1 - weights], w->at, w->node->rank);
    w->scale = w->scale != NULL ? times(w, w->scale, factor) : factor;
    if (w->zero == NULL && follow_term(w, term->args[weights])) {
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

static bool follow_less(struct weights *w, const struct term *term) {
    if (w->zero != NULL || !subtracts(term->element)) {
        return false;
    }
    w->zero = term_substitute(w->builder, term->args[1], w->at, w->node->rank);
    return follow_term(w, term->args[0]);
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
    while (!plain_read(w, here, place, &again)) {
        if (!again) {
            return false;
        }
        again = false;
        here = term_substitute(w->builder, read, w->at, w->node->rank);
    }
    w->node = read->node;
    memcpy(w->at, place, w->node->rank * sizeof *place);
    return follow_node(w);
}

static bool follow_term(struct weights *w, const struct term *term) {
    if (!can_look(w)) {
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
        return is_widening(term->args[0]->element, term->element) && follow_term(w, term->args[0]);
    case SCALAR_MULTIPLY:
        return is_wide(term->element) && follow_either(w, term);
    case SCALAR_SUBTRACT:
        return follow_less(w, term);
    default:
        return false;
    }
}

/* Down to the narrowest tensor: what is made of it is followed further where that goes on. */
static bool follow_node(struct weights *w) {
    const struct weights before = *w;
    if (w->node->kind == NODE_COMPUTE && follow_term(w, w->node->term)) {
        return true;
    }
    const uint32_t steps = w->steps;
    *w = before;
    w->steps = steps;
    return weights_type(w->node->element) != SDYRT_WEIGHTS_NONE && w->node->rank > 0;
}

/* --- what has been found --- */

bool weights_term_moves(const struct term *term, uint32_t dim) {
    bool found = term->kind == TERM_INDEX && term->affine.stride[dim] != 0;
    for (uint32_t i = 0; term->kind == TERM_READ && i < term->coordinate_count; i++) {
        const struct read_coordinate *at = &term->coordinates[i];
        found = found || at->at.stride[dim] != 0 ||
                (at->dynamic && weights_term_moves(at->dynamic, dim));
    }
    for (uint32_t i = 0; i < term->guard_count; i++) {
        found = found || term->guards[i].at.stride[dim] != 0;
    }
    for (uint32_t i = 0; i < term->arg_count && term->kind != TERM_READ; i++) {
        found = found || weights_term_moves(term->args[i], dim);
    }
    return found;
}

/* The contracted dimensions of more than one point along which a factor changes, a bit each. */
static uint32_t moves_along(const struct weights *w, const struct term *term) {
    uint32_t along = 0;
    for (uint32_t d = w->rank; term != NULL && d < dims_of(w); d++) {
        along |= w->extent[d] > 1 && weights_term_moves(term, d) ? 1u << d : 0;
    }
    return along;
}

static bool look_at_factor(struct weights *w, struct term **factor) {
    bool again = *factor != NULL;
    while (again && can_look(w)) {
        struct term *seen = look_through(w, *factor, &again);
        *factor = again ? *factor : seen; /* which has been divided as the space was */
    }
    return !again;
}

/* From one point along a dimension to the next, in elements of a tensor by rows. */
static int64_t stride_along(const struct node *node, const struct affine *at, uint32_t dim) {
    int64_t stride = 1, sum = 0;
    for (uint32_t i = node->rank; i-- > 0; stride *= node->extent[i]) {
        sum += at[i].stride[dim] * stride;
    }
    return sum;
}

/* Whether the factors are those of columns, or of blocks of terms that follow each other: then the
 * contracted dimensions of more than one point are those blocks and their terms. */
static bool are_blocks(const struct weights *w, uint32_t along) {
    uint32_t dims[KERNEL_DIMS], count = 0;
    for (uint32_t d = w->rank; d < dims_of(w); d++) {
        if (w->extent[d] > 1) {
            dims[count++] = d;
        }
    }
    if (along == 0) {
        return true;
    }
    if (count != 2 || along != 1u << dims[0]) {
        return false;
    }
    const int64_t block = w->extent[dims[1]];
    return stride_along(w->node, w->at, dims[0]) == block * stride_along(w->node, w->at, dims[1]) &&
           stride_along(w->other, w->other_at, dims[0]) ==
               block * stride_along(w->other, w->other_at, dims[1]);
}

/* Whether elements of the weights lie side by side along a dimension, as vectors are read. */
static bool lie_side_by_side(const struct weights *w) {
    bool found = false;
    for (uint32_t d = 0; d < dims_of(w); d++) {
        found = found || (w->extent[d] > 1 && stride_along(w->node, w->at, d) == 1);
    }
    return found;
}

/* Whether an index, or NULL, changes along a dimension. */
static bool index_moves(struct term *const *index, uint32_t count, uint32_t dim) {
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        found = found || (index[i] != NULL && weights_term_moves(index[i], dim));
    }
    return found;
}

/* Whether indices choose whole matrices: they stay as they are along columns, of which there are
 * some, rows and terms. */
static bool choose_matrices(const struct weights *w, struct term *const *index, uint32_t count) {
    bool has_columns = false, has_index = false, is_inside = false;
    for (uint32_t i = 0; i < count; i++) {
        has_index = has_index || index[i] != NULL;
    }
    for (uint32_t d = 0; d < dims_of(w); d++) {
        const bool is_read = w->extent[d] > 1 && product_moves_along(w->node, w->at, d);
        has_columns = has_columns || (is_read && d < w->rank);
        is_inside = is_inside || ((is_read || d >= w->rank) && index_moves(index, count, d));
    }
    return !has_index || (has_columns && !is_inside);
}

/* Whether few rows are multiplied, by a matrix that is worth it. */
static bool are_few_rows(const struct weights *w) {
    int64_t rows = 1, weights = 1;
    for (uint32_t d = 0; d < dims_of(w); d++) {
        const bool narrow =
            product_moves_along(w->node, w->at, d) || index_moves(w->index, w->node->rank, d);
        rows *= d < w->rank && !narrow ? w->extent[d] : 1;
        weights *= narrow ? w->extent[d] : 1;
    }
    return rows <= SDYRT_WEIGHTS_ROWS && weights >= SDYRT_NEAR_CACHE;
}

/* --- the node --- */

/* Whether a factor is an operand where it is stored. */
static bool is_stored_operand(const struct weights *w, const struct term *term) {
    struct term *index[KERNEL_DIMS];
    if (term->kind != TERM_READ || term->groups != NULL || term->node->rank == 0 ||
        factor_type(term->element) == SDYRT_WEIGHTS_NONE) {
        return false;
    }
    for (uint32_t i = 0; i < term->coordinate_count; i++) {
        index[i] = term->coordinates[i].dynamic;
    }
    return choose_matrices(w, index, term->coordinate_count);
}

/* A factor as an operand: where it is stored, if it is a conversion of that, or a tensor of f32
 * over the dimensions along which it changes. */
static struct term *factor_operand(struct weights *w, struct term *term) {
    struct term *stored = term;
    while (stored->kind == TERM_SCALAR && stored->op == SCALAR_CONVERT &&
           is_widening(stored->args[0]->element, stored->element) &&
           factor_type(stored->args[0]->element) != SDYRT_WEIGHTS_NONE &&
           (stored->args[0]->element != ELEMENT_F32 || stored->element == ELEMENT_F32)) {
        stored = stored->args[0];
    }
    if (is_stored_operand(w, stored)) {
        return stored;
    }
    int64_t dims[KERNEL_DIMS];
    struct affine map[KERNEL_DIMS], at[KERNEL_DIMS];
    uint32_t rank = 0;
    for (uint32_t d = 0; d < dims_of(w); d++) {
        map[d] = affine_constant(0);
        if (w->extent[d] > 1 && weights_term_moves(term, d)) {
            map[d] = affine_dim(rank, 1, 0);
            at[rank] = affine_dim(d, 1, 0);
            dims[rank++] = w->extent[d];
        }
    }
    const struct type *f32 = type_float(w->builder->context, FLOAT_F32);
    struct term *value = term_substitute(w->builder, term, map, dims_of(w));
    if (value->element != ELEMENT_F32) {
        value = term_scalar(w->builder, f32, SCALAR_CONVERT, 1, &value);
    }
    const struct type *type = type_tensor(w->builder->context, f32, rank, dims, NULL);
    return term_read_raw(w->builder, node_compute(w->builder, type, value), at);
}

static struct term *read_weights(struct weights *w) {
    struct term *read = term_read_raw(w->builder, w->node, w->at);
    for (uint32_t i = 0; i < w->node->rank; i++) {
        read->coordinates[i].dynamic = w->index[i];
        read->coordinates[i].most = w->most[i];
    }
    return read;
}

/* Operands are made before the node: nodes stand behind what they read. */
static struct node *product_node(struct weights *w, const struct type *type, bool is_left,
                                 struct term *scale, bool direct) {
    struct kernel_builder *builder = w->builder;
    struct node *other = node_convert(builder, w->other, type_element(type));
    struct term **operands = ARENA_ARRAY(builder->graph->arena, struct term *, 4);
    struct gemm_node call = {.direct = direct, .by_weights = true};
    uint32_t count = 2;
    operands[is_left ? 0 : 1] = read_weights(w);
    operands[is_left ? 1 : 0] = term_read_raw(builder, other, w->other_at);
    if (scale != NULL) {
        call.scale = count;
        operands[count++] = factor_operand(w, scale);
    }
    if (w->zero != NULL) {
        call.zero = count;
        operands[count++] = factor_operand(w, w->zero);
    }
    struct node *node = node_library(builder, &library_gemm, type, operands[0], operands[1]);
    node->operands = operands;
    node->operand_count = count;
    node_tell(builder, node, &call, sizeof call);
    node->sequential = w->count;
    memcpy(node->extent + node->rank, w->extent + w->rank, w->count * sizeof *w->extent);
    return node;
}

/* The product, and what stands behind its sums. */
static struct node *scaled_product(struct weights *w, const struct type *type, bool is_left,
                                   bool direct) {
    struct kernel_builder *builder = w->builder;
    const struct type *f32 = type_float(builder->context, FLOAT_F32);
    const struct type *wide = type_with_element(builder->context, type, f32);
    const bool is_behind = w->scale != NULL && moves_along(w, w->scale) == 0;
    struct node *whole = product_node(w, wide, is_left, is_behind ? NULL : w->scale, direct);
    struct node *node = weights_in_parts(builder, wide, whole);
    if (is_behind) {
        struct affine same[KERNEL_DIMS];
        for (uint32_t d = 0; d < dims_of(w); d++) {
            same[d] = d < w->rank ? affine_dim(d, 1, 0) : affine_constant(0);
        }
        struct term *scale = term_substitute(builder, w->scale, same, dims_of(w));
        node = node_compute(builder, wide, times(w, term_same(builder, node), scale));
    }
    return node_convert(builder, node, type_element(type));
}

static struct node *by_weights(struct kernel_builder *builder, const struct type *type,
                               const struct node_contraction *contraction, bool is_left) {
    struct weights w = {.builder = builder, .rank = type->rank, .count = contraction->count};
    w.node = is_left ? contraction->lhs : contraction->rhs;
    w.other = is_left ? contraction->rhs : contraction->lhs;
    memcpy(w.extent, type->dims, type->rank * sizeof *w.extent);
    memcpy(w.extent + w.rank, contraction->extent, w.count * sizeof *w.extent);
    memcpy(w.at, is_left ? contraction->lhs_map : contraction->rhs_map,
           w.node->rank * sizeof *w.at);
    memcpy(w.other_at, is_left ? contraction->rhs_map : contraction->lhs_map,
           w.other->rank * sizeof *w.at);
    if (!follow_node(&w) || !look_at_factor(&w, &w.scale) || !look_at_factor(&w, &w.zero)) {
        return NULL;
    }
    const uint32_t along = moves_along(&w, w.scale) | moves_along(&w, w.zero);
    return are_few_rows(&w) && lie_side_by_side(&w) && are_blocks(&w, along) &&
                   choose_matrices(&w, w.index, w.node->rank)
               ? scaled_product(&w, type, is_left, contraction->direct)
               : NULL;
}

struct node *product_by_weights(struct kernel_builder *builder, const struct type *type,
                                const struct node_contraction *contraction) {
    if (builder->graph->options->reduce != REDUCE_FUSED || builder->graph->instances.count > 0 ||
        !is_wide(element_or_bug(type)) || element_is_integer(contraction->lhs->element) ||
        element_is_integer(contraction->rhs->element)) {
        return NULL;
    }
    struct node *node = by_weights(builder, type, contraction, false);
    return node != NULL ? node : by_weights(builder, type, contraction, true);
}

/* --- sums of products by blocks --- */

/* Moves from a term to the product by weights that it reads, through views and conversions, and
 * says where its results are read. NULL: it reads no such product, or more. */
static const struct node *read_product(struct weights *w, const struct term *term,
                                       struct affine *at) {
    struct term *here = (struct term *)term;
    while (can_look(w)) {
        bool again;
        while (here->kind == TERM_SCALAR && here->op == SCALAR_CONVERT && is_wide(here->element)) {
            here = here->args[0];
        }
        if (here->kind != TERM_READ || here->groups != NULL || !plain_read(w, here, at, &again)) {
            return NULL;
        }
        const struct node *node = here->node;
        if (node->kind != NODE_COMPUTE) {
            const struct gemm_node *call = node->library == &library_gemm ? node->call : NULL;
            const bool is_plain = call != NULL && call->scale == 0 && call->zero == 0;
            return is_plain && call->by_weights ? node : NULL;
        }
        here = term_substitute(w->builder, node->term, at, node->rank);
    }
    return NULL;
}

/* The operands of a product whose results are read at `at`, over a space in which what it contracts
 * stands behind all else. */
static bool take_product(struct weights *w, const struct node *product, const struct affine *at) {
    struct affine map[KERNEL_DIMS];
    const bool is_left = weights_type(product->operands[0]->node->element) != SDYRT_WEIGHTS_NONE;
    const struct term *weights = product->operands[is_left ? 0 : 1];
    const struct term *other = product->operands[is_left ? 1 : 0];
    if (dims_of(w) + product->sequential > KERNEL_DIMS / 2) {
        return false;
    }
    memcpy(map, at, product->rank * sizeof *map);
    for (uint32_t i = 0; i < product->sequential; i++) {
        map[product->rank + i] = affine_dim(dims_of(w) + i, 1, 0);
    }
    const uint32_t count = product->rank + product->sequential;
    for (uint32_t i = 0; i < weights->coordinate_count; i++) {
        const struct read_coordinate *from = &weights->coordinates[i];
        w->at[i] = affine_compose(&from->at, map, count);
        w->index[i] = from->dynamic ? term_substitute(w->builder, from->dynamic, map, count) : NULL;
        w->most[i] = from->most;
    }
    for (uint32_t i = 0; i < other->coordinate_count; i++) {
        w->other_at[i] = affine_compose(&other->coordinates[i].at, map, count);
    }
    memcpy(w->extent + dims_of(w), product->extent + product->rank,
           product->sequential * sizeof *w->extent);
    w->node = weights->node;
    w->other = other->node;
    w->count += product->sequential;
    return true;
}

/* The sum of a product's results times a factor. */
static struct node *sum_of_blocks(struct weights w, const struct type *type,
                                  const struct term *product, struct term *factor) {
    struct affine at[KERNEL_DIMS];
    const struct node *of = read_product(&w, product, at);
    if (of == NULL || !take_product(&w, of, at)) {
        return NULL;
    }
    struct affine same[KERNEL_DIMS];
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        same[d] = affine_dim(d, 1, 0);
    }
    w.scale = term_substitute(w.builder, factor, same, KERNEL_DIMS);
    if (!look_at_factor(&w, &w.scale) || moves_along(&w, w.scale) == 0) {
        return NULL;
    }
    return are_few_rows(&w) && lie_side_by_side(&w) && are_blocks(&w, moves_along(&w, w.scale)) &&
                   choose_matrices(&w, w.index, w.node->rank)
               ? scaled_product(&w, type, false, false)
               : NULL;
}

/* The term that a read of views and of what is computed comes to. */
static const struct term *what_is_read(struct weights *w, const struct term *term) {
    struct affine at[KERNEL_DIMS];
    bool again;
    while (term->kind == TERM_READ && term->groups == NULL && term->node->kind == NODE_COMPUTE &&
           can_look(w) && plain_read(w, term, at, &again)) {
        term = term_substitute(w->builder, term->node->term, at, term->node->rank);
    }
    return term;
}

struct node *sum_by_weights(struct kernel_builder *builder, const struct type *type, uint32_t count,
                            const int64_t *extent, const struct term *term) {
    struct weights w = {.builder = builder, .rank = type->rank, .count = count};
    term = what_is_read(&w, term);
    if (builder->graph->instances.count > 0 || term->kind != TERM_SCALAR ||
        term->op != SCALAR_MULTIPLY || !is_wide(term->element) ||
        type->rank + count > KERNEL_DIMS / 2) {
        return NULL;
    }
    memcpy(w.extent, type->dims, type->rank * sizeof *w.extent);
    memcpy(w.extent + w.rank, extent, count * sizeof *extent);
    struct node *node = NULL;
    for (uint32_t i = 0; i < 2 && node == NULL; i++) {
        node = sum_of_blocks(w, type, term->args[i], term->args[1 - i]);
    }
    return node;
}
