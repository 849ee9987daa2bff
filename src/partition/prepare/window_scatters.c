/* sdyc-scatter-in-windows: the gradient of a maximum over windows, as select_and_scatter is once it
 * is expanded. For each window it has found where the selected element is, and adds what the window
 * brings there. Along a dimension in parts the places could be anywhere, as far as the scatter
 * knows, and the devices would gather all of them. Here each window scatters into rows of its own,
 * as many as it looks at; these stay where the window is. Then the rows of all windows, each moved
 * to its place, are added: devices send what windows reach of their neighbours' parts, and no more.
 */
#include <string.h>

#include "ops/scalar.h"
#include "ops/stablehlo/reduction/windows.h"
#include "partition/builder.h"
#include "partition/partition.h"
#include "partition/parts.h"
#include "partition/prepare/picks.h"

/* A dimension of the input along which windows stand `stride` apart, of which the first begins
 * `low` before it. */
struct window_dim {
    struct value *places; /* of the selected elements, in the shape of the windows; NULL: a batch */
    int64_t size, stride, low;
    bool is_cut;
};

struct scattering {
    struct module *module;
    struct op *op;
    const struct sharding *like; /* of the windows: the result becomes so, too */
    const struct mesh *mesh;
    struct window_dim dims[MAX_RANK];
    uint32_t rank;
};

/* --- whether ---------------------------------------------------------------------------------- */

/* Number `index` of what the indices are put together of, without its last dimension of one. */
static struct value *component(const struct op *scatter, uint32_t index, uint32_t count) {
    const struct value *indices = op_operand(scatter, 1);
    const struct op *joined = indices->op;
    if (count > 1) {
        bool side_by_side = joined && op_is(joined, OP_CONCATENATE) &&
                            joined->operand_count == count &&
                            op_int(joined, "dimension", 0) == indices->type->rank - 1;
        indices = side_by_side ? op_operand(joined, index) : NULL;
    }
    if (!indices || !indices->op || !op_is(indices->op, OP_RESHAPE) ||
        indices->type->dims[indices->type->rank - 1] != 1) {
        return NULL;
    }
    struct value *flat = op_operand(indices->op, 0);
    const struct type *windows = op_operand(scatter, 2)->type;
    bool same = flat->type->rank == windows->rank &&
                memcmp(flat->type->dims, windows->dims, windows->rank * sizeof *windows->dims) == 0;
    return same ? flat : NULL;
}

/* A place that is none stands for nothing. */
static bool is_none(const struct value *value) {
    const struct attr *data =
        value->op && op_has(value->op, OP_CONSTANT_LIKE) ? op_property(value->op, "value") : NULL;
    return data && data->kind == ATTR_DENSE && attr_dense_integer(data, 0) < 0;
}

/* Places along the dimension that a search over windows has picked: each is within its window. */
static bool find_window(struct window_dim *dim, uint32_t at, struct value *places) {
    const struct op *search = places->op;
    if (!search || !op_is(search, OP_REDUCE_WINDOW) || !body_picks(search, search->result_count)) {
        return false;
    }
    uint32_t index = (uint32_t)(places - search->results);
    const struct value *counted = op_operand(search, index);
    if (!counted->op || !op_is(counted->op, OP_IOTA) ||
        op_int(counted->op, "iota_dimension", 0) != at ||
        !is_none(op_operand(search, search->result_count + index)) ||
        int_list_at(op_ints(search, "base_dilations"), at, 1) != 1 ||
        int_list_at(op_ints(search, "window_dilations"), at, 1) != 1) {
        return false;
    }
    dim->places = places;
    dim->size = op_ints(search, "window_dimensions").items[at];
    dim->stride = int_list_at(op_ints(search, "window_strides"), at, 1);
    dim->low = int_list_at(op_ints(search, "padding"), 2 * at, 0);
    return true;
}

static bool is_sum_of_places(const struct op *op, const struct scatter_dims *dims) {
    const struct type *type = op->results[0].type;
    return op->operand_count == 3 && dims && dims->update_window.count == 0 &&
           dims->index_vector_dim == type->rank && type_is_static(type) &&
           type->rank == op_operand(op, 2)->type->rank && type == op_operand(op, 0)->type &&
           type->rank + 1 < MAX_RANK && type_element(type)->kind != TYPE_QUANTIZED &&
           body_operation(op, 0) == SCALAR_ADD;
}

