/* Pads and slices along sharded dimensions, as Shardy writes them: neighbours send whole parts,
 * each device puts what it got side by side and takes its result out of it. */
#include "partition/halos/resolve.h"
#include "partition/padding/pad.h"
#include "sharding/devices.h"

bool exchange_start(struct exchange *exchange, struct resolver *resolver,
                    const struct op_context *context) {
    const struct attr *attr = context->shardings[0];
    const struct sharding *sharding = attr_as_sharding(attr);
    if (!sharding || sharding_is_replicated(sharding) ||
        sharding_mesh(context->op, sharding) != context->mesh ||
        mesh_device_count(context->mesh) > MOST_LISTED_DEVICES ||
        !type_is_static(op_operand(context->op, 0)->type)) {
        return false;
    }
    *exchange = (struct exchange){
        .resolver = resolver, .sharding = attr, .mesh = context->mesh, .zero = true};
    struct axis_vector used = {.arena = resolver->scratch};
    for (uint32_t dim = 0; dim < sharding->rank; dim++) {
        int64_t parts = dim_sharding_size(context->mesh, &sharding->dims[dim]);
        exchange->dims[dim] =
            (struct exchange_dim){.parts = parts, .dilation = 1, .along = sharding->dims[dim].axes};
        if (parts > 1) {
            axes_append(&used, sharding->dims[dim].axes);
        }
    }
    exchange->manual = parts_whole_axes(resolver->scratch, context->mesh, axes_of(&used));
    return true;
}

/* --- where the elements come from ------------------------------------------------------------- */

/* What a device at a place needs of a dimension of `size` elements, `begin` on, is held by others.
 */
static void look_around(struct exchange_dim *dim, int64_t place, int64_t size, int64_t begin) {
    int64_t part = parts_size(size, dim->parts), end = begin + dim->size - 1;
    int64_t first = begin > 0 ? begin : 0, last = end < size - 1 ? end : size - 1;
    if (first > last) {
        dim->moves = true;
        return;
    }
    int64_t left = place - first / part, right = last / part - place;
    dim->moves = dim->moves || left != 0 || right != 0;
    dim->left = left > dim->left ? left : dim->left;
    dim->right = right > dim->right ? right : dim->right;
}

/* The dimension, of `size` elements, becomes one of `result` elements: `low` elements in front, and
 * `dilation - 1` between. */
static void span(struct exchange_dim *dim, int64_t size, int64_t result, int64_t low,
                 int64_t dilation) {
    if (dim->parts == 1) {
        return;
    }
    dim->size = parts_size(result, dim->parts);
    dim->low = low;
    dim->dilation = dilation;
    for (int64_t place = 0; place < dim->parts; place++) {
        look_around(dim, place, size, (place * dim->size - low) / dilation);
    }
    dim->is_too_far = dim->left + dim->right + 1 >= dim->parts && (dim->left > 1 || dim->right > 1);
}

static bool any_moves(const struct exchange *exchange, uint32_t rank) {
    for (uint32_t dim = 0; dim < rank; dim++) {
        if (exchange->dims[dim].moves) {
            return true;
        }
    }
    return false;
}

static bool any_too_far(const struct exchange *exchange, uint32_t rank) {
    for (uint32_t dim = 0; dim < rank; dim++) {
        if (exchange->dims[dim].is_too_far) {
            return true;
        }
    }
    return false;
}

/* Where in what is put together the elements begin that a device at a place takes; `part`: the
 * elements of a part, each `dilation` long. */
static int64_t begin_of(const struct exchange_dim *dim, int64_t part, int64_t place) {
    int64_t begin = place * (dim->size - part * dim->dilation) +
                    (dim->left * part + dim->size) * dim->dilation - dim->low;
    return begin < 0 ? 0 : begin;
}

/* Whether any device takes elements that the device `offset` places before it would send, which is
 * not there. */
