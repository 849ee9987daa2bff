/* Loops, branches and calls. Devices may go different ways; those that do not go along are not
 * active meanwhile, and a collective among devices of which some are not is a fault. */
#include "verify/operations/control.h"

#include "verify/evaluation/needs.h"

static struct lanes *copies_of(struct evaluator *e, struct frame *frame, const struct op *op,
                               uint32_t first) {
    struct lanes *copies = memory_array(op->operand_count + 1, sizeof *copies);
    for (uint32_t i = first; i < op->operand_count; i++) {
        copies[i - first] = lanes_copy(e, frame_get(frame, op_operand(op, i)));
    }
    return copies;
}

bool lanes_same(struct evaluator *e, struct frame *frame, const struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        frame_set(e, frame, op_result(op, i), lanes_copy(e, frame_get(frame, op_operand(op, i))));
    }
    return true;
}

/* Each device has its own. */
void sources_of_same(struct evaluator *e, const struct op *op, const bool *results,
                     bool *operands) {
    (void)op;
    memcpy(operands, results, (size_t)e->devices * sizeof *operands);
}

/* --- calls ------------------------------------------------------------------------------------ */

static void give_results(struct evaluator *e, struct frame *frame, const struct op *op,
                         struct lanes *results, bool done) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (done) {
            frame_set(e, frame, op_result(op, i), results[i]);
        } else {
            lanes_free(e, &results[i]);
        }
    }
    memory_free(results);
}

static const struct op *called_function(const struct evaluator *e, const struct op *op) {
    const struct attr *callee = op_property(op, "callee");
    return callee ? symbol_lookup(e->module->op, callee->text) : NULL;
}

bool lanes_call(struct evaluator *e, struct frame *frame, const struct op *op) {
    const struct op *func = called_function(e, op);
    if (!func) {
        return evaluate_stop(e, op, "its function is not in the module");
    }
    struct lanes *arguments = memory_array(op->operand_count + 1, sizeof *arguments);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        arguments[i] = frame_get(frame, op_operand(op, i));
    }
    struct lanes *results = memory_array(op->result_count + 1, sizeof *results);
    const bool **wanted = e->needed ? memory_array(op->result_count + 1, sizeof *wanted) : NULL;
    for (uint32_t i = 0; wanted && i < op->result_count; i++) {
        wanted[i] = e->needed;
    }
    bool done = evaluate_function(e, func, wanted, arguments, results);
    memory_free(wanted);
    memory_free(arguments);
    give_results(e, frame, op, results, done);
    return done;
}

void sources_of_call(struct evaluator *e, const struct op *op, const bool *results,
                     bool *operands) {
    const struct op *func = called_function(e, op);
    if (func) {
        needs_of_called(e, func, results, operands);
    }
}

bool lanes_named_computation(struct evaluator *e, struct frame *frame, const struct op *op) {
    struct lanes *arguments = copies_of(e, frame, op, 0);
    struct lanes *results = memory_array(op->result_count + 1, sizeof *results);
    bool done = evaluate_block(e, frame, op->regions[0].first, arguments, results);
    memory_free(arguments);
    give_results(e, frame, op, results, done);
    return done;
}

/* --- devices that go their ways --------------------------------------------------------------- */

static bool *active_copy(const struct evaluator *e) {
    bool *copy = memory_array((size_t)e->devices, sizeof *copy);
    memcpy(copy, e->active, (size_t)e->devices * sizeof *copy);
    return copy;
}

/* Puts what active devices have into `to`, which keeps what the others have. */
static void merge_active(const struct evaluator *e, struct lanes *to, struct lanes *from) {
    for (int64_t d = 0; d < e->devices; d++) {
        if (e->active[d]) {
            tensor_release(to->items[d]);
            to->items[d] = from->items[d];
            from->items[d] = NULL;
        }
    }
    to->holders = NULL;
    lanes_free(e, from);
}

static bool any_active(const struct evaluator *e) {
    bool any = false;
    for (int64_t d = 0; d < e->devices; d++) {
        any = any || e->active[d];
    }
    return any;
}

