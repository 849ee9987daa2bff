/* Which devices work together in a collective. */
#ifndef SDYC_VERIFY_GROUPS_H
#define SDYC_VERIFY_GROUPS_H

#include "verify/evaluation/evaluate.h"

/* Devices that work together, in the order that the operation lists them. */
struct groups {
    int64_t count, size; /* at most */
    const int64_t *ids;  /* [count][size]; negative: fewer */
};
struct device_group {
    int64_t count;
    const int64_t *ids;
};

/* The groups of a collective, or its pairs of source and target, in numbers of devices: partitions
 * of replicas, a replica after another. False: stopped, or a fault. */
bool groups_read(struct evaluator *e, const struct op *op, struct groups *groups);
struct device_group group_at(const struct groups *groups, int64_t number);

#endif
