/* Decides which nodes get a buffer and which are computed inside the kernels of their consumers.
 *
 * Nodes are visited from the results backwards, so that all consumers of a node are decided before
 * it. A node's evaluations are the kernels that would compute it, and at which coordinates: with
 * exactly one evaluation it moves into that kernel; views and cheap terms move into several; all
 * others are materialised and become the root of a kernel. A reduction, or a library node of a kind
 * that hosts, whose only consumer is an elementwise root over the same points becomes that root's
 * anchor: the root's statements run on its tiles while they are in cache.
 */
#include <string.h>

#include "codegen/lower/fuse/fuse.h"
#include "codegen/lower/fuse/pieces.h"
#include "codegen/lower/fuse/transposed.h"
#include "codegen/lower/lower_thresholds.h"
#include "support/limits.h"

#include "caches.h"

struct reader {
    struct graph *graph;
    const struct node *node;       /* whose reads are visited */
    const struct evaluation *from; /* evaluation of `node`, to compose with; NULL: its own space */
    struct node *root;
    uint32_t space;
    bool by_address;
    int64_t points; /* at which `node` is evaluated; 0: all of the space */
};

static bool same_map(const struct node *node, const struct evaluation *a,
                     const struct evaluation *b) {
    if (a->root != b->root || a->space != b->space || !a->map || !b->map) {
        return false;
    }
    for (uint32_t d = 0; d < node->rank; d++) {
        if (!affine_equal(&a->map[d], &b->map[d])) {
            return false;
        }
    }
    return true;
}

static void add_evaluation(struct node *node, struct evaluation evaluation) {
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        struct evaluation *known = &node->fusion.evaluations.items[i];
        if (known->by_address == evaluation.by_address && known->points == evaluation.points &&
            same_map(node, known, &evaluation)) {
            return;
        }
    }
    *vector_push(&node->fusion.evaluations) = evaluation;
}

/* The coordinates of a read as a map in the space of the evaluation; NULL where there is none. */
static struct affine *read_map(const struct reader *reader, const struct term *read) {
    bool inlinable = !read->groups && (!reader->from || reader->from->map);
    for (uint32_t g = 0; g < read->coordinate_count; g++) {
        inlinable = inlinable && !read->coordinates[g].dynamic;
    }
    if (!inlinable) {
        return NULL;
    }
    struct affine *map =
        ARENA_ARRAY(reader->graph->arena, struct affine, read->coordinate_count + 1);
    for (uint32_t g = 0; g < read->coordinate_count; g++) {
        map[g] = reader->from ? affine_compose(&read->coordinates[g].at, reader->from->map,
                                               reader->node->rank)
                              : read->coordinates[g].at;
    }
    return map;
}

static void visit_read(struct term *read, void *data) {
    const struct reader *reader = data;
    add_evaluation(read->node, (struct evaluation){reader->root, reader->space, reader->by_address,
                                                   read_map(reader, read), reader->points});
}

/* --- what becomes of a node ------------------------------------------------------------------- */

static int64_t space_points(const struct evaluation *evaluation) {
    const struct node *root = evaluation->root;
    int64_t points = root->elements;
    if (evaluation->points > 0) {
        return evaluation->points;
    }
    if (root->kind == NODE_PARTS && evaluation->space < root->written.count) {
        const struct node_part *part = &root->written.parts[evaluation->space];
        points = 1;
        for (uint32_t d = 0; d < part->rank; d++) {
            points *= part->extent[d];
        }
        return points;
    }
    if (evaluation->space == 1) {
        for (uint32_t d = 0; d < root->sequential; d++) {
            points *= root->extent[root->rank + d];
        }
    }
    return points;
}

static bool has_guard(const struct term *term) {
    if (term->kind == TERM_GUARD) {
        return true;
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        if (has_guard(term->args[i])) {
            return true;
        }
    }
    return false;
}

/* A view moves into all its readers, except one that numbers its elements anew. */
static bool view_inlines(const struct node *node) {
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        if (!node->fusion.evaluations.items[i].map) {
            return false;
        }
    }
    return true;
}

/* A node in a kernel of a region that it stands outside of would be computed again and again. */
static bool is_captured(const struct node *node) {
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        if (node->fusion.evaluations.items[i].root->in != node->in) {
            return true;
        }
    }
    return false;
}

struct base_reader {
    const struct node *base;
    bool found;
};

static void find_base(struct term *read, void *data) {
    struct base_reader *reader = data;
    reader->found = reader->found || read->node == reader->base;
}

