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
#include "codegen/library/weights_follow.h"
#include "support/limits.h"

#include "caches.h"
#include "cpu.h"

#include <string.h>

LIBRARY(gemm);

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
    for (uint32_t d = w->rank; term != NULL && d < weights_dims(w); d++) {
        along |= w->extent[d] > 1 && weights_term_moves(term, d) ? 1u << d : 0;
    }
    return along;
}

/* From one point along a dimension to the next, in elements of a tensor by rows. */
static int64_t stride_along(const struct node *node, const struct affine *at, uint32_t dim) {
    int64_t stride = 1, sum = 0;
    for (uint32_t i = node->rank; i-- > 0; stride *= node->extent[i]) {
        sum += at[i].stride[dim] * stride;
    }
    return sum;
}

static bool counts_parts(const struct weights *w, uint32_t dim) {
    return w->packed.type != SDYRT_WEIGHTS_NONE && w->packed.dim == dim;
}

/* Whether the factors are those of columns, or of blocks of terms that follow each other: then the
 * contracted dimensions of more than one point are those blocks and their terms. */
static bool are_blocks(const struct weights *w, uint32_t along) {
    uint32_t dims[KERNEL_DIMS], count = 0;
    for (uint32_t d = w->rank; d < weights_dims(w); d++) {
        if (w->extent[d] > 1 && !counts_parts(w, d)) {
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
    return stride_along(w->node, w->at, dims[0]) == block * stride_along(w->node, w->at, dims[1]);
}

/* Whether elements of the weights lie side by side along a dimension, as vectors are read. */
static bool lie_side_by_side(const struct weights *w) {
    bool found = false;
    for (uint32_t d = 0; d < weights_dims(w); d++) {
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
    for (uint32_t d = 0; d < weights_dims(w); d++) {
        const bool is_read = w->extent[d] > 1 && product_moves_along(w->node, w->at, d);
        has_columns = has_columns || (is_read && d < w->rank);
        is_inside = is_inside || ((is_read || d >= w->rank) && index_moves(index, count, d));
    }
    return !has_index || (has_columns && !is_inside);
}

/* Rows of the other operand, and weights by which they are multiplied. */
struct extents {
    int64_t rows, weights;
};

static struct extents extents_of(const struct weights *w) {
    struct extents all = {1, 1};
    for (uint32_t d = 0; d < weights_dims(w); d++) {
        const bool narrow = product_moves_along(w->node, w->at, d) ||
                            index_moves(w->index, w->node->rank, d) || counts_parts(w, d);
        all.rows *= d < w->rank && !narrow ? w->extent[d] : 1;
        all.weights *= narrow ? w->extent[d] : 1;
    }
    return all;
}

static bool are_many_rows(const struct weights *w) {
    return extents_of(w).rows > SDYRT_WEIGHTS_ROWS;
}

/* Whether weights of columns lie side by side, not those of terms. */
static bool columns_are_fast(const struct weights *w) {
    bool found = false;
    for (uint32_t d = 0; d < w->rank; d++) {
        found = found || (w->extent[d] > 1 && stride_along(w->node, w->at, d) == 1);
    }
    return found;
}

/* Whether there are rows enough for tiles to be faster than scalar products with columns of
 * weights, on the processor that the program is compiled for. */
static bool tiles_are_faster(const struct weights *w) {
    return w->builder->graph->options->runs_here && sdyrt_cpu_set() >= SDYRT_SET_AMX &&
           extents_of(w).rows > SDYRT_WEIGHTS_FEW && !columns_are_fast(w);
}

/* Whether results are scaled, not weights. */
static bool are_plain(const struct weights *w) {
    return w->zero == NULL && (w->scale == NULL || moves_along(w, w->scale) == 0);
}

/* As what rows are multiplied: numbers of bf16 as they are, if there are many, or enough for tiles
 * of what is widened to be faster. */
static enum element element_of_rows(const struct weights *w) {
    const bool is_bf16 = w->other->element == ELEMENT_BF16;
    const bool is_widened = w->node->element != ELEMENT_BF16 && are_plain(w) && tiles_are_faster(w);
    return is_bf16 && (are_many_rows(w) || is_widened) ? ELEMENT_BF16 : ELEMENT_F32;
}

/* Whether rows are multiplied by a matrix that is worth it: of many, one that would be widened. */
static bool are_worth_it(const struct weights *w) {
    return extents_of(w).weights >= SDYRT_NEAR_CACHE &&
           (!are_many_rows(w) || w->node->element != element_of_rows(w));
}

/* Whether both operands are multiplied in tiles as they lie. By rows of weights a route of products
 * by them does. */
static bool are_for_tiles(const struct weights *w, const struct node_contraction *contraction) {
    return contraction->lhs->element == ELEMENT_BF16 && contraction->rhs->element == ELEMENT_BF16 &&
           w->node->element == ELEMENT_BF16 && w->scale == NULL && w->zero == NULL &&
           tiles_are_faster(w);
}

/* --- the node --- */

/* Whether a factor is an operand where it is stored. */
static bool is_stored_operand(const struct weights *w, const struct term *term) {
    struct term *index[KERNEL_DIMS];
    if (term->kind != TERM_READ || term->groups != NULL || term->node->rank == 0 ||
        weights_factor_type(term->element) == SDYRT_WEIGHTS_NONE) {
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
           weights_is_widening(stored->args[0]->element, stored->element) &&
           weights_factor_type(stored->args[0]->element) != SDYRT_WEIGHTS_NONE &&
           (stored->args[0]->element != ELEMENT_F32 || stored->element == ELEMENT_F32)) {
        stored = stored->args[0];
    }
    if (is_stored_operand(w, stored)) {
        return stored;
    }
    int64_t dims[KERNEL_DIMS];
    struct affine map[KERNEL_DIMS], at[KERNEL_DIMS];
    const uint32_t first = columns_are_fast(w) ? w->rank : 0, all = weights_dims(w);
    uint32_t rank = 0;
    for (uint32_t i = 0; i < all; i++) {
        const uint32_t d = (first + i) % all;
        map[d] = affine_constant(0);
        if (w->extent[d] > 1 && weights_term_moves(term, d)) {
            map[d] = affine_dim(rank, 1, 0);
            at[rank] = affine_dim(d, 1, 0);
            dims[rank++] = w->extent[d];
        }
    }
    const struct type *f32 = type_float(w->builder->context, FLOAT_F32);
    struct term *value = term_substitute(w->builder, term, map, weights_dims(w));
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
    const bool is_bf16 = element_of_rows(w) == ELEMENT_BF16;
    struct node *other = is_bf16 ? w->other : node_convert(builder, w->other, type_element(type));
    struct term **operands = ARENA_ARRAY(builder->graph->arena, struct term *, 4);
    struct gemm_node call = {
        .direct = direct, .by_weights = true, .weights_left = is_left, .packed = w->packed};
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
    const struct type *wide = type_tensor(builder->context, f32, w->rank, w->extent, NULL);
    const bool is_behind = w->scale != NULL && moves_along(w, w->scale) == 0;
    struct node *whole = product_node(w, wide, is_left, is_behind ? NULL : w->scale, direct);
    struct node *node = weights_in_parts(builder, wide, whole);
    if (is_behind) {
        struct affine same[KERNEL_DIMS];
        for (uint32_t d = 0; d < weights_dims(w); d++) {
            same[d] = d < w->rank ? affine_dim(d, 1, 0) : affine_constant(0);
        }
        struct term *scale = term_substitute(builder, w->scale, same, weights_dims(w));
        node = node_compute(builder, wide, weights_times(w, term_same(builder, node), scale));
    }
    if (w->rank != type->rank) {
        node = node_reshape(builder, type_with_element(builder->context, type, f32), node);
    }
    return node_convert(builder, node, type_element(type));
}

static struct node *by_weights(struct kernel_builder *builder, const struct type *type,
                               const struct node_contraction *contraction, bool is_left) {
    struct weights w = {.builder = builder,
                        .rank = type->rank,
                        .count = contraction->count,
                        .divides_results = true};
    w.node = is_left ? contraction->lhs : contraction->rhs;
    w.other = is_left ? contraction->rhs : contraction->lhs;
    memcpy(w.extent, type->dims, type->rank * sizeof *w.extent);
    memcpy(w.extent + w.rank, contraction->extent, w.count * sizeof *w.extent);
    memcpy(w.at, is_left ? contraction->lhs_map : contraction->rhs_map,
           w.node->rank * sizeof *w.at);
    memcpy(w.other_at, is_left ? contraction->rhs_map : contraction->lhs_map,
           w.other->rank * sizeof *w.at);
    if (!weights_follow(&w)) {
        return NULL;
    }
    w.divides_results = false;
    if (are_for_tiles(&w, contraction) || !weights_look_at(&w, &w.scale) ||
        !weights_look_at(&w, &w.zero)) {
        return NULL;
    }
    const uint32_t along = moves_along(&w, w.scale) | moves_along(&w, w.zero);
    return are_worth_it(&w) && lie_side_by_side(&w) && are_blocks(&w, along) &&
                   choose_matrices(&w, w.index, w.node->rank)
               ? scaled_product(&w, type, is_left, contraction->direct)
               : NULL;
}

struct node *product_by_weights(struct kernel_builder *builder, const struct type *type,
                                const struct node_contraction *contraction) {
    if (builder->graph->options->reduce != REDUCE_FUSED || builder->graph->instances.count > 0 ||
        !weights_is_wide(element_or_bug(type)) || element_is_integer(contraction->lhs->element) ||
        element_is_integer(contraction->rhs->element)) {
        return NULL;
    }
    struct node *node = by_weights(builder, type, contraction, false);
    return node != NULL ? node : by_weights(builder, type, contraction, true);
}

/* --- sums of products by blocks --- */

/* Moves from a term to the product by weights that it reads, through views and conversions, and
 * says where its results are read. NULL: it reads no such product, or more, or a dimension had to
 * be divided first: `again`. */
static const struct node *read_product(struct weights *w, struct term *here, struct affine *at,
                                       bool *again) {
    *again = false;
    while (weights_can_look(w)) {
        while (here->kind == TERM_SCALAR && here->op == SCALAR_CONVERT &&
               weights_is_wide(here->element)) {
            here = here->args[0];
        }
        if (here->kind != TERM_READ || !weights_plain_read(w, here, at, again)) {
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
    const struct gemm_node *call = product->call;
    const bool is_left = weights_are_left(product);
    const struct term *weights = product->operands[is_left ? 0 : 1];
    const struct term *other = product->operands[is_left ? 1 : 0];
    if (weights_dims(w) + product->sequential > KERNEL_DIMS / 2) {
        return false;
    }
    memcpy(map, at, product->rank * sizeof *map);
    for (uint32_t i = 0; i < product->sequential; i++) {
        map[product->rank + i] = affine_dim(weights_dims(w) + i, 1, 0);
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
    memcpy(w->extent + weights_dims(w), product->extent + product->rank,
           product->sequential * sizeof *w->extent);
    w->node = weights->node;
    w->other = other->node;
    w->count += product->sequential;
    const int32_t parts = weights_dim_of(w, &map[call->packed.dim]);
    w->packed = call->packed;
    w->packed.dim = parts >= 0 ? (uint32_t)parts : 0;
    return parts >= 0 || call->packed.type == SDYRT_WEIGHTS_NONE;
}

/* The sum of a product's results times a factor. */
static struct node *sum_of_blocks(struct weights w, const struct type *type,
                                  const struct term *product, struct term *factor) {
    struct affine at[KERNEL_DIMS], same[KERNEL_DIMS];
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        same[d] = affine_dim(d, 1, 0);
    }
    w.scale = term_substitute(w.builder, factor, same, KERNEL_DIMS);
    w.bits = term_substitute(w.builder, product, same, KERNEL_DIMS);
    w.divides_results = true;
    bool again;
    const struct node *of;
    do {
        of = read_product(&w, w.bits, at, &again);
    } while (again && weights_can_look(&w));
    w.divides_results = false;
    w.bits = NULL;
    if (of == NULL || !take_product(&w, of, at)) {
        return NULL;
    }
    if (!weights_look_at(&w, &w.scale) || moves_along(&w, w.scale) == 0) {
        return NULL;
    }
    return are_worth_it(&w) && lie_side_by_side(&w) && are_blocks(&w, moves_along(&w, w.scale)) &&
                   choose_matrices(&w, w.index, w.node->rank)
               ? scaled_product(&w, type, false, false)
               : NULL;
}

/* The term that a read of views and of what is computed comes to. */
static const struct term *what_is_read(struct weights *w, const struct term *term) {
    struct affine at[KERNEL_DIMS];
    bool again;
    while (term->kind == TERM_READ && term->groups == NULL && term->node->kind == NODE_COMPUTE &&
           weights_can_look(w) && weights_plain_read(w, term, at, &again)) {
        term = term_substitute(w->builder, term->node->term, at, term->node->rank);
    }
    return term;
}

struct node *sum_by_weights(struct kernel_builder *builder, const struct type *type, uint32_t count,
                            const int64_t *extent, const struct term *term) {
    struct weights w = {.builder = builder, .rank = type->rank, .count = count};
    term = what_is_read(&w, term);
    if (builder->graph->instances.count > 0 || term->kind != TERM_SCALAR ||
        term->op != SCALAR_MULTIPLY || !weights_is_wide(term->element) ||
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
