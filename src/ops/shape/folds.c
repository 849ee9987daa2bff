#include "ops/shape/folds.h"

#include <string.h>

#include "ops/op_def.h"
#include "ops/verify/compat.h"

bool constant_index(const struct value *value, int64_t *index) {
    const struct op *op = value->op;
    const struct attr *attr = op && op_is(op, OP_ARITH_CONSTANT) ? op_property(op, "value") : NULL;
    if (!attr || attr->kind != ATTR_INTEGER || attr->type->kind != TYPE_INDEX) {
        return false;
    }
    *index = attr->integer;
    return true;
}

/* The same of a scalar integer of any type. */
static bool constant_scalar(const struct value *value, int64_t *number) {
    const struct op *op = value->op;
    const struct attr *attr = op && op_is(op, OP_ARITH_CONSTANT) ? op_property(op, "value") : NULL;
    if (!attr || attr->kind != ATTR_INTEGER) {
        return false;
    }
    *number = attr->integer;
    return true;
}

bool constant_shape(const struct value *value, struct int_list *list) {
    const struct op *op = value->op;
    if (op && op_is(op, OP_SHAPE_CONST_SHAPE)) {
        *list = op_ints(op, "shape");
        return true;
    }
    return op && op_is(op, OP_ARITH_CONSTANT) && type_is_tensor(value->type) &&
           constant_integers(value, list);
}

static struct shape_fold fold_to_shape(struct context *context, uint32_t rank,
                                       const int64_t *dims) {
    const int64_t extent = rank;
    const struct type *type = type_tensor(context, type_index(context), 1, &extent, NULL);
    return (struct shape_fold){.constant =
                                   attr_dense(context, type, dims, rank * sizeof *dims, false)};
}

static struct shape_fold fold_to_number(struct context *context, const struct type *type,
                                        int64_t number) {
    return (struct shape_fold){.constant = attr_integer(context, type, number)};
}

static const struct shape_fold unknown;

/* --- operations ------------------------------------------------------------------------------- */

static struct shape_fold fold_shape_of(struct context *context, const struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    bool known = type_is_static(type) && type_is_tensor(op_result(op, 0)->type);
    return known ? fold_to_shape(context, type->rank, type->dims) : unknown;
}

static struct shape_fold fold_num_elements(struct context *context, const struct op *op) {
    struct int_list shape;
    const struct type *type = op_result(op, 0)->type;
    if (type->kind != TYPE_INDEX || !constant_shape(op_operand(op, 0), &shape)) {
        return unknown;
    }
    int64_t count = 1;
    for (uint32_t i = 0; i < shape.count; i++) {
        count = extent_product(count, shape.items[i]);
    }
    return fold_to_number(context, type, count);
}

static struct shape_fold fold_broadcast(struct context *context, const struct op *op) {
    struct int_list a, b;
    int64_t dims[MAX_RANK];
    if (op->operand_count == 1 && op_operand(op, 0)->type == op_result(op, 0)->type) {
        return (struct shape_fold){.value = op_operand(op, 0)};
    }
    if (op->operand_count != 2 || !constant_shape(op_operand(op, 0), &a) ||
        !constant_shape(op_operand(op, 1), &b) || a.count > MAX_RANK || b.count > MAX_RANK) {
        return unknown;
    }
    uint32_t rank = a.count > b.count ? a.count : b.count;
    for (uint32_t i = 0; i < rank; i++) {
        int64_t in_a = i + a.count < rank ? 1 : a.items[i + a.count - rank];
        int64_t in_b = i + b.count < rank ? 1 : b.items[i + b.count - rank];
        if (in_a != in_b && in_a != 1 && in_b != 1) {
            return unknown;
        }
        dims[i] = in_a == 1 ? in_b : in_a;
    }
    return fold_to_shape(context, rank, dims);
}

static struct shape_fold fold_concat(struct context *context, const struct op *op) {
    struct int_list a, b;
    int64_t dims[MAX_RANK];
    if (!constant_shape(op_operand(op, 0), &a) || !constant_shape(op_operand(op, 1), &b) ||
        a.count + b.count > MAX_RANK) {
        return unknown;
    }
    for (uint32_t i = 0; i < a.count + b.count; i++) {
        dims[i] = i < a.count ? a.items[i] : b.items[i - a.count];
    }
    return fold_to_shape(context, a.count + b.count, dims);
}

