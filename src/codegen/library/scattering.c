#include "codegen/library/scattering.h"

#include "codegen/program/print.h"
#include "codegen/program/strips.h"
#include "codegen/program/visit.h"
#include "scatter_plan.h"

/* --- what is asked --- */

static enum sdyrt_scatter_op update_of(enum scalar_op op) {
    switch (op) {
    case SCALAR_NONE:
        return SDYRT_SCATTER_SET;
    case SCALAR_ADD:
        return SDYRT_SCATTER_ADD;
    case SCALAR_MULTIPLY:
        return SDYRT_SCATTER_MUL;
    case SCALAR_MAXIMUM:
        return SDYRT_SCATTER_MAX;
    case SCALAR_MINIMUM:
        return SDYRT_SCATTER_MIN;
    default:
        sdyc_bug("no strip is scattered by operation %d", (int)op);
    }
}

/* Elements that are only moved are so many bytes. */
static enum sdyrt_scatter_type type_of(enum scalar_op op, enum element element) {
    static const enum sdyrt_scatter_type types[ELEMENT_COUNT] = {
        [ELEMENT_I8] = SDYRT_SCATTER_I8,     [ELEMENT_I16] = SDYRT_SCATTER_I16,
        [ELEMENT_I32] = SDYRT_SCATTER_I32,   [ELEMENT_I64] = SDYRT_SCATTER_I64,
        [ELEMENT_U8] = SDYRT_SCATTER_U8,     [ELEMENT_U16] = SDYRT_SCATTER_U16,
        [ELEMENT_U32] = SDYRT_SCATTER_U32,   [ELEMENT_U64] = SDYRT_SCATTER_U64,
        [ELEMENT_F32] = SDYRT_SCATTER_F32,   [ELEMENT_F64] = SDYRT_SCATTER_F64,
        [ELEMENT_BF16] = SDYRT_SCATTER_BF16, [ELEMENT_F16] = SDYRT_SCATTER_F16,
        [ELEMENT_C64] = SDYRT_SCATTER_C64,   [ELEMENT_C128] = SDYRT_SCATTER_C128,
    };
    if (op != SCALAR_NONE) {
        return types[element];
    }
    switch (element_info[element].bytes) {
    case 1:
        return SDYRT_SCATTER_U8;
    case 2:
        return SDYRT_SCATTER_U16;
    case 4:
        return SDYRT_SCATTER_U32;
    case 8:
        return SDYRT_SCATTER_U64;
    default:
        return SDYRT_SCATTER_BITS_128;
    }
}

const struct expr *scatter_added_number(const struct statement *statement) {
    const struct expr *value = statement->value;
    bool is_widened = statement->combine == SCALAR_ADD && value->kind == EXPR_SCALAR &&
                      value->op == SCALAR_CONVERT && value->type == ELEMENT_F64 &&
                      value->args[0]->type == ELEMENT_F32;
    return is_widened ? value->args[0] : NULL;
}

struct sdyrt_scatter scatter_describe(const struct statement *statement, bool wide,
                                      int64_t columns) {
    const enum element element = access_element(&statement->store);
    const bool is_widened = scatter_added_number(statement) != NULL;
    return (struct sdyrt_scatter){.op = update_of(statement->combine),
                                  .type = is_widened ? SDYRT_SCATTER_F64_OF_F32
                                                     : type_of(statement->combine, element),
                                  .wide = wide,
                                  .columns = columns};
}

/* --- how it is done --- */

ROUTE_FAMILY(sdyrt_scatter_plan, sdyrt_scatter_plan_by, sdyrt_scatter_choose, .name = "scatter",
             .routes = SDYRT_SCATTER_ROUTE_COUNT, .route_name = sdyrt_scatter_route_name,
             .sentence = sdyrt_scatter_route_sentence, .part = sdyrt_scatter_route_part);

const struct route_plans *scatter_plans(struct arena *arena, const struct sdyrt_scatter *what) {
    return route_plans_make(arena, &family, what);
}

/* --- dumps --- */

static struct strip_shape strip_of_tile(const struct kernel *kernel) {
    struct uses uses = {0};
    struct tile_shape tile = whole_tile(kernel);
    for (uint32_t d = 0; d < kernel->parallel_count; d++) {
        tile.size[d] = kernel->tile[d] > 0 ? kernel->tile[d] : tile.size[d];
    }
    kernel_uses(kernel, &uses);
    const struct strip_shape shape = choose_strip(kernel, &uses, &tile);
    uses_free(&uses);
    return shape;
}

void scatter_print_route(struct printer *printer, const struct kernel *kernel) {
    if (kernel->kind != KERNEL_LOOP || kernel->body_count != 1 ||
        statement_scatters(&kernel->body[0]) == 0) {
        return;
    }
    const struct statement *statement = &kernel->body[0];
    const struct strip_shape shape = strip_of_tile(kernel);
    if ((statement_scatters(statement) & shape.mask) == 0) {
        return;
    }
    const bool has_rows = scatters_rows(statement, shape.count, shape.dims);
    const struct sdyrt_scatter what =
        scatter_describe(statement, false, has_rows ? shape.inner : 0);
    struct arena *arena = arena_new();
    route_print(printer, scatter_plans(arena, &what));
    arena_free(arena);
}
