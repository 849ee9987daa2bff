/* From two texts to an answer: both are parsed, the border is found, and the programs compared. */
#include "cli/proofs/proof.h"

#include <math.h>

#include "ops/op_def.h"
#include "transforms/compatibility/compatibility.h"
#include "verify/relations/relations.h"
#include "verify/sizes/resize.h"

/* Sums and products of one evaluation, above which sizes are made smaller first. */
#define MUCH_WORK 5e8

/* Warnings are for those who compile the program. */
static void open_silent(struct compilation *compilation, FILE *errors) {
    compilation_open(compilation, errors);
    compilation->diagnostics.warned = WARNINGS_OF_PASSES;
}

/* Parses what was read, and expands what is short for other operations. Code is generated from what
 * stands for custom calls; in other partitions they may be calls still. */
static bool parse_program(const struct proof *proof, struct compilation *compilation,
                          bool is_global, const struct op **entry) {
    const char *name = is_global ? proof->entry : NULL;
    const char *options = name ? arena_printf(compilation->arena, "entry=%s",
                                              pass_option_quoted(compilation->arena, name))
                               : NULL;
    bool partitions = proof->partitions && !is_global;
    if (!compilation_parse_lines(compilation) ||
        (partitions && !compilation_partition(compilation)) ||
        (is_global &&
         (!compilation_set_inputs(compilation, name, proof->input_count, proof->inputs) ||
          !compilation_run(compilation, "sdyc-import-gspmd", NULL))) ||
        !compilation_run(compilation, "sdyc-legalize-custom-calls",
                         proof->is_lowered ? NULL : "functions=false") ||
        !compilation_run(compilation, "sdyc-expand-pipeline", options)) {
        return false;
    }
    *entry = entry_function(compilation->module, name);
    return *entry || diag_error(&compilation->diagnostics, compilation->module->op->location,
                                "has no main function");
}

/* Replica groups that are axes of a mesh become lists of devices. */
static bool list_groups(struct op *op, void *data) {
    struct compilation *compilation = data;
    const struct attr *groups = op_property(op, "replica_groups");
    if (groups && groups->kind != ATTR_DENSE) {
        expand_replica_groups(compilation->module, op);
    }
    return compilation->diagnostics.errors == 0;
}

static bool parse_partitioned(struct proof *proof, struct compilation *partitioned) {
    bool parsed = parse_program(proof, partitioned, false, &proof->partitioned_entry);
    if (parsed) {
        op_walk(partitioned->module->op, list_groups, partitioned);
    }
    return parsed && partitioned->diagnostics.errors == 0;
}

static bool propagate(struct compilation *compilation, const char *name, bool even,
                      const struct op **entry) {
    const char *options = even ? NULL : "update-non-divisible-input-output-shardings=false";
    bool done = compilation_run(compilation, "sdyc-inline-unreduced-pipeline", NULL) &&
                compilation_run(compilation, "sdy-propagation-pipeline", options);
    *entry = done ? entry_function(compilation->module, name) : NULL;
    return *entry != NULL;
}

static void look_for_border(struct proof *proof, struct border *border, bool keeps_idle) {
    const struct border_request request = {.propagated = proof->propagated_entry,
                                           .partitioned = proof->partitioned_entry,
                                           .given = proof->given_entry,
                                           .stated = proof->stated_entry,
                                           .keeps_idle = keeps_idle,
                                           .is_whole = proof->is_whole};
    border_find(border, proof->global.arena, &request);
}

/* As propagation leaves it; where that does not fit, with sizes that devices do not divide left
 * whole, as Shardy has them on the border. */
static bool find_border(struct proof *proof, struct border *border) {
    for (int even = 0; even < 2; even++) {
        struct compilation *propagated = &proof->propagated;
        if (even) {
            compilation_close(propagated);
            open_silent(propagated, proof->errors);
        }
        const struct source *source = &proof->global.source;
        if (!compilation_take_text(propagated, source->name, source->text, source->length) ||
            !parse_program(proof, propagated, true, &proof->propagated_entry) ||
            !propagate(propagated, proof->entry, even, &proof->propagated_entry) ||
            (!even && !proof_find_given(proof))) {
            return false;
        }
        look_for_border(proof, border, false);
        if (!border->fault_is_of_signature) {
            return true;
        }
    }
    return true;
}

static enum proof_status undecided(const struct proof *proof, const struct border *border) {
    struct verify_answer answer = {.verdict = VERIFY_UNDECIDED, .op = proof->global_entry};
    snprintf(answer.why, sizeof answer.why, "%s", border->fault);
    proof_say(proof, border, &answer);
    return PROOF_UNDECIDED;
}

/* Evaluates both programs, as they are, into the answer. */
static void evaluate(struct proof *proof, const struct verify_request *request,
                     const struct border *border, struct verify_answer *answer) {
    double start = processor_seconds();
    verify_by_evaluation(request, border, answer);
    stage_times_add(&proof->times, "evaluation", processor_seconds() - start);
}

