/* The one file that knows libtcc: C text to code in pages that are executable and not writable. */
#include "codegen/emit/emit.h"
#include "codegen/jit/jit.h"
#include "symbols.h"

#include <libtcc.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* libtcc 0.9.27 keeps its state in globals: one compilation at a time. */
static pthread_mutex_t tcc_mutex = PTHREAD_MUTEX_INITIALIZER;

struct messages {
    struct buffer text;
};

static void collect(void *opaque, const char *message) {
    struct messages *messages = opaque;
    buffer_printf(&messages->text, "%s%s", messages->text.length != 0 ? "; " : "", message);
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
        return false;
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

static bool compile(struct loaded_code *code, const char *text, const char *entry,
                    const struct emit_needs *needs, struct messages *messages) {
    TCCState *state = tcc_new();
    if (state == NULL) {
        collect(messages, "no state");
        return false;
    }
    tcc_set_error_func(state, messages, collect);
    tcc_set_options(state, "-nostdlib -nostdinc");
    tcc_set_output_type(state, TCC_OUTPUT_MEMORY);
    bind_symbols(state, needs);
    bool done = tcc_compile_string(state, text) == 0 && place(state, code, entry);
    tcc_delete(state);
    return done;
}

bool jit_load_tcc(struct loaded_code *code, const char *text, const struct program *program,
                  const struct emit_needs *needs, struct diagnostics *diagnostics) {
    struct messages messages = {0};
    struct arena *arena = arena_new();
    char *entry = arena_printf(arena, "%s_program", program->name);
    pthread_mutex_lock(&tcc_mutex);
    bool done = compile(code, text, entry, needs, &messages);
    pthread_mutex_unlock(&tcc_mutex);
    if (!done) {
        const char *file = jit_keep_text(arena, text, ".c");
        diag_error(diagnostics, (struct location){0},
                   "internal error: tcc: %s; the C text is kept in %s",
                   messages.text.length != 0 ? messages.text.text : "no code",
                   file != NULL ? file : "no file: the temporary folder is full");
        jit_unload(code);
    }
    buffer_free(&messages.text);
    arena_free(arena);
    return done;
}
