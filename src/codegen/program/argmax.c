/* What a step of two accumulators computes, tried on samples: every order of an accumulator's value
 * and place and the term's. */
#include "codegen/program/argmax.h"

#include "codegen/program/visit.h"
#include "support/limits.h"

enum { VALUE, PLACE };        /* accumulators and terms, by number */
enum { LOW, HIGH, NAN_RANK }; /* values, by their ranks */

/* Ranks of values and places: those of the accumulators, then of the terms. */
struct sample {
    int value[2], place[2];
    uint32_t steps;
};

/* What an expression is: a truth, or one of the values or places. */
struct outcome {
    enum { NOTHING, TRUTH, PICKED } kind;
    bool truth;
    uint32_t number, side; /* VALUE or PLACE, of the accumulator (0) or the term (1) */
};
static const struct outcome nothing = {.kind = NOTHING};

static struct outcome truth(bool value) {
    return (struct outcome){.kind = TRUTH, .truth = value};
}

static int rank_of(const struct sample *sample, const struct outcome *picked) {
    return picked->number == VALUE ? sample->value[picked->side] : sample->place[picked->side];
}

static struct outcome compared(const struct sample *sample, enum scalar_op op, struct outcome a,
                               struct outcome b) {
    if (a.kind != PICKED || b.kind != PICKED || a.number != b.number) {
        return nothing;
    }
    int left = rank_of(sample, &a), right = rank_of(sample, &b);
    bool ordered = left != NAN_RANK && right != NAN_RANK;
    switch (op) {
    case SCALAR_EQ:
        return truth(ordered && left == right);
    case SCALAR_NE:
        return truth(!ordered || left != right);
    case SCALAR_LT:
        return truth(ordered && left < right);
    case SCALAR_LE:
        return truth(ordered && left <= right);
    case SCALAR_GT:
        return truth(ordered && left > right);
    case SCALAR_GE:
        return truth(ordered && left >= right);
    default:
        return nothing;
    }
}

static struct outcome combined(enum scalar_op op, struct outcome a, struct outcome b) {
    if (a.kind != TRUTH || b.kind != TRUTH) {
        return nothing;
    }
    switch (op) {
    case SCALAR_AND:
        return truth(a.truth && b.truth);
    case SCALAR_OR:
        return truth(a.truth || b.truth);
    case SCALAR_XOR:
    case SCALAR_NE:
        return truth(a.truth != b.truth);
    case SCALAR_EQ:
        return truth(a.truth == b.truth);
    default:
        return nothing;
    }
}

/* The greater or the less of two values or places, a NaN where one is. */
static struct outcome chosen(const struct sample *sample, enum scalar_op op, struct outcome a,
                             struct outcome b) {
    if (a.kind != PICKED || b.kind != PICKED || a.number != b.number) {
        return nothing;
    }
    int left = rank_of(sample, &a), right = rank_of(sample, &b);
    if (left == NAN_RANK || right == NAN_RANK) {
        return left == NAN_RANK ? a : b;
    }
    return (op == SCALAR_MAXIMUM ? left >= right : left <= right) ? a : b;
}

static struct outcome evaluate(struct sample *sample, const struct expr *expr);

static struct outcome evaluate_operation(struct sample *sample, const struct expr *expr) {
    struct outcome args[3];
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        args[i] = evaluate(sample, expr->args[i]);
        if (args[i].kind == NOTHING) {
            return nothing;
        }
    }
    switch (expr->op) {
    case SCALAR_NOT:
        return args[0].kind == TRUTH ? truth(!args[0].truth) : nothing;
    case SCALAR_SELECT:
        return args[0].kind != TRUTH ? nothing : args[0].truth ? args[1] : args[2];
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
        return chosen(sample, expr->op, args[0], args[1]);
    default:
        break;
    }
    if (expr->arg_count != 2) {
        return nothing;
    }
    return args[0].kind == TRUTH ? combined(expr->op, args[0], args[1])
                                 : compared(sample, expr->op, args[0], args[1]);
}

static struct outcome evaluate(struct sample *sample, const struct expr *expr) {
    if (sample->steps++ > LIMIT_LOOKED) {
        return nothing;
    }
    switch (expr->kind) {
    case EXPR_ACCUMULATOR:
    case EXPR_TERM:
        return (struct outcome){
            .kind = PICKED, .number = expr->number, .side = expr->kind == EXPR_TERM};
    case EXPR_CONSTANT:
        return expr->type == ELEMENT_I1 ? truth(expr->integer != 0) : nothing;
    case EXPR_SCALAR:
        return evaluate_operation(sample, expr);
    default:
        return nothing;
    }
}

/* Which side an accumulator takes its next value from; 2: neither, or not that of its own. */
static uint32_t side_of(struct sample *sample, const struct reduction *reduction, uint32_t number) {
    sample->steps = 0;
    struct outcome next = evaluate(sample, reduction->next[number]);
    return next.kind == PICKED && next.number == number ? next.side : 2;
}

