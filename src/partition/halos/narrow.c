/* Halos as wide as they must be: an operation that looks at windows of sharded dimensions becomes a
 * manual computation, in which devices send each other the elements that these reach, and no more.
 * What lies outside of a dimension is put there too, so the operation pads nothing itself. */
#include <string.h>

#include "partition/halos/halo.h"
#include "partition/halos/resolve.h"
#include "partition/padding/pad.h"
#include "propagation/propagation.h"
#include "sharding/devices.h"

/* A computation in the making. */
struct narrowing {
    struct resolver *resolver;
    const struct op_context *context;
    const struct need_list *needs;
    struct axis_list manual;
    struct builder outside, inside;
    struct op *computation;
    struct op *replacement;        /* of the copy, where its hook made another */
    VECTOR(struct value *) inputs; /* operands, then tables: an element for each part */
    VECTOR(const struct attr *) in;
};

/* --- whether and how -------------------------------------------------------------------------- */

static struct axis_list axes_at(const struct op_context *context, uint32_t tensor, uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(context->shardings[tensor]);
    return sharding ? sharding->dims[dim].axes : (struct axis_list){0};
}

static bool is_sharded(const struct op_context *context, uint32_t tensor, uint32_t dim) {
    struct axis_list axes = axes_at(context, tensor, dim);
    return axes.count > 0 && axes_size(context->mesh, axes) > 1;
}

static struct halo halo_at(const struct op_context *context, const struct need *need) {
    const struct need_window *window = &need->window;
    return halo_of(window, axes_size(context->mesh, axes_at(context, need->tensor, need->dim)),
                   op_tensor_type(context->op, need->tensor)->dims[need->dim],
                   op_tensor_type(context->op, window->tensor)->dims[window->dim]);
}

/* What looks is cut like what is looked at. */
static bool is_cut_alike(const struct op_context *context, const struct need *need) {
    return axes_equal(axes_at(context, need->tensor, need->dim),
                      axes_at(context, need->window.tensor, need->window.dim));
}

static bool has_elements(const struct op_context *context, const struct need *need) {
    const struct need_window *window = &need->window;
    return op_tensor_type(context->op, need->tensor)->dims[need->dim] > 0 &&
           op_tensor_type(context->op, window->tensor)->dims[window->dim] > 0;
}

/* The elements can be sent, and are fewer than those of all other parts. */
static bool can_be_sent(const struct op_context *context, const struct need *need) {
    struct halo_reach reach;
    if (need->kind != NEED_HALO || need->tensor >= context->op->operand_count ||
        !has_elements(context, need) || !is_cut_alike(context, need)) {
        return false;
    }
    struct halo halo = halo_at(context, need);
    return halo_reach(&halo, &reach) &&
           (need->window.always || halo_sent(&halo, &reach) < (halo.parts - 1) * halo.part);
}

/* Manual computations see nothing from outside, so no more may the bodies of operations in them. */
static bool can_be_local(const struct op_context *context) {
    const struct op *op = context->op;
    if (op_reads_outside(op)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct sharding *sharding = attr_as_sharding(context->shardings[i]);
        const struct type *type = op_tensor_type(op, i);
        if (!type_is_tensor(type) || !type_is_static(type) ||
            (sharding &&
             (sharding->unreduced.count > 0 || sharding_mesh(op, sharding) != context->mesh))) {
            return false;
        }
    }
    return mesh_device_count(context->mesh) <= MOST_LISTED_DEVICES;
}

/* --- inputs ----------------------------------------------------------------------------------- */

static const struct attr *sharding_along(struct narrowing *narrowing, uint32_t rank,
                                         struct axis_list axes) {
    struct dim_sharding dim = {.axes = axes, .is_closed = true, .priority = PRIORITY_NONE};
    struct sharding sharding = {.mesh_name = narrowing->context->like->mesh_name,
                                .mesh = narrowing->context->like->mesh,
                                .rank = rank,
                                .dims = &dim};
    return sharding_attr(narrowing->resolver->module->context, &sharding);
}

