/* Affine expressions, simplified as MLIR's builders simplify them. Private to frontend/. */
#ifndef SDYC_FRONTEND_AFFINE_H
#define SDYC_FRONTEND_AFFINE_H

#include "support/support.h"

enum affine_kind {
    AFFINE_CONSTANT, /* value */
    AFFINE_DIM,      /* value: number */
    AFFINE_SYMBOL,   /* value: number */
    AFFINE_ADD,
    AFFINE_MUL,
    AFFINE_MOD,
    AFFINE_FLOORDIV,
    AFFINE_CEILDIV,
};
struct affine_expr {
    enum affine_kind kind;
    int64_t value;
    const struct affine_expr *left, *right;
};

/* A constant, or a dimension or symbol by its number `value`; in memory of the arena. */
const struct affine_expr *affine_leaf(struct arena *arena, enum affine_kind kind, int64_t value);
/* NULL: not affine (a product of two variables, a division by a variable or by less than one). */
const struct affine_expr *affine_binary(struct arena *arena, enum affine_kind kind,
                                        const struct affine_expr *left,
                                        const struct affine_expr *right);
/* Names of dimensions and symbols in the text, by number: interned. */
struct affine_names {
    VECTOR(const char *) dims, symbols;
};
struct asm_parser;
/* The expression at the token; NULL after an error. */
const struct affine_expr *affine_parse(struct asm_parser *parser, const struct affine_names *names);
void affine_print(struct buffer *out, const struct affine_expr *expression);

#endif
