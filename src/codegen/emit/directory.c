/* A program as a folder: made beside its final place, renamed once it is complete. */
#include "codegen/emit/directory.h"

#include "codegen/emit/calls.h"
#include "codegen/emit/emit.h"
#include "codegen/emit/parts.h"
#include "codegen/emit/template.h"
#include "codegen/graph/graph.h"
#include "codegen/handlers.h"
#include "codegen/library/library.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONSTANT_ALIGNMENT = 64, MAX_VALUES = 64, MAX_FILES = 200 };

/* What names of the runtime begin with. In a folder the prefix of the program stands before it, so
 * that programs with different parts of the runtime can be linked together. */
static const char runtime_prefix[] = "sdyrt_";

#define CPU_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+"

struct directory {
    const struct program *program;
    const struct emit_directory_options *options;
    uint32_t input_count;                  /* without the host */
    const char *prefix, *path, *temporary; /* `path` has no slash at its end */
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct emit_needs needs;
    struct runtime_parts *runtime, *tools; /* of the program; of main.c */
    size_t value_count;
    struct template_value values[MAX_VALUES];
};

static bool failed(const struct directory *directory, const char *path) {
    if (errno == ENOMEM) {
        memory_fail(0);
    }
    return diag_error(directory->diagnostics, (struct location){0}, "%s: %s", path,
                      strerror(errno));
}

/* --- files --- */

static bool write_bytes(FILE *file, const void *data, size_t size) {
    return size == 0 || fwrite(data, 1, size, file) == size;
}

static bool finish_file(const struct directory *directory, FILE *file, const char *path,
                        bool written) {
    written = written && fflush(file) == 0;
    int error = errno;
    if (fclose(file) != 0 || !written) {
        errno = written ? errno : error;
        return failed(directory, path);
    }
    return true;
}

static bool write_file(const struct directory *directory, const char *name, const char *text,
                       size_t size) {
    const char *path = arena_printf(directory->arena, "%s/%s", directory->temporary, name);
    FILE *file = fopen(path, "wb");
    return file == NULL ? failed(directory, path)
                        : finish_file(directory, file, path, write_bytes(file, text, size));
}

/* Copies text to where the names of the runtime have the program's prefix. */
static void rename_runtime(const char *prefix, const char *text, struct buffer *out) {
    for (const char *at; (at = strstr(text, runtime_prefix)) != NULL;) {
        bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        buffer_add_bytes(out, text, (size_t)(at - text));
        buffer_printf(out, "%s%s%s", begins ? prefix : "", begins ? "_" : "", runtime_prefix);
        text = at + strlen(runtime_prefix);
    }
    buffer_add(out, text);
}

static bool write_program_file(const struct directory *directory, const char *name,
                               const struct buffer *text) {
    struct buffer renamed = {0};
    rename_runtime(directory->prefix, text->text != NULL ? text->text : "", &renamed);
    bool written = write_file(directory, name, renamed.text, renamed.length);
    buffer_free(&renamed);
    return written;
}

static size_t constant_bytes(const struct kernel_buffer *constant) {
    return (size_t)constant->elements * element_info[constant->element].bytes;
}

static size_t aligned(size_t bytes) {
    return (bytes + CONSTANT_ALIGNMENT - 1) / CONSTANT_ALIGNMENT * CONSTANT_ALIGNMENT;
}

/* All constants, each at a multiple of 64 bytes. */
static bool write_constants(const struct directory *directory) {
    static const char padding[CONSTANT_ALIGNMENT];
    const struct program *program = directory->program;
    if (program->constant_count == 0) {
        return true;
    }
    const char *path = arena_printf(directory->arena, "%s/model.data", directory->temporary);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return failed(directory, path);
    }
    bool written = true;
    for (uint32_t i = 0; i < program->constant_count && written; i++) {
        const struct kernel_buffer *constant = program->constants[i];
        size_t bytes = constant_bytes(constant);
        written = write_bytes(file, constant->data, bytes) &&
                  write_bytes(file, padding, aligned(bytes) - bytes);
    }
    return finish_file(directory, file, path, written);
}

/* --- values of the templates --- */

static void set(struct directory *directory, const char *name, const char *text) {
    directory->values[directory->value_count++] = (struct template_value){name, text, NULL};
}

static void set_list(struct directory *directory, const char *name,
                     const struct template_list *list) {
    directory->values[directory->value_count++] = (struct template_value){name, NULL, list};
}

