/* Values on the command line: reading, printing, comparing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rt_test.h"
#include "value.h"

static struct sdyrt_value wanted(const char *element, int rank, int64_t rows, int64_t columns) {
    return (struct sdyrt_value){.element = element, .rank = rank, .dims = {rows, columns}};
}

static struct sdyrt_value read_value(const char *text, const char *element, int rank, int64_t rows,
                                     int64_t columns) {
    struct sdyrt_npy_error error;
    struct sdyrt_value expected = wanted(element, rank, rows, columns), value;
    if (!sdyrt_value_read(text, &expected, &value, &error)) {
        fail_msg("%s: %s", text, error.text);
    }
    return value;
}

static char *printed(const struct sdyrt_value *value) {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    sdyrt_value_print(stream, value);
    fclose(stream);
    return text;
}

static void check_print(const char *text, const char *element, int rank, int64_t rows,
                        int64_t columns, const char *expected) {
    struct sdyrt_value value = read_value(text, element, rank, rows, columns);
    char *got = printed(&value);
    assert_string_equal(got, expected);
    free(got);
    sdyrt_value_free(&value);
}

static void test_reads_and_prints_every_type(void **state) {
    (void)state;
    check_print("2x3xf32=1 2 3 4 5 6.5", "f32", 2, 2, 3, "2x3xf32=[1 2 3][4 5 6.5]\n");
    check_print("2x2xf64=[[1, 2], [3, 4]]", "f64", 2, 2, 2, "2x2xf64=[1 2][3 4]\n");
    check_print("3xbf16=1.5", "bf16", 1, 3, 0, "3xbf16=1.5 1.5 1.5\n");
    check_print("f16=-0.25", "f16", 0, 0, 0, "f16=-0.25\n");
    check_print("2xf8E4M3FN=448 1", "f8E4M3FN", 1, 2, 0, "2xf8E4M3FN=448 1\n");
    check_print("2xf8E5M2=inf nan", "f8E5M2", 1, 2, 0, "2xf8E5M2=inf nan\n");
    check_print("3xi1=true false 1", "i1", 1, 3, 0, "3xi1=1 0 1\n");
    check_print("2xi4=-8 7", "i4", 1, 2, 0, "2xi4=-8 7\n");
    check_print("2xui64=18446744073709551615 0x10", "ui64", 1, 2, 0,
                "2xui64=18446744073709551615 16\n");
    check_print("2xi64=-9223372036854775808 1", "i64", 1, 2, 0, "2xi64=-9223372036854775808 1\n");
    check_print("2xcomplex<f32>=(1,2) (3,-4)", "complex<f32>", 1, 2, 0,
                "2xcomplex<f32>=(1,2) (3,-4)\n");
    check_print("2xcomplex<f32>=(1,2)", "complex<f32>", 1, 2, 0, "2xcomplex<f32>=(1,2) (1,2)\n");
    check_print("0x3xf32=", "f32", 2, 0, 3, "0x3xf32=\n");
}

static void check_refused(const char *text, const char *element, const char *why) {
    struct sdyrt_npy_error error;
    struct sdyrt_value expected = wanted(element, 1, 3, 0), value;
    assert_false(sdyrt_value_read(text, &expected, &value, &error));
    if (!strstr(error.text, why)) {
        fail_msg("%s: '%s' does not say '%s'", text, error.text, why);
    }
}

static void test_refuses_what_is_wrong(void **state) {
    (void)state;
    check_refused("3xf32", "f32", "is no value");
    check_refused("4xf32=1", "f32", "4xf32, but 3xf32 is needed");
    check_refused("3xi32=1", "f32", "3xi32, but 3xf32 is needed");
    check_refused("3xq32=1", "f32", "'q32' is no element type");
    check_refused("3xf32=1 2", "f32", "2 numbers for 3xf32, which has 3");
    check_refused("3xf32=1 2 3 4", "f32", "4 numbers for 3xf32, which has 3");
    check_refused("3xf32=", "f32", "0 numbers");
    check_refused("3xf32=1 2 x", "f32", "'x' is no f32");
    check_refused("3xi8=128", "i8", "128 does not fit in i8");
    check_refused("3xi4=8", "i4", "8 does not fit in i4");
    check_refused("3xui4=16", "ui4", "16 does not fit in ui4");
    check_refused("3xui8=-1", "ui8", "-1 does not fit in ui8");
    check_refused("3xi64=99999999999999999999", "i64", "does not fit in i64");
    check_refused("3xi1=2", "i1", "'2' is no i1");
    check_refused("3xf32=random:", "f32", "is no seed");
    check_refused("3xf32=random:-1", "f32", "is no seed");
    check_refused("@/nowhere.npy", "f32", "/nowhere.npy");
}

static void test_random_is_the_same_everywhere(void **state) {
    (void)state;
    struct sdyrt_value value = read_value("2x512xf32=random:1", "f32", 2, 2, 512);
    const float *data = value.data;
    float least = 1, most = -1;
    for (int i = 0; i < 1024; i++) {
        least = fminf(least, data[i]);
        most = fmaxf(most, data[i]);
    }
    assert_true(least >= -1 && least < -0.9f && most < 1 && most > 0.9f);
    /* As the header defines it, written out. */
    uint64_t bits = UINT64_C(0x9e3779b97f4a7c15) + 1;
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    bits ^= bits >> 31;
    assert_true(data[0] == (float)(((double)(bits >> 40) - 8388608.0) / 8388608.0));
    sdyrt_value_free(&value);
}

