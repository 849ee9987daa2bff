/* Ranks that meet by TCP: all processes of a meeting, and some of them. */
#include <stdlib.h>

#include "api/meeting.h"

#include "api/failure.h"
#include "api/options.h"
#include "api/ranks.h"

static const double usual_limit = 300; /* seconds that others may take to come */

static struct sdyrt_store store_of(const struct sdyc_meeting *meeting) {
    const struct sdyc_store *own = &meeting->store;
    return meeting->folder ? sdyrt_store_folder(meeting->folder)
                           : (struct sdyrt_store){own->data, own->put, own->get};
}

static struct sdyc_error *check_meeting(const struct sdyc_meeting *meeting) {
    if (meeting->count < 1 || meeting->number < 0 || meeting->number >= meeting->count) {
        return failure_say(SDYC_E_INPUT, "process %d of %d cannot meet the others: there is none",
                           meeting->number, meeting->count);
    }
    if (!meeting->folder && (!meeting->store.put || !meeting->store.get)) {
        return failure_say(SDYC_E_INPUT, "processes cannot meet without a store");
    }
    return NULL;
}

/* Rank i is process members[i]; `which` of the own process's this is. */
static struct sdyc_error *open_members(struct sdyc_ranks *ranks, const int64_t *members, int count,
                                       int which, double patience) {
    return sdyrt_tcp_open(&ranks->ranks, ranks->tcp, members, count, which, patience)
               ? NULL
               : failure_say(SDYC_E_RANKS, "%s", ranks->ranks.message);
}

static struct sdyc_error *open_all(struct sdyc_ranks *ranks, const struct sdyc_meeting *meeting) {
    int64_t *members = calloc((size_t)meeting->count, sizeof *members);
    for (int i = 0; members && i < meeting->count; i++) {
        members[i] = i;
    }
    struct sdyc_error *failure =
        members ? open_members(ranks, members, meeting->count, 0, meeting->patience)
                : failure_no_memory();
    free(members);
    return failure;
}

static struct sdyc_error *meet(struct sdyc_ranks *ranks, const struct sdyc_meeting *meeting) {
    char message[SDYRT_MESSAGE];
    const struct sdyrt_meeting how = {
        .own = meeting->number,
        .count = meeting->count,
        .name = meeting->name ? meeting->name : "sdyc",
        .address = meeting->address ? meeting->address : "127.0.0.1",
        .limit = meeting->limit > 0 ? meeting->limit : usual_limit,
        .silence = meeting->silence,
        .note = meeting->note,
        .store = store_of(meeting),
    };
    ranks->tcp = sdyrt_tcp_meet(&how, message);
    ranks->has_met = true;
    return ranks->tcp ? open_all(ranks, meeting) : failure_say(SDYC_E_RANKS, "%s", message);
}

/* Frees what has not been opened. */
static struct sdyc_ranks *give(struct sdyc_ranks *ranks, struct sdyc_error *failure,
                               struct sdyc_error **error) {
    if (failure_give(failure, error) == SDYC_OK) {
        return ranks;
    }
    if (ranks && ranks->has_met) {
        sdyrt_tcp_part(ranks->tcp);
    }
    free(ranks);
    return NULL;
}

struct sdyc_ranks *sdyc_ranks_meet(const struct sdyc_meeting *given, struct sdyc_error **error) {
    struct sdyc_meeting meeting;
    struct sdyc_ranks *ranks = NULL;
    struct sdyc_error *failure = meeting_take(given, &meeting);
    failure = failure ? failure : check_meeting(&meeting);
    if (!failure) {
        ranks = calloc(1, sizeof *ranks);
        failure = ranks ? meet(ranks, &meeting) : failure_no_memory();
    }
    return give(ranks, failure, error);
}

int64_t sdyc_ranks_note(const struct sdyc_ranks *ranks, int number) {
    return ranks->tcp ? sdyrt_tcp_note(ranks->tcp, sdyrt_tcp_process(&ranks->ranks, number)) : 0;
}

int ranks_have_lost(const struct sdyc_ranks *ranks, int number, int milliseconds) {
    return ranks->tcp &&
           sdyrt_tcp_has_ended(ranks->tcp, sdyrt_tcp_process(&ranks->ranks, number), milliseconds);
}

static struct sdyc_error *open_some(struct sdyc_ranks *some, const struct sdyc_ranks *ranks,
                                    const int *numbers, int count, int which) {
    int64_t *members = calloc((size_t)count + 1, sizeof *members);
    if (!members) {
        return failure_no_memory();
    }
    struct sdyc_error *failure = NULL;
    for (int i = 0; i < count && !failure; i++) {
        bool is_rank = numbers[i] >= 0 && numbers[i] < ranks->ranks.count;
        members[i] = is_rank ? sdyrt_tcp_process(&ranks->ranks, numbers[i]) : 0;
        failure = is_rank ? NULL
                          : failure_say(SDYC_E_INPUT, "there is no rank %d of %lld", numbers[i],
                                        (long long)ranks->ranks.count);
    }
    some->tcp = ranks->tcp;
    failure = failure ? failure : open_members(some, members, count, which, ranks->ranks.limit);
    free(members);
    return failure;
}

struct sdyc_ranks *sdyc_ranks_among(struct sdyc_ranks *ranks, const int *members, int count,
                                    struct sdyc_error **error) {
    return sdyc_ranks_shared(ranks, members, count, 0, error);
}

struct sdyc_ranks *sdyc_ranks_shared(struct sdyc_ranks *ranks, const int *members, int count,
                                     int which, struct sdyc_error **error) {
    struct sdyc_ranks *some = NULL;
    struct sdyc_error *failure =
        ranks->tcp ? NULL : failure_say(SDYC_E_INPUT, "some of the ranks of MPI are no ranks");
    if (!failure) {
        some = calloc(1, sizeof *some);
        failure = some ? open_some(some, ranks, members, count, which) : failure_no_memory();
    }
    return give(some, failure, error);
}

/* --- beside programs -------------------------------------------------------------------------- */

static struct sdyc_error *carry(struct sdyc_ranks *ranks, int number, uint64_t tag, int sends,
                                char *data, size_t bytes) {
    char why[SDYRT_REASON];
    if (!ranks->tcp || number < 0 || number >= ranks->ranks.count || number == ranks->ranks.rank ||
        sdyrt_tcp_process(&ranks->ranks, number) == sdyrt_tcp_own(ranks->tcp)) {
        return failure_say(SDYC_E_INPUT, "rank %d is no other process that has met this one",
                           number);
    }
    return sdyrt_tcp_carry(ranks->tcp, sends, sdyrt_tcp_process(&ranks->ranks, number), tag, data,
                           (int64_t)bytes, why)
               ? NULL
               : failure_say(SDYC_E_RANKS, "%s", why);
}

enum sdyc_status sdyc_ranks_send(struct sdyc_ranks *ranks, int number, uint64_t tag,
                                 const void *data, size_t bytes, struct sdyc_error **error) {
    char *bytes_of = (char *)(uintptr_t)data; /* which are read alone */
    return failure_give(carry(ranks, number, tag, 1, bytes_of, bytes), error);
}

enum sdyc_status sdyc_ranks_receive(struct sdyc_ranks *ranks, int number, uint64_t tag, void *data,
                                    size_t bytes, struct sdyc_error **error) {
    return failure_give(carry(ranks, number, tag, 0, data, bytes), error);
}
