/* Some of a line by its keys, from a place on that is known when the program runs.

   Of the first and of the last element that are asked for, the digits of their keys are found one
   after the other, the most significant first: how many elements have each value of the next digit
   is counted, of those that have the digits found so far. Once few enough elements lie between the
   two they are collected, as they come, and sorted. Where all digits are known, of equal ones at
   either end those are collected whose turn it is. */
#include "sort_parts.h"

enum { DIGIT = CHAR_BIT, VALUES = UINT8_MAX + 1, CHUNK = VALUES };
/* The first element that is asked for, and the last one. */
enum end { LOW, HIGH, ENDS };
/* Keys are words of 32 bits; long ones are two. */
enum {
    WORD = sizeof(uint32_t),
    WORD_BITS = DIGIT * WORD,
    WORDS = SDYRT_SORT_KEYS * (sizeof(uint64_t) / WORD)
};

/* What is known of the first element that is asked for and of the last one. */
struct window {
    int64_t digits;                    /* of each that are known */
    uint32_t key[ENDS][WORDS];         /* the digits; others are zero */
    int64_t below[ENDS], inside[ENDS]; /* elements before by these digits, and with them */
};

/* Elements of a part: between both ends, and at either. */
struct measure {
    int64_t between, at[ENDS];
};

/* What the phases of a line share. */
struct shared {
    struct window *window;
    struct measure *measures;         /* of each part */
    uint32_t (*counts)[ENDS][VALUES]; /* of each part */
    uint64_t *a, *other;              /* two halves, of a word for each element collected */
};

/* --- words ----------------------------------------------------------------------------------- */

struct word {
    int64_t number, key;
    int half;               /* the bit of the key that it begins at */
    int64_t digits, before; /* its own, and those of the words before */
};

static struct word word_at(const struct sdyrt_sort *what, int64_t number) {
    struct word word = {.number = number};
    int64_t left = number;
    for (int64_t words; (words = pieces(what->bytes[word.key], WORD)) <= left; word.key++) {
        left -= words;
        word.before += what->bytes[word.key];
    }
    word.half = what->bytes[word.key] > WORD && left == 0 ? WORD_BITS : 0;
    word.before += left * WORD;
    word.digits = minimum(what->bytes[word.key], WORD);
    return word;
}

/* The word of the next digit, and how far that is from the word's end. */
static struct word next_digit(const struct sdyrt_sort *what, int64_t digits, int *shift) {
    struct word word = word_at(what, 0);
    while (word.before + word.digits <= digits) {
        word = word_at(what, word.number + 1);
    }
    *shift = DIGIT * (int)(word.before + word.digits - 1 - digits);
    return word;
}

/* The bits of a word that the first digits of all tell. */
static uint32_t known_bits(const struct word *word, int64_t digits) {
    const int64_t unknown = maximum(word->digits - maximum(digits - word->before, 0), 0);
    return (uint32_t)(UINT64_MAX << (DIGIT * unknown) &
                      UINT32_MAX >> (WORD_BITS - DIGIT * word->digits));
}

/* --- where elements stand -------------------------------------------------------------------- */

/* Elements from `first` on beside the ends, by the digits that are known of these: below 0 in
   front of an end, as all behind the n that there are, 0 at it. Loops over all are vector code. */
struct chunk {
    int64_t first, n, loaded; /* of which word `keys` are; -1: of none */
    uint32_t keys[CHUNK];
    int32_t side[ENDS][CHUNK];
};

/* Magnitudes are compared with a sign that none has. */
#define LOAD(type, signed_type, of_key)                                                            \
    static void load_##type(const struct sort_flips *flips, const void *line, int64_t stride,      \
                            int half, struct chunk *chunk) {                                       \
        const type top = (type)flips->top, base = (type)flips->base, rest = (type)(top - 1);       \
        const type negative = (type)flips->negative, zero = flips->greatest > 0 ? top : 0;         \
        const type greatest = flips->greatest > 0 ? (type)flips->greatest : rest;                  \
        const type *from = (const type *)line + chunk->first * stride;                             \
        type bits[CHUNK];                                                                          \
        memset(bits, 0, chunk->n < CHUNK ? sizeof bits : 0);                                       \
        for (int64_t i = 0; i < chunk->n; i++) {                                                   \
            bits[i] = from[i * stride];                                                            \
        }                                                                                          \
        (void)half;                                                                                \
        for (int i = 0; i < CHUNK; i++) {                                                          \
            type key = bits[i];                                                                    \
            key = (signed_type)(key & rest) > (signed_type)greatest ? (type)(greatest + 1) : key;  \
            key = (type)(key ^ (key == top ? zero : 0));                                           \
            key = (type)(key ^ base ^ (key & top ? negative : 0));                                 \
            chunk->keys[i] = (uint32_t)(of_key);                                                   \
        }                                                                                          \
    }
