/* Computations of sizes by operations on indices become ones by operations of stablehlo on i32.
 * Casts between both stand where they meet, as MLIR's conversions leave them. */
#include "ops/shape/folds.h"

#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/fault.h"
#include "transforms/pass.h"

struct shape_legalization {
    struct module *module;
    struct builder at; /* before the operation at hand */
    VECTOR(struct op *) ops;
    VECTOR(struct shape_fold) folds; /* of the operations as they were */
};

/* --- types and casts -------------------------------------------------------------------------- */

static const struct type *i32_scalar(struct shape_legalization *to) {
    struct context *context = to->module->context;
    return type_tensor(context, type_integer(context, 32, SIGNLESS), 0, NULL, NULL);
}

static const struct type *i32_list(struct shape_legalization *to, int64_t count) {
    struct context *context = to->module->context;
    return type_tensor(context, type_integer(context, 32, SIGNLESS), 1, &count, NULL);
}

static bool is_index(const struct value *value) {
    return type_element(value->type)->kind == TYPE_INDEX &&
           (value->type->kind == TYPE_INDEX || value->type->kind == TYPE_TENSOR ||
            value->type->kind == TYPE_UNRANKED);
}

static bool is_i32_tensor(const struct value *value) {
    return type_is_tensor(value->type) && type_is_integer(value->type->element, 32);
}

static struct value *cast(struct shape_legalization *to, struct value *value,
                          const struct type *type) {
    return build_unary(&to->at, OP_UNREALIZED_CONVERSION_CAST, value, type);
}

/* index as tensor<i32>, tensor<Nxindex> as tensor<Nxi32>; NULL where it is none of them. */
static struct value *as_i32(struct shape_legalization *to, struct value *value) {
    if (value->type->kind == TYPE_INDEX) {
        return cast(to, value, i32_scalar(to));
    }
    if (!type_is_static(value->type) || is_i32_tensor(value)) {
        return type_is_static(value->type) ? value : NULL;
    }
    return is_index(value)
               ? cast(to, value,
                      type_with_element(to->module->context, value->type, i32_scalar(to)->element))
               : NULL;
}

/* The other way round. */
static struct value *as_index(struct shape_legalization *to, struct value *value) {
    struct context *context = to->module->context;
    if (value->type->kind == TYPE_INDEX || !is_i32_tensor(value)) {
        return is_index(value) ? value : NULL;
    }
    if (!type_is_static(value->type)) {
        return NULL;
    }
    return cast(to, value,
                value->type->rank == 0
                    ? type_index(context)
                    : type_with_element(context, value->type, type_index(context)));
}

/* Constants of indices are made anew. */
static struct value *as_i32_or_constant(struct shape_legalization *to, struct value *value) {
    int64_t index;
    return constant_index(value, &index) ? build_integers(&to->at, i32_scalar(to), index)
                                         : as_i32(to, value);
}

/* What stands in the place of the operation is `value` as indices, where that has its type. */
static bool replace_by_index(struct shape_legalization *to, struct op *op, struct value *value) {
    struct value *index = value ? as_index(to, value) : NULL;
    if (!index || index->type != op_result(op, 0)->type) {
        return false;
    }
    value_replace_uses(op_result(op, 0), index);
    return true;
}

static bool replace_by_cast(struct shape_legalization *to, struct op *op, struct value *value) {
    value_replace_uses(op_result(op, 0), cast(to, value, op_result(op, 0)->type));
    return true;
}

static struct value *build_i32_list(struct shape_legalization *to, uint32_t count,
                                    const int64_t *numbers) {
    struct arena *scratch = arena_new();
    int32_t *narrow = ARENA_ARRAY(scratch, int32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        narrow[i] = (int32_t)numbers[i];
    }
    struct value *list =
        build_constant(&to->at, attr_dense(to->module->context, i32_list(to, count), narrow,
                                           count * sizeof *narrow, false));
    arena_free(scratch);
    return list;
}

/* --- operations of shape ---------------------------------------------------------------------- */

