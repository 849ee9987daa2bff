/* A form as the steps that its reading and its writing go through. Private to ops/. */
#ifndef SDYC_OPS_FORM_STEPS_H
#define SDYC_OPS_FORM_STEPS_H

#include "ops/form/form.h"

enum form_step_kind {
    FORM_PUNCTUATION, /* text */
    FORM_KEYWORD,     /* text */
    FORM_GROUP,       /* (? ... ?): up to step `end` */
    FORM_TIGHT,       /* ~ */
    FORM_OPERAND,     /* group `index` of the operands */
    FORM_ATTR,        /* attr */
    FORM_OPERANDS,
    FORM_ATTRS,
    FORM_ATTRS_KEYWORD,
    FORM_FUNCTION_TYPE,
    FORM_OPERAND_TYPES, /* of group `index` */
    FORM_RESULT_TYPES,
    FORM_PIECE, /* piece */
};
struct form_step {
    enum form_step_kind kind;
    uint32_t index;
    uint32_t end;
    bool many; /* the group of values is variadic */
    /* How a literal spaces: it swallows the space before it after a word or after punctuation; it
     * swallows the space behind it; it is punctuation. */
    bool joins_word, joins_punctuation, opens, is_punctuation;
    uint32_t length;  /* of text */
    const char *text; /* of literals, and the name of an attribute; interned */
    const struct op_attr_def *attr;
    const struct form_piece *piece;
};
struct assembly_form {
    const struct form_step *steps;
    uint32_t count;
    uint32_t group_count; /* how many of operands or results the definition has, and at least one */
    uint32_t elided_count; /* attributes that the form writes outside of the dictionary */
    const char *const *elided;
};

/* The form of a definition that has one, made when it is first asked for. */
const struct assembly_form *form_of(struct context *context, const struct op_def *def);

#endif
