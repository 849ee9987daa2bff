/* sdy.manual_computation: the program of one device in the middle of one for all. Each device gets
 * its part along the manual axes; the parts that devices give are put together again. */
#include "verify/operations/control.h"
#include "verify/operations/sides.h"

static bool give_result(struct evaluator *e, struct frame *frame, const struct op *op, uint32_t i,
                        struct axis_list manual, struct lanes *parts) {
    const struct value *result = op_result(op, i);
    struct cut_value side = {.whole = result->type};
    if (!side_read(e, op, attr_as_shardings(op_attr(op, "out_shardings"))->items[i], manual,
                   &side)) {
        return false;
    }
    struct lanes whole = lanes_new(e);
    side_join(e, &side, manual, *parts, &whole);
    frame_set(e, frame, result, whole);
    lanes_free(e, parts);
    return true;
}

static bool take_operands(struct evaluator *e, struct frame *frame, const struct op *op,
                          struct axis_list manual, struct lanes *arguments) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct attr *sharding = attr_as_shardings(op_attr(op, "in_shardings"))->items[i];
        struct cut_value side = {.whole = op_operand(op, i)->type,
                                 .part = op->regions[0].first->arguments[i]->type};
        if (!type_is_tensor(side.whole)) {
            arguments[i] = lanes_copy(e, frame_get(frame, op_operand(op, i)));
            continue;
        }
        if (!side_read(e, op, sharding, manual, &side)) {
            return false;
        }
        arguments[i] = side_cut(e, &side, frame_get(frame, op_operand(op, i)));
    }
    return true;
}

bool lanes_manual_computation(struct evaluator *e, struct frame *frame, const struct op *op) {
    const struct axis_list *manual = attr_as_axes(op_attr(op, "manual_axes"));
    struct axis_list axes = manual ? *manual : (struct axis_list){0};
    struct lanes *arguments = memory_array(op->operand_count + 1, sizeof *arguments);
    struct lanes *outputs = memory_array(op->result_count + 1, sizeof *outputs);
    bool done = take_operands(e, frame, op, axes, arguments) &&
                evaluate_block(e, frame, op->regions[0].first, arguments, outputs);
    for (uint32_t i = 0; done && i < op->result_count; i++) {
        done = give_result(e, frame, op, i, axes, &outputs[i]);
    }
    memory_free(arguments);
    memory_free(outputs);
    return done;
}
