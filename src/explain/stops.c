/* What did not happen: at the fixed point, each operation is looked at once more through the
 * factors of its rule. Where a tensor has axes on a factor that another one lacks, something must
 * have stopped them. */
#include <string.h>

#include "explain/explain.h"
#include "ops/op_def.h"

/* One operation at the fixed point. */
struct examination {
    struct explanation *explanation;
    struct propagation *state;
    const struct flow_node *node;
    const struct passage *passage;
    const struct sharding_rule *rule;
    struct projection projection;
    struct track **tracks; /* one per tensor; NULL: none */
    const char *operation;
    struct location location;
};
/* An axis on its way: `tensor` lacks it on `factor`, `source` has it. */
struct candidate {
    uint32_t tensor, source, factor;
    uint32_t dim, source_dim;
    struct axis_ref axis;
    int64_t sharded_size; /* of what the tensor has on the factor */
};

static const struct factor_sharding *factor_of(const struct examination *exam, uint32_t tensor,
                                               uint32_t factor) {
    return &exam->projection.tensors[tensor].factors[factor];
}

static uint32_t dim_of_factor(const struct rule_tensor *tensor, uint32_t factor) {
    uint32_t dim = NO_STOP_DIM;
    rule_tensor_find(tensor, factor, &dim);
    return dim;
}

static struct stop *add_stop(const struct examination *exam, struct track *track,
                             enum stop_kind kind) {
    struct stop *stop = ARENA_NEW(exam->explanation->arena, struct stop);
    *stop = (struct stop){
        .kind = kind,
        .dim = NO_STOP_DIM,
        .operation = exam->operation,
        .location = exam->location,
    };
    *vector_push(&track->carrier->stops) = stop;
    return stop;
}

static enum direction direction_of(const struct examination *exam,
                                   const struct candidate *candidate) {
    return candidate->source < exam->rule->operand_count ? DIRECTION_FORWARD : DIRECTION_BACKWARD;
}

/* The schedule lets the candidate travel from that round on. */
static int32_t first_turn(const struct examination *exam, const struct candidate *candidate) {
    enum factor_kind kind = exam->rule->factors[candidate->factor].kind;
    int32_t now = exam->state->op_priority, turn = 0;
    for (exam->state->op_priority = 0; exam->state->op_priority < OP_PRIORITY_ALL;
         exam->state->op_priority = ++turn) {
        if (node_direction(exam->state, exam->node, kind) & direction_of(exam, candidate)) {
            break;
        }
    }
    exam->state->op_priority = now;
    return turn;
}

static struct stop *add_candidate_stop(const struct examination *exam,
                                       const struct candidate *candidate, enum stop_kind kind) {
    const struct rule_factor *factor = &exam->rule->factors[candidate->factor];
    struct stop *stop = add_stop(exam, exam->tracks[candidate->tensor], kind);
    stop->dim = candidate->dim;
    stop->axis = candidate->axis;
    stop->source = exam->tracks[candidate->source];
    stop->source_dim = candidate->source_dim;
    stop->factor = candidate->factor;
    stop->factor_kind = factor->kind;
    stop->room = factor->size / candidate->sharded_size;
    stop->first_turn = first_turn(exam, candidate);
    stop->is_elementwise = exam->node->elementwise;
    stop->is_flow = exam->node->kind == NODE_EDGE;
    return stop;
}

/* --- why a candidate stayed where it was ------------------------------------------------------ */

static bool direction_allows(const struct examination *exam, const struct candidate *candidate) {
    return exam->passage->directions[candidate->factor] & direction_of(exam, candidate);
}

static bool overlaps(struct axis_list axes, struct axis_ref axis) {
    return axes_overlap(axes, (struct axis_list){.count = 1, .items = &axis});
}

