/* Windows: inputs with holes become padded ones, sums over windows that see one element each
 * repeat it, and select_and_scatter is a search for the element of each window, followed by a
 * scatter. */
#include <math.h>
#include <string.h>

#include "ops/expand_builder.h"
#include "ops/stablehlo/reduction/windows.h"
#include "transforms/chlo/expression.h"
#include "transforms/simplify/simplify.h"

/* --- base dilation ---------------------------------------------------------------------------- */

/* The initial value between the elements. */
static struct value *dilated(struct builder *at, struct value *input, struct value *init,
                             struct int_list dilation) {
    struct context *context = at->module->context;
    const struct type *type = input->type;
    int64_t dims[MAX_RANK], none[MAX_RANK] = {0}, interior[MAX_RANK];
    for (uint32_t d = 0; d < type->rank; d++) {
        interior[d] = dilation.items[d] - 1;
        dims[d] = type->dims[d] > 0 ? (type->dims[d] - 1) * dilation.items[d] + 1 : 0;
    }
    const struct type *result = type_with_dims(context, type, type->rank, dims);
    struct value *operands[2] = {input, init};
    struct op *pad = build_row(at, OP_PAD, 2, operands, 1, &result, 0);
    op_set_property(at->module, pad, "edge_padding_low", attr_i64_array(context, type->rank, none));
    op_set_property(at->module, pad, "edge_padding_high",
                    attr_i64_array(context, type->rank, none));
    op_set_property(at->module, pad, "interior_padding",
                    attr_i64_array(context, type->rank, interior));
    return op_result(pad, 0);
}

static void fill_holes(struct formula *formula) {
    struct op *op = formula->op;
    struct int_list dilation = op_ints(op, "base_dilations");
    bool any = false;
    for (uint32_t d = 0; d < dilation.count; d++) {
        any = any || dilation.items[d] != 1;
    }
    uint32_t count = op->operand_count / 2;
    for (uint32_t i = 0; i < count && any; i++) {
        op_set_operand(
            op, i, dilated(&formula->at, op_operand(op, i), op_operand(op, count + i), dilation));
    }
    if (any) {
        int64_t ones[MAX_RANK];
        for (uint32_t d = 0; d < dilation.count; d++) {
            ones[d] = 1;
        }
        op_set_property(formula->at.module, op, "base_dilations",
                        attr_i64_array(formula->at.module->context, dilation.count, ones));
    }
}

/* --- sums of one element ---------------------------------------------------------------------- */

/* Zero everywhere, and no minus zero. */
static bool is_plus_zero(const struct value *value) {
    while (value->op && op_is(value->op, OP_BROADCAST_IN_DIM)) {
        value = op_operand(value->op, 0);
    }
    return is_zero_number(value) && !signbit(attr_dense_real(splat_of(value), 0));
}

static bool is_sum(const struct op *op) {
    const struct block *body = op->regions[0].first;
    const struct op *last = block_terminator(body);
    const struct op *sum = op->operand_count == 2 ? op_operand(last, 0)->op : NULL;
    if (!sum || !op_is(sum, OP_ADD)) {
        return false;
    }
    const struct value *a = op_operand(sum, 0), *b = op_operand(sum, 1);
    const struct value *first = body->arguments[0], *second = body->arguments[1];
    return (a == first && b == second) || (a == second && b == first);
}

/* Whether windows at every place see one element at most: they are as long as elements of the
 * padded tensor stand apart. */
static bool sees_one(const struct op *op, const struct op *pad) {
    struct int_list sizes = op_ints(op, "window_dimensions"), padding = op_ints(op, "padding");
    uint32_t longer = 0;
    for (uint32_t d = 0; d < sizes.count; d++) {
        int64_t low = op_ints(pad, "edge_padding_low").items[d],
                high = op_ints(pad, "edge_padding_high").items[d];
        bool is_cut = (low < 0 && int_list_at(padding, 2 * d, 0) != 0) ||
                      (high < 0 && int_list_at(padding, 2 * d + 1, 0) != 0);
        if (is_cut || op_ints(pad, "interior_padding").items[d] != sizes.items[d] - 1 ||
            int_list_at(op_ints(op, "window_strides"), d, 1) != 1 ||
            int_list_at(op_ints(op, "window_dilations"), d, 1) != 1) {
            return false;
        }
        longer += sizes.items[d] > 1;
    }
    return longer > 0 && sizes.count + longer <= MAX_RANK; /* each of them is two for a while */
}

/* Each element as often as a window is long, along every dimension. A sum that begins with zero has
 * no minus zero. */
