/* What devices send each other in a collective. */
#include "codegen/traffic.h"

#include "codegen/graph/graph.h"
#include "codegen/library/exchanges.h"
#include "ops/attrs/attrs.h"
#include "ops/op_def.h"
#include "sharding/devices.h"

#include "schedule.h"

const char *traffic_name(enum traffic_kind kind) {
    static const char *const names[TRAFFIC_KINDS] = {
        "all_reduce",         "all_gather",           "reduce_scatter",    "all_to_all",
        "collective_permute", "collective_broadcast", "collective_reduce",
    };
    return names[kind];
}

int64_t value_bytes(const struct type *type) {
    if (!type_is_static(type)) {
        return 0;
    }
    return extent_product(type_count(type), type_bytes(type->element));
}

/* --- by the schedules of ranks ---------------------------------------------------------------- */

/* What a device sends in one exchange or two, each of which is a device's. */
struct exchanges {
    uint32_t count;
    struct sdyrt_exchange items[2];
};

/* Each of a group gives so many elements to each other: the same, or a part of its own. */
static void add_exchange(struct exchanges *list, int64_t kind, int64_t members, int64_t elements,
                         int64_t bytes) {
    const int64_t apart = kind == SDYRT_SUM ? 0 : elements;
    list->items[list->count++] =
        (struct sdyrt_exchange){.kind = kind,
                                .bytes = bytes,
                                .rank = 2,
                                .size = {members, elements},
                                .from = {kind == SDYRT_GATHER ? 0 : apart, 1},
                                .to = {kind == SDYRT_SCATTER ? 0 : apart, 1},
                                .peer = {1, 0}};
}

/* A sum as ranks make it (graph/collectives.c): as a tree, or each adds up its part for all, or, of
 * little, each gets all terms. */
static void add_sum(struct exchanges *list, int64_t members, int64_t elements,
                    const struct traffic_operand *operand) {
    if (operand->adds && sdyrt_sums_by_tree(members)) {
        add_exchange(list, SDYRT_SUM, members, elements, operand->element);
    } else if (exchange_sums_by_parts(members, operand->bytes)) {
        const int64_t part = (elements + members - 1) / members;
        add_exchange(list, SDYRT_PARTS, members, part, operand->element);
        add_exchange(list, SDYRT_GATHER, members, part, operand->element);
    } else {
        add_exchange(list, SDYRT_GATHER, members, elements, operand->element);
    }
}

/* The exchanges of a collective of so many devices; of other kinds there are none. */
static struct exchanges exchanges_of(enum traffic_kind kind, int64_t members,
                                     const struct traffic_operand *operand) {
    struct exchanges list = {.count = 0};
    const int64_t elements = operand->bytes / operand->element;
    const bool has_parts = kind == TRAFFIC_REDUCE_SCATTER || kind == TRAFFIC_ALL_TO_ALL;
    if (members < 2 || elements < 1) {
        return list;
    }
    if (kind == TRAFFIC_ALL_REDUCE) {
        add_sum(&list, members, elements, operand);
    } else if (has_parts && elements % members == 0) {
        const bool in_turns = kind == TRAFFIC_REDUCE_SCATTER && operand->adds &&
                              exchange_sums_in_turns(members, operand->bytes / members);
        add_exchange(&list, in_turns ? SDYRT_SCATTER : SDYRT_PARTS, members, elements / members,
                     operand->element);
    }
    return list;
}

static void add_sent(const struct sdyrt_action *action, void *sent) {
    *(int64_t *)sent += action->kind == SDYRT_SEND ? action->bytes : 0;
}

static int64_t member_sends(const struct sdyrt_exchange *what, int64_t member) {
    const struct sdyrt_parties parties = {.rank = member, .count = what->size[0]};
    int64_t sent = 0;
    sdyrt_schedule(what, &parties, add_sent, &sent);
    return sent;
}

/* All members send as much; of sums those send most that keep the larger halves, the first among
 * them. */
static int64_t members_send(const struct sdyrt_exchange *what) {
    int64_t sent = 0;
    if (what->kind != SDYRT_SUM) {
        return extent_product(what->size[0], member_sends(what, 0));
    }
    for (int64_t member = 0; member < what->size[0]; member++) {
        sent += member_sends(what, member);
    }
    return sent;
}

