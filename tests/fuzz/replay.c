/* Runs the target on files, and on all files of folders: what libFuzzer found once stays a test. A
 * file that takes long fails. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define MOST_SECONDS 10.0 /* under sanitizers, beside other tests */

static bool replay_file(const char *path) {
    struct arena *arena = arena_new();
    struct diagnostics diagnostics;
    struct source source;
    diagnostics_init(&diagnostics, arena, stderr);
    bool good = source_read(arena, path, &source, &diagnostics);
    if (good) {
        fprintf(stderr, "%s\n", path);
        double start = seconds_now();
        fuzz_one((const uint8_t *)source.text, source.length);
        double seconds = seconds_now() - start;
        good = seconds < MOST_SECONDS;
        if (!good) {
            fprintf(stderr, "%s: took %.1f s\n", path, seconds);
        }
    }
    diagnostics_free(&diagnostics);
    arena_free(arena);
    return good;
}

static bool replay_folder(const char *path, DIR *folder) {
    bool good = true;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.') {
            good = replay_file(file) && good;
        }
    }
    return good;
}

int main(int count, char **words) {
    bool good = true;
    for (int i = 1; i < count; i++) {
        DIR *folder = opendir(words[i]);
        good = (folder ? replay_folder(words[i], folder) : replay_file(words[i])) && good;
        if (folder) {
            closedir(folder);
        }
    }
    return good ? 0 : 1;
}
