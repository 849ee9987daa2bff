/* Sets the types of a function's arguments. What used them gets a call that gives the old type, of
 * the argument and its extents: refinement takes it away. */
#include <string.h>

#include "ops/verify/compat.h"
#include "ops/verify/fault.h"
#include "transforms/dynamism/dynamism.h"

static const char wrapper[] = "stablehlo.shape_refinement_operand_wrapper";

bool is_refined_argument(const struct op *op) {
    const struct attr *target =
        op_is(op, OP_CUSTOM_CALL) ? op_property(op, "call_target_name") : NULL;
    return target && target->kind == ATTR_STRING && strcmp(target->text, wrapper) == 0 &&
           op->operand_count == 2 && op->result_count == 1;
}

struct op *refinement_target(struct module *module, const char *entry) {
    struct op *only = NULL, *main = symbol_lookup(module->op, *entry ? entry : "main");
    uint32_t count = 0;
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION)) {
            only = op;
            count++;
        }
    }
    struct op *func = count == 1 && !*entry ? only : main;
    if (!func || !op_has(func, OP_FUNCTION)) {
        op_fault(module->op, module->context,
                 "must have no more than one function or a `main` function to clearly identify "
                 "which function will be refined");
        return NULL;
    }
    const struct region *body = &func->regions[0];
    if (!body->first || body->first != body->last) {
        op_fault(func, module->context, "must have exactly one block");
        return NULL;
    }
    return func;
}

/* --- whether a type is one that may come ------------------------------------------------------ */

static bool fail(const struct op *op, struct context *context, uint32_t index,
                 const struct type *type, const struct type *refined, const char *what) {
    return op_fault(op, context, "invalid refinement for argument %u, refinement %s in %s -> %s",
                    index, what, say_type(context, type), say_type(context, refined));
}

static bool check_type(const struct op *op, struct context *context, uint32_t index,
                       const struct type *type, const struct type *refined) {
    bool shaped = type->kind == TYPE_TENSOR || type->kind == TYPE_UNRANKED;
    bool by_shaped = refined->kind == TYPE_TENSOR || refined->kind == TYPE_UNRANKED;
    if (type == refined) {
        return true;
    }
    if (!shaped || !by_shaped) {
        return fail(op, context, index, type, refined, "must be a tensor");
    }
    if (type->element != refined->element) {
        return fail(op, context, index, type, refined, "element types must match");
    }
    if (refined->kind == TYPE_UNRANKED) {
        return fail(op, context, index, type, refined, "must be ranked");
    }
    if (type->kind == TYPE_UNRANKED) {
        return true;
    }
    if (type->rank != refined->rank) {
        return fail(op, context, index, type, refined, "rank must match operand rank");
    }
    for (uint32_t d = 0; d < type->rank; d++) {
        if (type->dims[d] != DIM_DYNAMIC && type->dims[d] != refined->dims[d]) {
            return fail(op, context, index, type, refined,
                        "dimension sizes must match for static dimensions");
        }
    }
    return true;
}

/* --- the change ------------------------------------------------------------------------------- */

static void wrap(struct module *module, struct block *block, struct value *argument,
                 const struct type *refined, struct op *before) {
    struct context *context = module->context;
    struct builder at = before ? builder_before(module, before) : builder_at_end(module, block);
    const struct type *old = argument->type, *i64 = type_integer(context, 64, SIGNLESS);
    const int64_t rank = refined->rank, one = 1, index = 1;
    struct value *extents = build_constant(
        &at, attr_dense(context, type_tensor(context, i64, 1, &rank, NULL), refined->dims,
                        refined->rank * sizeof *refined->dims, false));
    struct value *wrapped =
        build_value(&at, OP_CUSTOM_CALL, 2, (struct value *[]){argument, extents}, old);
    op_set_property(module, wrapped->op, "call_target_name",
                    attr_string(context, wrapper, sizeof wrapper - 1));
    op_set_attr(
        module, wrapped->op, "indices_of_shape_operands",
        attr_dense(context, type_tensor(context, i64, 1, &one, NULL), &index, sizeof index, true));
    value_replace_uses(argument, wrapped);
    op_set_operand(wrapped->op, 0, argument);
    argument->type = refined;
}

bool refine_arguments(struct module *module, struct op *func, const struct type *const *types) {
    struct context *context = module->context;
    struct block *block = func->regions[0].first;
    const struct type *old = op_property(func, "function_type")->type;
    struct op *before = block->first;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        if (!check_type(func, context, i, block->arguments[i]->type, types[i])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < block->argument_count; i++) {
        if (block->arguments[i]->type != types[i]) {
            wrap(module, block, block->arguments[i], types[i], before);
        }
    }
    const struct type *type =
        type_function(context, block->argument_count, types, old->count - old->input_count,
                      old->items + old->input_count);
    op_set_property(module, func, "function_type", attr_type(context, type));
    return true;
}

