/* A program as a folder: made beside its final place, renamed once it is complete. */
#include "codegen/folder/directory.h"

#include "codegen/emit/names.h"
#include "codegen/folder/interface.h"

#include "value.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What names of the runtime begin with. In a folder the prefix of the program stands before it, so
 * that programs with different parts of the runtime can be linked together. */
static const char runtime_prefix[] = "sdyrt_";

#define CPU_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+"

struct directory {
    struct folder folder;
    const struct emit_directory_options *options;
    const char *path, *temporary; /* `path` has no slash at its end */
    struct arena *arena;
    struct diagnostics *diagnostics;
};

static bool failed(const struct directory *directory, const char *path) {
    if (errno == ENOMEM) {
        memory_fail(0);
    }
    return diag_error(directory->diagnostics, (struct location){0}, "%s: %s", path,
                      strerror(errno));
}

/* --- files --- */

bool folder_write(FILE *file, const void *data, size_t size) {
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
                        : finish_file(directory, file, path, folder_write(file, text, size));
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

/* Copies text to where its own lines begin again behind each `#line @`. */
static void number_lines(const char *name, const char *text, struct buffer *out) {
    static const char mark[] = "\n#line @\n";
    size_t line = 1;
    for (const char *at; (at = strstr(text, mark)) != NULL; text = at + strlen(mark)) {
        for (const char *c = text; c <= at; c++) {
            line += *c == '\n';
        }
        line++;
        buffer_add_bytes(out, text, (size_t)(at + 1 - text));
        buffer_printf(out, "#line %zu \"%s\"\n", line, name);
    }
    buffer_add(out, text);
}

static bool write_program_file(const struct directory *directory, const char *name,
                               const struct buffer *text) {
    struct buffer renamed = {0}, numbered = {0};
    rename_runtime(directory->folder.prefix, text->text != NULL ? text->text : "", &renamed);
    number_lines(name, renamed.text != NULL ? renamed.text : "", &numbered);
    bool written = write_file(directory, name, numbered.text, numbered.length);
    buffer_free(&renamed);
    buffer_free(&numbered);
    return written;
}

/* The constants, and behind them what tells them from others where they are a file of their own. */
static bool write_constants(const struct directory *directory) {
    const struct constant_pool *constants = &directory->folder.constants;
    uint64_t hash = constant_pool_hash(constants);
    if (constants->count == 0) {
        return true;
    }
    const char *path = arena_printf(directory->arena, "%s/model.data", directory->temporary);
    FILE *file = fopen(path, "wb");
    return file == NULL ? failed(directory, path)
                        : finish_file(directory, file, path,
                                      constant_pool_write(constants, file) &&
                                          (!directory->options->constants_apart ||
                                           folder_write(file, &hash, sizeof hash)));
}

/* --- the runtime ------------------------------------------------------------------------------ */

static void add_needs(const struct folder *folder, const struct emit_needs *needs,
                      const char *team) {
    for (size_t i = 0; i < needs->symbols.count; i++) {
        const char *part = runtime_part_of(needs->symbols.items[i]);
        runtime_parts_add(folder->runtime, strcmp(part, "TEAM") == 0 ? team : part);
    }
    for (size_t i = 0; i < needs->parts.count; i++) {
        runtime_parts_add(folder->runtime, needs->parts.items[i]);
    }
    for (size_t i = 0; i < needs->headers.count; i++) {
        runtime_parts_add_header(folder->runtime, needs->headers.items[i]);
    }
}

static void find_runtime(struct folder *folder) {
    const char *team = folder->options->plain ? "TEAM_PLAIN" : "TEAM";
    folder->runtime = runtime_parts_new(folder->arena);
    folder->tools = runtime_parts_new(folder->arena);
    runtime_parts_add(folder->runtime, team);
    runtime_parts_add(folder->runtime, "CPU");
    for (size_t i = 0; i < folder->entry_count; i++) {
        add_needs(folder, &folder->entries[i].needs, team);
    }
    runtime_parts_add(folder->tools, folder_has_host(folder) ? "VALUE_TEXT" : "VALUE");
    if (folder_has_layouts(folder)) {
        runtime_parts_add(folder->tools, "VALUE_LAYOUT");
    }
    if (folder_has_sizes(folder)) {
        runtime_parts_add(folder->tools, "VALUE_BOUNDS");
    }
    if (folder_has_ranks(folder)) {
        runtime_parts_add(folder->runtime, "RANKS_MPI");
    }
    if (folder->options->blas) {
        runtime_parts_add(folder->runtime, "BLAS");
    }
}

static bool write_runtime(const struct directory *directory) {
    const struct folder *folder = &directory->folder;
    const char *path = arena_printf(directory->arena, "%s/runtime", directory->temporary);
    if (mkdir(path, 0777) != 0) {
        return failed(directory, path);
    }
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        if (!runtime_parts_have(folder->runtime, file) &&
            !runtime_parts_have(folder->tools, file)) {
            continue;
        }
        const char *name = arena_printf(directory->arena, "runtime/%s", file->name);
        struct buffer text = {0};
        runtime_parts_print(folder->runtime, file, &text);
        bool written = write_program_file(directory, name, &text);
        buffer_free(&text);
        if (!written) {
            return false;
        }
    }
    return true;
}