static struct shape_fold fold_dim(struct context *context, const struct op *op) {
    const struct type *type = op_operand(op, 0)->type;
    int64_t dim;
    if (type->kind != TYPE_TENSOR || !constant_index(op_operand(op, 1), &dim) || dim < 0 ||
        dim >= (int64_t)type->rank || type->dims[dim] == DIM_DYNAMIC) {
        return unknown;
    }
    return fold_to_number(context, type_index(context), type->dims[dim]);
}

/* The place of an element in a row-major tensor; false where it is not known. */
static bool constant_place(const struct op *op, int64_t *place) {
    const struct type *type = op_operand(op, 0)->type;
    *place = 0;
    for (uint32_t i = 1; i < op->operand_count; i++) {
        int64_t index;
        if (!type_is_static(type) || i > type->rank || !constant_index(op_operand(op, i), &index) ||
            index < 0 || index >= type->dims[i - 1]) {
            return false;
        }
        *place = *place * type->dims[i - 1] + index;
    }
    return type_is_static(type) && op->operand_count == type->rank + 1;
}

static struct shape_fold fold_extract(struct context *context, const struct op *op) {
    const struct op *from = op_operand(op, 0)->op;
    struct int_list list;
    int64_t place;
    if (!constant_place(op, &place)) {
        return unknown;
    }
    if (from && op_is(from, OP_TENSOR_FROM_ELEMENTS) && place < from->operand_count) {
        return (struct shape_fold){.value = op_operand(from, (uint32_t)place)};
    }
    bool known = constant_shape(op_operand(op, 0), &list) && place < list.count;
    return known ? fold_to_number(context, op_result(op, 0)->type, list.items[place]) : unknown;
}

static struct shape_fold fold_from_elements(struct context *context, const struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    int64_t numbers[MAX_RANK];
    bool known = type_element(type)->kind == TYPE_INDEX && type_is_static(type) &&
                 op->operand_count > 0 && op->operand_count <= MAX_RANK;
    for (uint32_t i = 0; i < op->operand_count && known; i++) {
        known = constant_index(op_operand(op, i), &numbers[i]);
    }
    return known ? (struct shape_fold){.constant =
                                           attr_dense(context, type, numbers,
                                                      op->operand_count * sizeof *numbers, false)}
                 : unknown;
}

/* Of two indices, which wrap around; false where it has no value. */
static bool compute(const struct op *op, int64_t a, int64_t b, int64_t *result) {
    if (op_is(op, OP_ARITH_ADDI) || op_is(op, OP_ARITH_SUBI) || op_is(op, OP_ARITH_MULI)) {
        uint64_t x = (uint64_t)a, y = (uint64_t)b;
        *result = (int64_t)(op_is(op, OP_ARITH_ADDI)   ? x + y
                            : op_is(op, OP_ARITH_SUBI) ? x - y
                                                       : x * y);
        return true;
    }
    if (op_is(op, OP_ARITH_DIVSI)) {
        *result = b == 0 || (a == INT64_MIN && b == -1) ? 0 : a / b;
        return b != 0 && !(a == INT64_MIN && b == -1);
    }
    *result = a > b ? a : b;
    return true;
}

/* The number on the right, or on either side, that changes nothing; -1: there is none. */
static int64_t neutral(const struct op *op) {
    return op_is(op, OP_ARITH_ADDI) || op_is(op, OP_ARITH_SUBI)    ? 0
           : op_is(op, OP_ARITH_MULI) || op_is(op, OP_ARITH_DIVSI) ? 1
                                                                   : -1;
}

static struct shape_fold fold_arith(struct context *context, const struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    int64_t a = 0, b = 0, result;
    bool knows_a = constant_index(op_operand(op, 0), &a);
    bool knows_b = constant_index(op_operand(op, 1), &b);
    bool either = op_is(op, OP_ARITH_ADDI) || op_is(op, OP_ARITH_MULI);
    if (op_is(op, OP_ARITH_MULI) && ((knows_b && b == 0) || (knows_a && a == 0))) {
        return (struct shape_fold){.value = op_operand(op, knows_b && b == 0)};
    }
    if (neutral(op) >= 0 && knows_b && b == neutral(op)) {
        return (struct shape_fold){.value = op_operand(op, 0)};
    }
    if (neutral(op) >= 0 && either && knows_a && !knows_b && a == neutral(op)) {
        return (struct shape_fold){.value = op_operand(op, 1)};
    }
    bool known = knows_a && knows_b && compute(op, a, b, &result);
    return known ? fold_to_number(context, type, result) : unknown;
}

