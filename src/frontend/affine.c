#include "frontend/affine.h"

const struct affine_expr *affine_leaf(struct arena *arena, enum affine_kind kind, int64_t value) {
    struct affine_expr *leaf = ARENA_NEW(arena, struct affine_expr);
    *leaf = (struct affine_expr){.kind = kind, .value = value};
    return leaf;
}

static const struct affine_expr *node(struct arena *arena, enum affine_kind kind,
                                      const struct affine_expr *left,
                                      const struct affine_expr *right) {
    struct affine_expr *binary = ARENA_NEW(arena, struct affine_expr);
    *binary = (struct affine_expr){.kind = kind, .left = left, .right = right};
    return binary;
}

static bool is_constant(const struct affine_expr *expression) {
    return expression->kind == AFFINE_CONSTANT;
}

/* Symbols and constants only. */
static bool is_symbolic(const struct affine_expr *expression) {
    if (expression->left) {
        return is_symbolic(expression->left) && is_symbolic(expression->right);
    }
    return expression->kind != AFFINE_DIM;
}

static bool same(const struct affine_expr *a, const struct affine_expr *b) {
    if (a->kind != b->kind || a->value != b->value || !a->left != !b->left) {
        return false;
    }
    return !a->left || (same(a->left, b->left) && same(a->right, b->right));
}

/* --- sums ------------------------------------------------------------------------------------- */

/* x as x * 1, x * 3 as it is. */
static void split_factor(const struct affine_expr *expression, const struct affine_expr **base,
                         int64_t *factor) {
    bool scaled = expression->kind == AFFINE_MUL && is_constant(expression->right);
    *base = scaled ? expression->left : expression;
    *factor = scaled ? expression->right->value : 1;
}

/* x * a + x * b is x * (a + b); NULL where the two have no common base. */
static const struct affine_expr *add_multiples(struct arena *arena, const struct affine_expr *left,
                                               const struct affine_expr *right) {
    const struct affine_expr *left_base, *right_base;
    int64_t left_factor, right_factor, sum;
    split_factor(left, &left_base, &left_factor);
    split_factor(right, &right_base, &right_factor);
    if (!same(left_base, right_base) || __builtin_add_overflow(left_factor, right_factor, &sum)) {
        return NULL;
    }
    return affine_binary(arena, AFFINE_MUL, left_base, affine_leaf(arena, AFFINE_CONSTANT, sum));
}

static const struct affine_expr *simplify_add(struct arena *arena, const struct affine_expr *left,
                                              const struct affine_expr *right) {
    int64_t sum;
    if (is_constant(left) && is_constant(right) &&
        !__builtin_add_overflow(left->value, right->value, &sum)) {
        return affine_leaf(arena, AFFINE_CONSTANT, sum);
    }
    if (is_constant(left) || (is_symbolic(left) && !is_symbolic(right))) {
        const struct affine_expr *swap = left;
        left = right;
        right = swap;
    }
    if (is_constant(right) && right->value == 0) {
        return left;
    }
    bool left_ends_constant = left->kind == AFFINE_ADD && is_constant(left->right);
    if (left_ends_constant && is_constant(right) &&
        !__builtin_add_overflow(left->right->value, right->value, &sum)) {
        return affine_binary(arena, AFFINE_ADD, left->left,
                             affine_leaf(arena, AFFINE_CONSTANT, sum));
    }
    const struct affine_expr *multiple = add_multiples(arena, left, right);
    if (multiple) {
        return multiple;
    }
    if (left_ends_constant && !is_constant(right)) {
        /* Constants go to the end. */
        const struct affine_expr *inner = affine_binary(arena, AFFINE_ADD, left->left, right);
        return affine_binary(arena, AFFINE_ADD, inner, left->right);
    }
    return node(arena, AFFINE_ADD, left, right);
}

/* --- products and quotients ------------------------------------------------------------------- */

static const struct affine_expr *simplify_mul(struct arena *arena, const struct affine_expr *left,
                                              const struct affine_expr *right) {
    int64_t product;
    if (is_constant(left) && is_constant(right) &&
        !__builtin_mul_overflow(left->value, right->value, &product)) {
        return affine_leaf(arena, AFFINE_CONSTANT, product);
    }
    if (is_symbolic(left) && (!is_symbolic(right) || is_constant(left))) {
        const struct affine_expr *swap = left;
        left = right;
        right = swap;
    }
    if (!is_symbolic(right)) {
        return NULL;
    }
    if (is_constant(right) && (right->value == 1 || right->value == 0)) {
        return right->value == 1 ? left : right;
    }
    if (left->kind == AFFINE_MUL && is_constant(left->right)) {
        if (is_constant(right) &&
            !__builtin_mul_overflow(left->right->value, right->value, &product)) {
            return affine_binary(arena, AFFINE_MUL, left->left,
                                 affine_leaf(arena, AFFINE_CONSTANT, product));
        }
        if (!is_constant(right)) {
            const struct affine_expr *inner = affine_binary(arena, AFFINE_MUL, left->left, right);
            return inner ? affine_binary(arena, AFFINE_MUL, inner, left->right) : NULL;
        }
    }
    return node(arena, AFFINE_MUL, left, right);
}

