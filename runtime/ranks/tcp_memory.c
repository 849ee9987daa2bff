#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif
#include "tcp_memory.h"

#include "caches.h"
#include "sizes.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the memory begins with. Other processes write into it: nothing here is believed. */
struct head {
    uint64_t word;
    atomic_int readers[SDYRT_BLOCKS];
};

/* So that nobody makes it shorter under those who look at it. */
static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
static struct head *head_of(const struct sdyrt_area *area) {
    return (struct head *)(void *)area->memory;
}

/* Blocks begin at pages, so that no two of them are neighbours in a cache. */
static int64_t whole_pages(int64_t bytes) {
    return pieces(bytes, SDYRT_PAGE_BYTES) * SDYRT_PAGE_BYTES;
}

static int64_t first_block(void) {
    return whole_pages((int64_t)sizeof(struct head));
}

static int map(struct sdyrt_area *area, int file, int64_t size) {
    void *memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    area->memory = memory != MAP_FAILED ? (char *)memory : NULL;
    area->size = area->memory != NULL ? size : 0;
    return area->memory != NULL;
}

void sdyrt_area_close(struct sdyrt_area *area) {
    if (area->memory != NULL) {
        munmap(area->memory, (size_t)area->size);
    }
    area->memory = NULL;
    area->size = 0;
}

/* --- the own one ------------------------------------------------------------------------------ */

int sdyrt_depot_open(struct sdyrt_depot *depot, int64_t size, uint64_t word) {
    depot->used = 0;
    depot->file = memfd_create("sdyc-messages", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (depot->file < 0 || size <= first_block() || ftruncate(depot->file, size) != 0 ||
        fcntl(depot->file, F_ADD_SEALS, seals) != 0 || !map(&depot->area, depot->file, size)) {
        sdyrt_depot_close(depot);
        return 0;
    }
    head_of(&depot->area)->word = word;
    return 1;
}

void sdyrt_depot_close(struct sdyrt_depot *depot) {
    sdyrt_area_close(&depot->area);
    if (depot->file >= 0) {
        close(depot->file);
    }
    depot->file = -1;
}

static int readers_of(const struct sdyrt_depot *depot, int64_t slot) {
    return atomic_load_explicit(&head_of(&depot->area)->readers[slot], memory_order_acquire);
}

/* Those that all readers have taken are no more. */
static void drop_taken(struct sdyrt_depot *depot) {
    int64_t kept = 0;
    for (int64_t i = 0; i < depot->used; i++) {
        if (readers_of(depot, depot->blocks[i].slot) > 0) {
            depot->blocks[kept++] = depot->blocks[i];
        }
    }
    depot->used = kept;
}

/* The first block behind which there is so much room, and where that is: 0 is in front of all. */
static int64_t find_gap(const struct sdyrt_depot *depot, int64_t bytes, int64_t *at) {
    int64_t before = 0;
    *at = first_block();
    while (before < depot->used && depot->blocks[before].at - *at < bytes) {
        *at = depot->blocks[before++].end;
    }
    return before;
}

/* SDYRT_BLOCKS: there is none. */
static int64_t free_slot(const struct sdyrt_depot *depot) {
    int64_t slot = 0;
    while (slot < SDYRT_BLOCKS && readers_of(depot, slot) > 0) {
        slot++;
    }
    return slot;
}

int sdyrt_depot_reserve(struct sdyrt_depot *depot, int64_t bytes, int readers,
                        struct sdyrt_block_place *place) {
    if (depot->area.memory == NULL || bytes > depot->area.size) {
        return 0;
    }
    drop_taken(depot);
    int64_t room = whole_pages(bytes), slot = free_slot(depot), at;
    int64_t before = find_gap(depot, room, &at);
    if (depot->used == SDYRT_BLOCKS || slot == SDYRT_BLOCKS || at > depot->area.size - room) {
        return 0;
    }
    *place = (struct sdyrt_block_place){at, slot};
    memmove(&depot->blocks[before + 1], &depot->blocks[before],
            (size_t)(depot->used++ - before) * sizeof *depot->blocks);
    depot->blocks[before] = (struct sdyrt_block){slot, at, at + room};
    atomic_store_explicit(&head_of(&depot->area)->readers[slot], readers, memory_order_release);
    return 1;
}

/* --- those of others -------------------------------------------------------------------------- */

/* Whether it stays as long as it is. */
static int is_sealed(int file, int64_t *size) {
    struct stat found;
    int kept = fcntl(file, F_GET_SEALS);
    if (kept < 0 || (kept & seals) != seals || fstat(file, &found) != 0) {
        return 0;
    }
    *size = (int64_t)found.st_size;
    return *size > first_block();
}

int sdyrt_area_open(struct sdyrt_area *area, int64_t process, int number, uint64_t word) {
    char path[64];
    int64_t size = 0;
    snprintf(path, sizeof path, "/proc/%lld/fd/%d", (long long)process, number);
    int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    int good = file >= 0 && is_sealed(file, &size) && map(area, file, size);
    if (file >= 0) {
        close(file);
    }
    if (good && head_of(area)->word != word) {
        sdyrt_area_close(area);
        good = 0;
    }
    return good;
}

char *sdyrt_area_block(const struct sdyrt_area *area, const struct sdyrt_block_place *place,
                       int64_t bytes) {
    int is_inside = area->memory != NULL && place->slot >= 0 && place->slot < SDYRT_BLOCKS &&
                    place->at >= first_block() && bytes >= 0 && bytes <= area->size &&
                    place->at <= area->size - bytes;
    return is_inside ? area->memory + place->at : NULL;
}

void sdyrt_area_release(const struct sdyrt_area *area, const struct sdyrt_block_place *place) {
    atomic_fetch_sub_explicit(&head_of(area)->readers[place->slot], 1, memory_order_release);
}
