/* Says which result types follow from operations, for tests of inference. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/checks.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* `"hlo_test_infer.get_return_types"(%x)` asks for the types of the operation that makes %x. */
#define QUESTION "hlo_test_infer.get_return_types"
#define ANSWER   "hlo_test_infer.return_types"

/* The types of `op` as attributes types0, types1, ... */
static void note_types(struct module *module, struct op *answer, const struct type *const *types,
                       uint32_t count) {
    for (uint32_t i = 0; i < count && types[i]; i++) {
        const char *name = arena_printf(module->arena, "types%u", i);
        op_set_attr(module, answer, name, attr_type(module->context, types[i]));
    }
}

static bool answer(struct op *op, void *data) {
    struct module *module = data;
    if (strcmp(op->name, QUESTION) != 0 || op->operand_count != 1 || !op_operand(op, 0)->op) {
        return true;
    }
    const struct op *asked = op_operand(op, 0)->op;
    struct arena *scratch = arena_new();
    const struct type **types =
        ARENA_ARRAY(scratch, const struct type *, asked->operand_count + asked->result_count + 1);
    if (asked->def->infer && asked->def->infer(asked, module->context, types)) {
        struct builder at = builder_before(module, op);
        const struct type *type = op->result_count ? op_result(op, 0)->type : NULL;
        struct op *made = build_op(&at, ANSWER, 1, (struct value *[]){op_operand(op, 0)},
                                   op->result_count, &type, 0);
        note_types(module, made, types, asked->result_count);
        op_replace(op, made);
    }
    arena_free(scratch);
    return true;
}

bool pass_inferred_types(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk_post(module->op, answer, module);
    return true;
}