static bool legalize_const_shape(struct shape_legalization *to, struct op *op) {
    struct int_list dims = op_ints(op, "shape");
    return type_is_tensor(op_result(op, 0)->type) &&
           replace_by_index(to, op, build_i32_list(to, dims.count, dims.items));
}

/* The product of the extents, one after the other. */
static bool legalize_num_elements(struct shape_legalization *to, struct op *op) {
    struct value *shape = as_i32(to, op_operand(op, 0));
    if (!shape || shape->type->rank != 1) {
        return false;
    }
    struct value *count = build_integers(&to->at, i32_scalar(to), 1);
    for (int64_t i = 0; i < shape->type->dims[0]; i++) {
        int64_t limit = i + 1;
        struct value *size = build_slice(&to->at, shape, &i, &limit);
        size = build_reshape(&to->at, size, 0, NULL);
        count = build_binary(&to->at, OP_MULTIPLY, count, size);
    }
    return replace_by_index(to, op, count);
}

static bool legalize_shape_of(struct shape_legalization *to, struct op *op) {
    struct value *of = op_operand(op, 0), *sizes[MAX_RANK];
    if (!type_is_tensor(of->type) || is_index(of)) {
        return false;
    }
    for (uint32_t i = 0; i < of->type->rank; i++) {
        struct value *size = build_dimension_size(&to->at, of, i);
        sizes[i] = build_reshape(&to->at, size, 1, (const int64_t[]){1});
    }
    struct value *shape = of->type->rank > 0 ? build_concatenate(&to->at, of->type->rank, sizes, 0)
                                             : build_i32_list(to, 0, NULL);
    return replace_by_index(to, op, shape);
}

static struct value *pad_from_left(struct shape_legalization *to, struct value *shape,
                                   int64_t more) {
    struct value *ones = build_integers(&to->at, i32_list(to, more), 1);
    return build_concatenate(&to->at, 2, (struct value *[]){ones, shape}, 0);
}

/* That shapes go together is checked elsewhere: the common one has the larger extents. */
static bool legalize_broadcast(struct shape_legalization *to, struct op *op) {
    if (op->operand_count != 2) {
        return false;
    }
    struct value *a = as_i32(to, op_operand(op, 0)), *b = as_i32(to, op_operand(op, 1));
    if (!a || !b || a->type->rank != 1 || b->type->rank != 1) {
        return false;
    }
    int64_t more = a->type->dims[0] - b->type->dims[0];
    if (more < 0) {
        a = pad_from_left(to, a, -more);
    } else if (more > 0) {
        b = pad_from_left(to, b, more);
    }
    return replace_by_index(to, op, build_binary(&to->at, OP_MAXIMUM, a, b));
}

/* --- operations of arith ---------------------------------------------------------------------- */

static bool legalize_muli(struct shape_legalization *to, struct op *op) {
    struct value *a = op_operand(op, 0), *b = op_operand(op, 1);
    if (!is_index(a) || !is_index(b) || !(a = as_i32_or_constant(to, a)) ||
        !(b = as_i32_or_constant(to, b))) {
        return false;
    }
    return replace_by_index(to, op, build_binary(&to->at, OP_MULTIPLY, a, b));
}

static bool legalize_scalar_cast(struct shape_legalization *to, struct op *op) {
    struct value *in = op_operand(op, 0);
    const struct type *out = op_result(op, 0)->type;
    struct context *context = to->module->context;
    if (is_index(in)) {
        struct value *number = as_i32(to, in);
        if (!type_is_integer(out, 32)) {
            number = build_convert(&to->at, number, out);
        }
        return replace_by_cast(to, op, number);
    }
    return replace_by_cast(to, op, cast(to, in, type_tensor(context, in->type, 0, NULL, NULL)));
}

