#include "regret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The first call is slow, and says too few runs for the first round, in which the clock counts. */
enum { ROUNDS = 8, WARM = 1, FAR = 3 };

/* Seconds of a measurement, where one run is shorter. */
static const double BATCH = 5e-5;

int read_choice_option(struct choice_options *options, char **argv, int *i) {
    const char *name = argv[*i], *value = argv[*i + 1] != NULL ? argv[*i + 1] : "";
    if (strcmp(name, "--table") == 0) {
        options->table = 1;
    } else if (strcmp(name, "--worth") == 0) {
        options->worth = 1;
    } else if (strcmp(name, "--networks") == 0) {
        options->random = 0;
    } else if (strcmp(name, "--random") == 0) {
        options->networks = 0;
    } else if (strcmp(name, "--seed") == 0) {
        options->seed = (uint64_t)atoll(value), ++*i;
    } else if (strcmp(name, "--count") == 0) {
        options->count = atoi(value), ++*i;
    } else {
        return 0;
    }
    return 1;
}

double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void measure_ways(struct timed_way *ways, int count, time_way_fn *time, void *asked) {
    double best = 1e30;
    for (int i = 0; i < count; i++) {
        ways[i].seconds = time(asked, i, 1); /* what it touches is in the caches from now on */
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < count; i++) {
            if (round > WARM && ways[i].seconds > FAR * best) {
                continue;
            }
            const int64_t runs = (int64_t)(BATCH / (ways[i].seconds + 1e-9)) + 1;
            const double took = time(asked, i, runs);
            ways[i].seconds = took < ways[i].seconds ? took : ways[i].seconds;
            best = ways[i].seconds < best ? ways[i].seconds : best;
        }
    }
}

/* The way of least cost that is of another route than the chosen one; -1: there is none. */
static int choice_without(const struct timed_way *ways, int count, int chosen) {
    int next = -1;
    for (int i = 0; i < count; i++) {
        if (ways[i].route != ways[chosen].route &&
            (next < 0 || ways[i].cycles < ways[next].cycles)) {
            next = i;
        }
    }
    return next;
}

static void add_worth(struct worth *worth, const char *what, const struct timed_way *ways,
                      int count, int chosen) {
    const int next = choice_without(ways, count, chosen);
    worth->name = ways[chosen].name;
    worth->chosen++;
    if (next < 0) {
        worth->alone++;
        return;
    }
    const double loss = ways[next].seconds / ways[chosen].seconds;
    worth->sum += loss;
    if (loss > worth->worst) {
        worth->worst = loss;
        snprintf(worth->where, sizeof worth->where, "%s", what);
    }
}

double regrets_add(struct regrets *regrets, const char *what, const struct timed_way *ways,
                   int count, int chosen) {
    int best = chosen;
    for (int i = 0; i < count; i++) {
        best = ways[i].seconds < ways[best].seconds ? i : best;
    }
    const double regret = ways[chosen].seconds / ways[best].seconds;
    if (regrets->count < REGRETS_MOST) {
        regrets->ratios[regrets->count++] = ways[chosen].cycles / ways[chosen].seconds;
        regrets->sum += regret;
        regrets->worst = regret > regrets->worst ? regret : regrets->worst;
        add_worth(&regrets->worths[ways[chosen].route], what, ways, count, chosen);
    }
    return regret;
}

double measured_cycles(double seconds) {
    return seconds * 2.5e9;
}

void print_ways(const char *what, const struct timed_way *ways, int count, int chosen,
                double regret) {
    printf("%5.2f  %s:", regret, what);
    for (int i = 0; i < count; i++) {
        printf("  %s%s %.0f/%.0f", i == chosen ? "*" : "", ways[i].name, ways[i].cycles,
               measured_cycles(ways[i].seconds));
    }
    printf("\n");
    fflush(stdout);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void regrets_print(struct regrets *regrets) {
    const int count = regrets->count;
    int near = 0;
    if (count == 0) {
        return;
    }
    qsort(regrets->ratios, (size_t)count, sizeof *regrets->ratios, by_size);
    const double middle = regrets->ratios[count / 2];
    for (int i = 0; i < count; i++) {
        near += regrets->ratios[i] / middle < 1.5 && regrets->ratios[i] / middle > 1 / 1.5;
    }
    printf("%d choices: regret mean %.3f, worst %.2f; predicted %.2f cycles a ns, within 1.5 of it "
           "%.0f%%\n",
           count, regrets->sum / count, regrets->worst, middle * 1e-9, 100.0 * near / count);
}

void regrets_print_worth(const struct regrets *regrets) {
    for (int route = 0; route < REGRETS_ROUTES; route++) {
        const struct worth *worth = &regrets->worths[route];
        const int others = worth->chosen - worth->alone;
        if (others > 0) {
            printf("worth: %-16s chosen %3d times; without it %.3f times as long, at most %.2f: "
                   "%s\n",
                   worth->name, worth->chosen, worth->sum / others, worth->worst, worth->where);
        } else if (worth->chosen > 0) {
            printf("worth: %-16s chosen %3d times, where no other could\n", worth->name,
                   worth->chosen);
        }
    }
}
