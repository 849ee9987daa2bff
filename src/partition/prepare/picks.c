/* sdyc-pick-in-parts: a reduction that picks some of what it is given, as the search for the
 * greatest element and its place does, along a dimension in parts: each device picks of its part,
 * and of what they have picked all pick once more. What it begins with counts more than once then,
 * which makes no difference to picking. So with a sort of which the first few are taken. */
#include "partition/prepare/picks.h"

#include "ops/build.h"
#include "partition/partition.h"
#include "partition/reshards/explicit_reshards.h"
#include "support/limits.h"

struct picking {
    struct module *module;
    struct op *op;
    uint32_t count;              /* of tensors that are reduced together */
    const struct sharding *like; /* of the one that says in which parts */
    uint32_t dim;
    int64_t parts, size; /* of a part */
    uint32_t places;     /* sorts of uneven parts: the operand that counts places; NO_PLACES */
};
enum { NO_PLACES = UINT32_MAX };

/* --- whether ---------------------------------------------------------------------------------- */

/* Whether a value of the body is one of those that tensor `i` brings to it. */
static bool picks(const struct value *value, const struct block *body, uint32_t i, uint32_t depth) {
    uint32_t count = body->argument_count / 2;
    if (value == body->arguments[i] || value == body->arguments[count + i]) {
        return true;
    }
    const struct op *op = value_defining_op(value);
    if (!op || depth == 0) {
        return false;
    }
    if (op_is(op, OP_SELECT)) {
        return picks(op_operand(op, 1), body, i, depth - 1) &&
               picks(op_operand(op, 2), body, i, depth - 1);
    }
    return (op_is(op, OP_MAXIMUM) || op_is(op, OP_MINIMUM)) &&
           picks(op_operand(op, 0), body, i, depth - 1) &&
           picks(op_operand(op, 1), body, i, depth - 1);
}

bool body_picks(const struct op *op, uint32_t count) {
    const struct block *body = op->regions[0].first;
    const struct op *end = body ? block_terminator(body) : NULL;
    if (!end || end->operand_count != count || body->argument_count != 2 * count) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!picks(op_operand(end, i), body, i, LIMIT_DEEP)) {
            return false;
        }
    }
    return true;
}

/* One of these dimensions, in parts of two elements or more; what counts places has no say. */
static bool find_parts(struct picking *picking, struct int_list dims) {
    const struct op *op = picking->op;
    for (uint32_t i = 0; i < picking->count; i++) {
        const struct value *value = op_operand(op, i);
        const struct sharding *sharding =
            attr_as_sharding(value_sharding(picking->module->context, value));
        const struct mesh *mesh = sharding ? sharding_mesh(op, sharding) : NULL;
        if (!mesh || sharding->unreduced.count > 0 || (value->op && op_is(value->op, OP_IOTA))) {
            continue;
        }
        for (uint32_t k = 0; k < dims.count; k++) {
            uint32_t dim = (uint32_t)dims.items[k];
            int64_t parts =
                dim < sharding->rank ? dim_sharding_size(mesh, &sharding->dims[dim]) : 1;
            int64_t size = (value->type->dims[dim] + parts - 1) / parts;
            if (parts > 1 && size > 1) {
                picking->like = sharding;
                picking->dim = dim;
                picking->parts = parts;
                picking->size = size;
                return true;
            }
        }
    }
    return false;
}

static bool is_picking(struct picking *picking) {
    const struct op *op = picking->op;
    picking->count = op->result_count;
    return picking->count > 0 && op->operand_count == 2 * picking->count &&
           type_is_static(op_operand(op, 0)->type) &&
           op_operand(op, 0)->type->rank + 1 < MAX_RANK && !is_reducible(op) &&
           body_picks(op, picking->count) && find_parts(picking, op_ints(op, "dimensions"));
}

/* How many of the sorted are taken, from the first on; 0: not so. */
static int64_t taken_of_sort(const struct op *op, uint32_t dim) {
    int64_t taken = 0;
    for (uint32_t i = 0; i < op->result_count; i++) {
        FOR_EACH_USE (use, &op->results[i]) {
            const struct op *slice = use->user;
            if (!op_is(slice, OP_SLICE) || op_ints(slice, "start_indices").items[dim] != 0) {
                return 0;
            }
            int64_t limit = op_ints(slice, "limit_indices").items[dim];
            taken = limit > taken ? limit : taken;
        }
    }
    return taken;
}