static const char *shape_text(struct arena *arena, const struct argument *argument,
                              const char *separator) {
    const char *text = "";
    for (uint32_t d = 0; d < argument->rank; d++) {
        text = arena_printf(arena, "%s%s%" PRId64, text, d > 0 ? separator : "", argument->dims[d]);
    }
    return text;
}

static const char *strides_text(struct arena *arena, const struct argument *argument) {
    const char *text = "";
    for (uint32_t d = 0; d < argument->rank; d++) {
        text = arena_printf(arena, "%s%s%" PRId64, text, d > 0 ? ", " : "",
                            argument->strides ? argument->strides[d] : 0);
    }
    return text;
}

static const char *type_text(struct arena *arena, const struct argument *argument) {
    const char *layout = !argument->is_arranged ? ""
                         : argument->block > 0
                             ? arena_printf(arena, ", strides [%s], channels in blocks of %" PRId64,
                                            strides_text(arena, argument), argument->block)
                             : arena_printf(arena, ", strides [%s]", strides_text(arena, argument));
    return arena_printf(arena, "%s%s%s, %s[%" PRId64 "]%s", shape_text(arena, argument, "x"),
                        argument->rank > 0 ? "x" : "", element_info[argument->element].name,
                        element_info[argument->element].c_type, argument->elements, layout);
}

/* "jnp.sum", as the inside of a C string: nothing of the module's text is taken for C. */
static const char *quoted_text(struct arena *arena, const char *text) {
    const char *quoted = "";
    for (; *text != '\0'; text++) {
        bool is_plain = isalnum((unsigned char)*text) || strchr(" _-./:,'[]()=", *text) != NULL;
        quoted = arena_printf(arena, is_plain ? "%s%c" : "%s\\%03o", quoted, (unsigned char)*text);
    }
    return quoted;
}

/* "arg1_params_w": the position, so that no name is taken twice or is one of C, and the letters and
 * digits of what the module calls it. */
static const char *c_name(struct arena *arena, const struct argument *argument) {
    enum { MOST = 60 };
    char text[MOST + 1];
    size_t length = 0;
    const char *label = argument->label != NULL ? argument->label : "";
    label += strncmp(label, "result", strlen("result")) == 0 ? strlen("result") : 0;
    for (; *label != '\0' && length < MOST; label++) {
        bool is_plain = isalnum((unsigned char)*label);
        if (is_plain || (length > 0 && text[length - 1] != '_')) {
            text[length++] = is_plain ? *label : '_';
        }
    }
    length -= length > 0 && text[length - 1] == '_';
    text[length] = '\0';
    bool says_nothing = text[strspn(text, "0123456789")] == '\0';
    return says_nothing ? argument->name : arena_printf(arena, "%s_%s", argument->name, text);
}

/* "const float *": elements as C has them; complex numbers are pairs. */
static const char *pointer_type(struct arena *arena, const struct argument *argument) {
    const char *type = argument->element == ELEMENT_C64    ? "float"
                       : argument->element == ELEMENT_C128 ? "double"
                                                           : element_info[argument->element].c_type;
    return arena_printf(arena, "%s *", type);
}

/* A tensor as the templates have it, "NAME_dims" being the array of its dimensions. */
static struct template_row tensor_row(struct directory *directory, const struct argument *argument,
                                      const char *array_name, const char *kind) {
    struct arena *arena = directory->arena;
    const struct element_info *info = &element_info[argument->element];
    const char *array = argument->rank == 0 ? "NULL" : arena_printf(arena, "%s_dims", array_name);
    const struct template_value values[] = {
        {"name", quoted_text(arena, argument->label != NULL ? argument->label : argument->name),
         NULL},
        {"c_name", array_name, NULL},
        {"element", info->name, NULL},
        {"rank", arena_printf(arena, "%" PRIu32, argument->rank), NULL},
        {"array", array, NULL},
        {"bytes", arena_printf(arena, "%zu", (size_t)argument->elements * info->bytes), NULL},
        {"type", type_text(arena, argument), NULL},
        {"dims", shape_text(arena, argument, ", "), NULL},
        {"strides", argument->rank == 0 ? "NULL" : arena_printf(arena, "%s_strides", array_name),
         NULL},
        {"steps", strides_text(arena, argument), NULL},
        {"block", arena_printf(arena, "%" PRId64, argument->block), NULL},
        {"kind", kind, NULL},
    };
    return (struct template_row){sizeof values / sizeof values[0],
                                 arena_copy(arena, values, sizeof values)};
}

