/* Both programs evaluated on the same inputs, again and again: equal in the field is a proof, as
 * good as its bound; different in the reals is a refutation. What differs in the field alone may be
 * equal for a reason that random functions do not know: it is not decided. */
#include "verify/verify.h"

#include <math.h>
#include <time.h>

#include "verify/answers/compare.h"
#include "verify/answers/inputs.h"
#include "verify/answers/kept.h"
#include "verify/answers/locate.h"

enum { WANTED_BITS = 40, MOST_RUNS = 12, ORDERS = 6, REAL_RUNS = 5, SHOWING_RUNS = 25 };
enum { FREE_TURNS = 16 };  /* which a partition may make where the global program has no loop */
#define SHARE_OF_FIELD 0.6 /* of the time; the rest is for real numbers, if it was not enough */
#define LARGE          1e4 /* inputs so many times as large as usual, where sums may overflow */
#define PATIENCE       4.0 /* processor seconds after which there are only runs that are needed */

enum outcome { EQUAL, DIFFERENT, STOPPED, FAULT };

struct comparing {
    const struct verify_request *request;
    const struct border *border;
    struct verify_answer *answer;
    const struct op *global, *partitioned;      /* the main functions */
    const bool **wanted_wholes, **wanted_parts; /* of each result, where it is asked for */
    int64_t wholes; /* on how many devices the global program is evaluated: one stands for all */
    double start, deadline, processor_start;
    double field_deadline; /* of runs in the field: real numbers may be faster */
    bool is_stopped;       /* a run in the field, which had no time */
    double exponent;       /* of the probability that a run misses a difference */
    bool compares;
    struct marks marks;
};

struct run {
    enum world world;
    struct inputs inputs;
    struct traces *traces; /* NULL: nobody asks where they part */
};

/* --- one run ---------------------------------------------------------------------------------- */

static struct evaluator evaluator_for(const struct comparing *c, const struct run *run,
                                      struct module *module, int64_t devices, bool *active) {
    memset(active, 1, (size_t)c->border->devices);
    return (struct evaluator){
        .arithmetic = {.world = run->world, .key = run->inputs.seed * 0x9e3779b97f4a7c15u + 1},
        .module = module,
        .devices = devices,
        .active = active,
        .deadline = run->world == WORLD_FIELD ? c->field_deadline : c->deadline,
        .is_related = c->request->related && c->request->related->is_known,
    };
}

/* Whether an operation of the global program is about single devices. */
static bool find_parts(struct op *op, void *data) {
    bool *found = data;
    *found = *found || op_has(op, OP_COLLECTIVE) || op_is(op, OP_PARTITION_ID) ||
             op_is(op, OP_REPLICA_ID) || op_is(op, OP_SDY_MANUAL_COMPUTATION) ||
             op_is(op, OP_SDY_REPLICATED_TO_UNREDUCED) || op_is(op, OP_SDY_SHARDED_TO_UNREDUCED);
    return !*found;
}

/* Both programs run, whose results are compared. */
struct pair {
    bool *active;
    struct evaluator global, partitioned;
    struct lanes *whole, *parts; /* arguments, then results */
};

static void make_inputs(const struct comparing *c, const struct run *run, struct pair *pair) {
    for (uint32_t i = 0; i < c->border->argument_count; i++) {
        const struct crossing *crossing = &c->border->arguments[i];
        struct tensor *whole = input_whole(&pair->global, &run->inputs, i, crossing->whole);
        pair->whole[i] = lanes_new(&pair->global);
        for (int64_t d = 0; d < pair->global.devices; d++) {
            pair->whole[i].items[d] = tensor_keep(whole);
        }
        pair->parts[i] = input_parts(&pair->partitioned, &run->inputs, i, crossing, whole);
        if (run->traces) {
            traces_know(run->traces, c->global->regions[0].first->arguments[i], whole);
        }
        tensor_release(whole);
    }
}