static uint32_t add_input(struct narrowing *narrowing, struct value *value,
                          const struct attr *sharding) {
    *vector_push(&narrowing->inputs) = value;
    *vector_push(&narrowing->in) = sharding;
    return (uint32_t)narrowing->inputs.count - 1;
}

/* Inside, the element of a list that is the part's own: tensor<T> of `count` elements outside, cut
 * along `axes`. */
static struct value *own_element(struct narrowing *narrowing, const struct type *element,
                                 struct axis_list axes, const void *list, size_t bytes) {
    struct module *module = narrowing->resolver->module;
    int64_t count = axes_size(narrowing->context->mesh, axes), one = 1;
    const struct type *type = type_tensor(module->context, element, 1, &count, NULL);
    struct value *all =
        build_constant(&narrowing->outside, attr_dense(module->context, type, list, bytes, false));
    const struct attr *sharding = sharding_along(narrowing, 1, axes);
    value_set_sharding(module, all, sharding);
    op_append_operand(module, narrowing->computation, all);
    add_input(narrowing, all, sharding);
    struct value *own = block_add_argument(module, narrowing->computation->regions[0].first,
                                           type_with_dims(module->context, type, 1, &one),
                                           narrowing->computation->location);
    return build_reshape(&narrowing->inside, own, 0, NULL);
}

/* --- one dimension of one operand ------------------------------------------------------------- */

struct fetch {
    struct halo halo;
    struct halo_reach reach;
    struct axis_list axes;
    uint32_t dim;
    struct value *with; /* inside, what stands outside of the dimension */
    bool is_zero;       /* and that is zero */
};

static struct value *range_of(struct narrowing *narrowing, struct value *value, uint32_t dim,
                              int64_t from, int64_t to) {
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    memcpy(limit, value->type->dims, value->type->rank * sizeof *limit);
    if (from == 0 && to == limit[dim]) {
        return value;
    }
    start[dim] = from;
    limit[dim] = to;
    return build_slice(&narrowing->inside, value, start, limit);
}

/* `value` where the part `hop` places further on exists; else what stands outside. */
static struct value *if_there(struct narrowing *narrowing, const struct fetch *fetch,
                              struct value *value, int64_t hop) {
    struct context *context = narrowing->resolver->module->context;
    struct builder *at = &narrowing->inside;
    const struct type *truth = type_integer(context, 1, SIGNLESS);
    size_t parts = (size_t)fetch->halo.parts;
    char *there = ARENA_ARRAY(narrowing->resolver->scratch, char, parts);
    for (size_t place = 0; place < parts; place++) {
        int64_t source = (int64_t)place + hop;
        there[place] = source >= 0 && source < fetch->halo.parts;
    }
    struct value *own = own_element(narrowing, truth, fetch->axes, there, parts);
    struct value *operands[3] = {
        build_broadcast_in_dim(at, own, type_with_element(context, value->type, truth), 0, NULL),
        value, build_broadcast_in_dim(at, fetch->with, value->type, 0, NULL)};
    return build_value(at, OP_SELECT, 3, operands, value->type);
}

/* The elements that any device needs, side by side. */
static struct value *side_by_side(struct narrowing *narrowing, const struct fetch *fetch,
                                  struct value *part) {
    struct resolver *resolver = narrowing->resolver;
    int64_t size = fetch->halo.part, first = fetch->reach.begin, end = fetch->reach.end;
    int64_t hop = first / size - (first % size < 0);
    VECTOR(struct value *) pieces = {0};
    for (; hop * size < end; hop++) {
        int64_t from = first > hop * size ? first - hop * size : 0;
        int64_t to = end < (hop + 1) * size ? end - hop * size : size;
        struct value *piece = range_of(narrowing, part, fetch->dim, from, to);
        if (hop != 0) {
            piece = parts_shift(&narrowing->inside, &resolver->ids, resolver->scratch,
                                narrowing->context->mesh, fetch->axes, piece, -hop);
        }
        if (hop != 0 && !fetch->is_zero) {
            piece = if_there(narrowing, fetch, piece, hop);
        }
        *vector_push(&pieces) = piece;
    }
    struct value *all = pieces.items[0];
    if (pieces.count > 1) {
        all =
            build_concatenate(&narrowing->inside, (uint32_t)pieces.count, pieces.items, fetch->dim);
    }
    vector_free(&pieces);
    return all;
}

