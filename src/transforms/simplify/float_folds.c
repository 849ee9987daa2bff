/* Functions of constant floats, an element each. They are computed in double precision and rounded
 * to the element type once. */
#include <math.h>

#include "support/limits.h"
#include "transforms/dynamism/dynamism.h"
#include "transforms/simplify/simplify.h"

/* What an operation makes of an element of each operand; false: it is left to run time. */
typedef bool float_fold(const struct op *op, const double *in, double *out);

/* --- functions of one ------------------------------------------------------------------------- */

#define UNARY(name, domain, value)                                                                 \
    static bool name(const struct op *op, const double *in, double *out) {                         \
        (void)op;                                                                                  \
        double x = in[0];                                                                          \
        *out = value;                                                                              \
        return domain;                                                                             \
    }
UNARY(fold_abs, true, fabs(x))
UNARY(fold_cosine, true, cos(x))
UNARY(fold_erf, true, erf(x))
UNARY(fold_exponential, true, exp(x))
UNARY(fold_log, !(x <= 0), log(x))
UNARY(fold_logistic, true, 1 / (1 + exp(-x)))
UNARY(fold_negate, true, -x)
UNARY(fold_round, true, round(x))
UNARY(fold_round_even, true, rint(x)) /* in the mode that all processes begin with */
UNARY(fold_rsqrt, !(x <= 0), 1 / sqrt(x))
UNARY(fold_sign, !isnan(x), x == 0 ? 0 : copysign(1, x))
UNARY(fold_sine, true, sin(x))
UNARY(fold_sqrt, !(x < 0), sqrt(x))
UNARY(fold_tan, true, tan(x))
UNARY(fold_tanh, true, tanh(x))

/* --- functions of several --------------------------------------------------------------------- */

/* What is no number stays so, and -0 is less than 0. */
static double extreme(double a, double b, bool least) {
    if (isnan(a) || isnan(b)) {
        return isnan(a) ? a : b;
    }
    bool first = a == b ? signbit(a) != 0 : a < b;
    return first == least ? a : b;
}

static bool fold_arithmetic(const struct op *op, const double *in, double *out) {
    *out = op_is(op, OP_ADD)        ? in[0] + in[1]
           : op_is(op, OP_SUBTRACT) ? in[0] - in[1]
           : op_is(op, OP_MULTIPLY) ? in[0] * in[1]
           : op_is(op, OP_DIVIDE)   ? in[0] / in[1]
                                    : fmod(in[0], in[1]);
    return true;
}

static bool fold_extreme(const struct op *op, const double *in, double *out) {
    *out = extreme(in[0], in[1], op_is(op, OP_MINIMUM));
    return true;
}

static bool fold_clamp(const struct op *op, const double *in, double *out) {
    (void)op;
    *out = extreme(in[2], extreme(in[0], in[1], false), true);
    return true;
}

static bool fold_compare(const struct op *op, const double *in, double *out) {
    *out = comparison_holds(attr_case(op_property(op, "comparison_direction"), 0),
                            in[0]<in[1], in[0] == in[1], in[0]> in[1]);
    return true;
}

/* To an integer type only what it can hold, and not the sign of -0, which would be lost. */
static bool fold_convert(const struct op *op, const double *in, double *out) {
    const struct type *to = op_result(op, 0)->type->element;
    *out = in[0];
    if (to->kind == TYPE_FLOAT) {
        return true;
    }
    if (type_is_integer(to, 1)) {
        *out = in[0] != 0;
        return true;
    }
    if (to->kind != TYPE_INTEGER || !isfinite(in[0]) || (in[0] == 0 && signbit(in[0]))) {
        return false;
    }
    bool is_unsigned = to->signedness == UNSIGNED;
    double most = ldexp(1, (int)to->width - (is_unsigned ? 0 : 1));
    *out = trunc(in[0]);
    return *out < most && *out >= (is_unsigned ? 0 : -most);
}

/* --- elements --------------------------------------------------------------------------------- */

static bool is_folded(const struct type *type) {
    return type_is_static(type) &&
           (type->element->kind == TYPE_FLOAT
                ? type_bits(type->element) <= 64
                : type->element->kind == TYPE_INTEGER && type->element->width <= 64);
}

static double load(const struct attr *attr, int64_t index) {
    const struct type *element = attr->type->element;
    index = attr->splat ? 0 : index;
    if (element->kind == TYPE_FLOAT) {
        return attr_dense_real(attr, index);
    }
    int64_t item = attr_dense_integer(attr, index);
    return element->signedness == UNSIGNED ? (double)(uint64_t)item : (double)item;
}