static bool takes_absent(const struct exchange_dim *dim, int64_t part, int64_t offset) {
    int64_t edge = dim->size * dim->dilation, first = (dim->left - offset) * part;
    int64_t from = edge + first * dim->dilation, last = edge + (first + part - 1) * dim->dilation;
    for (int64_t place = 0; place < dim->parts; place++) {
        int64_t begin = begin_of(dim, part, place), source = place - offset;
        bool absent = source < 0 || source >= dim->parts;
        if (absent && begin <= last && begin + dim->size > from) {
            return true;
        }
    }
    return false;
}

/* --- what each device does -------------------------------------------------------------------- */

/* `piece`, which comes from `offset` places before, where there is such a place; else `with`. */
static struct value *if_there(struct exchange *exchange, struct builder *at,
                              const struct exchange_dim *how, struct value *piece,
                              struct value *with, int64_t offset) {
    struct resolver *resolver = exchange->resolver;
    struct context *context = at->module->context;
    struct value *place = parts_place(at, resolver->scratch, parts_device(at, &resolver->ids),
                                      exchange->mesh, how->along);
    struct value *limit = build_i64_scalar(at, offset > 0 ? offset : how->parts + offset);
    struct value *there =
        build_compare(at, place, limit, offset > 0 ? COMPARE_GE : COMPARE_LT, COMPARE_SIGNED);
    const struct type *truths = type_with_element(context, piece->type, there->type->element);
    struct value *otherwise = build_broadcast(at, with, piece->type);
    struct value *chooses = build_broadcast(at, there, truths);
    return build_select(at, chooses, piece, otherwise);
}

static struct value *put_together(struct exchange *exchange, struct builder *at,
                                  const struct exchange_dim *how, struct value *part,
                                  struct value *with, uint32_t dim) {
    struct resolver *resolver = exchange->resolver;
    uint32_t count = 0;
    struct value **pieces =
        ARENA_ARRAY(resolver->scratch, struct value *, (size_t)(how->left + how->right + 1));
    for (int64_t offset = how->left; offset >= -how->right; offset--) {
        struct value *piece = part;
        if (offset != 0) {
            piece = parts_shift(at, &resolver->ids, resolver->scratch, exchange->mesh, how->along,
                                part, offset);
            value_set_sharding(at->module, piece, value_sharding(at->module->context, part));
        }
        if (!exchange->zero && takes_absent(how, part->type->dims[dim], offset)) {
            piece = if_there(exchange, at, how, piece, with, offset);
        }
        pieces[count++] = piece;
    }
    return build_concatenate(at, count, pieces, dim);
}

/* Where the result of the device begins. */
static struct value *offset_of(struct exchange *exchange, struct builder *at,
                               const struct exchange_dim *how, int64_t part, struct value **zero) {
    struct resolver *resolver = exchange->resolver;
    struct value *place = parts_place(at, resolver->scratch, parts_device(at, &resolver->ids),
                                      exchange->mesh, how->along);
    if (how->offsets) {
        struct value *offset = parts_look_up(at, how->offsets, how->parts, place);
        *zero = build_i64_scalar(at, 0);
        return offset;
    }
    struct value *step = build_i64_scalar(at, how->size - part * how->dilation);
    struct value *base =
        build_i64_scalar(at, (how->left * part + how->size) * how->dilation - how->low);
    struct value *offset = build_add(at, build_binary(at, OP_MULTIPLY, place, step), base);
    *zero = build_i64_scalar(at, 0);
    return build_binary(at, OP_MAXIMUM, offset, *zero);
}

