/* Times that a file keeps from one run to the next, so that costs can be fitted without measuring
   again: a line "WHAT<tab>WAY<tab>SECONDS" for each way of computing what was asked. */
#ifndef BENCH_KEPT_TIMES_H
#define BENCH_KEPT_TIMES_H

#include "regret.h"

struct kept_times;

/* The times in a file, which is made where there is none; never NULL. The caller closes it. */
struct kept_times *kept_times_open(const char *path);
void kept_times_close(struct kept_times *times);

/* Takes the seconds of all ways from the file; 0: it has not all of them. */
int kept_times_take(const struct kept_times *times, const char *what, struct timed_way *ways,
                    int count);

/* Writes the seconds of all ways to the end of the file. */
void kept_times_add(struct kept_times *times, const char *what, const struct timed_way *ways,
                    int count);

#endif
