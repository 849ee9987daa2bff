/* One program for a grid of processes. Processes that run the same function are a class, and each
 * class has its own copy of the function in the body of one manual computation over all processes.
 * What a process is given or returns is its part of a tensor with one row for each. A body without
 * branches lets all classes go on together: up to the next operation that needs others, which is
 * one operation of the body once all whom it concerns have come to it. */
#include <string.h>

#include "ops/verify/fault.h"
#include "transforms/parallel/parallel.h"

struct process_class {
    struct op *func, *next; /* of the function: what comes next */
    uint32_t count;
    int64_t *processes, *first_operands; /* of run_parallel's: where those of a process begin */
    struct pointer_map values;           /* of the function -> of the body */
    bool is_done;
};

/* What was sent to a channel and not yet received. */
struct parcel {
    int64_t channel;
    const struct op *send;
    struct process_class *from;
    bool is_taken;
};

struct merging {
    struct module *module;
    struct context *context;
    struct op *op; /* run_parallel */
    struct arena *arena;
    struct grid grid;
    uint32_t class_count;
    struct process_class *classes;
    int64_t *class_of;           /* each process */
    struct builder outer, inner; /* before run_parallel; at the end of the body */
    struct op *frame;            /* holds the body until all is known */
    struct value *token;         /* of the body */
    VECTOR(struct value *) given, returned;
    VECTOR(struct parcel) parcels;
    uint32_t infeeds; /* taken */
};

static struct block *body_of(const struct merging *merging) {
    return merging->frame->regions[0].first;
}

/* --- rows ------------------------------------------------------------------------------------- */

static const struct type *row_type(struct merging *merging, const struct type *type, int64_t rows) {
    int64_t dims[MAX_RANK + 1] = {rows};
    for (uint32_t d = 0; d < type->rank; d++) {
        dims[d + 1] = type->dims[d];
    }
    return type_tensor(merging->context, type->element, type->rank + 1, dims, NULL);
}

static struct value *as_row(struct merging *merging, struct builder *at, struct value *value) {
    const struct type *type = row_type(merging, value->type, 1);
    return build_reshape(at, value, type->rank, type->dims);
}

/* Gives each process its own value: items[p], or NULL where it is of no use. The body's value. */
static struct value *give(struct merging *merging, const struct type *type,
                          struct value *const *items) {
    int64_t processes = grid_size(merging->grid);
    struct value **rows = ARENA_ARRAY(merging->arena, struct value *, (size_t)processes);
    struct value *none = NULL;
    for (int64_t p = 0; p < processes; p++) {
        if (!items[p] && !none) {
            none = build_zeros(&merging->outer, row_type(merging, type, 1));
        }
        rows[p] = items[p] ? as_row(merging, &merging->outer, items[p]) : none;
    }
    *vector_push(&merging->given) =
        processes > 1 ? build_concatenate(&merging->outer, (uint32_t)processes, rows, 0) : rows[0];
    struct value *argument = block_add_argument(merging->module, body_of(merging),
                                                row_type(merging, type, 1), merging->op->location);
    return build_reshape(&merging->inner, argument, type->rank, type->dims);
}

/* Takes a value of the body to row p of a result, for each process p; its number. */
static uint32_t take(struct merging *merging, struct value *value) {
    *vector_push(&merging->returned) = as_row(merging, &merging->inner, value);
    return (uint32_t)merging->returned.count - 1;
}

/* --- classes ---------------------------------------------------------------------------------- */

static struct process_class *class_of(struct merging *merging, struct op *func) {
    for (uint32_t c = 0; c < merging->class_count; c++) {
        if (merging->classes[c].func == func) {
            return &merging->classes[c];
        }
    }
    struct process_class *made = &merging->classes[merging->class_count++];
    size_t processes = (size_t)grid_size(merging->grid);
    made->func = func;
    made->next = func->regions[0].first->first;
    made->processes = ARENA_ARRAY(merging->arena, int64_t, processes);
    made->first_operands = ARENA_ARRAY(merging->arena, int64_t, processes);
    return made;
}

static void find_classes(struct merging *merging) {
    const struct attr *programs = op_property(merging->op, "programs");
    int64_t operand = 0, process = 0;
    for (uint32_t r = 0; r < programs->count; r++) {
        const struct attr *replica = programs->items[r];
        for (uint32_t p = 0; p < replica->count; p++) {
            struct op *func = symbol_lookup_from(merging->op, replica->items[p]);
            struct process_class *found = class_of(merging, func);
            merging->class_of[process] = found - merging->classes;
            found->first_operands[found->count] = operand;
            found->processes[found->count++] = process++;
            operand += func->regions[0].first->argument_count;
        }
    }
}