/* Bytes of an element of each operand; `moved`: of those that are not counted out. */
static int64_t bytes_of_element(const struct op *op, bool moved) {
    int64_t bytes = 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *value = op_operand(op, i);
        bool counted = moved && value->op && op_is(value->op, OP_IOTA);
        bytes += counted ? 0 : type_bytes(type_element(value->type));
    }
    return bytes;
}

/* The operand that numbers the elements along the dimension, by which padding is told; the number
 * of operands where none does. */
static uint32_t places_operand(const struct picking *picking) {
    uint32_t i = 0;
    for (; i < picking->op->operand_count; i++) {
        const struct op *op = op_operand(picking->op, i)->op;
        const struct type *element = type_element(op_operand(picking->op, i)->type);
        bool counts = element->kind == TYPE_INTEGER && type_bits(element) >= 32;
        if (counts && op && op_is(op, OP_IOTA) && op_int(op, "iota_dimension", 0) == picking->dim) {
            break;
        }
    }
    return i;
}

/* Whether the first few of the parts are less than the whole. `taken`: becomes how many of a part.
 */
static bool is_sort_of_few(struct picking *picking, int64_t *taken) {
    const struct op *op = picking->op;
    const struct type *type = op_operand(op, 0)->type;
    int64_t dim[] = {op_int(op, "dimension", -1)};
    dim[0] += dim[0] < 0 ? type->rank : 0;
    picking->count = op->operand_count;
    if (!type_is_static(type) || type->rank + 1 >= MAX_RANK ||
        !find_parts(picking, (struct int_list){dim, 1})) {
        return false;
    }
    int64_t all = type->dims[picking->dim], few = taken_of_sort(op, picking->dim);
    *taken = few < picking->size ? few : picking->size;
    picking->places = picking->parts * picking->size == all ? NO_PLACES : places_operand(picking);
    int64_t bytes = bytes_of_element(op, false);
    bytes += picking->places == op->operand_count ? (int64_t)sizeof(int32_t) : 0;
    return few > 0 && *taken * picking->parts * bytes < all * bytes_of_element(op, true);
}

/* --- in parts --------------------------------------------------------------------------------- */

/* The sharding of `rank` of the dimensions of what is in parts. */
static const struct attr *sharding_of_dims(const struct picking *picking, uint32_t rank,
                                           const struct dim_sharding *dims) {
    return sharding_with_dims(picking->module->context, picking->like, rank, dims);
}

/* A tensor with its parts side by side: the dimension becomes two, the number of the part and the
 * place in it. */
static struct value *in_parts(const struct picking *picking, struct builder *at,
                              struct value *value, struct value *padding) {
    const struct type *type = value->type;
    int64_t dims[MAX_RANK], none[MAX_RANK] = {0}, high[MAX_RANK] = {0};
    struct dim_sharding shardings[MAX_RANK];
    high[picking->dim] = picking->parts * picking->size - type->dims[picking->dim];
    if (high[picking->dim] > 0) {
        value = build_pad(at, value, padding, none, high, none);
        value_set_sharding(picking->module, value,
                           sharding_of_dims(picking, type->rank, picking->like->dims));
    }
    for (uint32_t dim = 0, to = 0; dim < type->rank; dim++) {
        shardings[to] = picking->like->dims[dim];
        dims[to++] = dim == picking->dim ? picking->parts : type->dims[dim];
        if (dim == picking->dim) {
            shardings[to] = (struct dim_sharding){.is_closed = true, .priority = PRIORITY_NONE};
            dims[to++] = picking->size;
        }
    }
    value = build_reshape(at, value, type->rank + 1, dims);
    value_set_sharding(picking->module, value,
                       sharding_of_dims(picking, type->rank + 1, shardings));
    return value;
}

