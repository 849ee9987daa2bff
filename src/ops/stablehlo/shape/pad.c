/* stablehlo.pad */
#include <string.h>

#include "ops/bound_builder.h"
#include "ops/build.h"
#include "ops/fill_builder.h"
#include "ops/hooks.h"
#include "ops/reify_builder.h"

static bool pad_verify(const struct op *op, struct context *context) {
    const struct type *operand = operand_type(op, 0);
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    if (low.count != operand->rank) {
        return fault(op, context, "edge_padding_low length (%u) must match operand rank (%u)",
                     low.count, operand->rank);
    }
    for (uint32_t i = 0; i < low.count; i++) {
        if (interior.items[i] < 0) {
            return fault(op, context, "Interior padding cannot be negative: %lld",
                         (long long)interior.items[i]);
        }
        bool is_dynamic = operand->dims[i] == DIM_DYNAMIC;
        int64_t extent = is_dynamic ? bound_of(operand, i) : operand->dims[i];
        int64_t size;
        if (!padded_extent(extent, low.items[i], high.items[i], interior.items[i], &size)) {
            return fault(op, context, "Padding result too large for dimension %u", i);
        }
        if (size < 0 && size != DIM_DYNAMIC) {
            return fault(op, context, "Padding result in negative %s for dimension %u: %lld",
                         is_dynamic ? "bound" : "size", i, (long long)size);
        }
    }
    return true;
}

static bool pad_infer(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = operand_type(op, 0);
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    int64_t dims[MAX_RANK], bounds[MAX_RANK];
    for (uint32_t i = 0; i < low.count; i++) {
        if (!padded_extent(operand->dims[i], low.items[i], high.items[i], interior.items[i],
                           &dims[i]) ||
            !padded_extent(bound_of(operand, i), low.items[i], high.items[i], interior.items[i],
                           &bounds[i])) {
            return false;
        }
    }
    types[0] = type_with_bounds(context, operand->element, low.count, dims, bounds);
    return true;
}

/* Elements: writing them twice takes longer than to start a few kernels. */
enum { LARGE = 1 << 14 };

/* The operand's elements at their places, and which of them the map reads. Where padding is
 * negative the elements that remain are read from an offset. False where none remain. */
static bool place_operand(const struct op *op, const struct node *operand, struct node_part *part,
                          struct affine *map) {
    struct int_list low = op_ints(op, "edge_padding_low"),
                    interior = op_ints(op, "interior_padding");
    const struct type *type = op_result(op, 0)->type;
    bool remain = true;
    for (uint32_t d = 0; d < type->rank; d++) {
        int64_t step = node_extent(operand, d) > 1 ? interior.items[d] + 1 : 1;
        int64_t begin = low.items[d];
        int64_t first = begin < 0 ? (-begin + step - 1) / step : 0;
        int64_t last = (type->dims[d] - 1 - begin) / step;
        if (type->dims[d] - 1 < begin) {
            last = -1;
        }
        if (last >= node_extent(operand, d)) {
            last = node_extent(operand, d) - 1;
        }
        part->extent[d] = last < first ? 0 : last - first + 1;
        part->store[d] = affine_dim(d, part->extent[d] > 1 ? step : 1, begin + first * step);
        map[d] = affine_dim(d, 1, first);
        remain = remain && part->extent[d] > 0;
    }
    return remain;
}

/* From the first to behind the last of the operand's elements along a dimension. */
static int64_t hull(const struct node_part *inside, uint32_t dim) {
    return (inside->extent[dim] - 1) * inside->store[dim].stride[dim] + 1;
}

/* Of the padding around `inside` what lies in front of it, or behind it, along one dimension: along
 * those before as long as the operand's elements reach, along those after as long as the result. */
static struct node_part border(const struct type *type, const struct node_part *inside,
                               uint32_t dim, int64_t first, int64_t end) {
    struct node_part part = {.rank = type->rank, .parallel_rank = type->rank};
    for (uint32_t d = 0; d < type->rank; d++) {
        part.extent[d] = d < dim ? hull(inside, d) : type->dims[d];
        part.store[d] = affine_dim(d, 1, d < dim ? inside->store[d].offset : 0);
    }
    part.extent[dim] = end - first;
    part.store[dim].offset = first;
    return part;
}

/* The borders, each element once; returns how many. */
static uint32_t add_borders(const struct type *type, const struct node_part *inside,
                            struct node_part *parts) {
    uint32_t count = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        int64_t first = inside->store[d].offset, end = first + hull(inside, d);
        if (first > 0) {
            parts[count++] = border(type, inside, d, 0, first);
        }
        if (end < type->dims[d]) {
            parts[count++] = border(type, inside, d, end, type->dims[d]);
        }
    }
    return count;
}

