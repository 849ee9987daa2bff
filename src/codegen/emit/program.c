/* The C text of a program: what it needs declared, its phase functions, the order they run in. */
#include "codegen/emit/fused/fused.h"
#include "codegen/emit/internal.h"
#include "codegen/library/library.h"
#include "codegen/program/program_thresholds.h"

#include "product_tile.h"
#include "symbols.h"
#include "tasks.h"

#include <inttypes.h>

/* What tcc is told instead of the runtime's headers, which take it longer than the program. */
static const char strips_types[] =
    "typedef signed char int8_t;\ntypedef unsigned char uint8_t;\n"
    "typedef short int16_t;\ntypedef unsigned short uint16_t;\n"
    "typedef int int32_t;\ntypedef unsigned int uint32_t;\n"
    "typedef long long int64_t;\ntypedef unsigned long long uint64_t;\n";
static const char product_types[] =
    "enum { SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F64, SDYRT_PRODUCT_BF16, SDYRT_PRODUCT_BF16_F32,\n"
    "       SDYRT_PRODUCT_F16, SDYRT_PRODUCT_F16_F32, SDYRT_PRODUCT_I8, SDYRT_PRODUCT_I16, "
    "SDYRT_PRODUCT_I32,\n"
    "       SDYRT_PRODUCT_I64, SDYRT_PRODUCT_I8_I32, SDYRT_PRODUCT_U8_I32, SDYRT_PRODUCT_PRED,\n"
    "       SDYRT_PRODUCT_C64, SDYRT_PRODUCT_C128 };\n";
_Static_assert(SDYRT_PRODUCT_C128 == 14 && SDYRT_PRODUCT_TYPE_COUNT == 15,
               "product_types is older");

static const char results_context[] =
    "/* What the results of a convolution's part need. */\n"
    "struct results_context {\n    char *const *buf;\n    char *scratch;\n    int64_t instance;\n"
    "    char *band;\n"
    "};\n\n";

/* Single numbers need it not: they have no vectors, and loops over them want to be inlined. */
static const char no_ipa[] =
    "/* gcc 12 takes a function whose stores are all masked vectors for one that writes nothing,\n"
    "   and leaves its calls out. */\n"
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#define SDYC_NO_IPA __attribute__((noipa))\n"
    "#else\n"
    "#define SDYC_NO_IPA\n"
    "#endif\n\n";

static const char brief[] =
    "/* Little more than calls, on few elements: optimising it would take longer than it runs. */\n"
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#define SDYC_BRIEF __attribute__((noipa, optimize(\"O0\")))\n"
    "#else\n"
    "#define SDYC_BRIEF\n"
    "#endif\n\n";

/* A program needs some of these. */
#define INLINE "static inline __attribute__((unused)) "
#define COMPLEX_TEXT(name, part)                                                                   \
    "struct " name " {\n    " part " re, im;\n};\n" INLINE "struct " name " " name "(" part        \
    " re, " part " im) {\n"                                                                        \
    "    struct " name " z;\n    z.re = re;\n    z.im = im;\n    return z;\n}\n" INLINE            \
    "struct " name " " name "_add(struct " name " a, struct " name " b) {\n"                       \
    "    return " name "(a.re + b.re, a.im + b.im);\n}\n" INLINE "struct " name " " name           \
    "_sub(struct " name " a, struct " name " b) {\n"                                               \
    "    return " name "(a.re - b.re, a.im - b.im);\n}\n" INLINE "struct " name " " name           \
    "_mul(struct " name " a, struct " name " b) {\n"                                               \
    "    return " name "(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);\n}\n" INLINE       \
    "uint8_t " name "_eq(struct " name " a, struct " name " b) {\n"                                \
    "    return a.re == b.re && a.im == b.im;\n}\n" INLINE "uint8_t " name "_ne(struct " name      \
    " a, struct " name " b) {\n"                                                                   \
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
    case BUFFER_RANK:
        return emit_ranks_slot(program);
    case BUFFER_KEPT:
        return emit_kept_slot(program);
    case BUFFER_TILE:
    case BUFFER_ROWS:
        break;
    }
    sdyc_bug("a tile has no place among the buffers");
}

