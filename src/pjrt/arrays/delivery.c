/* Arrays whose bytes come piece by piece, in any order, as from another process. Whoever sends them
 * makes the arrays first, which are pending until the last piece of each has come. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

/* One array. */
struct delivery {
    struct pjrt_buffer *buffer; /* until somebody takes it */
    struct storage *storage;
    struct work *work; /* NULL: it has come, or has failed */
};

struct pjrt_deliveries {
    struct pjrt_client *client;
    struct pjrt_device *device;
    size_t count;
    pthread_mutex_t lock;
    struct delivery items[];
};

static struct pjrt_error *find(struct pjrt_deliveries *deliveries, int number,
                               struct delivery **delivery) {
    bool is_there = number >= 0 && (size_t)number < deliveries->count;
    *delivery = is_there ? &deliveries->items[number] : NULL;
    return is_there ? NULL
                    : error_new(PJRT_INVALID_ARGUMENT, "there is no array %d of %zu", number,
                                deliveries->count);
}

/* Work that makes the storage, done by whoever sends; NULL: no memory. */
static struct work *promise(struct pjrt_client *client, struct storage *storage) {
    struct work *work = calloc(1, sizeof *work + sizeof(struct storage *));
    if (!work) {
        return NULL;
    }
    work->client = client;
    work->made = (struct storage **)(work + 1);
    work->made[0] = storage_share(storage);
    work->made_count = 1;
    if (!queue_promise(work)) {
        work_free(work);
        return NULL;
    }
    return work;
}

static struct pjrt_error *begin(struct pjrt_deliveries *deliveries, struct delivery *delivery,
                                const struct pjrt_shape_spec *shape,
                                const struct pjrt_layout *layout) {
    struct array_plan plan;
    struct pjrt_error *error = array_plan(shape, layout, &plan);
    if (error) {
        return error;
    }
    delivery->storage = storage_pending(deliveries->client, plan.bytes);
    if (!delivery->storage || !storage_reserve(delivery->storage)) {
        return error_no_memory();
    }
    delivery->buffer = buffer_new(deliveries->device, shape->type, (int)shape->rank, shape->dims,
                                  delivery->storage, 0, plan.steps);
    delivery->work = delivery->buffer ? promise(deliveries->client, delivery->storage) : NULL;
    return delivery->work ? NULL : error_no_memory();
}

static void end(struct delivery *delivery, const struct pjrt_error *error) {
    struct work *work = delivery->work;
    delivery->work = NULL;
    if (work) {
        queue_fulfil(work, error_copy(error));
    }
}

/* What has not come fails. */
static void deliveries_free(struct pjrt_deliveries *deliveries) {
    struct pjrt_error *error =
        error_new(PJRT_CANCELLED, "the array was given up before all of it had come");
    for (size_t i = 0; i < deliveries->count; i++) {
        struct delivery *delivery = &deliveries->items[i];
        struct pjrt_buffer_args buffer = {.buffer = delivery->buffer};
        end(delivery, error);
        if (delivery->buffer) {
            buffer_destroy(&buffer);
        }
        storage_release(delivery->storage);
    }
    error_free(error);
    pthread_mutex_destroy(&deliveries->lock);
    free(deliveries);
}

struct pjrt_error *deliveries_new(struct pjrt_deliveries_new_args *args) {
    struct pjrt_deliveries *deliveries =
        calloc(1, sizeof *deliveries + args->count * sizeof(struct delivery));
    struct pjrt_error *error = deliveries ? NULL : error_no_memory();
    if (error) {
        return error;
    }
    pthread_mutex_init(&deliveries->lock, NULL);
    deliveries->client = args->client;
    deliveries->device = args->memory->device;
    deliveries->count = args->count;
    for (size_t i = 0; i < args->count && !error; i++) {
        const struct pjrt_layout *layout =
            args->layouts && i < args->layout_count ? args->layouts[i] : NULL;
        error = begin(deliveries, &deliveries->items[i], &args->shapes[i], layout);
        if (!error) {
            buffer_place(deliveries->items[i].buffer, args->memory);
        }
    }
    if (error) {
        deliveries_free(deliveries);
    } else {
        args->deliveries = deliveries;
    }
    return error;
}

struct pjrt_error *deliveries_destroy(struct pjrt_deliveries_args *args) {
    if (args->deliveries) {
        deliveries_free(args->deliveries);
    }
    return NULL;
}

/* A piece: it is copied at once. */
struct pjrt_error *delivery_take(struct pjrt_delivery_args *args) {
    struct delivery *delivery;
    struct pjrt_error *error = find(args->deliveries, args->number, &delivery);
    if (error) {
        return error;
    }
    int64_t bytes = (int64_t)delivery->storage->bytes;
    if (args->offset < 0 || args->size < 0 || args->offset > bytes ||
        args->size > bytes - args->offset) {
        return error_new(PJRT_INVALID_ARGUMENT, "a piece from beyond the end of array %d",
                         args->number);
    }
    pthread_mutex_lock(&args->deliveries->lock);
    if (delivery->work && args->size > 0) {
        memcpy(delivery->storage->data + args->offset, args->data, (size_t)args->size);
    }
    if (args->is_last) {
        end(delivery, NULL);
    }
    pthread_mutex_unlock(&args->deliveries->lock);
    args->done = event_past();
    return args->done ? NULL : error_no_memory();
}

struct pjrt_error *delivery_fail(struct pjrt_delivery_error_args *args) {
    struct delivery *delivery;
    struct pjrt_error *error = find(args->deliveries, args->number, &delivery);
    if (error) {
        return error;
    }
    error =
        error_new(args->code, "%.*s", (int)args->message_size, args->message ? args->message : "");
    pthread_mutex_lock(&args->deliveries->lock);
    end(delivery, error);
    pthread_mutex_unlock(&args->deliveries->lock);
    error_free(error);
    return NULL;
}

/* It becomes the caller's. */
struct pjrt_error *delivery_buffer(struct pjrt_delivery_buffer_args *args) {
    struct delivery *delivery;
    struct pjrt_error *error = find(args->deliveries, args->number, &delivery);
    if (error) {
        return error;
    }
    args->buffer = delivery->buffer;
    delivery->buffer = NULL;
    return args->buffer ? NULL
                        : error_new(PJRT_FAILED_PRECONDITION, "array %d has been taken already",
                                    args->number);
}

struct pjrt_error *deliveries_device(struct pjrt_deliveries_device_args *args) {
    args->device = args->deliveries->device;
    return NULL;
}

struct pjrt_error *deliveries_count(struct pjrt_deliveries_count_args *args) {
    args->count = args->deliveries->count;
    return NULL;
}

struct pjrt_error *delivery_size(struct pjrt_delivery_size_args *args) {
    struct delivery *delivery;
    struct pjrt_error *error = find(args->deliveries, args->number, &delivery);
    args->size = error ? 0 : delivery->storage->bytes;
    return error;
}

/* Notes of the sender's are for the transfer's own use, of which we make none. */
struct pjrt_error *delivery_note(struct pjrt_delivery_notes_args *args) {
    (void)args;
    return NULL;
}