/* "gemm" of "gemm.c" */
static const char *file_stem(struct arena *arena, const char *name) {
    return arena_printf(arena, "%.*s", (int)strcspn(name, "."), name);
}

static struct template_list *new_list(struct arena *arena, size_t most) {
    struct template_list *list = ARENA_NEW(arena, struct template_list);
    list->rows = ARENA_ARRAY(arena, struct template_row, most + 1);
    return list;
}

static void add_row(struct template_list *list, struct template_row row) {
    ((struct template_row *)(uintptr_t)list->rows)[list->count++] = row;
}

/* Whether a tensor of the caller's is not row-major. */
static bool has_layouts(const struct directory *directory) {
    const struct program *program = directory->program;
    bool any = false;
    for (uint32_t i = 0; i < directory->input_count; i++) {
        any = any || program->inputs[i].is_arranged;
    }
    for (uint32_t i = 0; i < program->output_count; i++) {
        any = any || program->outputs[i].is_arranged;
    }
    return any;
}

static void set_arguments(struct directory *directory) {
    const struct program *program = directory->program;
    uint32_t input_count = directory->input_count;
    struct template_list *inputs = new_list(directory->arena, input_count);
    struct template_list *outputs = new_list(directory->arena, program->output_count);
    struct template_list *dimensions =
        new_list(directory->arena, input_count + program->output_count);
    for (uint32_t i = 0; i < input_count + program->output_count; i++) {
        bool is_input = i < input_count;
        const struct argument *argument =
            is_input ? &program->inputs[i] : &program->outputs[i - input_count];
        struct template_row row =
            tensor_row(directory, argument, c_name(directory->arena, argument), NULL);
        add_row(is_input ? inputs : outputs, row);
        if (argument->rank > 0) {
            add_row(dimensions, row);
        }
    }
    set_list(directory, "inputs", inputs);
    set_list(directory, "outputs", outputs);
    set_list(directory, "dimensions", dimensions);
    set(directory, "layouts", has_layouts(directory) ? "yes" : NULL);
}

/* "float *result0, const float *arg0" and the like: results first, as for memcpy. */
static void set_parameters(struct directory *directory) {
    const struct program *program = directory->program;
    struct arena *arena = directory->arena;
    const char *parameters = arena_printf(arena, "struct %s_context *context", directory->prefix);
    const char *example = "", *inputs = "", *outputs = "";
    for (uint32_t i = 0; i < program->output_count; i++) {
        const struct argument *output = &program->outputs[i];
        const char *name = c_name(arena, output);
        parameters = arena_printf(arena, "%s, %s%s", parameters, pointer_type(arena, output), name);
        outputs = arena_printf(arena, "%s%s%s", outputs, i > 0 ? ", " : "", name);
    }
    for (uint32_t i = 0; i < directory->input_count; i++) {
        const struct argument *input = &program->inputs[i];
        const char *name = c_name(arena, input);
        parameters =
            arena_printf(arena, "%s, const %s%s", parameters, pointer_type(arena, input), name);
        inputs = arena_printf(arena, "%s%s%s", inputs, i > 0 ? ", " : "", name);
    }
    example = arena_printf(arena, "%s%s%s", outputs, inputs[0] != '\0' ? ", " : "", inputs);
    set(directory, "parameters", parameters);
    set(directory, "input_names", directory->input_count > 0 ? inputs : "NULL");
    set(directory, "output_names", program->output_count > 0 ? outputs : "NULL");
    set(directory, "example_arguments", example);
}

/* --- the host --- */

static struct argument effect_argument(struct arena *arena, const struct effect *effect) {
    uint32_t rank = type_is_tensor(effect->type) ? effect->type->rank : 0;
    return (struct argument){
        .name = effect->name,
        .element = element_or_bug(effect->type),
        .rank = rank,
        .dims = rank > 0 ? arena_copy(arena, effect->type->dims, rank * sizeof(int64_t)) : NULL,
        .elements = type_count(effect->type)};
}

