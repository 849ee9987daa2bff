/* Why a pass made an operation. What is set costs nothing until an operation is made. */
#include "ir/ir.h"

static void change(struct module *module, struct reason reason) {
    module->reason = reason;
    module->kept_reason = NULL;
}

void reason_set(struct module *module, enum reason_kind kind, const struct op *op, uint32_t number,
                uint64_t factors) {
    change(module, (struct reason){.kind = kind,
                                   .operation = op->name,
                                   .location = op->location,
                                   .number = number,
                                   .factors = factors});
}

void reason_set_pass(struct module *module, const char *pass) {
    change(module, (struct reason){.kind = pass ? REASON_PASS : REASON_NONE, .operation = pass});
}

void reason_follow(struct module *module, const struct op *op) {
    if (op->reason && op->reason->kind != REASON_PASS) {
        module->reason = *op->reason;
        module->kept_reason = op->reason;
    } else {
        reason_set(module, REASON_WRITTEN, op, 0, 0);
    }
}

const struct reason *reason_of_new(struct module *module) {
    if (module->reason.kind != REASON_NONE && !module->kept_reason) {
        module->kept_reason = arena_copy(module->arena, &module->reason, sizeof module->reason);
    }
    return module->kept_reason;
}
