/* Verifiers and type inference of chlo operations with rules of their own. */
#include "ops/attrs/attrs.h"
#include "ops/checks.h"
#include "ops/stablehlo/linear/linear.h"
#include "ops/verifiers.h"

static const struct type *type_of(const struct op *op, uint32_t index) {
    return op_operand(op, index)->type;
}

/* --- broadcast_select ------------------------------------------------------------------------- */

bool verify_broadcast_select(const struct op *op, struct context *context) {
    const struct type *yes = type_of(op, 1), *no = type_of(op, 2);
    if (yes->element != no->element) {
        return fault(op, context, "mismatched operand types: '%s' and '%s'", say_type(context, yes),
                     say_type(context, no));
    }
    return true;
}

bool infer_broadcast_select(const struct op *op, struct context *context,
                            const struct type **types) {
    int64_t dims[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (type_of(op, i)->kind == TYPE_UNRANKED) {
            types[0] = type_unranked(context, type_of(op, 1)->element);
            return true;
        }
        rank = type_of(op, i)->rank > rank ? type_of(op, i)->rank : rank;
    }
    for (uint32_t d = 0; d < rank; d++) {
        dims[d] = 1;
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t skipped = rank - type_of(op, i)->rank;
            int64_t extent = d < skipped ? 1 : type_of(op, i)->dims[d - skipped];
            if (extent != 1 && (dims[d] == 1 || dims[d] == DIM_DYNAMIC)) {
                dims[d] = extent;
            } else if (extent != 1 && !dims_compatible(extent, dims[d])) {
                types[0] = type_unranked(context, type_of(op, 1)->element);
                return true;
            }
        }
    }
    types[0] = type_tensor(context, type_of(op, 1)->element, rank, dims, NULL);
    return true;
}

/* --- top_k ------------------------------------------------------------------------------------ */

bool verify_top_k(const struct op *op, struct context *context) {
    const struct type *operand = type_of(op, 0);
    int64_t k = op_int(op, "k", 0);
    if (operand->kind == TYPE_UNRANKED) {
        return true;
    }
    if (operand->rank < 1) {
        return fault(op, context, "operand's rank must be at least 1");
    }
    int64_t last = operand->dims[operand->rank - 1];
    if (last != DIM_DYNAMIC && last < k) {
        return fault(op, context, "operand's last dimension must be at least %lld, but is %lld",
                     (long long)k, (long long)last);
    }
    return true;
}

bool infer_top_k(const struct op *op, struct context *context, const struct type **types) {
    const struct type *operand = type_of(op, 0), *i32 = type_integer(context, 32, SIGNLESS);
    int64_t dims[MAX_RANK];
    if (operand->kind == TYPE_UNRANKED) {
        types[0] = operand;
        types[1] = type_unranked(context, i32);
        return true;
    }
    for (uint32_t i = 0; i < operand->rank; i++) {
        dims[i] = operand->dims[i];
    }
    dims[operand->rank - 1] = op_int(op, "k", 0);
    types[0] = type_tensor(context, operand->element, operand->rank, dims, NULL);
    types[1] = type_tensor(context, i32, operand->rank, dims, NULL);
    return true;
}

/* --- ragged_dot ------------------------------------------------------------------------------- */

static bool check_group_sizes(const struct op *op, struct context *context,
                              const struct ragged_dot_dims *dims) {
    const struct type *sizes = type_of(op, 2);
    int64_t prefix[MAX_RANK];
    if (sizes->rank <= 1) {
        return sizes->rank == 1 || fault(op, context, "expected group_sizes to have rank 1, got 0");
    }
    uint32_t count = ragged_size_dims(dims, prefix);
    for (uint32_t i = 0; i < count; i++) {
        prefix[i] = type_of(op, 0)->dims[prefix[i]];
    }
    if (sizes->rank != count + 1) {
        return fault(op, context, "expected group_sizes to have rank %u, got %u", count + 1,
                     sizes->rank);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (prefix[i] != sizes->dims[i]) {
            prefix[count] = sizes->dims[count];
            return fault(op, context, "group_sizes is expected to have shape [%s], got [%s]",
                         say_raw(context, count + 1, prefix),
                         say_raw(context, count + 1, sizes->dims));
        }
    }
    return true;
}

static bool check_rhs_groups(const struct op *op, struct context *context,
                             const struct ragged_dot_dims *dims) {
    const struct type *rhs = type_of(op, 1), *sizes = type_of(op, 2);
    struct int_list groups = dims->rhs_group;
    for (uint32_t i = 0; i < groups.count; i++) {
        if (!check_dim_in_range(op, context, "rhs_group_dim", groups.items[i], rhs->rank,
                                "rhs_rank", false)) {
            return false;
        }
    }
    if (!check_dims_distinct(op, context, groups, dims->rhs_batching, "rhs_group_dimensions",
                             "rhs_batching_dimensions") ||
        !check_dims_distinct(op, context, groups, dims->rhs_contracting, "rhs_group_dimensions",
                             "rhs_contracting_dimensions")) {
        return false;
    }
    if (ragged_mode(dims) != RAGGED_FREE) {
        return groups.count == 0 ||
               fault(op, context,
                     "There must be zero group dimensions in the rhs when the ragged "
                     "dimension is batch or contracting.");
    }
    if (groups.count != 1) {
        return fault(op, context,
                     "There must be exactly one group dimension in the rhs when the lhs ragged "
                     "dimension is non-contracting.");
    }
    int64_t found = rhs->dims[groups.items[0]], expected = sizes->dims[sizes->rank - 1];
    if (!dims_compatible(found, expected)) {
        return fault(op, context, "rhs group dimension is expected to have size=%lld, got %lld",
                     (long long)expected, (long long)found);
    }
    return true;
}