/* What the processes are given has the types of the function's arguments, which are those of whole
 * tensors where a program is not local yet. */
static bool check_arguments(struct merging *merging, const struct process_class *class) {
    const struct block *block = class->func->regions[0].first;
    for (uint32_t k = 0; k < class->count; k++) {
        for (uint32_t i = 0; i < block->argument_count; i++) {
            uint32_t operand = (uint32_t) class->first_operands[k] + i;
            const struct type *given = op_operand(merging->op, operand)->type;
            const struct type *taken = block->arguments[i]->type;
            if (given != taken) {
                return op_fault(merging->op, merging->context,
                                "gives '@%s' operand %u of type '%s' as argument %u of type '%s'",
                                symbol_name(class->func), operand,
                                say_type(merging->context, given), i,
                                say_type(merging->context, taken));
            }
        }
    }
    return true;
}

static void give_arguments(struct merging *merging, struct process_class *class) {
    const struct block *block = class->func->regions[0].first;
    size_t processes = (size_t)grid_size(merging->grid);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        struct value *argument = block->arguments[i], *given = merging->token;
        if (argument->type->kind != TYPE_TOKEN) {
            struct value **items = ARENA_ARRAY(merging->arena, struct value *, processes);
            for (uint32_t k = 0; k < class->count; k++) {
                items[class->processes[k]] =
                    op_operand(merging->op, (uint32_t) class->first_operands[k] + i);
            }
            given = give(merging, argument->type, items);
        }
        pointer_map_put(&class->values, argument, given);
    }
}

static struct value *class_value(struct process_class *class, struct value *value) {
    return pointer_map_get(&class->values, value);
}

/* --- operations ------------------------------------------------------------------------------- */

struct flattening {
    struct merging *merging;
    bool good;
};

static bool flatten(struct op *op, void *data) {
    struct flattening *flattening = data;
    struct merging *merging = flattening->merging;
    flattening->good = flatten_processes(merging->module, op, merging->grid) && flattening->good;
    return true;
}

/* A copy in the body. */
static bool copy_op(struct merging *merging, struct process_class *class, const struct op *op) {
    struct op *copy = op_clone(merging->module, op, &class->values);
    op_append(body_of(merging), copy);
    struct flattening flattening = {.merging = merging, .good = true};
    bool is_number = op_is(op, OP_PARTITION_ID) || op_is(op, OP_REPLICA_ID);
    op_walk_post(copy, flatten, &flattening);
    if (is_number) { /* others stand for it now */
        pointer_map_put(&class->values, op_result(op, 0), op_result(body_of(merging)->last, 0));
    }
    return flattening.good;
}

static int64_t channel_of(const struct op *op) {
    const struct channel_handle *channel = (const struct channel_handle *)attr_payload(
        op_property(op, "channel_handle"), &attr_channel_handle);
    return channel ? channel->handle : 0;
}

static bool send(struct merging *merging, struct process_class *class, const struct op *op) {
    *vector_push(&merging->parcels) =
        (struct parcel){.channel = channel_of(op), .send = op, .from = class};
    pointer_map_put(&class->values, op_result(op, 0), merging->token);
    return true;
}

/* From process to process: as the pairs say, or the first to the first, the second to ... */
static const struct attr *transfer_pairs(struct merging *merging, const struct process_class *from,
                                         const struct process_class *to, const struct op *send_op) {
    const struct attr *pairs = op_property(send_op, "source_target_pairs");
    if (pairs) {
        return pairs;
    }
    int64_t *ids = ARENA_ARRAY(merging->arena, int64_t, 2 * (size_t)to->count + 1);
    for (uint32_t i = 0; i < to->count; i++) {
        ids[2 * i] = from->processes[i];
        ids[2 * i + 1] = to->processes[i];
    }
    const int64_t dims[2] = {to->count, 2};
    const struct type *i64 = type_integer(merging->context, 64, SIGNLESS);
    return attr_dense(merging->context, type_tensor(merging->context, i64, 2, dims, NULL), ids,
                      2 * to->count * sizeof *ids, false);
}

