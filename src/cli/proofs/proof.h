/* Whether a program for each device computes what a global one says: `sdyc verify`, and --verify of
 * the commands that make such programs (docs/how-to/verify.md). */
#ifndef SDYC_CLI_PROOF_H
#define SDYC_CLI_PROOF_H

#include "cli/cli.h"
#include "verify/border/border.h"
#include "verify/verify.h"

/* Exit statuses of `sdyc verify`. */
enum proof_status { PROOF_PROVED, PROOF_REFUTED, PROOF_UNREADABLE, PROOF_UNDECIDED };

struct proof {
    /* The caller's wishes, to be set before a judgement. */
    const char *entry;                   /* the function of the global program; NULL: main */
    const struct input_shape *inputs;    /* the shapes of its first arguments, where it has none */
    uint32_t input_count;                /* 0: nothing is said of them */
    struct text_list arguments, results; /* shardings: 0:[{"x"}, {}] */
    const char *mesh;                    /* of these, ["x"=4]; NULL: the global program's */
    const char *counterexample;          /* a folder for inputs that show a difference; or NULL */
    const char *relations;               /* a file for what devices hold of each value; or NULL */
    double seconds, memory;              /* for evaluation; MiB for relations */
    bool quiet;
    bool evaluates;  /* tries no proof by relations */
    bool is_lowered; /* the partitioned program is what code generation reads: with collectives of
                      * sdy, on parts or, where `is_whole`, on whole values */
    bool is_whole;
    bool partitions; /* what the partitioned program is read from is the global program, which is
                      * to be partitioned */
    FILE *told;      /* where the answer goes */
    FILE *errors;    /* where errors go; NULL: nowhere */

    struct stage_times times; /* of reading both, the border, relations, evaluation */
    struct compilation global, propagated, partitioned, stated, given;
    const struct op *global_entry, *propagated_entry, *partitioned_entry;
    const struct op *stated_entry, *given_entry; /* NULL: nothing is stated, or given */
};

/* To be closed by proof_close. Errors go to stderr, or nowhere. */
void proof_open(struct proof *proof, FILE *errors);
void proof_close(struct proof *proof);
/* Judges the program that `partitioned` was given to hold, by proof_take or compilation_read, of
 * what `global` holds, and says what it is. */
enum proof_status proof_judge(struct proof *proof);

/* Partitions a program, and tells what relations find of the values of its partition: nothing where
 * it cannot be partitioned. The proof has been opened. */
void proof_listen(struct proof *proof, const struct source *global, verify_listener *listener,
                  void *data);

/* --verify: whether a text is proved to be the program for each device of what `global` holds.
 * `wishes` is an opened proof. Says on stderr what it is, and closes the proof. */
bool proof_holds(struct proof *wishes, const struct source *global, const char *name,
                 const char *text, size_t length);

/* --- proof_lowered.c -------------------------------------------------------------------------- */

/* --verify of `run` and `emit`: whether what code generation reads is proved to be what the program
 * in `file` says: the function that is run, or all public ones. The shapes are those of --input. */
bool proof_of_lowered(const char *file, const struct common_flags *flags, bool is_private,
                      const struct text_list *inputs, bool all_functions);

/* --- proof_border.c --------------------------------------------------------------------------- */

/* Finds the functions whose shardings the partitioned program states, and those that the caller
 * gives. False after an error. */
bool proof_find_stated(struct proof *proof);
bool proof_find_given(struct proof *proof);

/* --- counterexample.c ------------------------------------------------------------------------- */

/* Writes the values of a refutation into the folder, with a program that runs what all devices do,
 * and the commands that show the difference. False after an error. */
bool proof_write_counterexample(struct proof *proof, const struct border *border,
                                const struct verify_answer *answer);

/* --- proof_say.c ------------------------------------------------------------------------------ */

/* `answer` NULL: the border does not fit. */
void proof_say(const struct proof *proof, const struct border *border,
               const struct verify_answer *answer);

#endif
