/* Custom calls by which JAX writes operations with sizes known at run time: where the sizes are
 * constants they are the operations themselves. */
#include <string.h>

#include "ops/verify/compat.h"
#include "transforms/dynamism/dynamism.h"

/* The operation with the first `operands` operands of the call. */
static struct op *stand_in(struct module *module, struct op *op, enum op_id id, uint32_t operands,
                           uint32_t regions) {
    struct op *made = op_stand_in(module, op, id, regions);
    made->attrs = (struct attr_list){0};
    while (made->operand_count > operands) {
        op_erase_operand(made, made->operand_count - 1);
    }
    return made;
}

/* --- windows ---------------------------------------------------------------------------------- */

/* The body of a function as that of a region. */
static bool copy_body(struct module *module, const struct op *func, struct region *region) {
    const struct op *end = func_return(func);
    if (!end || func->regions[0].first != func->regions[0].last) {
        return false;
    }
    const struct block *from = func->regions[0].first;
    struct block *body = block_new(module, region);
    struct pointer_map map = {0};
    struct arena *scratch = arena_new();
    struct value **results = ARENA_ARRAY(scratch, struct value *, end->operand_count + 1);
    for (uint32_t i = 0; i < from->argument_count; i++) {
        struct value *argument = from->arguments[i];
        pointer_map_put(&map, argument,
                        block_add_argument(module, body, argument->type, argument->location));
    }
    FOR_EACH_OP (op, from) {
        if (op != end) {
            op_append(body, op_clone(module, op, &map));
        }
    }
    for (uint32_t i = 0; i < end->operand_count; i++) {
        results[i] = pointer_map_get(&map, op_operand(end, i));
    }
    struct builder inside = builder_at_end(module, body);
    inside.location = end->location;
    build_end(&inside, OP_RETURN, end->operand_count, results);
    arena_free(scratch);
    pointer_map_free(&map);
    return true;
}

static void set_padding(struct module *module, struct op *op, struct int_list padding) {
    struct context *context = module->context;
    const int64_t dims[2] = {padding.count / 2, 2};
    const struct type *type =
        type_tensor(context, type_integer(context, 64, SIGNLESS), 2, dims, NULL);
    op_set_property(
        module, op, "padding",
        attr_dense(context, type, padding.items, padding.count * sizeof *padding.items, false));
}

/* Inputs, initial values, then dimensions, strides, dilations of base and window, padding. */
static bool fold_reduce_window(struct module *module, struct op *op) {
    static const char *const names[] = {"window_dimensions", "window_strides", "base_dilations",
                                        "window_dilations"};
    const struct attr *callees = op_property(op, "called_computations");
    const struct op *func = callees && callees->kind == ATTR_ARRAY && callees->count == 1
                                ? symbol_lookup_from(op, callees->items[0])
                                : NULL;
    struct int_list lists[5];
    uint32_t data = 2 * op->result_count;
    if (!func || !op_has(func, OP_FUNCTION) || !func_return(func) ||
        op->operand_count != data + 5) {
        return false;
    }
    for (uint32_t i = 0; i < 5; i++) {
        if (!constant_integers(op_operand(op, data + i), &lists[i])) {
            return false;
        }
    }
    struct op *made = stand_in(module, op, OP_REDUCE_WINDOW, data, 1);
    for (uint32_t i = 0; i < 4; i++) {
        op_set_property(module, made, names[i],
                        attr_i64_array(module->context, lists[i].count, lists[i].items));
    }
    set_padding(module, made, lists[4]);
    copy_body(module, func, &made->regions[0]);
    op_replace(op, made);
    return true;
}

/* --- others ----------------------------------------------------------------------------------- */

static bool fold_top_k(struct module *module, struct op *op) {
    struct int_list k;
    if (op->operand_count != 2 || op->result_count != 2 ||
        !constant_integers(op_operand(op, 1), &k) || k.count != 1) {
        return false;
    }
    struct op *made = stand_in(module, op, OP_CHLO_TOP_K, 1, 0);
    op_set_property(module, made, "k", attr_i64(module->context, k.items[0]));
    op_replace(op, made);
    return true;
}

static bool fold_rng_bit_generator(struct module *module, struct op *op) {
    struct int_list shape;
    const struct attr *algorithm = op_attr(op, "rng_algorithm");
    if (op->operand_count != 2 || op->result_count != 2 || !algorithm ||
        !constant_integers(op_operand(op, 1), &shape) || shape.count > MAX_RANK) {
        return false;
    }
    struct op *made = stand_in(module, op, OP_RNG_BIT_GENERATOR, 1, 0);
    struct value *output = op_result(made, 1);
    const struct type *type =
        type_tensor(module->context, type_element(output->type), shape.count, shape.items, NULL);
    op_set_property(module, made, "rng_algorithm", algorithm);
    op_replace(op, made);
    refine_values(module->context, 1, &output, &type, true);
    return true;
}

bool fold_call(struct module *module, struct op *op) {
    static const struct {
        const char *name; /* of stablehlo */
        bool (*fold)(struct module *module, struct op *op);
    } folds[] = {
        {"dynamic_reduce_window", fold_reduce_window},
        {"dynamic_top_k", fold_top_k},
        {"dynamic_rng_bit_generator", fold_rng_bit_generator},
    };
    const struct attr *target =
        op_is(op, OP_CUSTOM_CALL) ? op_property(op, "call_target_name") : NULL;
    const char *dot = target && target->kind == ATTR_STRING ? strchr(target->text, '.') : NULL;
    for (size_t i = 0; dot && i < sizeof folds / sizeof *folds; i++) {
        if (strcmp(folds[i].name, dot + 1) == 0) {
            return folds[i].fold(module, op);
        }
    }
    return false;
}