static struct value *repeated(struct builder *at, struct value *value, struct value *zero,
                              struct int_list sizes) {
    const struct type *type = value->type;
    int64_t apart[MAX_RANK], joined[MAX_RANK], dims[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        dims[d] = rank;
        apart[rank++] = type->dims[d];
        if (sizes.items[d] > 1) {
            apart[rank++] = sizes.items[d];
        }
        joined[d] = type->dims[d] * sizes.items[d];
    }
    const struct type *repeats = type_with_dims(at->module->context, type, rank, apart);
    value = build_broadcast_in_dim(at, value, repeats, type->rank, dims);
    value = build_add(at, build_broadcast_in_dim(at, zero, repeats, 0, NULL), value);
    return build_reshape(at, value, type->rank, joined);
}

/* A sum over windows of a tensor that is spread among zeros, as the gradient of an average over
 * windows side by side is: elements repeated, with zeros around them. Those windows begin with the
 * first element that is as far from the edge as they are long. */
static bool repeat_elements(struct formula *formula, struct op *pad) {
    struct op *op = formula->op;
    struct builder *at = &formula->at;
    struct value *value = op_operand(pad, 0), *zero = op_operand(op, 1);
    struct int_list sizes = op_ints(op, "window_dimensions"), padding = op_ints(op, "padding");
    const struct type *type = value->type;
    int64_t low[MAX_RANK], high[MAX_RANK], none[MAX_RANK] = {0};
    bool any = false;
    for (uint32_t d = 0; d < type->rank; d++) {
        low[d] = op_ints(pad, "edge_padding_low").items[d] + int_list_at(padding, 2 * d, 0) -
                 (sizes.items[d] - 1);
        high[d] = op->results[0].type->dims[d] - type->dims[d] * sizes.items[d] - low[d];
        any = any || low[d] != 0 || high[d] != 0;
    }
    value = repeated(at, value, zero, sizes);
    value = any ? build_pad(at, value, zero, low, high, none) : value;
    replace_with_value(formula, value);
    if (!pad->results[0].first_use) {
        op_erase(pad);
    }
    return true;
}

bool expand_reduce_window(struct formula *formula) {
    fill_holes(formula);
    struct op *op = formula->op, *pad = defined_by(op_operand(op, 0), OP_PAD);
    if (!pad || !is_sum(op) || !sees_one(op, pad) || !is_plus_zero(op_operand(pad, 1)) ||
        !is_plus_zero(op_operand(op, 1)) || type_is_empty(op_operand(pad, 0)->type)) {
        return true;
    }
    return repeat_elements(formula, pad);
}

/* --- select_and_scatter ----------------------------------------------------------------------- */

struct selection {
    struct formula *formula;
    struct builder *at;
    struct module *module;
    const struct type *type, *windows;       /* of the operand; of the source */
    const struct type *index, *index_scalar; /* i32 */
    uint32_t count;                          /* dimensions that windows have several places in: */
    int64_t dims[MAX_RANK];
};

/* A window of one element at every place: the dimension is one of batches. */
static bool is_batch(const struct op *op, uint32_t d) {
    struct int_list padding = op_ints(op, "padding");
    return int_list_at(op_ints(op, "window_dimensions"), d, 1) == 1 &&
           int_list_at(op_ints(op, "window_strides"), d, 1) == 1 &&
           int_list_at(padding, 2 * d, 0) == 0 && int_list_at(padding, 2 * d + 1, 0) == 0;
}

static void clone_body(struct selection *s, const struct block *from, struct pointer_map *map,
                       struct builder *to) {
    FOR_EACH_OP (op, from) {
        if (op != block_terminator(from)) {
            op_append(to->block, op_clone(s->module, op, map));
        }
    }
}

static struct value *mapped(struct pointer_map *map, struct value *value) {
    struct value *copy = pointer_map_get(map, value);
    return copy ? copy : value;
}

/* (selected element, its indices, element, its indices): the selected one stays where there is one,
 * index -1 says there is none, and `select` prefers it. */
static void build_search_body(struct selection *s, struct region *region) {
    struct op *op = s->formula->op;
    const struct block *select = op->regions[0].first;
    const struct type *scalar = type_with_dims(s->module->context, s->type, 0, NULL);
    struct block *body = block_new(s->module, region);
    struct value *arguments[2 * MAX_RANK + 2], *results[MAX_RANK + 1];
    uint32_t n = s->count + 1;
    for (uint32_t i = 0; i < 2 * n; i++) {
        arguments[i] = block_add_argument(s->module, body, i % n == 0 ? scalar : s->index_scalar,
                                          op->location);
    }
    struct builder inside = builder_at_end(s->module, body);
    inside.location = op->location;
    struct pointer_map map = {0};
    pointer_map_put(&map, select->arguments[0], arguments[0]);
    pointer_map_put(&map, select->arguments[1], arguments[n]);
    clone_body(s, select, &map, &inside);
    struct value *prefers = mapped(&map, op_operand(block_terminator(select), 0));
    pointer_map_free(&map);
    struct formula formula = {.op = op, .at = inside, .arena = s->formula->arena};
    expr found = known(&formula, arguments[1]);
    expr arriving = known(&formula, arguments[n + 1]);
    /* What stands for nothing, on either side, is never preferred. */
    expr stays = let(either(both(known(&formula, prefers), at_least(found, whole(found, 0))),
                            less(arriving, whole(arriving, 0))));
    for (uint32_t i = 0; i < n; i++) {
        results[i] = value_of(
            choose(stays, known(&formula, arguments[i]), known(&formula, arguments[n + i])));
    }
    build_row(&inside, OP_RETURN, n, results, 0, NULL, 0);
}