uint32_t emit_slot_count(const struct program *program) {
    return emit_processor_slot(program) + 1;
}

uint32_t emit_calls_slot(const struct program *program) {
    return 1 + program->input_count + program->output_count + program->constant_count;
}

uint32_t emit_sent_slot(const struct program *program) {
    return emit_calls_slot(program) + (program->call_count > 0);
}

uint32_t emit_profile_slot(const struct program *program) {
    return emit_sent_slot(program) + (program->sent_count > 0);
}

uint32_t emit_ranks_slot(const struct program *program) {
    return emit_profile_slot(program) + program->is_profiled;
}

uint32_t emit_kept_slot(const struct program *program) {
    return emit_ranks_slot(program) + (program->ranks > 0);
}

uint32_t emit_processor_slot(const struct program *program) {
    return emit_kept_slot(program) + (program->kept_bytes > 0);
}

static void print_prototypes(struct emitter *e, struct buffer *out, bool strips_alone) {
    for (size_t i = 0; i < e->needs->symbols.count; i++) {
        const struct sdyrt_symbol *symbol = sdyrt_find_symbol(e->needs->symbols.items[i]);
        if (!strips_alone || sdyrt_symbol_is_strip(symbol)) {
            buffer_add(out, symbol->prototype);
            buffer_add_char(out, '\n');
        }
    }
}

static bool calls_strips(const struct emitter *e) {
    bool calls = false;
    for (size_t i = 0; i < e->needs->symbols.count; i++) {
        calls |= sdyrt_symbol_is_strip(sdyrt_find_symbol(e->needs->symbols.items[i]));
    }
    return calls;
}

static void print_declarations(struct emitter *e, struct buffer *out,
                               const struct emit_options *options) {
    if (e->form == EMIT_LOOPS) {
        if (e->used.complex) {
            emit_header(e, "complex_math.h");
        }
        emit_header(e, "scalar_reduce.h");
        emit_header(e, "team.h");
        if (!options->bind && calls_strips(e)) {
            emit_header(e, "strips.h");
        }
        for (size_t i = 0; i < e->needs->headers.count; i++) {
            buffer_printf(out, "#include \"%s%s\"\n", options->folder ? options->folder : "",
                          e->needs->headers.items[i]);
        }
        buffer_add(out, "\n");
        if (options->bind) { /* the header is all strips that there are, which takes gcc longer */
            print_prototypes(e, out, true);
        }
        emit_helpers(e, out, options->bind);
        buffer_add(out, no_ipa);
        buffer_add(out, e->used.brief ? brief : "");
    } else {
        buffer_add(out, strips_types);
        buffer_add(out, e->used.products ? product_types : "");
        print_prototypes(e, out, false);
    }
    buffer_add_bytes(out, e->fused.text.text, e->fused.text.length);
    buffer_add(out, e->used.complex ? complex_text : "");
    buffer_add(out, e->used.results ? results_context : "");
}

/* --- stages ----------------------------------------------------------------------------------- */

/* Consecutive steps of which none reads what another writes: their tasks may run side by side. */
struct stage {
    const struct step *steps;
    uint32_t count;
    int64_t tasks;
    double work;
    bool is_chain;    /* or: each task goes through all of them */
    int64_t together; /* tasks of some can be joined, and so many share what is made first; or 0 */
};

/* An argument goes to the result that may lie in its memory. */
static bool is_donated(const struct emitter *e, const struct kernel *kernel) {
    if (!kernel->is_move || kernel->results[0].value->access.buffer->kind != BUFFER_INPUT) {
        return false;
    }
    const struct kernel_buffer *to = kernel->results[0].store.buffer;
    const struct kernel_buffer *from = kernel->results[0].value->access.buffer;
    return to->kind == BUFFER_OUTPUT &&
           e->program->inputs[from->number].donated_to == (int32_t)to->number;
}

