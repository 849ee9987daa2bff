/* A reversal along sharded dimensions, as Shardy writes it: each device reverses its part, and the
 * parts are those of a mesh whose devices stand in the reverse order. Where parts are uneven, the
 * padding behind the elements is moved in front of them first. */
#include <string.h>

#include "partition/halos/resolve.h"
#include "partition/padding/pad.h"
#include "sharding/devices.h"

/* --- a mesh in another order ------------------------------------------------------------------ */

static struct op *find_mesh(struct module *module, const struct attr *mesh) {
    FOR_EACH_OP (op, module->op->regions[0].first) {
        if (op_is(op, OP_SDY_MESH) && op_property(op, "mesh") == mesh) {
            return op;
        }
    }
    return NULL;
}

/* The name of a mesh that is one of the module's, or is made one. */
static const char *name_mesh(struct resolver *resolver, const struct attr *mesh, const char *stem) {
    struct module *module = resolver->module;
    struct op *op = find_mesh(module, mesh);
    if (!op) {
        const char *name = stem;
        while (symbol_lookup(module->op, name)) {
            name = arena_printf(resolver->scratch, "%s_%u", stem, resolver->next_mesh++);
        }
        struct builder at = builder_before(module, module->op->regions[0].first->first);
        at.location = module->op->location;
        op = build_row(&at, OP_SDY_MESH, 0, NULL, 0, NULL, 0);
        op_set_property(module, op, "sym_name", attr_string(module->context, name, strlen(name)));
        op_set_property(module, op, "mesh", mesh);
    }
    return intern(module->context->strings, symbol_name(op));
}

static const struct attr *reversed_sharding(struct exchange *exchange, struct axis_list axes) {
    struct resolver *resolver = exchange->resolver;
    struct context *context = resolver->module->context;
    struct sharding sharding = *attr_as_sharding(exchange->sharding);
    struct mesh mesh = *exchange->mesh;
    mesh.device_id_count = (uint32_t)mesh_device_count(&mesh);
    mesh.device_ids = device_ids_reversed(resolver->scratch, exchange->mesh, axes);
    const char *stem = arena_printf(resolver->scratch, "%s_reversed",
                                    sharding.mesh_name ? sharding.mesh_name : "mesh");
    sharding.mesh_name = name_mesh(resolver, mesh_attr(context, &mesh), stem);
    sharding.mesh = NULL;
    return sharding_attr(context, &sharding);
}

/* --- padding to the front --------------------------------------------------------------------- */

static struct value *shifted(struct exchange *exchange, struct builder *at, struct value *part,
                             uint32_t dim, int64_t offset, const struct attr *sharding) {
    struct resolver *resolver = exchange->resolver;
    if (offset == 0) {
        return part;
    }
    if (offset >= exchange->dims[dim].parts) {
        struct value *zero =
            build_zeros(at, type_with_dims(at->module->context, part->type, 0, NULL));
        part = build_broadcast_in_dim(at, zero, part->type, 0, NULL);
    } else {
        part = parts_shift(at, &resolver->ids, resolver->scratch, exchange->mesh,
                           exchange->dims[dim].along, part, offset);
    }
    value_set_sharding(at->module, part, sharding);
    return part;
}

/* The elements from `from` to `to` of a dimension. */
static struct value *piece(struct builder *at, struct value *part, uint32_t dim, int64_t from,
                           int64_t to, const struct attr *sharding) {
    int64_t start[MAX_RANK] = {0}, limit[MAX_RANK];
    memcpy(limit, part->type->dims, part->type->rank * sizeof *limit);
    start[dim] = from;
    limit[dim] = to;
    part = build_slice(at, part, start, limit);
    value_set_sharding(at->module, part, sharding);
    return part;
}

/* All elements of the dimension `shift` places further on. */
static struct value *shift_along(struct exchange *exchange, struct builder *at, struct value *part,
                                 uint32_t dim, int64_t shift, const struct attr *sharding) {
    int64_t size = part->type->dims[dim], kept = size - shift % size;
    struct value *near = shifted(exchange, at, part, dim, shift / size, sharding);
    struct value *far = shifted(exchange, at, part, dim, shift / size + 1, sharding);
    struct value *pieces[2];
    pieces[0] = piece(at, far, dim, kept, size, sharding);
    pieces[1] = piece(at, near, dim, 0, kept, sharding);
    struct value *both = build_concatenate(at, 2, pieces, dim);
    value_set_sharding(at->module, both, sharding);
    return both;
}

