/* Functions and blocks evaluated on all devices in lockstep; operations that devices do by
 * themselves, once for all devices whose operands are the same. */
#include "verify/evaluation/evaluate.h"

#include "verify/evaluation/needs.h"
#include "verify/evaluation/work.h"
#include "verify/values/alike.h"

/* --- lanes and frames ------------------------------------------------------------------------- */

struct lanes lanes_new(const struct evaluator *e) {
    return (struct lanes){memory_array((size_t)e->devices, sizeof(struct tensor *)), NULL};
}

struct lanes lanes_copy(const struct evaluator *e, struct lanes lanes) {
    if (!lanes.items) {
        return lanes;
    }
    struct lanes copy = lanes_new(e);
    for (int64_t d = 0; d < e->devices; d++) {
        copy.items[d] = tensor_keep(lanes.items[d]);
    }
    copy.holders = lanes.holders;
    return copy;
}

void lanes_free(const struct evaluator *e, struct lanes *lanes) {
    for (int64_t d = 0; lanes->items && d < e->devices; d++) {
        tensor_release(lanes->items[d]);
    }
    memory_free(lanes->items);
    *lanes = (struct lanes){NULL, NULL};
}

struct lanes frame_get(const struct frame *frame, const struct value *value) {
    return frame->slots[value->note];
}

void frame_set(const struct evaluator *e, struct frame *frame, const struct value *value,
               struct lanes lanes) {
    lanes_free(e, &frame->slots[value->note]);
    frame->slots[value->note] = lanes;
}

static void frame_free(const struct evaluator *e, struct frame *frame) {
    for (uint32_t i = 0; i < frame->count; i++) {
        lanes_free(e, &frame->slots[i]);
    }
    memory_free(frame->slots);
    memory_free(frame->settled);
}

void evaluator_close(struct evaluator *e) {
    holder_table_free(&e->holders);
}

/* --- numbers of values ------------------------------------------------------------------------ */

static int32_t number_block(const struct block *block, int32_t next);

static int32_t number_op(struct op *op, int32_t next) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        op_result(op, i)->note = next++;
    }
    for (uint32_t r = 0; r < op->region_count; r++) {
        FOR_EACH_BLOCK (block, &op->regions[r]) {
            next = number_block(block, next);
        }
    }
    return next;
}

static int32_t number_block(const struct block *block, int32_t next) {
    for (uint32_t i = 0; i < block->argument_count; i++) {
        block->arguments[i]->note = next++;
    }
    FOR_EACH_OP (op, block) {
        next = number_op(op, next);
    }
    return next;
}

static bool number_function(struct op *op, void *data) {
    (void)data;
    if (op_has(op, OP_FUNCTION) && op->regions[0].first) {
        op->note = number_block(op->regions[0].first, 0);
    }
    return true;
}

void evaluate_number(struct module *module) {
    op_walk(module->op, number_function, NULL);
}

/* --- how an evaluation ends early ------------------------------------------------------------- */

static bool end(struct evaluator *e, const struct op **which, const struct op *op,
                const char *format, va_list arguments) {
    if (!e->stopped && !e->fault) {
        *which = op;
        vsnprintf(e->why, sizeof e->why, format, arguments);
    }
    return false;
}

bool evaluate_stop(struct evaluator *e, const struct op *op, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(e, &e->stopped, op, format, arguments);
    va_end(arguments);
    return false;
}

bool evaluate_fault(struct evaluator *e, const struct op *op, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(e, &e->fault, op, format, arguments);
    va_end(arguments);
    return false;
}

/* --- operations that devices do by themselves ------------------------------------------------- */

/* Values that the regions of an operation read from outside. */
struct captured {
    const struct op *op;
    bool goes_by_device; /* the number of a device is read inside */
    VECTOR(const struct value *) values;
};

static bool is_inside(const struct value *value, const struct op *op) {
    const struct op *at = value->op ? value->op : value->block->region->op;
    while (at && at != op) {
        at = op_parent(at);
    }
    return at == op && value->op != op;
}

static bool note_captured(struct op *op, void *data) {
    struct captured *captured = data;
    captured->goes_by_device = captured->goes_by_device || is_number_of_device(op);
    for (uint32_t i = 0; op != captured->op && i < op->operand_count; i++) {
        if (!is_inside(op_operand(op, i), captured->op)) {
            *vector_push(&captured->values) = op_operand(op, i);
        }
    }
    return true;
}

