/* Values that follow from the number of the device alone: partition ids, places in a group, offsets
 * of parts, and what is computed of them. They become constants, indices that are affine in the
 * instance axes, or tables of the axes that they vary on. */
#include <math.h>
#include <string.h>

#include "codegen/graph/graph.h"
#include "support/limits.h"

/* --- values that follow from the device ------------------------------------------------------- */

/* By position. Which axes the values differ along. */
static uint32_t varying_axes(const struct graph *graph, const int64_t *values) {
    const struct instance_space *space = &graph->instances;
    uint32_t axes = 0;
    for (int64_t p = 0; p < space->devices; p++) {
        for (uint32_t a = 0; a < space->count; a++) {
            int64_t first = p - instance_digit(graph, a, p) * space->axes[a].stride;
            axes |= values[p] != values[first] ? 1u << a : 0;
        }
    }
    return axes;
}

static bool as_affine(const struct graph *graph, const int64_t *values, struct affine *affine) {
    const struct instance_space *space = &graph->instances;
    *affine = affine_constant(values[0]);
    for (uint32_t a = 0; a < space->count; a++) {
        if (space->axes[a].size > 1) {
            affine->stride[a] = values[space->axes[a].stride] - values[0];
        }
    }
    for (int64_t p = 0; p < space->devices; p++) {
        int64_t value = affine->offset;
        for (uint32_t a = 0; a < space->count; a++) {
            value += affine->stride[a] * instance_digit(graph, a, p);
        }
        if (value != values[p]) {
            return false;
        }
    }
    return true;
}

/* A table with a dimension per axis that the values vary on, read at the instance. */
static struct term *read_table(struct kernel_builder *builder, const int64_t *values,
                               uint32_t mask) {
    struct graph *graph = builder->graph;
    struct instance_axes axes = instance_axes_of_mask(graph, mask);
    int64_t size = instance_axes_size(graph, &axes), dims[KERNEL_DIMS];
    int64_t *data = ARENA_ARRAY(graph->arena, int64_t, (size_t)size);
    for (int64_t i = 0; i < size; i++) {
        data[i] = values[instance_with_digits(graph, 0, &axes, i)];
    }
    for (uint32_t i = 0; i < axes.count; i++) {
        dims[i] = graph->instances.axes[axes.items[i]].size;
    }
    const struct type *i64 = type_integer(builder->context, 64, SIGNLESS);
    const struct type *type = type_tensor(builder->context, i64, axes.count, dims, NULL);
    struct node *table = node_new(builder, NODE_CONSTANT, type, 0);
    table->constant = attr_dense(builder->context, type, data, (size_t)size * sizeof *data, false);
    struct affine at[KERNEL_DIMS] = {{0}};
    for (uint32_t i = 0; i < axes.count; i++) {
        at[table->lead + i] = affine_dim(axes.items[i], 1, 0);
    }
    return term_read_raw(builder, table, at);
}

struct term *term_by_device(struct kernel_builder *builder, const struct type *element,
                            const int64_t *values) {
    const struct type *i64 = type_integer(builder->context, 64, SIGNLESS);
    uint32_t mask = varying_axes(builder->graph, values);
    struct term *term = NULL;
    struct affine affine;
    if (mask == 0) {
        return term_integer(builder, element, values[0]);
    }
    if (as_affine(builder->graph, values, &affine)) {
        term = term_new(builder, TERM_INDEX, ELEMENT_I64);
        term->affine = affine;
    } else {
        term = read_table(builder, values, mask);
    }
    return type_element(element) == i64 ? term
                                        : term_scalar(builder, element, SCALAR_CONVERT, 1, &term);
}

/* --- integers worked out device by device ----------------------------------------------------- */

static bool evaluate(const struct graph *graph, const struct term *term, int64_t position,
                     int64_t *value);