static bool reads(struct graph *graph, const struct node *node, const struct node *base) {
    struct base_reader reader = {.base = base};
    node_reads(graph, node, find_base, &reader);
    return reader.found;
}

/* A walk over what a node is computed of: the elements of all that reads a tensor which is updated
 * in place. It ends after so many nodes, for each that one kernel computes begins a walk. */
struct early_readers {
    struct graph *graph;
    const struct node *base;
    uint32_t walk, nodes;
    int64_t elements;
};

static void add_early_reader(struct term *read, void *data) {
    struct early_readers *readers = data;
    struct node *node = read->node;
    if (node->kind != NODE_COMPUTE || node->mark == readers->walk ||
        readers->nodes == LIMIT_LOOKED) {
        return;
    }
    node->mark = readers->walk;
    readers->nodes++;
    if (reads(readers->graph, node, readers->base)) {
        readers->elements += node->elements;
    } else {
        node_reads(readers->graph, node, add_early_reader, data);
    }
}

/* Whether the caller's memory stays as it is: what updates such a tensor begins with a copy. */
static bool is_never_overwritten(const struct graph *graph, const struct node *node) {
    return node->kind == NODE_INPUT && !func_argument_is_donated(graph->func, node->border.input);
}

/* Whether a tensor that is updated in place is read by what is written to it: that must have been
 * read before. It is kept at the place where there is least of it: an update made of several slices
 * of the tensor, not the slices. */
static bool reads_updated(struct graph *graph, const struct node *node) {
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        const struct evaluation *evaluation = &node->fusion.evaluations.items[i];
        const struct node *root = evaluation->root, *base = root->written.base;
        if (root->kind != NODE_PARTS || !base || base == node ||
            evaluation->space == root->written.count || is_never_overwritten(graph, base)) {
            continue;
        }
        struct early_readers readers = {.graph = graph, .base = base, .walk = graph_walk(graph)};
        if (reads(graph, node, base)) {
            return true;
        }
        node_reads(graph, node, add_early_reader, &readers);
        if (readers.elements > node->elements) {
            return true;
        }
    }
    return false;
}

/* Whether the kernels that would compute the node have room for one more; takes it. What is known
 * everywhere at no cost ends a walk and takes none. */
static bool fits(struct node *node) {
    if (node->fusion.cost == 0 && !node_is_view(node)) {
        return true;
    }
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        if (node->fusion.evaluations.items[i].root->fusion.fused >= LIMIT_KERNEL_NODES) {
            return false;
        }
    }
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        node->fusion.evaluations.items[i].root->fusion.fused++;
    }
    return true;
}

static bool compute_can_inline(struct graph *graph, struct node *node) {
    if (node->border.is_output || node->layout.is_conversion || reads_updated(graph, node)) {
        return false;
    }
    if (node_is_view(node)) {
        return view_inlines(node) && !node_stand_across(node);
    }
    if (has_guard(node->term)) {
        return false;
    }
    size_t count = node->fusion.evaluations.count;
    for (size_t i = 0; i < count; i++) {
        const struct evaluation *evaluation = &node->fusion.evaluations.items[i];
        if (evaluation->by_address) {
            return false;
        }
        if (!evaluation->map && !term_is_uniform(node->term)) {
            return false;
        }
    }
    if (node->fusion.cost == 0) {
        return true; /* constants, coordinates */
    }
    if (is_captured(node)) {
        return false;
    }
    if (node_stand_across(node)) {
        return false;
    }
    if (count == 1) {
        bool repeats = space_points(&node->fusion.evaluations.items[0]) > node->elements;
        return !repeats || (node->elements == 1 && node->fusion.cost <= FUSE_AGAIN);
    }
    return count <= FUSE_AGAIN && node->fusion.cost <= 1;
}

struct rounded_reader {
    const struct node *made;
    uint32_t reads;
};

static void find_rounded(struct term *read, void *data) {
    struct rounded_reader *reader = data;
    reader->made = read->node;
    reader->reads++;
}

/* Whether the node rounds what a library kernel makes, which has statements, to fewer bytes. */
static bool rounds_result(struct graph *graph, const struct node *node) {
    struct rounded_reader reader = {0};
    if (node->kind != NODE_COMPUTE || node->term->kind != TERM_SCALAR ||
        node->term->op != SCALAR_CONVERT) {
        return false;
    }
    node_reads(graph, node, find_rounded, &reader);
    const struct node *made = reader.made;
    return reader.reads == 1 && made->kind == NODE_LIBRARY && made->library->hosts &&
           made->fusion.evaluations.count == 0 &&
           element_info[node->element].bytes < element_info[made->element].bytes;
}

