/* Programs that commands run: compiled through the library, with values for inputs and results. */
#ifndef SDYC_CLI_PROGRAM_H
#define SDYC_CLI_PROGRAM_H

#include "cli/cli.h"
#include "sdyc/sdyc.h"
#include "value.h"

struct loaded_program {
    struct sdyc_program *program;
    struct sdyrt_value *inputs, *outputs; /* one for each of the program's */
    struct sdyc_calls *calls;             /* of --load, or NULL */
    bool takes_parts;                     /* a rank's: of each input it looks at a part */
};

/* Compiles a file, for inputs of the shapes of these --input values (NULL: none); errors go to
 * stderr. `host`: whom it may call, or NULL. Release with unload_program, also after a failure. */
bool load_program(struct loaded_program *loaded, const char *file, const struct common_flags *flags,
                  const struct text_list *inputs, const struct sdyc_host *host);
/* The same of a text; `name` stands for it in messages. */
bool load_program_text(struct loaded_program *loaded, const struct source *source,
                       const struct common_flags *flags, const struct text_list *inputs,
                       const struct sdyc_host *host);
/* The shapes of --input values, in memory of the arena; NULL after an error. */
struct input_shape *input_shapes_of(const struct text_list *given, struct arena *arena);
void unload_program(struct loaded_program *loaded);
/* Aligned to 64 bytes and zero; for free(). */
void *aligned_memory(size_t bytes);
/* Puts a row-major value of the command line into the order that the program takes; and what the
 * program gave into row-major order, of bounded types in their actual sizes. */
void arrange_input(struct sdyc_tensor tensor, struct sdyrt_value *value);
void straighten_outputs(struct loaded_program *loaded);
bool allocate_outputs(struct loaded_program *loaded);
/* Runs the program once; an error goes to stderr. */
bool execute(struct loaded_program *loaded);
/* The bytes that devices sent in the last run, by kind of collective, where they are counted. */
void print_sent(const struct sdyc_program *program, FILE *stream);
/* The time of each stage of the compilation, and the kernels in use. */
void print_stages(struct sdyc_program *program, FILE *stream);

#endif