/* Whether it is known what devices do by these values. */
static bool decides(struct evaluator *e, const struct op *op, struct lanes lanes) {
    for (int64_t d = 0; d < e->devices; d++) {
        if (e->active[d] && lanes.items[d]->is_unknown) {
            return evaluate_stop(e, op, "it goes by what the reals cannot follow");
        }
    }
    return true;
}

/* The branch that a device takes. */
static int64_t branch_of(const struct op *op, const struct tensor *index) {
    int64_t last = (int64_t)op->region_count - 1, number = (int64_t)index->words[0];
    if (op_is(op, OP_IF)) {
        return number ? 0 : 1;
    }
    return number < 0 || number > last ? last : number;
}

static bool run_branch(struct evaluator *e, struct frame *frame, const struct op *op,
                       uint32_t branch, const bool *outer, struct lanes *results) {
    struct lanes index = frame_get(frame, op_operand(op, 0));
    for (int64_t d = 0; d < e->devices; d++) {
        e->active[d] = outer[d] && branch_of(op, index.items[d]) == branch;
    }
    if (!any_active(e)) {
        return true;
    }
    struct lanes *outputs = memory_array(op->result_count + 1, sizeof *outputs);
    bool done = evaluate_block(e, frame, op->regions[branch].first, NULL, outputs);
    for (uint32_t i = 0; done && i < op->result_count; i++) {
        merge_active(e, &results[i], &outputs[i]);
    }
    memory_free(outputs);
    return done;
}

bool lanes_branches(struct evaluator *e, struct frame *frame, const struct op *op) {
    bool *outer = active_copy(e), done = decides(e, op, frame_get(frame, op_operand(op, 0)));
    struct lanes *results = memory_array(op->result_count + 1, sizeof *results);
    for (uint32_t i = 0; i < op->result_count; i++) {
        results[i] = lanes_new(e);
    }
    for (uint32_t branch = 0; done && branch < op->region_count; branch++) {
        done = run_branch(e, frame, op, branch, outer, results);
    }
    memcpy(e->active, outer, (size_t)e->devices * sizeof *outer);
    memory_free(outer);
    give_results(e, frame, op, results, done);
    return done;
}

/* --- loops ------------------------------------------------------------------------------------ */

static struct lanes *copy_all(const struct evaluator *e, const struct lanes *carried,
                              uint32_t count) {
    struct lanes *copies = memory_array(count + 1, sizeof *copies);
    for (uint32_t i = 0; i < count; i++) {
        copies[i] = lanes_copy(e, carried[i]);
    }
    return copies;
}

/* Leaves those active whose condition holds. */
static bool ask_condition(struct evaluator *e, struct frame *frame, const struct op *op,
                          const struct lanes *carried) {
    struct lanes *arguments = copy_all(e, carried, op->operand_count), holds = {NULL, NULL};
    bool done = evaluate_block(e, frame, op->regions[0].first, arguments, &holds);
    memory_free(arguments);
    done = done && decides(e, op, holds);
    for (int64_t d = 0; done && d < e->devices; d++) {
        e->active[d] = e->active[d] && holds.items[d]->words[0] != 0;
    }
    lanes_free(e, &holds);
    return done;
}

static bool run_body(struct evaluator *e, struct frame *frame, const struct op *op,
                     struct lanes *carried) {
    struct lanes *arguments = copy_all(e, carried, op->operand_count);
    struct lanes *outputs = memory_array(op->operand_count + 1, sizeof *outputs);
    bool done = evaluate_block(e, frame, op->regions[1].first, arguments, outputs);
    memory_free(arguments);
    for (uint32_t i = 0; done && i < op->operand_count; i++) {
        if (carried[i].items) {
            merge_active(e, &carried[i], &outputs[i]);
        }
    }
    memory_free(outputs);
    return done;
}

/* --- loops without an end --------------------------------------------------------------------- */

static bool is_integer(const struct value *value) {
    return type_is_tensor(value->type) && kind_of(value->type).class == KIND_INTEGER;
}

/* Operations whose results are integers by their operands, which are integers, on each device. */
static bool counts_alone(const struct op *op) {
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    bool alone = rule && op->region_count == 0 &&
                 (rule->element || op_is(op, OP_CONSTANT) || op_is(op, OP_RESHAPE) ||
                  is_number_of_device(op));
    for (uint32_t i = 0; alone && i < op->operand_count; i++) {
        alone = is_integer(op_operand(op, i));
    }
    return alone && op->result_count == 1 && is_integer(op_result(op, 0));
}

