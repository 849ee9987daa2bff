/* Constants that no kernel reads any more, for it reads what was made of them. */
#include "codegen/lower/lower.h"
#include "codegen/program/visit.h"

/* Single elements may be read by steps. */
static bool may_go(const struct kernel_buffer *constant) {
    return constant->elements > 1;
}

static bool *find_read(struct lowering *lowering) {
    bool *is_read = ARENA_ARRAY(lowering->graph->arena, bool, lowering->buffers.count + 1);
    struct uses uses = {0};
    for (size_t i = 0; i < lowering->kernels.count; i++) {
        kernel_uses(lowering->kernels.items[i], &uses);
        for (size_t k = 0; k < uses.accesses.count; k++) {
            is_read[uses.accesses.items[k].buffer->id] = true;
        }
    }
    uses_free(&uses);
    return is_read;
}

void lowering_drop_unread(struct lowering *lowering) {
    const bool *is_read = find_read(lowering);
    size_t count = 0;
    for (size_t i = 0; i < lowering->constants.count; i++) {
        struct kernel_buffer *constant = lowering->constants.items[i];
        if (is_read[constant->id] || !may_go(constant)) {
            constant->number = (uint32_t)count;
            lowering->constants.items[count++] = constant;
        }
    }
    lowering->constants.count = count;
}
