/* Loads of elements that lie apart, and of each several times: every distance and number that has
   code of its own, some that have not, strips of any length that begin anywhere, and nothing read
   beyond their ends. */
#include "../strips_at.h"
#include "rt_block.h"

enum { MOST = 300, NEAREST = -3, FARTHEST = 18, OFTEN = 140 };

static uint64_t seed = 31;

/* The strip begins, or ends, beside a page that must not be read. */
#define CHECK_LOAD(bits)                                                                           \
    static void check_load_##bits(const struct sdyrt_strips *strips, int64_t n, int64_t stride,    \
                                  bool at_end, int64_t skip) {                                     \
        const int64_t size = (bits) / 8, apart = stride < 0 ? -stride : stride;                    \
        const int64_t span = n > 0 ? ((n - 1) * apart + 1) * size : 0;                             \
        struct block block = block_new(span, at_end, skip * size, &seed);                          \
        const char *from = block.first + (stride < 0 ? (n - 1) * apart * size : 0);                \
        char got[MOST * (bits) / 8 + 1] = {0};                                                     \
        strips->load_##bits(got, from, n, stride);                                                 \
        for (int64_t i = 0; i < n; i++) {                                                          \
            assert_memory_equal(got + i * size, from + i * stride * size, size);                   \
        }                                                                                          \
        assert_int_equal(got[n * size], 0);                                                        \
        block_free(&block);                                                                        \
    }                                                                                              \
    static void test_load_##bits(void **state) {                                                   \
        (void)state;                                                                               \
        for (int index = 0; strips_at(index) != NULL; index++) {                                   \
            for (int64_t stride = NEAREST; stride <= FARTHEST; stride++) {                         \
                for (int i = 0; i < 60; i++) {                                                     \
                    int64_t n = 1 + (int64_t)(test_random(&seed) % (MOST - 1));                    \
                    int64_t skip = (int64_t)(test_random(&seed) % (512 / (bits)));                 \
                    check_load_##bits(strips_at(index), n, stride, i % 2 == 0, skip);              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void check_repeat_##bits(const struct sdyrt_strips *strips, int64_t rows,               \
                                    int64_t times, bool at_end) {                                  \
        const int64_t size = (bits) / 8;                                                           \
        struct block block = block_new(rows * size, at_end, 0, &seed);                             \
        char got[MOST * (bits) / 8 + 1] = {0};                                                     \
        strips->load2_##bits(got, block.first, rows, 1, times, 0);                                 \
        for (int64_t i = 0; i < rows * times; i++) {                                               \
            assert_memory_equal(got + i * size, block.first + i / times * size, size);             \
        }                                                                                          \
        assert_int_equal(got[rows * times * size], 0);                                             \
        block_free(&block);                                                                        \
    }                                                                                              \
    static void test_repeat_##bits(void **state) {                                                 \
        (void)state;                                                                               \
        for (int index = 0; strips_at(index) != NULL; index++) {                                   \
            for (int64_t times = 1; times <= OFTEN; times++) {                                     \
                for (int64_t rows = 1; rows * times < MOST; rows += 1 + rows / 5) {                \
                    check_repeat_##bits(strips_at(index), rows, times, rows % 2 == 0);             \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
CHECK_LOAD(8)
CHECK_LOAD(16)
CHECK_LOAD(32)
CHECK_LOAD(64)
CHECK_LOAD(128)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load_8),    cmocka_unit_test(test_load_16),
        cmocka_unit_test(test_load_32),   cmocka_unit_test(test_load_64),
        cmocka_unit_test(test_load_128),  cmocka_unit_test(test_repeat_8),
        cmocka_unit_test(test_repeat_16), cmocka_unit_test(test_repeat_32),
        cmocka_unit_test(test_repeat_64), cmocka_unit_test(test_repeat_128),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
