/* What the compiler asks about a product: functions of its description alone. */
#include "product_plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void tile(int64_t m, int64_t n, int64_t k, int64_t by_columns, int64_t *tile_m,
                 int64_t *tile_n) {
    const struct sdyrt_product_phase phase = {SDYRT_PRODUCT_F32, 1, m, n, k, by_columns, 0};
    sdyrt_product_tile(&phase, tile_m, tile_n);
}

/* A vector by a matrix by columns is read at once, and makes many tasks; by rows these are long. */
static void few_rows_are_cut_along_columns(void **state) {
    (void)state;
    int64_t m, n;
    tile(1, 32000, 4096, 1, &m, &n);
    assert_true(m == 1 && n == 256);
    tile(1, 32000, 4096, 0, &m, &n);
    assert_true(m == 1 && n >= 1024);
    tile(1, 512, 64, 1, &m, &n);
    assert_true(m == 1 && n >= 256);
}

static void tiles_cover_and_divide(void **state) {
    (void)state;
    int64_t m, n;
    tile(512, 4096, 1024, 0, &m, &n);
    assert_true(m == 512 && n == 256);
    tile(512, 1024, 4096, 0, &m, &n);
    assert_true(m == 256 && n == 128);
    tile(128, 32, 32, 0, &m, &n); /* too small to divide */
    assert_true(m == 128 && n == 32);
    tile(0, 5, 0, 0, &m, &n);
    assert_true(m >= 1 && n >= 1);
}

/* Tiles are cut again for many threads, unless they are small. */
static void tiles_are_cut_into_pieces(void **state) {
    (void)state;
    const struct sdyrt_product_phase large = {SDYRT_PRODUCT_F32, 1, 512, 4096, 1024, 0, 1};
    struct sdyrt_product_pieces pieces = sdyrt_product_cut(&large, 512, 256);
    assert_true(pieces.rows == 128 && pieces.cols == 128);
    assert_true(pieces.down == 4 && pieces.across == 2);
    const struct sdyrt_product_phase vector = {SDYRT_PRODUCT_F32, 1, 1, 32000, 4096, 0, 1};
    pieces = sdyrt_product_cut(&vector, 1, 2048);
    assert_true(pieces.rows == 1 && pieces.cols == 256 && pieces.across == 8);
    const struct sdyrt_product_phase square = {SDYRT_PRODUCT_F32, 1, 512, 512, 1024, 0, 1};
    pieces = sdyrt_product_cut(&square, 128, 128);
    assert_true(pieces.rows == 32 && pieces.cols == 64);
    const struct sdyrt_product_phase few = {SDYRT_PRODUCT_F32, 1, 8, 1000, 2048, 0, 1};
    pieces = sdyrt_product_cut(&few, 8, 512);
    assert_true(pieces.rows == 8 && pieces.cols == 64);
    const struct sdyrt_product_phase small = {SDYRT_PRODUCT_F32, 1, 128, 32, 32, 0, 1};
    pieces = sdyrt_product_cut(&small, 128, 32);
    assert_true(pieces.rows == 128 && pieces.down == 1 && pieces.across == 1);
}

static struct sdyrt_product_plan plan_by(enum sdyrt_product_route route) {
    return (struct sdyrt_product_plan){.route = route};
}

/* What follows in a column is one call; a whole tile is; where a call's shape has to do with the
 * bits only a whole tile is, or whole columns. */
static void pieces_are_joined(void **state) {
    (void)state;
    const struct sdyrt_product_pieces pieces = {10, 20, 3, 2};
    const struct sdyrt_product_plan blocks = plan_by(SDYRT_PRODUCT_BLOCKS);
    const struct sdyrt_product_part tile = {100, 125, 200, 235};
    struct sdyrt_product_part part = tile;
    assert_int_equal(sdyrt_product_join(&pieces, &blocks, 0, 9, &part), 6);
    assert_memory_equal(&part, &tile, sizeof part);
    assert_int_equal(sdyrt_product_join(&pieces, &blocks, 1, 5, &part), 2);
    assert_true(part.row == 110 && part.row_end == 125 && part.col == 200 && part.col_end == 220);
    part = tile;
    assert_int_equal(sdyrt_product_join(&pieces, &blocks, 3, 1, &part), 1);
    assert_true(part.row == 100 && part.row_end == 110 && part.col == 220 && part.col_end == 235);
    part = tile;
    assert_int_equal(sdyrt_product_join(&pieces, &blocks, 0, 5, &part), 3);
    assert_true(part.row == 100 && part.row_end == 125 && part.col == 200 && part.col_end == 220);
    const struct sdyrt_product_plan split = plan_by(SDYRT_PRODUCT_SPLIT);
    part = tile;
    assert_int_equal(sdyrt_product_join(&pieces, &split, 0, 1, &part), 1);
    assert_memory_equal(&part, &tile, sizeof part);
    assert_int_equal(sdyrt_product_join(&pieces, &split, 1, 9, &part), 5);
    assert_true(part.row == part.row_end);
    const struct sdyrt_product_pieces wide = {10, 64, 3, 2};
    const struct sdyrt_product_part wide_tile = {100, 125, 200, 310};
    part = wide_tile;
    assert_int_equal(sdyrt_product_join(&wide, &split, 0, 9, &part), 6);
    assert_memory_equal(&part, &wide_tile, sizeof part);
    part = wide_tile;
    assert_int_equal(sdyrt_product_join(&wide, &split, 0, 2, &part), 2);
    assert_true(part.row == 100 && part.row_end == 125 && part.col == 200 && part.col_end == 264);
    part = wide_tile;
    assert_int_equal(sdyrt_product_join(&wide, &split, 2, 4, &part), 1);
    assert_true(part.row == part.row_end);
    part = wide_tile;
    assert_int_equal(sdyrt_product_join(&wide, &split, 3, 9, &part), 3);
    assert_true(part.row == 100 && part.row_end == 125 && part.col == 264 && part.col_end == 310);
}

