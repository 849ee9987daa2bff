/* What is known of a run before it begins: loops, and calls that have an effect. */
#include "api/outlook.h"

#include "ops/op_def.h"
#include "report/report.h"
#include "transforms/transforms.h"

static void look(void *data, const struct op *op, struct times times, const struct op *loop) {
    struct sdyc_outlook *outlook = data;
    (void)times;
    (void)loop;
    if (op_is(op, OP_WHILE)) {
        enum sdyc_loops loops = loop_turns(op) > 0 ? SDYC_LOOPS_FIXED : SDYC_LOOPS_OPEN;
        outlook->loops = loops > outlook->loops ? loops : outlook->loops;
    }
    if (op_is(op, OP_CUSTOM_CALL) && !op_is_pure(op)) {
        outlook->has_effect = 1;
    }
}

void outlook_extract(const struct module *module, const char *entry, struct sdyc_outlook *outlook) {
    const struct run_visitor visitor = {.visit = look, .data = outlook};
    const struct op *function = entry_function(module, entry);
    *outlook = (struct sdyc_outlook){.loops = SDYC_LOOPS_NONE};
    if (function) {
        visit_run(function, &visitor);
    }
}
