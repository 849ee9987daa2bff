/* Proof by relations: the results of the partition are parts of those of the global program,
 * because both are the same terms (docs/how-to/verify.md). */
#ifndef SDYC_RELATIONS_H
#define SDYC_RELATIONS_H

#include "verify/border/border.h"
#include "verify/verify.h"

/* Whether the partition is proved: a program of one replica, whose collectives are StableHLO's, and
 * a request that has `propagated`. False says nothing of it; `exceeded`, of EXCEEDED_LENGTH, says
 * then what the proof took too much of, or is empty. `related` says which results are proved all
 * the same. */
bool verify_by_relations(const struct verify_request *request, const struct border *border,
                         struct related *related, char *exceeded);

#endif
