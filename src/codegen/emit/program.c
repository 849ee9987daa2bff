/* The C text of a program: what it needs declared, its phase functions, the order they run in. */
#include "codegen/emit/internal.h"

#include "gemm_tile.h"
#include "symbols.h"

#include <inttypes.h>

/* What tcc is told instead of the runtime's headers, which take it longer than the program. */
static const char strips_types[] =
    "typedef signed char int8_t;\ntypedef unsigned char uint8_t;\n"
    "typedef short int16_t;\ntypedef unsigned short uint16_t;\n"
    "typedef int int32_t;\ntypedef unsigned int uint32_t;\n"
    "typedef long long int64_t;\ntypedef unsigned long long uint64_t;\n";
static const char product_types[] =
    "enum { SDYRT_GEMM_F32, SDYRT_GEMM_F64, SDYRT_GEMM_BF16, SDYRT_GEMM_BF16_F32,\n"
    "       SDYRT_GEMM_F16, SDYRT_GEMM_F16_F32, SDYRT_GEMM_I8, SDYRT_GEMM_I16, SDYRT_GEMM_I32,\n"
    "       SDYRT_GEMM_I64, SDYRT_GEMM_I8_I32, SDYRT_GEMM_U8_I32, SDYRT_GEMM_PRED,\n"
    "       SDYRT_GEMM_C64, SDYRT_GEMM_C128 };\n";
_Static_assert(SDYRT_GEMM_C128 == 14 && SDYRT_GEMM_TYPE_COUNT == 15, "product_types is older");

static const char loops_includes[] = "#include \"conv.h\"\n#include \"gemm.h\"\n"
                                     "#include \"scalar_reduce.h\"\n#include \"team.h\"\n\n";

static const char results_context[] =
    "/* What the results of a convolution's part need. */\n"
    "struct results_context {\n    char *const *buf;\n    char *scratch;\n};\n\n";

#define COMPLEX_TEXT(name, part)                                                                   \
    "struct " name " {\n    " part " re, im;\n};\n"                                                \
    "static inline struct " name " " name "(" part " re, " part " im) {\n"                         \
    "    struct " name " z;\n    z.re = re;\n    z.im = im;\n    return z;\n}\n"                   \
    "static inline struct " name " " name "_add(struct " name " a, struct " name " b) {\n"         \
    "    return " name "(a.re + b.re, a.im + b.im);\n}\n"                                          \
    "static inline struct " name " " name "_sub(struct " name " a, struct " name " b) {\n"         \
    "    return " name "(a.re - b.re, a.im - b.im);\n}\n"                                          \
    "static inline struct " name " " name "_mul(struct " name " a, struct " name " b) {\n"         \
    "    return " name "(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);\n}\n"              \
    "static inline struct " name " " name "_div(struct " name " a, struct " name " b) {\n"         \
    "    " part " d = b.re * b.re + b.im * b.im;\n"                                                \
    "    return " name "((a.re * b.re + a.im * b.im) / d, (a.im * b.re - a.re * b.im) / d);\n}\n"  \
    "static inline uint8_t " name "_eq(struct " name " a, struct " name " b) {\n"                  \
    "    return a.re == b.re && a.im == b.im;\n}\n"                                                \
    "static inline uint8_t " name "_ne(struct " name " a, struct " name " b) {\n"                  \
    "    return a.re != b.re || a.im != b.im;\n}\n"
static const char complex_text[] =
    "/* Complex numbers: pairs, as in memory. */\n" COMPLEX_TEXT("complex64", "float")
        COMPLEX_TEXT("complex128", "double") "\n";

uint32_t emit_buffer_slot(const struct program *program, const struct kernel_buffer *buffer) {
    switch (buffer->kind) {
    case BUFFER_ARENA:
        return 0;
    case BUFFER_INPUT:
        return 1 + buffer->number;
    case BUFFER_OUTPUT:
        return 1 + program->input_count + buffer->number;
    case BUFFER_CONSTANT:
        return 1 + program->input_count + program->output_count + buffer->number;
    case BUFFER_TILE:
        break;
    }
    sdyc_bug("a tile has no place among the buffers");
}

uint32_t emit_slot_count(const struct program *program) {
    return 1 + program->input_count + program->output_count + program->constant_count;
}

static void print_prototypes(struct emitter *e, struct buffer *out) {
    for (size_t i = 0; i < e->needs->symbols.count; i++) {
        const char *name = e->needs->symbols.items[i];
        const struct sdyrt_symbol *symbol = sdyrt_find_symbol(name);
        if (symbol == NULL) {
            sdyc_bug("the runtime has no %s", name);
        }
        buffer_add(out, symbol->prototype);
        buffer_add_char(out, '\n');
    }
}

static void print_declarations(struct emitter *e, struct buffer *out, bool bind) {
    if (e->form == EMIT_LOOPS) {
        buffer_add(out, e->uses_complex ? "#include \"complex_math.h\"\n" : "");
        buffer_add(out, loops_includes);
        emit_helpers(e, out, bind);
    } else {
        buffer_add(out, strips_types);
        buffer_add(out, e->uses_products ? product_types : "");
        print_prototypes(e, out);
    }
    buffer_add(out, e->uses_complex ? complex_text : "");
    buffer_add(out, e->uses_results ? results_context : "");
}

static void print_program(struct emitter *e, bool static_entry) {
    const struct program *program = e->program;
    emit_line(e,
              "/* Every thread of the team runs this: phases in order, a barrier where one needs "
              "what others\n * wrote. */");
    emit_open(e, "%svoid %s_program(struct sdyrt_thread *thread, char *const *buf)",
              static_entry ? "static " : "", program->name);
    for (uint32_t i = 0; i < program->step_count; i++) {
        const struct step *step = &program->steps[i];
        if (step->barrier) {
            emit_line(e, "%s(thread);", emit_symbol(e, "sdyrt_barrier"));
        }
        if (step->kernel->tasks == 0) {
            continue;
        }
        emit_line(e, "%s(thread, phase%" PRIu32 ", %" PRId64 ", buf);", emit_symbol(e, "sdyrt_run"),
                  step->kernel->id, step->kernel->tasks);
    }
    if (program->step_count == 0) {
        emit_line(e, "(void)thread;");
        emit_line(e, "(void)buf;");
    }
    emit_close(e);
}

void emit_c(struct buffer *out, const struct program *program, const struct emit_options *options,
            struct arena *arena, struct emit_needs *needs) {
    struct buffer phases = {0};
    struct emitter e = {.program = program,
                        .form = options->form,
                        .arena = arena,
                        .names = interner_new(arena),
                        .out = &phases,
                        .needs = needs};
    *needs = (struct emit_needs){.scratch_bytes = 64};
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        if (program->kernels[i]->tasks > 0) { /* tensors may be empty */
            emit_kernel(&e, program->kernels[i]);
        }
    }
    print_program(&e, options->static_entry);
    print_declarations(&e, out, options->bind);
    buffer_add_bytes(out, phases.text, phases.length);
    buffer_free(&phases);
    interner_free(e.names);
    pointer_map_free(&e.symbols);
    vector_free(&e.nodes);
    vector_free(&e.undo);
    vector_free(&e.slots);
    vector_free(&e.sums);
    uses_free(&e.uses);
}
