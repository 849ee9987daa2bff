/* Functions of complex numbers by functions of their parts, accurate in both parts everywhere:
 * exponential, logarithm, logarithm of 1 + z, square root. Sums that cancel are computed in twice
 * the precision (Dekker's product, Knuth's and Dekker's sums). */
#include <math.h>

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "transforms/chlo/expression.h"
#include "transforms/pass.h"
#include "transforms/transforms.h"

/* What most formulas begin with. */
struct parts {
    expr x, y; /* real and imaginary part */
    expr ax, ay;
    expr most, least; /* of the two magnitudes */
    expr one, half, largest;
};

static struct parts parts_of(expr z) {
    struct parts p = {.x = real_part(z), .y = imaginary_part(z)};
    p.ax = absolute(p.x);
    p.ay = absolute(p.y);
    p.most = larger(p.ax, p.ay);
    p.least = smaller(p.ax, p.ay);
    p.one = number(p.x, 1);
    p.half = number(p.x, 0.5);
    p.largest = largest(p.x);
    return p;
}

/* --- twice the precision ---------------------------------------------------------------------- */

/* 2^ceil(precision / 2) + 1 of the type, told from its largest number. */
static expr splitter(const struct parts *p) {
    expr narrow =
        choose(greater(p->largest, number(p->x, 1e38)), number(p->x, 4097), number(p->x, 65));
    return choose(greater(p->largest, number(p->x, 1e308)), number(p->x, 134217729), narrow);
}

/* What `square`, the rounded square of x, lacks. */
static expr square_rest(expr x, expr square, expr splitter) {
    expr scaled = product(splitter, x), high = sum(scaled, difference(x, scaled));
    expr low = difference(x, high), mixed = product(high, low);
    expr rest = sum(negative(square), product(high, high));
    return sum(sum(sum(rest, mixed), mixed), product(low, low));
}

/* What `total`, the rounded sum of a and b, lacks. */
static expr sum_rest(expr a, expr b, expr total) {
    expr of_b = difference(total, a);
    return sum(difference(a, difference(total, of_b)), difference(b, of_b));
}

/* The same where |a| is at least |b|. */
static expr ordered_sum_rest(expr a, expr b, expr total) {
    return difference(b, difference(total, a));
}

/* The sum of five, with what its roundings lost added at the end. */
static expr careful_sum(const expr terms[5], expr (*rest)(expr a, expr b, expr total)) {
    expr total = terms[0], lost = NULL;
    expr totals[5] = {terms[0]};
    for (int i = 1; i < 5; i++) {
        totals[i] = total = sum(total, terms[i]);
    }
    for (int i = 1; i < 5; i++) {
        expr part = rest(totals[i - 1], terms[i], totals[i]);
        lost = lost ? sum(lost, part) : part;
    }
    return sum(total, lost);
}

/* --- logarithms ------------------------------------------------------------------------------- */

/* log(most) + log1p((least / most)^2) / 2, for two infinities too. */
static expr log_far(const struct parts *p, expr squared_ratio) {
    return sum(logarithm(p->most), product(p->half, logarithm_plus_one(squared_ratio)));
}

/* log1p(x) = log((x + 1)^2 + y^2) / 2 + i atan2(y, x + 1): far away without squares, near -1 as it
 * stands, elsewhere by log1p of a careful sum. */
static expr log_plus_one_complex(expr z) {
    struct parts p = parts_of(z);
    expr above = sum(p.x, p.one), xx = product(p.x, p.x), yy = product(p.y, p.y);
    expr limit = product(square_root(p.largest), number(p.x, 0.01));
    expr ratio = quotient(p.least, p.most);
    expr far = log_far(&p, choose(equal(p.least, p.most), p.one, product(ratio, ratio)));
    expr is_near = less(sum(absolute(above), p.ay), number(p.x, 0.2));
    expr near = product(p.half, logarithm(sum(product(above, above), yy)));
    expr split = splitter(&p);
    const expr terms[5] = {sum(p.x, p.x), yy, xx, square_rest(p.y, yy, split),
                           square_rest(p.x, xx, split)};
    expr between = product(p.half, logarithm_plus_one(careful_sum(terms, sum_rest)));
    return complex_of(choose(greater(p.most, limit), far, choose(is_near, near, between)),
                      arctangent(p.y, above));
}

/* log|z| + i atan2(y, x): where |z| is near 1 by log1p of a careful |z|^2 - 1. */
static expr log_complex(expr z) {
    struct parts p = parts_of(z);
    expr xx = product(p.x, p.x), yy = product(p.y, p.y), is_tall = greater(yy, xx);
    expr split = splitter(&p);
    const expr terms[5] = {number(p.x, -1), choose(is_tall, yy, xx), choose(is_tall, xx, yy),
                           square_rest(p.y, yy, split), square_rest(p.x, xx, split)};
    expr rest = careful_sum(terms, ordered_sum_rest);
    expr ratio = choose(equal(p.least, p.most), number(p.x, 1), quotient(p.least, p.most));
    expr real = choose(less(absolute(rest), p.half), product(p.half, logarithm_plus_one(rest)),
                       log_far(&p, product(ratio, ratio)));
    return complex_of(real, arctangent(p.y, p.x));
}

/* --- square root ------------------------------------------------------------------------------ */

/* Each is one constant. */
struct numbers {
    expr zero, two, root_two;
};

/* most sqrt(1 + (least / most)^2); most + most q / 2 where 1 + q rounds to 1. */
static expr hypotenuse(const struct parts *p, const struct numbers *numbers, expr most,
                       expr least) {
    expr ratio = quotient(least, most), q = product(ratio, ratio),
         root = square_root(sum(p->one, q));
    expr is_tiny = both(equal(root, p->one), greater(q, numbers->zero));
    expr tiny = sum(most, quotient(product(most, q), numbers->two));
    return choose(equal(most, least), product(numbers->root_two, most),
                  choose(is_tiny, tiny, product(most, root)));
}

