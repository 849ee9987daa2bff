/* Work under way: one queue a client, in the order of the calls, which a thread of the queue works
 * off with the whole team.
 *
 *     NEW --queue_pass--> RUNS --> ENDED             on the caller's thread
 *     NEW --queue_add--> WAITS --> RUNS --> ENDED    on a thread of the queue
 *                          `--given up--> ENDED      never begun
 *
 * The first work in the queue whose storages are decided, ready or failed, runs; as one piece of
 * work runs at a time, that is the first of all. But a run that calls back leaves the queue for as
 * long (queue_leave): another thread goes on with what does not wait for it, so that a callback may
 * compute, and what it takes delays nobody. A thread that comes back goes on beside the other.
 * Runs with an effect end in their order even so: who waits for the last has waited for all.
 *
 * What work makes are pending storages, which become ready, or failed with an error, when it ends.
 * Work that reads a failed one fails with the same error and is not done. Work that has no effect,
 * and whose storages nobody but itself holds any more, is given up: it never begins, or stops.
 *
 * Memory is bounded: what work in the queue reads and writes is counted, and a call that would
 * make it more than there may be waits until some has ended. Not while a callback is under way,
 * which may be what calls.
 *
 * All of this is under the client's lock; work is done, and events happen, without it.
 */
#include <signal.h>
#include <stdlib.h>

#include "cores.h"
#include "pjrt/objects.h"
#include "pjrt/traces/trace.h"

struct runner {
    struct runner *next;
    struct pjrt_client *client;
    pthread_t thread;
};

/* What this thread is doing for a queue. */
static _Thread_local struct {
    struct work *work;
    bool is_free; /* of its client, which is no more */
} own;

/* --- the end of work -------------------------------------------------------------------------- */

void work_free(struct work *work) {
    for (int i = 0; i < work->taken_count; i++) {
        storage_release(work->taken[i]);
    }
    for (int i = 0; i < work->made_count; i++) {
        storage_release(work->made[i]);
    }
    event_release(work->done);
    compiled_release(work->compiled);
    free(work);
}

/* Makes the copies that are waited for, without the lock, during which there may be more. */
static void make_copies(struct work *work) {
    for (int i = 0; i < work->made_count; i++) {
        struct storage *storage = work->made[i];
        while (storage->copies) {
            struct copy *copies = storage->copies;
            storage->copies = NULL;
            pthread_mutex_unlock(&work->client->lock);
            while (copies) {
                struct copy *copy = copies;
                copies = copy->next;
                struct pjrt_error *error = copy_make(copy, storage);
                copy->next = error ? NULL : work->copies;
                if (error) {
                    copies_end(copy, error);
                    error_free(error);
                } else {
                    work->copies = copy;
                }
            }
            pthread_mutex_lock(&work->client->lock);
        }
    }
}

/* Those of which nothing comes. */
static void take_copies(struct work *work, struct storage *storage) {
    struct copy **end = &storage->copies;
    while (*end) {
        end = &(*end)->next;
    }
    *end = work->copies;
    work->copies = storage->copies;
    storage->copies = NULL;
}

/* Says what has become of what it was to make, and lets go of what it read; under the lock. */
static void settle(struct work *work, const struct pjrt_error *error) {
    for (int i = 0; i < work->made_count; i++) {
        struct storage *storage = work->made[i];
        storage->maker = NULL;
        storage->error = error_copy(error);
        take_copies(work, storage);
        atomic_store_explicit(&storage->state, error ? STORAGE_FAILED : STORAGE_READY,
                              memory_order_release);
    }
    for (int i = 0; i < work->taken_count; i++) {
        storage_drop(work->taken[i]);
        work->taken[i] = NULL;
    }
    work->state = WORK_ENDED;
    work->client->queue.bytes -= work->bytes;
    pthread_cond_broadcast(&work->client->queue.room);
}

/* Runs in queues that may call back. */
static atomic_int calls_under_way;

__attribute__((visibility("default"))) int sdyc_python_calls(void) {
    return atomic_load(&calls_under_way);
}

