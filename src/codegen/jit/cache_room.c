/* The folder of kept objects stays below a size: what was not used for longest goes first. */
#include "codegen/jit/jit.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    KEY_DIGITS = sizeof(uint64_t[2]) * 2, /* two of a byte */
    STALE = 24 * 60 * 60                  /* seconds after which nobody writes a file any more */
};

static const uint64_t DEFAULT_ROOM = UINT64_C(1) << 30;

/* What SDYC_CACHE_SIZE allows, in bytes or with one of the letters k, M, G. */
static uint64_t room(void) {
    const char *text = getenv("SDYC_CACHE_SIZE");
    if (text == NULL || *text < '0' || *text > '9') {
        return DEFAULT_ROOM;
    }
    char *end;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    const char *units = "kMG", *unit = *end != '\0' ? strchr(units, *end) : units - 1;
    if (errno != 0 || unit == NULL || (*end != '\0' && end[1] != '\0')) {
        return DEFAULT_ROOM;
    }
    int shift = 10 * (int)(unit + 1 - units);
    return number > UINT64_MAX >> shift ? UINT64_MAX : number << shift;
}

struct kept_file {
    const char *path;
    struct timespec used;
    uint64_t bytes;
};

/* Ours are the key, ".so", and behind it what a file has that is still written. */
static bool is_ours(const char *name) {
    return strspn(name, "0123456789abcdef") == KEY_DIGITS &&
           strncmp(name + KEY_DIGITS, ".so", strlen(".so")) == 0;
}

static bool is_whole(const char *path) {
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".so") == 0;
}

static int by_use(const void *a, const void *b) {
    const struct timespec *left = &((const struct kept_file *)a)->used;
    const struct timespec *right = &((const struct kept_file *)b)->used;
    if (left->tv_sec != right->tv_sec) {
        return left->tv_sec < right->tv_sec ? -1 : 1;
    }
    return (left->tv_nsec > right->tv_nsec) - (left->tv_nsec < right->tv_nsec);
}

/* What is kept there. */
struct kept_files {
    VECTOR(struct kept_file) list;
    uint64_t bytes;
};

/* Notes the file, or removes what a dead process has left behind. */
static void take_file(struct kept_files *files, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
        return;
    }
    if (!is_whole(path)) {
        if (time(NULL) - status.st_mtim.tv_sec > STALE) {
            unlink(path);
        }
        return;
    }
    *vector_push(&files->list) = (struct kept_file){path, status.st_mtim, (uint64_t)status.st_size};
    files->bytes += (uint64_t)status.st_size;
}

static struct kept_files find_files(struct arena *arena, const char *folder) {
    struct kept_files files = {0};
    DIR *open = opendir(folder);
    for (struct dirent *entry; open != NULL && (entry = readdir(open)) != NULL;) {
        if (is_ours(entry->d_name)) {
            take_file(&files, arena_printf(arena, "%s/%s", folder, entry->d_name));
        }
    }
    if (open != NULL) {
        closedir(open);
    }
    return files;
}

void jit_cache_make_room(struct arena *arena, const char *folder) {
    uint64_t most = room();
    struct kept_files files = find_files(arena, folder);
    if (files.bytes > most) {
        qsort(files.list.items, files.list.count, sizeof *files.list.items, by_use);
    }
    uint64_t wanted = files.bytes > most ? most - most / 4 : files.bytes; /* room for some more */
    for (size_t i = 0; i < files.list.count && files.bytes > wanted; i++) {
        unlink(files.list.items[i].path);
        files.bytes -= files.list.items[i].bytes;
    }
    vector_free(&files.list);
}
