/* Operations that broadcast their operands: explicit broadcasts, then the operation that does not.
 * Static and bounded shapes are broadcast at once; for others, code that computes the shape. */
#include <stdio.h>
#include <string.h>

#include "ops/chlo/broadcasting.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"
#include "transforms/chlo/chlo.h"
#include "transforms/chlo/numpy.h"
#include "transforms/chlo/pieces.h"

enum { MAX_OPERANDS = 3 };

/* What takes the place of a broadcasting operation: its row, and the attributes it keeps. */
struct plain_op {
    enum op_id id;
    const struct attr *direction, *type;
};

static struct plain_op plain_op(struct formula *formula) {
    struct context *context = formula->at.module->context;
    const struct op *op = formula->op;
    struct plain_op plain = {.id = op_without_broadcast(op)};
    const struct attr *direction = op_attr(op, "comparison_direction");
    const struct attr *type = op_attr(op, "compare_type");
    if (direction) {
        plain.direction =
            attr_enum(context, &attr_comparison_direction, attr_case(direction, COMPARE_EQ));
    }
    if (type) {
        plain.type = attr_enum(context, &attr_comparison_type, attr_case(type, COMPARE_NO_TYPE));
    }
    return plain;
}

static struct value *build_plain(struct builder *at, const struct plain_op *plain, uint32_t count,
                                 struct value *const *operands, const struct type *type) {
    struct op *op = build_row(at, plain->id, count, operands, 1, &type, 0);
    if (plain->direction) {
        op_set_property(at->module, op, "comparison_direction", plain->direction);
    }
    if (plain->type) {
        op_set_property(at->module, op, "compare_type", plain->type);
    }
    return op_result(op, 0);
}

/* --- static and bounded shapes ---------------------------------------------------------------- */

static bool all_static_or_bounded(const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!is_static_or_bounded(op_operand(op, i)->type)) {
            return false;
        }
    }
    return is_static_or_bounded(op_result(op, 0)->type);
}

/* A scalar predicate is left as it is: select takes one. */
static bool is_scalar_predicate(const struct op *op, uint32_t index) {
    return op_is(op, OP_CHLO_BROADCAST_SELECT) && index == 0 && op_operand(op, 0)->type->rank == 0;
}

static bool expand_known(struct formula *formula, const struct plain_op *plain) {
    struct op *op = formula->op;
    uint32_t count = op->operand_count;
    struct value *operands[MAX_OPERANDS] = {NULL};
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = op_operand(op, i);
    }
    struct shape shape;
    if (!numpy_common_shape(op, formula->at.module->context, count, operands, &shape)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!is_scalar_predicate(op, i)) {
            operands[i] = numpy_broadcast_to(&formula->at, operands[i], &shape);
        }
    }
    const struct type *type = op_result(op, 0)->type;
    return replace_with_value(formula, build_plain(&formula->at, plain, count, operands, type));
}

/* --- unknown shapes --------------------------------------------------------------------------- */

/* The shape of a value: a constant where it is known. */
static struct value *shape_or_constant(struct builder *at, struct value *value) {
    const struct type *type = value->type;
    if (!type_is_static(type)) {
        return build_shape_of(at, value);
    }
    struct context *context = at->module->context;
    const int64_t extent = type->rank;
    const struct type *extents = type_tensor(context, type_index(context), 1, &extent, NULL);
    struct op *op = build_row(at, OP_SHAPE_CONST_SHAPE, 0, NULL, 1, &extents, 0);
    op_set_property(
        at->module, op, "shape",
        attr_dense(context, extents, type->dims, type->rank * sizeof *type->dims, type->rank == 1));
    return op_result(op, 0);
}

static void shapes_of_operands(struct builder *at, const struct op *op, bool constants,
                               struct value **shapes) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *value = op_operand(op, i);
        shapes[i] = constants ? shape_or_constant(at, value) : build_shape_of(at, value);
    }
}

/* An empty `shape.assuming` that holds where the shapes broadcast to one. */
static struct op *build_assuming(struct builder *at, uint32_t count, struct value *const *shapes,
                                 const struct type *result) {
    const struct type *witness = type_dialect(at->module->context, "!shape.witness");
    struct value *holds = build_value(at, OP_SHAPE_CSTR_BROADCASTABLE, count, shapes, witness);
    struct op *assuming = build_row(at, OP_SHAPE_ASSUMING, 1, &holds, 1, &result, 1);
    block_new(at->module, &assuming->regions[0]);
    return assuming;
}

