/* Plans of convolutions: made once, for each set of instructions, and printed as a table of
 * constants beside the convolution. */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "codegen/emit/internal.h"
#include "codegen/library/convolution.h"
#include "codegen/library/product.h"
#include "codegen/library/route.h"
#include "codegen/program/print.h"
#include "product_plan.h"

/* SDYC_ROUTE=conv:NAME takes that route wherever it can be, for tests and measurements. */
static enum sdyrt_conv_route forced_route(void) {
    return (enum sdyrt_conv_route)route_forced("conv", SDYRT_CONV_ROUTE_COUNT,
                                               sdyrt_conv_route_name);
}

void convolution_plan(struct arena *arena, const struct sdyrt_conv *what,
                      struct convolution_plans *plans) {
    const size_t most = (size_t)sdyrt_conv_most_plans(what);
    struct sdyrt_conv_plan *items = memory_alloc(SDYRT_SET_COUNT * most * sizeof *items);
    struct conv_planner planners[SDYRT_SET_COUNT];
    struct conv_plan_list lists[SDYRT_SET_COUNT];
    for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
        planners[set] = sdyrt_conv_planner(set);
        planners[set].forced = forced_route();
        lists[set] = (struct conv_plan_list){items + set * most, (int64_t)most, 0};
    }
    sdyrt_conv_plan_classes(what, planners, lists, SDYRT_SET_COUNT);
    for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
        plans->count[set] = lists[set].count;
        plans->of[set] =
            arena_copy(arena, lists[set].items, (size_t)lists[set].count * sizeof *items);
    }
    memory_free(items);
}

/* The most that any set's plan says. */
static int64_t most_of(const struct sdyrt_conv *what, const struct convolution_plans *plans,
                       int64_t (*count)(const struct sdyrt_conv *,
                                        const struct sdyrt_conv_plan *)) {
    int64_t most = 0;
    for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
        const int64_t own = count(what, plans->of[set]);
        most = own > most ? own : most;
    }
    return most;
}

int64_t convolution_plan_tasks(const struct sdyrt_conv *what,
                               const struct convolution_plans *plans) {
    return most_of(what, plans, sdyrt_conv_tasks);
}

int64_t convolution_plan_shares(const struct sdyrt_conv *what,
                                const struct convolution_plans *plans) {
    const int64_t most = most_of(what, plans, sdyrt_conv_shares);
    return most > 1 ? most : 1; /* of an empty result, too */
}

int64_t convolution_plan_pack_parts(const struct sdyrt_conv *what,
                                    const struct convolution_plans *plans) {
    int64_t least = sdyrt_conv_pack_parts(what, plans->of[0]);
    for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
        const int64_t own = sdyrt_conv_pack_parts(what, plans->of[set]);
        least = own < least ? own : least;
    }
    return least;
}

int64_t convolution_plan_columns(const struct convolution_plans *plans) {
    int64_t most = 0;
    for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
        const int64_t columns = sdyrt_conv_columns(plans->of[set]);
        most = columns > most ? columns : most;
    }
    return most;
}

/* The same where every set's plan says something; 0: one says nothing. */
static int64_t most_of_all(const struct sdyrt_conv *what, const struct convolution_plans *plans,
                           int64_t (*count)(const struct sdyrt_conv *,
                                            const struct sdyrt_conv_plan *)) {
    int64_t most = 0;
    for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
        const int64_t own = count(what, plans->of[set]);
        if (own == 0) {
            return 0;
        }
        most = own > most ? own : most;
    }
    return most;
}

int64_t convolution_plan_packed_bytes(const struct sdyrt_conv *what,
                                      const struct convolution_plans *plans) {
    return most_of_all(what, plans, sdyrt_conv_packed_bytes);
}

int64_t convolution_plan_block_elements(const struct sdyrt_conv *what,
                                        const struct convolution_plans *plans) {
    return most_of_all(what, plans, sdyrt_conv_block_elements);
}

bool convolution_plans_pack_alike(const struct convolution_plans *a,
                                  const struct convolution_plans *b) {
    bool alike = true;
    for (enum sdyrt_set set = 0; set < SDYRT_SET_COUNT; set++) {
        alike = alike && sdyrt_conv_pack_alike(a->of[set], b->of[set]);
    }
    return alike;
}

/* --- emission --- */

const char *convolution_part(enum sdyrt_product_type type) {
    switch (type) {
    case SDYRT_PRODUCT_F32:
        return "CONV_F32";
    case SDYRT_PRODUCT_F64:
        return "CONV_F64";
    case SDYRT_PRODUCT_I32:
        return "CONV_U32";
    case SDYRT_PRODUCT_I8_I32:
    case SDYRT_PRODUCT_U8_I32:
        return "CONV_PAIRS";
    case SDYRT_PRODUCT_BF16_F32:
        return "CONV_NARROW";
    default:
        return product_part(type);
    }
}