static void set_effects(struct directory *directory) {
    static const char *const kinds[] = {[EFFECT_PRINT] = "PRINT",
                                        [EFFECT_PROBE] = "PROBE",
                                        [EFFECT_INFEED] = "INFEED",
                                        [EFFECT_OUTFEED] = "OUTFEED"};
    static const struct effect_list none;
    const struct effect_list *effects =
        directory->options->effects != NULL ? directory->options->effects : &none;
    struct template_list *calls = new_list(directory->arena, effects->count);
    struct template_list *dimensions = new_list(directory->arena, effects->count);
    size_t most = 0;
    for (size_t i = 0; i < effects->count; i++) {
        struct argument value = effect_argument(directory->arena, &effects->items[i]);
        size_t bytes = (size_t)value.elements * element_info[value.element].bytes;
        const char *array = arena_printf(directory->arena, "call%zu", i);
        struct template_row row =
            tensor_row(directory, &value, array, kinds[effects->items[i].kind]);
        most = bytes > most ? bytes : most;
        add_row(calls, row);
        if (value.rank > 0) {
            add_row(dimensions, row);
        }
    }
    set(directory, "host", effects->count > 0 ? "yes" : NULL);
    set_list(directory, "calls", calls);
    set_list(directory, "call_dimensions", dimensions);
    set(directory, "value_bytes",
        effects->count > 0 ? arena_printf(directory->arena, " + lines(%zu)", most + 1) : "");
}

/* --- functions of the caller's --- */

static void set_calls(struct directory *directory) {
    const struct program *program = directory->program;
    struct arena *arena = directory->arena;
    struct template_list *targets = new_list(arena, program->call_count);
    for (uint32_t i = 0; i < program->call_count; i++) {
        bool first;
        uint32_t number = emit_call_target(program, i, &first);
        const struct template_value values[] = {
            {"target", quoted_text(arena, program->calls[i]->target), NULL},
            {"number", arena_printf(arena, "%" PRIu32, number), NULL},
        };
        if (first) {
            add_row(targets, (struct template_row){2, arena_copy(arena, values, sizeof values)});
        }
    }
    set_list(directory, "targets", targets);
    set(directory, "target_count", arena_printf(arena, "%zu", targets->count));
    set(directory, "call_count", arena_printf(arena, "%" PRIu32, program->call_count));
    set(directory, "call_buffer_count",
        arena_printf(arena, "%" PRId64, emit_call_buffers(program)));
    set(directory, "call_tables", NULL);
    if (program->call_count > 0) {
        struct buffer tables = {0};
        emit_call_tables(&tables, program);
        directory->values[directory->value_count - 1].text = arena_printf(arena, "%s", tables.text);
        buffer_free(&tables);
    }
}

/* --- the runtime's files --- */

static bool has_host(const struct directory *directory) {
    return directory->input_count < directory->program->input_count;
}

static void find_runtime(struct directory *directory) {
    const struct emit_needs *needs = &directory->needs;
    directory->runtime = runtime_parts_new(directory->arena);
    directory->tools = runtime_parts_new(directory->arena);
    const char *team = directory->options->plain ? "TEAM_PLAIN" : "TEAM";
    runtime_parts_add(directory->runtime, team);
    for (size_t i = 0; i < needs->symbols.count; i++) {
        const char *part = runtime_part_of(needs->symbols.items[i]);
        runtime_parts_add(directory->runtime, strcmp(part, "TEAM") == 0 ? team : part);
    }
    for (size_t i = 0; i < needs->parts.count; i++) {
        runtime_parts_add(directory->runtime, needs->parts.items[i]);
    }
    for (size_t i = 0; i < needs->headers.count; i++) {
        runtime_parts_add_header(directory->runtime, needs->headers.items[i]);
    }
    runtime_parts_add(directory->runtime, "CPU");
    runtime_parts_add(directory->tools, has_host(directory) ? "VALUE_TEXT" : "VALUE");
    if (has_layouts(directory)) {
        runtime_parts_add(directory->tools, "VALUE_LAYOUT");
    }
    if (directory->options->blas) {
        runtime_parts_add(directory->runtime, "BLAS");
    }
}

/* What model.c includes: the team, the processor and whatever declares what it calls itself. */
static void set_headers(struct directory *directory) {
    const struct emit_needs *needs = &directory->needs;
    struct template_list *headers = new_list(directory->arena, needs->headers.count + 1);
    for (size_t i = 0; i <= needs->headers.count; i++) {
        struct template_value *value = ARENA_NEW(directory->arena, struct template_value);
        const char *file = i > 0 ? needs->headers.items[i - 1] : "cpu.h";
        *value = (struct template_value){"file", arena_printf(directory->arena, "runtime/%s", file),
                                         NULL};
        add_row(headers, (struct template_row){1, value});
    }
    set_list(directory, "headers", headers);
}

static void set_sources(struct directory *directory, const char *name,
                        const struct runtime_parts *parts) {
    struct template_list *files = new_list(directory->arena, MAX_FILES);
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        if (runtime_parts_have(parts, file) && runtime_file_is_source(file)) {
            struct template_value *value = ARENA_NEW(directory->arena, struct template_value);
            *value = (struct template_value){"file", file_stem(directory->arena, file->name), NULL};
            add_row(files, (struct template_row){1, value});
        }
    }
    set_list(directory, name, files);
}

