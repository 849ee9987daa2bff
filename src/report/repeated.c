/* What devices do alike although they could share it: work, and values, that are repeated along an
 * axis of the mesh which shards none of their dimensions.
 *
 * Values are followed in the order of the program. A value that an axis could cut along a dimension
 * hands that on to what is computed of it, by the factors of the sharding rules, as propagation
 * would; so all that follows from one value is one repetition, and one sharding would end it. */
#include <stdlib.h>

#include "ops/flops.h"
#include "ops/op_def.h"
#include "partition/reshard_op.h"
#include "propagation/propagation.h"
#include "report/report.h"

/* What a value would be sharded by, had its repetition an end: one for each axis of the mesh. */
struct share {
    struct repetition *repetition; /* NULL: the axis is in use, or cuts nothing */
    uint32_t dim;
};
struct search {
    struct cost_report *report;
    struct arena *scratch;
    struct pointer_map shares; /* value -> shares */
    uint32_t axis_count;
};

/* --- values ----------------------------------------------------------------------------------- */

/* What enters a region, or leaves it, is what it was outside, or inside. */
static const struct value *source_of(const struct value *value) {
    for (;;) {
        const struct op *op = value->op ? value->op : value->block->region->op;
        enum op_flow flow = op->def->flow;
        const struct region *region = op->region_count > 0 ? &op->regions[0] : NULL;
        const struct op *end = region && region->first ? block_terminator(region->first) : NULL;
        bool is_inside = value->op && (flow == OP_FLOW_BODY || flow == OP_FLOW_BRANCHES);
        bool is_outside = flow == OP_FLOW_LOOP || flow == OP_FLOW_OPERANDS ||
                          (flow == OP_FLOW_BODY && !value->op);
        if (is_inside && end && value->index < end->operand_count) {
            value = op_operand(end, value->index);
        } else if (is_outside && value->index < op->operand_count) {
            value = op_operand(op, value->index);
        } else {
            return value;
        }
    }
}

static struct share *shares_of(const struct search *search, const struct value *value) {
    return pointer_map_get(&search->shares, source_of(value));
}

static struct share *new_shares(struct search *search, const struct value *value) {
    struct share *shares = pointer_map_get(&search->shares, value);
    if (!shares) {
        shares = ARENA_ARRAY(search->report->arena, struct share, search->axis_count);
        pointer_map_put(&search->shares, value, shares);
    }
    return shares;
}

static void add_used(struct axis_vector *used, const struct attr *attr) {
    const struct sharding *sharding = attr_as_sharding(attr);
    for (uint32_t d = 0; sharding && d < sharding->rank; d++) {
        axes_append(used, sharding->dims[d].axes);
    }
    if (sharding) {
        axes_append(used, sharding->unreduced);
    }
}

/* Devices differ along the axes of the manual computations around. */
static void add_manual(struct axis_vector *used, const struct op *op) {
    for (; op && op->block; op = op_parent(op)) {
        const struct axis_list *manual = attr_as_axes(op_property(op, "manual_axes"));
        if (manual) {
            axes_append(used, *manual);
        }
    }
}

static bool is_used(const struct axis_vector *used, struct axis_ref axis) {
    return axes_overlap(axes_of(used), (struct axis_list){.count = 1, .items = &axis});
}

static int64_t dim_parts(const struct search *search, const struct attr *attr, uint32_t dim) {
    const struct sharding *sharding = attr_as_sharding(attr);
    return sharding && dim < sharding->rank
               ? axes_size(search->report->mesh, sharding->dims[dim].axes)
               : 1;
}

static double local_bytes(const struct search *search, const struct value *value) {
    const struct attr *attr = value_sharding(search->report->context, value);
    double bytes = (double)value_bytes(value->type);
    for (uint32_t d = 0; bytes > 0 && d < value->type->rank; d++) {
        bytes /= (double)dim_parts(search, attr, d);
    }
    return bytes;
}

/* --- repetitions ------------------------------------------------------------------------------ */

