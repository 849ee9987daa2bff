/* How the devices of a program hold its inputs and outputs. */
#ifndef SDYC_PARTS_H
#define SDYC_PARTS_H

#include "ir/ir.h"
#include "sdyc/sdyc.h"

/* Of the inputs, then of the outputs. */
struct part_lists {
    uint32_t input_count, output_count;
    struct sdyc_parts *inputs, *outputs;
};

/* Reads them off a function whose every sharding is known, with whole types or with those of the
 * parts (`is_local`). All lives in the arena. */
void parts_extract(struct module *module, const char *entry, bool is_local, struct arena *arena,
                   struct part_lists *lists);

#endif
