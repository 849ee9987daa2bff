/* The sdy collectives on local types (local.h). */
#include "ops/sdy/local.h"

/* A dimension of the operand times `gathered` is that of the result times `sliced`. */
struct change {
    int64_t gathered, sliced;
};

static const struct axis_lists *lists_of(const struct op *op, const char *name) {
    return attr_as_axis_lists(op_attr(op, name));
}

static void add_gathered(struct change *changes, uint32_t rank, const struct mesh *mesh,
                         const struct axis_lists *lists) {
    for (uint32_t dim = 0; lists && dim < lists->count && dim < rank; dim++) {
        changes[dim].gathered = axes_size(mesh, lists->items[dim]);
    }
}

static void add_sliced(struct change *changes, uint32_t rank, const struct mesh *mesh,
                       const struct axis_lists *lists) {
    for (uint32_t dim = 0; lists && dim < lists->count && dim < rank; dim++) {
        changes[dim].sliced = axes_size(mesh, lists->items[dim]);
    }
}

static void add_moves(struct change *changes, uint32_t rank, const struct mesh *mesh,
                      const struct all_to_all_moves *moves) {
    for (uint32_t i = 0; moves && i < moves->count; i++) {
        const struct all_to_all_move *move = &moves->items[i];
        if (move->source < (int64_t)rank && move->target < (int64_t)rank) {
            changes[move->source].gathered = axes_size(mesh, move->axes);
            changes[move->target].sliced = axes_size(mesh, move->axes);
        }
    }
}

static bool changes_so(int64_t from, int64_t to, struct change change) {
    int64_t left, right;
    if (from == DIM_DYNAMIC || to == DIM_DYNAMIC) {
        return from == to && change.gathered == change.sliced;
    }
    return multiply_checked(from, change.gathered, &left) &&
           multiply_checked(to, change.sliced, &right) && left == right;
}

bool collective_is_local(const struct op *op, const struct mesh *mesh) {
    const struct type *operand = op_operand(op, 0)->type, *result = op_result(op, 0)->type;
    struct change changes[MAX_RANK];
    uint32_t rank = operand->rank;
    if (result->rank != rank) {
        return false;
    }
    for (uint32_t dim = 0; dim < rank; dim++) {
        changes[dim] = (struct change){1, 1};
    }
    add_gathered(changes, rank, mesh, lists_of(op, "gathering_axes"));
    add_gathered(changes, rank, mesh, lists_of(op, "axes"));
    add_sliced(changes, rank, mesh, lists_of(op, "slicing_axes"));
    add_sliced(changes, rank, mesh, lists_of(op, "reduce_scatter_axes"));
    add_moves(changes, rank, mesh, attr_as_all_to_all(op_attr(op, "params")));
    for (uint32_t dim = 0; dim < rank; dim++) {
        if (!changes_so(operand->dims[dim], result->dims[dim], changes[dim])) {
            return false;
        }
    }
    return true;
}
