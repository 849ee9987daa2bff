/* The regret of many choices: the time of what was chosen by that of the best. */
#ifndef BENCH_REGRET_H
#define BENCH_REGRET_H

enum { REGRETS_MOST = 4000 };

struct regrets {
    int count;
    double sum, worst;
    double ratios[REGRETS_MOST]; /* predicted cycles by measured seconds */
};

/* Seconds that this process had of a processor. */
double processor_seconds(void);

/* A choice: its regret, and what was predicted and measured of what was chosen. */
void regrets_add(struct regrets *regrets, double regret, double cycles, double seconds);

/* The mean and the worst regret, and how many predictions are within 1.5 of the measured times,
   after one factor for all: the median one. */
void regrets_print(struct regrets *regrets);

#endif
