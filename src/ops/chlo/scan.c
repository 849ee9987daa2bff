/* chlo.scan */
#include "ops/hooks.h"

static bool scan_verify(const struct op *op, struct context *context) {
    struct op_group inputs = op_operand_group(op, "inputs");
    struct op_group inits = op_operand_group(op, "inits");
    int64_t dim = op_int(op, "dimension", 0), size = op_int(op, "scan_dim_size", DIM_DYNAMIC);
    if (inputs.count == 0 && op->result_count <= inits.count) {
        return op_fault(op, context, "at least one of inputs or outputs must be present");
    }
    for (uint32_t i = 0; i < inputs.count; i++) {
        const struct type *input = operand_type(op, i);
        if (input->kind != TYPE_TENSOR) {
            return op_fault(op, context, "operand %u is not ranked", i);
        }
        if (dim >= (int64_t)input->rank) {
            return op_fault(op, context, "scan dimension of operand %u is out of bounds", i);
        }
        if (input->dims[dim] != DIM_DYNAMIC && size != DIM_DYNAMIC && size != input->dims[dim]) {
            return op_fault(op, context,
                            "invalid scan dimension size of operand %u: %lld, not %lld", i,
                            (long long)input->dims[dim], (long long)size);
        }
        size = size == DIM_DYNAMIC ? input->dims[dim] : size;
    }
    const struct block *block = op->regions[0].first;
    if (block->argument_count != op->operand_count) {
        return op_fault(op, context, "expects %u arguments in the body, but got %u",
                        op->operand_count, block->argument_count);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = operand_type(op, i);
        int64_t dims[MAX_RANK];
        uint32_t rank = 0;
        for (uint32_t d = 0; i < inputs.count && d < type->rank; d++) {
            if (d != dim) {
                dims[rank++] = type->dims[d];
            }
        }
        const struct type *step =
            i < inputs.count ? type_tensor(context, type->element, rank, dims, NULL) : type;
        if (!types_compatible(step, block->arguments[i]->type)) {
            return op_fault(op, context,
                            "operand and body argument %u are incompatible: '%s' and '%s'", i,
                            say_type(context, step), say_type(context, block->arguments[i]->type));
        }
    }
    return true;
}

/* What the body returns: steps, each stacked along the dimension, then what is carried out. */
static bool scan_infer(const struct op *op, struct context *context, const struct type **types) {
    struct op_group inputs = op_operand_group(op, "inputs");
    uint32_t carries = op_operand_group(op, "inits").count;
    const struct op *end = check_region(op, context, 0);
    int64_t dim = op_int(op, "dimension", 0), size = op_int(op, "scan_dim_size", DIM_DYNAMIC);
    if (!end) {
        return false;
    }
    if (end->operand_count < carries) {
        return fault(op, context, "ScanOp body must return at least %u values (carries)", carries);
    }
    for (uint32_t i = 0; i < inputs.count; i++) {
        size = size == DIM_DYNAMIC ? operand_type(op, i)->dims[dim] : size;
    }
    for (uint32_t i = 0; i < end->operand_count; i++) {
        const struct type *type = operand_type(end, i);
        int64_t dims[MAX_RANK];
        uint32_t rank = 0;
        if (type->kind != TYPE_TENSOR) {
            return fault(op, context, "terminator operand %u is not ranked", i);
        }
        bool is_stacked = i < end->operand_count - carries;
        if (is_stacked && (dim > (int64_t)type->rank || type->rank == MAX_RANK)) {
            return fault(op, context, "scan dimension of output %u is out of bounds", i);
        }
        for (uint32_t d = 0; d <= type->rank; d++) {
            if (is_stacked && d == dim) {
                dims[rank++] = size;
            }
            if (d < type->rank) {
                dims[rank++] = type->dims[d];
            }
        }
        types[i] = type_tensor(context, type->element, rank, dims, NULL);
    }
    return true;
}

struct scan_head {
    VECTOR(struct operand_ref) inputs, inits;
};

static bool parse_input(struct asm_parser *parser, void *data) {
    return parse_operand(parser, vector_push(&((struct scan_head *)data)->inputs));
}

static bool parse_init(struct asm_parser *parser, void *data) {
    return parse_operand(parser, vector_push(&((struct scan_head *)data)->inits));
}

static void set_segments(struct asm_parser *parser, struct op_state *state, const char *name,
                         uint32_t first, uint32_t second) {
    int32_t sizes[2] = {(int32_t)first, (int32_t)second};
    struct context *context = asm_context(parser);
    form_set(state, parser, name,
             attr_dense_array(context, type_integer(context, 32, SIGNLESS), 2, sizes));
}

