/* Buffers: what one device holds of an array. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

struct pjrt_buffer *buffer_new(struct pjrt_device *device, int type, int rank, const int64_t *dims,
                               struct storage *storage, int64_t offset, const int64_t *steps) {
    struct pjrt_buffer *buffer = malloc(sizeof *buffer + 3 * (size_t)rank * sizeof(int64_t));
    if (!buffer) {
        return NULL;
    }
    *buffer = (struct pjrt_buffer){.device = device, .type = type, .rank = rank, .offset = offset};
    buffer->memory = device->memory;
    buffer->steps = buffer->dims + rank;
    buffer->minor_to_major = buffer->steps + rank;
    for (int i = 0; i < rank; i++) {
        buffer->dims[i] = dims[i];
        buffer->steps[i] = steps ? steps[i] : 0;
    }
    if (!steps) {
        row_major_steps(rank, dims, element_bytes(type), buffer->steps);
    }
    buffer->storage = storage_share(storage);
    return buffer;
}

void buffer_place(struct pjrt_buffer *buffer, struct pjrt_memory *memory) {
    if (buffer && memory) {
        buffer->memory = memory;
    }
}

size_t buffer_bytes(const struct pjrt_buffer *buffer) {
    size_t bytes = element_bytes(buffer->type);
    for (int i = 0; i < buffer->rank; i++) {
        bytes *= (size_t)buffer->dims[i];
    }
    return bytes;
}

/* Memory that pointers were given of stays until they are given back. */
static void let_go(struct pjrt_buffer *buffer) {
    if (buffer->held == 0 && !buffer->storage) {
        storage_drop(buffer->seen);
        storage_drop(buffer->dense);
        buffer->seen = buffer->dense = NULL;
    }
}

void buffer_clear(struct pjrt_buffer *buffer) {
    if (buffer->storage) {
        buffer->seen = buffer->storage;
        buffer->storage = NULL;
    }
    storage_drop(buffer->packed);
    buffer->packed = NULL;
    let_go(buffer);
}

static struct pjrt_client *client_of(const struct pjrt_buffer *buffer) {
    return buffer->device->client;
}

static void lock(const struct pjrt_buffer *buffer) {
    pthread_mutex_lock(&client_of(buffer)->lock);
}

static void unlock(const struct pjrt_buffer *buffer) {
    client_unlock(client_of(buffer));
}

static struct pjrt_error *deleted_error(void) {
    return error_new(PJRT_INVALID_ARGUMENT, "the buffer has been deleted or donated");
}

struct pjrt_error *buffer_destroy(struct pjrt_buffer_args *args) {
    struct pjrt_buffer *buffer = args->buffer;
    if (buffer) {
        lock(buffer);
        buffer_clear(buffer);
        buffer->is_destroyed = true;
        if (client_of(buffer)->copied == buffer) {
            client_of(buffer)->copied = NULL;
        }
        bool is_last = buffer->held == 0;
        unlock(buffer);
        if (is_last) {
            free(buffer);
        }
    }
    return NULL;
}

struct pjrt_error *buffer_delete(struct pjrt_buffer_args *args) {
    lock(args->buffer);
    buffer_clear(args->buffer);
    unlock(args->buffer);
    return NULL;
}

struct pjrt_error *buffer_is_deleted(struct pjrt_buffer_bool_args *args) {
    lock(args->buffer);
    args->value = args->buffer->storage == NULL;
    unlock(args->buffer);
    return NULL;
}

/* --- what it is ------------------------------------------------------------------------------- */

struct pjrt_error *buffer_type(struct pjrt_buffer_int_args *args) {
    args->value = args->buffer->type;
    return NULL;
}

struct pjrt_error *buffer_dims(struct pjrt_buffer_list_args *args) {
    args->items = args->buffer->dims;
    args->count = (size_t)args->buffer->rank;
    return NULL;
}

struct pjrt_error *buffer_dynamic_dims(struct pjrt_buffer_list_args *args) {
    args->items = NULL;
    args->count = 0;
    return NULL;
}

struct pjrt_error *buffer_size(struct pjrt_buffer_size_args *args) {
    args->value = buffer_bytes(args->buffer);
    return NULL;
}

struct pjrt_error *buffer_device(struct pjrt_buffer_pointer_args *args) {
    args->value = args->buffer->device;
    return NULL;
}

struct pjrt_error *buffer_memory(struct pjrt_buffer_pointer_args *args) {
    args->value = args->buffer->memory;
    return NULL;
}

/* Where it is, JAX may wait for it without looking for signals (PyArray_bf_getbuffer, which NumPy
 * asks first). So what has not been computed is not: it is waited for otherwise, and copied. JAX
 * asks twice on the way to a copy, and ends the process where the answers differ: it stays the
 * first one, though it may be ready meanwhile. */
