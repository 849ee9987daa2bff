/* Which steps wait for those before them: those that touch memory which one of these writes, or
 * write what one of these touches. All others run beside them, in one phase. */
#include "codegen/library/library.h"
#include "codegen/lower/schedule/schedule.h"
#include "codegen/program/steps.h"
#include "support/limits.h"

static bool conflicts(const struct touches *before, const struct touches *now, bool is_disjoint) {
    for (size_t i = 0; i < before->list.count; i++) {
        for (size_t k = 0; k < now->list.count; k++) {
            const struct touch *a = &before->list.items[i], *b = &now->list.items[k];
            if (is_disjoint && a->writes && b->writes && a->buffer == b->buffer) {
                continue;
            }
            if ((a->writes || b->writes) && buffers_overlap(a->buffer, b->buffer)) {
                return true;
            }
        }
    }
    return false;
}

static void place_waits(struct step_list *list, void *data) {
    (void)data;
    struct touches since = {.list = {0}}, now = {.list = {0}};
    bool alone = true; /* behind a loop or branch, or first */
    for (uint32_t i = 0; i < list->count; i++) {
        struct step *step = &list->items[i];
        if (step->kind != STEP_KERNEL) {
            step->waits = alone = true;
            continue;
        }
        if (step->follows) {
            list->items[i - 1].waits |= !list->items[i - 1].follows;
            alone = true;
            continue;
        }
        touch_kernel(&now, step->kernel);
        bool by_itself = step->kernel->library != NULL && step->kernel->library->effect.alone;
        step->waits = alone || by_itself || since.list.count > LIMIT_LOOKED ||
                      conflicts(&since, &now, step->kernel->is_disjoint);
        alone = by_itself;
        if (step->waits) {
            since.list.count = 0;
        }
        for (size_t k = 0; k < now.list.count; k++) {
            *vector_push(&since.list) = now.list.items[k];
        }
    }
    touches_free(&since);
    touches_free(&now);
}

void program_place_waits(struct program *program) {
    step_lists_visit(&program->steps, place_waits, NULL);
}
