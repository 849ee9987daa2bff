/* The kernel builder: terms (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph/graph.h"

struct term *term_new(struct kernel_builder *builder, enum term_kind kind, enum element element) {
    struct term *term = ARENA_NEW(builder->graph->arena, struct term);
    term->kind = kind;
    term->element = element;
    return term;
}

enum element element_or_bug(const struct type *type) {
    enum element element;
    if (!element_of_type(type, &element)) {
        sdyc_bug("a term of an element type without storage");
    }
    return element;
}

/* With private storage every index space begins with the device, of which hooks know nothing: their
 * coordinate d is d + 1. */
struct affine affine_lifted(const struct kernel_builder *builder, struct affine affine) {
    if (builder->graph->devices == 0) {
        return affine;
    }
    memmove(affine.stride + 1, affine.stride, (KERNEL_DIMS - 1) * sizeof *affine.stride);
    affine.stride[0] = 0;
    return affine;
}

struct term *term_read_dynamic(struct kernel_builder *builder, struct node *node,
                               const struct affine *map, struct term *const *dynamic,
                               const int64_t *most) {
    struct term *term = term_new(builder, TERM_READ, node->element);
    term->node = node;
    term->group_count = node->rank;
    term->coordinates = ARENA_ARRAY(builder->graph->arena, struct coordinate, node->rank + 1);
    if (node->device_dims > 0) {
        term->coordinates[0].at = affine_dim(0, 1, 0);
    }
    struct coordinate *coordinates = term->coordinates + node->device_dims;
    for (uint32_t d = 0; d < node_rank(node); d++) {
        coordinates[d].at = affine_lifted(builder, map[d]);
        if (dynamic && dynamic[d]) {
            coordinates[d].dynamic = dynamic[d];
            coordinates[d].most = most[d];
        }
    }
    return term;
}

struct term *term_read(struct kernel_builder *builder, struct node *node,
                       const struct affine *map) {
    return term_read_dynamic(builder, node, map, NULL, NULL);
}

struct term *term_same(struct kernel_builder *builder, struct node *node) {
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < node_rank(node); d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    return term_read(builder, node, map);
}

struct term *term_index(struct kernel_builder *builder, const struct type *element,
                        struct affine affine) {
    struct term *term = term_new(builder, TERM_INDEX, element_or_bug(element));
    term->affine = affine_lifted(builder, affine);
    return term;
}

struct term *term_scalar(struct kernel_builder *builder, const struct type *element,
                         enum scalar_op op, uint32_t count, struct term *const *args) {
    struct term *term = term_new(builder, TERM_SCALAR, element_or_bug(element));
    term->op = op;
    term->arg_count = count;
    memcpy(term->args, args, count * sizeof *args);
    return term;
}

struct term *term_integer(struct kernel_builder *builder, const struct type *element,
                          int64_t value) {
    struct term *term = term_new(builder, TERM_CONSTANT, element_or_bug(element));
    term->integer = value;
    term->real = (double)value;
    return term;
}

struct term *term_guard(struct kernel_builder *builder, uint32_t count, const struct affine *at,
                        const int64_t *bound, struct term *inside, struct term *outside) {
    struct term *term = term_new(builder, TERM_GUARD, inside->element);
    term->guard_count = count;
    term->guards = ARENA_ARRAY(builder->graph->arena, struct guard, count);
    for (uint32_t i = 0; i < count; i++) {
        term->guards[i] = (struct guard){affine_lifted(builder, at[i]), bound[i]};
    }
    term->arg_count = 2;
    term->args[0] = inside;
    term->args[1] = outside;
    return term;
}