/* A major factor of the dimension has room left: axes on this one would be strided. */
static bool is_strided(const struct examination *exam, const struct candidate *candidate) {
    const struct rule_dim *dim = &exam->rule->tensors[candidate->tensor].dims[candidate->dim];
    for (uint32_t i = 0; i < dim->count && dim->factors[i] != candidate->factor; i++) {
        struct axis_list axes = factor_of(exam, candidate->tensor, dim->factors[i])->axes;
        if (axes_size(exam->projection.mesh, axes) < exam->rule->factors[dim->factors[i]].size) {
            return true;
        }
    }
    return false;
}

/* The value itself has no room for the axis on the factor. */
static bool stopped_in_factor(const struct examination *exam, const struct candidate *candidate) {
    const struct tensor_projection *tensor = &exam->projection.tensors[candidate->tensor];
    const struct factor_sharding *own = &tensor->factors[candidate->factor];
    struct axis_ref out;
    enum stop_kind kind;
    if (overlaps(tensor->replicated, candidate->axis)) {
        kind = STOP_REPLICATED;
    } else if (overlaps(tensor->unreduced, candidate->axis)) {
        kind = STOP_UNREDUCED;
    } else if (own->is_closed) {
        kind = STOP_CLOSED;
    } else if (is_strided(exam, candidate)) {
        kind = STOP_STRIDED;
    } else if (!prefix_within_factor(candidate->axis, &exam->projection, candidate->tensor,
                                     candidate->factor, candidate->sharded_size, &out) ||
               overlaps(own->axes, out)) {
        kind = STOP_DIVIDE;
    } else {
        return false;
    }
    add_candidate_stop(exam, candidate, kind);
    return true;
}

/* The dimension of the tensor that has a part of the axis, for another factor. */
static bool find_use(const struct examination *exam, const struct candidate *candidate,
                     uint32_t tensor, uint32_t *factor) {
    struct axis_ref rest;
    for (uint32_t f = 0; f < exam->rule->factor_count; f++) {
        const struct factor_sharding *other = factor_of(exam, tensor, f);
        if (f != candidate->factor && other->is_mapped &&
            (!axis_prefix_without_list(candidate->axis, other->axes, &rest) ||
             overlaps(other->overflow, candidate->axis))) {
            *factor = f;
            return true;
        }
    }
    return false;
}

/* The tensor has the axis on another factor; of all tensors, or of the value itself. */
static bool stopped_by_use(const struct examination *exam, const struct candidate *candidate,
                           uint32_t tensor, enum stop_kind kind) {
    uint32_t f;
    if (!find_use(exam, candidate, tensor, &f)) {
        return false;
    }
    const struct factor_sharding *factor = factor_of(exam, tensor, f);
    bool is_part =
        !overlaps(factor->axes, candidate->axis) && !overlaps(factor->overflow, candidate->axis);
    struct stop *stop = add_candidate_stop(exam, candidate, is_part ? STOP_PART : kind);
    stop->other = exam->tracks[tensor];
    stop->other_dim = dim_of_factor(&exam->rule->tensors[tensor], f);
    for (uint32_t i = 0; i < factor->axes.count && is_part; i++) {
        if (factor->axes.items[i].name == candidate->axis.name) {
            stop->other_axis = factor->axes.items[i];
        }
    }
    return true;
}

static bool is_operand(const struct examination *exam, const struct candidate *candidate) {
    return candidate->tensor < exam->rule->operand_count;
}

/* The axis could not come to the result of an elementwise operation, which uses it elsewhere; what
 * the operand got instead of it came by this operation, too. */
static bool stopped_by_result(const struct examination *exam, const struct candidate *candidate) {
    uint32_t result = exam->rule->operand_count, used, own;
    if (!exam->node->elementwise || !is_operand(exam, candidate) || !exam->tracks[result] ||
        !find_use(exam, candidate, result, &used) ||
        overlaps(factor_of(exam, result, candidate->factor)->axes, candidate->axis)) {
        return false;
    }
    if (find_use(exam, candidate, candidate->tensor, &own)) {
        uint32_t dim = dim_of_factor(&exam->rule->tensors[candidate->tensor], own);
        const struct event *event =
            trace_back(exam->tracks[candidate->tensor], dim, candidate->axis, TIME_END).event;
        if (!event || event->kind != EVENT_STEP ||
            event->location.offset != exam->location.offset) {
            return false;
        }
    }
    struct stop *stop = add_candidate_stop(exam, candidate, STOP_ELEMENTWISE);
    stop->other = exam->tracks[result];
    stop->other_dim = dim_of_factor(&exam->rule->tensors[result], used);
    return true;
}

