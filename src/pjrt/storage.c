/* Memory that buffers share. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

enum { ALIGNMENT = 64 };

static void count_memory(struct pjrt_client *client, size_t bytes) {
    long long in_use = atomic_fetch_add(&client->in_use, (long long)bytes) + (long long)bytes;
    long long peak = atomic_load(&client->peak_in_use), largest = atomic_load(&client->largest);
    atomic_fetch_add(&client->allocations, 1);
    while (in_use > peak && !atomic_compare_exchange_weak(&client->peak_in_use, &peak, in_use)) {
    }
    while ((long long)bytes > largest &&
           !atomic_compare_exchange_weak(&client->largest, &largest, (long long)bytes)) {
    }
}

struct storage *storage_new(struct pjrt_client *client, size_t bytes) {
    struct storage *storage = calloc(1, sizeof *storage);
    size_t size = bytes > SIZE_MAX - ALIGNMENT ? 0 : (bytes / ALIGNMENT + 1) * ALIGNMENT;
    char *data = storage && size > 0 ? aligned_alloc(ALIGNMENT, size) : NULL;
    if (!data) {
        free(storage);
        return NULL;
    }
    atomic_init(&storage->references, 1);
    storage->client = client;
    storage->data = data;
    storage->bytes = bytes;
    count_memory(client, bytes);
    return storage;
}

struct storage *storage_lent(struct pjrt_client *client, const void *data, size_t bytes) {
    struct storage *storage = calloc(1, sizeof *storage);
    if (storage) {
        atomic_init(&storage->references, 1);
        storage->client = client;
        storage->data = (char *)(uintptr_t)data;
        storage->bytes = bytes;
        storage->is_lent = storage->is_constant = true;
    }
    return storage;
}

struct storage *storage_share(struct storage *storage) {
    atomic_fetch_add(&storage->references, 1);
    return storage;
}

static void storage_free(struct storage *storage) {
    if (storage->done) {
        event_happen(storage->done, NULL);
        event_release(storage->done);
    }
    if (storage->on_delete) {
        storage->on_delete(storage->data, storage->user);
    }
    if (!storage->is_lent) {
        atomic_fetch_sub(&storage->client->in_use, (long long)storage->bytes);
        free(storage->data);
    }
    free(storage);
}

void storage_release(struct storage *storage) {
    if (storage && atomic_fetch_sub(&storage->references, 1) == 1) {
        storage_free(storage);
    }
}

void storage_drop(struct storage *storage) {
    if (storage && atomic_fetch_sub(&storage->references, 1) == 1) {
        storage->next = storage->client->dropped;
        storage->client->dropped = storage;
    }
}

void client_unlock(struct pjrt_client *client) {
    struct storage *dropped = client->dropped;
    client->dropped = NULL;
    pthread_mutex_unlock(&client->lock);
    while (dropped) {
        struct storage *storage = dropped;
        dropped = storage->next;
        storage_free(storage);
    }
}
