/* SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed hash that nobody makes without the key. */
#include "tcp_links.h"

#include <string.h>

struct state {
    uint64_t a, b, c, d;
};

static uint64_t turn(uint64_t word, int bits) {
    return word << bits | word >> (64 - bits);
}

static void mix(struct state *s) {
    s->a += s->b;
    s->b = turn(s->b, 13) ^ s->a;
    s->a = turn(s->a, 32);
    s->c += s->d;
    s->d = turn(s->d, 16) ^ s->c;
    s->a += s->d;
    s->d = turn(s->d, 21) ^ s->a;
    s->c += s->b;
    s->b = turn(s->b, 17) ^ s->c;
    s->c = turn(s->c, 32);
}

static void take_word(struct state *s, uint64_t word) {
    s->d ^= word;
    mix(s);
    mix(s);
    s->a ^= word;
}

/* The first bytes, as a number whose first byte is the least. */
static uint64_t word_of(const unsigned char *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)bytes[i] << 8 * i;
    }
    return word;
}

uint64_t sdyrt_tcp_proof(const unsigned char secret[SDYRT_SECRET], const void *bytes, size_t size) {
    const unsigned char *at = (const unsigned char *)bytes;
    uint64_t low = word_of(secret, 8), high = word_of(secret + 8, 8);
    struct state s = {low ^ UINT64_C(0x736f6d6570736575), high ^ UINT64_C(0x646f72616e646f6d),
                      low ^ UINT64_C(0x6c7967656e657261), high ^ UINT64_C(0x7465646279746573)};
    size_t left = size;
    for (; left >= 8; left -= 8, at += 8) {
        take_word(&s, word_of(at, 8));
    }
    take_word(&s, word_of(at, left) | (uint64_t)size << 56);
    s.c ^= 0xff;
    for (int i = 0; i < 4; i++) {
        mix(&s);
    }
    return s.a ^ s.b ^ s.c ^ s.d;
}