/* --- the test --------------------------------------------------------------------------------- */

/* "test/main_input0.npy" */
static bool write_value(const struct directory *directory, const struct folder_entry *entry,
                        const char *what, uint32_t number, const struct argument *argument,
                        const void *data) {
    struct sdyrt_value value = {.element = element_info[argument->element].name,
                                .rank = (int)argument->rank,
                                .data = (void *)(uintptr_t)data};
    struct sdyrt_npy_error error;
    const char *path = arena_printf(directory->arena, "%s/test/%s_%s%" PRIu32 ".npy",
                                    directory->temporary, entry->c_name, what, number);
    for (uint32_t d = 0; d < argument->rank; d++) {
        value.dims[d] = argument->part != NULL ? argument->part->dims[d] : argument->dims[d];
    }
    return sdyrt_value_write(path, &value, &error) ||
           diag_error(directory->diagnostics, (struct location){0}, "%s", error.text);
}

static bool write_sample(const struct directory *directory, const struct folder_entry *entry) {
    bool is_own = folder_sampled(&directory->folder, entry) == entry;
    const struct emit_sample *sample = is_own ? entry->entry->sample : NULL;
    bool written = true;
    for (uint32_t i = 0; sample && i < entry->input_count && written; i++) {
        written = write_value(directory, entry, "input", i, &entry->program->inputs[i],
                              sample->inputs[i]);
    }
    for (uint32_t i = 0; sample && i < entry->program->output_count && written; i++) {
        written = write_value(directory, entry, "output", i, &entry->program->outputs[i],
                              sample->outputs[i]);
    }
    return written;
}

static bool write_samples(const struct directory *directory) {
    const struct folder *folder = &directory->folder;
    if (!folder_has_test(folder)) {
        return true;
    }
    const char *path = arena_printf(directory->arena, "%s/test", directory->temporary);
    bool written = mkdir(path, 0777) == 0 || failed(directory, path);
    for (size_t i = 0; i < folder->entry_count && written; i++) {
        written = write_sample(directory, &folder->entries[i]);
    }
    return written;
}

/* --- templates -------------------------------------------------------------------------------- */

static bool begins(const char *name, const char *with) {
    return strncmp(name, with, strlen(with)) == 0;
}

/* Templates of which there is one file for each entry: "program_avx2.c" becomes
 * "program_main_avx2.c". */
static bool is_of_entries(const char *name) {
    return begins(name, "program");
}

static bool is_wanted(const struct directory *directory, const char *name) {
    if (begins(name, "run_host.")) {
        return folder_has_host(&directory->folder);
    }
    if (begins(name, "main")) {
        return begins(name, "main_mpi") == folder_has_ranks(&directory->folder);
    }
    if (begins(name, "test.")) {
        return folder_has_test(&directory->folder);
    }
    if (begins(name, "program_")) {
        return directory->options->march == NULL;
    }
    if (begins(name, "module.")) {
        return directory->options->python;
    }
    return strcmp(name, "model_data.S") != 0 ||
           (directory->folder.constants.count > 0 && !directory->options->constants_apart);
}

static bool write_template(const struct directory *directory, const struct embedded_file *file,
                           const char *name, const struct template_row *row) {
    struct buffer out = {0};
    template_expand(&out, file->name, file->text, row);
    bool written = write_program_file(directory, name, &out);
    buffer_free(&out);
    return written;
}

/* The values of an entry before those of the folder. */
static struct template_row row_of_entry(const struct folder *folder,
                                        const struct folder_entry *entry) {
    const struct template_row *own = &entry->row, *around = &folder->row;
    struct template_value *values =
        ARENA_ARRAY(folder->arena, struct template_value, own->count + around->count);
    memcpy(values, own->values, own->count * sizeof *values);
    memcpy(values + own->count, around->values, around->count * sizeof *values);
    return (struct template_row){own->count + around->count, values};
}

static bool write_for_entries(const struct directory *directory, const struct embedded_file *file,
                              const char *name) {
    const struct folder *folder = &directory->folder;
    const char *rest = name + strlen("program");
    bool written = true;
    for (size_t i = 0; i < folder->entry_count && written; i++) {
        const struct folder_entry *entry = &folder->entries[i];
        struct template_row row = row_of_entry(folder, entry);
        written = write_template(
            directory, file, arena_printf(directory->arena, "program_%s%s", entry->c_name, rest),
            &row);
    }
    return written;
}

