/* The choice of a kernel's strip: the dimensions that can be covered, made
 * longer by others where one alone is short, and of these the one that costs
 * least. */
#include "codegen/program/strips.h"
#include "codegen/program/argmax.h"
#include "codegen/program/share.h"

#include "caches.h"
#include "runs.h"

#include <math.h>
#include <string.h>

/* What the kernel's statements allow. */
struct survey {
    const struct kernel *kernel;
    const struct uses *uses;
    const struct tile_shape *tile;
    uint32_t forbidden;   /* dimensions that cannot be in a strip */
    uint32_t alone;       /* dimensions that can only be a strip by themselves: guards
                           cut them */
    int64_t limit;        /* most elements */
    struct argmax argmax; /* of the kernel's reduction */
    bool scalar_only;
};

static bool is_complex(enum element element) {
    return element == ELEMENT_C64 || element == ELEMENT_C128;
}

static void see_bytes(struct survey *survey, enum element element) {
    int64_t bytes = element_info[element].bytes;
    survey->limit = survey->limit * bytes > STRIP_BYTES ? STRIP_BYTES / bytes : survey->limit;
}

static void see_expr(struct survey *survey, const struct expr *expr) {
    see_bytes(survey, element_info[expr->type].compute);
    survey->scalar_only |= is_complex(expr->type) && expr->kind == EXPR_INDEX;
}

bool scatter_can_update(enum scalar_op op, enum element element) {
    bool has_arithmetic = (element >= ELEMENT_I8 && element <= ELEMENT_I64) ||
                          (element >= ELEMENT_U8 && element <= ELEMENT_U64) ||
                          (element >= ELEMENT_BF16 && element <= ELEMENT_F64);
    switch (op) {
    case SCALAR_NONE:
        return true;
    case SCALAR_ADD:
        return has_arithmetic || is_complex(element);
    case SCALAR_MULTIPLY:
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
        return has_arithmetic;
    default:
        return false;
    }
}

/* What stands at the computed places is read by the update alone: all values of a strip may be
 * computed before the first is stored. */
static bool can_scatter(const struct survey *survey, const struct used_access *store) {
    const struct kernel *kernel = survey->kernel;
    if (kernel->body_count + kernel->result_count != 1 || kernel->reduction != NULL ||
        kernel->kind != KERNEL_LOOP || survey->uses->guards.count > 0 ||
        !scatter_can_update(store->statement->combine, access_element(store->access))) {
        return false;
    }
    for (size_t i = 0; i < survey->uses->accesses.count; i++) {
        const struct used_access *other = &survey->uses->accesses.items[i];
        if (other != store && buffers_meet(other->buffer, store->buffer)) {
            return false;
        }
    }
    return true;
}

uint32_t statement_scatters(const struct statement *statement) {
    uint32_t varies = statement->condition != NULL ? statement->condition->varies : 0;
    for (uint32_t i = 0; i < statement->store.indirect_count; i++) {
        varies |= statement->store.indirect[i].index->varies;
    }
    return varies;
}

/* `dims`: the dimensions that the statement runs over. */
static void see_statement(struct survey *survey, const struct used_access *used, uint32_t dims) {
    const struct statement *statement = used->statement;
    const struct access *store = &statement->store;
    uint32_t scattered = statement_scatters(statement);
    if (scattered != 0 && can_scatter(survey, used)) {
        survey->forbidden |= dims & ~access_varies(survey->kernel, store);
    } else {
        survey->forbidden |= (dims & ~affine_varies(survey->kernel, &store->at)) | scattered;
    }
    see_bytes(survey, access_element(store));
}

static void survey_kernel(struct survey *survey) {
    const struct kernel *kernel = survey->kernel;
    const struct uses *uses = survey->uses;
    uint32_t all = first_dims(kernel->dim_count), parallel = first_dims(kernel->parallel_count);
    for (size_t i = 0; i < uses->exprs.count; i++) {
        see_expr(survey, uses->exprs.items[i].expr);
    }
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        if (used->statement != NULL) {
            see_statement(survey, used, used->place == PLACE_BODY ? all : parallel);
        }
    }
    for (size_t i = 0; i < uses->guards.count; i++) {
        survey->alone |= affine_varies(kernel, &uses->guards.items[i].guard->at);
    }
    for (uint32_t i = 0; kernel->reduction != NULL && i < kernel->reduction->count; i++) {
        see_bytes(survey, element_info[kernel->reduction->types[i]].compute);
    }
    for (uint32_t d = 0; d < kernel->dim_count; d++) {
        survey->forbidden |= survey->tile->size[d] == 1 ? 1u << d : 0;
    }
}