/* --- by the table of traffic.h ---------------------------------------------------------------- */

/* What `count` devices of a group send together, where no exchange says it. */
static int64_t table_sends(enum traffic_kind kind, int64_t count, int64_t operand) {
    int64_t once = count > 0 ? extent_product(count - 1, operand) : 0;
    return kind == TRAFFIC_ALL_GATHER ? extent_product(count, once) : once;
}

static int64_t group_sends(const struct traffic *traffic, int64_t count) {
    int64_t sent = 0;
    for (uint32_t i = 0; i < traffic->operand_count; i++) {
        const struct traffic_operand *operand = &traffic->operands[i];
        const struct exchanges list = exchanges_of(traffic->kind, count, operand);
        for (uint32_t e = 0; e < list.count; e++) {
            sent = extent_sum(sent, members_send(&list.items[e]));
        }
        if (list.count == 0) {
            sent = extent_sum(sent, table_sends(traffic->kind, count, operand->bytes));
        }
    }
    return sent;
}

int64_t traffic_device_sends(const struct traffic *traffic, int64_t count) {
    const enum traffic_kind kind = traffic->kind;
    int64_t sent = 0, together = 0; /* as scheduled, and by the table by all */
    if (kind == TRAFFIC_COLLECTIVE_BROADCAST || kind == TRAFFIC_COLLECTIVE_REDUCE) {
        return count > 1 ? traffic->operand : 0;
    }
    for (uint32_t i = 0; i < traffic->operand_count && count > 0; i++) {
        const struct traffic_operand *operand = &traffic->operands[i];
        const struct exchanges list = exchanges_of(kind, count, operand);
        for (uint32_t e = 0; e < list.count; e++) {
            sent = extent_sum(sent, member_sends(&list.items[e], 0));
        }
        if (list.count == 0) {
            together = extent_sum(together, table_sends(kind, count, operand->bytes));
        }
    }
    return count > 0 ? sent + together / count + (together % count != 0) : 0;
}

static void add_group(struct traffic *traffic, int64_t count) {
    int64_t each = traffic_device_sends(traffic, count);
    traffic->all = extent_sum(traffic->all, group_sends(traffic, count));
    traffic->each = each > traffic->each ? each : traffic->each;
}

/* Groups of one size. */
static void add_groups(struct traffic *traffic, int64_t groups, int64_t size) {
    add_group(traffic, size);
    traffic->all = extent_product(groups, traffic->all);
    traffic->groups = groups;
    traffic->size = size;
}

static void add_pairs(struct traffic *traffic, const int64_t *pairs, int64_t count) {
    int64_t moving = 0;
    for (int64_t i = 0; i < count; i++) {
        moving += pairs[2 * i] != pairs[2 * i + 1];
    }
    traffic->ids = (struct int_list){.items = pairs, .count = (uint32_t)(2 * count)};
    traffic->groups = count;
    traffic->size = 2;
    traffic->all = extent_product(moving, traffic->operand);
    traffic->each = moving > 0 ? traffic->operand : 0;
}

/* --- of stablehlo: replica groups ------------------------------------------------------------- */

/* What is asked of one operation; `is_collective`: its hook answered. */
struct traffic_builder {
    int64_t devices;
    struct context *context;
    struct arena *scratch;
    struct traffic *traffic;
    bool is_collective;
};

/* The numbers of a dense attribute, however many. */
static struct int_list numbers_of(const struct traffic_builder *builder, const struct attr *dense) {
    struct int_list list = {0};
    if (!dense || attr_integers(dense, &list.count, &list.items) || dense->kind != ATTR_DENSE ||
        !type_is_integer(type_element(dense->type), 0)) {
        return list;
    }
    int64_t count = type_count(dense->type);
    int64_t *numbers = ARENA_ARRAY(builder->scratch, int64_t, (size_t)count);
    for (int64_t i = 0; i < count; i++) {
        numbers[i] = attr_dense_integer(dense, i);
    }
    return (struct int_list){.items = numbers, .count = (uint32_t)count};
}

