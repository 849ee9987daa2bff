/* Executables: a compiled program and the devices that run it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"

/* --- making and ending ------------------------------------------------------------------------ */

static void executable_free(struct pjrt_executable *executable) {
    if (atomic_fetch_sub(&executable->references, 1) > 1) {
        return;
    }
    compiled_release(executable->compiled);
    free(executable->options);
    free(executable->devices);
    free(executable->assignment);
    free(executable->memory_kinds);
    free(executable->memory_kind_sizes);
    free(executable->output_types);
    free(executable->output_dims);
    free(executable->output_ranks);
    free(executable);
}

/* What is asked of each output. */
static bool describe_outputs(struct pjrt_executable *executable) {
    const struct compiled *compiled = executable->compiled;
    size_t count = (size_t)compiled->output_count + 1, dims = 1;
    for (int i = 0; i < compiled->output_count; i++) {
        dims += (size_t)compiled->outputs[i].rank;
    }
    executable->memory_kinds = calloc(count, sizeof *executable->memory_kinds);
    executable->memory_kind_sizes = calloc(count, sizeof *executable->memory_kind_sizes);
    executable->output_types = calloc(count, sizeof *executable->output_types);
    executable->output_ranks = calloc(count, sizeof *executable->output_ranks);
    executable->output_dims = calloc(dims, sizeof *executable->output_dims);
    if (!executable->memory_kinds || !executable->memory_kind_sizes || !executable->output_types ||
        !executable->output_ranks || !executable->output_dims) {
        return false;
    }
    dims = 0;
    for (int i = 0; i < compiled->output_count; i++) {
        const struct slot *slot = &compiled->outputs[i];
        executable->memory_kinds[i] = memory_kind_name(slot->memory);
        executable->memory_kind_sizes[i] = strlen(executable->memory_kinds[i]);
        executable->output_types[i] = slot->type;
        executable->output_ranks[i] = (size_t)slot->rank;
        for (int j = 0; j < slot->rank; j++) {
            executable->output_dims[dims++] = slot->part_dims[j];
        }
    }
    return true;
}

/* The devices of the program, and those of them that this process has. */
static struct pjrt_error *assign_devices(struct pjrt_executable *executable,
                                         const struct allotment *allotment, const int *ids) {
    struct pjrt_client *client = executable->client;
    size_t count = (size_t)allotment->devices;
    executable->devices = calloc(count + 1, sizeof(struct pjrt_device *));
    executable->assignment = calloc(count + 1, sizeof *executable->assignment);
    if (!executable->devices || !executable->assignment) {
        return error_no_memory();
    }
    executable->device_count = allotment->own_count;
    for (int i = 0; i < allotment->devices; i++) {
        executable->assignment[i] = ids ? ids[i] : client->own_first + i;
    }
    for (int i = 0; i < allotment->own_count; i++) {
        executable->devices[i] = &client->devices[executable->assignment[allotment->own[i]]];
    }
    return NULL;
}

static struct pjrt_error *compile_for(struct pjrt_executable *executable, const char *code,
                                      size_t size, const struct allotment *allotment) {
    if (executable->replicas > 1) {
        return error_new(PJRT_UNIMPLEMENTED, "sdyc runs partitions, and %d replicas are asked for",
                         executable->replicas);
    }
    return compiled_get(executable->client, code, size, allotment, &executable->compiled);
}

static struct pjrt_error *fill(struct pjrt_executable *executable, const char *code, size_t size,
                               const struct compile_options *options) {
    struct allotment allotment;
    int devices = executable->replicas * executable->partitions;
    struct pjrt_error *error =
        allotment_make(&allotment, executable->client, options->assignment, devices);
    error = error ? error : assign_devices(executable, &allotment, options->assignment);
    error = error ? error : compile_for(executable, code, size, &allotment);
    allotment_free(&allotment);
    if (error) {
        return error;
    }
    snprintf(executable->fingerprint, sizeof executable->fingerprint, "%016llx%016llx",
             (unsigned long long)executable->compiled->key[0],
             (unsigned long long)executable->compiled->key[1]);
    return describe_outputs(executable) ? NULL : error_no_memory();
}

/* A new executable of a program, which is copied as the options are. */
static struct pjrt_error *executable_new(struct pjrt_client *client, const char *code, size_t size,
                                         const char *bytes, size_t byte_count,
                                         struct pjrt_executable **result) {
    struct compile_options options;
    if (!compile_options_read(&options, bytes, byte_count)) {
        return error_new(PJRT_INVALID_ARGUMENT, "the options of the compilation cannot be read");
    }
    struct pjrt_executable *executable = calloc(1, sizeof *executable);
    char *copy = malloc(byte_count + 1);
    struct pjrt_error *error = executable && copy ? NULL : error_no_memory();
    if (!error) {
        memcpy(copy, bytes, byte_count);
        atomic_init(&executable->references, 1);
        executable->client = client;
        executable->options = copy;
        executable->options_size = byte_count;
        executable->replicas = options.replicas;
        executable->partitions = options.partitions;
        error = options.refusal[0] ? error_new(PJRT_INVALID_ARGUMENT, "%s", options.refusal)
                                   : fill(executable, code, size, &options);
        if (error) {
            executable_free(executable);
        }
    } else {
        free(executable);
        free(copy);
    }
    free(options.assignment);
    *result = error ? NULL : executable;
    return error;
}

