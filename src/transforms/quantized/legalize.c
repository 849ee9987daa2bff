/* Replaces quantized operations by operations on the integers that are stored and on the floats
 * that these express. First every operation that computes gets conversions around it, or becomes
 * one of integers; then quantized types give way to those of the storage; at last the conversions
 * become arithmetic. What only moves elements, or decides between them, is left as it is. */
#include "ops/build.h"
#include "sharding/sharding.h"
#include "transforms/pass.h"
#include "transforms/quantized/quantized.h"

/* A uniform_quantize or uniform_dequantize; the parameters of what it reads and makes, or NULL. */
struct conversion {
    struct op *op;
    const struct quantized *from, *to;
};

struct legalization {
    struct module *module;
    VECTOR(struct op *) ops;
    VECTOR(struct conversion) conversions;
};

/* --- operations that compute ------------------------------------------------------------------ */

/* All quantized elements of the operands and results are of one type. */
static bool elements_alike(const struct op *op) {
    const struct type *element = NULL;
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = i < op->operand_count
                                      ? op_operand(op, i)->type
                                      : op_result(op, i - op->operand_count)->type;
        if (!quantized_of(type)) {
            continue;
        }
        if (element && element != type_element(type)) {
            return false;
        }
        element = type_element(type);
    }
    return true;
}

/* Takes elements as they are, one operand's or each operand's for itself. */
static bool moves(const struct op *op) {
    static const enum op_id ids[] = {
        OP_AFTER_ALL,
        OP_ALL_GATHER,
        OP_ALL_TO_ALL,
        OP_ASYNC_DONE,
        OP_ASYNC_START,
        OP_BITCAST_CONVERT,
        OP_BROADCAST,
        OP_BROADCAST_IN_DIM,
        OP_CASE,
        OP_COLLECTIVE_BROADCAST,
        OP_COLLECTIVE_PERMUTE,
        OP_COMPOSITE,
        OP_CONSTANT,
        OP_CUSTOM_CALL,
        OP_DYNAMIC_BROADCAST_IN_DIM,
        OP_DYNAMIC_GATHER,
        OP_DYNAMIC_RESHAPE,
        OP_DYNAMIC_SLICE,
        OP_GATHER,
        OP_GET_DIMENSION_SIZE,
        OP_GET_TUPLE_ELEMENT,
        OP_IF,
        OP_INFEED,
        OP_MAP,
        OP_OPTIMIZATION_BARRIER,
        OP_OUTFEED,
        OP_REAL_DYNAMIC_SLICE,
        OP_RECV,
        OP_RESHAPE,
        OP_RETURN,
        OP_REVERSE,
        OP_SEND,
        OP_SET_DIMENSION_SIZE,
        OP_SLICE,
        OP_SORT,
        OP_TORCH_INDEX_SELECT,
        OP_TRANSPOSE,
        OP_TUPLE,
        OP_UNIFORM_DEQUANTIZE,
        OP_UNIFORM_QUANTIZE,
        OP_WHILE,
    };
    return OP_IS_IN(op, ids);
}

/* Where all elements are of one type, integers are chosen and ordered as what they stand for. */
static bool chooses(const struct op *op) {
    static const enum op_id ids[] = {
        OP_CLAMP,   OP_COMPARE, OP_CONCATENATE, OP_DYNAMIC_PAD, OP_DYNAMIC_UPDATE_SLICE,
        OP_MAXIMUM, OP_MINIMUM, OP_PAD,         OP_SELECT,
    };
    return OP_IS_IN(op, ids);
}

static bool folds(const struct op *op) {
    static const enum op_id ids[] = {
        OP_ALL_REDUCE, OP_COLLECTIVE_REDUCE,  OP_REDUCE, OP_REDUCE_SCATTER, OP_REDUCE_WINDOW,
        OP_SCATTER,    OP_SELECT_AND_SCATTER,
    };
    return OP_IS_IN(op, ids);
}

static bool multiplies(const struct op *op) {
    return op_is(op, OP_DOT) || op_is(op, OP_DOT_GENERAL);
}

/* Floats are compared as such; integers by their type. */
static void compare_integers(struct module *module, struct op *op) {
    if (op_is(op, OP_COMPARE)) {
        op_set_property(module, op, "compare_type", NULL);
    }
}

static bool is_between(const struct op *op, enum op_id first, enum op_id last) {
    bool found = false;
    for (int id = first; id <= (int)last && !found; id++) {
        found = op_is(op, (enum op_id)id);
    }
    return found;
}

