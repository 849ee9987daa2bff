/* The units of a list of steps, and the memory that each touches: for passes that give steps
 * another order, or memory another life. A unit is what stays together: the links of a chain, a
 * loop or branch with all that is in it, else one step. */
#ifndef SDYC_UNITS_H
#define SDYC_UNITS_H

#include "codegen/program/visit.h"

struct unit_touch {
    uint32_t memory; /* its number */
    bool reads, writes;
};
struct list_unit {
    uint32_t step, steps; /* the first in the list, and how many */
    size_t first, count;  /* of what it touches, each memory once */
    bool is_kernel;       /* it may have another place: kernels of every run, without an effect */
    bool is_barrier;      /* nothing moves past it */
    bool begins;          /* an exchange between ranks, which others wait for */
};
struct list_units {
    const struct program *program;
    VECTOR(struct list_unit) units;
    VECTOR(struct unit_touch) touches;
    uint32_t memory_count;
    int64_t *all_bytes; /* by memory */
    int64_t *bytes;     /* by memory: of the arena, where this list alone touches it; else 0 */
    uint32_t *users;    /* by memory: kernels of the list that touch it */
    uint32_t *places;   /* by memory: where the unit at hand touches it, and one more */
    struct uses uses;
};

/* The units of a list of the program, in order; `users`, by number of buffer, are how many kernels
 * of the program touch each (program_count_users). What they hold is theirs: units_free. */
struct list_units units_of(const struct program *program, const uint32_t *users,
                           const struct step_list *list);
void units_free(struct list_units *units);

/* The number of a buffer's memory, below memory_count: two buffers in one memory have one. */
uint32_t units_memory(const struct program *program, const struct kernel_buffer *buffer);

/* Bytes of a buffer, whole lines. */
int64_t buffer_whole_bytes(const struct kernel_buffer *buffer);

/* Whether the buffers of the arena, side by side, have more than so many bytes, and no more than
 * can be counted: whoever plans the arena may find that there is no such memory. */
bool arena_exceeds(const struct program *program, int64_t bytes);

#endif
