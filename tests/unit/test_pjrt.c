/* The plugin for JAX, driven from C. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"
#include "support/support.h"

/* --- messages --------------------------------------------------------------------------------- */

/* CompileOptions for devices 3, 2, 1, 0. */
static struct proto_writer four_devices(void) {
    struct proto_writer assignment = {0}, build = {0}, options = {0};
    for (int64_t partition = 0; partition < 4; partition++) {
        struct proto_writer devices = {0};
        int64_t id = 3 - partition;
        proto_write_packed(&devices, 1, &id, 1);
        proto_write_bytes(&assignment, 3, devices.bytes, devices.size);
        free(devices.bytes);
    }
    proto_write_number(&build, 4, 1);
    proto_write_number(&build, 5, 4);
    proto_write_bytes(&build, 9, assignment.bytes, assignment.size);
    proto_write_bytes(&options, 3, build.bytes, build.size);
    free(assignment.bytes);
    free(build.bytes);
    return options;
}

static void test_options(void **state) {
    (void)state;
    struct proto_writer message = four_devices();
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

/* --- a program on four devices ---------------------------------------------------------------- */

static const char text[] =
    "module @jit_step {\n"
    "sdy.mesh @mesh = <[\"x\"=4]>\n"
    "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>,\n"
    "                                     tf.aliasing_output = 0 : i32},\n"
    "                %b: tensor<f32>) -> (tensor<4x8xf32>\n"
    "                                     {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>}) {\n"
    "  %0 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<4x8xf32>\n"
    "  %1 = stablehlo.add %a, %0 : tensor<4x8xf32>\n"
    "  return %1 : tensor<4x8xf32>\n"
    "}\n}\n";

static struct pjrt_client *new_client(int64_t devices) {
    struct pjrt_named_value option = {.name = "num_devices",
                                      .name_size = strlen("num_devices"),
                                      .type = PJRT_NAMED_INT64,
                                      .int64_value = devices};
    struct pjrt_client_create_args args = {.options = &option, .option_count = 1};
    assert_null(client_create(&args));
    return args.client;
}

/* NULL, and the executable; or why there is none. */
static struct pjrt_error *try_compile(struct pjrt_client *client, const char *code,
                                      struct pjrt_executable **executable) {
    struct proto_writer options = four_devices();
    struct pjrt_program program = {.code = (char *)(uintptr_t)code,
                                   .code_size = strlen(code),
                                   .format = "mlir",
                                   .format_size = 4};
    struct pjrt_compile_args args = {.client = client,
                                     .program = &program,
                                     .options = (char *)options.bytes,
                                     .options_size = options.size};
    struct pjrt_error *error = client_compile(&args);
    free(options.bytes);
    *executable = args.executable;
    return error;
}

static struct pjrt_executable *compile(struct pjrt_client *client, const char *code) {
    struct pjrt_executable *executable;
    assert_null(try_compile(client, code, &executable));
    return executable;
}

static struct pjrt_buffer *from_host(struct pjrt_client *client, int device, const float *data,
                                     size_t rank, const int64_t *dims) {
    struct pjrt_from_host_args args = {.client = client,
                                       .data = data,
                                       .type = PJRT_F32,
                                       .dims = dims,
                                       .rank = rank,
                                       .device = &client->devices[device]};
    assert_null(buffer_from_host(&args));
    event_release(args.done);
    return args.buffer;
}

static void destroy(struct pjrt_buffer *buffer) {
    struct pjrt_buffer_args args = {.buffer = buffer};
    buffer_destroy(&args);
}

/* Executes a program on buffers, argument by argument; its output is given to each device. */
static struct pjrt_error *execute(struct pjrt_executable *executable, size_t count,
                                  struct pjrt_buffer *const arguments[][4],
                                  struct pjrt_buffer *outputs[4]) {
    struct pjrt_buffer **output_lists[4], *inputs[4][2];
    struct pjrt_buffer *const *input_lists[4];
    for (int i = 0; i < 4; i++) {
        for (size_t j = 0; j < count; j++) {
            inputs[i][j] = arguments[j][i];
        }
        input_lists[i] = inputs[i];
        output_lists[i] = &outputs[i];
    }
    struct pjrt_execute_args args = {.executable = executable,
                                     .arguments = input_lists,
                                     .device_count = 4,
                                     .argument_count = count,
                                     .outputs = output_lists};
    return executable_execute(&args);
}

/* What a buffer holds, once it is made. */
static void read_eight(struct pjrt_buffer *buffer, float result[8]) {
    struct pjrt_to_host_args args = {.buffer = buffer, .data = result, .size = 8 * sizeof *result};
    assert_null(buffer_to_host(&args));
    event_wait(args.event);
    event_release(args.event);
}

/* Runs the program once: a += b. */
static void run(struct pjrt_executable *executable, struct pjrt_buffer *a[4],
                struct pjrt_buffer *b[4]) {
    struct pjrt_buffer *outputs[4], *arguments[2][4];
    memcpy(arguments[0], a, sizeof arguments[0]);
    memcpy(arguments[1], b, sizeof arguments[1]);
    assert_null(execute(executable, 2, arguments, outputs));
    for (int i = 0; i < 4; i++) {
        struct pjrt_buffer_bool_args deleted = {.buffer = a[i]};
        buffer_is_deleted(&deleted);
        assert_true(deleted.value);
        destroy(a[i]);
        a[i] = outputs[i];
    }
}

static void test_program(void **state) {
    (void)state;
    const int64_t dims[] = {4, 2};
    const float parts[4][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {8}, {16}, {24}}, one = 1;
    struct pjrt_client *client = new_client(4);
    struct pjrt_executable *executable = compile(client, text);
    struct pjrt_executable *same = compile(client, text);
    assert_ptr_equal(executable->compiled, same->compiled); /* compiled once */
    assert_int_equal(executable->devices[0]->id, 3);
    struct pjrt_buffer *a[4], *b[4];
    for (int i = 0; i < 4; i++) {
        a[i] = from_host(client, 3 - i, parts[i], 2, dims);
        b[i] = from_host(client, 3 - i, &one, 0, NULL);
    }
    float result[8];
    run(executable, a, b);
    read_eight(a[0], result);
    const char *memory = a[0]->storage->data;
    run(executable, a, b);
    read_eight(a[0], result);
    assert_ptr_equal(a[0]->storage->data, memory); /* donated, and taken */
    assert_ptr_equal(a[3]->storage, a[0]->storage);
    for (int i = 0; i < 4; i++) {
        read_eight(a[i], result);
        assert_true(result[0] == parts[i][0] + 2 && result[7] == parts[i][7] + 2);
        destroy(a[i]);
        destroy(b[i]);
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
    struct pjrt_client *client = new_client(4);
    struct pjrt_executable *executable = compile(client, text);
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
    struct pjrt_client *client = new_client(1);
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
    struct pjrt_client *client = new_client(2);
    const float data[1] = {1};
    const int64_t dims[] = {1}, *shapes[] = {dims}, keys[] = {0};
    const size_t ranks[] = {1};
    const int own[] = {1}, none[] = {7}, types[] = {PJRT_F32};
    struct pjrt_buffer *buffer = from_host(client, 0, data, 1, dims), *got;
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
    destroy(buffer);
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
    struct pjrt_client *client = new_client(4);
    struct pjrt_executable *executable;
    has_bug = true;
    struct pjrt_error *error = try_compile(client, text, &executable);
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
    executable = compile(client, text);
    executable_destroy(&(struct pjrt_executable_args){.executable = executable});
    client_destroy(&(struct pjrt_client_args){.client = client});
}

/* A pointer that was given stays good when the buffer is deleted. */
static void test_pointers(void **state) {
    (void)state;
    const int64_t dims[] = {8};
    const float data[8] = {1, 2, 3};
    struct pjrt_client *client = new_client(1);
    struct pjrt_buffer *buffer = from_host(client, 0, data, 1, dims);
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

/* --- two threads ------------------------------------------------------------------------------ */

enum { ROUNDS = 60 };

/* What threads do at once: parts of their own that are made and added to, and parts that all of
 * them look at, which the first run of a program puts together. */
struct crowd {
    struct pjrt_client *client;
    struct pjrt_executable *step, *twice;
    struct pjrt_buffer *one[4], *seen[ROUNDS][4];
    pthread_barrier_t round; /* which all begin at once */
    atomic_int faults;
};

static const char twice_text[] =
    "sdy.mesh @mesh = <[\"x\"=4]>\n"
    "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>})\n"
    "    -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>}) {\n"
    "  %0 = stablehlo.add %a, %a : tensor<4x8xf32>\n"
    "  return %0 : tensor<4x8xf32>\n"
    "}\n";

/* Whether all elements of a part are `value`; it is destroyed where `is_last`. */
static bool holds(struct pjrt_buffer *buffer, float value, bool is_last) {
    float result[8] = {0};
    bool same = true;
    struct pjrt_to_host_args args = {.buffer = buffer, .data = result, .size = sizeof result};
    struct pjrt_buffer_layout_args layout = {.buffer = buffer};
    struct pjrt_error *error = buffer_to_host(&args);
    buffer_layout(&layout);
    if (!error) {
        event_wait(args.event);
    }
    event_release(args.event);
    error_free(error);
    for (int i = 0; i < 8; i++) {
        same = same && result[i] == value;
    }
    if (is_last) {
        destroy(buffer);
    }
    return same && !error;
}

static bool step(struct crowd *work) {
    const int64_t dims[] = {4, 2};
    const float part[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    struct pjrt_buffer *arguments[2][4], *outputs[4];
    for (int i = 0; i < 4; i++) {
        arguments[0][i] = from_host(work->client, 3 - i, part, 2, dims);
        arguments[1][i] = work->one[i];
    }
    bool good = !execute(work->step, 2, arguments, outputs);
    for (int i = 0; i < 4; i++) {
        destroy(arguments[0][i]);
        good = good && holds(outputs[i], 2, true);
    }
    return good;
}

/* One runs a program on the parts while the others copy them out. */
static bool look(struct crowd *work, int round, bool runs) {
    struct pjrt_buffer *arguments[1][4], *outputs[4];
    bool good = true;
    memcpy(arguments[0], work->seen[round], sizeof arguments[0]);
    pthread_barrier_wait(&work->round);
    for (int i = 0; i < 40 && !runs; i++) {
        good = good && holds(arguments[0][3 - i % 4], 3, false);
    }
    good = good && !execute(work->twice, 1, arguments, outputs);
    for (int i = 0; i < 4 && good; i++) {
        good = holds(arguments[0][i], 3, false) && holds(outputs[i], 6, true);
    }
    return good;
}

static void *do_work(void *data) {
    struct crowd *work = data;
    for (int round = 0; round < ROUNDS; round++) {
        bool runs = pthread_barrier_wait(&work->round) == PTHREAD_BARRIER_SERIAL_THREAD;
        if (!step(work) || !look(work, round, runs)) {
            atomic_fetch_add(&work->faults, 1);
        }
        if (round % 20 == 0) { /* others hold the same program, or nobody does */
            struct pjrt_executable_args args = {.executable = compile(work->client, twice_text)};
            executable_destroy(&args);
        }
    }
    return NULL;
}

/* The bytes of a trace that is on for a moment, the caller's. */
static struct proto_writer trace_for(struct pjrt_profiler *profiler, void (*work)(void *data),
                                     void *data) {
    const struct pjrt_profiler_table *table = profiler_extension.table;
    struct pjrt_profiler_args args = {.profiler = profiler};
    struct pjrt_profiler_data_args collected = {.profiler = profiler};
    assert_null(table->start(&args));
    work(data);
    assert_null(table->stop(&args));
    assert_null(table->collect(&collected));
    struct proto_writer copy = {.bytes = malloc(collected.size + 1), .size = collected.size};
    assert_non_null(copy.bytes);
    struct pjrt_profiler_data_args again = {.profiler = profiler, .data = copy.bytes};
    assert_null(table->collect(&again));
    assert_int_equal(again.size, copy.size);
    return copy;
}

static struct pjrt_profiler *new_profiler(void) {
    struct pjrt_profiler_create_args args = {.options = ""};
    assert_null(profiler_extension.table->create(&args));
    return args.profiler;
}

static void wait_a_little(void *data) {
    (void)data;
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static bool says(const struct proto_writer *message, const char *part) {
    return memmem(message->bytes, message->size, part, strlen(part)) != NULL;
}

struct traced_run {
    struct pjrt_executable *executable;
    struct pjrt_buffer *a[4], *b[4];
};

static void run_traced(void *data) {
    struct traced_run *traced = data;
    struct pjrt_profiler *other = new_profiler();
    struct pjrt_profiler_args args = {.profiler = other};
    struct pjrt_error *error = profiler_extension.table->start(&args);
    assert_non_null(error); /* one trace at a time */
    error_free(error);
    profiler_extension.table->destroy(&args);
    run(traced->executable, traced->a, traced->b);
}

/* A trace has the program and its kernels by name, and nothing of before. */
static void test_traces(void **state) {
    (void)state;
    const int64_t dims[] = {4, 2};
    const float one = 1, part[8] = {0};
    struct pjrt_client *client = new_client(4);
    struct traced_run traced = {.executable = compile(client, text)};
    struct pjrt_profiler *profiler = new_profiler();
    for (int i = 0; i < 4; i++) {
        traced.a[i] = from_host(client, 3 - i, part, 2, dims);
        traced.b[i] = from_host(client, 3 - i, &one, 0, NULL);
    }
    run(traced.executable, traced.a, traced.b);
    struct proto_writer message = trace_for(profiler, run_traced, &traced);
    assert_true(says(&message, "jit_step") && says(&message, "stablehlo.add tensor<4x8xf32>"));
    assert_null(traced.executable->compiled->idle->profiled);
    free(message.bytes);
    message = trace_for(profiler, wait_a_little, NULL);
    assert_int_equal(message.size, 0);
    free(message.bytes);
    profiler_extension.table->destroy(&(struct pjrt_profiler_args){.profiler = profiler});
    for (int i = 0; i < 4; i++) {
        destroy(traced.a[i]);
        destroy(traced.b[i]);
    }
    executable_destroy(&(struct pjrt_executable_args){.executable = traced.executable});
    assert_int_equal(client->in_use, 0);
    client_destroy(&(struct pjrt_client_args){.client = client});
}

/* Traces begin and end meanwhile. */
static void test_threads(void **state) {
    (void)state;
    const int64_t dims[] = {4, 2};
    const float one = 1, part[8] = {3, 3, 3, 3, 3, 3, 3, 3};
    static struct crowd work;
    pthread_barrier_init(&work.round, NULL, 3);
    work.client = new_client(4);
    work.step = compile(work.client, text);
    work.twice = compile(work.client, twice_text);
    for (int i = 0; i < 4; i++) {
        work.one[i] = from_host(work.client, 3 - i, &one, 0, NULL);
        for (int round = 0; round < ROUNDS; round++) {
            work.seen[round][i] = from_host(work.client, 3 - i, part, 2, dims);
        }
    }
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, do_work, &work), 0);
    }
    struct pjrt_profiler *profiler = new_profiler();
    for (int i = 0; i < 10; i++) {
        free(trace_for(profiler, wait_a_little, NULL).bytes);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    profiler_extension.table->destroy(&(struct pjrt_profiler_args){.profiler = profiler});
    pthread_barrier_destroy(&work.round);
    assert_int_equal(work.faults, 0);
    for (int i = 0; i < 4; i++) {
        destroy(work.one[i]);
        for (int round = 0; round < ROUNDS; round++) {
            destroy(work.seen[round][i]);
        }
    }
    executable_destroy(&(struct pjrt_executable_args){.executable = work.step});
    executable_destroy(&(struct pjrt_executable_args){.executable = work.twice});
    assert_null(work.client->programs);
    assert_int_equal(work.client->in_use, 0);
    client_destroy(&(struct pjrt_client_args){.client = work.client});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_overrides),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_caller_counts_too_few_bytes),
        cmocka_unit_test(test_caller_of_an_earlier_version),
        cmocka_unit_test(test_what_is_missing_is_named),
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_internal_error),
        cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_traces),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