/* Reductions of a strip to one value that the runtime has. */
static bool has_strip_reduction(const struct reduction *reduction) {
    if (reduction == NULL) {
        return true;
    }
    if (reduction->next != NULL || reduction->count != 1 || reduction->in_order) {
        return false;
    }
    enum element type = element_info[reduction->types[0]].compute;
    bool is_float = type == ELEMENT_F32 || type == ELEMENT_F64;
    switch (reduction->simple) {
    case SCALAR_ADD:
        return true;
    case SCALAR_MULTIPLY:
    case SCALAR_MAXIMUM:
    case SCALAR_MINIMUM:
        return !is_complex(type);
    case SCALAR_AND:
    case SCALAR_OR:
    case SCALAR_XOR:
        return !is_float;
    default:
        return false;
    }
}

/* Sequential dimensions that strips may cover: for a reduction all, in a body
 * without one the last, which keeps the order of stores. */
static uint32_t sequential_candidates(const struct kernel *kernel, const struct argmax *argmax) {
    uint32_t count = kernel->dim_count, first = kernel->parallel_count;
    if (argmax->op != SCALAR_NONE) {
        return 1u << argmax->dim;
    }
    if (kernel->kind != KERNEL_LOOP || count == first || !has_strip_reduction(kernel->reduction)) {
        return 0;
    }
    uint32_t all = first_dims(count) & ~first_dims(first);
    return kernel->body_count > 0 ? 1u << (count - 1) : all;
}

/* Whether every affine moves through both dimensions in step. */
static bool collapses(const struct survey *survey, uint32_t inner, uint32_t outer) {
    int64_t size = survey->tile->size[inner];
    for (size_t i = 0; i < survey->uses->accesses.count; i++) {
        const struct access *access = survey->uses->accesses.items[i].access;
        if (access != NULL && access->at.stride[outer] != access->at.stride[inner] * size) {
            return false;
        }
    }
    for (size_t i = 0; i < survey->uses->exprs.count; i++) {
        const struct affine *at = &survey->uses->exprs.items[i].expr->affine;
        if (at->stride[outer] != at->stride[inner] * size) {
            return false;
        }
    }
    return true;
}

/* Whether the strip can cover dimension d too, which is outside the others. */
static bool can_extend(const struct survey *survey, uint32_t candidates,
                       const struct strip_shape *strip, uint32_t d) {
    const struct tile_shape *tile = survey->tile;
    uint32_t last = strip->dims[strip->count - 1];
    int64_t points = strip->inner * tile->size[last];
    return (candidates & (1u << d)) != 0 && (survey->alone & (strip->mask | 1u << d)) == 0 &&
           (tile->ragged & (1u << last)) == 0 && 0 < points && 2 * points <= survey->limit &&
           (points < STRIP_SHORT || collapses(survey, last, d));
}

int64_t rows_of_lines(int64_t inner) {
    int64_t rows = SDYRT_LINE_BYTES;
    while (rows > 1 && inner % 2 == 0) {
        inner /= 2;
        rows /= 2;
    }
    return rows;
}

/* Rows of which strips begin as vectors do where the first one does. */
static int64_t even_rows(int64_t rows, int64_t inner) {
    int64_t even = rows_of_lines(inner);
    return rows >= 4 * even ? rows - rows % even : rows;
}

/* Adds the next dimension outside that the strip can cover; false where there is none. */
static bool extend(const struct survey *survey, uint32_t candidates, struct strip_shape *strip) {
    uint32_t last = strip->dims[strip->count - 1];
    for (uint32_t d = last; d-- > 0;) {
        if (can_extend(survey, candidates, strip, d)) {
            strip->inner *= survey->tile->size[last];
            strip->rows = even_rows(survey->limit / strip->inner, strip->inner);
            strip->dims[strip->count++] = d;
            strip->mask |= 1u << d;
            return true;
        }
    }
    return false;
}

