/* The stages of a call before its execution:

       instantiate    once, when the program is loaded; what it makes lives as long as the program
       prepare        in each run, of all calls, before any of them is executed
       initialize     then

   A function finds in each stage what it has made in the stages before. Emitted programs have none
   of them. */
#ifndef SDYRT_STAGES_H
#define SDYRT_STAGES_H

#include "call.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of all calls of a program. */
struct sdyrt_stages;

/* Instantiates `count` calls of `calls`, which outlives it: handlers[i] are the functions of call
   i, by stage, NULL for those it has not; handlers[i] NULL: it has none. With `like`, of the same
   program, nothing is instantiated: both share what `like` has, until both are freed. Where a call
   fails, `calls` says which. NULL: no memory. */
struct sdyrt_stages *sdyrt_stages_new(struct sdyrt_calls *calls, int64_t count,
                                      sdyrt_ffi_handler *const *const *handlers,
                                      const struct sdyrt_stages *like);
void sdyrt_stages_free(struct sdyrt_stages *stages); /* NULL is allowed */
/* Before a run: prepares and initializes. 0: a call has failed, and `calls` says which. */
int sdyrt_stages_begin(struct sdyrt_stages *stages);
/* After it, or after a failure to begin: ends what these stages have made. */
void sdyrt_stages_end(struct sdyrt_stages *stages);

#ifdef __cplusplus
}
#endif
#endif
