#include "partition/linear.h"

#include "ops/op_def.h"

bool is_linear_in(const struct op *op, uint32_t number) {
    static const enum op_id in_all[] = {OP_ADD,       OP_SUBTRACT, OP_MULTIPLY, OP_NEGATE,
                                        OP_TRANSPOSE, OP_RESHAPE,  OP_SLICE};
    if (op->result_count != 1 || op_attr(op, "sdy.sharding_rule")) {
        return false;
    }
    const struct type *element = type_element(op->results[0].type);
    if (element->kind == TYPE_QUANTIZED) {
        return false;
    }
    if (op_is(op, OP_DIVIDE)) { /* of integers it rounds */
        return number == 0 && element->kind != TYPE_INTEGER;
    }
    for (size_t i = 0; i < sizeof in_all / sizeof *in_all; i++) {
        if (op_is(op, in_all[i])) {
            return true;
        }
    }
    return false;
}
