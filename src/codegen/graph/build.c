/* From the IR to the graph: calls the emit hook of each operation in order, and implements the
 * kernel builder that the hooks speak to (ops/kernel_builder.h). */
#include <string.h>

#include "codegen/graph/border.h"
#include "codegen/graph/graph.h"
#include "codegen/traffic.h"
#include "ops/op_def.h"
#include "ranks.h"

/* --- types ------------------------------------------------------------------------------------ */

static bool integer_element(const struct type *type, enum element *element) {
    bool is_signed = type->signedness != UNSIGNED && type->width > 1;
    for (*element = ELEMENT_I1; element_is_integer(*element); ++*element) {
        if (element_info[*element].bits == type->width &&
            element_is_signed(*element) == is_signed) {
            return true;
        }
    }
    return false;
}

/* Those narrower than f32 come in the order of enum float_kind. */
static bool float_element(const struct type *type, enum element *element) {
    enum float_kind kind = type->float_kind;
    *element = kind <= FLOAT_F16   ? (enum element)(ELEMENT_F4E2M1FN + (kind - FLOAT_F4E2M1FN))
               : kind == FLOAT_F32 ? ELEMENT_F32
                                   : ELEMENT_F64;
    return kind <= FLOAT_F16 || kind == FLOAT_F32 || kind == FLOAT_F64;
}

/* The storage type of a tensor's or scalar's elements; false where there is none. A token is a
 * boolean that nobody reads. */
bool element_of_type(const struct type *type, enum element *element) {
    type = type_element(type);
    if (type->kind == TYPE_TOKEN) {
        *element = ELEMENT_I1;
        return true;
    }
    if (type->kind == TYPE_INTEGER) {
        return integer_element(type, element);
    }
    if (type->kind == TYPE_FLOAT) {
        return float_element(type, element);
    }
    if (type->kind == TYPE_COMPLEX && type->element->kind == TYPE_FLOAT) {
        bool is_single = type->element->float_kind == FLOAT_F32;
        *element = is_single ? ELEMENT_C64 : ELEMENT_C128;
        return is_single || type->element->float_kind == FLOAT_F64;
    }
    return false;
}

/* --- builder: values -------------------------------------------------------------------------- */

struct arena *kernel_arena(struct kernel_builder *builder) {
    return builder->graph->arena;
}

struct context *kernel_context(struct kernel_builder *builder) {
    return builder->context;
}

struct node *kernel_value(struct kernel_builder *builder, const struct value *value) {
    struct node *node = pointer_map_get(&builder->graph->by_value, value);
    if (!node) {
        sdyc_bug("a value is used before the code generator has seen it");
    }
    return node;
}

struct node *kernel_operand(struct kernel_builder *builder, const struct op *op, uint32_t index) {
    return kernel_value(builder, op_operand(op, index));
}

/* What was made ahead of a reshape is of the same operation. */
static void name_before_reshape(struct node *node, const struct op *op) {
    while (node->facts.is_reshape || node->layout.is_relayout) {
        node = node->term->node;
        if (node->op) {
            return;
        }
        node->op = op;
    }
}

void kernel_result(struct kernel_builder *builder, const struct op *op, uint32_t index,
                   struct node *node) {
    struct value *result = op_result(op, index);
    if (!node->value) {
        node->value = result;
        node->op = op;
        if (node->results.owner && !node->results.owner->op) {
            node->results.owner->op = op;
        }
    }
    if (node->results.owner && !node->results.owner->op) {
        node->results.owner->op = op;
    }
    name_before_reshape(node, op);
    pointer_map_put(&builder->graph->by_value, result, node);
}

bool kernel_unsupported(struct kernel_builder *builder, const struct op *op, const char *format,
                        ...) {
    va_list arguments;
    va_start(arguments, format);
    struct buffer text = {0};
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    diag_error(builder->graph->diagnostics, op->location, "'%s' op %s", op->name, text.text);
    buffer_free(&text);
    builder->failed = true;
    return false;
}

void kernel_bind(struct kernel_builder *builder, const struct value *value, struct node *node) {
    pointer_map_put(&builder->graph->by_value, value, node);
}

uint32_t node_rank(const struct node *node) {
    return node->rank - node->lead;
}

int64_t node_extent(const struct node *node, uint32_t dim) {
    return node->extent[node->lead + dim];
}

