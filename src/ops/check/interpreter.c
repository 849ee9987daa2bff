/* interpreter.run_parallel, interpreter.print, interpreter.probe */
#include "ops/hooks.h"

static const struct op *function_of(const struct op *op, const struct attr *name) {
    const struct op *func = name->kind == ATTR_SYMBOL ? symbol_lookup_from(op, name) : NULL;
    return func && op_has(func, OP_FUNCTION) ? func : NULL;
}

static bool check_infeed(const struct op *op, struct context *context) {
    const struct attr *infeed = op_attr(op, "infeed");
    if (infeed && infeed->count == 0) {
        return fault(op, context, "infeed attribute is optional or should not be empty");
    }
    for (uint32_t i = 0; infeed && i < infeed->count; i++) {
        const char *name = infeed->items[i]->text ? infeed->items[i]->text : "";
        const struct op *func = function_of(op, infeed->items[i]);
        if (!func) {
            return fault(op, context, "Function %s not found", name);
        }
        const struct type *type = op_property(func, "function_type")->type;
        if (type->count - type->input_count != 1) {
            return fault(op, context, "Function %s should return 1 tensor but returns %u", name,
                         type->count - type->input_count);
        }
        if (!is_shaped(type->items[type->input_count])) {
            return fault(op, context,
                         "Function %s should return a tensor type, but instead returns '%s'", name,
                         say_type(context, type->items[type->input_count]));
        }
    }
    return true;
}

/* The numbers of operands and results that the functions of a replica have. */
static bool count_values(const struct op *op, struct context *context, const struct attr *replica,
                         uint32_t *inputs, uint32_t *results) {
    for (uint32_t i = 0; i < replica->count; i++) {
        const struct attr *name = replica->items[i];
        const struct op *func = function_of(op, name);
        if (!func || !func->regions[0].first) {
            return fault(op, context, "Function %s not found", name->text ? name->text : "");
        }
        const struct type *type = op_property(func, "function_type")->type;
        *inputs += type->input_count;
        *results += type->count - type->input_count;
    }
    return true;
}

/* A function for each partition of each replica, and their operands and results in this order. */
static bool run_parallel_verify(const struct op *op, struct context *context) {
    const struct attr *programs = op_attr(op, "programs");
    uint32_t inputs = 0, results = 0;
    for (uint32_t i = 0; i < programs->count; i++) {
        if (programs->items[i]->kind != ATTR_ARRAY) {
            return fault(op, context, "`programs` attribute must hold a list for each replica");
        }
    }
    if (programs->count == 0 || programs->items[0]->count == 0) {
        return fault(op, context, "`programs` attribute cannot be empty");
    }
    for (uint32_t i = 0; i < programs->count; i++) {
        if (programs->items[i]->count != programs->items[0]->count) {
            return fault(op, context,
                         "Sizes of second dimension of `programs` should all match %u but got %u",
                         programs->items[0]->count, programs->items[i]->count);
        }
        if (!count_values(op, context, programs->items[i], &inputs, &results)) {
            return false;
        }
    }
    if (op->operand_count != inputs) {
        return fault(op, context,
                     "Number of inputs (%u) should match the sum of the number of inputs of all "
                     "programs (%u)",
                     op->operand_count, inputs);
    }
    if (op->result_count != results) {
        return fault(op, context,
                     "Number of results (%u) should match the sum of the number of results of all "
                     "programs (%u)",
                     op->result_count, results);
    }
    return check_infeed(op, context);
}

const struct op_def op_interpreter_run_parallel = {
    .name = "interpreter.run_parallel",
    .summary = "runs functions as a grid of processes",
    .traits = 0,
    .operands = OPERANDS({"inputs", VALUE_TENSOR | VALUE_TOKEN, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR | VALUE_TOKEN, OP_MANY}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "infeed", .kind = OP_ATTR_ARRAY},
                   {.name = "programs", .kind = OP_ATTR_ARRAY, .required = true}),
    .parse = parse_generic_only,
    .print = print_generic_only,
    .verify = run_parallel_verify,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
};

static bool print_emit(const struct op *op, struct kernel_builder *builder) {
    return node_host_call(builder, op, kernel_operand(builder, op, 0), NULL) != NULL;
}

const struct op_def op_interpreter_print = {
    .name = "interpreter.print",
    .summary = "prints a value",
    .traits = 0,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = no_values,
    .regions = {0, 0},
    .attrs = no_attrs,
    .form = "$operand @attrs : @type:operand",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = print_emit,
    .canonicalize = canonicalize_nothing,
};

/* The value is recorded, and goes on as it is. */
static bool probe_emit(const struct op *op, struct kernel_builder *builder) {
    return print_emit(op, builder) && emit_identity(op, builder);
}

const struct op_def op_interpreter_probe = {
    .name = "interpreter.probe",
    .summary = "records a value",
    .traits = OP_SAME_TYPES,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "probe_id", .kind = OP_ATTR_STRING, .required = true}),
    .form = "$operand , probe_id = $probe_id @attrs : @type:result",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_nothing,
    .infer = infer_first_operand,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = probe_emit,
    .canonicalize = canonicalize_nothing,
};