/* What each device picks; `place`: becomes the dimension that numbers the parts. */
static struct op *pick_of_parts(const struct picking *picking, struct builder *at,
                                uint32_t *place) {
    struct op *op = picking->op;
    struct context *context = picking->module->context;
    uint32_t count = picking->count, rank = 0, reduced_count = 0;
    struct value **operands = ARENA_ARRAY(picking->module->arena, struct value *, 2 * count);
    const struct type **types = ARENA_ARRAY(picking->module->arena, const struct type *, count);
    for (uint32_t i = 0; i < count; i++) {
        operands[count + i] = op_operand(op, count + i);
        operands[i] = in_parts(picking, at, op_operand(op, i), operands[count + i]);
    }
    int64_t dims[MAX_RANK], reduced[MAX_RANK];
    struct dim_sharding shardings[MAX_RANK];
    struct int_list were = op_ints(op, "dimensions");
    const struct type *whole = operands[0]->type;
    const struct sharding *sharding = attr_as_sharding(value_sharding(context, operands[0]));
    for (uint32_t dim = 0; dim < whole->rank; dim++) {
        if (dim != picking->dim && int_list_has(were, dim > picking->dim ? dim - 1 : dim)) {
            reduced[reduced_count++] = dim;
            continue;
        }
        *place = dim == picking->dim ? rank : *place;
        shardings[rank] = sharding->dims[dim];
        dims[rank++] = whole->dims[dim];
    }
    for (uint32_t i = 0; i < count; i++) {
        types[i] = type_with_dims(context, op->results[i].type, rank, dims);
    }
    struct op *first = build_row(at, OP_REDUCE, 2 * count, operands, count, types, 1);
    op_set_property(picking->module, first, "dimensions",
                    attr_i64_array(context, reduced_count, reduced));
    for (uint32_t i = 0; i < count; i++) {
        value_set_sharding(picking->module, op_result(first, i),
                           sharding_of_dims(picking, rank, shardings));
    }
    return first;
}

/* The operation itself goes on with what has been picked. */
static void pick_in_parts(const struct picking *picking) {
    struct op *op = picking->op;
    struct module *module = picking->module;
    struct builder at = builder_before(module, op);
    uint32_t place = 0;
    at.location = op->location;
    struct op *first = pick_of_parts(picking, &at, &place);
    op_copy_body(module, first, op);
    for (uint32_t i = 0; i < picking->count; i++) {
        op_set_operand(op, i, op_result(first, i));
    }
    int64_t dims[] = {place};
    op_set_property(module, op, "dimensions", attr_i64_array(module->context, 1, dims));
}

/* --- sorts ------------------------------------------------------------------------------------ */

/* The first of each part, the parts side by side again. */
static struct value *first_of_parts(const struct picking *picking, struct builder *at,
                                    struct value *value, int64_t taken) {
    const struct type *type = value->type;
    const struct attr *sharding = value_sharding(picking->module->context, value);
    int64_t none[MAX_RANK] = {0}, limit[MAX_RANK], dims[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        limit[dim] = dim == picking->dim + 1 ? taken : type->dims[dim];
    }
    value = build_slice(at, value, none, limit);
    value_set_sharding(picking->module, value, sharding);
    for (uint32_t dim = 0; dim + 1 < type->rank; dim++) {
        dims[dim] = dim < picking->dim    ? type->dims[dim]
                    : dim == picking->dim ? picking->parts * taken
                                          : type->dims[dim + 1];
    }
    value = build_reshape(at, value, type->rank - 1, dims);
    value_set_sharding(picking->module, value,
                       sharding_of_dims(picking, type->rank - 1, picking->like->dims));
    return value;
}

/* An operand with its parts side by side. Uneven parts are filled up in places that the dimension
 * does not have, as its numbers tell. */
static struct value *sorted_in_parts(const struct picking *picking, struct builder *at,
                                     uint32_t i) {
    struct context *context = picking->module->context;
    struct value *value = i < picking->op->operand_count ? op_operand(picking->op, i) : NULL;
    if (picking->places == NO_PLACES) {
        return in_parts(picking, at, value, NULL);
    }
    if (!value) { /* numbers, for no operand has them */
        const struct value *first = op_operand(picking->op, 0);
        const struct type *type =
            type_with_element(context, first->type, type_integer(context, 32, SIGNLESS));
        value = build_iota(at, type, picking->dim);
        value_set_sharding(picking->module, value,
                           sharding_of_dims(picking, type->rank, picking->like->dims));
    }
    const struct type *scalar = type_with_dims(context, value->type, 0, NULL);
    int64_t size = value->type->dims[picking->dim];
    struct value *padding =
        i == picking->places ? build_integers(at, scalar, size) : build_zeros(at, scalar);
    return in_parts(picking, at, value, padding);
}

