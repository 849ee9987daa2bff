/* How much operations compute that have no count of their own. */
#include "ops/flops.h"

#include "ops/op_def.h"
#include "ops/scalar.h"

double flops_elements(const struct type *type) {
    return type_is_static(type) ? (double)type_count(type) : 0;
}

double flops_extent(const struct type *type, int64_t dim) {
    return dim >= 0 && dim < type->rank ? (double)type->dims[dim] : 1;
}

double flops_of_result(const struct op *op) {
    return flops_elements(op_result(op, 0)->type);
}

double flops_of_operand(const struct op *op) {
    return flops_elements(op_operand(op, 0)->type);
}

double flops_by_scalar(const struct op *op) {
    return op->def->scalar != SCALAR_NONE && op->result_count == 1 ? flops_of_result(op) : 0;
}

double op_flops(const struct op *op) {
    return op->operand_count > 0 && op->result_count > 0 ? op->def->flops(op) : 0;
}
