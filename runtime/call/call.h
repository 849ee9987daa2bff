/* Custom calls of a program that runs in this process: functions that its host has registered. */
#ifndef SDYRT_CALL_H
#define SDYRT_CALL_H

#include "bounds.h"
#include "ffi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One call: its arguments and then its results, dense each, for every instance in turn. */
struct sdyrt_call {
    sdyrt_ffi_handler *handler;
    int64_t arguments, results;
    struct sdyrt_ffi_buffer *buffers; /* `data` is set before each call */
    int *kinds;                       /* SDYRT_FFI_BUFFER, as many as there are buffers */
    void **pointers;                  /* to the buffers */
    struct sdyrt_ffi_attrs attrs;
    int64_t rank; /* of the instances */
    int64_t outer_size[SDYRT_RANK];
    /* Behind the arguments there is a truth value: which instances make the call. */
    int64_t guarded;
    int64_t *outer; /* bytes: of operand b along instance axis k at b * SDYRT_RANK + k */
    /* Of each result: the argument that is to lie where it does, or -1, and its bytes; or NULL. */
    int64_t *same, *same_bytes;
};

/* All of a program, and which has failed in this run. */
struct sdyrt_calls {
    struct sdyrt_call *items;
    int64_t failed; /* -1: none */
    int stage;      /* in which it has */
    int code;       /* of its error (ffi.h) */
    char message[SDYRT_MESSAGE];
    struct sdyrt_ffi_state
        *states; /* of call i from i * SDYRT_FFI_EXECUTE on; NULL: there are none */
};

/* The frame of a call, whose buffers lie where they did last. */
struct sdyrt_ffi_frame sdyrt_call_frame(struct sdyrt_call *call, int stage);

/* Makes call `number` of `calls`, a struct sdyrt_calls; operands[b]: where argument b begins, then
   the guard if there is one, then the results. One thread at a time. Does nothing where one has
   failed already. */
void sdyrt_call(char *calls, int64_t number, char *const *operands);

/* Whether one has failed: the program ends then. */
int sdyrt_calls_failed(const char *calls);

#ifdef __cplusplus
}
#endif
#endif