const struct type *node_element(const struct node *node) {
    return type_element(node->type);
}

/* --- builder: scalar regions ------------------------------------------------------------------ */

/* A term without reads of the region's own scalar nodes, which are those from `first` on. Each node
 * is worked out once: its term becomes what it is. */
static struct term *inline_scalars(struct kernel_builder *builder, struct term *term,
                                   int32_t first) {
    if (term->kind == TERM_READ && term->node->id >= first && term->node->kind == NODE_COMPUTE) {
        struct node *node = term->node;
        if (!node->facts.is_inlined) {
            node->facts.is_inlined = true;
            node->term = inline_scalars(builder, node->term, first);
        }
        return node->term;
    }
    if (term->arg_count == 0) {
        return term;
    }
    struct term *copy = arena_copy(builder->graph->arena, term, sizeof *term);
    for (uint32_t i = 0; i < term->arg_count; i++) {
        copy->args[i] = inline_scalars(builder, term->args[i], first);
    }
    return copy;
}

static void emit_op(struct kernel_builder *builder, struct op *op);

bool kernel_block(struct kernel_builder *builder, const struct block *block) {
    const struct op *terminator = block_terminator(block);
    for (struct op *op = block->first; op != terminator && !builder->failed; op = op->next) {
        memory_at(op->location);
        emit_op(builder, op);
    }
    return !builder->failed;
}

bool term_region(struct kernel_builder *builder, const struct region *region,
                 struct term *const *arguments, struct term **results) {
    struct block *block = region->first;
    int32_t first = builder->graph->node_count;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        kernel_bind(builder, block->arguments[i],
                    node_compute(builder, block->arguments[i]->type, arguments[i]));
    }
    builder->scalar_regions++;
    bool built = kernel_block(builder, block);
    builder->scalar_regions--;
    if (!built) {
        return false;
    }
    const struct op *terminator = block_terminator(block);
    for (uint32_t i = 0; i < terminator->operand_count; i++) {
        struct node *result = kernel_operand(builder, terminator, i);
        results[i] = inline_scalars(builder, term_same(builder, result), first);
    }
    return true;
}

enum scalar_op region_scalar_op(const struct region *region) {
    const struct block *block = region->first;
    const struct op *op = block->first, *end = op ? op->next : NULL;
    if (!end || end->next || block->argument_count != 2 || op->operand_count != 2 ||
        op->result_count != 1 || end->operand_count != 1 ||
        op_operand(end, 0) != op_result(op, 0)) {
        return SCALAR_NONE;
    }
    bool in_order =
        op_operand(op, 0) == block->arguments[0] && op_operand(op, 1) == block->arguments[1];
    bool swapped = op_operand(op, 0) == block->arguments[1] &&
                   op_operand(op, 1) == block->arguments[0] && op_has(op, OP_COMMUTATIVE);
    return in_order || swapped ? (enum scalar_op)op->def->scalar : SCALAR_NONE;
}

/* --- the whole function ----------------------------------------------------------------------- */

/* An operation may fold as many dimensions as its result has, in front of which the instance axes
 * stand. */
static bool check_value(struct kernel_builder *builder, const struct value *value,
                        const char *what) {
    enum element element;
    bool has_shape = type_is_static(value->type) || value->type->kind == TYPE_TOKEN;
    bool ok = has_shape && element_of_type(value->type, &element) &&
              2 * value->type->rank + builder->graph->instances.count <= KERNEL_DIMS;
    if (!ok) {
        struct buffer text = {0};
        print_type(&text, value->type);
        diag_error(builder->graph->diagnostics, value_location(value),
                   "%s of type %s cannot be compiled: a tensor of static shape with at most %d "
                   "dimensions and an element type of storage is needed",
                   what, text.text, ((int)KERNEL_DIMS - (int)builder->graph->instances.count) / 2);
        buffer_free(&text);
        builder->failed = true;
    }
    return ok;
}

/* Adds what devices send in the operation to what they do each time in the region at hand. */
static void count_sent(struct kernel_builder *builder, const struct op *op) {
    struct traffic traffic;
    struct subgraph *at = builder->current;
    struct arena *arena = builder->graph->arena;
    if (!op_traffic(op, kernel_devices(builder), builder->context, arena, &traffic)) {
        return;
    }
    at->sent = at->sent ? at->sent : ARENA_ARRAY(arena, int64_t, TRAFFIC_KINDS);
    at->sent[traffic.kind] = extent_sum(at->sent[traffic.kind], traffic.all);
}

