/* Sizes go where their values go: through regions, and in and out of the function. */
#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/compat.h"
#include "partition/bounded/bounded.h"

/* The sizes that go with some values: dimension `dim` of value number `index` each. */
struct places {
    struct place {
        uint32_t index, dim;
    } * items;
    uint32_t count;
};

static struct places places_of(struct bound_builder *bounder, uint32_t count,
                               const struct type *const *types) {
    struct places places = {0};
    for (int fill = 0; fill < 2; fill++) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t dim = 0; type_is_tensor(types[i]) && dim < types[i]->rank; dim++) {
                if (types[i]->dims[dim] == DIM_DYNAMIC && fill) {
                    places.items[found] = (struct place){i, dim};
                }
                found += types[i]->dims[dim] == DIM_DYNAMIC;
            }
        }
        places.count = found;
        places.items = fill ? places.items : ARENA_ARRAY(bounder->arena, struct place, found + 1);
    }
    return places;
}

static const struct type **result_types(struct bound_builder *bounder, const struct op *op) {
    const struct type **types =
        ARENA_ARRAY(bounder->arena, const struct type *, (size_t)op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        types[i] = op_result(op, i)->type;
    }
    return types;
}

/* Gives values their static types, and notes their sizes, which are those of `sizes` in the order
 * of the places. False after an error. */
static bool take_sizes(struct bound_builder *bounder, const struct op *op, uint32_t count,
                       struct value *const *values, const struct type *const *types,
                       const struct places *places, struct value *const *sizes) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct value *own[MAX_RANK] = {0};
        const struct type *type = bound_storage(bounder->module->context, types[i]);
        if (!type) {
            return bound_fails(bounder, op,
                               "has a value with a dimension that is open and has no bound");
        }
        for (; next < places->count && places->items[next].index == i; next++) {
            own[places->items[next].dim] = sizes[next];
        }
        values[i]->type = type;
        bound_note(bounder, values[i], types[i], own);
    }
    return true;
}

/* The values that a terminator hands on, and behind them their sizes. */
static bool hand_on_sizes(struct bound_builder *bounder, struct op *end,
                          const struct type *const *types, const struct places *places) {
    struct builder outer = bounder->at;
    bounder->at = builder_before(bounder->module, end);
    for (uint32_t i = 0; i < places->count; i++) {
        const struct place *place = &places->items[i];
        struct value *value = op_operand(end, place->index);
        op_append_operand(bounder->module, end, bound_size(bounder, value, place->dim));
    }
    bounder->at = outer;
    for (uint32_t i = 0; i < end->operand_count - places->count; i++) {
        if (op_operand(end, i)->type != bound_storage(bounder->module->context, types[i])) {
            return bound_fails(bounder, end, "hands on a value of another bound");
        }
    }
    return true;
}

/* --- operations with regions ------------------------------------------------------------------ */

/* The operation with sizes as further operands and results; the old one is left without regions. */
static struct op *with_sizes(struct bound_builder *bounder, struct op *op, uint32_t more_operands,
                             struct value *const *more, const struct places *places) {
    struct module *module = bounder->module;
    uint32_t operands = op->operand_count + more_operands;
    uint32_t results = op->result_count + places->count;
    struct value **all = ARENA_ARRAY(bounder->arena, struct value *, (size_t)operands + 1);
    const struct type **types =
        ARENA_ARRAY(bounder->arena, const struct type *, (size_t)results + 1);
    for (uint32_t i = 0; i < operands; i++) {
        all[i] = i < op->operand_count ? op_operand(op, i) : more[i - op->operand_count];
    }
    for (uint32_t i = 0; i < results; i++) {
        types[i] = i < op->result_count ? op_result(op, i)->type : size_type(bounder);
    }
    struct op *made =
        build_op(&bounder->at, op->name, operands, all, results, types, op->region_count);
    for (uint32_t i = 0; i < op->properties.count; i++) {
        op_set_property(module, made, op->properties.items[i].name, op->properties.items[i].value);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        region_take(&made->regions[i], &op->regions[i]);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct attr *sharding = value_sharding(module->context, op_result(op, i));
        if (sharding) {
            value_set_sharding(module, op_result(made, i), sharding);
        }
        value_replace_uses(op_result(op, i), op_result(made, i));
    }
    op_erase(op);
    return made;
}

static bool take_results(struct bound_builder *bounder, struct op *op, uint32_t count,
                         const struct type *const *types, const struct places *places) {
    struct value **values =
        ARENA_ARRAY(bounder->arena, struct value *, (size_t)op->result_count + 1);
    for (uint32_t i = 0; i < op->result_count; i++) {
        values[i] = op_result(op, i);
    }
    return take_sizes(bounder, op, count, values, types, places, values + count);
}

/* The arguments of a loop's region are as its results. */
static bool take_arguments(struct bound_builder *bounder, const struct op *op, struct block *block,
                           const struct type *const *types, const struct places *places) {
    uint32_t count = block->argument_count;
    for (uint32_t i = 0; i < places->count; i++) {
        block_add_argument(bounder->module, block, size_type(bounder), op->location);
    }
    return take_sizes(bounder, op, count, block->arguments, types, places,
                      block->arguments + count);
}

static bool go_through(struct bound_builder *bounder, struct block *block) {
    struct builder outer = bounder->at;
    bool done = bounded_block(bounder, block);
    bounder->at = outer;
    return done;
}