/* A partition that is right where axes count that make no part smaller is right. */
static void count_idle_axes(struct proof *proof, const struct verify_request *request,
                            struct border *border, struct verify_answer *answer) {
    struct border other;
    struct verify_answer again = {0};
    look_for_border(proof, &other, true);
    if (!other.fault[0]) {
        evaluate(proof, request, &other, &again);
        if (again.verdict == VERIFY_PROVED) {
            verify_values_free(answer->values);
            *border = other;
            *answer = again;
        }
    }
}

/* Proved with smaller sizes: what takes too long as it is. All else is judged as it is. */
static bool judge_smaller(struct proof *proof, const struct border *border,
                          struct verify_answer *answer) {
    struct compilation global, partitioned;
    struct proof small = *proof;
    struct border own = *border;
    struct buffer said = {0};
    open_silent(&global, proof->errors);
    open_silent(&partitioned, proof->errors);
    const struct source *a = &proof->global.source, *b = &proof->partitioned.source;
    bool done = compilation_take_text(&global, a->name, a->text, a->length) &&
                compilation_take_text(&partitioned, b->name, b->text, b->length) &&
                parse_program(&small, &global, true, &small.global_entry) &&
                parse_partitioned(&small, &partitioned);
    struct verify_request request = {.global = global.module,
                                     .partitioned = partitioned.module,
                                     .global_entry = small.global_entry,
                                     .partitioned_entry = small.partitioned_entry,
                                     .seconds = proof->seconds / 3,
                                     .is_sharded = proof->is_lowered && !proof->is_whole};
    if (done && programs_shrink(&request, &own, global.arena, &said)) {
        evaluate(proof, &request, &own, answer);
        snprintf(answer->sizes, sizeof answer->sizes, "%s", said.text);
    }
    done = done && said.length > 0 && answer->verdict == VERIFY_PROVED;
    buffer_free(&said);
    compilation_close(&global);
    compilation_close(&partitioned);
    return done;
}

/* A mebibyte is 2^20 bytes. */
static uint64_t bytes_of(double mebibytes) {
    return mebibytes > 0 && mebibytes < 1e9 ? (uint64_t)ceil(mebibytes * (1 << 20)) : 0;
}

static struct verify_request request_of(const struct proof *proof) {
    return (struct verify_request){.global = proof->global.module,
                                   .partitioned = proof->partitioned.module,
                                   .global_entry = proof->global_entry,
                                   .partitioned_entry = proof->partitioned_entry,
                                   .propagated = proof->propagated_entry,
                                   .seconds = proof->seconds,
                                   .memory = bytes_of(proof->memory),
                                   .keeps_values = proof->counterexample != NULL,
                                   .is_sharded = proof->is_lowered && !proof->is_whole};
}

/* Whether relations prove it: they know collectives of StableHLO, between devices of a replica. */
static bool is_related(const struct proof *proof, const struct verify_request *request,
                       const struct border *border, struct related *related, char *exceeded) {
    related->proven = ARENA_ARRAY(proof->global.arena, bool, border->result_count + 1);
    return !proof->evaluates && !proof->is_lowered && border->replicas <= 1 &&
           request->propagated && verify_by_relations(request, border, related, exceeded);
}

static void list_holding(void *data, const struct verify_holding *holding) {
    struct buffer *list = data;
    buffer_printf(list, "%s%s", list->length ? ",\n" : "", holding->json);
}

/* The same, and writes what was found of each value, where that is asked for. False: it is not
 * proved, or `written` is false after an error. */
static bool relate(struct proof *proof, struct verify_request *request, const struct border *border,
                   struct related *related, char *exceeded, bool *written) {
    struct buffer values = {0}, text = {0};
    double start = processor_seconds();
    request->listener = proof->relations ? list_holding : NULL;
    request->listener_data = &values;
    bool proved = is_related(proof, request, border, related, exceeded);
    stage_times_add(&proof->times, "relations", processor_seconds() - start);
    if (proof->relations) {
        buffer_printf(&text, "{\"proved\":%s,\"values\":[\n%s\n]}\n", proved ? "true" : "false",
                      values.text ? values.text : "");
        *written = write_text(proof->relations, text.text, text.length);
    }
    buffer_free(&values);
    buffer_free(&text);
    return proved && *written;
}

/* What an element is, shortened where it is long. */
static void note_element(char *to, const char *is) {
    snprintf(to, HELD_LENGTH, "%s", is);
    if (strlen(is) >= HELD_LENGTH) {
        memcpy(to + HELD_LENGTH - sizeof "...", "...", sizeof "...");
    }
}

static void note_holding(void *data, const struct verify_holding *holding) {
    struct verify_answer *answer = data;
    if (holding->op && holding->number == 0 && holding->op == answer->op) {
        note_element(answer->held, holding->is);
    } else if (holding->op && holding->number == 0 && holding->op == answer->meant) {
        note_element(answer->needed, holding->is);
    }
}