/* Marks what the marked values of a block are made of. False: of other things than integers. */
static bool mark_sources(const struct block *block, bool *only) {
    for (const struct op *op = block_terminator(block)->previous; op; op = op->previous) {
        bool marked = false;
        for (uint32_t i = 0; i < op->result_count; i++) {
            marked = marked || only[op_result(op, i)->note];
        }
        if (marked && !counts_alone(op)) {
            return false;
        }
        for (uint32_t i = 0; marked && i < op->operand_count; i++) {
            only[op_operand(op, i)->note] = true;
        }
    }
    return true;
}

/* Marks what a loop's condition goes by, in this turn and in later ones. */
static bool mark_condition(const struct op *op, bool *only) {
    const struct block *asks = op->regions[0].first, *turn = op->regions[1].first;
    const struct op *last = block_terminator(turn);
    bool counts = true, more = true;
    only[op_operand(block_terminator(asks), 0)->note] = true;
    counts = mark_sources(asks, only);
    while (counts && more) {
        more = false;
        for (uint32_t i = 0; i < op->operand_count && counts; i++) {
            bool *before = &only[asks->arguments[i]->note], *in = &only[turn->arguments[i]->note];
            bool *next = &only[op_operand(last, i)->note];
            if ((*before || *in) && !(*before && *in && *next)) {
                *before = *in = *next = more = true;
                counts = is_integer(turn->arguments[i]);
            }
        }
        counts = counts && mark_sources(turn, only);
    }
    return counts;
}

/* Turns what is marked alone. False: stopped, or it turns too often. */
static bool turn_marked(struct evaluator *e, struct frame *frame, const struct op *op,
                        struct lanes *carried) {
    bool done = true;
    for (int64_t turns = 0; done && any_active(e); turns++) {
        if (turns > e->most_turns) {
            return evaluate_fault(e, op,
                                  "it turns more than %lld times, far more often than all "
                                  "loops of the global program",
                                  (long long)e->most_turns);
        }
        done = ask_condition(e, frame, op, carried) &&
               (!any_active(e) || run_body(e, frame, op, carried));
    }
    return done;
}

/* Whether a loop ends, as far as that is seen from integers that its condition goes by. */
static bool look_ahead(struct evaluator *e, struct frame *frame, const struct op *op,
                       const struct lanes *carried) {
    bool *only = memory_array(frame->count + 1, sizeof *only), done = true;
    if (mark_condition(op, only)) {
        struct evaluator before = *e;
        bool *active = active_copy(e);
        struct lanes *own = copy_all(e, carried, op->operand_count);
        for (uint32_t i = 0; i < op->operand_count; i++) {
            if (!only[op->regions[1].first->arguments[i]->note]) {
                lanes_free(e, &own[i]);
            }
        }
        e->only = only;
        e->watch = NULL;
        done = turn_marked(e, frame, op, own);
        e->only = NULL;
        e->watch = before.watch;
        memcpy(e->active, active, (size_t)e->devices * sizeof *active);
        for (uint32_t i = 0; i < op->operand_count; i++) {
            lanes_free(e, &own[i]);
        }
        memory_free(own);
        memory_free(active);
    }
    memory_free(only);
    return done;
}

/* What a loop carried at the beginning of an earlier turn, of each that is twice as far as the one
 * before (Brent's way of finding a cycle). */
struct earlier {
    struct lanes *carried; /* NULL: none yet */
    int64_t turn, active;
};

static int64_t count_active(const struct evaluator *e) {
    int64_t count = 0;
    for (int64_t d = 0; d < e->devices; d++) {
        count += e->active[d];
    }
    return count;
}

static bool are_equal(const struct evaluator *e, struct lanes a, struct lanes b) {
    const struct tensor *x = NULL, *y = NULL; /* the last two that were found equal */
    bool equal = true;
    for (int64_t d = 0; equal && d < e->devices; d++) {
        const struct tensor *own = a.items[d], *other = b.items[d];
        if (e->active[d] && own != other && !(own == x && other == y)) {
            equal = own && other && tensor_equal(own, other);
            x = own;
            y = other;
        }
    }
    return equal;
}

