/* The least sum by elimination: a variable goes once the best of its states is known for every
 * assignment of its neighbours, a table that stands for it from then on. With one or two neighbours
 * at a time, as in trees and series-parallel graphs, tables stay small and the result is exact.
 * Where a table would be too large, variables keep the state that they have, and a further round
 * lets them go while others are kept. */
#include "codegen/lower/layout/solve.h"
#include "support/limits.h"

#include <float.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Variables of a table: with two states each so many are the most that it has room for. */
enum { MOST_SCOPE = sizeof(LIMIT_TABLE) * CHAR_BIT - 1 - __builtin_clz(LIMIT_TABLE) };

/* A sum of costs as a table over the states of some variables, the last one fastest. */
struct table {
    uint32_t count;
    uint32_t *scope;
    double *cost;
    bool is_used; /* it has become part of another */
};

struct elimination {
    const struct choices *choices;
    struct arena *arena;
    VECTOR(struct table *) tables;
    struct table_list {
        VECTOR(struct table *) items;
    } * of; /* each variable's tables */
    uint32_t *mark, walk;
    bool *is_gone;  /* eliminated, or keeps its state */
    bool *is_kept;  /* keeps its state */
    uint8_t *state; /* of those that keep theirs, and in the end of all */
    /* In the order of their elimination: variable, neighbours, and the best state for each
     * assignment of these. */
    struct step_back {
        uint32_t variable, count;
        uint32_t *scope;
        uint8_t *best;
    } * steps;
    uint32_t step_count;
    size_t work; /* entries made in this round */
};

double choices_cost(const struct choices *choices, const uint8_t *assignment) {
    double sum = 0;
    for (uint32_t v = 0; v < choices->count; v++) {
        sum += choices->alone[v][assignment[v]];
    }
    for (size_t i = 0; i < choices->pairs.count; i++) {
        const struct choice_pair *pair = &choices->pairs.items[i];
        sum += pair->cost[assignment[pair->a] * choices->states[pair->b] + assignment[pair->b]];
    }
    return sum;
}

/* --- tables ----------------------------------------------------------------------------------- */

static struct table *add_table(struct elimination *at, uint32_t count, const uint32_t *scope,
                               size_t entries) {
    struct table *table = ARENA_NEW(at->arena, struct table);
    table->count = count;
    table->scope = count ? arena_copy(at->arena, scope, count * sizeof *scope) : NULL;
    table->cost = ARENA_ARRAY(at->arena, double, entries);
    for (uint32_t i = 0; i < count; i++) {
        *vector_push(&at->of[scope[i]].items) = table;
    }
    return table;
}

/* A pair of which one variable keeps its state is a cost of the other alone; of which both do, it
 * is no matter. */
static void add_pair(struct elimination *at, const struct choice_pair *pair) {
    const uint32_t *states = at->choices->states;
    uint32_t scope[2], count = 0;
    bool a_free = !at->is_kept[pair->a], b_free = !at->is_kept[pair->b];
    if (a_free) {
        scope[count++] = pair->a;
    }
    if (b_free) {
        scope[count++] = pair->b;
    }
    uint32_t rows = a_free ? states[pair->a] : 1, cols = b_free ? states[pair->b] : 1;
    if (count == 0) {
        return;
    }
    struct table *table = add_table(at, count, scope, (size_t)rows * cols);
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t k = 0; k < cols; k++) {
            uint32_t a = a_free ? i : at->state[pair->a], b = b_free ? k : at->state[pair->b];
            table->cost[i * cols + k] = pair->cost[a * states[pair->b] + b];
        }
    }
}

/* The other variables of the tables of one; false: more than a scope can have. */
static bool neighbours(struct elimination *at, uint32_t variable, uint32_t *scope,
                       uint32_t *count) {
    at->walk++;
    at->mark[variable] = at->walk;
    *count = 0;
    for (size_t i = 0; i < at->of[variable].items.count; i++) {
        const struct table *table = at->of[variable].items.items[i];
        for (uint32_t k = 0; k < table->count && !table->is_used; k++) {
            uint32_t other = table->scope[k];
            if (at->mark[other] != at->walk && *count == MOST_SCOPE) {
                return false;
            }
            if (at->mark[other] != at->walk) {
                at->mark[other] = at->walk;
                scope[(*count)++] = other;
            }
        }
    }
    return true;
}

/* --- elimination ------------------------------------------------------------------------------ */

