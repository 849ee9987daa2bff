/* Loops of a few turns, their number known, over elementwise bodies: the turns are written out one
 * after the other. Large tensors that a loop carries go through memory from turn to turn;
 * what stands in a row is fused. (JAX writes the rounds of its random numbers as such loops.) */
#include "ops/op_def.h"
#include "support/limits.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

enum { LARGE = 4096 }; /* elements of what has left the nearest cache when the next turn reads it */

struct loops {
    VECTOR(struct op *) items;
};

static bool collect_loop(struct op *op, void *data) {
    if (op_is(op, OP_WHILE)) {
        *vector_push(&((struct loops *)data)->items) = op;
    }
    return true;
}

/* --- what is worth it ------------------------------------------------------------------------- */

/* Whether an operation is one of those that a kernel of many takes in. */
static bool is_fused(const struct op *op) {
    return op_has(op, OP_ELEMENTWISE) || op_has(op, OP_CONSTANT_LIKE) ||
           op_is(op, OP_BROADCAST_IN_DIM) || op_is(op, OP_RESHAPE) || op_is(op, OP_SLICE);
}

static bool is_worth_it(const struct op *loop, int64_t turns) {
    const struct op *terminator = block_terminator(loop->regions[1].first);
    int64_t count = 0;
    bool large = false;
    for (uint32_t i = 0; i < loop->result_count; i++) {
        const struct type *type = op_result(loop, i)->type;
        large = large || (type_is_static(type) && type_count(type) >= LARGE);
    }
    FOR_EACH_OP (op, loop->regions[1].first) {
        if (op != terminator && (op->region_count > 0 || !op_is_pure_inside(op) || !is_fused(op))) {
            return false;
        }
        count++;
    }
    return large && count <= LIMIT_KERNEL_NODES / turns;
}

/* --- writing out ------------------------------------------------------------------------------ */

/* One turn: `values` are what it begins with, and then what it ends with. */
static void write_turn(struct module *module, struct op *loop, struct value **values) {
    struct block *body = loop->regions[1].first;
    struct op *terminator = block_terminator(body);
    struct pointer_map map = {0};
    for (uint32_t i = 0; i < body->argument_count; i++) {
        pointer_map_put(&map, body->arguments[i], values[i]);
    }
    FOR_EACH_OP (op, body) {
        if (op != terminator) {
            op_insert_before(loop, op_clone(module, op, &map));
        }
    }
    for (uint32_t i = 0; i < body->argument_count; i++) {
        struct value *next = op_operand(terminator, i);
        struct value *copy = pointer_map_get(&map, next);
        values[i] = copy ? copy : next;
    }
    pointer_map_free(&map);
}

static void unroll(struct module *module, struct op *loop, int64_t turns) {
    struct value **values = ARENA_ARRAY(module->arena, struct value *, loop->operand_count);
    for (uint32_t i = 0; i < loop->operand_count; i++) {
        values[i] = op_operand(loop, i);
    }
    for (int64_t turn = 0; turn < turns; turn++) {
        write_turn(module, loop, values);
    }
    for (uint32_t i = 0; i < loop->operand_count; i++) {
        value_replace_uses(op_result(loop, i), values[i]);
    }
    op_erase(loop);
}

bool pass_unroll_loops(struct module *module, const struct pass_options *options) {
    (void)options;
    struct loops loops = {0};
    op_walk_post(module->op, collect_loop, &loops);
    for (size_t i = 0; i < loops.items.count; i++) {
        struct op *loop = loops.items.items[i];
        int64_t turns = loop_turns(loop);
        if (turns > 0 && turns <= LIMIT_TURNS && is_worth_it(loop, turns)) {
            unroll(module, loop, turns);
        }
    }
    vector_free(&loops.items);
    return true;
}
