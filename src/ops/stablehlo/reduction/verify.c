/* Verifiers and type inference of operations that fold, sort and map. */
#include "ops/checks.h"
#include "ops/verifiers.h"

static const struct type *type_of(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

/* Inputs and initial values are as many, at least one each; inputs have one shape. */
static bool check_inputs(const struct op *op, struct context *context) {
    uint32_t count = op->operand_count / 2;
    if (count == 0 || op->operand_count < 2) {
        return fault(op, context,
                     "requires at least 1 input value, and an init value for each: "
                     "found %u operands",
                     op->operand_count);
    }
    for (uint32_t i = 1; i < count; i++) {
        if (!shapes_compatible(type_of(op, i), type_of(op, 0))) {
            return fault(op, context,
                         "expects all inputs to have compatible shapes. Shape at input-index %u is "
                         "not compatible with shape at input-index 0: '%s' and '%s'",
                         i, say_type(context, type_of(op, i)), say_type(context, type_of(op, 0)));
        }
    }
    return true;
}

static bool check_result_count(const struct op *op, struct context *context) {
    return op->result_count == op->operand_count / 2 ||
           op_fault(op, context, "expects as many results as inputs (%u), but found %u",
                    op->operand_count / 2, op->result_count);
}

/* Element types of results are those that the region returns. */
static const struct type *returned_element(const struct op *op, uint32_t index) {
    const struct op *end = block_terminator(op->regions[0].first);
    return end && index < end->operand_count ? type_element(op_operand(end, index)->type)
                                             : type_element(type_of(op, index));
}

/* --- reduce ----------------------------------------------------------------------------------- */

bool verify_reduce(const struct op *op, struct context *context) {
    struct int_list dims = op_ints(op, "dimensions");
    const struct type *input;
    if (!check_inputs(op, context)) {
        return false;
    }
    input = type_of(op, 0);
    for (uint32_t i = 0; i < dims.count; i++) {
        struct int_list before = {dims.items, i};
        if (dims.items[i] < 0 || dims.items[i] >= (int64_t)input->rank) {
            return fault(op, context,
                         "Out-of-bounds dimension %lld, expected to be in range [0, %u)",
                         (long long)dims.items[i], input->rank);
        }
        if (ints_contain(before, dims.items[i])) {
            return fault(op, context, "Duplicate reduction dimension: %lld",
                         (long long)dims.items[i]);
        }
    }
    int64_t kept[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < input->rank; i++) {
        if (!ints_contain(dims, i)) {
            kept[rank++] = input->dims[i];
        }
    }
    return check_folding_region(op, context, op->operand_count / 2, (struct int_list){kept, rank});
}

bool infer_reduce(const struct op *op, struct context *context, const struct type **types) {
    struct int_list dims = op_ints(op, "dimensions");
    for (uint32_t k = 0; k < op->result_count; k++) {
        const struct type *input = type_of(op, k);
        int64_t kept[MAX_RANK];
        uint32_t rank = 0;
        for (uint32_t i = 0; i < input->rank; i++) {
            if (!ints_contain(dims, i)) {
                kept[rank++] = input->dims[i];
            }
        }
        types[k] = type_tensor(context, returned_element(op, k), rank, kept, NULL);
    }
    return true;
}

/* --- reduce_window ---------------------------------------------------------------------------- */

static const struct window_names reduce_window_names = {
    .strides = "window_strides",
    .padding = "padding",
    .base_dilations = "base_dilations",
    .window_dilations = "window_dilations",
};

bool verify_reduce_window(const struct op *op, struct context *context) {
    struct int_list sizes = op_ints(op, "window_dimensions");
    struct window window;
    if (!check_inputs(op, context)) {
        return false;
    }
    const struct type *input = type_of(op, 0);
    if (sizes.count != input->rank) {
        return fault(op, context,
                     "expects window-dimensions size == input rank, but got window-dimensions "
                     "size: %u and input: '%s' with rank = %u.",
                     sizes.count, say_type(context, input), input->rank);
    }
    return check_window(op, context, sizes, &reduce_window_names, &window) &&
           check_folding_region(op, context, op->operand_count / 2, sizes) &&
           check_result_count(op, context);
}

static const struct type *windowed(struct context *context, const struct window *window,
                                   const struct type *input, const struct type *element) {
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < window->rank; i++) {
        dims[i] = window_extent(window, i, input->dims[i]);
    }
    return type_tensor(context, element, window->rank, dims, NULL);
}

bool infer_reduce_window(const struct op *op, struct context *context, const struct type **types) {
    struct window window;
    if (!check_window(op, context, op_ints(op, "window_dimensions"), &reduce_window_names,
                      &window)) {
        return false;
    }
    for (uint32_t k = 0; k < op->result_count; k++) {
        types[k] = windowed(context, &window, type_of(op, k), returned_element(op, k));
    }
    return true;
}

/* --- select_and_scatter ----------------------------------------------------------------------- */

static bool check_select_region(const struct op *op, struct context *context) {
    const struct op *end = check_region(op, context, 0);
    if (!end) {
        return false;
    }
    const struct block *block = op->regions[0].first;
    const struct type *scalar = scalar_of(context, type_of(op, 0));
    if (block->argument_count != 2) {
        return fault(op, context, "expects the select-region to take 2 parameters, but takes %u",
                     block->argument_count);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (!types_compatible(scalar, block->arguments[i]->type)) {
            return fault(
                op, context,
                "expects the type of select-region's parameter at index %u to be '%s', but "
                "got '%s'",
                i, say_type(context, scalar), say_type(context, block->arguments[i]->type));
        }
    }
    if (end->operand_count != 1) {
        return fault(op, context, "expects select-region to return single value, but got: %u",
                     end->operand_count);
    }
    if (!is_predicate_scalar(op_operand(end, 0)->type)) {
        return fault(op, context,
                     "expects the return-type of select-region to be tensor<i1>, but got: '%s'",
                     say_type(context, op_operand(end, 0)->type));
    }
    return true;
}