/* What devices give to one operation. */
struct sharing {
    uint32_t inputs;
    const struct lanes *lanes;     /* [inputs] */
    const struct holders *classes; /* of devices that give the same tensors */
};

/* Which devices hold the same tensor. */
static const struct holders *holders_of_lanes(struct evaluator *e, struct lanes *lanes) {
    if (!lanes->holders) {
        lanes->holders =
            holders_of_keys(&e->holders, e->devices, lanes->items, sizeof *lanes->items);
    }
    return lanes->holders;
}

static void note_class(struct sharing *sharing, struct evaluator *e, struct lanes *lanes) {
    const struct holders *own = holders_of_lanes(e, lanes);
    sharing->classes =
        sharing->classes ? holders_meet(&e->holders, e->devices, sharing->classes, own) : own;
}

/* Each device is a class. */
static void part_all(struct sharing *sharing, struct evaluator *e) {
    int64_t *numbers = memory_array((size_t)e->devices, sizeof *numbers);
    for (int64_t d = 0; d < e->devices; d++) {
        numbers[d] = d;
    }
    sharing->classes = holders_of_keys(&e->holders, e->devices, numbers, sizeof *numbers);
    memory_free(numbers);
}

/* Results of classes that are equal become one, so that what follows from them is shared again:
 * each class's first with its result, or NULL: all are different. */
static int32_t *equal_results(const struct sharing *sharing, struct tensor **made) {
    int64_t count = sharing->classes->count;
    struct alike alike;
    uint64_t *hashes = memory_array((size_t)count, sizeof *hashes);
    int32_t *first = memory_array((size_t)count, sizeof *first);
    bool any = false;
    for (int64_t c = 0; c < count; c++) {
        hashes[c] = made[c] ? tensor_hash(made[c]) : (uint64_t)c;
    }
    alike_open(&alike, count, hashes, sizeof *hashes);
    for (int64_t c = 0; c < count; c++) {
        int32_t other = (int32_t)alike_first(&alike, c);
        bool equal = other != c && made[c] && made[other] && tensor_equal(made[c], made[other]);
        first[c] = equal ? other : (int32_t)c;
        any = any || equal;
        if (equal && made[c]->degree > made[other]->degree) {
            made[other]->degree = made[c]->degree;
        }
    }
    alike_close(&alike);
    memory_free(hashes);
    if (!any) {
        memory_free(first);
    }
    return any ? first : NULL;
}

/* Gives each device that takes part what was made for its class, and lets go of that. */
static struct lanes spread_results(struct evaluator *e, const struct sharing *sharing,
                                   struct tensor **made) {
    const struct holders *classes = sharing->classes;
    int32_t *first = classes->count > 1 ? equal_results(sharing, made) : NULL;
    struct lanes lanes = lanes_new(e);
    int32_t *keys = memory_array((size_t)e->devices, sizeof *keys);
    bool as_before = !first;
    for (int64_t d = 0; d < e->devices; d++) {
        int32_t number = first ? first[classes->number[d]] : classes->number[d];
        if (e->active[d]) {
            lanes.items[d] = tensor_keep(made[number]);
            keys[d] = number + 1;
        }
        as_before = as_before && e->active[d];
    }
    lanes.holders =
        as_before ? classes : holders_of_keys(&e->holders, e->devices, keys, sizeof *keys);
    memory_free(keys);
    for (int64_t c = 0; c < classes->count; c++) {
        tensor_release(made[c]);
    }
    memory_free(first);
    return lanes;
}

static bool apply_rule(struct evaluator *e, const struct frame *frame, const struct op *op,
                       const struct evaluation_rule *rule, int64_t device, struct tensor **operands,
                       struct tensor **results) {
    if (rule->element) {
        results[0] = element_apply(e, op, rule, operands);
        return results[0] != NULL;
    }
    struct local local = {e, frame, op, device, operands, results};
    bool done = rule->local(&local);
    for (uint32_t i = 0; done && i < op->result_count; i++) {
        e->elements += (uint64_t)results[i]->count;
    }
    return done;
}

/* What follows from something unknown is unknown. */
static void pass_unknown(const struct sharing *sharing, int64_t device, uint32_t count,
                         struct tensor *const *results) {
    for (uint32_t i = 0; i < sharing->inputs; i++) {
        for (uint32_t k = 0; sharing->lanes[i].items[device]->is_unknown && k < count; k++) {
            results[k]->is_unknown = true;
        }
    }
}

