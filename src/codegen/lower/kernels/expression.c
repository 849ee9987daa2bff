/* Terms as expressions over a kernel's dimensions: reads of nodes with buffers become loads, all
 * others are replaced by the term of the node, its coordinates composed. What is read twice at the
 * same place is one expression. */
#include <math.h>
#include <string.h>

#include "codegen/lower/fuse/pieces.h"
#include "codegen/lower/lower.h"
#include "codegen/program/visit.h"

void lowering_register(struct lowering *lowering, struct affine *affine) {
    *vector_push(&lowering->affines) = affine;
}

void lowering_load_reduced(struct lowering *lowering, const struct access *place) {
    for (size_t i = 0; i < lowering->reduced.count; i++) {
        struct expr *expr = lowering->reduced.items[i];
        expr->kind = EXPR_LOAD;
        expr->access = *place;
        lowering_register(lowering, &expr->access.at);
    }
}

/* --- places ----------------------------------------------------------------------------------- */

static struct affine scaled(const struct affine *affine, int64_t factor) {
    struct affine result = {.offset = affine->offset * factor};
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        result.stride[d] = affine->stride[d] * factor;
    }
    return result;
}

static void add_affine(struct affine *sum, struct affine term) {
    sum->offset += term.offset;
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        sum->stride[d] += term.stride[d];
    }
}

struct access buffer_access(const struct node *node, const struct affine *map) {
    struct access access = {.buffer = node->place.buffer};
    for (uint32_t d = 0; d < node->rank; d++) {
        add_affine(&access.at, scaled(&map[d], node->place.stride[d]));
    }
    return access;
}

/* Coordinates of a read in the kernel's space, one per group of dimensions. */
static void compose_coordinates(const struct term *read, const struct affine *map,
                                uint32_t map_count, struct affine *coordinates) {
    for (uint32_t g = 0; g < read->coordinate_count; g++) {
        coordinates[g] = affine_compose(&read->coordinates[g].at, map, map_count);
    }
}

/* The stride of a coordinate: that of the innermost of its dimensions with more than one point, all
 * of which lie one behind the other. */
static int64_t coordinate_stride(const struct term *read, uint32_t coordinate) {
    const struct node *node = read->node;
    if (!read->groups) {
        return node->place.stride[coordinate];
    }
    const struct dim_group *group = &read->groups[coordinate];
    uint32_t last = group->count;
    while (last > 1 && node->extent[group->dims[last - 1]] == 1) {
        last--;
    }
    return last > 0 ? node->place.stride[group->dims[last - 1]] : 0;
}

/* An index that is the place in the loops itself, and in range everywhere, is a stride. */
static bool add_index(const struct lowering *lowering, const struct read_coordinate *coordinate,
                      const struct expr *index, int64_t stride, struct affine *at) {
    int64_t least, most;
    if (index->kind != EXPR_INDEX || element_info[index->type].bytes < 4 ||
        !element_is_integer(index->type)) {
        return false;
    }
    affine_range(lowering->kernel, &index->affine, &least, &most);
    if (least < 0 || most > coordinate->most) {
        return false;
    }
    add_affine(at, scaled(&index->affine, stride));
    return true;
}

struct access lower_access(struct lowering *lowering, const struct term *read,
                           const struct affine *map, uint32_t map_count) {
    struct affine coordinates[KERNEL_DIMS];
    const struct node *node = read->node;
    compose_coordinates(read, map, map_count, coordinates);
    if (!node->fusion.materialised) {
        if (!node_is_view(node) || read->groups) {
            sdyc_bug("a library kernel's operand has no buffer");
        }
        return lower_access(lowering, node->term, coordinates, node->rank);
    }
    struct access access = {.buffer = node->place.buffer};
    struct indirect *indirect = ARENA_ARRAY(lowering->graph->arena, struct indirect, KERNEL_DIMS);
    access.indirect = indirect;
    for (uint32_t g = 0; g < read->coordinate_count; g++) {
        int64_t stride = coordinate_stride(read, g);
        add_affine(&access.at, scaled(&coordinates[g], stride));
        const struct read_coordinate *coordinate = &read->coordinates[g];
        if (coordinate->dynamic) {
            struct expr *index = lower_term(lowering, coordinate->dynamic, map, map_count);
            if (!add_index(lowering, coordinate, index, stride, &access.at)) {
                indirect[access.indirect_count++] =
                    (struct indirect){index, stride, coordinate->most};
            }
        }
    }
    return access;
}

/* --- reads ------------------------------------------------------------------------------------ */

