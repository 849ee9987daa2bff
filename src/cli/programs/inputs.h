/* The values that a program is given: --input, once for each of its inputs, and `--input=random`
 * for those that are missing. */
#ifndef SDYC_CLI_INPUTS_H
#define SDYC_CLI_INPUTS_H

#include "cli/programs/program.h"

struct input_values {
    struct text_list given; /* the values of --input, without `random` after inputs_begin */
    bool random;            /* inputs without a value are random */
    /* The command and its words, for an error that says what to write instead; or NULL. */
    const char *command;
    int word_count;
    char **words;
};

/* Takes `random` out of the values that the flags have left. */
void inputs_begin(struct input_values *values);
/* Reads the inputs of a program from the values, or makes random ones: input i is that of
 * `random:SEED` with SEED = i + 1. False after an error, which lists what is expected. */
bool load_inputs(struct loaded_program *loaded, const struct input_values *values);

#endif
