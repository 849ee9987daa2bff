/* Long lines by the digits of their keys, part by part; passes of digits that all elements have in
   common move nothing. */
#include "sort_parts.h"

/* The digit of a pass: of bits `shift` and following of words that hold the half of `key` that
   begins at bit `half`. */
struct digit {
    int64_t key;
    int half, shift;
    uint64_t mask;
};

static struct digit digit_of(const struct sort_line *line, int64_t pass) {
    const struct sdyrt_sort *what = line->what;
    const int bits = line->plan->buckets > 1 << SORT_DIGIT_FEW ? SORT_DIGIT_MANY : SORT_DIGIT_FEW;
    struct digit digit = {.key = what->keys - 1, .mask = (uint64_t)line->plan->buckets - 1};
    for (int64_t passes; (passes = sort_round_passes(what, digit.key, bits)) <= pass;) {
        pass -= passes;
        if (what->bytes[digit.key] > (int64_t)sizeof(uint32_t) && digit.half == 0) {
            digit.half = 32;
        } else {
            digit.key--;
            digit.half = 0;
        }
    }
    digit.shift = 32 + (int)pass * bits;
    return digit;
}

/* The words of a range as a pass finds them: those of the first digit of a round are made. */
static void set_words(const struct sort_line *line, const struct digit *digit, uint64_t *words,
                      struct sort_range range, int is_first) {
    const int64_t n = range.end - range.first;
    if (digit->shift > 32) {
        return;
    }
    if (is_first && line->plan->carries) {
        sdyrt_sort_words(line, range.first, words + range.first, n);
        return;
    }
    for (int64_t i = range.first; is_first && i < range.end; i++) {
        words[i] = (uint64_t)i;
    }
    sdyrt_sort_set_keys(line, digit->key, digit->half, words + range.first, n);
}

/* A part a chunk at a time, which is counted while it is near. */
static void count(const struct sort_line *line, const struct digit *digit, uint64_t *words,
                  struct sort_range range, uint32_t *counts) {
    const int is_first = line->what->phase == SORT_COUNT;
    memset(counts, 0, (size_t)(digit->mask + 1) * sizeof *counts);
    for (int64_t first = range.first; first < range.end; first += SORT_CHUNK) {
        const struct sort_range chunk = {first, minimum(first + SORT_CHUNK, range.end)};
        set_words(line, digit, words, chunk, is_first);
        for (int64_t i = chunk.first; i < chunk.end; i++) {
            counts[words[i] >> digit->shift & digit->mask]++;
        }
    }
}

/* Whether a bucket has all elements. */
static int is_common(const struct sort_line *line, const struct sort_shared *shared) {
    int all = 0;
    for (int64_t b = 0; b < line->plan->buckets; b++) {
        all |= (int64_t)(shared->starts[b + 1] - shared->starts[b]) == line->what->size;
    }
    return all;
}

static void spread(const struct digit *digit, const uint64_t *from, uint64_t *to,
                   struct sort_range range, uint32_t *at) {
    for (int64_t i = range.first; i < range.end; i++) {
        to[at[from[i] >> digit->shift & digit->mask]++] = from[i];
    }
}

/* The part's share of each bucket, from where it begins. */
static void spread_part(const struct sort_line *line, const struct sort_shared *shared,
                        const struct digit *digit, int64_t part, int is_other) {
    const int64_t buckets = line->plan->buckets;
    uint32_t at[1 << SORT_DIGIT_MANY];
    for (int64_t b = 0; b < buckets; b++) {
        at[b] = shared->starts[b] + shared->counts[part * buckets + b];
    }
    spread(digit, is_other ? shared->other : shared->a, is_other ? shared->a : shared->other,
           sort_part(line, part), at);
}

static void put_part(const struct sort_line *line, const uint64_t *words, struct sort_range range) {
    const int64_t end = minimum(range.end, line->what->keep);
    if (range.first < end) {
        sdyrt_sort_put(line, words + range.first, range.first, end - range.first);
    }
}

void sdyrt_sort_digits(const struct sort_line *line, char *memory, int64_t part, char *scratch) {
    (void)scratch;
    const struct sort_shared shared = sdyrt_sort_find_shared(line, memory);
    const int64_t phase = line->what->phase, pass = phase / SORT_PASS;
    const uint32_t is_other = pass > 0 ? shared.is_other[pass] : 0;
    const struct sort_range range = sort_part(line, part);
    uint64_t *words = is_other ? shared.other : shared.a;
    if (pass == line->plan->passes) {
        put_part(line, words, range);
        return;
    }
    const struct digit digit = digit_of(line, pass);
    switch (phase % SORT_PASS) {
    case SORT_COUNT:
        count(line, &digit, words, range, shared.counts + part * line->plan->buckets);
        break;
    case SORT_STARTS:
        sdyrt_sort_find_starts(line, &shared);
        shared.is_other[pass + 1] = is_other ^ !is_common(line, &shared);
        break;
    default:
        if (shared.is_other[pass + 1] != is_other) {
            spread_part(line, &shared, &digit, part, (int)is_other);
        }
        break;
    }
}