static void emit_op(struct kernel_builder *builder, struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (!check_value(builder, op_result(op, i), "a result")) {
            return;
        }
    }
    builder->failed = !op->def->emit(op, builder) || builder->failed;
    if (builder->graph->options->counts_sent && kernel_is_local(builder)) {
        count_sent(builder, op);
    }
}

/* --- the border of the program -----------------------------------------------------------------
 *
 * The caller's tensors are whole. A program of local types sees its part of an argument, and the
 * parts of a result are put together. */

static const struct mesh *mesh_of(const struct graph *graph, const struct sharding *sharding) {
    return sharding ? sharding_mesh(graph->func, sharding) : NULL;
}

/* The axes that shard each dimension. */
static struct instance_axes *dim_axes(struct kernel_builder *builder,
                                      const struct sharding *sharding, const struct mesh *mesh) {
    struct instance_axes *axes =
        ARENA_ARRAY(builder->graph->arena, struct instance_axes, sharding->rank + 1);
    for (uint32_t d = 0; d < sharding->rank; d++) {
        axes[d] = kernel_axes(builder, mesh, sharding->dims[d].axes);
    }
    return axes;
}

/* The lists without the axes that lead to other ranks, which are added to *between. */
static struct instance_axes *axes_of_rank(struct kernel_builder *builder,
                                          const struct instance_axes *lists, uint32_t rank,
                                          uint32_t *between) {
    const struct graph *graph = builder->graph;
    struct instance_axes *own = ARENA_ARRAY(graph->arena, struct instance_axes, (size_t)rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        for (uint32_t i = 0; i < lists[d].count; i++) {
            uint32_t axis = lists[d].items[i];
            if (graph->instances.rank_axes >> axis & 1) {
                *between |= 1u << axis;
            } else {
                own[d].items[own[d].count++] = (uint8_t)axis;
            }
        }
    }
    return own;
}

/* How the part of a rank lies in the whole: `local` is what one device has, `lists` the axes that
 * shard each dimension (NULL: none), `whole` what the caller's tensor is. */
static const struct rank_part *rank_part(struct kernel_builder *builder, const struct type *local,
                                         const struct instance_axes *lists,
                                         const struct type *whole) {
    const struct graph *graph = builder->graph;
    const struct instance_space *space = &graph->instances;
    struct rank_part *part = ARENA_NEW(graph->arena, struct rank_part);
    struct sdyrt_rank_part_digit *digits = ARENA_ARRAY(graph->arena, struct sdyrt_rank_part_digit,
                                                       (size_t)local->rank + space->count + 1);
    part->dims = whole->dims;
    part->digits = digits;
    for (uint32_t d = 0; d < local->rank; d++) {
        for (uint32_t i = 0; lists && i < lists[d].count; i++) {
            const struct instance_axis *axis = &space->axes[lists[d].items[i]];
            digits[part->count++] =
                (struct sdyrt_rank_part_digit){d, axis->size, axis->rank_stride};
        }
        digits[part->count++] = (struct sdyrt_rank_part_digit){d, local->dims[d], 0};
    }
    return part;
}

/* A caller that gives and takes parts has those of its own devices, by their numbers. On a mesh
 * that lists devices in an order of its own these are not those at the rank's positions. */
static bool is_reordered(const struct graph *graph, const struct sharding *sharding,
                         const struct mesh *mesh) {
    bool is_other = false, is_cut = false;
    for (uint32_t i = 0; graph->options->takes_parts && mesh && i < mesh->device_id_count; i++) {
        is_other = is_other || mesh->device_ids[i] != i;
    }
    for (uint32_t d = 0; is_other && d < sharding->rank; d++) {
        is_cut = is_cut || sharding->dims[d].axes.count > 0;
    }
    return is_other && is_cut; /* what all have all have in any order */
}

/* Where each device is a rank these exchange what they have; else a rank's devices may have parts
 * that are no range of what it has. */