/* The entry of a table where the variables of `scope` have the states of `digits`. */
static size_t entry_of(const struct elimination *at, const struct table *table,
                       const uint8_t *current) {
    size_t entry = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        entry = entry * at->choices->states[table->scope[i]] + current[table->scope[i]];
    }
    return entry;
}

/* Counts on through the states of the scope, the last fastest. */
static void next_assignment(const struct elimination *at, const uint32_t *scope, uint32_t count) {
    for (uint32_t i = count; i-- > 0;) {
        if (++at->state[scope[i]] < at->choices->states[scope[i]]) {
            return;
        }
        at->state[scope[i]] = 0;
    }
}

static double sum_at(const struct elimination *at, uint32_t variable) {
    double sum = at->choices->alone[variable][at->state[variable]];
    for (size_t i = 0; i < at->of[variable].items.count; i++) {
        const struct table *table = at->of[variable].items.items[i];
        sum += table->is_used ? 0 : table->cost[entry_of(at, table, at->state)];
    }
    return sum;
}

static size_t entries_of(const struct elimination *at, const uint32_t *scope, uint32_t count) {
    size_t entries = 1;
    for (uint32_t i = 0; i < count && entries <= LIMIT_TABLE; i++) {
        entries *= at->choices->states[scope[i]];
    }
    return entries;
}

/* Of a table that is made next: none once all together have had so many. */
static size_t most_entries(const struct elimination *at) {
    return at->work < LIMIT_TABLES ? LIMIT_TABLE : 0;
}

static void eliminate(struct elimination *at, uint32_t variable, const uint32_t *scope,
                      uint32_t count) {
    size_t entries = entries_of(at, scope, count);
    struct step_back *step = &at->steps[at->step_count++];
    at->work += entries * at->choices->states[variable];
    *step = (struct step_back){.variable = variable, .count = count};
    step->scope = count ? arena_copy(at->arena, scope, count * sizeof *scope) : NULL;
    step->best = ARENA_ARRAY(at->arena, uint8_t, entries);
    double *least = ARENA_ARRAY(at->arena, double, entries);
    for (uint32_t i = 0; i < count; i++) {
        at->state[scope[i]] = 0;
    }
    for (size_t e = 0; e < entries; e++) {
        least[e] = DBL_MAX;
        for (uint32_t s = 0; s < at->choices->states[variable]; s++) {
            at->state[variable] = (uint8_t)s;
            double sum = sum_at(at, variable);
            if (sum < least[e] || s == 0) {
                least[e] = sum;
                step->best[e] = (uint8_t)s;
            }
        }
        next_assignment(at, scope, count);
    }
    for (size_t i = 0; i < at->of[variable].items.count; i++) {
        at->of[variable].items.items[i]->is_used = true;
    }
    at->is_gone[variable] = true;
    if (count > 0) {
        struct table *table = add_table(at, count, scope, 1);
        table->cost = least;
    }
}

/* --- which variable goes next ----------------------------------------------------------------- */

/* The neighbours that remain when tables of the past are forgotten. */
static void forget_used(struct elimination *at, uint32_t variable) {
    struct table_list *list = &at->of[variable];
    size_t kept = 0;
    for (size_t i = 0; i < list->items.count; i++) {
        if (!list->items.items[i]->is_used) {
            list->items.items[kept++] = list->items.items[i];
        }
    }
    list->items.count = kept;
}

/* Eliminates all that have at most two neighbours, then their neighbours that have no more now. */
static void eliminate_easy(struct elimination *at, uint32_t *stack, uint32_t stacked) {
    uint32_t scope[MOST_SCOPE], count;
    while (stacked > 0) {
        uint32_t variable = stack[--stacked];
        forget_used(at, variable);
        if (at->is_gone[variable] || !neighbours(at, variable, scope, &count) || count > 2) {
            continue;
        }
        eliminate(at, variable, scope, count);
        for (uint32_t i = 0; i < count; i++) {
            stack[stacked++] = scope[i]; /* each elimination takes one away and adds two */
        }
    }
}

/* The variable whose elimination makes the smallest table, or where all are too large, -1. */
static int64_t find_smallest(struct elimination *at, uint32_t *scope, uint32_t *count) {
    size_t least = most_entries(at) + 1;
    int64_t best = -1;
    uint32_t others[MOST_SCOPE], other_count;
    for (uint32_t v = 0; v < at->choices->count; v++) {
        if (at->is_gone[v]) {
            continue;
        }
        forget_used(at, v);
        if (!neighbours(at, v, others, &other_count)) {
            continue;
        }
        size_t entries = entries_of(at, others, other_count) * at->choices->states[v];
        if (entries < least) {
            least = entries;
            best = v;
            *count = other_count;
            memcpy(scope, others, other_count * sizeof *others);
        }
    }
    return best;
}

