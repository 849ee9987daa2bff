/* Custom calls that say themselves what they compute, where nothing else is known of their target:
 *
 *     custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}}
 *         an operation of StableHLO or chlo by the name that MHLO had for it
 *     custom_call @mine(%x) {decomposition = @f}
 *         a function that computes the same, as a composite has it
 *     custom_call @mine(%x) {called_computations = [@f]}
 *         the same if it is the only one and has the types of the call; a warning names the first
 */
#include <string.h>

#include "ops/build.h"
#include "ops/stablehlo/calls/call.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

struct legalization {
    struct module *module;
    const struct pass_options *options;
    struct arena *scratch;
    bool any; /* has become an operation of MHLO's name */
};

/* --- operations by the names of MHLO ---------------------------------------------------------- */

static const struct op_def *former_op(struct legalization *legalization, const char *target) {
    static const char *const dialects[] = {"stablehlo", "chlo"};
    const struct op_def *def = NULL;
    if (strncmp(target, "mhlo.", 5) != 0) {
        return NULL;
    }
    const char *name = strcmp(target, "mhlo.topk") == 0 ? "top_k" : target + 5;
    for (size_t i = 0; !def && i < sizeof dialects / sizeof *dialects; i++) {
        def = op_def_find(arena_printf(legalization->scratch, "%s.%s", dialects[i], name));
    }
    return def;
}

static bool is_property(const struct op_def *def, const char *name) {
    const struct op_attr_def *attr = def->attrs;
    while (attr && attr->name && strcmp(attr->name, name) != 0) {
        attr++;
    }
    return attr && attr->name;
}

/* The settings of the call, of which the operation must know each. The greatest elements are all
 * that chlo.top_k selects. */
static bool takes_settings(const struct op_def *def, const struct attr *settings) {
    for (uint32_t i = 0; settings && i < settings->count; i++) {
        bool is_largest = strcmp(settings->names[i], "largest") == 0 &&
                          settings->items[i]->kind == ATTR_INTEGER &&
                          settings->items[i]->integer != 0;
        if (!is_largest && !is_property(def, settings->names[i])) {
            return false;
        }
    }
    return true;
}

static bool replace_by_op(struct legalization *legalization, struct op *op) {
    struct module *module = legalization->module;
    const struct op_def *def = former_op(legalization, op_property(op, "call_target_name")->text);
    const struct attr *settings = op_attr(op, "mhlo.attributes");
    if (!def || def->regions.least > 0 || (settings && settings->kind != ATTR_DICT) ||
        !takes_settings(def, settings)) {
        return false;
    }
    struct op *made = op_stand_in_named(module, op, def->name, 0);
    for (uint32_t i = 0; settings && i < settings->count; i++) {
        if (is_property(def, settings->names[i])) {
            op_set_property(module, made, settings->names[i], settings->items[i]);
        }
    }
    op_set_attr(module, made, "mhlo.attributes", NULL);
    op_set_attr(module, made, "mhlo.version", NULL);
    op_replace(op, made);
    return legalization->any = true;
}

/* --- functions -------------------------------------------------------------------------------- */

static bool has_types_of(const struct op *function, const struct op *op) {
    const struct attr *attr =
        function && op_has(function, OP_FUNCTION) ? op_property(function, "function_type") : NULL;
    const struct type *type = attr ? attr->type : NULL;
    if (!type || type->input_count != op->operand_count ||
        type->count != op->operand_count + op->result_count || !function->regions[0].first) {
        return false;
    }
    for (uint32_t i = 0; i < type->count; i++) {
        const struct type *own = i < op->operand_count ? op_operand(op, i)->type
                                                       : op_result(op, i - op->operand_count)->type;
        if (type->items[i] != own) {
            return false;
        }
    }
    return true;
}

/* NULL: the call does not say what it computes. */
static const struct attr *decomposition_of(const struct op *op, bool *is_certain) {
    const struct attr *said = op_attr(op, "decomposition");
    const struct attr *called = op_property(op, "called_computations");
    *is_certain = said != NULL;
    if (!said && called && called->kind == ATTR_ARRAY && called->count == 1) {
        said = called->items[0];
    }
    bool is_symbol = said && said->kind == ATTR_SYMBOL;
    return is_symbol && has_types_of(symbol_lookup_from(op, said), op) ? said : NULL;
}

static void replace_by_call(struct legalization *legalization, struct op *op) {
    struct module *module = legalization->module;
    bool is_certain;
    const struct attr *callee = decomposition_of(op, &is_certain);
    if (!callee || (!is_certain && op_int(op, "has_side_effect", 0))) {
        return;
    }
    if (!is_certain) {
        diag_warning_once(module->context->diagnostics, WARNING_CUSTOM_CALL_REPLACED, op->location,
                          "custom call @%s is not known: @%s, which it calls and which has its "
                          "types, is computed in its place",
                          op_property(op, "call_target_name")->text, callee->text);
    }
    struct op *call = op_stand_in(module, op, OP_FUNC_CALL, 0);
    op_set_attr(module, call, "decomposition", NULL);
    op_set_property(module, call, "callee", callee);
    op_replace(op, call);
}

static bool legalize(struct op *op, void *data) {
    struct legalization *legalization = data;
    if (!op_is(op, OP_CUSTOM_CALL)) {
        return true;
    }
    const char *target = op_property(op, "call_target_name")->text;
    bool is_handled = *pass_string(legalization->options, "handled") &&
                      pass_list_has(legalization->options, "handled", target);
    if (!is_handled && !custom_call_has_code(op) && !replace_by_op(legalization, op) &&
        pass_bool(legalization->options, "functions")) {
        replace_by_call(legalization, op);
    }
    return true;
}

bool pass_legalize_custom_calls(struct module *module, const struct pass_options *options) {
    if (!module_has_made(module, op_table[OP_CUSTOM_CALL])) {
        return true;
    }
    struct legalization legalization = {
        .module = module, .options = options, .scratch = arena_new()};
    int32_t errors = module->context->diagnostics->errors;
    op_walk_post(module->op, legalize, &legalization);
    arena_free(legalization.scratch);
    return module->context->diagnostics->errors == errors &&
           (!legalization.any || pass_verify_ops(module, 0));
}
