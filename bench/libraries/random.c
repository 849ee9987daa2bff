/* Random bits of the counter-based generators beside Random123, their authors' own code: loops over
   blocks of the counter, which the compiler makes vectors of. */
#include "contest.h"

#include <Random123/philox.h>
#include <Random123/threefry.h>
#include <stdio.h>

struct bits {
    const char *algorithm;
    int count, state; /* words of 32 bits; numbers of the state */
};

static const struct bits requests[] = {
    {"THREE_FRY", 1024, 2}, {"THREE_FRY", 65536, 2}, {"THREE_FRY", 1048576, 2},
    {"PHILOX", 1024, 3},    {"PHILOX", 65536, 3},    {"PHILOX", 1048576, 3},
};

static void threefry(const uint64_t *state, uint32_t *to, int count) {
    const threefry2x32_key_t key = {{(uint32_t)state[0], (uint32_t)(state[0] >> 32)}};
    for (int i = 0; i < count / 2; i++) {
        const uint64_t number = state[1] + (uint64_t)i;
        const threefry2x32_ctr_t counter = {{(uint32_t)number, (uint32_t)(number >> 32)}};
        const threefry2x32_ctr_t block = threefry2x32(counter, key);
        to[2 * i] = block.v[0];
        to[2 * i + 1] = block.v[1];
    }
}

static void philox(const uint64_t *state, uint32_t *to, int count) {
    const philox4x32_key_t key = {{(uint32_t)state[0], (uint32_t)(state[0] >> 32)}};
    for (int i = 0; i < count / 4; i++) {
        const uint64_t low = state[1] + (uint64_t)i, high = state[2] + (low < state[1]);
        const philox4x32_ctr_t counter = {
            {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)}};
        const philox4x32_ctr_t block = philox4x32(counter, key);
        for (int word = 0; word < 4; word++) {
            to[4 * i + word] = block.v[word];
        }
    }
}

static void compute(const struct contest *c, const void *what) {
    const struct bits *b = what;
    (b->state == 2 ? threefry : philox)(c->in[0], c->theirs, b->count);
}

int main(void) {
    static const struct rival rival = {compute, NULL, 0, 0};
    char name[CONTEST_NAME];
    struct table table = table_begin("Random bits", "Random123");
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        const struct bits *b = &requests[i];
        struct contest c = contest_open(
            "func.func @main(%%k: tensor<%dxui64>) -> (tensor<%dxui64>, tensor<%dxui32>) {\n"
            "  %%s, %%b = stablehlo.rng_bit_generator %%k, algorithm = %s : (tensor<%dxui64>) -> "
            "(tensor<%dxui64>, tensor<%dxui32>)\n"
            "  return %%s, %%b : tensor<%dxui64>, tensor<%dxui32>\n}\n",
            b->state, b->state, b->count, b->algorithm, b->state, b->state, b->count, b->state,
            b->count);
        snprintf(name, sizeof name, "%s, %d words", b->algorithm, b->count);
        contest_play(&c, &table, name, &rival, b);
    }
    table_end(&table);
    return 0;
}
