/* The operations that a program runs, in order, with how often each does. */
#include "ops/op_def.h"
#include "report/report.h"
#include "transforms/transforms.h"

/* Calls may be nested so that all they run is more than can be visited one by one. */
enum { MOST_CALLS_DEEP = 500, MOST_VISITS = 1 << 22 };

struct visit {
    const struct run_visitor *visitor;
    int64_t visits;
    uint32_t depth; /* of calls */
};

static struct times times_in_loop(struct times times, const struct op *loop, bool is_condition) {
    int64_t turns = loop_turns(loop);
    if (turns == 0) {
        return (struct times){.count = times.count, .is_known = false};
    }
    times.count = extent_product(times.count, is_condition ? turns + 1 : turns);
    return times;
}

static void visit_block(struct visit *visit, const struct block *block, struct times times,
                        const struct op *loop);

static void visit_regions(struct visit *visit, const struct op *op, struct times times,
                          const struct op *loop) {
    const struct run_visitor *visitor = visit->visitor;
    bool chooses = op->def->flow == OP_FLOW_BRANCHES && op->region_count > 0 && visitor->choose;
    for (uint32_t r = 0; r < op->region_count; r++) {
        if (chooses) {
            visitor->choose(visitor->data, op, r, false);
        }
        struct times inside = op_is(op, OP_WHILE) ? times_in_loop(times, op, r == 0) : times;
        FOR_EACH_BLOCK (block, &op->regions[r]) {
            visit_block(visit, block, inside, op_is(op, OP_WHILE) ? op : loop);
        }
    }
    if (chooses) {
        visitor->choose(visitor->data, op, op->region_count, true);
    }
}

static void visit_call(struct visit *visit, const struct op *call, struct times times,
                       const struct op *loop) {
    const struct attr *callee = op_property(call, "callee");
    const struct op *function = callee ? symbol_lookup_from(call, callee) : NULL;
    if (function && function->region_count > 0 && visit->depth < MOST_CALLS_DEEP) {
        visit->depth++;
        FOR_EACH_BLOCK (block, &function->regions[0]) {
            visit_block(visit, block, times, loop);
        }
        visit->depth--;
    }
}

static void visit_block(struct visit *visit, const struct block *block, struct times times,
                        const struct op *loop) {
    FOR_EACH_OP (op, block) {
        if (visit->visits++ > MOST_VISITS) {
            return;
        }
        visit->visitor->visit(visit->visitor->data, op, times, loop);
        if (op_has(op, OP_CALL)) {
            visit_call(visit, op, times, loop);
        } else if (op->def->flow != OP_FLOW_NONE) {
            visit_regions(visit, op, times, loop);
        }
    }
}

void visit_run(const struct op *function, const struct run_visitor *visitor) {
    struct visit visit = {.visitor = visitor};
    FOR_EACH_BLOCK (block, &function->regions[0]) {
        visit_block(&visit, block, (struct times){.count = 1, .is_known = true}, NULL);
    }
}
