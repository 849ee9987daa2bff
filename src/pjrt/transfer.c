/* Arrays from and to the caller's memory, and between devices. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

static struct pjrt_device *target_device(struct pjrt_device *device, struct pjrt_memory *memory) {
    return memory ? memory->device : device;
}

static struct pjrt_error *check_type(int type, size_t rank) {
    if (element_bytes(type) == 0) {
        return error_new(PJRT_UNIMPLEMENTED, "sdyc has no element type number %d", type);
    }
    if (rank > MOST_DIMS) {
        return error_new(PJRT_UNIMPLEMENTED, "an array of %zu dimensions; %d are the most", rank,
                         MOST_DIMS);
    }
    return NULL;
}

/* --- from the host ---------------------------------------------------------------------------- */

/* The caller's memory itself, where that is allowed. */
static struct storage *lend(const struct pjrt_from_host_args *args, size_t bytes) {
    struct storage *storage = storage_lent(args->client, args->data, bytes);
    if (storage) {
        storage->done = event_future();
        if (!storage->done) {
            free(storage);
            return NULL;
        }
        storage->is_constant = args->semantics != PJRT_MUTABLE_ZERO_COPY;
    }
    return storage;
}

/* The bits of a signed integer that Python keeps in a byte, of which it leaves the others 0; 0:
 * bytes are as they are. */
static int narrow_bits(int type) {
    return type == PJRT_S4 ? 4 : type == PJRT_S2 ? 2 : 0;
}

static void extend_signs(char *data, size_t count, int bits) {
    signed char sign = (signed char)(1 << (bits - 1)), mask = (signed char)((1 << bits) - 1);
    for (size_t i = 0; i < count; i++) {
        data[i] = (char)(((data[i] & mask) ^ sign) - sign);
    }
}

static struct storage *copy_from_host(const struct pjrt_from_host_args *args, const int64_t *from,
                                      const int64_t *to, size_t bytes) {
    struct storage *storage = storage_new(args->client, bytes);
    if (storage) {
        int rank = (int)args->rank;
        size_t element = element_bytes(args->type);
        struct view target = {storage->data, rank, args->dims, to, element};
        struct view source = {(char *)(uintptr_t)args->data, rank, args->dims, from, element};
        copy_view(&target, &source);
        if (narrow_bits(args->type) > 0) {
            extend_signs(storage->data, bytes, narrow_bits(args->type));
        }
    }
    return storage;
}

struct pjrt_error *buffer_from_host(struct pjrt_from_host_args *args) {
    int64_t dense[MOST_DIMS], own[MOST_DIMS];
    int rank = (int)args->rank;
    size_t element = element_bytes(args->type);
    struct pjrt_error *error = check_type(args->type, args->rank);
    if (!error) {
        error = layout_steps(args->layout, rank, args->dims, element, own);
    }
    if (error) {
        return error;
    }
    size_t bytes = row_major_steps(rank, args->dims, element, dense);
    const int64_t *steps = args->byte_stride_count > 0 ? args->byte_strides : dense;
    bool lends = args->semantics >= PJRT_ZERO_COPY && narrow_bits(args->type) == 0 &&
                 (uintptr_t)args->data % (element < 8 ? element : 8) == 0 &&
                 same_steps(rank, args->dims, steps, own);
    struct storage *storage = lends ? lend(args, bytes) : copy_from_host(args, steps, own, bytes);
    if (!storage) {
        return error_no_memory();
    }
    args->done = lends ? event_share(storage->done) : event_past();
    args->buffer = buffer_new(target_device(args->device, args->memory), args->type, rank,
                              args->dims, storage, 0, own);
    storage_release(storage);
    return args->done && args->buffer ? NULL : error_no_memory();
}

/* The bytes of an array, and the steps of its dimensions in the layout that is asked for. */
static struct pjrt_error *plan_memory(int type, size_t rank, const int64_t *dims,
                                      const struct pjrt_layout *layout, int64_t *steps,
                                      size_t *bytes) {
    int64_t dense[MOST_DIMS];
    struct pjrt_error *error = check_type(type, rank);
    if (error) {
        return error;
    }
    *bytes = row_major_steps((int)rank, dims, element_bytes(type), dense);
    return layout_steps(layout, (int)rank, dims, element_bytes(type), steps);
}

struct pjrt_error *buffer_uninitialized(struct pjrt_uninitialized_args *args) {
    int64_t own[MOST_DIMS];
    size_t bytes;
    struct pjrt_error *error =
        plan_memory(args->type, args->rank, args->dims, args->layout, own, &bytes);
    if (error) {
        return error;
    }
    struct storage *storage = storage_new(args->client, bytes);
    if (storage) {
        args->buffer = buffer_new(target_device(args->device, args->memory), args->type,
                                  (int)args->rank, args->dims, storage, 0, own);
        storage_release(storage);
    }
    return storage && args->buffer ? NULL : error_no_memory();
}

