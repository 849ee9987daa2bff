/* Devices, their descriptions and their memories: one a kind, which are the same memory. */
#include <string.h>

#include "cores.h"
#include "pjrt/objects.h"

struct pjrt_error *device_description(struct pjrt_device_pointer_args *args) {
    args->value = args->device;
    return NULL;
}

struct pjrt_error *device_id(struct pjrt_device_int_args *args) {
    args->value = args->device->id;
    return NULL;
}

struct pjrt_error *device_process_index(struct pjrt_device_int_args *args) {
    args->value = args->device->process;
    return NULL;
}

struct pjrt_error *device_own_number(struct pjrt_device_int_args *args) {
    args->value = args->device->id - args->device->client->own_first;
    return NULL;
}

struct pjrt_error *device_is_addressable(struct pjrt_device_bool_args *args) {
    args->value = args->device->process == args->device->client->process;
    return NULL;
}

struct pjrt_error *device_attributes(struct pjrt_device_counted_args *args) {
    args->items = NULL;
    args->count = 0;
    return NULL;
}

void release_nothing(void *owner) {
    (void)owner;
}

struct pjrt_error *device_more_attributes(struct pjrt_device_bytes_args *args) {
    args->bytes = NULL;
    args->size = 0;
    args->owner = NULL;
    args->release = release_nothing;
    return NULL;
}

struct pjrt_error *device_kind(struct pjrt_device_text_args *args) {
    args->text = "sdyc";
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *device_name(struct pjrt_device_text_args *args) {
    args->text = args->device->name;
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *device_label(struct pjrt_device_text_args *args) {
    args->text = args->device->label;
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *device_memories(struct pjrt_device_list_args *args) {
    args->items = &args->device->client->memory_list[args->device->memory->id];
    args->count = MEMORY_KINDS;
    return NULL;
}

struct pjrt_error *device_memory(struct pjrt_device_pointer_args *args) {
    args->value = args->device->memory;
    return NULL;
}

/* Devices share one memory: these are the numbers of all together, but of its size each is given
 * its share. */
struct pjrt_error *device_memory_stats(struct pjrt_memory_stats_args *args) {
    struct pjrt_client *client = args->device->client;
    struct pjrt_optional_int64 none = {0};
    args->in_use = atomic_load(&client->in_use);
    args->peak_in_use = (struct pjrt_optional_int64){atomic_load(&client->peak_in_use), true};
    args->allocations = (struct pjrt_optional_int64){atomic_load(&client->allocations), true};
    args->largest = (struct pjrt_optional_int64){atomic_load(&client->largest), true};
    int64_t size = sdyrt_memory_bytes();
    args->limit = (struct pjrt_optional_int64){size / client->own_count, size > 0};
    args->reservable_limit = args->limit;
    args->reserved = args->peak_reserved = none;
    args->largest_free = args->pool = args->peak_pool = none;
    return NULL;
}

/* --- memories --------------------------------------------------------------------------------- */

static const char *const kinds[] = {[MEMORY_DEVICE] = "device",
                                    [MEMORY_PINNED] = "pinned_host",
                                    [MEMORY_UNPINNED] = "unpinned_host"};

const char *memory_kind_name(int kind) {
    return kinds[kind];
}

int memory_kind_of(const char *name) {
    int kind = MEMORY_KINDS - 1;
    while (kind > 0 && !(name && strcmp(name, kinds[kind]) == 0)) {
        kind--;
    }
    return kind;
}

struct pjrt_error *memory_id(struct pjrt_memory_int_args *args) {
    args->value = args->memory->id;
    return NULL;
}

struct pjrt_error *memory_kind(struct pjrt_memory_text_args *args) {
    args->text = memory_kind_name(args->memory->kind);
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *memory_kind_id(struct pjrt_memory_int_args *args) {
    args->value = args->memory->kind;
    return NULL;
}

struct pjrt_error *memory_name(struct pjrt_memory_text_args *args) {
    args->text = args->memory->name;
    args->size = strlen(args->text);
    return NULL;
}

struct pjrt_error *memory_devices(struct pjrt_memory_list_args *args) {
    struct pjrt_device *device = args->memory->device;
    args->items = &device->client->device_list[device->id];
    args->count = 1;
    return NULL;
}
