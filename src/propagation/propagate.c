/* The propagation passes: one for each layer. */
#include <string.h>

#include "ops/op_def.h"
#include "propagation/debug/notes.h"
#include "propagation/observer.h"
#include "propagation/passes.h"
#include "propagation/propagation.h"

void propagate_strategies(struct propagation *state) {
    if (state->basic_first) {
        state->strategy = STRATEGY_BASIC;
        propagate_to_fixpoint(state);
    }
    if (state->aggressive_after) {
        state->strategy = STRATEGY_AGGRESSIVE;
        propagate_to_fixpoint(state);
    }
}

static bool erase_rule(struct op *op, void *data) {
    const struct sharding_rule *rule = attr_as_rule(attr_list_get(&op->attrs, "sdy.sharding_rule"));
    if (rule && !rule->is_custom) {
        op_set_attr(data, op, "sdy.sharding_rule", NULL);
    }
    return true;
}

/* Drops the rules that are no custom ones below `root`. */
static void erase_sharding_rules(struct module *module, struct op *root) {
    op_walk(root, erase_rule, module);
}

static bool choose_strategy(struct propagation *state, const struct pass_options *options) {
    const char *strategy = pass_string(options, "propagation-strategy");
    state->basic_first =
        strcmp(strategy, "basic") == 0 || strcmp(strategy, "basic-then-aggressive") == 0;
    state->aggressive_after = strcmp(strategy, "basic") != 0;
    if (!state->basic_first && strcmp(strategy, "aggressive") != 0) {
        return diag_error(state->context->diagnostics, state->module->op->location,
                          "unknown propagation-strategy '%s': basic, aggressive or "
                          "basic-then-aggressive",
                          strategy);
    }
    return true;
}

/* The layers, each with those below. */
enum layer { LAYER_BASIC, LAYER_AGGRESSIVE, LAYER_OP_PRIORITY, LAYER_USER_PRIORITY };

static bool run_layers(struct propagation *state, enum layer layer,
                       const struct pass_options *options) {
    state->conservative = pass_bool(options, "conservative-propagation");
    state->keep_rules = pass_bool(options, "keep-sharding-rules");
    state->dump_directory = pass_string(options, "module-dump-directory");
    state->basic_first = true;
    if (layer >= LAYER_AGGRESSIVE && !choose_strategy(state, options)) {
        return false;
    }
    state->by_op_priority =
        layer >= LAYER_OP_PRIORITY && pass_bool(options, "run-op-priority-propagation");
    if (layer == LAYER_USER_PRIORITY) {
        return propagate_by_user_priority(state);
    }
    propagate_by_op_priority(state);
    return true;
}

static bool run(struct module *module, enum layer layer, const struct pass_options *options) {
    struct propagation state;
    struct debug_notes notes;
    debug_notes_begin(&notes, module, pass_bool(options, "debug-sharding-origins"),
                      pass_bool(options, "debug-propagation-edge-sharding"));
    sync_sharding_groups(module);
    bool ok = propagation_init(&state, module) && run_layers(&state, layer, options);
    if (ok && module->observer && module->observer->fixed_point) {
        module->observer->fixed_point(module->observer->data, &state);
    }
    propagation_finish(&state);
    if (!pass_bool(options, "keep-sharding-rules")) {
        erase_sharding_rules(module, module->op);
    }
    debug_notes_end(&notes, ok);
    return ok;
}

bool pass_basic_propagate(struct module *module, const struct pass_options *options) {
    return run(module, LAYER_BASIC, options);
}

bool pass_aggressive_propagate(struct module *module, const struct pass_options *options) {
    return run(module, LAYER_AGGRESSIVE, options);
}

bool pass_op_priority_propagate(struct module *module, const struct pass_options *options) {
    return run(module, LAYER_OP_PRIORITY, options);
}

bool pass_user_priority_propagate(struct module *module, const struct pass_options *options) {
    return run(module, LAYER_USER_PRIORITY, options);
}

/* --- rules alone ------------------------------------------------------------------------------ */

struct rules_pass {
    struct module *module;
    bool conservative;
};

/* Custom calls of which it is known that they have no rule. */
static bool is_known_without_rule(const struct attr *target) {
    static const char *const targets[] = {
        "sdy_testonly",
        "tpu_custom_call",
        "xla_python_cpu_callback",
        "xla_python_gpu_callback",
        "xla_ffi_python_cpu_callback",
        "xla_ffi_python_gpu_callback",
        "xla.debug.Log",
    };
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (strcmp(target->text, targets[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* One warning for the first custom call that no rule is known of. */
static void warn_of_unknown_call(struct rules_pass *pass, const struct op *op) {
    const struct attr *target = op_property(op, "call_target_name");
    if (target && target->kind == ATTR_STRING && !is_known_without_rule(target)) {
        diag_warning_once(pass->module->context->diagnostics, WARNING_UNKNOWN_CUSTOM_CALL,
                          op->location, "custom call @%s is unknown to SDY sharding rule registry",
                          target->text);
    }
}

static bool populate(struct op *op, void *data) {
    struct rules_pass *pass = data;
    if (op->result_count == 0 || op->operand_count == 0 || op_attr(op, "sdy.sharding_rule")) {
        return true;
    }
    const struct attr *rule = op_build_rule(pass->module->context, op, pass->conservative);
    if (rule) {
        op_set_attr(pass->module, op, "sdy.sharding_rule", rule);
    } else {
        warn_of_unknown_call(pass, op);
    }
    return true;
}

bool pass_populate_op_sharding_rules(struct module *module, const struct pass_options *options) {
    struct rules_pass pass = {module, pass_bool(options, "conservative-propagation")};
    op_walk(module->op, populate, &pass);
    return true;
}

bool pass_drop_sharding_rules(struct module *module, const struct pass_options *options) {
    (void)options;
    erase_sharding_rules(module, module->op);
    return true;
}