/* The first axis of `axes` that does not continue what `mine` begins with. */
static bool first_difference(struct axis_list mine, struct axis_list axes, struct axis_ref *axis) {
    uint32_t i = 0;
    while (i < mine.count && i < axes.count && axis_equal(mine.items[i], axes.items[i])) {
        i++;
    }
    if (i < axes.count) {
        *axis = axes.items[i];
    }
    return i < axes.count;
}

/* The dimension has another axis in the same place. */
static bool stopped_by_own_axes(const struct examination *exam, const struct candidate *candidate) {
    const struct axis_list own = factor_of(exam, candidate->tensor, candidate->factor)->axes;
    const struct axis_list wanted = factor_of(exam, candidate->source, candidate->factor)->axes;
    struct stop *stop;
    if (axes_prefix_status(own, wanted) != PREFIX_NONE) {
        return false;
    }
    stop = add_candidate_stop(exam, candidate, STOP_CONFLICT);
    stop->other = exam->tracks[candidate->tensor];
    stop->other_dim = candidate->dim;
    first_difference(wanted, own, &stop->other_axis);
    return true;
}

/* A third tensor has another axis in the same place. */
static bool stopped_by_conflict(const struct examination *exam, const struct candidate *candidate) {
    struct axis_list wanted = factor_of(exam, candidate->source, candidate->factor)->axes;
    for (uint32_t t = 0; t < rule_tensor_count(exam->rule); t++) {
        const struct factor_sharding *other = factor_of(exam, t, candidate->factor);
        if (!other->is_mapped || other->axes.count == 0 ||
            axes_prefix_status(other->axes, wanted) != PREFIX_NONE ||
            axes_prefix_status(wanted, other->axes) != PREFIX_NONE) {
            continue;
        }
        struct axis_ref axis;
        struct stop *stop = add_candidate_stop(exam, candidate, STOP_CONFLICT);
        stop->other = exam->tracks[t];
        stop->other_dim = dim_of_factor(&exam->rule->tensors[t], candidate->factor);
        stop->other_axis = first_difference(wanted, other->axes, &axis) ? axis : candidate->axis;
        return true;
    }
    return false;
}

static void examine_candidate(const struct examination *exam, const struct candidate *candidate) {
    if (exam->rule->factors[candidate->factor].is_blocked) {
        add_candidate_stop(exam, candidate, STOP_BLOCKED);
    } else if (!direction_allows(exam, candidate)) {
        add_candidate_stop(exam, candidate, STOP_BARRIER);
    } else if (stopped_by_own_axes(exam, candidate) || stopped_in_factor(exam, candidate) ||
               stopped_by_result(exam, candidate) ||
               stopped_by_use(exam, candidate, candidate->tensor, STOP_USED) ||
               stopped_by_conflict(exam, candidate)) {
        return;
    } else if (exam->node->elementwise && is_operand(exam, candidate)) {
        add_candidate_stop(exam, candidate, STOP_ELEMENTWISE);
    } else {
        for (uint32_t t = 0; t < rule_tensor_count(exam->rule); t++) {
            if (stopped_by_use(exam, candidate, t, STOP_ELSEWHERE)) {
                return;
            }
        }
        add_candidate_stop(exam, candidate, STOP_LATE);
    }
}

/* --- candidates ------------------------------------------------------------------------------- */

/* The first axis of `axes` that `mine` lacks; of one that it has a part of, the rest. */
static bool first_missing(const struct examination *exam, struct axis_list mine,
                          struct axis_list axes, struct axis_ref *axis) {
    bool found = first_difference(mine, axes, axis);
    if (found && mine.count != 0 && axis_is_prefix(mine.items[mine.count - 1], *axis)) {
        axis_suffix_without(exam->projection.mesh, *axis, mine.items[mine.count - 1], axis);
    }
    return found;
}

