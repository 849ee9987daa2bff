/* shard_map where the call of its body was inlined, as torch-xla writes it: what is computed
 * between @SPMDFullToShardShape and @SPMDShardToFullShape becomes a function that is called. */
#include "propagation/import/gspmd.h"

#include "ops/build.h"

#include <stdlib.h>
#include <string.h>

/* A value of the block, and the operation that makes it, have a note: a number above 0 where it is
 * manual, in the so manieth computation of a chain; at most 0 where it is not, and minus so many
 * computations come before it. */
struct body {
    struct gspmd_import *import;
    struct block *block;
    int32_t level;
    struct op_list ops;           /* in their order */
    VECTOR(struct value *) in;    /* what they read of others */
    VECTOR(struct value *) out;   /* what @SPMDShardToFullShape takes of theirs */
    struct pointer_map arguments; /* a value of `in` -> the function's argument */
};

static bool is_in(const struct value *value, const struct block *block) {
    return value->op ? value->op->block == block : value->block == block;
}

static bool is_entry(const struct op *op) {
    return gspmd_is_call(op, "SPMDFullToShardShape");
}

static bool is_exit(const struct op *op) {
    return gspmd_is_call(op, "SPMDShardToFullShape");
}

/* --- what is manual --------------------------------------------------------------------------- */

struct marking {
    const struct block *block;
    int32_t level;
    bool is_manual;
};

static bool look_at_operands(struct op *op, void *data) {
    struct marking *marking = data;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *value = op_operand(op, i);
        int32_t note = is_in(value, marking->block) ? value->note : 0;
        marking->is_manual |= note > 0;
        marking->level = abs(note) > marking->level ? abs(note) : marking->level;
    }
    return true;
}

static int32_t note_of(struct op *op, const struct block *block) {
    struct marking marking = {.block = block};
    op_walk(op, look_at_operands, &marking);
    if (is_entry(op) && !marking.is_manual) {
        return marking.level + 1;
    }
    if (op_is(op, OP_PARTITION_ID) || op_is(op, OP_REPLICA_ID)) {
        return 1; /* another number at each device */
    }
    return marking.is_manual && !is_exit(op) ? marking.level : -marking.level;
}

/* The number of computations that follow each other; 0: nothing enters here. */
static int32_t mark(struct block *block) {
    int32_t most = 0;
    bool any = false;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        block->arguments[i]->note = 0;
    }
    FOR_EACH_OP (op, block) {
        op->note = note_of(op, block);
        any = any || is_entry(op);
        most = op->note > most ? op->note : most;
        for (uint32_t i = 0; i < op->result_count; i++) {
            op->results[i].note = op->note;
        }
    }
    return any ? most : 0;
}

/* --- one computation -------------------------------------------------------------------------- */

static bool is_of(const struct body *body, const struct op *op) {
    return op->block == body->block && op->note == body->level && !is_entry(op);
}

static bool note_read(struct op *op, void *data) {
    struct body *body = data;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *value = op_operand(op, i);
        const struct op *made_by = value_owner(value);
        while (made_by && made_by->block != body->block && op_parent(made_by)) {
            made_by = op_parent(made_by);
        }
        bool is_own = made_by && is_of(body, made_by);
        if (!is_own && !pointer_map_get(&body->arguments, value)) {
            pointer_map_put(&body->arguments, value, value);
            *vector_push(&body->in) = value;
        }
    }
    return true;
}

/* The operation of the block that a use is in; NULL: none. */
static struct op *user_in(const struct body *body, struct op *user) {
    while (user && user->block != body->block) {
        user = op_parent(user);
    }
    return user;
}

/* Whether a result may leave the computation: it is whole again before anything else reads it, and
 * behind the computation. */
static bool note_result(struct body *body, struct value *value, const struct op *last) {
    bool leaves = false;
    FOR_EACH_USE (use, value) {
        struct op *user = user_in(body, use->user);
        if (user && is_of(body, user)) {
            continue;
        }
        if (!user || user != use->user || !is_exit(user) || leaves) {
            return false;
        }
        leaves = true;
        FOR_EACH_USE (later, op_result(user, 0)) {
            const struct op *reader = user_in(body, later->user);
            if (!reader || op_is_before(reader, last)) {
                return false;
            }
        }
    }
    if (leaves) {
        *vector_push(&body->out) = value;
    }
    return true;
}

/* Finds all of the computation; false: it is none that could be a function. */
static bool find_body(struct body *body) {
    FOR_EACH_OP (op, body->block) {
        if (is_of(body, op)) {
            if (op_has(op, OP_TERMINATOR)) {
                return false;
            }
            *vector_push(&body->ops) = op;
        }
    }
    bool good = body->ops.count > 0;
    for (size_t i = 0; i < body->ops.count && good; i++) {
        struct op *op = body->ops.items[i];
        op_walk(op, note_read, body);
        for (uint32_t r = 0; r < op->result_count && good; r++) {
            good = note_result(body, op_result(op, r), body->ops.items[body->ops.count - 1]);
        }
    }
    return good && body->out.count > 0;
}

