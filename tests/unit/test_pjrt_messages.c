/* What the plugin reads of messages, and how it copies between layouts. */
#include "pjrt_user.h"

static void test_options(void **state) {
    (void)state;
    struct proto_writer message = pjrt_four_devices();
    struct compile_options options;
    assert_true(compile_options_read(&options, (char *)message.bytes, message.size));
    assert_int_equal(options.replicas, 1);
    assert_int_equal(options.partitions, 4);
    assert_int_equal(options.assignment[0], 3);
    assert_int_equal(options.assignment[3], 0);
    free(options.assignment);
    for (size_t size = 1; size < message.size; size++) { /* cut short, it is refused or empty */
        if (compile_options_read(&options, (char *)message.bytes, size)) {
            free(options.assignment);
        }
    }
    free(message.bytes);
    assert_true(compile_options_read(&options, "", 0));
    assert_int_equal(options.partitions, 1);
}

/* What is said of an option of XLA's compiler that has this field as its value. */
static void expect_refusal(const char *name, const struct proto_writer *value, const char *why) {
    struct proto_writer entry = {0}, message = {0};
    struct compile_options options;
    proto_write_bytes(&entry, 1, name, strlen(name));
    proto_write_bytes(&entry, 2, value->bytes, value->size);
    proto_write_bytes(&message, 7, entry.bytes, entry.size);
    assert_true(compile_options_read(&options, (char *)message.bytes, message.size));
    assert_string_equal(options.refusal, why);
    free(entry.bytes);
    free(message.bytes);
}

static void expect_text_refused(const char *name, const char *text, const char *why) {
    struct proto_writer value = {0};
    proto_write_bytes(&value, 1, text, strlen(text));
    expect_refusal(name, &value, why);
    free(value.bytes);
}

static void expect_number_refused(const char *name, uint32_t field, int64_t number,
                                  const char *why) {
    struct proto_writer value = {0};
    proto_write_number(&value, field, (uint64_t)number);
    expect_refusal(name, &value, why);
    free(value.bytes);
}

/* Options of XLA's compiler are ignored, but not where XLA would refuse them. */
static void test_overrides(void **state) {
    (void)state;
    enum { BOOL = 2, INT = 3 };
    const char *flag = "xla_embed_ir_in_executable", *level = "xla_backend_optimization_level";
    expect_number_refused(flag, BOOL, 1, "");
    expect_text_refused(flag, "False", "");
    expect_text_refused(flag, "maybe",
                        "While setting option xla_embed_ir_in_executable, 'maybe' is not a valid "
                        "bool value.");
    expect_number_refused(flag, INT, 1,
                          "While setting option xla_embed_ir_in_executable, '1' is not a valid "
                          "bool value.");
    expect_number_refused(level, INT, 3, "");
    expect_text_refused(level, "-3", "");
    expect_text_refused(level, "3x",
                        "While setting option xla_backend_optimization_level, '3x' is not a valid "
                        "int32 value.");
    expect_number_refused(level, INT, INT64_C(1) << 40,
                          "While setting option xla_backend_optimization_level, '1099511627776' "
                          "is not a valid int32 value.");
    expect_text_refused("xla_dump_to", "folder", "");
    expect_number_refused("xla_dump_to", BOOL, 1,
                          "While setting option xla_dump_to, '1' is not a valid string value.");
    expect_text_refused("optimization_level", "O1", "");
    expect_text_refused("xla_no_such", "1", "No such compile option: 'xla_no_such'");
}

/* --- layouts and copies ----------------------------------------------------------------------- */

static void test_orders(void **state) {
    (void)state;
    const int64_t dims[] = {2, 3, 1}, columns[] = {0, 1, 2}, thin[] = {1, 5}, across[] = {0, 1};
    int64_t steps[3], order[3];
    assert_int_equal(row_major_steps(3, dims, 4, steps), 24);
    assert_true(steps[0] == 12 && steps[1] == 4 && steps[2] == 4);
    order_of_steps(3, dims, steps, order);
    assert_true(order[0] == 2 && order[1] == 1 && order[2] == 0);
    assert_int_equal(steps_of_order(3, dims, 4, columns, steps), 24);
    assert_true(steps[0] == 4 && steps[1] == 8 && steps[2] == 24);
    steps_of_order(2, thin, 4, across, steps); /* both steps are equal */
    order_of_steps(2, thin, steps, order);
    assert_true(order[0] == 0 && order[1] == 1);
}

static void test_copies(void **state) {
    (void)state;
    const int16_t from[6] = {0, 1, 2, 3, 4, 5};
    const int64_t dims[] = {3, 2}, rows[] = {4, 2}, columns[] = {2, 6};
    int16_t to[6];
    struct strided_view source = {(char *)(uintptr_t)from, 2, dims, rows, 2};
    struct strided_view target = {(char *)to, 2, dims, columns, 2};
    copy_view(&target, &source);
    const int16_t expected[6] = {0, 2, 4, 1, 3, 5};
    assert_memory_equal(to, expected, sizeof to);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_overrides),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