static bool has_call(const struct work *work) {
    return work->compiled && work->compiled->has_call;
}

/* Frees it and tells whoever waits; what they do then may be the end of the client. */
static void announce(struct work *work, struct pjrt_error *error) {
    struct pjrt_event *done = event_share(work->done);
    struct copy *copies = work->copies;
    atomic_fetch_sub(&calls_under_way, has_call(work));
    work_free(work);
    copies_end(copies, error);
    event_happen(done, error);
    event_release(done);
}

static void unlink_work(struct work **place, const struct work *work) {
    while (*place != work) {
        place = &(*place)->next;
    }
    *place = work->next;
}

/* Takes waiting work out. */
static void leave_line(struct queue *queue, struct work *work) {
    unlink_work(&queue->first, work);
    if (queue->end == &work->next) {
        queue->end = &queue->first;
        while (*queue->end) {
            queue->end = &(*queue->end)->next;
        }
    }
}

/* --- giving up -------------------------------------------------------------------------------- */

static void forget(struct work *work) {
    struct queue *queue = &work->client->queue;
    work->is_forgotten = true;
    if (work->state == WORK_WAITS) {
        leave_line(queue, work);
        work->state = WORK_ENDED;
        work->next = queue->given_up;
        queue->given_up = work;
    } else if (work->state == WORK_RUNS && work->stop) {
        work->stop(work);
    }
}

void queue_give_up(struct work *work) {
    bool is_wanted = work->has_effect || work->is_forgotten || work->state == WORK_ENDED;
    for (int i = 0; i < work->made_count && !is_wanted; i++) {
        is_wanted = atomic_load(&work->made[i]->references) > 1;
    }
    if (!is_wanted) {
        forget(work);
    }
}

static struct pjrt_error *forgotten(void) {
    return error_new(PJRT_CANCELLED, "nobody waited for it any more");
}

/* What one piece read may be what nobody else wants: one after the other. */
struct work *queue_take_given_up(struct pjrt_client *client) {
    struct work *ended = NULL;
    struct pjrt_error *error = client->queue.given_up ? forgotten() : NULL;
    while (client->queue.given_up) {
        struct work *work = client->queue.given_up;
        client->queue.given_up = work->next;
        settle(work, error);
        work->next = ended;
        ended = work;
    }
    error_free(error);
    return ended;
}

void queue_end_given_up(struct work *work) {
    while (work) {
        struct work *next = work->next;
        announce(work, forgotten());
        work = next;
    }
}

/* --- threads of the queue --------------------------------------------------------------------- */

static bool is_decided(const struct work *work) {
    bool decided = true;
    for (int i = 0; i < work->taken_count && decided; i++) {
        decided = !work->taken[i] || storage_state(work->taken[i]) != STORAGE_PENDING;
    }
    return decided;
}

/* Whether it has its turn among the runs with an effect. What a callback calls, and may wait for,
 * is part of one. */
static bool has_turn(const struct work *work) {
    return work->has_effect && !work->is_inner;
}

/* The first that can be done; NULL: there is none. Runs with an effect end in their order. */
static struct work *next_work(const struct queue *queue) {
    bool is_awaited = false;
    for (struct work *work = queue->running; work; work = work->next) {
        is_awaited = is_awaited || has_turn(work);
    }
    for (struct work *work = queue->first; work; work = work->next) {
        if (is_decided(work) && !(has_turn(work) && is_awaited)) {
            return work;
        }
        is_awaited = is_awaited || has_turn(work);
    }
    return NULL;
}

/* The error of something that it reads. */
static struct pjrt_error *error_before(const struct work *work) {
    for (int i = 0; i < work->taken_count; i++) {
        if (work->taken[i] && storage_state(work->taken[i]) == STORAGE_FAILED) {
            return error_copy(work->taken[i]->error);
        }
    }
    return NULL;
}

