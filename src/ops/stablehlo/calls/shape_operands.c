/* Custom calls that say which of their operands hold the extents of their results. */
#include "ops/op_def.h"
#include "ops/stablehlo/calls/call.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"

struct shape_operands {
    const struct op *op;
    struct context *context;
    struct int_list indices;
    uint32_t next; /* result, tuples counted by their items */
    bool good;
};

static uint32_t count_items(const struct type *type) {
    uint32_t count = type->kind == TYPE_TUPLE ? 0 : 1;
    for (uint32_t i = 0; type->kind == TYPE_TUPLE && i < type->count; i++) {
        count += count_items(type->items[i]);
    }
    return count;
}

static bool check_attr(const struct shape_operands *operands, const struct attr *attr) {
    const struct op *op = operands->op;
    uint32_t results = 0;
    bool has_tuples = false;
    for (uint32_t i = 0; i < op->result_count; i++) {
        results += count_items(op_result(op, i)->type);
        has_tuples = has_tuples || op_result(op, i)->type->kind == TYPE_TUPLE;
    }
    if (operands->indices.count != results) {
        return fault(op, operands->context,
                     "indices_of_shape_operands: number of elements (%u) must be equal to the "
                     "number of operation results (%u)%s",
                     operands->indices.count, results, has_tuples ? ", with tuples flattened" : "");
    }
    if (attr->type->rank != 1) {
        return fault(op, operands->context, "indices_of_shape_operands: must have rank = 1");
    }
    return type_is_integer(attr->type->element, 64) ||
           fault(op, operands->context, "indices_of_shape_operands: must have i64 element type");
}

/* The extents that the operand of a result holds; false where they are not known, or after an
 * error. */
static bool read_extents(struct shape_operands *operands, const struct type *type,
                         struct int_list *shape) {
    const struct op *op = operands->op;
    uint32_t result = operands->next++;
    int64_t index = operands->indices.items[result];
    if (index < 0 || index >= (int64_t)op->operand_count) {
        return fault(op, operands->context,
                     "indices_of_shape_operands: index #%u (%lld) must be within bounds for "
                     "operation operands (from 0 to %u)",
                     result, (long long)index, op->operand_count);
    }
    if (!constant_integers(op_operand(op, (uint32_t)index), shape) || shape->count > MAX_RANK) {
        return false;
    }
    bool fits =
        type->kind == TYPE_UNRANKED || (type->kind == TYPE_TENSOR && type->rank == shape->count);
    for (uint32_t d = 0; fits && d < shape->count; d++) {
        fits = shape->items[d] >= 0 &&
               (type->kind == TYPE_UNRANKED || dims_compatible(type->dims[d], shape->items[d]));
    }
    return fits || fault(op, operands->context,
                         "indices_of_shape_operands: refinement #%u ([%s]) must be compatible with "
                         "operation result #%u ('%s')",
                         result, say_bare(operands->context, shape->count, shape->items), result,
                         say_type(operands->context, type));
}

static const struct type *typed(struct shape_operands *operands, const struct type *type) {
    struct int_list shape;
    if (type->kind == TYPE_TUPLE) {
        struct arena *scratch = arena_new();
        const struct type **items = ARENA_ARRAY(scratch, const struct type *, type->count + 1);
        for (uint32_t i = 0; i < type->count && operands->good; i++) {
            items[i] = typed(operands, type->items[i]);
        }
        type = operands->good ? type_tuple(operands->context, type->count, items) : type;
        arena_free(scratch);
        return type;
    }
    operands->good = operands->good && read_extents(operands, type, &shape);
    return operands->good
               ? type_tensor(operands->context, type_element(type), shape.count, shape.items, NULL)
               : type;
}

bool types_by_shape_operands(const struct op *op, struct context *context,
                             const struct type **types) {
    const struct attr *attr = op_attr(op, "indices_of_shape_operands");
    struct shape_operands operands = {.op = op, .context = context, .good = true};
    if (!attr || attr->kind != ATTR_DENSE ||
        !attr_integers(attr, &operands.indices.count, &operands.indices.items) ||
        !check_attr(&operands, attr)) {
        return false;
    }
    for (uint32_t i = 0; i < op->result_count && operands.good; i++) {
        types[i] = typed(&operands, op_result(op, i)->type);
    }
    return operands.good;
}