LOAD(uint8_t, int8_t, key)
LOAD(uint16_t, int16_t, key)
LOAD(uint32_t, int32_t, key)
LOAD(uint64_t, int64_t, key >> half)

static void load_word(const struct sort_line *line, const struct word *word, struct chunk *chunk) {
    const struct sort_flips flips = sort_flips_of(line->what, word->key);
    const char *keys = line->operands[word->key];
    const int64_t stride = line->what->along[word->key];
    chunk->loaded = word->number;
    switch (line->what->bytes[word->key]) {
    case 1:
        load_uint8_t(&flips, keys, stride, word->half, chunk);
        break;
    case 2:
        load_uint16_t(&flips, keys, stride, word->half, chunk);
        break;
    case 4:
        load_uint32_t(&flips, keys, stride, word->half, chunk);
        break;
    default:
        load_uint64_t(&flips, keys, stride, word->half, chunk);
        break;
    }
}

static void compare(struct chunk *chunk, uint32_t known, const struct window *window, int end) {
    const uint32_t limit = window->key[end][chunk->loaded];
    int32_t *side = chunk->side[end];
    for (int i = 0; i < CHUNK; i++) {
        const uint32_t key = chunk->keys[i] & known;
        const int32_t own = (key > limit) - (key < limit);
        side[i] = side[i] != 0 ? side[i] : own;
    }
}

/* The chunk from an element on, as far as the range goes. */
static void place(const struct sort_line *line, const struct window *window, int64_t first,
                  struct sort_range range, struct chunk *chunk) {
    chunk->first = first;
    chunk->n = minimum(CHUNK, range.end - first);
    chunk->loaded = -1;
    memset(chunk->side, 0, sizeof chunk->side);
    for (int end = LOW; end < ENDS; end++) {
        for (int64_t i = chunk->n; i < CHUNK; i++) {
            chunk->side[end][i] = -1;
        }
    }
    for (struct word word = {.digits = 0}; word.before + word.digits < window->digits;) {
        word = word_at(line->what, chunk->loaded + 1);
        load_word(line, &word, chunk);
        compare(chunk, known_bits(&word, window->digits), window, LOW);
        compare(chunk, known_bits(&word, window->digits), window, HIGH);
    }
}

/* Whether the same is known of both ends. */
static int is_one(const struct window *window) {
    return memcmp(window->key[LOW], window->key[HIGH], sizeof window->key[LOW]) == 0;
}

/* The digits of elements at an end, one after the other; how many there are. */
static int64_t digits_at(const struct chunk *chunk, int end, int shift, uint8_t *digits) {
    int any = 0;
    int64_t count = 0;
    for (int i = 0; i < CHUNK; i++) {
        any |= chunk->side[end][i] == 0;
    }
    for (int i = 0; any && i < CHUNK; i++) {
        digits[count] = (uint8_t)(chunk->keys[i] >> shift);
        count += chunk->side[end][i] == 0;
    }
    return count;
}

static void add_digits(const uint8_t *digits, int64_t n, uint32_t counts[VALUES]) {
    if (n > 0 && memcmp(digits, digits + 1, (size_t)n - 1) == 0) { /* one after the other is slow */
        counts[digits[0]] += (uint32_t)n;
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        counts[digits[i]]++;
    }
}

/* Counts the next digit of the elements at either end, of both once where they are the same. */
static void count(const struct sort_line *line, const struct window *window,
                  struct sort_range range, uint32_t counts[ENDS][VALUES]) {
    int shift;
    const struct word word = next_digit(line->what, window->digits, &shift);
    const int ends = is_one(window) ? 1 : ENDS;
    struct chunk chunk;
    uint8_t digits[CHUNK];
    memset(counts, 0, ENDS * sizeof counts[0]);
    for (int64_t first = range.first; first < range.end; first += CHUNK) {
        place(line, window, first, range, &chunk);
        if (chunk.loaded != word.number) {
            load_word(line, &word, &chunk);
        }
        for (int end = 0; end < ends; end++) {
            add_digits(digits, digits_at(&chunk, end, shift, digits), counts[end]);
        }
    }
}

