/* sdy-explicit-gather-scatter-batching: where the indices of dimension 0 are those of an iota, the
 * dimension is one of batches, and propagation passes through it. */
#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "propagation/passes.h"
#include "transforms/chlo/pieces.h"
#include "transforms/transforms.h"

/* --- where indices come from ------------------------------------------------------------------ */

static bool is_iota(const struct value *value) {
    return value->op && op_is(value->op, OP_IOTA);
}

/* What is seen through operations that leave an iota one. */
static const struct value *unwrap(const struct value *value) {
    for (;;) {
        const struct op *op = value->op;
        if (!op) {
            return value;
        }
        if (op_is(op, OP_RESHAPE) || op_is(op, OP_BROADCAST_IN_DIM)) {
            value = op_operand(op, 0);
        } else if (op_is(op, OP_CLAMP)) {
            value = op_operand(op, 1);
        } else if (op_is(op, OP_SELECT)) {
            value = is_iota(op_operand(op, 2)) ? op_operand(op, 2) : op_operand(op, 1);
        } else {
            return value;
        }
    }
}

/* The concatenation along `dim` that the value is; NULL: it is none. */
static const struct op *concatenation(const struct value *value, int64_t dim) {
    const struct op *op = value->op;
    return op && op_is(op, OP_CONCATENATE) && op_int(op, "dimension", 0) == dim ? op : NULL;
}

/* Whether component `place` of the index vectors counts dimension 0. */
static bool comes_from_iota(const struct value *indices, int64_t dim, uint32_t place) {
    if (indices->op && op_is(indices->op, OP_CONCATENATE)) {
        const struct op *parts = concatenation(indices, dim);
        if (!parts || place >= parts->operand_count) {
            return false;
        }
        indices = op_operand(parts, place);
    }
    const struct value *origin = unwrap(indices);
    return is_iota(origin) && op_int(origin->op, "iota_dimension", 0) == 0;
}

/* The indices without that component. */
static struct value *without_component(struct builder *at, struct value *indices, int64_t dim,
                                       uint32_t place) {
    const struct type *type = indices->type;
    uint32_t total = (uint32_t)type->dims[dim], count = 0;
    const struct op *parts = concatenation(indices, dim);
    if (parts && parts->operand_count == total) {
        struct value **kept = ARENA_ARRAY(at->module->arena, struct value *, total);
        for (uint32_t i = 0; i < total; i++) {
            if (i != place) {
                kept[count++] = op_operand(parts, i);
            }
        }
        return count == 1 ? kept[0] : build_concatenate(at, count, kept, dim);
    }
    struct value *kept[2];
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    for (uint32_t i = 0; i < type->rank; i++) {
        limit[i] = type->dims[i];
    }
    if (place > 0) {
        limit[dim] = place;
        kept[count++] = build_slice(at, indices, start, limit);
    }
    if (place + 1 < total) {
        start[dim] = place + 1;
        limit[dim] = total;
        kept[count++] = build_slice(at, indices, start, limit);
    }
    return count == 1 ? kept[0] : build_concatenate(at, count, kept, dim);
}

/* --- gathers and scatters --------------------------------------------------------------------- */

/* Both alike: which dimensions of the operand the components of index vectors are for, and which
 * of its dimensions have windows of one element. */
struct indexing {
    struct op *op;
    uint32_t indices; /* the number of that operand */
    struct int_list batching, map, single;
    int64_t index_vector_dim;
};

static bool read_indexing(struct op *op, struct indexing *indexing) {
    const struct gather_dims *gather = attr_as_gather(op_property(op, "dimension_numbers"));
    const struct scatter_dims *scatter =
        attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    if (op_is(op, OP_GATHER) && gather) {
        *indexing = (struct indexing){.op = op,
                                      .indices = 1,
                                      .batching = gather->operand_batching,
                                      .map = gather->start_index_map,
                                      .single = gather->collapsed_slice,
                                      .index_vector_dim = gather->index_vector_dim};
        return true;
    }
    if (op_is(op, OP_SCATTER) && scatter) {
        *indexing = (struct indexing){.op = op,
                                      .indices = op->operand_count / 2,
                                      .batching = scatter->input_batching,
                                      .map = scatter->scatter_dims_to_operand,
                                      .single = scatter->inserted_window,
                                      .index_vector_dim = scatter->index_vector_dim};
        return true;
    }
    return false;
}

