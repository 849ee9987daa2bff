/* The client: as many devices as were asked for, all of them threads of this process, and those of
 * the processes that it has met. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

enum { MOST_DEVICES = 1 << 20 };

/* --- making and ending ------------------------------------------------------------------------ */

/* The option "num_devices"; without it SDYC_DEVICES, else 1. */
static int64_t wanted_devices(const struct pjrt_client_create_args *args) {
    const struct pjrt_named_value *option = option_named(args, "num_devices", PJRT_NAMED_INT64);
    if (option) {
        return option->int64_value;
    }
    const char *text = getenv("SDYC_DEVICES");
    return text && *text ? strtoll(text, NULL, 10) : 1;
}

static void make_device(struct pjrt_client *client, int id, int process) {
    struct pjrt_device *device = &client->devices[id];
    struct pjrt_memory *memories = &client->memories[id * MEMORY_KINDS];
    *device =
        (struct pjrt_device){.client = client, .id = id, .process = process, .memory = memories};
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
    client_part(client);
    sdyc_team_free(client->team);
    sdyc_constants_free(client->constants);
    free(client->devices);
    free(client->memories);
    free(client->device_list);
    free(client->memory_list);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

/* Devices are numbered process by process. */
static int devices_of(const struct pjrt_client *client, int process) {
    return client->ranks ? (int)sdyc_ranks_note(client->ranks, process) : client->own_count;
}

static struct pjrt_error *make_devices(struct pjrt_client *client) {
    int processes = client->ranks ? sdyc_ranks_count(client->ranks) : 1;
    int64_t count = 0;
    for (int process = 0; process < processes; process++) {
        client->own_first = process == client->process ? (int)count : client->own_first;
        count += devices_of(client, process);
    }
    if (count > MOST_DEVICES) {
        return error_new(PJRT_INVALID_ARGUMENT, "%lld devices are too many: %d can be had",
                         (long long)count, MOST_DEVICES);
    }
    client->device_count = (int)count;
    client->devices = calloc((size_t)count, sizeof *client->devices);
    client->memories = calloc((size_t)count * MEMORY_KINDS, sizeof *client->memories);
    client->device_list = calloc((size_t)count, sizeof(struct pjrt_device *));
    client->memory_list = calloc((size_t)count * MEMORY_KINDS, sizeof(struct pjrt_memory *));
    if (!client->devices || !client->memories || !client->device_list || !client->memory_list) {
        return error_no_memory();
    }
    for (int process = 0, id = 0; process < processes; process++) {
        for (int end = id + devices_of(client, process); id < end; id++) {
            make_device(client, id, process);
        }
    }
    return NULL;
}

static struct pjrt_error *make_client(struct pjrt_client *client,
                                      const struct pjrt_client_create_args *args) {
    struct pjrt_error *error = client_meet(client, args);
    if (!error) {
        client->team = sdyc_team_new(client->ranks ? sdyc_ranks_threads(client->ranks) : 0);
        client->constants = sdyc_constants_new();
        error = client->team && client->constants ? make_devices(client) : error_no_memory();
    }
    return error;
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
    client->own_count = (int)count;
    client->topology.client = client;
    struct pjrt_error *error = make_client(client, args);
    if (error) {
        client_free(client);
        return error;
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

/* How the processes of a distributed program are, which the connections to them say too. JAX ends
 * the process where this fails. */
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
    args->value = args->client->process;
    return NULL;
}

struct pjrt_error *client_own_devices(struct pjrt_client_list_args *args) {
    args->items = args->client->device_list + args->client->own_first;
    args->count = (size_t)args->client->own_count;
    return NULL;
}

struct pjrt_error *client_devices(struct pjrt_client_list_args *args) {
    args->items = args->client->device_list;
    args->count = (size_t)args->client->device_count;
    return NULL;
}

struct pjrt_error *client_memories(struct pjrt_client_list_args *args) {
    args->items = args->client->memory_list + (size_t)args->client->own_first * MEMORY_KINDS;
    args->count = (size_t)args->client->own_count * MEMORY_KINDS;
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

/* By the number that it has in this process. */
struct pjrt_error *client_lookup_own_device(struct pjrt_lookup_args *args) {
    if (args->id < 0 || args->id >= args->client->own_count) {
        return error_new(PJRT_INVALID_ARGUMENT, "there is no device %d: this process has %d",
                         args->id, args->client->own_count);
    }
    args->device = &args->client->devices[args->client->own_first + args->id];
    return NULL;
}

struct pjrt_error *client_default_assignment(struct pjrt_assignment_args *args) {
    int64_t count = (int64_t)args->replicas * args->partitions;
    if (count > args->client->device_count || (size_t)count > args->size) {
        return error_new(PJRT_INVALID_ARGUMENT, "%lld devices are asked for: sdyc has %d",
                         (long long)count, args->client->device_count);
    }
    int first = count <= args->client->own_count ? args->client->own_first : 0;
    for (int i = 0; i < (int)count; i++) {
        args->assignment[i] = first + i;
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