/* The value's sharding with the axis at the end of a dimension. */
static const struct attr *sharded_further(const struct search *search, const struct value *value,
                                          const struct attr *now, uint32_t dim,
                                          struct axis_ref axis) {
    const struct sharding *present = attr_as_sharding(now);
    uint32_t rank = value->type->rank;
    struct dim_sharding *dims = ARENA_ARRAY(search->scratch, struct dim_sharding, rank);
    for (uint32_t d = 0; d < rank; d++) {
        struct axis_vector axes = {.arena = search->scratch};
        if (present && d < present->rank) {
            axes_append(&axes, present->dims[d].axes);
        }
        if (d == dim) {
            axes_push(&axes, axis);
        }
        dims[d] = (struct dim_sharding){
            .axes = axes_of(&axes), .is_closed = true, .priority = PRIORITY_NONE};
    }
    struct sharding further = {.mesh_name = search->report->mesh_name, .rank = rank, .dims = dims};
    return sharding_attr(search->report->context, &further);
}

static struct repetition *new_repetition(struct search *search, const struct value *value,
                                         uint32_t dim, uint32_t axis) {
    struct cost_report *report = search->report;
    struct repetition *repetition = ARENA_NEW(report->arena, struct repetition);
    repetition->name = value_name(report->arena, value);
    repetition->operation = value->op ? value->op->name : NULL;
    repetition->location = value->op ? value->op->location : value_location(value);
    repetition->type = value->type;
    repetition->sharding = value_sharding(report->context, value);
    repetition->dim = dim;
    repetition->axis = axis_whole(report->mesh->axes[axis].name);
    repetition->parts = report->mesh->axes[axis].size;
    repetition->cure = sharded_further(search, value, repetition->sharding, dim, repetition->axis);
    *vector_push(&report->repeated) = repetition;
    return repetition;
}

static void add_operation(struct repetition *repetition, const struct op *op, double flops,
                          double bytes) {
    repetition->operations++;
    repetition->flops += flops;
    repetition->bytes += bytes;
    if (!repetition->first || flops + bytes > repetition->most) {
        repetition->most = flops + bytes;
        repetition->first = op->name;
        repetition->first_location = op->location;
    }
}

/* --- arguments -------------------------------------------------------------------------------- */

/* The longest dimension whose parts the axis can cut further; false: there is none. */
static bool longest_dim(const struct search *search, const struct value *value,
                        const int64_t *shared, int64_t parts, uint32_t *dim) {
    const struct attr *attr = value_sharding(search->report->context, value);
    int64_t most = 0;
    for (uint32_t d = 0; d < value->type->rank; d++) {
        int64_t cuts = dim_parts(search, attr, d) * shared[d], size = value->type->dims[d];
        int64_t local = size != DIM_DYNAMIC && size % cuts == 0 ? size / cuts : 0;
        if (local > most && local % parts == 0) {
            most = local;
            *dim = d;
        }
    }
    return most > 0;
}

static void share_argument(struct search *search, struct value *argument) {
    const struct mesh *mesh = search->report->mesh;
    struct axis_vector used = {.arena = search->scratch};
    int64_t shared[MAX_RANK];
    if (!type_is_static(argument->type)) {
        return;
    }
    for (uint32_t d = 0; d < MAX_RANK; d++) {
        shared[d] = 1;
    }
    struct share *shares = new_shares(search, argument);
    add_used(&used, value_sharding(search->report->context, argument));
    double bytes = local_bytes(search, argument);
    for (uint32_t a = 0; a < search->axis_count; a++) {
        int64_t parts = mesh->axes[a].size;
        uint32_t dim = 0;
        if (parts > 1 && !is_used(&used, axis_whole(mesh->axes[a].name)) &&
            longest_dim(search, argument, shared, parts, &dim)) {
            shares[a] = (struct share){new_repetition(search, argument, dim, a), dim};
            shared[dim] *= parts;
            shares[a].repetition->bytes += bytes * (double)(parts - 1) / (double)parts;
            bytes /= (double)parts;
        }
    }
}

/* --- operations ------------------------------------------------------------------------------- */

/* One operation, and how far its factors are cut. */
struct cutting {
    struct search *search;
    struct op *op;
    const struct sharding_rule *rule;
    int64_t *left; /* of each factor on one device; 0: it cannot be cut */
    int64_t parts; /* into which the axes of all factors cut the work */
};

static bool may_be_cut(enum factor_kind kind) {
    return kind == FACTOR_PASS_THROUGH || kind == FACTOR_REDUCTION;
}

