#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "cores.h"

#include "affinity.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int64_t sdyrt_cores_allowed(void) {
    return sdyrt_cores_by_affinity();
}

int64_t sdyrt_memory_bytes(void) {
    return (int64_t)sysconf(_SC_PHYS_PAGES) * (int64_t)sysconf(_SC_PAGESIZE);
}

int sdyrt_read_line(const char *path, char *line, int size) {
    FILE *file = fopen(path, "r");
    int found = file != NULL && fgets(line, size, file) != NULL;
    if (file != NULL) {
        fclose(file);
    }
    if (found) {
        line[strcspn(line, "\n")] = '\0';
    }
    return found;
}

/* A limit that control groups set, in one kind of them. */
struct limit {
    const char *controller;     /* as /proc/self/cgroup names it; "": version 2, which names none */
    const char *mounted;        /* below /sys/fs/cgroup */
    const char *file, *divisor; /* the limit is what stands in one by what stands in the other */
};

enum { PATH_BYTES = 1024, LINE_BYTES = 512 };

/* The limit of one group, whose folder `path` is; 0: none. */
static double limit_in(const char *path, const struct limit *limit) {
    char name[PATH_BYTES + 64], line[LINE_BYTES];
    snprintf(name, sizeof name, "%s/%s", path, limit->file);
    if (!sdyrt_read_line(name, line, sizeof line)) {
        return 0;
    }
    char *end;
    double value = strtod(line, &end), divisor = strtod(end, NULL); /* "200000 100000", "max 1" */
    if (limit->divisor != NULL) {
        snprintf(name, sizeof name, "%s/%s", path, limit->divisor);
        divisor = sdyrt_read_line(name, line, sizeof line) ? strtod(line, NULL) : 0;
    }
    return value > 0 ? value / (divisor > 0 ? divisor : 1) : 0;
}

static double lesser_limit(double a, double b) {
    return a > 0 && (b <= 0 || a < b) ? a : b;
}

/* The least limit of a group and those around it. Where only a part of the tree is mounted the path
   may not be there: the groups that are count. */
static double limit_of_group(const char *root, const struct limit *limit, const char *group) {
    char path[PATH_BYTES];
    int base = snprintf(path, sizeof path, "%s/sys/fs/cgroup%s", root, limit->mounted);
    int length = base + snprintf(path + base, sizeof path - (size_t)base, "%s", group);
    double least = 0;
    if (length >= PATH_BYTES) {
        return 0;
    }
    for (;;) {
        least = lesser_limit(limit_in(path, limit), least);
        char *slash = strrchr(path + base, '/');
        if (slash == NULL) {
            return least;
        }
        *slash = '\0';
    }
}

/* Whether a list such as "cpu,cpuacct" has the name. */
static int lists(const char *list, const char *name) {
    size_t length = strlen(name);
    for (;;) {
        size_t word = strcspn(list, ",");
        if (word == length && strncmp(list, name, length) == 0) {
            return 1;
        }
        if (list[word] == '\0') {
            return 0;
        }
        list += word + 1;
    }
}

/* The least limit of the groups that /proc/self/cgroup names: "NUMBER:CONTROLLERS:PATH". */
static double least_limit(const char *root, const struct limit *limit) {
    char path[PATH_BYTES], line[LINE_BYTES];
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "r");
    double least = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL) {
            continue;
        }
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        if (lists(controllers + 1, limit->controller)) {
            least = lesser_limit(limit_of_group(root, limit, group), least);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return least;
}

double sdyrt_cores_quota(const char *root) {
    static const struct limit unified = {"", "", "cpu.max", NULL};
    static const struct limit legacy = {"cpu", "/cpu", "cpu.cfs_quota_us", "cpu.cfs_period_us"};
    return lesser_limit(least_limit(root, &unified), least_limit(root, &legacy));
}

int64_t sdyrt_memory_limit(const char *root) {
    static const struct limit unified = {"", "", "memory.max", NULL};
    static const struct limit legacy = {"memory", "/memory", "memory.limit_in_bytes", NULL};
    static const double no_limit = 1e18; /* version 1 says so by a number near 2^63 */
    double bytes = lesser_limit(least_limit(root, &unified), least_limit(root, &legacy));
    return bytes < no_limit ? (int64_t)bytes : 0;
}

/* The quota as a number of cores, rounded up, read once: it takes as long as a small program. */
static int64_t cores_paid(void) {
    static atomic_llong found; /* 0, or that number */
    int64_t paid = atomic_load_explicit(&found, memory_order_relaxed);
    if (paid == 0) {
        double quota = sdyrt_cores_quota("");
        paid = quota > 0 && quota < INT32_MAX ? (int64_t)quota : INT32_MAX;
        paid += (double)paid < quota;
        atomic_store_explicit(&found, paid, memory_order_relaxed);
    }
    return paid;
}

int64_t sdyrt_cores_usable(void) {
    int64_t cores = sdyrt_cores_allowed(), paid = cores_paid();
    return paid < cores ? paid : cores;
}
