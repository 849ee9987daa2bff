/* Result types from operand types. */
#include <string.h>

#include "ops/stablehlo/calls/call.h"
#include "ops/verify/compat.h"
#include "transforms/compatibility/compatibility.h"
#include "transforms/dynamism/dynamism.h"

/* Item by item; NULL: one of them does not go. */
static const struct type *refined_tuple(struct context *context, const struct type *type,
                                        const struct type *by) {
    struct arena *scratch = arena_new();
    const struct type **items = ARENA_ARRAY(scratch, const struct type *, type->count + 1);
    bool good = type->count == by->count;
    for (uint32_t i = 0; good && i < type->count; i++) {
        items[i] = refined_type(context, type->items[i], by->items[i]);
        good = items[i] != NULL;
    }
    const struct type *refined = good ? type_tuple(context, type->count, items) : NULL;
    arena_free(scratch);
    return refined;
}

const struct type *refined_type(struct context *context, const struct type *type,
                                const struct type *by) {
    if (type == by) {
        return type;
    }
    if (type->kind == TYPE_TUPLE && by->kind == TYPE_TUPLE) {
        return refined_tuple(context, type, by);
    }
    bool shaped = (type->kind == TYPE_TENSOR || type->kind == TYPE_UNRANKED) &&
                  (by->kind == TYPE_TENSOR || by->kind == TYPE_UNRANKED);
    if (!shaped || !shapes_compatible(type, by)) {
        return NULL;
    }
    const struct type *shape = shapes_join(context, type, by); /* NULL: beyond a bound */
    return !shape || type->encoding || shape->kind == TYPE_UNRANKED
               ? shape
               : type_tensor(context, type->element, shape->rank, shape->dims, NULL);
}

/* Operations whose operands may become more specific. */
static bool is_of_a_tensor_dialect(const struct op *op) {
    return strncmp(op->name, "stablehlo", 9) == 0 || strncmp(op->name, "chlo.", 5) == 0 ||
           strncmp(op->name, "sdy.", 4) == 0 || op_is(op, OP_FUNC_RETURN) ||
           op_is(op, OP_FUNC_CALL);
}

/* The users of a value that may have another type: operations that a type of their own follows of,
 * not those that state what they take. */
static bool may_change(const struct value *value, bool further) {
    FOR_EACH_USE (use, value) {
        const struct op *user = use->user;
        if (user->def == &op_unregistered || op_is(user, OP_UNREALIZED_CONVERSION_CAST) ||
            op_is(user, OP_INTERPRETER_RUN_PARALLEL) ||
            (!further && !is_of_a_tensor_dialect(user))) {
            return false;
        }
    }
    return true;
}

bool refine_values(struct context *context, uint32_t count, struct value *const *values,
                   const struct type *const *types, bool further) {
    bool changed = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct type *type =
            types[i] ? refined_type(context, values[i]->type, types[i]) : NULL;
        if (type && type != values[i]->type && may_change(values[i], further)) {
            values[i]->type = type;
            changed = true;
        }
    }
    return changed;
}

/* --- what each result follows from ------------------------------------------------------------ */

struct refinement {
    struct module *module;
    struct op *op;
    struct arena *scratch;
    const struct type **types; /* of the results; NULL: nothing is known */
};

/* All operands and results of such operations have one shape. */
static bool has_one_shape(const struct op *op) {
    return op->def->traits & (OP_SAME_TYPES | OP_SAME_SHAPE | OP_SHAPE_FIRST | OP_COMPATIBLE_TYPES);
}

static void add_operand_shapes(struct refinement *refinement) {
    struct context *context = refinement->module->context;
    const struct op *op = refinement->op;
    for (uint32_t r = 0; r < op->result_count; r++) {
        const struct type *type = op_result(op, r)->type;
        for (uint32_t i = 0; type && i < op->operand_count; i++) {
            type = refined_type(context, type, op_operand(op, i)->type);
        }
        refinement->types[r] = type ? type : refinement->types[r];
    }
}

/* The dimension along which a collective makes `count` parts one, or the other way round. */
static void add_group_shape(struct refinement *refinement, const char *name, bool gathers) {
    const struct op *op = refinement->op;
    bool by_partition =
        op_property(op, "channel_handle") && !op_property(op, "use_global_device_ids");
    if (by_partition) {
        return; /* the number of partitions is not known */
    }
    int64_t count = replica_group_size(refinement->module, op);
    int64_t dim = op_int(op, name, 0), dims[MAX_RANK];
    for (uint32_t r = 0; r < op->result_count && count > 0; r++) {
        const struct type *from = op_operand(op, r)->type;
        if (from->kind != TYPE_TENSOR || dim >= (int64_t)from->rank) {
            return;
        }
        for (uint32_t d = 0; d < from->rank; d++) {
            dims[d] = from->dims[d];
        }
        if (dims[dim] != DIM_DYNAMIC) {
            dims[dim] = gathers ? extent_product(dims[dim], count) : dims[dim] / count;
        }
        refinement->types[r] =
            type_tensor(refinement->module->context, from->element, from->rank, dims, NULL);
    }
}

static void add_bitcast_shape(struct refinement *refinement) {
    const struct type *from = op_operand(refinement->op, 0)->type;
    if (type_bits(type_element(from)) ==
        type_bits(type_element(op_result(refinement->op, 0)->type))) {
        refinement->types[0] = from;
    }
}

