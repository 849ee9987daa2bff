#include "interpret.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/library/convolution.h"
#include "codegen/library/gemm.h"

LIBRARY(convolution);
LIBRARY(gemm);

struct machine {
    const struct program *program;
    const struct kernel *kernel;
    char *arena, *tile; /* tile buffers are whole here: one tensor of all tiles */
    const void *const *inputs;
    void *const *outputs;
    int64_t at[KERNEL_DIMS];
    double accumulators[8], terms[8];
};

static double evaluate(struct machine *m, const struct expr *expr);

static int64_t affine(const struct machine *m, const struct affine *affine_, bool tile) {
    int64_t value = affine_->offset;
    for (uint32_t d = 0; d < m->kernel->dim_count; d++) {
        int64_t at = m->at[d];
        if (tile && d < m->kernel->parallel_count) {
            at %= m->kernel->tile[d];
        }
        value += affine_->stride[d] * at;
    }
    return value;
}

static char *address(struct machine *m, const struct access *access) {
    const struct kernel_buffer *buffer = access->buffer;
    int64_t index = affine(m, &access->at, buffer->kind == BUFFER_TILE);
    for (uint32_t i = 0; i < access->indirect_count; i++) {
        double value = evaluate(m, access->indirect[i].index);
        int64_t most = access->indirect[i].most;
        value = most >= 0 && value > (double)most ? (double)most : value;
        value = most >= 0 && value < 0 ? 0 : value;
        index += (int64_t)value * access->indirect[i].stride;
    }
    char *base = buffer->kind == BUFFER_ARENA    ? m->arena + buffer->offset
                 : buffer->kind == BUFFER_INPUT  ? (char *)(uintptr_t)m->inputs[buffer->number]
                 : buffer->kind == BUFFER_OUTPUT ? m->outputs[buffer->number]
                 : buffer->kind == BUFFER_TILE   ? m->tile
                                                 : (char *)(uintptr_t)buffer->data;
    if (index < 0 || index >= buffer->elements) {
        abort();
    }
    return base + index * element_info[buffer->element].bytes;
}

static double bf16_round(double value) {
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, 4);
    bits = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u;
    memcpy(&single, &bits, 4);
    return single;
}

static double rounded(enum element type, double value) {
    switch (type) {
    case ELEMENT_F32:
        return (float)value;
    case ELEMENT_BF16:
        return bf16_round(value);
    case ELEMENT_I32:
        return (int32_t)value;
    default:
        return value;
    }
}

static double read_element(enum element type, const char *at) {
    float single;
    double real;
    int32_t i32;
    int64_t i64;
    uint32_t bits = 0;
    switch (type) {
    case ELEMENT_F32:
        memcpy(&single, at, 4);
        return single;
    case ELEMENT_F64:
        memcpy(&real, at, 8);
        return real;
    case ELEMENT_I32:
        memcpy(&i32, at, 4);
        return i32;
    case ELEMENT_I64:
        memcpy(&i64, at, 8);
        return (double)i64;
    case ELEMENT_BF16:
        memcpy((char *)&bits + 2, at, 2);
        memcpy(&single, &bits, 4);
        return single;
    default:
        return *(const uint8_t *)at;
    }
}

static void write_element(enum element type, char *at, double value) {
    float single = (float)value;
    int32_t i32 = (int32_t)value;
    int64_t i64 = (int64_t)value;
    switch (type) {
    case ELEMENT_F32:
        memcpy(at, &single, 4);
        break;
    case ELEMENT_F64:
        memcpy(at, &value, 8);
        break;
    case ELEMENT_I32:
        memcpy(at, &i32, 4);
        break;
    case ELEMENT_I64:
        memcpy(at, &i64, 8);
        break;
    case ELEMENT_BF16:
        single = (float)bf16_round(value);
        memcpy(at, (char *)&single + 2, 2);
        break;
    default:
        *(uint8_t *)at = value != 0;
    }
}

