#include "verify/evaluation/work.h"

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"

static double count_of(const struct type *type) {
    double count = 1;
    for (uint32_t d = 0; type_is_tensor(type) && d < type->rank; d++) {
        count *= (double)type->dims[d];
    }
    return count;
}

double evaluation_work(const struct op *op) {
    double work = 0;
    for (uint32_t i = 0; i < op->result_count; i++) {
        work += count_of(op_result(op, i)->type);
    }
    const struct dot_dims *dims =
        op_is(op, OP_DOT_GENERAL) ? attr_as_dot(op_property(op, "dot_dimension_numbers")) : NULL;
    for (uint32_t i = 0; dims && i < dims->lhs_contracting.count; i++) {
        work *= (double)op_operand(op, 0)->type->dims[dims->lhs_contracting.items[i]];
    }
    if (op_is(op, OP_CONVOLUTION)) {
        work *= count_of(op_operand(op, 1)->type);
    }
    return work;
}
