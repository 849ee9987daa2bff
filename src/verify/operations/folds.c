/* Reductions, windows of them, and what is selected and scattered. */
#include "verify/operations/folds.h"

#include "ops/stablehlo/reduction/windows.h"

bool fold_once(struct region_run *run, uint32_t count, struct tensor **sums, struct tensor **next) {
    struct tensor **arguments = memory_array(2 * (size_t)count + 1, sizeof *arguments);
    for (uint32_t i = 0; i < count; i++) {
        arguments[i] = sums[i];
        arguments[count + i] = next[i];
        sums[i] = NULL;
    }
    bool done = region_apply(run, arguments, sums);
    memory_free(arguments);
    return done;
}

/* `count` copies of a scalar. */
static struct tensor *repeated(const struct tensor *scalar, int64_t count) {
    struct tensor *row = tensor_new(scalar->type, count);
    for (int64_t i = 0; i < count; i++) {
        tensor_copy_element(row, i, scalar, 0);
    }
    row->degree = scalar->degree;
    return row;
}

/* Results of a region may be one element for all. */
static struct tensor *as_result(struct tensor *row, const struct type *type) {
    struct tensor *result = tensor_of(type);
    for (int64_t i = 0; i < result->count; i++) {
        tensor_copy_element(result, i, row, row->count == 1 ? 0 : i);
    }
    result->degree = row->degree;
    tensor_release(row);
    return result;
}

bool local_map(struct local *local) {
    struct region_run run = region_open(local, &local->op->regions[0]);
    struct tensor **arguments = memory_array(local->op->operand_count + 1, sizeof *arguments);
    for (uint32_t i = 0; i < local->op->operand_count; i++) {
        arguments[i] = tensor_keep(local->operands[i]);
    }
    bool done = region_apply(&run, arguments, local->results);
    if (done) {
        local->results[0] = as_result(local->results[0], op_result(local->op, 0)->type);
    }
    memory_free(arguments);
    region_close(&run);
    return done;
}

/* --- what is folded: for each step a row of elements, one for each result --------------------- */

struct folding {
    struct local *local;
    uint32_t inputs;
    int64_t steps, row;   /* how many rows; the length of one */
    int64_t *places;      /* [steps][row]: elements of the inputs; -1: the initial value */
    struct tensor **sums; /* [inputs] */
};

static bool fold_step(struct folding *folding, struct region_run *run, int64_t step) {
    struct tensor **next = memory_array(folding->inputs, sizeof *next);
    const int64_t *places = folding->places + step * folding->row;
    for (uint32_t i = 0; i < folding->inputs; i++) {
        const struct tensor *input = folding->local->operands[i];
        const struct tensor *init = folding->local->operands[folding->inputs + i];
        next[i] = tensor_new(init->type, folding->row);
        for (int64_t k = 0; k < folding->row; k++) {
            if (places[k] >= 0) {
                tensor_copy_element(next[i], k, input, places[k]);
            } else {
                tensor_copy_element(next[i], k, init, 0);
            }
        }
        next[i]->degree = input->degree > init->degree ? input->degree : init->degree;
    }
    bool done = fold_once(run, folding->inputs, folding->sums, next);
    memory_free(next);
    return done;
}

/* Frees the places; results are the operation's. */
static bool fold_all(struct folding *folding) {
    struct local *local = folding->local;
    struct region_run run = region_open(local, &local->op->regions[0]);
    folding->sums = local->results;
    for (uint32_t i = 0; i < folding->inputs; i++) {
        folding->sums[i] = repeated(local->operands[folding->inputs + i], folding->row);
    }
    bool done = true;
    for (int64_t step = 0; done && step < folding->steps; step++) {
        done = fold_step(folding, &run, step);
    }
    for (uint32_t i = 0; done && i < folding->inputs; i++) {
        folding->sums[i] = as_result(folding->sums[i], op_result(local->op, i)->type);
    }
    local->e->elements += (uint64_t)(folding->steps * folding->row);
    region_close(&run);
    memory_free(folding->places);
    return done;
}

/* --- reduce ----------------------------------------------------------------------------------- */

