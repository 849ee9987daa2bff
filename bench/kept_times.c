#include "kept_times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 96, MOST = 100000 };

struct kept_time {
    char what[TEXT], way[TEXT];
    double seconds;
};

struct kept_times {
    FILE *file;
    int count;
    struct kept_time *at;
};

static void *memory_or_exit(void *memory) {
    if (memory == NULL) {
        fprintf(stderr, "no memory for times\n");
        exit(1);
    }
    return memory;
}

struct kept_times *kept_times_open(const char *path) {
    struct kept_times *times = memory_or_exit(calloc(1, sizeof *times));
    times->at = memory_or_exit(calloc(MOST, sizeof *times->at));
    times->file = fopen(path, "a+");
    if (times->file == NULL) {
        perror(path);
        exit(1);
    }
    rewind(times->file);
    struct kept_time *next = times->at;
    while (times->count < MOST && fscanf(times->file, " %95[^\t]\t%95[^\t]\t%lf", next->what,
                                         next->way, &next->seconds) == 3) {
        times->count++;
        next++;
    }
    return times;
}

void kept_times_close(struct kept_times *times) {
    fclose(times->file);
    free(times->at);
    free(times);
}

static const struct kept_time *find(const struct kept_times *times, const char *what,
                                    const char *way) {
    for (int i = 0; i < times->count; i++) {
        if (strcmp(times->at[i].what, what) == 0 && strcmp(times->at[i].way, way) == 0) {
            return &times->at[i];
        }
    }
    return NULL;
}

int kept_times_take(const struct kept_times *times, const char *what, struct timed_way *ways,
                    int count) {
    for (int i = 0; i < count; i++) {
        const struct kept_time *kept = find(times, what, ways[i].name);
        if (kept == NULL) {
            return 0;
        }
        ways[i].seconds = kept->seconds;
    }
    return 1;
}

void kept_times_add(struct kept_times *times, const char *what, const struct timed_way *ways,
                    int count) {
    for (int i = 0; i < count; i++) {
        fprintf(times->file, "%s\t%s\t%.9g\n", what, ways[i].name, ways[i].seconds);
    }
    fflush(times->file);
}
