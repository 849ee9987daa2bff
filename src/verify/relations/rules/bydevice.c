/* Elementwise operations of integers that are known on each device. */
#include "ops/attrs/attrs.h"
#include "verify/evaluation/evaluate.h"
#include "verify/relations/rules/rules.h"

/* --- one by one ------------------------------------------------------------------------------- */

/* The operands' numbers on so many devices. */
static struct tensor *tensor_of_number(const struct prover *p, const struct type *type,
                                       struct device_number number, int64_t count) {
    struct tensor *tensor = tensor_new(type, count);
    if (count == 1) {
        tensor->words[0] = (uint64_t)number.constant;
    } else {
        number_fill(p, number, (int64_t *)tensor->words);
    }
    return tensor;
}

/* Evaluates the operation once for each device, or once for all. */
static const struct view *evaluate_each(struct prover *p, const struct op *op,
                                        const struct device_number *numbers, int64_t count) {
    struct evaluator e = {.arithmetic = {.world = WORLD_FIELD}, .devices = p->devices};
    struct tensor *operands[3];
    for (uint32_t i = 0; i < op->operand_count; i++) {
        operands[i] = tensor_of_number(p, op_operand(op, i)->type, numbers[i], count);
    }
    struct tensor *result = element_apply(&e, op, evaluation_rule_of(op), operands);
    const struct type *type = op_result(op, 0)->type;
    const struct view *view = NULL;
    if (result && result->count == p->devices && result->count > 1) {
        view = view_of_table(p, type, (const int64_t *)result->words);
    } else if (result && result->count == 1) {
        view = view_by_number(p, type, (struct device_number){(int64_t)result->words[0], NULL});
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        tensor_release(operands[i]);
    }
    tensor_release(result);
    return view;
}

/* --- by what is known of many devices at once ------------------------------------------------- */

/* The greater one of two, and the smaller one; of truth values that one is, and that both are. */
static int greater(const void *data, const struct number_bounds *bounds, int64_t *constant) {
    (void)data;
    (void)constant;
    return bounds[0].least >= bounds[1].most   ? 0
           : bounds[1].least >= bounds[0].most ? 1
                                               : MAP_LATER;
}

static int smaller(const void *data, const struct number_bounds *bounds, int64_t *constant) {
    int chosen = greater(data, bounds, constant);
    return chosen == MAP_LATER ? chosen : 1 - chosen;
}

static int chosen_by_first(const void *data, const struct number_bounds *bounds,
                           int64_t *constant) {
    (void)data;
    (void)constant;
    return bounds->least == bounds->most ? bounds->least ? 1 : 2 : MAP_LATER;
}

/* Whether a number is what a condition asks for. */
static int is_held(const void *data, const struct number_bounds *bounds, int64_t *constant) {
    const int64_t *ends = data;
    enum truth truth = bounds_within(bounds, ends[0], ends[1]);
    *constant = truth == ALWAYS;
    return truth == SOMETIMES ? MAP_LATER : MAP_CONSTANT;
}

static struct number_bounds bounds_of(struct device_number number) {
    const struct spread *spread = number.spread;
    return (struct number_bounds){number.constant + (spread ? spread->least : 0),
                                  number.constant + (spread ? spread->most : 0)};
}

/* By a constant, of what is not negative: the quotient, or the rest. */
static bool divided(struct prover *p, const struct op *op, const struct device_number *numbers,
                    struct device_number *to) {
    int64_t by = numbers[1].constant;
    if (numbers[1].spread || by <= 0 || bounds_of(numbers[0]).least < 0) {
        return false;
    }
    *to = number_floor(p, numbers[0], by);
    if (op_is(op, OP_REMAINDER)) {
        to->constant = numbers[0].constant - to->constant * by;
        to->spread = spread_mix(p, numbers[0].spread, 1, to->spread, -by);
    }
    return true;
}

static bool converted(struct prover *p, int64_t kind, struct device_number number,
                      struct device_number *to) {
    struct number_bounds bounds = bounds_of(number);
    if (kind == KIND_TRUTH) {
        *to = numbers_map(p, 1, &number, is_held, (const int64_t[]){0, 1});
        *to = (struct device_number){1 - to->constant, spread_mix(p, to->spread, -1, NULL, 0)};
        return true;
    }
    *to = number;
    return kind_holds(kind, bounds.least, bounds.most);
}

/* What an operation makes of numbers. False: they are to be looked at one by one. */
static bool make_number(struct prover *p, const struct op *op, const struct device_number *numbers,
                        struct device_number *to) {
    int64_t kind = element_kind(op_result(op, 0)->type);
    for (uint32_t i = 0; i < op->operand_count; i++) {
        struct number_bounds bounds = bounds_of(numbers[i]);
        if (!kind_holds(element_kind(op_operand(op, i)->type), bounds.least, bounds.most)) {
            return false;
        }
    }
    switch ((enum op_id)op_number(op)) {
    case OP_DIVIDE:
    case OP_REMAINDER:
        return kind != KIND_TRUTH && divided(p, op, numbers, to);
    case OP_CONVERT:
        return converted(p, kind, numbers[0], to);
    case OP_MAXIMUM:
        *to = numbers_map(p, 2, numbers, greater, NULL);
        return true;
    case OP_MINIMUM:
        *to = numbers_map(p, 2, numbers, smaller, NULL);
        return true;
    case OP_OR:
    case OP_AND:
        *to = numbers_map(p, 2, numbers, op_is(op, OP_OR) ? greater : smaller, NULL);
        return kind == KIND_TRUTH;
    case OP_SELECT:
        *to = numbers_map(p, 3, numbers, chosen_by_first, NULL);
        return true;
    default:
        return false;
    }
}

const struct view *view_by_device(struct prover *p, const struct op *op,
                                  const struct view *const *operands) {
    const struct evaluation_rule *rule = evaluation_rule_of(op);
    const struct type *type = op_result(op, 0)->type;
    struct device_number numbers[3], made;
    bool known =
             rule && rule->element && op->operand_count <= 3 && kind_is_integer(element_kind(type)),
         same = true;
    for (uint32_t i = 0; known && i < op->operand_count; i++) {
        known = kind_is_integer(element_kind(op_operand(op, i)->type)) && operands[i] &&
                operands[i]->side.term->frame <= 1 && view_number(p, operands[i], &numbers[i]);
        same = same && known && !numbers[i].spread;
    }
    if (!known || same) {
        return known ? evaluate_each(p, op, numbers, 1) : NULL;
    }
    return make_number(p, op, numbers, &made) ? view_by_number(p, type, made)
                                              : evaluate_each(p, op, numbers, p->devices);
}
