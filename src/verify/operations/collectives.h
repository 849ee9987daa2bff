/* Collectives, and the numbers of devices. */
#ifndef SDYC_VERIFY_COLLECTIVES_H
#define SDYC_VERIFY_COLLECTIVES_H

#include "verify/evaluation/evaluate.h"

lanes_rule lanes_all_gather, lanes_all_reduce, lanes_all_to_all, lanes_collective_broadcast,
    lanes_collective_permute, lanes_number, lanes_reduce_scatter, lanes_sharded_collective,
    lanes_to_unreduced;
sources_rule sources_of_groups, sources_of_pairs;

#endif
