/* Lines that go past the caches, by instruction set; a part of stream.c. */
#include <immintrin.h>

/* Whole lines, from any place to one that begins a line. Some are read before they are written: a
 * load that a processor takes for one of what is just stored, for its address ends in the same
 * bits, waits until that has gone past the caches. */
#define LINES(name, target, vector, load, stream)                                                  \
    target static void name(char *to, const char *from, int64_t bytes) {                           \
        enum { STEP = (int)sizeof(vector), AHEAD = 4 };                                            \
        int64_t at = 0;                                                                            \
        for (; at + AHEAD * STEP <= bytes; at += AHEAD * STEP) {                                   \
            const vector a = load((const void *)(from + at));                                      \
            const vector b = load((const void *)(from + at + STEP));                               \
            const vector c = load((const void *)(from + at + 2 * STEP));                           \
            const vector d = load((const void *)(from + at + 3 * STEP));                           \
            stream((vector *)(void *)(to + at), a);                                                \
            stream((vector *)(void *)(to + at + STEP), b);                                         \
            stream((vector *)(void *)(to + at + 2 * STEP), c);                                     \
            stream((vector *)(void *)(to + at + 3 * STEP), d);                                     \
        }                                                                                          \
        for (; at < bytes; at += STEP) {                                                           \
            stream((vector *)(void *)(to + at), load((const void *)(from + at)));                  \
        }                                                                                          \
    }
LINES(lines_baseline, BASELINE_TARGET, __m128i, _mm_loadu_si128, _mm_stream_si128)
LINES(lines_avx2, AVX2_TARGET, __m256i, _mm256_loadu_si256, _mm256_stream_si256)
LINES(lines_avx512, AVX512_TARGET, __m512i, _mm512_loadu_si512, _mm512_stream_si512)

static void copy_lines(char *to, const char *from, int64_t bytes) {
    static void (*const functions[SDYRT_ISA_COUNT])(char *, const char *, int64_t) = {
        lines_baseline, lines_avx2, lines_avx512};
    functions[sdyrt_cpu_isa()](to, from, bytes);
}
