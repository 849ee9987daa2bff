/* Lists of what sums, products and folds are made of. */
#include "verify/relations/terms/parts.h"

int sides_compare(struct side a, struct side b) {
    if (a.term != b.term) {
        return a.term->id < b.term->id ? -1 : 1;
    }
    for (uint32_t c = 0; c < a.term->frame; c++) {
        int order = form_compare(&a.at[c], &b.at[c]);
        if (order) {
            return order;
        }
    }
    return 0;
}

void parts_sort(struct parts *parts) {
    for (size_t i = 1; i < parts->list.count; i++) {
        struct share part = parts->list.items[i];
        size_t k = i;
        while (k > 0 && sides_compare(part.side, parts->list.items[k - 1].side) < 0) {
            parts->list.items[k] = parts->list.items[k - 1];
            k--;
        }
        parts->list.items[k] = part;
    }
}

void parts_push(struct parts *parts, struct side side, int64_t times) {
    *vector_push(&parts->list) = (struct share){side, times};
}

struct side *parts_take(struct parts *parts, uint32_t *count) {
    struct side *sides = ARENA_ARRAY(parts->p->arena, struct side, parts->list.count + 1);
    *count = (uint32_t)parts->list.count;
    for (uint32_t i = 0; i < *count; i++) {
        sides[i] = parts->list.items[i].side;
    }
    vector_free(&parts->list);
    return sides;
}

struct side parts_lose(struct parts *parts) {
    vector_free(&parts->list);
    return side_nothing();
}
