/* What the system's compiler made of programs, kept in the folder that SDYC_CACHE names.
 *
 * An object stands there under a hash of all that it depends on: the text, the runtime's headers,
 * and what the compiler says that it would do, which has its version and what it knows of the
 * processor. Behind its end stands a seal, its length and a hash of it, so that a damaged one is
 * found out. It comes in one piece, by being renamed, whoever else writes there at the time; and
 * who takes it takes a copy, so that two programs that are alike share nothing.
 */
#include "codegen/jit/jit.h"
#include "embedded.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct seal {
    char magic[8];
    uint64_t bytes, hash;
};
static const char seal_magic[8] = "sdycseal";

/* --- files ------------------------------------------------------------------------------------ */

/* How many bytes came, all but at the end of the file. */
static size_t read_bytes(int file, void *to, size_t size) {
    size_t got = 0;
    while (got < size) {
        ssize_t count = read(file, (char *)to + got, size - got);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            break;
        }
        got += count > 0 ? (size_t)count : 0;
    }
    return got;
}

static bool write_bytes(int file, const void *from, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, (const char *)from + done, size - done);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}

/* Copies so many bytes, and makes a hash of them. */
static bool copy_bytes(int from, int to, uint64_t bytes, uint64_t *hash) {
    char chunk[1 << 16];
    *hash = 0;
    while (bytes > 0) {
        size_t size = bytes < sizeof chunk ? (size_t)bytes : sizeof chunk;
        if (read_bytes(from, chunk, size) < size || !write_bytes(to, chunk, size)) {
            return false;
        }
        *hash = hash_bytes(chunk, size, *hash);
        bytes -= size;
    }
    return true;
}

static bool file_size(int file, uint64_t *bytes) {
    struct stat status;
    bool known = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    *bytes = known ? (uint64_t)status.st_size : 0;
    return known;
}

/* --- the key ---------------------------------------------------------------------------------- */

/* Starts the compiler so that it says on a pipe what it would do; 0: it cannot be started. */
static pid_t start_compiler(const char *const *words, int out) {
    static const char *const end[] = {"-###", "-S", "-x", "c", "-o", "/dev/null", "/dev/null"};
    const char *all[40];
    const size_t room = sizeof all / sizeof *all - sizeof end / sizeof *end - 1;
    size_t count = 0;
    for (; words[count] != NULL && count < room; count++) {
        all[count] = words[count];
    }
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        all[count++] = end[i];
    }
    all[count] = NULL;
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return 0;
    }
    bool started =
        posix_spawn_file_actions_adddup2(&actions, out, 1) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, out, 2) == 0 &&
        posix_spawnp(&child, all[0], &actions, NULL, (char *const *)(uintptr_t)all, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return started ? child : 0;
}

/* What it says goes into the hash; false: it does not say it. */
static bool hash_compiler(const char *const *words, uint64_t hash[2]) {
    char output[1 << 15], more[512];
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    pid_t child = start_compiler(words, ends[1]);
    close(ends[1]);
    size_t size = read_bytes(ends[0], output, sizeof output);
    while (read_bytes(ends[0], more, sizeof more) > 0) {
    }
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    hash[0] = hash_bytes(output, size, hash[0]);
    hash[1] = hash_bytes(output, size, hash[1]);
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void hash_text(const char *text, uint64_t hash[2]) {
    size_t length = strlen(text);
    hash[0] = hash_bytes(text, length, hash[0]);
    hash[1] = hash_bytes(text, length, hash[1]);
}

const char *jit_cache_place(struct arena *arena, const char *folder, const char *const *words,
                            const char *text) {
    uint64_t hash[2] = {0, 1};
    if (!hash_compiler(words, hash)) {
        return NULL;
    }
    for (const struct embedded_file *file = embedded_runtime; file->name != NULL; file++) {
        hash_text(file->text, hash);
    }
    hash_text(text, hash);
    return arena_printf(arena, "%s/%016" PRIx64 "%016" PRIx64 ".so", folder, hash[0], hash[1]);
}

/* --- taking and keeping ----------------------------------------------------------------------- */

static bool copy_sealed(int from, int to) {
    struct seal seal;
    uint64_t size, hash;
    return file_size(from, &size) && size > sizeof seal &&
           copy_bytes(from, to, size - sizeof seal, &hash) &&
           read_bytes(from, &seal, sizeof seal) == sizeof seal &&
           memcmp(seal.magic, seal_magic, sizeof seal_magic) == 0 &&
           seal.bytes == size - sizeof seal && seal.hash == hash;
}

bool jit_cache_take(const char *place, const char *object) {
    int from = open(place, O_RDONLY | O_CLOEXEC);
    int to = from < 0 ? -1 : open(object, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool taken = to >= 0 && copy_sealed(from, to);
    if (from >= 0) {
        futimens(from, NULL); /* it is used: cache_room.c */
        close(from);
    }
    return to >= 0 && close(to) == 0 && taken;
}

static bool seal_copy(int from, int to) {
    struct seal seal;
    memcpy(seal.magic, seal_magic, sizeof seal_magic);
    return file_size(from, &seal.bytes) && copy_bytes(from, to, seal.bytes, &seal.hash) &&
           write_bytes(to, &seal, sizeof seal);
}

void jit_cache_keep(struct arena *arena, const char *folder, const char *place,
                    const char *object) {
    char *made = arena_printf(arena, "%s.XXXXXX", place);
    int to = mkostemp(made, O_CLOEXEC);
    int from = to < 0 ? -1 : open(object, O_RDONLY | O_CLOEXEC);
    bool kept = from >= 0 && seal_copy(from, to);
    if (from >= 0) {
        close(from);
    }
    kept = to >= 0 && close(to) == 0 && kept && rename(made, place) == 0;
    if (to >= 0 && !kept) {
        unlink(made);
    }
    jit_cache_make_room(arena, folder);
}
