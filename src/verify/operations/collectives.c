/* Collectives: what the devices of a group make of what each of them holds. */
#include "verify/operations/collectives.h"

#include "verify/operations/folds.h"
#include "verify/operations/groups.h"
#include "verify/operations/moves.h"
#include "verify/values/alike.h"

/* All of a group take part, or none. */
static bool takes_part(struct evaluator *e, const struct op *op, struct device_group group,
                       bool *any) {
    int64_t active = 0;
    for (int64_t i = 0; i < group.count; i++) {
        active += e->active[group.ids[i]];
    }
    *any = active > 0;
    if (active == 0 || active == group.count) {
        return true;
    }
    for (int64_t i = 0; i < group.count; i++) {
        if (!e->active[group.ids[i]]) {
            return evaluate_fault(e, op, "device %lld does not come to it, and device %lld waits",
                                  (long long)group.ids[i],
                                  (long long)group.ids[i == 0 ? group.count - 1 : 0]);
        }
    }
    return true;
}

static bool is_needed(const struct evaluator *e, int64_t device) {
    return e->active[device] && (!e->needed || e->needed[device]);
}

static bool any_needed(const struct evaluator *e, struct device_group group) {
    bool any = false;
    for (int64_t i = 0; i < group.count; i++) {
        any = any || is_needed(e, group.ids[i]);
    }
    return any;
}

/* All members of a group give what one of them needs. */
void sources_of_groups(struct evaluator *e, const struct op *op, const bool *results,
                       bool *operands) {
    struct evaluator asking = {.module = e->module, .devices = e->devices, .replicas = e->replicas};
    struct groups groups;
    bool known = groups_read(&asking, op, &groups);
    for (int64_t d = 0; d < e->devices && !known; d++) {
        operands[d] = true;
    }
    for (int64_t g = 0; known && g < groups.count; g++) {
        struct device_group group = group_at(&groups, g);
        bool any = false;
        for (int64_t i = 0; i < group.count; i++) {
            any = any || results[group.ids[i]];
        }
        for (int64_t i = 0; any && i < group.count; i++) {
            operands[group.ids[i]] = true;
        }
    }
}

void sources_of_pairs(struct evaluator *e, const struct op *op, const bool *results,
                      bool *operands) {
    struct evaluator asking = {.module = e->module, .devices = e->devices, .replicas = e->replicas};
    struct groups pairs;
    bool known = groups_read(&asking, op, &pairs);
    for (int64_t d = 0; d < e->devices; d++) {
        operands[d] = !known;
    }
    for (int64_t i = 0; known && i < pairs.count; i++) {
        int64_t source = pairs.ids[2 * i], target = pairs.ids[2 * i + 1];
        if (source >= 0 && target >= 0 && results[target]) {
            operands[source] = true;
        }
    }
}

/* --- operations on groups --------------------------------------------------------------------- */

/* What the members of one group make of operand `index`: tensors that become theirs. */
typedef bool group_rule(struct local *local, uint32_t index, struct device_group group,
                        struct tensor *const *held, struct tensor **made);

/* One operand of a collective, and what groups make of it. */
struct turn {
    const struct op *op;
    uint32_t index;
    group_rule *rule;
    struct groups groups;
    struct tensor **held, **made; /* [group][member]; what is made is kept here */
    struct alike alike;           /* groups that hold the same */
};

static void turn_open(struct turn *turn, struct lanes operand) {
    const struct groups *groups = &turn->groups;
    size_t count = (size_t)(groups->count * groups->size);
    turn->held = memory_array(count + 1, sizeof *turn->held);
    turn->made = memory_array(count + 1, sizeof *turn->made);
    for (size_t i = 0; i < count; i++) {
        turn->held[i] = groups->ids[i] < 0 ? NULL : operand.items[groups->ids[i]];
    }
    alike_open(&turn->alike, groups->count, turn->held, (size_t)groups->size * sizeof *turn->held);
}

static void turn_close(struct turn *turn) {
    for (int64_t i = 0; i < turn->groups.count * turn->groups.size; i++) {
        tensor_release(turn->made[i]);
    }
    alike_close(&turn->alike);
    memory_free(turn->held);
    memory_free(turn->made);
}

static bool make_for_group(struct evaluator *e, struct frame *frame, struct turn *turn,
                           int64_t number) {
    struct device_group group = group_at(&turn->groups, number);
    struct tensor **held = turn->held + number * turn->groups.size;
    struct tensor **made = turn->made + number * turn->groups.size;
    struct local local = {.e = e, .frame = frame, .op = turn->op, .device = group.ids[0]};
    bool done = turn->rule(&local, turn->index, group, held, made);
    bool is_unknown = false;
    for (int64_t i = 0; i < group.count; i++) {
        is_unknown = is_unknown || held[i]->is_unknown;
    }
    for (int64_t i = 0; i < group.count; i++) {
        if (made[i] && is_unknown) {
            made[i]->is_unknown = true;
        }
    }
    return done;
}