static bool check_order(struct kernel_builder *builder, const struct sharding *sharding,
                        const struct mesh *mesh) {
    const struct graph *graph = builder->graph;
    bool is_split = graph->options->ranks == graph->instances.devices;
    if (is_split || !is_reordered(graph, sharding, mesh)) {
        return true;
    }
    builder->failed = true;
    return diag_error(graph->diagnostics, graph->func->location,
                      "an input or output is on a mesh that lists the devices in an order of its "
                      "own, which ranks of several devices cannot run");
}

/* What device ids[p] has, at position p; or (`back`) what position p has, at device ids[p]. */
static struct node *reordered(struct kernel_builder *builder, struct node *node,
                              const struct mesh *mesh, bool back) {
    int64_t *sources = ARENA_ARRAY(builder->graph->arena, int64_t, mesh->device_id_count);
    for (uint32_t p = 0; p < mesh->device_id_count; p++) {
        sources[back ? mesh->device_ids[p] : p] = back ? p : mesh->device_ids[p];
    }
    return node_compute(builder, node->type,
                        term_from_devices(builder, term_same(builder, node), sources));
}

/* Makes a value vary on the axes that lead to other ranks, along which it is the rank's own part.
 */
static void set_between(const struct graph *graph, struct node *node, uint32_t between) {
    uint8_t order[KERNEL_DIMS];
    memcpy(order, node->place.order, sizeof order);
    node_set_axes(graph, node, node->axes | between);
    memcpy(node->place.order, order, sizeof order);
}

/* Of a type without dimensions, a token's too, it is that type. */
static const struct type *whole_type(struct kernel_builder *builder, const struct type *local,
                                     const struct instance_axes *axes) {
    int64_t dims[KERNEL_DIMS];
    if (local->rank == 0) {
        return local;
    }
    for (uint32_t d = 0; d < local->rank; d++) {
        dims[d] = local->dims[d] * instance_axes_size(builder->graph, &axes[d]);
    }
    return type_with_dims(builder->context, local, local->rank, dims);
}

/* A tensor with zeros behind it, up to the extents of `type`. */
static struct node *pad_input(struct kernel_builder *builder, struct node *node,
                              const struct type *type) {
    struct affine at[KERNEL_DIMS];
    int64_t bounds[KERNEL_DIMS];
    uint32_t count = 0;
    for (uint32_t d = 0; d < type->rank; d++) {
        if (node_extent(node, d) < type->dims[d]) {
            bounds[count] = node_extent(node, d);
            at[count++] = affine_dim(d, 1, 0);
        }
    }
    if (count == 0) {
        return node;
    }
    struct term *zero = term_identity(builder, node->element, SCALAR_ADD);
    struct term *term = term_guard(builder, count, at, bounds, term_same(builder, node), zero);
    return node_compute(builder, type, term);
}

/* What the caller's tensor is like: the whole of a local type, without padding. */
static const struct type *callers_type(const struct attr *unpadded, const struct type *whole) {
    return unpadded && unpadded->kind == ATTR_TYPE ? unpadded->type : whole;
}

static const struct type *in_memory(struct kernel_builder *builder, const struct type *type,
                                    const struct border_layout *border) {
    return border->is_packed ? border_packed_type(builder, type)
           : border->block   ? border_blocked_type(builder, type, border->block)
                             : type;
}

static void set_border(const struct node *node, const struct border_layout *border,
                       uint8_t *order) {
    for (uint32_t d = 0; d < node->rank; d++) {
        order[d] = (uint8_t)(d < node->lead ? d : node->lead + border->order[d - node->lead]);
    }
}

