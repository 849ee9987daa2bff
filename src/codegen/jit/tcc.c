/* The one file that knows libtcc: C text to code in pages that are executable and not writable.
 *
 * libtcc ends the process when memory is short. The copy of it that we link (meson.build makes it)
 * calls the functions below instead of malloc and its kin and of exit, and keeps its variables in a
 * section of their own: what it allocates belongs to a guard, which leaves it where it is, and its
 * variables are zeroed then, as they were at the beginning. It refers to three variables of the C
 * library in a way that a shared library cannot, so it is given variables of ours instead.
 */
#include "codegen/emit/emit.h"
#include "codegen/jit/jit.h"
#include "symbols.h"

#include <libtcc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* libtcc 0.9.27 keeps its state in globals: one compilation at a time. */
static pthread_mutex_t tcc_mutex = PTHREAD_MUTEX_INITIALIZER;

struct job {
    struct loaded_code *code;
    const char *text, *entry;
    const struct emit_needs *needs;
    bool done;
    char messages[1024]; /* cut where there are more */
};

static void collect(void *opaque, const char *message) {
    struct job *job = opaque;
    size_t length = strlen(job->messages);
    snprintf(job->messages + length, sizeof job->messages - length, "%s%s", length != 0 ? "; " : "",
             message);
}

/* What tcc itself calls: to copy and clear structs. */
static void bind_symbols(TCCState *state, const struct emit_needs *needs) {
    tcc_add_symbol(state, "memcpy", (const void *)(uintptr_t)memcpy);
    tcc_add_symbol(state, "memmove", (const void *)(uintptr_t)memmove);
    tcc_add_symbol(state, "memset", (const void *)(uintptr_t)memset);
    for (size_t i = 0; i < needs->symbols.count; i++) {
        const char *name = needs->symbols.items[i];
        tcc_add_symbol(state, name, sdyrt_find_symbol(name)->address);
    }
}

/* Copies the code to pages of its own. Everything it holds is constant, so that all of it can be
 * read and executed and nothing written. */
static bool place(TCCState *state, struct loaded_code *code, const char *entry) {
    int bytes = tcc_relocate(state, NULL);
    if (bytes <= 0) {
        return false;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    code->bytes = ((size_t)bytes + page - 1) / page * page;
    void *memory =
        mmap(NULL, code->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        memory_fail(code->bytes);
    }
    code->memory = memory;
    if (tcc_relocate(state, memory) < 0 ||
        mprotect(memory, code->bytes, PROT_READ | PROT_EXEC) != 0) {
        return false;
    }
    void *symbol = tcc_get_symbol(state, entry);
    memcpy(&code->entry, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void compile(void *data) {
    struct job *job = data;
    TCCState *state = tcc_new();
    tcc_set_error_func(state, job, collect);
    tcc_set_options(state, "-nostdlib -nostdinc");
    tcc_set_output_type(state, TCC_OUTPUT_MEMORY);
    bind_symbols(state, job->needs);
    job->done = tcc_compile_string(state, job->text) == 0 && place(state, job->code, job->entry);
    tcc_delete(state);
}

/* --- what the guarded copy of libtcc calls ---------------------------------------------------- */

#ifdef SDYC_GUARDED_TCC
extern char __start_sdyc_tcc_bss[], __stop_sdyc_tcc_bss[];

void *sdyc_tcc_malloc(size_t size);
void *sdyc_tcc_calloc(size_t count, size_t size);
void *sdyc_tcc_realloc(void *pointer, size_t size);
void sdyc_tcc_free(void *pointer);
_Noreturn void sdyc_tcc_exit(int status);

FILE *sdyc_tcc_stdout, *sdyc_tcc_stderr; /* none: messages are collected, nothing is printed */
char **sdyc_tcc_environ;                 /* none: no program is started */

void *sdyc_tcc_malloc(size_t size) {
    return memory_resize(NULL, size, 1);
}

void *sdyc_tcc_calloc(size_t count, size_t size) {
    return memory_array(count, size);
}

void *sdyc_tcc_realloc(void *pointer, size_t size) {
    return memory_resize(pointer, size, 1);
}

void sdyc_tcc_free(void *pointer) {
    memory_free(pointer);
}

/* After an error outside of tcc_compile_string, which was collected. */
_Noreturn void sdyc_tcc_exit(int status) {
    (void)status;
    memory_fail(0);
}

static void forget_state(void) {
    memset(__start_sdyc_tcc_bss, 0, (size_t)(__stop_sdyc_tcc_bss - __start_sdyc_tcc_bss));
}
#else
static void forget_state(void) {
}
#endif

/* Fails as tcc does: with messages, or for want of memory. */
bool jit_load_tcc(struct loaded_code *code, const char *text, const struct program *program,
                  const struct emit_needs *needs, struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct memory memory = {0};
    struct job job = {.code = code,
                      .text = text,
                      .entry = arena_printf(arena, "%s_program", program->name),
                      .needs = needs};
    pthread_mutex_lock(&tcc_mutex);
    bool had_memory = memory_guard(&memory, compile, &job);
    if (!had_memory) {
        forget_state();
    }
    pthread_mutex_unlock(&tcc_mutex);
    if (memory.bug[0] != '\0') {
        memory_release(&memory);
        sdyc_bug("%s", memory.bug);
    }
    if (!had_memory && job.messages[0] == '\0') {
        memory_fail(memory.asked);
    }
    if (!job.done) {
        const char *file = jit_keep_text(arena, text, ".c");
        diag_internal(diagnostics, (struct location){0}, "tcc: %s; the C text is kept in %s",
                      job.messages[0] != '\0' ? job.messages : "no code",
                      file != NULL ? file : "no file: the temporary folder is full");
    }
    arena_free(arena);
    return job.done;
}
