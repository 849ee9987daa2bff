/* The .npy reader and writer: round trips, every order, and files that must be refused. */
#include "npy.h"
#include "rt_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/sdyrt-npy-XXXXXX";
static char path[64];

static int make_directory(void **state) {
    (void)state;
    if (mkdtemp(directory) == NULL) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/a.npy", directory);
    return 0;
}

static int remove_directory(void **state) {
    (void)state;
    unlink(path);
    return rmdir(directory); /* fails if anything else was left behind */
}

/* Writes a file of the given version, header and data; the header's length may be a lie. */
static void write_file(int version, const char *header, size_t length, const void *data,
                       size_t bytes) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite("\x93NUMPY", 1, 6, file);
    fputc(version, file);
    fputc(0, file);
    for (int i = 0; i < (version == 1 ? 2 : 4); i++) {
        fputc((int)(length >> (8 * i) & 255), file);
    }
    fwrite(header, 1, strlen(header), file);
    fwrite(data, 1, bytes, file);
    fclose(file);
}

/* A file that is mapped holds what it does when it is read. */
static void check_mapped(const struct sdyrt_npy *array, bool as_it_is) {
    struct sdyrt_npy mapped;
    struct sdyrt_npy_error error;
    int64_t bytes = sdyrt_npy_bytes(array);
    assert_true(sdyrt_npy_map(path, 0, &mapped, &error));
    assert_int_equal(sdyrt_npy_bytes(&mapped), bytes);
    assert_int_equal(mapped.mapped > 0, as_it_is);
    assert_memory_equal(mapped.data, array->data, (size_t)bytes);
    sdyrt_npy_free(&mapped);
}

static struct sdyrt_npy read_back(int version, const char *header, const void *data, size_t bytes) {
    struct sdyrt_npy array;
    struct sdyrt_npy_error error;
    write_file(version, header, strlen(header), data, bytes);
    if (!sdyrt_npy_read(path, 0, &array, &error)) {
        fail_msg("%s", error.text);
    }
    bool is_foreign = strstr(header, "True") != NULL || strstr(header, "'>") != NULL;
    check_mapped(&array, !is_foreign && bytes > 0);
    return array;
}

/* The file is refused, with a message that names it and contains `reason`. */
static void check_refused(const char *reason) {
    struct sdyrt_npy array;
    struct sdyrt_npy_error error = {""};
    assert_false(sdyrt_npy_read(path, 1 << 20, &array, &error));
    assert_null(array.data);
    struct sdyrt_npy_error again = {""};
    assert_false(sdyrt_npy_map(path, 1 << 20, &array, &again));
    assert_string_equal(error.text, again.text);
    if (strstr(error.text, reason) == NULL || strstr(error.text, "a.npy: ") == NULL) {
        fail_msg("\"%s\" instead of \"%s\"", error.text, reason);
    }
}

static void check_header_refused(const char *header, const char *reason) {
    static const char zeros[64];
    write_file(1, header, strlen(header), zeros, sizeof zeros);
    check_refused(reason);
}

static void test_round_trip(void **state) {
    (void)state;
    static const struct {
        enum sdyrt_npy_kind kind;
        int bytes;
    } types[] = {
        {SDYRT_NPY_BOOL, 1},    {SDYRT_NPY_INT, 1},      {SDYRT_NPY_INT, 8},   {SDYRT_NPY_UINT, 2},
        {SDYRT_NPY_FLOAT, 2},   {SDYRT_NPY_FLOAT, 4},    {SDYRT_NPY_FLOAT, 8}, {SDYRT_NPY_RAW, 1},
        {SDYRT_NPY_COMPLEX, 8}, {SDYRT_NPY_COMPLEX, 16}, {SDYRT_NPY_RAW, 2},
    };
    char data[16 * 24];
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (char)(i * 7);
    }
    struct sdyrt_npy_error error;
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        for (int rank = 0; rank <= 4; rank++) {
            struct sdyrt_npy array = {types[t].kind, types[t].bytes, rank, {4, 3, 2, 1}, data, 0};
            assert_true(sdyrt_npy_write(path, &array, &error));
            struct sdyrt_npy back;
            assert_true(sdyrt_npy_read(path, 0, &back, &error));
            assert_int_equal(back.kind, array.kind);
            assert_int_equal(back.element_bytes, array.element_bytes);
            assert_int_equal(back.rank, rank);
            assert_memory_equal(back.shape, array.shape, sizeof(int64_t) * (size_t)rank);
            assert_memory_equal(back.data, data, (size_t)sdyrt_npy_bytes(&array));
            assert_int_equal((uintptr_t)back.data % 64, 0);
            sdyrt_npy_free(&back);
        }
    }
}

