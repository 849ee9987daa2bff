/* interpreter.run_parallel, interpreter.print, interpreter.probe */
#include "ops/hooks.h"

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
    .verify = verify_nothing,
    .infer = infer_nothing,
    .rule = rule_none,
    .partition = partition_replicate,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

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
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};

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
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
