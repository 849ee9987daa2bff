/* The part of a program that one rank runs.
 *
 * The graph is built for all devices, and speaks of other ranks as it speaks of other devices:
 * along the instance axes that lead to them. Here it becomes the graph of one rank, the same text
 * for all: of every value it has what the rank's own devices have, so that along those axes a value
 * has one point. What reads there at another point than its own reads an exchange instead, to which
 * each rank gives what it has and which holds what all of them gave. Where a coordinate, an index
 * or a guard counts the devices, the number of the rank, known when the program runs, takes the
 * place of the axis. */
#include <string.h>

#include "codegen/graph/rank_exchanges.h"

/* --- the number of the rank ------------------------------------------------------------------- */

static struct term *number(struct taking *taking, int64_t value) {
    return term_integer(&taking->builder, taking->i64, value);
}

static struct term *scalar(struct taking *taking, enum scalar_op op, struct term *a,
                           struct term *b) {
    struct term *args[2] = {a, b};
    return term_scalar(&taking->builder, taking->i64, op, 2, args);
}

static struct term *rank_term(struct taking *taking) {
    struct graph *graph = taking->graph;
    if (!graph->rank) {
        taking->builder.current = graph->main;
        const struct type *type = type_tensor(taking->builder.context, taking->i64, 0, NULL, NULL);
        graph->rank = node_taken_out(node_new(&taking->builder, NODE_RANK, type, 0));
    }
    struct affine nowhere[KERNEL_DIMS] = {{0}};
    return term_read_raw(&taking->builder, graph->rank, nowhere);
}

/* The coordinate of the rank along an axis. */
static struct term *digit_term(struct taking *taking, uint32_t axis) {
    const struct instance_axis *digit = &taking->graph->instances.axes[axis];
    int64_t stride = digit->rank_stride;
    struct term *term = rank_term(taking);
    if (stride > 1) {
        term = scalar(taking, SCALAR_DIVIDE, term, number(taking, stride));
    }
    if (stride * digit->size < taking->graph->options->ranks) {
        term = scalar(taking, SCALAR_REMAINDER, term, number(taking, digit->size));
    }
    return term;
}

struct term *rank_share(struct taking *taking, struct affine *affine, int64_t *most) {
    struct term *sum = NULL;
    *most = 0;
    for (uint32_t a = 0; a < taking->graph->instances.count; a++) {
        int64_t stride = affine->stride[a], last = taking->graph->instances.axes[a].size - 1;
        if (!(taking->axes >> a & 1) || stride == 0) {
            continue;
        }
        struct term *digit = digit_term(taking, a);
        if (stride < 0) { /* counted from the other end */
            digit = scalar(taking, SCALAR_SUBTRACT, number(taking, last), digit);
            affine->offset += stride * last;
            stride = -stride;
        }
        affine->stride[a] = 0;
        *most += stride * last;
        digit =
            stride == 1 ? digit : scalar(taking, SCALAR_MULTIPLY, digit, number(taking, stride));
        sum = sum ? scalar(taking, SCALAR_ADD, sum, digit) : digit;
    }
    return sum;
}

static struct term *as_i64(struct taking *taking, struct term *term) {
    return term->element == ELEMENT_I64
               ? term
               : term_scalar(&taking->builder, taking->i64, SCALAR_CONVERT, 1, &term);
}

/* --- terms ------------------------------------------------------------------------------------ */

static uint32_t first_dim(const struct term *read, uint32_t coordinate, uint32_t *count) {
    *count = read->groups ? read->groups[coordinate].count : 1;
    return read->groups ? read->groups[coordinate].dims[0] : coordinate;
}

static bool is_own(const struct term *read, uint32_t coordinate) {
    uint32_t count, dim = first_dim(read, coordinate, &count);
    return count == 1 && !read->coordinates[coordinate].dynamic &&
           affine_is_dim(&read->coordinates[coordinate].at, dim);
}

