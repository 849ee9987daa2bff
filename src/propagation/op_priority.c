/* Operation priorities: what only moves or maps elements goes first, then
 * factors that need no communication, then broadcasts backward, then everything.
 * Each stage keeps what the former allowed. */
#include "propagation/propagation.h"

/* What the first stages allow: elements that are only moved or mapped. */
static enum direction moves_elements(const struct flow_node *node) {
    switch ((enum op_schedule)node->schedule) {
    case OP_SCHEDULE_FIRST:
    case OP_SCHEDULE_ELEMENTWISE:
        return DIRECTION_BOTH;
    case OP_SCHEDULE_FORWARD_FIRST:
        return DIRECTION_FORWARD;
    case OP_SCHEDULE_BACKWARD_FIRST:
    case OP_SCHEDULE_LATE:
        break;
    }
    return DIRECTION_NONE;
}

enum direction node_direction(const struct propagation *state, const struct flow_node *node,
                              enum factor_kind kind) {
    enum direction all_but_broadcasts =
        node->schedule == OP_SCHEDULE_BACKWARD_FIRST ? DIRECTION_BACKWARD : DIRECTION_BOTH;
    switch (state->op_priority) {
    case 0:
        return node->operands_have_one_use ? moves_elements(node) : DIRECTION_NONE;
    case 1:
        return moves_elements(node);
    case 2:
        return kind == FACTOR_PASS_THROUGH ? all_but_broadcasts : moves_elements(node);
    case 3:
        return all_but_broadcasts;
    default:
        return DIRECTION_BOTH;
    }
}

void propagate_by_op_priority(struct propagation *state) {
    if (!state->by_op_priority) {
        state->op_priority = OP_PRIORITY_ALL;
        propagate_strategies(state);
        return;
    }
    for (int32_t priority = 0; priority < OP_PRIORITY_COUNT; priority++) {
        state->op_priority = priority;
        propagate_strategies(state);
    }
}