static struct value *build_extents(struct builder *at, uint32_t count, struct value *const *shapes,
                                   int64_t rank) {
    struct context *context = at->module->context;
    const struct type *extents = type_tensor(context, type_index(context), 1, &rank, NULL);
    return build_value(at, OP_SHAPE_BROADCAST, count, shapes, extents);
}

/* The operand in the computed shape: its dimensions are the last ones. */
static struct value *broadcast_to_extents(struct builder *at, struct value *value,
                                          struct value *extents, const struct type *result) {
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < value->type->rank; i++) {
        dims[i] = result->rank - value->type->rank + i;
    }
    const struct type *type = type_tensor(at->module->context, type_element(value->type),
                                          result->rank, result->dims, NULL);
    return build_dynamic_broadcast_in_dim(at, value, extents, type, value->type->rank, dims);
}

static bool expand_dynamic(struct formula *formula, const struct plain_op *plain) {
    struct op *op = formula->op;
    struct module *module = formula->at.module;
    const struct type *result = op_result(op, 0)->type;
    bool is_select = op_is(op, OP_CHLO_BROADCAST_SELECT);
    uint32_t count = op->operand_count;
    struct value *shapes[MAX_OPERANDS] = {NULL}, *operands[MAX_OPERANDS] = {NULL};
    shapes_of_operands(&formula->at, op, is_select, shapes);
    struct op *assuming = build_assuming(&formula->at, count, shapes, result);
    struct builder inside = builder_at_end(module, assuming->regions[0].first);
    inside.location = op->location;
    if (!is_select) {
        shapes_of_operands(&inside, op, true, shapes);
    }
    struct value *extents = build_extents(&inside, count, shapes, result->rank);
    for (uint32_t i = 0; i < count; i++) {
        operands[i] = is_scalar_predicate(op, i)
                          ? op_operand(op, i)
                          : broadcast_to_extents(&inside, op_operand(op, i), extents, result);
    }
    struct value *value = build_plain(&inside, plain, count, operands, result);
    build_end(&inside, OP_SHAPE_ASSUMING_YIELD, 1, &value);
    return replace_with_value(formula, op_result(assuming, 0));
}

/* --- the operations --------------------------------------------------------------------------- */

/* Both operands have one known shape: nothing is broadcast, whatever is known of the result. */
static bool operands_agree(const struct op *op) {
    const struct type *lhs = op_operand(op, 0)->type, *rhs = op_operand(op, 1)->type;
    bool agree = is_static_or_bounded(lhs) && is_static_or_bounded(rhs) && lhs->rank == rhs->rank &&
                 lhs->encoding == rhs->encoding;
    for (uint32_t i = 0; agree && i < lhs->rank; i++) {
        agree = lhs->dims[i] == rhs->dims[i];
    }
    return agree;
}

bool expand_broadcast_binary(struct formula *formula) {
    struct op *op = formula->op;
    struct plain_op plain = plain_op(formula);
    const struct type *type = op_result(op, 0)->type;
    if (!type_is_tensor(type)) {
        return false;
    }
    if (operands_agree(op)) {
        struct value *operands[2] = {op_operand(op, 0), op_operand(op, 1)};
        return replace_with_value(formula, build_plain(&formula->at, &plain, 2, operands, type));
    }
    if (!broadcast_maps_to_last(op)) {
        struct context *context = formula->at.module->context;
        struct int_list mapping = op_ints(op, "broadcast_dimensions");
        return diag_warning(context->diagnostics, op->location,
                            "unsupported non prefix-padded dynamic rank broadcast_dimensions = %s",
                            say_bare(context, mapping.count, mapping.items));
    }
    return all_static_or_bounded(op) ? expand_known(formula, &plain)
                                     : expand_dynamic(formula, &plain);
}

bool expand_broadcast_select(struct formula *formula) {
    struct plain_op plain = {.id = OP_SELECT};
    if (!type_is_tensor(op_result(formula->op, 0)->type)) {
        return false;
    }
    return all_static_or_bounded(formula->op) ? expand_known(formula, &plain)
                                              : expand_dynamic(formula, &plain);
}
