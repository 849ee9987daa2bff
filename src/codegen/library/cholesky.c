/* Cholesky factorisations. */
#include "codegen/library/matrix.h"
#include "codegen/library/route.h"
#include "linalg_plan.h"

LIBRARY(cholesky);

struct cholesky { /* what struct node's `call` is */
    bool lower;
};

struct node *node_cholesky(struct kernel_builder *builder, struct node *operand, bool lower) {
    const struct type *element = type_element(operand->type);
    struct node *a = node_convert(builder, operand, matrix_element(builder, element));
    struct node *node =
        node_library(builder, &library_cholesky, a->type, term_same(builder, a), NULL);
    node_tell(builder, node, &(struct cholesky){.lower = lower}, sizeof(struct cholesky));
    node_follow(node, operand);
    return node_convert(builder, node, element);
}

/* --- plans --- */

ROUTE_FAMILY(sdyrt_cholesky_plan, sdyrt_cholesky_plan_by, sdyrt_cholesky_choose, .name = "linalg",
             .routes = SDYRT_LINALG_ROUTE_COUNT, .route_name = sdyrt_linalg_route_name,
             .sentence = sdyrt_linalg_route_sentence);

/* --- the kernel --- */

static void cholesky_lower(struct lowering *lowering) {
    const struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    const struct cholesky *call = node->call;
    uint32_t row = node->rank - 2, column = node->rank - 1;
    struct access accesses[2] = {library_operand(lowering, 0), library_result(node)};
    const struct affine *from = &accesses[0].at, *to = &accesses[1].at;
    struct sdyrt_cholesky what = {.type = matrix_type(node->element),
                                  .lower = call->lower,
                                  .size = kernel->extent[row],
                                  .from_row = from->stride[row],
                                  .from_column = from->stride[column],
                                  .to_row = to->stride[row]};
    what.rank = matrix_batch(kernel, row, 2, accesses, what.outer_size,
                             (int64_t *[2]){what.outer_from, what.outer_to});
    struct call_operand operands[2] = {{.access = accesses[0], .loads = true},
                                       {.access = accesses[1], .stores = true}};
    struct library_call *made =
        library_call_new(lowering, &library_cholesky, &what, sizeof what, 2, operands);
    double n = (double)what.size;
    /* Those of all processors have the same tasks. */
    const struct route_plans *plans = route_plans_make(lowering->program->arena, &family, &what);
    made->plans = plans;
    made->tasks = sdyrt_cholesky_tasks(&what, (const struct sdyrt_cholesky_plan *)plans->of[0]);
    made->scratch = sdyrt_cholesky_scratch(&what);
    made->cost.flops = matrix_count(kernel, row) * n * n * n / 3;
    made->cost.bytes = 2 * (double)node->elements * element_info[node->element].bytes;
}

static const char *cholesky_parts(const void *what) {
    return matrix_parts(((const struct sdyrt_cholesky *)what)->type);
}

const struct library library_cholesky = {
    .name = "cholesky",
    .symbol = "sdyrt_cholesky",
    .header = "cholesky.h",
    .parts = cholesky_parts,
    .lower = cholesky_lower,
    LIBRARY_CALL,
};
