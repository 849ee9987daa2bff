/* sdy.mesh */
#include "ops/attrs/mesh_forms.h"
#include "ops/hooks.h"
#include "ops/verify/fault.h"

/* The mesh as StableHLO writes it is the mesh, where that is not there itself. One that is not
 * valid stays out. */
static void complete_mesh(struct context *context, struct arena *arena,
                          struct attr_list *properties, const struct attr_list *attrs) {
    const struct attr *dictionary = attr_list_get(attrs, MESH_DICTIONARY);
    if (dictionary && dictionary->kind == ATTR_DICT && !attr_list_get(properties, "mesh")) {
        const struct attr *mesh = mesh_from_dictionary(context, dictionary);
        struct diagnostics silent;
        diagnostics_init(&silent, context->arena, NULL);
        if (mesh && mesh_verify(attr_as_mesh(mesh), "", (struct location){0}, &silent)) {
            attr_list_set(properties, context, arena, "mesh", mesh);
        }
        diagnostics_free(&silent);
    }
}

static bool verify_mesh(const struct op *op, struct context *context) {
    const struct op *parent = op_parent(op);
    return !parent || op_is(parent, OP_MODULE) ||
           op_fault(op, context, "expects parent op 'builtin.module'");
}

const struct op_def op_sdy_mesh = {
    .name = "sdy.mesh",
    .summary = "names a mesh of devices",
    .traits = OP_SYMBOL,
    .operands = no_values,
    .results = no_values,
    .regions = {0, 0},
    .attrs = ATTRS(
        {.name = "sym_name", .kind = OP_ATTR_SYMBOL_NAME, .required = true},
        {.name = "mesh", .kind = OP_ATTR_DIALECT, .required = true, .dialect_attr = "sdy.mesh"}),
    .complete = complete_mesh,
    .form = "$sym_name = $mesh @attrs",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_mesh,
    .infer = infer_nothing,
    .rule = rule_none,
    .needs = needs_nothing,
    .emit = emit_structure,
    .canonicalize = canonicalize_nothing,
    COMMON_HOOKS,
};
