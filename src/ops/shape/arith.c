/* Arithmetic on sizes: operations of arith on indices and integers. */
#include "ops/hooks.h"
#include "ops/shape/folds.h"
#include "ops/shape/index_legalization.h"
#include "ops/verify/fault.h"

#define PLAIN                                                                                      \
    .regions = {0, 0}, .infer = infer_nothing, .rule = rule_none, .needs = needs_all_whole,        \
    .canonicalize = shape_fold_in_place, COMMON_HOOKS
#define ONE_RESULT RESULTS({"result", VALUE_ANY, OP_ONE})

#define ARITH_OP(id, text, attrs_, flags, ...)                                                     \
    const struct op_def op_arith_##id = {                                                          \
        .name = "arith." #id,                                                                      \
        .summary = text,                                                                           \
        .traits = OP_PURE | OP_SAME_TYPES,                                                         \
        .operands =                                                                                \
            OPERANDS({"lhs", VALUE_INTEGER_LIKE, OP_ONE}, {"rhs", VALUE_INTEGER_LIKE, OP_ONE}),    \
        .results = RESULTS({"result", VALUE_INTEGER_LIKE, OP_ONE}),                                \
        .attrs = attrs_,                                                                           \
        .form = "$lhs , $rhs " flags "@attrs : @same_type",                                        \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .verify = verify_nothing,                                                                  \
        .emit = emit_static,                                                                       \
        __VA_ARGS__ PLAIN,                                                                         \
    };

ARITH_OP(addi, "the sum of integers", arith_overflow_attrs, "@overflow ")
ARITH_OP(divsi, "the quotient of signed integers, towards zero",
         ATTRS({.name = "isExact", .kind = OP_ATTR_UNIT}), "@exact ")
ARITH_OP(maxsi, "the larger one of signed integers", no_attrs, "")
ARITH_OP(muli, "the product of integers", arith_overflow_attrs, "@overflow ",
         .legalize_indices = legalize_muli, )
ARITH_OP(subi, "the difference of integers", arith_overflow_attrs, "@overflow ")

/* `slt, %a, %b : type`: the predicate is a number. */
static const char *const predicates[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                         "sge", "ult", "ule", "ugt", "uge"};
enum { PREDICATE_COUNT = sizeof predicates / sizeof *predicates };

static bool is_predicate(const struct attr *value) {
    return value->kind == ATTR_INTEGER && value->integer >= 0 && value->integer < PREDICATE_COUNT;
}

static bool parse_predicate(struct asm_parser *parser, struct op_state *state) {
    for (int64_t i = 0; i < PREDICATE_COUNT; i++) {
        if (optional_keyword(parser, predicates[i])) {
            struct context *context = asm_context(parser);
            attr_list_set(&state->properties, context, asm_arena(parser), "predicate",
                          attr_i64(context, i));
            return true;
        }
    }
    return asm_error(parser,
                     "expected a predicate: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge");
}

/* i1, or a tensor of it in this shape. */
static const struct type *predicate_type(struct context *context, const struct type *like) {
    const struct type *boolean = type_integer(context, 1, SIGNLESS);
    return type_is_tensor(like) ? type_with_element(context, like, boolean) : boolean;
}

static bool parse_cmpi(struct asm_parser *parser, struct op_state *state) {
    struct operand_ref refs[2];
    const struct type *type;
    if (!parse_predicate(parser, state) || !parse_token(parser, ",") ||
        !parse_operand(parser, &refs[0]) || !parse_token(parser, ",") ||
        !parse_operand(parser, &refs[1]) || !optional_attr_dict(parser, &state->attrs) ||
        !parse_token(parser, ":") || !parse_type(parser, &type) ||
        !resolve_operands(parser, 2, refs, (const struct type *[]){type, type}, state)) {
        return false;
    }
    *vector_push(&state->result_types) = predicate_type(asm_context(parser), type);
    return true;
}

