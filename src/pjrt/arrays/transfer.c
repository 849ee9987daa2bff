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

/* The bits of a number that Python keeps in a byte, whose other bits may be anything; 0: bytes are
 * as they are. */
static int narrow_bits(int type) {
    switch (type) {
    case PJRT_S2:
    case PJRT_U2:
        return 2;
    case PJRT_S4:
    case PJRT_U4:
    case PJRT_F4E2M1FN:
        return 4;
    default:
        return 0;
    }
}

/* The other bits: the sign of what has one, and else 0. */
static void extend(char *data, size_t count, int type) {
    bool is_signed = type == PJRT_S2 || type == PJRT_S4;
    int bits = narrow_bits(type), sign = is_signed ? 1 << (bits - 1) : 0, mask = (1 << bits) - 1;
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
        struct strided_view target = {storage->data, rank, args->dims, to, element};
        struct strided_view source = {(char *)(uintptr_t)args->data, rank, args->dims, from,
                                      element};
        copy_view(&target, &source);
        if (narrow_bits(args->type) > 0) {
            extend(storage->data, bytes, args->type);
        }
    }
    return storage;
}

/* A replicated array comes once for each device: the copy that was made for the one before, if it
 * still is what it was, or NULL. */
enum { LARGE = 1 << 20 };
static struct storage *find_copy(const struct pjrt_from_host_args *args, const int64_t *from,
                                 const int64_t *to, size_t bytes) {
    int rank = (int)args->rank;
    if (bytes < LARGE) {
        return NULL;
    }
    pthread_mutex_lock(&args->client->lock);
    const struct pjrt_buffer *copied = args->client->copied;
    bool fits = copied && copied->storage && copied->storage->bytes == bytes &&
                copied->type == args->type && copied->rank == rank &&
                memcmp(copied->dims, args->dims, (size_t)rank * sizeof *args->dims) == 0 &&
                same_steps(rank, args->dims, copied->steps, to);
    fits = fits && storage_state(copied->storage) == STORAGE_READY;
    struct storage *storage = fits ? storage_share(copied->storage) : NULL;
    pthread_mutex_unlock(&args->client->lock);
    if (storage) {
        size_t element = element_bytes(args->type);
        struct strided_view made = {storage->data, rank, args->dims, to, element};
        struct strided_view source = {(char *)(uintptr_t)args->data, rank, args->dims, from,
                                      element};
        if (!same_elements(&made, &source)) {
            storage_release(storage);
            storage = NULL;
        }
    }
    return storage;
}

static void note_copy(struct pjrt_buffer *buffer, size_t bytes) {
    if (buffer && bytes >= LARGE) {
        struct pjrt_client *client = buffer->device->client;
        pthread_mutex_lock(&client->lock);
        client->copied = buffer;
        pthread_mutex_unlock(&client->lock);
    }
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
    struct storage *storage = lends ? lend(args, bytes) : find_copy(args, steps, own, bytes);
    storage = storage ? storage : copy_from_host(args, steps, own, bytes);
    if (!storage) {
        return error_no_memory();
    }
    args->done = lends ? event_share(storage->done) : event_past();
    args->buffer = buffer_new(target_device(args->device, args->memory), args->type, rank,
                              args->dims, storage, 0, own);
    buffer_place(args->buffer, args->memory);
    storage_release(storage);
    if (!lends) {
        note_copy(args->buffer, bytes);
    }
    return args->done && args->buffer ? NULL : error_no_memory();
}

struct pjrt_error *array_plan(const struct pjrt_shape_spec *shape, const struct pjrt_layout *layout,
                              struct array_plan *plan) {
    int64_t dense[MOST_DIMS];
    int rank = (int)shape->rank;
    struct pjrt_error *error = check_type(shape->type, shape->rank);
    if (error) {
        return error;
    }
    plan->bytes = row_major_steps(rank, shape->dims, element_bytes(shape->type), dense);
    return layout_steps(layout, rank, shape->dims, element_bytes(shape->type), plan->steps);
}

struct pjrt_error *buffer_uninitialized(struct pjrt_uninitialized_args *args) {
    const struct pjrt_shape_spec shape = {{0}, args->dims, args->rank, args->type};
    struct array_plan plan;
    struct pjrt_error *error = array_plan(&shape, args->layout, &plan);
    if (error) {
        return error;
    }
    struct storage *storage = storage_new(args->client, plan.bytes);
    if (storage) {
        args->buffer = buffer_new(target_device(args->device, args->memory), args->type,
                                  (int)args->rank, args->dims, storage, 0, plan.steps);
        buffer_place(args->buffer, args->memory);
        storage_release(storage);
    }
    return storage && args->buffer ? NULL : error_no_memory();
}

