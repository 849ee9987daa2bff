/* What a program has in memory, as `sdyc kernels` and `sdyc bench` print it. */
#include "cli/cli.h"
#include "sdyc/sdyc.h"

static void add_line(struct buffer *out, const char *name, size_t bytes, const char *what) {
    buffer_printf(out, "  %-12s %14zu  %s\n", name, bytes, what);
}

void add_program_memory(struct buffer *out, const struct sdyc_memory *memory) {
    char scratch[64];
    snprintf(scratch, sizeof scratch, "of %d thread%s", memory->threads,
             memory->threads == 1 ? "" : "s");
    buffer_add(out, "memory, in bytes:\n");
    add_line(out, "arena", memory->arena, "intermediate values");
    add_line(out, "kept", memory->kept, "what follows from constants, after the first run");
    add_line(out, "scratch", memory->scratch, scratch);
    add_line(out, "temporaries", memory->arena + memory->kept + memory->scratch, "the three");
    add_line(out, "constants", memory->constants, "as the program reads them");
}