/* The axes along which a read looks at other ranks. */
static uint32_t looks_along(const struct taking *taking, const struct term *read) {
    uint32_t axes = 0, own = taking->axes & read->node->axes;
    for (uint32_t i = 0; i < read->coordinate_count && own; i++) {
        uint32_t count = read->groups ? read->groups[i].count : 1;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t dim = read->groups ? read->groups[i].dims[k] : i;
            bool looks = dim < read->node->lead && own >> dim & 1 && !is_own(read, i);
            axes |= looks ? 1u << dim : 0;
        }
    }
    return axes;
}

bool rank_find_range(const struct taking *taking, const struct affine *at, uint32_t axes,
                     struct rank_range *range) {
    const struct node *reader = taking->reader;
    uint32_t known = reader->rank + reader->sequential;
    *range = (struct rank_range){.begin = affine_constant(at->offset)};
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        int64_t stride = at->stride[d];
        if (stride == 0) {
            continue;
        }
        bool leads = d < reader->lead && taking->axes >> d & 1;
        if (stride < 0 || d >= known || (leads && !(axes >> d & 1))) {
            return false;
        }
        range->begin.stride[d] = leads ? stride : 0;
        range->last += leads ? 0 : stride * (reader->extent[d] - 1);
    }
    return true;
}

/* Takes out of a coordinate along dimension `dim` where the window begins that it moves in. It
 * stays as it is where it is not known how far it moves, or the window would be everything. */
static void open_window(const struct taking *taking, struct affine *at, uint32_t dim, uint32_t axes,
                        struct rank_window *window) {
    struct rank_range range;
    if (rank_find_range(taking, at, axes, &range) && range.last + 1 < window->extent[dim]) {
        window->begin[dim] = range.begin;
        window->extent[dim] = range.last + 1;
        for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
            at->stride[d] -= range.begin.stride[d];
        }
        at->offset = 0;
    }
}

/* What a read shows of its node. Of computed values and folds alone is it known over what it
 * goes. */
static struct rank_window window_of(const struct taking *taking, struct term *read, uint32_t axes,
                                    bool guarded) {
    const struct node *node = read->node;
    bool is_known = taking->reader->kind == NODE_COMPUTE || taking->reader->kind == NODE_REDUCE;
    struct rank_window window = {.axes = axes};
    memcpy(window.extent, node->extent, sizeof window.extent);
    for (uint32_t i = 0; i < read->coordinate_count && is_known && !guarded; i++) {
        uint32_t count, dim = first_dim(read, i, &count);
        if (count == 1 && dim >= node->lead && !read->coordinates[i].dynamic) {
            open_window(taking, &read->coordinates[i].at, dim, axes, &window);
        }
    }
    return window;
}

static int64_t coordinate_points(const struct term *read, uint32_t coordinate) {
    int64_t points = 1;
    uint32_t count = read->groups ? read->groups[coordinate].count : 1;
    for (uint32_t k = 0; k < count; k++) {
        points *= read->node->extent[read->groups ? read->groups[coordinate].dims[k] : coordinate];
    }
    return points;
}

/* `guarded`: a guard may have let it point anywhere, and does so no more. */
static void take_coordinate(struct taking *taking, struct term *read, uint32_t i, bool guarded) {
    struct read_coordinate *coordinate = &read->coordinates[i];
    int64_t most;
    struct term *share = rank_share(taking, &coordinate->at, &most);
    if (!share) {
        return;
    }
    if (coordinate->dynamic) {
        struct term *clamp[3] = {number(taking, 0), as_i64(taking, coordinate->dynamic),
                                 number(taking, coordinate->most)};
        struct term *moved = term_scalar(&taking->builder, taking->i64, SCALAR_CLAMP, 3, clamp);
        share = scalar(taking, SCALAR_ADD, share, moved);
        most += coordinate->most;
    }
    if (guarded) {
        struct term *local = term_new(&taking->builder, TERM_INDEX, ELEMENT_I64);
        local->affine = coordinate->at;
        share = scalar(taking, SCALAR_ADD, local, share);
        coordinate->at = affine_constant(0);
        most = coordinate_points(read, i) - 1;
    }
    coordinate->dynamic = share;
    coordinate->most = most;
}