static void go_back(const struct elimination *at) {
    for (uint32_t i = at->step_count; i-- > 0;) {
        const struct step_back *step = &at->steps[i];
        size_t entry = 0;
        for (uint32_t k = 0; k < step->count; k++) {
            entry = entry * at->choices->states[step->scope[k]] + at->state[step->scope[k]];
        }
        at->state[step->variable] = step->best[entry];
    }
}

static void begin(struct elimination *at, const uint8_t *assignment) {
    uint32_t count = at->choices->count;
    at->of = arena_array(at->arena, count + 1, sizeof *at->of);
    at->mark = ARENA_ARRAY(at->arena, uint32_t, count + 1);
    at->is_gone = arena_copy(at->arena, at->is_kept, (count + 1) * sizeof(bool));
    at->state = ARENA_ARRAY(at->arena, uint8_t, count + 1);
    memcpy(at->state, assignment, count);
    at->steps = arena_array(at->arena, count + 1, sizeof *at->steps);
    at->walk = at->step_count = 0;
    for (size_t i = 0; i < at->choices->pairs.count; i++) {
        add_pair(at, &at->choices->pairs.items[i]);
    }
}

static void end(struct elimination *at) {
    for (uint32_t v = 0; v < at->choices->count; v++) {
        vector_free(&at->of[v].items);
    }
}

static uint32_t remaining(const struct elimination *at) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < at->choices->count; v++) {
        count += !at->is_gone[v];
    }
    return count;
}

/* False: what remains is too much of a knot; `is_gone` says what that is. */
static bool eliminate_all(struct elimination *at) {
    uint32_t count = at->choices->count, scope[MOST_SCOPE], scope_count;
    uint32_t *stack = ARENA_ARRAY(at->arena, uint32_t, 2 * (size_t)count + MOST_SCOPE + 1);
    for (uint32_t v = 0; v < count; v++) {
        stack[v] = v;
    }
    eliminate_easy(at, stack, count);
    for (;;) {
        int64_t next = find_smallest(at, scope, &scope_count);
        if (next < 0) {
            break;
        }
        eliminate(at, (uint32_t)next, scope, scope_count);
        memcpy(stack, scope, scope_count * sizeof *scope);
        eliminate_easy(at, stack, scope_count);
    }
    return remaining(at) == 0;
}

/* Of a knot, the variable with the most tables keeps its state from now on; one that did not keep
 * it in the round before, where there is such a one. */
static void keep_one(struct elimination *at, const bool *kept_before) {
    int64_t best = -1;
    for (uint32_t v = 0; v < at->choices->count; v++) {
        bool better = best < 0 || (kept_before[best] && !kept_before[v]) ||
                      (kept_before[best] == kept_before[v] &&
                       at->of[v].items.count > at->of[best].items.count);
        if (!at->is_gone[v] && better) {
            best = v;
        }
    }
    at->is_kept[best] = at->is_gone[best] = true;
}

/* One round; false where variables had to keep their states. */
static bool solve_round(const struct choices *choices, uint8_t *assignment, bool *kept) {
    struct elimination at = {.choices = choices};
    bool *before = memory_array(choices->count + 1, sizeof *before);
    bool done = false, exact = true;
    memcpy(before, kept, choices->count);
    memset(kept, 0, choices->count);
    at.is_kept = kept;
    while (!done) {
        at.arena = arena_new();
        begin(&at, assignment);
        done = eliminate_all(&at);
        if (done) {
            go_back(&at);
            memcpy(assignment, at.state, choices->count);
        }
        for (uint32_t left = done ? 0 : 1 + remaining(&at) / 2; left > 0; left--) {
            keep_one(&at, before);
            exact = false;
        }
        end(&at);
        arena_free(at.arena);
    }
    memory_free(before);
    return exact;
}

bool choices_solve(const struct choices *choices, uint8_t *assignment) {
    bool *kept = memory_array(choices->count + 1, sizeof *kept);
    bool exact = false, is_better = true;
    for (int round = 0; round < LIMIT_ROUNDS && is_better && !exact; round++) {
        double before = choices_cost(choices, assignment);
        exact = solve_round(choices, assignment, kept);
        is_better = choices_cost(choices, assignment) < before;
    }
    memory_free(kept);
    return exact;
}
