#include "pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MARKED = 512 }; /* bytes on either side of an area, where its pages have as many */

static char mark_of(const char *at) {
    return (char)(0x5a ^ (uintptr_t)at * 7);
}

static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* An area with at least so many bytes on pages of its own. */
static void provide(struct area *area, size_t bytes) {
    const size_t page = page_size(), needed = (bytes + page - 1) / page * page + page;
    if (area->base != NULL && needed <= area->capacity) {
        return;
    }
    if (area->base != NULL) {
        munmap(area->base - page, area->capacity + 2 * page);
    }
    char *memory = mmap(NULL, needed + 2 * page, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + page, needed, PROT_READ | PROT_WRITE) != 0) {
        fputs("kernels: no memory for operands\n", stderr);
        exit(2);
    }
    area->base = memory + page;
    area->capacity = needed;
}

/* Where the marks before and behind an area begin and end. */
static void find_marks(const struct area *area, const char *ends[4]) {
    const char *end = area->base + area->capacity, *behind = area->first + area->bytes;
    ends[0] = area->first - area->base > MARKED ? area->first - MARKED : area->base;
    ends[1] = area->first;
    ends[2] = behind;
    ends[3] = end - behind > MARKED ? behind + MARKED : end;
}

char *pages_take(struct pages *pages, struct dice *dice, size_t bytes, size_t alignment) {
    if (pages->used == PAGES_AREAS) {
        fputs("kernels: a case has too many operands\n", stderr);
        exit(2);
    }
    struct area *area = &pages->areas[pages->used++];
    provide(area, bytes);
    const size_t last = (area->capacity - bytes) / alignment * alignment;
    area->first = area->base + (dice_one_in(dice, 3) ? 0 : last);
    area->bytes = bytes;
    area->is_read = false;
    const char *ends[4];
    find_marks(area, ends);
    for (int i = 0; i < 4; i += 2) {
        for (char *at = area->base + (ends[i] - area->base); at < ends[i + 1]; at++) {
            *at = mark_of(at);
        }
    }
    return area->first;
}

void pages_protect(struct pages *pages, const void *first) {
    for (int i = 0; i < pages->used; i++) {
        struct area *area = &pages->areas[i];
        if (area->first == first && !area->is_read) {
            mprotect(area->base, area->capacity, PROT_READ);
            area->is_read = true;
        }
    }
}

const char *pages_find_damage(const struct pages *pages) {
    for (int i = 0; i < pages->used; i++) {
        const char *ends[4];
        find_marks(&pages->areas[i], ends);
        for (int side = 0; side < 4; side += 2) {
            for (const char *at = ends[side]; at < ends[side + 1]; at++) {
                if (*at != mark_of(at)) {
                    return at;
                }
            }
        }
    }
    return NULL;
}

void pages_release(struct pages *pages) {
    for (int i = 0; i < pages->used; i++) {
        struct area *area = &pages->areas[i];
        if (area->is_read) {
            mprotect(area->base, area->capacity, PROT_READ | PROT_WRITE);
            area->is_read = false;
        }
    }
    pages->used = 0;
}
