#include "stages.h"

#include <stdatomic.h>
#include <stdlib.h>

/* What calls have made when a program was loaded, and what all who have loaded it share. */
struct kept {
    atomic_int owners;
    struct sdyrt_ffi_state states[];
};
struct sdyrt_stages {
    struct sdyrt_calls *calls;
    sdyrt_ffi_handler *const *const *handlers;
    int64_t count;
    struct kept *kept;
    struct sdyrt_ffi_state states[]; /* of each call and stage; those that are kept are copies */
};

static struct sdyrt_ffi_state *states_of(struct sdyrt_stages *stages, int64_t call) {
    return &stages->states[call * SDYRT_FFI_EXECUTE];
}

/* Where buffers lie is not known before the run. */
static void forget_buffers(struct sdyrt_call *call) {
    for (int64_t b = 0; b < call->arguments + call->results; b++) {
        call->buffers[b].data = NULL;
    }
}

/* A stage of all calls, in their order; 0: one has failed. */
static int do_stage(struct sdyrt_stages *stages, int stage) {
    struct sdyrt_calls *calls = stages->calls;
    for (int64_t i = 0; i < stages->count && calls->failed < 0; i++) {
        if (stages->handlers[i] == NULL || stages->handlers[i][stage] == NULL) {
            continue;
        }
        struct sdyrt_ffi_frame frame = sdyrt_call_frame(&calls->items[i], stage);
        struct sdyrt_ffi_place place = {.states = states_of(stages, i)};
        forget_buffers(&calls->items[i]);
        if (stage == SDYRT_FFI_INSTANTIATE) {
            frame.args.size = frame.rets.size = 0;
        }
        if (!sdyrt_ffi_call(stages->handlers[i][stage], &frame, place, calls->message,
                            sizeof calls->message, &calls->code)) {
            calls->failed = i;
            calls->stage = stage;
        }
    }
    return calls->failed < 0;
}

static void instantiate(struct sdyrt_stages *stages) {
    do_stage(stages, SDYRT_FFI_INSTANTIATE);
    for (int64_t i = 0; i < stages->count; i++) {
        stages->kept->states[i] = states_of(stages, i)[SDYRT_FFI_INSTANTIATE];
    }
}

static struct kept *new_kept(int64_t count) {
    struct kept *kept = calloc(1, sizeof *kept + (size_t)count * sizeof kept->states[0]);
    if (kept != NULL) {
        kept->owners = 1;
    }
    return kept;
}

struct sdyrt_stages *sdyrt_stages_new(struct sdyrt_calls *calls, int64_t count,
                                      sdyrt_ffi_handler *const *const *handlers,
                                      const struct sdyrt_stages *like) {
    size_t states = (size_t)count * SDYRT_FFI_EXECUTE;
    struct sdyrt_stages *stages = calloc(1, sizeof *stages + states * sizeof stages->states[0]);
    struct kept *kept = like != NULL && like->count == count ? like->kept : NULL;
    int is_new = kept == NULL;
    if (stages == NULL || (is_new && (kept = new_kept(count)) == NULL)) {
        free(stages);
        return NULL;
    }
    *stages = (struct sdyrt_stages){calls, handlers, count, kept};
    calls->states = stages->states;
    calls->failed = -1;
    if (is_new) {
        instantiate(stages);
    } else {
        atomic_fetch_add(&kept->owners, 1);
    }
    for (int64_t i = 0; i < count; i++) {
        states_of(stages, i)[SDYRT_FFI_INSTANTIATE] = kept->states[i];
    }
    return stages;
}

void sdyrt_stages_free(struct sdyrt_stages *stages) {
    if (stages != NULL && atomic_fetch_sub(&stages->kept->owners, 1) == 1) {
        for (int64_t i = 0; i < stages->count; i++) {
            sdyrt_ffi_end_state(&stages->kept->states[i]);
        }
        free(stages->kept);
    }
    free(stages);
}

int sdyrt_stages_begin(struct sdyrt_stages *stages) {
    return do_stage(stages, SDYRT_FFI_PREPARE) && do_stage(stages, SDYRT_FFI_INITIALIZE);
}

void sdyrt_stages_end(struct sdyrt_stages *stages) {
    for (int64_t i = stages->count; i-- > 0;) {
        sdyrt_ffi_end_state(&states_of(stages, i)[SDYRT_FFI_INITIALIZE]);
        sdyrt_ffi_end_state(&states_of(stages, i)[SDYRT_FFI_PREPARE]);
    }
}