static bool are_equal(const struct convolution_plans *plans, enum sdyrt_set a, enum sdyrt_set b) {
    return plans->count[a] == plans->count[b] &&
           memcmp(plans->of[a], plans->of[b],
                  (size_t)plans->count[a] * sizeof(struct sdyrt_conv_plan)) == 0;
}

static const char *words_text(struct emitter *e, const void *plan, size_t bytes) {
    const int64_t *words = plan;
    const char *text = emit_text(e, "%" PRId64, words[0]);
    for (size_t i = 1; i < bytes / sizeof *words; i++) {
        text = emit_text(e, "%s, %" PRId64, text, words[i]);
    }
    return text;
}

/* The plans of its products, and the parts of the runtime that these need; nothing behind the last
 * of them, and zeros where there is none. A plan adds up at least one term at a time. */
static const char *products_text(struct emitter *e, const struct sdyrt_conv_plan *plan) {
    const char *text = "", *all = "";
    for (int shape = 0; shape < SDYRT_CONV_SHAPES; shape++) {
        const struct sdyrt_product_plan *product = &plan->products[shape];
        const char *words = words_text(e, product, sizeof *product);
        text = emit_text(e, "%s%s{%s}", text, shape > 0 ? ", " : "", words);
        if (product->depth > 0) {
            const char *part = sdyrt_product_route_part(product->route);
            if (part != NULL) {
                emit_part(e, part);
            }
        }
        if (shape == 0 || product->depth > 0) {
            all = emit_text(e, "{%s}", text);
        }
    }
    return all;
}

static void print_plan(struct emitter *e, const struct sdyrt_conv_plan *plan) {
    emit_line(e, "    {%s, %s}, /* %s */",
              words_text(e, plan, offsetof(struct sdyrt_conv_plan, products)),
              products_text(e, plan), sdyrt_conv_route_name(plan->route));
}

static void print_plans(struct emitter *e, const struct convolution_plans *plans,
                        enum sdyrt_set set) {
    for (int64_t i = 0; i < plans->count[set]; i++) {
        print_plan(e, &plans->of[set][i]);
    }
}

/* The plans of each set that has others than the set before it, one behind the other; and where
 * those of a set begin. */
static void print_all_plans(struct emitter *e, const struct convolution_plans *plans,
                            const char *name) {
    const char *first = "0";
    int64_t begin = 0, end = plans->count[0];
    print_plans(e, plans, 0);
    for (enum sdyrt_set set = 1; set < SDYRT_SET_COUNT; set++) {
        if (!are_equal(plans, set - 1, set)) {
            print_plans(e, plans, set);
            begin = end;
            end += plans->count[set];
        }
        first = emit_text(e, "%s, %" PRId64, first, begin);
    }
    emit_line(e, "};");
    emit_line(e, "static const int %s_of[] = {%s}; /* baseline, avx2, avx512, vnni, bf16, amx */",
              name, first);
}

const char *convolution_symbol(struct emitter *e) {
    emit_symbol(e, "sdyrt_product");
    return emit_symbol(e, "sdyrt_conv_run");
}

void convolution_print_plans(struct emitter *e, const struct convolution_plans *plans,
                             const char *name) {
    emit_line(e, "static const struct sdyrt_conv_plan %s[] = {", name);
    if (e->in_folder) {
        print_all_plans(e, plans, name);
        return;
    }
    print_plans(e, plans, sdyrt_cpu_set());
    emit_line(e, "};");
}

const char *convolution_plans_text(struct emitter *e, const char *name) {
    if (!e->in_folder) {
        return name;
    }
    return emit_text(e, "%s + %s_of[%s]", name, name, route_processor(e, "set"));
}

void convolution_print_routes(struct printer *printer, const struct sdyrt_conv *what,
                              const struct convolution_plans *plans) {
    const enum sdyrt_set set = sdyrt_cpu_set();
    const struct sdyrt_machine_class class = sdyrt_machine_of_set(set);
    for (int64_t i = 0; i < plans->count[set]; i++) {
        const struct sdyrt_conv_plan *plan = &plans->of[set][i];
        enum sdyrt_conv_route next = SDYRT_CONV_PLAIN;
        const double other = sdyrt_conv_next(what, &class, plan, &next);
        buffer_printf(printer->out, "      route %s of %s, %" PRId64 " tasks, %.0f cycles",
                      sdyrt_conv_route_name(plan->route), sdyrt_isa_name(sdyrt_cpu_isa()),
                      plan->parts * plan->tasks, sdyrt_conv_cycles(what, &class, plan));
        if (other > 0) {
            buffer_printf(printer->out, "; next %s: %.0f", sdyrt_conv_route_name(next), other);
        }
        buffer_printf(printer->out, ": %s\n", sdyrt_conv_route_sentence(plan->route));
    }
}