/* Does the work without the lock; it is free afterwards. */
static void do_work(struct work *work) {
    struct pjrt_client *client = work->client;
    struct queue *queue = &client->queue;
    leave_line(queue, work);
    work->state = WORK_RUNS;
    work->next = queue->running;
    queue->running = work;
    queue->busy++;
    pthread_mutex_unlock(&client->lock);
    own.work = work;
    struct pjrt_error *error = error_before(work);
    if (error && work->refuse) {
        work->refuse(work, error);
    }
    error = error ? error : work->perform(work);
    own.work = NULL;
    pthread_mutex_lock(&client->lock);
    if (!error) {
        make_copies(work);
    }
    unlink_work(&queue->running, work);
    queue->busy--;
    queue->idle++; /* it looks for work soon, and nobody has to be called */
    settle(work, error);
    client_unlock(client);
    announce(work, error);
}

/* One thread works at a time; others wait here, or are in callbacks. */
static void *run_queue(void *data) {
    struct pjrt_client *client = data;
    struct queue *queue = &client->queue;
    pthread_mutex_lock(&client->lock);
    queue->idle--;
    while (!queue->is_closed) {
        struct work *work = queue->busy == 0 ? next_work(queue) : NULL;
        if (!work) {
            queue->idle++;
            pthread_cond_wait(&queue->changed, &client->lock);
            queue->idle--;
            continue;
        }
        do_work(work);
        if (own.is_free) {
            return NULL;
        }
        pthread_mutex_lock(&client->lock);
        queue->idle--;
    }
    pthread_mutex_unlock(&client->lock);
    return NULL;
}

/* A thread that takes no signals: they are the caller's. False: the system grants none. */
static bool start_thread(struct pjrt_client *client) {
    struct runner *runner = calloc(1, sizeof *runner);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = runner && pthread_create(&runner->thread, NULL, run_queue, client) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!good) {
        free(runner);
        return false;
    }
    client->queue.idle++;
    runner->next = client->queue.runners;
    client->queue.runners = runner;
    return true;
}

/* Sees to it that somebody works. False: nobody can. */
static bool call_thread(struct pjrt_client *client) {
    struct queue *queue = &client->queue;
    if (queue->busy > 0) {
        return true;
    }
    if (queue->idle > 0) {
        pthread_cond_signal(&queue->changed);
        return true;
    }
    return start_thread(client) || queue->runners;
}

/* --- calls ------------------------------------------------------------------------------------ */

bool queue_may_pass(const struct work *work) {
    const struct queue *queue = &work->client->queue;
    bool may = !queue->first && queue->busy == 0;
    for (int i = 0; i < work->taken_count && may; i++) {
        may = !work->taken[i] || storage_state(work->taken[i]) == STORAGE_READY;
    }
    return may;
}

struct pjrt_error *queue_pass(struct work *work) {
    struct pjrt_error *error = work->perform(work);
    for (int i = 0; i < work->made_count && !error; i++) {
        atomic_store_explicit(&work->made[i]->state, STORAGE_READY, memory_order_release);
    }
    work->state = WORK_ENDED;
    return error;
}

static void wait_for_room(struct pjrt_client *client, size_t bytes) {
    struct queue *queue = &client->queue;
    while (!queue->is_closed && queue->away == 0 && queue->bytes > 0 &&
           (bytes > queue->most_bytes || queue->bytes > queue->most_bytes - bytes)) {
        pthread_cond_wait(&queue->room, &client->lock);
    }
}

struct pjrt_error *queue_add(struct work *work) {
    struct pjrt_client *client = work->client;
    struct queue *queue = &client->queue;
    work->done = work->done ? work->done : event_future();
    if (!work->done) {
        return error_no_memory();
    }
    pthread_mutex_lock(&client->lock);
    wait_for_room(client, work->bytes);
    bool is_closed = queue->is_closed;
    if (is_closed || !call_thread(client)) {
        pthread_mutex_unlock(&client->lock);
        return is_closed ? error_new(PJRT_FAILED_PRECONDITION, "the process is ending")
                         : error_new(PJRT_RESOURCE_EXHAUSTED, "no thread can be had");
    }
    for (int i = 0; i < work->made_count; i++) {
        work->made[i]->ready = event_share(work->done);
        work->made[i]->maker = work;
    }
    work->state = WORK_WAITS;
    work->is_inner = own.work != NULL;
    work->next = NULL;
    *queue->end = work;
    queue->end = &work->next;
    queue->bytes += work->bytes;
    atomic_fetch_add(&calls_under_way, has_call(work));
    pthread_mutex_unlock(&client->lock);
    return NULL;
}

