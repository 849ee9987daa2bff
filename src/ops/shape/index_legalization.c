/* Operations on indices as operations of stablehlo on i32. Casts between both stand where they
 * meet, as MLIR's conversions leave them. */
#include "ops/shape/index_legalization.h"

#include "ops/op_def.h"
#include "ops/shape/folds.h"

/* --- types and casts -------------------------------------------------------------------------- */

static const struct type *i32_scalar(struct index_legalization *to) {
    struct context *context = to->module->context;
    return type_tensor(context, type_integer(context, 32, SIGNLESS), 0, NULL, NULL);
}

static const struct type *i32_list(struct index_legalization *to, int64_t count) {
    struct context *context = to->module->context;
    return type_tensor(context, type_integer(context, 32, SIGNLESS), 1, &count, NULL);
}

bool is_of_indices(const struct value *value) {
    return type_element(value->type)->kind == TYPE_INDEX &&
           (value->type->kind == TYPE_INDEX || value->type->kind == TYPE_TENSOR ||
            value->type->kind == TYPE_UNRANKED);
}

static bool is_i32_tensor(const struct value *value) {
    return type_is_tensor(value->type) && type_is_integer(value->type->element, 32);
}

static struct value *cast(struct index_legalization *to, struct value *value,
                          const struct type *type) {
    return build_unary(&to->at, OP_UNREALIZED_CONVERSION_CAST, value, type);
}

/* index as tensor<i32>, tensor<Nxindex> as tensor<Nxi32>; NULL where it is none of them. */
static struct value *as_i32(struct index_legalization *to, struct value *value) {
    if (value->type->kind == TYPE_INDEX) {
        return cast(to, value, i32_scalar(to));
    }
    if (!type_is_static(value->type) || is_i32_tensor(value)) {
        return type_is_static(value->type) ? value : NULL;
    }
    return is_of_indices(value)
               ? cast(to, value,
                      type_with_element(to->module->context, value->type, i32_scalar(to)->element))
               : NULL;
}

/* The other way round. */
static struct value *as_index(struct index_legalization *to, struct value *value) {
    struct context *context = to->module->context;
    if (value->type->kind == TYPE_INDEX || !is_i32_tensor(value)) {
        return is_of_indices(value) ? value : NULL;
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
static struct value *as_i32_or_constant(struct index_legalization *to, struct value *value) {
    int64_t index;
    return constant_index(value, &index) ? build_integers(&to->at, i32_scalar(to), index)
                                         : as_i32(to, value);
}

bool replace_by_index(struct index_legalization *to, struct op *op, struct value *value) {
    struct value *index = value ? as_index(to, value) : NULL;
    if (!index || index->type != op_result(op, 0)->type) {
        return false;
    }
    value_replace_uses(op_result(op, 0), index);
    return true;
}

static bool replace_by_cast(struct index_legalization *to, struct op *op, struct value *value) {
    value_replace_uses(op_result(op, 0), cast(to, value, op_result(op, 0)->type));
    return true;
}

struct value *index_list_in_i32(struct index_legalization *to, uint32_t count,
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

bool legalize_const_shape(struct op *op, struct index_legalization *to) {
    struct int_list dims = op_ints(op, "shape");
    return type_is_tensor(op_result(op, 0)->type) &&
           replace_by_index(to, op, index_list_in_i32(to, dims.count, dims.items));
}

/* The product of the extents, one after the other. */
bool legalize_num_elements(struct op *op, struct index_legalization *to) {
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

bool legalize_shape_of(struct op *op, struct index_legalization *to) {
    struct value *of = op_operand(op, 0), *sizes[MAX_RANK];
    if (!type_is_tensor(of->type) || is_of_indices(of)) {
        return false;
    }
    for (uint32_t i = 0; i < of->type->rank; i++) {
        struct value *size = build_dimension_size(&to->at, of, i);
        sizes[i] = build_reshape(&to->at, size, 1, (const int64_t[]){1});
    }
    struct value *shape = of->type->rank > 0 ? build_concatenate(&to->at, of->type->rank, sizes, 0)
                                             : index_list_in_i32(to, 0, NULL);
    return replace_by_index(to, op, shape);
}

static struct value *pad_from_left(struct index_legalization *to, struct value *shape,
                                   int64_t more) {
    struct value *ones = build_integers(&to->at, i32_list(to, more), 1);
    return build_concatenate(&to->at, 2, (struct value *[]){ones, shape}, 0);
}

/* That shapes go together is checked elsewhere: the common one has the larger extents. */
bool legalize_broadcast(struct op *op, struct index_legalization *to) {
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

bool legalize_muli(struct op *op, struct index_legalization *to) {
    struct value *a = op_operand(op, 0), *b = op_operand(op, 1);
    if (!is_of_indices(a) || !is_of_indices(b) || !(a = as_i32_or_constant(to, a)) ||
        !(b = as_i32_or_constant(to, b))) {
        return false;
    }
    return replace_by_index(to, op, build_binary(&to->at, OP_MULTIPLY, a, b));
}

static bool legalize_scalar_cast(struct op *op, struct index_legalization *to) {
    struct value *in = op_operand(op, 0);
    const struct type *out = op_result(op, 0)->type;
    struct context *context = to->module->context;
    if (is_of_indices(in)) {
        struct value *number = as_i32(to, in);
        if (!type_is_integer(out, 32)) {
            number = build_convert(&to->at, number, out);
        }
        return replace_by_cast(to, op, number);
    }
    return replace_by_cast(to, op, cast(to, in, type_tensor(context, in->type, 0, NULL, NULL)));
}

bool legalize_index_cast(struct op *op, struct index_legalization *to) {
    struct value *in = op_operand(op, 0), *result = op_result(op, 0);
    if (!type_is_tensor(in->type) && (is_of_indices(in) || is_of_indices(result))) {
        return legalize_scalar_cast(op, to);
    }
    struct value *number = is_of_indices(in) ? as_i32(to, in) : is_i32_tensor(in) ? in : NULL;
    if (number && is_of_indices(result)) {
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

bool legalize_dim(struct op *op, struct index_legalization *to) {
    int64_t dim;
    const struct type *type = op_operand(op, 0)->type;
    return type->kind == TYPE_TENSOR && type->element->kind != TYPE_INDEX &&
           constant_index(op_operand(op, 1), &dim) && dim >= 0 && dim < (int64_t)type->rank &&
           replace_by_index(to, op, build_dimension_size(&to->at, op_operand(op, 0), dim));
}

bool legalize_extract(struct op *op, struct index_legalization *to) {
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
    return is_of_indices(op_result(op, 0)) ? replace_by_index(to, op, element)
                                           : replace_by_cast(to, op, element);
}

bool legalize_from_elements(struct op *op, struct index_legalization *to) {
    const struct type *type = op_result(op, 0)->type;
    if (type->kind == TYPE_TENSOR && type->rank == 0 && op->operand_count == 1) {
        return replace_by_cast(to, op, op_operand(op, 0));
    }
    if (type->kind != TYPE_TENSOR || type->rank != 1 || !is_of_indices(op_result(op, 0)) ||
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

bool legalize_operands(struct op *op, struct index_legalization *to) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct value *operand = op_operand(op, i);
        if (is_of_indices(operand)) {
            operand = as_i32(to, operand);
            if (!operand) {
                return false;
            }
            op_set_operand(op, i, operand);
        }
    }
    return true;
}
