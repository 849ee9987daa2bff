#include "ir/context.h"

#include "ir/uniquer.h"

#include <stdlib.h>

/* Room for twice what a small program has of them. */
enum { FIRST_TYPES = 32, FIRST_ATTRS = 64 };

struct context *context_new(struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct context *context = ARENA_NEW(arena, struct context);
    context->arena = arena;
    context->types = uniquer_new(arena, FIRST_TYPES, type_equal_contents);
    context->attrs = uniquer_new(arena, FIRST_ATTRS, attr_equal_contents);
    context->strings = interner_new(arena);
    context->diagnostics = diagnostics;
    return context;
}

void context_free(struct context *context) {
    if (!context) {
        return;
    }
    context_drop_bytes(context);
    pointer_map_free(&context->forms);
    pointer_map_free(&context->vhlo_defs);
    pointer_map_free(&context->rules);
    uniquer_free(context->types);
    uniquer_free(context->attrs);
    interner_free(context->strings);
    arena_free(context->arena);
}
