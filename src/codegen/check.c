/* Facts between passes: each is looked at by itself, as far as the graph or program shows it. */
#include "codegen/check.h"

#include "codegen/graph/graph.h"
#include "codegen/library/library.h"
#include "codegen/passes.h"

/* --- graphs ----------------------------------------------------------------------------------- */

/* Whether each dimension stands in the order once. */
static bool is_order(const struct node *node) {
    uint32_t seen = 0;
    for (uint32_t d = 0; d < node->rank; d++) {
        seen |= 1u << node->place.order[d];
    }
    return seen == first_dims(node->rank);
}

/* Whether anchor and host know each other. */
static bool is_hosted(const struct node *node) {
    return (node->fusion.anchor == NULL || node->fusion.anchor->fusion.host == node) &&
           (node->fusion.host == NULL || node->fusion.host->fusion.anchor == node);
}

static bool graph_holds(const struct subgraph *subgraph, bool (*holds)(const struct node *node)) {
    bool all = true;
    for (size_t i = 0; all && i < subgraph->nodes.count; i++) {
        const struct node *node = subgraph->nodes.items[i];
        all = holds(node);
        for (uint32_t r = 0; all && node->regions != NULL && r < node->regions->count; r++) {
            all = graph_holds(node->regions->subgraphs[r], holds);
        }
    }
    return all;
}

const char *graph_fault(const struct graph *graph, uint32_t facts) {
    static bool (*const checks[FACT_COUNT])(const struct node *node) = {
        [FACT_ordered] = is_order,
        [FACT_decided] = is_hosted,
    };
    for (uint32_t fact = 0; fact < FACT_COUNT; fact++) {
        if ((facts >> fact & 1) && checks[fact] != NULL &&
            !graph_holds(graph->main, checks[fact])) {
            return codegen_fact_meaning(fact);
        }
    }
    return NULL;
}

/* --- programs --------------------------------------------------------------------------------- */

static uint32_t count_kernels(const struct program *program, const struct step_list *list,
                              bool *are_known) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        if (step->kind == STEP_KERNEL) {
            uint32_t id = step->kernel->id;
            *are_known =
                *are_known && id < program->kernel_count && program->kernels[id] == step->kernel;
            count++;
        }
        for (uint32_t p = 0; p < step->part_count; p++) {
            count += count_kernels(program, &step->parts[p], are_known);
        }
    }
    return count;
}

static bool is_stepped(const struct program *program) {
    bool are_known = true;
    return count_kernels(program, &program->steps, &are_known) == program->kernel_count &&
           are_known;
}

static bool is_shared(const struct program *program) {
    bool all = true;
    for (uint32_t i = 0; all && i < program->buffer_count; i++) {
        const struct kernel_buffer *buffer = program->buffers[i];
        all = buffer->id == i && (buffer->same == NULL || buffer->same->same == NULL);
    }
    return all;
}

static bool kernel_is_tiled(const struct kernel *kernel) {
    int64_t tasks = 1;
    for (uint32_t d = 0; d < kernel->parallel_count && kernel->kind == KERNEL_LOOP; d++) {
        if (kernel->tile[d] < 1) {
            return false;
        }
        tasks *= divide_up(kernel->extent[d], kernel->tile[d]);
    }
    return kernel->kind != KERNEL_LOOP || kernel->tasks == tasks;
}

static bool is_tiled(const struct program *program) {
    bool all = true;
    for (uint32_t i = 0; all && i < program->kernel_count; i++) {
        all = kernel_is_tiled(program->kernels[i]);
    }
    return all;
}

static bool is_placed(const struct program *program) {
    bool all = true;
    for (uint32_t i = 0; all && i < program->buffer_count; i++) {
        const struct kernel_buffer *buffer = program->buffers[i];
        int64_t bytes = buffer->elements * (int64_t)element_info[buffer->element].bytes;
        bool is_in_arena = buffer->kind == BUFFER_ARENA && buffer->first_step >= 0;
        all =
            !is_in_arena || (buffer->offset >= 0 && buffer->offset + bytes <= program->arena_bytes);
    }
    return all;
}

/* The first of a list has nothing before it that it could follow, and loops and branches wait. */
static bool list_is_timed(const struct step_list *list) {
    bool all = true;
    for (uint32_t i = 0; all && i < list->count; i++) {
        const struct step *step = &list->items[i];
        all = step->kind == STEP_KERNEL ? !step->follows || (i > 0 && !step->waits) : step->waits;
        for (uint32_t p = 0; all && p < step->part_count; p++) {
            all = list_is_timed(&step->parts[p]);
        }
    }
    return all;
}

static bool is_timed(const struct program *program) {
    return list_is_timed(&program->steps);
}

const char *program_fault(const struct program *program, uint32_t facts) {
    static bool (*const checks[FACT_COUNT])(const struct program *program) = {
        [FACT_stepped] = is_stepped, [FACT_shared] = is_shared, [FACT_tiled] = is_tiled,
        [FACT_placed] = is_placed,   [FACT_timed] = is_timed,
    };
    for (uint32_t fact = 0; fact < FACT_COUNT; fact++) {
        if ((facts >> fact & 1) && checks[fact] != NULL && !checks[fact](program)) {
            return codegen_fact_meaning(fact);
        }
    }
    return NULL;
}
