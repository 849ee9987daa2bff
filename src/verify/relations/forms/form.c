/* Linear forms, and bounds on them. */
#include "verify/relations/terms/term.h"

#include <math.h>

#include "verify/relations/terms/term.h"

bool form_is_of_device(const struct form *form) {
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        if (form->of[v]) {
            return false;
        }
    }
    return form->symbol_count == 0;
}

bool form_is_constant(const struct form *form) {
    return !form->device && form_is_of_device(form);
}

bool form_parallel(const struct form *a, const struct form *b) {
    if (a->device != b->device || a->symbol_count != b->symbol_count ||
        memcmp(a->of, b->of, sizeof a->of) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < a->symbol_count; i++) {
        if (a->symbols[i].term != b->symbols[i].term ||
            a->symbols[i].times != b->symbols[i].times) {
            return false;
        }
    }
    return true;
}

bool form_equal(const struct form *a, const struct form *b) {
    return a->constant == b->constant && form_parallel(a, b);
}

static bool add_symbol(struct form *to, const struct proof_term *term, int64_t times) {
    uint32_t i = 0;
    while (i < to->symbol_count && to->symbols[i].term->id < term->id) {
        i++;
    }
    if (i < to->symbol_count && to->symbols[i].term == term) {
        to->symbols[i].times += times;
        if (to->symbols[i].times == 0) {
            to->symbol_count--;
            memmove(&to->symbols[i], &to->symbols[i + 1],
                    (to->symbol_count - i) * sizeof to->symbols[0]);
        }
        return true;
    }
    if (to->symbol_count == MOST_SYMBOLS) {
        return false;
    }
    memmove(&to->symbols[i + 1], &to->symbols[i], (to->symbol_count - i) * sizeof to->symbols[0]);
    to->symbols[i].term = term;
    to->symbols[i].times = times;
    to->symbol_count++;
    return true;
}

static bool is_near(int64_t x) {
    return x < FAR && x > -FAR;
}

/* Whether no number of it, times that, is far; MOST_VARS of them may be added up. */
static bool may_multiply(const struct form *form, int64_t times) {
    double factor = (double)(times < 0 ? -times : times), most = (double)FAR;
    double largest = fabs((double)form->constant);
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        largest = fmax(largest, fabs((double)form->of[v]));
    }
    if (form->device) {
        largest = fmax(largest, fmax((double)form->device->most, -(double)form->device->least));
    }
    return factor * largest < most && factor < most;
}

static bool is_unit(int64_t times) {
    return times >= -1 && times <= 1;
}

bool form_mix(struct prover *p, struct form *to, const struct form *a, int64_t times_a,
              const struct form *b, int64_t times_b) {
    if (!is_unit(times_a) && !may_multiply(a, times_a)) {
        return false;
    }
    if (!is_unit(times_b) && !may_multiply(b, times_b)) {
        return false;
    }
    struct form form = {.constant = a->constant * times_a + b->constant * times_b,
                        .device = spread_mix(p, a->device, times_a, b->device, times_b)};
    bool fits = is_near(form.constant);
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        form.of[v] = a->of[v] * times_a + b->of[v] * times_b;
        fits = fits && is_near(form.of[v]);
    }
    for (uint32_t i = 0; times_a && i < a->symbol_count; i++) {
        fits = fits && add_symbol(&form, a->symbols[i].term, a->symbols[i].times * times_a);
    }
    for (uint32_t i = 0; times_b && i < b->symbol_count; i++) {
        fits = fits && add_symbol(&form, b->symbols[i].term, b->symbols[i].times * times_b);
    }
    *to = form;
    return fits;
}

bool form_range(const struct form *form, const struct vars *vars, int64_t *least, int64_t *most) {
    *least = *most = form->constant;
    if (form->device) {
        *least += form->device->least;
        *most += form->device->most;
    }
    for (uint32_t v = 0; v < vars->count; v++) {
        int64_t last = form->of[v] * (vars->size[v] - 1);
        *least += last < 0 ? last : 0;
        *most += last > 0 ? last : 0;
    }
    for (uint32_t i = 0; i < form->symbol_count; i++) {
        const struct range *range = &form->symbols[i].term->range;
        int64_t times = form->symbols[i].times;
        if (range->least <= -FAR || range->most >= FAR || times < -1024 || times > 1024) {
            return false;
        }
        *least += times * (times > 0 ? range->least : range->most);
        *most += times * (times > 0 ? range->most : range->least);
    }
    return true;
}

static int order_of(int64_t a, int64_t b) {
    return a < b ? -1 : a > b;
}

int form_compare(const struct form *a, const struct form *b) {
    int order = order_of(a->constant, b->constant);
    for (uint32_t v = 0; order == 0 && v < MOST_VARS; v++) {
        order = order_of(b->of[v], a->of[v]);
    }
    return order ? order : order_of(a->device ? a->device->id : 0, b->device ? b->device->id : 0);
}

/* --- conditions ------------------------------------------------------------------------------- */

static int sign_of(const struct form *form) {
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        if (form->of[v]) {
            return form->of[v] > 0 ? 1 : -1;
        }
    }
    return form->symbol_count && form->symbols[0].times < 0 ? -1 : 1;
}

static void turn_around(struct prover *p, struct cond *cond) {
    struct form zero = form_constant(0);
    form_mix(p, &cond->form, &cond->form, -1, &zero, 0);
    int64_t low = cond->high == INT64_MAX ? INT64_MIN : 1 - cond->high;
    cond->high = cond->low == INT64_MIN ? INT64_MAX : 1 - cond->low;
    cond->low = low;
}

