/* Strips that guards cut: the range in which they hold, and code that runs over it. */
#include "codegen/emit/internal.h"

#include <inttypes.h>

bool emit_guards_strip(struct emitter *e, const struct guard *guards, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < e->strip.count; j++) {
            if (guards[i].at.stride[e->strip.dims[j]] != 0) {
                return true;
            }
        }
    }
    return false;
}

static void clip_to_guard(struct emitter *e, const struct guard *guard, const struct clip *clip) {
    int64_t stride = guard->at.stride[clip->dim], step = stride < 0 ? -stride : stride;
    const char *at = emit_affine(e, &guard->at, false).text;
    if (stride == 0) {
        const char *condition = emit_condition(e, guard, 1);
        if (condition != NULL) {
            emit_line(e, "%s = %s ? %s : 0;", clip->high, condition, clip->high);
        }
        return;
    }
    const char *first = emit_temporary(e), *last = emit_temporary(e);
    const char *bound = emit_integer(e, guard->bound);
    if (step == 1) {
        emit_line(e,
                  stride > 0 ? "const int64_t %s = -(%s), %s = %s + %s;"
                             : "const int64_t %s = %s - %s + 1, %s = %s + 1;",
                  first, at, stride > 0 ? last : bound, stride > 0 ? bound : last,
                  stride > 0 ? first : at);
    } else if (stride > 0) {
        emit_line(e, "const int64_t %s = (%" PRId64 " - (%s)) / %" PRId64 ";", first, step - 1, at,
                  step);
        emit_line(e, "const int64_t %s = (%s - (%s) + %" PRId64 ") / %" PRId64 ";", last, bound, at,
                  step - 1, step);
    } else {
        emit_line(e, "const int64_t %s = (%s - %s + %" PRId64 ") / %" PRId64 ";", first, at, bound,
                  step, step);
        emit_line(e, "const int64_t %s = (%s + %" PRId64 ") / %" PRId64 ";", last, at, step, step);
    }
    emit_line(e, "%s = %s > %s ? %s : %s;", clip->low, first, clip->low, first, clip->low);
    emit_line(e, "%s = %s < %s ? %s : %s;", clip->high, last, clip->high, last, clip->high);
}

/* Only strips of one dimension are cut: emit_plan sees to that. */
void emit_clip(struct emitter *e, const struct guard *guards, uint32_t count, struct clip *clip) {
    if (e->strip.count != 1) {
        sdyc_bug("guards cut a strip of %" PRIu32 " dimensions", e->strip.count);
    }
    clip->dim = e->strip.dims[0];
    clip->low = emit_text(e, "low%" PRIu32, e->numbers.temporaries++);
    clip->high = emit_text(e, "high%" PRIu32, e->numbers.temporaries++);
    emit_line(e, "int64_t %s = 0, %s = %s;", clip->low, clip->high, e->strip.n.text);
    for (uint32_t i = 0; i < count; i++) {
        clip_to_guard(e, &guards[i], clip);
    }
}

void emit_open_clip(struct emitter *e, struct clip *clip) {
    struct dimension *dim = &e->dims[clip->dim];
    clip->at = dim->at;
    clip->n = e->strip.n;
    clip->rows = e->strip.rows;
    clip->shift = e->strip.shift;
    emit_open(e, "if (%s < %s)", clip->low, clip->high);
    const char *at = emit_text(e, "i%" PRIu32 "_%s", clip->dim, clip->low);
    emit_line(e, "const int64_t %s = %s + %s;", at, dim->at == NULL ? "0" : dim->at, clip->low);
    const char *n = emit_text(e, "n_%s", clip->low);
    emit_line(e, "const int64_t %s = %s - %s;", n, clip->high, clip->low);
    dim->at = at;
    e->strip.n = e->strip.rows = emit_unknown_integer(n);
    e->strip.shift =
        clip->shift == NULL ? clip->low : emit_text(e, "%s + %s", clip->shift, clip->low);
}

void emit_close_clip(struct emitter *e, const struct clip *clip) {
    e->dims[clip->dim].at = clip->at;
    e->strip.n = clip->n;
    e->strip.rows = clip->rows;
    e->strip.shift = clip->shift;
    emit_close(e);
}