/* What the file of a template is called. */
static const char *file_name(const struct directory *directory, const char *name) {
    if (begins(name, "module.")) {
        return arena_printf(directory->arena, "%s.py", directory->folder.prefix);
    }
    return begins(name, "main") ? "main.c" : name;
}

static bool write_templates(const struct directory *directory) {
    bool written = true;
    for (const struct embedded_file *file = embedded_templates; file->name != NULL && written;
         file++) {
        char *name = arena_printf(directory->arena, "%s", file->name);
        *strrchr(name, '.') = '\0'; /* model.c.in makes model.c */
        if (is_wanted(directory, name)) {
            written = is_of_entries(name)
                          ? write_for_entries(directory, file, name)
                          : write_template(directory, file, file_name(directory, name),
                                           &directory->folder.row);
        }
    }
    return written;
}

/* --- the folder ------------------------------------------------------------------------------- */

static bool check_prefix(const struct directory *directory) {
    const char *prefix = directory->folder.prefix;
    return is_c_name(prefix) || diag_error(directory->diagnostics, (struct location){0},
                                           "'%s': names of C cannot begin so", prefix);
}

static bool check_march(const struct directory *directory) {
    const char *march = directory->options->march;
    return march == NULL || march[strspn(march, CPU_LETTERS)] == '\0' ||
           diag_error(directory->diagnostics, (struct location){0}, "'%s' names no processor",
                      march);
}

/* Ranks have their parts of tensors in row-major order. */
static bool check_ranks(const struct directory *directory) {
    const struct folder *folder = &directory->folder;
    return !folder_has_ranks(folder) || !folder_has_layouts(folder) ||
           diag_error(directory->diagnostics, (struct location){0},
                      "ranks take and give tensors in row-major order, not in other layouts");
}

static bool check_python(const struct directory *directory) {
    return !directory->options->python || !folder_has_ranks(&directory->folder) ||
           diag_error(directory->diagnostics, (struct location){0},
                      "a Python module runs in one process: --python is not for --target=mpi");
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
    return entries <= 2 ||
           diag_error(directory->diagnostics, (struct location){0},
                      "%s: exists and is not empty; remove it, or name another", directory->path);
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

static void make_entries(struct directory *directory) {
    struct folder *folder = &directory->folder;
    const struct emit_options form = {.form = EMIT_LOOPS,
                                      .static_entry = true,
                                      .folder = "runtime/",
                                      .source_lines = folder->options->lines,
                                      .blas = folder->options->blas};
    const char **names = ARENA_ARRAY(folder->arena, const char *, folder->entry_count);
    for (size_t i = 0; i < folder->entry_count; i++) {
        struct folder_entry *entry = &folder->entries[i];
        const char *name = entry->entry->name;
        if (entry->program->ranks > 0) {
            name = arena_printf(folder->arena, "%s_ranks%" PRId64, name, entry->program->ranks);
        }
        names[i] = c_entry_name(folder->arena, name, i, names);
        entry->c_name = names[i];
        emit_c(&entry->text, entry->program, &form, folder->arena, &entry->needs);
    }
}

static bool write_all(struct directory *directory) {
    struct folder *folder = &directory->folder;
    make_entries(directory);
    find_runtime(folder);
    interface_set(folder);
    bool written = write_templates(directory) && write_constants(directory) &&
                   write_runtime(directory) && write_samples(directory);
    for (size_t i = 0; i < folder->entry_count; i++) {
        emit_needs_free(&folder->entries[i].needs);
        buffer_free(&folder->entries[i].text);
    }
    vector_free(&folder->constants);
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

static struct folder_entry *folder_entries(struct arena *arena, size_t count,
                                           const struct emit_entry *entries) {
    struct folder_entry *made = ARENA_ARRAY(arena, struct folder_entry, count);
    for (size_t i = 0; i < count; i++) {
        const struct program *program = entries[i].program;
        made[i] = (struct folder_entry){.entry = &entries[i],
                                        .program = program,
                                        .input_count =
                                            program->input_count - (entries[i].effects.count > 0)};
    }
    return made;
}

bool emit_directory(size_t count, const struct emit_entry *entries,
                    const struct emit_directory_options *options, struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct directory directory = {
        .folder = {.options = options,
                   .prefix = options->prefix != NULL ? options->prefix : "model",
                   .arena = arena,
                   .entry_count = count,
                   .entries = folder_entries(arena, count, entries)},
        .options = options,
        .path = plain_path(arena, options->path),
        .arena = arena,
        .diagnostics = diagnostics};
    struct memory_cleanup cleanup;
    memory_cleanup_push(&cleanup, remove_temporary, &directory);
    bool done = check_prefix(&directory) && check_march(&directory) && check_ranks(&directory) &&
                check_python(&directory) && check_place(&directory) && make_folder(&directory);
    memory_cleanup_pop(&cleanup);
    if (!done) {
        remove_temporary(&directory);
    }
    arena_free(arena);
    return done;
}
