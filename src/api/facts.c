/* What is known of a program, and of its last run. */
#include "api/program.h"
#include "blas.h"
#include "codegen/program/program.h"
#include "codegen/traffic.h"
#include "cpu.h"
#include "ir/elements.h"
#include "profile.h"

#include <stdio.h>

struct sdyc_outlook sdyc_outlook(const struct sdyc_program *program) {
    return program->outlook;
}

const char *sdyc_stage(const struct sdyc_program *program, int index, double *seconds) {
    const struct stage_times *times = &program->compilation.times;
    if (index < 0 || (size_t)index >= times->list.count) {
        return NULL;
    }
    *seconds = times->list.items[index].seconds;
    return times->list.items[index].name;
}

void sdyc_memory(const struct sdyc_program *program, struct sdyc_memory *memory) {
    const struct footprint own = executable_footprint(program->executable);
    *memory = (struct sdyc_memory){.arena = own.arena,
                                   .kept = own.kept,
                                   .scratch = own.scratch,
                                   .constants = own.constants,
                                   .threads = own.threads};
}

/* Where its constants are. */
static struct context *context_of(const struct sdyc_program *program) {
    return program->base ? program->base->compilation.context : program->compilation.context;
}

int sdyc_place(const struct sdyc_program *program, int index, struct sdyc_place *place) {
    return context_place(context_of(program), index, &place->offset, &place->bytes, &place->data);
}

void sdyc_place_read(const struct sdyc_program *program, int index, size_t from, size_t bytes,
                     void *to) {
    context_read_place(context_of(program), index, from, bytes, to);
}

const char *sdyc_sent(const struct sdyc_program *program, int index, int64_t *bytes) {
    const int64_t *sent = program->executable ? executable_sent(program->executable) : NULL;
    if (!sent || index < 0 || index >= TRAFFIC_KINDS) {
        return NULL;
    }
    *bytes = sent[index];
    return traffic_name((enum traffic_kind)index);
}

int sdyc_phase(const struct sdyc_program *program, int index, struct sdyc_phase *phase) {
    if (index < 0 || (uint32_t)index >= program->kernels->kernel_count) {
        return 0;
    }
    const struct kernel *kernel = program->kernels->kernels[index];
    *phase = (struct sdyc_phase){
        .kind = kernel_kind_name(kernel),
        .what = kernel->comment ? kernel->comment : "",
        .line = kernel->first.source ? location_line_column(kernel->first).line : 0,
        .origin = kernel->origin ? kernel->origin : "",
        .tasks = kernel->tasks,
        .flops = kernel->flops,
        .bytes = kernel->bytes,
        .transcendentals = kernel->transcendentals,
    };
    return 1;
}

int sdyc_span(const struct sdyc_program *program, int64_t index, struct sdyc_span *span,
              int64_t *dropped) {
    const struct sdyrt_profile *profile =
        program->executable ? executable_profile(program->executable) : NULL;
    if (dropped) {
        *dropped = profile ? sdyrt_profile_dropped(profile) : 0;
    }
    if (!profile || index < 0 || index >= sdyrt_profile_count(profile)) {
        return 0;
    }
    const struct sdyrt_span *noted = sdyrt_profile_span(profile, index);
    *span = (struct sdyc_span){
        .phase = noted->phase,
        .thread = noted->thread,
        .task = noted->task,
        .begin = 1e-9 * (double)noted->begin,
        .end = 1e-9 * (double)noted->end,
        .start = sdyrt_profile_start(profile),
        .thread_id = noted->thread_id,
    };
    return 1;
}

const char *sdyc_kernels(struct sdyc_program *program) {
    snprintf(program->kernel_text, sizeof program->kernel_text, "products: %s; strips: %s",
             sdyrt_blas_or_native(), sdyrt_isa_name(sdyrt_cpu_isa()));
    return program->kernel_text;
}
