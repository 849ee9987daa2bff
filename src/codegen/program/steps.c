/* The walks over the steps of a program. Loops stand in loops to no great depth: the walks recurse.
 */
#include "codegen/program/steps.h"

#include <string.h>

void step_lists_visit(struct step_list *list, step_list_visitor *visit, void *data) {
    for (uint32_t i = 0; i < list->count; i++) {
        for (uint32_t p = 0; p < list->items[i].part_count; p++) {
            step_lists_visit(&list->items[i].parts[p], visit, data);
        }
    }
    visit(list, data);
}

/* Gives the list what was written, in its own memory where there is room. */
static void give(struct arena *arena, struct step_list *list, const struct step_vector *out) {
    if (out->list.count > list->count) {
        list->items = ARENA_ARRAY(arena, struct step, out->list.count);
    }
    list->count = (uint32_t)out->list.count;
    if (list->count > 0) {
        memcpy(list->items, out->list.items, list->count * sizeof *list->items);
    }
}

void steps_rewrite(struct arena *arena, struct step_list *list, step_rewriter *rewrite,
                   void *data) {
    struct step_vector out = {0};
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        for (uint32_t p = 0; p < step->part_count; p++) {
            steps_rewrite(arena, &step->parts[p], rewrite, data);
        }
        if (step->kind == STEP_KERNEL) {
            rewrite(&out, step, data);
        } else {
            *vector_push(&out.list) = *step;
        }
    }
    give(arena, list, &out);
    vector_free(&out.list);
}

struct dropping {
    kernel_question *drops;
    const void *data;
};

static void keep_step(struct step_vector *out, const struct step *step, void *data) {
    const struct dropping *dropping = data;
    if (!dropping->drops(step->kernel, dropping->data)) {
        *vector_push(&out->list) = *step;
    }
}

void program_drop_kernels(struct program *program, kernel_question *drops, const void *data) {
    struct dropping dropping = {drops, data};
    uint32_t kept = 0;
    steps_rewrite(program->arena, &program->steps, keep_step, &dropping);
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        struct kernel *kernel = program->kernels[i];
        if (!drops(kernel, data)) {
            kernel->id = kept;
            program->kernels[kept++] = kernel;
        }
    }
    program->kernel_count = kept;
}
