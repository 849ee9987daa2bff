#include "ops/speculation.h"

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"

enum speculation op_speculation(const struct op *op) {
    if (!op->def->speculatable) {
        return !op_has(op, OP_PURE)    ? SPECULATION_UNKNOWN
               : op->region_count == 0 ? SPECULATION_ALWAYS
                                       : SPECULATION_RECURSIVE;
    }
    if (!op->def->speculatable(op)) {
        return SPECULATION_NEVER;
    }
    /* The body of a collective is run where the collective is. */
    bool runs_body = op->region_count > 0 && !op_has(op, OP_COLLECTIVE);
    return runs_body ? SPECULATION_RECURSIVE : SPECULATION_ALWAYS;
}

/* --- what types promise ----------------------------------------------------------------------- */

static bool is_open(const struct type *type, int64_t dim) {
    return !type_is_tensor(type) || type->dims[dim] == DIM_DYNAMIC;
}

static bool all_open(const struct type *type) {
    for (uint32_t i = 0; type_is_tensor(type) && i < type->rank; i++) {
        if (!is_open(type, i)) {
            return false;
        }
    }
    return true;
}

/* The result's extent, where it is known, is that of the operand. */
static bool follows(const struct type *result, int64_t to, const struct type *operand,
                    int64_t from) {
    return is_open(result, to) || !is_open(operand, from);
}

/* ... in all dimensions but two, which may be the same. */
static bool follows_but_for(const struct type *result, const struct type *operand, int64_t a,
                            int64_t b) {
    if (!type_is_tensor(result) || !type_is_tensor(operand)) {
        return !type_is_tensor(result);
    }
    uint32_t rank = result->rank < operand->rank ? result->rank : operand->rank;
    for (uint32_t i = 0; i < rank; i++) {
        if (i != a && i != b && !follows(result, i, operand, i)) {
            return false;
        }
    }
    return true;
}

static bool is_constant(const struct value *value) {
    return value->op && op_has(value->op, OP_CONSTANT_LIKE);
}

static const struct type *operand_at(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

/* --- rules that many share -------------------------------------------------------------------- */

bool speculatable_never(const struct op *op) {
    (void)op;
    return false;
}

bool speculatable_by_first(const struct op *op) {
    return op->operand_count == 0 || op->result_count == 0 ||
           follows_but_for(op_result(op, 0)->type, operand_at(op, 0), -1, -1);
}

bool speculatable_if_static(const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!type_is_static(operand_at(op, i))) {
            return false;
        }
    }
    return true;
}

static bool by_shapes(const struct op *op, uint32_t count) {
    for (uint32_t i = op->operand_count - count; i < op->operand_count; i++) {
        if (!is_constant(op_operand(op, i))) {
            return false;
        }
    }
    return speculatable_if_static(op);
}

bool speculatable_by_shape(const struct op *op) {
    return by_shapes(op, 1);
}

bool speculatable_by_three_shapes(const struct op *op) {
    return by_shapes(op, 3);
}

/* --- collectives: how many processes there are shows at run time ------------------------------ */

static bool by_pairs(const struct op *op, int64_t a, int64_t b) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *result = op_result(op, i)->type;
        if (!is_open(result, a) || !is_open(result, b) ||
            !follows_but_for(result, operand_at(op, i), a, b)) {
            return false;
        }
    }
    return true;
}

bool speculatable_all_gather(const struct op *op) {
    int64_t dim = op_int(op, "all_gather_dim", 0);
    return by_pairs(op, dim, dim);
}

bool speculatable_all_to_all(const struct op *op) {
    return by_pairs(op, op_int(op, "split_dimension", 0), op_int(op, "concat_dimension", 0));
}

