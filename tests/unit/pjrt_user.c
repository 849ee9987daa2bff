#include "pjrt_user.h"

struct proto_writer pjrt_four_devices(void) {
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

const char pjrt_adding[] =
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

struct pjrt_client *pjrt_new_client(int64_t devices) {
    struct pjrt_named_value option = {.name = "num_devices",
                                      .name_size = strlen("num_devices"),
                                      .type = PJRT_NAMED_INT64,
                                      .int64_value = devices};
    struct pjrt_client_create_args args = {.options = &option, .option_count = 1};
    assert_null(client_create(&args));
    return args.client;
}

struct pjrt_error *pjrt_try_compile(struct pjrt_client *client, const char *code,
                                    struct pjrt_executable **executable) {
    struct proto_writer options = pjrt_four_devices();
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

struct pjrt_executable *pjrt_compile(struct pjrt_client *client, const char *code) {
    struct pjrt_executable *executable;
    assert_null(pjrt_try_compile(client, code, &executable));
    return executable;
}

struct pjrt_buffer *pjrt_from_host(struct pjrt_client *client, int device, const float *data,
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

void pjrt_destroy(struct pjrt_buffer *buffer) {
    struct pjrt_buffer_args args = {.buffer = buffer};
    buffer_destroy(&args);
}

struct pjrt_error *pjrt_execute(struct pjrt_executable *executable, size_t count,
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

void pjrt_read_eight(struct pjrt_buffer *buffer, float result[8]) {
    struct pjrt_to_host_args args = {.buffer = buffer, .data = result, .size = 8 * sizeof *result};
    assert_null(buffer_to_host(&args));
    event_wait(args.event);
    event_release(args.event);
}

void pjrt_run(struct pjrt_executable *executable, struct pjrt_buffer *a[4],
              struct pjrt_buffer *b[4]) {
    struct pjrt_buffer *outputs[4], *arguments[2][4];
    memcpy(arguments[0], a, sizeof arguments[0]);
    memcpy(arguments[1], b, sizeof arguments[1]);
    assert_null(pjrt_execute(executable, 2, arguments, outputs));
    for (int i = 0; i < 4; i++) {
        struct pjrt_buffer_bool_args deleted = {.buffer = a[i]};
        buffer_is_deleted(&deleted);
        assert_true(deleted.value);
        pjrt_destroy(a[i]);
        a[i] = outputs[i];
    }
}