/* What the windows of the device look at, from what any device needs. */
static struct value *own_range(struct narrowing *narrowing, const struct fetch *fetch,
                               struct value *all) {
    const struct halo_reach *reach = &fetch->reach;
    struct builder *at = &narrowing->inside;
    int64_t parts = fetch->halo.parts, distance = (parts - 1) * reach->step;
    int64_t least = reach->first + (distance < 0 ? distance : 0);
    int64_t most = reach->first + (distance > 0 ? distance : 0) + reach->count;
    int64_t low[MAX_RANK] = {0}, high[MAX_RANK] = {0}, none[MAX_RANK] = {0};
    low[fetch->dim] = least < reach->begin ? reach->begin - least : 0;
    high[fetch->dim] = most > reach->end ? most - reach->end : 0;
    if (low[fetch->dim] > 0 || high[fetch->dim] > 0) {
        all = build_pad(at, all, fetch->with, low, high, none);
    }
    int64_t start = reach->first - reach->begin + low[fetch->dim];
    if (reach->step == 0) {
        return range_of(narrowing, all, fetch->dim, start, start + reach->count);
    }
    int64_t *offsets = ARENA_ARRAY(narrowing->resolver->scratch, int64_t, (size_t)parts);
    for (int64_t place = 0; place < parts; place++) {
        offsets[place] = start + place * reach->step;
    }
    const struct type *i64 = type_integer(at->module->context, 64, SIGNLESS);
    struct value *offset =
        own_element(narrowing, i64, fetch->axes, offsets, (size_t)parts * sizeof *offsets);
    struct value *starts[MAX_RANK], *zero = build_i64_scalar(at, 0);
    int64_t sizes[MAX_RANK];
    for (uint32_t dim = 0; dim < all->type->rank; dim++) {
        starts[dim] = dim == fetch->dim ? offset : zero;
        sizes[dim] = dim == fetch->dim ? reach->count : all->type->dims[dim];
    }
    const struct type *type =
        type_with_dims(at->module->context, all->type, all->type->rank, sizes);
    return build_dynamic_slice(at, all, starts, type);
}

/* --- the operation on its part ---------------------------------------------------------------- */

static struct value *fetch_operand(struct narrowing *narrowing, const struct need *need,
                                   struct value *part) {
    const struct op_context *context = narrowing->context;
    struct fetch fetch = {.halo = halo_at(context, need),
                          .axes = axes_at(context, need->tensor, need->dim),
                          .dim = need->dim,
                          .is_zero = true};
    if (!halo_reach(&fetch.halo, &fetch.reach)) {
        sdyc_bug("a halo that cannot be sent");
    }
    if (need->window.padding == NEED_ZERO) {
        const struct type *scalar =
            type_with_dims(narrowing->resolver->module->context, part->type, 0, NULL);
        fetch.with = build_zeros(&narrowing->inside, scalar);
    } else {
        fetch.with = narrowing->computation->regions[0].first->arguments[need->window.padding];
        fetch.is_zero = parts_are_zero(op_operand(context->op, need->window.padding));
    }
    return own_range(narrowing, &fetch, side_by_side(narrowing, &fetch, part));
}

static bool is_even(const struct op_context *context, const struct need *need) {
    struct halo halo = halo_at(context, need);
    const struct type *looking = op_tensor_type(context->op, need->window.tensor);
    return halo.size % halo.parts == 0 && looking->dims[need->window.dim] % halo.parts == 0;
}

