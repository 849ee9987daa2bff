/* Says which result types and shapes follow from operations, for tests of inference. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/checks.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* `"hlo_test_infer.get_return_types"(%x)` asks for the types of the operation that makes %x, or for
 * what is known of their shapes; the last question, for a value that is the shape. */
#define TYPES             "hlo_test_infer.get_return_types"
#define TYPES_ANSWER      "hlo_test_infer.return_types"
#define COMPONENTS        "hlo_test_infer.get_return_type_components"
#define COMPONENTS_ANSWER "hlo_test_infer.return_type_components"
#define SHAPE             "hlo_test_infer.reify_return_type_shapes"

/* The types of `op` as attributes types0, types1, ... */
static void note_types(struct module *module, struct op *answer, const struct type *const *types,
                       uint32_t count) {
    for (uint32_t i = 0; i < count && types[i]; i++) {
        const char *name = arena_printf(module->arena, "types%u", i);
        op_set_attr(module, answer, name, attr_type(module->context, types[i]));
    }
}

/* Where only the shape follows, the element type is left open: an index. */
static void leave_elements_open(const struct op *asked, struct context *context,
                                const struct type **types) {
    for (uint32_t i = 0; i < asked->result_count && op_has(asked, OP_SHAPES_SUFFICE); i++) {
        types[i] = type_with_element(context, types[i], type_index(context));
    }
}

static void answer_types(struct module *module, struct op *op, bool components) {
    const struct op *asked = op_operand(op, 0)->op;
    struct arena *scratch = arena_new();
    const struct type **types =
        ARENA_ARRAY(scratch, const struct type *, asked->operand_count + asked->result_count + 1);
    if (asked->def->infer && asked->def->infer(asked, module->context, types)) {
        if (components) {
            leave_elements_open(asked, module->context, types);
        }
        struct builder at = builder_before(module, op);
        const struct type *type = op->result_count ? op_result(op, 0)->type : NULL;
        struct op *made =
            build_op(&at, components ? COMPONENTS_ANSWER : TYPES_ANSWER, 1,
                     (struct value *[]){op_operand(op, 0)}, op->result_count, &type, 0);
        note_types(module, made, types, asked->result_count);
        op_replace(op, made);
    }
    arena_free(scratch);
}

/* Where the types agree: a question may expect a list of another length. */
static void answer_shape(struct module *module, struct op *op) {
    struct builder at = builder_before(module, op);
    struct value *shape = op_operand(op, 0)->op->def->reify(op_operand(op, 0)->op, &at);
    if (shape && op->result_count == 1 && op_result(op, 0)->type == shape->type) {
        value_replace_uses(op_result(op, 0), shape);
        op_erase(op);
    }
}

static bool answer(struct op *op, void *data) {
    struct module *module = data;
    if (op->operand_count != 1 || op->result_count > 1 || !op_operand(op, 0)->op) {
        return true;
    }
    bool components = strcmp(op->name, COMPONENTS) == 0;
    if (components || strcmp(op->name, TYPES) == 0) {
        answer_types(module, op, components);
    } else if (strcmp(op->name, SHAPE) == 0) {
        answer_shape(module, op);
    }
    return true;
}

bool pass_inferred_types(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk_post(module->op, answer, module);
    tidy_module(module);
    return true;
}
