/* The text of a program, without the bytes of large constants, of which the compiled program has a
 * copy that it shares with others. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

enum { BLOCK = 1 << 16 };

/* What is left out of the text: a constant of the program. */
struct hole {
    struct sdyc_place place;
    int number;
};

static int compare_holes(const void *a, const void *b) {
    const struct hole *x = a, *y = b;
    return (x->place.offset > y->place.offset) - (x->place.offset < y->place.offset);
}

/* The places that lie in the text one behind the other; false: no memory. */
static bool find_holes(struct code *code, const struct sdyc_program *program) {
    struct sdyc_place place;
    int count = 0;
    while (sdyc_place(program, count, &place)) {
        count++;
    }
    code->holes = calloc((size_t)count + 1, sizeof *code->holes);
    if (!code->holes) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        code->holes[i].number = i;
        sdyc_place(program, i, &code->holes[i].place);
    }
    qsort(code->holes, (size_t)count, sizeof *code->holes, compare_holes);
    size_t end = 0;
    for (int i = 0; i < count; i++) {
        struct hole hole = code->holes[i];
        if (hole.place.offset >= end && hole.place.offset + hole.place.bytes <= code->size) {
            code->holes[code->hole_count++] = hole;
            end = hole.place.offset + hole.place.bytes;
        }
    }
    return true;
}

/* A piece of the text: what stands before hole `index`, or behind the last; where it begins. */
static size_t piece_begin(const struct code *code, int index) {
    const struct sdyc_place *before = index > 0 ? &code->holes[index - 1].place : NULL;
    return before ? before->offset + before->bytes : 0;
}

static size_t piece_end(const struct code *code, int index) {
    return index < code->hole_count ? code->holes[index].place.offset : code->size;
}

bool code_keep(struct code *code, const char *text, size_t size,
               const struct sdyc_program *program) {
    *code = (struct code){.size = size, .program = program};
    if (!find_holes(code, program)) {
        return false;
    }
    size_t kept = size;
    for (int i = 0; i < code->hole_count; i++) {
        kept -= code->holes[i].place.bytes;
    }
    char *to = code->kept = malloc(kept + 1);
    for (int i = 0; i <= code->hole_count && to; i++) {
        size_t begin = piece_begin(code, i), length = piece_end(code, i) - begin;
        memcpy(to, text + begin, length);
        to += length;
    }
    return to != NULL;
}

char *code_whole(const struct code *code) {
    char *whole = malloc(code->size + 1), *from = code->kept;
    for (int i = 0; i <= code->hole_count && whole; i++) {
        size_t begin = piece_begin(code, i), end = piece_end(code, i);
        memcpy(whole + begin, from, end - begin);
        from += end - begin;
        if (i < code->hole_count) {
            const struct hole *hole = &code->holes[i];
            sdyc_place_read(code->program, hole->number, 0, hole->place.bytes, whole + end);
        }
    }
    return whole;
}

/* Whether this is what stood in the hole. */
static bool hole_is(const struct code *code, const struct hole *hole, const char *text) {
    if (hole->place.data) {
        return memcmp(text, hole->place.data, hole->place.bytes) == 0;
    }
    char block[BLOCK];
    bool same = true;
    for (size_t from = 0; from < hole->place.bytes && same; from += BLOCK) {
        size_t left = hole->place.bytes - from, count = left < BLOCK ? left : BLOCK;
        sdyc_place_read(code->program, hole->number, from, count, block);
        same = memcmp(text + from, block, count) == 0;
    }
    return same;
}

bool code_is(const struct code *code, const char *text, size_t size) {
    const char *from = code->kept;
    bool same = code->size == size;
    for (int i = 0; i <= code->hole_count && same; i++) {
        size_t begin = piece_begin(code, i), end = piece_end(code, i);
        same = memcmp(text + begin, from, end - begin) == 0 &&
               (i == code->hole_count || hole_is(code, &code->holes[i], text + end));
        from += end - begin;
    }
    return same;
}

void code_free(struct code *code) {
    free(code->kept);
    free(code->holes);
    *code = (struct code){0};
}
