/* Which values of two programs are the same. */
#ifndef SDYC_VERIFY_MATCH_H
#define SDYC_VERIFY_MATCH_H

#include "ir/ir.h"

struct match_side {
    struct module *module;
    const struct op *func;
};

/* Evaluates a function of each of two modules on the same random inputs, in the field. For each
 * result of the second, the number of the first result of the first one that is equal to it, in
 * matches; UINT32_MAX: none is. False, and why not, where they cannot be evaluated. */
bool verify_match(const struct match_side sides[2], double seconds, uint32_t *matches, char *why,
                  size_t size);

#endif
