/* Other operations in the place of operations. */
#include "ops/build.h"
#include "transforms/transforms.h"

struct op *op_stand_in(struct module *module, struct op *op, enum op_id id, uint32_t region_count) {
    struct builder at = builder_before(module, op);
    struct arena *scratch = arena_new();
    struct value **operands = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    const struct type **types = ARENA_ARRAY(scratch, const struct type *, op->result_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = op_operand(op, i);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op_result(op, i)->type;
    }
    struct op *made =
        build_row(&at, id, op->operand_count, operands, op->result_count, types, region_count);
    made->explicit_location = op->explicit_location;
    made->attrs = op->attrs;
    arena_free(scratch);
    return made;
}

void op_replace(struct op *op, struct op *with) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        value_replace_uses(op_result(op, i), op_result(with, i));
    }
    op_erase(op);
}
