/* The message CompileOptions, as far as it concerns us: how many devices run the program, and
 * which. */
#include <stdlib.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"

enum { /* CompileOptionsProto */
       BUILD_OPTIONS = 3,
       OPTION_OVERRIDES = 7,
       /* ExecutableBuildOptionsProto */
       NUM_REPLICAS = 4,
       NUM_PARTITIONS = 5,
       DEVICE_ASSIGNMENT = 9,
       /* DeviceAssignmentProto: its partitions, and the devices of each, a replica each */
       COMPUTATION_DEVICES = 3,
       REPLICA_DEVICE_IDS = 1,
       MOST_OPTION_DEVICES = 1 << 20
};

/* The devices of partition `partition`: one number a replica, packed or one by one. */
static bool read_partition(struct compile_options *options, struct proto_reader reader,
                           int partition) {
    struct proto_field field;
    int replica = 0;
    while (proto_next(&reader, &field)) {
        if (field.number != REPLICA_DEVICE_IDS) {
            continue;
        }
        struct proto_reader list = proto_message(field.bytes, field.size);
        uint64_t id = field.value;
        bool is_packed = field.kind == PROTO_BYTES;
        while (!is_packed || proto_number(&list, &id)) {
            if (replica >= options->replicas || partition >= options->partitions ||
                id > INT32_MAX) {
                return false;
            }
            options->assignment[replica++ * options->partitions + partition] = (int)id;
            if (!is_packed) {
                break;
            }
        }
    }
    return !reader.failed && replica == options->replicas;
}

static bool read_assignment(struct compile_options *options, struct proto_reader reader) {
    struct proto_field field;
    int partition = 0;
    options->assignment =
        calloc((size_t)options->replicas * (size_t)options->partitions, sizeof(int));
    while (options->assignment && proto_next(&reader, &field)) {
        if (field.number == COMPUTATION_DEVICES && field.kind == PROTO_BYTES &&
            !read_partition(options, proto_message(field.bytes, field.size), partition++)) {
            return false;
        }
    }
    return options->assignment && !reader.failed && partition == options->partitions;
}

static bool read_build_options(struct compile_options *options, struct proto_reader reader) {
    struct proto_field field, assignment = {0};
    while (proto_next(&reader, &field)) {
        if (field.number == NUM_REPLICAS || field.number == NUM_PARTITIONS) {
            if (field.value > MOST_OPTION_DEVICES) {
                return false;
            }
            int count = field.value > 1 ? (int)field.value : 1;
            *(field.number == NUM_REPLICAS ? &options->replicas : &options->partitions) = count;
        } else if (field.number == DEVICE_ASSIGNMENT && field.kind == PROTO_BYTES) {
            assignment = field;
        }
    }
    if (reader.failed || (int64_t)options->replicas * options->partitions > MOST_OPTION_DEVICES) {
        return false;
    }
    return !assignment.bytes ||
           read_assignment(options, proto_message(assignment.bytes, assignment.size));
}

bool compile_options_read(struct compile_options *options, const char *bytes, size_t size) {
    struct proto_reader reader = proto_message(bytes, size);
    struct proto_field field;
    *options = (struct compile_options){.replicas = 1, .partitions = 1};
    bool good = true;
    while (good && proto_next(&reader, &field)) {
        if (field.number == BUILD_OPTIONS && field.kind == PROTO_BYTES && !options->assignment) {
            good = read_build_options(options, proto_message(field.bytes, field.size));
        } else if (field.number == OPTION_OVERRIDES && field.kind == PROTO_BYTES) {
            override_check(options, proto_message(field.bytes, field.size));
        }
    }
    if (!good || reader.failed) {
        free(options->assignment);
        options->assignment = NULL;
        return false;
    }
    return true;
}
