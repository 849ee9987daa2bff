/* The sdy collectives on local types (local.h). */
#include "ops/sdy/local.h"

/* How the axes of a collective change each dimension: the operand's times `gathered` is the
 * result's times `sliced`. */
struct changes {
    int64_t gathered[MAX_RANK], sliced[MAX_RANK];
};

/* Of lists of axes, one for each dimension, where there are any. */
static void note_lists(int64_t *sizes, uint32_t rank, const struct mesh *mesh,
                       const struct attr *attr) {
    const struct axis_lists *lists = attr_as_axis_lists(attr);
    for (uint32_t dim = 0; lists && dim < lists->count && dim < rank; dim++) {
        sizes[dim] = axes_size(mesh, lists->items[dim]);
    }
}

static void note_moves(struct changes *changes, uint32_t rank, const struct mesh *mesh,
                       const struct attr *attr) {
    const struct all_to_all_moves *moves = attr_as_all_to_all(attr);
    for (uint32_t i = 0; moves && i < moves->count; i++) {
        const struct all_to_all_move *move = &moves->items[i];
        if (move->source < (int64_t)rank && move->target < (int64_t)rank) {
            changes->gathered[move->source] = axes_size(mesh, move->axes);
            changes->sliced[move->target] = axes_size(mesh, move->axes);
        }
    }
}

static bool changes_so(int64_t from, int64_t gathered, int64_t to, int64_t sliced) {
    int64_t left, right;
    if (from == DIM_DYNAMIC || to == DIM_DYNAMIC) {
        return from == to && gathered == sliced;
    }
    return multiply_checked(from, gathered, &left) && multiply_checked(to, sliced, &right) &&
           left == right;
}

bool collective_is_local(const struct op *op, const struct mesh *mesh) {
    const struct type *operand = op_operand(op, 0)->type, *result = op_result(op, 0)->type;
    struct changes changes;
    uint32_t rank = operand->rank;
    if (result->rank != rank) {
        return false;
    }
    for (uint32_t dim = 0; dim < rank; dim++) {
        changes.gathered[dim] = changes.sliced[dim] = 1;
    }
    note_lists(changes.gathered, rank, mesh, op_attr(op, "gathering_axes"));
    note_lists(changes.gathered, rank, mesh, op_attr(op, "axes"));
    note_lists(changes.sliced, rank, mesh, op_attr(op, "slicing_axes"));
    note_lists(changes.sliced, rank, mesh, op_attr(op, "reduce_scatter_axes"));
    note_moves(&changes, rank, mesh, op_attr(op, "params"));
    for (uint32_t dim = 0; dim < rank; dim++) {
        if (!changes_so(operand->dims[dim], changes.gathered[dim], result->dims[dim],
                        changes.sliced[dim])) {
            return false;
        }
    }
    return true;
}
