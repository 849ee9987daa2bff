/* Every collective with what it sends, how often, along which axes, and why it is there. */
#include <string.h>

#include "ops/op_def.h"
#include "report/report.h"

/* --- axes of groups --------------------------------------------------------------------------- */

/* Part of the position of a device in the mesh: one prime factor of an axis. */
struct digit {
    const char *axis;
    int64_t pre_size, size, stride;
    bool varies; /* among the devices of a group */
};
enum { MOST_DIGITS = 64 };
struct digits {
    struct digit items[MOST_DIGITS];
    uint32_t count;
};

/* Major to minor; false: too many. */
static bool digits_of(const struct mesh *mesh, struct digits *digits) {
    int64_t stride = mesh_device_count(mesh);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        int64_t rest = mesh->axes[i].size, pre_size = 1, prime = 2;
        while (rest > 1) {
            prime = prime * prime > rest ? rest : prime;
            if (rest % prime != 0) {
                prime++;
                continue;
            }
            if (digits->count == MOST_DIGITS) {
                return false;
            }
            stride /= prime;
            digits->items[digits->count++] = (struct digit){
                .axis = mesh->axes[i].name, .pre_size = pre_size, .size = prime, .stride = stride};
            pre_size *= prime;
            rest /= prime;
        }
    }
    return true;
}

struct group_axes {
    const struct mesh *mesh;
    int64_t devices;
    const int64_t *positions; /* of devices by their ids; NULL: the same */
    struct digits digits;
    struct pointer_map known; /* groups (interned) -> axes */
};

static int64_t position_of(const struct group_axes *axes, int64_t device) {
    return axes->positions ? axes->positions[device] : device;
}

/* The devices of the groups are those of the mesh. */
static bool are_devices(const struct group_axes *axes, struct int_list ids) {
    for (uint32_t i = 0; i < ids.count; i++) {
        if (ids.items[i] < 0 || ids.items[i] >= axes->devices) {
            return false;
        }
    }
    return true;
}

/* Marks the digits in which the devices of a group differ from the first of them. */
static void mark_group(struct group_axes *axes, const int64_t *ids, int64_t size) {
    for (int64_t i = 1; i < size; i++) {
        int64_t a = position_of(axes, ids[0]), b = position_of(axes, ids[i]);
        for (uint32_t d = 0; d < axes->digits.count; d++) {
            struct digit *digit = &axes->digits.items[d];
            digit->varies |= a / digit->stride % digit->size != b / digit->stride % digit->size;
        }
    }
}

/* The axes along which the devices of each group differ; false: groups are no such. Pairs differ
 * along axes whatever they are. */
static bool find_axes(struct group_axes *axes, const struct traffic *traffic,
                      struct axis_vector *found) {
    if (!axes->mesh || !are_devices(axes, traffic->ids)) {
        return false;
    }
    for (uint32_t d = 0; d < axes->digits.count; d++) {
        axes->digits.items[d].varies = traffic->ids.count == 0;
    }
    for (int64_t i = 0; i < (int64_t)traffic->ids.count; i += traffic->size) {
        mark_group(axes, traffic->ids.items + i, traffic->size);
    }
    int64_t size = 1;
    for (uint32_t d = 0; d < axes->digits.count; d++) {
        const struct digit *digit = &axes->digits.items[d];
        if (digit->varies) {
            size *= digit->size;
            axes_push_merge(axes->mesh, found,
                            axis_make(axes->mesh, digit->axis, digit->pre_size, digit->size));
        }
    }
    return size == traffic->size || traffic->kind == TRAFFIC_COLLECTIVE_PERMUTE;
}

static void open_group_axes(struct cost_report *report, struct group_axes *axes) {
    const struct mesh *mesh = report->mesh;
    if (!mesh || mesh_device_count(mesh) > INT64_C(1) << 20 || !digits_of(mesh, &axes->digits)) {
        return;
    }
    axes->mesh = mesh;
    axes->devices = mesh_device_count(mesh);
    if (mesh->device_id_count > 0) {
        int64_t *positions = ARENA_ARRAY(report->arena, int64_t, (size_t)axes->devices);
        for (int64_t i = 0; i < axes->devices; i++) {
            positions[mesh->device_ids[i]] = i;
        }
        axes->positions = positions;
    }
}

