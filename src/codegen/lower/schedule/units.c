#include "codegen/lower/schedule/units.h"

#include "codegen/library/library.h"

#include "caches.h"

#include <string.h>

int64_t buffer_whole_bytes(const struct kernel_buffer *buffer) {
    int64_t bytes;
    if (!multiply_checked(buffer->elements, (int64_t)element_info[buffer->element].bytes, &bytes) ||
        bytes > INT64_MAX - SDYRT_LINE_BYTES) {
        memory_fail(SIZE_MAX); /* where 64 bits cannot count them, there is no memory */
    }
    return (bytes + SDYRT_LINE_BYTES - 1) / SDYRT_LINE_BYTES * SDYRT_LINE_BYTES;
}

bool arena_exceeds(const struct program *program, int64_t bytes) {
    int64_t all = 0;
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        const struct kernel_buffer *buffer = program->buffers[i];
        const int64_t own = buffer_has_arena(buffer) ? buffer_whole_bytes(buffer) : 0;
        if (own > INT64_MAX - all) {
            return false;
        }
        all += own;
    }
    return all > bytes;
}

/* Outputs are known by their numbers, behind those of buffers. */
uint32_t units_memory(const struct program *program, const struct kernel_buffer *buffer) {
    const struct kernel_buffer *memory = buffer_memory(buffer);
    return memory->kind == BUFFER_OUTPUT ? program->buffer_count + memory->number : memory->id;
}

static void touch_memory(struct list_units *units, struct list_unit *unit,
                         const struct kernel_buffer *buffer, bool reads, bool writes) {
    const uint32_t memory = units_memory(units->program, buffer);
    if (units->places[memory] <= unit->first) {
        *vector_push(&units->touches) = (struct unit_touch){memory, false, false};
        units->places[memory] = (uint32_t)units->touches.count;
    }
    struct unit_touch *touch = &units->touches.items[units->places[memory] - 1];
    touch->reads |= reads;
    touch->writes |= writes;
}

static void take_kernel(struct list_units *units, struct list_unit *unit,
                        const struct kernel *kernel, uint32_t *counted, uint32_t number) {
    const struct library_effect *effect = kernel->library != NULL ? &kernel->library->effect : NULL;
    unit->is_barrier |= effect != NULL && effect->alone;
    unit->begins |= effect != NULL && effect->begins;
    unit->is_kernel &=
        !kernel->is_once && (effect == NULL || !(effect->alone || effect->begins || effect->waits));
    kernel_uses(kernel, &units->uses);
    for (size_t i = 0; i < units->uses.accesses.count; i++) {
        const struct used_access *used = &units->uses.accesses.items[i];
        const enum buffer_kind kind = used->buffer->kind;
        if (buffer_is_of_task(used->buffer) || kind == BUFFER_CONSTANT || kind == BUFFER_RANK) {
            continue;
        }
        const uint32_t memory = units_memory(units->program, used->buffer);
        units->users[memory] += counted[memory] != number;
        counted[memory] = number;
        touch_memory(units, unit, used->buffer, used->loads, used->stores);
    }
}

static void take_step(struct list_units *units, struct list_unit *unit, const struct step *step,
                      uint32_t *counted, uint32_t *kernels) {
    if (step->kind == STEP_KERNEL) {
        take_kernel(units, unit, step->kernel, counted, ++*kernels);
        return;
    }
    unit->is_kernel = false;
    touch_memory(units, unit, step->selector, true, false);
    for (uint32_t p = 0; p < step->part_count; p++) {
        for (uint32_t i = 0; i < step->parts[p].count; i++) {
            take_step(units, unit, &step->parts[p].items[i], counted, kernels);
        }
    }
}

/* How many bytes of the arena each memory has that no other list touches. */
static void count_bytes(struct list_units *units, const uint32_t *users) {
    const struct program *program = units->program;
    for (uint32_t i = 0; i < program->buffer_count; i++) {
        const struct kernel_buffer *buffer = program->buffers[i];
        units->all_bytes[units_memory(program, buffer)] = buffer_whole_bytes(buffer_memory(buffer));
        if (buffer_has_arena(buffer) && units->users[i] == users[i]) {
            units->bytes[i] = buffer_whole_bytes(buffer);
        }
    }
}

struct list_units units_of(const struct program *program, const uint32_t *users,
                           const struct step_list *list) {
    const uint32_t count = program->buffer_count + program->output_count;
    struct list_units units = {.program = program,
                               .memory_count = count,
                               .all_bytes = memory_array(count + 1, sizeof(int64_t)),
                               .bytes = memory_array(count + 1, sizeof(int64_t)),
                               .users = memory_array(count + 1, sizeof(uint32_t)),
                               .places = memory_array(count + 1, sizeof(uint32_t))};
    uint32_t *counted = memory_array(count + 1, sizeof *counted), kernels = 0;
    for (uint32_t i = 0; i < list->count;) {
        struct list_unit unit = {.step = i, .first = units.touches.count, .is_kernel = true};
        do {
            take_step(&units, &unit, &list->items[i++], counted, &kernels);
        } while (i < list->count && list->items[i].follows);
        unit.steps = i - unit.step;
        unit.count = units.touches.count - unit.first;
        *vector_push(&units.units) = unit;
    }
    count_bytes(&units, users);
    memory_free(counted);
    return units;
}

void units_free(struct list_units *units) {
    vector_free(&units->units);
    vector_free(&units->touches);
    memory_free(units->all_bytes);
    memory_free(units->bytes);
    memory_free(units->users);
    memory_free(units->places);
    uses_free(&units->uses);
}
