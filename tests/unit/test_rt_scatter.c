/* Updates at computed places against plain loops: every type and operation, places that meet,
   values that are left out. */
#include "rt_test.h"
#include "scatter_plan.h"

#include "scalar.h"

enum { PLACES = 37, UPDATES = 1000 };

static const unsigned char sizes[SDYRT_SCATTER_TYPES] = {1, 2, 4, 8, 1, 2,  4,  8,
                                                         4, 8, 2, 2, 8, 16, 16, 8};

static uint64_t seed = 7;

/* By the plan for this processor. */
static void scatter(struct sdyrt_scatter what, void *memory, const void *offset,
                    const uint8_t *keep, const void *values, int64_t count) {
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(sdyrt_cpu_set());
    const struct sdyrt_scatter_plan plan = sdyrt_scatter_choose(&what, &class);
    sdyrt_scatter(&what, &plan, memory, offset, keep, values, count);
}

static bool is_half(int type) {
    return type == SDYRT_SCATTER_BF16 || type == SDYRT_SCATTER_F16;
}

static bool is_complex(int type) {
    return type == SDYRT_SCATTER_C64 || type == SDYRT_SCATTER_C128;
}

/* Of complex numbers. */
static int type_of_parts(int type) {
    return type == SDYRT_SCATTER_C64 ? SDYRT_SCATTER_F32 : SDYRT_SCATTER_F64;
}

/* Small numbers, of which all sums are exact; the imaginary part of a complex one is minus the real
 * part. */
static void set(int type, void *to, int64_t value) {
    float single = (float)value;
    double wide = (double)value;
    if (is_complex(type)) {
        int part = type_of_parts(type);
        set(part, to, value);
        set(part, (char *)to + sizes[part], -value);
        return;
    }
    uint16_t half =
        type == SDYRT_SCATTER_BF16 ? sdyrt_convert_f32_bf16(single) : sdyrt_convert_f32_f16(single);
    const void *from = &value;
    bool is_wide = type == SDYRT_SCATTER_F64 || type == SDYRT_SCATTER_F64_OF_F32;
    from = type == SDYRT_SCATTER_F32 ? &single : is_wide ? &wide : from;
    memcpy(to, is_half(type) ? &half : from, sizes[type] < 8 ? sizes[type] : 8);
}

