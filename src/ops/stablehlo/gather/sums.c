/* A sum whose terms come in any order over all places cannot be made in blocks. Where there are
 * many more updates than places, the sums are of a type with twice as many digits instead and are
 * rounded once: what they take more than those of the operand's own type is little beside the
 * updates. */
#include "ops/stablehlo/gather/sums.h"

#include "ops/hooks.h"

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "ops/stablehlo/gather/gather_thresholds.def"

/* NULL: there is none. */
static const struct type *wider(struct context *context, const struct type *element) {
    if (element->kind != TYPE_FLOAT || type_bits(element) > 32) {
        return NULL;
    }
    return type_float(context, type_bits(element) == 32 ? FLOAT_F64 : FLOAT_F32);
}

/* Whether one place may get many updates, and places get many each. */
static bool are_many(const struct node *operand, const struct node_part *part) {
    int64_t updates = 1, points = 1, places = 1;
    for (uint32_t d = 0; d < part->rank; d++) {
        updates *= d < part->parallel_rank ? 1 : part->extent[d];
        points *= part->extent[d];
    }
    for (uint32_t d = 0; d < node_rank(operand); d++) {
        places *= node_extent(operand, d);
    }
    return updates >= SUMS_LEAST_UPDATES && points / SUMS_LEAST_TERMS >= places;
}

struct node *node_wide_sums(struct kernel_builder *builder, const struct op *op,
                            const struct node_part *part) {
    struct node *operand = kernel_operand(builder, op, 0);
    const struct type *type = op_result(op, 0)->type, *element = type_element(type);
    const struct type *wide = wider(kernel_context(builder), element);
    if (part->combine != SCALAR_ADD || wide == NULL || !are_many(operand, part)) {
        return NULL;
    }
    const struct type *sums_type = type_with_element(kernel_context(builder), type, wide);
    struct term *old = term_same(builder, operand);
    struct node *sums =
        node_compute(builder, sums_type, term_scalar(builder, wide, SCALAR_CONVERT, 1, &old));
    struct node_part added = *part;
    added.term = term_scalar(builder, wide, SCALAR_CONVERT, 1, &part->term);
    sums = node_parts(builder, sums_type, sums, 1, &added);
    struct term *sum = term_same(builder, sums);
    return node_compute(builder, type, term_scalar(builder, element, SCALAR_CONVERT, 1, &sum));
}
