/* stablehlo.while */
#include <string.h>

#include "ops/hooks.h"
#include "ops/stablehlo/control/branches.h"

static const char *say_arguments(struct context *context, const struct block *block) {
    const struct type *types[MAX_RANK];
    uint32_t count = block->argument_count < MAX_RANK ? block->argument_count : MAX_RANK;
    for (uint32_t i = 0; i < count; i++) {
        types[i] = block->arguments[i]->type;
    }
    return say_types(context, count, types);
}

static bool takes_operands(const struct op *op, const struct block *block) {
    if (block->argument_count != op->operand_count) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!types_compatible(operand_type(op, i), block->arguments[i]->type)) {
            return false;
        }
    }
    return true;
}

static bool while_verify(const struct op *op, struct context *context) {
    const struct op *condition = check_region(op, context, 0);
    const struct op *body = condition ? check_region(op, context, 1) : NULL;
    if (!condition || !body) {
        return false;
    }
    const char *names[] = {"condition", "body"};
    for (uint32_t i = 0; i < 2; i++) {
        const struct block *block = op->regions[i].first;
        if (!takes_operands(op, block)) {
            return fault(
                op, context,
                "expect operands to be compatible with %s block arguments but got %s vs %s",
                names[i], say_operand_types(context, op), say_arguments(context, block));
        }
    }
    if (!may_end_block(body)) {
        return fault(op, context, "The while body-region expected to have a terminator");
    }
    if (!same_operand_types(op, body)) {
        return fault(op, context,
                     "expect operands to be compatible with body block return types but got %s vs "
                     "%s",
                     say_operand_types(context, op), say_operand_types(context, body));
    }
    if (condition->operand_count != 1) {
        return fault(op, context, "expect condition body returns a single value but got %u",
                     condition->operand_count);
    }
    if (!is_predicate_scalar(operand_type(condition, 0))) {
        return fault(op, context,
                     "expect condition block return a zero-ranked tensor of i1 but got '%s'",
                     say_type(context, operand_type(condition, 0)));
    }
    return true;
}

static bool while_infer(const struct op *op, struct context *context, const struct type **types) {
    (void)context;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        types[i] = operand_type(op, i);
    }
    return true;
}

struct loop_head {
    VECTOR(struct operand_ref) operands;
    VECTOR(struct block_argument_ref) arguments;
};

/* `%iterArg = %init` */
static bool parse_carried(struct asm_parser *parser, void *data) {
    struct loop_head *head = (struct loop_head *)data;
    struct operand_ref argument, operand;
    if (!parse_operand(parser, &argument) || !parse_token(parser, "=") ||
        !parse_operand(parser, &operand)) {
        return false;
    }
    *vector_push(&head->operands) = operand;
    *vector_push(&head->arguments) =
        (struct block_argument_ref){.name = argument.name, .location = argument.location};
    return true;
}

static bool parse_carried_types(struct asm_parser *parser, struct op_state *state,
                                struct loop_head *head) {
    struct location location = asm_location(parser);
    if (!parse_token(parser, ":")) {
        return false;
    }
    size_t count = 0;
    do {
        const struct type *type;
        if (!parse_type(parser, &type)) {
            return false;
        }
        *vector_push(&state->result_types) = type;
        if (count < head->arguments.count) {
            head->arguments.items[count].type = type;
        }
        count++;
    } while (optional_token(parser, ","));
    if (count != head->operands.count) {
        return asm_error_at(
            parser, location,
            "number of operands and types do not match: got %zu operands and %zu types",
            head->operands.count, count);
    }
    return resolve_operands(parser, (uint32_t)count, head->operands.items,
                            state->result_types.items, state);
}

static bool parse_loop(struct asm_parser *parser, struct op_state *state, struct loop_head *head) {
    if (!parse_list(parser, "(", ")", parse_carried, head)) {
        return false;
    }
    uint32_t count = (uint32_t)head->operands.count;
    if (count > 0 && !parse_carried_types(parser, state, head)) {
        return false;
    }
    return optional_attr_dict_with_keyword(parser, &state->attrs) &&
           parse_keyword(parser, "cond") &&
           parse_region(parser, state, count, head->arguments.items) &&
           parse_keyword(parser, "do") && parse_region(parser, state, count, head->arguments.items);
}

static bool parse_while(struct asm_parser *parser, struct op_state *state) {
    struct loop_head head = {0};
    bool good = parse_loop(parser, state, &head);
    vector_free(&head.operands);
    vector_free(&head.arguments);
    return good;
}

/* The form gives each carried value one type, and the arguments of both regions one name. */
static bool form_says_all(const struct op *op) {
    for (uint32_t i = 0; i < op->region_count; i++) {
        const struct block *block = op->regions[i].first;
        if (!block || block->argument_count != op->operand_count) {
            return false;
        }
        for (uint32_t j = 0; j < op->operand_count; j++) {
            if (block->arguments[j]->type != op_operand(op, j)->type) {
                return false;
            }
        }
    }
    for (uint32_t j = 0; j < op->operand_count; j++) {
        if (op->results[j].type != op_operand(op, j)->type) {
            return false;
        }
    }
    return true;
}

static void print_while(struct asm_printer *printer, const struct op *op) {
    const struct block *body = op->regions[1].first;
    if (!form_says_all(op)) {
        asm_decline(printer);
        return;
    }
    asm_text(printer, "(");
    for (uint32_t i = 0; body && i < body->argument_count && i < op->operand_count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        asm_operand(printer, body->arguments[i]);
        asm_text(printer, " = ");
        asm_operand(printer, op_operand(op, i));
    }
    asm_text(printer, ")");
    for (uint32_t i = 0; i < op->operand_count; i++) {
        asm_text(printer, i ? ", " : " : ");
        asm_type(printer, op_operand(op, i)->type);
    }
    form_print_attrs(printer, op, 0, NULL, true);
    asm_newline(printer);
    asm_text(printer, "cond ");
    asm_region(printer, &op->regions[0], false, true);
    asm_text(printer, " do ");
    asm_region(printer, &op->regions[1], false, true);
}

static const char *name_argument(const struct op *op, uint32_t index) {
    (void)op, (void)index;
    return "iterArg";
}

static bool while_emit(const struct op *op, struct kernel_builder *builder) {
    return kernel_loop(builder, op, &op->regions[0], &op->regions[1]);
}

const struct op_def op_while = {
    .name = "stablehlo.while",
    .summary = "repeats a region while a condition holds",
    .traits = OP_PURE | OP_SINGLE_BLOCK | OP_REGION_FLOW,
    .operands = OPERANDS({"operand", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_BUFFER, OP_MANY}),
    .results = RESULTS({"results", VALUE_TENSOR_PER_AXIS | VALUE_TOKEN | VALUE_BUFFER, OP_MANY}),
    .regions = {2, 2},
    .region_names = {"cond", "body"},
    .ends_with = "stablehlo.return",
    .attrs = no_attrs,
    .parse = parse_while,
    .print = print_while,
    .verify = while_verify,
    .infer = while_infer,
    .flow = OP_FLOW_LOOP,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = while_emit,
    .canonicalize = canonicalize_nothing,
    .bound = bound_loop,
    .fill = fill_in_place,
    .reify = reify_elementwise,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
    .argument_name = name_argument,
};