static bool check_parcel(struct merging *merging, const struct process_class *class,
                         const struct op *op, const struct parcel *parcel) {
    const struct op *sent = parcel->send;
    bool fits = sent->operand_count == op->result_count;
    for (uint32_t i = 0; fits && i + 1 < op->result_count; i++) {
        fits = op_operand(sent, i)->type == op_result(op, i)->type;
    }
    if (!fits) {
        return fault(op, merging->context, "receives other types than were sent to channel %lld",
                     (long long)parcel->channel);
    }
    if (parcel->from->count != class->count && !op_property(sent, "source_target_pairs")) {
        return fault(op, merging->context, "receives on %u processes what %u have sent",
                     class->count, parcel->from->count);
    }
    return true;
}

/* True where there was something to receive; false too after an error. */
static bool receive(struct merging *merging, struct process_class *class, const struct op *op,
                    bool *good) {
    struct parcel *parcel = NULL;
    for (size_t i = 0; i < merging->parcels.count && !parcel; i++) {
        struct parcel *candidate = &merging->parcels.items[i];
        parcel = candidate->channel == channel_of(op) && !candidate->is_taken ? candidate : NULL;
    }
    if (!parcel || !(*good = check_parcel(merging, class, op, parcel))) {
        return false;
    }
    parcel->is_taken = true;
    for (uint32_t i = 0; i + 1 < op->result_count; i++) {
        struct value *sent = class_value(parcel->from, op_operand(parcel->send, i));
        struct value *got =
            build_unary(&merging->inner, OP_COLLECTIVE_PERMUTE, sent, op_result(op, i)->type);
        op_set_property(merging->module, got->op, "source_target_pairs",
                        transfer_pairs(merging, parcel->from, class, parcel->send));
        pointer_map_put(&class->values, op_result(op, i), got);
    }
    pointer_map_put(&class->values, op_result(op, op->result_count - 1), merging->token);
    return true;
}

/* What the next function of the infeed gives. */
static struct value *next_infeed(struct merging *merging, const struct op *op) {
    const struct attr *names = op_property(merging->op, "infeed");
    if (merging->infeeds >= names->count) {
        fault(op, merging->context, "reads from an infeed that has no more than %u values",
              names->count);
        return NULL;
    }
    const struct attr *name = names->items[merging->infeeds++];
    const struct op *func = symbol_lookup_from(merging->op, name);
    const struct op *end = func ? func_return(func) : NULL;
    const struct type *type = end && end->operand_count == 1 ? op_operand(end, 0)->type : NULL;
    if (op->result_count != 2 || type != op_result(op, 0)->type) {
        fault(op, merging->context, "reads another type from the infeed than '@%s' gives",
              name->text);
        return NULL;
    }
    struct op *call = build_row(&merging->outer, OP_FUNC_CALL, 0, NULL, 1, &type, 0);
    op_set_property(merging->module, call, "callee", name);
    return op_result(call, 0);
}

static bool read_infeed(struct merging *merging, struct process_class *class, const struct op *op) {
    size_t processes = (size_t)grid_size(merging->grid);
    struct value **items = ARENA_ARRAY(merging->arena, struct value *, processes);
    for (uint32_t k = 0; k < class->count; k++) {
        items[class->processes[k]] = next_infeed(merging, op);
        if (!items[class->processes[k]]) {
            return false;
        }
    }
    pointer_map_put(&class->values, op_result(op, 0), give(merging, op_result(op, 0)->type, items));
    pointer_map_put(&class->values, op_result(op, 1), merging->token);
    return true;
}

/* --- collectives of several classes ----------------------------------------------------------- */

/* Adds the classes that meet members of `involved` in a group of the operation; true where any. */
static bool involve(struct merging *merging, const struct process_groups *groups, bool *involved) {
    bool added = false;
    for (int64_t g = 0; g < groups->count; g++) {
        const int64_t *ids = groups->ids + g * groups->size;
        bool meets = false;
        for (int64_t m = 0; m < groups->size; m++) {
            meets = meets || (ids[m] >= 0 && involved[merging->class_of[ids[m]]]);
        }
        for (int64_t m = 0; m < groups->size && meets; m++) {
            if (ids[m] >= 0 && !involved[merging->class_of[ids[m]]]) {
                involved[merging->class_of[ids[m]]] = added = true;
            }
        }
    }
    return added;
}

