/* Memory that buffers share. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

enum { SMALL = 512 };

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

struct storage *storage_pending(struct pjrt_client *client, size_t bytes) {
    struct storage *storage = malloc(sizeof *storage);
    if (storage) {
        *storage = (struct storage){
            .references = 1, .state = STORAGE_PENDING, .client = client, .bytes = bytes};
    }
    return storage;
}

/* Aligned memory, in a block to be freed. For small ones malloc keeps what a thread has freed at
 * hand; aligned_alloc and calloc do not look there, which a call of a tiny program feels. */
static char *allocate(size_t size, void **block) {
    *block =
        size <= SMALL ? malloc(size + STORAGE_ALIGNMENT) : aligned_alloc(STORAGE_ALIGNMENT, size);
    return *block ? (char *)*block + (0 - (uintptr_t)*block) % STORAGE_ALIGNMENT : NULL;
}

bool storage_reserve(struct storage *storage) {
    size_t bytes = storage->bytes;
    size_t size = bytes > SIZE_MAX - STORAGE_ALIGNMENT
                      ? 0
                      : (bytes / STORAGE_ALIGNMENT + 1) * STORAGE_ALIGNMENT;
    if (!storage->data && size > 0) {
        storage->data = allocate(size, &storage->block);
        if (storage->data) {
            count_memory(storage->client, bytes);
        }
    }
    return storage->data != NULL;
}

struct storage *storage_new(struct pjrt_client *client, size_t bytes) {
    struct storage *storage = storage_pending(client, bytes);
    if (!storage || !storage_reserve(storage)) {
        free(storage);
        return NULL;
    }
    atomic_store(&storage->state, STORAGE_READY);
    return storage;
}

/* How many programs this thread has called. */
static _Thread_local uint64_t calls;

bool storage_is_argument(const struct storage *storage) {
    return storage->lender == &calls && storage->lent_at == calls && storage->is_constant;
}

void storage_note_call(void) {
    calls++;
}

struct storage *storage_lent(struct pjrt_client *client, const void *data, size_t bytes) {
    struct storage *storage = storage_pending(client, bytes);
    if (storage) {
        storage->data = (char *)(uintptr_t)data;
        storage->is_lent = storage->is_constant = true;
        storage->lender = &calls;
        storage->lent_at = calls;
        atomic_store(&storage->state, STORAGE_READY);
    }
    return storage;
}

void storage_take_over(struct storage *storage, struct storage *from) {
    storage->data = from->data;
    storage->block = from->block;
    storage->done = from->done;
    storage->on_delete = from->on_delete;
    storage->user = from->user;
    storage->is_lent = from->is_lent;
    from->data = NULL;
    from->done = NULL;
    from->on_delete = NULL;
}

struct storage *storage_share(struct storage *storage) {
    atomic_fetch_add(&storage->references, 1);
    return storage;
}

enum storage_state storage_state(const struct storage *storage) {
    return (enum storage_state)atomic_load_explicit(&storage->state, memory_order_acquire);
}

static void storage_free(struct storage *storage) {
    if (storage->done) {
        event_happen(storage->done, NULL);
        event_release(storage->done);
    }
    if (storage->on_delete) {
        storage->on_delete(storage->data, storage->user);
    }
    if (!storage->is_lent && storage->data) {
        atomic_fetch_sub(&storage->client->in_use, (long long)storage->bytes);
        free(storage->block);
    }
    event_release(storage->ready);
    error_free(storage->error);
    free(storage);
}

/* Of one that work is to write, whoever has given it up may have been the last to want it. */
void storage_release(struct storage *storage) {
    if (storage && storage_state(storage) == STORAGE_PENDING) {
        struct pjrt_client *client = storage->client;
        pthread_mutex_lock(&client->lock);
        storage_drop(storage);
        client_unlock(client);
    } else if (storage && atomic_fetch_sub(&storage->references, 1) == 1) {
        storage_free(storage);
    }
}

void storage_drop(struct storage *storage) {
    if (!storage) {
        return;
    }
    int left = atomic_fetch_sub(&storage->references, 1) - 1;
    if (left == 0) {
        storage->next = storage->client->dropped;
        storage->client->dropped = storage;
    } else if (left == 1 && storage_state(storage) == STORAGE_PENDING && storage->maker) {
        queue_give_up(storage->maker);
    }
}

void client_unlock(struct pjrt_client *client) {
    struct work *given_up = queue_take_given_up(client);
    struct storage *dropped = client->dropped;
    client->dropped = NULL;
    pthread_mutex_unlock(&client->lock);
    while (dropped) {
        struct storage *storage = dropped;
        dropped = storage->next;
        storage_free(storage);
    }
    queue_end_given_up(given_up);
}