/* --- the collectives -------------------------------------------------------------------------- */

/* A branch: where the rows of the case at hand begin, and those of the case that sends most. */
struct choice {
    size_t first, best_first, best_end;
    int64_t best;
};
struct collector {
    struct cost_report *report;
    struct group_axes groups;
    VECTOR(struct choice) choices; /* the branches around */
};

static void set_axes(struct collector *collector, struct collective_cost *cost) {
    const void *key = cost->traffic.ids.items;
    struct arena *arena = collector->report->arena;
    struct axis_vector *known = key ? pointer_map_get(&collector->groups.known, key) : NULL;
    if (!known) {
        known = ARENA_NEW(arena, struct axis_vector);
        known->arena = arena;
        if (!find_axes(&collector->groups, &cost->traffic, known)) {
            known->arena = NULL; /* there are none */
        }
        if (key) {
            pointer_map_put(&collector->groups.known, key, known);
        }
    }
    cost->has_axes = known->arena != NULL;
    cost->axes = axes_of(known);
}

static const struct reason *reason_of(struct cost_report *report, const struct op *op) {
    if (op->reason) {
        return op->reason;
    }
    struct reason *written = ARENA_NEW(report->arena, struct reason);
    *written =
        (struct reason){.kind = REASON_WRITTEN, .operation = op->name, .location = op->location};
    return written;
}

static void note_collective(void *data, const struct op *op, struct times times,
                            const struct op *loop) {
    struct collector *collector = data;
    struct cost_report *report = collector->report;
    struct collective_cost cost = {.times = times, .places = 1, .counts = true};
    int64_t devices = report->mesh ? mesh_device_count(report->mesh) : 1;
    if (!op_traffic(op, devices, report->context, report->arena, &cost.traffic)) {
        return;
    }
    cost.type = op->operand_count ? op_operand(op, 0)->type : NULL;
    cost.reason = reason_of(report, op);
    cost.location = cost.reason->location.source ? cost.reason->location : op->location;
    cost.loop = loop ? loop->location : (struct location){0};
    set_axes(collector, &cost);
    cost.seconds = collective_seconds(report, &cost, cost.traffic.size, NULL, 0);
    *vector_push(&report->collectives) = cost;
}

/* What rows send, each as often as it runs. */
static int64_t sum_of_rows(const struct cost_report *report, size_t first, size_t end) {
    int64_t sum = 0;
    for (size_t i = first; i < end; i++) {
        const struct collective_cost *cost = &report->collectives.items[i];
        int64_t all = extent_product(cost->traffic.all, cost->times.count);
        sum = extent_sum(sum, cost->counts ? all : 0);
    }
    return sum;
}

static void leave_out(struct cost_report *report, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        report->collectives.items[i].counts = false;
    }
}

/* Of the cases of a branch the one that sends most counts. */
static void note_case(void *data, const struct op *branch, uint32_t number, bool is_end) {
    struct collector *collector = data;
    struct cost_report *report = collector->report;
    size_t rows = report->collectives.count;
    (void)branch;
    if (number == 0 && !is_end) {
        *vector_push(&collector->choices) = (struct choice){.first = rows, .best = -1};
        return;
    }
    struct choice *choice = &collector->choices.items[collector->choices.count - 1];
    int64_t sum = sum_of_rows(report, choice->first, rows);
    if (sum > choice->best) {
        if (choice->best >= 0) {
            leave_out(report, choice->best_first, choice->best_end);
        }
        choice->best = sum;
        choice->best_first = choice->first;
        choice->best_end = rows;
    } else {
        leave_out(report, choice->first, rows);
    }
    choice->first = rows;
    collector->choices.count -= is_end;
}

