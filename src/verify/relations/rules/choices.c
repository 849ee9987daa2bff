/* Whether a region is a choice. It is asked what it makes of all tuples of few numbers: whatever it
 * says of others it says by how they compare, and three of them have no more than three different
 * numbers at one place. */
#include "verify/relations/rules/choices.h"

#include "ops/attrs/attrs.h"
#include "ops/op_def.h"

enum {
    DIGITS = 3,       /* different numbers at one place */
    MOST_PLACES = 2,  /* of a tuple */
    MOST_TUPLES = 9,  /* DIGITS ^ MOST_PLACES */
    MOST_VALUES = 64, /* of a region */
    TRUTHS = -1       /* in the place of a tuple: it is true or false */
};

struct trying {
    const struct region *region;
    uint32_t places, known; /* of a tuple; how many values have been made */
    const struct value *value[MOST_VALUES];
    int number[MOST_VALUES], place[MOST_VALUES];
};

static bool know(struct trying *t, const struct value *value, int number, int place) {
    if (t->known == MOST_VALUES) {
        return false;
    }
    t->value[t->known] = value;
    t->number[t->known] = number;
    t->place[t->known++] = place;
    return true;
}

static int find_value(const struct trying *t, const struct value *value) {
    int at = (int)t->known - 1;
    while (at >= 0 && t->value[at] != value) {
        at--;
    }
    return at;
}

static int compared(const struct op *op, int x, int y) {
    switch (attr_case(op_property(op, "comparison_direction"), COMPARE_EQ)) {
    case COMPARE_EQ:
        return x == y;
    case COMPARE_NE:
        return x != y;
    case COMPARE_GE:
        return x >= y;
    case COMPARE_GT:
        return x > y;
    case COMPARE_LE:
        return x <= y;
    default:
        return x < y;
    }
}

/* Of truth values, but for comparisons, and for what is chosen by one. False: it is no such
 * operation. */
static bool try_op(struct trying *t, const struct op *op) {
    int at[3] = {0}, *n = t->number, *places = t->place;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (i == 3 || (at[i] = find_value(t, op_operand(op, i))) < 0) {
            return false;
        }
    }
    const struct value *result = op->result_count == 1 ? op_result(op, 0) : NULL;
    int x = at[0], y = at[1], z = at[2];
    bool same = op->operand_count == 2 && places[x] == places[y];
    bool truths = places[x] == TRUTHS && (op->operand_count == 1 || same);
    if (!result) {
        return false;
    }
    if (op_is(op, OP_COMPARE)) {
        return same && !truths && know(t, result, compared(op, n[x], n[y]), TRUTHS);
    }
    if (op_is(op, OP_SELECT)) {
        return op->operand_count == 3 && places[x] == TRUTHS && places[y] == places[z] &&
               know(t, result, n[x] ? n[y] : n[z], places[y]);
    }
    if (op_is(op, OP_NOT)) {
        return truths && know(t, result, !n[x], TRUTHS);
    }
    if (op_is(op, OP_AND) || op_is(op, OP_OR) || op_is(op, OP_XOR)) {
        int is = op_is(op, OP_AND) ? n[x] & n[y] : op_is(op, OP_OR) ? n[x] | n[y] : n[x] ^ n[y];
        return truths && same && know(t, result, is, TRUTHS);
    }
    if (op_is(op, OP_MAXIMUM) || op_is(op, OP_MINIMUM)) {
        bool first = op_is(op, OP_MAXIMUM) ? n[x] >= n[y] : n[x] <= n[y];
        return same && know(t, result, first ? n[x] : n[y], places[x]);
    }
    return false;
}

static int digit_at(int tuple, uint32_t place) {
    for (uint32_t i = 0; i < place; i++) {
        tuple /= DIGITS;
    }
    return tuple % DIGITS;
}

/* The tuple that the region makes of two; -1: that is not known, or it is none of the two. */
static int tuple_of(struct trying *t, int a, int b) {
    const struct block *block = t->region->first;
    const struct op *last = block_terminator(block);
    int made = 0;
    t->known = 0;
    for (uint32_t i = 0; i < 2 * t->places; i++) {
        uint32_t place = i % t->places;
        know(t, block->arguments[i], digit_at(i < t->places ? a : b, place), (int)place);
    }
    FOR_EACH_OP (op, block) {
        if (op != last && !try_op(t, op)) {
            return -1;
        }
    }
    for (uint32_t i = t->places; i-- > 0;) {
        int at = find_value(t, op_operand(last, i));
        if (at < 0 || t->place[at] != (int)i) {
            return -1;
        }
        made = made * DIGITS + t->number[at];
    }
    return made == a || made == b ? made : -1;
}

bool region_is_choice(const struct region *region, uint32_t count) {
    struct trying trying = {.region = region, .places = count};
    const struct op *last = region->first ? block_terminator(region->first) : NULL;
    int taken[MOST_TUPLES][MOST_TUPLES], tuples = count == 1 ? DIGITS : MOST_TUPLES;
    if (count == 0 || count > MOST_PLACES || !last || region->first->next ||
        last->operand_count != count || region->first->argument_count != 2 * count) {
        return false;
    }
    for (int a = 0; a < tuples; a++) {
        for (int b = 0; b < tuples; b++) {
            taken[a][b] = tuple_of(&trying, a, b);
            if (taken[a][b] < 0) {
                return false;
            }
        }
    }
    bool orders = true;
    for (int a = 0; a < tuples; a++) {
        for (int b = 0; b < tuples; b++) {
            orders = orders && taken[a][b] == taken[b][a];
            for (int c = 0; orders && c < tuples; c++) {
                orders = taken[taken[a][b]][c] == taken[a][taken[b][c]];
            }
        }
    }
    return orders;
}