/* One kernel begins with what one library kernel makes: where it would round the results of two,
 * the other one is rounded by statements of its own, and has fewer bytes in memory. */
static bool rounds_another(struct graph *graph, const struct node *node) {
    if (node->fusion.evaluations.count != 1 || !rounds_result(graph, node)) {
        return false;
    }
    struct node *root = node->fusion.evaluations.items[0].root;
    const bool is_other = root->fusion.has_rounded;
    root->fusion.has_rounded = true;
    return is_other;
}

/* The dimension along which elements follow each other in memory; the greatest number: there is one
 * element. */
static uint32_t fastest_dim(const struct node *node) {
    uint32_t last = node->rank;
    while (last > 0 && node->extent[node->place.order[last - 1]] == 1) {
        last--;
    }
    return last > 0 ? node->place.order[last - 1] : UINT32_MAX;
}

bool node_lies_alike(const struct node *node, const struct node *root, const uint32_t *dims) {
    uint32_t own = fastest_dim(node), along = fastest_dim(root);
    if (own == UINT32_MAX || along == UINT32_MAX) {
        return true;
    }
    uint32_t dim = dims ? dims[along] : along;
    if (node_sums_products(node)) {
        return dim == own || !node_is_batch_dim(node, dim);
    }
    return node->kind != NODE_LIBRARY || node->library->dislikes == NULL || dim == own ||
           node->elements * element_info[node->element].bytes <= SDYRT_MIDDLE_CACHE;
}

/* The root whose kernel can begin with this node, or NULL. */
static struct node *find_host(const struct node *node) {
    if (node->border.is_output || node->results.count > 0 || node->fusion.evaluations.count != 1) {
        return NULL;
    }
    const struct evaluation *evaluation = &node->fusion.evaluations.items[0];
    struct node *root = evaluation->root;
    if (evaluation->by_address || !evaluation->map || evaluation->space != 0 ||
        root->kind != NODE_COMPUTE || root->fusion.anchor || root->fusion.pieces ||
        root->rank != node->rank || root->in != node->in ||
        root->facts.is_kept != node->facts.is_kept) {
        return NULL;
    }
    if (node->kind == NODE_LIBRARY &&
        (!node->library->hosts || (node->library->in_place && root->element != node->element))) {
        return NULL;
    }
    uint32_t seen = 0;
    for (uint32_t d = 0; d < node->rank; d++) {
        uint32_t from = 0;
        bool is_axis = d < node->lead && node->extent[d] == 1;
        while (from < root->rank && !affine_is_dim(&evaluation->map[d], from)) {
            from++;
        }
        from = is_axis ? d : from; /* one point, wherever it is read */
        if (from == root->rank || seen & 1u << from || root->extent[from] != node->extent[d]) {
            return NULL;
        }
        seen |= 1u << from;
        root->fusion.anchor_dim[from] = d;
    }
    return node_lies_alike(node, root, root->fusion.anchor_dim) ? root : NULL;
}

static void decide(struct graph *graph, struct node *node) {
    switch (node->kind) {
    case NODE_COMPUTE:
        node->fusion.materialised =
            !compute_can_inline(graph, node) || !fits(node) || rounds_another(graph, node);
        return;
    case NODE_REDUCE:
    case NODE_LIBRARY:
        node->fusion.host = find_host(node);
        node->fusion.materialised = !node->fusion.host;
        if (node->fusion.host) {
            node->fusion.host->fusion.anchor = node;
        }
        return;
    case NODE_PARTS:
        node->fusion.materialised = !parts_become_pieces(graph, node);
        return;
    case NODE_INPUT:
    case NODE_CONSTANT:
    case NODE_RANK:
    case NODE_CARRIED:
    case NODE_LOOP:
    case NODE_BRANCH:
    case NODE_RESULT:
        node->fusion.materialised = true;
        return;
    }
}

/* --- what its operands learn ------------------------------------------------------------------ */

static void inform_inlined(struct graph *graph, struct node *node) {
    for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
        const struct evaluation *evaluation = &node->fusion.evaluations.items[i];
        struct reader reader = {.graph = graph,
                                .node = node,
                                .from = evaluation,
                                .root = evaluation->root,
                                .space = evaluation->space,
                                .by_address = evaluation->by_address,
                                .points = evaluation->points};
        node_reads(graph, node, visit_read, &reader);
    }
}