static struct expr *find_known(struct lowering *lowering, const struct term *term,
                               const struct affine *map, uint32_t map_count) {
    for (size_t i = 0; i < lowering->known.count; i++) {
        struct inlined *known = &lowering->known.items[i];
        if (known->term == term &&
            (map_count == 0 || memcmp(known->map, map, map_count * sizeof *map) == 0)) {
            return known->expr;
        }
    }
    return NULL;
}

static void remember(struct lowering *lowering, const struct term *term, const struct affine *map,
                     uint32_t map_count, struct expr *expr) {
    const struct affine *copy =
        map_count ? arena_copy(lowering->graph->arena, map, map_count * sizeof *map) : NULL;
    *vector_push(&lowering->known) = (struct inlined){term, copy, expr};
}

static struct expr *find_load(struct lowering *lowering, const struct access *access) {
    for (size_t i = 0; i < lowering->known.count; i++) {
        struct expr *expr = lowering->known.items[i].expr;
        if (!lowering->known.items[i].term && expr->access.buffer == access->buffer &&
            affine_equal(&expr->access.at, &access->at)) {
            return expr;
        }
    }
    return NULL;
}

static struct expr *lower_load(struct lowering *lowering, const struct term *read,
                               const struct affine *map, uint32_t map_count) {
    struct access access = lower_access(lowering, read, map, map_count);
    struct expr *known = access.indirect_count == 0 ? find_load(lowering, &access) : NULL;
    if (known) {
        return known;
    }
    struct expr *expr = expr_new(lowering->graph->arena, EXPR_LOAD, read->element);
    expr->access = access;
    lowering_register(lowering, &expr->access.at);
    if (access.indirect_count == 0) {
        remember(lowering, NULL, NULL, 0, expr);
    }
    return expr;
}

/* The number of an earlier root of this kernel among its statements, or -1. */
static int32_t root_statement(const struct lowering *lowering, const struct node *node) {
    int32_t number = 0;
    for (size_t i = 0; i < lowering->group->roots.count; i++) {
        if (lowering->group->roots.items[i] == node) {
            return number;
        }
        number += lowering->group->roots.items[i] != lowering->group->anchor;
    }
    return -1;
}

/* A result of the reduction, product or convolution that the kernel starts with. */
static struct expr *lower_reduced(struct lowering *lowering, const struct node *node) {
    struct expr *expr = expr_new(lowering->graph->arena, EXPR_REDUCED, node->element);
    expr->number = node->kind == NODE_RESULT ? node->results.number : 0;
    *vector_push(&lowering->reduced) = expr;
    return expr;
}

static struct expr *lower_read(struct lowering *lowering, const struct term *read,
                               const struct affine *map, uint32_t map_count) {
    struct node *node = read->node;
    const struct node *anchor = lowering->group->anchor;
    if (anchor && (node == anchor || node->results.owner == anchor)) {
        return lower_reduced(lowering, node);
    }
    if (node->fusion.materialised) {
        int32_t statement = root_statement(lowering, node);
        if (statement >= 0) {
            struct expr *expr = expr_new(lowering->graph->arena, EXPR_VALUE, node->element);
            expr->number = (uint32_t)statement;
            return expr;
        }
        return lower_load(lowering, read, map, map_count);
    }
    struct affine coordinates[KERNEL_DIMS];
    compose_coordinates(read, map, map_count, coordinates);
    const struct term *term = node->term;
    if (node->kind == NODE_PARTS) {
        const struct kernel *kernel = lowering->kernel;
        term = part_at(node, coordinates, kernel->dim_count, kernel->extent)->term;
    }
    return lower_term(lowering, term, coordinates, node->rank);
}

/* --- constants -------------------------------------------------------------------------------- */

/* Integers of whole bytes, and floats that have all integers of seven bits. */
static bool holds_bytes(enum element type) {
    return (element_is_integer(type) && element_info[type].bits >= 8) || type == ELEMENT_BF16 ||
           type == ELEMENT_F16 || type == ELEMENT_F32 || type == ELEMENT_F64;
}

/* A conversion of a number so small that every type has it exactly, or every one with a sign, is a
 * constant, too. */
