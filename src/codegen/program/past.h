/* What is written past the caches: results so large that they would push everything out of them and
 * be gone themselves before they are read. A store past the caches spares the reading of what it
 * overwrites, which is a third of the traffic of a copy, and half of that of a fill. */
#ifndef SDYC_PAST_H
#define SDYC_PAST_H

#include "codegen/program/program.h"

#include "caches.h"

enum {
    PAST_LEAST_BYTES = SDYRT_MIDDLE_CACHE
}; /* of a kernel: fewer may as well go through the caches */

/* Whether so much does not stay in the caches. */
bool buffer_is_streamed(const struct kernel_buffer *buffer);
/* Whether what is read of the buffer is not expected in a core's own caches. */
bool buffer_is_far(const struct kernel_buffer *buffer);
/* Whether runs of so many bytes, one at each point of the other dimensions of the store, are worth
 * it: they are long, or whole lines if the buffer begins with one. */
bool store_has_lines(const struct kernel *kernel, const struct access *store, int64_t run);
/* Sets `past` of the program's statements, whose tasks and chains are final. */
void program_mark_past(struct program *program);

#endif
