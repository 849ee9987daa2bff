/* The passes: all patterns on all operations until nothing changes. */
#include "transforms/simplify/simplify.h"

#include "transforms/dynamism/dynamism.h"

/* What a pass is made of. */
struct optimization {
    struct rewriting rewriting;
    bool folds, simplifies;
};

static const struct patterns *const folders[] = {&float_folds, &tensor_folds, &control_folds, NULL};
static const struct patterns *const simplifiers[] = {&algebra_patterns, &shape_patterns,
                                                     &dynamic_patterns, &slice_patterns, NULL};
static const struct patterns *const region_simplifiers[] = {&region_patterns, NULL};

static bool apply(struct rewriting *rewriting, const struct patterns *const *lists, struct op *op) {
    for (; *lists; lists++) {
        for (size_t i = 0; i < (*lists)->count; i++) {
            const struct pattern *pattern = &(*lists)->items[i];
            if (op_is(op, pattern->id) && pattern->rewrite(rewriting, op)) {
                return true;
            }
        }
    }
    return false;
}

/* Constants that are as large as their operands together, or larger. */
static bool takes_memory(const struct rewriting *rewriting, const struct op *op) {
    static const enum op_id growing[] = {OP_CONCATENATE, OP_CONVERT, OP_SELECT};
    const struct type *type = op_result(op, 0)->type;
    return OP_IS_IN(op, growing) && type_is_static(type) &&
           type_count(type) > rewriting->element_limit;
}

/* Of integers, as passes that work out sizes fold them. */
static bool fold_numbers(struct rewriting *rewriting, struct op *op) {
    static const enum op_id folded[] = {OP_ABS,       OP_ADD,      OP_AND,
                                        OP_CLAMP,     OP_COMPARE,  OP_CONCATENATE,
                                        OP_CONVERT,   OP_DIVIDE,   OP_GET_DIMENSION_SIZE,
                                        OP_MAXIMUM,   OP_MINIMUM,  OP_MULTIPLY,
                                        OP_NEGATE,    OP_NOT,      OP_OR,
                                        OP_REMAINDER, OP_SELECT,   OP_SET_DIMENSION_SIZE,
                                        OP_SIGN,      OP_SUBTRACT, OP_XOR};
    return OP_IS_IN(op, folded) && !takes_memory(rewriting, op) &&
           fold_integers(rewriting->module, op);
}

static bool concerns(const struct op *op) {
    return op->block && !op_has(op, OP_CONSTANT_LIKE) && !op_has(op, OP_FUNCTION) &&
           (!op_has(op, OP_TERMINATOR) || is_stablehlo(op));
}

static bool optimize(struct op *op, struct module *module, void *data) {
    struct optimization *optimization = data;
    struct rewriting *rewriting = &optimization->rewriting;
    (void)module;
    arena_reset(rewriting->scratch);
    if (optimization->folds && (fold_numbers(rewriting, op) || apply(rewriting, folders, op))) {
        return true;
    }
    return optimization->simplifies &&
           (apply(rewriting, simplifiers, op) || simplify_empty(rewriting, op) ||
            apply(rewriting, region_simplifiers, op));
}

static bool run(struct module *module, struct optimization optimization) {
    optimization.rewriting.module = module;
    optimization.rewriting.context = module->context;
    optimization.rewriting.scratch = arena_new();
    const struct simplifier simplifier = {
        .concerns = concerns, .simplify = optimize, .data = &optimization, .from_end = true};
    simplify_module(module, &simplifier);
    arena_free(optimization.rewriting.scratch);
    return pass_verify_ops(module, 0);
}

bool pass_aggressive_folder(struct module *module, const struct pass_options *options) {
    struct optimization optimization = {
        .folds = true,
        .rewriting = {.element_limit = pass_int(options, "fold-op-element-limit"),
                      .optimize_float = pass_bool(options, "optimize-float"),
                      .assume_pure = pass_bool(options, "assume-no-undeclared-side-effects")}};
    return run(module, optimization);
}

bool pass_aggressive_simplification(struct module *module, const struct pass_options *options) {
    struct optimization optimization = {
        .simplifies = true,
        .rewriting = {.element_limit = pass_int(options, "fold-op-element-limit")}};
    return run(module, optimization);
}

bool pass_target_independent_optimization(struct module *module,
                                          const struct pass_options *options) {
    struct optimization optimization = {
        .folds = true,
        .simplifies = true,
        .rewriting = {.element_limit = pass_int(options, "fold-op-element-limit"),
                      .optimize_float = pass_bool(options, "optimize-float"),
                      .assume_pure = pass_bool(options, "assume-no-undeclared-side-effects")}};
    return run(module, optimization);
}