/* The next digit of both ends, by the counts of so many parts. */
static void choose(const struct sort_line *line, struct window *window,
                   uint32_t (*counts)[ENDS][VALUES], int64_t parts) {
    const int is_common = is_one(window);
    int shift;
    const struct word word = next_digit(line->what, window->digits, &shift);
    for (int end = LOW; end < ENDS; end++) {
        const int64_t wanted = line->first + (end == LOW ? 0 : line->keep - 1);
        int64_t total = 0;
        uint32_t digit = 0;
        for (;; digit++) {
            total = 0;
            for (int64_t part = 0; part < parts; part++) {
                total += counts[part][is_common ? 0 : end][digit];
            }
            if (digit == VALUES - 1 || window->below[end] + total > wanted) {
                break;
            }
            window->below[end] += total;
        }
        window->inside[end] = total;
        window->key[end][word.number] |= digit << shift;
    }
    window->digits++;
}

/* --- collecting ------------------------------------------------------------------------------ */

static int is_exact(const struct sort_line *line, const struct window *window) {
    return window->digits == sort_key_bytes(line->what);
}

/* Whether what lies between the ends can be collected. */
static int is_known(const struct sort_line *line, const struct window *window) {
    const int64_t between = window->below[HIGH] + window->inside[HIGH] - window->below[LOW];
    return window->digits > 0 &&
           (between <= sort_window_room(line->what) || is_exact(line, window));
}

/* Which of equal elements at an end are collected, by their number among these. */
static struct sort_range turns_of(const struct sort_line *line, const struct window *window,
                                  int end) {
    struct sort_range turns = {0, INT64_MAX};
    if (is_exact(line, window) && (end == LOW || is_one(window))) {
        turns.first = line->first - window->below[LOW];
    }
    if (is_exact(line, window) && (end == HIGH || is_one(window))) {
        turns.end = line->first + line->keep - window->below[HIGH];
    }
    return turns;
}

static struct measure measure(const struct sort_line *line, const struct window *window,
                              struct sort_range range) {
    struct measure sum = {.between = 0};
    struct chunk chunk;
    for (int64_t first = range.first; first < range.end; first += CHUNK) {
        int32_t between = 0, low = 0, high = 0;
        place(line, window, first, range, &chunk);
        for (int i = 0; i < CHUNK; i++) {
            between += (chunk.side[LOW][i] > 0) & (chunk.side[HIGH][i] < 0);
            low += chunk.side[LOW][i] == 0;
            high += chunk.side[HIGH][i] == 0;
        }
        sum.between += between;
        sum.at[LOW] += low;
        sum.at[HIGH] += high;
    }
    return sum;
}

/* Elements of the first ones at an end that are collected. */
static int64_t taken(struct sort_range turns, int64_t count) {
    return maximum(minimum(count, turns.end) - turns.first, 0);
}

/* Whether an element is collected that lies between the ends or at them; counts those at them. */
static int is_turn(const struct chunk *chunk, int i, const struct sort_range *turns,
                   int64_t *counts) {
    int is_taken = 1;
    for (int end = LOW; end < ENDS; end++) {
        if (chunk->side[end][i] == 0) {
            const int64_t turn = counts[end]++;
            is_taken &= turn >= turns[end].first && turn < turns[end].end;
        }
    }
    return is_taken;
}

/* Writes the places of elements of a range that are asked for; `before`: what lies in front of
   it. Returns how many were written until it ends, those before it among them. */
static int64_t collect(const struct sort_line *line, const struct window *window,
                       struct measure before, struct sort_range range, uint64_t *a) {
    const struct sort_range turns[ENDS] = {turns_of(line, window, 0), turns_of(line, window, 1)};
    const int is_common = is_one(window);
    int64_t at = before.between + taken(turns[LOW], before.at[LOW]) +
                 (is_common ? 0 : taken(turns[HIGH], before.at[HIGH]));
    struct chunk chunk;
    for (int64_t first = range.first; first < range.end; first += CHUNK) {
        int any = 0;
        place(line, window, first, range, &chunk);
        for (int i = 0; i < CHUNK; i++) {
            any |= (chunk.side[LOW][i] >= 0) & (chunk.side[HIGH][i] <= 0);
        }
        for (int i = 0; any && i < CHUNK; i++) {
            if (chunk.side[LOW][i] >= 0 && chunk.side[HIGH][i] <= 0 &&
                is_turn(&chunk, i, turns, before.at)) {
                a[at++] = (uint64_t)(first + i);
            }
        }
    }
    return at;
}

