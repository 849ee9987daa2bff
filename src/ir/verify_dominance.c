/* Values are defined before they are used, and no isolated region sees values from outside.
 *
 * Most regions have one block, where order decides. For the others each block gets its immediate
 * dominator (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm). */
#include "ir/op_def.h"
#include "ir/verify_internal.h"

#include <stdlib.h>
#include <string.h>

/* One region with several blocks, numbered in reverse postorder. */
struct flow {
    struct pointer_map numbers; /* block -> its number plus one */
    struct block **order;
    int32_t *dominators; /* -1: not known yet */
    uint32_t *edges;     /* predecessors, block after block */
    uint32_t *first_edge;
    uint32_t count;
};

static int32_t number_of(const struct flow *flow, const struct block *block) {
    return (int32_t)(uintptr_t)pointer_map_get(&flow->numbers, block) - 1;
}

static uint32_t successors_of(const struct block *block, struct block ***successors) {
    *successors = block->last ? block->last->successors : NULL;
    return block->last ? block->last->successor_count : 0;
}

struct visit {
    struct block *block;
    uint32_t next;
};

/* Reachable blocks, entry first. */
static void order_blocks(struct arena *arena, const struct region *region, struct flow *flow) {
    uint32_t total = 0;
    FOR_EACH_BLOCK (block, region) {
        total++;
    }
    flow->order = ARENA_ARRAY(arena, struct block *, total);
    struct visit *stack = ARENA_ARRAY(arena, struct visit, total);
    struct pointer_map seen = {0};
    uint32_t depth = 0, done = total;
    stack[depth++] = (struct visit){.block = region->first};
    pointer_map_put(&seen, region->first, region->first);
    while (depth) {
        struct visit *top = &stack[depth - 1];
        struct block **successors;
        if (top->next == successors_of(top->block, &successors)) {
            flow->order[--done] = top->block;
            depth--;
            continue;
        }
        struct block *next = successors[top->next++];
        if (next->region == region && !pointer_map_get(&seen, next)) {
            pointer_map_put(&seen, next, next);
            stack[depth++] = (struct visit){.block = next};
        }
    }
    flow->count = total - done;
    memmove(flow->order, flow->order + done, flow->count * sizeof(struct block *));
    for (uint32_t i = 0; i < flow->count; i++) {
        pointer_map_put(&flow->numbers, flow->order[i], (void *)(uintptr_t)(i + 1));
    }
    pointer_map_free(&seen);
}

static void collect_edges(struct arena *arena, struct flow *flow) {
    uint32_t *first = ARENA_ARRAY(arena, uint32_t, flow->count + 2);
    struct block **successors;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < flow->count; i++) {
            uint32_t count = successors_of(flow->order[i], &successors);
            for (uint32_t j = 0; j < count; j++) {
                int32_t to = number_of(flow, successors[j]);
                if (to >= 0 && pass == 0) {
                    first[to + 2]++;
                } else if (to >= 0) {
                    flow->edges[first[to + 1]++] = i;
                }
            }
        }
        if (pass == 0) {
            for (uint32_t i = 2; i < flow->count + 2; i++) {
                first[i] += first[i - 1];
            }
            flow->edges = ARENA_ARRAY(arena, uint32_t, first[flow->count + 1] + 1);
        }
    }
    flow->first_edge = first;
}

static int32_t meet(const struct flow *flow, int32_t a, int32_t b) {
    while (a != b) {
        while (a > b) {
            a = flow->dominators[a];
        }
        while (b > a) {
            b = flow->dominators[b];
        }
    }
    return a;
}

static void find_dominators(struct arena *arena, const struct region *region, struct flow *flow) {
    order_blocks(arena, region, flow);
    collect_edges(arena, flow);
    flow->dominators = ARENA_ARRAY(arena, int32_t, flow->count);
    memset(flow->dominators, 0xFF, flow->count * sizeof *flow->dominators);
    flow->dominators[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < flow->count; i++) {
            int32_t dominator = -1;
            for (uint32_t e = flow->first_edge[i]; e < flow->first_edge[i + 1]; e++) {
                int32_t from = (int32_t)flow->edges[e];
                if (flow->dominators[from] >= 0) {
                    dominator = dominator < 0 ? from : meet(flow, dominator, from);
                }
            }
            changed = changed || dominator != flow->dominators[i];
            flow->dominators[i] = dominator;
        }
    }
}

