/* Affine functions, and questions about terms and nodes. */
#include <string.h>

#include "codegen/graph/graph.h"

struct affine affine_constant(int64_t offset) {
    return (struct affine){.offset = offset};
}

struct affine affine_dim(uint32_t dim, int64_t stride, int64_t offset) {
    struct affine affine = {.offset = offset};
    affine.stride[dim] = stride;
    return affine;
}

/* outer as a function of what the coordinates of `inner` are functions of. */
struct affine affine_compose(const struct affine *outer, const struct affine *inner,
                             uint32_t inner_rank) {
    struct affine result = {.offset = outer->offset};
    for (uint32_t i = 0; i < inner_rank; i++) {
        if (outer->stride[i] == 0) {
            continue;
        }
        result.offset += outer->stride[i] * inner[i].offset;
        for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
            result.stride[d] += outer->stride[i] * inner[i].stride[d];
        }
    }
    return result;
}

bool affine_equal(const struct affine *a, const struct affine *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

bool affine_is_dim(const struct affine *a, uint32_t dim) {
    struct affine wanted = affine_dim(dim, 1, 0);
    return affine_equal(a, &wanted);
}

bool node_is_view(const struct node *node) {
    if (node->kind != NODE_COMPUTE || node->term->kind != TERM_READ) {
        return false;
    }
    for (uint32_t g = 0; g < node->term->group_count; g++) {
        if (node->term->coordinates[g].dynamic) {
            return false;
        }
    }
    return true;
}

bool term_is_uniform(const struct term *term) {
    if (term->kind == TERM_CONSTANT) {
        return true;
    }
    if (term->kind != TERM_SCALAR) {
        return false;
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        if (!term_is_uniform(term->args[i])) {
            return false;
        }
    }
    return true;
}

/* Roughly, in additions. */
double scalar_cost(enum scalar_op op) {
    switch (op) {
    case SCALAR_POWER:
    case SCALAR_ATAN2:
    case SCALAR_EXPONENTIAL:
    case SCALAR_EXPONENTIAL_MINUS_ONE:
    case SCALAR_LOG:
    case SCALAR_LOG_PLUS_ONE:
    case SCALAR_LOGISTIC:
    case SCALAR_TANH:
    case SCALAR_TAN:
    case SCALAR_SINE:
    case SCALAR_COSINE:
    case SCALAR_CBRT:
        return 10;
    case SCALAR_DIVIDE:
    case SCALAR_REMAINDER:
    case SCALAR_SQRT:
    case SCALAR_RSQRT:
        return 3;
    default:
        return 1;
    }
}

double term_cost(const struct term *term) {
    double cost = term->kind == TERM_SCALAR ? scalar_cost(term->op) : 0;
    for (uint32_t i = 0; i < term->arg_count; i++) {
        cost += term_cost(term->args[i]);
    }
    return cost;
}

void term_reads(const struct term *term, void (*visit)(const struct term *read, void *data),
                void *data) {
    if (term->kind == TERM_READ) {
        visit(term, data);
        for (uint32_t g = 0; g < term->group_count; g++) {
            if (term->coordinates[g].dynamic) {
                term_reads(term->coordinates[g].dynamic, visit, data);
            }
        }
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        term_reads(term->args[i], visit, data);
    }
}

static void part_reads(const struct node_part *part, uint32_t rank,
                       void (*visit)(const struct term *read, void *data), void *data) {
    term_reads(part->term, visit, data);
    if (part->condition) {
        term_reads(part->condition, visit, data);
    }
    for (uint32_t d = 0; d < rank; d++) {
        if (part->dynamic[d]) {
            term_reads(part->dynamic[d], visit, data);
        }
    }
}

void node_reads(const struct node *node, void (*visit)(const struct term *read, void *data),
                void *data) {
    switch (node->kind) {
    case NODE_INPUT:
    case NODE_CONSTANT:
        return;
    case NODE_COMPUTE:
        term_reads(node->term, visit, data);
        return;
    case NODE_REDUCE:
        for (uint32_t i = 0; i < node->reduce->operands; i++) {
            term_reads(node->reduce->init[i], visit, data);
            term_reads(node->reduce->term[i], visit, data);
        }
        return;
    case NODE_CONTRACT:
    case NODE_CONVOLUTION:
        visit(node->lhs, data);
        visit(node->rhs, data);
        return;
    case NODE_PARTS:
        for (uint32_t p = 0; p < node->part_count; p++) {
            part_reads(&node->parts[p], node->rank, visit, data);
        }
        return;
    }
}
