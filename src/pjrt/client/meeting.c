/* The processes of a distributed program: how they meet, through the store that JAX has for them,
 * and which of them run programs together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

/* Processes that run programs together. */
struct ranks_among {
    struct ranks_among *next;
    struct sdyc_ranks *ranks;
    int count, which, processes[];
};

/* --- the store -------------------------------------------------------------------------------- */

static struct pjrt_error *store_error(int code, const char *message, size_t size) {
    return error_new(code, "%.*s", (int)size, message);
}

static int put(void *data, const char *key, const char *value) {
    const struct pjrt_client_create_args *args = data;
    pjrt_store_error *error = store_error;
    struct pjrt_store_put_args call = {
        .head = {.struct_size = sizeof call},
        .key = key,
        .key_size = strlen(key),
        .value = value,
        .value_size = strlen(value),
        .error = &error,
        .user = args->put_user,
    };
    struct pjrt_error *failure = args->put(&call);
    error_free(failure);
    return failure == NULL;
}

static int get(void *data, const char *key, double seconds, char *value, size_t room) {
    const struct pjrt_client_create_args *args = data;
    pjrt_store_error *error = store_error;
    struct pjrt_store_get_args call = {
        .head = {.struct_size = sizeof call},
        .key = key,
        .key_size = strlen(key),
        .milliseconds = (int)(1e3 * seconds) + 1,
        .error = &error,
        .user = args->get_user,
    };
    struct pjrt_error *failure = args->get(&call);
    if (failure) {
        error_free(failure);
        return 0;
    }
    int fits = call.value_size < room;
    memcpy(value, call.value, fits ? call.value_size : 0);
    value[fits ? call.value_size : 0] = '\0';
    if (call.release) {
        call.release(call.value);
    }
    return fits;
}

/* --- meeting ---------------------------------------------------------------------------------- */

const struct pjrt_named_value *option_named(const struct pjrt_client_create_args *args,
                                            const char *name, int type) {
    for (size_t i = 0; i < args->option_count; i++) {
        const struct pjrt_named_value *option = &args->options[i];
        if (option->type == type && option->name_size == strlen(name) &&
            memcmp(option->name, name, option->name_size) == 0) {
            return option;
        }
    }
    return NULL;
}

static int int_named(const struct pjrt_client_create_args *args, const char *name, int otherwise) {
    const struct pjrt_named_value *option = option_named(args, name, PJRT_NAMED_INT64);
    return option ? (int)option->int64_value : otherwise;
}

/* Seconds without a word after which a process is gone: SDYC_SILENCE, else less than JAX's own
 * heartbeat waits (100 s), which ends the processes that might say who it is. On a machine that has
 * too much to do a process may get no time for seconds, and is not to be taken for gone. */
static double wanted_silence(void) {
    static const double usual = 60;
    const char *text = getenv("SDYC_SILENCE");
    return text && *text ? strtod(text, NULL) : usual;
}

struct pjrt_error *client_meet(struct pjrt_client *client,
                               const struct pjrt_client_create_args *args) {
    static atomic_int
        meetings; /* of this process so far: their keys differ, and all have as many */
    struct sdyc_meeting meeting = SDYC_MEETING_INIT;
    const struct pjrt_named_value *address = option_named(args, "address", PJRT_NAMED_STRING);
    char name[32], host[64];
    struct sdyc_error *failure = NULL;
    meeting.count = int_named(args, "num_nodes", 1);
    meeting.number = int_named(args, "node_id", 0);
    if (meeting.count <= 1) {
        return NULL;
    }
    if (!args->get || !args->put) {
        return error_new(PJRT_INVALID_ARGUMENT,
                         "%d processes have no store to meet in (jax.distributed.initialize)",
                         meeting.count);
    }
    snprintf(name, sizeof name, "sdyc/%d", atomic_fetch_add(&meetings, 1));
    snprintf(host, sizeof host, "%.*s", address ? (int)address->value_size : 0,
             address ? address->string_value : "");
    meeting.name = name;
    meeting.address = host[0] ? host : NULL;
    meeting.note = client->own_count;
    meeting.silence = wanted_silence();
    meeting.store = (struct sdyc_store){(void *)(uintptr_t)args, put, get};
    client->ranks = sdyc_ranks_meet(&meeting, &failure);
    client->process = meeting.number;
    if (client->ranks && meeting.number > 0) {
        coordinator_watch(client->ranks, meeting.silence);
    }
    struct pjrt_error *error =
        failure ? error_new(PJRT_UNAVAILABLE, "%s", sdyc_error_text(failure)) : NULL;
    sdyc_error_free(failure);
    return error;
}

void client_part(struct pjrt_client *client) {
    while (client->ranks_among) {
        struct ranks_among *among = client->ranks_among;
        client->ranks_among = among->next;
        sdyc_ranks_leave(among->ranks);
        free(among);
    }
    coordinator_forget(client->ranks);
    sdyc_ranks_leave(client->ranks);
    client->ranks = NULL;
}

/* --- some of them ----------------------------------------------------------------------------- */

static struct ranks_among *find(const struct pjrt_client *client, const struct process_list *list) {
    size_t size = (size_t)list->count * sizeof *list->processes;
    struct ranks_among *among = client->ranks_among;
    while (among && (among->count != list->count || among->which != list->which ||
                     memcmp(among->processes, list->processes, size) != 0)) {
        among = among->next;
    }
    return among;
}

static struct pjrt_error *add(struct pjrt_client *client, const struct process_list *list) {
    size_t size = (size_t)list->count * sizeof *list->processes;
    struct ranks_among *among = malloc(sizeof *among + size);
    struct sdyc_error *failure = NULL;
    if (!among) {
        return error_no_memory();
    }
    among->ranks =
        sdyc_ranks_shared(client->ranks, list->processes, list->count, list->which, &failure);
    if (failure) {
        struct pjrt_error *error = error_new(PJRT_INTERNAL, "%s", sdyc_error_text(failure));
        sdyc_error_free(failure);
        free(among);
        return error;
    }
    among->count = list->count;
    among->which = list->which;
    memcpy(among->processes, list->processes, size);
    among->next = client->ranks_among;
    client->ranks_among = among;
    return NULL;
}

struct pjrt_error *client_ranks_among(struct pjrt_client *client, const struct process_list *list,
                                      struct sdyc_ranks **ranks) {
    pthread_mutex_lock(&client->lock);
    struct pjrt_error *error = find(client, list) ? NULL : add(client, list);
    *ranks = error ? NULL : find(client, list)->ranks;
    pthread_mutex_unlock(&client->lock);
    return error;
}
