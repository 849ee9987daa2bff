/* Both programs, operation by operation. */
#include "verify/relations/relations.h"

#include "verify/evaluation/evaluate.h"
#include "verify/relations/answers/report.h"
#include "verify/relations/rules/loops.h"

static bool is_wanted(const struct view *view, const struct type *type) {
    return view && view->type->rank == type->rank;
}

/* Notes the extents that a tensor has along the coordinates of its term. */
static void note_extents(const struct view *view) {
    for (uint32_t c = 0; view && view->conds == 0 && c < view->side.term->frame; c++) {
        int64_t *low = &view->side.term->low[c], *high = &view->side.term->high[c], least, most;
        if (*low == INT64_MIN && *high == INT64_MAX && view->side.term->kind != TERM_PLACE &&
            form_range(&view->side.at[c], &view->vars, &least, &most)) {
            *low = least;
            *high = most + 1;
            ((struct proof_term *)view->side.term)->is_guess = true;
        }
    }
}

/* Applies a rule whose scratch is given back behind it. */
static void apply_apart(struct relating *r, relation_rule *rule, const struct op *op,
                        const struct view *const *operands, const struct view **results) {
    r->prover.arena = r->scratch;
    rule(r, op, operands, results);
    for (uint32_t i = 0; i < op->result_count; i++) {
        bool given = i < op->operand_count && results[i] == operands[i];
        results[i] = given ? results[i] : view_keep(&r->prover, results[i]);
    }
    r->prover.arena = r->prover.kept;
    arena_reset(r->scratch);
}

/* --- tensors without elements ----------------------------------------------------------------- */

bool type_has_elements(const struct type *type) {
    return !type_is_tensor(type) || !type_is_static(type) || !type_is_empty(type);
}

/* Whatever is said of a tensor without elements holds. */
static const struct view *view_of_nothing(struct prover *p, const struct type *type) {
    struct view *view = ARENA_NEW(p->kept, struct view);
    *view = (struct view){.type = type, .side = side_of_constant(constant_small(p, KIND_TRUTH, 0))};
    return view;
}

/* Most rules look at tensors with elements: of what follows from others nothing is known, but what
 * has no elements either. */
static void settle_empty(struct relating *r, const struct op *op, bool takes_empty,
                         const struct view **results) {
    bool known = true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        known = known && type_has_elements(op_operand(op, i)->type);
    }
    known = known || takes_empty;
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct type *type = op_result(op, i)->type;
        results[i] = !type_has_elements(type) ? view_of_nothing(&r->prover, type)
                     : known                  ? results[i]
                                              : NULL;
    }
}

/* Tells what devices hold of a value to those who ask. */
static void tell(struct relating *r, const struct block *block, const struct op *op,
                 uint32_t number, const struct view *view) {
    const struct value *value = op ? op_result(op, number) : block->arguments[number];
    if (r->listener && (!r->is_global || r->tells_global) && type_is_tensor(value->type)) {
        relations_tell(r, block, op, number, view);
    }
}

static void relate_op(struct relating *r, const struct op *op) {
    struct relation_row row = relation_row_of(op);
    const struct view *operands[8], *results[8], **in = operands, **out = results;
    if (op->operand_count > 8 || op->result_count > 8) {
        in = ARENA_ARRAY(r->prover.arena, const struct view *, op->operand_count + 1);
        out = ARENA_ARRAY(r->prover.arena, const struct view *, op->result_count + 1);
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
        in[i] = r->slots[op_operand(op, i)->note];
    }
    memset(out, 0, op->result_count * sizeof *out);
    if (r->prover.exceeded[0]) {
        row = (struct relation_row){.rule = NULL};
    }
    if (row.rule && !row.is_outer && r->prover.arena == r->prover.kept) {
        apply_apart(r, row.rule, op, in, out);
    } else if (row.rule) {
        row.rule(r, op, in, out);
    } else if (!r->is_global && !r->broken) {
        r->broken = op;
    }
    settle_empty(r, op, row.takes_empty, out);
    for (uint32_t i = 0; i < op->result_count; i++) {
        const struct view *view = is_wanted(out[i], op_result(op, i)->type) ? out[i] : NULL;
        r->slots[op_result(op, i)->note] = view;
        tell(r, op->block, op, i, view);
        if (r->is_global) {
            note_extents(view);
        }
    }
}

void relate_block(struct relating *r, const struct block *block,
                  const struct view *const *arguments, const struct view **outputs) {
    const struct op *last = block_terminator(block);
    for (uint32_t i = 0; i < block->argument_count; i++) {
        r->slots[block->arguments[i]->note] = arguments[i];
        tell(r, block, NULL, i, arguments[i]);
    }
    FOR_EACH_OP (op, block) {
        if (op != last) {
            relate_op(r, op);
        }
    }
    for (uint32_t i = 0; last && i < last->operand_count; i++) {
        outputs[i] = r->slots[op_operand(last, i)->note];
    }
}

void relate_function(struct relating *r, const struct op *func, const struct view *const *arguments,
                     const struct view **results) {
    const struct view **outer = r->slots;
    const struct block *block = func->regions[0].first;
    if (!block || block->next) {
        return;
    }
    r->slots = ARENA_ARRAY(r->prover.arena, const struct view *, (size_t)func->note + 1);
    relate_block(r, block, arguments, results);
    r->slots = outer;
}