/* The offsets of all places along the dimensions that are reduced, or that are not. */
static int64_t *offsets_where(const struct type *type, struct int_list dims, bool reduced,
                              int64_t *count) {
    int64_t strides[MAX_RANK], extents[MAX_RANK], own[MAX_RANK], place[MAX_RANK] = {0};
    uint32_t rank = 0;
    strides_of(type, strides);
    *count = 1;
    for (uint32_t d = 0; d < type->rank; d++) {
        if (int_list_has(dims, d) == reduced) {
            extents[rank] = type->dims[d];
            own[rank++] = strides[d];
            *count *= type->dims[d];
        }
    }
    int64_t *offsets = memory_array((size_t)*count + 1, sizeof *offsets), at = 0;
    do {
        if (at < *count) {
            offsets[at++] = place_offset(rank, place, own);
        }
    } while (*count > 0 && place_next(rank, extents, place));
    return offsets;
}

bool local_reduce(struct local *local) {
    const struct type *type = op_operand(local->op, 0)->type;
    struct int_list dims = op_ints(local->op, "dimensions");
    struct folding folding = {.local = local, .inputs = local->op->operand_count / 2};
    int64_t *steps = offsets_where(type, dims, true, &folding.steps);
    int64_t *rows = offsets_where(type, dims, false, &folding.row);
    folding.places =
        memory_array((size_t)(folding.steps * folding.row) + 1, sizeof *folding.places);
    for (int64_t s = 0; s < folding.steps; s++) {
        for (int64_t k = 0; k < folding.row; k++) {
            folding.places[s * folding.row + k] = steps[s] + rows[k];
        }
    }
    memory_free(steps);
    memory_free(rows);
    return fold_all(&folding);
}

/* --- windows ---------------------------------------------------------------------------------- */

struct windows {
    const struct type *input, *output;
    struct int_list size, stride, dilation, base, padding;
    int64_t strides[MAX_RANK];
};

static struct windows windows_of(const struct op *op, const struct type *output) {
    struct windows w = {
        .input = op_operand(op, 0)->type,
        .output = output,
        .size = op_ints(op, "window_dimensions"),
        .stride = op_ints(op, "window_strides"),
        .dilation = op_ints(op, "window_dilations"),
        .base = op_ints(op, "base_dilations"),
        .padding = op_ints(op, "padding"),
    };
    strides_of(w.input, w.strides);
    return w;
}

/* The element of the input at a place of the window of a result; -1: padding. */
static int64_t window_place(const struct windows *w, const int64_t *output, const int64_t *tap) {
    int64_t offset = 0;
    for (uint32_t d = 0; d < w->input->rank; d++) {
        int64_t base = int_list_at(w->base, d, 1);
        int64_t at = output[d] * int_list_at(w->stride, d, 1) - int_list_at(w->padding, 2 * d, 0) +
                     tap[d] * int_list_at(w->dilation, d, 1);
        if (at < 0 || at % base != 0 || at / base >= w->input->dims[d]) {
            return -1;
        }
        offset += at / base * w->strides[d];
    }
    return offset;
}

static int64_t product_of(struct int_list list) {
    int64_t product = 1;
    for (uint32_t i = 0; i < list.count; i++) {
        product *= list.items[i];
    }
    return product;
}

/* [taps][results] */
static int64_t *window_places(const struct windows *w, int64_t taps, int64_t results) {
    int64_t *places = memory_array((size_t)(taps * results) + 1, sizeof *places);
    int64_t tap[MAX_RANK] = {0}, at = 0;
    do {
        int64_t output[MAX_RANK] = {0};
        do {
            if (at < taps * results) {
                places[at++] = window_place(w, output, tap);
            }
        } while (results > 0 && place_next(w->output->rank, w->output->dims, output));
    } while (taps > 0 && place_next(w->input->rank, w->size.items, tap));
    return places;
}

static bool is_too_large(struct local *local, int64_t taps, int64_t results) {
    int64_t all;
    if (multiply_checked(taps, results, &all) && all < (int64_t)1 << 28) {
        return false;
    }
    evaluate_stop(local->e, local->op, "its windows are too large to evaluate");
    return true;
}

