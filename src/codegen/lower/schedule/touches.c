/* The memory that a kernel touches, for those who ask what may run beside it. */
#include "codegen/lower/schedule/schedule.h"

void touches_free(struct touches *touches) {
    vector_free(&touches->list);
    uses_free(&touches->uses);
}

void touch_kernel(struct touches *touches, const struct kernel *kernel) {
    kernel_uses(kernel, &touches->uses);
    touches->list.count = 0;
    for (size_t i = 0; i < touches->uses.accesses.count; i++) {
        const struct used_access *used = &touches->uses.accesses.items[i];
        enum buffer_kind kind = used->buffer->kind;
        bool is_constant = kind == BUFFER_CONSTANT || kind == BUFFER_RANK ||
                           (kind == BUFFER_INPUT && !used->buffer->same);
        if (!buffer_is_of_task(used->buffer) && !is_constant) {
            *vector_push(&touches->list) = (struct touch){used->buffer, used->stores};
        }
    }
}
