/* builtin.unrealized_conversion_cast: those that undo each other go. */
#include "ops/build.h"
#include "ops/op_def.h"
#include "transforms/pass.h"

struct casts {
    VECTOR(struct op *) ops;
};

static bool collect(struct op *op, void *data) {
    if (op_is(op, OP_UNREALIZED_CONVERSION_CAST)) {
        *vector_push(&((struct casts *)data)->ops) = op;
    }
    return true;
}

/* The cast whose results, all of them in their order, this one takes; NULL: there is none. */
static struct op *cast_before(const struct op *op) {
    struct op *before = op->operand_count > 0 ? op_operand(op, 0)->op : NULL;
    bool all = before && op_is(before, OP_UNREALIZED_CONVERSION_CAST) &&
               before->result_count == op->operand_count;
    for (uint32_t i = 0; all && i < op->operand_count; i++) {
        all = op_operand(op, i) == op_result(before, i);
    }
    return all ? before : NULL;
}

static bool undoes(const struct op *before, const struct op *op) {
    bool same = before->operand_count == op->result_count;
    for (uint32_t i = 0; same && i < op->result_count; i++) {
        same = op_operand(before, i)->type == op_result(op, i)->type;
    }
    return same;
}

/* Results are what the first cast of a chain was given, where that is of their types. */
static void shorten(struct op *op) {
    for (struct op *before = cast_before(op); before; before = cast_before(before)) {
        if (undoes(before, op)) {
            for (uint32_t i = 0; i < op->result_count; i++) {
                value_replace_uses(op_result(op, i), op_operand(before, i));
            }
            return;
        }
    }
}

static bool is_unused(const struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (op_result(op, i)->first_use) {
            return false;
        }
    }
    return true;
}

bool pass_reconcile_casts(struct module *module, const struct pass_options *options) {
    (void)options;
    struct casts casts = {0};
    op_walk(module->op, collect, &casts);
    for (size_t i = 0; i < casts.ops.count; i++) {
        shorten(casts.ops.items[i]);
    }
    for (size_t i = casts.ops.count; i-- > 0;) {
        if (is_unused(casts.ops.items[i])) {
            op_erase(casts.ops.items[i]);
        }
    }
    vector_free(&casts.ops);
    return true;
}