static void forget(const struct evaluator *e, struct earlier *earlier, uint32_t count) {
    for (uint32_t i = 0; earlier->carried && i < count; i++) {
        lanes_free(e, &earlier->carried[i]);
    }
    memory_free(earlier->carried);
    earlier->carried = NULL;
}

/* Whether a turn begins with other values than that earlier one: one that does not is followed by
 * the same turns again. False: a fault. */
static bool is_another_turn(struct evaluator *e, const struct op *op, struct lanes *carried,
                            struct earlier *earlier, int64_t turn) {
    bool same = earlier->carried && earlier->active == count_active(e);
    for (uint32_t i = 0; same && i < op->operand_count; i++) {
        same = are_equal(e, earlier->carried[i], carried[i]);
    }
    if (same) {
        return evaluate_fault(e, op,
                              "it carries the same after %lld turns as after %lld, and has "
                              "no end",
                              (long long)turn, (long long)earlier->turn);
    }
    if (turn >= 2 * earlier->turn) {
        forget(e, earlier, op->operand_count);
        *earlier = (struct earlier){copy_all(e, carried, op->operand_count), turn, count_active(e)};
    }
    return true;
}

/* --- what is the same in all turns ------------------------------------------------------------ */

/* By its operands, which are from outside of the loop or settled themselves. */
static bool is_settled_by_operands(const struct frame *frame, const struct op *op) {
    bool settled = op->result_count > 0 && op->region_count == 0 && op_has(op, OP_PURE) &&
                   !op_has(op, OP_COLLECTIVE) && !op_has(op, OP_CALL);
    for (uint32_t i = 0; settled && i < op->operand_count; i++) {
        const struct value *value = op_operand(op, i);
        const struct block *block = value->op ? value->op->block : value->block;
        settled = block != op->block || frame->settled[value->note];
    }
    return settled;
}

/* Masks by the number of a device, and tables, of thousands of devices are made once. They are of
 * all devices that begin a turn; in later turns there are no others. */
static void settle(struct frame *frame, const struct op *loop) {
    for (uint32_t r = 0; r < loop->region_count; r++) {
        const struct block *block = loop->regions[r].first;
        FOR_EACH_OP (op, block) {
            bool settled = op->next && is_settled_by_operands(frame, op);
            for (uint32_t i = 0; i < op->result_count; i++) {
                frame->settled[op_result(op, i)->note] = settled;
            }
        }
    }
}

static void unsettle(struct evaluator *e, struct frame *frame, const struct op *loop) {
    for (uint32_t r = 0; r < loop->region_count; r++) {
        FOR_EACH_OP (op, loop->regions[r].first) {
            for (uint32_t i = 0; i < op->result_count; i++) {
                bool *settled = &frame->settled[op_result(op, i)->note];
                if (*settled) {
                    lanes_free(e, &frame->slots[op_result(op, i)->note]);
                }
                *settled = false;
            }
        }
    }
}

bool lanes_while(struct evaluator *e, struct frame *frame, const struct op *op) {
    bool *outer = active_copy(e), done = true;
    struct earlier earlier = {NULL, 0, 0};
    const int64_t usual = e->most_turns / MANY_TIMES; /* 0: any number */
    settle(frame, op);
    struct lanes *carried = copies_of(e, frame, op, 0);
    for (int64_t turn = 0; done && any_active(e); turn++) {
        if (usual > 0 && turn >= usual) {
            done = (turn > usual || look_ahead(e, frame, op, carried)) &&
                   is_another_turn(e, op, carried, &earlier, turn);
        }
        done = done && ask_condition(e, frame, op, carried);
        if (done && any_active(e)) {
            e->turns++;
            done = run_body(e, frame, op, carried);
        }
    }
    forget(e, &earlier, op->operand_count);
    unsettle(e, frame, op);
    memcpy(e->active, outer, (size_t)e->devices * sizeof *outer);
    memory_free(outer);
    give_results(e, frame, op, carried, done);
    return done;
}