/* The dimension stands for itself in input, indices and updates. */
static bool are_batches(const struct scatter_dims *dims) {
    for (uint32_t i = 0; i < dims->input_batching.count; i++) {
        if (dims->input_batching.items[i] != dims->scatter_indices_batching.items[i]) {
            return false;
        }
    }
    return true;
}

/* The result is cut like the windows, as far as it is cut at all, which need not be where nobody
 * says so. */
static bool follows(const struct sharding *to, const struct sharding *from) {
    bool follows = to && from && to->rank == from->rank && to->mesh_name == from->mesh_name &&
                   to->mesh == from->mesh && to->unreduced.count + from->unreduced.count == 0;
    for (uint32_t dim = 0; follows && dim < to->rank; dim++) {
        follows =
            to->dims[dim].axes.count == 0 || axes_equal(to->dims[dim].axes, from->dims[dim].axes);
    }
    return follows;
}

static bool find_windows(struct scattering *scattering) {
    struct op *op = scattering->op;
    struct context *context = scattering->module->context;
    const struct scatter_dims *dims = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    if (!is_sum_of_places(op, dims) || !are_batches(dims)) {
        return false;
    }
    const struct type *windows = op_operand(op, 2)->type;
    const struct sharding *from = attr_as_sharding(value_sharding(context, op_operand(op, 2)));
    const struct sharding *to = attr_as_sharding(value_sharding(context, &op->results[0]));
    scattering->rank = windows->rank;
    scattering->like = from;
    scattering->mesh = from ? sharding_mesh(op, from) : NULL;
    if (!scattering->mesh || from->rank != windows->rank || (to && !follows(to, from))) {
        return false;
    }
    bool any = false;
    for (uint32_t i = 0; i < dims->scatter_dims_to_operand.count; i++) {
        uint32_t dim = (uint32_t)dims->scatter_dims_to_operand.items[i];
        struct value *places = component(op, i, dims->scatter_dims_to_operand.count);
        struct window_dim *window = &scattering->dims[dim];
        if (!places || !find_window(window, dim, places)) {
            return false;
        }
        int64_t parts = dim_sharding_size(scattering->mesh, &from->dims[dim]);
        window->is_cut = parts > 1 && windows->dims[dim] >= parts;
        any = any || window->is_cut;
    }
    return any;
}

/* --- rows of windows -------------------------------------------------------------------------- */

/* How many rows of the input a window has for itself: as many strides as it reaches into. */
static int64_t span_of(const struct window_dim *dim) {
    return parts_round_up(dim->size, dim->stride);
}

static struct value *shard(const struct scattering *scattering, struct value *value,
                           const struct dim_sharding *dims) {
    value_set_sharding(
        scattering->module, value,
        sharding_with_dims(scattering->module->context, scattering->like, value->type->rank, dims));
    return value;
}

static const struct dim_sharding whole = {.is_closed = true, .priority = PRIORITY_NONE};

/* The dimensions of what is scattered into: those of the windows where they are batches or in
 * parts, the latter followed by a window's own rows; else those of the input. */
struct rows {
    uint32_t rank;
    int64_t dims[MAX_RANK];
    struct dim_sharding shardings[MAX_RANK];
    uint32_t place[MAX_RANK]; /* of each dimension of the input: where it is indexed */
};

static struct rows rows_of(const struct scattering *scattering) {
    struct rows rows = {0};
    const struct type *windows = op_operand(scattering->op, 2)->type;
    const struct type *type = scattering->op->results[0].type;
    for (uint32_t dim = 0; dim < scattering->rank; dim++) {
        const struct window_dim *window = &scattering->dims[dim];
        bool stays = !window->places || window->is_cut;
        rows.shardings[rows.rank] = stays ? scattering->like->dims[dim] : whole;
        rows.place[dim] = rows.rank;
        rows.dims[rows.rank++] = stays ? windows->dims[dim] : type->dims[dim];
        if (window->is_cut) {
            rows.shardings[rows.rank] = whole;
            rows.place[dim] = rows.rank;
            rows.dims[rows.rank++] = span_of(window);
        }
    }
    return rows;
}

/* A number in the shape of the windows. */
static struct value *everywhere(const struct scattering *scattering, struct builder *at,
                                const struct type *type, int64_t number,
                                const struct dim_sharding *dims) {
    struct value *scalar =
        build_integers(at, type_with_dims(scattering->module->context, type, 0, NULL), number);
    return shard(scattering, build_broadcast_in_dim(at, scalar, type, 0, NULL), dims);
}