struct pjrt_error *client_compile(struct pjrt_compile_args *args) {
    const struct pjrt_program *program = args->program;
    if (program->format_size != strlen("mlir") || memcmp(program->format, "mlir", 4) != 0) {
        return error_new(PJRT_UNIMPLEMENTED,
                         "sdyc compiles programs of the format 'mlir', not '%.*s'",
                         (int)program->format_size, program->format);
    }
    return executable_new(args->client, program->code, program->code_size, args->options,
                          args->options_size, &args->executable);
}

struct pjrt_error *executable_destroy(struct pjrt_executable_args *args) {
    if (args->executable) {
        executable_free(args->executable);
    }
    return NULL;
}

struct pjrt_error *executable_get(struct pjrt_executable_pointer_args *args) {
    atomic_fetch_add(&args->executable->references, 1);
    args->value = args->executable;
    return NULL;
}

/* The program goes with the last owner. */
struct pjrt_error *executable_delete(struct pjrt_executable_args *args) {
    args->executable->is_deleted = true;
    return NULL;
}

struct pjrt_error *executable_is_deleted(struct pjrt_executable_bool_args *args) {
    args->value = args->executable->is_deleted;
    return NULL;
}

/* --- serialized: the program and its options -------------------------------------------------- */

enum { SERIALIZED_VERSION = 1, SERIALIZED_CODE = 2, SERIALIZED_OPTIONS = 3 };

/* The message becomes the caller's. */
static struct pjrt_error *give_written(struct pjrt_executable_bytes_args *args,
                                       const struct proto_writer *writer) {
    if (writer->failed) {
        free(writer->bytes);
        return error_no_memory();
    }
    args->bytes = (const char *)writer->bytes;
    args->size = writer->size;
    args->owner = writer->bytes;
    args->release = free;
    return NULL;
}

struct pjrt_error *executable_serialize(struct pjrt_executable_bytes_args *args) {
    const struct pjrt_executable *executable = args->executable;
    struct proto_writer writer = {0};
    char *code = code_whole(&executable->compiled->code);
    if (!code) {
        return error_no_memory();
    }
    proto_write_bytes(&writer, SERIALIZED_VERSION, sdyc_version(), strlen(sdyc_version()));
    proto_write_bytes(&writer, SERIALIZED_CODE, code, executable->compiled->code.size);
    free(code);
    proto_write_bytes(&writer, SERIALIZED_OPTIONS, executable->options, executable->options_size);
    return give_written(args, &writer);
}

struct pjrt_error *executable_deserialize(struct pjrt_deserialize_args *args) {
    struct proto_reader reader = proto_message(args->bytes, args->size);
    struct proto_field field, version = {0}, code = {0}, options = {0};
    while (proto_next(&reader, &field)) {
        if (field.kind == PROTO_BYTES) {
            version = field.number == SERIALIZED_VERSION ? field : version;
            code = field.number == SERIALIZED_CODE ? field : code;
            options = field.number == SERIALIZED_OPTIONS ? field : options;
        }
    }
    if (reader.failed || !version.bytes || !code.bytes || !options.bytes) {
        return error_new(PJRT_INVALID_ARGUMENT, "this is no executable that sdyc has serialized");
    }
    if (version.size != strlen(sdyc_version()) ||
        memcmp(version.bytes, sdyc_version(), version.size) != 0) {
        return error_new(PJRT_INVALID_ARGUMENT,
                         "the executable was serialized by sdyc %.*s, and this is sdyc %s",
                         (int)version.size, (const char *)version.bytes, sdyc_version());
    }
    bool overrides = args->options && args->options_size > 0;
    return executable_new(args->client, (const char *)code.bytes, code.size,
                          overrides ? args->options : (const char *)options.bytes,
                          overrides ? args->options_size : options.size, &args->executable);
}

struct pjrt_error *executable_options(struct pjrt_executable_bytes_args *args) {
    args->bytes = args->executable->options;
    args->size = args->executable->options_size;
    args->owner = NULL;
    args->release = release_nothing;
    return NULL;
}

/* --- devices ---------------------------------------------------------------------------------- */

struct pjrt_error *executable_replicas(struct pjrt_executable_size_args *args) {
    args->value = (size_t)args->executable->replicas;
    return NULL;
}