/* Other dialects hand elements on. */
static bool may_compute(const struct op *op) {
    return is_between(op, OP_ABS, OP_XOR) || is_between(op, OP_CHLO_ASIN_ACOS_KERNEL, OP_CHLO_ZETA);
}

static void legalize(struct module *module, struct op *op) {
    if (!op_touches_quantized(op) || !may_compute(op) || moves(op)) {
        return;
    }
    if (folds(op)) {
        legalize_folding(module, op);
    } else if (chooses(op) && elements_alike(op)) {
        compare_integers(module, op);
    } else if (!multiplies(op) || !multiply_stored(module, op)) {
        dequantize_operands(module, op, true);
        quantize_results(module, op);
    }
}

/* --- types ------------------------------------------------------------------------------------ */

static bool collect_touching(struct op *op, void *data) {
    struct legalization *legalization = data;
    if (op_touches_quantized(op)) {
        *vector_push(&legalization->ops) = op;
    }
    return true;
}

static bool collect_conversion(struct op *op, void *data) {
    struct legalization *legalization = data;
    if (op_is(op, OP_UNIFORM_QUANTIZE) || op_is(op, OP_UNIFORM_DEQUANTIZE)) {
        struct conversion conversion = {op, quantized_of(op_operand(op, 0)->type),
                                        quantized_of(op_result(op, 0)->type)};
        *vector_push(&legalization->conversions) = conversion;
    }
    return true;
}

/* A constant is written by its integers; those of u8 are bytes of no sign. */
static void store_constant(struct module *module, struct op *op) {
    const struct attr *value = op_property(op, "value");
    if (value->kind == ATTR_DENSE && value->type != op_result(op, 0)->type) {
        op_set_property(module, op, "value",
                        attr_dense(module->context, op_result(op, 0)->type, value->data,
                                   value->length, value->splat));
    }
}

struct storing {
    struct module *module;
    const struct type *(*stored)(struct context *context, const struct type *type);
};

static bool store_values(struct op *op, void *data) {
    const struct storing *storing = data;
    struct context *context = storing->module->context;
    bool constant = op_is(op, OP_CONSTANT) && op_touches_quantized(op);
    for (uint32_t i = 0; i < op->result_count; i++) {
        op_result(op, i)->type = storing->stored(context, op_result(op, i)->type);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            for (uint32_t j = 0; j < block->argument_count; j++) {
                block->arguments[j]->type = storing->stored(context, block->arguments[j]->type);
            }
        }
    }
    if (constant) {
        store_constant(storing->module, op);
    } else if (op_is(op, OP_FUNC_FUNC)) {
        const struct type *type = op_property(op, "function_type")->type;
        op_set_property(storing->module, op, "function_type",
                        attr_type(context, storing->stored(context, type)));
    }
    return true;
}

void store_quantized_values(struct module *module,
                            const struct type *(*stored)(struct context *context,
                                                         const struct type *type)) {
    struct storing storing = {module, stored};
    op_walk(module->op, store_values, &storing);
}

/* --- conversions ------------------------------------------------------------------------------ */

static void expand(struct module *module, const struct conversion *conversion) {
    struct op *op = conversion->op;
    struct formula formula = {.op = op, .at = builder_before(module, op), .arena = arena_new()};
    const struct attr *sharding = value_sharding(module->context, op_result(op, 0));
    expr result = operand(&formula, 0);
    if (conversion->from) {
        result = dequantized(&formula, result, conversion->from);
    }
    if (conversion->to) {
        result = requantized(&formula, result, conversion->to);
    }
    /* A dimension of the result may be unknown where that of the operand is known. */
    value_of(result)->type = op_result(op, 0)->type;
    if (sharding) {
        value_set_sharding(module, value_of(result), sharding);
    }
    replace_with(&formula, result);
    arena_free(formula.arena);
}

/* --- the pass --------------------------------------------------------------------------------- */

bool pass_legalize_quantized(struct module *module, const struct pass_options *options) {
    (void)options;
    if (!module->context->has_quantized) {
        return true;
    }
    struct legalization legalization = {.module = module};
    op_walk(module->op, collect_touching, &legalization);
    for (size_t i = 0; i < legalization.ops.count; i++) {
        legalize(module, legalization.ops.items[i]);
    }
    op_walk(module->op, collect_conversion, &legalization);
    store_quantized_values(module, stored_type);
    for (size_t i = 0; i < legalization.conversions.count; i++) {
        expand(module, &legalization.conversions.items[i]);
    }
    vector_free(&legalization.ops);
    vector_free(&legalization.conversions);
    return pass_verify_ops(module, 0);
}
