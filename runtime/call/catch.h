/* Calls of functions that may throw: an exception of C++, or of any other language that unwinds as
   the platform's ABI says, ends at the call instead of ending the process. */
#ifndef SDYRT_CATCH_H
#define SDYRT_CATCH_H

#include "ffi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* handler(frame), and *threw 0; where it threw, *threw is 1, the exception is gone and the result
   is NULL. On processors for which there is no such call, an exception goes on through it. */
struct sdyrt_ffi_error *sdyrt_catch(sdyrt_ffi_handler *handler, struct sdyrt_ffi_frame *frame,
                                    int *threw);

#ifdef __cplusplus
}
#endif
#endif