/* What lies between the elements along one dimension: along those before beside them, along those
 * after as long as they reach. A further dimension counts what is between two. */
static struct node_part gaps(const struct node_part *inside, uint32_t dim) {
    uint32_t rank = inside->rank;
    struct node_part part = {.rank = rank + 1, .parallel_rank = rank + 1};
    for (uint32_t d = 0; d < rank; d++) {
        part.extent[d] = d > dim ? hull(inside, d) : inside->extent[d];
        part.store[d] = d > dim ? affine_dim(d, 1, inside->store[d].offset) : inside->store[d];
    }
    part.extent[dim]--;
    part.extent[rank] = inside->store[dim].stride[dim] - 1;
    part.store[dim].stride[rank] = 1;
    part.store[dim].offset++;
    return part;
}

/* The operand's elements and the gaps between them, each element once; returns how many. The last
 * two parts are rows that are made together: all elements but the last along the last dimension
 * that has gaps, with the gaps behind them. */
static uint32_t add_inside(struct kernel_builder *builder, struct node *operand,
                           struct node_part inside, struct affine *map, struct term *value,
                           struct node_part *parts) {
    uint32_t count = 0, dim = inside.rank;
    for (uint32_t d = 0; d < inside.rank; d++) {
        if (inside.store[d].stride[d] > 1) {
            parts[count] = gaps(&inside, d);
            parts[count++].term = value;
            dim = d;
        }
    }
    inside.term = term_read(builder, operand, map);
    if (count > 0) {
        struct node_part last = inside, rows = parts[count - 1];
        struct affine at = map[dim];
        last.extent[dim] = 1;
        last.store[dim] = affine_dim(dim, 1, inside.store[dim].offset + hull(&inside, dim) - 1);
        map[dim].offset += --inside.extent[dim];
        last.term = term_read(builder, operand, map);
        map[dim] = at;
        parts[count - 1] = last;
        parts[count++] = rows;
    }
    parts[count++] = inside;
    return count;
}

static bool is_large(const struct type *type) {
    int64_t elements = 1;
    for (uint32_t d = 0; d < type->rank; d++) {
        elements *= type->dims[d];
    }
    return elements >= LARGE;
}

/* Whether the operand's elements are all of the result. */
static bool pads_nothing(const struct type *type, const struct node_part *inside) {
    bool is_whole = true;
    for (uint32_t d = 0; d < type->rank; d++) {
        is_whole = is_whole && inside->extent[d] == type->dims[d];
    }
    return is_whole;
}

/* The padding value, then the operand's elements: in a large tensor the value around and between
 * them, else everywhere. What takes elements away at most is a slice. */