static struct node *build_input(struct kernel_builder *builder, uint32_t index) {
    struct graph *graph = builder->graph;
    const struct value *argument = graph->func->regions[0].first->arguments[index];
    const struct sharding *sharding =
        attr_as_sharding(func_argument_attr(graph->func, index, "sdy.sharding"));
    const struct mesh *mesh = mesh_of(graph, sharding);
    struct instance_axes *axes = NULL;
    if (kernel_is_local(builder) && mesh) {
        axes = dim_axes(builder, sharding, mesh);
    }
    uint32_t between = 0;
    const struct attr *unpadded = func_argument_attr(graph->func, index, "sdyc.unpadded");
    const struct type *type = axes ? whole_type(builder, argument->type, axes) : argument->type;
    const struct type *callers = callers_type(unpadded, type);
    if (!check_order(builder, sharding, mesh)) {
        return NULL;
    }
    if (graph->options->ranks > 0) {
        graph->input_parts[index] = rank_part(builder, argument->type, axes, callers);
        axes = axes ? axes_of_rank(builder, axes, argument->type->rank, &between) : NULL;
        callers = type = axes ? whole_type(builder, argument->type, axes) : type;
    }
    struct border_layout border;
    if (!border_of_argument(builder, index, callers, &border)) {
        return NULL;
    }
    struct node *node = node_new(builder, NODE_INPUT, in_memory(builder, callers, &border), 0);
    set_border(node, &border, node->place.order);
    node->layout.callers = border.block || border.is_packed ? callers : NULL;
    node->layout.is_any = border.is_any;
    node->layout.packs_alone = border.packs_alone;
    node->border.input = index;
    node->value = argument;
    graph->inputs[index] = node;
    if (border.block) {
        node = border_unblock(builder, callers, node, border.block);
    } else if (border.is_packed) {
        node = border_unpack(builder, callers, node);
    }
    if (!axes) {
        return node;
    }
    struct node *part = node_regroup(builder, argument->type, pad_input(builder, node, type),
                                     &(struct regrouping){.sliced = axes});
    bool is_other = is_reordered(graph, sharding, mesh);
    set_between(graph, part, is_other ? graph->instances.rank_axes : between);
    part->value = argument;
    return is_other ? reordered(builder, part, mesh, false) : part;
}

static void check_layout_count(struct kernel_builder *builder, uint32_t given, uint32_t there,
                               const char *what) {
    const struct op *func = builder->graph->func;
    if (given > there) {
        diag_error(builder->graph->diagnostics, func->location,
                   "a layout is given for %s %u, but function @%s has %u, counted from 0", what,
                   given - 1, symbol_name(func), there);
        builder->failed = true;
    }
}

static void build_inputs(struct kernel_builder *builder, const struct block *block) {
    struct graph *graph = builder->graph;
    check_layout_count(builder, graph->options->input_layout_count, block->argument_count,
                       "argument");
    graph->input_count = block->argument_count;
    graph->inputs = ARENA_ARRAY(graph->arena, struct node *, block->argument_count + 1);
    graph->input_parts =
        ARENA_ARRAY(graph->arena, const struct rank_part *, block->argument_count + 1);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        if (check_value(builder, block->arguments[i], "an argument")) {
            struct node *input = build_input(builder, i);
            if (input) {
                kernel_bind(builder, block->arguments[i], input);
            }
        }
    }
}

static enum scalar_op reduction_op(enum reduction_kind kind) {
    return kind == REDUCTION_SUM   ? SCALAR_ADD
           : kind == REDUCTION_MAX ? SCALAR_MAXIMUM
                                   : SCALAR_MINIMUM;
}

/* Without those that lead to other ranks: along them a rank has its own. */
static struct instance_axes own_axes(const struct graph *graph, struct instance_axes axes) {
    uint32_t mask = instance_axes_mask(&axes) & ~graph->instances.rank_axes;
    return instance_axes_of_mask(graph, mask);
}

/* The whole tensor of a result, or of what a rank has of it: its parts side by side; of what
 * devices have in common, once. */
static struct node *whole_result(struct kernel_builder *builder, struct node *node,
                                 uint32_t index) {
    const struct graph *graph = builder->graph;
    bool is_of_rank = graph->options->ranks > 0;
    const struct attr *unpadded = func_result_attr(graph->func, index, "sdyc.unpadded");
    const struct sharding *sharding = attr_as_sharding(func_result_sharding(graph->func, index));
    const struct mesh *mesh = kernel_is_local(builder) ? mesh_of(graph, sharding) : NULL;
    struct regrouping whole = {.gathered = NULL};
    const struct type *type = node->type;
    if (!check_order(builder, sharding, mesh)) {
        return NULL;
    }
    if (mesh) {
        struct instance_axes unreduced = kernel_axes(builder, mesh, sharding->unreduced);
        if (unreduced.count > 0) {
            node = node_fold_instances(builder, type, node, unreduced, NULL,
                                       reduction_op(sharding->unreduced_kind), NULL);
        }
        node = is_reordered(graph, sharding, mesh) ? reordered(builder, node, mesh, true) : node;
        whole.gathered = dim_axes(builder, sharding, mesh);
        type = whole_type(builder, node->type, whole.gathered);
    }
    if (is_of_rank) {
        uint32_t between = 0;
        const struct instance_axes *all = whole.gathered;
        graph->output_parts[index] =
            rank_part(builder, node->type, all, callers_type(unpadded, type));
        whole.gathered = all ? axes_of_rank(builder, all, node->type->rank, &between) : NULL;
        type = all ? whole_type(builder, node->type, whole.gathered) : type;
    }
    whole.dropped = own_axes(graph, node_other_axes(builder, node, whole.gathered));
    if (type == node->type && whole.dropped.count == 0) {
        return node;
    }
    struct node *result = node_regroup(builder, type, node, &whole);
    type = is_of_rank ? type : callers_type(unpadded, type);
    if (type != result->type) {
        result = node_compute(builder, type, term_same(builder, result));
    }
    result->value = node->value;
    result->op = node->op;
    return result;
}

