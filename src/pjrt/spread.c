/* How the devices of a program are spread over processes, and what that makes of tensors. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

void spread_free(struct spread *spread) {
    free(spread->rank_of); /* and all that follows in the same block */
    *spread = (struct spread){0};
}

/* One block; false: no memory. */
static bool make_room(struct spread *spread, int devices) {
    *spread = (struct spread){.devices = devices};
    spread->rank_of = calloc(3 * (size_t)devices + 1, sizeof *spread->rank_of);
    if (spread->rank_of) {
        spread->own = spread->rank_of + devices;
        spread->processes = spread->own + devices;
    }
    return spread->rank_of != NULL;
}

static int rank_of_process(struct spread *spread, int process) {
    int rank = 0;
    while (rank < spread->process_count && spread->processes[rank] != process) {
        rank++;
    }
    if (rank == spread->process_count) {
        spread->processes[spread->process_count++] = process;
    }
    return rank;
}

struct pjrt_error *spread_make(struct spread *spread, const struct pjrt_client *client,
                               const int *ids, int count) {
    if (!make_room(spread, count)) {
        return error_no_memory();
    }
    for (int i = 0; i < count; i++) {
        int id = ids ? ids[i] : client->own_first + i;
        if (id < 0 || id >= client->device_count) {
            return error_new(PJRT_INVALID_ARGUMENT,
                             "the program is to run on device %d, and sdyc has %d (SDYC_DEVICES)",
                             id, client->device_count);
        }
        int process = client->devices[id].process;
        spread->rank_of[i] = rank_of_process(spread, process);
        if (process == client->process) {
            spread->own[spread->own_count++] = i;
        }
    }
    return NULL;
}

bool spread_copy(struct spread *spread, const struct spread *from) {
    if (!make_room(spread, from->devices)) {
        return false;
    }
    spread->own_count = from->own_count;
    spread->process_count = from->process_count;
    memcpy(spread->rank_of, from->rank_of, 3 * (size_t)from->devices * sizeof *from->rank_of);
    return true;
}

bool spread_same(const struct spread *a, const struct spread *b) {
    return a->devices == b->devices && a->own_count == b->own_count &&
           a->process_count == b->process_count &&
           memcmp(a->rank_of, b->rank_of, 3 * (size_t)a->devices * sizeof *a->rank_of) == 0;
}

/* Marks which parts of a dimension the own devices hold. */
static void mark_held(const struct spread *spread, const int64_t *places, int rank, int dim,
                      bool *held) {
    for (int i = 0; i < spread->own_count; i++) {
        held[places[spread->own[i] * rank + dim]] = true;
    }
}

/* The numbers of the parts among those that are held; returns how many are. */
static int64_t number_held(const struct spread *spread, const int64_t *places, int rank, int dim,
                           const bool *held, int64_t *own_places) {
    int64_t count = 0, last = -1;
    for (int i = 0; i < spread->own_count; i++) {
        int64_t place = places[spread->own[i] * rank + dim], number = 0;
        for (int64_t p = 0; p < place; p++) {
            number += held[p];
        }
        own_places[i * rank + dim] = number;
        last = number > last ? number : last;
    }
    count = last + 1;
    return count;
}

bool spread_own_parts(const struct spread *spread, const struct sdyc_parts *parts, int rank,
                      struct sdyc_parts *own) {
    size_t dims = (size_t)rank, devices = (size_t)spread->own_count;
    int64_t *counts = calloc(dims + devices * dims + 1, sizeof *counts), most = 1;
    for (int d = 0; d < rank; d++) {
        most = parts->counts[d] > most ? parts->counts[d] : most;
    }
    bool *held = calloc((size_t)most, sizeof *held);
    *own = *parts;
    own->devices = spread->own_count;
    own->counts = counts;
    if (!counts || !held) {
        free(held);
        return false;
    }
    bool is_told = parts->places && parts->devices == spread->devices;
    own->places = is_told ? counts + dims : NULL;
    for (int d = 0; d < rank; d++) {
        counts[d] = 1;
        if (is_told && parts->counts[d] > 1) {
            memset(held, 0, (size_t)most * sizeof *held);
            mark_held(spread, parts->places, rank, d, held);
            counts[d] = number_held(spread, parts->places, rank, d, held, counts + dims);
        }
    }
    free(held);
    return true;
}
