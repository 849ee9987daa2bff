/* How the devices of a program are spread over processes, and what that makes of tensors. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

void allotment_free(struct allotment *allotment) {
    free(allotment->rank_of); /* and all that follows in the same block */
    *allotment = (struct allotment){0};
}

/* One block; false: no memory. */
static bool make_room(struct allotment *allotment, int devices) {
    *allotment = (struct allotment){.devices = devices};
    allotment->rank_of = calloc(3 * (size_t)devices + 1, sizeof *allotment->rank_of);
    if (allotment->rank_of) {
        allotment->own = allotment->rank_of + devices;
        allotment->processes = allotment->own + devices;
    }
    return allotment->rank_of != NULL;
}

bool allotment_is_whole(const struct allotment *allotment) {
    return allotment->process_count <= 1 || allotment->own_count == 0;
}

static int share_of(const struct allotment *allotment, int rank) {
    int count = 0;
    for (int i = 0; i < allotment->devices; i++) {
        count += allotment->rank_of[i] == rank;
    }
    return count;
}

bool allotment_is_even(const struct allotment *allotment) {
    bool even = true;
    for (int rank = 1; rank < allotment->process_count; rank++) {
        even = even && share_of(allotment, rank) == share_of(allotment, 0);
    }
    return even;
}

int allotment_own_ranks(const struct allotment *allotment) {
    return allotment_is_whole(allotment) ? 0 : allotment->is_split ? allotment->own_count : 1;
}

static int rank_of_process(struct allotment *allotment, int process) {
    int rank = 0;
    while (rank < allotment->process_count && allotment->processes[rank] != process) {
        rank++;
    }
    if (rank == allotment->process_count) {
        allotment->processes[allotment->process_count++] = process;
    }
    return rank;
}

struct pjrt_error *allotment_make(struct allotment *allotment, const struct pjrt_client *client,
                                  const int *ids, int count) {
    if (!make_room(allotment, count)) {
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
        allotment->rank_of[i] = rank_of_process(allotment, process);
        if (process == client->process) {
            allotment->own[allotment->own_count++] = i;
        }
    }
    return NULL;
}

bool allotment_copy(struct allotment *allotment, const struct allotment *from) {
    if (!make_room(allotment, from->devices)) {
        return false;
    }
    allotment->own_count = from->own_count;
    allotment->is_split = from->is_split;
    allotment->process_count = from->process_count;
    memcpy(allotment->rank_of, from->rank_of, 3 * (size_t)from->devices * sizeof *from->rank_of);
    return true;
}

bool allotment_same(const struct allotment *a, const struct allotment *b) {
    return a->devices == b->devices && a->own_count == b->own_count &&
           a->process_count == b->process_count &&
           memcmp(a->rank_of, b->rank_of, 3 * (size_t)a->devices * sizeof *a->rank_of) == 0;
}

/* Marks which parts of a dimension the own devices hold. */
static void mark_held(const struct allotment *allotment, const int64_t *places, int rank, int dim,
                      bool *held) {
    for (int i = 0; i < allotment->own_count; i++) {
        held[places[allotment->own[i] * rank + dim]] = true;
    }
}

/* The numbers of the parts among those that are held; returns how many are. */
static int64_t number_held(const struct allotment *allotment, const int64_t *places, int rank,
                           int dim, const bool *held, int64_t *own_places) {
    int64_t last = -1;
    for (int i = 0; i < allotment->own_count; i++) {
        int64_t place = places[allotment->own[i] * rank + dim], number = 0;
        for (int64_t p = 0; p < place; p++) {
            number += held[p];
        }
        own_places[i * rank + dim] = number;
        last = number > last ? number : last;
    }
    return last + 1;
}

bool allotment_own_parts(const struct allotment *allotment, const struct sdyc_parts *parts,
                         int rank, struct sdyc_parts *own) {
    size_t dims = (size_t)rank, devices = (size_t)allotment->own_count;
    int64_t *counts = calloc(dims + devices * dims + 1, sizeof *counts), most = 1;
    for (int d = 0; d < rank; d++) {
        most = parts->counts[d] > most ? parts->counts[d] : most;
    }
    bool *held = calloc((size_t)most, sizeof *held);
    *own = *parts;
    own->devices = allotment->own_count;
    own->counts = counts;
    if (!counts || !held) {
        free(held);
        return false;
    }
    bool is_told = parts->places && parts->devices == allotment->devices;
    own->places = is_told ? counts + dims : NULL;
    for (int d = 0; d < rank; d++) {
        counts[d] = 1;
        if (is_told && parts->counts[d] > 1) {
            memset(held, 0, (size_t)most * sizeof *held);
            mark_held(allotment, parts->places, rank, d, held);
            counts[d] = number_held(allotment, parts->places, rank, d, held, counts + dims);
        }
    }
    free(held);
    return true;
}