static double apply(enum scalar_op op, const double *a) {
    switch (op) {
    case SCALAR_ADD:
        return a[0] + a[1];
    case SCALAR_SUBTRACT:
        return a[0] - a[1];
    case SCALAR_MULTIPLY:
        return a[0] * a[1];
    case SCALAR_DIVIDE:
        return a[0] / a[1];
    case SCALAR_MAXIMUM:
        return a[0] > a[1] ? a[0] : a[1];
    case SCALAR_MINIMUM:
        return a[0] < a[1] ? a[0] : a[1];
    case SCALAR_GT:
        return a[0] > a[1];
    case SCALAR_LT:
        return a[0] < a[1];
    case SCALAR_EQ:
        return a[0] == a[1];
    case SCALAR_OR:
        return (double)((int64_t)a[0] | (int64_t)a[1]);
    case SCALAR_AND:
        return (double)((int64_t)a[0] & (int64_t)a[1]);
    case SCALAR_XOR:
        return (double)((int64_t)a[0] ^ (int64_t)a[1]);
    case SCALAR_TANH:
        return tanh(a[0]);
    case SCALAR_EXPONENTIAL:
        return exp(a[0]);
    case SCALAR_NEGATE:
        return -a[0];
    case SCALAR_CONVERT:
        return a[0];
    case SCALAR_SELECT:
        return a[0] != 0 ? a[1] : a[2];
    case SCALAR_CLAMP:
        return a[1] < a[0] ? a[0] : a[1] > a[2] ? a[2] : a[1];
    default:
        abort();
    }
}

static bool guards_hold(const struct machine *m, const struct guard *guards, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        int64_t at = affine(m, &guards[i].at, false);
        if (at < 0 || at >= guards[i].bound) {
            return false;
        }
    }
    return true;
}

static double evaluate(struct machine *m, const struct expr *expr) {
    const struct kernel *kernel = m->kernel;
    double args[3] = {0};
    switch (expr->kind) {
    case EXPR_LOAD:
        return read_element(expr->type, address(m, &expr->access));
    case EXPR_CONSTANT:
        return element_info[expr->type].compute >= ELEMENT_F32 ? rounded(expr->type, expr->real)
                                                               : (double)expr->integer;
    case EXPR_INDEX:
        return (double)affine(m, &expr->affine, false);
    case EXPR_SCALAR:
        for (uint32_t i = 0; i < expr->arg_count; i++) {
            args[i] = evaluate(m, expr->args[i]);
        }
        return rounded(expr->type, apply(expr->op, args));
    case EXPR_REDUCED:
    case EXPR_ACCUMULATOR:
        return m->accumulators[expr->number];
    case EXPR_TERM:
        return m->terms[expr->number];
    case EXPR_VALUE:
        return evaluate(m, expr->number < kernel->body_count
                               ? kernel->body[expr->number].value
                               : kernel->results[expr->number - kernel->body_count].value);
    case EXPR_GUARD:
        return evaluate(m, expr->args[guards_hold(m, expr->guards, expr->guard_count) ? 0 : 1]);
    }
    abort();
}

static void execute(struct machine *m, const struct statement *statement) {
    if (statement->condition != NULL && evaluate(m, statement->condition) == 0) {
        return;
    }
    enum element type = statement->store.buffer->element;
    double args[2] = {0, evaluate(m, statement->value)};
    char *at = address(m, &statement->store);
    if (statement->combine != SCALAR_NONE) {
        args[0] = read_element(type, at);
        args[1] = rounded(type, apply(statement->combine, args));
    }
    write_element(type, at, args[1]);
}

static void step(struct machine *m, const struct reduction *reduction) {
    double next[8];
    if (!guards_hold(m, reduction->guards, reduction->guard_count)) {
        return;
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        m->terms[i] = evaluate(m, reduction->term[i]);
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        double args[2] = {m->accumulators[i], m->terms[i]};
        next[i] = reduction->next != NULL ? evaluate(m, reduction->next[i])
                                          : apply(reduction->simple, args);
    }
    memcpy(m->accumulators, next, sizeof next);
}

static void sequence(struct machine *m, uint32_t d) {
    const struct kernel *kernel = m->kernel;
    if (d < kernel->dim_count) {
        for (m->at[d] = 0; m->at[d] < kernel->extent[d]; m->at[d]++) {
            sequence(m, d + 1);
        }
        m->at[d] = 0;
        return;
    }
    for (uint32_t i = 0; i < kernel->body_count; i++) {
        execute(m, &kernel->body[i]);
    }
    if (kernel->library == &library_gemm) {
        const struct gemm *gemm = kernel->call;
        m->accumulators[0] += read_element(gemm->a.buffer->element, address(m, &gemm->a)) *
                              read_element(gemm->b.buffer->element, address(m, &gemm->b));
    } else if (kernel->reduction != NULL) {
        step(m, kernel->reduction);
    }
}

