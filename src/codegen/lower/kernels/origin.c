/* Where in the input a kernel comes from. */
#include "codegen/lower/lower.h"

void kernel_set_origin(struct kernel *kernel, const struct lowering *lowering) {
    const struct group *group = lowering->group;
    if (!group || group->roots.count == 0) {
        return;
    }
    const struct op *last = group->roots.items[group->roots.count - 1]->op;
    const struct op *first =
        group->anchor && group->anchor->op ? group->anchor->op : group->roots.items[0]->op;
    last = last ? last : first;
    if (first && last->location.source == first->location.source) {
        kernel->first = first->location;
        kernel->last = last->location;
        kernel->origin =
            location_origin(lowering->graph->arena, place_location(first->explicit_location));
    }
}
