/* Values of two programs that are equal for random inputs in the field are the same ones. */
#include "verify/answers/match.h"

#include "verify/answers/inputs.h"
#include "verify/border/border.h"

struct evaluated {
    struct evaluator evaluator;
    struct border border;
    struct lanes *results; /* NULL: it could not be evaluated */
    bool *active;
};

static bool evaluate(struct evaluated *own, const struct match_side *side, double deadline,
                     const struct marks *marks) {
    static const uint64_t seed = 0xd1ff;
    struct inputs inputs = {INPUTS_ANY, seed, marks, 1};
    struct evaluator *e = &own->evaluator;
    uint32_t count = own->border.argument_count;
    own->active = memory_array((size_t)own->border.devices, sizeof(bool));
    memset(own->active, 1, (size_t)own->border.devices);
    *e = (struct evaluator){.arithmetic = {.world = WORLD_FIELD, .key = seed},
                            .module = side->module,
                            .devices = own->border.devices,
                            .active = own->active,
                            .deadline = deadline};
    struct lanes *arguments = memory_array(count + 1, sizeof *arguments);
    for (uint32_t i = 0; i < count; i++) {
        struct tensor *whole = input_whole(e, &inputs, i, own->border.arguments[i].whole);
        arguments[i] = lanes_new(e);
        for (int64_t d = 0; d < e->devices; d++) {
            arguments[i].items[d] = tensor_keep(whole);
        }
        tensor_release(whole);
    }
    own->results = memory_array(own->border.result_count + 1, sizeof *own->results);
    bool done = evaluate_function(e, side->func, NULL, arguments, own->results);
    for (uint32_t i = 0; i < count; i++) {
        lanes_free(e, &arguments[i]);
    }
    memory_free(arguments);
    return done;
}

static void evaluated_free(struct evaluated *own) {
    for (uint32_t i = 0; own->results && i < own->border.result_count; i++) {
        lanes_free(&own->evaluator, &own->results[i]);
    }
    evaluator_close(&own->evaluator);
    memory_free(own->results);
    memory_free(own->active);
}

static bool same_type(const struct type *a, const struct type *b) {
    return a->rank == b->rank && a->element && b->element && a->element->kind == b->element->kind &&
           memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

/* Types of two programs are not of one context, so that only numbers are compared. */
static bool same_numbers(const struct tensor *a, const struct tensor *b) {
    return a->count == b->count && a->words_each == b->words_each &&
           memcmp(a->words, b->words, (size_t)a->count * a->words_each * sizeof *a->words) == 0;
}

static uint32_t find(const struct evaluated *first, const struct tensor *wanted, uint64_t hash,
                     const uint64_t *hashes) {
    for (uint32_t i = 0; i < first->border.result_count; i++) {
        const struct tensor *own = first->results[i].items[0];
        if (hashes[i] == hash && same_type(own->type, wanted->type) && same_numbers(own, wanted)) {
            return i;
        }
    }
    return UINT32_MAX;
}

static void match(const struct evaluated *first, const struct evaluated *second,
                  uint32_t *matches) {
    uint32_t count = first->border.result_count;
    uint64_t *hashes = memory_array(count + 1, sizeof *hashes);
    for (uint32_t i = 0; i < count; i++) {
        hashes[i] = tensor_hash(first->results[i].items[0]);
    }
    for (uint32_t i = 0; i < second->border.result_count; i++) {
        const struct tensor *own = second->results[i].items[0];
        matches[i] = find(first, own, tensor_hash(own), hashes);
    }
    memory_free(hashes);
}

static bool signatures_fit(const struct border *a, const struct border *b, char *why, size_t size) {
    bool fit = a->argument_count == b->argument_count;
    for (uint32_t i = 0; fit && i < a->argument_count; i++) {
        fit = same_type(a->arguments[i].whole, b->arguments[i].whole);
    }
    if (!fit) {
        snprintf(why, size,
                 "they take other arguments (`sdyc verify` compares a program with its parts)");
    }
    return fit;
}

bool verify_match(const struct match_side sides[2], double seconds, uint32_t *matches, char *why,
                  size_t size) {
    struct evaluated both[2] = {{.results = NULL}, {.results = NULL}};
    struct arena *arena = arena_new();
    struct marks marks = {0};
    double deadline = seconds_now() + seconds;
    for (int i = 0; i < 2; i++) {
        struct border_request whole = {
            .propagated = sides[i].func, .partitioned = sides[i].func, .is_whole = true};
        border_find(&both[i].border, arena, &whole);
        evaluate_number(sides[i].module);
        marks_find(&marks, sides[i].module);
    }
    bool done = signatures_fit(&both[0].border, &both[1].border, why, size);
    for (int i = 0; i < 2 && done; i++) {
        done = evaluate(&both[i], &sides[i], deadline, &marks);
        if (!done) {
            snprintf(why, size, "%s", both[i].evaluator.why);
        }
    }
    if (done) {
        match(&both[0], &both[1], matches);
    }
    evaluated_free(&both[0]);
    evaluated_free(&both[1]);
    arena_free(arena);
    return done;
}