struct pjrt_error *buffer_is_on_cpu(struct pjrt_buffer_bool_args *args) {
    if (!args->buffer->was_pending) {
        storage_wait_shortly(client_of(args->buffer), &args->buffer->storage);
    }
    lock(args->buffer);
    const struct storage *storage = args->buffer->storage;
    args->buffer->was_pending |= storage && storage_state(storage) == STORAGE_PENDING;
    args->value = !args->buffer->was_pending;
    unlock(args->buffer);
    return NULL;
}

struct pjrt_error *buffer_ready_event(struct pjrt_buffer_pointer_args *args) {
    struct storage *storage;
    lock(args->buffer);
    storage = args->buffer->storage;
    args->value = storage && storage->ready ? event_share(storage->ready) : event_past();
    unlock(args->buffer);
    return NULL;
}

/* --- pointers to it --------------------------------------------------------------------------- */

/* Fills `buffer->dense`, now or when there is something to copy. */
static bool fill_dense(struct pjrt_buffer *buffer, const int64_t *steps) {
    struct storage *storage = buffer->storage;
    struct copy *copy =
        copy_new(buffer->rank, buffer->dims, element_bytes(buffer->type), buffer->steps, steps);
    if (!copy) {
        return false;
    }
    copy->offset = buffer->offset;
    copy->data = buffer->dense->data;
    if (storage_state(storage) == STORAGE_PENDING) {
        copy->to = storage_share(buffer->dense);
        copy->next = storage->copies;
        storage->copies = copy;
        return true;
    }
    error_free(copy_make(copy, storage));
    free(copy);
    return true;
}

/* Memory in which the part lies in one piece, once it is ready; the client is locked. */
static struct pjrt_error *make_dense(struct pjrt_buffer *buffer, char **data) {
    int64_t order[MOST_DIMS], steps[MOST_DIMS];
    size_t element = element_bytes(buffer->type);
    order_of_steps(buffer->rank, buffer->dims, buffer->steps, order);
    size_t bytes = steps_of_order(buffer->rank, buffer->dims, element, order, steps);
    if (same_steps(buffer->rank, buffer->dims, buffer->steps, steps)) {
        *data = buffer->storage->data + buffer->offset;
        return NULL;
    }
    if (!buffer->dense) {
        buffer->dense = storage_new(client_of(buffer), bytes);
        if (!buffer->dense || !fill_dense(buffer, steps)) {
            storage_drop(buffer->dense);
            buffer->dense = NULL;
            return error_no_memory();
        }
    }
    *data = buffer->dense->data;
    return NULL;
}

/* The place of what has not been computed is known as soon as somebody asks for it. */
static struct pjrt_error *find_pointer(struct pjrt_buffer *buffer, char **data) {
    if (!buffer->storage) {
        return deleted_error();
    }
    if (storage_state(buffer->storage) == STORAGE_FAILED) {
        return error_copy(buffer->storage->error);
    }
    if (storage_state(buffer->storage) == STORAGE_PENDING && !storage_reserve(buffer->storage)) {
        return error_no_memory();
    }
    return make_dense(buffer, data);
}

struct pjrt_error *buffer_pointer(struct pjrt_buffer_pointer_args *args) {
    struct pjrt_error *error = NULL;
    char *data = NULL;
    lock(args->buffer);
    error = find_pointer(args->buffer, &data);
    unlock(args->buffer);
    args->value = data;
    return error;
}

struct pjrt_error *buffer_hold(struct pjrt_buffer_args *args) {
    lock(args->buffer);
    args->buffer->held++;
    unlock(args->buffer);
    return NULL;
}

struct pjrt_error *buffer_let_go(struct pjrt_buffer_args *args) {
    struct pjrt_buffer *buffer = args->buffer;
    lock(buffer);
    buffer->held--;
    let_go(buffer);
    bool is_last = buffer->held == 0 && buffer->is_destroyed;
    unlock(buffer);
    if (is_last) {
        free(buffer);
    }
    return NULL;
}

/* --- layouts ---------------------------------------------------------------------------------- */

struct pjrt_error *buffer_layout(struct pjrt_buffer_layout_args *args) {
    struct pjrt_buffer *buffer = args->buffer;
    args->layout = (struct pjrt_layout){.head = {.struct_size = sizeof args->layout}};
    args->layout.type = PJRT_LAYOUT_TILED;
    lock(buffer);
    order_of_steps(buffer->rank, buffer->dims, buffer->steps, buffer->minor_to_major);
    unlock(buffer);
    args->layout.minor_to_major = buffer->minor_to_major;
    args->layout.minor_to_major_size = (size_t)buffer->rank;
    return NULL;
}
