/* Bytes that many hold: one read-only copy for all who bring the same ones to a pool. */
#include "support/shared.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct shared {
    struct shared_pool *pool; /* NULL: its holder alone knows it */
    struct shared *next;      /* in the pool */
    size_t references;        /* under the pool's lock */
    uint64_t hash;
    size_t size;
    void *bytes; /* pages of its own */
};
struct shared_pool {
    pthread_mutex_t lock;
    struct shared *first;
};

struct shared_pool *shared_pool_new(void) {
    struct shared_pool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pthread_mutex_init(&pool->lock, NULL);
    }
    return pool;
}

void shared_pool_free(struct shared_pool *pool) {
    if (pool) {
        pthread_mutex_destroy(&pool->lock);
        free(pool);
    }
}

bool shared_is(const struct shared *shared, const void *bytes, size_t size, uint64_t hash) {
    return shared->hash == hash && shared->size == size &&
           (shared->bytes == bytes || memcmp(shared->bytes, bytes, size) == 0);
}

const void *shared_data(const struct shared *shared) {
    return shared->bytes;
}

struct shared *shared_new(size_t size) {
    struct shared *shared = malloc(sizeof *shared);
    void *pages = shared
                      ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                      : MAP_FAILED;
    if (pages == MAP_FAILED) {
        free(shared);
        return NULL;
    }
    madvise(pages, size, MADV_HUGEPAGE);
    *shared = (struct shared){.references = 1, .size = size, .bytes = pages};
    return shared;
}

void *shared_room(struct shared *shared) {
    return shared->bytes;
}

static struct shared *copy(const void *bytes, size_t size, uint64_t hash) {
    struct shared *shared = shared_new(size);
    if (shared) {
        memcpy(shared->bytes, bytes, size);
        mprotect(shared->bytes, size, PROT_READ);
        shared->hash = hash;
    }
    return shared;
}

static void add(struct shared_pool *pool, struct shared *shared) {
    shared->pool = pool;
    shared->next = pool->first;
    pool->first = shared;
}

static struct shared *find(const struct shared_pool *pool, const void *bytes, size_t size,
                           uint64_t hash) {
    struct shared *shared = pool->first;
    while (shared && !shared_is(shared, bytes, size, hash)) {
        shared = shared->next;
    }
    return shared;
}

struct shared *shared_get(struct shared_pool *pool, const void *bytes, size_t size, uint64_t hash) {
    if (!pool) {
        return copy(bytes, size, hash);
    }
    pthread_mutex_lock(&pool->lock);
    struct shared *shared = find(pool, bytes, size, hash);
    if (shared) {
        shared->references++;
    } else if ((shared = copy(bytes, size, hash))) {
        add(pool, shared);
    }
    pthread_mutex_unlock(&pool->lock);
    return shared;
}

static void unlink_from(struct shared_pool *pool, const struct shared *shared) {
    struct shared **place = &pool->first;
    while (*place != shared) {
        place = &(*place)->next;
    }
    *place = shared->next;
}

/* One holder less; whether there is none any more. */
static bool leave(struct shared *shared) {
    struct shared_pool *pool = shared->pool;
    if (!pool) {
        return true;
    }
    pthread_mutex_lock(&pool->lock);
    bool is_last = --shared->references == 0;
    if (is_last) {
        unlink_from(pool, shared);
    }
    pthread_mutex_unlock(&pool->lock);
    return is_last;
}

void shared_release(struct shared *shared) {
    if (leave(shared)) {
        munmap(shared->bytes, shared->size);
        free(shared);
    }
}

struct shared *shared_settle(struct shared *shared, struct shared_pool *pool, uint64_t hash) {
    struct shared *other = NULL;
    mprotect(shared->bytes, shared->size, PROT_READ);
    shared->hash = hash;
    if (pool) {
        pthread_mutex_lock(&pool->lock);
        other = find(pool, shared->bytes, shared->size, hash);
        if (other) {
            other->references++;
        } else {
            add(pool, shared);
        }
        pthread_mutex_unlock(&pool->lock);
    }
    if (other) {
        shared_release(shared);
    }
    return other ? other : shared;
}
