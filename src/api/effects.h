/* The host of a program that runs in this process: does what it asks (codegen/effects.h). */
#ifndef SDYC_EFFECTS_H
#define SDYC_EFFECTS_H

#include "codegen/effects.h"
#include "host.h"
#include "ir/ir.h"
#include "sdyc/sdyc.h"

/* The host itself: its first member is what the code is given. */
struct effects {
    struct sdyrt_host host;
    struct sdyc_host settings;
    struct effect_list list;
    char error[512]; /* of the last run: what went wrong, no newline; "" where nothing did */
};

/* Makes it ready for calls. */
void effects_begin(struct effects *effects);
void effects_free(struct effects *effects);

/* The file that holds what the probe recorded as its value number `iteration`; false where there is
 * none. */
bool effects_find_probe(const char *folder, const char *probe, int64_t iteration, char path[4096]);

#endif
