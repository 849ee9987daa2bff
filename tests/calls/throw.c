/* Functions that throw, called as the runtime calls handlers: no more than an unwinder is needed. A
 * program of throw.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "catch.h"

enum { REGISTERS = 24, DEEP = 20 };
static int ended; /* exceptions that are gone */

static void end(_Unwind_Reason_Code reason, struct _Unwind_Exception *exception) {
    (void)reason;
    ended++;
    free(exception);
}

/* From within other frames, which the unwinder leaves. */
static int throw_below(int depth) {
    volatile int own[4] = {depth, 2, 3, 4};
    if (own[0] == 0) {
        struct _Unwind_Exception *exception = calloc(1, sizeof *exception);
        memcpy(&exception->exception_class, "SDYCTEST", 8);
        exception->exception_cleanup = end;
        _Unwind_RaiseException(exception);
        puts("nobody catches it");
        exit(1);
    }
    return throw_below(own[0] - 1) + own[1];
}

static struct sdyrt_ffi_error *throws(struct sdyrt_ffi_frame *frame) {
    frame->stage = throw_below(DEEP);
    return NULL;
}

static struct sdyrt_ffi_error *gives(struct sdyrt_ffi_frame *frame) {
    return (struct sdyrt_ffi_error *)frame;
}

static void check(int holds, const char *what) {
    if (!holds) {
        puts(what);
        exit(1);
    }
}

/* More values than there are registers that a call has to keep. */
int main(void) {
    struct sdyrt_ffi_frame frame = {.stage = SDYRT_FFI_EXECUTE};
    volatile long start = 1;
    long values[REGISTERS];
    double weight = 0.5 * (double)start;
    for (long i = 0; i < REGISTERS; i++) {
        values[i] = i * start;
    }
    for (int round = 1; round <= 3; round++) {
        int threw = 7;
        check(sdyrt_catch(throws, &frame, &threw) == NULL && threw == 1, "it threw");
        check(ended == round, "the exception is gone");
        check(sdyrt_catch(gives, &frame, &threw) == (struct sdyrt_ffi_error *)&frame && threw == 0,
              "it gave its result");
        for (int i = 0; i < REGISTERS; i++) {
            values[i] += round;
            weight += 0.5;
        }
    }
    for (int i = 0; i < REGISTERS; i++) {
        check(values[i] == i + 6, "values of the caller's are kept");
    }
    check(weight == 36.5, "numbers of the caller's are kept");
    puts("done");
    return 0;
}
