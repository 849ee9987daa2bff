#include "ir/context.h"

#include "ir/uniquer.h"

#include <stdlib.h>

struct context *context_new(struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct context *context = ARENA_NEW(arena, struct context);
    context->arena = arena;
    context->strings = interner_new(arena);
    context->types = ARENA_NEW(arena, struct uniquer);
    context->types->equal = type_equal_contents;
    context->attrs = ARENA_NEW(arena, struct uniquer);
    context->attrs->equal = attr_equal_contents;
    context->diagnostics = diagnostics;
    return context;
}

void context_free(struct context *context) {
    if (!context) {
        return;
    }
    pointer_map_free(&context->forms);
    pointer_map_free(&context->vhlo_defs);
    pointer_map_free(&context->rules);
    uniquer_free(context->types);
    uniquer_free(context->attrs);
    interner_free(context->strings);
    arena_free(context->arena);
}