/* --- rows that are alike ---------------------------------------------------------------------- */

static bool same_place(struct location a, struct location b) {
    return a.source == b.source && a.offset == b.offset;
}

static bool are_alike(const struct collective_cost *a, const struct collective_cost *b) {
    return a->traffic.kind == b->traffic.kind && a->traffic.ids.items == b->traffic.ids.items &&
           a->traffic.operand == b->traffic.operand && a->type == b->type &&
           a->counts == b->counts && a->times.is_known == b->times.is_known &&
           same_place(a->loop, b->loop) && same_place(a->location, b->location) &&
           a->reason->kind == b->reason->kind && a->reason->operation == b->reason->operation &&
           a->reason->number == b->reason->number && a->reason->factors == b->reason->factors;
}

static void *row_key(const struct collective_cost *cost) {
    const uint64_t parts[] = {cost->traffic.kind,
                              (uintptr_t)cost->traffic.ids.items,
                              (uintptr_t)cost->type,
                              cost->location.offset,
                              (uint64_t)cost->reason->kind,
                              cost->reason->number,
                              cost->loop.offset,
                              cost->counts};
    return (void *)(uintptr_t)(hash_bytes(parts, sizeof parts, 0) | 1);
}

/* A function that is called more than once runs its collectives each time. */
static void join_rows(struct cost_report *report) {
    struct pointer_map rows = {0}; /* hash -> the number of a row like it, plus one */
    size_t kept = 0;
    for (size_t i = 0; i < report->collectives.count; i++) {
        struct collective_cost cost = report->collectives.items[i];
        void *key = row_key(&cost);
        size_t known = (uintptr_t)pointer_map_get(&rows, key);
        struct collective_cost *row = known ? &report->collectives.items[known - 1] : NULL;
        if (row && are_alike(row, &cost)) {
            row->times.count = extent_sum(row->times.count, cost.times.count);
            row->places++;
            continue;
        }
        report->collectives.items[kept++] = cost;
        pointer_map_put(&rows, key, (void *)(uintptr_t)kept);
    }
    report->collectives.count = kept;
    pointer_map_free(&rows);
}

/* --- sums ------------------------------------------------------------------------------------- */

static void add(struct axes_cost *sum, const struct collective_cost *cost) {
    int64_t count = cost->times.count;
    sum->collectives = extent_sum(sum->collectives, count);
    sum->each = extent_sum(sum->each, extent_product(cost->traffic.each, count));
    sum->all = extent_sum(sum->all, extent_product(cost->traffic.all, count));
    sum->seconds += cost->seconds * (double)count;
}

static struct axes_cost *sum_along(struct cost_report *report, const struct collective_cost *cost) {
    for (size_t i = 0; i < report->axes.count; i++) {
        struct axes_cost *sum = &report->axes.items[i];
        if (sum->has_axes == cost->has_axes && axes_equal(sum->axes, cost->axes)) {
            return sum;
        }
    }
    struct axes_cost *sum = vector_push(&report->axes);
    *sum = (struct axes_cost){.has_axes = cost->has_axes, .axes = cost->axes};
    return sum;
}

static void add_up(struct cost_report *report) {
    for (size_t i = 0; i < report->collectives.count; i++) {
        const struct collective_cost *cost = &report->collectives.items[i];
        if (cost->counts) {
            add(&report->total, cost);
            add(&report->kinds[cost->traffic.kind], cost);
            add(sum_along(report, cost), cost);
            report->all_known &= cost->times.is_known || cost->traffic.all == 0;
        }
    }
}

void find_collectives(struct cost_report *report) {
    struct collector collector = {.report = report};
    const struct run_visitor visitor = {note_collective, note_case, &collector};
    open_group_axes(report, &collector.groups);
    visit_run(report->entry, &visitor);
    join_rows(report);
    add_up(report);
    pointer_map_free(&collector.groups.known);
    vector_free(&collector.choices);
}
