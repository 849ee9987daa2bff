/* Results of devices against those of the global program. */
#include "verify/answers/compare.h"

#include <math.h>

#include "verify/values/alike.h"

/* The greatest of the finite real numbers of a tensor: what is much less is rounding. */
static double scale_of(const struct tensor *tensor) {
    double most = 0;
    for (int64_t i = 0; i < tensor->count * tensor->words_each; i++) {
        double magnitude = fabs(real_of(tensor->words[i]));
        most = isfinite(magnitude) && magnitude > most ? magnitude : most;
    }
    return most;
}

static bool word_equal(const struct evaluator *e, struct kind kind, uint64_t x, uint64_t y,
                       double scale) {
    if (kind.class == KIND_INTEGER || e->arithmetic.world == WORLD_FIELD) {
        return x == y;
    }
    double p = real_of(x), q = real_of(y);
    return p == q || (isnan(p) && isnan(q)) || fabs(p - q) <= 1e-6 * scale + 1e-30;
}

/* Whether two devices differ along the unreduced axes alone. */
static bool share_a_sum(const struct crossing *crossing, struct axis_list rest, int64_t a,
                        int64_t b) {
    const struct mesh *mesh = crossing->mesh;
    return axes_digit(mesh, rest, mesh_position(mesh, a)) ==
           axes_digit(mesh, rest, mesh_position(mesh, b));
}

/* What a device holds at a place; where that is a share, all shares together. */
static struct number held_at(const struct evaluator *e, const struct crossing *crossing,
                             struct lanes parts, int64_t device, int64_t at) {
    if (crossing->unreduced.count == 0) {
        return tensor_get(parts.items[device], at);
    }
    struct kind kind = kind_of(crossing->local);
    struct arena *scratch = arena_new();
    struct axis_vector all = {.arena = scratch}, rest = {.arena = scratch};
    for (uint32_t i = 0; i < crossing->mesh->axis_count; i++) {
        axes_push(&all, axis_whole(crossing->mesh->axes[i].name));
    }
    axes_difference(crossing->mesh, axes_of(&all), crossing->unreduced, &rest);
    struct number sum = number_of_integer(&e->arithmetic, kind, 0);
    for (int64_t k = 0; k < e->devices; k++) {
        if (share_a_sum(crossing, axes_of(&rest), device, k)) {
            sum = number_add(&e->arithmetic, kind, sum, tensor_get(parts.items[k], at));
        }
    }
    arena_free(scratch);
    return sum;
}

/* An element of the part of a device, by its place there. */
static struct verify_element element_at(const struct crossing *crossing, int64_t device,
                                        const struct part *part, const int64_t *place) {
    struct verify_element element = {
        .is_given = true, .device = device, .rank = crossing->whole->rank};
    for (uint32_t d = 0; d < crossing->whole->rank; d++) {
        element.local[d] = place[d];
        element.global[d] = part->begin[d] + place[d];
    }
    return element;
}

static void note_values(struct verify_element *element, const struct evaluator *e, struct kind kind,
                        struct number got, struct number expected) {
    bool is_integer = kind.class == KIND_INTEGER;
    element->has_values = is_integer || e->arithmetic.world == WORLD_REALS;
    element->got = is_integer ? (double)(int64_t)got.re : real_of(got.re);
    element->expected = is_integer ? (double)(int64_t)expected.re : real_of(expected.re);
}

bool result_is_asked(const struct crossing *crossing, int64_t device) {
    if (!type_is_tensor(crossing->whole) || crossing->unreduced.count > 0) {
        return true;
    }
    struct part part = crossing_part(crossing, device);
    return !part_is_empty(crossing, &part);
}

static bool part_equal(const struct evaluator *e, const struct crossing *crossing,
                       struct lanes parts, const struct tensor *whole, int64_t device, double scale,
                       struct verify_element *element) {
    struct part part = crossing_part(crossing, device);
    struct kind kind = kind_of(crossing->whole);
    int64_t strides[MAX_RANK], local[MAX_RANK], place[MAX_RANK] = {0};
    uint32_t rank = crossing->whole->rank;
    strides_of(crossing->whole, strides);
    strides_of(crossing->local, local);
    if (part_is_empty(crossing, &part)) {
        return true;
    }
    do {
        struct number want = tensor_get(whole, place_offset(rank, part.begin, strides) +
                                                   place_offset(rank, place, strides));
        struct number got = held_at(e, crossing, parts, device, place_offset(rank, place, local));
        if (!word_equal(e, kind, got.re, want.re, scale) ||
            (kind.class == KIND_COMPLEX && !word_equal(e, kind, got.im, want.im, scale))) {
            *element = element_at(crossing, device, &part, place);
            note_values(element, e, kind, got, want);
            return false;
        }
    } while (place_next(rank, part.extent, place));
    return true;
}

bool result_equal(const struct evaluator *e, uint32_t number, const struct crossing *crossing,
                  struct lanes parts, const struct tensor *whole, struct verify_element *element) {
    if (!type_is_tensor(crossing->whole)) {
        return true;
    }
    bool is_real =
        e->arithmetic.world == WORLD_REALS && kind_of(crossing->whole).class != KIND_INTEGER;
    double scale = is_real ? scale_of(whole) : 0;
    struct key {
        const struct tensor *part;
        int64_t begin[MAX_RANK];
    } *keys = memory_array((size_t)e->devices, sizeof *keys);
    struct alike alike;
    bool equal = true;
    alike_open(&alike, e->devices, keys, sizeof *keys);
    for (int64_t d = 0; equal && d < e->devices; d++) {
        struct part part = crossing_part(crossing, d);
        if (part_is_empty(crossing, &part)) {
            continue;
        }
        keys[d].part = parts.items[d];
        memcpy(keys[d].begin, part.begin, crossing->whole->rank * sizeof *part.begin);
        bool seen = (crossing->unreduced.count == 0 && alike_first(&alike, d) != d) ||
                    whole->is_unknown || parts.items[d]->is_unknown;
        equal = seen || part_equal(e, crossing, parts, whole, d, scale, element);
    }
    alike_close(&alike);
    memory_free(keys);
    if (!equal) {
        element->result = number;
    }
    return equal;
}

/* "0 to 3" behind what is there; false: there is no room left. */
static bool add_range(char *text, size_t size, int64_t first, int64_t last) {
    enum { ROOM = 48 };
    size_t length = strlen(text);
    const char *comma = length ? ", " : "";
    if (length + ROOM > size) {
        snprintf(text + length, size - length, ", ...");
        return false;
    }
    if (first == last) {
        snprintf(text + length, size - length, "%s%lld", comma, (long long)first);
    } else {
        snprintf(text + length, size - length, "%s%lld to %lld", comma, (long long)first,
                 (long long)last);
    }
    return true;
}

void wrong_devices(const struct evaluator *e, const struct crossing *crossing, struct lanes parts,
                   const struct tensor *whole, char *text, size_t size) {
    bool is_real =
        e->arithmetic.world == WORLD_REALS && kind_of(crossing->whole).class != KIND_INTEGER;
    double scale = is_real ? scale_of(whole) : 0;
    int64_t begin = -1;
    text[0] = '\0';
    for (int64_t d = 0; d <= e->devices; d++) {
        struct verify_element element;
        bool wrong = d < e->devices && parts.items[d] && !parts.items[d]->is_unknown &&
                     !part_equal(e, crossing, parts, whole, d, scale, &element);
        if (!wrong && begin >= 0 && !add_range(text, size, begin, d - 1)) {
            return;
        }
        begin = wrong ? (begin < 0 ? d : begin) : -1;
    }
}
