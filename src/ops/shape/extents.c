/* Computing with extents: operations of shape, tensor and arith on indices. Some are folded where
 * shapes are known; shape-legalize-to-stablehlo makes operations of stablehlo of them. */
#include "ops/hooks.h"
#include "ops/shape/folds.h"
#include "ops/shape/index_legalization.h"
#include "ops/verify/fault.h"

#define PLAIN .verify = verify_nothing, UNVERIFIED
#define UNVERIFIED                                                                                 \
    .regions = {0, 0}, .infer = infer_nothing, .rule = rule_none, .needs = needs_all_whole,        \
    .canonicalize = shape_fold_in_place, COMMON_HOOKS

/* --- shape ------------------------------------------------------------------------------------ */

#define SHAPE_OP(id, text, operands_, results_, form_, emit_, ...)                                 \
    const struct op_def op_shape_##id = {                                                          \
        .name = "shape." #id,                                                                      \
        .summary = text,                                                                           \
        .traits = OP_PURE,                                                                         \
        .operands = operands_,                                                                     \
        .results = results_,                                                                       \
        .attrs = no_attrs,                                                                         \
        .form = form_,                                                                             \
        .parse = parse_by_form,                                                                    \
        .print = print_by_form,                                                                    \
        .emit = emit_,                                                                             \
        __VA_ARGS__ PLAIN,                                                                         \
    };
#define ONE_RESULT RESULTS({"result", VALUE_ANY, OP_ONE})

SHAPE_OP(num_elements, "the number of elements of a shape",
         OPERANDS({"shape", VALUE_SHAPE, OP_ONE}), RESULTS({"result", VALUE_SIZE, OP_ONE}),
         "$shape @attrs : @type:shape -> @type:result", emit_static,
         .legalize_indices = legalize_num_elements, )
SHAPE_OP(concat, "two shapes one after the other",
         OPERANDS({"lhs", VALUE_SHAPE, OP_ONE}, {"rhs", VALUE_SHAPE, OP_ONE}),
         RESULTS({"result", VALUE_SHAPE, OP_ONE}),
         "$lhs , $rhs @attrs : @type:lhs , @type:rhs -> @type:result", emit_static)
SHAPE_OP(dim, "one extent of a value",
         OPERANDS({"value", VALUE_ANY, OP_ONE}, {"index", VALUE_SIZE, OP_ONE}),
         RESULTS({"extent", VALUE_SIZE, OP_ONE}),
         "$value , $index @attrs : @type:value , @type:index -> @type:extent", emit_unsupported)
SHAPE_OP(to_extent_tensor, "a shape as a tensor", OPERANDS({"input", VALUE_SHAPE, OP_ONE}),
         ONE_RESULT, "$input @attrs : @type:input -> @type:result", emit_unsupported)
SHAPE_OP(split_at, "a shape in two",
         OPERANDS({"operand", VALUE_SHAPE, OP_ONE}, {"index", VALUE_SIZE, OP_ONE}),
         RESULTS({"head", VALUE_SHAPE, OP_ONE}, {"tail", VALUE_SHAPE, OP_ONE}),
         "$operand , $index @attrs : @type:operand , @type:index -> @type:head , @type:tail",
         emit_unsupported)
SHAPE_OP(cstr_eq, "a witness that shapes are equal", OPERANDS({"shapes", VALUE_SHAPE, OP_MANY}),
         RESULTS({"result", VALUE_WITNESS, OP_ONE}), "$shapes @attrs : @type:shapes @witness",
         emit_unsupported)

/* --- tensor ----------------------------------------------------------------------------------- */

/* `[` operands `]`, or operands alone, separated by commas. */
struct refs {
    VECTOR(struct operand_ref) list;
};

static bool parse_ref(struct asm_parser *parser, void *data) {
    struct operand_ref ref;
    struct refs *refs = data;
    if (!parse_operand(parser, &ref)) {
        return false;
    }
    *vector_push(&refs->list) = ref;
    return true;
}

static bool resolve_all(struct asm_parser *parser, const struct refs *refs, size_t from,
                        const struct type *type, struct op_state *state) {
    bool done = true;
    for (size_t i = from; i < refs->list.count && done; i++) {
        done = resolve_operands(parser, 1, &refs->list.items[i], &type, state);
    }
    return done;
}

static bool parse_tensor(struct asm_parser *parser, const struct type **tensor) {
    struct location location = asm_location(parser);
    return parse_type(parser, tensor) &&
           ((*tensor)->kind == TYPE_TENSOR || (*tensor)->kind == TYPE_UNRANKED ||
            asm_error_at(parser, location, "invalid kind of type specified"));
}

/* `%t, %i : type`, `%t[%i, %j] : type`: a tensor and indices. */
static bool parse_indexed(struct asm_parser *parser, struct op_state *state, bool in_brackets,
                          const struct type **tensor) {
    struct refs refs = {0};
    bool done = parse_ref(parser, &refs) &&
                (in_brackets ? parse_list(parser, "[", "]", parse_ref, &refs)
                             : parse_token(parser, ",") && parse_ref(parser, &refs)) &&
                optional_attr_dict(parser, &state->attrs) && parse_token(parser, ":") &&
                parse_tensor(parser, tensor) &&
                resolve_operands(parser, 1, &refs.list.items[0], tensor, state) &&
                resolve_all(parser, &refs, 1, type_index(asm_context(parser)), state);
    vector_free(&refs.list);
    return done;
}