/* Even parts that begin in other places on each device are told so where they become local. Of
 * uneven ones padding tells pads and slices, where they go by the steps of what they look at;
 * windows of other operations are told here. */
static bool is_not_local(const struct op_context *context, const struct need *need) {
    struct halo halo = halo_at(context, need);
    bool even = is_even(context, need);
    bool padded = op_is(context->op, OP_PAD) || op_is(context->op, OP_SLICE);
    if (!even && (!padded || need->window.step != need->window.dilation)) {
        return true;
    }
    return need->window.by_device && even ? !halo_is_empty(&halo) : !halo_is_local(&halo);
}

static void note_replacement(struct partition_builder *builder, struct value *value,
                             const struct attr *sharding) {
    struct narrowing *narrowing = builder->data;
    (void)sharding;
    narrowing->replacement = value->op;
}

/* A copy of the operation, on parts that hold all that it looks at. */
static struct op *local_copy(struct narrowing *narrowing, struct value *const *parts) {
    struct module *module = narrowing->resolver->module;
    struct op *op = narrowing->context->op;
    struct pointer_map map = {0};
    struct op *copy = op_clone(module, op, &map);
    pointer_map_free(&map);
    op_append(narrowing->computation->regions[0].first, copy);
    op_set_attr(module, copy, "sdy.sharding", NULL);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        op_set_operand(copy, i, parts[i]);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        copy->results[i].type = padded_type(op, module->context, op->results[i].type,
                                            narrowing->context->shardings[op->operand_count + i]);
    }
    struct partition_builder *builder = &narrowing->resolver->builder;
    partition_start(builder, copy, narrowing->context->shardings);
    /* What may begin in another place on each device is told below where it begins. */
    bool by_hook = op->def->localize && !narrowing->needs->items.items[0].window.by_device;
    builder->replaced = note_replacement;
    builder->data = narrowing;
    (by_hook ? op->def->localize : partition_in_place)(copy, builder);
    copy = builder->removed ? narrowing->replacement : copy;
    for (size_t i = 0; i < narrowing->needs->items.count; i++) {
        const struct need *need = &narrowing->needs->items.items[i];
        struct halo_reach reach;
        struct halo halo = halo_at(narrowing->context, need);
        halo_reach(&halo, &reach);
        need->window.pad(module, copy, need->dim, reach.low, reach.high);
    }
    return copy;
}

/* Of the operands that stand one behind the other, what the device holds: up to which number each
 * reaches decides. */
static struct value *chosen(struct narrowing *narrowing, struct value *const *parts) {
    const struct op_context *context = narrowing->context;
    struct module *module = narrowing->resolver->module;
    struct builder *at = &narrowing->inside;
    const struct need *need = &narrowing->needs->items.items[0];
    struct halo halo = halo_at(context, need);
    const struct type *type = parts[0]->type, *i64 = type_integer(module->context, 64, SIGNLESS);
    const struct type *numbers = type_with_element(module->context, type, i64);
    int64_t *begins = ARENA_ARRAY(narrowing->resolver->scratch, int64_t, (size_t)halo.parts);
    for (int64_t place = 0; place < halo.parts; place++) {
        begins[place] = place * halo.looking_part;
    }
    struct value *begin = own_element(narrowing, i64, axes_at(context, need->tensor, need->dim),
                                      begins, (size_t)halo.parts * sizeof *begins);
    struct value *everywhere = build_broadcast_in_dim(at, begin, numbers, 0, NULL);
    struct value *number = build_add(at, build_iota(at, numbers, need->dim), everywhere);
    uint32_t last = context->op->operand_count - 1;
    struct value *result = parts[last];
    int64_t end = op_tensor_type(context->op, last + 1)->dims[need->dim];
    for (uint32_t i = last; i-- > 0;) {
        end -= op_tensor_type(context->op, i + 1)->dims[need->dim];
        struct value *limit = build_i64_scalar(at, end);
        limit = build_broadcast_in_dim(at, limit, numbers, 0, NULL);
        struct value *operands[3] = {build_compare(at, number, limit, COMPARE_LT, COMPARE_SIGNED),
                                     parts[i], result};
        result = build_value(at, OP_SELECT, 3, operands, type);
    }
    return result;
}

