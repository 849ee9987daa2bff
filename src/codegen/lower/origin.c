/* Where in the input a kernel comes from. */
#include "codegen/lower/lower.h"

#include <inttypes.h>

/* "jit(f)/dot_general, model.py:12" of a location as tracers give them; NULL: it says nothing. */
static const char *origin_text(struct arena *arena, const struct attr *location) {
    const char *name = NULL, *file = NULL;
    while (location && !file) {
        enum location_kind kind = location_kind(location);
        if (kind == LOCATION_FILE) {
            file = arena_printf(arena, "%s:%" PRId64, location->text, location->words[0]);
        }
        if (kind == LOCATION_NAME && !name) {
            name = location->text;
        }
        bool goes_on = kind == LOCATION_NAME || kind == LOCATION_CALLSITE || kind == LOCATION_FUSED;
        location = goes_on && location->count > 0 ? location->items[0] : NULL;
    }
    return name && file ? arena_printf(arena, "%s, %s", name, file) : name ? name : file;
}

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
        kernel->origin = origin_text(lowering->graph->arena, first->explicit_location);
    }
}