/* Whether the step does with the sample what the extreme's does. Of equals that come by rising
 * places the first stays; the value may be either, and what becomes of equals in another order
 * does not matter. */
static bool does_so(struct sample *sample, const struct reduction *reduction, enum scalar_op op) {
    uint32_t value = side_of(sample, reduction, VALUE), place = side_of(sample, reduction, PLACE);
    int a = sample->value[0], b = sample->value[1];
    if (value > 1 || place > 1) {
        return false;
    }
    bool rises = sample->place[0] < sample->place[1];
    if (a == b) {
        return !rises || place == 0;
    }
    uint32_t better = a == NAN_RANK   ? 0
                      : b == NAN_RANK ? 1
                                      : ((op == SCALAR_MAXIMUM) == (a > b) ? 0 : 1);
    return value == better && place == better;
}

static bool is_extreme(const struct reduction *reduction, enum scalar_op op, bool has_nan) {
    static const int ranks[] = {LOW, HIGH, NAN_RANK};
    const int count = has_nan ? 3 : 2;
    for (int i = 0; i < count * count; i++) {
        for (int k = 0; k < 3; k++) {
            struct sample sample = {{ranks[i / count], ranks[i % count]}, {k == 2, k == 1}, 0};
            if (!does_so(&sample, reduction, op)) {
                return false;
            }
        }
    }
    return true;
}

/* Whether the accumulators begin at what changes nothing, and at place zero. */
static bool begins_clean(const struct reduction *reduction, enum scalar_op op) {
    const struct expr *value = reduction->init[VALUE], *place = reduction->init[PLACE];
    double real;
    int64_t integer;
    element_identity(reduction->types[VALUE], op, &real, &integer);
    bool is_integer = element_is_integer(reduction->types[VALUE]);
    return value->kind == EXPR_CONSTANT && place->kind == EXPR_CONSTANT && place->integer == 0 &&
           (is_integer ? value->integer == integer : value->real == real);
}

static bool has_types(const struct reduction *reduction) {
    enum element type = reduction->types[VALUE], place = reduction->types[PLACE];
    bool is_number = (type >= ELEMENT_I8 && type <= ELEMENT_I64) ||
                     (type >= ELEMENT_U8 && type <= ELEMENT_U64) ||
                     (type >= ELEMENT_BF16 && type <= ELEMENT_F64);
    bool is_wide = place == ELEMENT_I32 || place == ELEMENT_I64 || place == ELEMENT_U32 ||
                   place == ELEMENT_U64;
    return is_number && is_wide &&
           element_info[reduction->term[VALUE]->type].compute == element_info[type].compute &&
           reduction->term[PLACE]->kind == EXPR_INDEX && reduction->term[PLACE]->type == place;
}

/* Fills in the dimension; false where there is none, or several. */
static bool find_dimension(const struct kernel *kernel, struct argmax *argmax) {
    uint32_t count = 0;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        if (kernel->extent[d] > 1) {
            argmax->dim = d;
            count++;
        }
    }
    const struct affine *at = &kernel->reduction->term[PLACE]->affine;
    int64_t least, most;
    affine_range(kernel, at, &least, &most);
    argmax->step = count == 1 ? at->stride[argmax->dim] : 0;
    argmax->from_zero =
        argmax->step == 1 && at->offset == 0 && affine_varies(kernel, at) == 1u << argmax->dim;
    return argmax->step > 0 && least >= 0 && most <= INT32_MAX;
}

struct argmax kernel_argmax(const struct kernel *kernel) {
    const struct reduction *reduction = kernel->reduction;
    struct argmax argmax = {.op = SCALAR_NONE};
    if (kernel->kind != KERNEL_LOOP || reduction == NULL || reduction->count != 2 ||
        reduction->next == NULL || reduction->in_order || kernel->body_count > 0 ||
        !has_types(reduction) || !find_dimension(kernel, &argmax)) {
        return argmax;
    }
    bool has_nan = !element_is_integer(reduction->types[VALUE]);
    static const enum scalar_op ops[] = {SCALAR_MAXIMUM, SCALAR_MINIMUM};
    for (int i = 0; i < 2 && argmax.op == SCALAR_NONE; i++) {
        if (begins_clean(reduction, ops[i]) && is_extreme(reduction, ops[i], has_nan)) {
            argmax.op = ops[i];
        }
    }
    return argmax;
}

bool argmax_fits(const struct kernel *kernel, const struct argmax *argmax, uint32_t mask,
                 bool sequential) {
    if (argmax->op == SCALAR_NONE || mask == 0) {
        return false;
    }
    const struct affine *at = &kernel->reduction->term[PLACE]->affine;
    return sequential ? mask == 1u << argmax->dim : (affine_varies(kernel, at) & mask) == 0;
}
