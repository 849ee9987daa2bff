/* Batching dimensions of gathers and scatters, without them: each is one more dimension that
 * indices address, by a component that counts along the batch. */
#include "ops/attrs/attrs.h"
#include "ops/build.h"
#include "transforms/compatibility/compatibility.h"

/* --- lists of dimensions ---------------------------------------------------------------------- */

static bool is_sorted(struct int_list list) {
    for (uint32_t i = 1; i < list.count; i++) {
        if (list.items[i] < list.items[i - 1]) {
            return false;
        }
    }
    return true;
}

static struct int_list joined(struct module *module, struct int_list a, struct int_list b) {
    int64_t *items = ARENA_ARRAY(module->arena, int64_t, (size_t)a.count + b.count);
    for (uint32_t i = 0; i < a.count + b.count; i++) {
        items[i] = i < a.count ? a.items[i] : b.items[i - a.count];
    }
    return (struct int_list){items, a.count + b.count};
}

/* Of two sorted lists. */
static struct int_list merged(struct module *module, struct int_list a, struct int_list b) {
    int64_t *items = ARENA_ARRAY(module->arena, int64_t, (size_t)a.count + b.count);
    uint32_t i = 0, j = 0;
    while (i + j < a.count + b.count) {
        bool from_a = j == b.count || (i < a.count && a.items[i] <= b.items[j]);
        items[i + j] = from_a ? a.items[i] : b.items[j];
        i += from_a;
        j += !from_a;
    }
    return (struct int_list){items, a.count + b.count};
}

/* --- indices ---------------------------------------------------------------------------------- */

static bool holds(const struct type *type, int64_t size) {
    uint32_t bits = type->width - (type->signedness != UNSIGNED);
    return bits >= 63 || size < (INT64_C(1) << bits);
}

/* The type of the indices, or a wider one that counts along the batches too. */
static const struct type *wide_enough(struct context *context, const struct type *indices,
                                      struct int_list batching) {
    const struct type *element = indices->element;
    for (uint32_t i = 0; i < batching.count && element->kind == TYPE_INTEGER; i++) {
        int64_t size = indices->dims[batching.items[i]];
        const struct type *i32 = type_integer(context, 32, SIGNLESS);
        if (!holds(element, size)) {
            element = holds(i32, size) ? i32 : type_integer(context, 64, SIGNLESS);
        }
    }
    return element;
}

/* The indices with a component for each batching dimension in front of the others. */
static struct value *with_counts(struct builder *at, struct value *indices, int64_t vector_dim,
                                 struct int_list batching) {
    struct context *context = at->module->context;
    const struct type *element = wide_enough(context, indices->type, batching);
    if (element != indices->type->element) {
        indices = build_convert(at, indices, element);
    }
    const struct type *type = indices->type;
    int64_t dims[MAX_RANK];
    uint32_t rank = type->rank;
    for (uint32_t d = 0; d < rank; d++) {
        dims[d] = type->dims[d];
    }
    rank += vector_dim == rank;
    dims[vector_dim] = 1;
    const struct type *count_type = type_with_dims(context, type, rank, dims);
    if (rank != type->rank) {
        indices = build_reshape(at, indices, rank, dims);
    }
    struct value **parts = ARENA_ARRAY(at->module->arena, struct value *, batching.count + 1);
    for (uint32_t i = 0; i < batching.count; i++) {
        parts[i] = build_iota(at, count_type, batching.items[i]);
    }
    parts[batching.count] = indices;
    return build_concatenate(at, batching.count + 1, parts, vector_dim);
}

/* Of indices in a rank that has room for one dimension more. */
static bool can_count(const struct value *indices) {
    return type_is_static(indices->type) && indices->type->rank < MAX_RANK;
}

static bool is_true(const struct op *op, const char *name) {
    const struct attr *value = op_property(op, name);
    return value && value->integer;
}

/* The operation is a new one, which says of its indices what it may leave unsaid, and of which
 * nothing else is noted. They stay sorted where what is in front of them is. */
static void note_order(struct module *module, struct op *op, struct int_list batching,
                       struct int_list map) {
    bool sorted = is_true(op, "indices_are_sorted") && is_sorted(batching) && is_sorted(map);
    op_set_property(module, op, "indices_are_sorted", attr_bool(module->context, sorted));
    op->attrs = (struct attr_list){0};
}

/* --- operations ------------------------------------------------------------------------------- */

bool expand_gather_batching(struct module *module, struct op *op) {
    struct gather_dims dims = *attr_as_gather(op_property(op, "dimension_numbers"));
    struct int_list batching = dims.start_indices_batching;
    if (dims.operand_batching.count == 0 || !can_count(op_operand(op, 1))) {
        return false;
    }
    struct builder at = builder_before(module, op);
    op_set_operand(op, 1, with_counts(&at, op_operand(op, 1), dims.index_vector_dim, batching));
    dims.collapsed_slice = merged(module, dims.operand_batching, dims.collapsed_slice);
    dims.start_index_map = joined(module, dims.operand_batching, dims.start_index_map);
    dims.operand_batching = dims.start_indices_batching = (struct int_list){0};
    op_set_property(module, op, "dimension_numbers", attr_gather_dims(module->context, &dims));
    note_order(module, op, batching, dims.start_index_map);
    return true;
}

bool expand_scatter_batching(struct module *module, struct op *op) {
    struct scatter_dims dims = *attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    struct int_list batching = dims.scatter_indices_batching;
    uint32_t place = op->operand_count / 2; /* inputs, indices, as many updates */
    if (dims.input_batching.count == 0 || !can_count(op_operand(op, place))) {
        return false;
    }
    struct builder at = builder_before(module, op);
    struct value *indices = op_operand(op, place);
    op_set_operand(op, place, with_counts(&at, indices, dims.index_vector_dim, batching));
    dims.inserted_window = merged(module, dims.input_batching, dims.inserted_window);
    dims.scatter_dims_to_operand =
        joined(module, dims.input_batching, dims.scatter_dims_to_operand);
    dims.input_batching = dims.scatter_indices_batching = (struct int_list){0};
    op_set_property(module, op, "scatter_dimension_numbers",
                    attr_scatter_dims(module->context, &dims));
    note_order(module, op, batching, dims.scatter_dims_to_operand);
    op_set_property(module, op, "unique_indices",
                    attr_bool(module->context, is_true(op, "unique_indices")));
    return true;
}