static int64_t fold_division(enum affine_kind kind, int64_t a, int64_t b) {
    switch (kind) {
    case AFFINE_FLOORDIV:
        return divide_down(a, b);
    case AFFINE_CEILDIV:
        return divide_up(a, b);
    default:
        return a % b + (a % b < 0 ? b : 0);
    }
}

/* floordiv, ceildiv and mod by a positive constant or a symbol. */
static const struct affine_expr *simplify_division(struct arena *arena, enum affine_kind kind,
                                                   const struct affine_expr *left,
                                                   const struct affine_expr *right) {
    if (!is_symbolic(right) || (is_constant(right) && right->value < 1)) {
        return NULL;
    }
    if (!is_constant(right)) {
        return node(arena, kind, left, right);
    }
    if (is_constant(left) && left->value != INT64_MIN) {
        return affine_leaf(arena, AFFINE_CONSTANT, fold_division(kind, left->value, right->value));
    }
    if (right->value == 1) {
        return kind == AFFINE_MOD ? affine_leaf(arena, AFFINE_CONSTANT, 0) : left;
    }
    const struct affine_expr *base;
    int64_t factor;
    split_factor(left, &base, &factor);
    if (factor % right->value == 0) {
        return kind == AFFINE_MOD
                   ? affine_leaf(arena, AFFINE_CONSTANT, 0)
                   : affine_binary(arena, AFFINE_MUL, base,
                                   affine_leaf(arena, AFFINE_CONSTANT, factor / right->value));
    }
    return node(arena, kind, left, right);
}

const struct affine_expr *affine_binary(struct arena *arena, enum affine_kind kind,
                                        const struct affine_expr *left,
                                        const struct affine_expr *right) {
    if (!left || !right) {
        return NULL;
    }
    if (kind == AFFINE_ADD) {
        return simplify_add(arena, left, right);
    }
    return kind == AFFINE_MUL ? simplify_mul(arena, left, right)
                              : simplify_division(arena, kind, left, right);
}

/* --- text ------------------------------------------------------------------------------------- */

static void print_in(struct buffer *out, const struct affine_expr *expression, bool is_operand);

static bool is_negation(const struct affine_expr *expression) {
    return expression->kind == AFFINE_MUL && is_constant(expression->right) &&
           expression->right->value == -1;
}

/* a + b, a - b, a - 3, a - b * 3 */
static void print_sum(struct buffer *out, const struct affine_expr *sum) {
    const struct affine_expr *right = sum->right;
    print_in(out, sum->left, false);
    if (is_negation(right)) {
        buffer_add(out, " - ");
        print_in(out, right->left, right->left->kind == AFFINE_ADD);
    } else if (right->kind == AFFINE_MUL && is_constant(right->right) && right->right->value < 0) {
        buffer_add(out, " - ");
        print_in(out, right->left, true);
        buffer_printf(out, " * %llu", 0 - (unsigned long long)right->right->value);
    } else if (is_constant(right) && right->value < 0) {
        buffer_printf(out, " - %llu", 0 - (unsigned long long)right->value);
    } else {
        buffer_add(out, " + ");
        print_in(out, right, false);
    }
}

/* `is_operand`: sums and products stand in parentheses. */
static void print_in(struct buffer *out, const struct affine_expr *expression, bool is_operand) {
    static const char *const names[] = {[AFFINE_MUL] = " * ",
                                        [AFFINE_MOD] = " mod ",
                                        [AFFINE_FLOORDIV] = " floordiv ",
                                        [AFFINE_CEILDIV] = " ceildiv "};
    if (!expression->left) {
        const char *letter = expression->kind == AFFINE_DIM      ? "d"
                             : expression->kind == AFFINE_SYMBOL ? "s"
                                                                 : "";
        buffer_printf(out, "%s%lld", letter, (long long)expression->value);
        return;
    }
    buffer_add(out, is_operand ? "(" : "");
    if (expression->kind == AFFINE_ADD) {
        print_sum(out, expression);
    } else if (is_negation(expression)) {
        buffer_add_char(out, '-');
        print_in(out, expression->left, true);
    } else {
        print_in(out, expression->left, true);
        buffer_add(out, names[expression->kind]);
        print_in(out, expression->right, true);
    }
    buffer_add(out, is_operand ? ")" : "");
}

void affine_print(struct buffer *out, const struct affine_expr *expression) {
    print_in(out, expression, false);
}