/* What a device makes, which stands for its class, into made[result][class]. */
static bool evaluate_on(struct evaluator *e, const struct frame *frame, const struct op *op,
                        const struct evaluation_rule *rule, int64_t number,
                        const struct sharing *sharing, struct tensor **made) {
    struct tensor **operands = memory_array(op->operand_count + 1, sizeof *operands);
    struct tensor **results = memory_array(op->result_count + 1, sizeof *results);
    int64_t device = sharing->classes->leaders[number];
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = sharing->lanes[i].items[device];
    }
    bool done = apply_rule(e, frame, op, rule, device, operands, results);
    if (done) {
        pass_unknown(sharing, device, op->result_count, results);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        made[i * sharing->classes->count + number] = results[i];
    }
    memory_free(operands);
    memory_free(results);
    return done;
}

/* Once for each class of which a device takes part. */
static bool evaluate_shared(struct evaluator *e, struct frame *frame, const struct op *op,
                            const struct evaluation_rule *rule, const struct sharing *sharing,
                            struct tensor **made) {
    bool done = true, *asked = memory_array((size_t)sharing->classes->count, sizeof *asked);
    for (int64_t d = 0; done && d < e->devices; d++) {
        int32_t number = sharing->classes->number[d];
        if (e->active[d] && !asked[number]) {
            asked[number] = true;
            done = evaluate_on(e, frame, op, rule, number, sharing, made);
        }
    }
    memory_free(asked);
    return done;
}

static bool evaluate_local(struct evaluator *e, struct frame *frame, const struct op *op,
                           const struct evaluation_rule *rule) {
    struct captured captured = {.op = op};
    if (op->region_count > 0) {
        op_walk((struct op *)op, note_captured, &captured);
    }
    uint32_t count = op->operand_count + (uint32_t)captured.values.count;
    struct lanes *inputs = memory_array(count + 1, sizeof *inputs);
    struct sharing sharing = {.inputs = count, .lanes = inputs};
    for (uint32_t i = 0; i < count; i++) {
        const struct value *value = i < op->operand_count
                                        ? op_operand(op, i)
                                        : captured.values.items[i - op->operand_count];
        note_class(&sharing, e, &frame->slots[value->note]);
        inputs[i] = frame_get(frame, value);
    }
    if (captured.goes_by_device) {
        part_all(&sharing, e);
    } else if (!sharing.classes) {
        sharing.classes = holders_of_keys(&e->holders, e->devices, e->active, 0);
    }
    struct tensor **made =
        memory_array((size_t)(op->result_count * sharing.classes->count) + 1, sizeof *made);
    bool done = evaluate_shared(e, frame, op, rule, &sharing, made);
    for (uint32_t i = 0; i < op->result_count; i++) {
        frame_set(e, frame, op_result(op, i),
                  spread_results(e, &sharing, &made[i * sharing.classes->count]));
    }
    memory_free(made);
    memory_free(inputs);
    vector_free(&captured.values);
    return done;
}

/* --- blocks and functions --------------------------------------------------------------------- */

/* The operation of the value's own block that has the use, itself or in a region. */
static const struct op *user_beside(const struct value *value, const struct op *user) {
    const struct block *block = value->op ? value->op->block : value->block;
    while (user && user->block != block) {
        user = op_parent(user);
    }
    return user;
}

static bool is_used_after(const struct value *value, const struct op *op) {
    FOR_EACH_USE (use, value) {
        const struct op *user = user_beside(value, use->user);
        if (user && user != op && op_is_before(op, user)) {
            return true;
        }
    }
    return false;
}

/* Lets go of what nobody reads after `op`. */
static void drop_unused(struct evaluator *e, struct frame *frame, const struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *value = op_operand(op, i);
        const struct block *block = value->op ? value->op->block : value->block;
        if (block == op->block && !frame->settled[value->note] && !is_used_after(value, op)) {
            lanes_free(e, &frame->slots[value->note]);
        }
    }
}

/* Nothing ends an operation once it has begun: one that cannot be done in time is not begun. */
static bool has_time(struct evaluator *e, const struct op *op) {
    const double most_a_second = 1e9; /* products that a core sums in the field at most */
    return seconds_now() + evaluation_work(op) / most_a_second < e->deadline ||
           evaluate_stop(e, op, "it takes too long to evaluate");
}