/* A number as an integer of the type holds it. */
static int64_t wrapped(enum element element, int64_t value) {
    switch (element) {
    case ELEMENT_I1:
        return value & 1;
    case ELEMENT_I8:
        return (int8_t)value;
    case ELEMENT_I16:
        return (int16_t)value;
    case ELEMENT_I32:
        return (int32_t)value;
    case ELEMENT_U8:
        return (uint8_t)value;
    case ELEMENT_U16:
        return (uint16_t)value;
    case ELEMENT_U32:
        return (uint32_t)value;
    default:
        return value;
    }
}

static bool is_known_integer(enum element element) {
    return element == ELEMENT_I1 || element == ELEMENT_I8 || element == ELEMENT_I16 ||
           element == ELEMENT_I32 || element == ELEMENT_I64 || element == ELEMENT_U8 ||
           element == ELEMENT_U16 || element == ELEMENT_U32;
}

static bool fold_scalar(enum scalar_op op, const int64_t *a, int64_t *value) {
    switch (op) {
    case SCALAR_ADD:
        *value = (int64_t)((uint64_t)a[0] + (uint64_t)a[1]);
        return true;
    case SCALAR_SUBTRACT:
        *value = (int64_t)((uint64_t)a[0] - (uint64_t)a[1]);
        return true;
    case SCALAR_MULTIPLY:
        *value = (int64_t)((uint64_t)a[0] * (uint64_t)a[1]);
        return true;
    case SCALAR_DIVIDE:
        *value = a[1] > 0 ? a[0] / a[1] : 0;
        return a[1] > 0;
    case SCALAR_REMAINDER:
        *value = a[1] > 0 ? a[0] % a[1] : 0;
        return a[1] > 0;
    case SCALAR_AND:
        *value = a[0] & a[1];
        return true;
    case SCALAR_OR:
        *value = a[0] | a[1];
        return true;
    case SCALAR_XOR:
        *value = a[0] ^ a[1];
        return true;
    case SCALAR_MAXIMUM:
        *value = a[0] > a[1] ? a[0] : a[1];
        return true;
    case SCALAR_MINIMUM:
        *value = a[0] < a[1] ? a[0] : a[1];
        return true;
    case SCALAR_EQ:
        *value = a[0] == a[1];
        return true;
    case SCALAR_NE:
        *value = a[0] != a[1];
        return true;
    case SCALAR_LT:
        *value = a[0] < a[1];
        return true;
    case SCALAR_LE:
        *value = a[0] <= a[1];
        return true;
    case SCALAR_GT:
        *value = a[0] > a[1];
        return true;
    case SCALAR_GE:
        *value = a[0] >= a[1];
        return true;
    case SCALAR_SELECT:
        *value = a[0] ? a[1] : a[2];
        return true;
    case SCALAR_NEGATE:
        *value = (int64_t)(0 - (uint64_t)a[0]);
        return true;
    case SCALAR_CONVERT:
        *value = a[0];
        return true;
    default:
        return false;
    }
}

static int64_t affine_at(const struct graph *graph, const struct affine *affine, int64_t position) {
    int64_t value = affine->offset;
    for (uint32_t a = 0; a < graph->instances.count; a++) {
        value += affine->stride[a] * instance_digit(graph, a, position);
    }
    return value;
}

/* An element of a constant table. */
static bool evaluate_table(const struct graph *graph, const struct term *read, int64_t position,
                           int64_t *value) {
    const struct node *node = read->node;
    int64_t index = 0;
    if (read->groups) {
        return false;
    }
    for (uint32_t d = node->lead; d < node->rank; d++) {
        const struct read_coordinate *coordinate = &read->coordinates[d];
        int64_t at = affine_at(graph, &coordinate->at, position), moved = 0;
        if (coordinate->dynamic) {
            if (!evaluate(graph, coordinate->dynamic, position, &moved)) {
                return false;
            }
            moved = moved < 0 ? 0 : moved > coordinate->most ? coordinate->most : moved;
        }
        index = index * node->extent[d] + at + moved;
    }
    *value = attr_dense_integer(node->constant, node->constant->splat ? 0 : index);
    return true;
}