static int64_t get(int type, const void *from) {
    float single;
    double wide;
    uint16_t half;
    uint64_t bits = 0;
    if (is_complex(type)) {
        int part = type_of_parts(type);
        assert_int_equal(get(part, (const char *)from + sizes[part]), -get(part, from));
        return get(part, from);
    }
    memcpy(&half, from, sizeof half < sizes[type] ? sizeof half : sizes[type]);
    if (type == SDYRT_SCATTER_F32) {
        memcpy(&single, from, sizeof single);
        return (int64_t)single;
    }
    if (type == SDYRT_SCATTER_F64 || type == SDYRT_SCATTER_F64_OF_F32) {
        memcpy(&wide, from, sizeof wide);
        return (int64_t)wide;
    }
    if (is_half(type)) {
        return (int64_t)(type == SDYRT_SCATTER_BF16 ? sdyrt_convert_bf16_f32(half)
                                                    : sdyrt_convert_f16_f32(half));
    }
    memcpy(&bits, from, sizes[type] < 8 ? sizes[type] : 8);
    int unused = 64 - 8 * (sizes[type] < 8 ? sizes[type] : 8);
    return type <= SDYRT_SCATTER_I64 ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

static int64_t updated(int op, int64_t old, int64_t value) {
    switch (op) {
    case SDYRT_SCATTER_ADD:
        return old + value;
    case SDYRT_SCATTER_MUL:
        return old * value;
    case SDYRT_SCATTER_MAX:
        return old > value ? old : value;
    case SDYRT_SCATTER_MIN:
        return old < value ? old : value;
    default:
        return value;
    }
}

/* The type that updates have: 16-bit floats are computed with in 32 bits. */
static int type_of_values(int op, int type) {
    if (type == SDYRT_SCATTER_F64_OF_F32) {
        return SDYRT_SCATTER_F32;
    }
    return is_half(type) && op != SDYRT_SCATTER_SET ? SDYRT_SCATTER_F32 : type;
}

static int64_t random_value(int op) {
    return op == SDYRT_SCATTER_MUL ? 1 : (int64_t)(test_random(&seed) % 4);
}

/* Writes 1, 2, 3, 1, ... to `count` elements of `memory`, and what they are to `want`. */
static void fill(int type, char *memory, int64_t *want, int count) {
    for (int i = 0; i < count; i++) {
        want[i] = i % 3 + 1;
        set(type, memory + i * sizes[type], want[i]);
    }
}

static void check_elements(int type, const char *memory, const int64_t *want, int count) {
    for (int i = 0; i < count; i++) {
        assert_int_equal(get(type, memory + i * sizes[type]), want[i]);
    }
}

/* Complex numbers are only added, and so is what has fewer digits than its sums. */
static bool updates(int op, int type) {
    return type != SDYRT_SCATTER_BITS_128 &&
           (op == SDYRT_SCATTER_ADD || (!is_complex(type) && type != SDYRT_SCATTER_F64_OF_F32));
}

static void check(int op, int type, int wide, bool all) {
    static char memory[PLACES * 16], values[UPDATES * 16];
    int32_t offset[UPDATES];
    int64_t wide_offset[UPDATES], want[PLACES];
    uint8_t keep[UPDATES];
    memset(memory, 0, sizeof memory);
    memset(values, 0, sizeof values);
    int given = type_of_values(op, type);
    if (op != SDYRT_SCATTER_SET && !updates(op, type)) {
        return;
    }
    fill(type, memory, want, PLACES);
    for (int i = 0; i < UPDATES; i++) {
        offset[i] = (int32_t)(test_random(&seed) % PLACES);
        wide_offset[i] = offset[i];
        keep[i] = test_random(&seed) % 4 != 0;
        int64_t value = random_value(op);
        set(given, values + i * sizes[given], value);
        if (all || keep[i]) {
            want[offset[i]] = updated(op, want[offset[i]], value);
        }
    }
    const void *places = wide ? (const void *)wide_offset : (const void *)offset;
    scatter((struct sdyrt_scatter){op, type, wide, 0}, memory, places, all ? NULL : keep, values,
            UPDATES);
    check_elements(type, memory, want, PLACES);
}

static void test_all(void **state) {
    (void)state;
    for (int how = 0; how < 4; how++) {
        for (int op = SDYRT_SCATTER_ADD; op <= SDYRT_SCATTER_MIN; op++) {
            for (int type = 0; type < SDYRT_SCATTER_TYPES; type++) {
                check(op, type, how & 1, how & 2);
            }
        }
        for (int type = SDYRT_SCATTER_U8; type <= SDYRT_SCATTER_U64; type++) {
            check(SDYRT_SCATTER_SET, type, how & 1, how & 2);
        }
        check(SDYRT_SCATTER_SET, SDYRT_SCATTER_BITS_128, how & 1, how & 2);
    }
}

/* ---- rows ---- */

enum { ROWS = 300, MOST_COLUMNS = 70, ROW_PLACES = 11 };

/* Rows of `columns` that lie `columns` + 1 apart, often several for one place in turn. */
static void check_rows(int op, int type, int columns, int wide, bool all) {
    static char memory[ROW_PLACES * (MOST_COLUMNS + 1) * 16], values[ROWS * MOST_COLUMNS * 16];
    static int64_t want[ROW_PLACES * (MOST_COLUMNS + 1)];
    int32_t offset[ROWS], count = ROW_PLACES * (columns + 1);
    int64_t wide_offset[ROWS];
    uint8_t keep[ROWS];
    memset(memory, 0, sizeof memory);
    memset(values, 0, sizeof values);
    int given = type_of_values(op, type);
    if (op != SDYRT_SCATTER_SET && !updates(op, type)) {
        return;
    }
    fill(type, memory, want, count);
    for (int r = 0; r < ROWS; r++) {
        bool again = r > 0 && test_random(&seed) % 2 == 0;
        int32_t other = (int32_t)(test_random(&seed) % ROW_PLACES) * (columns + 1);
        offset[r] = again ? offset[r - 1] : other;
        wide_offset[r] = offset[r];
        keep[r] = test_random(&seed) % 4 != 0;
        for (int c = 0; c < columns; c++) {
            int64_t value = random_value(op);
            int64_t *place = &want[offset[r] + c];
            set(given, values + (r * columns + c) * sizes[given], value);
            *place = all || keep[r] ? updated(op, *place, value) : *place;
        }
    }
    for (int r = 0; r < ROWS && !all; r++) { /* what goes nowhere may be anywhere */
        offset[r] = keep[r] ? offset[r] : INT32_MAX;
        wide_offset[r] = keep[r] ? wide_offset[r] : INT64_MAX;
    }
    const void *places = wide ? (const void *)wide_offset : (const void *)offset;
    scatter((struct sdyrt_scatter){op, type, wide, columns}, memory, places, all ? NULL : keep,
            values, ROWS);
    check_elements(type, memory, want, count);
}

static void test_rows(void **state) {
    (void)state;
    static const int columns[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 70};
    for (unsigned i = 0; i < 4 * sizeof columns / sizeof columns[0]; i++) {
        for (int op = SDYRT_SCATTER_ADD; op <= SDYRT_SCATTER_MIN; op++) {
            for (int type = 0; type < SDYRT_SCATTER_TYPES; type++) {
                check_rows(op, type, columns[i / 4], i & 1, i & 2);
            }
        }
        for (int type = SDYRT_SCATTER_U8; type <= SDYRT_SCATTER_U64; type++) {
            check_rows(SDYRT_SCATTER_SET, type, columns[i / 4], i & 1, i & 2);
        }
        check_rows(SDYRT_SCATTER_SET, SDYRT_SCATTER_BITS_128, columns[i / 4], i & 1, i & 2);
    }
}

/* Of signed zeros, infinities and what is no number, with the bits of the scalar functions. */
#define SPECIAL(t, T, TYPE)                                                                        \
    static void extremes_##t(void **state) {                                                       \
        (void)state;                                                                               \
        const T some[] = {                                                                         \
            0, -0.0f, 1, -1, -2.5f, INFINITY, -INFINITY, NAN, -NAN, 1e-40f, -1e-40f};              \
        enum { COUNT = sizeof some / sizeof some[0] };                                             \
        for (int i = 0; i < COUNT * COUNT; i++) {                                                  \
            const int32_t at = 0;                                                                  \
            T value = some[i % COUNT], most = some[i / COUNT], least = most;                       \
            T row[3] = {1, most, 2}, given[3] = {2, value, 1};                                     \
            T wanted_most = sdyrt_max_##t(most, value),                                            \
              wanted_least = sdyrt_min_##t(least, value);                                          \
            scatter((struct sdyrt_scatter){SDYRT_SCATTER_MAX, TYPE, 0, 0}, &most, &at, NULL,       \
                    &value, 1);                                                                    \
            scatter((struct sdyrt_scatter){SDYRT_SCATTER_MIN, TYPE, 0, 0}, &least, &at, NULL,      \
                    &value, 1);                                                                    \
            assert_memory_equal(&most, &wanted_most, sizeof most);                                 \
            assert_memory_equal(&least, &wanted_least, sizeof least);                              \
            scatter((struct sdyrt_scatter){SDYRT_SCATTER_MAX, TYPE, 0, 3}, row, &at, NULL, given,  \
                    1);                                                                            \
            assert_memory_equal(&row[1], &wanted_most, sizeof most);                               \
            row[1] = some[i / COUNT];                                                              \
            scatter((struct sdyrt_scatter){SDYRT_SCATTER_MIN, TYPE, 0, 3}, row, &at, NULL, given,  \
                    1);                                                                            \
            assert_memory_equal(&row[1], &wanted_least, sizeof least);                             \
        }                                                                                          \
    }
