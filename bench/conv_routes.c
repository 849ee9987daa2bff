/* The regret of choosing: convolutions of networks, and random ones, by every route that can.
 *
 *     [SDYRT_ISA=avx2] conv_routes [--seed N] [--count N] [--networks | --random] [--table]
 *                                  [--worth] [--keep FILE | --times FILE]
 *
 * Each descriptor is computed by each route that can compute all of it, all tasks on this thread,
 * in turns, of which the least time counts: that of the processor, which others disturb less.
 * Printed are, for each descriptor whose regret is above 1.05 (or all with --table), what it is,
 * and for each route the predicted and the measured cycles, the chosen one with a star; at the end
 * the mean and the greatest regret, which is the time of the chosen route by that of the best one,
 * and how far the predicted times are from the measured ones, after one factor for all.
 * --worth then says of each route what would be lost without it. --keep writes the times to a file;
 * --times takes them from there, so that costs can be fitted without measuring again: those of the
 * same arguments. */
#include "conv_layers.h"
#include "conv_plan.h"
#include "conv_shape.h"
#include "cpu.h"
#include "random.h"
#include "regret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUTES = SDYRT_CONV_ROUTE_COUNT, MOST_PLANS = 256 };

struct way {
    struct sdyrt_conv_plan plans[MOST_PLANS];
};

struct operands {
    char *in, *kernel, *out, *scratch;
};

/* A convolution, its ways, and where it is computed. */
struct asked {
    const struct sdyrt_conv *conv;
    const struct way *ways;
    const struct operands *at;
};

/* What is asked for. */
static struct {
    struct choice_options shared;
    FILE *keep, *times;
} options = {.shared = CHOICE_OPTIONS};

/* --- times --- */

static char *room(int64_t elements, int64_t type) {
    const size_t bytes = (size_t)(elements + 64) * sdyrt_product_result_size(type);
    char *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    uint64_t state = 7;
    for (size_t i = 0; i < bytes / 4; i++) {
        const float value = 1 + (float)random_below(&state, 1000) / 1000;
        memcpy(memory + 4 * i, &value, sizeof value);
    }
    return memory;
}

static int64_t product_of(const int64_t *size) {
    return size[0] * size[1] * size[2];
}

static struct operands operands_of(const struct sdyrt_conv *c) {
    const int64_t groups = c->feature_groups;
    return (struct operands){
        room(c->batch * c->in_channels * groups * product_of(c->in_size), c->type),
        room(c->in_channels * c->out_channels * product_of(c->kernel_size), c->type),
        room(c->batch * c->out_channels * product_of(c->out_size), c->type),
        room(SDYRT_KERNEL_SCRATCH / 4, SDYRT_PRODUCT_F32)};
}

static double time_way(void *context, int way, int64_t runs) {
    const struct asked *asked = context;
    const struct sdyrt_conv *c = asked->conv;
    const struct operands *at = asked->at;
    const struct sdyrt_conv_plan *plans = asked->ways[way].plans;
    const struct sdyrt_conv_call call = {c, plans, at->in, at->kernel, at->out, NULL, NULL, NULL};
    const int64_t tasks = sdyrt_conv_tasks(c, plans);
    const double begin = processor_seconds();
    for (int64_t run = 0; run < runs; run++) {
        for (int64_t task = 0; task < tasks; task++) {
            sdyrt_conv_run(&call, task, at->scratch);
        }
    }
    return (processor_seconds() - begin) / (double)runs;
}

static void measure(const struct sdyrt_conv *c, const struct way *ways, struct timed_way *times,
                    int count) {
    const struct operands at = operands_of(c);
    struct asked asked = {c, ways, &at};
    measure_ways(times, count, time_way, &asked);
    free(at.in), free(at.kernel), free(at.out), free(at.scratch);
}

static void read_times(struct timed_way *ways, int count) {
    for (int i = 0; i < count; i++) {
        int route = -1;
        if (fscanf(options.times, "%d %lf", &route, &ways[i].seconds) != 2 ||
            route != ways[i].route) {
            fprintf(stderr, "conv_routes: these times are of other arguments\n");
            exit(1);
        }
    }
}

static void keep_times(const struct timed_way *ways, int count) {
    for (int i = 0; i < count; i++) {
        fprintf(options.keep, "%d %.9g\n", ways[i].route, ways[i].seconds);
    }
}

/* --- one descriptor --- */

/* Plans by this route; whether it computes all parts. */
static int plan_by(const struct sdyrt_conv *c, int route, struct way *way, struct timed_way *time) {
    struct conv_planner planner = sdyrt_conv_planner(sdyrt_cpu_set());
    planner.forced = (enum sdyrt_conv_route)route;
    if (sdyrt_conv_plans(c, &planner, way->plans, MOST_PLANS) > MOST_PLANS) {
        return 0;
    }
    *time = (struct timed_way){route, route < ROUTES ? sdyrt_conv_route_name(route) : "", 0, 1e30};
    for (const struct sdyrt_conv_plan *plan = way->plans;; plan++) {
        if (route < ROUTES && plan->route != route) {
            return 0;
        }
        time->cycles += sdyrt_conv_cycles(c, &planner.class, plan);
        if (!plan->more) {
            return 1;
        }
    }
}

