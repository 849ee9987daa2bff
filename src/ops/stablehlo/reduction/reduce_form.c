/* The assembly form of stablehlo.reduce: short where the region is one commutative operation,
 *   (%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (...) -> tensor<2xf32>
 * else with the region and pairs of its arguments, element and accumulator. */
#include "ops/stablehlo/reduction/reduce_form.h"

#include <string.h>

#include "ops/form/form.h"
#include "ops/op_def.h"

struct reduce_reader {
    struct asm_parser *parser;
    struct op_state *state;
    VECTOR(struct operand_ref) inputs, inits;
    VECTOR(struct block_argument_ref) elements, accumulators;
    struct signature signature;
};

/* `(%input init: %init)` */
static bool parse_pair(struct reduce_reader *reader) {
    struct operand_ref input, init;
    if (!parse_token(reader->parser, "(") || !parse_operand(reader->parser, &input) ||
        !parse_keyword(reader->parser, "init") || !parse_token(reader->parser, ":") ||
        !parse_operand(reader->parser, &init) || !parse_token(reader->parser, ")")) {
        return false;
    }
    *vector_push(&reader->inputs) = input;
    *vector_push(&reader->inits) = init;
    return true;
}

static bool parse_pairs(struct reduce_reader *reader) {
    if (!peek_token(reader->parser, "(")) {
        return true;
    }
    do {
        if (!parse_pair(reader)) {
            return false;
        }
    } while (optional_token(reader->parser, ","));
    for (size_t i = 0; i < reader->inits.count; i++) {
        *vector_push(&reader->inputs) = reader->inits.items[i];
    }
    return true;
}

/* `across dimensions = [1] {attrs} : (types) -> types`, and the operands by it. */
static bool parse_tail(struct reduce_reader *reader, bool is_short) {
    struct asm_parser *parser = reader->parser;
    uint32_t count;
    const int64_t *dims;
    struct location location;
    if (!parse_keyword(parser, "across") || !parse_keyword(parser, "dimensions") ||
        !parse_token(parser, "=") || !parse_int_list(parser, "[", "]", false, &count, &dims) ||
        !optional_attr_dict(parser, &reader->state->attrs) || !parse_token(parser, ":")) {
        return false;
    }
    location = asm_location(parser);
    if (!parse_signature(parser, &reader->signature)) {
        return false;
    }
    form_set(reader->state, parser, "dimensions", attr_i64_array(asm_context(parser), count, dims));
    const struct signature *signature = &reader->signature;
    if (is_short && signature->input_count == 0) {
        return asm_error_at(parser, reader->state->location,
                            "input types missing in reduce-op function type");
    }
    if (signature->input_count != reader->inputs.count) {
        return asm_error_at(
            parser, location,
            "number of operands and types do not match: got %zu operands and %u types",
            reader->inputs.count, signature->input_count);
    }
    for (uint32_t i = 0; i < signature->result_count; i++) {
        *vector_push(&reader->state->result_types) = signature->results[i];
    }
    return resolve_operands(parser, signature->input_count, reader->inputs.items, signature->inputs,
                            reader->state);
}

/* The region of the short form: one operation on the two arguments, and its return. */
static void build_region(struct reduce_reader *reader, const struct op_def *inner) {
    struct asm_parser *parser = reader->parser;
    struct module *module = asm_module(parser);
    struct location location = reader->state->location;
    const struct type *scalar =
        type_tensor(asm_context(parser), type_element(reader->signature.inputs[0]), 0, NULL, NULL);
    struct region *region = ARENA_NEW(asm_arena(parser), struct region);
    struct block *block = block_new(module, region);
    struct op *fold = op_new(module, inner, inner->name, location, 1, &scalar, 0);
    struct op *end =
        op_new(module, op_table[OP_RETURN], op_table[OP_RETURN]->name, location, 0, NULL, 0);
    for (uint32_t i = 0; i < 2; i++) {
        struct value *argument = block_add_argument(module, block, scalar, location);
        argument->explicit_location = reader->state->explicit_location;
        op_append_operand(module, fold, argument);
    }
    op_append_operand(module, end, op_result(fold, 0));
    fold->explicit_location = end->explicit_location = reader->state->explicit_location;
    op_append(block, fold);
    op_append(block, end);
    *vector_push(&reader->state->regions) = region;
}

/* Two operands, one result, no region, from the same dialect. */
static bool folds(const struct op_def *inner) {
    return inner && (inner->traits & OP_COMMUTATIVE) &&
           strncmp(inner->name, "stablehlo.", strlen("stablehlo.")) == 0 &&
           op_values_count(inner->operands).least == 2 && inner->regions.most == 0;
}

