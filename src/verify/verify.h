/* Whether a program for each device computes what a global program says (docs/verify.md).
 *
 * It stands on the IR, its operations and shardings alone; it shares nothing with src/partition. */
#ifndef SDYC_VERIFY_H
#define SDYC_VERIFY_H

#include "ir/ir.h"

struct border;

struct verify_request {
    /* Both with all shorthands expanded (sdyc-expand-pipeline). */
    struct module *global, *partitioned;
    const struct op *global_entry, *partitioned_entry; /* the functions that are compared */
    double seconds;                                    /* after which it gives up */
    /* Operations of the partitioned program have shardings, and collectives of sdy move what
     * devices hold from the operand's to the result's. */
    bool is_sharded;
};

enum verify_verdict { VERIFY_PROVED, VERIFY_REFUTED, VERIFY_UNDECIDED };

/* One element that is not what it should be. */
struct verify_element {
    bool is_given;
    uint32_t result;
    int64_t device;
    uint32_t rank;
    int64_t local[MAX_RANK], global[MAX_RANK];
    bool has_values; /* of real inputs */
    double got, expected;
};

struct verify_answer {
    enum verify_verdict verdict;
    int bits;            /* proved: wrong with a probability of at most 2^-bits */
    uint32_t runs;       /* in the field */
    bool compares;       /* floats were compared, in `runs` random orders */
    const struct op *op; /* refuted: of the partitioned program; undecided: of either one */
    bool is_global;      /* undecided: `op` is one of the global program */
    char why[320];
    struct verify_element element; /* refuted */
};

/* Compares two programs whose border fits. */
void verify_by_evaluation(const struct verify_request *request, const struct border *border,
                          struct verify_answer *answer);

#endif
