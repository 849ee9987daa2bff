/* What a program does in its first run alone: kernels whose results are kept from run to run, for
 * they depend on constants. They are a branch at its beginning, on a number that is zero before. */
#include "codegen/lower/lower.h"
#include "codegen/program/visit.h"

struct kernel_buffer *lowering_add_kept(struct lowering *lowering, enum element element,
                                        int64_t elements, const char *comment) {
    struct kernel_buffer *buffer = lowering_add_buffer(lowering, element, elements, comment);
    buffer->kind = BUFFER_KEPT;
    return buffer;
}

/* Values on the way are kept by nobody: they have the memory of others. */
static void find_read_later(struct lowering *lowering, bool *is_read) {
    struct uses uses = {0};
    for (size_t i = 0; i < lowering->kernels.count; i++) {
        const struct kernel *kernel = lowering->kernels.items[i];
        if (kernel->is_once) {
            continue;
        }
        kernel_uses(kernel, &uses);
        for (size_t k = 0; k < uses.accesses.count; k++) {
            if (uses.accesses.items[k].buffer->kind == BUFFER_KEPT) {
                is_read[uses.accesses.items[k].buffer->id] = true;
            }
        }
    }
    uses_free(&uses);
}

static void place_kept(struct lowering *lowering) {
    size_t count = lowering->buffers.count;
    bool *is_read = ARENA_ARRAY(lowering->graph->arena, bool, count + 1);
    int64_t end = SDYRT_LINE_BYTES, bytes;
    find_read_later(lowering, is_read);
    for (size_t i = 0; i < count; i++) {
        struct kernel_buffer *buffer = lowering->buffers.items[i];
        if (buffer->kind != BUFFER_KEPT) {
            continue;
        }
        buffer->kind = is_read[i] ? BUFFER_KEPT : BUFFER_ARENA;
        buffer->offset = is_read[i] ? end : 0;
        if (!multiply_checked(buffer->elements, element_info[buffer->element].bytes, &bytes) ||
            bytes > INT64_MAX - 2 * SDYRT_LINE_BYTES - end) {
            memory_fail(SIZE_MAX);
        }
        end += is_read[i] ? (int64_t)sdyrt_whole_lines((size_t)bytes) : 0;
    }
    lowering->program->kept_bytes = end;
}

/* The number that the branch asks, and the kernel that says that all is done. */
static const struct kernel_buffer *add_mark(struct lowering *lowering) {
    struct arena *arena = lowering->program->arena;
    struct kernel_buffer *mark =
        lowering_add_kept(lowering, ELEMENT_I32, 1, "whether the first run has been");
    struct kernel *kernel = lowering_add_kernel(lowering, mark->comment);
    struct statement *statement = ARENA_NEW(arena, struct statement);
    statement->store.buffer = mark;
    statement->value = ARENA_NEW(arena, struct expr);
    statement->value->kind = EXPR_CONSTANT;
    statement->value->type = ELEMENT_I32;
    statement->value->integer = 1;
    kernel->results = statement;
    kernel->result_count = 1;
    return mark;
}

static void put_first(struct lowering *lowering, const struct step *step) {
    struct step_list *list = &lowering->program->steps;
    struct step *items =
        ARENA_ARRAY(lowering->program->arena, struct step, (size_t)list->count + 1);
    items[0] = *step;
    for (uint32_t i = 0; i < list->count; i++) {
        items[1 + i] = list->items[i];
    }
    list->items = items;
    list->count++;
}

void lowering_finish_once(struct lowering *lowering) {
    if (lowering->once.count == 0) {
        return;
    }
    struct step step = {.kind = STEP_BRANCH, .part_count = 2};
    place_kept(lowering);
    lowering->group = NULL;
    lowering->steps = &lowering->once;
    step.selector = add_mark(lowering);
    step.parts = ARENA_ARRAY(lowering->program->arena, struct step_list, 2);
    step.parts[0] = lowering_list(lowering, &lowering->once);
    /* A run that is stopped must not have said so: the mark is not handed out with other tasks. */
    step.parts[0].items[step.parts[0].count - 1].waits = true;
    put_first(lowering, &step);
}
