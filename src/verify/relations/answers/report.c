/* What a device holds of a value, by axes of the mesh. */
#include "verify/relations/answers/report.h"

#include <stdlib.h>

#include "sharding/devices.h"

/* Axes are bits, by their number on the mesh. */
struct holding {
    uint64_t cut[MAX_RANK]; /* along which the parts of a dimension begin elsewhere */
    int64_t halo[MAX_RANK]; /* how many elements of a part the next one has too */
    uint64_t folded;        /* whose shares have not been put together yet */
    uint64_t other;         /* along which values are other ones in other ways */
};

struct telling {
    struct prover *p;
    const struct mesh *mesh; /* NULL: nothing is cut */
    const struct view *view;
};

/* --- axes ------------------------------------------------------------------------------------- */

/* Whether the numbers of devices that only differ along the axis are other ones. */
static bool varies_along(const struct telling *t, const struct spread *spread, uint32_t axis) {
    const int64_t size = t->mesh->axes[axis].size;
    const int64_t stride =
        device_stride(t->mesh, (struct axis_ref){t->mesh->axes[axis].name, 0, 0});
    const int64_t *ids = t->mesh->device_id_count ? t->mesh->device_ids : NULL;
    for (int64_t d = 0; d < t->p->devices; d++) {
        int64_t first = d - d / stride % size * stride;
        if (spread_at(spread, ids ? ids[d] : d) != spread_at(spread, ids ? ids[first] : first)) {
            return true;
        }
    }
    return false;
}

static uint64_t axes_of_form(const struct telling *t, const struct form *form) {
    uint64_t axes = 0;
    bool fits = t->mesh && mesh_device_count(t->mesh) == t->p->devices;
    for (uint32_t i = 0; fits && form->device && i < t->mesh->axis_count && i < 64; i++) {
        axes |= (uint64_t)varies_along(t, form->device, i) << i;
    }
    return axes;
}

static uint64_t axes_of_conds(const struct telling *t, uint32_t count, const struct cond *conds) {
    uint64_t axes = 0;
    for (uint32_t i = 0; i < count; i++) {
        axes |= axes_of_form(t, &conds[i].form);
    }
    return axes;
}

/* --- coordinates ------------------------------------------------------------------------------ */

/* The dimension along which a coordinate runs; MAX_RANK: none, or several. */
static uint32_t dim_of(const struct view *view, uint32_t coordinate) {
    const struct form *form = &view->side.at[coordinate];
    uint32_t dim = MAX_RANK;
    for (uint32_t v = 0; v < view->vars.count; v++) {
        if (form->of[v] && dim != MAX_RANK && view->vars.dim[v] != dim) {
            return MAX_RANK;
        }
        dim = form->of[v] ? view->vars.dim[v] : dim;
    }
    const struct type *type = view->type;
    bool is_short = dim == MAX_RANK && term_is_leaf(view->side.term) &&
                    view->side.term->frame == type->rank && type->dims[coordinate] == 1;
    return is_short ? coordinate : dim;
}

/* Whether a fold runs along the coordinate. */
static bool is_folded(const struct proof_term *term, uint32_t coordinate) {
    for (uint32_t c = 0; term->kind == TERM_REDUCE && c < term->operand[0].term->frame; c++) {
        const struct coordinate *at = &term->operand[0].at[c];
        for (uint32_t b = 0; at->frame == (int64_t)coordinate && b < term->bounds; b++) {
            if (at->of[b]) {
                return true;
            }
        }
    }
    return false;
}

/* The least distance between places where parts begin. */
static int64_t least_step(const struct telling *t, const struct spread *spread) {
    int64_t count = t->p->devices, least = INT64_MAX;
    int64_t *sorted = memory_array((size_t)count, sizeof *sorted);
    number_fill(t->p, (struct device_number){0, spread}, sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_int64);
    for (int64_t d = 1; d < count; d++) {
        int64_t step = sorted[d] - sorted[d - 1];
        least = step && step < least ? step : least;
    }
    memory_free(sorted);
    return least;
}

/* What a part has of the next one, along a dimension with one variable. */
static int64_t halo_of(const struct telling *t, const struct form *form, uint32_t dim) {
    const struct view *view = t->view;
    for (uint32_t v = 0; v < view->vars.count; v++) {
        if (view->vars.dim[v] == dim && (form->of[v] == 1 || form->of[v] == -1)) {
            int64_t step = least_step(t, form->device);
            return vars_along(&view->vars, dim) == 1 && step < view->vars.size[v]
                       ? view->vars.size[v] - step
                       : 0;
        }
    }
    return 0;
}

