/* Strips that are reduced, and elements and rows that are moved or gathered, on every instruction
 * set. */
#include "../strips_at.h"
#include "rt_strips.h"

/* The order that strips.h documents. */
#define SDYRT_REDUCE(op, t)                                                                        \
    static void combine_lanes_##op##_##t(T(t) * lane, int from, int to) {                          \
        for (int half = from / 2; half >= to; half /= 2) {                                         \
            for (int i = 0; i < half; i++) {                                                       \
                lane[i] = sdyrt_##op##_##t(lane[i], lane[i + half]);                               \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static T(t) ordered_##op##_##t(const T(t) * a, int n, T(t) identity) {                         \
        T(t) lane[64];                                                                             \
        for (int i = 0; i < 64; i++) {                                                             \
            lane[i] = identity;                                                                    \
        }                                                                                          \
        int whole = n / 64 * 64;                                                                   \
        for (int i = 0; i < whole; i++) {                                                          \
            lane[i % 64] = sdyrt_##op##_##t(lane[i % 64], a[i]);                                   \
        }                                                                                          \
        combine_lanes_##op##_##t(lane, whole > 0 ? 64 : 16, 16);                                   \
        for (int i = whole; i < n; i++) {                                                          \
            lane[i % 16] = sdyrt_##op##_##t(lane[i % 16], a[i]);                                   \
        }                                                                                          \
        combine_lanes_##op##_##t(lane, 16, 1);                                                     \
        return lane[0];                                                                            \
    }                                                                                              \
    ROW void test_reduce_##op##_##t(void) {                                                        \
        T(t) a[MAX_N];                                                                             \
        operands_##t(a, 11);                                                                       \
        T(t) identity = strips->reduce_##op##_##t(a, 0);                                           \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            T(t) same = sdyrt_##op##_##t(identity, a[i]);                                          \
            assert_true(equal_##t(same, a[i], 0) || a[i] == 0);                                    \
            a[i] = isfinite((double)a[i]) ? a[i] : (T(t))1;                                        \
        }                                                                                          \
        FOR_LENGTHS {                                                                              \
            int n = lengths[l];                                                                    \
            T(t) got[1] = {strips->reduce_##op##_##t(a, n)};                                       \
            CHECK("reduce_" #op "_" #t, t, 0, 1, got, ordered_##op##_##t(a, n, identity))          \
        }                                                                                          \
    }                                                                                              \
    ROW void test_fold_##op##_##t(void) {                                                          \
        T(t) a[MAX_N];                                                                             \
        operands_##t(a, 12);                                                                       \
        for (int rows = 0; rows < 10; rows++) {                                                    \
            T(t) folded[30];                                                                       \
            GUARDED(t, sums);                                                                      \
            for (int i = 0; i < 30; i++) {                                                         \
                folded[i] = sums[i] = a[i];                                                        \
                for (int row = 0; row < rows; row++) {                                             \
                    folded[i] = sdyrt_##op##_##t(folded[i], a[i + 29 * row]);                      \
                }                                                                                  \
            }                                                                                      \
            strips->fold_##op##_##t(sums, a, rows, 29, 30);                                        \
            CHECK("fold_" #op "_" #t, t, 0, 30, sums, folded[i])                                   \
            CHECK_GUARD("fold_" #op "_" #t, t, sums, 30)                                           \
        }                                                                                          \
    }
/* The bits of each row by itself, on top of what the sums were; rows lie dense, and apart. */
#define RUN_ROWS(op, s, S, t, identity, row)                                                       \
    ROW void check_reduce_rows_##op##_##s(const S *a, int rows, int stride, int columns) {         \
        GUARDED(t, sums);                                                                          \
        for (int r = 0; r < rows; r++) {                                                           \
            sums[r] = identity;                                                                    \
        }                                                                                          \
        strips->reduce_rows_##op##_##s(sums, a, rows, stride, columns);                            \
        CHECK("reduce_rows_" #op "_" #s, t, 0, rows, sums,                                         \
              sdyrt_##op##_##t(identity, strips->reduce_##op##_##s(a + i * stride, columns)))      \
        CHECK_GUARD("reduce_rows_" #op "_" #s, t, sums, rows)                                      \
    }                                                                                              \
    ROW void test_reduce_rows_##op##_##s(void) {                                                   \
        static const int rows[] = {1, 2, 7, 8, 16, 17, 33};                                        \
        static const int columns[] = {1,  2,  3,  4,  5,  7,  8,   15, 16,                         \
                                      17, 32, 40, 63, 64, 65, 100, 130};                           \
        static S a[33 * 133];                                                                      \
        for (int i = 0; i < 33 * 133; i++) {                                                       \
            a[i] = row[(i * 7 + i / 133) % MAX_N];                                                 \
        }                                                                                          \
        for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {                          \
            for (size_t l = 0; l < sizeof rows / sizeof rows[0]; l++) {                            \
                check_reduce_rows_##op##_##s(a, rows[l], columns[k], columns[k]);                  \
                check_reduce_rows_##op##_##s(a, rows[l], columns[k] + 3, columns[k]);              \
            }                                                                                      \
        }                                                                                          \
    }
#define SDYRT_REDUCE_ROWS(op, t)                                                                   \
    static T(t) row_##op##_##t[MAX_N];                                                             \
    RUN_ROWS(op, t, T(t), t, 1, (operands_##t(row_##op##_##t, 31), row_##op##_##t))
#define SDYRT_REDUCE_ROWS_NARROW(op, s) RUN_ROWS(op, s, uint16_t, f32, 1, narrow_numbers_##s())
static const uint16_t *narrow_numbers_bf16(void) {
    static uint16_t a[MAX_N];
    for (int i = 0; i < MAX_N; i++) {
        a[i] = sdyrt_convert_f32_bf16((float)(i * 37 % 101) / 8 - 5);
    }
    return a;
}
static const uint16_t *narrow_numbers_f16(void) {
    static uint16_t a[MAX_N];
    for (int i = 0; i < MAX_N; i++) {
        a[i] = sdyrt_convert_f32_f16((float)(i * 37 % 101) / 8 - 5);
    }
    return a;
}
#define SDYRT_DOT(t)                                                                               \
    ROW void test_dot_##t(void) {                                                                  \
        T(t) a[MAX_N], b[MAX_N], product[MAX_N];                                                   \
        for (int i = 0; i < MAX_N; i++) {                                                          \
            a[i] = (T(t))(i * 1.37 - 100);                                                         \
            b[i] = (T(t))(50 - i * 0.61);                                                          \
            product[i] = sdyrt_mul_##t(a[i], b[i]);                                                \
        }                                                                                          \
        FOR_LENGTHS {                                                                              \
            int n = lengths[l];                                                                    \
            T(t) got[1] = {strips->dot_##t(a, b, n)};                                              \
            CHECK("dot_" #t, t, 0, 1, got, strips->reduce_add_##t(product, n))                     \
        }                                                                                          \
    }
/* The bits of the reduction of what the elements are as floats. */
#define NARROW_OPERANDS(s)                                                                         \
    uint16_t a[MAX_N];                                                                             \
    float wide[MAX_N];                                                                             \
    uint64_t seed = 21;                                                                            \
    for (int i = 0; i < MAX_N; i++) {                                                              \
        wide[i] = (float)((int64_t)(test_random(&seed) % 4001) - 2000) / 16;                       \
        a[i] = sdyrt_convert_f32_##s(wide[i]);                                                     \
        wide[i] = sdyrt_convert_##s##_f32(a[i]);                                                   \
    }
#define SDYRT_REDUCE_NARROW(op, s)                                                                 \
    ROW void test_reduce_##op##_##s(void) {                                                        \
        NARROW_OPERANDS(s)                                                                         \
        FOR_LENGTHS {                                                                              \
            int n = lengths[l];                                                                    \
            float got = strips->reduce_##op##_##s(a, n),                                           \
                  want = strips->reduce_##op##_f32(wide, n);                                       \
            assert_memory_equal(&got, &want, sizeof got);                                          \
        }                                                                                          \
        a[5] = sdyrt_convert_f32_##s(-NAN);                                                        \
        assert_true(isnan(strips->reduce_##op##_##s(a, 40)));                                      \
    }
#define SDYRT_FOLD_NARROW(op, s)                                                                   \
    ROW void test_fold_##op##_##s(void) {                                                          \
        NARROW_OPERANDS(s)                                                                         \
        for (int rows = 0; rows < 10; rows++) {                                                    \
            float got[30], want[30];                                                               \
            for (int i = 0; i < 30; i++) {                                                         \
                got[i] = want[i] = (float)i;                                                       \
            }                                                                                      \
            strips->fold_##op##_##s(got, a, rows, 33, 30);                                         \
            strips->fold_##op##_f32(want, wide, rows, 33, 30);                                     \
            assert_memory_equal(got, want, sizeof got);                                            \
        }                                                                                          \
    }
/* ---- the first places of extremes ---- */

#define IS_BETTER_max(a, b) ((a) > (b))
#define IS_BETTER_min(a, b) ((a) < (b))
static const int columns_of_rows[] = {1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 64, 65, 130};

#define SDYRT_PLACE(op, t)                                                                         \
    static void one_place_##op##_##t(T(t) * best, int32_t * place, T(t) x, int32_t number) {       \
        bool is_nan = isnan((double)x), was_nan = isnan((double)*best);                            \
        if (IS_BETTER_##op(x, *best) || (is_nan && !was_nan)) {                                    \
            *best = x;                                                                             \
            *place = number;                                                                       \
        }                                                                                          \
    }                                                                                              \
    static void check_place_##op##_##t(const T(t) * a, T(t) first, int n) {                        \
        T(t) got[1] = {first}, known[1] = {first};                                                 \
        int32_t place = 7, wanted = 7;                                                             \
        strips->place_##op##_##t(got, &place, a, 20, 3, n);                                        \
        for (int i = 0; i < n; i++) {                                                              \
            one_place_##op##_##t(known, &wanted, a[i], 20 + 3 * i);                                \
        }                                                                                          \
        CHECK("place_" #op "_" #t, t, 0, got[0] != known[0], got, known[0])                        \
        assert_int_equal(place, wanted);                                                           \
    }                                                                                              \
    static void check_place_rows_##op##_##t(const T(t) * a, int rows, int n, int stride) {         \
        T(t) identity = strips->reduce_##op##_##t(a, 0);                                           \
        GUARDED(t, best);                                                                          \
        GUARDED(i32, places);                                                                      \
        for (int r = 0; r < rows; r++) {                                                           \
            best[r] = identity;                                                                    \
        }                                                                                          \
        strips->place_rows_##op##_##t(best, places, a, rows, stride, n);                           \
        CHECK_GUARD("place_rows_" #op "_" #t, t, best, rows)                                       \
        CHECK_GUARD("place_rows_" #op "_" #t, i32, places, rows)                                   \
        for (int r = 0; r < rows; r++) {                                                           \
            T(t) want = identity;                                                                  \
            int32_t wanted = 0;                                                                    \
            for (int i = 0; i < n; i++) {                                                          \
                one_place_##op##_##t(&want, &wanted, a[r * stride + i], i);                        \
            }                                                                                      \
            assert_true(best[r] == want || (isnan((double)want) && isnan((double)best[r])));       \
            assert_int_equal(places[r], wanted);                                                   \
        }                                                                                          \
    }                                                                                              \
    static void check_place_fold_##op##_##t(const T(t) * a, int rows) {                            \
        T(t) known[30];                                                                            \
        int32_t wanted[30];                                                                        \
        GUARDED(t, best);                                                                          \
        GUARDED(i32, places);                                                                      \
        for (int i = 0; i < 30; i++) {                                                             \
            best[i] = known[i] = a[i];                                                             \
            places[i] = wanted[i] = -1;                                                            \
            for (int row = 0; row < rows; row++) {                                                 \
                one_place_##op##_##t(&known[i], &wanted[i], a[i + 29 * row], 5 + 2 * row);         \
            }                                                                                      \
        }                                                                                          \
        strips->place_fold_##op##_##t(best, places, a, rows, 29, 5, 2, 30);                        \
        CHECK("place_fold_" #op "_" #t, t, 0, 30, best, known[i])                                  \
        CHECK("place_fold_" #op "_" #t, i32, 0, 30, places, wanted[i])                             \
        CHECK_GUARD("place_fold_" #op "_" #t, t, best, 30)                                         \
        CHECK_GUARD("place_fold_" #op "_" #t, i32, places, 30)                                     \
    }                                                                                              \
    ROW void test_place_##op##_##t(void) {                                                         \
        static T(t) a[MAX_N], rows[40 * 140];                                                      \
        operands_##t(a, 41);                                                                       \
        for (int nans = 1; nans >= 0; nans--) {                                                    \
            for (int i = 0; i < MAX_N; i++) {                                                      \
                a[i] = nans || !isnan((double)a[i]) ? a[i] : (T(t))1;                              \
            }                                                                                      \
            for (int i = 0; i < 40 * 140; i++) {                                                   \
                rows[i] = a[(i * 7 + i / 133) % MAX_N];                                            \
            }                                                                                      \
            FOR_LENGTHS {                                                                          \
                check_place_##op##_##t(a, strips->reduce_##op##_##t(a, 0), lengths[l]);            \
                check_place_##op##_##t(a, a[0], lengths[l]);                                       \
                check_place_##op##_##t(a, a[5], lengths[l]);                                       \
            }                                                                                      \
            for (size_t k = 0; k < sizeof columns_of_rows / sizeof *columns_of_rows; k++) {        \
                int n = columns_of_rows[k];                                                        \
                check_place_rows_##op##_##t(rows, 1, n, n);                                        \
                check_place_rows_##op##_##t(rows, 33, n, n);                                       \
                check_place_rows_##op##_##t(rows, 33, n, n + 3);                                   \
            }                                                                                      \
            for (int count = 0; count < 10; count++) {                                             \
                check_place_fold_##op##_##t(a, count);                                             \
            }                                                                                      \
        }                                                                                          \
    }
#include "strips.def"

/* ---- moving ---------------------------------------------------------------------------------- */

typedef struct {
    uint64_t half[2];
} bits_128;
#define bits_8  uint8_t
#define bits_16 uint16_t
#define bits_32 uint32_t
#define bits_64 uint64_t

static const int64_t shapes[][2] = {{1, 1},  {4, 4},  {16, 16}, {3, 5},  {17, 33}, {1, 40}, {40, 1},
                                    {64, 7}, {40, 2}, {2, 40},  {37, 3}, {37, 4},  {9, 8}};

#define SAME(a, b) assert_memory_equal(&(a), &(b), sizeof(a))
#define MOVE_STRIDES(bits)                                                                         \
    static void check_block_##bits(int64_t rows, int64_t rs, int64_t columns, int64_t cs) {        \
        static bits_##bits memory[64 * 128], dense[64 * 128], back[64 * 128];                      \
        uint64_t seed = 12;                                                                        \
        for (size_t i = 0; i < sizeof memory; i += 8) {                                            \
            uint64_t random = test_random(&seed);                                                  \
            memcpy((char *)memory + i, &random, 8);                                                \
        }                                                                                          \
        int64_t base = (rs < 0 ? -rs * (rows - 1) : 0) + (cs < 0 ? -cs * (columns - 1) : 0);       \
        strips->load2_##bits(dense, memory + base, rows, rs, columns, cs);                         \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            for (int64_t c = 0; c < columns; c++) {                                                \
                SAME(dense[r * columns + c], memory[base + r * rs + c * cs]);                      \
            }                                                                                      \
        }                                                                                          \
        if (rs == 0 || cs == 0) {                                                                  \
            return;                                                                                \
        }                                                                                          \
        memset(back, 0, sizeof back);                                                              \
        strips->store2_##bits(back + base, dense, rows, rs, columns, cs);                          \
        for (int64_t r = 0; r < rows; r++) {                                                       \
            for (int64_t c = 0; c < columns; c++) {                                                \
                SAME(back[base + r * rs + c * cs], memory[base + r * rs + c * cs]);                \
            }                                                                                      \
        }                                                                                          \
    }
#define MOVE_LINES(bits)                                                                           \
    static void check_gather_##bits(void) {                                                        \
        bits_##bits memory[64], got[64];                                                           \
        int32_t narrow[64];                                                                        \
        int64_t wide[64];                                                                          \
        uint64_t seed = 13;                                                                        \
        memset(memory, 0, sizeof memory);                                                          \
        for (int i = 0; i < 64; i++) {                                                             \
            memcpy(&memory[i], &i, 1);                                                             \
            wide[i] = narrow[i] = (int32_t)(test_random(&seed) % 64);                              \
        }                                                                                          \
        strips->gather_##bits##_i32(got, memory, narrow, 61);                                      \
        for (int i = 0; i < 61; i++) {                                                             \
            SAME(got[i], memory[narrow[i]]);                                                       \
        }                                                                                          \
        strips->gather_##bits##_i64(got, memory, wide, 33);                                        \
        for (int i = 0; i < 33; i++) {                                                             \
            SAME(got[i], memory[wide[i]]);                                                         \
        }                                                                                          \
    }
#define MOVE_ROWS(bits)                                                                            \
    static void check_rows_##bits(void) {                                                          \
        static bits_##bits memory[1 << 10], got[20 * 40];                                          \
        int32_t narrow[20];                                                                        \
        int64_t wide[20];                                                                          \
        uint64_t seed = 14;                                                                        \
        for (int i = 0; i < 1 << 10; i++) {                                                        \
            uint64_t random = test_random(&seed);                                                  \
            memcpy(&memory[i], &random, sizeof memory[i] < 8 ? sizeof memory[i] : 8);              \
        }                                                                                          \
        for (int64_t columns = 1; columns <= 40; columns++) {                                      \
            for (int r = 0; r < 20; r++) {                                                         \
                wide[r] = narrow[r] = (int32_t)(test_random(&seed) % 900);                         \
            }                                                                                      \
            strips->gather2_##bits##_i32(got, memory, narrow, 20, columns);                        \
            for (int64_t i = 0; i < 20 * columns; i++) {                                           \
                SAME(got[i], memory[narrow[i / columns] + i % columns]);                           \
            }                                                                                      \
            memset(got, 0, sizeof got);                                                            \
            strips->gather2_##bits##_i64(got, memory, wide, 19, columns);                          \
            for (int64_t i = 0; i < 19 * columns; i++) {                                           \
                SAME(got[i], memory[wide[i / columns] + i % columns]);                             \
            }                                                                                      \
        }                                                                                          \
    }
#define SDYRT_MOVE(bits)                                                                           \
    MOVE_STRIDES(bits)                                                                             \
    MOVE_LINES(bits)                                                                               \
    MOVE_ROWS(bits)                                                                                \
    ROW void test_move_##bits(void) {                                                              \
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {                            \
            int64_t rows = shapes[s][0], columns = shapes[s][1];                                   \
            check_block_##bits(rows, columns, columns, 1);                                         \
            check_block_##bits(rows, columns + 3, columns, 1);                                     \
            check_block_##bits(rows, 1, columns, rows);                                            \
            check_block_##bits(rows, 1, columns, rows + 5);                                        \
            check_block_##bits(rows, 2 * columns, columns, 2);                                     \
            check_block_##bits(rows, 3 * columns, columns, 3);                                     \
            check_block_##bits(rows, 0, columns, 1);                                               \
            check_block_##bits(rows, 1, columns, 0);                                               \
            check_block_##bits(rows, 0, columns, 0);                                               \
            check_block_##bits(rows, columns, columns, -1);                                        \
            check_block_##bits(rows, -columns, columns, 1);                                        \
        }                                                                                          \
        check_gather_##bits();                                                                     \
        check_rows_##bits();                                                                       \
    }
#include "strips.def"
/* ---- all rows, on all instruction sets ------------------------------------------------------- */

static void test_every_strip(void **state) {
    (void)state;
    for (int index = 0; strips_at(index) != NULL; index++) {
        strips = strips_at(index);
        print_message("  %s\n", strips_name(index));
#define SDYRT_REDUCE(op, t)             test_reduce_##op##_##t(), test_fold_##op##_##t();
#define SDYRT_REDUCE_NARROW(op, s)      test_reduce_##op##_##s();
#define SDYRT_FOLD_NARROW(op, s)        test_fold_##op##_##s();
#define SDYRT_REDUCE_ROWS(op, t)        test_reduce_rows_##op##_##t();
#define SDYRT_REDUCE_ROWS_NARROW(op, s) test_reduce_rows_##op##_##s();
#define SDYRT_PLACE(op, t)              test_place_##op##_##t();
#define SDYRT_DOT(t)                    test_dot_##t();
#define SDYRT_MOVE(bits)                test_move_##bits();
#include "strips.def"
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_strip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