static void fold_convert(struct expr *expr) {
    const struct expr *arg = expr->args[0];
    bool is_known = expr->kind == EXPR_SCALAR && expr->op == SCALAR_CONVERT &&
                    arg->kind == EXPR_CONSTANT && holds_bytes(arg->type) && holds_bytes(expr->type);
    if (!is_known) {
        return;
    }
    double real = element_is_integer(arg->type) ? (double)arg->integer : arg->real;
    bool is_minus_zero = real == 0 && signbit(real);
    bool has_sign = !element_is_integer(expr->type) || element_is_signed(expr->type);
    if (!(real >= (has_sign ? INT8_MIN : 0) && real <= INT8_MAX) || real != floor(real) ||
        is_minus_zero) {
        return;
    }
    expr->kind = EXPR_CONSTANT;
    expr->arg_count = 0;
    expr->real = real;
    expr->integer = (int64_t)real;
}

/* --- bits ------------------------------------------------------------------------------------- */

/* The bits of a float that is computed in a wider type are read as they lie in memory. */
static void fold_bitcast(struct lowering *lowering, struct expr *expr) {
    const struct expr *arg = expr->args[0];
    bool is_stored = expr->kind == EXPR_SCALAR && expr->op == SCALAR_BITCAST &&
                     arg->kind == EXPR_LOAD && element_info[arg->type].compute != arg->type &&
                     element_info[arg->type].bytes == element_info[expr->type].bytes;
    if (is_stored) {
        expr->kind = EXPR_LOAD;
        expr->arg_count = 0;
        expr->access = arg->access;
        lowering_register(lowering, &expr->access.at);
    }
}

/* --- terms ------------------------------------------------------------------------------------ */

static struct expr *lower_guard(struct lowering *lowering, const struct term *term,
                                const struct affine *map, uint32_t map_count) {
    struct expr *expr = expr_new(lowering->graph->arena, EXPR_GUARD, term->element);
    struct guard *guards = ARENA_ARRAY(lowering->graph->arena, struct guard, term->guard_count);
    for (uint32_t i = 0; i < term->guard_count; i++) {
        guards[i].at = affine_compose(&term->guards[i].at, map, map_count);
        guards[i].bound = term->guards[i].bound;
        lowering_register(lowering, &guards[i].at);
    }
    expr->guard_count = term->guard_count;
    expr->guards = guards;
    return expr;
}

static struct expr *lower_new(struct lowering *lowering, const struct term *term,
                              const struct affine *map, uint32_t map_count) {
    struct expr *expr;
    switch (term->kind) {
    case TERM_READ:
        return lower_read(lowering, term, map, map_count);
    case TERM_CONSTANT:
        expr = expr_new(lowering->graph->arena, EXPR_CONSTANT, term->element);
        expr->real = term->real;
        expr->integer = term->integer;
        return expr;
    case TERM_INDEX:
        expr = expr_new(lowering->graph->arena, EXPR_INDEX, term->element);
        expr->affine = affine_compose(&term->affine, map, map_count);
        lowering_register(lowering, &expr->affine);
        return expr;
    case TERM_ACCUMULATOR:
        if (lowering->stored) {
            expr = expr_new(lowering->graph->arena, EXPR_LOAD, term->element);
            expr->access = *lowering->stored;
            lowering_register(lowering, &expr->access.at);
            return expr;
        } /* fallthrough */
    case TERM_INCOMING:
        expr = expr_new(lowering->graph->arena,
                        term->kind == TERM_INCOMING ? EXPR_TERM : EXPR_ACCUMULATOR, term->element);
        expr->number = term->number;
        return expr;
    case TERM_GUARD:
        expr = lower_guard(lowering, term, map, map_count);
        break;
    default:
        expr = expr_new(lowering->graph->arena, EXPR_SCALAR, term->element);
        expr->op = term->op;
    }
    expr->arg_count = term->arg_count;
    for (uint32_t i = 0; i < term->arg_count; i++) {
        expr->args[i] = lower_term(lowering, term->args[i], map, map_count);
    }
    fold_convert(expr);
    fold_bitcast(lowering, expr);
    return expr;
}

struct expr *lower_term(struct lowering *lowering, const struct term *term,
                        const struct affine *map, uint32_t map_count) {
    struct expr *expr = find_known(lowering, term, map, map_count);
    if (!expr && term->kind == TERM_CONSTANT) {
        return lower_new(lowering, term, map, map_count);
    }
    if (!expr) {
        expr = lower_new(lowering, term, map, map_count);
        remember(lowering, term, map, map_count, expr);
    }
    return expr;
}

struct expr *lower_value(struct lowering *lowering, const struct node *node,
                         const struct affine *map) {
    if (!node->fusion.materialised) {
        return lower_term(lowering, node->term, map, node->rank);
    }
    struct expr *expr = expr_new(lowering->graph->arena, EXPR_LOAD, node->element);
    expr->access = buffer_access(node, map);
    lowering_register(lowering, &expr->access.at);
    return expr;
}
