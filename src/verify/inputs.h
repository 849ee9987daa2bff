/* Inputs of both programs, by a seed. */
#ifndef SDYC_VERIFY_INPUTS_H
#define SDYC_VERIFY_INPUTS_H

#include "verify/border.h"
#include "verify/evaluate.h"

/* Floats: anything; between 0 and 1, in the reals; or one of a few, so that many are equal. */
enum inputs_mode { INPUTS_ANY, INPUTS_POSITIVE, INPUTS_FEW };
struct inputs {
    enum inputs_mode mode;
    uint64_t seed;
};

/* Argument `number` of the global program. */
struct tensor *input_whole(const struct evaluator *e, const struct inputs *inputs, uint32_t number,
                           const struct type *type);
/* The same on devices; what is padding there is anything. */
struct lanes input_parts(const struct evaluator *e, const struct inputs *inputs, uint32_t number,
                         const struct crossing *crossing, const struct tensor *whole);

#endif
