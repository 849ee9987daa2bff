/* Functions and blocks evaluated on all devices in lockstep; operations that devices do by
 * themselves, once for all devices whose operands are the same. */
#include "verify/evaluation/evaluate.h"
#include "verify/evaluation/work.h"

#include "verify/values/alike.h"

/* --- lanes and frames ------------------------------------------------------------------------- */

struct lanes lanes_new(const struct evaluator *e) {
    return (struct lanes){memory_array((size_t)e->devices, sizeof(struct tensor *))};
}

struct lanes lanes_copy(const struct evaluator *e, struct lanes lanes) {
    struct lanes copy = lanes_new(e);
    for (int64_t d = 0; d < e->devices; d++) {
        copy.items[d] = tensor_keep(lanes.items[d]);
    }
    return copy;
}

void lanes_free(const struct evaluator *e, struct lanes *lanes) {
    for (int64_t d = 0; lanes->items && d < e->devices; d++) {
        tensor_release(lanes->items[d]);
    }
    memory_free(lanes->items);
    lanes->items = NULL;
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
    for (uint32_t i = 0; op != captured->op && i < op->operand_count; i++) {
        if (!is_inside(op_operand(op, i), captured->op)) {
            *vector_push(&captured->values) = op_operand(op, i);
        }
    }
    return true;
}

/* What devices give to one operation: tensors that are alike are one. */
struct sharing {
    uint32_t inputs;
    const struct lanes *lanes;   /* [inputs] */
    const struct tensor **items; /* [device][inputs] */
    struct alike alike;
};

static void sharing_open(struct sharing *sharing, int64_t devices) {
    uint32_t inputs = sharing->inputs;
    sharing->items = memory_array((size_t)devices * inputs + 1, sizeof *sharing->items);
    for (int64_t d = 0; d < devices; d++) {
        for (uint32_t i = 0; i < inputs; i++) {
            sharing->items[d * inputs + i] = sharing->lanes[i].items[d];
        }
    }
    alike_open(&sharing->alike, devices, sharing->items, inputs * sizeof *sharing->items);
}

static void sharing_close(struct sharing *sharing) {
    alike_close(&sharing->alike);
    memory_free(sharing->items);
}

/* Tensors that are equal become one, so that what follows from them is shared again. */
static void join_equal(const struct evaluator *e, struct lanes *lanes) {
    struct alike same, equal;
    uint64_t *hashes = memory_array((size_t)e->devices, sizeof *hashes);
    alike_open(&same, e->devices, lanes->items, sizeof *lanes->items);
    alike_open(&equal, e->devices, hashes, sizeof *hashes);
    for (int64_t d = 0; d < e->devices; d++) {
        struct tensor *own = lanes->items[d];
        int64_t first = alike_first(&same, d);
        hashes[d] = first != d ? hashes[first] : own ? tensor_hash(own) : 0;
    }
    for (int64_t d = 0; d < e->devices; d++) {
        struct tensor *own = lanes->items[d], *other = lanes->items[alike_first(&equal, d)];
        if (own && other && own != other && tensor_equal(own, other)) {
            other->degree = own->degree > other->degree ? own->degree : other->degree;
            lanes->items[d] = tensor_keep(other);
            tensor_release(own);
        }
    }
    alike_close(&equal);
    alike_close(&same);
    memory_free(hashes);
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

static bool evaluate_on(struct evaluator *e, const struct frame *frame, const struct op *op,
                        const struct evaluation_rule *rule, int64_t device,
                        const struct sharing *sharing, struct lanes *results) {
    struct tensor **operands = memory_array(op->operand_count + 1, sizeof *operands);
    struct tensor **made = memory_array(op->result_count + 1, sizeof *made);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = sharing->lanes[i].items[device];
    }
    bool done = apply_rule(e, frame, op, rule, device, operands, made);
    if (done) {
        pass_unknown(sharing, device, op->result_count, made);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        results[i].items[device] = made[i];
    }
    memory_free(operands);
    memory_free(made);
    return done;
}

static bool evaluate_shared(struct evaluator *e, struct frame *frame, const struct op *op,
                            const struct evaluation_rule *rule, struct sharing *sharing,
                            struct lanes *results) {
    bool done = true;
    for (int64_t d = 0; done && d < e->devices; d++) {
        if (!e->active[d]) {
            continue;
        }
        int64_t first = alike_first(&sharing->alike, d);
        if (first == d) {
            done = evaluate_on(e, frame, op, rule, d, sharing, results);
        }
        for (uint32_t i = 0; first != d && i < op->result_count; i++) {
            results[i].items[d] = tensor_keep(results[i].items[first]);
        }
    }
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
    for (uint32_t i = 0; i < count; i++) {
        inputs[i] =
            frame_get(frame, i < op->operand_count ? op_operand(op, i)
                                                   : captured.values.items[i - op->operand_count]);
    }
    struct lanes *results = memory_array(op->result_count + 1, sizeof *results);
    for (uint32_t i = 0; i < op->result_count; i++) {
        results[i] = lanes_new(e);
    }
    struct sharing sharing = {.inputs = count, .lanes = inputs};
    sharing_open(&sharing, e->devices);
    bool done = evaluate_shared(e, frame, op, rule, &sharing, results);
    for (uint32_t i = 0; i < op->result_count; i++) {
        join_equal(e, &results[i]);
        frame_set(e, frame, op_result(op, i), results[i]);
    }
    sharing_close(&sharing);
    memory_free(results);
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
        if (block == op->block && !is_used_after(value, op)) {
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

static bool evaluate_op(struct evaluator *e, struct frame *frame, const struct op *op) {
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    if (!rule) {
        return evaluate_stop(e, op, "there is no rule for it");
    }
    bool done = has_time(e, op) &&
                (rule->lanes ? rule->lanes(e, frame, op) : evaluate_local(e, frame, op, rule));
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

bool evaluate_block(struct evaluator *e, struct frame *frame, const struct block *block,
                    struct lanes *arguments, struct lanes *outputs) {
    const struct op *last = block_terminator(block);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        frame_set(e, frame, block->arguments[i], arguments[i]);
    }
    FOR_EACH_OP (op, block) {
        if (op != last && !evaluate_op(e, frame, op)) {
            return false;
        }
    }
    for (uint32_t i = 0; last && i < last->operand_count; i++) {
        outputs[i] = lanes_copy(e, frame_get(frame, op_operand(last, i)));
    }
    return true;
}

bool evaluate_function(struct evaluator *e, const struct op *func, const struct lanes *arguments,
                       struct lanes *results) {
    const struct block *block = func->regions[0].first;
    if (!block || block->next || !func_return(func)) {
        return evaluate_stop(e, func, "it has no body of one block");
    }
    struct frame frame = {.count = (uint32_t)func->note};
    frame.slots = memory_array(frame.count + 1, sizeof *frame.slots);
    struct lanes *own = memory_array(block->argument_count + 1, sizeof *own);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        own[i] = lanes_copy(e, arguments[i]);
    }
    bool done = evaluate_block(e, &frame, block, own, results);
    memory_free(own);
    frame_free(e, &frame);
    return done;
}
