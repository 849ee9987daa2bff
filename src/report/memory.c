/* What one device holds at a time: a walk through the program that makes values and drops them
 * behind their last use. */
#include "ops/op_def.h"
#include "report/report.h"
#include "sharding/sharding.h"
#include "transforms/transforms.h"

enum { MOST_CALLS_DEEP = 500, MOST_VISITS = 1 << 22 };

struct holding {
    struct cost_report *report;
    VECTOR(struct live_value) live; /* value->note: its place here; NOT_LIVE: it is in none */
    int64_t now, visits;
    VECTOR(const struct op *) calls; /* the functions around */
    const struct op *call;           /* of the innermost of them; NULL: none */
    bool is_found; /* in the second walk: what is alive at the peak has been noted */
};
enum { NOT_LIVE = -1 };

/* --- values come and go ----------------------------------------------------------------------- */

static void note_largest(struct holding *holding) {
    struct memory_cost *memory = &holding->report->memory;
    uint32_t most = sizeof memory->largest / sizeof *memory->largest;
    for (size_t i = 0; i < holding->live.count; i++) {
        struct live_value item = holding->live.items[i];
        uint32_t place = memory->largest_count;
        while (place > 0 && memory->largest[place - 1].bytes < item.bytes) {
            if (place < most) {
                memory->largest[place] = memory->largest[place - 1];
            }
            place--;
        }
        if (place < most) {
            memory->largest[place] = item;
            memory->largest_count += memory->largest_count < most;
        }
    }
    holding->is_found = true;
}

/* The peak is found in the first walk, and what is alive at it in the second. */
static void check_peak(struct holding *holding, const struct op *at, int64_t more, bool is_second) {
    struct memory_cost *memory = &holding->report->memory;
    int64_t bytes = extent_sum(holding->now, more);
    if (is_second) {
        if (!holding->is_found && bytes == memory->peak) {
            note_largest(holding);
        }
    } else if (bytes > memory->peak) {
        memory->peak = bytes;
        memory->at = at;
    }
}

static void make_value(struct holding *holding, struct value *value) {
    int64_t bytes = value_bytes(value->type);
    value->note = (int32_t)holding->live.count;
    *vector_push(&holding->live) = (struct live_value){value, bytes};
    holding->now = extent_sum(holding->now, bytes);
}

static void drop_value(struct holding *holding, struct value *value) {
    if (value->note == NOT_LIVE) {
        return;
    }
    struct live_value *place = &holding->live.items[value->note];
    holding->now -= place->bytes;
    *place = holding->live.items[--holding->live.count];
    ((struct value *)(uintptr_t)place->value)->note = value->note;
    value->note = NOT_LIVE;
}

/* --- values that nobody needs ----------------------------------------------------------------- */

enum { MOST_USES_SEEN = 256 };

static bool is_needed(const struct holding *holding, const struct value *value, uint32_t *seen);

/* What a function returns is needed if its caller uses it; what a pure operation takes, if one of
 * its results is. */
static bool use_needs(const struct holding *holding, const struct use *use, uint32_t *seen) {
    const struct op *user = use->user, *owner = user->block->region->op;
    bool returns = op_has(user, OP_TERMINATOR) && holding->call && holding->calls.count > 0 &&
                   owner == holding->calls.items[holding->calls.count - 1];
    if (++*seen > MOST_USES_SEEN) {
        return true;
    }
    if (returns) {
        uint32_t number = use_index(use);
        return number >= holding->call->result_count ||
               holding->call->results[number].first_use != NULL;
    }
    bool needed = user->result_count == 0 || user->region_count > 0 || !op_is_pure(user);
    for (uint32_t i = 0; i < user->result_count && !needed; i++) {
        needed = is_needed(holding, &user->results[i], seen);
    }
    return needed;
}