static void take_read(struct taking *taking, struct term *read, bool guarded) {
    uint32_t axes = looks_along(taking, read);
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        uint32_t count, dim = first_dim(read, i, &count);
        if (count == 1 && dim < read->node->lead && taking->axes >> dim & 1 && is_own(read, i)) {
            read->coordinates[i].at = affine_constant(0);
        }
    }
    if (axes) {
        bool takes = read->node->layout.taken_by == read;
        struct rank_window window = window_of(taking, read, axes, guarded);
        read->node = rank_read_instead(taking, read->node, &window);
        read->node->layout.taken_by = takes && read->node->layout.is_relayout ? read : NULL;
    }
    for (uint32_t i = 0; i < read->coordinate_count; i++) {
        take_coordinate(taking, read, i, guarded);
    }
}

/* --- what each device reads of one other ------------------------------------------------------ */

/* A read at devices that a table names, some of them of other ranks, becomes one of an exchange in
 * which each rank gets what its devices read, and nothing else. */
static void take_sources(struct taking *taking, struct term *read, bool guarded) {
    uint32_t axes = looks_along(taking, read);
    const int64_t *sources = axes ? read_sources(taking->graph, read) : NULL;
    if (!sources) {
        return;
    }
    struct rank_window window = window_of(taking, read, 0, guarded);
    window.axes = source_axes(taking->graph, read->node, sources);
    window.sources = sources;
    for (uint32_t a = 0; a < read->node->lead; a++) {
        read->coordinates[a].at = window.axes >> a & 1 ? affine_dim(a, 1, 0) : affine_constant(0);
        read->coordinates[a].dynamic = NULL;
    }
    read->node = rank_read_instead(taking, read->node, &window);
}

static void take_index(struct taking *taking, struct term *term) {
    int64_t most;
    struct term *local = arena_copy(taking->graph->arena, term, sizeof *term);
    struct term *share = rank_share(taking, &local->affine, &most);
    if (share) {
        struct term *as_it_is = term_new(&taking->builder, TERM_SCALAR, term->element);
        as_it_is->op = SCALAR_CONVERT;
        as_it_is->arg_count = 1;
        as_it_is->args[0] = share;
        local->mark = taking->walk;
        term->kind = TERM_SCALAR;
        term->op = SCALAR_ADD;
        term->affine = affine_constant(0);
        term->arg_count = 2;
        term->args[0] = local;
        term->args[1] = term->element == ELEMENT_I64 ? share : as_it_is;
    }
}

static bool is_counted(const struct taking *taking, const struct guard *guard) {
    for (uint32_t a = 0; a < taking->graph->instances.count; a++) {
        if (taking->axes >> a & 1 && guard->at.stride[a] != 0) {
            return true;
        }
    }
    return false;
}

static bool guards_count_ranks(const struct taking *taking, const struct guard *guards,
                               uint32_t count) {
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        any = any || is_counted(taking, &guards[i]);
    }
    return any;
}

static struct term *compare(struct taking *taking, enum scalar_op op, struct term *a,
                            struct term *b) {
    struct term *term = term_new(&taking->builder, TERM_SCALAR, ELEMENT_I1);
    term->op = op;
    term->arg_count = 2;
    term->args[0] = a;
    term->args[1] = b;
    return term;
}

/* Whether 0 <= at < bound. */
static struct term *holds(struct taking *taking, struct guard guard) {
    int64_t most;
    struct term *place = term_new(&taking->builder, TERM_INDEX, ELEMENT_I64);
    struct term *share = rank_share(taking, &guard.at, &most);
    place->affine = guard.at;
    place = share ? scalar(taking, SCALAR_ADD, place, share) : place;
    return compare(taking, SCALAR_AND, compare(taking, SCALAR_GE, place, number(taking, 0)),
                   compare(taking, SCALAR_LT, place, number(taking, guard.bound)));
}

static void take_term(struct taking *taking, struct term *term, bool guarded);

