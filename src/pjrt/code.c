/* The text of a program, without the bytes of large constants, of which the compiled program has a
 * copy that it shares with others. */
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

static int compare_holes(const void *a, const void *b) {
    const struct sdyc_place *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
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
        sdyc_place(program, i, &code->holes[i]);
    }
    qsort(code->holes, (size_t)count, sizeof *code->holes, compare_holes);
    size_t end = 0;
    for (int i = 0; i < count; i++) {
        struct sdyc_place hole = code->holes[i];
        if (hole.offset >= end && hole.offset + hole.bytes <= code->size) {
            code->holes[code->hole_count++] = hole;
            end = hole.offset + hole.bytes;
        }
    }
    return true;
}

/* A piece of the text: what stands before hole `index`, or behind the last; where it begins. */
static size_t piece_begin(const struct code *code, int index) {
    return index > 0 ? code->holes[index - 1].offset + code->holes[index - 1].bytes : 0;
}

static size_t piece_end(const struct code *code, int index) {
    return index < code->hole_count ? code->holes[index].offset : code->size;
}

bool code_keep(struct code *code, const char *text, size_t size,
               const struct sdyc_program *program) {
    *code = (struct code){.size = size};
    if (!find_holes(code, program)) {
        return false;
    }
    size_t kept = size;
    for (int i = 0; i < code->hole_count; i++) {
        kept -= code->holes[i].bytes;
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
            memcpy(whole + end, code->holes[i].data, code->holes[i].bytes);
        }
    }
    return whole;
}

bool code_is(const struct code *code, const char *text, size_t size) {
    const char *from = code->kept;
    bool same = code->size == size;
    for (int i = 0; i <= code->hole_count && same; i++) {
        size_t begin = piece_begin(code, i), end = piece_end(code, i);
        same = memcmp(text + begin, from, end - begin) == 0 &&
               (i == code->hole_count ||
                memcmp(text + end, code->holes[i].data, code->holes[i].bytes) == 0);
        from += end - begin;
    }
    return same;
}

void code_free(struct code *code) {
    free(code->kept);
    free(code->holes);
    *code = (struct code){0};
}
