/* Simplifies until nothing changes, by each operation's own canonicalize hook. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/sdy/canonicalize.h"
#include "support/limits.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* --- one operation ---------------------------------------------------------------------------- */

/* Groups of patterns: "sdy-collective" for the collectives of a dialect, and for a single operation
 * its own name with a dash, "sdy-reshard". */
static bool is_enabled(const struct op *op, const struct pass_options *options) {
    char group[128];
    const char *dot = strchr(op->name, '.');
    int length = dot ? (int)(dot - op->name) : 0;
    const char *rest = op_has(op, OP_COLLECTIVE) ? "collective" : dot ? dot + 1 : op->name;
    snprintf(group, sizeof group, "%.*s-%s", length, op->name, rest);
    return pass_list_has(options, "enable-patterns", group);
}

static bool can_canonicalize(const struct op *op) {
    return op->def->canonicalize != canonicalize_nothing;
}

/* What no group names is only done where all patterns are. */
static bool canonicalize_further(struct op *op, struct module *module,
                                 const struct pass_options *options) {
    bool all = *pass_string(options, "enable-patterns") == '\0';
    return all && op_is(op, OP_SDY_RESHARD) && reuse_earlier_reshard(op, module);
}

static bool canonicalize(struct op *op, struct module *module, void *options) {
    if (!is_enabled(op, options)) {
        return false;
    }
    if (op_has(op, OP_COLLECTIVE)) {
        reason_follow(module, op);
    }
    return canonicalize_further(op, module, options) || op->def->canonicalize(op, module);
}

/* --- all operations --------------------------------------------------------------------------- */

bool pass_canonicalize(struct module *module, const struct pass_options *options) {
    const struct simplifier simplifier = {
        .concerns = can_canonicalize, .simplify = canonicalize, .data = (void *)options};
    return simplify_module(module, &simplifier) || !pass_bool(options, "test-convergence") ||
           diag_error(module->context->diagnostics, module->op->location,
                      "no fixed point after %d rounds of simplification", LIMIT_ROUNDS);
}