/* Memory of another library's, as DLPack hands it over. */
struct pjrt_error *buffer_view(struct pjrt_view_args *args) {
    int64_t own[MOST_DIMS];
    size_t bytes;
    struct pjrt_error *error =
        plan_memory(args->type, args->rank, args->dims, args->layout, own, &bytes);
    if (error) {
        return error;
    }
    struct storage *storage = storage_lent(args->client, args->data, bytes);
    if (!storage) {
        return error_no_memory();
    }
    args->buffer = buffer_new(target_device(args->device, args->memory), args->type,
                              (int)args->rank, args->dims, storage, 0, own);
    if (args->buffer) {
        storage->on_delete = args->on_delete;
        storage->user = args->user;
    }
    storage_release(storage);
    return args->buffer ? NULL : error_no_memory();
}

/* --- to the host ------------------------------------------------------------------------------ */

/* Shares what the buffer holds, or NULL where it has been deleted. */
static struct storage *take(struct pjrt_buffer *buffer) {
    struct pjrt_client *client = buffer->device->client;
    pthread_mutex_lock(&client->lock);
    struct storage *storage = buffer->storage ? storage_share(buffer->storage) : NULL;
    pthread_mutex_unlock(&client->lock);
    return storage;
}

static struct pjrt_error *deleted(void) {
    return error_new(PJRT_INVALID_ARGUMENT, "the buffer has been deleted or donated");
}

/* The steps in the caller's memory. */
static struct pjrt_error *host_steps(const struct pjrt_to_host_args *args, int64_t *steps) {
    const struct pjrt_buffer *buffer = args->buffer;
    size_t element = element_bytes(buffer->type);
    if (!args->layout) {
        int64_t order[MOST_DIMS];
        order_of_steps(buffer->rank, buffer->dims, buffer->steps, order);
        steps_of_order(buffer->rank, buffer->dims, element, order, steps);
        return NULL;
    }
    return layout_steps(args->layout, buffer->rank, buffer->dims, element, steps);
}

struct pjrt_error *buffer_to_host(struct pjrt_to_host_args *args) {
    struct pjrt_buffer *buffer = args->buffer;
    size_t bytes = buffer_bytes(buffer);
    int64_t steps[MOST_DIMS];
    struct pjrt_error *error = host_steps(args, steps);
    if (error) {
        return error;
    }
    if (!args->data) {
        args->size = bytes;
        return NULL;
    }
    if (args->size < bytes) {
        return error_new(PJRT_INVALID_ARGUMENT, "%zu bytes are needed, and %zu are there", bytes,
                         args->size);
    }
    struct storage *storage = take(buffer);
    if (!storage) {
        return deleted();
    }
    struct view from = {storage->data + buffer->offset, buffer->rank, buffer->dims, buffer->steps,
                        element_bytes(buffer->type)};
    struct view to = {args->data, buffer->rank, buffer->dims, steps, from.element};
    copy_view(&to, &from);
    storage_release(storage);
    args->event = event_past();
    return args->event ? NULL : error_no_memory();
}

struct pjrt_error *buffer_raw_to_host(struct pjrt_raw_to_host_args *args) {
    struct pjrt_buffer_pointer_args pointer = {.buffer = args->buffer};
    struct pjrt_error *error = buffer_pointer(&pointer);
    if (error) {
        return error;
    }
    int64_t bytes = (int64_t)buffer_bytes(args->buffer);
    if (args->offset < 0 || args->size < 0 || args->offset > bytes ||
        args->size > bytes - args->offset) {
        return error_new(PJRT_INVALID_ARGUMENT, "a copy from beyond the end of the buffer");
    }
    memcpy(args->data, (char *)pointer.value + args->offset, (size_t)args->size);
    args->event = event_past();
    return args->event ? NULL : error_no_memory();
}

/* --- between devices -------------------------------------------------------------------------- */

/* The same memory, as another device's. */
static struct pjrt_error *copy_to(struct pjrt_copy_to_args *args, struct pjrt_device *device) {
    struct pjrt_buffer *buffer = args->buffer;
    struct storage *storage = take(buffer);
    if (!storage) {
        return deleted();
    }
    args->copy = buffer_new(device, buffer->type, buffer->rank, buffer->dims, storage,
                            buffer->offset, buffer->steps);
    storage_release(storage);
    return args->copy ? NULL : error_no_memory();
}

struct pjrt_error *buffer_copy_to_device(struct pjrt_copy_to_args *args) {
    return copy_to(args, args->target);
}

struct pjrt_error *buffer_copy_to_memory(struct pjrt_copy_to_args *args) {
    struct pjrt_memory *memory = args->target;
    return copy_to(args, memory->device);
}
