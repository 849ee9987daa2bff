/* Interned terms and their constants. */
#include "verify/relations/terms/term.h"
#include "ops/op_def.h"

/* --- where a term is defined ------------------------------------------------------------------ */

static bool is_bounded_by(const struct proof_term *term, uint32_t operand) {
    return term->kind != TERM_GUARD || operand > 1;
}

/* A coordinate of an operand narrows that of the term. */
static void narrow(const struct proof_term *term, const struct coordinate *at, int64_t low,
                   int64_t high, int64_t *lows, int64_t *highs) {
    int64_t least = at->offset, most = at->offset;
    for (uint32_t b = 0; b < term->bounds; b++) {
        int64_t last = at->of[b] * (term->bound[b] - 1);
        least += last < 0 ? last : 0;
        most += last > 0 ? last : 0;
    }
    if (at->frame >= 0 && low != INT64_MIN && low - least > lows[at->frame]) {
        lows[at->frame] = low - least;
    }
    if (at->frame >= 0 && high != INT64_MAX && high - most < highs[at->frame]) {
        highs[at->frame] = high - most;
    }
}

static void divided_domain(const struct proof_term *term, int64_t *low, int64_t *high) {
    const struct proof_term *own = term->operand[0].term;
    for (uint32_t c = 0; c < own->frame; c++) {
        int64_t factor = term->word[1] >> c & 1 ? term->word[0] : 1;
        low[c] = own->low[c] == INT64_MIN ? INT64_MIN : own->low[c] * factor;
        int64_t last = term->kind == TERM_STRETCHED ? factor : 1;
        high[c] = own->high[c] == INT64_MAX ? INT64_MAX : (own->high[c] - 1) * factor + last;
    }
}

/* A place has the digits that there are. */
static void digits_domain(const struct proof_term *term, int64_t *low, int64_t *high) {
    const struct coordinate *at = term->operand[1].at;
    int64_t size = 1;
    for (uint32_t b = 0; b < term->bounds; b++) {
        size *= term->bound[b];
    }
    narrow(term, at, 0, size, low, high);
}

static void find_domain(struct prover *p, struct proof_term *term) {
    int64_t *low = ARENA_ARRAY(p->kept, int64_t, term->frame + 1);
    int64_t *high = ARENA_ARRAY(p->kept, int64_t, term->frame + 1);
    for (uint32_t c = 0; c < term->frame; c++) {
        low[c] = INT64_MIN;
        high[c] = INT64_MAX;
    }
    for (uint32_t i = 0; i < term->operands; i++) {
        term->is_guess = term->is_guess || term->operand[i].term->is_guess;
    }
    bool divided = term->kind == TERM_DILATED || term->kind == TERM_STRETCHED;
    if (divided) {
        divided_domain(term, low, high);
    }
    for (uint32_t i = 0; i < term->operands && !divided; i++) {
        const struct term_operand *operand = &term->operand[i];
        for (uint32_t c = 0; is_bounded_by(term, i) && c < operand->term->frame; c++) {
            narrow(term, &operand->at[c], operand->term->low[c], operand->term->high[c], low, high);
        }
    }
    if (term->kind == TERM_DIGITS) {
        digits_domain(term, low, high);
    }
    term->low = low;
    term->high = high;
}

/* --- interning -------------------------------------------------------------------------------- */

struct words {
    VECTOR(int64_t) items;
};

static void push(struct words *words, int64_t word) {
    *vector_push(&words->items) = word;
}

static void spell(struct words *words, const struct proof_term *term) {
    push(words, term->kind);
    push(words, term->frame);
    push(words, term->bounds);
    push(words, term->words);
    for (uint32_t i = 0; i < term->bounds; i++) {
        push(words, term->bound[i]);
    }
    for (uint32_t i = 0; i < term->words; i++) {
        push(words, term->word[i]);
    }
    for (uint32_t i = 0; i < term->operands; i++) {
        const struct term_operand *operand = &term->operand[i];
        push(words, operand->term->id);
        for (uint32_t c = 0; c < operand->term->frame; c++) {
            push(words, operand->at[c].frame);
            push(words, operand->at[c].offset);
            for (uint32_t b = 0; b < term->bounds; b++) {
                push(words, operand->at[c].of[b]);
            }
        }
    }
}