/* What the program must find on the machine that it runs on. */
static void set_libraries(struct directory *directory) {
    const struct program *program = directory->program;
    const struct library *needed = NULL;
    for (uint32_t i = 0; i < program->kernel_count && needed == NULL; i++) {
        const struct library *library = program->kernels[i]->library;
        bool runs = program->kernels[i]->tasks > 0;
        needed = library != NULL && library->load != NULL && runs ? library : NULL;
    }
    set(directory, "load", needed != NULL ? needed->load : NULL);
    set(directory, "needs", needed != NULL ? needed->needs : NULL);
}

static void set_constants(struct directory *directory) {
    const struct program *program = directory->program;
    const char *offsets = "";
    size_t offset = 0;
    for (uint32_t i = 0; i < program->constant_count; i++) {
        offsets = arena_printf(directory->arena, "%s%s%zu", offsets, i > 0 ? ", " : "", offset);
        offset += aligned(constant_bytes(program->constants[i]));
    }
    set(directory, "constants", offsets);
}

static void set_values(struct directory *directory, const char *text) {
    const struct program *program = directory->program;
    struct arena *arena = directory->arena;
    char *upper = arena_printf(arena, "%s", directory->prefix);
    for (char *at = upper; *at != '\0'; at++) {
        *at = (char)toupper((unsigned char)*at);
    }
    set(directory, "prefix", directory->prefix);
    set(directory, "PREFIX", upper);
    set(directory, "entry", "main");
    set(directory, "program_name", program->name);
    set(directory, "program", text);
    const char *source = program->source_name != NULL ? program->source_name : "an MLIR module";
    set(directory, "title",
        emit_comment(arena, arena_printf(arena, "The main function of %s.", source)));
    set(directory, "slot_count", arena_printf(arena, "%" PRIu32, emit_slot_count(program)));
    set(directory, "input_count", arena_printf(arena, "%" PRIu32, directory->input_count));
    set(directory, "first_output", arena_printf(arena, "%" PRIu32, 1 + program->input_count));
    set(directory, "first_constant",
        arena_printf(arena, "%" PRIu32, 1 + program->input_count + program->output_count));
    set(directory, "march", directory->options->march);
    set(directory, "plain", directory->options->plain ? "yes" : NULL);
    set(directory, "output_count", arena_printf(arena, "%" PRIu32, program->output_count));
    set(directory, "scratch_bytes", arena_printf(arena, "%zu", directory->needs.scratch_bytes));
    set(directory, "useful_threads", arena_printf(arena, "%d", program->useful_threads));
    int64_t memory = program->arena_bytes > 0 ? program->arena_bytes : 64;
    set(directory, "memory_bytes", arena_printf(arena, "%" PRId64, memory));
    set_arguments(directory);
    set_effects(directory);
    set_calls(directory);
    set_headers(directory);
    set_parameters(directory);
    set_constants(directory);
    set_libraries(directory);
    find_runtime(directory);
    set_sources(directory, "runtime", directory->runtime);
    set_sources(directory, "tools", directory->tools);
}

/* --- the folder --- */

static bool is_wanted(const struct directory *directory, const char *name) {
    if (strncmp(name, "run_host.", strlen("run_host.")) == 0) {
        return has_host(directory);
    }
    if (strncmp(name, "model_program_", strlen("model_program_")) == 0) {
        return directory->options->march == NULL;
    }
    return strcmp(name, "model_data.S") != 0 || directory->program->constant_count > 0;
}

static bool write_templates(struct directory *directory) {
    const struct template_row row = {directory->value_count, directory->values};
    for (const struct embedded_file *file = embedded_templates; file->name != NULL; file++) {
        struct buffer out = {0};
        char *name = arena_printf(directory->arena, "%s", file->name);
        *strrchr(name, '.') = '\0'; /* model.c.in makes model.c */
        if (!is_wanted(directory, name)) {
            continue;
        }
        template_expand(&out, file->name, file->text, &row);
        bool written = write_program_file(directory, name, &out);
        buffer_free(&out);
        if (!written) {
            return false;
        }
    }
    return true;
}