/* The longest stage at the beginning of `steps`, whose first is a kernel. */
static struct stage first_stage(const struct emitter *e, const struct step *steps, uint32_t count) {
    struct stage stage = {.steps = steps};
    bool goes_on;
    do {
        const struct kernel *kernel = steps[stage.count++].kernel;
        stage.tasks += kernel->tasks;
        stage.together =
            stage.count == 1 ? kernel->together : stage.together + kernel->together > 0;
        stage.work += kernel->flops + kernel->bytes / 4;
        const struct step *next = stage.count < count ? &steps[stage.count] : NULL;
        if (next && next->follows) {
            stage.is_chain = goes_on = true;
            stage.tasks = 0;
            continue;
        }
        goes_on = !stage.is_chain && next && !next->waits && !is_donated(e, kernel) &&
                  !is_donated(e, next->kernel);
    } while (goes_on);
    return stage;
}

/* The function that finds the kernel of a task of the whole stage. */
static const char *print_stage_function(struct emitter *e, const struct stage *stage) {
    const char *name = emit_text(e, "stage%" PRIu32, stage->steps[0].kernel->id);
    emit_line(e, "/* Phases that do not wait for each other, their tasks one after another. */");
    const char *task = stage->together > 0 ? "first" : "task";
    emit_open(e, "%s", emit_phase_header(e, name, stage->together > 0));
    int64_t first = 0;
    for (uint32_t i = 0; i < stage->count; i++) {
        const struct kernel *kernel = stage->steps[i].kernel;
        if (kernel->tasks == 0) { /* tensors may be empty */
            continue;
        }
        struct phase phase = emit_phase(e, kernel);
        const int64_t end = first + kernel->tasks;
        emit_open(e, "if (%s < %" PRId64 ")", task, end);
        if (kernel->together > 0) {
            emit_line(e, "const int64_t left = %" PRId64 " - first;", end);
            emit_line(e, "return %s(%s, first - %" PRId64 ", most < left ? most : left, scratch);",
                      phase.name, phase.buffers, first);
        } else {
            emit_line(e, "%s(%s, %s - %" PRId64 ", scratch);", phase.name, phase.buffers, task,
                      first);
            emit_line(e, stage->together > 0 ? "return 1;" : "return;");
        }
        emit_close(e);
        first = end;
    }
    if (stage->together > 0) {
        emit_line(e, "return most;");
    }
    emit_close(e);
    emit_line(e, "%s", "");
    return name;
}

/* The function that takes a task through a chain. */
static const char *print_chain_function(struct emitter *e, const struct stage *stage) {
    const char *name = emit_text(e, "chain%" PRIu32, stage->steps[0].kernel->id);
    emit_line(e, "/* Phases whose tasks follow each other one by one. */");
    emit_open(e, "static void %s(char *const *buf, int64_t task, char *scratch)", name);
    for (uint32_t i = 0; i < stage->count; i++) {
        const struct kernel *kernel = stage->steps[i].kernel;
        struct phase phase = emit_phase(e, kernel);
        emit_line(e, "%s(%s, task, scratch);", phase.name, phase.buffers);
    }
    emit_close(e);
    emit_line(e, "%s", "");
    return name;
}

/* The function that executes a task of the stage; what it needs printed goes to `functions`. */
static struct phase stage_function(struct emitter *e, const struct stage *stage,
                                   struct buffer *functions) {
    const struct kernel *only = NULL;
    for (uint32_t i = 0; i < stage->count; i++) {
        const struct kernel *kernel = stage->steps[i].kernel;
        if (kernel->tasks == stage->tasks && !stage->is_chain) {
            only = kernel;
        }
    }
    if (only != NULL) {
        return emit_phase(e, only);
    }
    struct buffer *out = e->out;
    int32_t indent = e->indent;
    e->out = functions;
    e->indent = 0;
    const char *name =
        stage->is_chain ? print_chain_function(e, stage) : print_stage_function(e, stage);
    e->out = out;
    e->indent = indent;
    return (struct phase){.name = name, .buffers = "buf"};
}

