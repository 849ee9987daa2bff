/* Permutations of dimensions beside oneDNN's reorders between strided tensors. */
#include "../dnnl_conv.h"
#include "contest.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { RANK = 4 };

/* Dimension k of the result is dimension order[k] of the operand. */
struct permutation {
    const char *element;
    dnnl_data_type_t type;
    int size[RANK], order[RANK];
};

#define F32  "f32", dnnl_f32
#define BF16 "bf16", dnnl_bf16
#define I8   "i8", dnnl_s8
static const struct permutation permutations[] = {
    {F32, {1, 1, 2048, 2048}, {0, 1, 3, 2}}, {F32, {1, 1, 512, 512}, {0, 1, 3, 2}},
    {F32, {1, 1, 1000, 1000}, {0, 1, 3, 2}}, {F32, {1, 32, 512, 768}, {0, 1, 3, 2}},
    {F32, {8, 64, 56, 56}, {0, 2, 3, 1}},    {F32, {8, 56, 56, 64}, {0, 3, 1, 2}},
    {F32, {8, 3, 224, 224}, {0, 2, 3, 1}},   {F32, {8, 224, 224, 3}, {0, 3, 1, 2}},
    {F32, {8, 512, 12, 64}, {0, 2, 1, 3}},   {F32, {8, 512, 12, 64}, {0, 2, 3, 1}},
    {F32, {32, 32, 32, 32}, {3, 2, 1, 0}},   {BF16, {1, 1, 2048, 2048}, {0, 1, 3, 2}},
    {BF16, {8, 512, 12, 64}, {0, 2, 1, 3}},  {I8, {1, 1, 2048, 2048}, {0, 1, 3, 2}},
    {I8, {8, 224, 224, 3}, {0, 3, 1, 2}},    {I8, {8, 3, 224, 224}, {0, 2, 3, 1}},
};

struct onednn {
    dnnl_stream_t stream;
    struct dnnl_copy copy;
};

static void compute(const struct contest *c, const void *what) {
    const struct onednn *o = what;
    (void)c;
    execute_copy(&o->copy, o->stream);
}

/* The operand and the result as tensors of the result's dimensions. 0: there is no such copy. */
static int prepare_permutation(struct onednn *o, const struct permutation *p, dnnl_engine_t engine,
                               const struct contest *c) {
    dnnl_dims_t size, from, to;
    dnnl_memory_desc_t desc[2];
    dnnl_memory_t memory[2];
    for (int k = RANK - 1; k >= 0; k--) {
        size[k] = p->size[p->order[k]];
        to[k] = k == RANK - 1 ? 1 : to[k + 1] * size[k + 1];
        from[k] = 1;
        for (int after = p->order[k] + 1; after < RANK; after++) {
            from[k] *= p->size[after];
        }
    }
    check(dnnl_memory_desc_init_by_strides(&desc[0], RANK, size, p->type, from), "operand");
    check(dnnl_memory_desc_init_by_strides(&desc[1], RANK, size, p->type, to), "result");
    check(dnnl_memory_create(&memory[0], &desc[0], engine, c->in[0]), "operand");
    check(dnnl_memory_create(&memory[1], &desc[1], engine, c->theirs), "result");
    return prepare_copy(engine, memory[0], memory[1], &o->copy);
}

static void play(const struct permutation *p, const struct dnnl_here *here, struct table *table) {
    static const struct rival rival = {compute, NULL, 0, 0};
    struct onednn o = {.stream = here->stream};
    char from[64], to[64], name[CONTEST_NAME];
    const int *s = p->size, *k = p->order;
    snprintf(from, sizeof from, "tensor<%dx%dx%dx%dx%s>", s[0], s[1], s[2], s[3], p->element);
    snprintf(to, sizeof to, "tensor<%dx%dx%dx%dx%s>", s[k[0]], s[k[1]], s[k[2]], s[k[3]],
             p->element);
    struct contest c =
        contest_open("func.func @main(%%x: %s) -> %s {\n"
                     "  %%y = stablehlo.transpose %%x, dims = [%d, %d, %d, %d] : (%s) -> %s\n"
                     "  return %%y : %s\n}\n",
                     from, to, k[0], k[1], k[2], k[3], from, to, to);
    snprintf(name, sizeof name, "%s %dx%dx%dx%d by (%d %d %d %d)", p->element, s[0], s[1], s[2],
             s[3], k[0], k[1], k[2], k[3]);
    if (!prepare_permutation(&o, p, here->engine, &c)) {
        contest_skip(&c, name);
        return;
    }
    contest_play(&c, table, name, &rival, &o);
    dnnl_primitive_destroy(o.copy.primitive);
    dnnl_memory_destroy(o.copy.from);
    dnnl_memory_destroy(o.copy.to);
}

int main(void) {
    omp_set_num_threads(1);
    struct dnnl_here here = dnnl_open();
    struct table table = table_begin("Permutations", here.name);
    for (size_t i = 0; i < sizeof permutations / sizeof *permutations; i++) {
        play(&permutations[i], &here, &table);
    }
    table_end(&table);
    dnnl_close(&here);
    return 0;
}