static bool pad_emit(const struct op *op, struct kernel_builder *builder) {
    struct node *operand = kernel_operand(builder, op, 0);
    const struct type *type = op_result(op, 0)->type;
    struct term *value = term_read(builder, kernel_operand(builder, op, 1), NULL);
    struct node_part inside = {.rank = type->rank, .parallel_rank = type->rank};
    struct node_part *parts =
        ARENA_ARRAY(kernel_arena(builder), struct node_part, 3 * (size_t)type->rank + 3);
    struct affine map[KERNEL_DIMS];
    bool remain = place_operand(op, operand, &inside, map);
    uint32_t count = 1;
    if (remain && pads_nothing(type, &inside)) {
        struct term *slice = term_read(builder, operand, map);
        kernel_result(builder, op, 0, node_compute(builder, type, slice));
        return true;
    }
    if (remain && is_large(type)) {
        count = add_borders(type, &inside, parts);
    } else {
        parts[0] = (struct node_part){.rank = type->rank, .parallel_rank = type->rank};
        for (uint32_t d = 0; d < type->rank; d++) {
            parts[0].extent[d] = type->dims[d];
            parts[0].store[d] = affine_dim(d, 1, 0);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        parts[i].term = value;
    }
    if (remain && is_large(type)) {
        count += add_inside(builder, operand, inside, map, value, parts + count);
    } else {
        inside.term = term_read(builder, operand, map);
        inside.overlaps = true;
        parts[count++] = inside;
    }
    kernel_result(builder, op, 0, node_parts(builder, type, NULL, count, parts));
    return true;
}

static void set_at(struct module *module, struct op *op, const char *name, uint32_t dim,
                   int64_t value) {
    struct int_list old = op_ints(op, name);
    int64_t list[MAX_RANK];
    memcpy(list, old.items, old.count * sizeof *list);
    list[dim] = value;
    op_set_property(module, op, name, attr_i64_array(module->context, old.count, list));
}

static void set_edges(struct module *module, struct op *op, uint32_t dim, int64_t low,
                      int64_t high) {
    set_at(module, op, "edge_padding_low", dim, low);
    set_at(module, op, "edge_padding_high", dim, high);
}

/* Each element of a padded dimension looks at one place. */
static void pad_needs(const struct op *op, const struct partition_builder *builder,
                      struct need_list *needs) {
    (void)builder;
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    for (uint32_t dim = 0; dim < low.count; dim++) {
        if (low.items[dim] != 0 || high.items[dim] != 0 || interior.items[dim] != 0) {
            struct need_window window = {.tensor = 2,
                                         .dim = dim,
                                         .step = 1,
                                         .low = low.items[dim],
                                         .reach = 1,
                                         .dilation = interior.items[dim] + 1,
                                         .pad = set_edges,
                                         .padding = 1,
                                         .by_device = true};
            need_halo(needs, 0, dim, window);
        }
        if (high.items[dim] > 0) { /* where the operand's padding would be, is the value */
            need_padded(needs, 0, dim, FILL_OPERAND, 1);
        }
    }
}

/* A dimension in parts: how large they are before and after, and where padding puts elements. */
struct padded_parts {
    int64_t count, from, to;
    int64_t low, step; /* of element 0, and to the next */
};

static struct padded_parts padded_parts(const struct op *op,
                                        const struct partition_builder *builder, uint32_t dim,
                                        int64_t to) {
    return (struct padded_parts){
        .count = partition_parts(builder, partition_operand_axes(builder, 0, dim)),
        .from = op_operand(op, 0)->type->dims[dim],
        .to = to,
        .low = op_ints(op, "edge_padding_low").items[dim],
        .step = op_ints(op, "interior_padding").items[dim] + 1,
    };
}

/* Where the first element of a part stands, counted from where the part of the result begins. */
static int64_t place_within(const struct padded_parts *parts, int64_t part) {
    return part * (parts->from * parts->step - parts->to) + parts->low;
}

/* The room that the elements of a part and what is between them take. */
static int64_t room_of(const struct padded_parts *parts) {
    return parts->from == 0 ? 0 : (parts->from - 1) * parts->step + 1;
}

/* Where elements stand differs from device to device: each takes its part of what is padded enough
 * for all. */
static struct value *pad_by_device(const struct op *op, struct partition_builder *builder,
                                   const struct padded_parts *parts, const struct type *type) {
    struct builder *at = partition_at(builder);
    int64_t low[MAX_RANK], high[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t a = place_within(&parts[dim], 0);
        int64_t b = place_within(&parts[dim], parts[dim].count - 1);
        int64_t most = a > b ? a : b,
                above = parts[dim].to - (a > b ? b : a) - room_of(&parts[dim]);
        low[dim] = most > 0 ? most : 0;
        high[dim] = above > 0 ? above : 0;
    }
    struct value *enough = build_pad(at, op_operand(op, 0), op_operand(op, 1), low, high,
                                     op_ints(op, "interior_padding").items);
    struct value *begins[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t first = place_within(&parts[dim], 0);
        begins[dim] = partition_progression(builder, partition_operand_axes(builder, 0, dim),
                                            low[dim] - first, first - place_within(&parts[dim], 1));
    }
    return build_dynamic_slice(at, enough, begins, type);
}

static bool pad_localize(struct op *op, struct partition_builder *builder) {
    const struct type *type = partition_local_type(builder, 0);
    struct padded_parts parts[MAX_RANK];
    int64_t low[MAX_RANK], high[MAX_RANK];
    bool uniform = true;
    for (uint32_t dim = 0; type && dim < type->rank; dim++) {
        parts[dim] = padded_parts(op, builder, dim, type->dims[dim]);
        uniform = uniform &&
                  (parts[dim].count == 1 || parts[dim].from * parts[dim].step == parts[dim].to);
        low[dim] = parts[dim].low;
        high[dim] = parts[dim].to - parts[dim].low - room_of(&parts[dim]);
    }
    if (!type || !partition_is_sharded(builder)) {
        return type && partition_in_place(op, builder);
    }
    struct value *padded =
        uniform ? build_pad(partition_at(builder), op_operand(op, 0), op_operand(op, 1), low, high,
                            op_ints(op, "interior_padding").items)
                : pad_by_device(op, builder, parts, type);
    return partition_replace(op, builder, padded);
}

static bool pad_rule(const struct op *op, struct rule_builder *builder) {
    rule_add_dims_unless_equal(builder, op_operand(op, 0)->type, op->results[0].type,
                               FACTOR_PERMUTATION, rule_is_conservative(builder));
    return true;
}

/* The operand's padding is the first of what stands behind it. */
static bool pad_bound(struct op *op, struct bound_builder *bounder) {
    struct value *sizes[MAX_RANK];
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    struct value *from = bound_fill(bounder, op_operand(op, 0), ALL_DIMS, op_operand(op, 1));
    op_set_operand(op, 0, from);
    for (uint32_t dim = 0; dim < low.count; dim++) {
        sizes[dim] =
            size_of_windows(bounder, bound_size(bounder, from, dim), interior.items[dim] + 1,
                            low.items[dim] + high.items[dim], 1, 1);
    }
    return bound_in_place(bounder, op, sizes);
}

/* Whether the padding of a value holds this scalar. */
static bool padding_holds(const struct fill_builder *padder, const struct value *value,
                          const struct value *scalar) {
    const struct attr *fill = fill_content(padder, value);
    return fill && scalar->op && op_is(scalar->op, OP_CONSTANT) &&
           op_property(scalar->op, "value") == fill;
}

/* The operand's padding, which holds what it is padded with, is the first of what follows. Where
 * less follows than was asked for, Shardy's pass fills all padding of the operand; what we
 * partition ourselves can do without. */
static bool pad_fill(struct op *op, struct fill_builder *padder) {
    struct value *input = op_operand(op, 0), *scalar = op_operand(op, 1);
    const struct type *type = fill_result_type(padder, op), *from = input->type;
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    int64_t rest[MAX_RANK];
    dim_set behind = 0;
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        int64_t gaps = from->dims[dim] > 0 ? from->dims[dim] - 1 : 0;
        rest[dim] = type->dims[dim] - from->dims[dim] - low.items[dim] - gaps * interior.items[dim];
        behind |= high.items[dim] > 0 ? dim_set_of(dim) : 0;
    }
    behind = padding_holds(padder, input, scalar) ? 0 : behind;
    for (uint32_t dim = 0; dim < type->rank && !fill_has_signatures(padder); dim++) {
        behind |= rest[dim] < high.items[dim] ? fill_dims(padder, input) : 0;
    }
    op_set_operand(op, 0, fill_with_value(padder, input, behind, scalar));
    fill_set_ints(padder, op, "edge_padding_high", low.count, rest);
    return fill_in_place(op, padder);
}