static void measure_factors(struct cutting *cutting, const struct op_context *context) {
    struct search *search = cutting->search;
    const struct mesh *mesh = search->report->mesh;
    const struct sharding_rule *rule = cutting->rule;
    struct projection projection = project(rule, mesh, context->shardings, true, search->scratch);
    cutting->left = ARENA_ARRAY(search->scratch, int64_t, rule->factor_count);
    for (uint32_t f = 0; f < rule->factor_count; f++) {
        int64_t cuts = 1;
        for (uint32_t t = 0; t < rule_tensor_count(rule); t++) {
            const struct factor_sharding *factor = &projection.tensors[t].factors[f];
            int64_t size = factor->is_mapped ? axes_size(mesh, factor->axes) : 1;
            cuts = size > cuts ? size : cuts;
        }
        cutting->parts *= cuts;
        bool even = may_be_cut(rule->factors[f].kind) && rule->factors[f].size % cuts == 0;
        cutting->left[f] = even ? rule->factors[f].size / cuts : 0;
    }
}

static bool can_cut(const struct cutting *cutting, uint32_t factor, int64_t parts) {
    return cutting->left[factor] > 0 && cutting->left[factor] % parts == 0;
}

/* The factor of the dimension along which an operand would be cut already. */
static bool inherited_factor(const struct cutting *cutting, uint32_t axis, int64_t parts,
                             uint32_t *factor, struct repetition **from) {
    bool found = false;
    for (uint32_t i = 0; i < cutting->op->operand_count; i++) {
        const struct share *shares = shares_of(cutting->search, op_operand(cutting->op, i));
        const struct rule_tensor *tensor = &cutting->rule->tensors[i];
        if (!shares || !shares[axis].repetition || shares[axis].dim >= tensor->rank) {
            continue;
        }
        const struct rule_dim *dim = &tensor->dims[shares[axis].dim];
        for (uint32_t k = 0; k < dim->count; k++) {
            uint32_t candidate = dim->factors[k];
            bool is_better =
                !found || (cutting->rule->factors[*factor].kind == FACTOR_REDUCTION &&
                           cutting->rule->factors[candidate].kind == FACTOR_PASS_THROUGH);
            if (is_better && can_cut(cutting, candidate, parts)) {
                *factor = candidate;
                *from = shares[axis].repetition;
                found = true;
            }
        }
    }
    return found;
}

/* The longest factor of the first result: the result itself would have to be sharded. */
static bool own_factor(const struct cutting *cutting, uint32_t axis, int64_t parts,
                       uint32_t *factor, struct repetition **from) {
    const struct rule_tensor *tensor = &cutting->rule->tensors[cutting->op->operand_count];
    int64_t most = 0;
    uint32_t dim = 0;
    for (uint32_t f = 0; f < cutting->rule->factor_count; f++) {
        uint32_t at;
        if (cutting->left[f] > most && can_cut(cutting, f, parts) &&
            rule_tensor_find(tensor, f, &at)) {
            most = cutting->left[f];
            *factor = f;
            dim = at;
        }
    }
    if (most > 0) {
        *from = new_repetition(cutting->search, op_result(cutting->op, 0), dim, axis);
    }
    return most > 0;
}

static void cut_axis(struct cutting *cutting, uint32_t axis, double *flops, double *bytes) {
    int64_t parts = cutting->search->report->mesh->axes[axis].size;
    uint32_t factor = 0, dim;
    struct repetition *from = NULL;
    if (!inherited_factor(cutting, axis, parts, &factor, &from) &&
        !own_factor(cutting, axis, parts, &factor, &from)) {
        return;
    }
    double spared = (double)(parts - 1) / (double)parts;
    struct op *op = cutting->op;
    bool shrinks = false;
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (rule_tensor_find(&cutting->rule->tensors[op->operand_count + i], factor, &dim)) {
            new_shares(cutting->search, op_result(op, i))[axis] = (struct share){from, dim};
            shrinks = true;
        }
    }
    add_operation(from, op, *flops * spared, shrinks ? *bytes * spared : 0);
    cutting->left[factor] /= parts;
    *flops /= (double)parts;
    *bytes /= shrinks ? (double)parts : 1;
}

/* Whether the operation computes something that devices could share. */
static bool is_work(const struct op *op) {
    return op->result_count > 0 && op->def->flow == OP_FLOW_NONE && !op_has(op, OP_TERMINATOR) &&
           !op_has(op, OP_COLLECTIVE) && !op_has(op, OP_CONSTANT_LIKE) && !op_has(op, OP_CALL) &&
           !op_has(op, OP_FUNCTION) && type_is_static(op->results[0].type);
}

