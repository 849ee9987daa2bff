/* The verifier's parts. Private to ir/. */
#ifndef SDYC_IR_VERIFY_INTERNAL_H
#define SDYC_IR_VERIFY_INTERNAL_H

#include "ir/ir.h"

struct verifier {
    struct context *context;
    bool good;
    VECTOR(const struct op *) users; /* operations that name symbols */
};
/* Reports uses of values that are not made before, in `root` and below; `good` is false then. */
void verify_dominance(struct verifier *verifier, const struct op *root);

#endif
