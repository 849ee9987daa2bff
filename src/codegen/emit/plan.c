/* Which dimensions a kernel's strips cover: those along which most accesses are contiguous, more
 * of them where one alone is short. */
#include "codegen/emit/internal.h"

#include <string.h>

/* An affine of the kernel, and how often it is followed next to others. */
struct seen {
    const struct affine *at;
    double weight;
};

/* What a walk over the kernel's statements finds. */
struct survey {
    struct emitter *e;
    VECTOR(struct seen) accesses;
    uint32_t forbidden; /* dimensions that cannot be in a strip */
    uint32_t alone;     /* dimensions that can only be a strip by themselves: guards cut them */
    uint32_t widest;    /* bytes of the widest value */
    bool scalar_only;
};

static uint32_t varies(const struct kernel *kernel, const struct affine *at) {
    uint32_t mask = 0;
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        mask |= at->stride[d] != 0 ? 1u << d : 0;
    }
    return mask;
}

static void see_affine(struct survey *survey, const struct affine *at, double weight) {
    *vector_push(&survey->accesses) = (struct seen){at, weight};
}

static void see_bytes(struct survey *survey, uint32_t bytes) {
    survey->widest = bytes > survey->widest ? bytes : survey->widest;
}

static void see_expr(struct survey *survey, const struct expr *expr, double weight) {
    see_bytes(survey, compute_bytes(expr->type));
    survey->scalar_only |= is_complex(expr->type) && expr->kind != EXPR_LOAD;
    if (expr->kind == EXPR_LOAD) {
        /* Strips of complex numbers are only moved, never filled. */
        uint32_t all = (1u << survey->e->kernel->dim_count) - 1;
        survey->scalar_only |=
            is_complex(expr->type) && varies(survey->e->kernel, &expr->access.at) != all;
    } else if (expr->kind == EXPR_INDEX) {
        see_affine(survey, &expr->affine, 0.1 * weight);
    }
    for (uint32_t i = 0; i < expr->arg_count; i++) {
        survey->scalar_only |= is_complex(expr->args[i]->type) && expr->kind == EXPR_SCALAR;
    }
}

/* `dims`: the dimensions that the statement runs over. */
static void see_statement(struct survey *survey, const struct statement *statement, uint32_t dims) {
    const struct access *store = &statement->store;
    survey->forbidden |= dims & ~varies(survey->e->kernel, &store->at);
    for (uint32_t i = 0; i < store->indirect_count; i++) {
        survey->forbidden |= store->indirect[i].index->varies;
    }
    if (statement->condition != NULL) {
        survey->forbidden |= statement->condition->varies;
    }
    see_bytes(survey, element_info[store->buffer->element].bytes);
}

/* How often what stands there is executed, by points of the kernel. */
static double place_weight(const struct kernel *kernel, enum place place) {
    double points = 1.0;
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        points *= (double)kernel->extent[d];
    }
    return place == PLACE_BODY || place == PLACE_REDUCTION ? 1.0 : 1.0 / points;
}

static void survey_uses(struct survey *survey, const struct uses *uses) {
    const struct kernel *kernel = survey->e->kernel;
    uint32_t all = (1u << kernel->dim_count) - 1, parallel = (1u << kernel->parallel_count) - 1;
    for (size_t i = 0; i < uses->exprs.count; i++) {
        const struct used_expr *used = &uses->exprs.items[i];
        see_expr(survey, used->expr, place_weight(kernel, used->place));
    }
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (used->place != PLACE_LIBRARY) {
            double weight = (used->stores ? 1.5 : 1.0) * place_weight(kernel, used->place);
            see_affine(survey, &used->access->at, weight);
        }
        if (used->statement != NULL) {
            see_statement(survey, used->statement, used->place == PLACE_BODY ? all : parallel);
        }
    }
    for (size_t i = 0; i < uses->guards.count; i++) {
        survey->alone |= varies(kernel, &uses->guards.items[i].guard->at);
    }
}

static void survey_kernel(struct survey *survey) {
    struct emitter *e = survey->e;
    const struct kernel *kernel = e->kernel;
    struct uses uses = {0};
    kernel_uses(kernel, &uses);
    survey_uses(survey, &uses);
    uses_free(&uses);
    for (uint32_t i = 0; kernel->reduction != NULL && i < kernel->reduction->count; i++) {
        survey->scalar_only |= is_complex(kernel->reduction->types[i]);
        see_bytes(survey, compute_bytes(kernel->reduction->types[i]));
    }
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        survey->forbidden |= e->dims[d].size == 1 ? 1u << d : 0;
    }
}

