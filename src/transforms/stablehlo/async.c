/* A computation that is waited for stands where it was started: the program goes on in order. */
#include "ops/expand_builder.h"
#include "transforms/chlo/expression.h"

/* The body of the start, in front of it. */
static struct value *run_body(struct module *module, struct op *start) {
    const struct block *body = start->regions[0].first;
    const struct op *end = block_terminator(body);
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < body->argument_count; i++) {
        pointer_map_put(&map, body->arguments[i], op_operand(start, i));
    }
    FOR_EACH_OP (op, body) {
        if (op != end) {
            op_insert_before(start, op_clone(module, op, &map));
        }
    }
    struct value *own = pointer_map_get(&map, op_operand(end, 0));
    struct value *result = own ? own : op_operand(end, 0);
    pointer_map_free(&map);
    return result;
}

bool expand_async_done(struct formula *formula) {
    struct op *op = formula->op, *start = op_operand(op, 0)->op;
    if (!start || !op_is(start, OP_ASYNC_START) || !start->regions[0].first ||
        start->regions[0].first->argument_count != start->operand_count ||
        block_terminator(start->regions[0].first)->operand_count != 1) {
        return false;
    }
    struct value *result = run_body(formula->at.module, start);
    if (result->type != op_result(op, 0)->type) {
        return false;
    }
    value_replace_uses(op_result(op, 0), result);
    op_erase(op);
    return true;
}