/* The places that are asked for, in order, among those that were collected. */
static uint64_t *order(const struct sort_line *line, const struct window *window, uint64_t *a,
                       uint64_t *other, int64_t n) {
    return sdyrt_sort_by_keys(line, a, other, n) +
           (is_exact(line, window) ? 0 : line->first - window->below[LOW]);
}

uint64_t *sdyrt_sort_window(const struct sort_line *line, uint64_t *a, uint64_t *other) {
    const struct sort_range all = {0, line->what->size};
    struct window window = {.digits = 0};
    uint32_t counts[1][ENDS][VALUES];
    while (!is_known(line, &window)) {
        count(line, &window, all, counts[0]);
        choose(line, &window, counts, 1);
    }
    const int64_t n = collect(line, &window, (struct measure){.between = 0}, all, a);
    return order(line, &window, a, other, n);
}

/* --- in parts -------------------------------------------------------------------------------- */

static struct shared find_shared(const struct sort_line *line, char *memory) {
    struct shared shared = {.window = (struct window *)(void *)memory};
    shared.measures = (struct measure *)(void *)(shared.window + 1);
    shared.a = (uint64_t *)(void *)(shared.measures + line->plan->parts);
    shared.other = shared.a + sort_window_room(line->what);
    shared.counts =
        (uint32_t(*)[ENDS][VALUES])(void *)(shared.other + sort_window_room(line->what));
    return shared;
}

size_t sdyrt_sort_window_shared(const struct sdyrt_sort *what, const struct sdyrt_sort_plan *plan) {
    return sdyrt_whole_lines(
        sizeof(struct window) + 2 * (size_t)sort_window_room(what) * sizeof(uint64_t) +
        (size_t)plan->parts * (sizeof(struct measure) + sizeof(uint32_t[ENDS][VALUES])));
}

static struct measure measure_before(const struct shared *shared, int64_t part) {
    struct measure sum = {.between = 0};
    for (int64_t p = 0; p < part; p++) {
        sum.between += shared->measures[p].between;
        sum.at[LOW] += shared->measures[p].at[LOW];
        sum.at[HIGH] += shared->measures[p].at[HIGH];
    }
    return sum;
}

/* A phase of a digit, which has been found by the one before where enough is known. */
static void find_digit(const struct sort_line *line, const struct shared *shared, int64_t part) {
    static const struct window nothing = {.digits = 0};
    const int64_t phase = line->what->phase;
    const struct window *window = phase <= SORT_CHOOSE ? &nothing : shared->window;
    if (is_known(line, window)) {
        return;
    }
    if (phase % SORT_DIGIT == SORT_TALLY) {
        count(line, window, sort_part(line, part), shared->counts[part]);
    } else {
        *shared->window = *window;
        choose(line, shared->window, shared->counts, line->plan->parts);
    }
}

static void put(const struct sort_line *line, const struct shared *shared) {
    const struct window *window = shared->window;
    const int64_t between = window->below[HIGH] + window->inside[HIGH] - window->below[LOW];
    const int64_t n = is_exact(line, window) ? line->keep : between;
    sdyrt_sort_put(line, order(line, window, shared->a, shared->other, n), 0, line->keep);
}

void sdyrt_sort_window_part(const struct sort_line *line, char *memory, int64_t part,
                            char *scratch) {
    (void)scratch;
    const struct shared shared = find_shared(line, memory);
    const struct sort_range range = sort_part(line, part);
    if (line->keep == 0) {
        return;
    }
    switch (line->what->phase - SORT_DIGIT * line->plan->passes) {
    case SORT_MEASURE:
        shared.measures[part] = measure(line, shared.window, range);
        break;
    case SORT_COLLECT:
        collect(line, shared.window, measure_before(&shared, part), range, shared.a);
        break;
    case SORT_ORDER:
        put(line, &shared);
        break;
    default:
        find_digit(line, &shared, part);
        break;
    }
}