static void add_listed(struct traffic *traffic, const struct attr *listed, struct int_list ids) {
    traffic->ids = ids;
    traffic->groups = listed->type->dims[0];
    traffic->size = listed->type->dims[1];
    for (int64_t group = 0; group < traffic->groups; group++) {
        const int64_t *members = ids.items + group * traffic->size;
        int64_t count = 0;
        for (int64_t i = 0; i < traffic->size; i++) {
            count += members[i] >= 0;
        }
        add_group(traffic, count);
    }
}

static struct traffic *begin(struct traffic_builder *builder, enum traffic_kind kind) {
    builder->is_collective = true;
    builder->traffic->kind = kind;
    return builder->traffic;
}

void traffic_none(const struct op *op, struct traffic_builder *builder) {
    (void)op;
    (void)builder;
}

/* Groups that were axes of a mesh have been listed by now. */
void traffic_in_groups(const struct op *op, struct traffic_builder *builder,
                       enum traffic_kind kind) {
    struct traffic *traffic = begin(builder, kind);
    const struct attr *attr = op_property(op, "replica_groups");
    struct int_list ids = numbers_of(builder, attr);
    if (ids.count > 0 && attr->type->rank == 2) {
        add_listed(traffic, attr, ids);
    } else {
        add_groups(traffic, 1, builder->devices);
    }
}

void traffic_in_pairs(const struct op *op, struct traffic_builder *builder) {
    struct int_list pairs = numbers_of(builder, op_property(op, "source_target_pairs"));
    add_pairs(begin(builder, TRAFFIC_COLLECTIVE_PERMUTE), pairs.items, pairs.count / 2);
}

/* --- of sdy: axes ----------------------------------------------------------------------------- */

void traffic_along(const struct op *op, struct traffic_builder *builder, enum traffic_kind kind,
                   int64_t size) {
    add_groups(begin(builder, kind), mesh_device_count(op_out_mesh(op)) / size, size);
}

void traffic_along_lists(const struct op *op, struct traffic_builder *builder,
                         enum traffic_kind kind, const char *name) {
    const struct axis_lists *lists = attr_as_axis_lists(op_property(op, name));
    int64_t size = 1;
    for (uint32_t i = 0; i < lists->count; i++) {
        size *= axes_size(op_out_mesh(op), lists->items[i]);
    }
    traffic_along(op, builder, kind, size);
}

void traffic_by_shardings(const struct op *op, struct traffic_builder *builder) {
    const struct attr *to = op_property(op, "out_sharding");
    const struct attr *from = value_sharding(builder->context, op_operand(op, 0));
    from = from ? from : sharding_empty_like(builder->context, attr_as_sharding(to), true);
    const struct mesh *from_mesh = sharding_mesh(op, attr_as_sharding(from));
    const int64_t *pairs = device_pairs(builder->scratch, from_mesh, attr_as_sharding(from),
                                        op_out_mesh(op), attr_as_sharding(to));
    add_pairs(begin(builder, TRAFFIC_COLLECTIVE_PERMUTE), pairs,
              mesh_device_count(op_out_mesh(op)));
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Where no region says what is done with two elements it is a sum, a greatest or a least one. */
static struct traffic_operand operand_of(const struct op *op, const struct type *type) {
    const enum scalar_op done =
        op->region_count > 0 ? region_scalar_op(&op->regions[0]) : SCALAR_ADD;
    enum element element;
    return (struct traffic_operand){.bytes = value_bytes(type),
                                    .element = type_bytes(type->element),
                                    .adds = element_of_type(type, &element) &&
                                            exchange_adds(done, element)};
}

bool op_traffic(const struct op *op, int64_t devices, struct context *context,
                struct arena *scratch, struct traffic *traffic) {
    struct traffic found = {0};
    if (op->def->traffic == traffic_none) {
        return false;
    }
    uint32_t data = op->operand_count - (op_property(op, "has_dynamic_root") != NULL);
    struct traffic_operand *operands = ARENA_ARRAY(scratch, struct traffic_operand, data + 1);
    for (uint32_t i = 0; i < data; i++) {
        const struct type *type = op_operand(op, i)->type;
        operands[i] = operand_of(op, type);
        found.operand = extent_sum(found.operand, operands[i].bytes);
    }
    found.operand_count = data;
    found.operands = operands;
    struct traffic_builder builder = {devices, context, scratch, &found, false};
    op->def->traffic(op, &builder);
    if (builder.is_collective) {
        *traffic = found;
    }
    return builder.is_collective;
}
