/* Whether a kernel may run before steps that stand in front of it, and which kernels are plain
 * enough for it. */
#include "codegen/lower/merge/merge.h"
#include "codegen/program/strips.h"

/* Whether the caller has the buffer's memory too: one may, who gives up an argument for it. */
static bool is_donated(const struct program *program, const struct kernel_buffer *buffer) {
    bool donated = false;
    for (uint32_t i = 0; buffer->kind == BUFFER_OUTPUT && i < program->input_count; i++) {
        donated |= program->inputs[i].donated_to == (int32_t)buffer->number;
    }
    return donated;
}

bool kernel_stores_plainly(const struct program *program, const struct kernel *kernel) {
    if (kernel->is_disjoint || kernel->is_repeated || kernel->is_once) {
        return false;
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        const struct statement *statement = &kernel->results[i];
        const struct kernel_buffer *buffer = statement->store.buffer;
        if (!statement_is_plain(statement) || is_donated(program, buffer) ||
            (buffer->kind != BUFFER_ARENA && buffer->kind != BUFFER_OUTPUT)) {
            return false;
        }
    }
    return true;
}

/* Whether no other buffer has the memory of one of the results. */
static bool has_own_memory(const struct kernel *kernel) {
    bool own = true;
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        own = own && kernel->results[i].store.buffer->same == NULL;
    }
    return own;
}

bool kernel_is_sum(const struct program *program, const struct kernel *kernel) {
    const struct reduction *reduction = kernel->reduction;
    return kernel->kind == KERNEL_LOOP && reduction != NULL && reduction->next == NULL &&
           !reduction->in_order && reduction->guard_count == 0 && kernel->body_count == 0 &&
           reduction->types[0] != ELEMENT_I1 && kernel_stores_plainly(program, kernel) &&
           has_own_memory(kernel);
}

bool kernel_lies_across(const struct kernel *kernel, const struct uses *uses) {
    const struct tile_shape tile = whole_tile(kernel);
    const struct strip_shape strip = choose_strip(kernel, uses, &tile);
    return strip.count > 0 && !strip.sequential;
}

/* Whether the one has to stay behind the other: one of them stores what the other touches, besides
 * `known`. */
static bool depends(const struct uses *later, const struct uses *earlier,
                    const struct kernel_buffer *known) {
    for (size_t i = 0; i < later->accesses.count; i++) {
        const struct used_access *one = &later->accesses.items[i];
        for (size_t k = 0; k < earlier->accesses.count && one->buffer != known; k++) {
            const struct used_access *other = &earlier->accesses.items[k];
            if ((one->stores || other->stores) &&
                buffer_memory(one->buffer) == buffer_memory(other->buffer)) {
                return true;
            }
        }
    }
    return false;
}

bool step_may_move(const struct step_list *list, uint32_t first, uint32_t step,
                   const struct kernel_buffer *known, const struct uses *uses) {
    struct uses between = {0};
    bool may = true;
    for (uint32_t i = first; i < step && may; i++) {
        if (list->items[i].kernel != NULL) {
            kernel_uses(list->items[i].kernel, &between);
            may = !depends(uses, &between, i == first ? known : NULL);
        }
    }
    uses_free(&between);
    return may;
}
