/* Lines that go past the caches; a part of stream.c. Longer vectors than the baseline's are no
 * faster here, for what is waited for is memory. */
#include <immintrin.h>

/* Whole lines, from any place to one that begins a line. A line is read before it is written: a
 * load that a processor takes for one of what is just stored, for its address ends in the same
 * bits, waits until that has gone past the caches. */
static void copy_lines(char *to, const char *from, int64_t bytes) {
    enum { STEP = (int)sizeof(__m128i), VECTORS = SDYRT_LINE_BYTES / STEP };
    for (int64_t at = 0; at < bytes; at += SDYRT_LINE_BYTES) {
        __m128i line[VECTORS];
#pragma GCC unroll 4
        for (int i = 0; i < VECTORS; i++) {
            line[i] = _mm_loadu_si128((const void *)(from + at + i * STEP));
        }
#pragma GCC unroll 4
        for (int i = 0; i < VECTORS; i++) {
            _mm_stream_si128((__m128i *)(void *)(to + at) + i, line[i]);
        }
    }
}