/* Groups that hold the same make the same. */
static bool apply_to_group(struct evaluator *e, struct frame *frame, struct turn *turn,
                           int64_t number, struct lanes *result) {
    struct device_group group = group_at(&turn->groups, number);
    int64_t size = turn->groups.size, first = alike_first(&turn->alike, number);
    struct tensor **made = turn->made + number * size;
    if (first == number && !make_for_group(e, frame, turn, number)) {
        return false;
    }
    for (int64_t i = 0; i < group.count; i++) {
        if (first != number) {
            made[i] = tensor_keep(turn->made[first * size + i]);
        }
        tensor_release(result->items[group.ids[i]]);
        result->items[group.ids[i]] = tensor_keep(made[i]);
    }
    return true;
}

/* A device of no group keeps what it has, where that has the type of the result. */
static void keep_others(const struct evaluator *e, const struct op *op, uint32_t index,
                        struct lanes operand, struct lanes *result) {
    const struct type *type = op_result(op, index)->type;
    for (int64_t d = 0; d < e->devices; d++) {
        if (is_needed(e, d) && !result->items[d]) {
            result->items[d] =
                operand.items[d]->type == type ? tensor_keep(operand.items[d]) : tensor_of(type);
        }
    }
}

/* One result; devices of no group have nothing yet. */
static bool apply_turn(struct evaluator *e, struct frame *frame, const struct op *op,
                       uint32_t index, group_rule *rule, struct lanes *result) {
    struct turn turn = {.op = op, .index = index, .rule = rule};
    bool done = groups_read(e, op, &turn.groups), any;
    if (!done) {
        return false;
    }
    turn_open(&turn, frame_get(frame, op_operand(op, index)));
    for (int64_t g = 0; done && g < turn.groups.count; g++) {
        struct device_group group = group_at(&turn.groups, g);
        done = takes_part(e, op, group, &any) &&
               (!any || !any_needed(e, group) || apply_to_group(e, frame, &turn, g, result));
    }
    turn_close(&turn);
    return done;
}

static bool apply_to_groups(struct evaluator *e, struct frame *frame, const struct op *op,
                            group_rule *rule) {
    bool done = true;
    for (uint32_t i = 0; done && i < op->result_count; i++) {
        struct lanes result = lanes_new(e);
        done = apply_turn(e, frame, op, i, rule, &result);
        if (done) {
            keep_others(e, op, i, frame_get(frame, op_operand(op, i)), &result);
        }
        frame_set(e, frame, op_result(op, i), result);
    }
    return done;
}

/* --- sums ------------------------------------------------------------------------------------- */

/* Whether what it gives does not depend on which two of many are folded first. */
static bool is_associative(const struct region *region) {
    static const enum op_id ids[] = {OP_ADD, OP_MULTIPLY, OP_MAXIMUM, OP_MINIMUM,
                                     OP_AND, OP_OR,       OP_XOR};
    const struct block *block = region->first;
    const struct op *op = block->first, *last = block_terminator(block);
    bool is_one = false;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        is_one = is_one || op_is(op, ids[i]);
    }
    return is_one && op->next == last && block->argument_count == 2 &&
           op_operand(last, 0) == op_result(op, 0) &&
           ((op_operand(op, 0) == block->arguments[0] &&
             op_operand(op, 1) == block->arguments[1]) ||
            (op_operand(op, 0) == block->arguments[1] && op_operand(op, 1) == block->arguments[0]));
}

/* The fold of two tensors, which are taken over; NULL: stopped, or one of them is. */
static struct tensor *fold_two(struct region_run *run, struct tensor *sum, struct tensor *next) {
    if (!sum || !next) {
        tensor_release(sum);
        tensor_release(next);
        return NULL;
    }
    return fold_once(run, 1, &sum, &next) ? sum : NULL;
}

/* The fold of a tensor with itself, so many of it, 1 or more, by folds of folds. */
static struct tensor *fold_times(struct region_run *run, struct tensor *own, int64_t count) {
    struct tensor *power = tensor_keep(own), *sum = NULL;
    for (; power && count > 0; count /= 2) {
        if (count % 2 == 1) {
            sum = sum ? fold_two(run, sum, tensor_keep(power)) : tensor_keep(power);
        }
        if (count > 1) {
            power = fold_two(run, power, tensor_keep(power));
        }
    }
    bool done = power && sum;
    tensor_release(power);
    if (!done) {
        tensor_release(sum);
    }
    return done ? sum : NULL;
}

