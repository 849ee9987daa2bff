/* Groups of devices: what each member holds, as one tensor over the members. */
#ifndef SDYC_RELATIONS_GROUPS_H
#define SDYC_RELATIONS_GROUPS_H

#include "verify/relations/rules/rules.h"

/* Of an operation, kept; members in the order in which they are listed, or in that of their
 * numbers. NULL: they are given otherwise, or not each device is in one of them. */
const struct device_groups *relation_groups_read(struct relating *r, const struct op *op,
                                                 bool in_order);
/* Groups of a size whose devices are listed one after the other. False: one is missing. */
bool groups_of_list(struct prover *p, const int64_t *ids, int64_t size,
                    struct device_groups *groups);
/* The device at some place of each device's group. */
struct device_number group_member(struct prover *p, const struct device_groups *groups,
                                  int64_t place);

/* What the members of a device's group hold, each by itself and not in one form. NULL: there
 * are too many. */
const struct view **members_by_one(struct prover *p, const struct view *view,
                                   const struct device_groups *groups);
/* The view of all members at once: their digits are variables from `first` on, of a dimension. */
bool members_as_vars(struct prover *p, const struct view *view, const struct device_groups *groups,
                     uint32_t first, uint32_t dim, struct view *draft);

#endif