SPECIAL(f32, float, SDYRT_SCATTER_F32)
SPECIAL(f64, double, SDYRT_SCATTER_F64)

/* ---- f16 of all bits ---- */

static float half_updated(int op, float old, float value) {
    switch (op) {
    case SDYRT_SCATTER_ADD:
        return sdyrt_add_f32(old, value);
    case SDYRT_SCATTER_MUL:
        return sdyrt_mul_f32(old, value);
    case SDYRT_SCATTER_MAX:
        return sdyrt_max_f32(old, value);
    default:
        return sdyrt_min_f32(old, value);
    }
}

/* What is no number may have other bits. */
static void check_half(uint16_t got, uint16_t want) {
    bool is_nan = (want & 0x7fff) > 0x7c00;
    assert_true(is_nan ? (got & 0x7fff) > 0x7c00 : got == want);
}

/* Elements, and three rows for the same place: each sum is rounded before the next. */
static void halves(void **state) {
    (void)state;
    enum { COUNT = 3 * MOST_COLUMNS };
    for (int i = 0; i < 400; i++) {
        uint16_t elements[COUNT], row[MOST_COLUMNS], want[COUNT];
        float values[COUNT];
        int32_t offset[COUNT], same[3] = {0, 0, 0};
        int op = SDYRT_SCATTER_ADD + i % 4, columns = MOST_COLUMNS - i % 20;
        for (int k = 0; k < COUNT; k++) {
            offset[k] = k;
            want[k] = elements[k] = (uint16_t)test_random(&seed);
            values[k] = sdyrt_convert_f16_f32((uint16_t)test_random(&seed));
        }
        memcpy(row, elements, sizeof row);
        scatter((struct sdyrt_scatter){op, SDYRT_SCATTER_F16, 0, 0}, elements, offset, NULL, values,
                COUNT);
        for (int k = 0; k < COUNT; k++) {
            float old = sdyrt_convert_f16_f32(want[k]);
            check_half(elements[k], sdyrt_convert_f32_f16(half_updated(op, old, values[k])));
        }
        scatter((struct sdyrt_scatter){op, SDYRT_SCATTER_F16, 0, columns}, row, same, NULL, values,
                3);
        for (int k = 0; k < 3 * columns; k++) {
            uint16_t *sum = &want[k % columns];
            float old = sdyrt_convert_f16_f32(*sum);
            *sum = sdyrt_convert_f32_f16(half_updated(op, old, values[k]));
        }
        for (int k = 0; k < columns; k++) {
            check_half(row[k], want[k]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all), cmocka_unit_test(test_rows),
                                       cmocka_unit_test(extremes_f32),
                                       cmocka_unit_test(extremes_f64), cmocka_unit_test(halves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