/* What many of them hold is folded with itself first: thousands of devices without a part of their
 * own take as many steps as a few do. */
static struct tensor *fold_alike(struct region_run *run, int64_t members,
                                 struct tensor *const *held) {
    int64_t *counts = memory_array((size_t)members, sizeof *counts);
    struct tensor *sum = NULL;
    struct alike alike;
    alike_open(&alike, members, held, sizeof *held);
    for (int64_t i = 0; i < members; i++) {
        counts[alike_first(&alike, i)]++;
    }
    for (int64_t i = 0; i < members && (i == 0 || sum); i++) {
        if (counts[i] > 0) {
            struct tensor *own = fold_times(run, held[i], counts[i]);
            sum = i == 0 ? own : fold_two(run, sum, own);
        }
    }
    alike_close(&alike);
    memory_free(counts);
    return sum;
}

static struct tensor *fold_in_turn(struct region_run *run, int64_t members,
                                   struct tensor *const *held) {
    struct tensor *sum = tensor_keep(held[0]);
    for (int64_t i = 1; sum && i < members; i++) {
        sum = fold_two(run, sum, tensor_keep(held[i]));
    }
    return sum;
}

/* The fold of what they hold; NULL: stopped. */
static struct tensor *fold_held(struct local *local, struct device_group group,
                                struct tensor *const *held) {
    const struct region *region = &local->op->regions[0];
    struct region_run run = region_open(local, region);
    struct tensor *sum = is_associative(region) ? fold_alike(&run, group.count, held)
                                                : fold_in_turn(&run, group.count, held);
    region_close(&run);
    return sum;
}

/* The elements of a row as a tensor of the type. */
static struct tensor *shaped(const struct type *type, const struct tensor *row, int64_t base,
                             const int64_t *strides) {
    return tensor_view(type, row, base, strides);
}

static bool reduce_group(struct local *local, uint32_t index, struct device_group group,
                         struct tensor *const *held, struct tensor **made) {
    const struct type *type = op_result(local->op, index)->type;
    struct tensor *sum = fold_held(local, group, held);
    int64_t strides[MAX_RANK];
    if (!sum) {
        return false;
    }
    strides_of(type, strides);
    struct tensor *result = shaped(type, sum, 0, strides);
    for (int64_t i = 0; i < group.count; i++) {
        made[i] = tensor_keep(result);
    }
    tensor_release(result);
    tensor_release(sum);
    return true;
}

bool lanes_all_reduce(struct evaluator *e, struct frame *frame, const struct op *op) {
    return apply_to_groups(e, frame, op, reduce_group);
}

static bool scatter_group(struct local *local, uint32_t index, struct device_group group,
                          struct tensor *const *held, struct tensor **made) {
    const struct type *type = op_result(local->op, index)->type;
    int64_t dim = op_int(local->op, "scatter_dimension", 0), strides[MAX_RANK];
    if (type->dims[dim] * group.count != held[0]->type->dims[dim]) {
        return evaluate_fault(local->e, local->op, "its groups of %lld do not make its result",
                              (long long)group.count);
    }
    struct tensor *sum = fold_held(local, group, held);
    strides_of(held[0]->type, strides);
    for (int64_t i = 0; sum && i < group.count; i++) {
        made[i] = shaped(type, sum, i * type->dims[dim] * strides[dim], strides);
    }
    tensor_release(sum);
    return sum != NULL;
}

bool lanes_reduce_scatter(struct evaluator *e, struct frame *frame, const struct op *op) {
    return apply_to_groups(e, frame, op, scatter_group);
}

/* --- moves ------------------------------------------------------------------------------------ */

static bool gather_group(struct local *local, uint32_t index, struct device_group group,
                         struct tensor *const *held, struct tensor **made) {
    const struct type *type = op_result(local->op, index)->type;
    int64_t dim = op_int(local->op, "all_gather_dim", 0);
    if (type->dims[dim] != held[0]->type->dims[dim] * group.count) {
        return evaluate_fault(local->e, local->op, "its groups of %lld do not make its result",
                              (long long)group.count);
    }
    struct tensor *whole = tensor_concatenate(type, (uint32_t)group.count, held, dim);
    for (int64_t i = 0; i < group.count; i++) {
        made[i] = tensor_keep(whole);
    }
    tensor_release(whole);
    return true;
}