static bool is_run(const struct expr *expr, uint32_t d) {
    return expr->kind == EXPR_LOAD && expr->access.indirect_count == 0 &&
           expr->access.at.stride[d] == 1;
}

/* Whether the expression is a run of memory along d, in the type that it is computed in. */
static bool is_memory(const struct expr *expr, uint32_t d) {
    return is_run(expr, d) && element_info[expr->type].compute == expr->type;
}

/* Whether it is one of bf16, or for extremes of f16, that is reduced as f32, which the runtime does
 * on the way. */
static bool is_widened_memory(const struct reduction *reduction, uint32_t d) {
    const struct expr *term = reduction->term[0];
    bool is_converted =
        term->kind == EXPR_SCALAR && term->op == SCALAR_CONVERT && term->type == ELEMENT_F32;
    const struct expr *load = is_converted ? term->args[0] : term;
    bool is_extreme = reduction->simple == SCALAR_MAXIMUM || reduction->simple == SCALAR_MINIMUM;
    bool is_reduced = load->type == ELEMENT_BF16  ? is_extreme || reduction->simple == SCALAR_ADD
                      : load->type == ELEMENT_F16 ? is_extreme
                                                  : false;
    return is_reduced && reduction->types[0] == ELEMENT_F32 && is_run(load, d);
}

/* Most elements of a strip along d that is a run of memory which the reduction reads, or products
 * of two whose sum the runtime has, or numbers that it widens, and no more: it takes no room in the
 * caches, and the longer it is the better its stream of lines. 0: it is something else. */
static int64_t memory_strip(const struct kernel *kernel, const struct argmax *argmax, uint32_t d) {
    const struct reduction *reduction = kernel->reduction;
    if (reduction == NULL || reduction->guard_count > 0 || kernel->body_count > 0) {
        return 0;
    }
    const struct expr *term = reduction->term[0];
    if (argmax->op != SCALAR_NONE) {
        return is_memory(term, d) ? STRIP_PRODUCTS : 0; /* it is read twice */
    }
    if (reduction->count != 1 || reduction->next != NULL) {
        return 0;
    }
    bool is_product = term->kind == EXPR_SCALAR && term->op == SCALAR_MULTIPLY &&
                      reduction->simple == SCALAR_ADD && term->type == reduction->types[0] &&
                      (term->type == ELEMENT_F32 || term->type == ELEMENT_F64);
    if ((is_product && is_memory(term->args[0], d) && is_memory(term->args[1], d)) ||
        is_widened_memory(reduction, d)) {
        return STRIP_PRODUCTS;
    }
    return is_memory(term, d) ? STRIP_MEMORY : 0;
}

/* --- rows that are reduced together --- */

/* Whether the runtime reads them where they lie: of products there are none, these are stored. */
static bool reads_rows(const struct kernel *kernel, const struct argmax *argmax, uint32_t d) {
    return memory_strip(kernel, argmax, d) > 0 &&
           (is_memory(kernel->reduction->term[0], d) ||
            (argmax->op == SCALAR_NONE && is_widened_memory(kernel->reduction, d)));
}

/* Whether what does not vary along the rows is cheap enough to be computed for each of their
 * elements, and all else is what strips of several dimensions can be. */
static bool fits_rows(const struct used_expr *used, uint32_t rows) {
    const struct expr *expr = used->expr;
    bool is_of_row =
        is_at_every_point(used->place) && expr->varies != 0 && (expr->varies & rows) == 0;
    return !is_complex(expr->type) &&
           !(is_of_row && expr->kind == EXPR_SCALAR && operation_cost(expr->op) > 1);
}

/* Reductions of rows that the runtime has. */
static bool has_row_reduction(const struct reduction *reduction, const struct argmax *argmax) {
    enum element type = reduction->types[0];
    if (type == ELEMENT_I1) { /* sums are ors */
        return reduction->next == NULL && reduction->count == 1 &&
               (reduction->simple == SCALAR_OR || reduction->simple == SCALAR_ADD ||
                reduction->simple == SCALAR_AND || reduction->simple == SCALAR_MULTIPLY);
    }
    bool is_number = (type >= ELEMENT_I8 && type <= ELEMENT_I64) ||
                     (type >= ELEMENT_U8 && type <= ELEMENT_U64) || type == ELEMENT_F32 ||
                     type == ELEMENT_F64;
    return argmax->from_zero ||
           (is_number && (reduction->simple == SCALAR_ADD || reduction->simple == SCALAR_MAXIMUM ||
                          reduction->simple == SCALAR_MINIMUM));
}

