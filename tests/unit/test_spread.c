/* Numbers of devices as trees of digits (src/verify/relations/forms/spread.c), and boxes of
 * devices, against tables, on meshes of several shapes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "verify/relations/rules/boxes.h"

enum { MOST_DEVICES = 512, KINDS = 7, ROUNDS = 60 };

static const struct {
    int64_t devices;
    uint32_t axes;
    int64_t axis[3];
} meshes[] = {{1, 0, {0}},          {2, 1, {2}},        {7, 1, {7}},        {8, 2, {2, 4}},
              {12, 2, {3, 4}},      {12, 2, {4, 3}},    {30, 3, {5, 3, 2}}, {64, 1, {64}},
              {96, 3, {2, 16, 3}},  {97, 0, {0}},       {128, 1, {3}},      {256, 2, {16, 16}},
              {512, 3, {8, 32, 2}}, {500, 2, {25, 20}}, {343, 1, {7}}};

static struct prover prover;
static uint64_t seed = 17;

static int64_t dice(int64_t most) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((seed >> 33) % (uint64_t)most);
}

static void open_prover(size_t mesh) {
    prover = (struct prover){.kept = arena_new(), .memory = UINT64_MAX};
    prover.arena = prover.kept;
    prover_digits(&prover, meshes[mesh].devices, meshes[mesh].axes, meshes[mesh].axis);
}

static void close_prover(void) {
    memory_free(prover.spreads.entries);
    memory_free(prover.mixes.entries);
    arena_free(prover.kept);
}

/* By digits, by places, with one entry that is another, or anything. */
static void make_table(int64_t *table) {
    int64_t n = prover.devices, by = 1 + dice(n), times = dice(9) - 4, turn = dice(n);
    int kind = (int)dice(KINDS), once = dice(4) == 0;
    for (int64_t d = 0; d < n; d++) {
        int64_t turned = (d + turn) % n;
        const int64_t of[KINDS] = {times * d,       times * (d / by),          times * (d % by),
                                   times * turned,  d < turn ? -times : times, dice(2),
                                   dice(1000) - 500};
        table[d] = of[kind] + 3;
    }
    table[dice(n)] += once;
}

static void make_permutation(int64_t *table) {
    int64_t n = prover.devices, kind = dice(3), by = 1 + dice(n);
    for (int64_t d = 0; d < n; d++) {
        table[d] = kind == 0 ? (d + by) % n : d;
    }
    for (int64_t d = 0; kind == 1 && n % by == 0 && d < n; d++) {
        table[d] = d % by * (n / by) + d / by;
    }
    for (int64_t d = n; kind == 2 && d-- > 1;) {
        int64_t other = dice(d + 1), one = table[d];
        table[d] = table[other];
        table[other] = one;
    }
}

static void assert_table(struct device_number number, const int64_t *table) {
    int64_t filled[MOST_DEVICES];
    number_fill(&prover, number, filled);
    for (int64_t d = 0; d < prover.devices; d++) {
        assert_int_equal(filled[d], table[d]);
        assert_int_equal(number.constant + spread_at(number.spread, d), table[d]);
    }
    struct device_number again = number_of_table(&prover, table);
    assert_int_equal(again.constant, number.constant);
    assert_ptr_equal(again.spread, number.spread); /* equal exactly when the pointers are */
}

static void assert_bounds(const struct spread *spread) {
    int64_t least = 0, most = 0;
    for (int64_t d = 0; spread && d < prover.devices; d++) {
        int64_t at = spread_at(spread, d);
        least = at < least ? at : least;
        most = at > most ? at : most;
        assert_int_equal(at % spread->common, 0);
    }
    assert_int_equal(least, spread ? spread->least : 0);
    assert_int_equal(most, spread ? spread->most : 0);
}

static void tables_and_what_is_made_of_them(void **state) {
    (void)state;
    int64_t a[MOST_DEVICES], b[MOST_DEVICES], c[MOST_DEVICES];
    for (size_t mesh = 0; mesh < sizeof meshes / sizeof *meshes; mesh++) {
        open_prover(mesh);
        for (int round = 0; round < ROUNDS; round++) {
            int64_t n = prover.devices, x = dice(7) - 3, y = dice(7) - 3, by = 1 + dice(40);
            make_table(a);
            make_table(b);
            struct device_number one = number_of_table(&prover, a);
            struct device_number other = number_of_table(&prover, b);
            assert_table(one, a);
            assert_bounds(one.spread);
            for (int64_t d = 0; d < n; d++) {
                c[d] = x * a[d] + y * b[d];
            }
            assert_table(
                (struct device_number){x * one.constant + y * other.constant,
                                       spread_mix(&prover, one.spread, x, other.spread, y)},
                c);
            for (int64_t d = 0; d < n; d++) {
                c[d] = divide_down(a[d], by);
            }
            assert_table(number_floor(&prover, one, by), c);
            for (int64_t d = 0; d < n; d++) {
                c[d] *= by;
            }
            assert_table(number_multiple(&prover, one, by), c);
            make_permutation(b);
            other = number_of_table(&prover, b);
            for (int64_t d = 0; d < n; d++) {
                c[d] = a[b[d]];
            }
            struct device_number moved = spread_through(&prover, one.spread, other);
            moved.constant += one.constant;
            assert_table(moved, c);
        }
        close_prover();
    }
}