/* What `source` has on the factor and `tensor` lacks, if anything. */
static bool find_candidate(const struct examination *exam, uint32_t tensor, uint32_t source,
                           uint32_t factor, struct candidate *candidate) {
    const struct factor_sharding *own = factor_of(exam, tensor, factor);
    const struct factor_sharding *other = factor_of(exam, source, factor);
    if (source == tensor || !exam->tracks[source] || !other->is_mapped ||
        axes_prefix_status(other->axes, own->axes) != PREFIX_NONE) {
        return false;
    }
    *candidate = (struct candidate){
        .tensor = tensor,
        .source = source,
        .factor = factor,
        .dim = dim_of_factor(&exam->rule->tensors[tensor], factor),
        .source_dim = dim_of_factor(&exam->rule->tensors[source], factor),
        .sharded_size = axes_size(exam->projection.mesh, own->axes),
    };
    return first_missing(exam, own->axes, other->axes, &candidate->axis);
}

static void examine_tensor(const struct examination *exam, uint32_t tensor, uint32_t factor) {
    for (uint32_t s = 0; s < rule_tensor_count(exam->rule); s++) {
        struct candidate candidate;
        if (find_candidate(exam, tensor, s, factor, &candidate)) {
            examine_candidate(exam, &candidate);
            return;
        }
    }
}

/* Axes of operands on dimensions that have no part in a result: they end here. */
static void examine_ends(const struct examination *exam, uint32_t result, uint32_t factor) {
    if (factor_of(exam, result, factor)->is_mapped) {
        return;
    }
    for (uint32_t t = 0; t < exam->rule->operand_count; t++) {
        const struct factor_sharding *operand = factor_of(exam, t, factor);
        if (!operand->is_mapped || operand->axes.count == 0 || !exam->tracks[t]) {
            continue;
        }
        struct candidate candidate = {
            .tensor = result,
            .source = t,
            .factor = factor,
            .dim = NO_STOP_DIM,
            .source_dim = dim_of_factor(&exam->rule->tensors[t], factor),
            .axis = operand->axes.items[0],
            .sharded_size = 1,
        };
        add_candidate_stop(exam, &candidate, STOP_NO_FACTOR);
        return;
    }
}

static void examine_factors(const struct examination *exam) {
    uint32_t count = rule_tensor_count(exam->rule);
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t f = 0; f < exam->rule->factor_count && exam->tracks[t]; f++) {
            if (factor_of(exam, t, f)->is_mapped) {
                examine_tensor(exam, t, f);
            } else if (t >= exam->rule->operand_count) {
                examine_ends(exam, t, f);
            }
        }
    }
}

/* --- operations ------------------------------------------------------------------------------- */

static struct track *node_track(const struct examination *exam, uint32_t tensor) {
    const struct flow_node *node = exam->node;
    const struct op *op = node->op;
    const struct value *named;
    if (node->kind == NODE_EDGE) {
        const struct value *owner = op_operand(op, 0);
        named = tensor + 1 < node->tensor_count ? flow_source(owner, tensor)->value : owner;
    } else if (node->kind == NODE_FUNC_EDGE) {
        return NULL;
    } else {
        named = tensor < op->operand_count ? op_operand(op, tensor)
                                           : op_result(op, tensor - op->operand_count);
    }
    return node->slots[tensor] == SLOT_NONE ? NULL : track_of(exam->explanation, named);
}

static bool has_axes(const struct attr *sharding) {
    return sharding && !sharding_has_no_axes(attr_as_sharding(sharding));
}

/* Nothing travels: no rule, or tensors that are on different meshes. */
static void examine_closed_operation(const struct examination *exam, enum stop_kind kind) {
    struct track *source = NULL;
    for (uint32_t t = 0; t < exam->node->tensor_count && !source; t++) {
        source = exam->tracks[t] && has_axes(exam->tracks[t]->carrier->sharding) ? exam->tracks[t]
                                                                                 : NULL;
    }
    for (uint32_t t = exam->node->op->operand_count; source && t < exam->node->tensor_count; t++) {
        if (exam->tracks[t] && exam->tracks[t] != source) {
            add_stop(exam, exam->tracks[t], kind)->source = source;
        }
    }
}

