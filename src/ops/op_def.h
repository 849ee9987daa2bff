/* The table of operations: one row of ops.def each. What a row holds is in ir/op_def.h. */
#ifndef SDYC_OPS_OP_DEF_H
#define SDYC_OPS_OP_DEF_H

#include "ir/asm.h"
#include "ir/ir.h"
#include "ir/op_def.h"

/* --- ops.c ------------------------------------------------------------------------------------ */

/* OP_ADD, OP_DOT_GENERAL... one per row of ops.def, in its order. */
enum op_id {
#define OP(id, name, definition) OP_##id,
#include "ops/ops.def"
#undef OP
    OP_COUNT_
};
extern const struct op_def *const op_table[OP_COUNT_];

static inline bool op_is(const struct op *op, enum op_id id) {
    return op->def == op_table[id];
}
/* Whether the operation is one of an array of them. */
#define OP_IS_IN(op, ids) op_is_in(op, ids, sizeof(ids) / sizeof *(ids))
static inline bool op_is_in(const struct op *op, const enum op_id *ids, size_t count) {
    size_t i = 0;
    while (i < count && !op_is(op, ids[i])) {
        i++;
    }
    return i < count;
}
/* Checks the table itself: order, hooks, attributes. A message for the first fault, or NULL. */
const char *ops_selfcheck(void);

#endif