/* The leader executes the stage's tasks itself. */
static void print_calls(struct emitter *e, const struct stage *stage) {
    for (uint32_t i = 0; i < stage->count; i++) {
        const struct kernel *kernel = stage->steps[i].kernel;
        if (emit_is_inline(kernel)) {
            emit_inline(e, kernel);
            continue;
        }
        if (kernel->tasks == 0) { /* tensors may be empty */
            continue;
        }
        e->used.leader = true;
        struct phase phase = emit_phase(e, kernel);
        if (kernel->together > 0) {
            emit_open(e, "for (int64_t task = 0; task < %" PRId64 ";)", kernel->tasks);
            emit_line(e, "task += %s(%s, task, %" PRId64 " - task, scratch);", phase.name,
                      phase.buffers, kernel->tasks);
            emit_close(e);
        } else if (kernel->tasks == 1) {
            emit_line(e, "%s(%s, 0, scratch);", phase.name, phase.buffers);
        } else {
            emit_open(e, "for (int64_t task = 0; task < %" PRId64 "; task++)", kernel->tasks);
            emit_line(e, "%s(%s, task, scratch);", phase.name, phase.buffers);
            emit_close(e);
        }
    }
}

/* A program that is loaded here can be stopped (sdyrt_team_stop): what it would do next is left. */
static void print_stop(struct emitter *e) {
    if (!e->in_folder) {
        emit_open(e, "if (*(const volatile int *)(const void *)thread)");
        emit_line(e, "return;");
        emit_close(e);
    }
}

/* Hands the stage's tasks out, or executes them. */
static void print_stage(struct emitter *e, const struct stage *stage, struct buffer *functions) {
    const struct kernel *first = stage->steps[0].kernel;
    bool donated = is_donated(e, first);
    if (donated) {
        emit_open(e, "if (buf[%" PRIu32 "] != buf[%" PRIu32 "])",
                  emit_buffer_slot(e->program, first->results[0].store.buffer),
                  emit_buffer_slot(e->program, first->results[0].value->access.buffer));
    }
    if (stage->tasks > 1 && stage->work >= SDYRT_TASK_WORK / 2) {
        struct phase phase = stage_function(e, stage, functions);
        if (stage->together > 0) {
            emit_line(e, "%s(thread, %s, %" PRId64 ", %" PRId64 ", %s);",
                      emit_symbol(e, "sdyrt_run_joined"), phase.name, stage->tasks, stage->together,
                      phase.buffers);
        } else {
            emit_line(e, "%s(thread, %s, %" PRId64 ", %s);", emit_symbol(e, "sdyrt_run"),
                      phase.name, stage->tasks, phase.buffers);
        }
        print_stop(e);
    } else {
        print_calls(e, stage);
    }
    if (first->library != NULL && first->library->effect.alone &&
        first->library->effect.failed != NULL) {
        emit_open(e, "if (%s(buf[%" PRIu32 "]))",
                  emit_symbol(e, "%s", first->library->effect.failed),
                  first->library->effect.failed_slot(e->program));
        emit_line(e, "return;");
        emit_close(e);
    }
    if (donated) {
        emit_close(e);
    }
}

static const char *selector_text(struct emitter *e, const struct kernel_buffer *selector) {
    const char *type = element_info[selector->element].c_type;
    return emit_text(e, "*(const %s *)(void *)(%s)", type, emit_slot_text(e, selector, 0));
}

static void print_steps(struct emitter *e, const struct step_list *list, struct buffer *functions);

static void print_loop(struct emitter *e, const struct step *step, struct buffer *functions) {
    emit_open(e, "for (;;)");
    print_stop(e);
    print_steps(e, &step->parts[0], functions);
    emit_open(e, "if (!%s)", selector_text(e, step->selector));
    emit_line(e, "break;");
    emit_close(e);
    print_steps(e, &step->parts[1], functions);
    emit_close(e);
}

static void print_branch(struct emitter *e, const struct step *step, struct buffer *functions) {
    emit_open(e, "switch (%s)", selector_text(e, step->selector));
    for (uint32_t p = 0; p < step->part_count; p++) {
        if (p + 1 == step->part_count) {
            emit_line(e, "default:");
        } else {
            emit_line(e, "case %" PRIu32 ":", p);
        }
        e->indent++;
        print_steps(e, &step->parts[p], functions);
        emit_line(e, "break;");
        e->indent--;
    }
    emit_close(e);
}