static void test_empty(void **state) {
    (void)state;
    struct sdyrt_npy_error error;
    struct sdyrt_npy array = {SDYRT_NPY_FLOAT, 4, 2, {0, 7}, NULL, 0}, back;
    assert_true(sdyrt_npy_write(path, &array, &error));
    assert_true(sdyrt_npy_read(path, 0, &back, &error));
    assert_int_equal(sdyrt_npy_elements(&back), 0);
    assert_int_equal(back.shape[1], 7);
    sdyrt_npy_free(&back);
}

static void test_orders(void **state) {
    (void)state;
    const int16_t column_major[6] = {1, 4, 2, 5, 3, 6};
    struct sdyrt_npy array = read_back(
        2, "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }\n", column_major, 12);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(((int16_t *)array.data)[i], i + 1);
    }
    sdyrt_npy_free(&array);
    array = read_back(3, "{\"shape\": (2,), 'fortran_order': False, 'descr': '>u4'}",
                      "\0\0\1\2\0\0\0\7", 8);
    assert_int_equal(((uint32_t *)array.data)[0], 258);
    assert_int_equal(((uint32_t *)array.data)[1], 7);
    sdyrt_npy_free(&array);
    array = read_back(1, "{'descr': '=f4', 'fortran_order': False, 'shape': ()}", "\0\0\200?", 4);
    assert_true(*(float *)array.data == 1.0f);
    sdyrt_npy_free(&array);
    array = read_back(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (1)}", "\1", 1);
    assert_int_equal(array.rank, 1);
    sdyrt_npy_free(&array);
}

#define TAIL "'fortran_order': False, 'shape': (2,), }"

static void test_refused_headers(void **state) {
    (void)state;
    check_header_refused("", "not a dictionary");
    check_header_refused("{", "not a dictionary");
    check_header_refused("[1]", "not a dictionary");
    check_header_refused("{'descr': '<f4', " TAIL " x", "text after");
    check_header_refused("{'descr': '<f16', " TAIL, "'<f16' is not supported");
    check_header_refused("{'descr': '<i3', " TAIL, "not supported");
    check_header_refused("{'descr': '|O', " TAIL, "not supported");
    check_header_refused("{'descr': '<U4', " TAIL, "not supported");
    check_header_refused("{'descr': '', " TAIL, "not supported");
    check_header_refused("{'descr': '<i99999999999999999999', " TAIL, "not supported");
    check_header_refused("{'descr': [('a', '<f4')], " TAIL, "structured");
    check_header_refused("{'descr': '<f4', 'descr': '<f4', " TAIL,
                         "unexpected header entry 'descr'");
    check_header_refused("{'descr': '<f4', 'more': 1, " TAIL, "unexpected header entry 'more'");
    check_header_refused("{" TAIL, "lacks 'descr'");
    check_header_refused("{'descr': '<f4', 'shape': (2,)}", "lacks 'fortran_order'");
    check_header_refused("{'descr': '<f4', 'fortran_order': False}", "lacks 'shape'");
    check_header_refused("{'descr': '<f4', 'fortran_order': Maybe}", "neither True nor False");
    check_header_refused("{'descr': '<f4', 'fortran_order': False, 'shape': 2}", "not a tuple");
    check_header_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (2", "not closed");
    check_header_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}", "not a size");
    check_header_refused(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", "not a size");
    check_header_refused("{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,"
                         "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}",
                         "more than 32");
}

static void test_refused_sizes(void **state) {
    (void)state;
    const char *header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 5)}";
    char zeros[81] = {0};
    write_file(1, header, strlen(header), zeros, 79);
    check_refused("ends after 79 of 80");
    write_file(1, header, strlen(header), zeros, 81);
    check_refused("data after the 80 bytes");
    check_header_refused(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "overflows");
    check_header_refused(
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846976,)}", "overflows");
    check_header_refused("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000,)}",
                         "at most");
    write_file(1, header, 1000, zeros, 80);
    check_refused("within its header");
    write_file(2, header, 0xffffffff, zeros, 80);
    check_refused("too long");
    write_file(4, header, strlen(header), zeros, 80);
    check_refused("version 4.0");
    write_file(1, "", 8, "{'descr\0", 8);
    check_refused("zero byte");
}

