/* Events: what somebody waits for, or wants to be told of. */
#include <stdlib.h>

#include "pjrt/objects.h"

struct listener {
    pjrt_event_callback *callback;
    void *user;
    struct listener *next;
};
struct pjrt_event {
    atomic_int references;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool has_happened;
    struct pjrt_error *error;
    struct listener *listeners;
};

struct pjrt_event *event_future(void) {
    struct pjrt_event *event = calloc(1, sizeof *event);
    if (event) {
        atomic_init(&event->references, 1);
        pthread_mutex_init(&event->lock, NULL);
        pthread_cond_init(&event->changed, NULL);
    }
    return event;
}

struct pjrt_event *event_past(void) {
    struct pjrt_event *event = event_future();
    if (event) {
        event->has_happened = true;
    }
    return event;
}

struct pjrt_event *event_share(struct pjrt_event *event) {
    atomic_fetch_add(&event->references, 1);
    return event;
}

void event_release(struct pjrt_event *event) {
    if (event && atomic_fetch_sub(&event->references, 1) == 1) {
        error_free(event->error);
        pthread_cond_destroy(&event->changed);
        pthread_mutex_destroy(&event->lock);
        free(event);
    }
}

void event_happen(struct pjrt_event *event, struct pjrt_error *error) {
    pthread_mutex_lock(&event->lock);
    event->has_happened = true;
    event->error = error;
    struct listener *listeners = event->listeners;
    event->listeners = NULL;
    pthread_cond_broadcast(&event->changed);
    pthread_mutex_unlock(&event->lock);
    while (listeners) {
        struct listener *listener = listeners;
        listeners = listener->next;
        listener->callback(error_copy(error), listener->user);
        free(listener);
    }
}

struct pjrt_error *event_destroy(struct pjrt_event_args *args) {
    event_release(args->event);
    return NULL;
}

struct pjrt_error *event_is_ready(struct pjrt_event_bool_args *args) {
    pthread_mutex_lock(&args->event->lock);
    args->value = args->event->has_happened;
    pthread_mutex_unlock(&args->event->lock);
    return NULL;
}

struct pjrt_error *event_error(struct pjrt_event_args *args) {
    pthread_mutex_lock(&args->event->lock);
    struct pjrt_error *error = error_copy(args->event->error);
    pthread_mutex_unlock(&args->event->lock);
    return error;
}

struct pjrt_error *event_await(struct pjrt_event_args *args) {
    pthread_mutex_lock(&args->event->lock);
    while (!args->event->has_happened) {
        pthread_cond_wait(&args->event->changed, &args->event->lock);
    }
    pthread_mutex_unlock(&args->event->lock);
    return event_error(args);
}

struct pjrt_error *event_on_ready(struct pjrt_event_on_ready_args *args) {
    struct pjrt_event *event = args->event;
    struct listener *listener = malloc(sizeof *listener);
    if (!listener) {
        return error_no_memory();
    }
    *listener = (struct listener){args->callback, args->user, NULL};
    pthread_mutex_lock(&event->lock);
    bool has_happened = event->has_happened;
    if (!has_happened) {
        listener->next = event->listeners;
        event->listeners = listener;
    }
    struct pjrt_error *error = error_copy(event->error);
    pthread_mutex_unlock(&event->lock);
    if (has_happened) {
        free(listener);
        args->callback(error, args->user);
    }
    return NULL;
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
