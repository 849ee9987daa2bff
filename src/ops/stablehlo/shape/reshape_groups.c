/* A reshape as independent reshapes of neighbouring dimensions. */
#include "ops/stablehlo/shape/reshape_groups.h"

static uint32_t count_longer(const struct type *type, uint32_t first, uint32_t end) {
    uint32_t count = 0;
    for (uint32_t dim = first; dim < end; dim++) {
        count += type->dims[dim] != 1;
    }
    return count;
}

static int64_t take(const struct type *type, uint32_t *dim) {
    return *dim < type->rank ? type->dims[(*dim)++] : 1;
}

struct reshape_groups reshape_groups(const struct type *from, const struct type *to) {
    struct reshape_groups groups = {0};
    uint32_t in = 0, out = 0;
    while (in < from->rank || out < to->rank) {
        struct reshape_group group = {.in_first = in, .out_first = out};
        int64_t in_size = take(from, &in), out_size = take(to, &out);
        while ((in_size < out_size && in < from->rank) || (out_size < in_size && out < to->rank)) {
            if (in_size < out_size) {
                in_size *= take(from, &in);
            } else {
                out_size *= take(to, &out);
            }
        }
        group.in_end = in;
        group.out_end = out;
        group.in_count = count_longer(from, group.in_first, in);
        group.out_count = count_longer(to, group.out_first, out);
        groups.items[groups.count++] = group;
    }
    return groups;
}
