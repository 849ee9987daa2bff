/* What a rank reads of results that are the same on all ranks.
 *
 * A sort along a dimension in parts has all of it, and each device reads its part of the results,
 * or all of them read a few places, as of a median. Some kinds compute such a part alone, from a
 * place on that is known when the program runs (struct library: take_window); they are told here,
 * while coordinates still count the devices. */
#include <string.h>

#include "codegen/graph/rank_exchanges.h"

/* A node, and what the readers of its results take of them along a dimension. */
struct shown {
    struct node *of;
    bool is_window; /* that is known, and less for each rank than for all */
    uint32_t dim;
    struct affine begin; /* what a rank's part begins with, by its number */
    int64_t low, end;    /* of the first rank's part */
    VECTOR(struct term *) reads;
};
struct showing {
    struct taking *taking;
    VECTOR(struct shown) items;
};

static struct shown *shown_of(struct showing *showing, const struct node *result) {
    struct node *owner = result->kind == NODE_RESULT ? result->results.owner : NULL;
    if (!owner || !owner->library || !owner->library->take_window) {
        return NULL;
    }
    for (size_t i = 0; i < showing->items.count; i++) {
        if (showing->items.items[i].of == owner) {
            return &showing->items.items[i];
        }
    }
    struct shown *shown = vector_push(&showing->items);
    *shown = (struct shown){.of = owner, .is_window = true};
    return shown;
}

/* The only dimension along which a read sees a part; 0: it sees all, or parts along several. */
static uint32_t fixed_dim(const struct taking *taking, const struct term *read) {
    uint32_t dim = 0, count = 0;
    struct rank_range range;
    for (uint32_t d = read->node->lead; d < read->coordinate_count; d++) {
        if (!rank_find_range(taking, &read->coordinates[d].at, taking->axes, &range) ||
            range.last + 1 < read->node->extent[d]) {
            dim = d;
            count++;
        }
    }
    return count == 1 ? dim : 0;
}

/* The dimension along which a read begins by the rank, or, where it begins alike on all, sees a
 * part; 0: it does along none, or several, or it is not known where it goes. */
static uint32_t window_dim(const struct taking *taking, const struct term *read) {
    uint32_t dim = 0, count = 0;
    for (uint32_t d = 0; d < read->coordinate_count; d++) {
        const struct affine *at = &read->coordinates[d].at;
        bool counts = false;
        for (uint32_t a = 0; a < taking->graph->instances.count; a++) {
            counts = counts || (taking->axes >> a & 1 && at->stride[a] != 0);
        }
        if (read->coordinates[d].dynamic) {
            return 0;
        }
        dim = counts && d >= read->node->lead ? d : dim;
        count += counts && (d >= read->node->lead || read->node->axes >> d & 1);
    }
    return count == 0 ? fixed_dim(taking, read) : count == 1 ? dim : 0;
}

/* Adds what a read shows; false: that is no window like those of the other reads. Where it reaches
 * beyond the end, as of parts with padding, a guard forbids to read. */
static bool add_read(const struct taking *taking, struct shown *shown, struct term *read) {
    const struct node *reader = taking->reader;
    const bool is_known = reader->kind == NODE_COMPUTE || reader->kind == NODE_REDUCE;
    const uint32_t dim = is_known && !read->groups ? window_dim(taking, read) : 0;
    const bool is_first = shown->reads.count == 0;
    struct rank_range range;
    if (dim == 0 || (!is_first && dim != shown->dim) ||
        !rank_find_range(taking, &read->coordinates[dim].at, taking->axes, &range)) {
        return false;
    }
    const int64_t low = range.begin.offset, end = low + range.last + 1;
    range.begin.offset = 0;
    if (low < 0 || (!is_first && memcmp(&range.begin, &shown->begin, sizeof range.begin) != 0)) {
        return false;
    }
    shown->dim = dim;
    shown->begin = range.begin;
    shown->low = is_first || low < shown->low ? low : shown->low;
    shown->end = is_first || end > shown->end ? end : shown->end;
    bool is_there = false;
    for (size_t i = 0; i < shown->reads.count; i++) {
        is_there = is_there || shown->reads.items[i] == read;
    }
    if (!is_there) {
        *vector_push(&shown->reads) = read;
    }
    return true;
}

