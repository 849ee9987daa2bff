/* Computations of sizes by operations on indices become ones by operations of stablehlo on i32.
 * Casts between both stand where they meet, as MLIR's conversions leave them. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/shape/folds.h"
#include "ops/shape/index_legalization.h"
#include "ops/verify/fault.h"
#include "transforms/pass.h"

struct shape_legalization {
    struct index_legalization to;
    VECTOR(struct op *) ops;
    VECTOR(struct shape_fold) folds; /* of the operations as they were */
};

static bool is_of(const struct op *op, const char *dialect) {
    return strncmp(op->name, dialect, strlen(dialect)) == 0;
}

static bool is_of_stablehlo(const struct op *op) {
    for (int id = OP_ABS; id <= OP_XOR; id++) {
        if (op_is(op, (enum op_id)id)) {
            return true;
        }
    }
    return false;
}

static bool is_illegal(const struct op *op) {
    bool takes_index = false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        takes_index = takes_index || is_of_indices(op_operand(op, i));
    }
    return is_of(op, "shape.") || (is_of(op, "tensor.") && !op_is(op, OP_TENSOR_CAST)) ||
           op_is(op, OP_ARITH_INDEX_CAST) || op_is(op, OP_ARITH_MULI) ||
           (takes_index && is_of_stablehlo(op));
}

/* --- what needs no operation ------------------------------------------------------------------
 *
 * MLIR's conversions fold first. What would become a constant of arith is left, for that is none of
 * what they convert to; a list of extents becomes one of i32. */

static bool is_constant(const struct value *value) {
    return value->op &&
           (op_is(value->op, OP_ARITH_CONSTANT) || op_is(value->op, OP_SHAPE_CONST_SHAPE));
}

/* Folds move constants behind other operands. */
static void order_operands(struct op *op) {
    struct value *first = op_operand(op, 0), *second = op_operand(op, 1);
    if (is_constant(first) && !is_constant(second)) {
        op_set_operand(op, 0, second);
        op_set_operand(op, 1, first);
    }
}

static struct shape_fold fold(struct shape_legalization *to, struct op *op) {
    bool gives_list = op_is(op, OP_SHAPE_BROADCAST) || op_is(op, OP_SHAPE_CONCAT);
    if ((op_is(op, OP_ARITH_MULI) || op_is(op, OP_SHAPE_BROADCAST)) && op->operand_count == 2) {
        order_operands(op);
    }
    struct shape_fold fold = shape_fold_of(to->to.module->context, op);
    fold.constant = gives_list ? fold.constant : NULL;
    return fold;
}

static bool collect(struct op *op, void *data) {
    struct shape_legalization *to = data;
    if (is_illegal(op)) {
        *vector_push(&to->ops) = op;
        *vector_push(&to->folds) = fold(to, op);
    }
    return true;
}

static bool legalize(struct shape_legalization *to, struct op *op, const struct shape_fold *fold) {
    to->to.at = builder_before(to->to.module, op);
    if (fold->constant) {
        uint32_t count;
        const int64_t *extents;
        return attr_integers(fold->constant, &count, &extents) &&
               replace_by_index(&to->to, op, index_list_in_i32(&to->to, count, extents));
    }
    if (fold->value) {
        value_replace_uses(op_result(op, 0), fold->value);
        return true;
    }
    return op->def->legalize_indices && op->def->legalize_indices(op, &to->to);
}

static bool legalize_all(struct shape_legalization *to) {
    for (size_t i = 0; i < to->ops.count; i++) {
        struct op *op = to->ops.items[i];
        if (!legalize(to, op, &to->folds.items[i])) {
            return fault(op, to->to.module->context,
                         "failed to legalize operation '%s' that was explicitly marked illegal",
                         op->name);
        }
    }
    return true;
}

bool pass_shape_legalize_to_stablehlo(struct module *module, const struct pass_options *options) {
    (void)options;
    struct shape_legalization to = {.to = {.module = module}};
    op_walk(module->op, collect, &to);
    bool done = legalize_all(&to);
    for (size_t i = to.ops.count; done && i-- > 0;) {
        struct op *op = to.ops.items[i];
        if (!is_of_stablehlo(op)) {
            op_erase(op);
        }
    }
    bool any = to.ops.count > 0;
    vector_free(&to.ops);
    vector_free(&to.folds);
    return done && (!any || pass_verify_ops(module, 0));
}
