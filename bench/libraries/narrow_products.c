/* Products of bf16 and of bytes beside oneDNN, which copies the right operand to a format of its
   own first, in each run, as sdyc packs it. Without VNNI it adds two products of bytes in 16 bits,
   where large ones do not fit: see its errors. */
#include "../dnnl_conv.h"
#include "contest.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>

struct product {
    const char *operand, *result;
    dnnl_data_type_t types[2];
    int m, n, k;
};

#define BF16                                                                                       \
    "bf16", "f32", {                                                                               \
        dnnl_bf16, dnnl_f32                                                                        \
    }
#define BYTES                                                                                      \
    "i8", "i32", {                                                                                 \
        dnnl_s8, dnnl_s32                                                                          \
    }
static const struct product products[] = {
    {BF16, 256, 256, 256},     {BF16, 512, 512, 512},  {BF16, 1024, 1024, 1024},
    {BF16, 1, 2048, 2048},     {BF16, 8, 1024, 1024},  {BF16, 2048, 64, 64},
    {BYTES, 128, 128, 128},    {BYTES, 256, 256, 256}, {BYTES, 512, 512, 512},
    {BYTES, 1024, 1024, 1024}, {BYTES, 1, 2048, 2048}, {BYTES, 8, 1024, 1024},
    {BYTES, 2048, 64, 64},     {BYTES, 64, 64, 4096},  {BYTES, 37, 53, 71},
};

struct onednn {
    const struct product *product;
    dnnl_stream_t stream;
    dnnl_primitive_t primitive;
    dnnl_memory_t memory[3];
    struct dnnl_copy pack; /* of the right operand */
};

static dnnl_memory_desc_t matrix(int rows, int columns, dnnl_data_type_t type,
                                 dnnl_format_tag_t tag) {
    dnnl_dims_t dims = {rows, columns};
    dnnl_memory_desc_t desc;
    check(dnnl_memory_desc_init_by_tag(&desc, 2, dims, type, tag), "matrix");
    return desc;
}

/* 0: the library has no such product on this processor. */
static int prepare_product(struct onednn *o, dnnl_engine_t engine, const struct contest *c) {
    const struct product *p = o->product;
    const dnnl_memory_desc_t a = matrix(p->m, p->k, p->types[0], dnnl_ab);
    const dnnl_memory_desc_t plain = matrix(p->k, p->n, p->types[0], dnnl_ab);
    const dnnl_memory_desc_t b = matrix(p->k, p->n, p->types[0], dnnl_format_tag_any);
    const dnnl_memory_desc_t d = matrix(p->m, p->n, p->types[1], dnnl_ab);
    dnnl_matmul_desc_t desc;
    dnnl_primitive_desc_t primitive;
    dnnl_memory_t from;
    if (dnnl_matmul_desc_init(&desc, &a, &b, NULL, &d) != dnnl_success ||
        dnnl_primitive_desc_create(&primitive, &desc, NULL, engine, NULL) != dnnl_success) {
        return 0;
    }
    check(dnnl_primitive_create(&o->primitive, primitive), "product");
    check(dnnl_memory_create(&o->memory[0], &a, engine, c->in[0]), "left");
    check(dnnl_memory_create(&o->memory[1],
                             dnnl_primitive_desc_query_md(primitive, dnnl_query_weights_md, 0),
                             engine, DNNL_MEMORY_ALLOCATE),
          "right");
    check(dnnl_memory_create(&o->memory[2], &d, engine, c->theirs), "result");
    check(dnnl_memory_create(&from, &plain, engine, c->in[1]), "right");
    dnnl_primitive_desc_destroy(primitive);
    return prepare_copy(engine, from, o->memory[1], &o->pack);
}

static void compute(const struct contest *c, const void *what) {
    const struct onednn *o = what;
    (void)c;
    const dnnl_exec_arg_t args[3] = {{DNNL_ARG_SRC, o->memory[0]},
                                     {DNNL_ARG_WEIGHTS, o->memory[1]},
                                     {DNNL_ARG_DST, o->memory[2]}};
    execute_copy(&o->pack, o->stream);
    check(dnnl_primitive_execute(o->primitive, o->stream, 3, args), "product");
    check(dnnl_stream_wait(o->stream), "product");
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct product *p = ((const struct onednn *)what)->product;
    const size_t n = (size_t)p->n, k = (size_t)p->k, i = index / n, j = index % n;
    long double sum = 0;
    for (size_t l = 0; l < k; l++) {
        sum += (long double)contest_number(p->operand, c->in[0], i * k + l) *
               contest_number(p->operand, c->in[1], l * n + j);
    }
    return sum;
}

static void play(const struct product *p, const struct dnnl_here *here, struct table *table) {
    static const struct rival rival = {compute, reference, 256, 0};
    struct onednn o = {.product = p, .stream = here->stream};
    struct contest c = contest_open(
        "func.func @main(%%a: tensor<%dx%dx%s>, %%b: tensor<%dx%dx%s>) -> tensor<%dx%dx%s> {\n"
        "  %%c = stablehlo.dot_general %%a, %%b, contracting_dims = [1] x [0] : "
        "(tensor<%dx%dx%s>, tensor<%dx%dx%s>) -> tensor<%dx%dx%s>\n"
        "  return %%c : tensor<%dx%dx%s>\n}\n",
        p->m, p->k, p->operand, p->k, p->n, p->operand, p->m, p->n, p->result, p->m, p->k,
        p->operand, p->k, p->n, p->operand, p->m, p->n, p->result, p->m, p->n, p->result);
    char name[CONTEST_NAME];
    snprintf(name, sizeof name, "%s to %s %dx%dx%d", p->operand, p->result, p->m, p->n, p->k);
    if (!prepare_product(&o, here->engine, &c)) {
        contest_skip(&c, name);
        return;
    }
    contest_play(&c, table, name, &rival, &o);
    dnnl_primitive_destroy(o.primitive);
    dnnl_primitive_destroy(o.pack.primitive);
    dnnl_memory_destroy(o.pack.from);
    for (int i = 0; i < 3; i++) {
        dnnl_memory_destroy(o.memory[i]);
    }
}

int main(void) {
    omp_set_num_threads(1);
    struct dnnl_here here = dnnl_open();
    struct table table = table_begin("Products of bf16 and of bytes", here.name);
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        play(&products[i], &here, &table);
    }
    table_end(&table);
    dnnl_close(&here);
    return 0;
}