/* The places within the rows of their windows; -1 where there is none. */
static struct value *places_in_rows(const struct scattering *scattering, struct builder *at,
                                    uint32_t dim, const struct dim_sharding *dims) {
    const struct window_dim *window = &scattering->dims[dim];
    struct value *places = window->places;
    const struct type *type = places->type;
    struct value *stride = everywhere(scattering, at, type, window->stride, dims);
    struct value *low = everywhere(scattering, at, type, window->low, dims);
    struct value *none = everywhere(scattering, at, type, -1, dims);
    struct value *zero = everywhere(scattering, at, type, 0, dims);
    struct value *number = shard(scattering, build_iota(at, type, dim), dims);
    struct value *first = shard(scattering, build_binary(at, OP_MULTIPLY, number, stride), dims);
    struct value *within = shard(scattering, build_add(at, places, low), dims);
    within = shard(scattering, build_subtract(at, within, first), dims);
    struct value *found = build_compare(at, places, zero, COMPARE_GE, COMPARE_SIGNED);
    return shard(scattering, build_select(at, shard(scattering, found, dims), within, none), dims);
}

/* The index vectors, in the order of the operation's. */
static struct value *indices_in_rows(const struct scattering *scattering, struct builder *at,
                                     const struct dim_sharding *dims) {
    const struct scatter_dims *old =
        attr_as_scatter(op_property(scattering->op, "scatter_dimension_numbers"));
    struct dim_sharding shardings[MAX_RANK];
    struct value *items[MAX_RANK];
    uint32_t rank = scattering->rank, count = old->scatter_dims_to_operand.count;
    int64_t sizes[MAX_RANK];
    memcpy(sizes, op_operand(scattering->op, 2)->type->dims, rank * sizeof *sizes);
    memcpy(shardings, dims, rank * sizeof *dims);
    sizes[rank] = 1;
    shardings[rank] = whole;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t dim = (uint32_t)old->scatter_dims_to_operand.items[i];
        struct value *places = scattering->dims[dim].is_cut
                                   ? places_in_rows(scattering, at, dim, dims)
                                   : scattering->dims[dim].places;
        items[i] = shard(scattering, build_reshape(at, places, rank + 1, sizes), shardings);
    }
    return count == 1 ? items[0]
                      : shard(scattering, build_concatenate(at, count, items, rank), shardings);
}

/* All windows' rows: zero but for what the windows bring. */
static struct value *scatter_rows(const struct scattering *scattering, struct builder *at,
                                  const struct rows *rows) {
    struct op *op = scattering->op;
    struct context *context = scattering->module->context;
    const struct scatter_dims *old = attr_as_scatter(op_property(op, "scatter_dimension_numbers"));
    const struct type *type = type_with_dims(context, op->results[0].type, rows->rank, rows->dims);
    const struct sharding *updates = attr_as_sharding(value_sharding(context, op_operand(op, 2)));
    int64_t inserted[MAX_RANK], batch[MAX_RANK], batch_of_indices[MAX_RANK], to[MAX_RANK];
    uint32_t inserted_count = 0, batches = 0;
    for (uint32_t dim = 0; dim < scattering->rank; dim++) {
        if (scattering->dims[dim].places) {
            inserted[inserted_count++] = rows->place[dim];
        }
        if (!scattering->dims[dim].places || scattering->dims[dim].is_cut) {
            batch[batches] = rows->place[dim] - scattering->dims[dim].is_cut;
            batch_of_indices[batches++] = dim;
        }
    }
    for (uint32_t i = 0; i < old->scatter_dims_to_operand.count; i++) {
        to[i] = rows->place[old->scatter_dims_to_operand.items[i]];
    }
    struct scatter_dims dims = {.inserted_window = {inserted, inserted_count},
                                .input_batching = {batch, batches},
                                .scatter_indices_batching = {batch_of_indices, batches},
                                .scatter_dims_to_operand = {to, old->scatter_dims_to_operand.count},
                                .index_vector_dim = scattering->rank};
    struct value *zeros = build_zeros(at, type_with_dims(context, type, 0, NULL));
    zeros = build_broadcast_in_dim(at, zeros, type, 0, NULL);
    struct value *operands[3] = {shard(scattering, zeros, rows->shardings),
                                 indices_in_rows(scattering, at, updates->dims), op_operand(op, 2)};
    struct op *scatter = build_row(at, OP_SCATTER, 3, operands, 1, &type, 1);
    op_set_property(scattering->module, scatter, "scatter_dimension_numbers",
                    attr_scatter_dims(context, &dims));
    region_take(&scatter->regions[0], &op->regions[0]);
    return shard(scattering, op_result(scatter, 0), rows->shardings);
}