/* Reductions of a strip to one value that the runtime has. */
static bool has_strip_reduction(const struct reduction *reduction) {
    if (reduction == NULL) {
        return true;
    }
    if (reduction->next != NULL || reduction->count != 1) {
        return false;
    }
    enum element type = compute_type(reduction->types[0]);
    bool is_float = type == ELEMENT_F32 || type == ELEMENT_F64;
    switch (reduction->simple) {
    case SCALAR_ADD:
    case SCALAR_MULTIPLY:
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
        return true;
    case SCALAR_AND:
    case SCALAR_OR:
    case SCALAR_XOR:
        return !is_float;
    default:
        return false;
    }
}

/* Sequential dimensions that strips may cover: for a reduction all, in a body without one the last,
 * which keeps the order of stores. */
static uint32_t sequential_candidates(const struct kernel *kernel) {
    uint32_t count = kernel->dim_count, first = kernel->parallel_count;
    if (kernel->kind != KERNEL_LOOP || count == first || !has_strip_reduction(kernel->reduction)) {
        return 0;
    }
    uint32_t all = ((1u << count) - 1) & ~((1u << first) - 1);
    return kernel->body_count > 0 ? 1u << (count - 1) : all;
}

static double score(const struct survey *survey, uint32_t d) {
    const struct emitter *e = survey->e;
    bool sequential = d >= e->kernel->parallel_count;
    double total = 0.0;
    for (size_t i = 0; i < survey->accesses.count; i++) {
        const struct seen *seen = &survey->accesses.items[i];
        int64_t stride = seen->at->stride[d];
        total += seen->weight * (stride == 1 ? 4.0 : stride == 0 || stride == -1 ? 1.0 : 0.0);
    }
    /* A strip in sequence ends in a horizontal reduction, which only pays when it is long. */
    double enough = sequential ? 64.0 : 16.0, size = (double)e->dims[d].size;
    return size < enough ? total * size / enough : total;
}

static bool collapses(const struct survey *survey, uint32_t inner, uint32_t outer) {
    int64_t size = survey->e->dims[inner].size;
    for (size_t i = 0; i < survey->accesses.count; i++) {
        const struct affine *at = survey->accesses.items[i].at;
        if (at->stride[outer] != at->stride[inner] * size) {
            return false;
        }
    }
    return true;
}

/* Adds dimensions outside the innermost while that makes strips longer at little cost. */
static void extend(const struct survey *survey, uint32_t candidates, int64_t limit) {
    struct emitter *e = survey->e;
    struct strip *strip = &e->strip;
    int64_t points = e->dims[strip->dims[0]].size;
    uint32_t last = strip->dims[0];
    for (uint32_t d = last; d-- > 0;) {
        if ((candidates & (1u << d)) == 0 || (survey->alone & (strip->mask | 1u << d)) != 0) {
            continue;
        }
        if (e->dims[last].ragged || 2 * points > limit ||
            (points >= STRIP_SHORT && !collapses(survey, last, d))) {
            break;
        }
        strip->dims[strip->count++] = d;
        strip->mask |= 1u << d;
        strip->inner = points;
        points *= e->dims[d].size;
        last = d;
    }
    strip->limit = limit / strip->inner;
}

struct strip emit_one_point(void) {
    struct integer one = {"1", true, 1};
    return (struct strip){.inner = 1, .rows = one, .n = one, .most = 1, .limit = 1};
}

/* Chooses the strip of the kernel: no dimension at all where none will do. */
void emit_plan(struct emitter *e) {
    const struct kernel *kernel = e->kernel;
    struct survey survey = {.e = e, .widest = 1};
    survey_kernel(&survey);
    uint32_t parallel = ((1u << kernel->parallel_count) - 1) & ~survey.forbidden;
    uint32_t sequential = sequential_candidates(kernel) & ~survey.forbidden;
    uint32_t best = 0;
    double best_score = -1.0;
    for (uint32_t d = 0; d < kernel->dim_count && !survey.scalar_only; d++) {
        double value = score(&survey, d);
        bool later_wins = d < kernel->parallel_count || value > best_score;
        if (((parallel | sequential) & (1u << d)) != 0 && value >= best_score && later_wins) {
            best = d;
            best_score = value;
        }
    }
    e->strip = emit_one_point();
    if (best_score >= 0.0) {
        int64_t limit = STRIP_BYTES / survey.widest;
        limit = limit > STRIP_ELEMENTS ? STRIP_ELEMENTS : limit;
        bool whole = e->form == EMIT_LOOPS && kernel->reduction == NULL;
        e->strip.dims[0] = best;
        e->strip.count = 1;
        e->strip.mask = 1u << best;
        e->strip.sequential = best >= kernel->parallel_count;
        e->strip.chunked = !whole;
        e->strip.limit = whole ? INT64_MAX : limit;
        if (!whole) {
            extend(&survey, e->strip.sequential ? sequential : parallel, limit);
        }
        int64_t outer = e->dims[e->strip.dims[e->strip.count - 1]].size;
        outer = outer < e->strip.limit ? outer : e->strip.limit;
        e->strip.most = whole ? 1 : outer * e->strip.inner;
    }
    vector_free(&survey.accesses);
}
