/* stablehlo.custom_call */
#include <string.h>

#include "ops/hooks.h"

/* --- sharding rules of the calls that programs are known to make ---------------------------------
 */

/* All but the last two dimensions, which are those of a matrix. */
static void batch_dims(const struct type *type, struct rule_builder *builder) {
    rule_add_dims(builder, type, type->rank < 2 ? 0 : type->rank - 2);
}

/* Eigenvectors have the dimensions of the matrix, eigenvalues its last one. */
static bool eigh_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t rows = type->rank - 2, columns = type->rank - 1;
    int64_t row_results[] = {rows, NO_DIM}, column_results[] = {columns, rows};
    batch_dims(type, builder);
    rule_add(builder, &rows, row_results, type->dims[rows], FACTOR_PASS_THROUGH);
    rule_add(builder, &columns, column_results, type->dims[columns], FACTOR_PASS_THROUGH);
    return true;
}

static bool qr_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type, *taus = op->results[1].type;
    int64_t rows = type->rank - 2, columns = type->rank - 1, none = NO_DIM;
    int64_t row_results[] = {rows, NO_DIM}, column_results[] = {columns, NO_DIM};
    int64_t tau_results[] = {NO_DIM, rows};
    batch_dims(type, builder);
    rule_add(builder, &rows, row_results, type->dims[rows], FACTOR_NEED_REPLICATION);
    rule_add(builder, &columns, column_results, type->dims[columns], FACTOR_NEED_REPLICATION);
    rule_add(builder, &none, tau_results, taus->dims[rows], FACTOR_NEED_REPLICATION);
    return true;
}

static bool householder_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *type = op_operand(op, 0)->type, *taus = op_operand(op, 1)->type;
    int64_t rows = type->rank - 2, columns = type->rank - 1;
    batch_dims(type, builder);
    rule_add_binary(builder, rows, NO_DIM, rows, type->dims[rows], FACTOR_NEED_REPLICATION);
    rule_add_binary(builder, columns, NO_DIM, columns, type->dims[columns],
                    FACTOR_NEED_REPLICATION);
    rule_add_binary(builder, NO_DIM, rows, NO_DIM, taus->dims[rows], FACTOR_NEED_REPLICATION);
    return true;
}

/* The dimension that the largest are taken of is needed whole. */
static bool top_k_rule(const struct op *op, struct rule_builder *builder) {
    rule_add_dims_unless_equal(builder, op_operand(op, 0)->type, op->results[0].type,
                               FACTOR_NEED_REPLICATION, true);
    return true;
}

/* Operands: values, indices and two scalars; results: values and indices. */
static bool approximate_top_k_rule(const struct op *op, struct rule_builder *builder) {
    const struct type *in = op_operand(op, 0)->type, *out = op->results[0].type;
    for (uint32_t dim = 0; dim < in->rank; dim++) {
        int64_t operands[] = {dim, dim, NO_DIM, NO_DIM}, results[] = {dim, dim};
        int64_t no_operands[] = {NO_DIM, NO_DIM, NO_DIM, NO_DIM}, no_results[] = {NO_DIM, NO_DIM};
        if (in->dims[dim] == out->dims[dim]) {
            rule_add_everywhere(builder, dim, in->dims[dim], FACTOR_PASS_THROUGH);
        } else {
            rule_add(builder, operands, no_results, in->dims[dim], FACTOR_PASS_THROUGH);
            rule_add(builder, no_operands, results, out->dims[dim], FACTOR_NEED_REPLICATION);
            rule_block(builder, true);
        }
    }
    return true;
}

/* The state of a random number generator is whole, and not to be resharded. */
static bool combine_rule(const struct op *op, struct rule_builder *builder) {
    FOR_EACH_USE (use, &op->results[0]) {
        if (op_is(use->user, OP_RNG_BIT_GENERATOR) && op->results[0].type->rank == 1) {
            rule_add_everywhere(builder, 0, op->results[0].type->dims[0], FACTOR_NEED_REPLICATION);
            rule_block(builder, true);
            return true;
        }
    }
    return rule_pointwise(op, builder);
}