static struct holding holding_of(const struct telling *t) {
    struct holding holding = {.other = 0};
    const struct view *view = t->view;
    for (uint32_t c = 0; c < view->side.term->frame; c++) {
        const struct form *form = &view->side.at[c];
        uint64_t axes = axes_of_form(t, form);
        uint32_t dim = dim_of(view, c);
        if (axes && dim < MAX_RANK) {
            holding.cut[dim] |= axes;
            int64_t halo = halo_of(t, form, dim);
            holding.halo[dim] = halo > holding.halo[dim] ? halo : holding.halo[dim];
        } else if (is_folded(view->side.term, c)) {
            holding.folded |= axes;
        } else {
            holding.other |= axes;
        }
    }
    return holding;
}

/* --- members ---------------------------------------------------------------------------------- */

static void add_axes(struct buffer *out, const struct telling *t, uint64_t axes) {
    bool any = false;
    buffer_add(out, "[");
    for (uint32_t i = 0; t->mesh && i < t->mesh->axis_count && i < 64; i++) {
        if (axes >> i & 1) {
            buffer_add(out, any ? "," : "");
            json_string(out, t->mesh->axes[i].name);
            any = true;
        }
    }
    buffer_add(out, "]");
}

static void add_dimensions(struct buffer *out, const struct telling *t,
                           const struct holding *holding) {
    buffer_add(out, ",\"dimensions\":[");
    for (uint32_t d = 0; d < t->view->type->rank; d++) {
        buffer_add(out, d ? ",{\"axes\":" : "{\"axes\":");
        add_axes(out, t, holding->cut[d]);
        buffer_printf(out, ",\"halo\":%lld}", (long long)holding->halo[d]);
    }
    buffer_add(out, "]");
}

static void add_view(struct buffer *out, const struct telling *t) {
    const struct view *view = t->view;
    struct holding holding = holding_of(t);
    uint64_t used = holding.folded | holding.other | axes_of_conds(t, view->conds, view->cond) |
                    axes_of_conds(t, view->limits, view->limit);
    add_dimensions(out, t, &holding);
    for (uint32_t d = 0; d < view->type->rank; d++) {
        used |= holding.cut[d];
    }
    buffer_add(out, ",\"partial\":");
    add_axes(out, t, holding.folded);
    buffer_add(out, ",\"other\":");
    add_axes(out, t, holding.other);
    buffer_add(out, ",\"replicated\":");
    add_axes(out, t, ~used);
    if (view->conds) {
        struct buffer other = {0};
        const struct view filled = {.type = view->type, .side = side_of_constant(view->other)};
        view_print(t->p, &other, &filled);
        json_add_text(out, "outside", other.text);
        buffer_free(&other);
    }
    json_add_text(out, "padding", view->limits ? "unknown" : "none");
}

static const struct mesh *mesh_of(const struct border *border) {
    const struct mesh *mesh = NULL;
    for (uint32_t i = 0; !mesh && i < border->argument_count; i++) {
        mesh = border->arguments[i].mesh;
    }
    for (uint32_t i = 0; !mesh && i < border->result_count; i++) {
        mesh = border->results[i].mesh;
    }
    return mesh;
}

static void add_place(struct buffer *out, struct location location) {
    struct line_column at = location_line_column(location);
    json_add_number(out, "line", at.line);
    json_add_number(out, "column", at.column);
}

/* The operation whose region the block is in; nothing of that of the whole program. */
static void add_surroundings(struct buffer *out, const struct relating *r,
                             const struct block *block) {
    const struct op *around = block->region->op;
    if (block == r->main) {
        return;
    }
    buffer_add(out, ",\"inside\":{\"operation\":");
    json_string(out, around->name);
    add_place(out, around->location);
    json_add_number(out, "region", block->region - around->regions);
    buffer_add(out, "}");
}

void relations_tell(struct relating *r, const struct block *block, const struct op *op,
                    uint32_t number, const struct view *view) {
    struct telling telling = {&r->prover, mesh_of(r->border), view};
    struct buffer text = {0}, json = {0};
    const struct value *value = op ? op_result(op, number) : block->arguments[number];
    buffer_add(&json, "{\"operation\":");
    json_string(&json, op ? op->name : "argument");
    if (op) {
        add_place(&json, op->location);
    }
    json_add_number(&json, "number", number);
    add_surroundings(&json, r, block);
    print_type(&text, value->type);
    json_add_text(&json, "type", text.text);
    buffer_free(&text);
    if (view) {
        add_view(&json, &telling);
    }
    view_print(&r->prover, &text, view);
    json_add_text(&json, "is", text.text);
    buffer_add(&json, "}");
    r->listener(
        r->listener_data,
        &(struct verify_holding){
            .value = value, .op = op, .number = number, .json = json.text, .is = text.text});
    buffer_free(&text);
    buffer_free(&json);
}
