/* Values of the devices of a group, as variables of one tensor. */
#include "verify/relations/rules/groups.h"

#include <stdlib.h>

static bool read_ids(struct prover *p, const struct attr *attr, struct device_groups *groups) {
    if (attr && (attr->kind != ATTR_DENSE || attr->type->rank != 2)) {
        return false;
    }
    bool listed = attr && !type_is_empty(attr->type);
    groups->count = listed ? attr->type->dims[0] : 1;
    groups->size = listed ? attr->type->dims[1] : p->devices;
    if (groups->count * groups->size != p->devices) {
        return false;
    }
    groups->ids = spread_table(p);
    for (int64_t i = 0; i < p->devices; i++) {
        groups->ids[i] = listed ? attr_dense_integer(attr, i) : i;
    }
    return true;
}

static int compare_ids(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_ids(struct device_groups *groups) {
    for (int64_t g = 0; g < groups->count; g++) {
        qsort(groups->ids + g * groups->size, (size_t)groups->size, sizeof(int64_t), compare_ids);
    }
}

/* The groups that an attribute lists, which are kept. */
static const struct device_groups *groups_of(struct prover *p, const struct attr *attr,
                                             bool in_order) {
    struct {
        uintptr_t attr, in_order;
    } key = {(uintptr_t)attr, in_order};
    void **slot = bytes_table_at(&p->groups, p->kept, &key, sizeof key);
    if (!*slot) {
        struct arena *outer = p->arena;
        struct device_groups *groups = ARENA_NEW(p->kept, struct device_groups);
        *slot = groups;
        p->arena = p->kept;
        groups->is_known = read_ids(p, attr, groups);
        if (groups->is_known && !in_order) {
            sort_ids(groups);
        }
        groups->is_known = groups->is_known && groups_finish(p, groups);
        groups->number = ++p->group_count;
        p->arena = outer;
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

bool groups_finish(struct prover *p, struct device_groups *groups) {
    groups->group = spread_table(p);
    groups->place = spread_table(p);
    memset(groups->group, 0xff, (size_t)p->devices * sizeof(int64_t));
    for (int64_t i = 0; i < p->devices; i++) {
        int64_t id = groups->ids[i];
        if (id < 0 || id >= p->devices || groups->group[id] >= 0) {
            return false;
        }
        groups->group[id] = i / groups->size;
        groups->place[id] = i % groups->size;
    }
    return true;
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
/* What a spread is on member m of a group, less what it is on the first; the same in all groups. */
static bool member_steps(struct prover *p, const struct device_groups *groups,
                         const struct spread *spread, int64_t *steps) {
    for (int64_t m = 0; m < groups->size; m++) {
        steps[m] = spread_at(spread, groups->ids[m]) - spread_at(spread, groups->ids[0]);
    }
    for (int64_t i = 0; i < p->devices; i++) {
        int64_t first = groups->ids[i / groups->size * groups->size];
        if (spread_at(spread, groups->ids[i]) - spread_at(spread, first) !=
            steps[i % groups->size]) {
            return false;
        }
    }
    return true;
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
    bool found = true;
    for (uint32_t s = 0; found && s < members->count; s++) {
        int64_t *table = spread_table(p), constant;
        members->steps[s] = ARENA_ARRAY(p->arena, int64_t, (size_t)groups->size + 1);
        found = member_steps(p, groups, members->spread[s], members->steps[s]);
        for (int64_t d = 0; d < p->devices; d++) {
            table[d] = spread_at(members->spread[s], groups->ids[groups->group[d] * groups->size]);
        }
        members->base[s] = spread_of(p, table, &constant);
        members->base_constant[s] = constant;
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
    int64_t *source = ARENA_ARRAY(p->arena, int64_t, (size_t)p->devices);
    if (groups->size > MOST_MEMBERS) {
        return NULL;
    }
    for (int64_t m = 0; m < groups->size; m++) {
        struct view *member = ARENA_NEW(p->arena, struct view);
        for (int64_t d = 0; d < p->devices; d++) {
            source[d] = groups->ids[groups->group[d] * groups->size + m];
        }
        view_from(p, view, source, member);
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
