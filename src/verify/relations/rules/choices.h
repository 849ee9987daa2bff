/* Regions that choose one of two tuples by an order of them. */
#ifndef SDYC_RELATIONS_CHOICES_H
#define SDYC_RELATIONS_CHOICES_H

#include "ir/ir.h"

/* Whether a region takes one of two tuples of `count` numbers, as an order of all tuples says: the
 * first half of its parameters, or the second. What it says follows from how numbers at the same
 * place of both compare, and two that are the same give the same. So of many tuples, in any order,
 * in parts, and some of them several times, it takes the same one. */
bool region_is_choice(const struct region *region, uint32_t count);

#endif