/* --- work of others --------------------------------------------------------------------------- */

bool queue_promise(struct work *work) {
    work->done = event_future();
    for (int i = 0; i < work->made_count && work->done; i++) {
        work->made[i]->ready = event_share(work->done);
    }
    work->state = WORK_RUNS;
    return work->done != NULL;
}

void queue_fulfil(struct work *work, struct pjrt_error *error) {
    struct pjrt_client *client = work->client;
    pthread_mutex_lock(&client->lock);
    if (!error) {
        make_copies(work);
    }
    settle(work, error);
    if (client->queue.first) {
        call_thread(client);
    }
    client_unlock(client);
    announce(work, error);
}

/* --- callbacks -------------------------------------------------------------------------------- */

bool queue_leave(void) {
    struct work *work = own.work;
    if (!work) {
        return true;
    }
    struct pjrt_client *client = work->client;
    struct queue *queue = &client->queue;
    pthread_mutex_lock(&client->lock);
    bool goes_on = !work->is_forgotten && !queue->is_closed;
    if (goes_on) {
        queue->busy--;
        queue->away++;
        pthread_cond_broadcast(&queue->room);
        if (work->compiled) {
            work->compiled->away++;
            pthread_cond_broadcast(&queue->returned);
        }
        if (queue->first) {
            call_thread(client);
        }
    }
    pthread_mutex_unlock(&client->lock);
    return goes_on;
}

void queue_return(void) {
    struct work *work = own.work;
    if (work) {
        pthread_mutex_lock(&work->client->lock);
        work->client->queue.away--;
        work->client->queue.busy++;
        if (work->compiled) {
            work->compiled->away--;
        }
        pthread_mutex_unlock(&work->client->lock);
    }
}

/* --- forks ------------------------------------------------------------------------------------ */

/* All clients of the process, for who forks it. */
static pthread_mutex_t clients_lock = PTHREAD_MUTEX_INITIALIZER;
static struct pjrt_client *clients;

static void before_fork(void) {
    pthread_mutex_lock(&clients_lock);
    for (struct pjrt_client *client = clients; client; client = client->queue.other) {
        pthread_mutex_lock(&client->lock);
    }
    events_hold();
}

static void after_fork(void) {
    events_let_go(false);
    for (struct pjrt_client *client = clients; client; client = client->queue.other) {
        pthread_mutex_unlock(&client->lock);
    }
    pthread_mutex_unlock(&clients_lock);
}

void queue_clients(void (*visit)(struct pjrt_client *client)) {
    pthread_mutex_lock(&clients_lock);
    for (struct pjrt_client *client = clients; client; client = client->queue.other) {
        visit(client);
    }
    pthread_mutex_unlock(&clients_lock);
}

static void init_conditions(struct queue *queue) {
    pthread_cond_init(&queue->changed, NULL);
    pthread_cond_init(&queue->room, NULL);
    pthread_cond_init(&queue->returned, NULL);
}

/* The threads have stayed behind, and with them what was under way; its memory stays taken. */
static struct work *forget_parent(struct pjrt_client *client, const struct pjrt_error *error) {
    struct queue *queue = &client->queue;
    struct work *lost = queue->running;
    struct work **end = &lost;
    while (*end) {
        end = &(*end)->next;
    }
    *end = queue->first;
    init_conditions(queue);
    queue->running = queue->first = NULL;
    queue->end = &queue->first;
    queue->runners = NULL;
    queue->idle = queue->busy = queue->away = 0;
    for (struct compiled *compiled = client->programs; compiled; compiled = compiled->next) {
        compiled->busy = compiled->away = 0;
    }
    for (struct work *work = lost; work; work = work->next) {
        work->state = WORK_ENDED; /* so that none is given up for another */
    }
    for (struct work *work = lost; work; work = work->next) {
        settle(work, error);
    }
    return lost;
}