static void print_sent(struct emitter *e, const int64_t *sent) {
    for (uint32_t kind = 0; kind < e->program->sent_count; kind++) {
        if (sent[kind] != 0) {
            emit_line(e, "((int64_t *)(void *)buf[%" PRIu32 "])[%" PRIu32 "] += %" PRId64 ";",
                      emit_sent_slot(e->program), kind, sent[kind]);
        }
    }
}

/* Statements that execute the steps in order. */
static void print_steps(struct emitter *e, const struct step_list *list, struct buffer *functions) {
    if (list->sent) {
        print_sent(e, list->sent);
    }
    for (uint32_t i = 0; i < list->count;) {
        const struct step *step = &list->items[i];
        if (step->kind != STEP_KERNEL) {
            (step->kind == STEP_LOOP ? print_loop : print_branch)(e, step, functions);
            i++;
            continue;
        }
        struct stage stage = first_stage(e, step, list->count - i);
        print_stage(e, &stage, functions);
        i += stage.count;
    }
}

/* What the program function does, and the stage functions that it hands out. */
struct program_text {
    struct buffer body, stages;
};

static void print_body(struct emitter *e, struct program_text *text) {
    struct buffer *out = e->out;
    e->out = &text->body;
    e->indent = 1;
    print_steps(e, &e->program->steps, &text->stages);
    e->indent = 0;
    e->out = out;
}

static void print_program(struct emitter *e, const struct program_text *text, bool static_entry) {
    emit_line(e, "/* The leader of the team runs this: small phases itself, large ones with the "
                 "others. */");
    bool is_brief = e->phases.are_shared && !e->used.blocks; /* hundreds of calls, as they are */
    e->used.brief |= is_brief;
    emit_open(e, "%s%svoid %s_program(struct sdyrt_thread *thread, char *const *buf)",
              is_brief ? "SDYC_BRIEF " : "", static_entry ? "static " : "", e->program->name);
    if (e->used.leader) {
        emit_line(e, "char *scratch = %s(thread);", emit_symbol(e, "sdyrt_thread_scratch"));
    }
    emit_line(e, "(void)thread;"); /* where nothing is handed out, or there is nothing to do */
    emit_line(e, "(void)buf;");
    buffer_add_bytes(e->out, text->body.text, text->body.length);
    emit_close(e);
}

void emit_needs_free(struct emit_needs *needs) {
    vector_free(&needs->symbols);
    vector_free(&needs->headers);
    vector_free(&needs->parts);
}

void emit_c(struct buffer *out, const struct program *program, const struct emit_options *options,
            struct arena *arena, struct emit_needs *needs) {
    struct program_text text = {{0}, {0}};
    const bool may_fuse = options->form == EMIT_STRIPS || options->bind;
    struct emitter e = {.program = program,
                        .form = options->form,
                        .in_folder = options->folder != NULL,
                        .has_blas = options->blas,
                        .source_lines = options->source_lines,
                        .arena = arena,
                        .names = interner_new(arena),
                        .needs = needs,
                        .phases.are_shared = options->bind && !program->is_profiled,
                        .fused.set = may_fuse ? fused_available() : FUSED_NONE};
    *needs = (struct emit_needs){.scratch_bytes = 64};
    e.phases.items = ARENA_ARRAY(arena, struct phase, (size_t)program->kernel_count + 1);
    e.out = &e.phases.text;
    print_body(&e, &text);
    buffer_add_bytes(e.out, text.stages.text, text.stages.length);
    print_program(&e, &text, options->static_entry);
    print_declarations(&e, out, options);
    buffer_add_bytes(out, e.phases.text.text, e.phases.text.length);
    buffer_free(&e.phases.text);
    buffer_free(&text.body);
    buffer_free(&text.stages);
    interner_free(e.names);
    pointer_map_free(&e.symbols);
    pointer_map_free(&e.fused.names);
    pointer_map_free(&e.phases.names);
    vector_free(&e.named.list);
    buffer_free(&e.fused.text);
    vector_free(&e.values.nodes);
    vector_free(&e.values.undo);
    vector_free(&e.scratch.slots);
    vector_free(&e.sums);
    line_index_free(&e.lines);
    uses_free(&e.uses);
}