static bool legalize_index_cast(struct shape_legalization *to, struct op *op) {
    struct value *in = op_operand(op, 0), *result = op_result(op, 0);
    if (!type_is_tensor(in->type) && (is_index(in) || is_index(result))) {
        return legalize_scalar_cast(to, op);
    }
    struct value *number = is_index(in) ? as_i32(to, in) : is_i32_tensor(in) ? in : NULL;
    if (number && is_index(result)) {
        number = as_index(to, number);
    } else if (!is_i32_tensor(result)) {
        number = NULL;
    }
    if (!number || number->type != result->type) {
        return false;
    }
    value_replace_uses(result, number);
    return true;
}

/* --- operations of tensor --------------------------------------------------------------------- */

static bool legalize_dim(struct shape_legalization *to, struct op *op) {
    int64_t dim;
    const struct type *type = op_operand(op, 0)->type;
    return type->kind == TYPE_TENSOR && type->element->kind != TYPE_INDEX &&
           constant_index(op_operand(op, 1), &dim) && dim >= 0 && dim < (int64_t)type->rank &&
           replace_by_index(to, op, build_dimension_size(&to->at, op_operand(op, 0), dim));
}

static bool legalize_extract(struct shape_legalization *to, struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t start[MAX_RANK], limit[MAX_RANK];
    if (type->kind != TYPE_TENSOR || op->operand_count != type->rank + 1) {
        return false;
    }
    for (uint32_t i = 0; i < type->rank; i++) {
        if (!constant_index(op_operand(op, i + 1), &start[i]) || start[i] < 0 ||
            type->dims[i] == DIM_DYNAMIC || start[i] >= type->dims[i]) {
            return false;
        }
        limit[i] = start[i] + 1;
    }
    struct value *from = as_i32(to, op_operand(op, 0));
    if (!from || !is_i32_tensor(from)) {
        return false;
    }
    struct value *element = build_slice(&to->at, from, start, limit);
    element = build_reshape(&to->at, element, 0, NULL);
    return is_index(op_result(op, 0)) ? replace_by_index(to, op, element)
                                      : replace_by_cast(to, op, element);
}

static bool legalize_from_elements(struct shape_legalization *to, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    if (type->kind == TYPE_TENSOR && type->rank == 0 && op->operand_count == 1) {
        return replace_by_cast(to, op, op_operand(op, 0));
    }
    if (type->kind != TYPE_TENSOR || type->rank != 1 || !is_index(op_result(op, 0)) ||
        op->operand_count == 0) {
        return false;
    }
    struct arena *scratch = arena_new();
    struct value **elements = ARENA_ARRAY(scratch, struct value *, op->operand_count);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        int64_t index;
        elements[i] =
            constant_index(op_operand(op, i), &index)
                ? build_integers(&to->at, i32_list(to, 1), index)
                : build_reshape(&to->at, as_i32(to, op_operand(op, i)), 1, (const int64_t[]){1});
    }
    struct value *list = build_concatenate(&to->at, op->operand_count, elements, 0);
    arena_free(scratch);
    return replace_by_index(to, op, list);
}

/* --- operations of stablehlo that take indices ------------------------------------------------ */

static bool legalize_operands(struct shape_legalization *to, struct op *op) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *operand = op_operand(op, i);
        if (is_index(operand)) {
            operand = as_i32(to, operand);
            if (!operand) {
                return false;
            }
            op_set_operand(op, i, operand);
        }
    }
    return true;
}

/* --- the pass --------------------------------------------------------------------------------- */

static const struct {
    enum op_id id;
    bool (*legalize)(struct shape_legalization *to, struct op *op);
} rules[] = {
    {OP_ARITH_INDEX_CAST, legalize_index_cast},
    {OP_ARITH_MULI, legalize_muli},
    {OP_DYNAMIC_BROADCAST_IN_DIM, legalize_operands},
    {OP_DYNAMIC_RESHAPE, legalize_operands},
    {OP_SHAPE_BROADCAST, legalize_broadcast},
    {OP_SHAPE_CONST_SHAPE, legalize_const_shape},
    {OP_SHAPE_NUM_ELEMENTS, legalize_num_elements},
    {OP_SHAPE_SHAPE_OF, legalize_shape_of},
    {OP_TENSOR_DIM, legalize_dim},
    {OP_TENSOR_EXTRACT, legalize_extract},
    {OP_TENSOR_FROM_ELEMENTS, legalize_from_elements},
};

