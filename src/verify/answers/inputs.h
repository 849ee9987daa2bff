/* Inputs of both programs, by a seed. */
#ifndef SDYC_VERIFY_INPUTS_H
#define SDYC_VERIFY_INPUTS_H

#include "verify/border/border.h"
#include "verify/evaluation/evaluate.h"

/* Anything; one of a few numbers, so that many are equal; or all the same but for one or two, which
 * tells apart whether all of a tensor is so, or any. In the reals floats may be between 0 and 1;
 * the same, with matrices whose diagonal is larger than the rest, as Cholesky factors ask for; as
 * the layers of a network ask for, matrices around 0 whose products are as large as their operands,
 * vectors that are positive, as variances are, and integers that are indices of few; or near 0, so
 * that what grows fast stays small. */
enum inputs_mode {
    INPUTS_ANY,
    INPUTS_FEW,
    INPUTS_SAME,
    INPUTS_POSITIVE,
    INPUTS_DOMINANT,
    INPUTS_LAYERS,
    INPUTS_NEAR
};
enum { MOST_MARKS = 256 };
/* Integers at which programs may turn: their constants and extents. */
struct marks {
    uint32_t count;
    int64_t items[MOST_MARKS];
};
struct inputs {
    enum inputs_mode mode;
    uint64_t seed;
    const struct marks *marks;
    double spread; /* in the reals: what floats are multiplied with */
};

/* Adds those of a program. */
void marks_find(struct marks *marks, const struct module *module);

/* Argument `number` of the global program. */
struct tensor *input_whole(const struct evaluator *e, const struct inputs *inputs, uint32_t number,
                           const struct type *type);
/* The same on devices; what is padding there is anything. */
struct lanes input_parts(const struct evaluator *e, const struct inputs *inputs, uint32_t number,
                         const struct crossing *crossing, const struct tensor *whole);

#endif
