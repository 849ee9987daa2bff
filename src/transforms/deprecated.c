/* Replaces the operations that StableHLO is going to drop by those that do as they do. */
#include "ops/build.h"
#include "ops/verify/fault.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

struct legalization {
    struct module *module;
    bool fail_on_unused, failed;
    bool any; /* were replaced */
};

/* --- the pass --------------------------------------------------------------------------------- */

static bool is_without_replacement(const struct op *op) {
    return op_is(op, OP_MAP) || op_is(op, OP_RNG);
}

static bool legalize(struct op *op, void *data) {
    struct legalization *legalization = data;
    if (legalization->fail_on_unused && is_without_replacement(op)) {
        legalization->failed = true;
        fault(op, legalization->module->context,
              "failed to legalize operation '%s' that was explicitly marked illegal", op->name);
        return true;
    }
    if (op->def->modern) {
        op_replace(op, op->def->modern(op, legalization->module));
        legalization->any = true;
    }
    return true;
}

bool pass_deprecated_ops(struct module *module, const struct pass_options *options) {
    struct legalization legalization = {.module = module,
                                        .fail_on_unused = pass_bool(options, "fail-on-unused")};
    op_walk_post(module->op, legalize, &legalization);
    /* Replacements take fewer quantized types than what they replace. */
    return !legalization.failed && (!legalization.any || pass_verify_ops(module, 0));
}
