#include "machine_facts.h"

#include "cores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

/* A cache of data at a level, 1 or more, goes to its place; a later one of the level before. */
static void add_cache(struct machine_cache *caches, int level, struct machine_cache cache) {
    int place = level == 1 ? SDYRT_LEVEL_NEAR : level == 2 ? SDYRT_LEVEL_MIDDLE : SDYRT_LEVEL_FAR;
    if (level >= 1 && cache.bytes > 0) {
        caches[place] = cache;
    }
}

/* How many numbers a list such as "0-3,8" has. */
static int64_t list_count(const char *list) {
    int64_t count = 0;
    while (*list != '\0') {
        char *end;
        long first = strtol(list, &end, 10), last = first;
        if (end == list) {
            break;
        }
        if (*end == '-') {
            last = strtol(end + 1, &end, 10);
        }
        count += last - first + 1;
        list = end + (*end == ',');
    }
    return count;
}

int64_t machine_memory_nodes(void) {
    char text[256];
    int64_t count = sdyrt_read_line("/sys/devices/system/node/has_memory", text, sizeof text)
                        ? list_count(text)
                        : 0;
    return count > 0 ? count : 1;
}

#if defined(__x86_64__) && defined(__GNUC__)

static int is_amd(void) {
    unsigned a, b, c, d;
    return __get_cpuid(0, &a, &b, &c, &d) != 0 && b == signature_AMD_ebx;
}

/* CPUID's leaf of caches: 4, and on processors of AMD one of the same form (Intel's Software
 * Developer's Manual, volume 2; AMD's Architecture Programmer's Manual, volume 3). */
static void find_caches(struct machine_cache *caches) {
    const unsigned leaf = is_amd() ? 0x8000001d : 4;
    enum { MOST = 16, INSTRUCTIONS = 2 };
    unsigned a, b, c, d;
    for (unsigned i = 0; i < MOST && __get_cpuid_count(leaf, i, &a, &b, &c, &d) != 0; i++) {
        if ((a & 31) == 0) {
            break;
        }
        if ((a & 31) == INSTRUCTIONS) {
            continue;
        }
        int64_t ways = (b >> 22) + 1, parts = ((b >> 12) & 1023) + 1, line = (b & 4095) + 1;
        add_cache(caches, (int)(a >> 5) & 7,
                  (struct machine_cache){
                      .bytes = ways * parts * line * ((int64_t)c + 1),
                      .line = line,
                      .cores = ((a >> 14) & 4095) + 1,
                  });
    }
}

/* The name that the processor calls itself, without spaces in front. */
static void find_name(char *name) {
    enum { LEAVES = 3, LEAF_BYTES = 16 };
    const unsigned first = 0x80000002;
    unsigned words[LEAVES * 4] = {0};
    char text[LEAVES * LEAF_BYTES + 1] = {0};
    for (unsigned i = 0; i < LEAVES; i++) {
        unsigned *w = words + 4 * i;
        if (__get_cpuid(first + i, &w[0], &w[1], &w[2], &w[3]) == 0) {
            return;
        }
    }
    memcpy(text, words, sizeof words);
    strcpy(name, text + strspn(text, " "));
}

/* "... @ 2.50GHz", as processors of Intel call themselves; leaf 0x16 where they do not. */
static int64_t find_hertz(const char *name) {
    enum { FREQUENCIES = 0x16, MEGAHERTZ = 1000000 };
    const char *at = strchr(name, '@');
    unsigned a, b, c, d;
    if (at != NULL && strstr(at, "GHz") != NULL) {
        return (int64_t)(strtod(at + 1, NULL) * 1e9 + 0.5);
    }
    if (__get_cpuid(FREQUENCIES, &a, &b, &c, &d) != 0 && (a & 0xffff) > 0) {
        return (int64_t)(a & 0xffff) * MEGAHERTZ;
    }
    return 0;
}

void machine_identify(struct machine_identity *id) {
    unsigned a, b, c, d;
    memset(id, 0, sizeof *id);
    if (__get_cpuid(0, &a, &b, &c, &d) != 0) {
        const unsigned words[] = {b, d, c};
        memcpy(id->vendor, words, sizeof words);
    }
    if (__get_cpuid(1, &a, &b, &c, &d) != 0) {
        id->family = (int)(((a >> 8) & 15) + (((a >> 8) & 15) == 15 ? (a >> 20) & 255 : 0));
        id->model = (int)(((a >> 4) & 15) | ((a >> 12) & 0xf0));
    }
    find_name(id->name);
    id->hertz = find_hertz(id->name);
}

#else

/* A size such as "32K". */
static int64_t size_of_text(const char *text) {
    char *end;
    int64_t size = strtol(text, &end, 10);
    return *end == 'K' ? size << 10 : *end == 'M' ? size << 20 : size;
}

/* One file of a cache of the first core. */
static int read_cache_file(int index, const char *file, char *text, int size) {
    char path[128];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, file);
    return sdyrt_read_line(path, text, size);
}

static void find_caches(struct machine_cache *caches) {
    char text[256];
    for (int i = 0; read_cache_file(i, "type", text, sizeof text); i++) {
        struct machine_cache cache = {0};
        if (strcmp(text, "Instruction") == 0) {
            continue;
        }
        if (read_cache_file(i, "size", text, sizeof text)) {
            cache.bytes = size_of_text(text);
        }
        if (read_cache_file(i, "coherency_line_size", text, sizeof text)) {
            cache.line = size_of_text(text);
        }
        if (read_cache_file(i, "shared_cpu_list", text, sizeof text)) {
            cache.cores = list_count(text);
        }
        if (read_cache_file(i, "level", text, sizeof text)) {
            add_cache(caches, atoi(text), cache);
        }
    }
}

/* MIDR_EL1 has the implementer in bits 24 to 31 and the part in bits 4 to 15. */
void machine_identify(struct machine_identity *id) {
    char text[64];
    memset(id, 0, sizeof *id);
#if defined(__aarch64__)
    if (sdyrt_read_line("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", text,
                        sizeof text)) {
        unsigned long midr = strtoul(text, NULL, 16);
        strcpy(id->vendor, "ARM");
        id->family = (int)(midr >> 24 & 255);
        id->model = (int)(midr >> 4 & 4095);
    }
#endif
    if (sdyrt_read_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", text,
                        sizeof text)) {
        id->hertz = strtol(text, NULL, 10) * 1000;
    }
}

#endif

void machine_find_caches(struct machine_cache caches[SDYRT_CACHE_COUNT]) {
    memset(caches, 0, SDYRT_CACHE_COUNT * sizeof *caches);
    find_caches(caches);
    if (caches[SDYRT_LEVEL_FAR].bytes == 0) {
        caches[SDYRT_LEVEL_FAR] = caches[SDYRT_LEVEL_MIDDLE];
        memset(&caches[SDYRT_LEVEL_MIDDLE], 0, sizeof *caches);
    }
}
