/* What the subcommands of `sdyc` share: flags, errors, and compilations set up from flags. */
#ifndef SDYC_CLI_H
#define SDYC_CLI_H

#include "compile.h"

/* A subcommand: gets the words after its name and returns the exit status. */
typedef int command_function(int count, char **words);
command_function command_opt, command_propagate, command_partition, command_run, command_emit,
    command_bench, command_kernels, command_layouts, command_explain, command_verify, command_diff,
    command_machine;

/* --- flags.c ---------------------------------------------------------------------------------- */

enum flag_kind {
    FLAG_SWITCH,  /* bool: given, or =true / =false */
    FLAG_NUMBER,  /* int64_t */
    FLAG_REAL,    /* double */
    FLAG_TEXT,    /* const char * */
    FLAG_LIST,    /* struct text_list: may be given several times */
    FLAG_CHOICE,  /* int: index into `choices` */
    FLAG_IGNORED, /* accepted for those who are used to it; may have a value */
};
struct text_list {
    VECTOR(const char *) texts;
};
/* One flag, written with one or two dashes, its value after `=` (or as the next word). */
struct flag {
    const char *name;
    enum flag_kind kind;
    void *target;
    const char *value_name, *help; /* value_name NULL: takes no value */
    const char *const *choices;    /* FLAG_CHOICE, ends with NULL */
};
struct command_line {
    const char *usage;                /* "sdyc run FILE [FLAG]..." */
    const char *about;                /* a paragraph for --help */
    const struct flag *const *groups; /* lists that end with a NULL name; ends with NULL */
    bool takes_two;                   /* files */
    const char *needs;                /* "a file": an error where there is none; or NULL */
    const char *file, *second;        /* out: the words that are no flags, or NULL */
    /* Takes a flag that is in no group (value NULL: none given); false: unknown, or NULL hook. */
    bool (*other)(void *data, const char *name, const char *value, bool *failed);
    /* A name near to a misspelt one, among those that `other` takes. */
    const char *(*nearest)(const char *name);
    void *data;
};
enum flags_result { FLAGS_RUN, FLAGS_HELP, FLAGS_WRONG };
/* Reads the words. FLAGS_HELP: help was printed; FLAGS_WRONG: an error was. */
enum flags_result flags_parse(struct command_line *line, int count, char **words);
/* The file, or "-" where there is none; a person who types at a terminal is told so. */
const char *file_or_stdin(const struct command_line *line);
/* Exit status of a command that does not run: 0 after help, 2 where its words are wrong. What fails
 * otherwise ends with 1. */
int flags_status(enum flags_result result);
/* Prints `sdyc: error: ...` on stderr; returns false. */
bool cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- common.c: flags that several commands have ----------------------------------------------- */

struct common_flags {
    const char *entry, *print_before, *print_after;
    int64_t threads;
    struct text_list load;                          /* libraries of custom calls */
    struct text_list input_layouts, output_layouts; /* "0:channels_last" */
    int storage, layout, reduce, jit;
    bool timing, verify_each, allow_unregistered;
    struct sdyc_ranks *ranks; /* no flag: those that run the program; NULL: this process */
    int profile;              /* no flag: commands that show when tasks ran set it (sdyc.h) */
};
enum { COMMON_GROUP_SIZE = 15 };
/* Fills a group of flags that write to `flags`. */
void common_flags_init(struct common_flags *flags, struct flag group[COMMON_GROUP_SIZE]);

/* Frees the lists of the flags, not the group. */
void common_flags_free(struct common_flags *flags);
/* The texts of a list of layouts by number, NULL between them, in memory of the arena; false after
 * an error. */
struct layout_texts {
    const char *const *items;
    uint32_t count;
};
bool layout_texts_read(struct arena *arena, const struct text_list *list, const char *flag,
                       struct layout_texts *texts);
/* The code generator's options; false after an error. */
bool common_codegen_options(const struct common_flags *flags, struct arena *arena,
                            struct codegen_options *options);

/* Writes text to a file, whole or not at all ("-": standard output). */
bool write_text(const char *path, const char *text, size_t length);

/* --- memory.c --------------------------------------------------------------------------------- */

/* What a program has in memory, a line each. */
struct sdyc_memory;
void add_program_memory(struct buffer *out, const struct sdyc_memory *memory);

/* --- opt.c ------------------------------------------------------------------------------------ */

/* `sdyc opt` with a pipeline (or NULL) that runs before the passes named. */
int opt_with(const char *usage, const char *about, const char *pipeline, int count, char **words);

/* --- expect.c: -verify-diagnostics ------------------------------------------------------------ */

/* Whether the diagnostics of a chunk are those that its `expected-error@+1 {{...}}` comments name;
 * prints what differs. */
bool expectations_hold(const struct source *source, const struct diagnostics *diagnostics);

#endif
