/* One compilation from text to a program of kernels: the stages in order, with what they share
 * (memory, diagnostics, times). The commands and the library are written on it. */
#ifndef SDYC_COMPILE_H
#define SDYC_COMPILE_H

#include "codegen/codegen.h"
#include "codegen/passes.h"
#include "ir/elements.h"
#include "pipeline.h"

struct emit_entry; /* codegen/folder/directory.h */

struct compilation {
    struct arena *arena; /* option texts and the program */
    struct arena *texts; /* of the source */
    struct diagnostics diagnostics;
    struct context *context;
    struct source source;
    struct module *module; /* NULL before compilation_parse */
    struct pass_driver driver;
    struct codegen_driver codegen;
    struct stage_times times;
};

/* Errors are printed on `errors` as they come; NULL: only collected. */
void compilation_open(struct compilation *compilation, FILE *errors);
void compilation_close(struct compilation *compilation);

/* Reads a file ("-": standard input), or takes a copy of a text. */
bool compilation_read(struct compilation *compilation, const char *path);
bool compilation_take_text(struct compilation *compilation, const char *name, const char *text,
                           size_t length);
/* When nothing more is made of the module than `program`: it is freed, and so is bytecode, of which
 * messages show no lines, and so are constants that the program reads in another order. */
void compilation_drop_module(struct compilation *compilation, const struct program *program);
/* Text or bytecode to a verified module. */
bool compilation_parse(struct compilation *compilation);
/* The same for those who speak of lines: of bytecode, the text that `sdyc opt` prints of it becomes
 * the source. */
bool compilation_parse_lines(struct compilation *compilation);
/* Runs a pass or pipeline on what was parsed; `options` as text, or NULL. */
bool compilation_run(struct compilation *compilation, const char *pass, const char *options);
/* The shape of an input that the caller is going to give. */
struct input_shape {
    uint32_t rank;
    const int64_t *dims;
};
/* Gives the first arguments of the function `entry` (NULL: main, or the only one) the shapes of
 * inputs, where they have dimensions that are not known. False after a located error. */
bool compilation_set_inputs(struct compilation *compilation, const char *entry, uint32_t count,
                            const struct input_shape *shapes);
/* From a parsed module to plain StableHLO with local shapes, for people and other compilers. */
bool compilation_partition(struct compilation *compilation);
/* From a parsed module to the form that code generation reads. */
bool compilation_lower(struct compilation *compilation, const struct codegen_options *options);
/* From what sdyc-lower-pipeline leaves to kernels; NULL after located errors. */
struct program *compilation_kernels(struct compilation *compilation,
                                    const struct codegen_options *options);

/* Whether it is a function with a body that callers outside of the module may name. */
bool function_is_public(const struct op *op);
/* Functions of a source as programs of their own, for a folder that has them all. */
struct compiled_entries {
    VECTOR(struct emit_entry) list; /* the programs live in the compilation's arena */
    VECTOR(struct module *) modules;
};
/* Compiles the function options->entry, or where that is NULL each public function, the main one
 * first, from a source that has been read. `count` shapes are for the inputs of the first; 0: none
 * are given. False after located errors. To be freed in either case. */
bool compilation_entries(struct compilation *compilation, const struct codegen_options *options,
                         uint32_t count, const struct input_shape *shapes,
                         struct compiled_entries *entries);
/* The same for ranks: each function once for each number of ranks in the list; of an empty one for
 * each number that divides the devices along the axes of all meshes. */
struct rank_counts {
    VECTOR(int64_t) list;
};
bool compilation_rank_entries(struct compilation *compilation,
                              const struct codegen_options *options, struct rank_counts *ranks,
                              uint32_t count, const struct input_shape *shapes,
                              struct compiled_entries *entries);
void compiled_entries_free(struct compiled_entries *entries);

#endif