static bool read_arguments(struct op *op, void *data) {
    struct body *body = data;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *argument = pointer_map_get(&body->arguments, op_operand(op, i));
        if (argument) {
            op_set_operand(op, i, argument);
        }
    }
    return true;
}

static struct op *make_function(struct body *body, const struct type *const *results) {
    struct module *module = body->import->module;
    struct builder at = builder_at_end(module, module->op->regions[0].first);
    size_t count = body->in.count;
    const struct type **inputs = ARENA_ARRAY(body->import->arena, const struct type *, count + 1);
    at.location = body->ops.items[0]->location;
    struct op *func = build_row(&at, OP_FUNC_FUNC, 0, NULL, 0, NULL, 1);
    struct block *block = block_new(module, &func->regions[0]);
    for (size_t i = 0; i < count; i++) {
        struct value *value = body->in.items[i];
        inputs[i] = value->type;
        pointer_map_put(&body->arguments, value,
                        block_add_argument(module, block, value->type, value_location(value)));
    }
    for (size_t i = 0; i < body->ops.count; i++) {
        op_walk(body->ops.items[i], read_arguments, body);
        op_unlink(body->ops.items[i]);
        op_append(block, body->ops.items[i]);
    }
    struct builder end = builder_at_end(module, block);
    end.location = at.location;
    build_end(&end, OP_FUNC_RETURN, (uint32_t)body->out.count, body->out.items);
    const char *name = "shmap_body";
    for (uint32_t i = 0; symbol_lookup(module->op, name); i++) {
        name = arena_printf(body->import->arena, "shmap_body_%u", i);
    }
    op_set_property(module, func, "sym_name", attr_string(module->context, name, strlen(name)));
    op_set_property(module, func, "sym_visibility", attr_string(module->context, "private", 7));
    op_set_property(
        module, func, "function_type",
        attr_type(module->context, type_function(module->context, (uint32_t)count, inputs,
                                                 (uint32_t)body->out.count, results)));
    return func;
}

/* A value that every device reads whole enters like those that are cut. */
static struct value *enter(struct builder *at, struct value *value) {
    if (value->op && is_entry(value->op)) {
        return value;
    }
    static const char target[] = "SPMDFullToShardShape";
    struct value *entered = build_value(at, OP_CUSTOM_CALL, 1, &value, value->type);
    op_set_property(at->module, entered->op, "call_target_name",
                    attr_string(at->module->context, target, strlen(target)));
    return entered;
}

static void call_function(struct body *body, struct op *before) {
    struct module *module = body->import->module;
    uint32_t count = (uint32_t)body->out.count;
    const struct type **types =
        ARENA_ARRAY(body->import->arena, const struct type *, (size_t)count + 1);
    struct op **exits = ARENA_ARRAY(body->import->arena, struct op *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        types[i] = body->out.items[i]->type;
        FOR_EACH_USE (use, body->out.items[i]) {
            exits[i] = is_exit(use->user) && use->user->block == body->block ? use->user : exits[i];
        }
    }
    struct builder at = builder_before(module, before);
    at.location = body->ops.items[0]->location;
    struct op *func = make_function(body, types);
    struct value **values = ARENA_ARRAY(body->import->arena, struct value *, body->in.count + 1);
    for (size_t i = 0; i < body->in.count; i++) {
        values[i] = enter(&at, body->in.items[i]);
    }
    struct op *call =
        build_row(&at, OP_FUNC_CALL, (uint32_t)body->in.count, values, count, types, 0);
    op_set_property(module, call, "callee", attr_symbol(module->context, symbol_name(func)));
    for (uint32_t i = 0; i < count; i++) {
        op_set_operand(exits[i], 0, &call->results[i]);
        op_unlink(exits[i]);
        op_insert_after(call, exits[i]);
    }
}

static void outline_level(struct gspmd_import *import, struct block *block, int32_t level) {
    struct body body = {.import = import, .block = block, .level = level};
    if (find_body(&body)) {
        struct op *last = body.ops.items[body.ops.count - 1], *before = last->next;
        while (is_exit(before)) { /* those that are to come behind the call */
            before = before->next;
        }
        call_function(&body, before);
    }
    vector_free(&body.ops);
    vector_free(&body.in);
    vector_free(&body.out);
    pointer_map_free(&body.arguments);
}

void gspmd_outline(struct gspmd_import *import) {
    struct op_list calls = module_ops_of(import->module, op_table[OP_CUSTOM_CALL]);
    VECTOR(struct block *) blocks = {0};
    struct pointer_map known = {0};
    for (size_t i = 0; i < calls.count; i++) {
        struct block *block = calls.items[i]->block;
        if (is_entry(calls.items[i]) && !pointer_map_get(&known, block)) {
            pointer_map_put(&known, block, block);
            *vector_push(&blocks) = block;
        }
    }
    for (size_t i = 0; i < blocks.count; i++) {
        int32_t levels = mark(blocks.items[i]);
        for (int32_t level = 1; level <= levels; level++) {
            outline_level(import, blocks.items[i], level);
        }
    }
    vector_free(&calls);
    vector_free(&blocks);
    pointer_map_free(&known);
}
