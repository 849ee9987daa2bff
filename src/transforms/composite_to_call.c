/* Calls what composites stand for: their decompositions. */
#include <string.h>

#include "ops/build.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* `name` is one of the words of a list that commas separate. */
static bool is_listed(const char *list, const char *name) {
    size_t length = strlen(name);
    while (*list) {
        size_t word = strcspn(list, ",");
        if (word == length && memcmp(list, name, length) == 0) {
            return true;
        }
        list += word + (list[word] == ',');
    }
    return false;
}

struct replacement {
    struct module *module;
    const char *except;
};

static bool replace(struct op *op, void *data) {
    const struct replacement *replacement = data;
    if (!op_is(op, OP_COMPOSITE) || is_listed(replacement->except, op_property(op, "name")->text)) {
        return true;
    }
    const struct attr *callee = op_property(op, "decomposition");
    struct op *call = op_stand_in(replacement->module, op, OP_FUNC_CALL, 0);
    op_set_property(replacement->module, call, "callee", callee);
    op_replace(op, call);
    return true;
}

bool pass_composite_to_call(struct module *module, const struct pass_options *options) {
    struct replacement replacement = {module, pass_string(options, "except")};
    op_walk_post(module->op, replace, &replacement);
    return true;
}
