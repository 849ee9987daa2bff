/* Contractions as nodes: work on elements, products by narrow weights, or matrix products. */
#include "codegen/library/gemm.h"

#include <string.h>

#include "codegen/graph/graph.h"
#include "codegen/library/product.h"
#include "codegen/library/weights.h"

LIBRARY(gemm);

static bool is_empty(uint32_t count, const int64_t *extent) {
    for (uint32_t i = 0; i < count; i++) {
        if (extent[i] == 0) {
            return true;
        }
    }
    return false;
}

/* The operand's dimensions with those of the batch, along which `other` moves too, in front. */
static void batch_first(const struct type *type, const struct node *operand,
                        const struct affine *map, const struct node *other,
                        const struct affine *other_map, uint8_t *order) {
    uint32_t count = operand->lead;
    for (uint32_t d = 0; d < operand->lead; d++) {
        order[d] = (uint8_t)d;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < node_rank(operand); i++) {
            bool is_batch = false;
            for (uint32_t d = 0; d < type->rank; d++) {
                bool both = map[i].stride[d] != 0 && product_moves_along(other, other_map, d);
                is_batch = is_batch || both;
            }
            if (is_batch == (pass == 0)) {
                order[count++] = (uint8_t)(operand->lead + i);
            }
        }
    }
}

/* The operand with its matrices together in memory, where their elements would lie scattered
 * because a dimension of the batch, along which `other` moves too, is the last there: a copy that
 * is made once, where every product would gather its matrices by itself. */
static struct node *with_matrices_together(struct kernel_builder *builder, const struct type *type,
                                           struct node *operand, const struct affine *map,
                                           const struct node *other,
                                           const struct affine *other_map) {
    int32_t dim = product_dim_side_by_side(builder, operand, map);
    if (dim < 0 || (uint32_t)dim >= type->rank ||
        !product_moves_along(other, other_map, (uint32_t)dim)) {
        return operand;
    }
    uint8_t order[KERNEL_DIMS];
    batch_first(type, operand, map, other, other_map, order);
    struct node *together =
        node_relayout(builder, operand, order, "matrices of a product, each together");
    together->layout.is_required = true;
    return together;
}

/* Whether sums go over several dimensions, whose terms may be one list in memory or several. */
static bool sums_over_several(const struct node_contraction *contraction) {
    uint32_t several = 0;
    for (uint32_t i = 0; i < contraction->count; i++) {
        several += contraction->extent[i] > 1;
    }
    return several > 1;
}

/* The operand with each device's share by itself, its dimensions in their order: so its terms are
 * added up in as many pieces, and have the same bits, however many devices a process has. */
static struct node *with_shares_apart(struct kernel_builder *builder, struct node *operand,
                                      const struct node_contraction *contraction) {
    const struct graph *graph = builder->graph;
    if (graph->options->storage != STORAGE_PRIVATE || graph->options->reduce != REDUCE_FUSED ||
        graph->instances.count == 0 || !sums_over_several(contraction)) {
        return operand;
    }
    uint8_t order[KERNEL_DIMS];
    for (uint32_t d = 0; d < operand->rank; d++) {
        order[d] = (uint8_t)d;
    }
    struct node *apart =
        node_relayout(builder, operand, order, "terms of a sum, as one device has them");
    apart->layout.is_required = true;
    return apart;
}

/* What a node is described by whose elements are multiplied themselves; others have none. */
static const struct gemm_node direct_product = {.direct = true};

struct node *node_contract(struct kernel_builder *builder, const struct type *type,
                           const struct node_contraction *contraction) {
    const uint32_t count = contraction->count;
    const int64_t *extent = contraction->extent;
    struct node *lhs = contraction->lhs, *rhs = contraction->rhs;
    const struct affine *lhs_map = contraction->lhs_map, *rhs_map = contraction->rhs_map;
    if (is_empty(count, extent)) {
        return node_compute(builder, type, term_integer(builder, type_element(type), 0));
    }
    const struct type *complex = product_complex_type(builder, type, lhs, rhs);
    if (complex != NULL) {
        struct node *product = node_contract(builder, complex, contraction);
        return product_convert(builder, product, type_element(type));
    }
    const struct factors factors = {lhs, rhs, lhs_map, rhs_map};
    struct node *alone = product_by_elements(builder, type, count, extent, &factors);
    alone = alone != NULL ? alone : product_by_weights(builder, type, contraction);
    if (alone != NULL) {
        return alone;
    }
    const struct type *wide = product_result(builder, type);
    product_fit_operands(builder, wide, &lhs, &rhs);
    struct node *narrow = product_narrow_operand(builder, wide, rhs, rhs_map);
    lhs = narrow == rhs ? product_narrow_operand(builder, wide, lhs, lhs_map) : lhs;
    rhs = narrow;
    struct node *plain = lhs;
    lhs = with_matrices_together(builder, type, lhs, lhs_map, rhs, rhs_map);
    rhs = with_matrices_together(builder, type, rhs, rhs_map, plain, lhs_map);
    lhs = with_shares_apart(builder, lhs, contraction);
    rhs = with_shares_apart(builder, rhs, contraction);
    struct term *left = term_read(builder, lhs, lhs_map), *right = term_read(builder, rhs, rhs_map);
    struct node *node = node_library(builder, &library_gemm, wide, left, right);
    node->call = contraction->direct ? &direct_product : NULL;
    node->sequential = count;
    memcpy(node->extent + node->rank, extent, count * sizeof(int64_t));
    node_place(node);
    return product_convert(builder, node, type_element(type));
}
