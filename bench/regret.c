#include "regret.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void regrets_add(struct regrets *regrets, double regret, double cycles, double seconds) {
    if (regrets->count < REGRETS_MOST) {
        regrets->ratios[regrets->count++] = cycles / seconds;
        regrets->sum += regret;
        regrets->worst = regret > regrets->worst ? regret : regrets->worst;
    }
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
