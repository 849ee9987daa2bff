/* Triangular systems. The runtime solves A X = B with a lower matrix; other forms become this one
 * by their strides. */
#include "codegen/library/matrix.h"
#include "codegen/library/route.h"
#include "linalg_plan.h"

LIBRARY(triangular);

/* --- the node --- */

/* A is read over the result's dimensions, of which one of the last two numbers its rows or columns;
 * the other one is a further dimension. */
struct node *node_triangular(struct kernel_builder *builder, struct node *a, struct node *b,
                             const struct node_triangular *form) {
    const struct type *element = type_element(b->type);
    const struct type *computed = matrix_element(builder, element);
    a = node_convert(builder, a, computed);
    b = node_convert(builder, b, computed);
    uint32_t rank = node_rank(b);
    struct affine map[KERNEL_DIMS];
    for (uint32_t d = 0; d < rank; d++) {
        map[d] = affine_dim(d, 1, 0);
    }
    map[form->left ? rank - 1 : rank - 2] = affine_dim(rank, 1, 0);
    struct node *node = node_library(builder, &library_triangular, b->type,
                                     term_read(builder, a, map), term_same(builder, b));
    node->sequential = 1;
    node->extent[node->rank] = node_extent(a, rank - 1);
    node_tell(builder, node, form, sizeof *form);
    node_follow(node, b);
    return node_convert(builder, node, element);
}

/* --- plans --- */

ROUTE_FAMILY(sdyrt_triangular_plan, sdyrt_triangular_plan_by, sdyrt_triangular_choose,
             .name = "linalg", .routes = SDYRT_LINALG_ROUTE_COUNT,
             .route_name = sdyrt_linalg_route_name, .sentence = sdyrt_linalg_route_sentence);

/* --- the kernel --- */

/* Exchanges what makes the system one of a lower matrix from the left; the operands then begin
 * with their last rows where the order is reversed. */
static void set_orientation(struct sdyrt_triangular *what, const struct node_triangular *form,
                            struct access *accesses) {
    bool swaps = form->transposed == form->left; /* a system from the right is that of A^T */
    if (swaps) {
        int64_t row = what->a_row;
        what->a_row = what->a_column;
        what->a_column = row;
    }
    if (form->lower == swaps && what->size > 0) {
        int64_t last = what->size - 1;
        accesses[0].at.offset += last * (what->a_row + what->a_column);
        accesses[1].at.offset += last * what->from_row;
        accesses[2].at.offset += last * what->to_row;
        what->a_row = -what->a_row;
        what->a_column = -what->a_column;
        what->from_row = -what->from_row;
        what->to_row = -what->to_row;
    }
}

static void triangular_lower(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    const struct node_triangular *form = node->call;
    uint32_t row = node->rank - 2, column = node->rank - 1, further = node->rank;
    uint32_t solved = form->left ? row : column, other = form->left ? column : row;
    struct access accesses[3] = {library_operand(lowering, 0), library_operand(lowering, 1),
                                 library_result(node)};
    struct sdyrt_triangular what = {.type = matrix_type(node->element),
                                    .unit = form->unit_diagonal,
                                    .conjugate = form->conjugated,
                                    .size = kernel->extent[solved],
                                    .columns = kernel->extent[other],
                                    .a_row = accesses[0].at.stride[form->left ? row : further],
                                    .a_column =
                                        accesses[0].at.stride[form->left ? further : column],
                                    .from_row = accesses[1].at.stride[solved],
                                    .from_column = accesses[1].at.stride[other],
                                    .to_row = accesses[2].at.stride[solved],
                                    .to_column = accesses[2].at.stride[other]};
    what.rank = matrix_batch(kernel, row, 3, accesses, what.outer_size,
                             (int64_t *[3]){what.outer_a, what.outer_from, what.outer_to});
    set_orientation(&what, form, accesses);
    struct call_operand operands[3] = {{.access = accesses[0], .loads = true},
                                       {.access = accesses[1], .loads = true},
                                       {.access = accesses[2], .stores = true}};
    struct library_call *call =
        library_call_new(lowering, &library_triangular, &what, sizeof what, 3, operands);
    double n = (double)what.size, columns = (double)what.columns;
    const struct route_plans *plans = route_plans_make(lowering->program->arena, &family, &what);
    /* Those of all processors have the same tasks. */
    const struct sdyrt_triangular_plan *plan = (const struct sdyrt_triangular_plan *)plans->of[0];
    call->plans = plans;
    call->tasks = sdyrt_triangular_tasks(&what, plan);
    call->scratch = sdyrt_triangular_scratch(&what, plan);
    call->cost.flops = matrix_count(kernel, row) * n * n * columns;
    call->cost.bytes = matrix_count(kernel, row) * (n * n / 2 + 2 * n * columns) *
                       element_info[node->element].bytes;
}

static const char *triangular_parts(const void *what) {
    return matrix_parts(((const struct sdyrt_triangular *)what)->type);
}

const struct library library_triangular = {
    .name = "triangular solution",
    .symbol = "sdyrt_triangular",
    .header = "triangular.h",
    .parts = triangular_parts,
    .lower = triangular_lower,
    LIBRARY_CALL,
};