/* --- side by side ----------------------------------------------------------------------------- */

static void drop_dim(struct rows *rows, uint32_t at) {
    rows->rank--;
    for (uint32_t i = at; i < rows->rank; i++) {
        rows->dims[i] = rows->dims[i + 1];
        rows->shardings[i] = rows->shardings[i + 1];
    }
}

/* With zeros behind (cut off, where that is less than nothing) and in front of a dimension. */
static struct value *padded(const struct scattering *scattering, struct builder *at,
                            struct value *value, uint32_t dim, int64_t low, int64_t high,
                            const struct rows *rows) {
    int64_t lows[MAX_RANK] = {0}, highs[MAX_RANK] = {0}, none[MAX_RANK] = {0};
    if (low == 0 && high == 0) {
        return value;
    }
    lows[dim] = low;
    highs[dim] = high;
    const struct type *scalar = type_with_dims(scattering->module->context, value->type, 0, NULL);
    value = build_pad(at, value, build_zeros(at, scalar), lows, highs, none);
    return shard(scattering, value, rows->shardings);
}

/* Of the rows that each window has along a dimension the sum of those that stand in one place:
 * dimension `at`, the windows, and the next, their rows, become the dimension of the input. */
static struct value *fold_rows(const struct scattering *scattering, struct builder *builder,
                               struct value *value, uint32_t dim, uint32_t at, struct rows *rows) {
    const struct window_dim *window = &scattering->dims[dim];
    int64_t size = scattering->op->results[0].type->dims[dim], stride = window->stride;
    int64_t parts = dim_sharding_size(scattering->mesh, &scattering->like->dims[dim]);
    int64_t windows = parts_round_up(rows->dims[at], parts);
    value = padded(scattering, builder, value, at, 0, windows - rows->dims[at], rows);
    rows->dims[at] = windows;
    struct value *sum = NULL;
    struct rows merged = *rows;
    merged.dims[at] = windows * stride;
    merged.dims[at + 1] = 0;
    drop_dim(&merged, at + 1);
    for (int64_t from = 0; from < rows->dims[at + 1]; from += stride) {
        int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
        memcpy(limit, rows->dims, rows->rank * sizeof *limit);
        start[at + 1] = from;
        limit[at + 1] = from + stride;
        struct value *part = value;
        if (stride < rows->dims[at + 1]) {
            part = build_slice(builder, value, start, limit);
            shard(scattering, part, rows->shardings);
        }
        part = build_reshape(builder, part, merged.rank, merged.dims);
        shard(scattering, part, merged.shardings);
        int64_t low = from - window->low;
        part = padded(scattering, builder, part, at, low, size - windows * stride - low, &merged);
        sum = sum ? shard(scattering, build_add(builder, sum, part), merged.shardings) : part;
    }
    merged.dims[at] = size;
    *rows = merged;
    return sum;
}

static void scatter_in_windows(const struct scattering *scattering) {
    struct op *op = scattering->op;
    struct module *module = scattering->module;
    struct builder at = builder_before(module, op);
    struct rows rows = rows_of(scattering);
    at.location = op->location;
    struct value *value = scatter_rows(scattering, &at, &rows);
    for (uint32_t dim = 0; dim < scattering->rank; dim++) {
        if (scattering->dims[dim].is_cut) { /* those before it have become one again */
            value = fold_rows(scattering, &at, value, dim, dim, &rows);
        }
    }
    if (!parts_are_zero(op_operand(op, 0))) {
        value = shard(scattering, build_add(&at, value, op_operand(op, 0)), rows.shardings);
    }
    value = parts_sharded_like(&at, value, &op->results[0]);
    value_replace_uses(&op->results[0], value);
    op_erase(op);
}

bool pass_scatter_in_windows(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list ops = module_ops_of(module, op_table[OP_SCATTER]);
    for (size_t i = 0; i < ops.count; i++) {
        struct scattering scattering = {.module = module, .op = ops.items[i]};
        if (find_windows(&scattering)) {
            scatter_in_windows(&scattering);
        }
    }
    vector_free(&ops);
    return true;
}