static void describe(const char *name, const struct sdyrt_conv *c, char text[160]) {
    char image[64] = "";
    int length = 0;
    for (int dim = c->in_size[0] > 1 ? 0 : 1; dim < SDYRT_CONV_RANK; dim++) {
        length += snprintf(image + length, sizeof image - (size_t)length, "%s%lld",
                           length == 0 ? "" : "x", (long long)c->in_size[dim]);
    }
    snprintf(text, 160, "%s %lld %s %lld>%lld by %lldx%lldx%lld to %lldx%lldx%lld", name,
             (long long)c->batch, image, (long long)c->in_channels, (long long)c->out_channels,
             (long long)c->kernel_size[0], (long long)c->kernel_size[1],
             (long long)c->kernel_size[2], (long long)c->out_size[0], (long long)c->out_size[1],
             (long long)c->out_size[2]);
}

/* Measures all ways of a descriptor, and counts the choice. */
static void judge(const char *name, const struct sdyrt_conv *c, struct regrets *regrets) {
    static struct way ways[ROUTES], choice;
    struct timed_way times[ROUTES], chosen_time;
    char what[160];
    int count = 0, chosen = -1;
    plan_by(c, ROUTES, &choice, &chosen_time);
    for (int route = 0; route < ROUTES; route++) {
        if (plan_by(c, route, &ways[count], &times[count])) {
            chosen = route == choice.plans->route ? count : chosen;
            count++;
        }
    }
    if (options.times != NULL) {
        read_times(times, count);
    } else {
        measure(c, ways, times, count);
    }
    if (options.keep != NULL) {
        keep_times(times, count);
    }
    if (chosen < 0) { /* parts go different ways */
        return;
    }
    describe(name, c, what);
    const double regret = regrets_add(regrets, what, times, count, chosen);
    if (options.shared.table || regret > 1.05) {
        print_ways(what, times, count, chosen, regret);
    }
}

static void judge_layer(const struct layer *layer, enum layer_form form, int64_t type,
                        struct regrets *regrets) {
    struct sdyrt_conv c;
    char name[64];
    const char *types[SDYRT_PRODUCT_TYPE_COUNT] = {[SDYRT_PRODUCT_F32] = "f32",
                                                   [SDYRT_PRODUCT_F64] = "f64",
                                                   [SDYRT_PRODUCT_BF16_F32] = "bf16"};
    if (layer_describe(layer, form, type, &c)) {
        snprintf(name, sizeof name, "%s %s %s", layer->network, types[type], layer_form_name(form));
        judge(name, &c, regrets);
    }
}

static void judge_networks(struct regrets *regrets) {
    int count;
    const struct layer *layers = network_layers(&count);
    for (int i = 0; i < count; i++) {
        for (int form = 0; form < LAYER_FORMS; form++) {
            const struct layer layer = layer_limited(&layers[i]);
            judge_layer(&layer, (enum layer_form)form, SDYRT_PRODUCT_F32, regrets);
        }
    }
}

static void judge_random(struct regrets *regrets) {
    static const int64_t types[] = {SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F32, SDYRT_PRODUCT_F32,
                                    SDYRT_PRODUCT_F64, SDYRT_PRODUCT_BF16_F32};
    uint64_t state = options.shared.seed;
    for (int i = 0; i < options.shared.count; i++) {
        const struct layer layer = random_layer(&state);
        const enum layer_form form = (enum layer_form)random_below(&state, LAYER_FORMS);
        const int64_t type = types[random_below(&state, 5)];
        const int narrow = type == SDYRT_PRODUCT_BF16_F32 && form >= KERNEL_LAST;
        judge_layer(&layer, form, narrow ? SDYRT_PRODUCT_F32 : type, regrets);
    }
}

/* --- what is asked --- */

static FILE *opened(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void read_options(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (read_choice_option(&options.shared, argv, &i)) {
            continue;
        }
        if (strcmp(argv[i], "--keep") == 0) {
            options.keep = opened(value, "w"), i++;
        } else if (strcmp(argv[i], "--times") == 0) {
            options.times = opened(value, "r"), i++;
        } else {
            fprintf(stderr, "conv_routes: what is %s?\n", argv[i]);
            exit(2);
        }
    }
}

int main(int argc, char **argv) {
    static struct regrets regrets;
    read_options(argc, argv);
    printf("seed %llu, on %s\n", (unsigned long long)options.shared.seed,
           sdyrt_isa_name(sdyrt_cpu_isa()));
    if (options.shared.networks) {
        judge_networks(&regrets);
    }
    if (options.shared.random) {
        judge_random(&regrets);
    }
    regrets_print(&regrets);
    if (options.shared.worth) {
        regrets_print_worth(&regrets);
    }
    if (options.keep != NULL) {
        fclose(options.keep);
    }
    return 0;
}