static bool parse_short(struct reduce_reader *reader) {
    struct asm_parser *parser = reader->parser;
    struct location location = asm_location(parser);
    const char *name;
    if (!parse_any_keyword(parser, &name)) {
        return false;
    }
    const struct op_def *inner = op_def_find(name);
    if (!folds(inner)) {
        return asm_error_at(parser, location,
                            "expected the inner-op to be a commutative binary-op from the "
                            "stablehlo dialect, with zero region, producing single result");
    }
    if (!parse_tail(reader, true) ||
        !optional_location(parser, &reader->state->explicit_location)) {
        return false;
    }
    build_region(reader, inner);
    return true;
}

static bool parse_long(struct reduce_reader *reader) {
    struct asm_parser *parser = reader->parser;
    if (!parse_tail(reader, false) || !parse_keyword(parser, "reducer")) {
        return false;
    }
    while (optional_token(parser, "(")) {
        struct block_argument_ref element = {0}, accumulator = {0};
        if (!parse_block_argument(parser, &element) || !parse_token(parser, ",") ||
            !parse_block_argument(parser, &accumulator) || !parse_token(parser, ")")) {
            return false;
        }
        *vector_push(&reader->elements) = element;
        *vector_push(&reader->accumulators) = accumulator;
    }
    for (size_t i = 0; i < reader->accumulators.count; i++) {
        *vector_push(&reader->elements) = reader->accumulators.items[i];
    }
    return parse_region(parser, reader->state, (uint32_t)reader->elements.count,
                        reader->elements.items);
}

bool parse_reduce(struct asm_parser *parser, struct op_state *state) {
    struct reduce_reader reader = {.parser = parser, .state = state};
    /* As MLIR has it: the operation, and what the short form implies, stand at its operands. */
    state->location = asm_location(parser);
    bool good = parse_pairs(&reader);
    if (good) {
        good = optional_keyword(parser, "applies") ? parse_short(&reader) : parse_long(&reader);
    }
    vector_free(&reader.inputs);
    vector_free(&reader.inits);
    vector_free(&reader.elements);
    vector_free(&reader.accumulators);
    return good;
}

/* The one operation of a region that the short form can say, or NULL. */
static const struct op *short_form(const struct op *op) {
    const struct block *block = op->regions[0].first;
    if (!block || block->next || block->argument_count != 2 || op->operand_count == 0) {
        return NULL;
    }
    const struct op *fold = block->first, *end = block->last;
    if (!fold || fold->next != end || !op_is(end, OP_RETURN) || !folds(fold->def) ||
        fold->operand_count != 2 || fold->result_count != 1 || end->operand_count != 1) {
        return NULL;
    }
    const struct type *scalar = op_operand(fold, 0)->type;
    bool plain = scalar->kind == TYPE_TENSOR && scalar->rank == 0 && !scalar->encoding &&
                 scalar->element == type_element(op_operand(op, 0)->type) &&
                 op_operand(fold, 1)->type == scalar && op_result(fold, 0)->type == scalar;
    bool forwarded = op_operand(fold, 0) == block->arguments[0] &&
                     op_operand(fold, 1) == block->arguments[1] &&
                     op_operand(end, 0) == op_result(fold, 0);
    return plain && forwarded ? fold : NULL;
}

static void print_arguments(struct asm_printer *printer, const struct op *op) {
    const struct block *block = op->regions[0].first;
    uint32_t half = block ? block->argument_count / 2 : 0;
    for (uint32_t i = 0; i < half; i++) {
        asm_text(printer, "(");
        asm_block_argument(printer, block->arguments[i], true);
        asm_argument_location(printer, block->arguments[i]);
        asm_text(printer, ", ");
        asm_block_argument(printer, block->arguments[i + half], true);
        asm_argument_location(printer, block->arguments[i + half]);
        asm_text(printer, ") ");
    }
}

void print_reduce(struct asm_printer *printer, const struct op *op) {
    static const char *const elided[] = {"dimensions"};
    uint32_t half = op->operand_count / 2;
    const struct op *fold = short_form(op);
    for (uint32_t i = 0; i < half; i++) {
        asm_text(printer, i ? ", (" : "(");
        asm_operand(printer, op_operand(op, i));
        asm_text(printer, " init: ");
        asm_operand(printer, op_operand(op, i + half));
        asm_text(printer, ")");
    }
    if (fold) {
        asm_text(printer, " applies %s", fold->name);
    }
    struct int_list dims = op_ints(op, "dimensions");
    asm_text(printer, " across dimensions = [");
    for (uint32_t i = 0; i < dims.count; i++) {
        asm_text(printer, "%s%lld", i ? ", " : "", (long long)dims.items[i]);
    }
    asm_text(printer, "]");
    form_print_attrs(printer, op, 1, elided, false);
    asm_text(printer, " : ");
    asm_function_type(printer, op);
    if (!fold) {
        asm_newline(printer);
        asm_text(printer, " reducer");
        print_arguments(printer, op);
        asm_text(printer, " ");
        asm_region(printer, &op->regions[0], false, true);
    }
}