static void test_compares_with_tolerance(void **state) {
    (void)state;
    struct sdyrt_npy_error error;
    struct sdyrt_value a = read_value("3xf32=1 2 nan", "f32", 1, 3, 0);
    struct sdyrt_value b = read_value("3xf32=1 2.001 nan", "f32", 1, 3, 0);
    assert_true(sdyrt_value_compare(&a, &b, (struct sdyrt_tolerance){0, 1e-3}, &error));
    assert_false(sdyrt_value_compare(&a, &b, (struct sdyrt_tolerance){-1, -1}, &error));
    assert_string_equal(error.text, "1 of 3 elements differ, first at [1]: 2, expected 2.00099993");
    sdyrt_value_free(&a);
    sdyrt_value_free(&b);
}

/* A value that nobody has read may name any type. */
static void test_knows_no_other_types(void **state) {
    (void)state;
    struct sdyrt_npy_error error;
    float data[3] = {0};
    struct sdyrt_value value = wanted("q32", 1, 3, 0);
    value.data = data;
    assert_false(sdyrt_value_compare(&value, &value, (struct sdyrt_tolerance){0, 0}, &error));
    assert_string_equal(error.text, "values of type q32 cannot be compared");
    assert_int_equal(sdyrt_value_part(&value, 1).rank, 0);
    char text[64] = "";
    FILE *stream = fmemopen(text, sizeof text, "w");
    assert_non_null(stream);
    sdyrt_value_print(stream, &value);
    fclose(stream);
    assert_string_equal(text, "3xq32=\n");
}

static void test_files_keep_bits(void **state) {
    (void)state;
    struct sdyrt_npy_error error;
    char path[] = "/tmp/sdyrt_value_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    struct sdyrt_value value = read_value("3xbf16=1 -2 3.5", "bf16", 1, 3, 0);
    assert_true(sdyrt_value_write(path, &value, &error));
    char text[64];
    snprintf(text, sizeof text, "@%s", path);
    struct sdyrt_value again = read_value(text, "bf16", 1, 3, 0);
    assert_memory_equal(again.data, value.data, 6);
    sdyrt_value_free(&again);
    check_refused(text, "f32", "needed");
    sdyrt_value_free(&value);
    remove(path);
}

/* Two numbers of 4 bits in a byte, and back, with their signs. */
static void check_packed(const char *text, const char *element, const unsigned char *packed) {
    const int64_t strides[] = {4, 1};
    struct sdyrt_value value = read_value(text, element, 2, 2, 4);
    char *before = printed(&value);
    assert_false(sdyrt_value_is_row_major(2, value.dims, strides, -2));
    assert_int_equal(sdyrt_value_bytes(&value), 8);
    assert_true(sdyrt_value_rearrange(&value, strides, -2, 4, 0));
    assert_memory_equal(value.data, packed, 4);
    assert_true(sdyrt_value_rearrange(&value, strides, -2, 4, 1));
    char *after = printed(&value);
    assert_string_equal(after, before);
    free(before);
    free(after);
    sdyrt_value_free(&value);
}

static void test_packs_numbers_of_4_bits(void **state) {
    (void)state;
    check_packed("2x4xi4=-8 7 -1 0 1 2 3 -4", "i4",
                 (const unsigned char[]){0x78, 0x0f, 0x21, 0xc3});
    check_packed("2x4xui4=8 7 15 0 1 2 3 12", "ui4",
                 (const unsigned char[]){0x78, 0x0f, 0x21, 0xc3});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_and_prints_every_type),
        cmocka_unit_test(test_refuses_what_is_wrong),
        cmocka_unit_test(test_random_is_the_same_everywhere),
        cmocka_unit_test(test_compares_with_tolerance),
        cmocka_unit_test(test_knows_no_other_types),
        cmocka_unit_test(test_files_keep_bits),
        cmocka_unit_test(test_packs_numbers_of_4_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
