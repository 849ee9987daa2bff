#include "codegen/library/route.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/emit/internal.h"
#include "codegen/program/print.h"

/* --- choosing --- */

int64_t route_forced(const char *family, int64_t count, const char *(*name)(int64_t route)) {
    const char *asked = getenv("SDYC_ROUTE");
    const size_t length = strlen(family);
    if (asked == NULL || strncmp(asked, family, length) != 0 || asked[length] != ':') {
        return count;
    }
    int64_t route = 0;
    while (route < count && strcmp(name(route), asked + length + 1) != 0) {
        route++;
    }
    return route;
}

static struct sdyrt_machine_class class_of(int number) {
    struct sdyrt_machine_class class =
        sdyrt_machine_of_set(number < SDYRT_SET_COUNT ? (enum sdyrt_set)number : SDYRT_SET_AVX512);
    class.has_vbmi = number == ROUTE_CLASS_VBMI;
    return class;
}

const struct route_plans *route_plans_make(struct arena *arena, const struct route_family *family,
                                           const void *what) {
    const int64_t forced = route_forced(family->name, family->routes, family->route_name);
    struct route_plans *plans = ARENA_NEW(arena, struct route_plans);
    plans->family = family;
    for (int number = 0; number < ROUTE_CLASSES; number++) {
        const struct sdyrt_machine_class class = class_of(number);
        int64_t *plan = ARENA_ARRAY(arena, int64_t, family->plan_bytes / sizeof(int64_t));
        if (forced == family->routes || !family->plan_by(forced, what, &class, plan)) {
            family->choose(what, &class, plan);
        }
        plans->of[number] = plan;
    }
    return plans;
}

/* --- printing --- */

static bool are_equal(const struct route_plans *plans, int a, int b) {
    return memcmp(plans->of[a], plans->of[b], plans->family->plan_bytes) == 0;
}

static bool is_one_for_all(const struct route_plans *plans) {
    bool same = true;
    for (int number = 1; number < ROUTE_CLASSES; number++) {
        same = same && are_equal(plans, 0, number);
    }
    return same;
}

/* Whether those that permute bytes have a plan that no set has. */
static bool asks_vbmi(const struct route_plans *plans) {
    return !are_equal(plans, SDYRT_SET_AVX512, ROUTE_CLASS_VBMI);
}

/* Of the processor that the compiler runs on. */
static int class_here(const struct route_plans *plans) {
    const struct sdyrt_processor here = sdyrt_cpu_processor();
    return asks_vbmi(plans) ? here.kind : here.set;
}

static void print_plan(struct emitter *e, const struct route_plans *plans, int number) {
    const struct route_family *family = plans->family;
    const int64_t *words = plans->of[number];
    const char *text = emit_text(e, "%" PRId64, words[0]);
    for (size_t i = 1; i < family->plan_bytes / sizeof *words; i++) {
        text = emit_text(e, "%s, %" PRId64, text, words[i]);
    }
    emit_line(e, "    {%s}, /* %s */", text, family->route_name(words[0]));
    if (family->part != NULL) {
        emit_part(e, family->part(words[0]));
    }
}

/* Each plan once; and which one is that of each class. */
static void print_all(struct emitter *e, const struct route_plans *plans, const char *name) {
    const int classes = asks_vbmi(plans) ? ROUTE_CLASSES : SDYRT_SET_COUNT;
    int place[ROUTE_CLASSES], printed = 0;
    const char *places = "";
    for (int number = 0; number < classes; number++) {
        int same = 0;
        while (!are_equal(plans, same, number)) {
            same++;
        }
        if (same == number) {
            print_plan(e, plans, number);
            place[number] = printed++;
        }
        place[number] = place[same];
        places = emit_text(e, "%s%s%d", places, number > 0 ? ", " : "", place[number]);
    }
    emit_line(e, "};");
    emit_line(e, "static const int %s_of[] = {%s}; /* baseline, avx2, avx512, vnni, bf16, amx%s */",
              name, places, classes == ROUTE_CLASSES ? "; vbmi" : "");
}

void route_print_plans(struct emitter *e, const struct route_plans *plans, const char *name) {
    emit_line(e, "static const struct %s %s[] = {", plans->family->plan, name);
    if (e->in_folder && !is_one_for_all(plans)) {
        print_all(e, plans, name);
        return;
    }
    print_plan(e, plans, e->in_folder ? SDYRT_SET_BASELINE : class_here(plans));
    emit_line(e, "};");
}

const char *route_processor(struct emitter *e, const char *member) {
    emit_header(e, "cpu.h");
    return emit_text(e, "((const struct sdyrt_processor *)(const void *)buf[%" PRIu32 "])->%s",
                     emit_processor_slot(e->program), member);
}

const char *route_plan_text(struct emitter *e, const struct route_plans *plans, const char *name) {
    if (!e->in_folder || is_one_for_all(plans)) {
        return name;
    }
    return emit_text(e, "%s + %s_of[%s]", name, name,
                     route_processor(e, asks_vbmi(plans) ? "kind" : "set"));
}

void route_print(struct printer *printer, const struct route_plans *plans) {
    const int64_t route = plans->of[class_here(plans)][0];
    buffer_printf(printer->out, "      route %s of %s: %s\n", plans->family->route_name(route),
                  sdyrt_isa_name(sdyrt_cpu_isa()), plans->family->sentence(route));
}
