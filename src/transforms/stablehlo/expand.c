/* Replaces operations that are shorthands by those that they stand for, so that the code generator,
 * and its fusion, see primitive operations only. */
#include "transforms/stablehlo/expand.h"

#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/compat.h"
#include "transforms/compatibility/compatibility.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

bool expand_groups(struct formula *formula) {
    return expand_replica_groups(formula->at.module, formula->op);
}

/* In which order operations run is decided here, and not by what the module wishes. */
bool expand_custom_call(struct formula *formula) {
    const char *target = op_property(formula->op, "call_target_name")->text;
    if (strcmp(target, "control_dep") == 0 && formula->op->result_count == 0) {
        op_erase(formula->op);
        return true;
    }
    if (strcmp(target, "ragged_all_to_all") == 0) {
        return expand_ragged_all_to_all(formula);
    }
    return expand_approx_top_k(formula);
}

struct expansion {
    struct module *module;
    VECTOR(struct op *) ops;
    bool bounded; /* only those for which is_bounded_norm holds */
};

/* A normalization whose data have sizes known at run time only, but bounded. */
static bool is_bounded_norm(const struct op *op) {
    bool norm = op_is(op, OP_BATCH_NORM_TRAINING) || op_is(op, OP_BATCH_NORM_GRAD);
    const struct type *type = norm ? op_operand(op, 0)->type : NULL;
    return norm && type_is_tensor(type) && !type_is_static(type) && type_is_bounded(type) &&
           type->dims[op_int(op, "feature_index", 0)] != DIM_DYNAMIC;
}

static bool collect(struct op *op, void *data) {
    struct expansion *expansion = data;
    if (expansion->bounded ? is_bounded_norm(op) : op->def->expand != NULL) {
        *vector_push(&expansion->ops) = op;
    }
    return true;
}

/* Shapes that are known only at run time are left to the error of the code generator. */
static bool is_static(const struct op *op) {
    bool all = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = op_operand(op, i)->type;
        all =
            all && (type_is_static(type) || type->kind == TYPE_TUPLE || type->kind == TYPE_DIALECT);
    }
    return all;
}

static bool collect_source(struct op *op, void *data) {
    struct expansion *expansion = data;
    if (op_is(op, OP_TUPLE) || op_is(op, OP_ASYNC_START)) {
        *vector_push(&expansion->ops) = op;
    }
    return true;
}

/* Tuples whose items have all been taken, outer ones first, and computations that have been waited
 * for. */
static void drop_sources(struct expansion *expansion) {
    expansion->ops.count = 0;
    op_walk_post(expansion->module->op, collect_source, expansion);
    for (size_t i = expansion->ops.count; i-- > 0;) {
        if (!op_result(expansion->ops.items[i], 0)->first_use) {
            op_erase(expansion->ops.items[i]);
        }
    }
}

bool pass_expand_operations(struct module *module, const struct pass_options *options) {
    struct expansion expansion = {.module = module, .bounded = pass_bool(options, "bounded")};
    int32_t errors = module->context->diagnostics->errors;
    op_walk_post(module->op, collect, &expansion);
    for (size_t i = 0; i < expansion.ops.count; i++) {
        struct op *op = expansion.ops.items[i];
        struct formula formula = {.op = op,
                                  .at = builder_before(module, op),
                                  .arena = arena_new(),
                                  .number = (uint32_t)i};
        if (expansion.bounded || is_static(op)) {
            struct op **held = hold_shardings(module, formula.arena, op);
            op->def->expand(&formula);
            release_shardings(module, held);
        }
        arena_free(formula.arena);
    }
    bool any = expansion.ops.count > 0;
    drop_sources(&expansion);
    vector_free(&expansion.ops);
    /* Primitive operations do not take all types that shorthands take. */
    return module->context->diagnostics->errors == errors && (!any || pass_verify_ops(module, 0));
}
