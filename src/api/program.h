/* What stands behind a program of the library. Private to api/. */
#ifndef SDYC_API_PROGRAM_H
#define SDYC_API_PROGRAM_H

#include "api/checks.h"
#include "api/effects.h"
#include "api/outlook.h"
#include "api/parts.h"
#include "api/ranks.h"
#include "codegen/jit/jit.h"
#include "compile.h"
#include "sdyc/sdyc.h"

struct sdyc_program {
    struct memory memory; /* all below, but for what the executable has beside the heap */
    /* Another one whose kernels and code it has, with nothing of the compilation itself; NULL: it
     * has been compiled. One lives until nobody needs it: its caller, and those that it is the base
     * of. */
    struct sdyc_program *base;
    int needed_by;
    uint64_t how; /* what it was compiled of and how, where others may have its code; else 0 */
    struct compilation compilation;
    const char *name;
    const struct program *kernels;
    struct executable *executable;
    struct rank_program ranks; /* where ranks run it: ranks.ranks is not NULL */
    struct checks checks;
    struct effects effects;
    struct part_lists parts;
    struct sdyc_outlook outlook;
    void **outputs; /* all results: the caller's, then what the checks compare (our memory) */
    enum sdyc_status last;    /* of the last run */
    struct sdyc_error *error; /* of the last run, or NULL */
    const char *warnings;     /* of the compilation, "" where there were none; the arena's */
    char kernel_text[160];
};

#endif
