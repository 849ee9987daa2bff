/* The plugin for JAX, driven from C: a program, and callers that are older or mistaken. */
#include "pjrt_user.h"

static void test_program(void **state) {
    (void)state;
    const int64_t dims[] = {4, 2};
    const float parts[4][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {8}, {16}, {24}}, one = 1;
    struct pjrt_client *client = pjrt_new_client(4);
    struct pjrt_executable *executable = pjrt_compile(client, pjrt_adding);
    struct pjrt_executable *same = pjrt_compile(client, pjrt_adding);
    assert_ptr_equal(executable->compiled, same->compiled); /* compiled once */
    assert_int_equal(executable->devices[0]->id, 3);
    struct pjrt_buffer *a[4], *b[4];
    for (int i = 0; i < 4; i++) {
        a[i] = pjrt_from_host(client, 3 - i, parts[i], 2, dims);
        b[i] = pjrt_from_host(client, 3 - i, &one, 0, NULL);
    }
    float result[8];
    pjrt_run(executable, a, b);
    pjrt_read_eight(a[0], result);
    const char *memory = a[0]->storage->data;
    pjrt_run(executable, a, b);
    pjrt_read_eight(a[0], result);
    assert_ptr_equal(a[0]->storage->data, memory); /* donated, and taken */
    assert_ptr_equal(a[3]->storage, a[0]->storage);
    for (int i = 0; i < 4; i++) {
        pjrt_read_eight(a[i], result);
        assert_true(result[0] == parts[i][0] + 2 && result[7] == parts[i][7] + 2);
        pjrt_destroy(a[i]);
        pjrt_destroy(b[i]);
    }
    executable_destroy(&(struct pjrt_executable_args){.executable = executable});
    executable_destroy(&(struct pjrt_executable_args){.executable = same});
    assert_null(client->programs);
    assert_int_equal(client->in_use, 0);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

/* The functions of the table, in the order of the interface. */
enum {
#define CALL(name, function, arguments, size) AT_##name,
#define MISSING(name)                         AT_##name,
#include "pjrt/api.def"
#undef CALL
#undef MISSING
};
struct table {
    struct pjrt_head head, version_head;
    int major, minor;
    struct pjrt_error *(*functions[])(void *args);
};
const struct table *GetPjrtApi(void);

/* jaxlib 0.6 says that the list of attributes ends before its count. */
static void test_caller_counts_too_few_bytes(void **state) {
    (void)state;
    struct pjrt_attributes_args args = {
        .head.struct_size = offsetof(struct pjrt_attributes_args, count), .count = SIZE_MAX};
    assert_null(GetPjrtApi()->functions[AT_Plugin_Attributes](&args));
    assert_int_equal(args.count, 2);
}

/* Callers of version 0.57 have no peak and no total of the memory, and something else behind. */
static void test_caller_of_an_earlier_version(void **state) {
    (void)state;
    struct pjrt_client *client = pjrt_new_client(4);
    struct pjrt_executable *executable = pjrt_compile(client, pjrt_adding);
    struct pjrt_compiled_memory_args args, before;
    const size_t known = 104;
    memset(&args, 0x55, sizeof args);
    args.head = (struct pjrt_head){.struct_size = known};
    args.executable = executable;
    before = args;
    assert_null(GetPjrtApi()->functions[AT_Executable_GetCompiledMemoryStats](&args));
    assert_memory_not_equal(&args, &before, known);
    assert_memory_equal((char *)&args + known, (char *)&before + known, sizeof args - known);
    executable_destroy(&(struct pjrt_executable_args){.executable = executable});
    client_destroy(&(struct pjrt_client_args){.client = client});
}

static void test_what_is_missing_is_named(void **state) {
    (void)state;
    struct pjrt_none_args args = {.head.struct_size = sizeof args};
    struct pjrt_error *error = GetPjrtApi()->functions[AT_Compile](&args);
    struct pjrt_error_text_args message = {.error = error};
    assert_non_null(error);
    error_message(&message);
    assert_non_null(strstr(message.text, "PJRT_Compile"));
    error_destroy(&(struct pjrt_error_args){.error = error});
}

static void test_error(void **state) {
    (void)state;
    struct pjrt_client *client = pjrt_new_client(1);
    struct pjrt_program program = {.code = "func.func @main() { return 1 }",
                                   .code_size = 30,
                                   .format = "mlir",
                                   .format_size = 4};
    struct pjrt_compile_args args = {.client = client, .program = &program, .options = ""};
    struct pjrt_error *error = client_compile(&args);
    struct pjrt_error_text_args message = {.error = error};
    assert_non_null(error);
    error_message(&message);
    assert_non_null(strstr(message.text, "1:"));
    error_free(error);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

/* The extension for devices of other processes, as jaxlib sees it. */
struct transfers {
    struct pjrt_extension head;
    struct pjrt_error *(*describe)(void *args);
    void (*send_to_memory)(void *args);
    struct pjrt_error *(*receive)(struct pjrt_receive_args *args);
    struct pjrt_error *(*send)(struct pjrt_send_args *args);
};

static const struct transfers *find_transfers(void) {
    struct pjrt_extension *extension = first_extension;
    while (extension && extension->type != PJRT_EXTENSION_TRANSFERS) {
        extension = extension->next;
    }
    return (const struct transfers *)extension;
}

static void expect_invalid(struct pjrt_error *error, const char *why) {
    struct pjrt_error_code_args code = {.error = error};
    assert_non_null(error);
    error_get_code(&code);
    assert_int_equal(code.code, PJRT_INVALID_ARGUMENT);
    assert_non_null(strstr(error_text(error), why));
    error_free(error);
}

/* It is there where the caller has asked for it, and knows the devices of other processes alone. */
static void test_crossings(void **state) {
    (void)state;
    struct pjrt_client *client = pjrt_new_client(2);
    const float data[1] = {1};
    const int64_t dims[] = {1}, *shapes[] = {dims}, keys[] = {0};
    const size_t ranks[] = {1};
    const int own[] = {1}, none[] = {7}, types[] = {PJRT_F32};
    struct pjrt_buffer *buffer = pjrt_from_host(client, 0, data, 1, dims), *got;
    struct pjrt_event *event;
    assert_null(find_transfers());
    sdyc_python_crossings();
    const struct transfers *transfers = find_transfers();
    assert_int_equal(transfers->head.struct_size, sizeof *transfers);
    struct pjrt_send_args send = {.client = client,
                                  .count = 1,
                                  .buffers = &buffer,
                                  .targets = own,
                                  .keys = keys,
                                  .events = &event};
    expect_invalid(transfers->send(&send), "device 1 is not of another process");
    send.targets = none;
    expect_invalid(transfers->send(&send), "device 7 is not of another process");
    struct pjrt_receive_args receive = {.client = client,
                                        .count = 1,
                                        .ranks = ranks,
                                        .dims = shapes,
                                        .types = types,
                                        .device = &client->devices[0],
                                        .sources = own,
                                        .keys = keys,
                                        .buffers = &got};
    expect_invalid(transfers->receive(&receive), "device 1 is not of another process");
    pjrt_destroy(buffer);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

static bool has_bug;
struct op;
struct kernel_builder;
bool __real_emit_pointwise(const struct op *op, struct kernel_builder *builder);
bool __wrap_emit_pointwise(const struct op *op, struct kernel_builder *builder);

bool __wrap_emit_pointwise(const struct op *op, struct kernel_builder *builder) {
    if (has_bug) {
        sdyc_bug("there is no such %s", "thing");
    }
    return __real_emit_pointwise(op, builder);
}

/* An error of our own is one of the program's with its line, and the client goes on. */
static void test_internal_error(void **state) {
    (void)state;
    struct pjrt_client *client = pjrt_new_client(4);
    struct pjrt_executable *executable;
    has_bug = true;
    struct pjrt_error *error = pjrt_try_compile(client, pjrt_adding, &executable);
    has_bug = false;
    struct pjrt_error_text_args message = {.error = error};
    struct pjrt_error_code_args code = {.error = error};
    error_message(&message);
    error_get_code(&code);
    assert_int_equal(code.code, PJRT_INTERNAL);
    assert_ptr_equal(strstr(message.text, "program:8:8: error: internal error: there is no such "),
                     message.text);
    error_free(error);
    assert_null(client->programs);
    executable = pjrt_compile(client, pjrt_adding);
    executable_destroy(&(struct pjrt_executable_args){.executable = executable});
    client_destroy(&(struct pjrt_client_args){.client = client});
}

/* A pointer that was given stays good when the buffer is deleted. */
static void test_pointers(void **state) {
    (void)state;
    const int64_t dims[] = {8};
    const float data[8] = {1, 2, 3};
    struct pjrt_client *client = pjrt_new_client(1);
    struct pjrt_buffer *buffer = pjrt_from_host(client, 0, data, 1, dims);
    struct pjrt_buffer_args args = {.buffer = buffer};
    struct pjrt_buffer_pointer_args pointer = {.buffer = buffer};
    buffer_hold(&args);
    assert_null(buffer_pointer(&pointer));
    buffer_delete(&args);
    buffer_destroy(&args);
    assert_memory_equal(pointer.value, data, sizeof data);
    buffer_let_go(&args);
    assert_int_equal(client->in_use, 0);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_caller_counts_too_few_bytes),
        cmocka_unit_test(test_caller_of_an_earlier_version),
        cmocka_unit_test(test_what_is_missing_is_named),
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_internal_error),
        cmocka_unit_test(test_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