/* Whether it is a comparison of a place with another one, or with a constant. */
static bool compares_place(const struct proof_term *term) {
    bool any = false;
    for (uint32_t i = 0; i < term->operands; i++) {
        enum term_kind kind = term->operand[i].term->kind;
        any = any || kind == TERM_PLACE;
        if (kind != TERM_PLACE && kind != TERM_CONSTANT) {
            return false;
        }
    }
    return any && term->kind == TERM_FUNCTION && term->word[0] == OP_COMPARE && term->words == 4;
}

/* Whether a place is compared with an integer of a range. */
static bool compares_with_range(const struct proof_term *term) {
    bool compares =
        term->kind == TERM_FUNCTION && term->word[0] == OP_COMPARE && term->operands == 2;
    for (uint32_t i = 0; compares && i < 2; i++) {
        if (term->operand[i].term->kind == TERM_PLACE &&
            term_is_bounded(term->operand[1 - i].term)) {
            return true;
        }
    }
    return false;
}

/* Operands that follow each other share their coordinates where these are the same, as they are for
 * most operands of a long sum. */
static struct term_operand *copy_operands(struct prover *p, const struct proof_term *draft) {
    struct term_operand *copy = ARENA_ARRAY(p->kept, struct term_operand, draft->operands + 1);
    size_t before = SIZE_MAX;
    for (uint32_t i = 0; i < draft->operands; i++) {
        const struct term_operand *own = &draft->operand[i];
        size_t size = own->term->frame * sizeof *own->at;
        bool same = size == before && memcmp(own->at, copy[i - 1].at, size) == 0;
        const struct coordinate *at = same ? copy[i - 1].at : arena_copy(p->kept, own->at, size);
        copy[i] = (struct term_operand){own->term, at};
        before = size;
    }
    return copy;
}

static struct proof_term *copy_of(struct prover *p, const struct proof_term *draft) {
    struct proof_term *term = ARENA_NEW(p->kept, struct proof_term);
    struct term_operand *operands = copy_operands(p, draft);
    *term = *draft;
    term->has_guard = draft->kind == TERM_GUARD || compares_place(draft);
    bool pointwise =
        draft->kind >= TERM_FUNCTION && draft->kind <= TERM_GUARD && draft->kind != TERM_REDUCE;
    bool divided = draft->kind == TERM_DILATED || draft->kind == TERM_STRETCHED;
    term->has_inner_guard =
        term->has_guard || divided || draft->kind == TERM_DIGITS || compares_with_range(draft);
    term->has_digits = draft->kind == TERM_DIGITS;
    term->has_fold = draft->kind == TERM_REDUCE;
    term->is_number = draft->kind == TERM_CONSTANT || draft->kind == TERM_TENSOR ||
                      draft->kind == TERM_PLACE ||
                      (draft->kind >= TERM_FUNCTION && draft->kind <= TERM_GUARD);
    for (uint32_t i = 0; i < draft->operands && !divided; i++) {
        term->has_fold = term->has_fold || draft->operand[i].term->has_fold;
        term->is_number = term->is_number && draft->operand[i].term->is_number;
        term->has_guard = term->has_guard || (pointwise && draft->operand[i].term->has_guard);
        term->has_inner_guard = term->has_inner_guard || draft->operand[i].term->has_inner_guard;
        term->has_digits = term->has_digits || draft->operand[i].term->has_digits;
    }
    term->has_inner_guard =
        term->has_inner_guard || (draft->kind == TERM_REDUCE && term->is_number);
    term->id = ++p->term_count;
    term->operand = operands;
    term->bound = arena_copy(p->kept, draft->bound, draft->bounds * sizeof(int64_t));
    term->word = arena_copy(p->kept, draft->word, draft->words * sizeof(int64_t));
    term->range = term_range_of_made(term);
    term->few = NULL;
    for (uint32_t i = 0; i < draft->operands && !divided && !term->few; i++) {
        term->few = draft->operand[i].term->few;
    }
    term->few = term->few || !term_has_few_values(term) ? term->few : term;
    return term;
}

static const struct proof_term *term_take(struct prover *p, const struct proof_term *draft,
                                          const int64_t *extents) {
    struct words words = {{0}};
    spell(&words, draft);
    for (uint32_t i = 0; extents && i < draft->frame; i++) {
        push(&words, extents[i]);
    }
    void **slot =
        bytes_table_at(&p->terms, p->kept, words.items.items, words.items.count * sizeof(int64_t));
    vector_free(&words.items);
    if (!*slot) {
        struct proof_term *term = copy_of(p, draft);
        if (extents) {
            term->low = ARENA_ARRAY(p->kept, int64_t, draft->frame + 1);
            term->high = arena_copy(p->kept, extents, draft->frame * sizeof(int64_t));
        } else {
            find_domain(p, term);
        }
        *slot = term;
    }
    return (const struct proof_term *)*slot;
}