/* What relations find of the operation that is to blame, and of what is meant in its place. */
static void find_relations(const struct proof *proof, const struct border *border,
                           struct verify_answer *answer) {
    struct verify_request request = request_of(proof);
    char exceeded[EXCEEDED_LENGTH] = "";
    struct related related = {0};
    request.listener = note_holding;
    request.listener_data = answer;
    request.tells_global = true;
    is_related(proof, &request, border, &related, exceeded);
}

static enum proof_status judge(struct proof *proof, struct border *border) {
    static const enum proof_status status[] = {[VERIFY_PROVED] = PROOF_PROVED,
                                               [VERIFY_REFUTED] = PROOF_REFUTED,
                                               [VERIFY_UNDECIDED] = PROOF_UNDECIDED};
    if (border->fault[0] && !border->fault_is_of_signature) {
        return undecided(proof, border);
    }
    if (border->fault[0]) {
        proof_say(proof, border, NULL);
        return PROOF_REFUTED;
    }
    struct verify_answer answer = {0};
    struct verify_request request = request_of(proof);
    char exceeded[EXCEEDED_LENGTH] = "";
    bool written = true;
    struct related related = {0};
    request.related = &related;
    if (relate(proof, &request, border, &related, exceeded, &written)) {
        answer = (struct verify_answer){.verdict = VERIFY_PROVED, .by_relations = true};
    } else if (!written) {
        return PROOF_UNREADABLE;
    } else if (program_work(proof->global.module) <= MUCH_WORK ||
               !judge_smaller(proof, border, &answer)) {
        answer = (struct verify_answer){0};
        evaluate(proof, &request, border, &answer);
    }
    request.related = NULL;
    if (answer.verdict == VERIFY_REFUTED && border->has_idle) {
        count_idle_axes(proof, &request, border, &answer);
    }
    if (answer.verdict == VERIFY_REFUTED) {
        find_relations(proof, border, &answer);
    }
    memcpy(answer.exceeded, exceeded, sizeof exceeded);
    proof_say(proof, border, &answer);
    written = !answer.values || proof_write_counterexample(proof, border, &answer);
    verify_values_free(answer.values);
    return written ? status[answer.verdict] : PROOF_UNREADABLE;
}

void proof_open(struct proof *proof, FILE *errors) {
    *proof =
        (struct proof){.seconds = 40, .memory = RELATIONS_MEMORY, .told = stdout, .errors = errors};
    open_silent(&proof->global, errors);
    open_silent(&proof->propagated, errors);
    open_silent(&proof->partitioned, errors);
    open_silent(&proof->stated, errors);
    open_silent(&proof->given, errors);
}

void proof_close(struct proof *proof) {
    compilation_close(&proof->global);
    compilation_close(&proof->propagated);
    compilation_close(&proof->partitioned);
    compilation_close(&proof->stated);
    compilation_close(&proof->given);
    stage_times_free(&proof->times);
    vector_free(&proof->arguments.texts);
    vector_free(&proof->results.texts);
}

enum proof_status proof_judge(struct proof *proof) {
    struct border border;
    double start = processor_seconds();
    bool known = parse_program(proof, &proof->global, true, &proof->global_entry) &&
                 parse_partitioned(proof, &proof->partitioned);
    double is_read = processor_seconds();
    stage_times_add(&proof->times, "reading", is_read - start);
    known = known && proof_find_stated(proof) && find_border(proof, &border);
    stage_times_add(&proof->times, "border", processor_seconds() - is_read);
    return known ? judge(proof, &border) : PROOF_UNREADABLE;
}

static bool take_both(struct proof *proof, const struct source *global, const char *name,
                      const char *text, size_t length) {
    return compilation_take_text(&proof->global, global->name, global->text, global->length) &&
           compilation_take_text(&proof->partitioned, name, text, length);
}

void proof_listen(struct proof *proof, const struct source *global, verify_listener *listener,
                  void *data) {
    struct border border;
    char exceeded[EXCEEDED_LENGTH];
    struct related related = {0};
    proof->partitions = true;
    if (!take_both(proof, global, global->name, global->text, global->length) ||
        !parse_program(proof, &proof->global, true, &proof->global_entry) ||
        !parse_partitioned(proof, &proof->partitioned) || !find_border(proof, &border) ||
        border.fault[0]) {
        return;
    }
    struct verify_request request = request_of(proof);
    request.listener = listener;
    request.listener_data = data;
    is_related(proof, &request, &border, &related, exceeded);
}

bool proof_holds(struct proof *wishes, const struct source *global, const char *name,
                 const char *text, size_t length) {
    wishes->quiet = true;
    wishes->told = stderr;
    bool proved =
        take_both(wishes, global, name, text, length) && proof_judge(wishes) == PROOF_PROVED;
    proof_close(wishes);
    return proved;
}