/* By its rule, on devices that need it; where none does, there are no results. */
static bool apply_where_needed(struct evaluator *e, struct frame *frame, const struct op *op,
                               const struct evaluation_rule *rule) {
    const struct needs *needs = e->needs;
    bool *devices = memory_array((size_t)e->devices + 1, sizeof *devices), *outer = e->active;
    bool done = true, any = needs_of_op(needs, op, devices);
    e->needs = NULL;
    if (any && needs_is_alone(needs, op)) {
        e->active = devices;
    } else if (any) {
        e->needed = memchr(devices, 0, (size_t)e->devices) ? devices : NULL;
    }
    if (any) {
        done = rule->lanes ? rule->lanes(e, frame, op) : evaluate_local(e, frame, op, rule);
    }
    for (uint32_t i = 0; !any && i < op->result_count; i++) {
        frame_set(e, frame, op_result(op, i), lanes_new(e));
    }
    e->active = outer;
    e->needed = NULL;
    e->needs = needs;
    memory_free(devices);
    return done;
}

static bool apply(struct evaluator *e, struct frame *frame, const struct op *op,
                  const struct evaluation_rule *rule) {
    if (e->needs) {
        return apply_where_needed(e, frame, op, rule);
    }
    return rule->lanes ? rule->lanes(e, frame, op) : evaluate_local(e, frame, op, rule);
}

/* Whether an earlier turn has made its results, which are the same in this one. */
static bool is_settled(const struct frame *frame, const struct op *op) {
    const struct value *first = op->result_count > 0 ? op_result(op, 0) : NULL;
    return first && frame->settled[first->note] && frame->slots[first->note].items;
}

static bool evaluate_op(struct evaluator *e, struct frame *frame, const struct op *op) {
    if (is_settled(frame, op)) {
        return true;
    }
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    if (!rule) {
        return evaluate_stop(e, op, "there is no rule for it");
    }
    bool done = has_time(e, op) && apply(e, frame, op, rule);
    if (done && e->watch) {
        struct lanes *results = memory_array(op->result_count + 1, sizeof *results);
        for (uint32_t i = 0; i < op->result_count; i++) {
            results[i] = frame_get(frame, op_result(op, i));
        }
        e->watch(e->watcher, op, results);
        memory_free(results);
    }
    drop_unused(e, frame, op);
    return done;
}

static bool is_computed(const struct evaluator *e, const struct op *op) {
    bool any = !e->only;
    for (uint32_t i = 0; i < op->result_count && !any; i++) {
        any = e->only[op_result(op, i)->note];
    }
    return any;
}

bool evaluate_block(struct evaluator *e, struct frame *frame, const struct block *block,
                    struct lanes *arguments, struct lanes *outputs) {
    const struct op *last = block_terminator(block);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        frame_set(e, frame, block->arguments[i], arguments[i]);
    }
    FOR_EACH_OP (op, block) {
        if (op != last && is_computed(e, op) && !evaluate_op(e, frame, op)) {
            return false;
        }
    }
    for (uint32_t i = 0; last && i < last->operand_count; i++) {
        const struct value *value = op_operand(last, i);
        if (!e->only || e->only[value->note]) {
            outputs[i] = lanes_copy(e, frame_get(frame, value));
        }
    }
    return true;
}

bool evaluate_function(struct evaluator *e, const struct op *func, const bool *const *wanted,
                       const struct lanes *arguments, struct lanes *results) {
    const struct block *block = func->regions[0].first;
    if (!block || block->next || !func_return(func)) {
        return evaluate_stop(e, func, "it has no body of one block");
    }
    struct frame frame = {.count = (uint32_t)func->note};
    frame.slots = memory_array(frame.count + 1, sizeof *frame.slots);
    frame.settled = memory_array(frame.count + 1, sizeof *frame.settled);
    struct lanes *own = memory_array(block->argument_count + 1, sizeof *own);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        own[i] = lanes_copy(e, arguments[i]);
    }
    struct needs *needs = wanted ? needs_find(e, block, wanted) : NULL;
    const struct needs *outer = e->needs;
    e->needs = needs;
    bool done = evaluate_block(e, &frame, block, own, results);
    e->needs = outer;
    needs_free(needs);
    memory_free(own);
    frame_free(e, &frame);
    return done;
}
