/* What went wrong in a call of the library, as its caller gets it. */
#ifndef SDYC_API_FAILURE_H
#define SDYC_API_FAILURE_H

#include "sdyc/sdyc.h"

#include "support/support.h"

/* What the compiler reported, as an error that lives on without it; never NULL. It allocates by
 * malloc alone, and gives the error of short memory where there is none. */
struct sdyc_error *failure_of(enum sdyc_status status, int call_code,
                              const struct diagnostics *diagnostics);
/* An error of one message, which is of no place; never NULL. */
struct sdyc_error *failure_say(enum sdyc_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What ended a guarded call; of short memory, how much was asked for. Never NULL. */
struct sdyc_error *failure_of_guard(const struct memory *memory);
struct sdyc_error *failure_no_memory(void);
/* Hands an error (NULL: there is none) to the caller of the library, who may not ask for it. The
 * status of the call. */
enum sdyc_status failure_give(struct sdyc_error *error, struct sdyc_error **to);

#endif
