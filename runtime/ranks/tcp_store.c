/* A store for processes that see one folder: each key is a file of that name. */
#include "tcp.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const long pause_ns = 2000000; /* between two looks for a file */

/* Keys are parts of a path with '/' in between, which a file's name has not. */
static int file_of(const char *folder, const char *key, const char *behind, char path[PATH_MAX]) {
    size_t begin = strlen(folder) + 1;
    int length = snprintf(path, PATH_MAX, "%s/%s%s", folder, key, behind);
    if (length < 0 || length >= PATH_MAX) {
        return 0;
    }
    for (char *at = path + begin; *at != '\0'; at++) {
        *at = *at == '/' ? '.' : *at;
    }
    return 1;
}

/* A file appears whole, or not at all; others than its owner may not read it. */
static int put(void *data, const char *key, const char *value) {
    const char *folder = (const char *)data;
    char path[PATH_MAX], fresh[PATH_MAX];
    if (!file_of(folder, key, "", path) || !file_of(folder, key, ".new", fresh)) {
        return 0;
    }
    unlink(fresh);
    int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    ssize_t size = (ssize_t)strlen(value);
    int good = file >= 0 && write(file, value, (size_t)size) == size;
    good = file >= 0 && close(file) == 0 && good;
    return good && rename(fresh, path) == 0;
}

static int read_file(const char *path, char *value, size_t room) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, value, room - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    value[size > 0 ? size : 0] = '\0';
    return size >= 0;
}

static int get(void *data, const char *key, double seconds, char *value, size_t room) {
    const char *folder = (const char *)data;
    char path[PATH_MAX];
    if (!file_of(folder, key, "", path)) {
        return 0;
    }
    for (double waited = 0; !read_file(path, value, room); waited += 1e-9 * (double)pause_ns) {
        struct timespec pause = {0, pause_ns};
        if (waited > seconds) {
            return 0;
        }
        nanosleep(&pause, NULL);
    }
    return 1;
}

struct sdyrt_store sdyrt_store_folder(const char *path) {
    struct sdyrt_store store = {(void *)(uintptr_t)path, put, get};
    return store;
}