static enum sdyrt_product_route route_on(enum sdyrt_set set, struct sdyrt_product product) {
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(set);
    struct sdyrt_product_choice choice;
    sdyrt_product_choose(&product, &class, &choice);
    assert_true(choice.cycles > 0);
    assert_true(choice.next_cycles == 0 || choice.next_cycles >= choice.cycles);
    return (enum sdyrt_product_route)choice.plan.route;
}

static struct sdyrt_product by_rows(int64_t m, int64_t n, int64_t k) {
    return (struct sdyrt_product){SDYRT_PRODUCT_F32, m, n, k, k, 1, n, 1, n, 1, 0, 0, 1, 0, 0, 0};
}

/* A large product goes by blocks, a vector by rows or scalar products, on every processor. */
static void plain_choices(void **state) {
    (void)state;
    for (enum sdyrt_set set = 0; set < SDYRT_SET_AMX; set++) {
        assert_int_equal(route_on(set, by_rows(512, 512, 512)), SDYRT_PRODUCT_BLOCKS);
        assert_int_equal(route_on(set, by_rows(1, 4096, 4096)), SDYRT_PRODUCT_ROWS);
        struct sdyrt_product columns = by_rows(1, 4096, 4096);
        columns.b_row = 1;
        columns.b_col = 4096;
        assert_int_equal(route_on(set, columns), SDYRT_PRODUCT_DOTS);
    }
    assert_int_equal(route_on(SDYRT_SET_AMX, by_rows(512, 512, 512)), SDYRT_PRODUCT_SPLIT);
}

/* What is asked for in order is in that of the panels. */
static void in_order_by_panels(void **state) {
    (void)state;
    for (int64_t m = 1; m < 100; m = 2 * m + 1) {
        for (int64_t n = 1; n < 100; n = 3 * n + 1) {
            struct sdyrt_product product = by_rows(m, n, 300);
            product.in_order = 1;
            for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
                const int route = (int)route_on(set, product);
                assert_true(route == SDYRT_PRODUCT_PANELS || route == SDYRT_PRODUCT_BLOCKS);
            }
        }
    }
}

/* A folder has the code of a route of its own only where panels would take four times as long. */
static void folders_have_what_pays(void **state) {
    (void)state;
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(SDYRT_SET_AVX512);
    int with = 0, without = 0;
    for (int64_t size = 2; size <= 40; size++) {
        struct sdyrt_product product = by_rows(size, size, size);
        struct sdyrt_product_choice choice, folder;
        struct sdyrt_product_plan panels;
        double cycles;
        product.count = 100;
        product.a_step = product.b_step = product.c_step = size * size;
        sdyrt_product_choose(&product, &class, &choice);
        sdyrt_product_choose_for_folder(&product, &class, &folder);
        assert_true(folder.cycles >= choice.cycles);
        assert_int_equal(
            sdyrt_product_plan_by(SDYRT_PRODUCT_PANELS, &product, &class, &panels, &cycles), 1);
        if (sdyrt_product_route_part(folder.plan.route) != NULL) {
            assert_true(4 * folder.cycles < cycles);
            with++;
        } else if (sdyrt_product_route_part(choice.plan.route) != NULL) {
            assert_true(folder.cycles <= 4 * choice.cycles);
            without++;
        }
    }
    assert_true(with > 0 && without > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_cover_and_divide),
        cmocka_unit_test(few_rows_are_cut_along_columns),
        cmocka_unit_test(tiles_are_cut_into_pieces),
        cmocka_unit_test(pieces_are_joined),
        cmocka_unit_test(plain_choices),
        cmocka_unit_test(in_order_by_panels),
        cmocka_unit_test(folders_have_what_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