/* The sort's comparison: that of the operation, but what is in no place is behind all else. */
static void compare_places(const struct picking *picking, struct op *sort) {
    struct module *module = picking->module;
    struct block *old = picking->op->regions[0].first;
    struct block *body = block_new(module, &sort->regions[0]);
    struct op *end = block_terminator(old);
    struct pointer_map map = {0};
    struct value *places[2] = {NULL};
    for (uint32_t i = 0; i < 2 * sort->operand_count; i++) {
        const struct type *number = type_tensor(
            module->context, type_integer(module->context, 32, SIGNLESS), 0, NULL, NULL);
        bool is_own = i < old->argument_count;
        struct value *argument = block_add_argument(
            module, body, is_own ? old->arguments[i]->type : number, picking->op->location);
        if (is_own) {
            pointer_map_put(&map, old->arguments[i], argument);
        }
        if (i / 2 == picking->places) {
            places[i % 2] = argument;
        }
    }
    FOR_EACH_OP (op, old) {
        if (op != end) {
            op_append(body, op_clone(module, op, &map));
        }
    }
    struct builder at = builder_at_end(module, body);
    at.location = picking->op->location;
    struct value *before = op_operand(end, 0), *copy = pointer_map_get(&map, before);
    int64_t all = op_operand(picking->op, 0)->type->dims[picking->dim];
    struct value *limit = build_integers(&at, places[0]->type, all);
    struct value *first = build_compare(&at, places[0], limit, COMPARE_LT, COMPARE_NO_TYPE);
    struct value *second = build_compare(&at, places[1], limit, COMPARE_LT, COMPARE_NO_TYPE);
    struct value *alike = build_compare(&at, first, second, COMPARE_EQ, COMPARE_NO_TYPE);
    struct value *result = build_select(&at, alike, copy ? copy : before, first);
    build_row(&at, OP_RETURN, 1, &result, 0, NULL, 0);
    pointer_map_free(&map);
}

/* A sort like that of the operation along another dimension. */
static struct op *sort_like(const struct picking *picking, struct builder *at, uint32_t count,
                            struct value *const *operands, uint32_t dim) {
    struct module *module = picking->module;
    const struct type **types = ARENA_ARRAY(module->arena, const struct type *, count);
    for (uint32_t i = 0; i < count; i++) {
        types[i] = operands[i]->type;
    }
    struct op *sort = build_row(at, OP_SORT, count, operands, count, types, 1);
    op_set_property(module, sort, "dimension", attr_i64(module->context, dim));
    const struct attr *stable = op_property(picking->op, "is_stable");
    if (stable) {
        op_set_property(module, sort, "is_stable", stable);
    }
    if (picking->places == NO_PLACES) {
        op_copy_body(module, sort, picking->op);
    } else {
        compare_places(picking, sort);
    }
    return sort;
}

static void sort_in_parts(const struct picking *picking, int64_t taken) {
    struct op *op = picking->op;
    struct module *module = picking->module;
    struct builder at = builder_before(module, op);
    uint32_t count = picking->count + (picking->places == picking->count);
    struct value **values = ARENA_ARRAY(module->arena, struct value *, count);
    at.location = op->location;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = sorted_in_parts(picking, &at, i);
    }
    struct op *first = sort_like(picking, &at, count, values, picking->dim + 1);
    for (uint32_t i = 0; i < count; i++) {
        value_set_sharding(module, op_result(first, i), value_sharding(module->context, values[i]));
        values[i] = first_of_parts(picking, &at, op_result(first, i), taken);
    }
    struct op *second = sort_like(picking, &at, count, values, picking->dim);
    const struct attr *sharding = value_sharding(module->context, &op->results[0]);
    for (uint32_t i = 0; i < count; i++) {
        bool is_own = i < picking->count;
        value_set_sharding(module, op_result(second, i),
                           is_own ? value_sharding(module->context, &op->results[i]) : sharding);
        if (is_own) {
            value_replace_uses(&op->results[i], op_result(second, i));
        }
    }
    op_erase(op);
}

bool pass_pick_in_parts(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list ops = module_ops_of(module, op_table[OP_REDUCE]);
    for (size_t i = 0; i < ops.count; i++) {
        struct picking picking = {.module = module, .op = ops.items[i]};
        if (is_picking(&picking)) {
            pick_in_parts(&picking);
        }
    }
    vector_free(&ops);
    ops = module_ops_of(module, op_table[OP_SORT]);
    for (size_t i = 0; i < ops.count; i++) {
        struct picking picking = {.module = module, .op = ops.items[i]};
        int64_t taken;
        if (is_sort_of_few(&picking, &taken)) {
            sort_in_parts(&picking, taken);
        }
    }
    vector_free(&ops);
    return true;
}