/* --- the computation -------------------------------------------------------------------------- */

static void begin(struct narrowing *narrowing) {
    const struct op_context *context = narrowing->context;
    struct resolver *resolver = narrowing->resolver;
    struct module *module = resolver->module;
    struct op *op = context->op;
    struct axis_vector used = {.arena = resolver->scratch};
    narrowing->outside = builder_before(module, op);
    narrowing->outside.location = op->location;
    VECTOR(const struct type *) types = {0};
    VECTOR(const struct attr *) out = {0};
    for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
        const struct type *type = op_tensor_type(op, i);
        const struct attr *sharding =
            context->shardings[i] ? context->shardings[i] : closed_on_mesh(context, type->rank);
        type = padded_type(op, module->context, type, sharding);
        for (uint32_t dim = 0; dim < type->rank; dim++) {
            axes_append(&used, attr_as_sharding(sharding)->dims[dim].axes);
        }
        if (i < op->operand_count) {
            struct value *with = NULL;
            for (size_t j = 0; j < narrowing->needs->items.count; j++) {
                const struct need *need = &narrowing->needs->items.items[j];
                if (need->kind == NEED_HALO && need->tensor == i &&
                    need->window.padding != NEED_ZERO) {
                    with = op_operand(op, need->window.padding);
                }
            }
            add_input(narrowing,
                      parts_extend(&narrowing->outside, op_operand(op, i), type, with, sharding),
                      sharding);
        } else {
            *vector_push(&types) = type;
            *vector_push(&out) = sharding;
        }
    }
    narrowing->manual = parts_whole_axes(resolver->scratch, context->mesh, axes_of(&used));
    const struct manual_border border = {.count = op->operand_count,
                                         .result_count = op->result_count,
                                         .operands = narrowing->inputs.items,
                                         .in = narrowing->in.items,
                                         .results = types.items,
                                         .out = out.items};
    narrowing->computation =
        build_manual(&narrowing->outside, context->mesh, narrowing->manual, &border);
    narrowing->inside = parts_inside(narrowing->computation, module);
    narrowing->outside.before = narrowing->computation;
    vector_free(&types);
    vector_free(&out);
}

/* Its results, as long as they were, replace those of the operation. */
static void end(struct narrowing *narrowing, struct value *const *results) {
    struct module *module = narrowing->resolver->module;
    struct op *op = narrowing->context->op, *computation = narrowing->computation;
    build_end(&narrowing->inside, OP_SDY_RETURN, op->result_count, results);
    op_set_property(module, computation, "in_shardings",
                    sharding_per_value_attr(module->context, (uint32_t)narrowing->in.count,
                                            narrowing->in.items));
    struct builder behind = builder_before(module, op);
    behind.location = op->location;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct attr *sharding = narrowing->context->shardings[op->operand_count + i];
        value_replace_uses(&op->results[i], parts_cut(&behind, op_result(computation, i),
                                                      op->results[i].type, sharding));
    }
    op_erase(op);
}

static void narrow(struct narrowing *narrowing) {
    struct op *op = narrowing->context->op;
    begin(narrowing);
    struct value **parts =
        ARENA_ARRAY(narrowing->resolver->scratch, struct value *, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        parts[i] = narrowing->computation->regions[0].first->arguments[i];
    }
    for (size_t i = 0; i < narrowing->needs->items.count; i++) {
        const struct need *need = &narrowing->needs->items.items[i];
        parts[need->tensor] = fetch_operand(narrowing, need, parts[need->tensor]);
    }
    struct value **results =
        ARENA_ARRAY(narrowing->resolver->scratch, struct value *, op->result_count);
    if (!narrowing->needs->items.items[0].window.pad) {
        results[0] = chosen(narrowing, parts);
    } else {
        struct op *copy = local_copy(narrowing, parts);
        for (uint32_t i = 0; i < op->result_count; i++) {
            results[i] = &copy->results[i];
        }
        if (parts_stay(copy)) {
            results[0] = op_operand(copy, 0);
            op_erase(copy);
        }
    }
    end(narrowing, results);
    vector_free(&narrowing->inputs);
    vector_free(&narrowing->in);
}