/* Per window, where in each of the dimensions the selected element is. */
static struct op *build_search(struct selection *s) {
    struct op *op = s->formula->op;
    struct context *context = s->module->context;
    uint32_t n = s->count + 1;
    struct value *operands[2 * MAX_RANK + 2];
    const struct type *types[MAX_RANK + 1];
    expr none = whole(known(s->formula, build_zeros(s->at, s->index_scalar)), -1);
    operands[0] = op_operand(op, 0);
    operands[n] = build_zeros(s->at, type_with_dims(context, s->type, 0, NULL));
    types[0] = type_with_element(context, s->windows, s->type->element);
    for (uint32_t i = 0; i < s->count; i++) {
        operands[i + 1] =
            build_iota(s->at, type_with_element(context, s->type, s->index->element), s->dims[i]);
        operands[n + i + 1] = value_of(none);
        types[i + 1] = type_with_element(context, s->windows, s->index->element);
    }
    struct op *search = build_row(s->at, OP_REDUCE_WINDOW, 2 * n, operands, n, types, 1);
    int64_t sizes[MAX_RANK];
    for (uint32_t d = 0; d < s->type->rank; d++) {
        sizes[d] = int_list_at(op_ints(op, "window_dimensions"), d, 1);
    }
    op_set_property(s->module, search, "window_dimensions",
                    attr_i64_array(context, s->type->rank, sizes));
    static const char *const names[] = {"window_strides", "padding"};
    for (uint32_t i = 0; i < 2; i++) {
        if (op_property(op, names[i])) {
            op_set_property(s->module, search, names[i], op_property(op, names[i]));
        }
    }
    build_search_body(s, &search->regions[0]);
    return search;
}

/* The indices side by side in a last dimension. */
static struct value *index_vectors(struct selection *s, const struct op *search) {
    int64_t dims[MAX_RANK];
    struct value *parts[MAX_RANK];
    memcpy(dims, s->windows->dims, s->windows->rank * sizeof *dims);
    dims[s->windows->rank] = 1;
    for (uint32_t i = 0; i < s->count; i++) {
        parts[i] = build_reshape(s->at, op_result(search, i + 1), s->windows->rank + 1, dims);
    }
    return s->count == 1 ? parts[0] : build_concatenate(s->at, s->count, parts, s->windows->rank);
}

/* The value in the element type that the scattering region adds in, which may be a wider one. */
static struct value *promoted(struct builder *at, struct value *value, const struct type *element) {
    return type_element(value->type) == element ? value : build_convert(at, value, element);
}

bool expand_select_and_scatter(struct formula *formula) {
    struct op *op = formula->op;
    struct selection s = {.formula = formula, .at = &formula->at, .module = formula->at.module};
    struct context *context = s.module->context;
    int64_t batch[MAX_RANK];
    uint32_t batches = 0;
    s.type = op_operand(op, 0)->type;
    s.windows = op_operand(op, 1)->type;
    s.index = type_with_element(context, s.windows, type_integer(context, 32, SIGNLESS));
    s.index_scalar = type_with_dims(context, s.index, 0, NULL);
    for (uint32_t d = 0; d < s.type->rank; d++) {
        if (is_batch(op, d)) {
            batch[batches++] = d;
        } else {
            s.dims[s.count++] = d;
        }
    }
    if (s.type->rank + 1 >= MAX_RANK) {
        return false;
    }
    if (s.count == 0) { /* the search needs an index to tell whether it has found something */
        s.dims[s.count++] = batch[--batches];
    }
    struct value *indices = index_vectors(&s, build_search(&s));
    const struct type *type = op_result(op, 0)->type, *element = type_element(type);
    struct value *start =
        build_broadcast_in_dim(s.at, promoted(s.at, op_operand(op, 2), element), type, 0, NULL);
    struct scatter_dims dims = {.inserted_window = {s.dims, s.count},
                                .input_batching = {batch, batches},
                                .scatter_indices_batching = {batch, batches},
                                .scatter_dims_to_operand = {s.dims, s.count},
                                .index_vector_dim = s.windows->rank};
    struct value *operands[3] = {start, indices, promoted(s.at, op_operand(op, 1), element)};
    struct op *scatter = build_row(s.at, OP_SCATTER, 3, operands, 1, &type, 1);
    op_set_property(s.module, scatter, "scatter_dimension_numbers",
                    attr_scatter_dims(context, &dims));
    region_take(&scatter->regions[0], &op->regions[1]);
    return replace_with_value(formula, op_result(scatter, 0));
}
