/* Checks which operations may be run where the program would not have run them, for tests. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/speculation.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* `"hlo_test_speculatability.is_speculatable"(%x)` and the like claim it of what makes %x. */
static const struct {
    const char *claim;
    enum speculation speculation;
} claims[] = {
    {"hlo_test_speculatability.is_speculatable", SPECULATION_ALWAYS},
    {"hlo_test_speculatability.is_recursively_speculatable", SPECULATION_RECURSIVE},
    {"hlo_test_speculatability.is_not_speculatable", SPECULATION_NEVER},
};

static bool is_right(const struct op *claim, const struct op *subject) {
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        if (strcmp(claim->name, claims[i].claim) == 0) {
            return op_speculation(subject) == claims[i].speculation;
        }
    }
    return false;
}

/* Nothing but the claim uses one of its results. */
static bool is_used_once(const struct op *op) {
    uint32_t uses = 0;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct use *use = op->results[i].first_use;
        uses += use ? (use->next ? 2 : 1) : 0;
    }
    return uses == 1;
}

static bool check(struct op *op, void *data) {
    (void)data;
    struct op *subject = op->operand_count == 1 ? op_operand(op, 0)->op : NULL;
    if (subject && op->result_count == 0 && is_used_once(subject) && is_right(op, subject)) {
        op_erase(op);
        op_erase(subject);
    }
    return true;
}

bool pass_speculatability(struct module *module, const struct pass_options *options) {
    (void)options;
    op_walk_post(module->op, check, module);
    tidy_module(module);
    return true;
}
