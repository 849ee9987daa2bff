/* What a library kernel makes for the statements behind it alone lies in scratch of the task, where
 * its kind can have it there (keep_within): sums of f32 of a convolution of bf16, which are
 * rounded. As a buffer of the arena they would go to memory and come back. */
#include "codegen/library/library.h"
#include "codegen/lower/merge/merge.h"
#include "codegen/program/visit.h"

/* The buffer of the arena that the library's function stores, in memory of its own; NULL: none. */
static struct kernel_buffer *made_by(const struct program *program, const struct uses *uses) {
    const struct kernel_buffer *made = NULL;
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (used->place == PLACE_LIBRARY && used->stores) {
            if (made != NULL && made != used->buffer) {
                return NULL;
            }
            made = used->buffer;
        }
    }
    const bool is_own = made != NULL && buffer_has_arena(made) &&
                        made->elements * element_info[made->element].bytes > LEAST_STORED;
    return is_own ? program->buffers[made->id] : NULL;
}

/* Whether the kernel does no more with the buffer than to make it, and to read it afterwards. */
static bool is_read_afterwards(const struct uses *uses, const struct kernel_buffer *buffer) {
    bool is_read = false;
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (used->buffer != buffer || used->place == PLACE_LIBRARY) {
            continue;
        }
        if (used->place != PLACE_RESULTS || used->stores || used->access == NULL ||
            used->access->indirect_count > 0) {
            return false;
        }
        is_read = true;
    }
    return is_read;
}

void program_keep_within(struct program *program) {
    struct uses uses = {0};
    const uint32_t *users = program_count_users(program);
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        struct kernel *kernel = program->kernels[i];
        if (kernel->library == NULL || kernel->library->rows.keep_within == NULL) {
            continue;
        }
        kernel_uses(kernel, &uses);
        struct kernel_buffer *made = made_by(program, &uses);
        if (made != NULL && users[made->id] == 1 && is_read_afterwards(&uses, made) &&
            kernel->library->rows.keep_within(kernel, made)) {
            made->kind = BUFFER_ROWS;
            kernel->bytes -= (double)made->elements * element_info[made->element].bytes;
        }
    }
    uses_free(&uses);
}