static void examine_node(struct explanation *explanation, struct propagation *state,
                         struct flow_node *node) {
    struct arena *scratch = arena_new();
    const struct op *op = node->op;
    if (op_has(op, OP_FLOW_EDGE)) {
        op = value_owner(op_operand(op, 0));
    }
    struct examination exam = {
        .explanation = explanation,
        .state = state,
        .node = node,
        .operation = operation_name(explanation->arena, op),
        .location = op->location,
        .tracks = ARENA_ARRAY(scratch, struct track *, node->tensor_count),
    };
    for (uint32_t t = 0; t < node->tensor_count; t++) {
        exam.tracks[t] = node_track(&exam, t);
    }
    struct passage passage;
    if (node_passage(state, node, scratch, &passage)) {
        const struct mesh *mesh;
        exam.passage = &passage;
        exam.rule = attr_as_rule(passage.rule);
        if (!passage_mesh(state, &passage, &mesh)) {
            examine_closed_operation(&exam, STOP_OTHER_MESH);
        } else if (!mesh_is_maximal(mesh)) {
            exam.projection = project(exam.rule, mesh, passage.shardings, false, scratch);
            examine_factors(&exam);
        }
    } else if (node->rule_is_known && !node->rule) {
        examine_closed_operation(&exam, STOP_NO_RULE);
    }
    arena_free(scratch);
}

/* Between what main returns and what its signature says. */
static void examine_result(struct explanation *explanation, struct propagation *state,
                           const struct value *value, struct track *result) {
    struct arena *scratch = arena_new();
    const struct attr *shardings[2] = {NULL, state->result_shardings[result->subject->index]};
    struct track *tracks[2] = {track_of(explanation, value), result};
    uint32_t slot = value_slot(value);
    uint8_t directions[MAX_RANK];
    memset(directions, DIRECTION_BOTH, sizeof directions);
    shardings[0] = slot == SLOT_NONE ? NULL : state->slots.items[slot].sharding;
    const struct flow_node node = {.op = state->main, .tensor_count = 2};
    const struct passage passage = {.rule = identity_rule(state->context, value->type, 1),
                                    .shardings = shardings,
                                    .directions = directions};
    struct examination exam = {
        .explanation = explanation,
        .state = state,
        .node = &node,
        .passage = &passage,
        .rule = attr_as_rule(passage.rule),
        .tracks = tracks,
        .operation = "return",
        .location = block_terminator(state->main->regions[0].first)->location,
    };
    const struct mesh *mesh;
    if (tracks[0] && passage_mesh(state, &passage, &mesh) && !mesh_is_maximal(mesh)) {
        exam.projection = project(exam.rule, mesh, shardings, false, scratch);
        examine_factors(&exam);
    }
    arena_free(scratch);
}

static void examine_results(struct explanation *explanation, struct propagation *state) {
    const struct op *main = state->main;
    const struct op *returns =
        main && main->regions[0].first ? block_terminator(main->regions[0].first) : NULL;
    for (size_t i = 0; returns && i < explanation->program_subjects; i++) {
        const struct subject *subject = explanation->subjects.items[i];
        if (subject->kind == SUBJECT_FUNCTION_RESULT &&
            strcmp(subject->function, symbol_name(main)) == 0) {
            examine_result(explanation, state, op_operand(returns, subject->index),
                           subject->tracks);
        }
    }
}

void find_stops(struct explanation *explanation, struct propagation *state) {
    state->op_priority = OP_PRIORITY_ALL;
    examine_results(explanation, state);
    for (size_t i = 0; i < state->nodes.count; i++) {
        struct flow_node *node = &state->nodes.items[i];
        if (node->op && node->kind != NODE_NONE) {
            examine_node(explanation, state, node);
        }
    }
}