const struct proof_term *term_intern(struct prover *p, const struct proof_term *draft) {
    return term_take(p, draft, NULL);
}

const struct proof_term *term_leaf(struct prover *p, enum term_kind kind, uint32_t words,
                                   const int64_t *word, uint32_t frame, const int64_t *extents) {
    struct proof_term draft = {.kind = kind, .frame = frame, .words = words, .word = word};
    return term_take(p, &draft, frame ? extents : NULL);
}

const struct proof_term *term_place(struct prover *p, int64_t kind) {
    struct proof_term draft = {.kind = TERM_PLACE, .frame = 1, .words = 1, .word = &kind};
    return term_take(p, &draft, NULL);
}

/* --- kinds of elements ------------------------------------------------------------------------ */

int64_t element_kind(const struct type *type) {
    const struct type *element = type_element(type);
    switch (element->kind) {
    case TYPE_FLOAT:
        return KIND_REAL;
    case TYPE_COMPLEX:
        return KIND_PAIR;
    case TYPE_INDEX:
        return KIND_SIGNED_64;
    case TYPE_INTEGER:
        return element->width > 64 ? 0
                                   : KIND_INTEGERS + 2 * (int64_t)element->width +
                                         (element->width == 1 || element->signedness == UNSIGNED);
    default:
        return 0;
    }
}

int64_t kind_wrap(int64_t kind, int64_t value) {
    uint32_t spare = 64 - kind_width(kind);
    uint64_t bits = (uint64_t)value << spare;
    return kind & 1 ? (int64_t)(bits >> spare) : (int64_t)bits >> spare;
}

bool kind_holds(int64_t kind, int64_t least, int64_t most) {
    uint32_t width = kind_width(kind);
    if (kind & 1) {
        return least >= 0 && (width >= 63 || most < (int64_t)1 << width);
    }
    return width >= 63 ||
           (least >= -((int64_t)1 << (width - 1)) && most < (int64_t)1 << (width - 1));
}

/* --- constants -------------------------------------------------------------------------------- */

static const struct proof_term *constant(struct prover *p, int64_t kind, int64_t value) {
    int64_t words[2] = {kind, value};
    return term_leaf(p, TERM_CONSTANT, 2, words, 0, NULL);
}

const struct proof_term *constant_real(struct prover *p, double value) {
    int64_t bits;
    value = value == 0 ? 0 : value;
    memcpy(&bits, &value, sizeof bits);
    return constant(p, KIND_REAL, bits);
}

const struct proof_term *constant_integer(struct prover *p, int64_t kind, int64_t value) {
    return constant(p, kind, kind_wrap(kind, value));
}

const struct proof_term *constant_small(struct prover *p, int64_t kind, int value) {
    if (kind == KIND_PAIR) {
        double pair[2] = {value, 0};
        int64_t words[3] = {KIND_PAIR};
        memcpy(words + 1, pair, sizeof pair);
        return term_leaf(p, TERM_CONSTANT, 3, words, 0, NULL);
    }
    return kind == KIND_REAL ? constant_real(p, value) : constant_integer(p, kind, value);
}

bool term_equal_but(const struct proof_term *a, const struct proof_term *b, uint64_t words) {
    bool same = a->kind == b->kind && a->frame == b->frame && a->bounds == b->bounds &&
                a->operands == b->operands && a->words == b->words;
    for (uint32_t w = 0; same && w < a->words; w++) {
        same = (w < 64 && words >> w & 1) || a->word[w] == b->word[w];
    }
    for (uint32_t i = 0; same && i < a->bounds; i++) {
        same = a->bound[i] == b->bound[i];
    }
    for (uint32_t i = 0; same && i < a->operands; i++) {
        same = a->operand[i].term == b->operand[i].term;
        for (uint32_t c = 0; same && c < a->operand[i].term->frame; c++) {
            const struct coordinate *x = &a->operand[i].at[c], *y = &b->operand[i].at[c];
            same = x->frame == y->frame && x->offset == y->offset &&
                   memcmp(x->of, y->of, a->bounds * sizeof x->of[0]) == 0;
        }
    }
    return same;
}
