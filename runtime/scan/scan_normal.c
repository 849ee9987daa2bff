/* The normal form of a scan: its lines in the order in which they are gone through, in as few
   dimensions as they can have. */
#include "scan_kernels.h"
#include "scan_plan.h"
#include "walk_order.h"

static void add_outer(struct sdyrt_scan *what, struct walk_dim dim, int64_t bytes) {
    what->outer_size[what->rank] = dim.size;
    what->outer_from[what->rank] = dim.from / bytes;
    what->outer_to[what->rank++] = dim.to / bytes;
}

/* A sum of complex numbers is two of real ones. */
static int64_t real_type(const struct sdyrt_scan *what) {
    const int64_t type = what->type;
    return what->op != SDYRT_SCAN_SUM ? type
           : type == SDYRT_SCAN_C64   ? SDYRT_SCAN_F32
           : type == SDYRT_SCAN_C128  ? SDYRT_SCAN_F64
                                      : type;
}

/* Whether lines lie side by side in both operands along the dimension. */
static int has_columns(const struct walk_dim *dim, int64_t bytes) {
    return dim->from == bytes && dim->to == bytes;
}

struct sdyrt_scan sdyrt_scan_normal(const struct sdyrt_scan *what) {
    const int64_t type = real_type(what), halves = type == what->type ? 1 : 2;
    const int64_t bytes = (int64_t)sdyrt_scan_element_bytes(type), whole = halves * bytes;
    struct walk_order outer = {.from = what->from_offset * whole, .to = what->to_offset * whole};
    struct walk_dim line = {what->size, what->from * whole, what->to * whole};
    struct sdyrt_scan normal = {.type = type,
                                .op = what->op,
                                .reverse = what->reverse,
                                .exclusive = what->exclusive,
                                .in_order = what->in_order,
                                .size = what->size};
    int64_t lines = 1;
    if (line.to < 0 && line.size > 0) {
        walk_turn(&outer, &line);
        normal.reverse = !what->reverse;
    }
    for (int64_t k = 0; k < what->rank; k++) {
        lines *= what->outer_size[k];
        walk_insert(&outer, (struct walk_dim){what->outer_size[k], what->outer_from[k] * whole,
                                              what->outer_to[k] * whole});
    }
    walk_insert(&outer, (struct walk_dim){halves, bytes, bytes});
    walk_merge(&outer);
    for (int64_t k = 0; k < outer.rank; k++) {
        add_outer(&normal, outer.dims[k], bytes);
    }
    if (outer.rank == 0 || !has_columns(&outer.dims[outer.rank - 1], bytes)) {
        add_outer(&normal, (struct walk_dim){1, bytes, bytes}, bytes);
    }
    normal.size = lines == 0 ? 0 : normal.size;
    normal.from = line.from / bytes;
    normal.to = line.to / bytes;
    normal.from_offset = outer.from / bytes;
    normal.to_offset = outer.to / bytes;
    return normal;
}