static bool parse_dim(struct asm_parser *parser, struct op_state *state) {
    const struct type *tensor;
    if (!parse_indexed(parser, state, false, &tensor)) {
        return false;
    }
    *vector_push(&state->result_types) = type_index(asm_context(parser));
    return true;
}

static bool parse_extract(struct asm_parser *parser, struct op_state *state) {
    const struct type *tensor;
    if (!parse_indexed(parser, state, true, &tensor)) {
        return false;
    }
    *vector_push(&state->result_types) = type_element(tensor);
    return true;
}

static void print_operands(struct asm_printer *printer, const struct op *op, uint32_t from) {
    for (uint32_t i = from; i < op->operand_count; i++) {
        asm_text(printer, "%s", i > from ? ", " : "");
        asm_operand(printer, op_operand(op, i));
    }
}

static void print_indexed(struct asm_printer *printer, const struct op *op) {
    asm_text(printer, " ");
    print_operands(printer, op, 0);
    form_print_attrs(printer, op, 0, NULL, false);
    asm_text(printer, " : ");
    asm_type(printer, op_operand(op, 0)->type);
}

static void print_extract(struct asm_printer *printer, const struct op *op) {
    asm_text(printer, " ");
    asm_operand(printer, op_operand(op, 0));
    asm_text(printer, "[");
    print_operands(printer, op, 1);
    asm_text(printer, "]");
    form_print_attrs(printer, op, 0, NULL, false);
    asm_text(printer, " : ");
    asm_type(printer, op_operand(op, 0)->type);
}

static bool verify_extract(const struct op *op, struct context *context) {
    const struct type *type = op_operand(op, 0)->type;
    return type->kind != TYPE_TENSOR || op->operand_count == type->rank + 1 ||
           op_fault(op, context, "incorrect number of indices for extract_element");
}

/* As many as the tensor has elements. */
static bool check_elements(struct asm_parser *parser, struct location location, size_t count,
                           const struct type *type) {
    int64_t wanted = type_is_static(type) ? type_count(type) : -1;
    return wanted == (int64_t)count ||
           asm_error_at(parser, location,
                        "number of operands and types do not match: got %zu operands and %lld "
                        "types",
                        count, (long long)wanted);
}

/* `%a, %b : tensor<2xindex>`: the type is that of the result. */
static bool parse_from_elements(struct asm_parser *parser, struct op_state *state) {
    struct refs refs = {0};
    struct location location = asm_location(parser);
    const struct type *type;
    bool done = peek_token(parser, ":") || peek_token(parser, "{");
    while (!done && parse_ref(parser, &refs) && !(done = !optional_token(parser, ","))) {
    }
    done = done && optional_attr_dict(parser, &state->attrs) && parse_token(parser, ":") &&
           parse_tensor(parser, &type) && check_elements(parser, location, refs.list.count, type) &&
           resolve_all(parser, &refs, 0, type_element(type), state);
    if (done) {
        *vector_push(&state->result_types) = type;
    }
    vector_free(&refs.list);
    return done;
}

static void print_from_elements(struct asm_printer *printer, const struct op *op) {
    asm_text(printer, op->operand_count > 0 ? " " : "");
    print_operands(printer, op, 0);
    form_print_attrs(printer, op, 0, NULL, false);
    asm_text(printer, " : ");
    asm_type(printer, op_result(op, 0)->type);
}

const struct op_def op_tensor_dim = {
    .name = "tensor.dim",
    .summary = "one extent of a tensor",
    .traits = OP_PURE,
    .operands = OPERANDS({"source", VALUE_ANY, OP_ONE}, {"index", VALUE_ANY, OP_ONE}),
    .results = ONE_RESULT,
    .attrs = no_attrs,
    .parse = parse_dim,
    .print = print_indexed,
    .result_name = "dim",
    .emit = emit_static,
    .legalize_indices = legalize_dim,
    PLAIN,
};

const struct op_def op_tensor_extract = {
    .name = "tensor.extract",
    .summary = "one element of a tensor",
    .traits = OP_PURE,
    .operands = OPERANDS({"tensor", VALUE_ANY, OP_ONE}, {"indices", VALUE_ANY, OP_MANY}),
    .results = ONE_RESULT,
    .attrs = no_attrs,
    .parse = parse_extract,
    .print = print_extract,
    .result_name = "extracted",
    .emit = emit_static,
    .legalize_indices = legalize_extract,
    .verify = verify_extract,
    UNVERIFIED,
};

const struct op_def op_tensor_from_elements = {
    .name = "tensor.from_elements",
    .summary = "a tensor of these elements",
    .traits = OP_PURE,
    .operands = OPERANDS({"elements", VALUE_ANY, OP_MANY}),
    .results = ONE_RESULT,
    .attrs = no_attrs,
    .parse = parse_from_elements,
    .print = print_from_elements,
    .result_name = "from_elements",
    .emit = emit_static,
    .legalize_indices = legalize_from_elements,
    PLAIN,
};