/* Whether two classes stand before the same operation. */
static bool is_same(const struct op *a, const struct op *b) {
    bool same = a->def == b->def && a->operand_count == b->operand_count &&
                a->properties.count == b->properties.count;
    for (uint32_t i = 0; same && i < a->properties.count; i++) {
        same = a->properties.items[i].value == b->properties.items[i].value;
    }
    for (uint32_t i = 0; same && i < a->operand_count; i++) {
        same = op_operand(a, i)->type == op_operand(b, i)->type;
    }
    return same;
}

/* Each process's own: that of its class. */
static struct value *choose(struct merging *merging, const bool *involved, uint32_t operand) {
    struct builder *at = &merging->inner;
    struct value *chosen = NULL;
    const struct type *ui32 =
        type_tensor(merging->context, type_integer(merging->context, 32, UNSIGNED), 0, NULL, NULL);
    for (uint32_t c = 0; c < merging->class_count; c++) {
        struct process_class *class = &merging->classes[c];
        if (!involved[c]) {
            continue;
        }
        struct value *own = class_value(class, op_operand(class->next, operand));
        for (uint32_t k = 0; k < class->count && chosen; k++) {
            uint32_t process = (uint32_t) class->processes[k];
            struct value *number = build_value(at, OP_PARTITION_ID, 0, NULL, ui32);
            struct value *wanted = build_constant(
                at, attr_dense(merging->context, ui32, &process, sizeof process, true));
            struct value *is_it = build_compare(at, number, wanted, COMPARE_EQ, COMPARE_NO_TYPE);
            struct value *operands[3] = {is_it, own, chosen};
            chosen = build_value(at, OP_SELECT, 3, operands, own->type);
        }
        chosen = chosen ? chosen : own;
    }
    return chosen;
}

static bool do_together(struct merging *merging, struct process_class *class,
                        const bool *involved) {
    struct op *op = class->next;
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < op->operand_count; i++) {
        pointer_map_put(&map, op_operand(op, i), choose(merging, involved, i));
    }
    struct op *made = op_clone(merging->module, op, &map);
    op_append(body_of(merging), made);
    pointer_map_free(&map);
    for (uint32_t c = 0; c < merging->class_count; c++) {
        struct process_class *other = &merging->classes[c];
        for (uint32_t i = 0; involved[c] && i < op->result_count; i++) {
            pointer_map_put(&other->values, op_result(other->next, i), op_result(made, i));
        }
        other->next = involved[c] ? other->next->next : other->next;
    }
    return flatten_processes(merging->module, made, merging->grid);
}

/* True where all whom it concerns have come, and it is done. */
static bool meet(struct merging *merging, struct process_class *class, bool *good) {
    struct process_groups groups;
    bool *involved = ARENA_ARRAY(merging->arena, bool, merging->class_count + 1);
    involved[class - merging->classes] = true;
    *good = find_groups(class->next, merging->context, merging->grid, merging->arena, &groups);
    while (*good && involve(merging, &groups, involved)) {
    }
    for (uint32_t c = 0; *good && c < merging->class_count; c++) {
        const struct process_class *other = &merging->classes[c];
        if (involved[c] && (other->is_done || !is_same(class->next, other->next))) {
            return false;
        }
    }
    if (*good) {
        *good = do_together(merging, class, involved);
    }
    return *good;
}

/* --- all classes, side by side ---------------------------------------------------------------- */

static bool is_needing(struct op *op, void *data) {
    (void)data;
    return !is_collective(op) && !op_is(op, OP_SEND) && !op_is(op, OP_RECV) &&
           !op_is(op, OP_INFEED);
}

/* In its regions: where each process goes its own way, none can wait for another. */
static bool check_inside(struct merging *merging, struct op *op) {
    bool alone = op->region_count == 0 || is_collective(op) || op_walk(op, is_needing, NULL);
    return alone || merging->class_count == 1 ||
           fault(op, merging->context,
                 "has operations in its regions that need other processes, which run other "
                 "functions");
}

/* One operation of a class; false where it has to wait, or after an error. */
static bool advance(struct merging *merging, struct process_class *class, bool *good) {
    struct op *op = class->next;
    bool has_infeed = op_property(merging->op, "infeed") != NULL;
    if (op_is(op, OP_FUNC_RETURN)) {
        return !class->is_done && (class->is_done = true);
    }
    if (is_collective(op)) {
        return meet(merging, class, good);
    }
    if (op_is(op, OP_RECV) && !receive(merging, class, op, good)) {
        return false;
    }
    *good = op_is(op, OP_RECV)   ? *good
            : op_is(op, OP_SEND) ? send(merging, class, op)
            : op_is(op, OP_INFEED) && has_infeed
                ? read_infeed(merging, class, op)
                : check_inside(merging, op) && copy_op(merging, class, op);
    class->next = op->next;
    return *good;
}