static bool evaluate_read(const struct graph *graph, const struct term *read, int64_t position,
                          int64_t *value) {
    const struct node *node = read->node;
    if (node->kind == NODE_CONSTANT && is_known_integer(node->element)) {
        return evaluate_table(graph, read, position, value);
    }
    for (uint32_t a = 0; a < node->lead && node->axes; a++) {
        if (node->axes & 1u << a && !affine_is_dim(&read->coordinates[a].at, a)) {
            return false;
        }
    }
    if (node->facts.by_device) {
        *value = node->facts.by_device[position];
        return true;
    }
    return node->kind == NODE_COMPUTE && node->term->kind == TERM_CONSTANT &&
           evaluate(graph, node->term, position, value);
}

static bool evaluate(const struct graph *graph, const struct term *term, int64_t position,
                     int64_t *value) {
    int64_t args[3];
    if (!is_known_integer(term->element)) {
        return false;
    }
    switch (term->kind) {
    case TERM_CONSTANT:
        *value = term->integer;
        return true;
    case TERM_INDEX:
        *value = wrapped(term->element, affine_at(graph, &term->affine, position));
        return true;
    case TERM_READ:
        return evaluate_read(graph, term, position, value);
    case TERM_SCALAR:
        for (uint32_t i = 0; i < term->arg_count; i++) {
            if (!evaluate(graph, term->args[i], position, &args[i])) {
                return false;
            }
        }
        if (!fold_scalar(term->op, args, value)) {
            return false;
        }
        *value = wrapped(term->element, *value);
        return true;
    default:
        return false;
    }
}

bool term_on_device(const struct graph *graph, const struct term *term, int64_t position,
                    int64_t *value) {
    return evaluate(graph, term, position, value);
}

struct term *term_fold_device(struct kernel_builder *builder, const struct type *type,
                              struct term *term, const int64_t **by_device) {
    struct graph *graph = builder->graph;
    bool is_one = !type_is_tensor(type) || type_count(type) == 1;
    *by_device = NULL;
    if (!is_one || graph->instances.devices > LIMIT_DEVICES || term_axes(graph, term) == 0) {
        return term;
    }
    int64_t *values = ARENA_ARRAY(graph->arena, int64_t, (size_t)graph->instances.devices);
    for (int64_t p = 0; p < graph->instances.devices; p++) {
        if (!evaluate(graph, term, p, &values[p])) {
            return term;
        }
    }
    *by_device = values;
    return term_by_device(builder, type_element(type), values);
}

static bool has_one_element(const struct node *node) {
    bool is_one = true;
    for (uint32_t d = node->lead; d < node->rank; d++) {
        is_one &= node->extent[d] == 1;
    }
    return is_one;
}

/* The term that a scalar is known as: past nodes of one element. */
static const struct term *known_term(const struct term *index) {
    while (index->kind == TERM_READ && index->node->kind == NODE_COMPUTE &&
           has_one_element(index->node) && index->node->term->kind != TERM_ACCUMULATOR) {
        for (uint32_t a = 0; a < index->node->lead; a++) {
            if (index->node->axes & 1u << a && !affine_is_dim(&index->coordinates[a].at, a)) {
                return index;
            }
        }
        index = index->node->term;
    }
    if (index->kind == TERM_SCALAR && index->op == SCALAR_CONVERT &&
        index->args[0]->kind == TERM_INDEX) {
        return index->args[0];
    }
    return index;
}

/* --- places that are computed of constants ---------------------------------------------------- */

static bool is_known_real(enum element element) {
    return element == ELEMENT_F32 || element == ELEMENT_F64;
}

/* A number as its type holds it; false: it does not. What two numbers of f32 make is rounded alike
 * by way of f64. */
static bool round_number(enum element element, double *number) {
    if (element == ELEMENT_F32) {
        *number = (double)(float)*number;
    } else if (element != ELEMENT_F64) {
        *number = trunc(*number);
        return fabs(*number) <= INT32_MAX && (*number >= 0 || element_is_signed(element));
    }
    return isfinite(*number);
}

