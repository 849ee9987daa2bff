#include "api/origins.h"

struct search {
    struct location location;
    const struct attr *found;
};

static bool stands_there(struct op *op, void *data) {
    struct search *search = data;
    if (op->location.source == search->location.source &&
        op->location.offset == search->location.offset) {
        search->found = place_location(op->explicit_location);
    }
    return !search->found;
}

void origins_note(struct compilation *compilation) {
    struct diagnostics *diagnostics = &compilation->diagnostics;
    size_t count = diagnostics->list.count;
    if (!compilation->module || !compilation->source.is_bytecode) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct search search = {.location = diagnostics->list.items[i].location};
        if (diagnostics->list.items[i].severity == SEVERITY_ERROR && search.location.source) {
            op_walk(compilation->module->op, stands_there, &search);
            const char *origin =
                search.found ? location_origin(compilation->arena, search.found) : NULL;
            if (origin) {
                /* A line of the user's says more than a byte of the file. */
                diagnostics->list.items[i].location = (struct location){0};
                diag_help(diagnostics, (struct location){0}, "it comes from %s", origin);
            }
            return;
        }
    }
}