/* Every prefix of a good file is refused. */
static void test_truncated(void **state) {
    (void)state;
    int32_t data[3] = {1, 2, 3};
    struct sdyrt_npy array = {SDYRT_NPY_INT, 4, 1, {3}, data, 0};
    struct sdyrt_npy_error error;
    assert_true(sdyrt_npy_write(path, &array, &error));
    for (int bytes = 128 + 11; bytes >= 0; bytes--) {
        assert_int_equal(truncate(path, bytes), 0);
        check_refused(bytes < 8 ? "not a .npy file" : "ends");
    }
}

/* Flips bits of a good file: whatever comes of it, memory stays in bounds. */
static void test_damaged(void **state) {
    (void)state;
    const char *header = "{'descr': '<f4', 'fortran_order': True, 'shape': (4, 5)}";
    uint64_t seed = 1;
    for (int round = 0; round < 3000; round++) {
        char text[64], zeros[80] = {0};
        strcpy(text, header);
        for (int flips = 0; flips < 3; flips++) {
            uint64_t random = test_random(&seed);
            text[random % strlen(header)] = (char)(32 + (random >> 32) % 90);
        }
        struct sdyrt_npy array;
        struct sdyrt_npy_error error;
        write_file(1, text, strlen(text), zeros, sizeof zeros);
        if (sdyrt_npy_read(path, 1 << 20, &array, &error)) {
            sdyrt_npy_free(&array);
        }
    }
}

static void test_paths(void **state) {
    (void)state;
    float one = 1;
    struct sdyrt_npy array = {SDYRT_NPY_FLOAT, 4, 0, {0}, &one, 0};
    struct sdyrt_npy_error error;
    assert_false(sdyrt_npy_write("/nonexistent/a.npy", &array, &error));
    assert_string_equal(error.text, "/nonexistent/a.npy: No such file or directory");
    assert_false(sdyrt_npy_read("/nonexistent/a.npy", 0, &array, &error));
    assert_false(sdyrt_npy_read(directory, 0, &array, &error));
    array = (struct sdyrt_npy){SDYRT_NPY_FLOAT, 4, 0, {0}, &one, 0};
    if (access("/dev/full", W_OK) == 0) {
        assert_false(sdyrt_npy_write("/dev/full", &array, &error));
        assert_string_equal(error.text, "/dev/full: No space left on device");
        struct stat status;
        assert_int_equal(stat("/dev/full", &status), 0);
        assert_true(S_ISCHR(status.st_mode));
    }
    array.element_bytes = 5;
    assert_false(sdyrt_npy_write(path, &array, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_empty),
        cmocka_unit_test(test_orders),        cmocka_unit_test(test_refused_headers),
        cmocka_unit_test(test_refused_sizes), cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_damaged),       cmocka_unit_test(test_paths),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