static bool work_out(enum scalar_op op, const double *a, double *number) {
    switch (op) {
    case SCALAR_ADD:
        *number = a[0] + a[1];
        return true;
    case SCALAR_SUBTRACT:
        *number = a[0] - a[1];
        return true;
    case SCALAR_MULTIPLY:
        *number = a[0] * a[1];
        return true;
    case SCALAR_FLOOR:
        *number = floor(a[0]);
        return true;
    case SCALAR_CEIL:
        *number = ceil(a[0]);
        return true;
    case SCALAR_CLAMP: /* the least, the number, the greatest */
        *number = a[1] < a[0] ? a[0] : a[1] > a[2] ? a[2] : a[1];
        return a[0] <= a[2];
    case SCALAR_CONVERT:
        *number = a[0];
        return true;
    default:
        return false;
    }
}

/* The number that a scalar is, if it is computed of constants: which of the elements of a sort a
 * quantile is, for example. */
static bool find_number(const struct term *term, uint32_t *budget, double *number) {
    double args[3];
    term = known_term(term);
    bool is_real = is_known_real(term->element);
    bool is_wide = is_known_integer(term->element) && element_info[term->element].bytes >= 4;
    if (*budget == 0 || (!is_real && !is_wide)) {
        return false;
    }
    --*budget;
    if (term->kind == TERM_CONSTANT) {
        *number = is_real ? term->real : (double)term->integer;
        return round_number(term->element, number);
    }
    for (uint32_t i = 0; term->kind == TERM_SCALAR && i < term->arg_count; i++) {
        if (!find_number(term->args[i], budget, &args[i])) {
            return false;
        }
    }
    return term->kind == TERM_SCALAR && (is_real || term->op == SCALAR_CONVERT) &&
           work_out(term->op, args, number) && round_number(term->element, number);
}

bool term_add_known(struct kernel_builder *builder, struct affine *at, const struct term *index,
                    int64_t most) {
    const struct graph *graph = builder->graph;
    uint32_t budget = LIMIT_LOOKED;
    double number = 0;
    index = known_term(index);
    bool is_computed = index->kind == TERM_SCALAR && find_number(index, &budget, &number);
    if (is_computed || (index->kind == TERM_CONSTANT && is_known_integer(index->element))) {
        bool wraps = index->element == ELEMENT_U64 && index->integer < 0;
        int64_t value = is_computed ? (int64_t)number : wraps ? INT64_MAX : index->integer;
        at->offset += value < 0 ? 0 : value > most ? most : value;
        return true;
    }
    if (index->kind != TERM_INDEX || !is_known_integer(index->element)) {
        return false;
    }
    int64_t low = index->affine.offset, high = low;
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        int64_t stride = index->affine.stride[d];
        if (stride != 0 && d >= graph->instances.count) {
            return false;
        }
        if (stride != 0) {
            *(stride < 0 ? &low : &high) += stride * (graph->instances.axes[d].size - 1);
        }
    }
    if (low < 0 || high > most) {
        return false;
    }
    at->offset += index->affine.offset;
    for (uint32_t a = 0; a < graph->instances.count; a++) {
        at->stride[a] += index->affine.stride[a];
    }
    return true;
}

bool term_known_integer(struct kernel_builder *builder, const struct term *term, int64_t *value) {
    const struct graph *graph = builder->graph;
    if (term_axes(graph, term) != 0) {
        return false;
    }
    while (term->kind == TERM_READ && term->node->kind == NODE_COMPUTE &&
           (has_one_element(term->node) || term->node->term->kind == TERM_CONSTANT)) {
        term = term->node->term;
    }
    bool is_read = term->kind == TERM_READ && term->node->kind == NODE_CONSTANT;
    return (is_read || term->kind == TERM_CONSTANT) && evaluate(graph, term, 0, value);
}
