/* A proof by relations: what all parts of it share.
 *
 * Each value of either program is a term, which is what one of its elements is, at coordinates that
 * are linear in the place of the element and in the device (views/view.h). Terms of both programs
 * are normal forms in one table: equal values have one term and the same coordinates. */
#ifndef SDYC_RELATIONS_PROVER_H
#define SDYC_RELATIONS_PROVER_H

#include "verify/verify.h"

struct proof_term;

/* --- interning -------------------------------------------------------------------------------- */

struct bytes_entry {
    uint64_t hash;
    size_t size;
    const void *bytes;
    void *value; /* NULL: nobody has put one there yet */
};
struct bytes_table {
    struct bytes_entry *entries;
    size_t count, capacity;
};
/* The place of the value that belongs to the bytes, which are copied into the arena. It holds until
 * the next call. */
void **bytes_table_at(struct bytes_table *table, struct arena *arena, const void *bytes,
                      size_t size);

struct cond; /* form.h */

/* A constant of one of the programs that is a leaf. */
struct known_tensor {
    const struct proof_term *term;
    const struct type *type;
    const struct attr *value;
    bool is_global;
    struct known_tensor *next;
};

struct prover {
    struct arena *kept;  /* lives as long as the proof */
    struct arena *arena; /* the same, or what lives as long as an operation is looked at */
    int64_t devices;
    struct bytes_table spreads, mixes, terms, settled, reduced, names, groups, members, begins;
    struct known_tensor *tensors; /* the last one first */
    uint32_t spread_count, term_count, group_count;
    int64_t name_count;
    uint32_t cases; /* that have been looked at: values of integers */
    /* Conditions that hold where sides are simplified now, and the number of that question. */
    uint32_t assumed_count;
    const struct cond *assumed;
    uint64_t assumption, last_assumption;
    /* Bytes that comparisons took to look inside of folds, and at how many bytes in all a look
     * ends; what is not simplified by then stays as it is. */
    uint64_t inside, inside_end;
    uint64_t memory, steps; /* bytes that it may take; terms that were made, equal ones again */
    char exceeded[EXCEEDED_LENGTH]; /* what it took too much of; else empty */
};

/* What its arenas hold now. */
uint64_t prover_bytes(const struct prover *p);
/* Counts a step. False: the proof takes too much memory or too many steps. From then on nothing is
 * known of anything, and nothing is proved. */
bool prover_goes_on(struct prover *p);

/* --- spread.c: a whole number for each device ------------------------------------------------- */

/* Interned: equal exactly when the pointers are. It is 0 on device 0, and NULL where it is 0 on all
 * of them. */
struct spread {
    uint32_t id;
    int64_t least, most;
    const int64_t *at; /* [devices] */
};
/* The spread that is a table but for a constant, which is its number on device 0. */
const struct spread *spread_of(struct prover *p, const int64_t *table, int64_t *constant);
/* a * times_a + b * times_b. */
const struct spread *spread_mix(struct prover *p, const struct spread *a, int64_t times_a,
                                const struct spread *b, int64_t times_b);
static inline int64_t spread_at(const struct spread *spread, int64_t device) {
    return spread ? spread->at[device] : 0;
}
/* For a while: [devices], of the arena. */
int64_t *spread_table(struct prover *p);

#endif