static bool is_needed(const struct holding *holding, const struct value *value, uint32_t *seen) {
    bool needed = false;
    FOR_EACH_USE (use, value) {
        needed = needed || use_needs(holding, use, seen);
    }
    return needed;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* The operation of the block that an operation is, or is inside of. */
static struct op *in_block(struct op *op, const struct block *block) {
    while (op && op->block != block) {
        op = op_parent(op);
    }
    return op;
}

/* The last of its block that uses the value; `otherwise` where none does. */
static struct op *last_user(const struct value *value, const struct block *block,
                            struct op *otherwise) {
    struct op *last = otherwise;
    FOR_EACH_USE (use, value) {
        struct op *user = in_block(use->user, block);
        if (user && (!last || user->note > last->note)) {
            last = user;
        }
    }
    return last;
}

/* A walk through one block: for each operation, by its note, the values that end with it. */
struct ending {
    struct value *value;
    uint32_t next; /* plus one */
};
struct block_walk {
    struct holding *holding;
    struct block *block;
    uint32_t *first; /* plus one */
    VECTOR(struct ending) endings;
    bool is_second;
};

static void add_ending(struct block_walk *walk, struct value *value, struct op *otherwise) {
    const struct op *last = last_user(value, walk->block, otherwise);
    if (last) {
        *vector_push(&walk->endings) = (struct ending){value, walk->first[last->note]};
        walk->first[last->note] = (uint32_t)walk->endings.count;
    }
}

static void walk_block(struct holding *holding, struct block *block, bool is_second);

static void walk_regions(struct holding *holding, const struct op *op, bool is_second) {
    for (uint32_t r = 0; r < op->region_count; r++) {
        FOR_EACH_BLOCK (block, &op->regions[r]) {
            walk_block(holding, block, is_second);
        }
    }
}

static void walk_callee(struct holding *holding, const struct op *call, bool is_second) {
    const struct attr *callee = op_property(call, "callee");
    const struct op *function = callee ? symbol_lookup_from(call, callee) : NULL;
    const struct op *around = holding->call;
    bool is_open = !function || holding->calls.count > MOST_CALLS_DEEP;
    for (size_t i = 0; i < holding->calls.count; i++) {
        is_open |= holding->calls.items[i] == function;
    }
    if (!is_open) { /* its values have one place each */
        *vector_push(&holding->calls) = function;
        holding->call = call;
        walk_regions(holding, function, is_second);
        holding->call = around;
        holding->calls.count--;
    }
}

/* Results of calls that nobody uses, and what is computed for them alone, are never made. */
static void make_results(struct block_walk *walk, struct op *op) {
    bool may_leave_out = op_has(op, OP_CALL) || walk->holding->call;
    for (uint32_t i = 0; i < op->result_count; i++) {
        uint32_t seen = 0;
        if (may_leave_out && !is_needed(walk->holding, &op->results[i], &seen)) {
            op->results[i].note = NOT_LIVE;
            continue;
        }
        make_value(walk->holding, &op->results[i]);
        add_ending(walk, &op->results[i], op);
    }
}

static void drop_endings(struct block_walk *walk, const struct op *op) {
    for (uint32_t at = walk->first[op->note]; at; at = walk->endings.items[at - 1].next) {
        drop_value(walk->holding, walk->endings.items[at - 1].value);
    }
}

/* What a loop carries begins where that which it is given ends. The results of a branch, and of a
 * call, are values of what it runs. */
static void walk_op(struct block_walk *walk, struct op *op) {
    struct holding *holding = walk->holding;
    bool carries = op->def->flow == OP_FLOW_LOOP;
    if (carries) {
        drop_endings(walk, op);
        walk->first[op->note] = 0;
        make_results(walk, op);
        check_peak(holding, op, 0, walk->is_second);
    }
    if (op_has(op, OP_CALL)) {
        walk_callee(holding, op, walk->is_second);
    } else if (op->def->flow != OP_FLOW_NONE) {
        walk_regions(holding, op, walk->is_second);
    }
    if (!carries) {
        make_results(walk, op);
        check_peak(holding, op, 0, walk->is_second);
    }
    drop_endings(walk, op);
}

/* Those of the function live to the end, but for donated ones; others stand for values that are
 * counted already. */
static void take_arguments(struct block_walk *walk) {
    struct holding *holding = walk->holding;
    struct op *owner = walk->block->region->op;
    bool is_entry = owner == holding->report->entry;
    for (uint32_t i = 0; i < walk->block->argument_count; i++) {
        struct value *argument = walk->block->arguments[i];
        argument->note = NOT_LIVE;
        if (is_entry) {
            make_value(holding, argument);
        }
        if (is_entry && func_argument_is_donated(owner, i)) {
            add_ending(walk, argument, NULL);
        }
    }
}

/* Results that are arguments, or given twice, are copies. */
static int64_t copied_results(const struct op *end) {
    int64_t bytes = 0;
    for (uint32_t i = 0; i < end->operand_count; i++) {
        const struct value *value = op_operand(end, i);
        bool is_copy = !value->op;
        for (uint32_t j = 0; j < i && !is_copy; j++) {
            is_copy = op_operand(end, j) == value;
        }
        bytes = extent_sum(bytes, is_copy ? value_bytes(value->type) : 0);
    }
    return bytes;
}

static void walk_block(struct holding *holding, struct block *block, bool is_second) {
    struct block_walk walk = {.holding = holding, .block = block, .is_second = is_second};
    int32_t count = 0;
    FOR_EACH_OP (op, block) {
        op->note = count++;
    }
    holding->visits += count;
    if (holding->visits > 2 * (int64_t)MOST_VISITS) {
        return;
    }
    walk.first = memory_array((size_t)count + 1, sizeof *walk.first);
    take_arguments(&walk);
    const struct op *end = block->last;
    FOR_EACH_OP (op, block) {
        if (op != end || !op_has(op, OP_TERMINATOR)) {
            walk_op(&walk, op);
        } else if (block->region->op == holding->report->entry) {
            check_peak(holding, op, copied_results(op), is_second);
        }
    }
    for (size_t i = 0; i < walk.endings.count; i++) {
        drop_value(holding, walk.endings.items[i].value);
    }
    memory_free(walk.first);
    vector_free(&walk.endings);
}

static int64_t bytes_of(uint32_t count, struct value *const *values) {
    int64_t bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        bytes = extent_sum(bytes, value_bytes(values[i]->type));
    }
    return bytes;
}

void find_memory(struct cost_report *report) {
    const struct op *entry = report->entry;
    const struct block *block = entry->regions[0].first;
    report->memory.arguments = bytes_of(block->argument_count, block->arguments);
    for (uint32_t i = 0; i < func_result_count(entry); i++) {
        report->memory.results =
            extent_sum(report->memory.results, value_bytes(func_result_type(entry, i)));
    }
    for (int walk = 0; walk < 2; walk++) {
        struct holding holding = {.report = report};
        FOR_EACH_BLOCK (body, &entry->regions[0]) {
            walk_block(&holding, body, walk == 1);
        }
        vector_free(&holding.live);
        vector_free(&holding.calls);
    }
}
