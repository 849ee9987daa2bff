/* Sorts of lines beside Highway's vqsort. It is not stable, so pairs are sorted by words of the key
   and the place, which are made and taken apart again. */
#include "contest.h"
#include "sorts_vqsort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* places: 1: where the elements of the sorted line stood is asked for too. */
struct sort {
    const char *element;
    int lines, size, places;
};

static const struct sort sorts[] = {
    {"i32", 1, 1000, 0},    {"i32", 1, 16384, 0},  {"i32", 1, 1048576, 0}, {"i32", 1000, 30, 0},
    {"i32", 1000, 100, 0},  {"i32", 256, 1024, 0}, {"f32", 1, 1000, 0},    {"f32", 1, 16384, 0},
    {"f32", 1, 1048576, 0}, {"f32", 1000, 30, 0},  {"f32", 256, 1024, 0},  {"f64", 1, 1000, 0},
    {"f64", 1, 16384, 0},   {"f64", 1, 262144, 0}, {"f32", 1, 1000, 1},    {"f32", 1, 16384, 1},
    {"f32", 1, 1048576, 1}, {"f32", 1000, 30, 1},  {"f32", 256, 1024, 1},
};

struct lines {
    const struct sort *sort;
    uint64_t *words; /* a line of keys and places */
};

/* The bits of a float in an order of unsigned numbers, and back. */
static uint32_t ordered(uint32_t bits) {
    return bits ^ (bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31);
}

static void sort_pairs(const struct lines *l, const uint32_t *keys, int32_t *places) {
    const size_t size = (size_t)l->sort->size;
    for (size_t i = 0; i < size; i++) {
        l->words[i] = (uint64_t)ordered(keys[i]) << 32 | i;
    }
    vqsort_u64(l->words, size);
    for (size_t i = 0; i < size; i++) {
        places[i] = (int32_t)(uint32_t)l->words[i];
    }
}

static void compute(const struct contest *c, const void *what) {
    const struct lines *l = what;
    const struct sort *s = l->sort;
    const size_t bytes = s->element[1] == '6' ? 8 : 4, line = (size_t)s->size * bytes;
    for (int i = 0; i < s->lines; i++) {
        char *to = (char *)c->theirs + (size_t)i * line;
        const char *from = (const char *)c->in[0] + (size_t)i * line;
        if (s->places) {
            sort_pairs(l, (const uint32_t *)(const void *)from, (int32_t *)(void *)to);
            continue;
        }
        memcpy(to, from, line);
        if (bytes == 8) {
            vqsort_f64((double *)(void *)to, (size_t)s->size);
        } else if (s->element[0] == 'f') {
            vqsort_f32((float *)(void *)to, (size_t)s->size);
        } else {
            vqsort_i32((int32_t *)(void *)to, (size_t)s->size);
        }
    }
}

static struct contest open_sort(const struct sort *s) {
    char type[64];
    const char *e = s->element, *order = e[0] == 'f' ? "TOTALORDER" : "SIGNED";
    snprintf(type, sizeof type, "tensor<%dx%dx%s>", s->lines, s->size, e);
    if (!s->places) {
        return contest_open("func.func @main(%%x: %s) -> %s {\n"
                            "  %%y = \"stablehlo.sort\"(%%x) <{dimension = 1 : i64}> ({\n"
                            "  ^bb0(%%a: tensor<%s>, %%b: tensor<%s>):\n"
                            "    %%p = stablehlo.compare LT, %%a, %%b, %s : (tensor<%s>, "
                            "tensor<%s>) -> tensor<i1>\n"
                            "    stablehlo.return %%p : tensor<i1>\n"
                            "  }) : (%s) -> %s\n"
                            "  return %%y : %s\n}\n",
                            type, type, e, e, order, e, e, type, type, type);
    }
    return contest_open(
        "func.func @main(%%x: %s) -> tensor<%dx%dxi32> {\n"
        "  %%i = stablehlo.iota dim = 1 : tensor<%dx%dxi32>\n"
        "  %%y:2 = \"stablehlo.sort\"(%%x, %%i) <{dimension = 1 : i64, is_stable = true}> ({\n"
        "  ^bb0(%%a: tensor<f32>, %%b: tensor<f32>, %%c: tensor<i32>, %%d: tensor<i32>):\n"
        "    %%p = stablehlo.compare LT, %%a, %%b, TOTALORDER : (tensor<f32>, tensor<f32>) -> "
        "tensor<i1>\n"
        "    stablehlo.return %%p : tensor<i1>\n"
        "  }) : (%s, tensor<%dx%dxi32>) -> (%s, tensor<%dx%dxi32>)\n"
        "  return %%y#1 : tensor<%dx%dxi32>\n}\n",
        type, s->lines, s->size, s->lines, s->size, type, s->lines, s->size, type, s->lines,
        s->size, s->lines, s->size);
}

int main(void) {
    static const struct rival rival = {compute, NULL, 0, 0};
    struct table table = table_begin("Sorts", vqsort_version());
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        const struct sort *s = &sorts[i];
        const struct lines lines = {s, contest_memory((size_t)s->size * sizeof(uint64_t))};
        struct contest c = open_sort(s);
        char name[CONTEST_NAME];
        snprintf(name, sizeof name, "%s %s, %d x %d", s->places ? "places of" : "keys of",
                 s->element, s->lines, s->size);
        contest_play(&c, &table, name, &rival, &lines);
        free(lines.words);
    }
    table_end(&table);
    return 0;
}
