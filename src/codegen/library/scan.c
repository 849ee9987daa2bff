/* Scans: running sums, products, maxima, minima and logarithms of sums of exponentials. */
#include "codegen/graph/graph.h"
#include "codegen/library/library.h"
#include "codegen/library/route.h"
#include "codegen/lower/lower.h"

#include "scan_plan.h"

LIBRARY(scan);

struct scan { /* what struct node's `call` is */
    uint32_t dim;
    enum sdyrt_scan_op op;
    bool reverse;
};

/* --- the node --- */

static int64_t scan_type(enum element element) {
    static const int8_t types[ELEMENT_COUNT] = {
        [ELEMENT_F32] = 1 + SDYRT_SCAN_F32,
        [ELEMENT_F64] = 1 + SDYRT_SCAN_F64,
        [ELEMENT_BF16] = 1 + SDYRT_SCAN_BF16,
        [ELEMENT_F16] = 1 + SDYRT_SCAN_F16,
        [ELEMENT_F8E4M3FN] = 1 + SDYRT_SCAN_F8E4M3FN,
        [ELEMENT_F8E5M2] = 1 + SDYRT_SCAN_F8E5M2,
        [ELEMENT_I1] = 1 + SDYRT_SCAN_I1,
        [ELEMENT_I8] = 1 + SDYRT_SCAN_I8,
        [ELEMENT_I16] = 1 + SDYRT_SCAN_I16,
        [ELEMENT_I32] = 1 + SDYRT_SCAN_I32,
        [ELEMENT_I64] = 1 + SDYRT_SCAN_I64,
        [ELEMENT_U8] = 1 + SDYRT_SCAN_U8,
        [ELEMENT_U16] = 1 + SDYRT_SCAN_U16,
        [ELEMENT_U32] = 1 + SDYRT_SCAN_U32,
        [ELEMENT_U64] = 1 + SDYRT_SCAN_U64,
        [ELEMENT_C64] = 1 + SDYRT_SCAN_C64,
        [ELEMENT_C128] = 1 + SDYRT_SCAN_C128,
    };
    return types[element] - 1;
}

static bool is_complex_element(enum element element) {
    return element == ELEMENT_C64 || element == ELEMENT_C128;
}

/* log(exp(a) + exp(b)) as JAX writes it, operations before their operands; a and b are terms. */
enum { A = -1, B = -2 };
static const int8_t logaddexp[] = {
    SCALAR_SELECT,
    SCALAR_NE,
    SCALAR_SUBTRACT,
    A,
    B,
    SCALAR_SUBTRACT,
    A,
    B,
    SCALAR_ADD,
    A,
    B,
    SCALAR_ADD,
    SCALAR_MAXIMUM,
    A,
    B,
    SCALAR_LOG_PLUS_ONE,
    SCALAR_EXPONENTIAL,
    SCALAR_NEGATE,
    SCALAR_ABS,
    SCALAR_SUBTRACT,
    A,
    B,
};

/* Whether the term is the expression that the pattern goes on with, which is then behind it. */
static bool matches(const struct term *term, const int8_t **pattern) {
    int8_t wanted = *(*pattern)++;
    if (wanted == A || wanted == B) {
        return term->kind == (wanted == A ? TERM_ACCUMULATOR : TERM_INCOMING);
    }
    bool good = term->kind == TERM_SCALAR && term->op == (enum scalar_op)wanted;
    for (uint32_t i = 0; good && i < term->arg_count; i++) {
        good = matches(term->args[i], pattern);
    }
    return good;
}

static bool is_logaddexp(struct kernel_builder *builder, const struct region *region,
                         enum element element) {
    const struct block *block = region->first;
    if (block->argument_count != 2 || element_is_integer(element) || is_complex_element(element)) {
        return false;
    }
    struct term *arguments[2] = {term_new(builder, TERM_ACCUMULATOR, element),
                                 term_new(builder, TERM_INCOMING, element)};
    struct term *result;
    const int8_t *pattern = logaddexp;
    return term_region(builder, region, arguments, &result) && matches(result, &pattern);
}