/* The result as the caller wants it in memory; NULL after an error. */
static struct node *as_wanted(struct kernel_builder *builder, struct node *node, uint32_t index) {
    struct border_layout border;
    const struct type *type = node->type;
    if (!border_of_result(builder, index, type, &border)) {
        return NULL;
    }
    node = border.is_packed ? border_pack(builder, node)
           : border.block   ? border_block(builder, node, border.block)
                            : node;
    node = node_as_output(builder, node);
    node->layout.callers = border.block || border.is_packed ? type : NULL;
    if (!border.is_any) {
        uint8_t *order = ARENA_ARRAY(builder->graph->arena, uint8_t, KERNEL_DIMS);
        set_border(node, &border, order);
        node->layout.border = order;
    }
    return node;
}

static void build_outputs(struct kernel_builder *builder, const struct op *terminator) {
    struct graph *graph = builder->graph;
    struct subgraph *main = graph->main;
    main->output_count = terminator->operand_count;
    check_layout_count(builder, graph->options->output_layout_count, terminator->operand_count,
                       "result");
    main->outputs = ARENA_ARRAY(graph->arena, struct node *, terminator->operand_count + 1);
    graph->output_parts =
        ARENA_ARRAY(graph->arena, const struct rank_part *, terminator->operand_count + 1);
    for (uint32_t i = 0; i < terminator->operand_count; i++) {
        struct node *node = kernel_operand(builder, terminator, i);
        if (graph->instances.devices > 0 || graph->options->ranks > 0) {
            node = whole_result(builder, node, i);
        }
        node = node ? as_wanted(builder, node, i) : NULL;
        if (!node) {
            return;
        }
        node->border.output = (int32_t)i;
        main->outputs[i] = node;
    }
}

static struct graph *build(struct module *module, const struct op *func, struct arena *arena,
                           const struct codegen_options *options, const bool *whole) {
    struct graph *graph = ARENA_NEW(arena, struct graph);
    graph->whole = whole;
    graph->arena = arena;
    graph->diagnostics = module->context->diagnostics;
    graph->options = options;
    graph->func = func;
    graph->context = module->context;
    graph->main = ARENA_NEW(arena, struct subgraph);
    struct kernel_builder builder = {
        .graph = graph, .context = module->context, .current = graph->main};
    builder.failed = !instances_find(graph, module);
    struct block *block = func->regions[0].first;
    if (!builder.failed) {
        build_inputs(&builder, block);
    }
    bool built = !builder.failed && kernel_block(&builder, block);
    if (built) {
        build_outputs(&builder, block_terminator(block));
    }
    built = built && !builder.failed;
    built = built && (!graph->instances.rank_axes || graph_take_rank(graph, module->context));
    if (built) {
        return graph;
    }
    graph_free(graph);
    return NULL;
}

/* Inputs are packed where all that reads them unpacks them itself, which is known of a graph that
 * has been built so. */
struct graph *graph_build(struct module *module, const struct op *func, struct arena *arena,
                          const struct codegen_options *options) {
    struct graph *graph = build(module, func, arena, options, NULL);
    bool *whole = graph ? ARENA_ARRAY(arena, bool, (size_t)graph->input_count + 1) : NULL;
    if (graph && border_find_whole(graph, whole)) {
        graph_free(graph);
        graph = build(module, func, arena, options, whole);
    }
    return graph;
}

void graph_free(struct graph *graph) {
    subgraph_free(graph->main);
    pointer_map_free(&graph->by_value);
}