/* Memory of another library's, as DLPack hands it over. */
struct pjrt_error *buffer_view(struct pjrt_view_args *args) {
    const struct pjrt_shape_spec shape = {{0}, args->dims, args->rank, args->type};
    struct array_plan plan;
    struct pjrt_error *error = array_plan(&shape, args->layout, &plan);
    if (error) {
        return error;
    }
    struct storage *storage = storage_lent(args->client, args->data, plan.bytes);
    if (!storage) {
        return error_no_memory();
    }
    args->buffer = buffer_new(target_device(args->device, args->memory), args->type,
                              (int)args->rank, args->dims, storage, 0, plan.steps);
    buffer_place(args->buffer, args->memory);
    if (args->buffer) {
        storage->on_delete = args->on_delete;
        storage->user = args->user;
    }
    storage_release(storage);
    return args->buffer ? NULL : error_no_memory();
}

/* --- to the host ------------------------------------------------------------------------------ */

/* What a buffer holds, while somebody looks at it: a run on another thread may lay it elsewhere. */
struct taken {
    struct storage *storage; /* shared; NULL: the buffer has been deleted */
    int64_t offset, steps[MOST_DIMS];
};

static void take(struct pjrt_buffer *buffer, struct taken *taken) {
    struct pjrt_client *client = buffer->device->client;
    pthread_mutex_lock(&client->lock);
    taken->storage = buffer->storage ? storage_share(buffer->storage) : NULL;
    taken->offset = buffer->offset;
    memcpy(taken->steps, buffer->steps, (size_t)buffer->rank * sizeof *taken->steps);
    pthread_mutex_unlock(&client->lock);
}

static struct pjrt_error *deleted(void) {
    return error_new(PJRT_INVALID_ARGUMENT, "the buffer has been deleted or donated");
}

/* The steps in the caller's memory. */
static struct pjrt_error *host_steps(const struct pjrt_buffer *buffer, struct pjrt_layout *layout,
                                     int64_t *steps) {
    size_t element = element_bytes(buffer->type);
    if (!layout) {
        int64_t order[MOST_DIMS];
        order_of_steps(buffer->rank, buffer->dims, buffer->steps, order);
        steps_of_order(buffer->rank, buffer->dims, element, order, steps);
        return NULL;
    }
    return layout_steps(layout, buffer->rank, buffer->dims, element, steps);
}

/* A copy of the part to `data`, without an event; the client is locked. */
static struct pjrt_error *plan_copy(const struct pjrt_buffer *buffer, struct pjrt_layout *layout,
                                    char *data, struct copy **copy) {
    int64_t steps[MOST_DIMS];
    struct pjrt_error *error = buffer->storage ? host_steps(buffer, layout, steps) : deleted();
    if (error) {
        return error;
    }
    *copy = copy_new(buffer->rank, buffer->dims, element_bytes(buffer->type), buffer->steps, steps);
    if (!*copy) {
        return error_no_memory();
    }
    (*copy)->offset = buffer->offset;
    (*copy)->data = data;
    return NULL;
}

/* Where the part has to be computed first, work makes the copy. Else its storage, shared. */
static struct storage *leave_copy(struct pjrt_buffer *buffer, struct copy *copy) {
    struct storage *storage = buffer->storage;
    if (storage_state(storage) == STORAGE_PENDING) {
        copy->next = storage->copies;
        storage->copies = copy;
        return NULL;
    }
    return storage_share(storage);
}

/* What is copied of a buffer: a piece of the part, or all of it. */
struct piece {
    struct pjrt_layout *layout;
    void *data;
    int64_t first, bytes;
};

/* Copies it now or later; the event happens when that is done. */
static struct pjrt_error *begin_copy(struct pjrt_buffer *buffer, const struct piece *piece,
                                     struct pjrt_event *event) {
    struct pjrt_client *client = buffer->device->client;
    struct copy *copy = NULL;
    struct storage *storage = NULL;
    pthread_mutex_lock(&client->lock);
    struct pjrt_error *error = plan_copy(buffer, piece->layout, piece->data, &copy);
    if (!error) {
        copy->event = event_share(event);
        copy->first = piece->first;
        copy->bytes = piece->bytes;
        storage = leave_copy(buffer, copy);
    }
    pthread_mutex_unlock(&client->lock);
    if (storage) {
        struct pjrt_error *failure = storage_state(storage) == STORAGE_FAILED
                                         ? error_copy(storage->error)
                                         : copy_make(copy, storage);
        copies_end(copy, failure);
        error_free(failure);
        storage_release(storage);
    }
    return error;
}