static void share_operation(struct search *search, struct op *op, struct times times) {
    struct cost_report *report = search->report;
    struct op_context context = op_context_of(report->module, search->scratch, op);
    const struct attr *attr = context.mesh ? NULL : op_sharding_rule(report->context, op, false);
    struct cutting cutting = {.search = search, .op = op, .parts = 1};
    cutting.rule = context.mesh ? context.rule : attr_as_rule(attr);
    bool is_plain = !context.like; /* nothing of it is sharded */
    bool is_on_mesh = context.mesh && mesh_equal(context.mesh, report->mesh, true);
    if (!cutting.rule || (!is_plain && !is_on_mesh)) {
        return;
    }
    struct axis_vector used = {.arena = search->scratch};
    add_manual(&used, op);
    double bytes = 0, often = (double)times.count;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        add_used(&used, context.shardings[i]);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        add_used(&used, context.shardings[op->operand_count + i]);
        bytes += local_bytes(search, op_result(op, i)) * often;
    }
    measure_factors(&cutting, &context);
    double flops = op_flops(op) * often / (double)cutting.parts;
    for (uint32_t a = 0; a < search->axis_count; a++) {
        const struct mesh_axis *axis = &report->mesh->axes[a];
        if (axis->size > 1 && !is_used(&used, axis_whole(axis->name))) {
            cut_axis(&cutting, a, &flops, &bytes);
        }
    }
}

static void visit_operation(void *data, const struct op *op, struct times times,
                            const struct op *loop) {
    struct search *search = data;
    (void)loop;
    if (is_work(op)) {
        share_operation(search, (struct op *)(uintptr_t)op, times);
        arena_reset(search->scratch);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static int by_cost(const void *a, const void *b) {
    const struct repetition *x = *(struct repetition *const *)a;
    const struct repetition *y = *(struct repetition *const *)b;
    double p = x->flops + x->bytes, q = y->flops + y->bytes;
    if (p != q) {
        return p > q ? -1 : 1;
    }
    return x->location.offset < y->location.offset   ? -1
           : x->location.offset > y->location.offset ? 1
                                                     : (int)x->dim - (int)y->dim;
}

static bool are_one(const struct repetition *a, const struct repetition *b) {
    return a->location.source == b->location.source && a->location.offset == b->location.offset &&
           a->axis.name == b->axis.name && a->cure == b->cure && a->operation == b->operation &&
           a->type == b->type;
}

/* One value of the text may be in several copies of its function: one sharding ends it for all. */
static void join_copies(struct cost_report *report) {
    struct pointer_map known = {0}; /* hash -> the first of them */
    size_t kept = 0;
    for (size_t i = 0; i < report->repeated.count; i++) {
        struct repetition *copy = report->repeated.items[i];
        const void *parts[] = {copy->axis.name, copy->cure, copy->type,
                               (void *)(uintptr_t)copy->location.offset};
        void *key = (void *)(uintptr_t)(hash_bytes(parts, sizeof parts, 0) | 1);
        struct repetition *first = pointer_map_get(&known, key);
        bool joins = first && copy->location.source && are_one(first, copy);
        if (joins) {
            first->operations += copy->operations;
            first->flops += copy->flops;
            first->bytes += copy->bytes;
        } else {
            pointer_map_put(&known, key, copy);
            report->repeated.items[kept++] = copy;
        }
    }
    report->repeated.count = kept;
    pointer_map_free(&known);
}

void find_repeated(struct cost_report *report) {
    const struct op *entry = entry_function(report->module, report->request->entry);
    if (!report->mesh) {
        return;
    }
    struct search search = {
        .report = report, .scratch = arena_new(), .axis_count = report->mesh->axis_count};
    const struct block *block = entry->regions[0].first;
    for (uint32_t i = 0; i < block->argument_count; i++) {
        share_argument(&search, block->arguments[i]);
        arena_reset(search.scratch);
    }
    const struct run_visitor visitor = {.visit = visit_operation, .data = &search};
    visit_run(entry, &visitor);
    join_copies(report);
    if (report->repeated.count > 0) {
        qsort(report->repeated.items, report->repeated.count, sizeof *report->repeated.items,
              by_cost);
    }
    pointer_map_free(&search.shares);
    arena_free(search.scratch);
}
