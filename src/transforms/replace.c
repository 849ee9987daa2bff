/* Other operations in the place of operations. */
#include "ops/build.h"
#include "transforms/transforms.h"

void op_replace(struct op *op, struct op *with) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        value_replace_uses(op_result(op, i), op_result(with, i));
    }
    op_erase(op);
}
