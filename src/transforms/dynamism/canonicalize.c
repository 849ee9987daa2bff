/* Operations that take sizes as operands become those that have them as attributes, where the
 * operands are constants and the types are known. */
#include "transforms/dynamism/dynamism.h"

static bool concerns(const struct op *op) {
    return op->def->with_known_sizes != NULL;
}

struct op *static_stand_in(struct module *module, struct op *op) {
    return op->def->with_known_sizes ? op->def->with_known_sizes(op, module) : NULL;
}

static bool replace(struct op *op, struct module *module, void *data) {
    if (*(int32_t *)data < module->context->diagnostics->errors) {
        return false; /* once said is enough */
    }
    struct op *made = static_stand_in(module, op);
    if (made) {
        op_replace(op, made);
    }
    return made != NULL;
}

bool pass_canonicalize_dynamism(struct module *module, const struct pass_options *options) {
    (void)options;
    int32_t errors = module->context->diagnostics->errors;
    const struct simplifier simplifier = {
        .concerns = concerns, .simplify = replace, .data = &errors};
    simplify_module(module, &simplifier);
    return module->context->diagnostics->errors == errors && pass_verify_ops(module, 0);
}
