#include "transforms/conditions.h"

#include "ir/op_def.h"
#include "sharding/sharding.h"
#include "transforms/dynamism/dynamism.h"

bool has_processes(const struct module *module, const struct pass_options *options) {
    (void)options;
    return module_has_made(module, op_table[OP_INTERPRETER_RUN_PARALLEL]);
}

bool follows_from_arguments(const struct module *module, const struct pass_options *options) {
    const char *name = pass_string(options, "entry");
    const struct op *func = entry_function(module, *name ? name : NULL);
    return func && !open_argument(func) && module_is_dynamic(module);
}

static bool leaves_arguments_open(const struct op *func) {
    const struct attr *visibility = op_attr(func, "sym_visibility");
    const struct block *body = func->regions[0].first;
    bool is_private = visibility && strcmp(visibility->text, "private") == 0;
    for (uint32_t i = 0; body && is_private && i < body->argument_count; i++) {
        if (!func_argument_attr(func, i, "sdy.sharding")) {
            return true;
        }
    }
    return false;
}

bool functions_may_get_unreduced(const struct module *module, const struct pass_options *options) {
    (void)options;
    bool are_open = false;
    FOR_EACH_OP (op, module->op->regions[0].first) {
        are_open = are_open || (op_has(op, OP_FUNCTION) && leaves_arguments_open(op));
    }
    return are_open && attr_any(module->context, sharding_is_unreduced);
}
