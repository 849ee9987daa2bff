/* Groups the roots of the graph into kernels: a root joins the kernel that makes one of its
 * operands when both run over the same points, it reads that operand at its own point only, and
 * everything else it needs is there by then. A tensor is then read once for several results. */
#include <string.h>

#include "codegen/lower/lower.h"

enum { MAX_ROOTS = 8 };

static void collect_read(const struct term *read, void *data);

static void add_input(struct group *group, struct node *node) {
    for (size_t i = 0; i < group->inputs.count; i++) {
        if (group->inputs.items[i] == node) {
            return;
        }
    }
    *vector_push(&group->inputs) = node;
}

static void collect_node(struct group *group, struct node *node) {
    node_reads(node, collect_read, group);
}

static void collect_read(const struct term *read, void *data) {
    struct group *group = data;
    struct node *node = read->node;
    if (node->materialised) {
        add_input(group, node);
    } else if (node != group->anchor) {
        collect_node(group, node);
    }
}

static struct group *group_new(struct graph *graph, struct node *root) {
    struct group *group = ARENA_NEW(graph->arena, struct group);
    bool is_anchor =
        root->kind == NODE_REDUCE || root->kind == NODE_CONTRACT || root->kind == NODE_CONVOLUTION;
    group->anchor = is_anchor ? root : root->anchor;
    *vector_push(&group->roots) = root;
    collect_node(group, root);
    if (root->anchor) {
        collect_node(group, root->anchor);
    }
    return group;
}

static struct group *group_of(struct group *const *of, const struct node *node) {
    struct group *group = of[node->id];
    while (group && group->merged_into) {
        group = group->merged_into;
    }
    return group;
}

static bool same_points(const struct node *a, const struct node *b) {
    return a->rank == b->rank && memcmp(a->extent, b->extent, a->rank * sizeof(int64_t)) == 0;
}

/* Whether `root` reads `node`, a root of another group, at its own point only. */
static bool reads_at_own_point(const struct node *root, const struct node *node) {
    for (size_t i = 0; i < node->evaluations.count; i++) {
        const struct evaluation *evaluation = &node->evaluations.items[i];
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

/* A convolution's tile lies where its one root writes: a second root would find it overwritten. And
 * with one convolution a device the tiles do not say whose they are. */
static bool takes_no_more(const struct group *group) {
    const struct node *anchor = group->anchor;
    return anchor && anchor->kind == NODE_CONVOLUTION &&
           (!anchor->materialised || anchor->device_dims > 0);
}

static bool can_join(struct group *const *of, const struct group *group, const struct group *into) {
    const struct node *root = group->roots.items[0];
    if (into->roots.count >= MAX_ROOTS || into->roots.items[0]->kind == NODE_PARTS ||
        !same_points(root, into->roots.items[0]) || takes_no_more(into)) {
        return false;
    }
    for (size_t i = 0; i < group->inputs.count; i++) {
        const struct node *input = group->inputs.items[i];
        if (has_root(into, input)) {
            if (!reads_at_own_point(root, input)) {
                return false;
            }
            continue;
        }
        const struct group *maker = group_of(of, input);
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
static struct group *find_partner(struct group *const *of, struct group *const *reader,
                                  const struct group *group) {
    for (size_t i = 0; i < group->inputs.count; i++) {
        struct group *maker = group_of(of, group->inputs.items[i]);
        if (maker && can_join(of, group, maker)) {
            return maker;
        }
    }
    for (size_t i = 0; i < group->inputs.count; i++) {
        const struct node *input = group->inputs.items[i];
        struct group *other = reader[input->id];
        while (other && other->merged_into) {
            other = other->merged_into;
        }
        if (other && !other->anchor && same_points(input, group->roots.items[0]) &&
            can_join(of, group, other)) {
            return other;
        }
    }
    return NULL;
}

void graph_groups(struct graph *graph, struct group_list *groups) {
    struct group **of = ARENA_ARRAY(graph->arena, struct group *, graph->nodes.count + 1);
    struct group **reader = ARENA_ARRAY(graph->arena, struct group *, graph->nodes.count + 1);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        struct node *node = graph->nodes.items[i];
        if (!node->materialised || node->kind == NODE_INPUT || node->kind == NODE_CONSTANT) {
            continue;
        }
        struct group *group = group_new(graph, node);
        of[node->id] = group;
        group->number = (uint32_t)groups->count;
        struct group *partner = NULL;
        if (!group->anchor && node->kind == NODE_COMPUTE) {
            partner = find_partner(of, reader, group);
        }
        if (partner) {
            join(group, partner);
        } else {
            *vector_push(groups) = group;
            partner = group;
        }
        for (size_t k = 0; k < group->inputs.count; k++) {
            reader[group->inputs.items[k]->id] = partner;
        }
        if (partner != group) {
            vector_free(&group->roots);
            vector_free(&group->inputs);
        }
    }
}
