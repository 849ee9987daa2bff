/* What a program is given and returns, as its caller sees it. */
#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "codegen/lower/layout/layout.h"
#include "codegen/lower/lower.h"

/* Of packed numbers, several of which lie in each byte along the last dimension. */
static void set_packed(struct arena *arena, const struct node *node, struct argument *argument) {
    const struct type *callers = node->layout.callers;
    const enum element element = element_or_bug(callers);
    const int64_t parts = CHAR_BIT / element_info[element].bits;
    const uint32_t last = callers->rank - 1;
    int64_t *strides = ARENA_ARRAY(arena, int64_t, callers->rank);
    for (uint32_t d = 0; d < last; d++) {
        strides[d] = node->place.stride[node->lead + d] * parts;
    }
    strides[last] = 1;
    argument->element = element;
    argument->strides = strides;
    argument->block = -parts;
}

static void add_list(struct graph *graph, struct argument **arguments, uint32_t count,
                     struct node *const *nodes, const struct rank_part *const *parts,
                     const char *stem) {
    *arguments = ARENA_ARRAY(graph->arena, struct argument, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        struct node *node = nodes[i];
        node_set_strides(node); /* of those that nobody reads too */
        const struct type *callers = node->layout.callers;
        const bool is_packed = callers && callers->rank == node_rank(node);
        (*arguments)[i] = (struct argument){
            .name = arena_printf(graph->arena, "%s%u", stem, i),
            .element = node->element,
            .rank = callers ? callers->rank : node_rank(node),
            .dims = callers ? callers->dims : node->extent + node->lead,
            .strides = node->place.stride + node->lead,
            .block = callers ? node->extent[node->rank - 1] : 0,
            .is_arranged = callers || !order_is_row_major(node, node->place.order),
            .elements = node->elements,
            .part = parts[i],
        };
        if (is_packed) {
            set_packed(graph->arena, node, &(*arguments)[i]);
        }
    }
}

/* Whether a value has a name of its own: not %0 or %arg0. */
static bool is_named(const struct value *value) {
    const char *name = value->name != NULL ? value->name : "";
    name += strncmp(name, "arg", strlen("arg")) == 0 ? strlen("arg") : 0;
    return name[strspn(name, "0123456789")] != '\0';
}

/* What JAX calls arguments (names of places) and results (an attribute); or their names as values,
 * where these are not numbers, in the arena: the program may outlive its module. */
static const char *argument_label(const struct op *func, struct arena *arena, uint32_t i) {
    const struct value *value = func->regions[0].first->arguments[i];
    const struct attr *place = place_location(value->explicit_location);
    if (place && location_kind(place) == LOCATION_NAME) {
        return place->text;
    }
    return is_named(value) ? arena_printf(arena, "%s", value->name) : NULL;
}

static void label_arguments(const struct op *func, struct program *program) {
    for (uint32_t i = 0; i < program->input_count; i++) {
        program->inputs[i].label = argument_label(func, program->arena, i);
    }
    for (uint32_t i = 0; i < program->output_count && i < func_result_count(func); i++) {
        const struct attr *info = func_result_attr(func, i, "jax.result_info");
        program->outputs[i].label = info && info->kind == ATTR_STRING ? info->text : NULL;
    }
}

/* Which dimension of which other argument one is the size of (src/partition/bounded/). */
static void note_size(struct argument *argument, const struct attr *place) {
    uint32_t count;
    const int64_t *numbers;
    bool is_size = place && attr_integers(place, &count, &numbers) && count == 2;
    argument->size_of = is_size ? (int32_t)numbers[0] : -1;
    argument->size_dim = is_size ? (int32_t)numbers[1] : -1;
}

/* After the tensor, "size0_of_x". */
static void label_size(struct arena *arena, struct argument *arguments, uint32_t i) {
    struct argument *size = &arguments[i];
    if (size->size_of >= 0 && !size->label) {
        const struct argument *sized = &arguments[size->size_of];
        size->label = arena_printf(arena, "size%" PRId32 "_of_%s", size->size_dim,
                                   sized->label ? sized->label : sized->name);
    }
}

static void note_sizes(const struct op *func, struct program *program) {
    for (uint32_t i = 0; i < program->input_count; i++) {
        note_size(&program->inputs[i], func_argument_attr(func, i, "sdyc.size_of"));
        label_size(program->arena, program->inputs, i);
    }
    for (uint32_t i = 0; i < program->output_count; i++) {
        bool is_result = i < func_result_count(func);
        note_size(&program->outputs[i],
                  is_result ? func_result_attr(func, i, "sdyc.size_of") : NULL);
        label_size(program->arena, program->outputs, i);
    }
}

static bool same_tensor(const struct argument *a, const struct argument *b) {
    return a->element == b->element && a->rank == b->rank && a->elements == b->elements &&
           memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

static bool same_size(const struct argument *a, const struct argument *b) {
    return a->element == b->element && a->elements == b->elements;
}

/* The first result that is the same and no other argument may lie in; -1: none. */
static int32_t free_output(const struct program *program, uint32_t input,
                           bool (*is_same)(const struct argument *, const struct argument *)) {
    for (uint32_t k = 0; k < program->output_count; k++) {
        bool is_free = is_same(&program->inputs[input], &program->outputs[k]);
        for (uint32_t i = 0; i < program->input_count; i++) {
            is_free = is_free && program->inputs[i].meant_for != (int32_t)k;
        }
        if (is_free) {
            return (int32_t)k;
        }
    }
    return -1;
}

/* Leaves the choice of a result to the compiler (jax.buffer_donor). */
static bool is_donor(const struct graph *graph, const struct program *program, uint32_t input) {
    const struct attr *attr = func_argument_attr(graph->func, input, "jax.buffer_donor");
    return attr && attr->kind == ATTR_INTEGER && attr->integer != 0 &&
           program->inputs[input].meant_for < 0;
}

/* The caller may give one tensor for a result and for the argument that it may overwrite: JAX names
 * the result (tf.aliasing_output), or not. One of another shape is given up, for JAX expects that,
 * but stays where it is. */
static void add_donations(struct graph *graph, struct program *program) {
    for (uint32_t i = 0; i < graph->input_count; i++) {
        const struct attr *attr = func_argument_attr(graph->func, i, "tf.aliasing_output");
        bool is_number = attr && attr->kind == ATTR_INTEGER && attr->integer >= 0 &&
                         attr->integer < (int64_t)program->output_count;
        program->inputs[i].meant_for = is_number ? (int32_t)attr->integer : -1;
    }
    for (uint32_t i = 0; i < graph->input_count; i++) {
        if (is_donor(graph, program, i)) {
            program->inputs[i].meant_for = free_output(program, i, same_tensor);
        }
        program->inputs[i].donated_to = program->inputs[i].meant_for;
    }
    for (uint32_t i = 0; i < graph->input_count; i++) {
        if (is_donor(graph, program, i)) {
            program->inputs[i].meant_for = free_output(program, i, same_size);
        }
    }
}

void add_arguments(struct graph *graph, struct program *program) {
    add_list(graph, &program->inputs, graph->input_count, graph->inputs, graph->input_parts, "arg");
    add_list(graph, &program->outputs, program->output_count, graph->main->outputs,
             graph->output_parts, "result");
    label_arguments(graph->func, program);
    note_sizes(graph->func, program);
    add_donations(graph, program);
}