struct pjrt_error *executable_partitions(struct pjrt_executable_size_args *args) {
    args->value = (size_t)args->executable->partitions;
    return NULL;
}

struct pjrt_error *executable_devices(struct pjrt_executable_list_args *args) {
    args->items = args->executable->devices;
    args->count = (size_t)args->executable->device_count;
    return NULL;
}

/* The message DeviceAssignmentProto: its partitions, each with its devices. */
struct pjrt_error *executable_assignment(struct pjrt_executable_bytes_args *args) {
    const struct pjrt_executable *executable = args->executable;
    struct proto_writer writer = {0};
    proto_write_number(&writer, 1, (uint64_t)executable->replicas);
    proto_write_number(&writer, 2, (uint64_t)executable->partitions);
    for (int partition = 0; partition < executable->partitions; partition++) {
        struct proto_writer devices = {0};
        for (int replica = 0; replica < executable->replicas; replica++) {
            int id = executable->assignment[replica * executable->partitions + partition];
            proto_write_number(&devices, 1, (uint64_t)id);
        }
        proto_write_bytes(&writer, 3, devices.bytes, devices.size);
        writer.failed = writer.failed || devices.failed;
        free(devices.bytes);
    }
    return give_written(args, &writer);
}

/* --- what it is ------------------------------------------------------------------------------- */

struct pjrt_error *executable_name(struct pjrt_executable_text_args *args) {
    args->text = args->executable->compiled->name;
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *executable_fingerprint(struct pjrt_executable_text_args *args) {
    args->text = args->executable->fingerprint;
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *executable_outputs(struct pjrt_executable_size_args *args) {
    args->value = (size_t)args->executable->compiled->output_count;
    return NULL;
}

struct pjrt_error *executable_output_types(struct pjrt_executable_list_args *args) {
    args->items = args->executable->output_types;
    args->count = (size_t)args->executable->compiled->output_count;
    return NULL;
}

struct pjrt_error *executable_output_dims(struct pjrt_dimensions_args *args) {
    args->count = (size_t)args->executable->compiled->output_count;
    args->dims = args->executable->output_dims;
    args->ranks = args->executable->output_ranks;
    return NULL;
}

struct pjrt_error *executable_output_memories(struct pjrt_executable_texts_args *args) {
    args->count = (size_t)args->executable->compiled->output_count;
    args->items = args->executable->memory_kinds;
    args->sizes = args->executable->memory_kind_sizes;
    return NULL;
}

struct pjrt_error *executable_code_size(struct pjrt_executable_size_args *args) {
    args->value = args->executable->compiled->code.size;
    return NULL;
}

struct pjrt_error *executable_cost(struct pjrt_executable_counted_args *args) {
    args->count = sizeof args->executable->compiled->costs / sizeof(struct pjrt_named_value);
    args->items = args->executable->compiled->costs;
    return NULL;
}

/* What one device runs, as text: what the caller's buffer has room for, or its size. */
struct pjrt_error *executable_program(struct pjrt_program_args *args) {
    const char *text;
    struct pjrt_error *error = compiled_text(args->executable->compiled, &text);
    if (error) {
        return error;
    }
    args->program->format = "mlir";
    args->program->format_size = strlen("mlir");
    args->program->code_size = strlen(text);
    if (args->program->code) {
        memcpy(args->program->code, text, args->program->code_size);
    }
    return NULL;
}

static int64_t part_bytes(const struct slot *slots, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        int64_t bytes = (int64_t)(slots[i].rank_bytes ? slots[i].rank_bytes : slots[i].bytes);
        for (int j = 0; j < slots[i].rank; j++) {
            bytes /= slots[i].counts[j];
        }
        sum += bytes;
    }
    return sum;
}

/* Of one device: an equal part of what all have in common. */
struct pjrt_error *executable_memory(struct pjrt_compiled_memory_args *args) {
    const struct compiled *compiled = args->executable->compiled;
    struct pjrt_compiled_memory_args result = {.head = args->head, .executable = args->executable};
    result.arguments = part_bytes(compiled->inputs, compiled->input_count);
    result.outputs = part_bytes(compiled->outputs, compiled->output_count);
    result.code = (int64_t)compiled->code.size;
    for (int i = 0; i < compiled->input_count; i++) {
        if (compiled->inputs[i].donated_to >= 0) {
            result.aliases += part_bytes(&compiled->inputs[i], 1);
        }
    }
    int64_t devices =
        compiled->devices > 0 ? compiled->devices : 1; /* of other processes: as one */
    result.temporaries = (compiled->temporaries + devices - 1) / devices;
    result.peak = result.total =
        result.arguments + result.outputs - result.aliases + result.temporaries;
    *args = result;
    return NULL;
}