/* The rule of a call by its target, and the counts of operands and results that it is for. */
static const struct call_rule {
    const char *target;
    bool (*rule)(const struct op *op, struct rule_builder *builder);
    uint32_t operands, results; /* 0: any */
    uint32_t least_rank;        /* of the first operand */
    /* What a device cannot do on its part: all dimensions, those of a matrix, those that change. */
    enum { WHOLE_NONE, WHOLE_ALL, WHOLE_MATRIX, WHOLE_CHANGED } whole;
} call_rules[] = {
    {"annotate_device_placement", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"Cholesky", rule_pointwise, 0, 0, 0, WHOLE_MATRIX},
    {"CompactWyHelper", rule_pointwise, 0, 0, 0, WHOLE_MATRIX},
    {"InspectSharding", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"InvertDiagBlocksLowerTriangular", rule_pointwise, 0, 0, 0, WHOLE_MATRIX},
    {"InvertDiagBlocksUpperTriangular", rule_pointwise, 0, 0, 0, WHOLE_MATRIX},
    {"LayoutConstraint", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"mhlo.erf", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"MoveToDevice", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"MoveToHost", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"X64SplitHigh", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"X64SplitLow", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"xla.megascale.provide_metadata", rule_pointwise, 0, 0, 0, WHOLE_NONE},
    {"_SPMDInternalOp_MultiPad", rule_pointwise, 0, 0, 0, WHOLE_ALL},
    {"_SPMDInternalOp_RotateRight", rule_pointwise, 0, 0, 0, WHOLE_ALL},
    {"_SPMDInternalOp_MultiRotate", rule_pointwise, 0, 0, 0, WHOLE_ALL},
    {"_SPMDInternalOp_MultiSlice", rule_pointwise, 0, 0, 0, WHOLE_ALL},
    {"_SPMDInternalOp_Wrap", rule_pointwise, 0, 0, 0, WHOLE_ALL},
    {"Eigh", eigh_rule, 1, 2, 2, WHOLE_MATRIX},
    {"Qr", qr_rule, 1, 2, 2, WHOLE_MATRIX},
    {"QrDecompositionBlock", qr_rule, 1, 2, 2, WHOLE_MATRIX},
    {"ProductOfElementaryHouseholderReflectors", householder_rule, 2, 1, 2, WHOLE_MATRIX},
    {"mhlo.topk", top_k_rule, 1, 2, 0, WHOLE_CHANGED},
    {"ApproxTopK", approximate_top_k_rule, 4, 2, 0, WHOLE_CHANGED},
    {"PartialReduce", approximate_top_k_rule, 4, 2, 0, WHOLE_CHANGED},
    {"X64Combine", combine_rule, 0, 1, 0, WHOLE_NONE},
};

static const struct call_rule *known_call(const struct op *op) {
    const struct attr *target = op_property(op, "call_target_name");
    for (size_t i = 0; target && i < sizeof call_rules / sizeof *call_rules; i++) {
        const struct call_rule *known = &call_rules[i];
        if (strcmp(target->text, known->target) == 0) {
            bool fits =
                (known->operands == 0 || known->operands == op->operand_count) &&
                (known->results == 0 || known->results == op->result_count) &&
                (known->least_rank == 0 || op_operand(op, 0)->type->rank >= known->least_rank);
            return fits ? known : NULL;
        }
    }
    return NULL;
}

static bool custom_call_rule(const struct op *op, struct rule_builder *builder) {
    const struct call_rule *known = known_call(op);
    return known && known->rule(op, builder);
}

/* --- local types ------------------------------------------------------------------------------ */