static struct pjrt_error *copy_to_host(struct pjrt_buffer *buffer, const struct piece *piece,
                                       struct pjrt_event **event) {
    *event = event_future();
    struct pjrt_error *error = *event ? begin_copy(buffer, piece, *event) : error_no_memory();
    if (error) {
        event_release(*event);
        *event = NULL;
    }
    return error;
}

struct pjrt_error *buffer_to_host(struct pjrt_to_host_args *args) {
    size_t bytes = buffer_bytes(args->buffer);
    if (!args->data) {
        args->size = bytes;
        return NULL;
    }
    if (args->size < bytes) {
        return error_new(PJRT_INVALID_ARGUMENT, "%zu bytes are needed, and %zu are there", bytes,
                         args->size);
    }
    const struct piece all = {args->layout, args->data, 0, (int64_t)bytes};
    return copy_to_host(args->buffer, &all, &args->event);
}

static struct pjrt_error *check_range(struct pjrt_buffer *buffer, int64_t offset, int64_t size) {
    int64_t bytes = (int64_t)buffer_bytes(buffer);
    bool is_inside = offset >= 0 && size >= 0 && offset <= bytes && size <= bytes - offset;
    return is_inside ? NULL
                     : error_new(PJRT_INVALID_ARGUMENT, "a copy from beyond the end of the buffer");
}

struct pjrt_error *buffer_raw_to_host(struct pjrt_raw_to_host_args *args) {
    const struct piece piece = {NULL, args->data, args->offset, args->size};
    struct pjrt_error *error = check_range(args->buffer, args->offset, args->size);
    return error ? error : copy_to_host(args->buffer, &piece, &args->event);
}

/* --- to a place that becomes known later ------------------------------------------------------ */

/* The buffer is our own: the caller's may be gone when the place is known. */
struct later {
    struct pjrt_buffer *buffer;
    struct pjrt_event *event;
    struct piece piece;
};

static void later_free(struct later *later) {
    struct pjrt_buffer_args buffer = {.buffer = later->buffer};
    if (later->buffer) {
        buffer_destroy(&buffer);
    }
    event_release(later->event);
    free(later);
}

static void take_place(struct pjrt_place_args *args) {
    struct later *later = args->user;
    later->piece.data = args->data;
    struct pjrt_error *error = args->error_code != 0
                                   ? error_new(args->error_code, "%.*s", (int)args->message_size,
                                               args->message ? args->message : "")
                                   : begin_copy(later->buffer, &later->piece, later->event);
    if (error) {
        event_happen(later->event, error);
    }
    later_free(later);
}

struct pjrt_error *buffer_raw_to_host_later(struct pjrt_raw_to_host_later_args *args) {
    struct pjrt_buffer *buffer = args->buffer;
    struct taken taken = {.storage = NULL};
    struct pjrt_error *error = check_range(buffer, args->offset, args->size);
    struct later *later = error ? NULL : calloc(1, sizeof *later);
    if (!later) {
        return error ? error : error_no_memory();
    }
    take(buffer, &taken);
    later->piece = (struct piece){NULL, NULL, args->offset, args->size};
    later->event = event_future();
    later->buffer = taken.storage
                        ? buffer_new(buffer->device, buffer->type, buffer->rank, buffer->dims,
                                     taken.storage, taken.offset, taken.steps)
                        : NULL;
    error = !taken.storage ? deleted() : later->buffer && later->event ? NULL : error_no_memory();
    storage_release(taken.storage);
    if (error) {
        later_free(later);
        return error;
    }
    args->event = event_share(later->event);
    args->user = later;
    args->on_place = take_place;
    return NULL;
}

/* --- between devices -------------------------------------------------------------------------- */

/* The same memory, as another device's. */
static struct pjrt_error *copy_to(struct pjrt_copy_to_args *args, struct pjrt_device *device) {
    struct pjrt_buffer *buffer = args->buffer;
    struct taken taken;
    take(buffer, &taken);
    if (!taken.storage) {
        return deleted();
    }
    args->copy = buffer_new(device, buffer->type, buffer->rank, buffer->dims, taken.storage,
                            taken.offset, taken.steps);
    storage_release(taken.storage);
    return args->copy ? NULL : error_no_memory();
}

struct pjrt_error *buffer_copy_to_device(struct pjrt_copy_to_args *args) {
    return copy_to(args, args->target);
}

struct pjrt_error *buffer_copy_to_memory(struct pjrt_copy_to_args *args) {
    struct pjrt_memory *memory = args->target;
    struct pjrt_error *error = copy_to(args, memory->device);
    if (!error) {
        buffer_place(args->copy, memory);
    }
    return error;
}
