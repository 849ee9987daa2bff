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

/* Hooks know nothing of the instance axes in front: their coordinate d is lead + d. */
struct affine affine_lifted(const struct kernel_builder *builder, struct affine affine) {
    uint32_t lead = builder->graph->instances.count;
    if (lead > 0) {
        memmove(affine.stride + lead, affine.stride, (KERNEL_DIMS - lead) * sizeof *affine.stride);
        memset(affine.stride, 0, lead * sizeof *affine.stride);
    }
    return affine;
}

/* A read whose instance coordinates are the reader's own. */
static struct term *read_new(struct kernel_builder *builder, struct node *node) {
    struct term *term = term_new(builder, TERM_READ, node->element);
    term->node = node;
    term->coordinate_count = node->rank;
    term->coordinates = ARENA_ARRAY(builder->graph->arena, struct read_coordinate, node->rank + 1);
    for (uint32_t a = 0; a < node->lead; a++) {
        if (node->axes & 1u << a) {
            term->coordinates[a].at = affine_dim(a, 1, 0);
        }
    }
    return term;
}

struct term *term_read_raw(struct kernel_builder *builder, struct node *node,
                           const struct affine *coordinates) {
    struct term *term = read_new(builder, node);
    for (uint32_t d = 0; d < node->rank; d++) {
        term->coordinates[d].at = coordinates[d];
    }
    return term;
}

struct term *term_read_dynamic(struct kernel_builder *builder, struct node *node,
                               const struct affine *map, struct term *const *dynamic,
                               const int64_t *most) {
    struct term *term = read_new(builder, node);
    struct read_coordinate *coordinates = term->coordinates + node->lead;
    for (uint32_t d = 0; d < node_rank(node); d++) {
        coordinates[d].at = affine_lifted(builder, map[d]);
        if (!dynamic || !dynamic[d]) {
            continue;
        }
        /* Known from the instance, or of constants: an offset, clamped where the axes do not reach
         * beyond. */
        if (!term_add_known(builder, &coordinates[d].at, dynamic[d], most[d])) {
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

/* Complex numbers are in the order of their real, then their imaginary parts. */
static struct term *clamp_complex(struct kernel_builder *builder, const struct type *element,
                                  struct term *const *args) {
    struct term *raised = term_scalar(builder, element, SCALAR_MAXIMUM, 2, args);
    return term_scalar(builder, element, SCALAR_MINIMUM, 2, (struct term *[2]){raised, args[2]});
}

struct term *term_scalar(struct kernel_builder *builder, const struct type *element,
                         enum scalar_op op, uint32_t count, struct term *const *args) {
    enum element kind = element_or_bug(element);
    if (op == SCALAR_CLAMP && element->kind == TYPE_COMPLEX) {
        return clamp_complex(builder, element, args);
    }
    uint32_t bits = element_info[kind].bits;
    bool is_nibble = element_is_integer(kind) && bits > 1 && bits < 8;
    struct term *nibble = is_nibble ? term_nibble(builder, element, op, count, args) : NULL;
    if (nibble != NULL) {
        return nibble;
    }
    struct term *term = term_new(builder, TERM_SCALAR, kind);
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

struct term *term_identity(struct kernel_builder *builder, enum element element,
                           enum scalar_op op) {
    struct term *term = term_new(builder, TERM_CONSTANT, element);
    element_identity(element, op, &term->real, &term->integer);
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

/* --- the same term in another space ----------------------------------------------------------- */

static void substitute_read(struct kernel_builder *builder, const struct term *term,
                            struct term *copy, const struct affine *map, uint32_t count) {
    copy->coordinates =
        ARENA_ARRAY(builder->graph->arena, struct read_coordinate, term->coordinate_count + 1);
    for (uint32_t i = 0; i < term->coordinate_count; i++) {
        const struct read_coordinate *from = &term->coordinates[i];
        copy->coordinates[i] = *from;
        copy->coordinates[i].at = affine_compose(&from->at, map, count);
        if (from->dynamic) {
            copy->coordinates[i].dynamic = term_substitute(builder, from->dynamic, map, count);
        }
    }
}

struct term *term_substitute(struct kernel_builder *builder, const struct term *term,
                             const struct affine *map, uint32_t count) {
    struct arena *arena = builder->graph->arena;
    struct term *copy = arena_copy(arena, term, sizeof *term);
    copy->affine = affine_compose(&term->affine, map, count);
    substitute_read(builder, term, copy, map, count);
    copy->guards = ARENA_ARRAY(arena, struct guard, term->guard_count + 1);
    for (uint32_t i = 0; i < term->guard_count; i++) {
        copy->guards[i].bound = term->guards[i].bound;
        copy->guards[i].at = affine_compose(&term->guards[i].at, map, count);
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        copy->args[i] = term_substitute(builder, term->args[i], map, count);
    }
    return copy;
}
