/* How long the stages of a compilation take. */
#ifndef SDYC_STAGES_H
#define SDYC_STAGES_H

#include "support/support.h"

#include <stdio.h>

struct stage_time {
    const char *name;
    double seconds;
};
/* Where the times of a run go: one entry per pass or other stage, in the order they ran. */
struct stage_times {
    VECTOR(struct stage_time) list;
};

/* Adds to the entry of that name, or a new one at the end; the name is not copied. */
void stage_times_add(struct stage_times *times, const char *name, double seconds);
void stage_times_free(struct stage_times *times);
/* Prints `     1.234 ms   57.8 %  name` per stage, equal names added up, and the total. */
void stage_times_print(const struct stage_times *times, FILE *stream);

#endif