/* Signed comparisons, and those for equality. */
static struct shape_fold fold_cmpi(struct context *context, const struct op *op) {
    int64_t a, b, predicate = op_property(op, "predicate")->integer;
    if (!constant_index(op_operand(op, 0), &a) || !constant_index(op_operand(op, 1), &b) ||
        predicate > 5) {
        return unknown;
    }
    const bool holds[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
    return fold_to_number(context, op_result(op, 0)->type, holds[predicate]);
}

static struct shape_fold fold_select(struct context *context, const struct op *op) {
    int64_t condition;
    (void)context;
    if (!constant_scalar(op_operand(op, 0), &condition)) {
        return unknown;
    }
    return (struct shape_fold){.value = op_operand(op, condition ? 1 : 2)};
}

static int64_t width_of(const struct value *value) {
    const struct type *element = type_element(value->type);
    return element->kind == TYPE_INDEX ? 64 : element->width;
}

/* A cast back from one that loses nothing is what was there before. */
static struct shape_fold fold_index_cast(struct context *context, const struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    const struct op *before = op_operand(op, 0)->op;
    int64_t number;
    if (before && op_is(before, OP_ARITH_INDEX_CAST) && op_operand(before, 0)->type == type &&
        width_of(op_operand(before, 0)) <= width_of(op_operand(op, 0))) {
        return (struct shape_fold){.value = op_operand(before, 0)};
    }
    bool known = !type_is_tensor(type) && constant_scalar(op_operand(op, 0), &number);
    return known ? fold_to_number(context, type, number) : unknown;
}

struct shape_fold shape_fold_of(struct context *context, const struct op *op) {
    static const struct {
        enum op_id id;
        struct shape_fold (*fold)(struct context *context, const struct op *op);
    } folds[] = {
        {OP_ARITH_ADDI, fold_arith},
        {OP_ARITH_CMPI, fold_cmpi},
        {OP_ARITH_DIVSI, fold_arith},
        {OP_ARITH_INDEX_CAST, fold_index_cast},
        {OP_ARITH_MAXSI, fold_arith},
        {OP_ARITH_MULI, fold_arith},
        {OP_ARITH_SELECT, fold_select},
        {OP_ARITH_SUBI, fold_arith},
        {OP_SHAPE_BROADCAST, fold_broadcast},
        {OP_SHAPE_CONCAT, fold_concat},
        {OP_SHAPE_NUM_ELEMENTS, fold_num_elements},
        {OP_SHAPE_SHAPE_OF, fold_shape_of},
        {OP_TENSOR_DIM, fold_dim},
        {OP_TENSOR_EXTRACT, fold_extract},
        {OP_TENSOR_FROM_ELEMENTS, fold_from_elements},
    };
    const struct type *type = op->result_count == 1 ? op_result(op, 0)->type : NULL;
    bool is_plain =
        type && (type_is_tensor(type) || type->kind == TYPE_INDEX || type->kind == TYPE_INTEGER);
    for (size_t i = 0; is_plain && i < sizeof folds / sizeof *folds; i++) {
        if (op_is(op, folds[i].id)) {
            return folds[i].fold(context, op);
        }
    }
    return unknown;
}

bool shape_fold_in_place(struct op *op, struct module *module) {
    struct shape_fold fold = shape_fold_of(module->context, op);
    if (fold.constant) {
        struct builder at = builder_before(module, op);
        bool is_shape = strncmp(op->name, "shape.", 6) == 0 && type_is_tensor(fold.constant->type);
        enum op_id id = is_shape ? OP_SHAPE_CONST_SHAPE : OP_ARITH_CONSTANT;
        fold.value = build_value(&at, id, 0, NULL, op_result(op, 0)->type);
        op_set_property(module, fold.value->op, is_shape ? "shape" : "value", fold.constant);
    }
    if (!fold.value) {
        return false;
    }
    value_replace_uses(op_result(op, 0), fold.value);
    op_erase(op);
    return true;
}