static bool run_classes(struct merging *merging) {
    bool good = true, moved = true;
    while (good && moved) {
        moved = false;
        for (uint32_t c = 0; c < merging->class_count && good; c++) {
            while (good && advance(merging, &merging->classes[c], &good)) {
                moved = true;
            }
        }
    }
    for (uint32_t c = 0; c < merging->class_count && good; c++) {
        const struct process_class *class = &merging->classes[c];
        if (!class->is_done) {
            good = fault(class->next, merging->context,
                         "waits for ever: process %lld is here, and those that it waits for do "
                         "not come",
                         (long long)class->processes[0]);
        }
    }
    return good;
}

/* --- what comes back -------------------------------------------------------------------------- */

static const struct attr *row_sharding(struct merging *merging, uint32_t rank) {
    struct context *context = merging->context;
    struct mesh_axis axis = {intern(context->strings, "process"), grid_size(merging->grid)};
    struct mesh mesh = {.axis_count = 1, .axes = &axis};
    struct axis_ref all = axis_whole(axis.name);
    struct dim_sharding *dims = ARENA_ARRAY(merging->arena, struct dim_sharding, rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        dims[d] = (struct dim_sharding){.is_closed = true, .priority = PRIORITY_NONE};
    }
    dims[0].axes = (struct axis_list){1, &all};
    struct sharding sharding = {.mesh = mesh_attr(context, &mesh), .rank = rank, .dims = dims};
    return sharding_attr(context, &sharding);
}

static const struct attr *row_shardings(struct merging *merging, size_t count,
                                        struct value *const *values) {
    const struct attr **items = ARENA_ARRAY(merging->arena, const struct attr *, count + 1);
    for (size_t i = 0; i < count; i++) {
        items[i] = row_sharding(merging, values[i]->type->rank);
    }
    return sharding_per_value_attr(merging->context, (uint32_t)count, items);
}

/* The computation around the body that is complete now. */
static struct op *build_computation(struct merging *merging) {
    size_t results = merging->returned.count;
    int64_t processes = grid_size(merging->grid);
    const struct type **types = ARENA_ARRAY(merging->arena, const struct type *, results + 1);
    build_end(&merging->inner, OP_SDY_RETURN, (uint32_t)results, merging->returned.items);
    for (size_t i = 0; i < results; i++) {
        const struct type *row = merging->returned.items[i]->type;
        int64_t dims[MAX_RANK + 1];
        memcpy(dims, row->dims, row->rank * sizeof *dims);
        dims[0] = processes;
        types[i] = type_tensor(merging->context, row->element, row->rank, dims, NULL);
    }
    struct op *made =
        build_row(&merging->outer, OP_SDY_MANUAL_COMPUTATION, (uint32_t)merging->given.count,
                  merging->given.items, (uint32_t)results, types, 1);
    struct axis_ref all = axis_whole(intern(merging->context->strings, "process"));
    op_set_property(merging->module, made, "in_shardings",
                    row_shardings(merging, merging->given.count, merging->given.items));
    op_set_property(merging->module, made, "out_shardings",
                    row_shardings(merging, results, merging->returned.items));
    op_set_property(merging->module, made, "manual_axes",
                    manual_axes_attr(merging->context, (struct axis_list){1, &all}));
    region_take(&made->regions[0], &merging->frame->regions[0]);
    return made;
}

/* Row `process` of a result of the computation. */
static struct value *row(struct merging *merging, struct value *rows, int64_t process) {
    int64_t start[MAX_RANK + 1] = {process}, limit[MAX_RANK + 1];
    memcpy(limit, rows->type->dims, rows->type->rank * sizeof *limit);
    limit[0] = process + 1;
    struct value *one = build_slice(&merging->outer, rows, start, limit);
    return build_reshape(&merging->outer, one, rows->type->rank - 1, rows->type->dims + 1);
}