/* Guards are affine: one that counts ranks becomes a choice. */
static void take_guard(struct taking *taking, struct term *term, bool guarded) {
    bool counts = guards_count_ranks(taking, term->guards, term->guard_count);
    take_term(taking, term->args[0], guarded || counts);
    take_term(taking, term->args[1], guarded);
    struct term *condition = NULL;
    uint32_t left = 0;
    struct guard *guards = ARENA_ARRAY(taking->graph->arena, struct guard, term->guard_count + 1);
    for (uint32_t i = 0; i < term->guard_count; i++) {
        if (!is_counted(taking, &term->guards[i])) {
            guards[left++] = term->guards[i];
            continue;
        }
        struct term *one = holds(taking, term->guards[i]);
        condition = condition ? compare(taking, SCALAR_AND, condition, one) : one;
    }
    if (!condition) {
        return;
    }
    struct term *choice = term_new(&taking->builder, TERM_SCALAR, term->element);
    choice->op = SCALAR_SELECT;
    choice->arg_count = 3;
    choice->args[0] = condition;
    choice->args[1] = term->args[0];
    choice->args[2] = term->args[1];
    if (left == 0) {
        *term = *choice;
    } else {
        term->args[0] = choice;
        term->guards = guards;
        term->guard_count = left;
    }
}

static void take_term(struct taking *taking, struct term *term, bool guarded) {
    if (term->mark == taking->walk) {
        return;
    }
    if (term->kind == TERM_GUARD) {
        take_guard(taking, term, guarded);
        term->mark = taking->walk;
        return;
    }
    term->mark = taking->walk;
    if (term->kind == TERM_READ) {
        take_sources(taking, term, guarded);
    }
    for (uint32_t i = 0; i < term->arg_count; i++) {
        take_term(taking, term->args[i], guarded);
    }
    for (uint32_t i = 0; i < term->coordinate_count; i++) {
        if (term->coordinates[i].dynamic) {
            take_term(taking, term->coordinates[i].dynamic, guarded);
        }
    }
    if (term->kind == TERM_READ) {
        take_read(taking, term, guarded);
    } else if (term->kind == TERM_INDEX) {
        take_index(taking, term);
    }
}

/* --- nodes ------------------------------------------------------------------------------------ */

static bool is_beyond(struct taking *taking, const struct node *node) {
    const struct location location = node->op ? node->op->location : taking->graph->func->location;
    return diag_error(taking->graph->diagnostics, location,
                      "'%s' op cannot be run by ranks: what it takes of its operands depends on "
                      "the rank",
                      node->op ? node->op->name : "an");
}

static bool take_reduction(struct taking *taking, const struct node *node) {
    const struct reduce_spec *spec = node->reduce;
    for (uint32_t i = 0; i < spec->operands; i++) {
        take_term(taking, spec->init[i], false);
        take_term(taking, spec->term[i], false);
        if (spec->next) {
            take_term(taking, spec->next[i], false);
        }
    }
    return !guards_count_ranks(taking, spec->guards, spec->guard_count) || is_beyond(taking, node);
}

/* A library kernel takes its operands by address. */
static bool take_operands(struct taking *taking, const struct node *node) {
    bool good = true;
    for (uint32_t i = 0; i < node->operand_count; i++) {
        const struct term *operand = node->operands[i];
        take_term(taking, node->operands[i], false);
        for (uint32_t c = 0; c < operand->coordinate_count; c++) {
            good = good && !operand->coordinates[c].dynamic;
        }
    }
    return good || is_beyond(taking, node);
}

static void take_part(struct taking *taking, const struct node *node, struct node_part *part) {
    int64_t most;
    take_term(taking, part->term, false);
    if (part->condition) {
        take_term(taking, part->condition, false);
    }
    for (uint32_t d = 0; d < node->rank; d++) {
        if (d < node->lead && taking->axes >> d & 1) {
            part->store[d] = affine_constant(0);
            part->extent[d] = 1;
            continue;
        }
        if (part->dynamic[d]) {
            take_term(taking, part->dynamic[d], false);
        }
        struct term *share = rank_share(taking, &part->store[d], &most);
        if (share && part->dynamic[d]) {
            share = scalar(taking, SCALAR_ADD, share, as_i64(taking, part->dynamic[d]));
        }
        part->dynamic[d] = share ? share : part->dynamic[d];
    }
}

static bool take_subgraph(struct taking *taking, const struct subgraph *subgraph);