bool verify_ragged_dot(const struct op *op, struct context *context) {
    const struct attr *attr = op_attr(op, "ragged_dot_dimension_numbers");
    const struct ragged_dot_dims *dims = (const struct ragged_dot_dims *)attr->payload;
    if (type_of(op, 0)->kind != TYPE_TENSOR || type_of(op, 1)->kind != TYPE_TENSOR) {
        return true;
    }
    struct dot_dims plain = {dims->lhs_batching, dims->rhs_batching, dims->lhs_contracting,
                             dims->rhs_contracting};
    if (!check_dot_numbers(op, context, &plain)) {
        return false;
    }
    if (dims->lhs_ragged.count != 1) {
        return fault(op, context, "There must be exactly one ragged dimension in the lhs.");
    }
    return check_dim_in_range(op, context, "lhs_ragged_dim", dims->lhs_ragged.items[0],
                              type_of(op, 0)->rank, "lhs_rank", false) &&
           check_group_sizes(op, context, dims) && check_rhs_groups(op, context, dims);
}

bool infer_ragged_dot(const struct op *op, struct context *context, const struct type **types) {
    const struct attr *attr = op_attr(op, "ragged_dot_dimension_numbers");
    const struct ragged_dot_dims *dims = (const struct ragged_dot_dims *)attr->payload;
    const struct type *lhs = type_of(op, 0), *rhs = type_of(op, 1), *sizes = type_of(op, 2);
    int64_t shape[MAX_RANK];
    uint32_t rank = 0;
    if (lhs->kind != TYPE_TENSOR || rhs->kind != TYPE_TENSOR ||
        lhs->rank + rhs->rank + 1 > MAX_RANK) {
        return false;
    }
    if (ragged_mode(dims) == RAGGED_CONTRACTING) {
        shape[rank++] = sizes->dims[sizes->rank - 1];
    }
    for (uint32_t i = 0; i < dims->lhs_batching.count; i++) {
        shape[rank++] = lhs->dims[dims->lhs_batching.items[i]];
    }
    for (uint32_t i = 0; i < lhs->rank; i++) {
        if (!ints_contain(dims->lhs_batching, i) && !ints_contain(dims->lhs_contracting, i)) {
            shape[rank++] = lhs->dims[i];
        }
    }
    for (uint32_t i = 0; i < rhs->rank; i++) {
        if (!ints_contain(dims->rhs_batching, i) && !ints_contain(dims->rhs_contracting, i) &&
            !ints_contain(dims->rhs_group, i)) {
            shape[rank++] = rhs->dims[i];
        }
    }
    types[0] = type_tensor(context, type_element(op_result(op, 0)->type), rank, shape, NULL);
    return true;
}

/* --- scan ------------------------------------------------------------------------------------- */

bool verify_scan(const struct op *op, struct context *context) {
    struct op_group inputs = op_operand_group(op, "inputs");
    struct op_group inits = op_operand_group(op, "inits");
    int64_t dim = op_int(op, "dimension", 0), size = op_int(op, "scan_dim_size", DIM_DYNAMIC);
    if (inputs.count == 0 && op->result_count <= inits.count) {
        return op_fault(op, context, "at least one of inputs or outputs must be present");
    }
    for (uint32_t i = 0; i < inputs.count; i++) {
        const struct type *input = type_of(op, i);
        if (input->kind != TYPE_TENSOR) {
            return op_fault(op, context, "operand %u is not ranked", i);
        }
        if (dim >= (int64_t)input->rank) {
            return op_fault(op, context, "scan dimension of operand %u is out of bounds", i);
        }
        if (input->dims[dim] != DIM_DYNAMIC && size != DIM_DYNAMIC && size != input->dims[dim]) {
            return op_fault(op, context,
                            "invalid scan dimension size of operand %u: %lld, not %lld", i,
                            (long long)input->dims[dim], (long long)size);
        }
        size = size == DIM_DYNAMIC ? input->dims[dim] : size;
    }
    const struct op *end = check_region(op, context, 0);
    if (!end) {
        return false;
    }
    const struct block *block = op->regions[0].first;
    if (block->argument_count != op->operand_count) {
        return op_fault(op, context, "expects %u arguments in the body, but got %u",
                        op->operand_count, block->argument_count);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct type *type = type_of(op, i);
        int64_t dims[MAX_RANK];
        uint32_t rank = 0;
        for (uint32_t d = 0; i < inputs.count && d < type->rank; d++) {
            if (d != dim) {
                dims[rank++] = type->dims[d];
            }
        }
        const struct type *step =
            i < inputs.count ? type_with_dims(context, type, rank, dims) : type;
        if (!types_compatible(step, block->arguments[i]->type)) {
            return op_fault(op, context,
                            "operand and body argument %u are incompatible: '%s' and '%s'", i,
                            say_type(context, step), say_type(context, block->arguments[i]->type));
        }
    }
    if (end->operand_count < inits.count) {
        return op_fault(op, context,
                        "body must return at least %u values (carries), but returns %u",
                        inits.count, end->operand_count);
    }
    return true;
}
