#include "dnnl_conv.h"

#include <stdio.h>
#include <stdlib.h>

const struct shape shapes[SHAPES] = {
    {1, 224, 3, 64, 7, 2, 0},    {1, 56, 64, 64, 1, 1, 0},    {3, 56, 64, 64, 3, 1, 0},
    {4, 56, 64, 256, 1, 1, 0},   {2, 56, 256, 64, 1, 1, 0},   {1, 56, 256, 128, 1, 1, 0},
    {1, 56, 128, 128, 3, 2, 0},  {4, 28, 128, 512, 1, 1, 0},  {1, 56, 256, 512, 1, 2, 0},
    {3, 28, 512, 128, 1, 1, 0},  {3, 28, 128, 128, 3, 1, 0},  {1, 28, 512, 256, 1, 1, 0},
    {1, 28, 256, 256, 3, 2, 0},  {6, 14, 256, 1024, 1, 1, 0}, {1, 28, 512, 1024, 1, 2, 0},
    {5, 14, 1024, 256, 1, 1, 0}, {5, 14, 256, 256, 3, 1, 0},  {1, 14, 1024, 512, 1, 1, 0},
    {1, 14, 512, 512, 3, 2, 0},  {3, 7, 512, 2048, 1, 1, 0},  {1, 14, 1024, 2048, 1, 2, 0},
    {2, 7, 2048, 512, 1, 1, 0},  {2, 7, 512, 512, 3, 1, 0},
};

void check(dnnl_status_t status, const char *what) {
    if (status != dnnl_success) {
        fprintf(stderr, "oneDNN: %s: status %d\n", what, (int)status);
        exit(1);
    }
}

struct dnnl_here dnnl_open(void) {
    struct dnnl_here here;
    check(dnnl_engine_create(&here.engine, dnnl_cpu, 0), "engine");
    check(dnnl_stream_create(&here.stream, here.engine, dnnl_stream_default_flags), "stream");
    snprintf(here.name, sizeof here.name, "oneDNN %d.%d", dnnl_version()->major,
             dnnl_version()->minor);
    return here;
}

void dnnl_close(struct dnnl_here *here) {
    dnnl_stream_destroy(here->stream);
    dnnl_engine_destroy(here->engine);
}

static dnnl_memory_desc_t tensor(int a, int b, int size, dnnl_format_tag_t tag) {
    dnnl_dims_t dims = {a, b, size, size};
    dnnl_memory_desc_t desc;
    check(dnnl_memory_desc_init_by_tag(&desc, 4, dims, dnnl_f32, tag), "tensor");
    return desc;
}

/* The kernel in an order of the library's, or with the output channels last. */
static dnnl_memory_desc_t kernel_tensor(const struct shape *s, int is_any) {
    const dnnl_format_tag_t tag = is_any ? dnnl_format_tag_any : dnnl_hwio;
    if (s->groups == 0) {
        return tensor(s->out, s->in, s->kernel, tag);
    }
    dnnl_dims_t dims = {s->groups, s->out / s->groups, s->in / s->groups, s->kernel, s->kernel};
    dnnl_memory_desc_t desc;
    check(dnnl_memory_desc_init_by_tag(&desc, 5, dims, dnnl_f32, is_any ? tag : dnnl_hwigo),
          "kernel");
    return desc;
}

int prepare_copy(dnnl_engine_t engine, dnnl_memory_t from, dnnl_memory_t to,
                 struct dnnl_copy *copy) {
    const dnnl_memory_desc_t *from_desc, *to_desc;
    dnnl_primitive_desc_t desc;
    check(dnnl_memory_get_memory_desc(from, &from_desc), "description");
    check(dnnl_memory_get_memory_desc(to, &to_desc), "description");
    if (dnnl_reorder_primitive_desc_create(&desc, from_desc, engine, to_desc, engine, NULL) !=
        dnnl_success) {
        return 0;
    }
    check(dnnl_primitive_create(&copy->primitive, desc), "reorder");
    dnnl_primitive_desc_destroy(desc);
    copy->from = from;
    copy->to = to;
    return 1;
}

void execute_copy(const struct dnnl_copy *copy, dnnl_stream_t stream) {
    const dnnl_exec_arg_t args[2] = {{DNNL_ARG_FROM, copy->from}, {DNNL_ARG_TO, copy->to}};
    check(dnnl_primitive_execute(copy->primitive, stream, 2, args), "reorder");
    check(dnnl_stream_wait(stream), "reorder");
}

struct dnnl_conv prepare(dnnl_engine_t engine, dnnl_stream_t stream, const struct shape *s,
                         int batch, dnnl_format_tag_t tag, float *in, float *kernel) {
    int pad = s->kernel / 2, out = (s->size + 2 * pad - s->kernel) / s->stride + 1;
    dnnl_memory_desc_t desc[3] = {tensor(batch, s->in, s->size, tag), kernel_tensor(s, 1),
                                  tensor(batch, s->out, out, tag)};
    dnnl_memory_desc_t plain[2] = {tensor(batch, s->in, s->size, dnnl_nhwc), kernel_tensor(s, 0)};
    dnnl_dims_t strides = {s->stride, s->stride}, pads = {pad, pad};
    dnnl_convolution_desc_t conv;
    dnnl_primitive_desc_t primitive;
    struct dnnl_conv result;
    float *operands[2] = {in, kernel};
    const dnnl_query_t queries[3] = {dnnl_query_src_md, dnnl_query_weights_md, dnnl_query_dst_md};
    check(dnnl_convolution_forward_desc_init(&conv, dnnl_forward_inference, dnnl_convolution_direct,
                                             &desc[0], &desc[1], NULL, &desc[2], strides, pads,
                                             pads),
          "convolution");
    check(dnnl_primitive_desc_create(&primitive, &conv, NULL, engine, NULL), "convolution");
    check(dnnl_primitive_create(&result.primitive, primitive), "convolution");
    for (int i = 0; i < 3; i++) {
        check(dnnl_memory_create(&result.memory[i],
                                 dnnl_primitive_desc_query_md(primitive, queries[i], 0), engine,
                                 DNNL_MEMORY_ALLOCATE),
              "memory");
    }
    for (int i = 0; i < 2; i++) {
        dnnl_memory_t from;
        check(dnnl_memory_create(&from, &plain[i], engine, operands[i]), "memory");
        prepare_copy(engine, from, result.memory[i], &result.copies[i]);
        execute_copy(&result.copies[i], stream);
    }
    dnnl_primitive_desc_destroy(primitive);
    return result;
}

void execute(const struct dnnl_conv *c, dnnl_stream_t stream) {
    dnnl_exec_arg_t args[3] = {{DNNL_ARG_SRC, c->memory[0]},
                               {DNNL_ARG_WEIGHTS, c->memory[1]},
                               {DNNL_ARG_DST, c->memory[2]}};
    check(dnnl_primitive_execute(c->primitive, stream, 3, args), "convolution");
    check(dnnl_stream_wait(stream), "convolution");
}

void release(struct dnnl_conv *c) {
    for (int i = 0; i < 2; i++) {
        dnnl_primitive_destroy(c->copies[i].primitive);
        dnnl_memory_destroy(c->copies[i].from);
    }
    for (int i = 0; i < 3; i++) {
        dnnl_memory_destroy(c->memory[i]);
    }
    dnnl_primitive_destroy(c->primitive);
}