static void store(const struct type *element, double value, void *to) {
    if (element->kind == TYPE_FLOAT) {
        float_store(element->float_kind, value, to);
        return;
    }
    bool is_large = element->signedness == UNSIGNED && value >= 0x1p63;
    uint64_t item = is_large ? (uint64_t)value : (uint64_t)(int64_t)value;
    memcpy(to, &item, type_bytes(element));
}

/* Those of integers alone are folded elsewhere. */
static bool has_float(const struct op *op, const struct attr *const *in) {
    bool found = op_result(op, 0)->type->element->kind == TYPE_FLOAT;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        found = found || in[i]->type->element->kind == TYPE_FLOAT;
    }
    return found;
}

static bool read_operands(const struct op *op, const struct attr **in, bool *splat) {
    *splat = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        in[i] = elements_of(op_operand(op, i));
        if (!in[i] || !is_folded(in[i]->type)) {
            return false;
        }
        *splat = *splat && in[i]->splat;
    }
    return has_float(op, in);
}

static bool fold(struct rewriting *rewriting, struct op *op, float_fold *function) {
    const struct type *type = op_result(op, 0)->type;
    const struct attr *in[3];
    const uint32_t room = sizeof in / sizeof *in;
    bool splat;
    if (op->operand_count > room || !is_folded(type) || !read_operands(op, in, &splat)) {
        return false;
    }
    int64_t count = type_count(type), stored = splat && count > 0 ? 1 : count;
    size_t bytes = type_bytes(type->element);
    if (stored > LIMIT_FOLDED) {
        return false;
    }
    char *data = ARENA_ARRAY(rewriting->scratch, char, (size_t)stored *bytes + 1);
    for (int64_t i = 0; i < stored; i++) {
        double numbers[sizeof in / sizeof *in], result;
        for (uint32_t k = 0; k < op->operand_count; k++) {
            numbers[k] = load(in[k], in[k]->type->rank ? i : 0);
        }
        if (!function(op, numbers, &result)) {
            return false;
        }
        store(type->element, result, data + (size_t)i * bytes);
    }
    return replace_by_constant(
        rewriting, op,
        attr_dense(rewriting->context, type, data, (size_t)stored * bytes, splat && count > 0));
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Those that shapes are worked out with, too, are folded for floats where that is allowed. */
#define SHAPE_FOLD(name, function)                                                                 \
    static bool name(struct rewriting *rewriting, struct op *op) {                                 \
        return rewriting->optimize_float && fold(rewriting, op, function);                         \
    }
#define FOLD(name, function)                                                                       \
    static bool name(struct rewriting *rewriting, struct op *op) {                                 \
        return fold(rewriting, op, function);                                                      \
    }
SHAPE_FOLD(arithmetic, fold_arithmetic)
SHAPE_FOLD(extremes, fold_extreme)
SHAPE_FOLD(clamp, fold_clamp)
FOLD(compare, fold_compare)
FOLD(absolute, fold_abs)
FOLD(cosine, fold_cosine)
FOLD(error_function, fold_erf)
FOLD(exponential, fold_exponential)
FOLD(logarithm, fold_log)
FOLD(logistic, fold_logistic)
FOLD(negate, fold_negate)
FOLD(round_away, fold_round)
FOLD(round_even, fold_round_even)
FOLD(reciprocal_root, fold_rsqrt)
FOLD(sign, fold_sign)
FOLD(sine, fold_sine)
FOLD(root, fold_sqrt)
FOLD(tangent, fold_tan)
FOLD(hyperbolic_tangent, fold_tanh)

static bool convert(struct rewriting *rewriting, struct op *op) {
    const struct type *type = op_result(op, 0)->type;
    return rewriting->optimize_float && type_is_static(type) &&
           type_count(type) <= rewriting->element_limit && fold(rewriting, op, fold_convert);
}

const struct patterns float_folds =
    PATTERNS({OP_ADD, arithmetic}, {OP_SUBTRACT, arithmetic}, {OP_MULTIPLY, arithmetic},
             {OP_DIVIDE, arithmetic}, {OP_REMAINDER, arithmetic}, {OP_MAXIMUM, extremes},
             {OP_MINIMUM, extremes}, {OP_CLAMP, clamp}, {OP_COMPARE, compare},
             {OP_CONVERT, convert}, {OP_ABS, absolute}, {OP_COSINE, cosine},
             {OP_CHLO_ERF, error_function}, {OP_EXPONENTIAL, exponential}, {OP_LOG, logarithm},
             {OP_LOGISTIC, logistic}, {OP_NEGATE, negate}, {OP_ROUND_NEAREST_AFZ, round_away},
             {OP_ROUND_NEAREST_EVEN, round_even}, {OP_RSQRT, reciprocal_root}, {OP_SIGN, sign},
             {OP_SINE, sine}, {OP_SQRT, root}, {OP_TAN, tangent}, {OP_TANH, hyperbolic_tangent});