static bool check_predicate(const struct op *op, struct context *context, const struct value *value,
                            const struct type *like) {
    const struct type *expected = predicate_type(context, like);
    return value->type == expected ||
           op_fault(op, context, "expected '%s', but found '%s'", say_type(context, expected),
                    say_type(context, value->type));
}

static bool cmpi_verify(const struct op *op, struct context *context) {
    return check_predicate(op, context, op_result(op, 0), op_operand(op, 0)->type);
}

static bool select_verify(const struct op *op, struct context *context) {
    const struct value *condition = op_operand(op, 0);
    return condition->type == type_integer(context, 1, SIGNLESS) ||
           check_predicate(op, context, condition, op_result(op, 0)->type);
}

static void print_cmpi(struct asm_printer *printer, const struct op *op) {
    const struct attr *predicate = op_property(op, "predicate");
    if (!predicate || !is_predicate(predicate)) {
        asm_decline(printer);
        return;
    }
    asm_text(printer, " %s, ", predicates[predicate->integer]);
    asm_operands(printer, op, 0, 2);
    form_print_attrs(printer, op, 1, (const char *[]){"predicate"}, false);
    asm_text(printer, " : ");
    asm_type(printer, op_operand(op, 0)->type);
}

const struct op_def op_arith_cmpi = {
    .name = "arith.cmpi",
    .summary = "a comparison of integers",
    .traits = OP_PURE,
    .operands = OPERANDS({"lhs", VALUE_ANY, OP_ONE}, {"rhs", VALUE_ANY, OP_ONE}),
    .results = ONE_RESULT,
    .attrs =
        ATTRS({.name = "predicate",
               .kind = OP_ATTR_INT,
               .required = true,
               .accepts = is_predicate,
               .words = "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"}),
    .agreements = AGREEMENTS({{"lhs", "rhs"}, OP_AGREE_TYPE}),
    .parse = parse_cmpi,
    .print = print_cmpi,
    .verify = cmpi_verify,
    .emit = emit_static,
    PLAIN,
};

/* `%c, %a, %b : type`, or both types where the condition is a tensor. */
static bool parse_select(struct asm_parser *parser, struct op_state *state) {
    struct context *context = asm_context(parser);
    const struct type *condition = type_integer(context, 1, SIGNLESS), *type;
    struct operand_ref refs[3];
    for (uint32_t i = 0; i < 3; i++) {
        if ((i > 0 && !parse_token(parser, ",")) || !parse_operand(parser, &refs[i])) {
            return false;
        }
    }
    if (!optional_attr_dict(parser, &state->attrs) || !parse_token(parser, ":") ||
        !parse_type(parser, &type)) {
        return false;
    }
    if (optional_token(parser, ",")) {
        condition = type;
        if (!parse_type(parser, &type)) {
            return false;
        }
    }
    const struct type *types[3] = {condition, type, type};
    *vector_push(&state->result_types) = type;
    return resolve_operands(parser, 3, refs, types, state);
}

static void print_select(struct asm_printer *printer, const struct op *op) {
    const struct type *condition = op_operand(op, 0)->type;
    asm_text(printer, " ");
    asm_operands(printer, op, 0, 3);
    form_print_attrs(printer, op, 0, NULL, false);
    asm_text(printer, " : ");
    if (condition->kind != TYPE_INTEGER) {
        asm_type(printer, condition);
        asm_text(printer, ", ");
    }
    asm_type(printer, op_result(op, 0)->type);
}

const struct op_def op_arith_select = {
    .name = "arith.select",
    .summary = "one of two values",
    .traits = OP_PURE,
    .operands = OPERANDS({"condition", VALUE_ANY, OP_ONE}, {"true_value", VALUE_ANY, OP_ONE},
                         {"false_value", VALUE_ANY, OP_ONE}),
    .results = ONE_RESULT,
    .attrs = no_attrs,
    .agreements = AGREEMENTS({{"true_value", "false_value", "result"}, OP_AGREE_TYPE}),
    .parse = parse_select,
    .print = print_select,
    .verify = select_verify,
    .emit = emit_static,
    PLAIN,
};