static struct value *exchange_one(struct exchange *exchange, struct builder *at,
                                  const struct attr *sharding, struct value *part,
                                  struct value *with, uint32_t dim) {
    const struct exchange_dim *how = &exchange->dims[dim];
    uint32_t rank = part->type->rank;
    int64_t edge[MAX_RANK] = {0}, interior[MAX_RANK] = {0}, sizes[MAX_RANK];
    int64_t size = part->type->dims[dim];
    struct value *starts[MAX_RANK], *zero = NULL;
    struct value *all = put_together(exchange, at, how, part, with, dim);
    value_set_sharding(at->module, all, sharding);
    edge[dim] = how->size * how->dilation;
    interior[dim] = how->dilation - 1;
    all = build_pad(at, all, with, edge, edge, interior);
    value_set_sharding(at->module, all, sharding);
    struct value *offset = offset_of(exchange, at, how, size, &zero);
    for (uint32_t i = 0; i < rank; i++) {
        starts[i] = i == dim ? offset : zero;
        sizes[i] = i == dim ? how->size : part->type->dims[i];
    }
    const struct type *type = type_with_dims(at->module->context, part->type, rank, sizes);
    struct value *result = build_dynamic_slice(at, all, starts, type);
    value_set_sharding(at->module, result, sharding);
    return result;
}

struct value *exchange_parts(struct exchange *exchange, struct builder *inside, struct value *part,
                             struct value *with) {
    const struct attr *sharding = parts_sharding_inside(
        inside->module->context, exchange->resolver->scratch, exchange->sharding, exchange->manual);
    for (uint32_t dim = 0; dim < part->type->rank; dim++) {
        if (exchange->dims[dim].parts > 1 && exchange->dims[dim].moves) {
            part = exchange_one(exchange, inside, sharding, part, with, dim);
        }
    }
    return part;
}

/* What a device makes of a dimension may be a part of its own, which it cuts out. */
static void cut_own_parts(struct exchange *exchange, const struct type *type) {
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        struct exchange_dim *how = &exchange->dims[dim];
        bool in_place = how->size == parts_size(type->dims[dim], how->parts) && how->low == 0 &&
                        how->dilation == 1;
        how->moves = how->moves || (how->parts > 1 && !in_place);
    }
}

/* The computation around `finish`, which treats the dimensions that are not sharded; it replaces
 * the operation, where parts move at all. `extra`: what the operand is extended with; NULL: zeros.
 * False where they move too far. */
static bool exchange_around(struct exchange *exchange, struct op *op, struct value *extra,
                            struct value *with,
                            struct value *(*finish)(struct exchange *exchange, struct op *op,
                                                    struct builder *inside, struct value *part,
                                                    struct value *with)) {
    struct module *module = exchange->resolver->module;
    struct context *context = module->context;
    const struct sharding *sharding = attr_as_sharding(exchange->sharding);
    const struct type *result = op->results[0].type;
    struct value *input = op_operand(op, 0);
    uint32_t rank = input->type->rank;
    if (!any_moves(exchange, rank)) {
        return true;
    }
    if (any_too_far(exchange, rank)) {
        return false;
    }
    cut_own_parts(exchange, input->type);
    struct builder at = builder_before(module, op);
    at.location = op->location;
    input = parts_extend(&at, input, padded_type(op, context, input->type, exchange->sharding),
                         extra, exchange->sharding);
    if (!with) {
        with = build_zeros(&at, type_with_dims(context, result, 0, NULL));
    }
    struct sharding scalar = {.mesh_name = sharding->mesh_name, .mesh = sharding->mesh};
    struct value *operands[2] = {input, with};
    const struct attr *in[2] = {exchange->sharding, sharding_attr(context, &scalar)};
    const struct type *padded = padded_type(op, context, result, exchange->sharding);
    const struct manual_border border = {.count = 2,
                                         .result_count = 1,
                                         .operands = operands,
                                         .in = in,
                                         .results = &padded,
                                         .out = &exchange->sharding};
    struct op *manual = build_manual(&at, exchange->mesh, exchange->manual, &border);
    struct builder inside = parts_inside(manual, module);
    struct value *const *arguments = manual->regions[0].first->arguments;
    struct value *part = exchange_parts(exchange, &inside, arguments[0], arguments[1]);
    parts_return(&inside, finish(exchange, op, &inside, part, arguments[1]));
    value_replace_uses(&op->results[0],
                       parts_cut(&at, op_result(manual, 0), result, exchange->sharding));
    op_erase(op);
    return true;
}

