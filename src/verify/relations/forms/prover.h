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
    /* The digits of a device's number, the smallest first: how many values each has, how many
     * devices those before it tell apart, and room for branches (spread.c). */
    uint32_t levels;
    int64_t radix[64], span[65];
    struct device_number *room[64];
    const struct spread *identity; /* the number of the device */
    struct bytes_table spreads, mixes, terms, settled, reduced, names, groups, moves, members,
        begins;
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

/* constant + spread, which is interned: equal exactly when both are. */
struct device_number {
    int64_t constant;
    const struct spread *spread;
};
/* A number for each device, 0 on device 0, by the digits of the device's number: the tree has a
 * branch for each value of the largest digit, which is a constant and a tree of the others. NULL:
 * it is 0 on all of them. Interned: equal exactly when the pointers are. What depends on each digit
 * by itself, or begins anew at one place, is a small tree however many devices there are. */
struct spread {
    uint32_t id, level;             /* how many digits there are */
    int64_t least, most, common;    /* bounds that occur; what all numbers are multiples of */
    int64_t radix, part;            /* values of the largest digit, and devices for each of them */
    const struct device_number *of; /* [radix] */
};
/* Says how many devices there are, and along which axes of a mesh digits are taken, the slowest
 * first. Any digits are right. */
void prover_digits(struct prover *p, int64_t devices, uint32_t axes, const int64_t *axis);
int64_t spread_at(const struct spread *spread, int64_t device);

/* A table of all devices, for a while: [devices], of the arena; as a number, and the other way
 * round. */
int64_t *spread_table(struct prover *p);
struct device_number number_of_table(struct prover *p, const int64_t *table);
void number_fill(const struct prover *p, struct device_number number, int64_t *table);

/* a * times_a + b * times_b. */
const struct spread *spread_mix(struct prover *p, const struct spread *a, int64_t times_a,
                                const struct spread *b, int64_t times_b);
/* The greatest whole number that is not above number / by, which is positive. */
struct device_number number_floor(struct prover *p, struct device_number number, int64_t by);
/* The greatest multiple that is not above it. */
struct device_number number_multiple(struct prover *p, struct device_number number, int64_t of);
/* Of the first devices, told apart by so many digits: whether it is linear in the largest of these,
 * and otherwise the same for each. */
bool spread_digit(const struct spread *spread, uint32_t level, int64_t *step);
/* A spread whose numbers are all multiples of a number, by this. */
const struct spread *spread_divided(struct prover *p, const struct spread *spread, int64_t by);
/* What a spread is on another device, whose number the map is, for each. */
struct device_number spread_through(struct prover *p, const struct spread *spread,
                                    struct device_number map);

enum { MOST_NUMBERS = 16 };
enum truth { ALWAYS, NEVER, SOMETIMES };
/* Between what bounds a number is on some devices. */
struct number_bounds {
    int64_t least, most;
};
/* Whether numbers between bounds are from `low` to below `high`. */
static inline enum truth bounds_within(const struct number_bounds *bounds, int64_t low,
                                       int64_t high) {
    return bounds->least >= low && bounds->most < high   ? ALWAYS
           : bounds->most < low || bounds->least >= high ? NEVER
                                                         : SOMETIMES;
}
/* Whether something is sure to hold on devices whose numbers are between these bounds. Where they
 * have one number each, false means that it does not hold, or that nobody knows. */
typedef bool device_test(const void *data, const struct number_bounds *bounds);
/* Whether it holds on all devices; false where there are too many numbers. */
bool numbers_all(const struct prover *p, uint32_t count, const struct device_number *numbers,
                 device_test *test, const void *data);
/* What a function is on devices whose numbers are between these bounds: one of the numbers; a
 * constant; or that cannot be told, but of a single device. */
enum { MAP_LATER = -2, MAP_CONSTANT = -1 };
typedef int device_map(const void *data, const struct number_bounds *bounds, int64_t *constant);
struct device_number numbers_map(struct prover *p, uint32_t count,
                                 const struct device_number *numbers, device_map *map,
                                 const void *data);

#endif
