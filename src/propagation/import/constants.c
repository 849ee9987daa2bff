/* sdy-constant-or-scalar-splitter: a constant expression, or the expansion of a scalar, is copied
 * for each of its users, so that shardings do not travel from one to the other through it. */
#include "ops/op_def.h"
#include "propagation/edit.h"
#include "propagation/passes.h"
#include "propagation/propagation.h"

/* Marks in op->note. What is OF_ONE_USER from the start,
 * with all that defines it, needs no copy. */
enum { NOT_CONSTANT = 0, CONSTANT = 1 << 0, SCALAR_EXPANSION = 1 << 1, OF_ONE_USER = 1 << 2 };

struct splitting {
    struct module *module;
    struct symbol_namer namer;
    struct pointer_map not_constant; /* names of functions and computations that are not */
    struct op *func;                 /* being walked */
    struct op_list constants, expansions;
};

/* Its results are constants where its operands are. */
static bool preserves_constants(const struct splitting *splitting, const struct op *op) {
    if (op_has(op, OP_CALL)) {
        const struct op *func = called_function(op);
        return func && !pointer_map_get(&splitting->not_constant, original_function_name(func));
    }
    if (op_is(op, OP_SDY_NAMED_COMPUTATION)) {
        return !pointer_map_get(&splitting->not_constant, op_property(op, "name"));
    }
    return op_has(op, OP_PURE) && (op_is(op, OP_BROADCAST_IN_DIM) || op_is(op, OP_RESHAPE) ||
                                   op_is(op, OP_SLICE) || op_is_elementwise(op));
}

static bool is_constant_expression(const struct splitting *splitting, const struct op *op) {
    if (op_is(op, OP_SDY_CONSTANT) || op_is(op, OP_IOTA)) {
        return true;
    }
    if (!preserves_constants(splitting, op)) {
        return false;
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *operand = op_operand(op, i);
        if (!operand->op || !(operand->op->note & CONSTANT)) {
            return false;
        }
    }
    return true;
}

/* For an operation whose users are yet to come; calls change their function's name where copied. */
static bool is_of_one_user(const struct op *op) {
    bool is_own =
        op->result_count == 1 && value_has_one_use(&op->results[0]) && !op_has(op, OP_CALL);
    for (uint32_t i = 0; is_own && i < op->operand_count; i++) {
        const struct value *operand = op_operand(op, i);
        is_own = value_is_scalar(operand) || (operand->op && (operand->op->note & OF_ONE_USER));
    }
    return is_own;
}

/* Copies of the sharding groups that a value is in, for its copy. */
static void clone_groups(struct module *module, struct value *value, struct op *before,
                         struct pointer_map *map) {
    FOR_EACH_USE (use, value) {
        if (op_is(use->user, OP_SDY_SHARDING_GROUP)) {
            op_insert_before(before, op_clone(module, use->user, map));
        }
    }
}

/* Copies what defines `value`, operands first, each right before the original. Scalars are shared:
 * they are not sharded. */
static void clone_expression(struct splitting *splitting, struct value *value,
                             struct pointer_map *map) {
    if (value_is_scalar(value) || pointer_map_get(map, value)) {
        return;
    }
    struct op *op = value->op;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (op_operand(op, i)->op) {
            clone_expression(splitting, op_operand(op, i), map);
        }
    }
    struct op *copy = op_clone(splitting->module, op, map);
    op_insert_before(op, copy);
    copy->note = NOT_CONSTANT;
    if (op_has(copy, OP_CALL)) {
        set_callee(splitting->module, copy, clone_function(&splitting->namer, called_function(op)));
    }
    clone_groups(splitting->module, value, op, map);
}

static void give_own_constants(struct splitting *splitting, struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *operand = op_operand(op, i);
        if (!operand->op || operand->op->note == NOT_CONSTANT || value_is_scalar(operand) ||
            (operand->op->note & OF_ONE_USER)) {
            continue;
        }
        struct pointer_map map = {0};
        clone_expression(splitting, operand, &map);
        op_set_operand(op, i, pointer_map_get(&map, operand));
        pointer_map_free(&map);
    }
}