/* The second number, but 1 where the first is above a number. */
static int map_above(const void *data, const struct number_bounds *bounds, int64_t *constant) {
    int64_t above = *(const int64_t *)data;
    *constant = 1;
    return bounds[0].most <= above ? 1 : bounds[0].least > above ? MAP_CONSTANT : MAP_LATER;
}

static bool is_below(const void *data, const struct number_bounds *bounds) {
    return bounds[0].most + bounds[1].most < *(const int64_t *)data;
}

static void asked_of_each_device(void **state) {
    (void)state;
    int64_t a[MOST_DEVICES], b[MOST_DEVICES], c[MOST_DEVICES];
    for (size_t mesh = 0; mesh < sizeof meshes / sizeof *meshes; mesh++) {
        open_prover(mesh);
        for (int round = 0; round < ROUNDS; round++) {
            int64_t most = INT64_MIN, above = dice(20) - 5;
            make_table(a);
            make_table(b);
            const struct device_number numbers[2] = {number_of_table(&prover, a),
                                                     number_of_table(&prover, b)};
            for (int64_t d = 0; d < prover.devices; d++) {
                c[d] = a[d] > above ? 1 : b[d];
                most = a[d] + b[d] > most ? a[d] + b[d] : most;
            }
            assert_table(numbers_map(&prover, 2, numbers, map_above, &above), c);
            for (int64_t end = most - 1; end < most + 3; end++) {
                assert_int_equal(numbers_all(&prover, 2, numbers, is_below, &end), most < end);
            }
        }
        close_prover();
    }
}

/* --- boxes ------------------------------------------------------------------------------------ */

static const int64_t *tables[3];
static uint32_t table_count;

/* Whether a device has these numbers; all that have them are marked. */
static bool mark(const int64_t *numbers, bool *marks) {
    bool any = false;
    for (int64_t d = 0; d < prover.devices; d++) {
        bool same = true;
        for (uint32_t i = 0; i < table_count; i++) {
            same = same && tables[i][d] - tables[i][0] == numbers[i];
        }
        marks[d] = marks[d] || same;
        any = any || same;
    }
    return any;
}

static void mark_box(const struct box *box, bool *marks) {
    int64_t count = 1;
    for (uint32_t k = 0; k < box->rank; k++) {
        assert_true(box->size[k] > 1);
        count *= box->size[k];
    }
    assert_true(count <= prover.devices);
    for (int64_t place = 0; place < count; place++) {
        int64_t numbers[3], left = place;
        for (uint32_t i = 0; i < table_count; i++) {
            numbers[i] = box->first[i];
        }
        for (uint32_t k = 0; k < box->rank; k++, left /= box->size[k - 1]) {
            for (uint32_t i = 0; i < table_count; i++) {
                numbers[i] += left % box->size[k] * box->step[k][i];
            }
        }
        assert_true(mark(numbers, marks));
    }
}

static void boxes_have_all_devices(void **state) {
    (void)state;
    int64_t a[3][MOST_DEVICES];
    for (size_t mesh = 0; mesh < sizeof meshes / sizeof *meshes; mesh++) {
        open_prover(mesh);
        for (int round = 0; round < ROUNDS / 3; round++) {
            const struct spread *spreads[3];
            table_count = 1 + (uint32_t)dice(3);
            for (uint32_t i = 0; i < table_count; i++) {
                make_table(a[i]);
                tables[i] = a[i];
                spreads[i] = number_of_table(&prover, a[i]).spread;
            }
            bool marks[MOST_DEVICES] = {false};
            struct boxes boxes = boxes_of_spreads(&prover, prover.arena, table_count, spreads);
            for (size_t i = 0; i < boxes.count; i++) {
                mark_box(&boxes.items[i], marks);
            }
            for (int64_t d = 0; d < prover.devices; d++) {
                assert_true(marks[d]);
            }
            assert_true((int64_t)boxes.count <= prover.devices);
        }
        close_prover();
    }
}

/* However many devices there are, a roll along them is two boxes, and a row of each axis one. */
static void rolls_are_two_boxes(void **state) {
    (void)state;
    int64_t a[MOST_DEVICES];
    for (size_t mesh = 1; mesh < sizeof meshes / sizeof *meshes; mesh++) {
        open_prover(mesh);
        for (int64_t turn = 0; turn < 3 && turn < prover.devices; turn++) {
            for (int64_t d = 0; d < prover.devices; d++) {
                a[d] = 2 * ((d + turn) % prover.devices);
            }
            const struct spread *spread = number_of_table(&prover, a).spread;
            struct boxes boxes = boxes_of_spreads(&prover, prover.arena, 1, &spread);
            assert_true(boxes.count <= (turn == 0 ? 1 : turn == 1 ? 2 : 3));
        }
        close_prover();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_and_what_is_made_of_them), cmocka_unit_test(asked_of_each_device),
        cmocka_unit_test(boxes_have_all_devices), cmocka_unit_test(rolls_are_two_boxes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