bool bound_loop(struct op *op, struct bound_builder *bounder) {
    uint32_t count = op->result_count;
    const struct type **types = result_types(bounder, op);
    struct places places = places_of(bounder, count, types);
    struct value **sizes = ARENA_ARRAY(bounder->arena, struct value *, (size_t)places.count + 1);
    for (uint32_t i = 0; i < places.count; i++) {
        const struct value *first = op_operand(op, places.items[i].index);
        if (first->type->kind != TYPE_TENSOR || !type_is_static(first->type)) {
            return bound_fails(bounder, op, "has an operand whose size is not known");
        }
        sizes[i] = bound_size(bounder, first, places.items[i].dim);
    }
    if (places.count > 0) {
        op = with_sizes(bounder, op, places.count, sizes, &places);
    }
    struct block *condition = op->regions[0].first, *body = op->regions[1].first;
    return take_arguments(bounder, op, condition, types, &places) &&
           take_arguments(bounder, op, body, types, &places) && go_through(bounder, condition) &&
           go_through(bounder, body) &&
           hand_on_sizes(bounder, block_terminator(body), types, &places) &&
           take_results(bounder, op, count, types, &places);
}

bool bound_branches(struct op *op, struct bound_builder *bounder) {
    uint32_t count = op->result_count;
    const struct type **types = result_types(bounder, op);
    struct places places = places_of(bounder, count, types);
    if (places.count > 0) {
        op = with_sizes(bounder, op, 0, NULL, &places);
    }
    for (uint32_t i = 0; i < op->region_count; i++) {
        struct block *block = op->regions[i].first;
        if (!go_through(bounder, block) ||
            !hand_on_sizes(bounder, block_terminator(block), types, &places)) {
            return false;
        }
    }
    return take_results(bounder, op, count, types, &places);
}

/* --- operations without computation ----------------------------------------------------------- */

/* Result i is operand i. */
bool bound_pairwise(struct op *op, struct bound_builder *bounder) {
    (void)bounder;
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = op_result(op, i), *from = op_operand(op, i);
        result->type = from->type;
        result->note = from->note;
    }
    return true;
}

/* --- the function ----------------------------------------------------------------------------- */

/* Adds empty dictionaries to the attributes of arguments or results, where there are any. */
static void extend_attrs(struct module *module, struct op *func, const char *name, uint32_t more) {
    const struct attr *old = op_property(func, name);
    if (!old) {
        return;
    }
    struct arena *scratch = arena_new();
    uint32_t count = old->count + more;
    const struct attr **items = ARENA_ARRAY(scratch, const struct attr *, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = i < old->count ? old->items[i] : attr_dict(module->context, 0, NULL);
    }
    op_set_property(module, func, name, attr_array(module->context, count, items));
    arena_free(scratch);
}

static void set_function_type(struct bound_builder *bounder, struct op *func, uint32_t input_count,
                              const struct type *const *inputs, uint32_t result_count,
                              const struct type *const *results) {
    struct context *context = bounder->module->context;
    const struct type *type = type_function(context, input_count, inputs, result_count, results);
    op_set_property(bounder->module, func, "function_type", attr_type(context, type));
}

/* Which dimension of which value a size belongs to. */
static const struct attr *place_attr(struct bound_builder *bounder, const struct place *place) {
    const int64_t numbers[2] = {place->index, place->dim};
    return attr_i64_array(bounder->module->context, 2, numbers);
}

bool bounded_arguments(struct bound_builder *bounder, struct op *func) {
    struct block *block = func->regions[0].first;
    const struct type *old = op_property(func, "function_type")->type;
    uint32_t count = old->input_count;
    struct places places = places_of(bounder, count, old->items);
    uint32_t all = count + places.count;
    struct value **sizes = ARENA_ARRAY(bounder->arena, struct value *, (size_t)places.count + 1);
    const struct type **types = ARENA_ARRAY(bounder->arena, const struct type *, (size_t)all + 1);
    bounder->at = block->first ? builder_before(bounder->module, block->first)
                               : builder_at_end(bounder->module, block);
    for (uint32_t i = 0; i < places.count; i++) {
        struct value *size =
            block_add_argument(bounder->module, block, size_type(bounder), func->location);
        const struct place *place = &places.items[i];
        sizes[i] = size_held(bounder, size, bound_of(old->items[place->index], place->dim));
    }
    if (!take_sizes(bounder, func, count, block->arguments, old->items, &places, sizes)) {
        return false;
    }
    for (uint32_t i = 0; i < all; i++) {
        types[i] = block->arguments[i]->type;
    }
    extend_attrs(bounder->module, func, "arg_attrs", places.count);
    set_function_type(bounder, func, all, types, old->count - count, old->items + count);
    for (uint32_t i = 0; i < places.count; i++) {
        func_set_argument_attr(bounder->module, func, count + i, "sdyc.size_of",
                               place_attr(bounder, &places.items[i]));
    }
    return true;
}

bool bounded_results(struct bound_builder *bounder, struct op *func) {
    struct op *end = func_return(func);
    const struct type *old = op_property(func, "function_type")->type;
    if (!end) {
        return bound_fails(bounder, func, "does not end in a return");
    }
    uint32_t count = end->operand_count;
    const struct type *const *originals = old->items + old->input_count;
    struct places places = places_of(bounder, count, originals);
    if (!hand_on_sizes(bounder, end, originals, &places)) {
        return false;
    }
    const struct type **types =
        ARENA_ARRAY(bounder->arena, const struct type *, (size_t)end->operand_count + 1);
    for (uint32_t i = 0; i < end->operand_count; i++) {
        types[i] = op_operand(end, i)->type;
    }
    extend_attrs(bounder->module, func, "res_attrs", places.count);
    set_function_type(bounder, func, old->input_count, old->items, end->operand_count, types);
    for (uint32_t i = 0; i < places.count; i++) {
        func_set_result_attr(bounder->module, func, count + i, "sdyc.size_of",
                             place_attr(bounder, &places.items[i]));
    }
    return true;
}