/* The fold of a region; `identity`: the operation with the same first value. */
static enum sdyrt_scan_op fold_of(struct kernel_builder *builder, const struct region *region,
                                  enum element element, enum scalar_op *identity) {
    *identity = region_scalar_op(region);
    switch (*identity) {
    case SCALAR_ADD:
        return SDYRT_SCAN_SUM;
    case SCALAR_MULTIPLY:
        return SDYRT_SCAN_PROD;
    case SCALAR_MAXIMUM:
        return is_complex_element(element) ? SDYRT_SCAN_OP_COUNT : SDYRT_SCAN_MAX;
    case SCALAR_MINIMUM:
        return is_complex_element(element) ? SDYRT_SCAN_OP_COUNT : SDYRT_SCAN_MIN;
    case SCALAR_OR:
        return element == ELEMENT_I1 ? SDYRT_SCAN_SUM : SDYRT_SCAN_OP_COUNT;
    case SCALAR_AND:
        return element == ELEMENT_I1 ? SDYRT_SCAN_PROD : SDYRT_SCAN_OP_COUNT;
    default:
        *identity = SCALAR_MAXIMUM;
        return is_logaddexp(builder, region, element) ? SDYRT_SCAN_LOGSUMEXP : SDYRT_SCAN_OP_COUNT;
    }
}

static bool is_identity(struct kernel_builder *builder, const struct node *node,
                        enum scalar_op op) {
    while (node_is_view(node)) {
        node = node->term->node;
    }
    const struct term *identity = term_identity(builder, node->element, op);
    return node->kind == NODE_COMPUTE && node->term->kind == TERM_CONSTANT &&
           node->term->integer == identity->integer && node->term->real == identity->real;
}

/* Dimensions that lines are numbered by: not of one element, but for the one scanned. */
static uint32_t outer_rank(const struct node *node, uint32_t dim) {
    uint32_t rank = 0;
    for (uint32_t d = 0; d < node->rank; d++) {
        rank += d != dim && node->extent[d] != 1;
    }
    return rank;
}

struct node *node_scan(struct kernel_builder *builder, struct node *operand, struct node *init,
                       uint32_t dim, bool reverse, const struct region *region) {
    enum scalar_op identity;
    dim += operand->lead;
    if (scan_type(operand->element) < 0 || outer_rank(operand, dim) > SDYRT_RANK) {
        return NULL;
    }
    enum sdyrt_scan_op op = fold_of(builder, region, operand->element, &identity);
    if (op == SDYRT_SCAN_OP_COUNT) {
        return NULL;
    }
    const struct scan scan = {.dim = dim, .op = op, .reverse = reverse};
    struct node *node =
        node_library(builder, &library_scan, operand->type, term_same(builder, operand), NULL);
    node_tell(builder, node, &scan, sizeof scan);
    node_follow(node, operand);
    if (is_identity(builder, init, identity)) {
        return node;
    }
    struct term *both[2] = {term_same(builder, init), term_same(builder, node)}, *result;
    return term_region(builder, region, both, &result)
               ? node_compute(builder, operand->type, result)
               : NULL;
}

/* --- the kernels --- */

/* Outer dimensions; those that follow each other on both sides are one. */
static void set_lines(struct sdyrt_scan *what, const struct kernel *kernel, uint32_t dim,
                      const struct affine *from, const struct affine *to) {
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        int64_t size = kernel->extent[d];
        if (d == dim || size == 1) {
            continue;
        }
        int64_t last = what->rank - 1;
        if (what->rank > 0 && what->outer_from[last] == from->stride[d] * size &&
            what->outer_to[last] == to->stride[d] * size) {
            what->outer_size[last] *= size;
        } else {
            last = what->rank++;
            what->outer_size[last] = size;
        }
        what->outer_from[last] = from->stride[d];
        what->outer_to[last] = to->stride[d];
    }
}

ROUTE_FAMILY(sdyrt_scan_plan, sdyrt_scan_plan_by, sdyrt_scan_choose, .name = "scan",
             .routes = SDYRT_SCAN_ROUTE_COUNT, .route_name = sdyrt_scan_route_name,
             .sentence = sdyrt_scan_route_sentence);

