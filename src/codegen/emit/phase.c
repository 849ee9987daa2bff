/* The functions that kernels are. Where nobody reads the text, kernels whose functions would be the
 * same but for where their buffers lie have one: a call gives it pointers to what it touches, in
 * the order of their names. The layers of a network are compiled once. */
#include "codegen/emit/internal.h"
#include "codegen/library/library.h"

#include <inttypes.h>
#include <string.h>

void emit_begin_phase(struct emitter *e) {
    e->named.list.count = 0;
    e->named.are_numbered =
        e->phases.are_shared && (e->kernel->library == NULL || e->kernel->library->names_buffers);
}

uint32_t emit_place(struct emitter *e, const struct kernel_buffer *buffer) {
    uint32_t place = 0;
    for (size_t i = 0; i < e->named.list.count; i++) {
        const struct kernel_buffer *other = e->named.list.items[i];
        if (other == buffer) {
            return place;
        }
        place += (other->kind == BUFFER_TILE) == (buffer->kind == BUFFER_TILE);
    }
    *vector_push(&e->named.list) = buffer;
    return place;
}

const char *emit_slot_text(struct emitter *e, const struct kernel_buffer *buffer, int64_t bytes) {
    const char *text = emit_text(e, "buf[%" PRIu32 "]", emit_buffer_slot(e->program, buffer));
    const int64_t offset = buffer_offset(buffer) + bytes;
    return offset != 0 ? emit_text(e, "%s + %" PRId64, text, offset) : text;
}

const char *emit_buffer_text(struct emitter *e, const struct kernel_buffer *buffer) {
    if (buffer->kind == BUFFER_ROWS) {
        return emit_text(e, "band%" PRIu32, buffer->id);
    }
    if (e->named.are_numbered) {
        return emit_text(e, "buf[%" PRIu32 "]", emit_place(e, buffer));
    }
    const char *text = emit_slot_text(e, buffer, 0);
    return buffer_offset(buffer) != 0 ? emit_text(e, "(%s)", text) : text;
}

/* What a call gives the function of the kernel at hand. */
static const char *places_text(struct emitter *e) {
    const char *text = "";
    for (size_t i = 0; i < e->named.list.count; i++) {
        const struct kernel_buffer *buffer = e->named.list.items[i];
        if (buffer->kind != BUFFER_TILE) {
            text = emit_text(e, "%s%s%s", text, text[0] != '\0' ? ", " : "",
                             emit_slot_text(e, buffer, 0));
        }
    }
    return text[0] != '\0' ? emit_text(e, "(char *const[]){%s}", text) : "buf";
}

const char *emit_same_phase(struct emitter *e, const char *qualifiers, const struct buffer *text) {
    if (!e->named.are_numbered) {
        return NULL;
    }
    const char *whole = emit_text(e, "%s%s", qualifiers, text->text);
    const char *key = intern_bytes(e->names, whole, strlen(whole));
    const char *name = pointer_map_get(&e->phases.names, key);
    if (name == NULL) {
        const char *own = emit_text(e, "phase%" PRIu32, e->kernel->id);
        pointer_map_put(&e->phases.names, key, (void *)(uintptr_t)own);
    }
    return name;
}

void emit_end_phase(struct emitter *e, const char *name) {
    e->phases.items[e->kernel->id] =
        (struct phase){.name = name, .buffers = e->named.are_numbered ? places_text(e) : "buf"};
    e->named.are_numbered = false;
}

struct phase emit_phase(struct emitter *e, const struct kernel *kernel) {
    if (e->phases.items[kernel->id].name == NULL) {
        struct buffer *out = e->out;
        int32_t indent = e->indent;
        e->out = &e->phases.text;
        e->indent = 0;
        emit_kernel(e, kernel);
        e->out = out;
        e->indent = indent;
    }
    return e->phases.items[kernel->id];
}