/* --- types as text ---------------------------------------------------------------------------- */

struct type_text {
    struct context *context;
    const char *at;
};

static bool skip(struct type_text *text, const char *word) {
    size_t length = strlen(word);
    if (strncmp(text->at, word, length) != 0) {
        return false;
    }
    text->at += length;
    return true;
}

static uint32_t read_width(struct type_text *text) {
    uint32_t width = 0;
    while (*text->at >= '0' && *text->at <= '9' && width < 1000) {
        width = 10 * width + (uint32_t)(*text->at++ - '0');
    }
    return width;
}

/* i32, ui8, f32, f8E4M3FN, index, complex<f32> */
static const struct type *read_element(struct type_text *text) {
    struct context *context = text->context;
    enum float_kind kind;
    if (skip(text, "complex<")) {
        const struct type *part = read_element(text);
        return part && skip(text, ">") ? type_complex(context, part) : NULL;
    }
    if (skip(text, "index")) {
        return type_index(context);
    }
    size_t length =
        strspn(text->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (float_kind_find(text->at, length, &kind)) {
        text->at += length;
        return type_float(context, kind);
    }
    enum signedness sign = skip(text, "ui") ? UNSIGNED : skip(text, "si") ? SIGNED : SIGNLESS;
    if (sign == SIGNLESS && !skip(text, "i")) {
        return NULL;
    }
    uint32_t width = read_width(text);
    return width > 0 && width <= 64 ? type_integer(context, width, sign) : NULL;
}

static bool read_dim(struct type_text *text, int64_t *dim) {
    const char *start = text->at;
    *dim = DIM_DYNAMIC;
    if (!skip(text, "?")) {
        int64_t size = 0;
        while (*text->at >= '0' && *text->at <= '9' && size < INT64_MAX / 20) {
            size = 10 * size + (*text->at++ - '0');
        }
        *dim = size;
    }
    if (text->at > start && skip(text, "x")) {
        return true;
    }
    text->at = start;
    return false;
}

static bool skip_type(struct type_text *text, const struct type *type) {
    struct buffer spelt = {0};
    print_type(&spelt, type);
    bool is_it = skip(text, spelt.text);
    buffer_free(&spelt);
    return is_it;
}

/* tensor<2x?xf32>, tensor<*xf32>, a token; NULL where it is none of them. */
static const struct type *read_type(struct type_text *text) {
    int64_t dims[MAX_RANK];
    uint32_t rank = 0;
    if (skip_type(text, type_token(text->context))) {
        return type_token(text->context);
    }
    if (!skip(text, "tensor<")) {
        return NULL;
    }
    bool unranked = skip(text, "*x");
    while (!unranked && rank < MAX_RANK && read_dim(text, &dims[rank])) {
        rank++;
    }
    const struct type *element = read_element(text);
    if (!element || !skip(text, ">")) {
        return NULL;
    }
    return unranked ? type_unranked(text->context, element)
                    : type_tensor(text->context, element, rank, dims, NULL);
}

/* A list of types between commas, of `count` at most; their number, or -1 after an error. */
static int64_t read_types(struct module *module, const char *words, uint32_t count,
                          const struct type **types) {
    struct type_text text = {.context = module->context, .at = words};
    uint32_t found = 0;
    while (*text.at) {
        text.at += strspn(text.at, " ,");
        const char *start = text.at;
        const struct type *type = *start ? read_type(&text) : NULL;
        if (*start && !type) {
            op_fault(module->op, module->context, "Invalid type string: %s", start);
            return -1;
        }
        if (type && found < count) {
            types[found] = type;
        }
        found += type != NULL;
    }
    return found;
}

bool pass_refine_arguments(struct module *module, const struct pass_options *options) {
    struct op *func = refinement_target(module, "");
    if (!func) {
        return false;
    }
    uint32_t count = func->regions[0].first->argument_count;
    struct arena *scratch = arena_new();
    const struct type **types = ARENA_ARRAY(scratch, const struct type *, count + 1);
    int64_t found = read_types(module, pass_string(options, "types"), count, types);
    bool done = found >= 0;
    if (done && found != count) {
        done = op_fault(func, module->context,
                        "number of refinements must match number of op operands %lld vs %u",
                        (long long)found, count);
    }
    done = done && refine_arguments(module, func, types);
    arena_free(scratch);
    return done;
}
