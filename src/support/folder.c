/* Removing a temporary folder when there may be no memory left: without a DIR, which is allocated.
 */
#include "support/support.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

static void remove_entries(int folder);

static void remove_entry(int folder, const char *name) {
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(folder, name, 0) == 0) {
        return;
    }
    int child = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (child >= 0) {
        remove_entries(child);
        close(child);
        unlinkat(folder, name, AT_REMOVEDIR);
    }
}

static void remove_entries(int folder) {
    _Alignas(struct dirent64) char entries[2048];
    ssize_t length;
    while ((length = getdents64(folder, entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < length;) {
            const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
            remove_entry(folder, entry->d_name);
            at += entry->d_reclen;
        }
    }
}

void folder_remove(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) {
        remove_entries(folder);
        close(folder);
        rmdir(path);
    }
}
