/* Which values an attribute may have, where its kind does not tell: for op_attr_def.accepts. */
#ifndef SDYC_OPS_ATTR_SETS_H
#define SDYC_OPS_ATTR_SETS_H

#include "ir/ir.h"
#include "ir/op_def.h"

/* Integers in a tensor, or axes of a mesh. */
bool accepts_replica_groups(const struct attr *value);
#define REPLICA_GROUPS_WORDS                                                                       \
    "64-bit signless integer elements attribute or mesh and axes based replica groups "            \
    "representation."
bool accepts_api_version(const struct attr *value);
bool accepts_backend_config(const struct attr *value); /* a string or a dictionary */
bool accepts_layouts(const struct attr *value);        /* lists of dimensions, of type index */
bool accepts_functions(const struct attr *value);      /* a list of symbols */
bool accepts_dictionaries(const struct attr *value);   /* a list of dictionaries */
bool accepts_function_type(const struct attr *value);
bool accepts_direction(const struct attr *value); /* of propagation */
bool accepts_reduction(const struct attr *value); /* of sdy.all_reduce */
bool accepts_typed(const struct attr *value);     /* has a type of its own */

/* Flags of arith's operations, none of them set where nothing is written. */
extern const struct op_attr_def arith_fastmath_attrs[], arith_overflow_attrs[];

#endif
