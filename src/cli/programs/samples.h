/* What functions give for some inputs: what `sdyc emit --with-test` puts beside them. */
#ifndef SDYC_CLI_SAMPLES_H
#define SDYC_CLI_SAMPLES_H

#include "cli/programs/inputs.h"
#include "codegen/folder/directory.h"

struct samples {
    VECTOR(struct loaded_program *) programs;
};
/* Runs the functions of a source, each on values of its own: the first on those of `inputs`, where
 * there are any, random ones in place of mere shapes; the others on random ones. Sets their
 * samples, which live as long as `samples`. False after an error; to be freed in either case. */
bool samples_make(struct samples *samples, const struct source *source,
                  const struct common_flags *flags, const struct input_values *inputs, size_t count,
                  struct emit_entry *entries, struct arena *arena);
void samples_free(struct samples *samples);

#endif
