/* Functions that the host of the compiler gives for targets of custom calls. */
#ifndef SDYC_HANDLERS_H
#define SDYC_HANDLERS_H

#include "call.h"
#include "support/support.h"

/* A list; each with its name, which lives as long. */
struct call_handler {
    const char *target;
    sdyrt_ffi_handler *handler;
    struct call_handler *next;
    sdyrt_ffi_handler *stages[SDYRT_FFI_EXECUTE]; /* before execution; NULL: it has none */
};

/* A call of a program, in the order of their numbers. */
struct program_call {
    struct location location;
    const char *origin; /* where the input says that it came from; NULL: nowhere */
    const char *target;
    struct sdyrt_call call; /* complete but for where its buffers lie */
    /* What is done before it is executed, by stage; NULL: nothing. The handler's, which lives as
     * long as the program. */
    sdyrt_ffi_handler *const *stages;
};

#endif