static bool is_of(const struct op *op, const char *dialect) {
    return strncmp(op->name, dialect, strlen(dialect)) == 0;
}

static bool is_of_stablehlo(const struct op *op) {
    for (int id = OP_ABS; id <= OP_XOR; id++) {
        if (op_is(op, (enum op_id)id)) {
            return true;
        }
    }
    return false;
}

static bool is_illegal(const struct op *op) {
    bool takes_index = false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        takes_index = takes_index || is_index(op_operand(op, i));
    }
    return is_of(op, "shape.") || (is_of(op, "tensor.") && !op_is(op, OP_TENSOR_CAST)) ||
           op_is(op, OP_ARITH_INDEX_CAST) || op_is(op, OP_ARITH_MULI) ||
           (takes_index && is_of_stablehlo(op));
}

/* --- what needs no operation ------------------------------------------------------------------
 *
 * MLIR's conversions fold first. What would become a constant of arith is left, for that is none of
 * what they convert to; a list of extents becomes one of i32. */

static bool is_constant(const struct value *value) {
    return value->op &&
           (op_is(value->op, OP_ARITH_CONSTANT) || op_is(value->op, OP_SHAPE_CONST_SHAPE));
}

/* Folds move constants behind other operands. */
static void order_operands(struct op *op) {
    struct value *first = op_operand(op, 0), *second = op_operand(op, 1);
    if (is_constant(first) && !is_constant(second)) {
        op_set_operand(op, 0, second);
        op_set_operand(op, 1, first);
    }
}

static struct shape_fold fold(struct shape_legalization *to, struct op *op) {
    bool gives_list = op_is(op, OP_SHAPE_BROADCAST) || op_is(op, OP_SHAPE_CONCAT);
    if ((op_is(op, OP_ARITH_MULI) || op_is(op, OP_SHAPE_BROADCAST)) && op->operand_count == 2) {
        order_operands(op);
    }
    struct shape_fold fold = shape_fold_of(to->module->context, op);
    fold.constant = gives_list ? fold.constant : NULL;
    return fold;
}

static bool collect(struct op *op, void *data) {
    struct shape_legalization *to = data;
    if (is_illegal(op)) {
        *vector_push(&to->ops) = op;
        *vector_push(&to->folds) = fold(to, op);
    }
    return true;
}

static bool legalize(struct shape_legalization *to, struct op *op, const struct shape_fold *fold) {
    to->at = builder_before(to->module, op);
    if (fold->constant) {
        uint32_t count;
        const int64_t *extents;
        return attr_integers(fold->constant, &count, &extents) &&
               replace_by_index(to, op, build_i32_list(to, count, extents));
    }
    if (fold->value) {
        value_replace_uses(op_result(op, 0), fold->value);
        return true;
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (op_is(op, rules[i].id)) {
            return rules[i].legalize(to, op);
        }
    }
    return false;
}

static bool legalize_all(struct shape_legalization *to) {
    for (size_t i = 0; i < to->ops.count; i++) {
        struct op *op = to->ops.items[i];
        if (!legalize(to, op, &to->folds.items[i])) {
            return fault(op, to->module->context,
                         "failed to legalize operation '%s' that was explicitly marked illegal",
                         op->name);
        }
    }
    return true;
}

bool pass_shape_legalize_to_stablehlo(struct module *module, const struct pass_options *options) {
    (void)options;
    struct shape_legalization to = {.module = module};
    op_walk(module->op, collect, &to);
    bool done = legalize_all(&to);
    for (size_t i = to.ops.count; done && i-- > 0;) {
        struct op *op = to.ops.items[i];
        if (!is_of_stablehlo(op)) {
            op_erase(op);
        }
    }
    bool any = to.ops.count > 0;
    vector_free(&to.ops);
    vector_free(&to.folds);
    return done && (!any || pass_verify_ops(module, 0));
}