static bool reduces_rows(const struct survey *survey, const struct strip_shape *shape) {
    const struct kernel *kernel = survey->kernel;
    const struct reduction *reduction = kernel->reduction;
    const struct uses *uses = survey->uses;
    if (!shape->sequential || reduction == NULL || !has_row_reduction(reduction, &survey->argmax) ||
        kernel->body_count > 0 || uses->guards.count > 0) {
        return false;
    }
    for (size_t i = 0; i < uses->exprs.count; i++) {
        if (!fits_rows(&uses->exprs.items[i], shape->mask)) {
            return false;
        }
    }
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct used_access *used = &uses->accesses.items[i];
        const struct statement *statement = used->statement;
        if (used->access == NULL || used->access->indirect_count > 0 ||
            (statement != NULL &&
             (statement->condition != NULL || statement->combine != SCALAR_NONE))) {
            return false;
        }
    }
    return true;
}

/* Whether the strips are pieces of their rows, and those of the rows along d follow each other in
 * memory: read one after the other they are the longer run. */
static bool is_piece(const struct survey *survey, const struct strip_shape *shape, uint32_t d,
                     int64_t length) {
    const struct expr *term = survey->kernel->reduction->term[0];
    const struct expr *load = term->kind == EXPR_LOAD ? term : term->args[0];
    uint32_t sequential = first_dims(survey->kernel->dim_count) &
                          ~first_dims(survey->kernel->parallel_count) & ~shape->mask;
    return survey->argmax.op == SCALAR_NONE && load->access.at.stride[d] == length &&
           length > STRIP_ROW && length * element_info[load->type].bytes <= STRIP_PIECE &&
           (affine_varies(survey->kernel, &load->access.at) & sequential) != 0;
}

/* The shape, where its strips are short and whole rows, or pieces of rows, with several rows at a
 * time. */
static struct strip_shape batched(const struct survey *survey, struct strip_shape shape) {
    const struct kernel *kernel = survey->kernel;
    int64_t outer = survey->tile->size[shape.dims[shape.count - 1]];
    int64_t all = 1, length = shape.inner * (outer < shape.rows ? outer : shape.rows);
    for (uint32_t d = kernel->parallel_count; d < kernel->dim_count; d++) {
        all *= survey->tile->size[d];
    }
    uint32_t d = kernel->parallel_count;
    while (d-- > 0 && survey->tile->size[d] == 1) {
    }
    bool is_memory_strip = reads_rows(kernel, &survey->argmax, shape.dims[0]);
    bool is_widened = is_memory_strip && survey->argmax.op == SCALAR_NONE &&
                      kernel->reduction->simple != SCALAR_ADD &&
                      is_widened_memory(kernel->reduction, shape.dims[0]);
    int64_t longest = is_widened        ? STRIP_PRODUCTS /* bytes as of half as many floats */
                      : is_memory_strip ? STRIP_MEMORY_ROW
                                        : STRIP_ROW;
    bool is_whole = length == all && length > 1 && length <= longest;
    if (d == UINT32_MAX || (survey->forbidden & (1u << d)) != 0 || !reduces_rows(survey, &shape) ||
        !(is_whole || (is_memory_strip && is_piece(survey, &shape, d, length)))) {
        return shape;
    }
    int64_t limit = is_memory_strip ? STRIP_MEMORY : survey->limit;
    int64_t most = STRIP_SUMS / element_info[kernel->reduction->types[0]].bytes;
    int64_t batch = limit / length < most ? limit / length : most;
    batch = batch < survey->tile->size[d] ? batch : survey->tile->size[d];
    shape.batch = batch > 1 ? batch : 0;
    shape.across = d;
    return shape;
}

/* --- the choice --- */

/* The cheapest so far. */
struct choice {
    struct strip_shape shape;
    double cost;
};