static struct pjrt_error *left_behind(void) {
    return error_new(PJRT_CANCELLED, "it was under way when the process forked, and is not here");
}

static void in_child(void) {
    struct pjrt_error *error = left_behind();
    struct work *lost = NULL, *work = NULL;
    atomic_store(&calls_under_way, 0);
    trace_leave_behind();
    events_let_go(true);
    for (struct pjrt_client *client = clients; client; client = client->queue.other) {
        work = forget_parent(client, error);
        while (work) {
            struct work *next = work->next;
            work->next = lost;
            lost = work;
            work = next;
        }
        client_unlock(client);
    }
    pthread_mutex_unlock(&clients_lock);
    error_free(error);
    while (lost) {
        work = lost;
        lost = work->next;
        event_happen(work->done, left_behind());
    }
}

static void watch_forks(void) {
    pthread_atfork(before_fork, after_fork, in_child);
}

/* --- beginning and end ------------------------------------------------------------------------ */

void queue_open(struct pjrt_client *client) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct queue *queue = &client->queue;
    init_conditions(queue);
    queue->end = &queue->first;
    queue->most_bytes = (size_t)sdyrt_memory_bytes() / 4;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&clients_lock);
    queue->other = clients;
    clients = client;
    pthread_mutex_unlock(&clients_lock);
}

static void leave_list(struct pjrt_client *client) {
    pthread_mutex_lock(&clients_lock);
    struct pjrt_client **place = &clients;
    while (*place && *place != client) {
        place = &(*place)->queue.other;
    }
    if (*place) {
        *place = client->queue.other;
    }
    pthread_mutex_unlock(&clients_lock);
}

static void forget_all(struct pjrt_client *client) {
    struct queue *queue = &client->queue;
    pthread_mutex_lock(&client->lock);
    queue->is_closed = true;
    while (queue->first) {
        forget(queue->first);
    }
    for (struct work *work = queue->running; work; work = work->next) {
        forget(work);
    }
    pthread_cond_broadcast(&queue->changed);
    pthread_cond_broadcast(&queue->room);
    client_unlock(client);
}

/* The caller may be one of them, which then ends by itself. */
static void join_threads(struct runner *runner) {
    while (runner) {
        struct runner *next = runner->next;
        if (pthread_equal(runner->thread, pthread_self())) {
            own.is_free = true;
            pthread_detach(runner->thread);
        } else {
            pthread_join(runner->thread, NULL);
        }
        free(runner);
        runner = next;
    }
}

bool queue_close(struct pjrt_client *client) {
    struct queue *queue = &client->queue;
    leave_list(client);
    forget_all(client);
    pthread_mutex_lock(&client->lock);
    while (queue->busy > 0) {
        pthread_cond_wait(&queue->room, &client->lock);
    }
    bool is_free = queue->away == 0;
    struct runner *runners = is_free ? queue->runners : NULL;
    queue->runners = is_free ? NULL : queue->runners;
    pthread_mutex_unlock(&client->lock);
    join_threads(runners);
    return is_free;
}

/* Whether processes have parted after a failure. */
__attribute__((visibility("default"))) int sdyc_python_exit(void) {
    int have_parted = coordinator_is_lost();
    pthread_mutex_lock(&clients_lock);
    struct pjrt_client *client = clients;
    pthread_mutex_unlock(&clients_lock);
    while (client) {
        queue_close(client); /* which takes it from the list */
        have_parted |= atomic_load(&client->has_parted);
        pthread_mutex_lock(&clients_lock);
        client = clients;
        pthread_mutex_unlock(&clients_lock);
    }
    return have_parted;
}
