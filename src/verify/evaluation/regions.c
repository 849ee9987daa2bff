/* Regions of scalars (the bodies of reductions, the comparators of sorts), run on many elements at
 * once: each value is a row of elements, or one element that all share. */
#include "verify/evaluation/evaluate.h"

static uint32_t values_of(const struct op *op) {
    while (op && !op_has(op, OP_FUNCTION)) {
        op = op_parent(op);
    }
    return op ? (uint32_t)op->note : 0;
}

struct region_run region_open(struct local *local, const struct region *region) {
    struct region_run run = {.local = local, .block = region->first};
    run.values = memory_array(values_of(local->op) + 1, sizeof *run.values);
    return run;
}

static void clear(struct region_run *run) {
    const struct block *block = run->block;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        struct tensor **value = &run->values[block->arguments[i]->note];
        tensor_release(*value);
        *value = NULL;
    }
    FOR_EACH_OP (op, block) {
        for (uint32_t i = 0; i < op->result_count; i++) {
            struct tensor **value = &run->values[op_result(op, i)->note];
            tensor_release(*value);
            *value = NULL;
        }
    }
}

void region_close(struct region_run *run) {
    clear(run);
    memory_free(run->values);
}

/* The tensor of a value read from outside of a region. */
static struct tensor *outer_tensor(const struct local *local, const struct value *value) {
    return frame_get(local->frame, value).items[local->device];
}

static struct tensor *value_in(const struct region_run *run, const struct value *value) {
    struct tensor *own = run->values[value->note];
    return own ? own : outer_tensor(run->local, value);
}

bool is_number_of_device(const struct op *op) {
    return op_is(op, OP_PARTITION_ID) || op_is(op, OP_REPLICA_ID);
}

struct tensor *number_tensor(const struct evaluator *e, const struct op *op, int64_t device) {
    int64_t partitions = e->devices / (e->replicas > 1 ? e->replicas : 1);
    struct tensor *number = tensor_of(op_result(op, 0)->type);
    number->words[0] =
        (uint64_t)(op_is(op, OP_PARTITION_ID) ? device % partitions : device / partitions);
    return number;
}

static bool run_op(struct region_run *run, const struct op *op) {
    struct evaluator *e = run->local->e;
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    struct tensor *operands[3] = {NULL, NULL, NULL}, *result = NULL;
    for (uint32_t i = 0; i < op->operand_count && i < 3; i++) {
        operands[i] = value_in(run, op_operand(op, i));
    }
    if (rule && rule->element && op->operand_count <= 3) {
        result = element_apply(e, op, rule, operands);
    } else if (op_is(op, OP_CONSTANT) || op_is(op, OP_SDY_CONSTANT)) {
        result = constant_tensor(e, op);
    } else if ((op_is(op, OP_RESHAPE) || op_is(op, OP_BROADCAST_IN_DIM)) &&
               op_result(op, 0)->type->rank == 0) {
        result = tensor_keep(operands[0]);
    } else if (is_number_of_device(op) && !op_has(run->local->op, OP_COLLECTIVE)) {
        result = number_tensor(e, op, run->local->device); /* a collective is of several devices */
    } else {
        return evaluate_stop(e, op, "it stands in the region of another");
    }
    if (result) {
        run->values[op_result(op, 0)->note] = result;
    }
    return result != NULL;
}

bool region_apply(struct region_run *run, struct tensor **arguments, struct tensor **results) {
    const struct op *last = block_terminator(run->block);
    for (uint32_t i = 0; i < run->block->argument_count; i++) {
        run->values[run->block->arguments[i]->note] = arguments[i];
    }
    bool done = true;
    for (const struct op *op = run->block->first; done && op != last; op = op->next) {
        done = run_op(run, op);
    }
    for (uint32_t i = 0; done && i < last->operand_count; i++) {
        results[i] = tensor_keep(value_in(run, op_operand(last, i)));
    }
    clear(run);
    return done;
}
