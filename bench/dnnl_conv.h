/* ResNet-50's convolutions, and oneDNN's way of computing them. */
#ifndef BENCH_DNNL_CONV_H
#define BENCH_DNNL_CONV_H

#include <dnnl.h>

struct shape {
    int count, size, in, out, kernel, stride; /* padded by kernel / 2; count: in the network */
    int groups;                               /* of channels; 0: there are none */
};
enum { SHAPES = 23 };
extern const struct shape shapes[SHAPES];

/* A copy of one memory to another, in the format of that. */
struct dnnl_copy {
    dnnl_primitive_t primitive;
    dnnl_memory_t from, to;
};

struct dnnl_conv {
    dnnl_primitive_t primitive;
    dnnl_memory_t memory[3];    /* source, weights, destination */
    struct dnnl_copy copies[2]; /* of the operands as they are given */
};

/* oneDNN on this processor. */
struct dnnl_here {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    char name[32]; /* "oneDNN 2.6" */
};

/* Ends the program where a call failed. */
void check(dnnl_status_t status, const char *what);
struct dnnl_here dnnl_open(void);
void dnnl_close(struct dnnl_here *here);
/* Operands come in NHWC and HWIO and are reordered to what the convolution wants. `tag` is the
   order of images, which dnnl_format_tag_any leaves to it. */
struct dnnl_conv prepare(dnnl_engine_t engine, dnnl_stream_t stream, const struct shape *s,
                         int batch, dnnl_format_tag_t tag, float *in, float *kernel);
/* Makes a copy, which owns neither memory. 0: the library has no such copy. */
int prepare_copy(dnnl_engine_t engine, dnnl_memory_t from, dnnl_memory_t to,
                 struct dnnl_copy *copy);
void execute_copy(const struct dnnl_copy *copy, dnnl_stream_t stream);
void execute(const struct dnnl_conv *c, dnnl_stream_t stream);
void release(struct dnnl_conv *c);

#endif
