/* The regret of many choices: the time of what was chosen by that of the best. */
#ifndef BENCH_REGRET_H
#define BENCH_REGRET_H

#include <stdint.h>

enum { REGRETS_MOST = 4000, REGRETS_ROUTES = 64 };

/* A way of computing what is asked: its route, a number below REGRETS_ROUTES; its name, the
   caller's; the cycles that its plan is expected to take, and the seconds that it took. */
struct timed_way {
    int route;
    const char *name;
    double cycles, seconds;
};

/* What a route is worth: what is lost without it where it is chosen. */
struct worth {
    const char *name;
    int chosen, alone; /* how often; and how often no other could */
    double sum, worst; /* the time of the next choice by that of this one */
    char where[96];
};

struct regrets {
    int count;
    double sum, worst;
    double ratios[REGRETS_MOST]; /* predicted cycles by measured seconds */
    struct worth worths[REGRETS_ROUTES];
};

/* What a bench of choices is asked: from which seed so many descriptors are drawn; whether those
   of networks are computed, and those that are drawn; whether all are printed; and what routes are
   worth. */
struct choice_options {
    uint64_t seed;
    int count, networks, random, table, worth;
};
#define CHOICE_OPTIONS                                                                             \
    { .seed = 1, .count = 300, .networks = 1, .random = 1 }

/* Whether word `*i` of the command line is one of these; `*i` moves to the last word of it. */
int read_choice_option(struct choice_options *options, char **argv, int *i);

/* Seconds that this process had of a processor. */
double processor_seconds(void);

/* Computes way number `way` so many times, and returns the seconds of one time. */
typedef double time_way_fn(void *asked, int way, int64_t runs);

/* Measures all ways in turns, and leaves the least seconds of each. What is far from the best is
   measured once. */
void measure_ways(struct timed_way *ways, int count, time_way_fn *time, void *asked);

/* Cycles of a clock that most of the processors measured on come near. */
double measured_cycles(double seconds);

/* Counts a choice among ways, whose names outlive `regrets`; returns its regret. `what` says what
   was asked. */
double regrets_add(struct regrets *regrets, const char *what, const struct timed_way *ways,
                   int count, int chosen);

/* A line: the regret, what was asked, and of each way its predicted and measured cycles, the chosen
   one with a star. */
void print_ways(const char *what, const struct timed_way *ways, int count, int chosen,
                double regret);

/* The mean and the worst regret, and how many predictions are within 1.5 of the measured times,
   after one factor for all: the median one. */
void regrets_print(struct regrets *regrets);

/* Of each route that was chosen: how often, and what would be lost without it, in the mean and at
   most. */
void regrets_print_worth(const struct regrets *regrets);

#endif