/* With u = sqrt((|z| + |x|) / 2): u + iy / 2u to the right, |y| / 2u +- iu to the left. Where u
 * vanishes or is infinite, the larger of |x| and |y| is taken out of the root. */
static expr sqrt_complex(expr z) {
    struct parts p = parts_of(z);
    const struct numbers numbers = {number(p.x, 0), number(p.x, 2),
                                    number(p.x, 1.4142135623730951)};
    expr zero = numbers.zero, two = numbers.two, root_two = numbers.root_two;
    expr is_even = equal(p.ax, p.ay), is_wide = greater(p.ax, p.ay), is_tall = less(p.ax, p.ay);
    expr root_x = square_root(p.ax), root_y = square_root(p.ay);
    expr length = hypotenuse(&p, &numbers, p.most, p.least);
    expr plain = square_root(sum(quotient(length, two), quotient(p.ax, two)));
    expr is_lost = either(equal(plain, zero), equal(plain, number(p.x, (double)INFINITY)));
    expr slope =
        choose(is_even, p.one, choose(is_tall, quotient(p.ax, p.ay), quotient(p.ay, p.ax)));
    expr height = absolute(slope);
    expr unit = hypotenuse(&p, &numbers, larger(p.one, height), smaller(p.one, height));
    expr wide = square_root(sum(p.one, unit)), tall = square_root(sum(slope, unit));
    expr scaled = choose(is_wide, product(root_x, quotient(wide, root_two)),
                         product(root_y, quotient(tall, root_two)));
    expr even = quotient(product(root_x, number(p.x, 1.5537739740300374)), root_two);
    expr u = choose(is_even, even, choose(is_lost, scaled, plain));
    expr root_slope =
        choose(is_even, p.one, choose(is_tall, quotient(root_x, root_y), quotient(root_y, root_x)));
    expr small = choose(is_wide, quotient(product(root_y, root_slope), product(wide, root_two)),
                        quotient(root_y, product(tall, root_two)));
    expr other = choose(is_even, quotient(root_y, number(p.x, 2.19736822693562)),
                        choose(is_lost, small, quotient(p.ay, product(plain, two))));
    expr below = less(p.y, zero);
    return complex_of(choose(at_least(p.x, zero), u, other),
                      choose(less(p.x, zero), choose(below, negative(u), u),
                             choose(below, negative(other), other)));
}

/* --- exponential ------------------------------------------------------------------------------ */

/* e^x (cos y + i sin y); real where y is zero, and e^(x/2) twice where e^x is infinite. */
static expr exp_complex(expr z) {
    expr x = real_part(z), y = imaginary_part(z), zero = number(x, 0);
    expr whole = exponential(x), half = exponential(product(x, number(x, 0.5)));
    expr is_lost = equal(whole, number(x, (double)INFINITY));
    expr cos = cosine(y);
    expr real = choose(is_lost, product(product(half, cos), half), product(whole, cos));
    expr is_real = equal(y, zero), sin = sine(y);
    expr imaginary = choose(is_lost, product(product(half, sin), half), product(whole, sin));
    return complex_of(real, choose(is_real, zero, imaginary));
}

/* --- the pass --------------------------------------------------------------------------------- */

static const struct {
    enum op_id id;
    expr (*expand)(expr z);
} expansions[] = {
    {OP_EXPONENTIAL, exp_complex},
    {OP_LOG, log_complex},
    {OP_LOG_PLUS_ONE, log_plus_one_complex},
    {OP_SQRT, sqrt_complex},
};

/* What asks for an accuracy of its own is left as it is. */
static bool has_default_accuracy(const struct op *op) {
    const struct attr *attr = op_attr(op, "result_accuracy");
    const struct result_accuracy *accuracy = attr ? attr->payload : NULL;
    return !accuracy || accuracy->mode == 0;
}

static struct op *function_of(struct op *op) {
    while (op && !op_has(op, OP_FUNCTION)) {
        op = op_parent(op);
    }
    return op;
}

/* Constants that the formula made go to the front of the function. */
static void hoist_constants(struct op *first, const struct op *end, struct op *function) {
    for (struct op *op = first, *next; op != end; op = next) {
        next = op->next;
        if (op_is(op, OP_CONSTANT)) {
            op_unlink(op);
            op_insert_before(function->regions[0].first->first, op);
        }
    }
}

static void expand(struct module *module, struct op *op, expr (*formula_of)(expr z)) {
    struct formula formula = {
        .op = op, .at = builder_before(module, op), .arena = arena_new(), .keeps_alike = true};
    struct op *before = op->previous, *after = op->next, *function = function_of(op);
    struct block *block = op->block;
    replace_with(&formula, formula_of(operand(&formula, 0)));
    if (function) {
        hoist_constants(before ? before->next : block->first, after, function);
    }
    arena_free(formula.arena);
}

static bool expand_if_complex(struct op *op, void *data) {
    for (size_t i = 0; i < sizeof expansions / sizeof *expansions; i++) {
        if (op_is(op, expansions[i].id) &&
            type_element(op_operand(op, 0)->type)->kind == TYPE_COMPLEX &&
            has_default_accuracy(op)) {
            expand(data, op, expansions[i].expand);
            return true;
        }
    }
    return true;
}

bool pass_complex_math_expander(struct module *module, const struct pass_options *options) {
    (void)options;
    int32_t errors = module->context->diagnostics->errors;
    op_walk_post(module->op, expand_if_complex, module);
    tidy_module(module);
    return module->context->diagnostics->errors == errors;
}
