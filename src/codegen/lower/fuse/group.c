/* Groups the roots of the graph into kernels: a root joins the kernel that makes one of its
 * operands when both run over the same points, it reads that operand at its own point only, and
 * everything else it needs is there by then. A tensor is then read once for several results. */
#include <string.h>

#include "codegen/lower/fuse/fuse.h"

#include "caches.h"

/* A walk over what a group computes: each node once. */
struct collector {
    struct graph *graph;
    struct group *group;
    uint32_t walk;
};

static void add_input(struct group *group, struct node *node) {
    for (size_t i = 0; i < group->inputs.count; i++) {
        if (group->inputs.items[i] == node) {
            return;
        }
    }
    *vector_push(&group->inputs) = node;
}

static void collect_read(struct term *read, void *data) {
    struct collector *collector = data;
    struct node *node = read->node;
    if (node->mark == collector->walk) {
        return;
    }
    node->mark = collector->walk;
    if (node->fusion.materialised) {
        add_input(collector->group, node);
    } else if (node != collector->group->anchor) {
        node_reads(collector->graph, node, collect_read, collector);
    }
}

static void collect_inputs(struct graph *graph, struct group *group) {
    struct node *root = group->roots.items[0];
    struct collector collector = {graph, group, graph_walk(graph)};
    node_reads(graph, root, collect_read, &collector);
    if (root->fusion.anchor) {
        node_reads(graph, root->fusion.anchor, collect_read, &collector);
    }
    if (root->written.base && root->written.base->fusion.materialised) {
        add_input(group, root->written.base);
    } else if (root->written.base) {
        node_reads(graph, root->written.base, collect_read, &collector);
    }
}

static struct group *group_new(struct graph *graph, struct node *root) {
    struct group *group = ARENA_NEW(graph->arena, struct group);
    bool is_anchor = root->kind == NODE_REDUCE || root->kind == NODE_LIBRARY;
    group->anchor = is_anchor ? root : root->fusion.anchor;
    *vector_push(&group->roots) = root;
    collect_inputs(graph, group);
    return group;
}

static struct group *merged(struct group *group) {
    while (group && group->merged_into) {
        group = group->merged_into;
    }
    return group;
}

/* The group that makes a node, where it is one of this subgraph. */
static struct group *group_of(const struct subgraph *subgraph, const struct node *node) {
    node = node->kind == NODE_RESULT ? node->results.owner : node;
    return node->in == subgraph ? merged(node->fusion.made_by) : NULL;
}

static bool same_points(const struct node *a, const struct node *b) {
    return a->rank == b->rank && memcmp(a->extent, b->extent, a->rank * sizeof(int64_t)) == 0;
}

/* Whether `root` reads `node`, a root of another group, at its own point only. */
static bool reads_at_own_point(const struct node *root, const struct node *node) {
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        const struct evaluation *evaluation = &node->fusion.evaluations.items[i];
        if (evaluation->root != root) {
            continue;
        }
        if (!evaluation->map || evaluation->by_address || evaluation->space != 0) {
            return false;
        }
        for (uint32_t d = 0; d < node->rank; d++) {
            if (!affine_is_dim(&evaluation->map[d], d)) {
                return false;
            }
        }
    }
    return true;
}

static bool has_root(const struct group *group, const struct node *node) {
    for (size_t i = 0; i < group->roots.count; i++) {
        if (group->roots.items[i] == node) {
            return true;
        }
    }
    return false;
}

/* A tile that lies where the one root writes: a second root would find it overwritten. */
static bool takes_no_more(const struct group *group) {
    const struct node *anchor = group->anchor;
    return anchor && anchor->kind == NODE_LIBRARY &&
           (!anchor->library->hosts || (anchor->library->in_place && !anchor->fusion.materialised));
}

static bool is_alone(const struct node *root) {
    return root->fusion.is_alone || root->fusion.pieces;
}

static bool can_join(const struct group *group, const struct group *into) {
    const struct node *root = group->roots.items[0];
    if (into->roots.count >= SDYRT_CACHE_WAYS || into->roots.items[0]->kind == NODE_PARTS ||
        into->roots.items[0]->regions || is_alone(into->roots.items[0]) ||
        !same_points(root, into->roots.items[0]) || takes_no_more(into) ||
        root->facts.is_kept != into->roots.items[0]->facts.is_kept) {
        return false;
    }
    for (size_t i = 0; i < group->inputs.count; i++) {
        const struct node *input = group->inputs.items[i];
        if (has_root(into, input->kind == NODE_RESULT ? input->results.owner : input)) {
            if (!reads_at_own_point(root, input) || !node_lies_alike(input, root, NULL)) {
                return false;
            }
            continue;
        }
        const struct group *maker = group_of(root->in, input);
        if (maker && maker->number >= into->number) {
            return false;
        }
    }
    return true;
}

static void join(struct group *group, struct group *into) {
    *vector_push(&into->roots) = group->roots.items[0];
    for (size_t i = 0; i < group->inputs.count; i++) {
        if (!has_root(into, group->inputs.items[i])) {
            add_input(into, group->inputs.items[i]);
        }
    }
    group->merged_into = into;
}

/* The kernel of an operand, or else one that reads the same operand over the same points. */
static struct group *find_partner(const struct group *group) {
    const struct node *root = group->roots.items[0];
    for (size_t i = 0; i < group->inputs.count; i++) {
        struct group *maker = group_of(root->in, group->inputs.items[i]);
        if (maker && can_join(group, maker)) {
            return maker;
        }
    }
    for (size_t i = 0; i < group->inputs.count; i++) {
        const struct node *input = group->inputs.items[i];
        struct group *other = merged(input->fusion.read_by);
        bool is_here = other && other->roots.count > 0 && other->roots.items[0]->in == root->in;
        if (is_here && !other->anchor && same_points(input, root) && can_join(group, other)) {
            return other;
        }
    }
    return NULL;
}

/* Single numbers are computed together, whatever they read: each kernel has its price. */
static struct group *find_neighbour(const struct group *group, const struct group_list *groups) {
    struct group *last = groups->count ? groups->items[groups->count - 1] : NULL;
    bool fits = last && group->roots.items[0]->elements == 1 && !last->anchor &&
                last->roots.items[0]->kind == NODE_COMPUTE;
    return fits && can_join(group, last) ? last : NULL;
}

static bool makes_kernels(const struct node *node) {
    return node->fusion.materialised && node->kind != NODE_INPUT && node->kind != NODE_CONSTANT &&
           node->kind != NODE_RANK && node->kind != NODE_CARRIED && node->kind != NODE_RESULT;
}

static bool joins_others(const struct group *group) {
    const struct node *root = group->roots.items[0];
    return !group->anchor && root->kind == NODE_COMPUTE && !is_alone(root);
}

void subgraph_groups(struct graph *graph, const struct subgraph *subgraph,
                     struct group_list *groups) {
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        struct node *node = subgraph->nodes.items[i];
        if (!makes_kernels(node)) {
            continue;
        }
        struct group *group = node->fusion.made_by = group_new(graph, node);
        group->number = (uint32_t)groups->count;
        struct group *partner = joins_others(group) ? find_partner(group) : NULL;
        if (!partner && joins_others(group)) {
            partner = find_neighbour(group, groups);
        }
        if (partner) {
            join(group, partner);
        } else {
            *vector_push(groups) = group;
            partner = group;
        }
        for (size_t k = 0; k < group->inputs.count; k++) {
            group->inputs.items[k]->fusion.read_by = partner;
        }
        if (partner != group) {
            vector_free(&group->roots);
            vector_free(&group->inputs);
        }
    }
}
