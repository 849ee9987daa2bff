/* The client: as many devices as were asked for, all of them threads of this process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

enum { MOST_DEVICES = 1 << 20 };

/* --- making and ending ------------------------------------------------------------------------ */

/* The option "num_devices"; without it SDYC_DEVICES, else 1. */
static int64_t wanted_devices(const struct pjrt_client_create_args *args) {
    for (size_t i = 0; i < args->option_count; i++) {
        const struct pjrt_named_value *option = &args->options[i];
        if (option->type == PJRT_NAMED_INT64 && option->name_size == strlen("num_devices") &&
            memcmp(option->name, "num_devices", option->name_size) == 0) {
            return option->int64_value;
        }
    }
    const char *text = getenv("SDYC_DEVICES");
    return text && *text ? strtoll(text, NULL, 10) : 1;
}

static void make_device(struct pjrt_client *client, int id) {
    struct pjrt_device *device = &client->devices[id];
    struct pjrt_memory *memories = &client->memories[id * MEMORY_KINDS];
    *device = (struct pjrt_device){.client = client, .id = id, .memory = memories};
    snprintf(device->name, sizeof device->name, "SdycDevice(id=%d)", id);
    snprintf(device->label, sizeof device->label, "sdyc:%d", id);
    for (int kind = 0; kind < MEMORY_KINDS; kind++) {
        struct pjrt_memory *memory = &memories[kind];
        *memory =
            (struct pjrt_memory){.device = device, .id = id * MEMORY_KINDS + kind, .kind = kind};
        snprintf(memory->name, sizeof memory->name, "%s memory of SdycDevice(id=%d)",
                 memory_kind_name(kind), id);
        client->memory_list[memory->id] = memory;
    }
    client->device_list[id] = device;
}

static void client_free(struct pjrt_client *client) {
    sdyc_team_free(client->team);
    sdyc_constants_free(client->constants);
    free(client->devices);
    free(client->memories);
    free(client->device_list);
    free(client->memory_list);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

struct pjrt_error *client_create(struct pjrt_client_create_args *args) {
    int64_t count = wanted_devices(args);
    if (count < 1 || count > MOST_DEVICES) {
        return error_new(PJRT_INVALID_ARGUMENT,
                         "sdyc was asked for %lld devices (SDYC_DEVICES); 1 to %d can be had",
                         (long long)count, MOST_DEVICES);
    }
    struct pjrt_client *client = calloc(1, sizeof *client);
    if (!client) {
        return error_no_memory();
    }
    pthread_mutex_init(&client->lock, NULL);
    client->device_count = (int)count;
    client->topology.client = client;
    client->devices = calloc((size_t)count, sizeof *client->devices);
    client->memories = calloc((size_t)count * MEMORY_KINDS, sizeof *client->memories);
    client->device_list = calloc((size_t)count, sizeof(struct pjrt_device *));
    client->memory_list = calloc((size_t)count * MEMORY_KINDS, sizeof(struct pjrt_memory *));
    client->team = sdyc_team_new(0);
    client->constants = sdyc_constants_new();
    if (!client->team || !client->constants || !client->devices || !client->memories ||
        !client->device_list || !client->memory_list) {
        client_free(client);
        return error_no_memory();
    }
    for (int i = 0; i < client->device_count; i++) {
        make_device(client, i);
    }
    queue_open(client);
    args->client = client;
    return NULL;
}

struct pjrt_error *client_destroy(struct pjrt_client_args *args) {
    if (args->client && queue_close(args->client)) {
        client_free(args->client);
    }
    return NULL;
}

/* How the processes of a distributed program are: ours is alone. JAX ends the process where this
 * fails. */
struct pjrt_error *client_update_processes(struct pjrt_processes_args *args) {
    (void)args;
    return NULL;
}

/* --- what it is ------------------------------------------------------------------------------- */

static const char platform[] = "sdyc";

struct pjrt_error *client_platform_name(struct pjrt_client_text_args *args) {
    args->text = platform;
    args->size = sizeof platform - 1;
    return NULL;
}

struct pjrt_error *client_platform_version(struct pjrt_client_text_args *args) {
    args->text = sdyc_version();
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *client_process_index(struct pjrt_client_int_args *args) {
    args->value = 0;
    return NULL;
}

struct pjrt_error *client_devices(struct pjrt_client_list_args *args) {
    args->items = args->client->device_list;
    args->count = (size_t)args->client->device_count;
    return NULL;
}

struct pjrt_error *client_memories(struct pjrt_client_list_args *args) {
    args->items = args->client->memory_list;
    args->count = (size_t)args->client->device_count * MEMORY_KINDS;
    return NULL;
}

struct pjrt_error *client_lookup_device(struct pjrt_lookup_args *args) {
    if (args->id < 0 || args->id >= args->client->device_count) {
        return error_new(PJRT_INVALID_ARGUMENT, "there is no device %d: sdyc has %d", args->id,
                         args->client->device_count);
    }
    args->device = &args->client->devices[args->id];
    return NULL;
}

struct pjrt_error *client_default_assignment(struct pjrt_assignment_args *args) {
    int64_t count = (int64_t)args->replicas * args->partitions;
    if (count > args->client->device_count || (size_t)count > args->size) {
        return error_new(PJRT_INVALID_ARGUMENT, "%lld devices are asked for: sdyc has %d",
                         (long long)count, args->client->device_count);
    }
    for (int i = 0; i < (int)count; i++) {
        args->assignment[i] = i;
    }
    return NULL;
}

/* --- the topology: all devices ---------------------------------------------------------------- */

struct pjrt_error *client_topology(struct pjrt_client_pointer_args *args) {
    args->value = &args->client->topology;
    return NULL;
}

struct pjrt_error *topology_destroy(struct pjrt_topology_args *args) {
    (void)args; /* the client's own */
    return NULL;
}

struct pjrt_error *topology_platform_name(struct pjrt_topology_text_args *args) {
    args->text = platform;
    args->size = sizeof platform - 1;
    return NULL;
}

struct pjrt_error *topology_platform_version(struct pjrt_topology_text_args *args) {
    args->text = sdyc_version();
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *topology_devices(struct pjrt_topology_list_args *args) {
    args->items = args->topology->client->device_list;
    args->count = (size_t)args->topology->client->device_count;
    return NULL;
}

struct pjrt_error *topology_attributes(struct pjrt_topology_list_args *args) {
    args->items = NULL;
    args->count = 0;
    return NULL;
}

/* For keys of caches. */
struct pjrt_error *topology_serialize(struct pjrt_topology_bytes_args *args) {
    char *text = malloc(64);
    if (!text) {
        return error_no_memory();
    }
    args->size = (size_t)snprintf(text, 64, "sdyc %s, %d devices", sdyc_version(),
                                  args->topology->client->device_count);
    args->bytes = text;
    args->owner = text;
    args->release = free;
    return NULL;
}