/* --- the border ------------------------------------------------------------------------------- */

static bool places_of_crossing(struct prover *p, const struct crossing *crossing,
                               struct places *places) {
    return type_is_static(crossing->whole) && type_is_static(crossing->local) &&
           crossing->unreduced.count == 0 &&
           places_of_axes(p, crossing->whole, crossing->local, crossing->mesh, crossing->axes,
                          places);
}

static const struct view *argument(struct relating *r, uint32_t i, bool whole) {
    const struct crossing *crossing = &r->border->arguments[i];
    int64_t words[2] = {i, type_is_static(crossing->whole) ? element_kind(crossing->whole) : 0};
    struct places places;
    if (!type_has_elements(crossing->whole)) {
        return view_of_nothing(&r->prover, whole ? crossing->whole : crossing->local);
    }
    if (!places_of_crossing(&r->prover, crossing, &places) || !words[1]) {
        return NULL;
    }
    const struct proof_term *leaf = term_leaf(&r->prover, TERM_ARGUMENT, 2, words,
                                              crossing->whole->rank, crossing->whole->dims);
    if (whole) {
        places_of_axes(&r->prover, crossing->whole, crossing->whole, NULL, NULL, &places);
    }
    return places_leaf(&r->prover, &places, leaf, NULL);
}

static const struct view **run(struct relating *r, struct module *module, const struct op *func,
                               bool is_global) {
    struct arena *arena = r->prover.arena;
    const struct view **arguments =
        ARENA_ARRAY(arena, const struct view *, r->border->argument_count + 1);
    const struct view **results =
        ARENA_ARRAY(arena, const struct view *, r->border->result_count + 1);
    r->module = module;
    r->is_global = is_global;
    for (uint32_t i = 0; i < r->border->argument_count; i++) {
        arguments[i] = argument(r, i, is_global);
    }
    if (func_return(func)) {
        relate_function(r, func, arguments, results);
    }
    return results;
}

static bool result_holds(struct relating *r, uint32_t i, const struct view *local,
                         const struct view *whole) {
    const struct crossing *crossing = &r->border->results[i];
    struct places places;
    return !type_has_elements(crossing->whole) ||
           (places_of_crossing(&r->prover, crossing, &places) &&
            places_hold(r, &places, local, whole));
}

static void relating_close(struct relating *r) {
    struct bytes_table *tables[] = {&r->prover.spreads, &r->prover.mixes,  &r->prover.terms,
                                    &r->prover.settled, &r->prover.names,  &r->prover.groups,
                                    &r->prover.members, &r->prover.begins, &r->prover.reduced,
                                    &r->prover.moves};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        memory_free(tables[i]->entries);
    }
    arena_free(r->scratch);
    arena_free(r->prover.kept);
}

/* Digits of devices along the axes of the mesh by which most is cut. */
static void number_devices(struct prover *p, const struct border *border) {
    const struct mesh *mesh = NULL;
    for (uint32_t i = 0; i < border->argument_count + border->result_count; i++) {
        const struct crossing *crossing = i < border->argument_count
                                              ? &border->arguments[i]
                                              : &border->results[i - border->argument_count];
        mesh = mesh ? mesh : crossing->mesh;
    }
    uint32_t axes = mesh ? mesh->axis_count : 0;
    int64_t *sizes = ARENA_ARRAY(p->arena, int64_t, axes + 1);
    for (uint32_t i = 0; i < axes; i++) {
        sizes[i] = mesh->axes[i].size;
    }
    prover_digits(p, border->devices, axes, sizes);
}

/* Which results hold; whether all do. */
static bool results_hold(struct relating *r, const struct view *const *parts,
                         const struct view *const *whole, bool *proven) {
    bool all = true;
    for (uint32_t i = 0; i < r->border->result_count; i++) {
        proven[i] = result_holds(r, i, parts[i], whole[i]);
        all = all && proven[i];
    }
    return all;
}

bool verify_by_relations(const struct verify_request *request, const struct border *border,
                         struct related *related, char *exceeded) {
    struct relating r = {.prover = {.kept = arena_new(), .memory = request->memory},
                         .scratch = arena_new(),
                         .border = border,
                         .propagated = request->propagated,
                         .listener = request->listener,
                         .listener_data = request->listener_data,
                         .tells_global = request->tells_global,
                         .main = request->partitioned_entry->regions[0].first};
    r.last_loop = &r.loops;
    r.prover.arena = r.prover.kept;
    number_devices(&r.prover, border);
    evaluate_number(request->global);
    evaluate_number(request->partitioned);
    const struct view **whole = run(&r, request->global, request->global_entry, true);
    r.next_loop = r.loops;
    const struct view **parts = run(&r, request->partitioned, request->partitioned_entry, false);
    bool proved = !r.broken && results_hold(&r, parts, whole, related->proven);
    related->is_known = !r.broken && !r.prover.exceeded[0];
    proved = proved && related->is_known;
    memcpy(exceeded, r.prover.exceeded, sizeof r.prover.exceeded);
    relating_close(&r);
    return proved;
}