static enum outcome ended(struct comparing *c, const struct evaluator *e, bool is_global) {
    struct verify_answer *answer = c->answer;
    answer->op = e->fault ? e->fault : e->stopped;
    answer->is_global = is_global;
    snprintf(answer->why, sizeof answer->why, "%s", e->why);
    return e->fault && !is_global ? FAULT : STOPPED;
}

static bool is_proven(const struct comparing *c, uint32_t result) {
    const struct related *related = c->request->related;
    return related && related->is_known && related->proven[result];
}

static enum outcome compare_results(struct comparing *c, struct pair *pair,
                                    const struct lanes *whole, const struct lanes *parts) {
    for (uint32_t i = 0; i < c->border->result_count; i++) {
        if (!is_proven(c, i) && !result_equal(&pair->partitioned, i, &c->border->results[i],
                                              parts[i], whole[i].items[0], &c->answer->element)) {
            wrong_devices(&pair->partitioned, &c->border->results[i], parts[i], whole[i].items[0],
                          c->answer->devices, sizeof c->answer->devices);
            return DIFFERENT;
        }
    }
    return EQUAL;
}

static double most_degree(const struct comparing *c, const struct lanes *results, int64_t devices) {
    double most = 1;
    for (uint32_t i = 0; i < c->border->result_count; i++) {
        for (int64_t d = 0; d < devices; d++) {
            const struct tensor *own = results[i].items[d];
            most = own && own->degree > most ? own->degree : most;
        }
    }
    return most;
}

/* Any two different things that random functions were asked about may be equal by chance, and any
 * two results. */
static void note_bound(struct comparing *c, const struct pair *pair, const struct lanes *whole,
                       const struct lanes *parts) {
    const struct arithmetic *a = &pair->global.arithmetic, *b = &pair->partitioned.arithmetic;
    double degree =
        fmax(fmax(a->degree, b->degree), fmax(most_degree(c, whole, pair->global.devices),
                                              most_degree(c, parts, pair->partitioned.devices)));
    double asked = 1 + a->applications + b->applications;
    c->exponent = fmax(c->exponent, log2(degree) + 2 * log2(asked) - 61);
    c->compares = c->compares || a->compares || b->compares;
}

static void free_all(const struct evaluator *e, struct lanes *lanes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        lanes_free(e, &lanes[i]);
    }
    memory_free(lanes);
}

static enum outcome run_pair(struct comparing *c, const struct run *run, struct pair *pair) {
    const struct border *border = c->border;
    struct lanes *whole = memory_array(border->result_count + 1, sizeof *whole);
    struct lanes *parts = memory_array(border->result_count + 1, sizeof *parts);
    enum outcome outcome;
    if (run->traces) {
        traces_watch(run->traces, &pair->global, true);
    }
    if (!evaluate_function(&pair->global, c->global, c->wanted_wholes, pair->whole, whole)) {
        outcome = ended(c, &pair->global, true);
    } else {
        if (run->traces) {
            traces_watch(run->traces, &pair->partitioned, false);
        }
        pair->partitioned.most_turns = MANY_TIMES * (pair->global.turns + FREE_TURNS);
        outcome = evaluate_function(&pair->partitioned, c->partitioned, c->wanted_parts,
                                    pair->parts, parts)
                      ? compare_results(c, pair, whole, parts)
                      : ended(c, &pair->partitioned, false);
        if (outcome == DIFFERENT && run->world == WORLD_REALS && c->request->keeps_values) {
            verify_values_free(c->answer->values);
            c->answer->values = values_keep(border, pair->whole, pair->parts, whole);
        }
        if (outcome == EQUAL && run->world == WORLD_FIELD) {
            note_bound(c, pair, whole, parts);
        }
    }
    free_all(&pair->global, whole, border->result_count);
    free_all(&pair->partitioned, parts, border->result_count);
    return outcome;
}

