/* How long collectives take on the machine that is described.
 *
 * Along one axis a collective takes steps, each the latency of the link, and its bytes by the
 * bandwidth (R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
 * Operations in MPICH", 2005; for all-to-alls J. Bruck et al., 1997). Along several axes it is done
 * axis by axis, in the order that takes least time: a sum is scattered along the first, summed
 * along the others, and gathered along the first. Or all devices are one group, whose slowest link
 * decides, where that is faster. */
#include <math.h>
#include <string.h>

#include "report/report.h"

enum { MOST_AXES_ORDERED = 6 }; /* of more axes only their own order is looked at */

/* Along one axis. */
struct way {
    struct machine_link link;
    double devices;
};
struct ways {
    struct way items[MOST_AXES_ORDERED];
    uint32_t count;
    double launch;
};

static const struct machine_link *link_of(const struct machine *machine, const char *axis) {
    const struct machine_link *others = NULL;
    for (size_t i = 0; i < machine->links.count; i++) {
        const struct machine_link *link = &machine->links.items[i];
        if (link->axis && strcmp(link->axis, axis) == 0) {
            return link;
        }
        others = link->axis ? others : link;
    }
    return others;
}

static void take_slower(struct machine_link *slowest, const struct machine_link *link) {
    if (link) {
        slowest->latency = fmax(slowest->latency, link->latency);
        slowest->bandwidth = fmin(slowest->bandwidth, link->bandwidth);
    }
}

/* Of what a group crosses, the slowest; of other groups, of all. Where nothing is known it takes no
 * time. */
static struct machine_link slowest_link(const struct machine *machine,
                                        const struct collective_cost *cost) {
    struct machine_link slowest = {.bandwidth = INFINITY};
    if (cost->has_axes) {
        for (uint32_t i = 0; i < cost->axes.count; i++) {
            take_slower(&slowest, link_of(machine, cost->axes.items[i].name));
        }
    } else {
        for (size_t i = 0; i < machine->links.count; i++) {
            take_slower(&slowest, &machine->links.items[i]);
        }
    }
    return slowest;
}

/* Straight to each owner, or by Bruck's rounds, in each of which half of the operand goes on. */
static double all_to_all_seconds(const struct way *way, double bytes) {
    double n = way->devices, rounds = ceil(log2(n));
    double direct = (n - 1) * way->link.latency + (n - 1) / n * bytes / way->link.bandwidth;
    double by_rounds = rounds * (way->link.latency + bytes / 2 / way->link.bandwidth);
    return fmin(direct, by_rounds);
}

/* Along one axis, of an operand of so many bytes. */
static double phase_seconds(enum traffic_kind kind, const struct way *way, double launch,
                            double bytes) {
    double n = way->devices, rounds = ceil(log2(n)), part = (n - 1) / n;
    double latency = way->link.latency, bandwidth = way->link.bandwidth;
    switch (kind) {
    case TRAFFIC_ALL_REDUCE:
        return launch + 2 * rounds * latency + 2 * part * bytes / bandwidth;
    case TRAFFIC_ALL_GATHER:
        return launch + rounds * latency + (n - 1) * bytes / bandwidth;
    case TRAFFIC_REDUCE_SCATTER:
        return launch + rounds * latency + part * bytes / bandwidth;
    case TRAFFIC_ALL_TO_ALL:
        return launch + all_to_all_seconds(way, bytes);
    case TRAFFIC_COLLECTIVE_PERMUTE:
        return launch + latency + bytes / bandwidth;
    default:
        return launch + rounds * latency + bytes / bandwidth;
    }
}

static double ordered_seconds(enum traffic_kind kind, const struct ways *ways, uint32_t left,
                              double bytes);

/* First along one way, then along those that are left. */
static double first_along(enum traffic_kind kind, const struct ways *ways, uint32_t first,
                          uint32_t left, double bytes) {
    const struct way *way = &ways->items[first];
    double n = way->devices, launch = ways->launch;
    if (left == 0) {
        return phase_seconds(kind, way, launch, bytes);
    }
    switch (kind) {
    case TRAFFIC_ALL_REDUCE:
        return phase_seconds(TRAFFIC_REDUCE_SCATTER, way, launch, bytes) +
               ordered_seconds(kind, ways, left, bytes / n) +
               phase_seconds(TRAFFIC_ALL_GATHER, way, launch, bytes / n);
    case TRAFFIC_REDUCE_SCATTER:
        return phase_seconds(kind, way, launch, bytes) +
               ordered_seconds(kind, ways, left, bytes / n);
    case TRAFFIC_ALL_GATHER:
        return phase_seconds(kind, way, launch, bytes) +
               ordered_seconds(kind, ways, left, bytes * n);
    default:
        return phase_seconds(kind, way, launch, bytes) + ordered_seconds(kind, ways, left, bytes);
    }
}

/* The least time over all orders of the ways in the set `left`. */
static double ordered_seconds(enum traffic_kind kind, const struct ways *ways, uint32_t left,
                              double bytes) {
    double best = INFINITY;
    for (uint32_t i = 0; i < ways->count; i++) {
        if (left >> i & 1) {
            best = fmin(best, first_along(kind, ways, i, left & ~(1u << i), bytes));
        }
    }
    return best;
}

/* The ways of a group along axes; none: they are not taken one by one. */
static struct ways ways_of(const struct cost_report *report, const struct collective_cost *cost,
                           const char *resized, int64_t size) {
    struct ways ways = {.launch = report->machine.launch};
    bool one_by_one = cost->has_axes && cost->axes.count <= MOST_AXES_ORDERED &&
                      cost->traffic.kind != TRAFFIC_COLLECTIVE_PERMUTE;
    for (uint32_t i = 0; one_by_one && i < cost->axes.count; i++) {
        struct axis_ref axis = cost->axes.items[i];
        bool is_resized = resized && strcmp(axis.name, resized) == 0 && axis_is_whole(axis);
        const struct machine_link *link = link_of(&report->machine, axis.name);
        double devices = (double)(is_resized ? size : axis_size(report->mesh, axis));
        if (devices > 1) {
            ways.items[ways.count++] =
                (struct way){link ? *link : (struct machine_link){.bandwidth = INFINITY}, devices};
        }
    }
    return ways;
}

double collective_seconds(const struct cost_report *report, const struct collective_cost *cost,
                          int64_t group, const char *resized, int64_t size) {
    const struct machine *machine = &report->machine;
    enum traffic_kind kind = cost->traffic.kind;
    double bytes = (double)cost->traffic.operand;
    if (machine->links.count == 0 || group < 2 || cost->traffic.each == 0) {
        return 0;
    }
    struct way flat = {slowest_link(machine, cost), (double)group};
    struct ways ways = ways_of(report, cost, resized, size);
    double together = phase_seconds(kind, &flat, machine->launch, bytes);
    return ways.count < 2
               ? together
               : fmin(together, ordered_seconds(kind, &ways, (1u << ways.count) - 1, bytes));
}
