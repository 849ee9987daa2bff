/* Large constants in 16 bits that a product reads in f32, as weights of bf16: the product widens
 * them as it reads them, where wide ones would be kept beside them, twice as large. */
#include "codegen/library/product.h"

#include "caches.h"

#include <string.h>

/* An operand of f32 as the constant that it is widened from: which, and where it is read at a
 * coordinate of the operand, instance axes included. */
struct narrow {
    struct node *constant;
    struct affine at[KERNEL_DIMS];
};

static bool is_narrow(enum element element) {
    return element == ELEMENT_BF16 || element == ELEMENT_F16;
}

/* Moves from a node to what it reads, in its own order; false where that is no simple read. */
static bool follow(struct narrow *narrow, const struct node *operand, const struct term *read) {
    struct affine at[KERNEL_DIMS];
    if (read->kind != TERM_READ || read->groups != NULL) {
        return false;
    }
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        if (read->coordinates[i].dynamic != NULL) {
            return false;
        }
        at[i] = affine_compose(&read->coordinates[i].at, narrow->at, operand->rank);
    }
    memcpy(narrow->at, at, read->coordinate_count * sizeof *at);
    narrow->constant = read->node;
    return true;
}

/* Views of one widening of views of one large constant. */
static bool find_narrow(struct node *operand, struct narrow *narrow) {
    uint32_t widenings = 0;
    narrow->constant = operand;
    for (uint32_t d = 0; d < operand->rank; d++) {
        narrow->at[d] = affine_dim(d, 1, 0);
    }
    while (narrow->constant->kind == NODE_COMPUTE && !narrow->constant->border.is_output) {
        const struct node *node = narrow->constant;
        const struct term *term = node->term;
        if (term->kind == TERM_SCALAR && term->op == SCALAR_CONVERT) {
            widenings += node->element == ELEMENT_F32 ? 1 : 2;
            term = term->args[0];
        }
        if (!follow(narrow, operand, term)) {
            return false;
        }
    }
    const struct node *node = narrow->constant;
    return node->kind == NODE_CONSTANT && is_narrow(node->element) && widenings == 1 &&
           node_bytes(node) >= 4 * SDYRT_MIDDLE_CACHE;
}

/* Whether a dimension of the constant is one of those that the product contracts. */
static bool is_contracted(const struct narrow *narrow, uint32_t dim, const struct type *type,
                          const struct node *operand, const struct affine *map) {
    for (uint32_t i = 0; i < node_rank(operand); i++) {
        for (uint32_t d = type->rank; d < KERNEL_DIMS; d++) {
            if (narrow->at[dim].stride[operand->lead + i] != 0 && map[i].stride[d] != 0) {
                return true;
            }
        }
    }
    return false;
}

/* The constant's own dimensions, with those that are contracted last: then what is added up lies
 * side by side, which is read fastest. */
static struct node *by_columns(struct kernel_builder *builder, const struct narrow *narrow,
                               const struct type *type, const struct node *operand,
                               const struct affine *map) {
    const uint32_t lead = narrow->constant->lead;
    uint8_t dims[KERNEL_DIMS], order[KERNEL_DIMS];
    uint32_t count = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < node_rank(narrow->constant); i++) {
            if (is_contracted(narrow, lead + i, type, operand, map) == (pass == 1)) {
                dims[count++] = (uint8_t)i;
            }
        }
    }
    node_order_with_axes(narrow->constant, dims, order);
    struct node *relayout =
        node_relayout(builder, narrow->constant, order, "narrow weights of a product, by columns");
    relayout->layout.is_required = true;
    return relayout;
}

struct node *product_narrow_operand(struct kernel_builder *builder, const struct type *type,
                                    struct node *operand, const struct affine *map) {
    struct narrow narrow;
    if (element_or_bug(type) != ELEMENT_F32 || builder->graph->options->reduce == REDUCE_DEVICE ||
        !find_narrow(operand, &narrow)) {
        return operand;
    }
    const struct type *element = type_element(narrow.constant->type);
    struct node *weights = by_columns(builder, &narrow, type, operand, map);
    return node_compute(builder, type_with_element(builder->context, operand->type, element),
                        term_read_raw(builder, weights, narrow.at));
}