/* `value` has been extended to `type`, from `size` on. */
static struct value *padding_to_front(struct exchange *exchange, struct builder *at,
                                      struct value *value, const struct type *before,
                                      struct int_list reversed) {
    struct resolver *resolver = exchange->resolver;
    struct context *context = resolver->module->context;
    const struct manual_border border = {.count = 1,
                                         .result_count = 1,
                                         .operands = &value,
                                         .in = &exchange->sharding,
                                         .results = &value->type,
                                         .out = &exchange->sharding};
    struct op *manual = build_manual(at, exchange->mesh, exchange->manual, &border);
    struct builder inside = parts_inside(manual, resolver->module);
    const struct attr *sharding =
        parts_sharding_inside(context, resolver->scratch, exchange->sharding, exchange->manual);
    struct value *part = manual->regions[0].first->arguments[0];
    for (uint32_t dim = 0; dim < before->rank; dim++) {
        int64_t shift = value->type->dims[dim] - before->dims[dim];
        if (shift > 0 && int_list_has(reversed, dim)) {
            part = shift_along(exchange, &inside, part, dim, shift, sharding);
        }
    }
    return parts_return(&inside, part);
}

/* --- reversals -------------------------------------------------------------------------------- */

/* The axes of the dimensions to reverse, and the shape with these even. `uneven`: the axes of those
 * that were not. */
static const struct type *look_at_dims(const struct exchange *exchange, const struct op *op,
                                       struct axis_vector *reversed, struct axis_vector *uneven) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t sizes[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        const struct exchange_dim *how = &exchange->dims[dim];
        sizes[dim] = type->dims[dim];
        if (how->parts == 1 || !int_list_has(op_ints(op, "dimensions"), dim)) {
            continue;
        }
        axes_append(reversed, how->along);
        if (sizes[dim] % how->parts != 0) {
            axes_append(uneven, how->along);
            sizes[dim] = parts_round_up(sizes[dim], how->parts);
        }
    }
    return type_with_dims(exchange->resolver->module->context, type, type->rank, sizes);
}

/* The parts go to the devices that have them in the end, which reverse them. */
static void send_parts(struct exchange *exchange, struct op *op, struct axis_list axes) {
    struct resolver *resolver = exchange->resolver;
    struct builder at = builder_before(resolver->module, op);
    at.location = op->location;
    struct value *input = op_operand(op, 0);
    const struct manual_border border = {.count = 1,
                                         .result_count = 1,
                                         .operands = &input,
                                         .in = &exchange->sharding,
                                         .results = &input->type,
                                         .out = &exchange->sharding};
    struct op *manual = build_manual(&at, exchange->mesh, exchange->manual, &border);
    struct builder inside = parts_inside(manual, resolver->module);
    struct value *part = manual->regions[0].first->arguments[0];
    part = parts_reverse(&inside, &resolver->ids, resolver->scratch, exchange->mesh, axes, part);
    struct value *reversed = build_unary(&inside, OP_REVERSE, part, part->type);
    op_set_property(resolver->module, reversed->op, "dimensions", op_property(op, "dimensions"));
    value_replace_uses(&op->results[0], parts_return(&inside, reversed));
    op_erase(op);
}

bool narrow_reverse(struct resolver *resolver, const struct op_context *context) {
    struct exchange exchange;
    struct op *op = context->op;
    struct axis_vector axes = {.arena = resolver->scratch}, uneven = {.arena = resolver->scratch};
    if (!context->shardings[1] || !exchange_start(&exchange, resolver, context) ||
        padded_type(op, resolver->module->context, op->results[0].type, exchange.sharding) !=
            op->results[0].type) {
        return false;
    }
    look_at_dims(&exchange, op, &axes, &uneven);
    if (axes.count > 0) {
        send_parts(&exchange, op, axes_of(&axes));
        resolver->changed = true;
    }
    return true;
}

bool exchange_reverse(struct resolver *resolver, const struct op_context *context) {
    struct exchange exchange;
    struct op *op = context->op;
    const struct attr *out = context->shardings[1];
    if (!out || !exchange_start(&exchange, resolver, context) ||
        sharding_mesh(op, attr_as_sharding(out)) != exchange.mesh) {
        return false; /* or reversed already */
    }
    struct axis_vector axes = {.arena = resolver->scratch}, uneven = {.arena = resolver->scratch};
    const struct type *type = op->results[0].type;
    const struct type *even = look_at_dims(&exchange, op, &axes, &uneven);
    if (axes.count == 0) {
        return true;
    }
    exchange.manual = parts_whole_axes(resolver->scratch, exchange.mesh, axes_of(&uneven));
    struct builder at = builder_before(resolver->module, op);
    at.location = op->location;
    struct value *input = parts_extend(&at, op_operand(op, 0), even, NULL, exchange.sharding);
    if (even != type) {
        input = padding_to_front(&exchange, &at, input, type, op_ints(op, "dimensions"));
    }
    op_set_operand(op, 0, input);
    op->results[0].type = even;
    value_set_sharding(resolver->module, &op->results[0],
                       reversed_sharding(&exchange, axes_of(&axes)));
    at = builder_after(resolver->module, op);
    at.location = op->location;
    struct value *back = build_reshard(&at, &op->results[0], out);
    struct value *result = parts_cut(&at, back, type, exchange.sharding);
    replace_other_uses(&op->results[0], result, back->op);
    return true;
}