/* A value of the computation, sharded like the operand by the axes that are not manual. */
static struct value *shard_inside(const struct exchange *exchange, struct builder *inside,
                                  struct value *value) {
    value_set_sharding(inside->module, value,
                       parts_sharding_inside(inside->module->context, exchange->resolver->scratch,
                                             exchange->sharding, exchange->manual));
    return value;
}

/* --- pads ------------------------------------------------------------------------------------- */

static struct value *pad_others(struct exchange *exchange, struct op *op, struct builder *inside,
                                struct value *part, struct value *with) {
    struct int_list low = op_ints(op, "edge_padding_low"), high = op_ints(op, "edge_padding_high"),
                    interior = op_ints(op, "interior_padding");
    int64_t lows[MAX_RANK] = {0}, highs[MAX_RANK] = {0}, interiors[MAX_RANK] = {0};
    bool pads = false;
    for (uint32_t dim = 0; dim < low.count; dim++) {
        if (exchange->dims[dim].parts == 1) {
            lows[dim] = low.items[dim];
            highs[dim] = high.items[dim];
            interiors[dim] = interior.items[dim];
            pads = pads || lows[dim] != 0 || highs[dim] != 0 || interiors[dim] != 0;
        }
    }
    if (!pads) {
        return part;
    }
    struct value *result = build_pad(inside, part, with, lows, highs, interiors);
    return shard_inside(exchange, inside, result);
}

bool exchange_pad(struct resolver *resolver, const struct op_context *context) {
    struct exchange exchange;
    struct op *op = context->op;
    if (!exchange_start(&exchange, resolver, context)) {
        return false;
    }
    const struct type *from = op_operand(op, 0)->type, *to = op->results[0].type;
    for (uint32_t dim = 0; dim < from->rank; dim++) {
        span(&exchange.dims[dim], from->dims[dim], to->dims[dim],
             op_ints(op, "edge_padding_low").items[dim],
             op_ints(op, "interior_padding").items[dim] + 1);
    }
    struct value *with = op_operand(op, 1);
    exchange.zero = parts_are_zero(with);
    return exchange_around(&exchange, op, with, with, pad_others);
}

/* --- slices ----------------------------------------------------------------------------------- */

static struct value *slice_others(struct exchange *exchange, struct op *op, struct builder *inside,
                                  struct value *part, struct value *with) {
    (void)with;
    struct int_list starts = op_ints(op, "start_indices"), limits = op_ints(op, "limit_indices"),
                    strides = op_ints(op, "strides");
    int64_t start[MAX_RANK], limit[MAX_RANK], sizes[MAX_RANK];
    bool cuts = false;
    for (uint32_t dim = 0; dim < starts.count; dim++) {
        bool other = exchange->dims[dim].parts == 1;
        start[dim] = other ? starts.items[dim] : 0;
        limit[dim] = other ? limits.items[dim] : part->type->dims[dim];
        sizes[dim] = parts_size(limit[dim] - start[dim], other ? strides.items[dim] : 1);
        cuts = cuts || sizes[dim] != part->type->dims[dim];
    }
    if (!cuts) {
        return part;
    }
    struct value *result = build_slice(inside, part, start, limit);
    result->type = type_with_dims(inside->module->context, part->type, starts.count, sizes);
    op_set_property(inside->module, result->op, "strides", op_property(op, "strides"));
    return shard_inside(exchange, inside, result);
}

bool exchange_slice(struct resolver *resolver, const struct op_context *context) {
    struct exchange exchange;
    struct op *op = context->op;
    if (!exchange_start(&exchange, resolver, context)) {
        return false;
    }
    const struct type *from = op_operand(op, 0)->type, *to = op->results[0].type;
    for (uint32_t dim = 0; dim < from->rank; dim++) {
        if (exchange.dims[dim].parts > 1 && op_ints(op, "strides").items[dim] != 1) {
            return false;
        }
        span(&exchange.dims[dim], from->dims[dim], to->dims[dim],
             -op_ints(op, "start_indices").items[dim], 1);
    }
    return exchange_around(&exchange, op, NULL, NULL, slice_others);
}
