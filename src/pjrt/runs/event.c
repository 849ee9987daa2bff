/* Events: what somebody waits for, or wants to be told of.
 *
 * All events of the process share a lock, which is held for moments alone, and a condition: a fork
 * can so keep both whole (queue.c).
 */
#include <stdlib.h>

#include "pjrt/objects.h"

struct listener {
    pjrt_event_callback *callback;
    void *user;
    struct listener *next;
};
struct pjrt_event {
    atomic_int references;
    atomic_bool has_happened;
    struct pjrt_error *error;
    struct listener *listeners, **last; /* in the order in which they came */
};

/* What has happened already, for all. Nobody counts its owners: tiny programs give one a device. */
static struct pjrt_event past = {.references = 1, .has_happened = true};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t happened = PTHREAD_COND_INITIALIZER;

struct pjrt_event *event_future(void) {
    struct pjrt_event *event = calloc(1, sizeof *event);
    if (event) {
        atomic_init(&event->references, 1);
        event->last = &event->listeners;
    }
    return event;
}

struct pjrt_event *event_past(void) {
    return &past;
}

struct pjrt_event *event_share(struct pjrt_event *event) {
    if (event != &past) {
        atomic_fetch_add(&event->references, 1);
    }
    return event;
}

void event_release(struct pjrt_event *event) {
    if (event && event != &past && atomic_fetch_sub(&event->references, 1) == 1) {
        error_free(event->error);
        free(event);
    }
}

void event_happen(struct pjrt_event *event, struct pjrt_error *error) {
    pthread_mutex_lock(&lock);
    event->error = error;
    atomic_store(&event->has_happened, true);
    struct listener *listeners = event->listeners;
    event->listeners = NULL;
    event->last = &event->listeners;
    pthread_cond_broadcast(&happened);
    pthread_mutex_unlock(&lock);
    while (listeners) {
        struct listener *listener = listeners;
        listeners = listener->next;
        listener->callback(error_copy(error), listener->user);
        free(listener);
    }
}

/* Calls back when it happens, on the thread that makes it happen, or now; the callback owns the
 * error. False: no memory. */
static bool listen(struct pjrt_event *event, pjrt_event_callback *callback, void *user) {
    struct listener *listener = malloc(sizeof *listener);
    if (!listener) {
        return false;
    }
    *listener = (struct listener){callback, user, NULL};
    pthread_mutex_lock(&lock);
    bool has_happened = atomic_load(&event->has_happened);
    if (!has_happened) {
        *event->last = listener;
        event->last = &listener->next;
    }
    pthread_mutex_unlock(&lock);
    if (has_happened) {
        free(listener);
        callback(error_copy(event->error), user);
    }
    return true;
}

void event_wait(struct pjrt_event *event) {
    pthread_mutex_lock(&lock);
    while (!atomic_load(&event->has_happened)) {
        pthread_cond_wait(&happened, &lock);
    }
    pthread_mutex_unlock(&lock);
}

void events_hold(void) {
    pthread_mutex_lock(&lock);
}

void events_let_go(bool is_child) {
    if (is_child) { /* those who waited are not there */
        pthread_cond_init(&happened, NULL);
    }
    pthread_mutex_unlock(&lock);
}

struct pjrt_error *event_destroy(struct pjrt_event_args *args) {
    event_release(args->event);
    return NULL;
}

struct pjrt_error *event_is_ready(struct pjrt_event_bool_args *args) {
    args->value = atomic_load(&args->event->has_happened);
    return NULL;
}

struct pjrt_error *event_error(struct pjrt_event_args *args) {
    return atomic_load(&args->event->has_happened) ? error_copy(args->event->error) : NULL;
}

struct pjrt_error *event_await(struct pjrt_event_args *args) {
    event_wait(args->event);
    return event_error(args);
}

struct pjrt_error *event_on_ready(struct pjrt_event_on_ready_args *args) {
    return listen(args->event, args->callback, args->user) ? NULL : error_no_memory();
}

struct pjrt_error *event_create(struct pjrt_event_args *args) {
    args->event = event_future();
    return args->event ? NULL : error_no_memory();
}

struct pjrt_error *event_set(struct pjrt_event_set_args *args) {
    event_happen(args->event, args->code == 0
                                  ? NULL
                                  : error_new(args->code, "%.*s", (int)args->message_size,
                                              args->message ? args->message : ""));
    return NULL;
}