/* Takes the shape where it costs less than `part` of the best. */
static void try_shape(const struct survey *survey, const struct strip_shape *shape, double part,
                      struct choice *best) {
    struct strip_shape tried = batched(survey, *shape);
    double enough = best->shape.count == 0 ? HUGE_VAL : part * best->cost;
    double cost = strip_cost(survey->kernel, survey->uses, survey->tile, &tried, enough);
    if (cost < enough) {
        *best = (struct choice){tried, cost};
    }
}

/* Shorter pieces: where an access jumps along the strip, the lines that it touches are still in the
 * cache when the next strip wants their other elements. */
static void try_shorter(const struct survey *survey, struct strip_shape shape,
                        struct choice *best) {
    for (; shape.rows * shape.inner >= STRIP_LEAST; shape.rows /= 4) {
        try_shape(survey, &shape, WORTH_ANOTHER, best);
    }
}

/* The shape, with other loops next to it where their order is free. */
static void try_orders(const struct survey *survey, struct strip_shape shape, struct choice *best) {
    const struct kernel *kernel = survey->kernel;
    try_shape(survey, &shape, 1, best);
    if (kernel->kind != KERNEL_LOOP || shape.sequential) {
        return;
    }
    if (kernel->parallel_count < kernel->dim_count) {
        try_shorter(survey, shape, best);
        return;
    }
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        if ((shape.mask & (1u << d)) == 0 && survey->tile->size[d] > 1) {
            shape.next = d;
            try_shorter(survey, shape, best);
        }
    }
}

/* Rows of a kernel that stores them at computed places, one for each point of the last sequential
 * dimension: the runtime takes as many as there are where they lie dense in memory. */
static void try_rows(const struct survey *survey, struct choice *best) {
    const struct kernel *kernel = survey->kernel;
    uint32_t across = kernel->dim_count - 1;
    if (kernel->body_count != 1 || kernel->parallel_count == kernel->dim_count ||
        survey->scalar_only || (survey->forbidden & 1u << across) != 0 ||
        (statement_scatters(&kernel->body[0]) & 1u << across) == 0) {
        return;
    }
    const struct statement *statement = &kernel->body[0];
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        struct strip_shape shape = {
            .count = 2, .dims = {d, across}, .sequential = true, .next = NO_DIMENSION};
        int64_t columns = survey->tile->size[d];
        int64_t bytes = columns * element_info[access_element(&statement->store)].bytes;
        if (((survey->forbidden | survey->tile->ragged) & 1u << d) != 0 ||
            bytes > SDYRT_SHORT_RUN || !scatters_rows(statement, shape.count, shape.dims)) {
            continue;
        }
        const struct affine *from = &statement->value->access.at;
        bool is_dense = is_memory(statement->value, d) && from->stride[across] == columns;
        shape.mask = 1u << d | 1u << across;
        shape.inner = columns;
        shape.rows = is_dense ? survey->limit : survey->limit / columns;
        if (shape.rows > 1) {
            try_shape(survey, &shape, 1, best);
        }
    }
}

/* Instead of a single row of memory from a computed place, stored as it is, several: they need no
 * room, and the runtime fetches those that come next. */
static void try_gathered(const struct survey *survey, struct choice *best) {
    const struct kernel *kernel = survey->kernel;
    const struct statement *statement = kernel->results;
    if (kernel->kind != KERNEL_LOOP || kernel->result_count != 1 || kernel->body_count > 0 ||
        kernel->reduction != NULL || survey->scalar_only || survey->alone != 0 ||
        statement->combine != SCALAR_NONE || statement->condition != NULL ||
        statement->value->kind != EXPR_LOAD || statement->store.indirect_count > 0 ||
        element_info[statement->value->type].compute != access_element(&statement->store)) {
        return;
    }
    const struct affine *to = &statement->store.at;
    uint32_t d = best->shape.dims[0];
    for (uint32_t across = 0; across < d && best->shape.count == 1; across++) {
        struct strip_shape shape = {.count = 2, .dims = {d, across}, .next = NO_DIMENSION};
        shape.mask = 1u << d | 1u << across;
        shape.inner = survey->tile->size[d];
        shape.rows = STRIP_LEAST;
        if (((survey->forbidden & shape.mask) | (survey->tile->ragged & 1u << d)) == 0 &&
            to->stride[d] == 1 && to->stride[across] == shape.inner &&
            gathers_rows(&statement->value->access, shape.count, shape.dims) &&
            (access_varies(kernel, &statement->value->access) & 1u << across) != 0) {
            best->shape = shape;
        }
    }
}