static struct value *pad_reify(struct op *op, struct builder *at) {
    struct reified_extents to = reify_extents(at);
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high");
    struct int_list interior = op_ints(op, "interior_padding");
    for (uint32_t i = 0; i < op_operand(op, 0)->type->rank; i++) {
        struct value *size = reify_dimension(&to, op_operand(op, 0), i);
        if (interior.items[i] > 0) {
            struct value *gaps = reify_compute(&to, OP_ARITH_SUBI, size, reify_number(&to, 1));
            gaps = reify_compute(&to, OP_ARITH_MAXSI, gaps, reify_number(&to, 0));
            gaps = reify_compute(&to, OP_ARITH_MULI, gaps, reify_number(&to, interior.items[i]));
            size = reify_compute(&to, OP_ARITH_ADDI, size, gaps);
        }
        reify_add(&to, reify_compute(&to, OP_ARITH_ADDI, size,
                                     reify_number(&to, low.items[i] + high.items[i])));
    }
    return reify_list(&to);
}

const struct op_def op_pad = {
    .name = "stablehlo.pad",
    .summary = "pads around and between elements",
    .traits = OP_PURE | OP_SAME_ELEMENTS | OP_INFERRED,
    .operands = OPERANDS({"operand", VALUE_TENSOR, OP_ONE},
                         {"padding_value", VALUE_TENSOR | VALUE_RANK_0, OP_ONE}),
    .results = RESULTS({"result", VALUE_TENSOR, OP_ONE}),
    .regions = {0, 0},
    .attrs = ATTRS({.name = "edge_padding_low", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "edge_padding_high", .kind = OP_ATTR_INT_ARRAY, .required = true},
                   {.name = "interior_padding", .kind = OP_ATTR_INT_ARRAY, .required = true}),
    .agreements =
        AGREEMENTS({{"edge_padding_low", "edge_padding_high", "interior_padding"}, OP_AGREE_SIZE}),
    .form = "$operand , $padding_value , low = $edge_padding_low , high = $edge_padding_high , "
            "interior = $interior_padding @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = pad_verify,
    .infer = pad_infer,
    .speculatable = speculatable_by_first,
    .rule = pad_rule,
    .needs = pad_needs,
    .localize = pad_localize,
    .emit = pad_emit,
    .relate = relate_pad,
    .canonicalize = canonicalize_nothing,
    .bound = pad_bound,
    .fill = pad_fill,
    .reify = pad_reify,
    .fold = fold_by_scalar,
    .flops = flops_by_scalar,
    .traffic = traffic_none,
};