static int64_t offset_of(int64_t first, int64_t first_stride, int64_t second, int64_t second_stride,
                         const int64_t *at, const int64_t *spatial) {
    int64_t offset = first_stride * first + second_stride * second;
    for (uint32_t i = 0; i < 2; i++) {
        offset += spatial[1 + i] * at[i];
    }
    return offset;
}

/* One element of a two-dimensional convolution without groups and dilation of the input. */
static double convolve(struct machine *m) {
    const struct convolution *conv = m->kernel->call;
    const struct sdyrt_conv *what = &conv->what;
    struct access input = {.buffer = conv->input}, kernel = {.buffer = conv->kernel};
    double sum = 0;
    int64_t k[2];
    for (int64_t f = 0; f < what->in_channels; f++) {
        for (k[0] = 0; k[0] < what->kernel_size[1]; k[0]++) {
            for (k[1] = 0; k[1] < what->kernel_size[2]; k[1]++) {
                int64_t at[2];
                bool inside = true;
                for (uint32_t i = 0; i < 2; i++) {
                    at[i] = m->at[conv->result_dim[2 + i]] * what->stride[1 + i] + k[i] -
                            what->pad_low[1 + i];
                    inside &= at[i] >= 0 && at[i] < what->in_size[1 + i];
                }
                if (!inside) {
                    continue;
                }
                input.at.offset = offset_of(m->at[conv->result_dim[0]], what->in_batch, f,
                                            what->in_channel, at, what->in_spatial);
                kernel.at.offset = offset_of(f, what->kernel_in, m->at[conv->result_dim[1]],
                                             what->kernel_out, k, what->kernel_spatial);
                sum += read_element(conv->input->element, address(m, &input)) *
                       read_element(conv->kernel->element, address(m, &kernel));
            }
        }
    }
    return sum;
}

static void point(struct machine *m) {
    const struct kernel *kernel = m->kernel;
    for (uint32_t i = 0; kernel->reduction != NULL && i < kernel->reduction->count; i++) {
        m->accumulators[i] = evaluate(m, kernel->reduction->init[i]);
    }
    if (kernel->library == &library_gemm) {
        m->accumulators[0] = 0;
    }
    if (kernel->library == &library_convolution) {
        const struct convolution *conv = kernel->call;
        int64_t at[2] = {m->at[conv->result_dim[2]], m->at[conv->result_dim[3]]};
        struct access output = {.buffer = conv->output};
        const struct sdyrt_conv *what = &conv->what;
        output.at.offset =
            offset_of(m->at[conv->result_dim[0]], what->out_batch, m->at[conv->result_dim[1]],
                      what->out_channel, at, what->out_spatial);
        write_element(conv->output->element, address(m, &output), convolve(m));
    } else {
        sequence(m, kernel->parallel_count);
    }
    if (kernel->library == &library_gemm) {
        write_element(((struct gemm *)kernel->call)->c.buffer->element,
                      address(m, &((struct gemm *)kernel->call)->c), m->accumulators[0]);
    }
    for (uint32_t i = 0; i < kernel->result_count; i++) {
        execute(m, &kernel->results[i]);
    }
}

static void parallel(struct machine *m, uint32_t d) {
    if (d == m->kernel->parallel_count) {
        point(m);
        return;
    }
    for (m->at[d] = 0; m->at[d] < m->kernel->extent[d]; m->at[d]++) {
        parallel(m, d + 1);
    }
    m->at[d] = 0;
}

void interpret(const struct program *program, char *arena, const void *const *inputs,
               void *const *outputs) {
    struct machine m = {.program = program, .arena = arena, .inputs = inputs, .outputs = outputs};
    m.tile = calloc(1, 1 << 20);
    for (uint32_t i = 0; i < program->steps.count; i++) {
        m.kernel = program->steps.items[i].kernel;
        memset(m.at, 0, sizeof m.at);
        parallel(&m, 0);
    }
    free(m.tile);
}