/* Blocks that cannot be reached are dominated by all. */
static bool dominates(const struct flow *flow, const struct block *a, const struct block *b) {
    int32_t above = number_of(flow, a), below = number_of(flow, b);
    if (below < 0 || above < 0) {
        return below < 0;
    }
    while (below > above) {
        below = flow->dominators[below];
    }
    return below == above;
}

/* --- uses ------------------------------------------------------------------------------------- */

struct checker {
    struct verifier *verifier;
    struct arena *arena;
    struct pointer_map flows; /* region -> flow */
};

static struct flow *flow_of(struct checker *checker, const struct region *region) {
    struct flow *flow = pointer_map_get(&checker->flows, region);
    if (!flow) {
        flow = ARENA_NEW(checker->arena, struct flow);
        find_dominators(checker->arena, region, flow);
        pointer_map_put(&checker->flows, region, flow);
    }
    return flow;
}

/* Regions whose operations may use each other in any order. */
static bool is_graph(const struct op *op) {
    return op->def == &op_unregistered || op_has(op, OP_SYMBOL_TABLE);
}

static struct block *block_of(const struct value *value) {
    return value->op ? value->op->block : value->block;
}

/* The operation around `op`, or itself, that stands in the region; NULL where none does.
 * `isolated` is the isolated operation between, if any. */
static const struct op *ancestor_in(const struct op *op, const struct region *region,
                                    const struct op **isolated) {
    while (op && (!op->block || op->block->region != region)) {
        op = op_parent(op);
        if (op && !*isolated && op_has(op, OP_ISOLATED)) {
            *isolated = op;
        }
    }
    return op;
}

static bool is_visible(struct checker *checker, const struct value *value, const struct op *user) {
    struct block *block = block_of(value);
    if (is_graph(block->region->op)) {
        return true;
    }
    if (block != user->block) {
        return dominates(flow_of(checker, block->region), block, user->block);
    }
    return !value->op || (value->op != user && op_is_before(value->op, user));
}

static void report_late(struct checker *checker, const struct op *op, uint32_t index) {
    struct diagnostics *diagnostics = checker->verifier->context->diagnostics;
    diag_error(diagnostics, op->location, "operand #%u does not dominate this use", index);
    diag_note(diagnostics, op->operands[index].value->location, "operand defined here");
    checker->verifier->good = false;
}

static void report_isolated(struct checker *checker, const struct op *op,
                            const struct op *isolated) {
    struct diagnostics *diagnostics = checker->verifier->context->diagnostics;
    diag_error(diagnostics, op->location, "'%s' op using value defined outside the region",
               op->name);
    diag_note(diagnostics, isolated->location, "required by region isolation constraints");
    checker->verifier->good = false;
}

static void check_operand(struct checker *checker, const struct op *op, uint32_t index) {
    const struct value *value = op->operands[index].value;
    const struct block *block = block_of(value);
    if (!block) {
        sdyc_bug("operand %u of '%s' is no longer in the module", index, op->name);
    }
    /* Nearly all values are used in their own block. */
    const struct op *isolated = NULL;
    const struct op *user = op;
    if (op->block != block) {
        user = ancestor_in(op, block->region, &isolated);
    }
    if (isolated) {
        report_isolated(checker, op, isolated);
    } else if (!user || !is_visible(checker, value, user)) {
        report_late(checker, op, index);
    }
}

static bool check_op(struct op *op, void *data) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        check_operand(data, op, i);
    }
    return true;
}

void verify_dominance(struct verifier *verifier, const struct op *root) {
    struct checker checker = {.verifier = verifier, .arena = arena_new()};
    op_walk((struct op *)root, check_op, &checker);
    for (size_t i = 0; i < checker.flows.capacity; i++) {
        if (checker.flows.keys[i]) {
            pointer_map_free(&((struct flow *)checker.flows.values[i])->numbers);
        }
    }
    pointer_map_free(&checker.flows);
    arena_free(checker.arena);
}