static bool write_runtime(const struct directory *directory) {
    const char *folder = arena_printf(directory->arena, "%s/runtime", directory->temporary);
    if (mkdir(folder, 0777) != 0) {
        return failed(directory, folder);
    }
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        if (!runtime_parts_have(directory->runtime, file) &&
            !runtime_parts_have(directory->tools, file)) {
            continue;
        }
        const char *name = arena_printf(directory->arena, "runtime/%s", file->name);
        struct buffer text = {0};
        runtime_parts_print(directory->runtime, file, &text);
        bool written = write_program_file(directory, name, &text);
        buffer_free(&text);
        if (!written) {
            return false;
        }
    }
    return true;
}

static bool check_prefix(const struct directory *directory) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    const char *prefix = directory->prefix;
    bool is_name = prefix[0] != '\0' && strchr(letters, prefix[0]) != NULL;
    for (size_t i = 1; is_name && prefix[i] != '\0'; i++) {
        is_name = strchr(letters, prefix[i]) != NULL || strchr("0123456789", prefix[i]) != NULL;
    }
    return is_name || diag_error(directory->diagnostics, (struct location){0},
                                 "'%s': names of C cannot begin so", prefix);
}

static bool check_march(const struct directory *directory) {
    const char *march = directory->options->march;
    return march == NULL || march[strspn(march, CPU_LETTERS)] == '\0' ||
           diag_error(directory->diagnostics, (struct location){0}, "'%s' names no processor",
                      march);
}

/* The path is free, or an empty folder. */
static bool check_place(const struct directory *directory) {
    struct stat status;
    if (lstat(directory->path, &status) != 0) {
        return errno == ENOENT || failed(directory, directory->path);
    }
    DIR *folder = opendir(directory->path);
    if (folder == NULL) {
        return failed(directory, directory->path);
    }
    int entries = 0;
    while (readdir(folder) != NULL) {
        entries++;
    }
    closedir(folder);
    return entries <= 2 || diag_error(directory->diagnostics, (struct location){0},
                                      "%s: exists and is not empty", directory->path);
}

/* The folder that takes the place when it is complete. */
static bool make_temporary(struct directory *directory) {
    char *temporary = arena_printf(directory->arena, "%s.XXXXXX", directory->path);
    if (mkdtemp(temporary) == NULL) {
        return failed(directory, directory->path);
    }
    directory->temporary = temporary;
    return true;
}

static bool open_to_others(const struct directory *directory) {
    mode_t mask = umask(0);
    umask(mask);
    return chmod(directory->temporary, 0777 & ~mask) == 0 ||
           failed(directory, directory->temporary);
}

static bool write_all(struct directory *directory) {
    struct buffer text = {0};
    const struct emit_options form = {
        .form = EMIT_LOOPS, .static_entry = true, .folder = "runtime/"};
    emit_c(&text, directory->program, &form, directory->arena, &directory->needs);
    set_values(directory, text.text);
    bool written =
        write_templates(directory) && write_constants(directory) && write_runtime(directory);
    emit_needs_free(&directory->needs);
    buffer_free(&text);
    return written;
}

static void remove_temporary(void *data) {
    const struct directory *directory = data;
    if (directory->temporary != NULL) {
        folder_remove(directory->temporary);
    }
}

static bool make_folder(struct directory *directory) {
    return make_temporary(directory) && open_to_others(directory) && write_all(directory) &&
           (rename(directory->temporary, directory->path) == 0 ||
            failed(directory, directory->path));
}

/* Takes slashes off the end of a path, but for the root's. */
static const char *plain_path(struct arena *arena, const char *path) {
    char *plain = arena_printf(arena, "%s", path);
    for (size_t length = strlen(plain); length > 1 && plain[length - 1] == '/'; length--) {
        plain[length - 1] = '\0';
    }
    return plain;
}

bool emit_directory(const struct program *program, const struct emit_directory_options *options,
                    struct diagnostics *diagnostics) {
    struct directory directory = {.program = program,
                                  .options = options,
                                  .prefix = options->prefix != NULL ? options->prefix : "model",
                                  .arena = arena_new(),
                                  .diagnostics = diagnostics};
    directory.input_count =
        program->input_count - (options->effects != NULL && options->effects->count > 0);
    directory.path = plain_path(directory.arena, options->path);
    struct memory_cleanup cleanup;
    memory_cleanup_push(&cleanup, remove_temporary, &directory);
    bool done = check_prefix(&directory) && check_march(&directory) && check_place(&directory) &&
                make_folder(&directory);
    memory_cleanup_pop(&cleanup);
    if (!done) {
        remove_temporary(&directory);
    }
    arena_free(directory.arena);
    return done;
}