/* A kernel for each phase. */
static void lower_phases(struct lowering *lowering, struct sdyrt_scan *what,
                         struct call_operand *operands, struct library_cost cost) {
    const char *comment = lowering->kernel->comment;
    const struct route_plans *plans = route_plans_make(lowering->program->arena, &family, what);
    /* Those of all processors have the same phases and tasks. */
    const struct sdyrt_scan_plan *plan = (const struct sdyrt_scan_plan *)plans->of[0];
    const int64_t phases = sdyrt_scan_phases(what, plan);
    if (phases > 1) {
        operands[2].access.buffer =
            lowering_add_buffer(lowering, ELEMENT_U8, (int64_t)sdyrt_scan_totals(what, plan),
                                "totals of the parts of a scan");
        operands[2].loads = operands[2].stores = true;
    }
    for (what->phase = 0; what->phase < phases; what->phase++) {
        if (what->phase > 0) {
            lowering_add_kernel(lowering, comment);
        }
        struct library_call *call = library_call_new(lowering, &library_scan, what, sizeof *what,
                                                     phases > 1 ? 3 : 2, operands);
        call->plans = plans;
        call->tasks = sdyrt_scan_tasks(what, plan);
        call->scratch = sdyrt_scan_scratch();
        call->cost.flops = cost.flops / (double)phases;
        call->cost.bytes = cost.bytes / (double)phases;
    }
}

static void scan_lower(struct lowering *lowering) {
    struct kernel *kernel = lowering->kernel;
    const struct node *node = lowering->group->anchor;
    const struct scan *scan = node->call;
    struct access from = library_operand(lowering, 0), to = library_result(node);
    struct sdyrt_scan what = {.type = scan_type(node->element),
                              .op = scan->op,
                              .reverse = scan->reverse,
                              .in_order = lowering->graph->options->reduce == REDUCE_DEVICE,
                              .size = kernel->extent[scan->dim],
                              .from = from.at.stride[scan->dim],
                              .to = to.at.stride[scan->dim]};
    set_lines(&what, kernel, scan->dim, &from.at, &to.at);
    struct call_operand operands[3] = {{.access = from, .loads = true},
                                       {.access = to, .stores = true}};
    const double work = (double)node->elements;
    what = sdyrt_scan_normal(&what);
    lower_phases(lowering, &what, operands,
                 (struct library_cost){.flops = work * (scan->op == SDYRT_SCAN_LOGSUMEXP ? 20 : 1),
                                       .bytes = 2 * work * element_info[node->element].bytes});
}

static const char *scan_parts(const void *what) {
    static const char *const parts[SDYRT_SCAN_TYPE_COUNT] = {
        [SDYRT_SCAN_F32] = "SCAN_F32",
        [SDYRT_SCAN_F64] = "SCAN_F64",
        [SDYRT_SCAN_BF16] = "SCAN_BF16",
        [SDYRT_SCAN_F16] = "SCAN_F16",
        [SDYRT_SCAN_F8E4M3FN] = "SCAN_F8E4M3FN",
        [SDYRT_SCAN_F8E5M2] = "SCAN_F8E5M2",
        [SDYRT_SCAN_I1] = "SCAN_I1",
        [SDYRT_SCAN_I8] = "SCAN_I8",
        [SDYRT_SCAN_I16] = "SCAN_I16",
        [SDYRT_SCAN_I32] = "SCAN_I32",
        [SDYRT_SCAN_I64] = "SCAN_I64",
        [SDYRT_SCAN_U8] = "SCAN_U8",
        [SDYRT_SCAN_U16] = "SCAN_U16",
        [SDYRT_SCAN_U32] = "SCAN_U32",
        [SDYRT_SCAN_U64] = "SCAN_U64",
        [SDYRT_SCAN_C64] = "SCAN_C64",
        [SDYRT_SCAN_C128] = "SCAN_C128",
    };
    static const char *const logarithms[SDYRT_SCAN_TYPE_COUNT] = {
        [SDYRT_SCAN_F32] = "SCAN_F32 SCAN_LOGSUMEXP_F32",
        [SDYRT_SCAN_F64] = "SCAN_F64 SCAN_LOGSUMEXP_F64",
        [SDYRT_SCAN_BF16] = "SCAN_BF16 SCAN_LOGSUMEXP_F32",
        [SDYRT_SCAN_F16] = "SCAN_F16 SCAN_LOGSUMEXP_F32",
        [SDYRT_SCAN_F8E4M3FN] = "SCAN_F8E4M3FN SCAN_LOGSUMEXP_F32",
        [SDYRT_SCAN_F8E5M2] = "SCAN_F8E5M2 SCAN_LOGSUMEXP_F32",
    };
    const struct sdyrt_scan *scan = what;
    return (scan->op == SDYRT_SCAN_LOGSUMEXP ? logarithms : parts)[scan->type];
}

const struct library library_scan = {
    .name = "scan",
    .symbol = "sdyrt_scan",
    .header = "scan.h",
    .parts = scan_parts,
    .lower = scan_lower,
    LIBRARY_CALL,
};
