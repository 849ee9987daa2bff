/* What a program asks of its host while it runs: to print a value, to record one, to give the next
 * of the infeed, to take one for the outfeed. The operations are numbered, and the function gets
 * one more argument: the host that the code calls. */
#ifndef SDYC_EFFECTS_H
#define SDYC_EFFECTS_H

#include "host.h"
#include "ir/ir.h"
#include "sdyc/sdyc.h"

enum effect_kind { EFFECT_PRINT, EFFECT_PROBE, EFFECT_INFEED, EFFECT_OUTFEED };
struct effect {
    enum effect_kind kind;
    const struct type *type; /* of one instance of the value */
    const char *name;        /* of the value printed, or of the probe */
};
/* The host itself: its first member is what the code is given. */
struct effects {
    struct sdyrt_host host;
    struct sdyc_host settings;
    VECTOR(struct effect) list;
    char error[512]; /* of the last run: what went wrong; "" where nothing did */
};

/* Numbers the operations of the entry function (NULL: main) and gives it the argument, where there
 * are any. */
void effects_extract(struct module *module, const char *entry, struct effects *effects);
void effects_free(struct effects *effects);

/* The file that holds what the probe recorded as its value number `iteration`; false where there is
 * none. */
bool effects_find_probe(const char *folder, const char *probe, int64_t iteration, char path[4096]);

#endif