bool speculatable_reduce_scatter(const struct op *op) {
    int64_t dim = op_int(op, "scatter_dimension", 0);
    return by_pairs(op, dim, dim);
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* A dimension that is there for the width of the elements follows from them. */
bool speculatable_bitcast_convert(const struct op *op) {
    return speculatable_by_first(op);
}

bool speculatable_concatenate(const struct op *op) {
    int64_t dim = op_int(op, "dimension", 0);
    bool any_length = is_open(op_result(op, 0)->type, dim);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = operand_at(op, i);
        for (uint32_t d = 0; type_is_tensor(type) && d < type->rank; d++) {
            if (is_open(type, d) && !(d == dim && any_length)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_one_element(const struct type *type) {
    for (uint32_t i = 0; i < type->rank; i++) {
        if (type->dims[i] != 1) {
            return false;
        }
    }
    return true;
}

bool speculatable_dynamic_broadcast_in_dim(const struct op *op) {
    const struct type *operand = operand_at(op, 0);
    return type_is_static(operand) &&
           ((is_one_element(operand) && all_open(op_result(op, 0)->type)) ||
            is_constant(op_operand(op, 1)));
}

bool speculatable_dynamic_iota(const struct op *op) {
    return is_constant(op_operand(op, 0)) || all_open(op_result(op, 0)->type);
}

bool speculatable_set_dimension_size(const struct op *op) {
    const struct type *result = op_result(op, 0)->type;
    int64_t dim = op_int(op, "dimension", 0);
    return (is_constant(op_operand(op, 1)) || is_open(result, dim)) &&
           follows_but_for(result, operand_at(op, 0), dim, dim);
}

bool speculatable_transpose(const struct op *op) {
    const struct type *result = op_result(op, 0)->type;
    struct int_list permutation = op_ints(op, "permutation");
    for (uint32_t i = 0; i < permutation.count; i++) {
        if (!follows(result, i, operand_at(op, 0), permutation.items[i])) {
            return false;
        }
    }
    return true;
}

/* --- products --------------------------------------------------------------------------------- */

static bool all_known(const struct type *type, struct int_list dims) {
    for (uint32_t i = 0; i < dims.count; i++) {
        if (is_open(type, dims.items[i])) {
            return false;
        }
    }
    return true;
}

/* What is neither batching nor contracted becomes dimensions of the result, from `at` on. */
static bool free_dims_follow(const struct type *result, uint32_t *at, const struct type *operand,
                             struct int_list batching, struct int_list contracting) {
    for (uint32_t i = 0; i < operand->rank; i++) {
        if (!int_list_has(batching, i) && !int_list_has(contracting, i) &&
            !follows(result, (*at)++, operand, i)) {
            return false;
        }
    }
    return true;
}

bool speculatable_dot_general(const struct op *op) {
    const struct dot_dims *dims = attr_as_dot(op_attr(op, "dot_dimension_numbers"));
    const struct type *lhs = operand_at(op, 0), *rhs = operand_at(op, 1);
    uint32_t at = dims->lhs_batching.count;
    return all_known(lhs, dims->lhs_batching) && all_known(lhs, dims->lhs_contracting) &&
           all_known(rhs, dims->rhs_batching) && all_known(rhs, dims->rhs_contracting) &&
           free_dims_follow(op_result(op, 0)->type, &at, lhs, dims->lhs_batching,
                            dims->lhs_contracting) &&
           free_dims_follow(op_result(op, 0)->type, &at, rhs, dims->rhs_batching,
                            dims->rhs_contracting);
}

/* An extent of the result that is known asks for the operands' extents that it follows from. */
static bool spatial_dims_follow(const struct op *op, const struct conv_dims *dims) {
    const struct type *result = op_result(op, 0)->type;
    for (uint32_t i = 0; i < dims->output_spatial.count; i++) {
        int64_t to = dims->output_spatial.items[i];
        if (!follows(result, to, operand_at(op, 0), dims->input_spatial.items[i]) ||
            !follows(result, to, operand_at(op, 1), dims->kernel_spatial.items[i])) {
            return false;
        }
    }
    return true;
}

bool speculatable_convolution(const struct op *op) {
    const struct conv_dims *dims = attr_as_conv(op_attr(op, "dimension_numbers"));
    const struct type *lhs = operand_at(op, 0), *rhs = operand_at(op, 1);
    const struct type *result = op_result(op, 0)->type;
    bool batches = op_int(op, "batch_group_count", 1) > 1;
    bool groups = batches || op_int(op, "feature_group_count", 1) > 1;
    if (is_open(lhs, dims->input_feature) || is_open(rhs, dims->kernel_input_feature)) {
        return false;
    }
    if (is_open(lhs, dims->input_batch) && (batches || !is_open(result, dims->output_batch))) {
        return false;
    }
    if (is_open(rhs, dims->kernel_output_feature) &&
        (groups || !is_open(result, dims->output_feature))) {
        return false;
    }
    return spatial_dims_follow(op, dims);
}

/* --- others ----------------------------------------------------------------------------------- */

/* Transforms of real numbers ask for the lengths that they are given. */
bool speculatable_fft(const struct op *op) {
    const struct type *operand = operand_at(op, 0);
    int64_t kind = attr_case(op_attr(op, "fft_type"), FFT_FFT);
    uint32_t lengths = op_ints(op, "fft_length").count;
    for (uint32_t i = operand->rank - lengths; i < operand->rank; i++) {
        if ((kind == FFT_RFFT || kind == FFT_IRFFT) && is_open(operand, i)) {
            return false;
        }
    }
    return speculatable_by_first(op);
}

static bool promises(const struct op *op, const char *name) {
    const struct attr *attr = op_attr(op, name);
    return attr && attr->integer != 0;
}

/* Whether indices are sorted, or none twice, as it may say, shows at run time only. */
bool speculatable_gather(const struct op *op) {
    return !promises(op, "indices_are_sorted") && !promises(op, "unique_indices") &&
           speculatable_if_static(op);
}

/* So does whether a diagonal is of ones. */
bool speculatable_triangular_solve(const struct op *op) {
    return !promises(op, "unit_diagonal") && speculatable_if_static(op);
}
