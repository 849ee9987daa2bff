/* The kernel's expressions as a graph: what each varies with, how often it is read, which variable
 * or strip of scratch holds it. */
#include "codegen/emit/emit_thresholds.h"
#include "codegen/emit/internal.h"

#include "caches.h"

#include <string.h>

static bool is_stored(const struct emitter *e, const struct kernel_buffer *buffer) {
    const struct kernel *kernel = e->kernel;
    for (uint32_t i = 0; i < kernel->body_count + kernel->result_count; i++) {
        const struct statement *statement =
            i < kernel->body_count ? &kernel->body[i] : &kernel->results[i - kernel->body_count];
        if (buffers_overlap(statement->store.buffer, buffer)) {
            return true;
        }
    }
    return false;
}

/* Whether the value may be made ahead of everything else that the kernel does. */
static bool is_plain(struct emitter *e, const struct expr *expr) {
    switch (expr->kind) {
    case EXPR_LOAD:
        return expr->access.indirect_count == 0 && !is_stored(e, expr->access.buffer);
    case EXPR_VALUE:
        return emit_node_of(e, emit_value_of(e, expr))->plain;
    case EXPR_CONSTANT:
    case EXPR_INDEX:
    case EXPR_SCALAR:
        break;
    default:
        return false;
    }
    bool plain = true;
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        plain = emit_node_of(e, expr->args[i])->plain && plain;
    }
    return plain;
}

/* The node of an expression, made when first asked for. */
int32_t emit_node(struct emitter *e, const struct expr *expr) {
    int32_t known = expr->note - 1;
    if (known >= 0 && (size_t)known < e->values.nodes.count &&
        e->values.nodes.items[known].expr == expr) {
        return known;
    }
    bool plain = is_plain(e, expr);
    *vector_push(&e->values.nodes) = (struct printed){.expr = expr, .plain = plain};
    /* The note is scratch of whoever walks; the expressions themselves stay as they are. */
    ((struct expr *)(uintptr_t)expr)->note = (int32_t)e->values.nodes.count;
    return (int32_t)e->values.nodes.count - 1;
}

struct printed *emit_node_of(struct emitter *e, const struct expr *expr) {
    int32_t index = emit_node(e, expr); /* may move the nodes */
    return &e->values.nodes.items[index];
}

/* A node that stands for no expression, read once. */
int32_t emit_new_node(struct emitter *e) {
    *vector_push(&e->values.nodes) = (struct printed){.uses = 1};
    return (int32_t)e->values.nodes.count - 1;
}

bool emit_is_strip(const struct emitter *e, const struct expr *expr) {
    return (expr->varies & e->strip.mask) != 0;
}

const struct expr *emit_value_of(struct emitter *e, const struct expr *expr) {
    const struct kernel *kernel = e->kernel;
    while (expr->kind == EXPR_VALUE) {
        uint32_t number = expr->number;
        expr = number < kernel->body_count ? kernel->body[number].value
                                           : kernel->results[number - kernel->body_count].value;
    }
    return expr;
}

/* A section counts the uses of its own expressions afresh. */
void emit_begin_section(struct emitter *e) {
    e->numbers.section++;
}

void emit_begin_walk(struct emitter *e) {
    e->numbers.walk++;
}

bool emit_first_visit(struct emitter *e, const struct expr *expr) {
    struct printed *node = emit_node_of(e, expr);
    bool first = node->walk != e->numbers.walk;
    node->walk = e->numbers.walk;
    return first;
}

void emit_count_uses(struct emitter *e, const struct expr *root) {
    root = emit_value_of(e, root);
    int32_t index = emit_node(e, root);
    struct printed *node = &e->values.nodes.items[index];
    if (node->section == e->numbers.section) {
        node->uses++;
        return;
    }
    node->section = e->numbers.section;
    node->uses = 1;
    node->pins = 0;
    node->height = 0;
    if (node->kept) {
        return; /* nothing is read to make it */
    }
    uint32_t height = 0;
    for (uint32_t i = 0; i < root->arg_count; i++) {
        emit_count_uses(e, root->args[i]);
        uint32_t below = emit_node_of(e, emit_value_of(e, root->args[i]))->height + 1;
        height = below > height ? below : height;
    }
    e->values.nodes.items[index].height = height;
    for (uint32_t i = 0; i < root->access.indirect_count; i++) {
        emit_count_uses(e, root->access.indirect[i].index);
    }
    if (root->kind == EXPR_TERM) {
        emit_count_uses(e, e->kernel->reduction->term[root->number]);
    }
}

