/* The rule of each operation: by its definition where that says what it is, else a row. */
#include "verify/relations/rules.h"

static void relate_nothing(struct relating *r, const struct op *op,
                           const struct view *const *operands, const struct view **results) {
    (void)r;
    (void)op;
    (void)operands;
    (void)results;
}

/* Operations of the global program alone: what they say is of its sharding. */
static void relate_global(struct relating *r, const struct op *op,
                          const struct view *const *operands, const struct view **results) {
    if (r->is_global) {
        relate_same(r, op, operands, results);
    } else if (!r->broken) {
        r->broken = op;
    }
}

/* --- operations that are their own kind ------------------------------------------------------- */

static const struct {
    enum op_id id;
    struct relation_row row;
} rows[] = {
    {OP_AFTER_ALL, {.rule = relate_nothing}},
    {OP_ALL_GATHER, {.rule = relate_all_gather}},
    {OP_ALL_REDUCE, {.rule = relate_all_reduce}},
    {OP_ALL_TO_ALL, {.rule = relate_all_to_all}},
    {OP_BITCAST_CONVERT, {.rule = relate_bitcast}},
    {OP_BROADCAST_IN_DIM, {.rule = relate_broadcast}},
    {OP_CHOLESKY, {.rule = relate_cholesky}},
    {OP_CLAMP, {.rule = relate_elementwise_scalars}},
    {OP_COLLECTIVE_BROADCAST, {.rule = relate_collective_broadcast}},
    {OP_COLLECTIVE_PERMUTE, {.rule = relate_permute}},
    {OP_COMPARE, {.rule = relate_compare}},
    {OP_CONCATENATE, {.rule = relate_concatenate, .takes_empty = true}},
    {OP_CONSTANT, {.rule = relate_constant}},
    {OP_CONVERT, {.rule = relate_convert}},
    {OP_CONVOLUTION, {.rule = relate_convolution, .takes_empty = true}},
    {OP_CREATE_TOKEN, {.rule = relate_nothing}},
    {OP_CUSTOM_CALL, {.rule = relate_custom_call}},
    {OP_DIVIDE, {.rule = relate_divide}},
    {OP_DOT_GENERAL, {.rule = relate_dot, .takes_empty = true}},
    {OP_DYNAMIC_SLICE, {.rule = relate_dynamic_slice}},
    {OP_DYNAMIC_UPDATE_SLICE, {.rule = relate_dynamic_update_slice, .takes_empty = true}},
    {OP_FFT, {.rule = relate_fft}},
    {OP_GATHER, {.rule = relate_gather, .takes_empty = true}},
    {OP_GET_DIMENSION_SIZE, {.rule = relate_dimension_size}},
    {OP_IOTA, {.rule = relate_iota}},
    {OP_MAP, {.rule = relate_map}},
    {OP_PAD, {.rule = relate_pad, .takes_empty = true}},
    {OP_PARTITION_ID, {.rule = relate_partition_id}},
    {OP_REDUCE, {.rule = relate_reduce, .takes_empty = true}},
    {OP_REDUCE_PRECISION, {.rule = relate_same}},
    {OP_REDUCE_SCATTER, {.rule = relate_reduce_scatter}},
    {OP_REDUCE_WINDOW, {.rule = relate_reduce_window}},
    {OP_REPLICA_ID, {.rule = relate_replica_id}},
    {OP_RESHAPE, {.rule = relate_reshape}},
    {OP_REVERSE, {.rule = relate_reverse}},
    {OP_RNG_BIT_GENERATOR, {.rule = relate_whole}},
    {OP_SCATTER, {.rule = relate_scatter, .takes_empty = true}},
    {OP_SDY_CONSTANT, {.rule = relate_constant}},
    {OP_SDY_PROPAGATION_BARRIER, {.rule = relate_global}},
    {OP_SDY_SHARDING_GROUP, {.rule = relate_nothing}},
    {OP_SELECT, {.rule = relate_select}},
    {OP_SELECT_AND_SCATTER, {.rule = relate_select_and_scatter}},
    {OP_SLICE, {.rule = relate_slice}},
    {OP_SORT, {.rule = relate_sort}},
    {OP_TRANSPOSE, {.rule = relate_transpose}},
    {OP_TRIANGULAR_SOLVE, {.rule = relate_triangular_solve}},
};

static const struct relation_row *row_of_id(const struct op *op) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (op_is(op, rows[i].id)) {
            return &rows[i].row;
        }
    }
    return NULL;
}

/* --- what definitions say --------------------------------------------------------------------- */

static const struct relation_row row_of_elements = {.rule = relate_elementwise},
                                 row_of_sharding = {.rule = relate_global},
                                 row_of_call = {relate_call, true, true};

static const struct relation_row *row_of_flow(const struct op_def *def) {
    static const struct relation_row same = {.rule = relate_same},
                                     loop = {relate_while, true, true},
                                     branches = {relate_branches, true, true},
                                     manual = {relate_manual, true, true},
                                     named = {relate_named, true, true};
    switch (def->flow) {
    case OP_FLOW_NONE:
        return NULL;
    case OP_FLOW_OPERANDS:
        return &same;
    case OP_FLOW_LOOP:
        return &loop;
    case OP_FLOW_BRANCHES:
        return &branches;
    case OP_FLOW_BODY:
        return def->per_device ? &manual : &named;
    }
    return NULL;
}

/* Whether the operation only says how its result lies on the devices. */
static bool is_of_sharding(const struct op *op) {
    return op_is_sdy_collective(op) || op->def->sharding_place == OP_SHARDING_PROPERTY;
}

const struct relation_row *relation_row_of(const struct op *op) {
    const struct relation_row *row = row_of_id(op);
    row = row ? row : row_of_flow(op->def);
    return row                          ? row
           : is_of_sharding(op)         ? &row_of_sharding
           : op_has(op, OP_CALL)        ? &row_of_call
           : op_has(op, OP_ELEMENTWISE) ? &row_of_elements
                                        : NULL;
}

int64_t op_number(const struct op *op) {
    int64_t id = 0;
    while (id < OP_COUNT_ && !op_is(op, (enum op_id)id)) {
        id++;
    }
    return id;
}