static void find_types(struct refinement *refinement) {
    struct op *op = refinement->op;
    if (op_is(op, OP_CUSTOM_CALL)) {
        if (!types_by_shape_operands(op, refinement->module->context, refinement->types)) {
            memset(refinement->types, 0, op->result_count * sizeof *refinement->types);
        }
    } else if (op_is(op, OP_ALL_GATHER)) {
        add_group_shape(refinement, "all_gather_dim", true);
    } else if (op_is(op, OP_REDUCE_SCATTER)) {
        add_group_shape(refinement, "scatter_dimension", false);
    } else if (op_is(op, OP_BITCAST_CONVERT)) {
        add_bitcast_shape(refinement);
    } else if (has_one_shape(op)) {
        add_operand_shapes(refinement);
    } else if (!op->def->infer(op, refinement->module->context, refinement->types)) {
        for (uint32_t i = 0; i < op->result_count; i++) {
            refinement->types[i] = NULL;
        }
    }
}

/* --- regions ---------------------------------------------------------------------------------- */

/* The arguments of a loop's regions are as its operands. */
static bool refine_loop(struct module *module, struct op *op, bool further) {
    bool changed = false;
    for (uint32_t r = 0; r < op->region_count; r++) {
        const struct block *block = op->regions[r].first;
        for (uint32_t i = 0; block && i < block->argument_count && i < op->operand_count; i++) {
            changed = refine_values(module->context, 1, &block->arguments[i],
                                    &op_operand(op, i)->type, further) ||
                      changed;
        }
    }
    return changed;
}

/* Bounds follow of most operations; of these, only sizes do. */
static bool has_bounds_of_its_own(const struct op *op, const struct type *found) {
    static const enum op_id ids[] = {
        OP_ALL_GATHER,
        OP_BITCAST_CONVERT,
        OP_CHLO_RAGGED_DOT,
        OP_CONVERT,
        OP_CONVOLUTION,
        OP_CUSTOM_CALL,
        OP_DOT,
        OP_DOT_GENERAL,
        OP_DYNAMIC_CONV,
        OP_DYNAMIC_IOTA,
        OP_DYNAMIC_RESHAPE,
        OP_DYNAMIC_BROADCAST_IN_DIM,
        OP_REDUCE_SCATTER,
        OP_RNG,
        OP_UNIFORM_QUANTIZE,
    };
    return OP_IS_IN(op, ids) && (op_result(op, 0)->type->encoding || found->encoding);
}

bool refine_types(struct module *module, struct op *op, bool further) {
    bool changed = op_is(op, OP_WHILE) && refine_loop(module, op, further);
    if (op->result_count == 0 || op->def == &op_unregistered || op_has(op, OP_CONSTANT_LIKE)) {
        return changed;
    }
    struct refinement refinement = {.module = module, .op = op, .scratch = arena_new()};
    refinement.types = ARENA_ARRAY(refinement.scratch, const struct type *, op->result_count);
    find_types(&refinement);
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct value *result = op_result(op, i);
        const struct type *found = refinement.types[i];
        if (found && !has_bounds_of_its_own(op, found)) {
            changed = refine_values(module->context, 1, &result, &found, further) || changed;
        }
    }
    arena_free(refinement.scratch);
    return changed;
}

/* --- whether there is anything to do ---------------------------------------------------------- */

static bool is_open(const struct type *type) {
    return type->kind == TYPE_UNRANKED || (type->kind == TYPE_TENSOR && !type_is_static(type));
}

static bool is_static(struct op *op, void *data) {
    (void)data;
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (is_open(op_result(op, i)->type)) {
            return false;
        }
    }
    for (uint32_t r = 0; r < op->region_count; r++) {
        const struct block *block = op->regions[r].first;
        for (uint32_t i = 0; block && i < block->argument_count; i++) {
            if (is_open(block->arguments[i]->type)) {
                return false;
            }
        }
    }
    return true;
}

bool module_is_dynamic(const struct module *module) {
    static const enum op_id dynamic[] = {
        OP_DYNAMIC_BROADCAST_IN_DIM,
        OP_DYNAMIC_CONV,
        OP_DYNAMIC_GATHER,
        OP_DYNAMIC_IOTA,
        OP_DYNAMIC_PAD,
        OP_DYNAMIC_RESHAPE,
        OP_REAL_DYNAMIC_SLICE,
        OP_GET_DIMENSION_SIZE,
        OP_SET_DIMENSION_SIZE,
        OP_SHAPE_SHAPE_OF,
        OP_SHAPE_BROADCAST,
        OP_SHAPE_ASSUMING,
        OP_SHAPE_CONCAT,
        OP_SHAPE_NUM_ELEMENTS,
        OP_TENSOR_CAST,
        OP_TENSOR_DIM,
        OP_TENSOR_EXTRACT,
        OP_TENSOR_FROM_ELEMENTS,
        OP_ARITH_ADDI,
        OP_ARITH_CMPI,
        OP_ARITH_DIVSI,
        OP_ARITH_MAXSI,
        OP_ARITH_MULI,
        OP_ARITH_SELECT,
        OP_ARITH_SUBI,
    };
    for (size_t i = 0; i < sizeof dynamic / sizeof *dynamic; i++) {
        if (module_has_made(module, op_table[dynamic[i]])) {
            return true;
        }
    }
    return !op_walk(module->op, is_static, NULL);
}

/* Every dimension is known, or has a bound. */
static bool is_bounded(const struct type *type) {
    for (uint32_t dim = 0; type->kind == TYPE_TENSOR && dim < type->rank; dim++) {
        if (type->dims[dim] == DIM_DYNAMIC && bound_of(type, dim) == DIM_DYNAMIC) {
            return false;
        }
    }
    return type->kind != TYPE_UNRANKED;
}

const struct value *open_argument(const struct op *func) {
    const struct block *block = func->regions[0].first;
    for (uint32_t i = 0; block && i < block->argument_count; i++) {
        if (!is_bounded(block->arguments[i]->type)) {
            return block->arguments[i];
        }
    }
    return NULL;
}
