/* gather and scatter. */
#include "verify/operations/indexed.h"

#include "ops/attrs/attrs.h"
#include "verify/operations/folds.h"
#include "verify/operations/moves.h"

/* How indices pick windows of an operand: what gather and scatter have in common. */
struct indexing {
    const struct type *operand, *indices, *windows; /* windows: the result, or the updates */
    const struct tensor *index;
    struct int_list window_dims, dropped, operand_batch, index_batch, map;
    int64_t vector_dim;
    int64_t window[MAX_RANK];                                   /* extents in the operand */
    int64_t operand_strides[MAX_RANK], index_strides[MAX_RANK]; /* of the two */
};

/* The dimension of the operand that the window dimension `number` runs along. */
static uint32_t window_dim_of(const struct indexing *x, uint32_t number) {
    for (uint32_t d = 0; d < x->operand->rank; d++) {
        if (!int_list_has(x->dropped, d) && !int_list_has(x->operand_batch, d) && number-- == 0) {
            return d;
        }
    }
    return 0;
}

/* Component `component` of the index vector that a place of the windows uses. */
static uint64_t index_at(const struct indexing *x, const int64_t *place, int64_t component) {
    int64_t offset = 0;
    uint32_t at = 0;
    for (uint32_t d = 0; d < x->windows->rank; d++) {
        if (int_list_has(x->window_dims, d)) {
            continue;
        }
        at += at == x->vector_dim;
        offset += place[d] * x->index_strides[at++];
    }
    if (x->vector_dim < x->indices->rank) {
        offset += component * x->index_strides[x->vector_dim];
    }
    return x->index->words[offset];
}

/* The place along the windows of a dimension of the indices. */
static int64_t batch_place(const struct indexing *x, const int64_t *place, int64_t index_dim) {
    int64_t number = index_dim - (index_dim > x->vector_dim);
    for (uint32_t d = 0; d < x->windows->rank; d++) {
        if (!int_list_has(x->window_dims, d) && number-- == 0) {
            return place[d];
        }
    }
    return 0;
}

/* Where the window that a place belongs to begins, in the operand: as the indices say. */
static void start_of(const struct indexing *x, const int64_t *place, int64_t *start) {
    memset(start, 0, x->operand->rank * sizeof *start);
    struct kind kind = kind_of(x->indices);
    for (uint32_t i = 0; i < x->map.count; i++) {
        uint64_t index = index_at(x, place, i);
        bool is_far = kind.is_unsigned && index > INT64_MAX / 2;
        start[x->map.items[i]] = is_far ? INT64_MAX / 2 : (int64_t)index;
    }
    for (uint32_t i = 0; i < x->operand_batch.count; i++) {
        start[x->operand_batch.items[i]] = batch_place(x, place, x->index_batch.items[i]);
    }
}

/* Adds the place inside of its window. */
static void add_window_place(const struct indexing *x, const int64_t *place, int64_t *at) {
    for (uint32_t i = 0; i < x->window_dims.count; i++) {
        at[window_dim_of(x, i)] += place[x->window_dims.items[i]];
    }
}

static void indexing_finish(struct indexing *x) {
    strides_of(x->operand, x->operand_strides);
    strides_of(x->indices, x->index_strides);
}

/* --- gather ----------------------------------------------------------------------------------- */

bool local_gather(struct local *local) {
    const struct gather_dims *dims = attr_as_gather(op_property(local->op, "dimension_numbers"));
    const struct type *type = op_result(local->op, 0)->type;
    struct indexing x = {op_operand(local->op, 0)->type,
                         op_operand(local->op, 1)->type,
                         type,
                         local->operands[1],
                         dims->offset,
                         dims->collapsed_slice,
                         dims->operand_batching,
                         dims->start_indices_batching,
                         dims->start_index_map,
                         dims->index_vector_dim,
                         {0},
                         {0},
                         {0}};
    struct int_list sizes = op_ints(local->op, "slice_sizes");
    struct tensor *result = local->results[0] = tensor_of(type);
    int64_t place[MAX_RANK] = {0}, start[MAX_RANK], at = 0;
    indexing_finish(&x);
    result->degree = local->operands[0]->degree;
    if (result->count == 0) {
        return true;
    }
    do {
        start_of(&x, place, start);
        for (uint32_t d = 0; d < x.operand->rank; d++) {
            start[d] = clamp_start((struct kind){KIND_INTEGER, false, 64}, (uint64_t)start[d],
                                   x.operand->dims[d] - sizes.items[d]);
        }
        add_window_place(&x, place, start);
        tensor_copy_element(result, at++, local->operands[0],
                            place_offset(x.operand->rank, start, x.operand_strides));
    } while (place_next(type->rank, type->dims, place));
    return true;
}

