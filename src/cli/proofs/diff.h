/* Programs that give all their values as results, so that runs can be compared value by value. */
#ifndef SDYC_CLI_DIFF_H
#define SDYC_CLI_DIFF_H

#include "cli/programs/program.h"

/* A program whose main function also returns what it computes on the way. */
struct exposed {
    struct compilation compilation;      /* of the program, its calls inlined */
    struct source source;                /* its text, with all values as results */
    uint32_t own_count;                  /* results that it has anyhow */
    VECTOR(const struct value *) values; /* of all results */
};

/* Reads a file; the shapes are for its first inputs. False after an error. To be closed anyhow. */
bool exposed_open(struct exposed *exposed, const char *file, const char *entry, uint32_t count,
                  const struct input_shape *shapes);
void exposed_close(struct exposed *exposed);

/* Which result of the first program each one of the second is, for any inputs; UINT32_MAX: none. An
 * evaluation finds it (docs/how-to/verify.md). NULL after an error; else memory of the arena. */
uint32_t *exposed_match(const struct exposed *first, const struct exposed *second,
                        struct arena *arena);

#endif