/* The place of dimension 0 in a list; its count where it is not in it. */
static uint32_t place_of_0(struct int_list list) {
    uint32_t place = 0;
    while (place < list.count && list.items[place] != 0) {
        place++;
    }
    return place;
}

static struct int_list without(struct arena *arena, struct int_list list, uint32_t place) {
    int64_t *kept = ARENA_ARRAY(arena, int64_t, list.count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        if (i != place) {
            kept[count++] = list.items[i];
        }
    }
    return (struct int_list){.count = count, .items = kept};
}

static bool has_batches(const struct indexing *indexing) {
    const struct type *operand = op_operand(indexing->op, 0)->type;
    const struct value *indices = op_operand(indexing->op, indexing->indices);
    const struct type *type = indices->type;
    int64_t dim = indexing->index_vector_dim;
    uint32_t place = place_of_0(indexing->map);
    return indexing->batching.count == 0 && operand->kind == TYPE_TENSOR &&
           type->kind == TYPE_TENSOR && operand->rank != 0 && type->rank != 0 &&
           type_is_static(operand) && type_is_static(type) && dim < type->rank &&
           type->dims[dim] > 1 && type->dims[0] == operand->dims[0] &&
           place < indexing->map.count && place_of_0(indexing->single) < indexing->single.count &&
           comes_from_iota(indices, dim, place);
}

static void set_dims(struct module *module, const struct indexing *indexing) {
    static const int64_t zero[1] = {0};
    const struct int_list first = {.count = 1, .items = zero};
    struct arena *scratch = arena_new();
    struct int_list map = without(scratch, indexing->map, place_of_0(indexing->map));
    struct int_list single = without(scratch, indexing->single, place_of_0(indexing->single));
    if (op_is(indexing->op, OP_GATHER)) {
        struct gather_dims dims = *attr_as_gather(op_property(indexing->op, "dimension_numbers"));
        dims.operand_batching = dims.start_indices_batching = first;
        dims.start_index_map = map;
        dims.collapsed_slice = single;
        op_set_property(module, indexing->op, "dimension_numbers",
                        attr_gather_dims(module->context, &dims));
    } else {
        struct scatter_dims dims =
            *attr_as_scatter(op_property(indexing->op, "scatter_dimension_numbers"));
        dims.input_batching = dims.scatter_indices_batching = first;
        dims.scatter_dims_to_operand = map;
        dims.inserted_window = single;
        op_set_property(module, indexing->op, "scatter_dimension_numbers",
                        attr_scatter_dims(module->context, &dims));
    }
    arena_free(scratch);
}

/* As Shardy leaves it: defaults are written out. */
static void write_default(struct module *module, struct op *op, const char *name) {
    if (!op_property(op, name)) {
        op_set_property(module, op, name, attr_bool(module->context, false));
    }
}

static bool is_indexing(const struct op *op) {
    return op_is(op, OP_GATHER) || op_is(op, OP_SCATTER);
}

static bool make_explicit(struct op *op, struct module *module, void *data) {
    (void)data;
    struct indexing indexing;
    if (!read_indexing(op, &indexing) || !has_batches(&indexing)) {
        return false;
    }
    struct builder builder = builder_before(module, op);
    builder.location = op->location;
    op_set_operand(op, indexing.indices,
                   without_component(&builder, op_operand(op, indexing.indices),
                                     indexing.index_vector_dim, place_of_0(indexing.map)));
    set_dims(module, &indexing);
    write_default(module, op, "indices_are_sorted");
    if (op_is(op, OP_SCATTER)) {
        write_default(module, op, "unique_indices");
    }
    return true;
}

bool pass_explicit_gather_scatter_batching(struct module *module,
                                           const struct pass_options *options) {
    (void)options;
    const struct simplifier simplifier = {.concerns = is_indexing, .simplify = make_explicit};
    simplify_module(module, &simplifier);
    return true;
}