static bool parse_types(struct asm_parser *parser, struct op_state *state,
                        const struct scan_head *head) {
    const struct type *function;
    uint32_t inputs = (uint32_t)head->inputs.count, inits = (uint32_t)head->inits.count;
    if (!parse_token(parser, ":") || !parse_function_type(parser, &function)) {
        return false;
    }
    uint32_t results = function->count - function->input_count;
    if (function->input_count != inputs + inits) {
        return asm_error_at(parser, state->location,
                            "operand types must match the number of inputs and inits: %u, not %u",
                            function->input_count, inputs + inits);
    }
    if (results < inits) {
        return asm_error_at(parser, state->location,
                            "not enough result types to cover the required carries: %u of %u",
                            results, inits);
    }
    for (uint32_t i = 0; i < results; i++) {
        *vector_push(&state->result_types) = function->items[function->input_count + i];
    }
    set_segments(parser, state, "operandSegmentSizes", inputs, inits);
    set_segments(parser, state, "resultSegmentSizes", results - inits, inits);
    return resolve_operands(parser, inputs, head->inputs.items, function->items, state) &&
           resolve_operands(parser, inits, head->inits.items, function->items + inputs, state);
}

static bool parse_chlo_scan(struct asm_parser *parser, struct op_state *state) {
    struct scan_head head = {0};
    int64_t dimension;
    bool good = parse_list(parser, "(", ")", parse_input, &head) &&
                parse_keyword(parser, "inits") && parse_list(parser, "(", ")", parse_init, &head) &&
                parse_keyword(parser, "dimension") && parse_token(parser, "=") &&
                parse_integer(parser, &dimension) &&
                optional_attr_dict_with_keyword(parser, &state->attrs) &&
                parse_region(parser, state, 0, NULL) && parse_types(parser, state, &head);
    if (good) {
        form_set(state, parser, "dimension", attr_i64(asm_context(parser), dimension));
    }
    vector_free(&head.inputs);
    vector_free(&head.inits);
    return good;
}

static void print_chlo_scan(struct asm_printer *printer, const struct op *op) {
    static const char *const elided[] = {"dimension", "operandSegmentSizes", "resultSegmentSizes"};
    struct op_group inputs = op_operand_group(op, "inputs"), inits = op_operand_group(op, "inits");
    asm_text(printer, "(");
    asm_operands(printer, op, inputs.first, inputs.count);
    asm_text(printer, ") inits (");
    asm_operands(printer, op, inits.first, inits.count);
    asm_text(printer, ") dimension=%lld", (long long)op_int(op, "dimension", 0));
    form_print_attrs(printer, op, 3, elided, true);
    asm_text(printer, " ");
    asm_region(printer, &op->regions[0], true, true);
    asm_text(printer, " : ");
    asm_function_type(printer, op);
}

static const char *name_argument(const struct op *op, uint32_t index) {
    return index < op_operand_group(op, "inputs").count ? "input" : "carry";
}

const struct op_def op_chlo_scan = {
    .name = "chlo.scan",
    .summary = "folds along a dimension and keeps the steps",
    .traits = OP_PURE | OP_SEGMENTS | OP_ISOLATED | OP_SHAPES_SUFFICE,
    .operands =
        OPERANDS({"inputs", VALUE_ANY_TENSOR, OP_MANY}, {"inits", VALUE_ANY_TENSOR, OP_MANY}),
    .results =
        RESULTS({"outputs", VALUE_ANY_TENSOR, OP_MANY}, {"carries", VALUE_ANY_TENSOR, OP_MANY}),
    .regions = {1, 1},
    .region_names = {"body"},
    .attrs = ATTRS(
        {.name = "dimension", .kind = OP_ATTR_INT, .required = true, .limit = OP_ATTR_NON_NEGATIVE},
        {.name = "scan_dim_size", .kind = OP_ATTR_INT, .limit = OP_ATTR_NON_NEGATIVE},
        {.name = "is_reverse", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE},
        {.name = "is_associative", .kind = OP_ATTR_BOOL},
        {.name = "operandSegmentSizes", .kind = OP_ATTR_ANY},
        {.name = "resultSegmentSizes", .kind = OP_ATTR_ANY}),
    .parse = parse_chlo_scan,
    .print = print_chlo_scan,
    .verify = scan_verify,
    .infer = scan_infer,
    .rule = rule_none,
    .needs = needs_all_whole,
    .emit = emit_expanded,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
    .argument_name = name_argument,
};