bool local_reduce_window(struct local *local) {
    struct windows w = windows_of(local->op, op_result(local->op, 0)->type);
    struct folding folding = {.local = local, .inputs = local->op->operand_count / 2};
    folding.steps = product_of(w.size);
    folding.row = type_count(w.output);
    if (is_too_large(local, folding.steps, folding.row)) {
        return false;
    }
    folding.places = window_places(&w, folding.steps, folding.row);
    return fold_all(&folding);
}

/* --- select and scatter ----------------------------------------------------------------------- */

/* Of each window the place that is selected. */
struct selection {
    struct region_run run;
    const struct tensor *operand;
    int64_t windows, *chosen; /* -1: none yet */
};

/* Goes on from the places chosen to those of the next tap. */
static bool select_step(struct selection *selection, const int64_t *places) {
    int64_t count = selection->windows;
    const struct tensor *operand = selection->operand;
    struct tensor *arguments[2] = {tensor_new(operand->type, count),
                                   tensor_new(operand->type, count)};
    struct tensor *keeps = NULL;
    for (int64_t k = 0; operand->count > 0 && k < count; k++) {
        int64_t own = selection->chosen[k], next = places[k];
        tensor_copy_element(arguments[0], k, operand, own < 0 ? 0 : own);
        tensor_copy_element(arguments[1], k, operand, next < 0 ? 0 : next);
    }
    if (!region_apply(&selection->run, arguments, &keeps)) {
        return false;
    }
    for (int64_t k = 0; k < count; k++) {
        bool keep = keeps->words[keeps->count == 1 ? 0 : k] != 0;
        if (places[k] >= 0 && (selection->chosen[k] < 0 || !keep)) {
            selection->chosen[k] = places[k];
        }
    }
    tensor_release(keeps);
    return true;
}

static struct tensor *one_of(const struct type *type, const struct tensor *from, int64_t at) {
    struct tensor *one = tensor_new(type, 1);
    tensor_copy_element(one, 0, from, at);
    one->degree = from->degree;
    return one;
}

static bool scatter_chosen(struct local *local, const int64_t *chosen, int64_t count,
                           struct tensor *result) {
    struct region_run run = region_open(local, &local->op->regions[1]);
    const struct tensor *source = local->operands[1];
    bool done = true;
    for (int64_t k = 0; done && k < count; k++) {
        if (chosen[k] < 0) {
            continue;
        }
        const struct type *scalar = local->operands[2]->type;
        struct tensor *sum[1] = {one_of(scalar, result, chosen[k])};
        struct tensor *next[1] = {one_of(scalar, source, k)};
        done = fold_once(&run, 1, sum, next);
        if (done) {
            tensor_copy_element(result, chosen[k], sum[0], 0);
            result->degree = sum[0]->degree > result->degree ? sum[0]->degree : result->degree;
            tensor_release(sum[0]);
        }
    }
    region_close(&run);
    return done;
}

bool local_select_and_scatter(struct local *local) {
    const struct type *source = op_operand(local->op, 1)->type;
    struct windows w = windows_of(local->op, source);
    int64_t taps = product_of(w.size), count = type_count(source);
    if (is_too_large(local, taps, count)) {
        return false;
    }
    int64_t *places = window_places(&w, taps, count);
    struct selection selection = {.run = region_open(local, &local->op->regions[0]),
                                  .operand = local->operands[0],
                                  .windows = count,
                                  .chosen = memory_array((size_t)count + 1, sizeof(int64_t))};
    memset(selection.chosen, 0xff, (size_t)count * sizeof(int64_t));
    bool done = true;
    for (int64_t t = 0; done && t < taps; t++) {
        done = select_step(&selection, places + t * count);
    }
    region_close(&selection.run);
    struct tensor *row = repeated(local->operands[2], type_count(w.input));
    local->results[0] = as_result(row, op_result(local->op, 0)->type);
    done = done && scatter_chosen(local, selection.chosen, count, local->results[0]);
    memory_free(selection.chosen);
    memory_free(places);
    return done;
}