/* Parts that are computed where the tensor is read. */
static void inform_pieces(struct graph *graph, struct node *node,
                          const struct evaluation *evaluation) {
    int64_t times = space_points(evaluation) / node->elements;
    for (uint32_t p = 0; p < node->written.count; p++) {
        const struct node_part *part = &node->written.parts[p];
        struct evaluation from = *evaluation;
        from.map = arena_copy(graph->arena, evaluation->map, node->rank * sizeof *from.map);
        from.points = times > 1 ? times : 1;
        for (uint32_t d = 0; d < node->rank; d++) {
            from.map[d].offset -= part->store[d].offset;
            from.points *= part->extent[d];
        }
        struct reader reader = {.graph = graph,
                                .node = node,
                                .from = &from,
                                .root = from.root,
                                .space = from.space,
                                .points = from.points};
        term_reads(graph, part->term, visit_read, &reader);
    }
}

static void inform_base(struct graph *graph, struct node *node) {
    struct affine *map = ARENA_ARRAY(graph->arena, struct affine, node->rank + 1);
    for (uint32_t d = 0; d < node->rank; d++) {
        map[d] = affine_dim(d, node->written.base->extent[d] == node->extent[d], 0);
    }
    add_evaluation(node->written.base,
                   (struct evaluation){node, node->written.count, false, map, 0});
}

static void inform_parts(struct graph *graph, struct node *node) {
    for (uint32_t p = 0; p < node->written.count; p++) {
        struct reader reader = {.graph = graph, .node = node, .root = node, .space = p};
        const struct node_part *part = &node->written.parts[p];
        term_reads(graph, part->term, visit_read, &reader);
        if (part->condition) {
            term_reads(graph, part->condition, visit_read, &reader);
        }
        for (uint32_t d = 0; d < node->rank; d++) {
            if (part->dynamic[d]) {
                term_reads(graph, part->dynamic[d], visit_read, &reader);
            }
        }
    }
    if (node->written.base) {
        inform_base(graph, node);
    }
}

static void fuse_subgraph(struct graph *graph, struct subgraph *subgraph);

static void inform_operands(struct graph *graph, struct node *node) {
    if (node->kind == NODE_COMPUTE && !node->fusion.materialised) {
        inform_inlined(graph, node);
        return;
    }
    if (node->kind == NODE_PARTS && !node->fusion.materialised) {
        for (size_t i = 0; i < node->fusion.evaluations.count; i++) {
            inform_pieces(graph, node, &node->fusion.evaluations.items[i]);
        }
        return;
    }
    if (node->kind == NODE_PARTS) {
        inform_parts(graph, node);
        return;
    }
    for (uint32_t r = node->regions ? node->regions->count : 0; r-- > 0;) {
        fuse_subgraph(graph, node->regions->subgraphs[r]);
    }
    bool is_library = node->kind == NODE_LIBRARY;
    struct reader reader = {
        .graph = graph,
        .node = node,
        .root = node,
        .space = node->kind == NODE_REDUCE || is_library ? 1 : 0,
        .by_address =
            is_library || has_guard(node->kind == NODE_COMPUTE ? node->term : &(struct term){0})};
    node_reads(graph, node, visit_read, &reader);
}

/* Done for its effect, or a result of such. */
static bool has_effect(const struct node *node) {
    const struct node *owner = node->kind == NODE_RESULT ? node->results.owner : node;
    bool effect = owner->kind == NODE_LIBRARY && owner->library->effect.alone;
    for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
        effect = effect || node->regions->subgraphs[r]->has_effect;
    }
    return effect;
}

static bool is_live(const struct node *node) {
    bool live = node->border.is_output || node->fusion.evaluations.count > 0 || has_effect(node);
    for (uint32_t i = 0; i < node->results.count && !live; i++) {
        live = node->results.items[i]->border.is_output ||
               node->results.items[i]->fusion.evaluations.count > 0;
    }
    return live;
}

static void fuse_subgraph(struct graph *graph, struct subgraph *subgraph) {
    for (size_t i = subgraph->nodes.count; i-- > 0;) {
        struct node *node = subgraph->nodes.items[i];
        if (!is_live(node) && node->kind != NODE_CARRIED) {
            continue;
        }
        node->fusion.cost = node->kind == NODE_COMPUTE ? term_cost(graph, node->term) : 0;
        decide(graph, node);
        inform_operands(graph, node);
    }
}

void graph_fuse(struct graph *graph) {
    fuse_subgraph(graph, graph->main);
}