static enum outcome run_once(struct comparing *c, const struct run *run) {
    const struct border *border = c->border;
    struct pair pair = {.active = memory_array((size_t)border->devices, sizeof(bool))};
    pair.global = evaluator_for(c, run, c->request->global, c->wholes, pair.active);
    pair.partitioned = evaluator_for(c, run, c->request->partitioned, border->devices, pair.active);
    pair.partitioned.replicas = c->border->replicas;
    pair.partitioned.is_sharded = c->request->is_sharded;
    pair.whole = memory_array(border->argument_count + 1, sizeof *pair.whole);
    pair.parts = memory_array(border->argument_count + 1, sizeof *pair.parts);
    make_inputs(c, run, &pair);
    enum outcome outcome = run_pair(c, run, &pair);
    free_all(&pair.global, pair.whole, border->argument_count);
    free_all(&pair.partitioned, pair.parts, border->argument_count);
    evaluator_close(&pair.global);
    evaluator_close(&pair.partitioned);
    memory_free(pair.active);
    return outcome;
}

/* --- answers ---------------------------------------------------------------------------------- */

static void decide(struct comparing *c, enum verify_verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void decide(struct comparing *c, enum verify_verdict verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    c->answer->verdict = verdict;
    vsnprintf(c->answer->why, sizeof c->answer->why, format, arguments);
    va_end(arguments);
}

/* The operation that is to blame for what a run with these inputs shows in the field. */
static void find_place(struct comparing *c, struct inputs inputs) {
    struct verify_element shown = c->answer->element;
    struct traces *traces = traces_new(c->border, c->global, c->partitioned);
    struct run run = {WORLD_FIELD, inputs, traces};
    c->field_deadline = c->deadline;
    if (!c->is_stopped && run_once(c, &run) == DIFFERENT) {
        c->answer->op = traces_find(traces, c->answer->element.result, c->answer->element.device,
                                    &c->answer->meant);
    } else {
        const struct value *value = op_operand(func_return(c->partitioned), shown.result);
        c->answer->op = value->op ? value->op : c->partitioned;
    }
    c->answer->is_global = false;
    c->answer->element = shown;
    traces_free(traces);
}

double processor_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static bool is_late(const struct comparing *c) {
    return processor_seconds() - c->processor_start > PATIENCE ||
           seconds_now() - c->start > 3 * PATIENCE;
}

/* Whether there are no more runs that should show a difference, without which it is not decided. */
static bool is_over(const struct comparing *c, int wanted) {
    return is_late(c) && (wanted > 1 || seconds_now() > c->field_deadline);
}

/* Whether it counts that an element differs. What only overflows where inputs are larger than usual
 * may be right; but where they are large it does not count as right that a partition overflows and
 * the global program does not, as without the maximum that a softmax subtracts. There rounding
 * makes larger differences, too. */
static bool counts(const struct verify_element *element, const struct run *run) {
    const double much = 1e-3; /* of the larger one */
    double got = element->got, expected = element->expected;
    if (run->inputs.spread == 1 || !element->has_values) {
        return true;
    }
    if (run->inputs.spread == LARGE) {
        double most = much * fmax(fabs(got), fabs(expected));
        return isfinite((float)expected) && (!isfinite(got) || fabs(got - expected) > most);
    }
    return isfinite(got) && isfinite(expected);
}

/* How often real inputs show a difference, of some runs, which end when it was `wanted` times; the
 * last one shown is in the answer. -1: the reals cannot follow. */
static int differences_in_reals(struct comparing *c, struct inputs inputs, int runs, int wanted) {
    static const enum inputs_mode modes[] = {INPUTS_ANY, INPUTS_POSITIVE, INPUTS_DOMINANT,
                                             INPUTS_LAYERS, INPUTS_NEAR};
    static const double spreads[] = {1, LARGE, 4, 0.25, 1}; /* beyond bounds, and below */
    enum { MODES = sizeof modes / sizeof *modes, SPREADS = sizeof spreads / sizeof *spreads };
    int count = 0;
    struct verify_element shown = {0};
    struct verify_answer before = *c->answer;
    bool stopped = false;
    for (int i = 0; i < runs && count < wanted && !stopped; i++) {
        struct run run = {WORLD_REALS, inputs, NULL};
        bool is_any = inputs.mode == INPUTS_ANY || inputs.mode == INPUTS_LAYERS;
        run.inputs.mode = is_any ? modes[i % MODES] : inputs.mode;
        run.inputs.seed += (uint64_t)i;
        run.inputs.spread = spreads[i / MODES % SPREADS];
        if (i >= MODES && is_over(c, wanted)) {
            break;
        }
        enum outcome outcome = run_once(c, &run);
        if (outcome == FAULT || (outcome == DIFFERENT && counts(&c->answer->element, &run))) {
            count++;
            shown = c->answer->element;
        }
        stopped = outcome == STOPPED;
    }
    before.values = c->answer->values;
    memcpy(before.devices, c->answer->devices, sizeof before.devices);
    *c->answer = before;
    c->answer->element = count ? shown : before.element;
    return stopped && count == 0 ? -1 : count;
}

/* A run in the field showed a difference. */
static void judge_difference(struct comparing *c, struct inputs inputs) {
    int shown = differences_in_reals(c, inputs, SHOWING_RUNS, 1);
    find_place(c, inputs);
    if (shown > 0) {
        decide(c, VERIFY_REFUTED, "it makes a result another one than the global program's");
    } else if (shown < 0) {
        decide(c, VERIFY_UNDECIDED,
               "results differ where it is taken for a random function, and no real inputs can "
               "be tried");
    } else {
        decide(c, VERIFY_UNDECIDED,
               "results differ where functions are random ones, and no real inputs show it");
    }
}

static bool settle_outcome(struct comparing *c, enum outcome outcome, struct inputs inputs) {
    if (outcome == STOPPED) {
        c->answer->verdict = VERIFY_UNDECIDED;
        c->is_stopped = seconds_now() > c->field_deadline;
    } else if (outcome == FAULT) {
        c->answer->verdict = VERIFY_REFUTED;
        c->answer->element.is_given = false;
    } else if (outcome == DIFFERENT) {
        judge_difference(c, inputs);
    }
    return outcome != EQUAL;
}

/* Whether an argument has integers: what is asked of these is sampled, too. */
static bool takes_integers(const struct border *border) {
    bool any = false;
    for (uint32_t i = 0; i < border->argument_count; i++) {
        const struct type *type = border->arguments[i].whole;
        const struct type *element = type_is_tensor(type) ? type_element(type) : NULL;
        any = any || (element && element->kind == TYPE_INTEGER && element->width > 1);
    }
    return any;
}

/* True: the answer is there. Else the field found no difference in any run. */
static bool run_in_field(struct comparing *c) {
    double bits = 0;
    bool samples = takes_integers(c->border);
    c->exponent = -61;
    for (uint32_t i = 0; i < MOST_RUNS; i++) {
        enum inputs_mode mode = i % 3 == 2 ? INPUTS_LAYERS : INPUTS_ANY; /* all are indices */
        struct run run = {WORLD_FIELD, {mode, 0xa11ce + i, &c->marks, 1}, NULL};
        if (settle_outcome(c, run_once(c, &run), run.inputs)) {
            return true;
        }
        c->answer->runs = i + 1;
        bits = -c->exponent * (i + 1);
        bool enough = c->answer->runs >= (c->compares || samples ? ORDERS : 2);
        if (bits >= WANTED_BITS && (enough || (is_late(c) && i > 0))) {
            break;
        }
    }
    c->answer->bits = bits > 0 ? (int)fmin(bits, 999) : 0;
    c->answer->compares = c->compares;
    return false;
}

/* Inputs of which many are equal, or all but one or two. */
static bool run_with_ties(struct comparing *c) {
    static const enum inputs_mode modes[] = {INPUTS_SAME, INPUTS_FEW, INPUTS_SAME,
                                             INPUTS_SAME, INPUTS_FEW, INPUTS_SAME};
    for (uint32_t i = 0; i < sizeof modes / sizeof *modes && (i < 2 || !is_late(c)); i++) {
        struct verify_answer before = *c->answer;
        struct run run = {WORLD_FIELD, {modes[i], 0x7135 + i, &c->marks, 1}, NULL};
        enum outcome outcome = run_once(c, &run);
        if (outcome == DIFFERENT || outcome == FAULT) {
            return settle_outcome(c, outcome, run.inputs);
        }
        *c->answer = before;
    }
    return false;
}

static bool run_in_reals(struct comparing *c) {
    struct inputs inputs = {INPUTS_ANY, 0x51ed, &c->marks, 1};
    int shown =
        differences_in_reals(c, inputs, is_late(c) && !c->is_stopped ? 2 : REAL_RUNS, REAL_RUNS);
    if (shown <= 0) {
        return false;
    }
    for (int again = 1; shown == 1 && again < REAL_RUNS && !is_late(c); again++) {
        inputs.seed += 100;
        shown += differences_in_reals(c, inputs, REAL_RUNS, 1) > 0;
    }
    find_place(c, (struct inputs){INPUTS_ANY, 0xa11ce, &c->marks, 1});
    decide(c, shown > 1 ? VERIFY_REFUTED : VERIFY_UNDECIDED,
           "real inputs make a result another one than the global program's");
    return true;
}

/* Where results are asked for, [result][device]; NULL: everywhere. */
static const bool **find_wanted(const struct comparing *c, int64_t devices, struct arena *arena) {
    uint32_t count = c->border->result_count;
    const bool **wanted = ARENA_ARRAY(arena, const bool *, count + 1);
    bool all = true;
    for (uint32_t i = 0; i < count; i++) {
        bool *own = ARENA_ARRAY(arena, bool, (size_t)devices + 1);
        for (int64_t d = 0; d < devices; d++) {
            own[d] =
                !is_proven(c, i) && (devices == 1 || result_is_asked(&c->border->results[i], d));
            all = all && own[d];
        }
        wanted[i] = own;
    }
    return all ? NULL : wanted;
}

/* True: the answer is there. */
static bool find_difference(struct comparing *c) {
    bool is_there = run_in_field(c);
    if (c->is_stopped) { /* in real numbers loops may turn less often than by a random order */
        run_in_reals(c);
    }
    return is_there || run_with_ties(c) || run_in_reals(c);
}

void verify_by_evaluation(const struct verify_request *request, const struct border *border,
                          struct verify_answer *answer) {
    double start = seconds_now();
    struct comparing c = {
        .request = request,
        .border = border,
        .answer = answer,
        .global = request->global_entry,
        .partitioned = request->partitioned_entry,
        .start = start,
        .processor_start = processor_seconds(),
        .deadline = start + request->seconds,
        .field_deadline = start + SHARE_OF_FIELD * request->seconds,
    };
    evaluate_number(request->global);
    evaluate_number(request->partitioned);
    bool has_parts = false;
    op_walk(request->global->op, find_parts, &has_parts);
    c.wholes = has_parts ? border->devices : 1;
    marks_find(&c.marks, request->global);
    marks_find(&c.marks, request->partitioned);
    struct arena *arena = arena_new();
    bool keeps_all = c.wholes > 1 || request->keeps_values; /* what a counterexample expects */
    c.wanted_wholes = keeps_all ? NULL : find_wanted(&c, 1, arena);
    c.wanted_parts = find_wanted(&c, border->devices, arena);
    bool differs = find_difference(&c);
    arena_free(arena);
    if (differs) {
        return;
    }
    if (answer->bits < WANTED_BITS) {
        answer->op = c.partitioned;
        decide(&c, VERIFY_UNDECIDED, "degrees are too high for a proof by evaluation");
        return;
    }
    answer->verdict = VERIFY_PROVED;
}
