/* Sums over devices of several ranks, which the ranks make while they exchange what they have: as a
 * tree by the numbers of the ranks, or, in device order, as a chain. */
#include "codegen/graph/graph.h"
#include "codegen/library/exchanges.h"

LIBRARY(exchange);

/* Whether to hand the left fold on from rank to rank costs less than to give all terms to those who
 * fold them. */
static bool is_chain_cheaper(const struct sdyrt_amount *amount) {
    double cost = sdyrt_schedule_cost(SDYRT_CHAIN, amount);
    return cost < exchange_shared_cost(amount) && cost < exchange_gathered_cost(amount);
}

/* Whether devices come in the order of their ranks, and of one rank one after the other. */
static bool is_by_rank(const struct instance_axes *axes) {
    for (uint32_t i = 1; i < axes->count; i++) {
        if (axes->items[i] <= axes->items[i - 1]) {
            return false;
        }
    }
    return true;
}

/* How the sum is made between the ranks; false: by exchanges of terms. Two ranks give each other
 * what they have. */
static bool choose_kind(const struct graph *graph, const struct instance_axes *axes,
                        const struct sdyrt_amount *amount, int64_t *kind) {
    bool is_fused = graph->options->reduce == REDUCE_FUSED;
    *kind = is_fused ? SDYRT_SUM : SDYRT_CHAIN;
    return is_fused ? sdyrt_sums_by_tree(amount->members)
                    : is_by_rank(axes) && is_chain_cheaper(amount);
}

/* Where the parts of a scattered sum lie; false: each device of a rank has a part of its own, or
 * latencies count. */
static bool choose_parts(const struct graph *graph, const struct type *type,
                         const struct instance_axes *sliced, const struct sdyrt_amount *amount,
                         struct exchange_asked *asked) {
    uint32_t found = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        int64_t apart = type->dims[d];
        for (uint32_t i = sliced[d].count; i-- > 0;) {
            uint32_t axis = sliced[d].items[i], at = 0;
            while (at < asked->folded.count && asked->folded.items[at] != axis) {
                at++;
            }
            if (at == asked->folded.count) {
                return false;
            }
            asked->parts[at] = (struct exchange_part){graph->instances.count + d, apart};
            apart *= graph->instances.axes[axis].size;
            found++;
        }
    }
    asked->kind = SDYRT_SCATTER;
    return found == asked->folded.count && graph->options->reduce == REDUCE_FUSED &&
           amount->points == 1 &&
           exchange_sums_in_turns(amount->members, amount->bytes / amount->members);
}

struct node *node_sum_ranks(struct kernel_builder *builder, const struct type *type,
                            struct node *operand, const struct instance_axes *axes,
                            enum scalar_op op, const struct instance_axes *sliced) {
    const struct graph *graph = builder->graph;
    uint32_t mask = instance_axes_mask(axes), between = mask & graph->instances.rank_axes;
    struct instance_axes leading = instance_axes_of_mask(graph, between);
    struct sdyrt_amount amount = {.members = instance_axes_size(graph, &leading)};
    amount.points = instance_axes_size(graph, axes) / amount.members;
    amount.bytes = extent_product(type_count(operand->type), element_info[operand->element].bytes);
    struct exchange_asked asked = {.op = op, .folded = *axes};
    if (between == 0 || (operand->axes & mask) != mask || amount.bytes == 0 ||
        !exchange_adds(op, operand->element) ||
        !(sliced ? choose_parts(graph, type, sliced, &amount, &asked)
                 : choose_kind(graph, axes, &amount, &asked.kind))) {
        return NULL;
    }
    struct node *sum =
        node_library(builder, &library_exchange, type, term_same(builder, operand), NULL);
    node_set_axes(graph, sum, operand->axes & ~mask);
    node_tell(builder, sum, &asked, sizeof asked);
    node_follow(sum, operand);
    return sum;
}
