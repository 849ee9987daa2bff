/* Sums, products and folds in normal form: flat, in one order, equal ones together. */
#include <math.h>
#include <stdlib.h>

#include "ops/op_def.h"
#include "verify/relations/terms/parts.h"

static double real_of(int64_t word) {
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static int64_t word_of(double value) {
    int64_t word;
    value = value == 0 ? 0 : value;
    memcpy(&word, &value, sizeof word);
    return word;
}

static int64_t one_of(int64_t kind) {
    return kind_is_integer(kind) ? 1 : word_of(1);
}

/* --- coefficients ----------------------------------------------------------------------------- */

/* False: the sum of the numbers is no double. */
static bool add_times(int64_t kind, int64_t a, int64_t b, int64_t *sum) {
    if (kind_is_integer(kind)) {
        *sum = kind_wrap(kind, (int64_t)((uint64_t)a + (uint64_t)b));
        return true;
    }
    double x = real_of(a), y = real_of(b), s = x + y, back = s - x;
    *sum = word_of(s);
    return isfinite(s) && (x - (s - back)) + (y - back) == 0;
}

static bool multiply_times(int64_t kind, int64_t a, int64_t b, int64_t *product) {
    if (kind_is_integer(kind)) {
        *product = kind_wrap(kind, (int64_t)((uint64_t)a * (uint64_t)b));
        return true;
    }
    double x = real_of(a), y = real_of(b), q = x * y;
    *product = word_of(q);
    return isfinite(q) && fma(x, y, -q) == 0 && (q != 0 || x == 0 || y == 0);
}

/* --- sums ------------------------------------------------------------------------------------- */

static bool is_number(const struct proof_term *term, int64_t kind) {
    return term->kind == TERM_CONSTANT && term->word[0] == kind &&
           (kind_is_integer(kind) || (kind == KIND_REAL && isfinite(term_as_real(term))));
}

static void add_part(struct parts *parts, struct side side, int64_t times) {
    struct opened opened;
    int64_t product;
    side = side_settle(parts->p, parts->vars, side);
    if (!side.term) {
        parts->is_lost = true;
        return;
    }
    if (parts->kind == KIND_PAIR && side.term == constant_small(parts->p, KIND_PAIR, 0)) {
        return;
    }
    if (is_number(side.term, parts->kind) &&
        multiply_times(parts->kind, side.term->word[1], times, &product)) {
        parts_push(parts, side_of_constant(constant_small(parts->p, parts->kind, 1)), product);
        return;
    }
    if (side.term->kind != TERM_SUM || side.term->word[0] != parts->kind ||
        !side_open(parts->p, parts->vars, side, &opened)) {
        parts_push(parts, side, times);
        return;
    }
    size_t before = parts->list.count;
    for (uint32_t i = 0; i < side.term->operands; i++) {
        if (!multiply_times(parts->kind, side.term->word[1 + i], times, &product)) {
            parts->list.count = before;
            parts_push(parts, side, times);
            return;
        }
        parts_push(parts, opened.sides[i], product);
    }
}

static void join_equal(struct parts *parts) {
    size_t kept = 0;
    for (size_t i = 0; i < parts->list.count; i++) {
        struct share part = parts->list.items[i], *last = &parts->list.items[kept ? kept - 1 : 0];
        int64_t sum;
        if (kept && sides_compare(part.side, last->side) == 0 &&
            add_times(parts->kind, last->times, part.times, &sum)) {
            last->times = sum;
        } else {
            parts->list.items[kept++] = part;
        }
        if (parts->list.items[kept - 1].times == 0) {
            kept--;
        }
    }
    parts->list.count = kept;
}

/* A number times 1 is a constant. */
static struct side one_part(struct parts *parts) {
    struct share part = parts->list.items[0];
    bool is_one = part.side.term == constant_small(parts->p, parts->kind, 1);
    if (part.times == one_of(parts->kind)) {
        return part.side;
    }
    if (is_one && parts->kind != KIND_PAIR) {
        return side_of_constant(kind_is_integer(parts->kind)
                                    ? constant_integer(parts->p, parts->kind, part.times)
                                    : constant_real(parts->p, real_of(part.times)));
    }
    return side_nothing();
}

static struct side make_sum(struct parts *parts) {
    if (parts->list.count == 0) {
        vector_free(&parts->list);
        return side_of_constant(constant_small(parts->p, parts->kind, 0));
    }
    struct side one = {NULL, NULL};
    if (parts->list.count == 1) {
        one = one_part(parts);
    }
    uint32_t count;
    int64_t *words = ARENA_ARRAY(parts->p->arena, int64_t, parts->list.count + 1);
    words[0] = parts->kind;
    for (uint32_t i = 0; i < parts->list.count; i++) {
        words[1 + i] = parts->list.items[i].times;
    }
    struct side *sides = parts_take(parts, &count);
    struct making making = {TERM_SUM, count + 1, count, 0, words, sides, NULL};
    return one.term ? one : side_make(parts->p, parts->vars, &making);
}

/* Places and numbers that are added are one place, where that does not overflow. */
static void join_places(struct parts *parts) {
    const struct proof_term *one = constant_small(parts->p, parts->kind, 1);
    struct form form = form_constant(0);
    size_t kept = 0, places = 0;
    int64_t least, most;
    struct share *list =
        arena_copy(parts->p->arena, parts->list.items, parts->list.count * sizeof *list);
    for (size_t i = 0; i < parts->list.count; i++) {
        struct side side = list[i].side;
        bool place = side.term->kind == TERM_PLACE && side.term->word[0] == parts->kind;
        struct form own = place ? side.at[0] : form_constant(1);
        if ((place || side.term == one) &&
            form_mix(parts->p, &form, &form, 1, &own, list[i].times)) {
            places++;
        } else {
            list[kept++] = list[i];
        }
    }
    if (places == 0 || form_is_constant(&form) || !form_range(&form, parts->vars, &least, &most) ||
        !kind_holds(parts->kind, least, most)) {
        return;
    }
    list[kept++] = (struct share){side_place(parts->p, parts->kind, &form), 1};
    memcpy(parts->list.items, list, kept * sizeof *list);
    parts->list.count = kept;
}

/* --- places as real numbers ------------------------------------------------------------------- */

/* Some of the parts of a sum of real numbers: times * (form, as a number) for all of them. */
struct joined_places {
    struct form form;
    int64_t times, whole; /* whole: what is added to it */
};

/* A place that is a number, which stands some whole number of times in the sum. */
static bool is_converted_place(const struct parts *parts, const struct share *part,
                               struct form *form, int64_t *times) {
    const struct proof_term *term = part->side.term;
    double value = real_of(part->times);
    struct opened opened;
    *times = fabs(value) < 1e9 ? (int64_t)value : 0;
    if (term->kind != TERM_FUNCTION || term->word[0] != OP_CONVERT || term->words != 3 ||
        term->operand[0].term->kind != TERM_PLACE || *times == 0 || (double)*times != value ||
        !side_open(parts->p, parts->vars, part->side, &opened)) {
        return false;
    }
    *form = opened.sides[0].at[0];
    return true;
}

/* The greatest number that divides how often all places stand in the sum; 0: there are none. */
static int64_t common_times(const struct parts *parts) {
    int64_t common = 0, times;
    struct form form;
    for (size_t i = 0; i < parts->list.count; i++) {
        if (is_converted_place(parts, &parts->list.items[i], &form, &times)) {
            common = greatest_common_divisor(common, llabs(times));
        }
    }
    return common;
}

/* Counts upwards with the first variable. */
static bool turn_upwards(const struct parts *parts, struct joined_places *joined) {
    uint32_t v = 0;
    while (v < parts->vars->count && !joined->form.of[v]) {
        v++;
    }
    if (v == parts->vars->count || joined->form.of[v] > 0) {
        return true;
    }
    joined->times = -joined->times;
    return form_mix(parts->p, &joined->form, &joined->form, -1, &joined->form, 0);
}

/* Takes places and whole numbers out of the list of a sum. False: it is too large. */
static bool take_places(const struct parts *parts, struct joined_places *joined,
                        struct share *others, size_t *kept) {
    const struct proof_term *one = constant_small(parts->p, KIND_REAL, 1);
    for (size_t i = 0; i < parts->list.count; i++) {
        struct share part = parts->list.items[i];
        struct form own;
        int64_t times;
        double value = real_of(part.times);
        if (is_converted_place(parts, &part, &own, &times)) {
            if (!form_mix(parts->p, &joined->form, &joined->form, 1, &own, times / joined->times)) {
                return false;
            }
        } else if (part.side.term == one && fabs(value) < 1e9 && (double)(int64_t)value == value) {
            joined->whole += (int64_t)value;
        } else {
            others[(*kept)++] = part;
        }
    }
    int64_t rest = (joined->whole % joined->times + joined->times) % joined->times;
    joined->form.constant += (joined->whole - rest) / joined->times;
    joined->whole = rest;
    return turn_upwards(parts, joined);
}

/* Places that are added, as numbers, are one place, with as much of a constant as can be: 2 * i +
 * 2 * t(d) + 5 is 2 * (i + t(d) + 2) + 1. */
static void join_converted_places(struct parts *parts) {
    struct joined_places joined = {.form = form_constant(0), .times = common_times(parts)};
    struct share *list = ARENA_ARRAY(parts->p->arena, struct share, parts->list.count + 2);
    size_t kept = 0;
    int64_t least, most;
    if (joined.times == 0 || !take_places(parts, &joined, list, &kept) ||
        !form_range(&joined.form, parts->vars, &least, &most)) {
        return;
    }
    if (form_is_constant(&joined.form)) {
        joined.whole += joined.form.constant * joined.times;
    } else {
        int64_t words[3] = {OP_CONVERT, KIND_REAL, KIND_SIGNED_64};
        struct side place = side_place(parts->p, words[2], &joined.form);
        list[kept++] = (struct share){side_function(parts->p, parts->vars, 3, words, 1, &place),
                                      word_of((double)joined.times)};
    }
    if (joined.whole) {
        struct side one = side_of_constant(constant_small(parts->p, KIND_REAL, 1));
        list[kept++] = (struct share){one, word_of((double)joined.whole)};
    }
    parts->list.count = 0;
    for (size_t i = 0; i < kept; i++) {
        parts_push(parts, list[i].side, list[i].times);
    }
}

/* --- sums over neighbouring ranges ------------------------------------------------------------ */

static bool is_sum_over(const struct parts *parts, struct side side) {
    return side.term->kind == TERM_REDUCE && side.term->word[0] == FOLD_ADD &&
           side.term->word[1] == parts->kind;
}

/* Whether the second body is the first one further on by the size of a variable. */
static bool goes_on(const struct opened *a, const struct opened *b, uint32_t var) {
    if (a->sides[0].term != b->sides[0].term) {
        return false;
    }
    for (uint32_t c = 0; c < a->sides[0].term->frame; c++) {
        struct form x = a->sides[0].at[c];
        x.constant += x.of[var] * a->vars.size[var];
        if (!form_equal(&x, &b->sides[0].at[c])) {
            return false;
        }
    }
    for (uint32_t v = 0; v < a->vars.count; v++) {
        if (v != var && a->vars.size[v] != b->vars.size[v]) {
            return false;
        }
    }
    return true;
}

/* The sum over both ranges, if the second begins where the first one ends. */
static struct side join_two(struct parts *parts, struct side a, struct side b) {
    struct opened x, y;
    if (a.term->bounds == b.term->bounds && a.term->operand[0].term == b.term->operand[0].term &&
        side_open(parts->p, parts->vars, a, &x) && side_open(parts->p, parts->vars, b, &y)) {
        for (uint32_t i = 0; i < a.term->bounds; i++) {
            if (goes_on(&x, &y, x.bound[i])) {
                x.vars.size[x.bound[i]] += y.vars.size[x.bound[i]];
                return side_reduce(parts->p, &x.vars, FOLD_ADD, parts->kind, x.sides[0],
                                   a.term->bounds, x.bound);
            }
        }
    }
    return side_nothing();
}

static int compare_ids(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Whether two of the parts are sums of one term. */
static bool has_sums_alike(const struct parts *parts) {
    uint32_t *ids = memory_array(parts->list.count + 1, sizeof *ids), count = 0;
    bool any = false;
    for (size_t i = 0; i < parts->list.count; i++) {
        struct side side = parts->list.items[i].side;
        if (is_sum_over(parts, side)) {
            ids[count++] = side.term->operand[0].term->id;
        }
    }
    qsort(ids, count, sizeof *ids, compare_ids);
    for (uint32_t i = 1; i < count && !any; i++) {
        any = ids[i] == ids[i - 1];
    }
    memory_free(ids);
    return any;
}

static bool join_ranges(struct parts *parts) {
    bool any = false;
    if (!has_sums_alike(parts)) {
        return false;
    }
    for (size_t i = 0; i < parts->list.count; i++) {
        for (size_t k = 0; k < parts->list.count; k++) {
            struct share *a = &parts->list.items[i], *b = &parts->list.items[k];
            if (i == k || a->times != b->times || !is_sum_over(parts, a->side) ||
                !is_sum_over(parts, b->side)) {
                continue;
            }
            struct side joined = join_two(parts, a->side, b->side);
            if (joined.term) {
                a->side = joined;
                *b = parts->list.items[--parts->list.count];
                any = true;
                k = i = 0;
                break;
            }
        }
    }
    return any;
}

/* The parts once more, some of which may be equal now. */
static struct side make_joined(struct parts *parts) {
    uint32_t count = (uint32_t)parts->list.count;
    int64_t *times = ARENA_ARRAY(parts->p->arena, int64_t, count);
    for (uint32_t i = 0; i < count; i++) {
        times[i] = parts->list.items[i].times;
    }
    struct side *sides = parts_take(parts, &count);
    return side_sum(parts->p, parts->vars, parts->kind, count, sides, times);
}

static bool is_infinite(struct side side) {
    return side.term && term_is_real(side.term) && !isfinite(term_as_real(side.term));
}

/* A number that is finite wherever it is: a constant, or a place. */
static bool is_finite_number(struct side side) {
    const struct proof_term *term = side.term;
    bool is_place = term && term->kind == TERM_FUNCTION && term->words == 3 &&
                    term->word[0] == OP_CONVERT && term->operand[0].term->kind == TERM_PLACE;
    return is_place || (term && term_is_real(term) && !is_infinite(side));
}

/* Infinity, or what is no number, with such numbers: it is what it was. NULL: there is none, or
 * more than that. */
static const struct proof_term *infinite_sum(int64_t kind, uint32_t count, const struct side *sides,
                                             const int64_t *coefficients) {
    const struct proof_term *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        bool is_here = is_infinite(sides[i]);
        if (kind != KIND_REAL || (is_here && found) || (!is_here && !is_finite_number(sides[i])) ||
            (coefficients &&
             (!isfinite(real_of(coefficients[i])) || (is_here && real_of(coefficients[i]) != 1)))) {
            return NULL;
        }
        found = is_here ? sides[i].term : found;
    }
    return found;
}

struct side side_sum(struct prover *p, const struct vars *vars, int64_t kind, uint32_t count,
                     const struct side *sides, const int64_t *coefficients) {
    struct parts parts = {.p = p, .vars = vars, .kind = kind};
    const struct proof_term *infinite = infinite_sum(kind, count, sides, coefficients);
    if (infinite) {
        return side_of_constant(infinite);
    }
    for (uint32_t i = 0; i < count; i++) {
        add_part(&parts, sides[i], coefficients ? coefficients[i] : one_of(kind));
    }
    if (parts.is_lost) {
        return parts_lose(&parts);
    }
    if (kind_is_integer(kind)) {
        join_places(&parts);
    } else if (kind == KIND_REAL) {
        join_converted_places(&parts);
    }
    parts_sort(&parts);
    join_equal(&parts);
    return join_ranges(&parts) ? make_joined(&parts) : make_sum(&parts);
}

struct side side_scaled(struct prover *p, const struct vars *vars, int64_t kind, struct side side,
                        int64_t times) {
    int64_t word = kind_is_integer(kind) ? times : word_of((double)times);
    return side_sum(p, vars, kind, 1, &side, &word);
}

/* --- products --------------------------------------------------------------------------------- */

/* What all coefficients of a sum of real numbers are multiples of: a whole number, with the sign of
 * the first one; 0: there is none, or it is 1. */
static int64_t common_coefficient(const struct proof_term *sum) {
    int64_t common = 0;
    for (uint32_t i = 0; i < sum->operands; i++) {
        double value = real_of(sum->word[1 + i]);
        int64_t whole = fabs(value) < 1e15 ? (int64_t)value : 0;
        if (whole == 0 || (double)whole != value) {
            return 0;
        }
        common = greatest_common_divisor(common, llabs(whole));
    }
    common = sum->operands && real_of(sum->word[1]) < 0 ? -common : common;
    return common == 1 ? 0 : common;
}

/* A sum divided by what all its coefficients are multiples of, which goes into *times. Nothing:
 * there is no such number. */
static struct side take_common(struct parts *parts, struct side side, int64_t *times) {
    struct opened opened;
    const struct proof_term *sum = side.term;
    int64_t common = parts->kind == KIND_REAL ? common_coefficient(sum) : 0, product;
    int64_t *words = ARENA_ARRAY(parts->p->arena, int64_t, sum->operands + 1);
    if (common == 0 || !multiply_times(parts->kind, word_of((double)common), *times, &product) ||
        !side_open(parts->p, parts->vars, side, &opened)) {
        return side_nothing();
    }
    for (uint32_t i = 0; i < sum->operands; i++) {
        words[i] = word_of(real_of(sum->word[1 + i]) / (double)common);
    }
    struct side rest =
        side_sum(parts->p, parts->vars, parts->kind, sum->operands, opened.sides, words);
    *times = rest.term ? product : *times;
    return rest;
}

/* A factor; numbers go into *times. */
static void add_factor(struct parts *parts, struct side side, int64_t *times) {
    struct opened opened;
    int64_t product;
    side = side_settle(parts->p, parts->vars, side);
    if (!side.term) {
        parts->is_lost = true;
        return;
    }
    bool own = side.term->words > 0 && side.term->word[0] == parts->kind;
    if (parts->kind == KIND_PAIR && side.term == constant_small(parts->p, KIND_PAIR, 0)) {
        *times = 0;
    } else if (is_number(side.term, parts->kind) &&
               multiply_times(parts->kind, side.term->word[1], *times, &product)) {
        *times = product;
    } else if (side.term->kind == TERM_SUM && own && side.term->operands == 1 &&
               multiply_times(parts->kind, side.term->word[1], *times, &product) &&
               side_open(parts->p, parts->vars, side, &opened)) {
        *times = product;
        add_factor(parts, opened.sides[0], times);
    } else if (side.term->kind == TERM_PRODUCT && own &&
               side_open(parts->p, parts->vars, side, &opened)) {
        for (uint32_t i = 0; i < side.term->operands; i++) {
            parts_push(parts, opened.sides[i], 0);
        }
    } else {
        bool is_sum = side.term->kind == TERM_SUM && own;
        struct side rest = is_sum ? take_common(parts, side, times) : side_nothing();
        parts_push(parts, rest.term ? rest : side, 0);
    }
}

/* 0 times it is not 0. */
static bool has_infinite(const struct parts *parts) {
    for (size_t i = 0; i < parts->list.count; i++) {
        const struct proof_term *term = parts->list.items[i].side.term;
        if (term_is_real(term) && !isfinite(term_as_real(term))) {
            return true;
        }
    }
    return false;
}

struct side side_product(struct prover *p, const struct vars *vars, int64_t kind, uint32_t count,
                         const struct side *sides) {
    struct parts parts = {.p = p, .vars = vars, .kind = kind};
    int64_t times = one_of(kind);
    for (uint32_t i = 0; i < count; i++) {
        add_factor(&parts, sides[i], &times);
    }
    if (parts.is_lost || (times == 0 && has_infinite(&parts))) {
        return parts_lose(&parts);
    }
    if (times == 0 || parts.list.count == 0) {
        vector_free(&parts.list);
        struct side one = side_of_constant(constant_small(p, kind, 1));
        return side_sum(p, vars, kind, 1, &one, &times);
    }
    parts_sort(&parts);
    uint32_t factors;
    struct side *list = parts_take(&parts, &factors), product = list[0];
    if (factors > 1) {
        struct making making = {TERM_PRODUCT, 1, factors, 0, &kind, list, NULL};
        product = side_make(p, vars, &making);
    }
    return times == one_of(kind) ? product : side_sum(p, vars, kind, 1, &product, &times);
}