static void show_read(struct term *read, void *data) {
    struct showing *showing = data;
    struct shown *shown = shown_of(showing, read->node);
    if (shown) {
        shown->is_window = shown->is_window && add_read(showing->taking, shown, read);
    }
}

/* Nodes that are asked for as they are. */
static void show_whole(struct showing *showing, struct node *const *nodes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct shown *shown = nodes[i] ? shown_of(showing, nodes[i]) : NULL;
        if (shown) {
            shown->is_window = false;
        }
    }
}

static void show_subgraph(struct showing *showing, const struct subgraph *subgraph) {
    show_whole(showing, subgraph->outputs, subgraph->output_count);
    for (size_t i = 0; i < subgraph->nodes.count; i++) {
        const struct node *node = subgraph->nodes.items[i];
        const struct node_regions *regions = node->regions;
        showing->taking->reader = node;
        node_reads(showing->taking->graph, node, show_read, showing);
        show_whole(showing, &node->written.base, 1);
        if (regions) {
            show_whole(showing, &regions->selector, 1);
            show_whole(showing, regions->init, regions->carried_count);
        }
        for (uint32_t r = 0; regions && r < regions->count; r++) {
            show_subgraph(showing, regions->subgraphs[r]);
        }
    }
}

/* Puts a node that was taken out of its list in front of another one. */
static void put_before(struct node *node, const struct node *other) {
    struct subgraph *in = other->in;
    *vector_push(&in->nodes) = node;
    size_t at = in->nodes.count - 1;
    for (; at > 0 && in->nodes.items[at] != other; at--) {
        in->nodes.items[at] = in->nodes.items[at - 1];
    }
    in->nodes.items[at] = node;
    in->nodes.items[at + 1] = (struct node *)(uintptr_t)other;
}

/* A node that holds where the rank's part begins. */
static struct node *begin_of(struct taking *taking, const struct shown *shown) {
    struct affine at = shown->begin;
    int64_t most;
    struct term *terms[2] = {term_integer(&taking->builder, taking->i64, shown->low),
                             rank_share(taking, &at, &most)};
    taking->builder.current = shown->of->in;
    const struct type *type = type_tensor(taking->builder.context, taking->i64, 0, NULL, NULL);
    struct term *sum =
        terms[1] ? term_scalar(&taking->builder, taking->i64, SCALAR_ADD, 2, terms) : terms[0];
    struct node *begin = node_taken_out(node_compute(&taking->builder, type, sum));
    begin->op = shown->of->op;
    return begin;
}

static void narrow_results(struct taking *taking, const struct shown *shown) {
    const struct node *owner = shown->of;
    int64_t dims[MAX_RANK];
    for (uint32_t i = 0; i < owner->results.count; i++) {
        struct node *result = owner->results.items[i];
        const struct type *type = result->type;
        memcpy(dims, type->dims, type->rank * sizeof *dims);
        dims[shown->dim - result->lead] = shown->end - shown->low;
        result->type = type_tensor(taking->builder.context, type->element, type->rank, dims, NULL);
        node_set_axes(taking->graph, result, result->axes);
    }
    for (size_t i = 0; i < shown->reads.count; i++) {
        struct affine *at = &shown->reads.items[i]->coordinates[shown->dim].at;
        for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
            at->stride[d] -= shown->begin.stride[d];
        }
        at->offset -= shown->low;
    }
}

static void take_window(struct taking *taking, const struct shown *shown) {
    struct node *begin = begin_of(taking, shown);
    struct affine nowhere[KERNEL_DIMS] = {{0}};
    struct term *read = term_read_raw(&taking->builder, begin, nowhere);
    if (shown->of->library->take_window(taking->graph, shown->of, shown->dim,
                                        shown->end - shown->low, read)) {
        put_before(begin, shown->of);
        narrow_results(taking, shown);
    }
}

void rank_take_windows(struct taking *taking) {
    struct showing showing = {.taking = taking};
    show_subgraph(&showing, taking->graph->main);
    for (size_t i = 0; i < showing.items.count; i++) {
        struct shown *shown = &showing.items.items[i];
        if (shown->is_window && shown->reads.count > 0) {
            take_window(taking, shown);
        }
        vector_free(&shown->reads);
    }
    vector_free(&showing.items);
}
