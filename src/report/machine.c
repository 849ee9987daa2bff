/* The machine that a program is meant for, and how long collectives take there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

/* --- its description -------------------------------------------------------------------------- */

struct unit {
    const char *name;
    double size;
};

/* "25GB/s" with the units of bytes; 0: it is no such quantity. Ends at the end of the text. */
static double quantity(const char *text, const struct unit *units) {
    char *end;
    double number = strtod(text, &end);
    for (; units->name; units++) {
        if (end != text && strcmp(end, units->name) == 0 && number > 0 && isfinite(number)) {
            return number * units->size;
        }
    }
    return 0;
}

static double seconds_of(const char *text) {
    static const struct unit units[] = {
        {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {NULL, 0}};
    return quantity(text, units);
}

static double bandwidth_of(const char *text) {
    static const struct unit units[] = {
        {"B/s", 1},        {"KB/s", 1e3},     {"MB/s", 1e6},        {"GB/s", 1e9},
        {"TB/s", 1e12},    {"KiB/s", 1024.0}, {"MiB/s", 1048576.0}, {"GiB/s", 1073741824.0},
        {"Mbit/s", 125e3}, {"Gbit/s", 125e6}, {"Tbit/s", 125e9},    {NULL, 0}};
    return quantity(text, units);
}

static double flops_of(const char *text) {
    static const struct unit units[] = {{"flop/s", 1},     {"Mflop/s", 1e6},  {"Gflop/s", 1e9},
                                        {"Tflop/s", 1e12}, {"Pflop/s", 1e15}, {NULL, 0}};
    return quantity(text, units);
}

/* "x=1us:900GB/s" or "1us:900GB/s"; `item` is a copy. */
static bool add_link(struct machine *machine, char *item) {
    struct machine_link link = {0};
    char *equals = strrchr(item, '=');
    if (equals) {
        *equals = '\0';
        link.axis = item;
        item = equals + 1;
    }
    char *colon = strchr(item, ':');
    if (!colon) {
        return false;
    }
    *colon = '\0';
    bool none = strcmp(item, "0") == 0;
    link.latency = none ? 0 : seconds_of(item);
    link.bandwidth = bandwidth_of(colon + 1);
    *vector_push(&machine->links) = link;
    return (none || link.latency > 0) && link.bandwidth > 0;
}

static bool add_item(struct machine *machine, char *item) {
    double flops = flops_of(item);
    if (flops > 0) {
        machine->flops = flops;
        return true;
    }
    return add_link(machine, item);
}

bool machine_parse(struct machine *machine, const char *text, struct arena *arena,
                   const char **error) {
    *machine = (struct machine){0};
    while (*text) {
        size_t length = strcspn(text, ",");
        char *item = arena_printf(arena, "%.*s", (int)length, text);
        if (!add_item(machine, item)) {
            *error =
                arena_printf(arena,
                             "'%.*s' describes no machine: it has links, 10us:25GB/s (a latency "
                             "and a bandwidth) or x=1us:900GB/s (of one axis), and a rate, "
                             "100Tflop/s, separated by commas",
                             (int)length, text);
            return false;
        }
        text += length;
        text += *text == ',';
    }
    return true;
}

void machine_free(struct machine *machine) {
    vector_free(&machine->links);
}

/* --- times ------------------------------------------------------------------------------------ */

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

/* Messages that follow each other: by halving and doubling where all get something of all. */
static double steps_of(enum traffic_kind kind, int64_t size) {
    double rounds = ceil(log2((double)size));
    switch (kind) {
    case TRAFFIC_ALL_REDUCE:
        return 2 * rounds;
    case TRAFFIC_ALL_TO_ALL:
        return (double)size - 1;
    case TRAFFIC_COLLECTIVE_PERMUTE:
        return 1;
    default:
        return rounds;
    }
}

double collective_seconds(const struct machine *machine, const struct collective_cost *cost,
                          int64_t size, int64_t each) {
    if (machine->links.count == 0 || each == 0 || size < 2) {
        return 0;
    }
    struct machine_link link = slowest_link(machine, cost);
    return steps_of(cost->traffic.kind, size) * link.latency + (double)each / link.bandwidth;
}

double work_seconds(const struct cost_report *report) {
    return report->machine.flops > 0 ? report->flops / report->machine.flops : 0;
}
