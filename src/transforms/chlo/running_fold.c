/* chlo.scan whose body is one commutative operation: a reduction over windows as long as the
 * dimension, padded on one side, which the code generator compiles as a scan. */
#include <math.h>
#include <string.h>

#include "ops/op_def.h"
#include "transforms/chlo/chlo.h"
#include "transforms/chlo/pieces.h"

static const enum op_id folds[] = {OP_ADD, OP_MULTIPLY, OP_MAXIMUM, OP_MINIMUM};

enum { FOLD_COUNT = sizeof folds / sizeof folds[0] };

/* The operation that the body applies to its two arguments and returns as output and carry: its
 * place among the folds, or FOLD_COUNT. */
static uint32_t find_fold(const struct op *scan) {
    const struct block *body = scan->regions[0].first;
    const struct op *op = body->first, *returns = block_terminator(body);
    bool is_single = op != returns && op->next == returns && op->operand_count == 2 &&
                     op->result_count == 1 && returns->operand_count == 2 &&
                     body->argument_count == 2;
    if (!is_single || op_operand(returns, 0) != op_result(op, 0) ||
        op_operand(returns, 1) != op_result(op, 0)) {
        return FOLD_COUNT;
    }
    const struct value *a = op_operand(op, 0), *b = op_operand(op, 1);
    const struct value *input = body->arguments[0], *carry = body->arguments[1];
    uint32_t fold = (a == input && b == carry) || (a == carry && b == input) ? 0 : FOLD_COUNT;
    while (fold < FOLD_COUNT && !op_is(op, folds[fold])) {
        fold++;
    }
    return fold;
}

static bool is_float_identity(enum op_id id, double value) {
    switch (id) {
    case OP_ADD:
        return value == 0;
    case OP_MULTIPLY:
        return value == 1;
    case OP_MAXIMUM:
        return isinf(value) && value < 0;
    case OP_MINIMUM:
        return isinf(value) && value > 0;
    default:
        return false;
    }
}

/* Whether a constant is the first value of every fold by the operation. */
static bool is_identity(const struct value *value, enum op_id id) {
    const struct attr *dense = value->op ? op_property(value->op, "value") : NULL;
    if (!dense || dense->kind != ATTR_DENSE || !dense->splat) {
        return false;
    }
    const struct type *element = type_element(dense->type);
    if (element->kind == TYPE_FLOAT) {
        return is_float_identity(id, attr_dense_real(dense, 0));
    }
    return element->kind == TYPE_INTEGER && element->width > 1 &&
           (id == OP_ADD || id == OP_MULTIPLY) &&
           attr_dense_integer(dense, 0) == (id == OP_MULTIPLY);
}

static struct value *scalar_like(struct builder *at, const struct value *constant) {
    struct context *context = at->module->context;
    const struct attr *dense = op_property(constant->op, "value");
    const struct type *type = type_tensor(context, type_element(dense->type), 0, NULL, NULL);
    return build_constant(at, attr_dense(context, type, dense->data, dense->length, true));
}

static struct value *build_window(struct builder *at, const struct op *scan, enum op_id id,
                                  int64_t dim, bool reverse) {
    struct context *context = at->module->context;
    const struct type *type = op_operand(scan, 0)->type;
    int64_t size[MAX_RANK], padding[2 * MAX_RANK] = {0};
    const int64_t shape[2] = {type->rank, 2};
    for (uint32_t d = 0; d < type->rank; d++) {
        size[d] = d == dim ? type->dims[d] : 1;
    }
    padding[2 * dim + (reverse ? 1 : 0)] = type->dims[dim] - 1;
    struct value *operands[2] = {op_operand(scan, 0), scalar_like(at, op_operand(scan, 1))};
    struct op *window = build_row(at, OP_REDUCE_WINDOW, 2, operands, 1, &type, 1);
    const struct type *pairs =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, shape, NULL);
    op_set_property(at->module, window, "window_dimensions",
                    attr_i64_array(context, type->rank, size));
    op_set_property(at->module, window, "padding",
                    attr_dense(context, pairs, padding, 2 * type->rank * sizeof *padding, false));
    build_binary_body(at, &window->regions[0], id, type->element);
    return op_result(window, 0);
}

/* What the last step left: the last element of each line, or the first. */
static struct value *build_carry(struct builder *at, struct value *results, int64_t dim,
                                 bool reverse, const struct type *carry) {
    const struct type *type = results->type;
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    memcpy(limit, type->dims, type->rank * sizeof *limit);
    start[dim] = reverse ? 0 : type->dims[dim] - 1;
    limit[dim] = start[dim] + 1;
    return build_reshape(at, build_slice(at, results, start, limit), carry->rank, carry->dims);
}

bool expand_running_fold(struct formula *formula) {
    struct op *scan = formula->op;
    if (scan->operand_count != 2 || scan->result_count != 2 ||
        op_operand_group(scan, "inputs").count != 1 ||
        op_result(scan, 0)->type != op_operand(scan, 0)->type ||
        !type_is_static(op_operand(scan, 0)->type)) {
        return false;
    }
    int64_t dim = op_int(scan, "dimension", 0);
    const struct attr *reverse_attr = op_property(scan, "is_reverse");
    bool reverse = reverse_attr && reverse_attr->integer != 0;
    uint32_t fold = find_fold(scan);
    if (fold == FOLD_COUNT || op_operand(scan, 0)->type->dims[dim] < 2 ||
        !is_identity(op_operand(scan, 1), folds[fold])) {
        return false;
    }
    struct builder *at = &formula->at;
    struct value *results = build_window(at, scan, folds[fold], dim, reverse);
    value_replace_uses(op_result(scan, 1),
                       build_carry(at, results, dim, reverse, op_result(scan, 1)->type));
    value_replace_uses(op_result(scan, 0), results);
    op_erase(scan);
    return true;
}