/* The value of an expression where it has been printed already for this part of the strip. */
struct operand emit_known(struct emitter *e, const struct expr *expr) {
    int32_t index = emit_node(e, expr);
    const struct printed *node = &e->values.nodes.items[index];
    struct operand none = {.node = index};
    if (node->text == NULL) {
        return none;
    }
    if (!node->strip || node->shift == e->strip.shift) {
        return (struct operand){node->text, node->strip, !node->strip, index};
    }
    if (node->shift == NULL) { /* the whole strip is there, a part of it is asked for */
        const char *part = emit_text(e, "(%s + %s)", node->text, e->strip.shift);
        return (struct operand){.text = part, .strip = true, .node = index};
    }
    return none;
}

/* Notes where a node's value stands; emit_leave takes the note back. */
void emit_remember(struct emitter *e, int32_t index, const char *text, bool strip) {
    struct printed *node = &e->values.nodes.items[index];
    *vector_push(&e->values.undo) =
        (struct undo){index, node->text, node->shift, node->strip, node->slot, node->bytes};
    node->text = text;
    node->strip = strip;
    node->shift = strip ? e->strip.shift : NULL;
    node->bytes = 0;
}

size_t emit_scope(struct emitter *e) {
    return e->values.undo.count;
}

static void release_node(struct emitter *e, struct printed *node) {
    if (node->bytes != 0) {
        emit_release(e, node->slot);
        node->bytes = 0;
    }
}

void emit_leave(struct emitter *e, size_t mark) {
    while (e->values.undo.count > mark) {
        const struct undo *undo = &e->values.undo.items[--e->values.undo.count];
        struct printed *node = &e->values.nodes.items[undo->node];
        release_node(e, node);
        node->kept = false;
        node->text = undo->text;
        node->shift = undo->shift;
        node->strip = undo->strip;
        node->slot = undo->slot;
        node->bytes = undo->bytes;
    }
}

/* Long slots do not begin a multiple of a page apart: a processor that tells loads from stores by
 * the lower bits of their addresses lets a load from one strip wait for a store to another. The
 * normalisation of an image took twice the time. */

/* Bytes of the task's scratch, at a multiple of 64: the first gap that is large enough. */
size_t emit_scratch(struct emitter *e, size_t bytes) {
    bytes = (bytes + SDYRT_LINE_BYTES - 1) / SDYRT_LINE_BYTES * SDYRT_LINE_BYTES +
            (bytes >= SDYRT_PAGE_BYTES / 2 ? SDYRT_PAGE_BYTES / 4 + SDYRT_LINE_BYTES : 0);
    e->used.scratch = true;
    size_t offset = e->scratch.first, at = 0;
    while (at < e->scratch.slots.count && e->scratch.slots.items[at].offset - offset < bytes) {
        offset = e->scratch.slots.items[at].offset + e->scratch.slots.items[at].bytes;
        at++;
    }
    (void)vector_push(&e->scratch.slots);
    memmove(&e->scratch.slots.items[at + 1], &e->scratch.slots.items[at],
            (e->scratch.slots.count - 1 - at) * sizeof *e->scratch.slots.items);
    e->scratch.slots.items[at] = (struct scratch_piece){offset, bytes};
    if (offset + bytes > e->scratch.peak) {
        e->scratch.peak = offset + bytes;
    }
    return offset;
}

const char *emit_scratch_text(struct emitter *e, const char *c_type, size_t offset) {
    return emit_text(e, "(%s *)(void *)(scratch + %zu)", c_type, offset);
}

void emit_release(struct emitter *e, size_t offset) {
    for (size_t i = 0; i < e->scratch.slots.count; i++) {
        if (e->scratch.slots.items[i].offset == offset) {
            e->scratch.slots.count--;
            memmove(&e->scratch.slots.items[i], &e->scratch.slots.items[i + 1],
                    (e->scratch.slots.count - i) * sizeof *e->scratch.slots.items);
            return;
        }
    }
    sdyc_bug("strip at %zu is not in use", offset);
}

void emit_pin(struct emitter *e, struct operand operand) {
    if (operand.node >= 0) {
        e->values.nodes.items[operand.node].pins++;
    }
}

void emit_unpin(struct emitter *e, struct operand operand) {
    if (operand.node >= 0) {
        e->values.nodes.items[operand.node].pins--;
    }
}

/* One reader has been printed; a strip that has no more is free again. */
void emit_consume(struct emitter *e, struct operand operand) {
    if (operand.node < 0) {
        return;
    }
    struct printed *node = &e->values.nodes.items[operand.node];
    node->uses--;
    if (node->uses <= 0 && node->pins <= 0 && node->bytes != 0 && !node->kept) {
        release_node(e, node);
        node->text = NULL;
    }
}