/* The results of run_parallel are those of the processes, one after the other. */
static void replace_results(struct merging *merging) {
    VECTOR(uint32_t) numbers = {0}; /* of a class's results, all classes; tokens too */
    uint32_t *first = ARENA_ARRAY(merging->arena, uint32_t, merging->class_count + 1);
    for (uint32_t c = 0; c < merging->class_count; c++) {
        struct process_class *class = &merging->classes[c];
        const struct op *end = class->next;
        first[c] = (uint32_t)numbers.count;
        for (uint32_t i = 0; i < end->operand_count; i++) {
            struct value *value = class_value(class, op_operand(end, i));
            bool is_token = value->type->kind == TYPE_TOKEN;
            *vector_push(&numbers) = is_token ? UINT32_MAX : take(merging, value);
        }
    }
    struct op *made = build_computation(merging);
    struct value *token = NULL;
    uint32_t result = 0;
    for (int64_t p = 0; p < grid_size(merging->grid); p++) {
        int64_t c = merging->class_of[p];
        for (uint32_t i = 0; i < merging->classes[c].next->operand_count; i++) {
            uint32_t number = numbers.items[first[c] + i];
            struct value *own;
            if (number == UINT32_MAX) {
                token = token ? token
                              : build_value(&merging->outer, OP_AFTER_ALL, 0, NULL,
                                            type_token(merging->context));
                own = token;
            } else {
                own = row(merging, op_result(made, number), p);
            }
            value_replace_uses(op_result(merging->op, result++), own);
        }
    }
    vector_free(&numbers);
}

static bool merge(struct merging *merging) {
    merging->frame = build_row(&merging->outer, OP_SDY_MANUAL_COMPUTATION, 0, NULL, 0, NULL, 1);
    struct block *body = block_new(merging->module, &merging->frame->regions[0]);
    merging->inner = builder_at_end(merging->module, body);
    merging->inner.location = merging->op->location;
    merging->token =
        build_value(&merging->inner, OP_AFTER_ALL, 0, NULL, type_token(merging->context));
    find_classes(merging);
    bool good = true;
    for (uint32_t c = 0; c < merging->class_count && good; c++) {
        good = check_arguments(merging, &merging->classes[c]);
        if (good) {
            give_arguments(merging, &merging->classes[c]);
        }
    }
    good = good && run_classes(merging);
    if (good) {
        replace_results(merging);
        op_erase(merging->frame);
        op_erase(merging->op);
    }
    return good;
}

static bool merge_op(struct module *module, struct op *op) {
    const struct attr *programs = op_property(op, "programs");
    struct merging merging = {.module = module,
                              .context = module->context,
                              .op = op,
                              .arena = arena_new(),
                              .outer = builder_before(module, op),
                              .grid = {programs->count, programs->items[0]->count}};
    size_t processes = (size_t)grid_size(merging.grid);
    merging.classes = ARENA_ARRAY(merging.arena, struct process_class, processes);
    merging.class_of = ARENA_ARRAY(merging.arena, int64_t, processes);
    bool good = merge(&merging);
    for (uint32_t c = 0; c < merging.class_count; c++) {
        pointer_map_free(&merging.classes[c].values);
    }
    vector_free(&merging.given);
    vector_free(&merging.returned);
    vector_free(&merging.parcels);
    arena_free(merging.arena);
    return good;
}

/* Functions that stand for processes have been merged into the program. */
static void drop_functions(struct module *module, const struct op *entry) {
    FOR_EACH_OP_SAFE (op, module->op->regions[0].first) {
        if (op_has(op, OP_FUNCTION) && op != entry) {
            op_set_property(module, op, "sym_visibility",
                            attr_string(module->context, "private", 7));
        }
    }
}

bool pass_merge_processes(struct module *module, const struct pass_options *options) {
    if (!module_has_made(module, op_table[OP_INTERPRETER_RUN_PARALLEL])) {
        return true;
    }
    const char *name = pass_string(options, "entry");
    const struct op *entry = entry_function(module, *name ? name : NULL);
    if (!pass_inline(module, NULL)) {
        return false;
    }
    struct op_list list = module_ops_of(module, op_table[OP_INTERPRETER_RUN_PARALLEL]);
    bool good = true;
    for (size_t i = 0; i < list.count && good; i++) {
        good = merge_op(module, list.items[i]);
    }
    vector_free(&list);
    if (!good) {
        return false;
    }
    if (entry) {
        drop_functions(module, entry);
    }
    return pass_inline(module, NULL) && pass_verify_ops(module, 0);
}
