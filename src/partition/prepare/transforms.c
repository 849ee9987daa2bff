/* sdyc-transform-in-turns: a Fourier transform of several dimensions of which some are in parts. A
 * dimension must be whole while it is transformed, all of them at once only where one operation
 * transforms them all. Here those that are whole are transformed first, where they lie, then each
 * of the others alone: devices exchange parts of another dimension for the whole of this one. */
#include <string.h>

#include "ops/build.h"
#include "partition/partition.h"

struct turns {
    struct module *module;
    struct op *op;
    const struct sharding *like; /* of the operand: what stands between is sharded so */
    const struct mesh *mesh;
    uint32_t first; /* of the dimensions that are transformed, up to the last of all */
    enum fft_type kind;
};

/* Dimensions that are transformed together. */
struct turn {
    uint32_t count, dims[MAX_RANK];
};

static bool is_cut(const struct turns *turns, const struct sharding *sharding, uint32_t dim) {
    return dim_sharding_size(turns->mesh, &sharding->dims[dim]) > 1;
}

/* Some dimension is transformed that comes and goes in parts. */
static bool find_turns(struct turns *turns) {
    struct op *op = turns->op;
    struct context *context = turns->module->context;
    const struct type *type = op_operand(op, 0)->type;
    uint32_t count = op_ints(op, "fft_length").count;
    const struct sharding *from = attr_as_sharding(value_sharding(context, op_operand(op, 0)));
    const struct sharding *to = attr_as_sharding(value_sharding(context, &op->results[0]));
    turns->mesh = from ? sharding_mesh(op, from) : NULL;
    if (count < 2 || !type_is_static(type) || !turns->mesh || !to || from->rank != type->rank ||
        to->rank != type->rank || from->unreduced.count > 0 || from->mesh_name != to->mesh_name ||
        from->mesh != to->mesh) {
        return false;
    }
    turns->like = from;
    turns->first = type->rank - count;
    turns->kind = (enum fft_type)attr_case(op_attr(op, "fft_type"), FFT_FFT);
    for (uint32_t dim = turns->first; dim < type->rank; dim++) {
        if (is_cut(turns, from, dim) && is_cut(turns, to, dim)) {
            return true;
        }
    }
    return false;
}

static struct value *transposed(const struct turns *turns, struct builder *at, struct value *value,
                                const int64_t *permutation) {
    struct context *context = turns->module->context;
    const struct sharding *old = attr_as_sharding(value_sharding(context, value));
    struct dim_sharding dims[MAX_RANK];
    bool moves = false;
    for (uint32_t dim = 0; dim < old->rank; dim++) {
        dims[dim] = old->dims[permutation[dim]];
        moves = moves || permutation[dim] != dim;
    }
    if (!moves) {
        return value;
    }
    value = build_transpose(at, value, permutation);
    value_set_sharding(turns->module, value, sharding_with_dims(context, old, old->rank, dims));
    return value;
}

/* The last dimensions, which are those of a turn, transformed. */
static struct value *transform(const struct turns *turns, struct builder *at, struct value *value,
                               enum fft_type kind, const struct turn *turn) {
    struct context *context = turns->module->context;
    const struct type *type = value->type, *to = turns->op->results[0].type;
    int64_t lengths[MAX_RANK], sizes[MAX_RANK];
    for (uint32_t dim = 0; dim < type->rank; dim++) {
        sizes[dim] = type->dims[dim];
    }
    for (uint32_t i = 0; i < turn->count; i++) {
        lengths[i] = op_ints(turns->op, "fft_length").items[turn->dims[i] - turns->first];
    }
    if (kind == FFT_RFFT || kind == FFT_IRFFT) {
        sizes[type->rank - 1] = to->dims[to->rank - 1];
        type = type_with_element(context, type, type_element(to));
    }
    type = type_with_dims(context, type, type->rank, sizes);
    struct value *result = build_unary(at, OP_FFT, value, type);
    op_set_property(turns->module, result->op, "fft_type",
                    attr_enum(context, &attr_fft_type, kind));
    op_set_property(turns->module, result->op, "fft_length",
                    attr_i64_array(context, turn->count, lengths));
    value_set_sharding(turns->module, result, value_sharding(context, value));
    return result;
}

static bool has_last(const struct turns *turns, const struct turn *turn) {
    return turn->count > 0 && turn->dims[turn->count - 1] + 1 == turns->like->rank;
}

/* Brought to the end, and back. The numbers of the last dimension are or become real. */
static struct value *take_turn(const struct turns *turns, struct builder *at, struct value *value,
                               const struct turn *turn) {
    uint32_t rank = value->type->rank, others = 0, taken = 0;
    int64_t to_end[MAX_RANK], back[MAX_RANK];
    for (uint32_t dim = 0; dim < rank; dim++) {
        bool takes = taken < turn->count && turn->dims[taken] == dim;
        to_end[takes ? rank - turn->count + taken++ : others++] = dim;
    }
    for (uint32_t dim = 0; dim < rank; dim++) {
        back[to_end[dim]] = dim;
    }
    bool inverse = turns->kind == FFT_IFFT || turns->kind == FFT_IRFFT;
    enum fft_type kind = inverse ? FFT_IFFT : FFT_FFT;
    value = transposed(turns, at, value, to_end);
    value = transform(turns, at, value, has_last(turns, turn) ? turns->kind : kind, turn);
    return transposed(turns, at, value, back);
}

/* First what is whole, then what is in parts, one by one; but what comes as real numbers is the
 * first to be transformed, and what becomes real numbers the last. Returns how many. */
static uint32_t order_turns(const struct turns *turns, struct turn *order) {
    uint32_t count = 1, rank = turns->like->rank;
    order[0].count = 0;
    for (uint32_t dim = turns->first; dim < rank; dim++) {
        struct turn *turn = is_cut(turns, turns->like, dim) ? &order[count++] : &order[0];
        turn->count = turn == order ? turn->count : 0;
        turn->dims[turn->count++] = dim;
    }
    for (uint32_t i = 1; i < count && turns->kind == FFT_RFFT; i++) {
        if (has_last(turns, &order[i])) {
            struct turn last = order[i];
            memmove(&order[1], &order[0], i * sizeof *order);
            order[0] = last;
        }
    }
    for (uint32_t i = 0; i + 1 < count && turns->kind == FFT_IRFFT; i++) {
        if (has_last(turns, &order[i])) {
            struct turn last = order[i];
            memmove(&order[i], &order[i + 1], (count - i - 1) * sizeof *order);
            order[count - 1] = last;
            break;
        }
    }
    return count;
}

static void take_turns(const struct turns *turns) {
    struct op *op = turns->op;
    struct module *module = turns->module;
    struct builder at = builder_before(module, op);
    struct turn order[MAX_RANK + 1];
    uint32_t count = order_turns(turns, order);
    struct value *value = op_operand(op, 0);
    at.location = op->location;
    for (uint32_t i = 0; i < count; i++) {
        if (order[i].count > 0) {
            value = take_turn(turns, &at, value, &order[i]);
        }
    }
    value_set_sharding(module, value, value_sharding(module->context, &op->results[0]));
    value_replace_uses(&op->results[0], value);
    op_erase(op);
}

bool pass_transform_in_turns(struct module *module, const struct pass_options *options) {
    (void)options;
    struct op_list ops = module_ops_of(module, op_table[OP_FFT]);
    for (size_t i = 0; i < ops.count; i++) {
        struct turns turns = {.module = module, .op = ops.items[i]};
        if (find_turns(&turns)) {
            take_turns(&turns);
        }
    }
    vector_free(&ops);
    return true;
}