/* What a form cannot be where the assumptions hold. */
static void assume(const struct prover *p, const struct form *form, int64_t *least, int64_t *most) {
    for (uint32_t i = 0; i < p->assumed_count; i++) {
        const struct cond *cond = &p->assumed[i];
        if (form_equal(&cond->form, form)) {
            *least = cond->low > *least ? cond->low : *least;
            *most = cond->high <= *most ? cond->high - 1 : *most;
        }
    }
}

enum truth cond_settle(struct prover *p, struct cond *cond, const struct vars *vars) {
    int64_t least, most, constant = cond->form.constant;
    cond->form.constant = 0;
    cond->low -= cond->low == INT64_MIN ? 0 : constant;
    cond->high -= cond->high == INT64_MAX ? 0 : constant;
    if (cond->low >= cond->high) {
        return NEVER;
    }
    if (form_range(&cond->form, vars, &least, &most)) {
        assume(p, &cond->form, &least, &most);
        if (cond->low <= least && cond->high > most) {
            return ALWAYS;
        }
        if (cond->high <= least || cond->low > most) {
            return NEVER;
        }
        cond->low = cond->low <= least ? INT64_MIN : cond->low;
        cond->high = cond->high > most ? INT64_MAX : cond->high;
    } else if (cond->low == INT64_MIN && cond->high == INT64_MAX) {
        return ALWAYS;
    }
    if (sign_of(&cond->form) < 0) {
        turn_around(p, cond);
    }
    return SOMETIMES;
}

enum truth conds_settle(struct prover *p, const struct vars *vars, uint32_t *count,
                        struct cond *conds) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        struct cond cond = conds[i];
        enum truth truth = cond_settle(p, &cond, vars);
        if (truth == NEVER) {
            return NEVER;
        }
        uint32_t k = 0;
        while (truth == SOMETIMES && k < kept && !form_equal(&conds[k].form, &cond.form)) {
            k++;
        }
        if (truth == SOMETIMES && k < kept) {
            conds[k].low = cond.low > conds[k].low ? cond.low : conds[k].low;
            conds[k].high = cond.high < conds[k].high ? cond.high : conds[k].high;
        } else if (truth == SOMETIMES) {
            conds[kept++] = cond;
        }
    }
    *count = kept;
    return kept ? SOMETIMES : ALWAYS;
}

/* Whether both of two conditions hold, or none. */
static bool hold_alike(const void *data, const struct number_bounds *bounds) {
    const struct cond *const *conds = data;
    enum truth first = bounds_within(&bounds[0], conds[0]->low, conds[0]->high);
    return first != SOMETIMES && first == bounds_within(&bounds[1], conds[1]->low, conds[1]->high);
}

/* Of the device alone, both of them, and met by the same devices. */
static bool same_devices(const struct prover *p, const struct cond *a, const struct cond *b) {
    if (!form_is_of_device(&a->form) || !form_is_of_device(&b->form)) {
        return false;
    }
    const struct device_number numbers[2] = {form_number(&a->form), form_number(&b->form)};
    return numbers_all(p, 2, numbers, hold_alike, (const struct cond *[]){a, b});
}

static bool cond_equal(const struct prover *p, const struct cond *a, const struct cond *b) {
    return (a->low == b->low && a->high == b->high && form_equal(&a->form, &b->form)) ||
           same_devices(p, a, b);
}

/* Where the other one holds, this one does. */
static bool cond_follows(const struct prover *p, const struct cond *cond,
                         const struct cond *other) {
    return (form_equal(&cond->form, &other->form) && other->low >= cond->low &&
            other->high <= cond->high) ||
           cond_equal(p, cond, other);
}

struct reaches reaches_room(struct prover *p, size_t count) {
    return (struct reaches){.items = ARENA_ARRAY(p->arena, struct reach, count + 1),
                            .numbers = ARENA_ARRAY(p->arena, struct device_number, count + 1)};
}

void reaches_add(struct reaches *reaches, const struct vars *vars, uint32_t count,
                 const struct cond *conds) {
    for (uint32_t i = 0; i < count; i++) {
        struct reach *reach = &reaches->items[reaches->count];
        struct form form = conds[i].form;
        form.device = NULL;
        reach->low = conds[i].low;
        reach->high = conds[i].high;
        reach->is_known = form_range(&form, vars, &reach->least, &reach->most);
        reaches->numbers[reaches->count++].spread = conds[i].form.device;
    }
}

enum truth reach_truth(const struct reach *reach, const struct number_bounds *bounds) {
    const struct number_bounds all = {reach->least + bounds->least, reach->most + bounds->most};
    return reach->is_known ? bounds_within(&all, reach->low, reach->high) : SOMETIMES;
}

enum truth reaches_truth(const struct reaches *reaches, uint32_t from, uint32_t to,
                         const struct number_bounds *bounds) {
    enum truth all = ALWAYS;
    for (uint32_t i = from; i < to && all != NEVER; i++) {
        enum truth truth = reach_truth(&reaches->items[i], &bounds[i]);
        all = truth == ALWAYS ? all : truth;
    }
    return all;
}

bool conds_within(const struct prover *p, uint32_t count, const struct cond *conds,
                  uint32_t other_count, const struct cond *others) {
    for (uint32_t i = 0; i < count; i++) {
        bool found = false;
        for (uint32_t k = 0; !found && k < other_count; k++) {
            found = cond_follows(p, &conds[i], &others[k]);
        }
        if (!found) {
            return false;
        }
    }
    return true;
}
