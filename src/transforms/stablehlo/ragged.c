/* The custom call ragged_all_to_all, by which devices exchange rows, as many as each says: all rows
 * are gathered, and each device takes what is for it.
 *
 * Operands: rows to send, the result before they arrive, and of each device of the group where its
 * rows begin, how many they are, where they go to in its result, how many come from it. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/stablehlo/calls/call.h"
#include "transforms/stablehlo/expand.h"

struct ragged {
    struct builder *at;
    struct op *op;
    const struct attr *groups, *channel;
    int64_t devices;            /* of a group */
    const struct type *numbers; /* of offsets and sizes: one a device */
    const struct type *table;   /* for each row of the result one a device */
};

static bool is_right(const struct op *op, const struct attr *groups) {
    if (!groups || !groups->type || groups->type->rank != 2 || op->operand_count != 6 ||
        op->result_count != 1) {
        return false;
    }
    const struct type *from = op_operand(op, 0)->type, *to = op_operand(op, 1)->type;
    bool right = from->rank > 0 && to == op_result(op, 0)->type && from->rank == to->rank &&
                 from->element == to->element &&
                 memcmp(from->dims + 1, to->dims + 1, (from->rank - 1) * sizeof *from->dims) == 0;
    for (uint32_t i = 2; right && i < 6; i++) {
        const struct type *type = op_operand(op, i)->type;
        right = type == op_operand(op, 2)->type && type->rank == 1 &&
                type->dims[0] == groups->type->dims[1] && type->element->kind == TYPE_INTEGER &&
                type_bits(type->element) >= 32;
    }
    return right;
}

static void set_group(const struct ragged *ragged, struct op *op) {
    op_set_property(ragged->at->module, op, "replica_groups", ragged->groups);
    op_set_property(ragged->at->module, op, "channel_handle", ragged->channel);
}

/* The rows of all devices of the group, one device behind the other. */
static struct value *gathered_rows(const struct ragged *ragged) {
    struct context *context = ragged->at->module->context;
    struct value *rows = op_operand(ragged->op, 0);
    int64_t dims[MAX_RANK];
    memcpy(dims, rows->type->dims, rows->type->rank * sizeof *dims);
    dims[0] = extent_product(dims[0], ragged->devices);
    const struct type *type = type_with_dims(context, rows->type, rows->type->rank, dims);
    struct value *all = build_unary(ragged->at, OP_ALL_GATHER, rows, type);
    op_set_property(ragged->at->module, all->op, "all_gather_dim", attr_i64(context, 0));
    op_set_property(ragged->at->module, all->op, "use_global_device_ids", attr_unit(context));
    set_group(ragged, all->op);
    return all;
}

/* For all rows of the result: what each device of the group says about this one, if `is_said`; else
 * what this one says of each. */
static struct value *said_by_others(const struct ragged *ragged, uint32_t operand, bool is_said) {
    static const int64_t along[1] = {1};
    struct context *context = ragged->at->module->context;
    struct value *numbers = op_operand(ragged->op, operand);
    if (is_said) {
        numbers = build_unary(ragged->at, OP_ALL_TO_ALL, numbers, ragged->numbers);
        struct module *module = ragged->at->module;
        op_set_property(module, numbers->op, "split_dimension", attr_i64(context, 0));
        op_set_property(module, numbers->op, "concat_dimension", attr_i64(context, 0));
        op_set_property(module, numbers->op, "split_count", attr_i64(context, ragged->devices));
        set_group(ragged, numbers->op);
    }
    return build_broadcast_in_dim(ragged->at, numbers, ragged->table, 1, along);
}

/* The rows of `all` with these numbers. */
static struct value *rows_at(const struct ragged *ragged, struct value *all,
                             struct value *numbers) {
    struct context *context = ragged->at->module->context;
    const struct type *type = op_result(ragged->op, 0)->type;
    static const int64_t zero[1] = {0};
    int64_t offset[MAX_RANK], sizes[MAX_RANK] = {1};
    for (uint32_t d = 1; d < type->rank; d++) {
        offset[d - 1] = d;
        sizes[d] = type->dims[d];
    }
    struct gather_dims dims = {.offset = {offset, type->rank - 1},
                               .collapsed_slice = {zero, 1},
                               .start_index_map = {zero, 1},
                               .index_vector_dim = 1};
    struct value *operands[2] = {all, numbers};
    struct value *rows = build_value(ragged->at, OP_GATHER, 2, operands, type);
    op_set_property(ragged->at->module, rows->op, "dimension_numbers",
                    attr_gather_dims(context, &dims));
    op_set_property(ragged->at->module, rows->op, "slice_sizes",
                    attr_i64_array(context, type->rank, sizes));
    return rows;
}

static struct value *exchanged(const struct ragged *ragged) {
    static const int64_t devices[1] = {1}, rows[1] = {0};
    struct builder *at = ragged->at;
    struct context *context = at->module->context;
    struct value *all = gathered_rows(ragged);
    struct value *begin = said_by_others(ragged, 2, true), *to = said_by_others(ragged, 4, true);
    struct value *size = said_by_others(ragged, 5, false);
    struct value *within = build_subtract(at, build_iota(at, ragged->table, 0), to);
    struct value *zeros = build_zeros(at, ragged->table);
    struct value *inside =
        build_binary(at, OP_AND, build_compare(at, within, zeros, COMPARE_GE, COMPARE_NO_TYPE),
                     build_compare(at, within, size, COMPARE_LT, COMPARE_NO_TYPE));
    int64_t sent = op_operand(ragged->op, 0)->type->dims[0];
    struct value *first = build_binary(at, OP_MULTIPLY, build_iota(at, ragged->table, 1),
                                       build_integers(at, ragged->table, sent));
    struct value *number = build_add(at, build_add(at, first, begin), within);
    number = build_sum(at, build_select(at, inside, number, zeros), 1, devices);
    struct value *count = build_convert(at, inside, ragged->table->element);
    count = build_sum(at, count, 1, devices);
    struct value *arrives =
        build_compare(at, count, build_zeros(at, count->type), COMPARE_NE, COMPARE_NO_TYPE);
    const struct type *result = op_result(ragged->op, 0)->type;
    const struct type *truth = type_with_element(context, result, arrives->type->element);
    const int64_t list[2] = {number->type->dims[0], 1};
    struct value *taken = rows_at(ragged, all, build_reshape(at, number, 2, list));
    arrives = build_broadcast_in_dim(at, arrives, truth, 1, rows);
    return build_select(at, arrives, taken, op_operand(ragged->op, 1));
}

bool expand_ragged_all_to_all(struct formula *formula) {
    struct op *op = formula->op;
    struct context *context = formula->at.module->context;
    const struct attr *config = custom_call_config(op);
    const struct attr *groups = config ? attr_dict_get(config, "replica_groups") : NULL;
    const struct attr *channel = config ? attr_dict_get(config, "channel_id") : NULL;
    if (!is_right(op, groups)) {
        return false;
    }
    bool named = channel && channel->kind == ATTR_INTEGER;
    struct ragged ragged = {.at = &formula->at,
                            .op = op,
                            .groups = groups,
                            .channel = attr_channel(context, named ? channel->integer : 1, 1),
                            .devices = groups->type->dims[1],
                            .numbers = op_operand(op, 2)->type};
    const int64_t dims[2] = {op_result(op, 0)->type->dims[0], ragged.devices};
    ragged.table = type_tensor(context, ragged.numbers->element, 2, dims, NULL);
    return replace_with_value(formula, exchanged(&ragged));
}
