/* Folds of few elements, element by element. */
#include "verify/relations/terms/side.h"

enum { MOST_ELEMENTS = 32 };

bool side_is_short(struct side side) {
    const struct proof_term *term = side.term;
    int64_t count = 1;
    for (uint32_t b = 0; b < term->bounds; b++) {
        count *= term->bound[b] > MOST_ELEMENTS ? MOST_ELEMENTS + 1 : term->bound[b];
        count = count > MOST_ELEMENTS ? MOST_ELEMENTS + 1 : count;
    }
    return term->kind == TERM_REDUCE && count <= MOST_ELEMENTS;
}

struct side side_write_out(struct prover *p, const struct vars *vars, struct side side) {
    const struct proof_term *term = side.term;
    struct side elements[MOST_ELEMENTS];
    uint32_t count = 0;
    struct opened opened;
    int64_t place[MOST_BOUNDS] = {0};
    uint32_t b;
    if (!side_open(p, vars, side, &opened)) {
        return side_nothing();
    }
    do {
        struct side element = opened.sides[0];
        for (b = 0; b < term->bounds; b++) {
            struct form form = form_constant(place[b]);
            if (!side_replace(p, &element, opened.bound[b], &form)) {
                return side_nothing();
            }
        }
        elements[count++] = element;
        for (b = 0; b < term->bounds && ++place[b] == term->bound[b]; b++) {
            place[b] = 0;
        }
    } while (b < term->bounds);
    return side_fold(p, vars, (enum fold)term->word[0], term->word[1], count, elements);
}
