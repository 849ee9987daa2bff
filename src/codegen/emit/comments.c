/* What stands above a phase: its operations, where they are in the input, and what they cost. */
#include "codegen/emit/internal.h"
#include "codegen/emit/names.h"

#include <inttypes.h>
#include <string.h>

static void add_place(struct emitter *e, const struct kernel *kernel, struct buffer *out) {
    const struct source *source = kernel->first.source;
    if (source == NULL) {
        return;
    }
    const char *slash = strrchr(source->name, '/');
    int32_t first = line_index_place(&e->lines, kernel->first).line;
    int32_t last = line_index_place(&e->lines, kernel->last).line;
    buffer_add(out, slash != NULL ? slash + 1 : source->name);
    if (first > 0) {
        buffer_printf(out, ":%" PRId32, first);
    }
    if (last > first) {
        buffer_printf(out, "-%" PRId32, last);
    }
    if (kernel->origin != NULL) {
        buffer_printf(out, " (%s)", kernel->origin);
    }
    buffer_add(out, "; ");
}

/* What a kernel of the library touches: its own count is for the time that it is said to take. */
static double buffer_bytes(const struct emitter *e) {
    struct pointer_map seen = {0};
    double bytes = 0;
    for (size_t i = 0; i < e->uses.accesses.count; i++) {
        const struct kernel_buffer *buffer = e->uses.accesses.items[i].buffer;
        if (!buffer_is_of_task(buffer) && pointer_map_get(&seen, buffer) == NULL) {
            pointer_map_put(&seen, buffer, (void *)(uintptr_t)buffer);
            bytes += (double)buffer->elements * element_info[buffer->element].bytes;
        }
    }
    pointer_map_free(&seen);
    return bytes;
}

const char *emit_buffer_comment(struct emitter *e, const struct kernel_buffer *buffer) {
    const struct program *program = e->program;
    const struct argument *argument =
        buffer->kind == BUFFER_INPUT    ? &program->inputs[buffer->number]
        : buffer->kind == BUFFER_OUTPUT ? &program->outputs[buffer->number]
                                        : NULL;
    const char *name = argument == NULL          ? NULL
                       : argument->label != NULL ? argument->label
                                                 : argument->name;
    if (e->form != EMIT_LOOPS || e->named.are_numbered ||
        (name == NULL && buffer->comment == NULL)) {
        return "";
    }
    const char *text = emit_text(e, "%s%s%s", name != NULL ? name : "", name != NULL ? ": " : "",
                                 buffer->comment != NULL ? buffer->comment : "");
    return emit_text(e, " /* %s */", emit_comment(e->arena, text));
}

void emit_phase_comment(struct emitter *e, const struct kernel *kernel) {
    struct buffer costs = {0};
    if (e->form != EMIT_LOOPS || kernel->comment == NULL) {
        return;
    }
    add_place(e, kernel, &costs);
    buffer_printf(&costs, "%.0f bytes", kernel->library != NULL ? buffer_bytes(e) : kernel->bytes);
    if (kernel->flops > 0) {
        buffer_printf(&costs, ", %.0f operations on floats", kernel->flops);
    }
    buffer_printf(&costs, ", %" PRId64 " task%s", kernel->tasks, kernel->tasks == 1 ? "" : "s");
    emit_line(e, "/* %s", emit_comment(e->arena, kernel->comment));
    emit_line(e, " * %s */", emit_comment(e->arena, costs.text));
    buffer_free(&costs);
}

void emit_phase_text(struct emitter *e, const struct kernel *kernel, const struct buffer *text) {
    const struct source *source = kernel->first.source;
    int32_t line = source != NULL ? line_index_place(&e->lines, kernel->first).line : 0;
    if (!e->source_lines || line <= 0) {
        buffer_add_bytes(e->out, text->text, text->length);
        return;
    }
    const char *place =
        emit_text(e, "#line %" PRId32 " \"%s\"\n", line, c_string(e->arena, source->name));
    for (const char *at = text->text, *end = text->text + text->length; at < end;) {
        size_t length = strcspn(at, "\n") + 1;
        buffer_add(e->out, place);
        buffer_add_bytes(e->out, at, length);
        at += length;
    }
    buffer_add(e->out, "#line @\n");
}
