/* Sums of many terms in blocks: terms are added to a sum of their block, one after the other, and
 * that to the accumulator. So rounding errors grow with the length of a block and the number of
 * blocks, and not with the number of terms. Blocks depend on the extents of the kernel alone. */
#include "codegen/emit/emit_thresholds.h"
#include "codegen/emit/internal.h"

#include <inttypes.h>
#include <math.h>

/* Whether all accumulators are plain sums of floats, in any order. */
static bool adds_floats(const struct emitter *e) {
    const struct reduction *reduction = e->kernel->reduction;
    bool adds = reduction->next == NULL && reduction->simple == SCALAR_ADD &&
                !reduction->in_order && e->reduction.argmax.op == SCALAR_NONE;
    for (uint32_t i = 0; i < reduction->count; i++) {
        enum element type = reduction->types[i];
        adds = adds && (type == ELEMENT_F32 || type == ELEMENT_F64);
    }
    return adds;
}

/* Terms of a block: about as many as there are blocks, but not too few. */
static int64_t terms_of_block(const struct emitter *e, uint32_t sequence) {
    int64_t terms = 1, block = BLOCK_LEAST;
    for (uint32_t d = 0; d < e->kernel->dim_count; d++) {
        terms *= (sequence & (1u << d)) != 0 ? e->dims[d].size : 1;
    }
    const int64_t near_root = (int64_t)sqrt((double)terms) - 1; /* whose rounding is less */
    block = near_root > block ? near_root : block;
    while (block < terms / block) {
        block++;
    }
    return block;
}

struct sum_blocks emit_sum_blocks(struct emitter *e, uint32_t sequence) {
    struct sum_blocks blocks = {NO_DIMENSION, 0};
    if (e->kernel->reduction == NULL || !adds_floats(e)) {
        return blocks;
    }
    const int64_t most = terms_of_block(e, sequence);
    int64_t inside = 1;
    for (uint32_t d = e->kernel->dim_count; d-- > 0;) {
        const int64_t size = (sequence & (1u << d)) != 0 ? e->dims[d].size : 1;
        if (size > 1 && inside * size > most) {
            return (struct sum_blocks){d, inside < most ? most / inside : 1};
        }
        inside *= size;
    }
    return blocks;
}

/* Each accumulator of the strip, or the only one, becomes `value`; or is added to `to`. */
static void set_sum(struct emitter *e, const char *sum, enum element type, const char *to) {
    const char *zero = type == ELEMENT_F32 ? "-0.0f" : "-0.0"; /* which leaves a sum of -0 */
    if (e->strip.count == 0 || e->strip.sequential) {
        emit_line(e, "%s %s %s;", to != NULL ? to : sum, to != NULL ? "+=" : "=",
                  to != NULL ? sum : zero);
    } else if (e->by_strips && to == NULL) {
        emit_fill(e, sum, type, zero);
    } else if (e->by_strips) {
        emit_line(e, "%s(%s, %s, %s, %s);",
                  emit_symbol(e, "sdyrt_%s_%s_vv", scalar_names[SCALAR_ADD], compute_tag(type)), to,
                  to, sum, e->strip.n.text);
    } else {
        emit_line(e, "#pragma omp simd");
        emit_open(e, "for (int64_t j = 0; j < %s; j++)", e->strip.n.text);
        emit_line(e, "%s[j] %s %s%s;", to != NULL ? to : sum, to != NULL ? "+=" : "=",
                  to != NULL ? sum : zero, to != NULL ? "[j]" : "");
        emit_close(e);
    }
}

void emit_declare_block_sums(struct emitter *e) {
    const struct reduction *reduction = e->kernel->reduction;
    e->reduction.blocks = ARENA_ARRAY(e->arena, const char *, reduction->count);
    for (uint32_t i = 0; i < reduction->count; i++) {
        const char *c_type = compute_c_type(reduction->types[i]);
        const size_t bytes = (size_t)e->strip.most * compute_bytes(reduction->types[i]);
        e->reduction.blocks[i] = emit_text(e, "part%" PRIu32, i);
        if (e->strip.count == 0 || e->strip.sequential) {
            emit_line(e, "%s %s;", c_type, e->reduction.blocks[i]);
        } else {
            emit_line(e, "%s *%s%s = %s;", c_type, e->by_strips ? "" : "__restrict ",
                      e->reduction.blocks[i], emit_scratch_text(e, c_type, emit_scratch(e, bytes)));
        }
    }
}

/* From here on steps add to the sums of blocks, or to the accumulators again. */
static void swap_sums(struct emitter *e) {
    const char **sums = e->reduction.accumulators;
    e->reduction.accumulators = e->reduction.blocks;
    e->reduction.blocks = sums;
}

struct dimension emit_begin_block(struct emitter *e, const struct sum_blocks *blocks) {
    const struct reduction *reduction = e->kernel->reduction;
    struct dimension *dim = &e->dims[blocks->dim], whole = *dim;
    const char *low = emit_text(e, "block%" PRIu32, blocks->dim);
    const char *end = emit_text(e, "%s + %" PRId64, low, blocks->length);
    emit_open(e, "for (int64_t %s = 0; %s < %s; %s = %s)", low, low, whole.high, low, end);
    dim->low = dim->at = low;
    dim->high = end;
    if (whole.size % blocks->length != 0) {
        dim->high = emit_text(e, "%s_high", low);
        emit_line(e, "const int64_t %s = %s < %s ? %s : %s;", dim->high, end, whole.high, end,
                  whole.high);
    }
    for (uint32_t i = 0; i < reduction->count; i++) {
        set_sum(e, e->reduction.blocks[i], reduction->types[i], NULL);
    }
    swap_sums(e);
    return whole;
}

void emit_end_block(struct emitter *e, const struct sum_blocks *blocks,
                    const struct dimension *whole) {
    const struct reduction *reduction = e->kernel->reduction;
    swap_sums(e);
    for (uint32_t i = 0; i < reduction->count; i++) {
        set_sum(e, e->reduction.blocks[i], reduction->types[i], e->reduction.accumulators[i]);
    }
    e->dims[blocks->dim] = *whole;
    emit_close(e);
}
