#include "maker.h"

#include "codegen/emit/emit.h"
#include "codegen/jit/jit.h"
#include "interpret.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void maker_init(struct maker *maker) {
    memset(maker, 0, sizeof *maker);
    maker->arena = arena_new();
    maker->program = (struct program){.arena = maker->arena,
                                      .name = "test",
                                      .buffers = maker->buffers,
                                      .kernels = maker->kernels,
                                      .steps = {0, maker->steps, NULL},
                                      .inputs = maker->inputs,
                                      .outputs = maker->outputs};
}

struct kernel_buffer *new_buffer(struct maker *maker, enum buffer_kind kind, enum element element,
                                 int64_t elements) {
    struct program *program = &maker->program;
    struct kernel_buffer *buffer = ARENA_NEW(maker->arena, struct kernel_buffer);
    buffer->kind = kind;
    buffer->element = element;
    buffer->elements = elements;
    buffer->id = program->buffer_count;
    buffer->comment = "what it holds */ \\";
    struct argument argument = {
        .element = element, .elements = elements, .donated_to = -1, .size_of = -1};
    if (kind == BUFFER_INPUT) {
        buffer->number = program->input_count;
        maker->inputs[program->input_count++] = argument;
    } else if (kind == BUFFER_OUTPUT) {
        buffer->number = program->output_count;
        maker->outputs[program->output_count++] = argument;
    } else if (kind == BUFFER_ARENA) {
        buffer->offset = program->arena_bytes;
        program->arena_bytes += (elements * element_info[element].bytes + 63) / 64 * 64;
    }
    maker->buffers[program->buffer_count++] = buffer;
    return buffer;
}

struct kernel *new_kernel(struct maker *maker, uint32_t parallel, const int64_t *extents,
                          const int64_t *tiles) {
    struct program *program = &maker->program;
    struct kernel *kernel = ARENA_NEW(maker->arena, struct kernel);
    kernel->id = program->kernel_count;
    kernel->comment = "a kernel of the test";
    kernel->parallel_count = parallel;
    kernel->tasks = 1;
    for (uint32_t d = 0; extents[d] >= 0; d++) {
        kernel->dim_count = d + 1;
        kernel->extent[d] = extents[d];
        if (d < parallel) {
            kernel->tile[d] = tiles[d];
            kernel->tasks *= (extents[d] + tiles[d] - 1) / tiles[d];
        }
    }
    kernel->body = ARENA_ARRAY(maker->arena, struct statement, 4);
    kernel->results = ARENA_ARRAY(maker->arena, struct statement, 4);
    maker->steps[program->steps.count++] =
        (struct step){.kind = STEP_KERNEL, .kernel = kernel, .waits = kernel->id > 0};
    maker->kernels[program->kernel_count++] = kernel;
    return kernel;
}

struct expr *new_expr(struct maker *maker, enum expr_kind kind, enum element type) {
    struct expr *expr = ARENA_NEW(maker->arena, struct expr);
    expr->kind = kind;
    expr->type = type;
    return expr;
}

struct expr *load_of(struct maker *maker, struct kernel_buffer *buffer, struct affine at) {
    struct expr *expr = new_expr(maker, EXPR_LOAD, buffer->element);
    expr->access = (struct access){.buffer = buffer, .at = at};
    return expr;
}

struct expr *constant(struct maker *maker, enum element type, double value) {
    struct expr *expr = new_expr(maker, EXPR_CONSTANT, type);
    expr->real = value;
    expr->integer = fabs(value) < 0x1p63 ? (int64_t)value : 0;
    return expr;
}

struct expr *scalar(struct maker *maker, enum scalar_op op, enum element type, struct expr *a,
                    struct expr *b, struct expr *c) {
    struct expr *expr = new_expr(maker, EXPR_SCALAR, type);
    expr->op = op;
    expr->args[0] = a;
    expr->args[1] = b;
    expr->args[2] = c;
    expr->arg_count = c != NULL ? 3 : b != NULL ? 2 : 1;
    return expr;
}

struct expr *numbered(struct maker *maker, enum expr_kind kind, enum element type,
                      uint32_t number) {
    struct expr *expr = new_expr(maker, kind, type);
    expr->number = number;
    return expr;
}

struct expr *guarded(struct maker *maker, struct expr *inside, struct expr *outside,
                     struct affine at, int64_t bound) {
    struct expr *expr = new_expr(maker, EXPR_GUARD, inside->type);
    struct guard *guard = ARENA_NEW(maker->arena, struct guard);
    *guard = (struct guard){at, bound};
    expr->guards = guard;
    expr->guard_count = 1;
    expr->args[0] = inside;
    expr->args[1] = outside;
    expr->arg_count = 2;
    return expr;
}

struct statement store_to(struct kernel_buffer *buffer, struct affine at, struct expr *value) {
    return (struct statement){.store = {.buffer = buffer, .at = at}, .value = value};
}

