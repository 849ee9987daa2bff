/* The loops form through the system's C compiler: written to a folder of its own with the
 * runtime's headers, compiled to a shared object, loaded; the folder goes at once. cache.c keeps
 * objects. */
#include "codegen/emit/emit.h"
#include "codegen/folder/parts.h"
#include "codegen/jit/jit.h"
#include "embedded.h"
#include "symbols.h"

#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct folder {
    struct arena *arena;
    const char *path, *object; /* the shared object in it */
    struct diagnostics *diagnostics;
};

static bool failed(const struct folder *folder, const char *what) {
    if (errno == ENOMEM) {
        memory_fail(0);
    }
    return diag_error(folder->diagnostics, (struct location){0}, "--jit=cc: %s: %s", what,
                      strerror(errno));
}

static bool write_file(const struct folder *folder, const char *name, const char *text) {
    const char *path = arena_printf(folder->arena, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return failed(folder, path);
    }
    bool written = fputs(text, file) >= 0;
    written = fclose(file) == 0 && written;
    return written || failed(folder, path);
}

/* The program, and of the runtime's files those that it includes, directly or not. */
static bool write_sources(const struct folder *folder, const char *text,
                          const struct emit_needs *needs) {
    struct runtime_parts *parts = runtime_parts_new(folder->arena);
    for (size_t i = 0; i < needs->headers.count; i++) {
        runtime_parts_add_header(parts, needs->headers.items[i]);
    }
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        if (runtime_parts_have(parts, file) && !write_file(folder, file->name, file->text)) {
            return false;
        }
    }
    return write_file(folder, "program.c", text);
}

/* The libraries are named: the process has the C library, and looking into all that a compiler
 * links by itself is a tenth of the time that a small program takes. */
static const char *const compiler[] = {"cc",
                                       "-std=gnu11",
                                       "-O3",
                                       "-march=native",
                                       "-ffp-contract=off",
                                       "-fno-math-errno",
                                       "-fno-trapping-math",
                                       "-fopenmp-simd",
                                       "-fPIC",
                                       "-shared",
                                       "-nodefaultlibs",
                                       NULL};
enum { COMPILER_WORDS = sizeof compiler / sizeof *compiler - 1 };

/* Waits for `cc`; its messages go where ours go. */
static bool run_compiler(const struct folder *folder) {
    const char *source = arena_printf(folder->arena, "%s/program.c", folder->path);
    const char *const files[] = {"-I",   folder->path, "-o",    folder->object,
                                 source, "-lm",        "-lgcc", NULL};
    const char *words[COMPILER_WORDS + sizeof files / sizeof *files];
    pid_t child;
    int status = 0;
    memcpy(words, compiler, sizeof compiler);
    memcpy(words + COMPILER_WORDS, files, sizeof files);
    errno = posix_spawnp(&child, "cc", NULL, NULL, (char *const *)(uintptr_t)words, environ);
    if (errno != 0) {
        return failed(folder, "cc");
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return failed(folder, "cc");
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void bind_runtime(void *library, const char *name, const struct emit_needs *needs) {
    void **functions = memory_array(needs->symbols.count + 1, sizeof *functions);
    void (*bind)(void *const *);
    void *symbol = dlsym(library, name);
    if (symbol == NULL) {
        sdyc_bug("%s is missing from the program", name);
    }
    memcpy(&bind, &symbol, sizeof symbol);
    for (size_t i = 0; i < needs->symbols.count; i++) {
        functions[i] = sdyrt_find_symbol(needs->symbols.items[i])->address;
    }
    bind(functions);
    memory_free(functions);
}

static bool load(const struct folder *folder, struct loaded_code *code, const char *name,
                 const struct emit_needs *needs) {
    errno = 0;
    code->library = dlopen(folder->object, RTLD_NOW | RTLD_LOCAL);
    if (code->library == NULL) {
        const char *message = dlerror();
        if (errno == ENOMEM) {
            memory_fail(0);
        }
        return diag_error(folder->diagnostics, (struct location){0}, "--jit=cc: %s", message);
    }
    bind_runtime(code->library, arena_printf(folder->arena, "%s_bind", name), needs);
    void *symbol = dlsym(code->library, arena_printf(folder->arena, "%s_program", name));
    memcpy(&code->entry, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* From the C text to the shared object in the folder. */
static bool compile(const struct folder *folder, const char *text, const struct emit_needs *needs) {
    if (!write_sources(folder, text, needs)) {
        return false;
    }
    if (!run_compiler(folder)) {
        const char *kept = jit_keep_text(folder->arena, text, ".c");
        return diag_internal(folder->diagnostics, (struct location){0},
                             "cc refuses the C text, which is kept in %s",
                             kept != NULL ? kept : "no file: the temporary folder is full");
    }
    return true;
}

/* The same, where it has not been done before. */
static bool build(const struct folder *folder, const char *text, const struct emit_needs *needs) {
    const char *cache = jit_cache_folder(folder->diagnostics);
    const char *place = cache ? jit_cache_place(folder->arena, cache, compiler, text) : NULL;
    if (place != NULL && jit_cache_take(place, folder->object)) {
        return true;
    }
    bool compiled = compile(folder, text, needs);
    if (compiled && place != NULL) {
        jit_cache_keep(folder->arena, cache, place, folder->object);
    }
    return compiled;
}

static void remove_folder(void *path) {
    folder_remove(path);
}

bool jit_load_cc(struct loaded_code *code, const char *text, const struct program *program,
                 const struct emit_needs *needs, struct diagnostics *diagnostics) {
    const char *temporary = getenv("TMPDIR");
    struct folder folder = {.arena = arena_new(), .diagnostics = diagnostics};
    char *path =
        arena_printf(folder.arena, "%s/sdyc-XXXXXX", temporary != NULL ? temporary : "/tmp");
    folder.path = path;
    bool done = mkdtemp(path) != NULL || failed(&folder, path);
    if (done) {
        struct memory_cleanup cleanup;
        memory_cleanup_push(&cleanup, remove_folder, path);
        folder.object = arena_printf(folder.arena, "%s/program.so", path);
        done = build(&folder, text, needs) && load(&folder, code, program->name, needs);
        memory_cleanup_pop(&cleanup);
        folder_remove(path);
    }
    arena_free(folder.arena);
    return done;
}