static bool is_whole(const struct op *op, struct partition_builder *builder, int whole,
                     uint32_t dim) {
    const struct type *first = op_operand(op, 0)->type;
    if (whole == WHOLE_MATRIX) {
        return dim + 2 >= first->rank;
    }
    return whole == WHOLE_ALL ||
           (whole == WHOLE_CHANGED &&
            partition_operand_size(builder, 0, dim) != op->results[0].type->dims[dim]);
}

static bool custom_call_partition(struct op *op, struct partition_builder *builder) {
    const struct call_rule *known = known_call(op);
    if (!known || known->whole == WHOLE_NONE || op->operand_count == 0 ||
        partition_phase(builder) == PARTITION_CHOOSE) {
        return partition_by_rule(op, builder);
    }
    uint32_t rank = op_operand(op, 0)->type->rank;
    for (uint32_t dim = 0; dim < rank; dim++) {
        if (!is_whole(op, builder, known->whole, dim)) {
            continue;
        }
        for (uint32_t i = 0; i < op->operand_count; i++) {
            if (dim < op_operand(op, i)->type->rank) {
                partition_keep_whole(builder, i, dim);
            }
        }
        for (uint32_t i = 0; i < op->result_count; i++) {
            if (dim < op->results[i].type->rank) {
                partition_keep_result_whole(builder, i, dim);
            }
        }
    }
    return partition_by_rule(op, builder);
}

const struct op_def op_custom_call = {
    .name = "stablehlo.custom_call",
    .summary = "calls something outside the module",
    .traits = OP_MAY_BE_PURE,
    .operands = OPERANDS(
        {"inputs", VALUE_ANY_TENSOR | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER | VALUE_FUTURE,
         OP_MANY}),
    .results = RESULTS({"results",
                        VALUE_ANY_TENSOR | VALUE_TOKEN | VALUE_TUPLE | VALUE_BUFFER | VALUE_FUTURE,
                        OP_MANY}),
    .regions = {0, 0},
    .attrs =
        ATTRS({.name = "call_target_name", .kind = OP_ATTR_STRING, .required = true},
              {.name = "has_side_effect", .kind = OP_ATTR_BOOL, .otherwise = OP_ATTR_DEFAULT_FALSE},
              {.name = "backend_config",
               .kind = OP_ATTR_ANY,
               .accepts = accepts_backend_config,
               .words = "string attribute or dictionary of named attribute values"},
              {.name = "api_version",
               .kind = OP_ATTR_I32,
               .otherwise = OP_ATTR_DEFAULT_ONE,
               .accepts = accepts_api_version,
               .words = "Custom call API version"},
              {.name = "called_computations",
               .kind = OP_ATTR_ARRAY,
               .otherwise = OP_ATTR_DEFAULT_EMPTY,
               .accepts = accepts_functions,
               .words = "flat symbol ref array attribute"},
              {.name = "operand_layouts",
               .kind = OP_ATTR_ARRAY,
               .accepts = accepts_layouts,
               .words = "Array of layout (1D tensor of index type) attributes"},
              {.name = "result_layouts",
               .kind = OP_ATTR_ARRAY,
               .accepts = accepts_layouts,
               .words = "Array of layout (1D tensor of index type) attributes"},
              {.name = "output_operand_aliases",
               .kind = OP_ATTR_ARRAY,
               .dialect_attr = "stablehlo.output_operand_alias",
               .words = "Aliasing attribute for outputs and operands of CustomCall",
               .otherwise = OP_ATTR_DEFAULT_EMPTY},
              {.name = "result_tilings", .kind = OP_ATTR_ARRAY}),
    .form = "@target ( $inputs ) @attrs : @function_type",
    .parse = parse_by_form,
    .print = print_by_form,
    .verify = verify_custom_call,
    .infer = infer_nothing,
    .rule = custom_call_rule,
    .partition = custom_call_partition,
    .emit = emit_unsupported,
    .canonicalize = canonicalize_nothing,
};