struct reduction *simple_reduction(struct maker *maker, enum scalar_op op, double init,
                                   struct expr *term) {
    struct reduction *reduction = ARENA_NEW(maker->arena, struct reduction);
    reduction->count = 1;
    reduction->simple = op;
    reduction->init = ARENA_NEW(maker->arena, struct expr *);
    reduction->term = ARENA_NEW(maker->arena, struct expr *);
    reduction->types = ARENA_NEW(maker->arena, enum element);
    enum element type = element_info[term->type].compute;
    reduction->init[0] = constant(maker, type, init);
    reduction->term[0] = term;
    reduction->types[0] = type;
    return reduction;
}

/* --- running and comparing --- */

static void *values(const struct argument *argument, uint32_t seed) {
    size_t bytes = (size_t)argument->elements * element_info[argument->element].bytes;
    char *data = calloc(1, bytes + 64);
    uint32_t state = seed * 2654435761u + 12345;
    for (int64_t i = 0; i < argument->elements; i++) {
        state = state * 1664525u + 1013904223u;
        float value = (float)((int32_t)(state >> 8) % 2000 - 1000) / 250.0f;
        switch (argument->element) {
        case ELEMENT_F32:
            ((float *)data)[i] = value;
            break;
        case ELEMENT_F64:
            ((double *)data)[i] = value;
            break;
        case ELEMENT_BF16:
            memcpy(data + 2 * i, (char *)&value + 2, 2);
            break;
        case ELEMENT_I32:
            ((int32_t *)data)[i] = (int32_t)(state >> 8) % 40 - 4;
            break;
        case ELEMENT_I64:
            ((int64_t *)data)[i] = (int32_t)(state >> 8) % 40 - 4;
            break;
        default:
            data[i] = (state >> 20) & 1;
        }
    }
    return data;
}

static double element_at(enum element type, const char *data, int64_t i) {
    uint32_t bits = 0;
    float single;
    switch (type) {
    case ELEMENT_F32:
        return ((const float *)data)[i];
    case ELEMENT_F64:
        return ((const double *)data)[i];
    case ELEMENT_BF16:
        memcpy((char *)&bits + 2, data + 2 * i, 2);
        memcpy(&single, &bits, 4);
        return single;
    case ELEMENT_I32:
        return ((const int32_t *)data)[i];
    case ELEMENT_I64:
        return (double)((const int64_t *)data)[i];
    default:
        return data[i];
    }
}

static void compare(const struct argument *argument, const char *got, const char *want,
                    const char *form) {
    double tolerance = argument->element == ELEMENT_BF16 ? 2e-2 : 5e-4;
    for (int64_t i = 0; i < argument->elements; i++) {
        double a = element_at(argument->element, got, i);
        double b = element_at(argument->element, want, i);
        if (!(fabs(a - b) <= tolerance * (1 + fabs(b)))) {
            fail_msg("%s: element %lld is %.9g, not %.9g", form, (long long)i, a, b);
        }
    }
}

static void run_form(struct maker *maker, enum jit_compiler compiler, const void *const *inputs,
                     void *const *expected, const char *form) {
    struct program *program = &maker->program;
    struct diagnostics diagnostics;
    diagnostics_init(&diagnostics, maker->arena, stderr);
    struct jit_options options = {.compiler = compiler, .threads = 2};
    struct executable *executable = executable_new(program, &options, &diagnostics, NULL);
    assert_non_null(executable);
    void *outputs[8];
    for (uint32_t i = 0; i < program->output_count; i++) {
        struct argument *output = &program->outputs[i];
        outputs[i] = calloc((size_t)output->elements + 8, element_info[output->element].bytes);
    }
    executable_run(executable, inputs, outputs);
    for (uint32_t i = 0; i < program->output_count; i++) {
        compare(&program->outputs[i], outputs[i], expected[i], form);
        free(outputs[i]);
    }
    executable_free(executable);
    diagnostics_free(&diagnostics);
}

void check_forms(struct maker *maker, bool loops) {
    struct program *program = &maker->program;
    const void *inputs[8];
    void *expected[8];
    for (uint32_t i = 0; i < program->input_count; i++) {
        inputs[i] = values(&program->inputs[i], i + 1);
    }
    for (uint32_t i = 0; i < program->output_count; i++) {
        struct argument *output = &program->outputs[i];
        expected[i] = calloc((size_t)output->elements + 8, element_info[output->element].bytes);
    }
    if (getenv("SHOW") != NULL) {
        struct emit_needs needs;
        struct buffer text = {0};
        struct emit_options options = {.form = strcmp(getenv("SHOW"), "loops") == 0 ? EMIT_LOOPS
                                                                                    : EMIT_STRIPS};
        program_print(&text, program);
        emit_c(&text, program, &options, maker->arena, &needs);
        puts(text.text);
        buffer_free(&text);
        emit_needs_free(&needs);
    }
    char *arena = calloc(1, (size_t)program->arena_bytes + 64);
    interpret(program, arena, inputs, expected);
    run_form(maker, JIT_TCC, inputs, expected, "strips");
    if (loops) {
        run_form(maker, JIT_CC, inputs, expected, "loops");
    }
    free(arena);
    for (uint32_t i = 0; i < program->input_count; i++) {
        free((void *)(uintptr_t)inputs[i]);
    }
    for (uint32_t i = 0; i < program->output_count; i++) {
        free(expected[i]);
    }
    arena_free(maker->arena);
}