/* --- scatter ---------------------------------------------------------------------------------- */

/* A window that is not all inside of the operand is left out, as XLA does. */
static bool is_inside(const struct indexing *x, const int64_t *start) {
    int64_t end[MAX_RANK];
    memcpy(end, start, x->operand->rank * sizeof *end);
    for (uint32_t i = 0; i < x->window_dims.count; i++) {
        end[window_dim_of(x, i)] += x->windows->dims[x->window_dims.items[i]] - 1;
    }
    for (uint32_t d = 0; d < x->operand->rank; d++) {
        if (start[d] < 0 || end[d] >= x->operand->dims[d]) {
            return false;
        }
    }
    return true;
}

static struct tensor *one_of(const struct tensor *from, int64_t at) {
    struct tensor *one = tensor_new(from->type, 1);
    tensor_copy_element(one, 0, from, at);
    one->degree = from->degree;
    return one;
}

/* One update of all inputs. */
static bool update(struct local *local, struct region_run *run, uint32_t inputs, int64_t to,
                   int64_t from) {
    struct tensor **sums = memory_array(inputs, sizeof *sums);
    struct tensor **next = memory_array(inputs, sizeof *next);
    for (uint32_t i = 0; i < inputs; i++) {
        sums[i] = one_of(local->results[i], to);
        next[i] = one_of(local->operands[inputs + 1 + i], from);
    }
    bool done = fold_once(run, inputs, sums, next);
    for (uint32_t i = 0; done && i < inputs; i++) {
        tensor_copy_element(local->results[i], to, sums[i], 0);
        if (sums[i]->degree > local->results[i]->degree) {
            local->results[i]->degree = sums[i]->degree;
        }
        tensor_release(sums[i]);
    }
    memory_free(sums);
    memory_free(next);
    return done;
}

static void begin_with_inputs(struct local *local, uint32_t inputs) {
    for (uint32_t i = 0; i < inputs; i++) {
        int64_t strides[MAX_RANK];
        strides_of(local->operands[i]->type, strides);
        local->results[i] = tensor_view(local->operands[i]->type, local->operands[i], 0, strides);
    }
}

bool local_scatter(struct local *local) {
    const struct attr *numbers = op_property(local->op, "scatter_dimension_numbers");
    const struct scatter_dims *dims = attr_as_scatter(numbers);
    uint32_t inputs = (local->op->operand_count - 1) / 2;
    struct indexing x = {op_operand(local->op, 0)->type,
                         op_operand(local->op, inputs)->type,
                         op_operand(local->op, inputs + 1)->type,
                         local->operands[inputs],
                         dims->update_window,
                         dims->inserted_window,
                         dims->input_batching,
                         dims->scatter_indices_batching,
                         dims->scatter_dims_to_operand,
                         dims->index_vector_dim,
                         {0},
                         {0},
                         {0}};
    struct region_run run = region_open(local, &local->op->regions[0]);
    int64_t place[MAX_RANK] = {0}, at[MAX_RANK], from = 0, count = type_count(x.windows);
    bool done = true;
    indexing_finish(&x);
    begin_with_inputs(local, inputs);
    while (done && from < count) {
        start_of(&x, place, at);
        if (is_inside(&x, at)) {
            add_window_place(&x, place, at);
            done = update(local, &run, inputs, place_offset(x.operand->rank, at, x.operand_strides),
                          from);
        }
        from++;
        place_next(x.windows->rank, x.windows->dims, place);
    }
    region_close(&run);
    return done;
}
