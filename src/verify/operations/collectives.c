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

/* The fold of what they hold; NULL: stopped. */
static struct tensor *fold_held(struct local *local, struct device_group group,
                                struct tensor *const *held) {
    struct region_run run = region_open(local, &local->op->regions[0]);
    struct tensor *sum = tensor_keep(held[0]);
    for (int64_t i = 1; sum && i < group.count; i++) {
        struct tensor *next = tensor_keep(held[i]);
        if (!fold_once(&run, 1, &sum, &next)) {
            sum = NULL;
        }
    }
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
