/* Which devices a program's devices read at, where that depends on the device alone: of permutes,
 * shifts and transposes of mesh axes. */
#include "codegen/graph/graph.h"
#include "support/limits.h"

/* The digit of the device that a device reads at along an axis; false: it depends on more than the
 * device. */
static bool source_digit(const struct graph *graph, const struct read_coordinate *coordinate,
                         int64_t position, int64_t *digit) {
    int64_t moved = 0;
    *digit = coordinate->at.offset;
    for (uint32_t d = 0; d < KERNEL_DIMS; d++) {
        if (coordinate->at.stride[d] != 0 && d >= graph->instances.count) {
            return false;
        }
        *digit += coordinate->at.stride[d] != 0
                      ? coordinate->at.stride[d] * instance_digit(graph, d, position)
                      : 0;
    }
    if (coordinate->dynamic) {
        if (!term_on_device(graph, coordinate->dynamic, position, &moved)) {
            return false;
        }
        *digit += moved < 0 ? 0 : moved > coordinate->most ? coordinate->most : moved;
    }
    return true;
}

/* The device that one reads at; -1: outside of the mesh, where a guard forbids to read. */
static bool source_of(const struct graph *graph, const struct term *read, int64_t position,
                      int64_t *source) {
    bool is_inside = true;
    *source = position;
    for (uint32_t a = 0; a < read->node->lead; a++) {
        const struct instance_axis *axis = &graph->instances.axes[a];
        int64_t digit;
        if (!(read->node->axes >> a & 1)) {
            continue;
        }
        if (!source_digit(graph, &read->coordinates[a], position, &digit)) {
            return false;
        }
        is_inside = is_inside && digit >= 0 && digit < axis->size;
        *source += (digit - instance_digit(graph, a, position)) * axis->stride;
    }
    *source = is_inside ? *source : -1;
    return true;
}

/* By position, the devices that a read looks at, where that depends on the device alone; else NULL.
 */
const int64_t *read_sources(const struct graph *graph, const struct term *read) {
    int64_t devices = graph->instances.devices;
    if (read->groups || devices > LIMIT_DEVICES) {
        return NULL;
    }
    int64_t *sources = ARENA_ARRAY(graph->arena, int64_t, (size_t)devices);
    for (int64_t p = 0; p < devices; p++) {
        if (!source_of(graph, read, p, &sources[p])) {
            return NULL;
        }
    }
    return sources;
}

/* What of a source tells it from others: its rank, and which of that rank's instances it has. */
static int64_t source_place(const struct graph *graph, const struct node *node, int64_t source) {
    int64_t place = source < 0 ? -1 : instance_rank(&graph->instances, source);
    for (uint32_t a = 0; a < node->lead && source >= 0; a++) {
        if (node->axes >> a & 1 && !(graph->instances.rank_axes >> a & 1)) {
            place = place * graph->instances.axes[a].size + instance_digit(graph, a, source);
        }
    }
    return place;
}

/* The axes within a rank along which its devices read at different places. */
uint32_t source_axes(const struct graph *graph, const struct node *node, const int64_t *sources) {
    uint32_t axes = 0;
    for (uint32_t a = 0; a < graph->instances.count; a++) {
        bool is_own = !(graph->instances.rank_axes >> a & 1);
        for (int64_t p = 0; p < graph->instances.devices && is_own; p++) {
            int64_t first = p - instance_digit(graph, a, p) * graph->instances.axes[a].stride;
            bool differs =
                source_place(graph, node, sources[p]) != source_place(graph, node, sources[first]);
            axes |= differs ? 1u << a : 0;
        }
    }
    return axes;
}
