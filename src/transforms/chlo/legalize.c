/* Replaces the operations of chlo by others. One may become others of chlo, which are replaced in
 * turn, in their place. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/compat.h"
#include "ops/verify/fault.h"
#include "transforms/chlo/chlo.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

static expand_function *const expansions[OP_COUNT_] = {
    [OP_CHLO_ASIN_ACOS_KERNEL] = expand_asin_acos_kernel,
    [OP_CHLO_ACOS] = expand_acos,
    [OP_CHLO_ACOSH] = expand_acosh,
    [OP_CHLO_ASIN] = expand_asin,
    [OP_CHLO_ASINH] = expand_asinh,
    [OP_CHLO_ATAN] = expand_atan,
    [OP_CHLO_ATANH] = expand_atanh,
    [OP_CHLO_BESSEL_I1E] = expand_bessel_i1e,
    [OP_CHLO_BROADCAST_ADD] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_AND] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_ATAN2] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_COMPARE] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_COMPLEX] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_DIVIDE] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_MAXIMUM] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_MINIMUM] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_MULTIPLY] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_NEXT_AFTER] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_OR] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_POLYGAMMA] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_POWER] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_REMAINDER] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_SELECT] = expand_broadcast_select,
    [OP_CHLO_BROADCAST_SHIFT_LEFT] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_SHIFT_RIGHT_ARITHMETIC] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_SHIFT_RIGHT_LOGICAL] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_SUBTRACT] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_XOR] = expand_broadcast_binary,
    [OP_CHLO_BROADCAST_ZETA] = expand_broadcast_binary,
    [OP_CHLO_CONJ] = expand_conj,
    [OP_CHLO_CONSTANT] = expand_constant,
    [OP_CHLO_CONSTANT_LIKE] = expand_constant_like,
    [OP_CHLO_COSH] = expand_cosh,
    [OP_CHLO_DIGAMMA] = expand_digamma,
    [OP_CHLO_ERF] = expand_erf,
    [OP_CHLO_ERF_INV] = expand_erf_inv,
    [OP_CHLO_ERFC] = expand_erfc,
    [OP_CHLO_IS_INF] = expand_is_inf,
    [OP_CHLO_IS_NEG_INF] = expand_is_neg_inf,
    [OP_CHLO_IS_POS_INF] = expand_is_pos_inf,
    [OP_CHLO_LGAMMA] = expand_lgamma,
    [OP_CHLO_MULHI] = expand_mulhi,
    [OP_CHLO_NEXT_AFTER] = expand_next_after,
    [OP_CHLO_POLYGAMMA] = expand_polygamma,
    [OP_CHLO_RAGGED_DOT] = expand_ragged_dot,
    [OP_CHLO_SCAN] = expand_scan,
    [OP_CHLO_SINH] = expand_sinh,
    [OP_CHLO_SQUARE] = expand_square,
    [OP_CHLO_TAN] = expand_tan,
    [OP_CHLO_TOP_K] = expand_top_k,
    [OP_CHLO_ZETA] = expand_zeta,
};

static expand_function *find_expansion(const struct op *op) {
    if (strncmp(op->name, "chlo.", 5) != 0) {
        return NULL;
    }
    for (int id = OP_CHLO_ASIN_ACOS_KERNEL; id <= OP_CHLO_ZETA; id++) {
        if (op_is(op, (enum op_id)id)) {
            return expansions[id];
        }
    }
    return NULL;
}

struct legalization {
    struct module *module;
    VECTOR(struct op *) ops; /* still to be replaced */
    bool by_runtime;         /* by the runtime's functions where it has them */
    bool bounded;            /* only those for which repeats_within_bounds holds */
};

/* Whether values are repeated along dimensions whose sizes are known at run time, but bounded. */
static bool repeats_within_bounds(const struct op *op) {
    expand_function *expand = find_expansion(op);
    bool holds = expand == expand_broadcast_binary || expand == expand_broadcast_select ||
                 expand == expand_constant_like;
    holds = holds && !type_is_static(op_result(op, 0)->type);
    for (uint32_t i = 0; i < op->operand_count && holds; i++) {
        holds = type_is_bounded(op_operand(op, i)->type);
    }
    return holds;
}

static bool collect(struct op *op, void *data) {
    struct legalization *legalization = data;
    if (legalization->bounded ? repeats_within_bounds(op) : find_expansion(op) != NULL) {
        *vector_push(&legalization->ops) = op;
    }
    return true;
}

/* Without a rank there is nothing that constants could be like, nor dimensions to loop over. */
static bool all_ranked(const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!type_is_tensor(op_operand(op, i)->type)) {
            return false;
        }
    }
    return true;
}

/* What an expansion made may be no valid operation: chlo.next_after of booleans. */
static bool expand(struct legalization *legalization, struct op *op) {
    struct module *module = legalization->module;
    struct formula formula = {.op = op, .at = builder_before(module, op), .arena = arena_new()};
    struct op **held = hold_shardings(module, formula.arena, op);
    int32_t errors = module->context->diagnostics->errors;
    bool done =
        op_verify(op, module->context) && all_ranked(op) &&
        ((legalization->by_runtime && expand_by_runtime(&formula)) || find_expansion(op)(&formula));
    release_shardings(module, held);
    arena_free(formula.arena);
    return done || module->context->diagnostics->errors > errors ||
           fault(op, module->context,
                 "failed to legalize operation '%s' that was explicitly marked illegal", op->name);
}

/* One round replaces all operations that were there when it began, those in bodies before those
 * that have the bodies, which are copied. */
static bool run_round(struct legalization *legalization) {
    struct diagnostics *diagnostics = legalization->module->context->diagnostics;
    int32_t errors = diagnostics->errors;
    legalization->ops.count = 0;
    op_walk_post(legalization->module->op, collect, legalization);
    for (size_t i = 0; i < legalization->ops.count; i++) {
        expand(legalization, legalization->ops.items[i]);
    }
    return diagnostics->errors == errors;
}

bool pass_chlo_legalize_to_stablehlo(struct module *module, const struct pass_options *options) {
    struct legalization legalization = {.module = module,
                                        .by_runtime = pass_bool(options, "runtime-functions"),
                                        .bounded = pass_bool(options, "bounded")};
    bool good = run_round(&legalization), any = legalization.ops.count > 0;
    while (good && legalization.ops.count > 0) {
        good = run_round(&legalization);
    }
    vector_free(&legalization.ops);
    /* StableHLO does not take all types that CHLO takes: booleans cannot be divided. */
    return good && (!any || pass_verify_ops(module, 0));
}