/* What holds an operation that is not constant is none either. */
static void note_not_constant(struct splitting *splitting, const struct op *op) {
    for (const struct op *parent = op_parent(op); parent; parent = op_parent(parent)) {
        if (op_is(parent, OP_SDY_NAMED_COMPUTATION)) {
            pointer_map_put(&splitting->not_constant, op_property(parent, "name"), splitting);
            break;
        }
    }
    pointer_map_put(&splitting->not_constant, original_function_name(splitting->func), splitting);
}

static void process(struct splitting *splitting, struct op *op) {
    op->note = NOT_CONSTANT;
    if (op_is(op, OP_SDY_SHARDING_GROUP)) {
        return;
    }
    if (is_constant_expression(splitting, op)) {
        op->note = CONSTANT | (is_of_one_user(op) ? OF_ONE_USER : 0);
        *vector_push(&splitting->constants) = op;
        return;
    }
    if (!preserves_constants(splitting, op) && !op_has(op, OP_TERMINATOR)) {
        note_not_constant(splitting, op);
    }
    if (op_is(op, OP_BROADCAST_IN_DIM) && value_is_scalar(op_operand(op, 0))) {
        op->note = SCALAR_EXPANSION | (is_of_one_user(op) ? OF_ONE_USER : 0);
        *vector_push(&splitting->expansions) = op;
        return;
    }
    give_own_constants(splitting, op);
}

static void walk(struct splitting *splitting, struct region *region) {
    FOR_EACH_BLOCK (block, region) {
        FOR_EACH_OP (op, block) {
            process(splitting, op);
            for (uint32_t i = 0; i < op->region_count; i++) {
                if (!op_is(op, OP_SDY_NAMED_COMPUTATION)) {
                    walk(splitting, &op->regions[i]);
                }
            }
        }
    }
}

/* An operation that nothing but sharding groups uses goes, with them. */
static void erase_unused(struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        FOR_EACH_USE (use, &op->results[i]) {
            if (!op_is(use->user, OP_SDY_SHARDING_GROUP)) {
                return;
            }
        }
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        while (op->results[i].first_use) {
            op_erase(op->results[i].first_use->user);
        }
    }
    op_erase(op);
}

static void split_region(struct splitting *splitting, struct region *region) {
    splitting->constants.count = splitting->expansions.count = 0;
    walk(splitting, region);
    for (size_t i = 0; i < splitting->expansions.count; i++) {
        erase_unused(splitting->expansions.items[i]);
    }
    for (size_t i = splitting->constants.count; i-- > 0;) {
        erase_unused(splitting->constants.items[i]);
    }
}

static bool split_computation(struct op *op, void *data) {
    if (op_is(op, OP_SDY_NAMED_COMPUTATION)) {
        split_region(data, &op->regions[0]);
    }
    return true;
}

static void split_function(struct splitting *splitting, struct op *func) {
    splitting->func = func;
    if (module_has_made(splitting->module, op_table[OP_SDY_NAMED_COMPUTATION])) {
        op_walk_post(func, split_computation, splitting);
    }
    split_region(splitting, &func->regions[0]);
}

/* A constant becomes one of sdy, which no one folds. Its uses are as if they had moved, one by one,
 * to a new operation. */
static void convert_constant(struct module *module, struct op *op) {
    op_become(module, op, op_table[OP_SDY_CONSTANT]);
    value_reverse_uses(&op->results[0]);
}

bool pass_constant_or_scalar_splitter(struct module *module, const struct pass_options *options) {
    (void)options;
    if (!check_calls(module)) {
        return false;
    }
    struct op_list constants = module_ops_of(module, op_table[OP_CONSTANT]);
    for (size_t i = 0; i < constants.count; i++) {
        convert_constant(module, constants.items[i]);
    }
    vector_free(&constants);
    struct splitting splitting = {.module = module, .namer = {.module = module}};
    struct op_list functions = functions_in_call_order(module);
    for (size_t i = 0; i < functions.count; i++) {
        split_function(&splitting, functions.items[i]);
    }
    vector_free(&functions);
    vector_free(&splitting.constants);
    vector_free(&splitting.expansions);
    pointer_map_free(&splitting.not_constant);
    symbol_namer_free(&splitting.namer);
    return true;
}