bool verify_select_and_scatter(const struct op *op, struct context *context) {
    const struct window_names names = {.strides = "window_strides", .padding = "padding"};
    const struct type *operand = type_of(op, 0), *source = type_of(op, 1);
    struct int_list sizes = op_ints(op, "window_dimensions");
    int64_t ones[MAX_RANK];
    struct window window;
    if (!check_select_region(op, context)) {
        return false;
    }
    const struct type *inputs[] = {scalar_of(context, source)};
    const struct type *inits[] = {type_of(op, 2)};
    struct fold fold = {.region = 1, .count = 1, .inputs = inputs, .inits = inits};
    if (!check_fold(op, context, &fold)) {
        return false;
    }
    if (!op_attr(op, "window_dimensions")) {
        for (uint32_t i = 0; i < operand->rank; i++) {
            ones[i] = 1;
        }
        sizes = (struct int_list){ones, operand->rank};
    }
    if (sizes.count != operand->rank) {
        return fault(op, context,
                     "expects window-dimensions size == operand rank, but got window-dimensions "
                     "size: %u and operand-type: '%s' with rank = %u.",
                     sizes.count, say_type(context, operand), operand->rank);
    }
    if (!check_window(op, context, sizes, &names, &window)) {
        return false;
    }
    const struct type *expected = windowed(context, &window, operand, source->element);
    if (!types_compatible(expected, source)) {
        return fault(op, context, "expects source-type to be '%s', but got'%s'",
                     say_type(context, expected), say_type(context, source));
    }
    return true;
}

bool infer_select_and_scatter(const struct op *op, struct context *context,
                              const struct type **types) {
    const struct op *end = block_terminator(op->regions[1].first);
    types[0] = type_with_element(context, type_of(op, 0), type_element(op_operand(end, 0)->type));
    return true;
}

/* --- map -------------------------------------------------------------------------------------- */

bool verify_map(const struct op *op, struct context *context) {
    const struct op *end = check_region(op, context, 0);
    struct int_list dims = op_ints(op, "dimensions");
    if (!end) {
        return false;
    }
    const struct block *block = op->regions[0].first;
    if (block->argument_count != op->operand_count) {
        return fault(op, context,
                     "expects number of operands to match the arity of map computation, but got: "
                     "%u and %u",
                     op->operand_count, block->argument_count);
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        const struct type *argument = block->arguments[i]->type;
        if (!type_is_tensor(argument) || argument->rank != 0) {
            return fault(
                op, context,
                "computation arguments must be 0-rank tensor, but got: arg #%u of type '%s'", i,
                say_type(context, argument));
        }
        if (argument->element != type_of(op, i)->element) {
            return fault(op, context,
                         "element type of operands and computation arguments must match, but got: "
                         "'%s' and '%s'",
                         say_type(context, type_of(op, i)->element),
                         say_type(context, argument->element));
        }
    }
    if (end->operand_count != 1) {
        return fault(op, context, "computation must return single output, but got: %u",
                     end->operand_count);
    }
    const struct type *output = op_operand(end, 0)->type;
    if (!type_is_tensor(output) || output->rank != 0) {
        return fault(op, context, "computation must return 0-rank tensor, but got: '%s'",
                     say_type(context, output));
    }
    for (uint32_t i = 0; i < dims.count; i++) {
        if (dims.items[i] != i) {
            return fault(op, context,
                         "requires monotonically increasing dimension numbers, but got: %s",
                         say_bare(context, dims.count, dims.items));
        }
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (dims.count != type_of(op, i)->rank) {
            return fault(op, context,
                         "applied to a subset of dimensions currently not supported: operand "
                         "dimensions = %u, requested map dimensions size = %u",
                         type_of(op, i)->rank, dims.count);
        }
    }
    return true;
}

bool infer_map(const struct op *op, struct context *context, const struct type **types) {
    if (op->operand_count == 0) {
        return false;
    }
    types[0] = type_with_element(context, type_of(op, 0), returned_element(op, 0));
    return true;
}

/* --- sort ------------------------------------------------------------------------------------- */

static bool check_comparator(const struct op *op, struct context *context) {
    const struct op *end = check_region(op, context, 0);
    if (!end) {
        return false;
    }
    const struct block *block = op->regions[0].first;
    if (block->argument_count != 2 * op->operand_count) {
        return op_fault(op, context, "comparator block should have %u arguments, but has %u",
                        2 * op->operand_count, block->argument_count);
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        const struct type *scalar = scalar_of(context, type_of(op, i / 2));
        if (block->arguments[i]->type != scalar) {
            return op_fault(
                op, context, "comparator block argument #%u should be of type '%s' but got '%s'", i,
                say_type(context, scalar), say_type(context, block->arguments[i]->type));
        }
    }
    if (end->operand_count != 1) {
        return fault(op, context, "comparator must return single output but got %u",
                     end->operand_count);
    }
    if (!is_predicate_scalar(op_operand(end, 0)->type)) {
        return fault(op, context, "comparator must return tensor<i1> but got '%s'",
                     say_type(context, op_operand(end, 0)->type));
    }
    return true;
}

bool verify_sort(const struct op *op, struct context *context) {
    int64_t dim = op_int(op, "dimension", -1);
    int64_t rank = type_of(op, 0)->rank;
    if (dim < -rank || dim >= rank) {
        return fault(op, context,
                     "dimension attribute value must be in range [-%lld, %lld), but found %lld",
                     (long long)rank, (long long)rank, (long long)dim);
    }
    return check_comparator(op, context);
}
