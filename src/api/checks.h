/* check.* operations and @check.* custom calls: what they compare becomes further results of the
 * program, and the library compares them after each run. */
#ifndef SDYC_CHECKS_H
#define SDYC_CHECKS_H

#include "ir/ir.h"

struct program;

enum check_kind {
    CHECK_EQUAL,
    CHECK_ALMOST,   /* |got - want| <= tolerance */
    CHECK_RECORDED, /* what a probe recorded, in a file */
    CHECK_CLOSE,    /* at least `least` and at most `most` units in the last place apart */
};
struct check {
    enum check_kind kind;
    struct location location;
    const char *name;            /* of the operation, for messages */
    uint32_t got, want;          /* results of the program */
    const struct attr *constant; /* instead of `want`, or NULL */
    double tolerance;
    uint64_t least, most;
    const char *probe; /* CHECK_RECORDED: its name, and which of its values */
    int64_t iteration;
};
struct checks {
    VECTOR(struct check) list;
    uint32_t first_result; /* results from here on belong to the checks */
};

/* Takes the checks out of the body of the entry function (NULL: main). False after an error. */
bool checks_extract(struct module *module, const char *entry, struct checks *checks);
/* Compares; reports each check that does not hold. `outputs` are all results of the program,
 * `probes` the folder where probes recorded values (or NULL). */
bool checks_hold(const struct checks *checks, const struct program *program, void *const *outputs,
                 const char *probes, struct diagnostics *diagnostics);
void checks_free(struct checks *checks);

#endif
