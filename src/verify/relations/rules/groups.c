/* Values of the devices of a group, as variables of one tensor. */
#include "verify/relations/rules/groups.h"

#include <stdlib.h>

static int compare_ids(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Each group in the order of numbers; the list itself where it is so. */
static const int64_t *sorted_ids(struct prover *p, const int64_t *ids, int64_t size) {
    int64_t *own = NULL;
    for (int64_t begin = 0; begin < p->devices; begin += size) {
        bool sorted = true;
        for (int64_t m = 1; sorted && m < size; m++) {
            sorted = ids[begin + m - 1] <= ids[begin + m];
        }
        if (!sorted) {
            own = own ? own : arena_copy(p->arena, ids, (size_t)p->devices * sizeof *own);
            qsort(own + begin, (size_t)size, sizeof *own, compare_ids);
        }
    }
    return own ? own : ids;
}

static const int64_t *listed_ids(struct prover *p, const struct attr *attr) {
    const int64_t *given;
    uint32_t count;
    if (attr && attr_integers(attr, &count, &given) && count == p->devices) {
        return given;
    }
    int64_t *ids = spread_table(p);
    for (int64_t i = 0; i < p->devices; i++) {
        ids[i] = attr ? attr_dense_integer(attr, i) : i;
    }
    return ids;
}

static bool read_groups(struct prover *p, const struct attr *attr, bool in_order,
                        struct device_groups *groups) {
    if (attr && (attr->kind != ATTR_DENSE || attr->type->rank != 2)) {
        return false;
    }
    bool listed = attr && !type_is_empty(attr->type);
    int64_t count = listed ? attr->type->dims[0] : 1;
    int64_t size = listed ? attr->type->dims[1] : p->devices;
    if (count * size != p->devices) {
        return false;
    }
    const int64_t *ids = listed_ids(p, listed ? attr : NULL);
    return groups_of_list(p, in_order ? ids : sorted_ids(p, ids, size), size, groups);
}

/* The groups that an attribute lists, which are kept. */
static const struct device_groups *groups_of(struct prover *p, const struct attr *attr,
                                             bool in_order) {
    struct {
        uintptr_t attr, in_order;
    } key = {(uintptr_t)attr, in_order};
    void **slot = bytes_table_at(&p->groups, p->kept, &key, sizeof key);
    if (!*slot) {
        struct device_groups *groups = ARENA_NEW(p->kept, struct device_groups);
        *slot = groups;
        groups->is_known = read_groups(p, attr, in_order, groups);
        groups->number = ++p->group_count;
    }
    return (const struct device_groups *)*slot;
}

const struct device_groups *relation_groups_read(struct relating *r, const struct op *op,
                                                 bool in_order) {
    const struct device_groups *groups =
        groups_of(&r->prover, op_property(op, "replica_groups"), in_order);
    if (!groups->is_known) {
        r->broken = r->broken || r->is_global ? r->broken : op;
    }
    return groups->is_known ? groups : NULL;
}

bool groups_of_list(struct prover *p, const int64_t *ids, int64_t size,
                    struct device_groups *groups) {
    int64_t *begin = spread_table(p), *place = spread_table(p);
    memset(begin, 0xff, (size_t)p->devices * sizeof *begin);
    for (int64_t i = 0; i < p->devices; i += size) {
        for (int64_t m = 0; m < size; m++) {
            int64_t id = ids[i + m];
            if (id < 0 || id >= p->devices || begin[id] >= 0) {
                return false;
            }
            begin[id] = i;
            place[id] = m;
        }
    }
    groups->size = size;
    groups->count = p->devices / size;
    groups->listed = number_of_table(p, ids);
    groups->begin = number_of_table(p, begin);
    groups->place = number_of_table(p, place);
    return true;
}

struct device_number group_member(struct prover *p, const struct device_groups *groups,
                                  int64_t place) {
    struct device_number at = groups->begin;
    at.constant += place;
    struct device_number member = spread_through(p, groups->listed.spread, at);
    member.constant += groups->listed.constant;
    return member;
}

/* --- what a member's number is made of -------------------------------------------------------- */

enum { MOST_SPREADS = 12, MOST_MEMBERS = 64 };
/* The spreads of a view on the members of groups: spread = base + sum of times * digit, where the
 * digits, the smallest first, are those of a member's place in its group. */
struct membership {
    uint32_t count, digits;
    bool too_many, is_found;
    const struct spread *spread[MOST_SPREADS], *base[MOST_SPREADS];
    int64_t base_constant[MOST_SPREADS], times[MOST_SPREADS][MOST_VARS], size[MOST_VARS];
    int64_t *steps[MOST_SPREADS];
};
/* How many digits of devices tell the members of a group apart; 0: their places are no digits. */
static uint32_t digits_of_group(const struct prover *p, const struct device_groups *groups) {
    uint32_t digits = 0;
    while (digits < p->levels && p->span[digits] < groups->size) {
        digits++;
    }
    return p->span[digits] == groups->size ? digits : 0;
}

/* What a spread is on the members of a group, less what it is on the first one, if that is the same
 * in all groups: by places in a group. */
static bool steps_by_digits(struct prover *p, const struct device_groups *groups,
                            const struct spread *more, uint32_t digits,
                            const struct spread **steps) {
    struct device_number members = groups->listed;
    while (members.spread && members.spread->level > digits) {
        members.spread = members.spread->of[0].spread;
    }
    *steps = spread_through(p, more, members).spread;
    return spread_through(p, *steps, groups->place).spread == more;
}

/* The same as a table. */
static bool steps_by_table(struct prover *p, const struct device_groups *groups,
                           const struct spread *more, int64_t *steps) {
    int64_t *own = spread_table(p), *place = spread_table(p);
    bool same = true;
    number_fill(p, (struct device_number){0, more}, own);
    number_fill(p, groups->place, place);
    for (int64_t m = 0; m < groups->size; m++) {
        steps[m] = own[groups->listed.constant + spread_at(groups->listed.spread, m)];
    }
    for (int64_t d = 0; same && d < p->devices; d++) {
        same = own[d] == steps[place[d]];
    }
    return same;
}

static bool is_linear(const int64_t *steps, int64_t length, int64_t digit) {
    int64_t times = steps[1] - steps[0];
    for (int64_t m = 0; m < length; m++) {
        if (steps[m] != steps[m - m % digit] + m % digit * times) {
            return false;
        }
    }
    return true;
}

/* The largest smallest digit in which all spreads are linear; 0: there is none. */
static int64_t smallest_digit(const struct membership *members, int64_t length) {
    for (int64_t digit = length; digit > 1; digit--) {
        bool linear = length % digit == 0;
        for (uint32_t s = 0; linear && s < members->count; s++) {
            linear = is_linear(members->steps[s], length, digit);
        }
        if (linear) {
            return digit;
        }
    }
    return 0;
}

/* The steps of all spreads along the digits of devices, where these are digits of the place in a
 * group: each is linear in every one of them. False: they are not. */
static bool find_digits_of_devices(const struct prover *p, struct membership *members,
                                   const struct spread *const *steps, uint32_t digits) {
    members->digits = 0;
    for (uint32_t level = 1; level <= digits; level++) {
        uint32_t last = members->digits;
        bool joins = last > 0;
        for (uint32_t s = 0; s < members->count; s++) {
            int64_t *times = members->times[s];
            if (last == MOST_VARS || !spread_digit(steps[s], level, &times[last])) {
                return false;
            }
            joins = joins && times[last] == times[last - 1] * members->size[last - 1];
        }
        if (joins) {
            members->size[last - 1] *= p->radix[level - 1];
        } else {
            members->size[members->digits++] = p->radix[level - 1];
        }
    }
    return true;
}

/* Takes digit after digit off, the smallest first. */
static bool find_digits(struct membership *members, int64_t length) {
    while (length > 1) {
        int64_t digit = smallest_digit(members, length);
        if (digit == 0 || members->digits == MOST_VARS) {
            return false;
        }
        for (uint32_t s = 0; s < members->count; s++) {
            int64_t *steps = members->steps[s];
            members->times[s][members->digits] = steps[1] - steps[0];
            for (int64_t m = 0; m < length / digit; m++) {
                steps[m] = steps[m * digit];
            }
        }
        members->size[members->digits++] = digit;
        length /= digit;
    }
    return true;
}

static void note_spread(struct membership *members, const struct spread *spread) {
    for (uint32_t s = 0; s < members->count; s++) {
        if (members->spread[s] == spread) {
            return;
        }
    }
    if (spread && members->count < MOST_SPREADS) {
        members->spread[members->count++] = spread;
    } else if (spread) {
        members->too_many = true;
    }
}

/* Notes all spreads of a view. False: there are too many. */
static bool note_spreads(const struct view *view, struct membership *members) {
    for (uint32_t c = 0; c < view->side.term->frame; c++) {
        note_spread(members, view->side.at[c].device);
    }
    for (uint32_t c = 0; c < view->conds; c++) {
        note_spread(members, view->cond[c].form.device);
    }
    for (uint32_t c = 0; c < view->limits; c++) {
        note_spread(members, view->limit[c].form.device);
    }
    return !members->too_many;
}

static bool membership_make(struct prover *p, const struct device_groups *groups,
                            struct membership *members) {
    struct device_number first = group_member(p, groups, 0);
    const struct spread *more[MOST_SPREADS], *steps[MOST_SPREADS];
    uint32_t digits = digits_of_group(p, groups);
    bool found = true, by_digits = digits > 0;
    for (uint32_t s = 0; s < members->count; s++) {
        struct device_number base = spread_through(p, members->spread[s], first);
        members->base[s] = base.spread;
        members->base_constant[s] = base.constant;
        more[s] = spread_mix(p, members->spread[s], 1, base.spread, -1);
        found = found && (!digits || steps_by_digits(p, groups, more[s], digits, &steps[s]));
    }
    if (!found || (by_digits && find_digits_of_devices(p, members, steps, digits))) {
        return found;
    }
    members->digits = 0;
    for (uint32_t s = 0; found && s < members->count; s++) {
        members->steps[s] = ARENA_ARRAY(p->arena, int64_t, (size_t)groups->size + 1);
        found = steps_by_table(p, groups, more[s], members->steps[s]);
    }
    return found && find_digits(members, groups->size);
}

/* What was found before for the same spreads and groups. */
static bool membership_find(struct prover *p, const struct view *view,
                            const struct device_groups *groups, struct membership *members) {
    uint32_t key[MOST_SPREADS + 1] = {groups->number};
    *members = (struct membership){.count = 0};
    if (!note_spreads(view, members)) {
        return false;
    }
    for (uint32_t s = 0; s < members->count; s++) {
        key[s + 1] = members->spread[s]->id;
    }
    if (groups->number == 0) {
        return membership_make(p, groups, members);
    }
    void **slot = bytes_table_at(&p->members, p->kept, key, (members->count + 1) * sizeof *key);
    if (!*slot) {
        struct membership *made = arena_copy(p->kept, members, sizeof *made);
        *slot = made;
        made->is_found = membership_make(p, groups, made);
    }
    *members = *(struct membership *)*slot;
    return members->is_found;
}

/* --- members as variables --------------------------------------------------------------------- */

/* Variables `first`, first + 1, ... are the digits, the largest first. */
static bool replace_device(const struct membership *members, uint32_t first, struct form *form) {
    for (uint32_t s = 0; form->device && s < members->count; s++) {
        if (members->spread[s] != form->device) {
            continue;
        }
        form->device = members->base[s];
        form->constant += members->base_constant[s];
        for (uint32_t i = 0; i < members->digits; i++) {
            form->of[first + members->digits - 1 - i] += members->times[s][i];
        }
        return true;
    }
    return !form->device;
}

bool members_as_vars(struct prover *p, const struct view *view, const struct device_groups *groups,
                     uint32_t first, uint32_t dim, struct view *draft) {
    struct membership members;
    if (!membership_find(p, view, groups, &members) ||
        view->vars.count + members.digits > MOST_VARS) {
        return false;
    }
    struct vars vars = {.count = 0};
    struct form by[MOST_VARS];
    for (uint32_t v = 0; v <= view->vars.count; v++) {
        for (uint32_t i = members.digits; v == first && i-- > 0;) {
            vars.dim[vars.count] = (uint8_t)dim;
            vars.size[vars.count++] = members.size[i];
        }
        if (v < view->vars.count) {
            by[v] = form_var(vars.count);
            vars.dim[vars.count] = view->vars.dim[v];
            vars.size[vars.count++] = view->vars.size[v];
        }
    }
    bool done = view_rewrite(p, &vars, view, by, draft);
    for (uint32_t c = 0; done && c < draft->side.term->frame; c++) {
        done = replace_device(&members, first, (struct form *)&draft->side.at[c]);
    }
    for (uint32_t c = 0; done && c < draft->conds; c++) {
        done = replace_device(&members, first, (struct form *)&draft->cond[c].form);
    }
    for (uint32_t c = 0; done && c < draft->limits; c++) {
        done = replace_device(&members, first, (struct form *)&draft->limit[c].form);
    }
    return done;
}

const struct view **members_by_one(struct prover *p, const struct view *view,
                                   const struct device_groups *groups) {
    const struct view **members =
        ARENA_ARRAY(p->arena, const struct view *, (size_t)groups->size + 1);
    if (groups->size > MOST_MEMBERS) {
        return NULL;
    }
    for (int64_t m = 0; m < groups->size; m++) {
        struct view *member = ARENA_NEW(p->arena, struct view);
        view_from(p, view, group_member(p, groups, m), member);
        members[m] = member;
    }
    return members;
}

const struct view *view_gather(struct prover *p, const struct view *view, const struct type *type,
                               uint32_t dim, const struct device_groups *groups) {
    struct view draft;
    uint32_t first = 0;
    if (!view) {
        return NULL;
    }
    while (first < view->vars.count && view->vars.dim[first] < dim) {
        first++;
    }
    if (!members_as_vars(p, view, groups, first, dim, &draft)) {
        const struct view **members = members_by_one(p, view, groups);
        return members ? view_concatenate(p, type, dim, (uint32_t)groups->size, members) : NULL;
    }
    draft.type = type;
    return view_settle(p, &draft);
}