bool lanes_all_gather(struct evaluator *e, struct frame *frame, const struct op *op) {
    return apply_to_groups(e, frame, op, gather_group);
}

/* Member i gets piece i of each member, one behind the other. */
static bool exchange_group(struct local *local, uint32_t index, struct device_group group,
                           struct tensor *const *held, struct tensor **made) {
    const struct type *type = op_result(local->op, index)->type, *from = held[0]->type;
    int64_t split = op_int(local->op, "split_dimension", 0);
    int64_t concat = op_int(local->op, "concat_dimension", 0);
    int64_t from_strides[MAX_RANK], dims[MAX_RANK] = {0};
    if (op_int(local->op, "split_count", 0) != group.count) {
        return evaluate_fault(local->e, local->op, "its groups of %lld are not its split count",
                              (long long)group.count);
    }
    memcpy(dims, from->dims, from->rank * sizeof *dims);
    dims[split] /= group.count;
    const struct type *piece = type_with_dims(local->e->module->context, from, from->rank, dims);
    struct tensor **pieces = memory_array((size_t)group.count, sizeof *pieces);
    strides_of(from, from_strides);
    for (int64_t i = 0; i < group.count; i++) {
        for (int64_t k = 0; k < group.count; k++) {
            pieces[k] =
                tensor_view(piece, held[k], i * dims[split] * from_strides[split], from_strides);
        }
        made[i] = tensor_concatenate(type, (uint32_t)group.count, pieces, concat);
        for (int64_t k = 0; k < group.count; k++) {
            tensor_release(pieces[k]);
        }
    }
    memory_free(pieces);
    return true;
}

bool lanes_all_to_all(struct evaluator *e, struct frame *frame, const struct op *op) {
    return apply_to_groups(e, frame, op, exchange_group);
}

static bool broadcast_group(struct local *local, uint32_t index, struct device_group group,
                            struct tensor *const *held, struct tensor **made) {
    (void)local;
    (void)index;
    for (int64_t i = 0; i < group.count; i++) {
        made[i] = tensor_keep(held[0]);
    }
    return true;
}

/* Devices of no group get zeros. */
bool lanes_collective_broadcast(struct evaluator *e, struct frame *frame, const struct op *op) {
    struct lanes result = lanes_new(e);
    bool done = apply_turn(e, frame, op, 0, broadcast_group, &result);
    for (int64_t d = 0; d < e->devices; d++) {
        if (is_needed(e, d) && !result.items[d]) {
            result.items[d] = tensor_of(op_result(op, 0)->type);
        }
    }
    frame_set(e, frame, op_result(op, 0), result);
    return done;
}

static bool check_pair(struct evaluator *e, const struct op *op, int64_t source, int64_t target) {
    if (source < 0 || target < 0 || source >= e->devices || target >= e->devices) {
        return evaluate_fault(e, op, "it sends from device %lld to device %lld, of %lld",
                              (long long)source, (long long)target, (long long)e->devices);
    }
    return e->active[source] == e->active[target] ||
           evaluate_fault(e, op, "device %lld does not come to it, and device %lld waits",
                          (long long)(e->active[source] ? target : source),
                          (long long)(e->active[source] ? source : target));
}

/* Devices to which nothing is sent get zeros. */
bool lanes_collective_permute(struct evaluator *e, struct frame *frame, const struct op *op) {
    struct groups pairs;
    struct lanes operand = frame_get(frame, op_operand(op, 0)), result = lanes_new(e);
    struct tensor *zeros = tensor_of(op_result(op, 0)->type);
    bool done = groups_read(e, op, &pairs);
    for (int64_t i = 0; done && i < pairs.count; i++) {
        int64_t source = pairs.ids[2 * i], target = pairs.ids[2 * i + 1];
        done = check_pair(e, op, source, target);
        if (done && is_needed(e, target)) {
            tensor_release(result.items[target]);
            result.items[target] = tensor_keep(operand.items[source]);
        }
    }
    for (int64_t d = 0; d < e->devices; d++) {
        if (is_needed(e, d) && !result.items[d]) {
            result.items[d] = tensor_keep(zeros);
        }
    }
    tensor_release(zeros);
    frame_set(e, frame, op_result(op, 0), result);
    return done;
}

/* --- numbers of devices ----------------------------------------------------------------------- */

bool lanes_number(struct evaluator *e, struct frame *frame, const struct op *op) {
    struct lanes result = lanes_new(e);
    for (int64_t d = 0; d < e->devices; d++) {
        result.items[d] = e->active[d] ? number_tensor(e, op, d) : NULL;
    }
    frame_set(e, frame, op_result(op, 0), result);
    return true;
}
