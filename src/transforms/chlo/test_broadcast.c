/* Broadcasts operands as NumPy does, for tests of it. */
#include <string.h>

#include "ops/verify/fault.h"
#include "transforms/chlo/numpy.h"
#include "transforms/chlo/pieces.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* `"hlo_test_broadcast.numpy_broadcast"(%a, %b)` becomes a call on them in their common shape. */
#define QUESTION   "hlo_test_broadcast.numpy_broadcast"
#define NUMPY_CALL "numpy_broadcasted"

/* Whether all are tensors, and there is one at least; else an error. */
static bool check_operands(const struct op *op, struct context *context) {
    if (op->operand_count == 0) {
        return fault(op, context, "requires at least one operand to broadcast");
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!type_is_tensor(op_operand(op, i)->type)) {
            return fault(op, context, "expected ranked tensor type for broadcast inputs");
        }
    }
    return true;
}

static void call_with(struct module *module, struct op *op, const struct shape *shape) {
    struct builder at = builder_before(module, op);
    struct arena *scratch = arena_new();
    struct value **operands = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    const struct type **types = ARENA_ARRAY(scratch, const struct type *, op->result_count + 1);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = numpy_broadcast_to(&at, op_operand(op, i), shape);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op_result(op, i)->type;
    }
    struct op *call =
        build_row(&at, OP_CUSTOM_CALL, op->operand_count, operands, op->result_count, types, 0);
    op_set_property(module, call, "call_target_name",
                    attr_string(module->context, NUMPY_CALL, strlen(NUMPY_CALL)));
    op_set_property(module, call, "has_side_effect", attr_bool(module->context, true));
    op_replace(op, call);
    arena_free(scratch);
}

/* False where there is no common shape, which is reported. */
static bool broadcast(struct op *op, void *data) {
    struct module *module = data;
    struct shape shape;
    if (strcmp(op->name, QUESTION) != 0 || !check_operands(op, module->context)) {
        return strcmp(op->name, QUESTION) != 0;
    }
    struct arena *scratch = arena_new();
    struct value **operands = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = op_operand(op, i);
    }
    bool done = numpy_common_shape(op, module->context, op->operand_count, operands, &shape);
    if (done) {
        call_with(module, op, &shape);
    }
    arena_free(scratch);
    return done;
}

bool pass_test_broadcast(struct module *module, const struct pass_options *options) {
    (void)options;
    return op_walk_post(module->op, broadcast, module);
}