static bool take_node(struct taking *taking, struct node *node) {
    bool good = true;
    taking->reader = node;
    switch (node->kind) {
    case NODE_COMPUTE:
        take_term(taking, node->term, false);
        return true;
    case NODE_REDUCE:
        return take_reduction(taking, node);
    case NODE_LIBRARY:
        return take_operands(taking, node);
    case NODE_PARTS:
        for (uint32_t p = 0; p < node->written.count; p++) {
            take_part(taking, node, &node->written.parts[p]);
        }
        return true;
    case NODE_LOOP:
    case NODE_BRANCH:
        for (uint32_t r = 0; r < node->regions->count && good; r++) {
            good = take_subgraph(taking, node->regions->subgraphs[r]);
        }
        return good;
    case NODE_INPUT:
    case NODE_CONSTANT:
    case NODE_RANK:
    case NODE_CARRIED:
    case NODE_RESULT:
        return true;
    }
    return true;
}

static bool take_subgraph(struct taking *taking, const struct subgraph *subgraph) {
    bool good = true;
    for (size_t i = 0; i < subgraph->nodes.count && good; i++) {
        good = take_node(taking, subgraph->nodes.items[i]);
    }
    return good;
}

/* --- lists and extents ------------------------------------------------------------------------ */

/* One point along the axes that lead to other ranks. */
static void narrow(const struct taking *taking, struct node *node) {
    node->axes &= ~taking->axes;
    node->elements = 1;
    for (uint32_t d = 0; d < node->rank; d++) {
        if (d < node->lead && taking->axes >> d & 1) {
            node->extent[d] = 1;
        }
        if (!multiply_checked(node->elements, node->extent[d], &node->elements)) {
            node->elements = INT64_MAX;
        }
    }
}

/* Adds what was made for readers of a node to the list, and what was made of that. */
static void place_made(const struct taking *taking, const struct node *of, struct subgraph *in) {
    for (size_t i = 0; i < taking->made.count; i++) {
        const struct made *made = &taking->made.items[i];
        if (made->of == of && made->in == in) {
            *vector_push(&in->nodes) = made->node;
            place_made(taking, made->node, in);
        }
    }
}

/* What was made of what the loop around carries, which its condition names. */
static void place_carried(const struct taking *taking, struct subgraph *in) {
    for (size_t i = 0; i < taking->made.count; i++) {
        const struct made *made = &taking->made.items[i];
        if (made->of->kind == NODE_CARRIED && made->in == in) {
            *vector_push(&in->nodes) = made->node;
            place_made(taking, made->node, in);
        }
    }
}

static void rebuild(const struct taking *taking, struct subgraph *subgraph) {
    struct subgraph old = *subgraph;
    bool is_main = subgraph == taking->graph->main, begun = false;
    memset(&subgraph->nodes, 0, sizeof subgraph->nodes);
    if (is_main && taking->graph->rank) {
        *vector_push(&subgraph->nodes) = taking->graph->rank;
    }
    for (size_t i = 0; i < old.nodes.count; i++) {
        struct node *node = old.nodes.items[i];
        if (!begun && node->kind != NODE_CARRIED) {
            place_carried(taking, subgraph);
            begun = true;
        }
        for (uint32_t r = 0; node->regions && r < node->regions->count; r++) {
            rebuild(taking, node->regions->subgraphs[r]);
        }
        narrow(taking, node);
        *vector_push(&subgraph->nodes) = node;
        if (node->kind != NODE_CARRIED) {
            place_made(taking, node, subgraph);
        }
    }
    if (!begun) {
        place_carried(taking, subgraph);
    }
    vector_free(&old.nodes);
}

bool graph_take_rank(struct graph *graph, struct context *context) {
    struct taking taking = {
        .builder = {.graph = graph, .context = context, .current = graph->main},
        .graph = graph,
        .i64 = type_integer(context, 64, SIGNLESS),
        .walk = graph_walk(graph),
        .axes = graph->instances.rank_axes,
    };
    rank_take_windows(&taking);
    bool good = take_subgraph(&taking, graph->main);
    if (good) {
        rebuild(&taking, graph->main);
    }
    vector_free(&taking.made);
    return good;
}