static struct survey survey_of(const struct kernel *kernel, const struct uses *uses,
                               const struct tile_shape *tile) {
    struct survey survey = {.kernel = kernel, .uses = uses, .tile = tile, .limit = STRIP_BYTES};
    survey_kernel(&survey);
    survey.argmax = kernel_argmax(kernel);
    return survey;
}

/* Of strips along one of the dimensions at least, and no others. */
static struct choice cheapest_along(const struct survey *survey, uint32_t dims) {
    const struct kernel *kernel = survey->kernel;
    struct choice best = {.shape = {.inner = 1, .rows = 1, .next = NO_DIMENSION}};
    for (uint32_t i = 0; i < kernel->dim_count && !survey->scalar_only; i++) {
        /* Of those that cost the same the last parallel one, then the last sequential one. */
        uint32_t count = kernel->parallel_count, last = kernel->dim_count - 1;
        uint32_t d = i < count ? count - 1 - i : last - (i - count);
        if ((dims & (1u << d)) == 0) {
            continue;
        }
        uint32_t candidates =
            dims & (d < count ? first_dims(count) : first_dims(last + 1) & ~first_dims(count));
        struct strip_shape shape = {
            .count = 1, .dims = {d}, .mask = 1u << d, .inner = 1, .next = NO_DIMENSION};
        shape.sequential = d >= count;
        int64_t most = shape.sequential ? memory_strip(kernel, &survey->argmax, d) : 0;
        shape.rows = most > 0 ? most : survey->limit;
        do {
            try_orders(survey, shape, &best);
        } while (extend(survey, candidates, &shape));
    }
    return best;
}

/* Of strips along the reduction and others the cheapest for what one device has. In which order
 * terms are added follows from it: that is not to depend on how many devices are of one process,
 * nor on how their points are cut into tasks. */
static struct strip_shape cheapest_of_device(const struct kernel *kernel, const struct uses *uses) {
    struct device_uses own;
    device_uses(kernel, uses, &own);
    const struct tile_shape tile = device_tile(kernel);
    const struct survey survey = survey_of(kernel, &own.uses, &tile);
    const uint32_t dims =
        first_dims(kernel->parallel_count) | sequential_candidates(kernel, &survey.argmax);
    const struct strip_shape shape = cheapest_along(&survey, dims & ~survey.forbidden).shape;
    device_uses_free(&own);
    return shape;
}

struct strip_shape choose_strip(const struct kernel *kernel, const struct uses *uses,
                                const struct tile_shape *tile) {
    struct survey survey = survey_of(kernel, uses, tile);
    uint32_t parallel = first_dims(kernel->parallel_count) & ~survey.forbidden;
    uint32_t sequential = sequential_candidates(kernel, &survey.argmax) & ~survey.forbidden;
    if (kernel->is_of_devices && kernel->reduction != NULL && sequential != 0) {
        struct strip_shape shape = cheapest_of_device(kernel, uses);
        if (shape.sequential) {
            shape.batch = shape.across = 0;
            return batched(&survey, shape);
        }
        sequential = 0;
    }
    struct choice best = cheapest_along(&survey, parallel | sequential);
    try_rows(&survey, &best);
    try_gathered(&survey, &best);
    return best.shape;
}

bool gathers_rows(const struct access *access, uint32_t count, const uint32_t *dims) {
    bool is_row = count == 2 && access->at.stride[dims[0]] == 1;
    for (uint32_t k = 0; k < access->indirect_count && is_row; k++) {
        is_row = (access->indirect[k].index->varies & 1u << dims[0]) == 0;
    }
    return is_row;
}

bool scatters_rows(const struct statement *statement, uint32_t count, const uint32_t *dims) {
    const struct expr *condition = statement->condition;
    return gathers_rows(&statement->store, count, dims) &&
           (condition == NULL || (condition->varies & 1u << dims[0]) == 0);
}

struct tile_shape whole_tile(const struct kernel *kernel) {
    struct tile_shape tile = {.ragged = 0};
    memcpy(tile.size, kernel->extent, sizeof tile.size);
    return tile;
}