/* --- one operation ---------------------------------------------------------------------------- */

/* A need of a dimension that is in parts, or is looked at by one that is. */
static bool is_present(const struct op_context *context, const struct need *need) {
    return is_sharded(context, need->tensor, need->dim) ||
           (need->kind == NEED_HALO && is_sharded(context, need->window.tensor, need->window.dim));
}

/* Parts are looked at by parts that have all of it. */
static bool is_met(const struct op_context *context, const struct need *need) {
    return need->kind == NEED_HALO && is_cut_alike(context, need) && !is_not_local(context, need);
}

/* Whether neighbours send anything. */
static bool any_to_send(const struct op_context *context, const struct need_list *needs) {
    for (size_t i = 0; i < needs->items.count; i++) {
        const struct need *need = &needs->items.items[i];
        if (is_present(context, need) && can_be_sent(context, need) &&
            is_not_local(context, need)) {
            return true;
        }
    }
    return false;
}

/* Needs that have to be met by making dimensions whole are moved to `whole`. What parts have that
 * begin in other places on each device is met where they become local, but not within a computation
 * for what others send. */
static void sort_needs(const struct op_context *context, struct need_list *needs,
                       struct need_list *whole) {
    size_t kept = 0;
    bool local = can_be_local(context);
    for (size_t i = 0; i < needs->items.count; i++) {
        struct need need = needs->items.items[i];
        local = local && !(need.kind == NEED_SCANNED && is_sharded(context, need.tensor, need.dim));
    }
    bool narrow = local && any_to_send(context, needs);
    for (size_t i = 0; i < needs->items.count; i++) {
        struct need need = needs->items.items[i];
        if (!is_present(context, &need) || need_keeps_parts(need.kind)) {
            continue;
        }
        if (local && can_be_sent(context, &need)) {
            needs->items.items[kept++] = need;
        } else if (narrow || !is_met(context, &need)) {
            *vector_push(&whole->items) = need;
        }
    }
    needs->items.count = kept;
}

/* Makes whole what has to be, after which others may ask again; whether anything is to be sent. */
static bool prepare(struct resolver *resolver, const struct op_context *context, bool *again) {
    struct need_list *needs =
        partition_ask(&resolver->builder, context->op, context->shardings, context->rule);
    struct need_list whole = {0};
    sort_needs(context, needs, &whole);
    *again = whole.items.count > 0 && needs->items.count > 0;
    resolver->changed = resolver->changed || whole.items.count > 0;
    reshard_to_whole(context, &whole);
    bool work = false;
    for (size_t i = 0; i < needs->items.count && whole.items.count == 0; i++) {
        work = work || is_not_local(context, &needs->items.items[i]);
    }
    vector_free(&whole.items);
    return work;
}

void narrow_op(struct resolver *resolver, struct op_context *context) {
    bool again = false, work = prepare(resolver, context, &again);
    while (again) {
        *context = op_context_of(resolver->module, resolver->scratch, context->op);
        if (!context->mesh || (context->rule && context->rule->is_custom)) {
            return;
        }
        work = prepare(resolver, context, &again);
    }
    if (work) {
        struct need_list mine = resolver->builder.needs; /* partition_start forgets them */
        resolver->builder.needs = (struct need_list){0};
        struct narrowing narrowing = {.resolver = resolver, .context = context, .needs = &mine};
        narrow(&narrowing);
        resolver->changed = true;
        vector_free(&mine.items);
    }
}
