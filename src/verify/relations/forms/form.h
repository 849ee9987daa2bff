/* Whole numbers that are linear in the place of an element and in the device. */
#ifndef SDYC_RELATIONS_FORM_H
#define SDYC_RELATIONS_FORM_H

#include "verify/relations/forms/prover.h"

struct proof_term;

enum { MOST_VARS = 16, MOST_SYMBOLS = 2 };
#define FAR ((int64_t)1 << 44) /* forms stay below it, so that their sums fit */

/* What forms are linear in: variables from 0 to below their size. */
struct vars {
    uint32_t count;
    int64_t size[MOST_VARS];
    uint8_t dim[MOST_VARS]; /* of the tensor; variables of one stand in order, the largest first */
};

/* constant + device + sum of of[v] * v + sum of times * term. */
struct form {
    int64_t constant;
    const struct spread *device;
    int64_t of[MOST_VARS];
    uint32_t symbol_count;
    struct {
        const struct proof_term *term; /* an integer that all devices have: without coordinates */
        int64_t times;
    } symbols[MOST_SYMBOLS];
};

static inline struct form form_constant(int64_t constant) {
    return (struct form){.constant = constant};
}
static inline struct form form_var(uint32_t var) {
    struct form form = {.constant = 0};
    form.of[var] = 1;
    return form;
}
static inline struct form form_of_number(struct device_number number) {
    return (struct form){.constant = number.constant, .device = number.spread};
}
/* What a form of the device is on each. */
static inline struct device_number form_number(const struct form *form) {
    return (struct device_number){form->constant, form->device};
}
/* A number that is the same for all devices. */
bool form_is_constant(const struct form *form);
/* Neither variables nor symbols: a number of the device. */
bool form_is_of_device(const struct form *form);
/* Equal but for the constant. */
bool form_parallel(const struct form *a, const struct form *b);
bool form_equal(const struct form *a, const struct form *b);
/* a * times_a + b * times_b; false where there are too many symbols, or it is too large. */
bool form_mix(struct prover *p, struct form *to, const struct form *a, int64_t times_a,
              const struct form *b, int64_t times_b);
/* Bounds of its values, which both occur where no symbols are in it. False: one of these has none.
 */
bool form_range(const struct form *form, const struct vars *vars, int64_t *least, int64_t *most);
/* An order of forms that are different. */
int form_compare(const struct form *a, const struct form *b);

/* low <= form < high; the form has no constant. */
struct cond {
    struct form form;
    int64_t low, high; /* INT64_MIN, INT64_MAX: no bound */
};
/* The condition in its one form: no constant, the first coefficient positive, bounds that are never
 * reached left out. */
enum truth cond_settle(struct prover *p, struct cond *cond, const struct vars *vars);
/* The same of several: those that are always met go, and each form is left once, with the bounds
 * that all have. Where one is never met the count stays as it is. */
enum truth conds_settle(struct prover *p, const struct vars *vars, uint32_t *count,
                        struct cond *conds);
/* Between what bounds the form of a condition is but for the number of the device, over all
 * elements. */
struct reach {
    int64_t low, high; /* of the condition */
    int64_t least, most;
    bool is_known;
};
/* Of conditions, with what each has of the device. */
struct reaches {
    uint32_t count;
    struct reach *items;
    struct device_number *numbers;
};
struct reaches reaches_room(struct prover *p, size_t count); /* for so many; memory of the arena */
void reaches_add(struct reaches *reaches, const struct vars *vars, uint32_t count,
                 const struct cond *conds);
/* On devices whose numbers are between bounds: the condition holds for all elements, for none, or
 * that is not known, or not the same for all. */
enum truth reach_truth(const struct reach *reach, const struct number_bounds *bounds);
/* Of those from one to before another: whether all hold. */
enum truth reaches_truth(const struct reaches *reaches, uint32_t from, uint32_t to,
                         const struct number_bounds *bounds);
/* Each follows from one of the others. */
bool conds_within(const struct prover *p, uint32_t count, const struct cond *conds,
                  uint32_t other_count, const struct cond *others);

#endif
