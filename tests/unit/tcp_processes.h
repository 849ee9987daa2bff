/* Processes of this machine that are connected by TCP, for tests of what they send each other. Each
 * test forks them; one that fails says where, and ends with a status that its parent looks at. */
#ifndef SDYC_TESTS_TCP_PROCESSES_H
#define SDYC_TESTS_TCP_PROCESSES_H

#include <stdint.h>

#include "ranks_tcp.h"

enum { MOST_PROCESSES = 8, LARGE = 3 << 20, WORD_PATH = 256 };

/* What a process is, and does: NULL, or what was wrong. */
struct process {
    int number, count;
    const char *folder, *address;
    double silence;
};
typedef const char *process_fn(const struct process *process);

/* Of a process that has met the others, and not parted yet. */
extern struct sdyrt_tcp *met;

/* Forks the processes. All of them have to end well, but the one that is to be killed (-1: none
 * is). `silence`: as of sdyrt_meeting. */
void run_with(process_fn *run, int count, int killed, const char *address, double silence);
void run_at(process_fn *run, int count, int killed, const char *address);
void run_processes(process_fn *run, int count, int killed);

/* How they meet. */
struct sdyrt_meeting meeting_of(const struct process *process);
/* The others of the folder; NULL: they do not meet. */
struct sdyrt_tcp *meet(const struct process *process);
/* All processes as ranks, the last one first. False: they do not meet. */
int join(const struct process *process, struct sdyrt_ranks *ranks, double limit);

/* One message, as exchange `number`, which has gone or come; false: it fails. */
int send_to(struct sdyrt_ranks *ranks, int64_t peer, int64_t number, char *data, int64_t bytes);
int receive_from(struct sdyrt_ranks *ranks, int64_t peer, int64_t number, char *data,
                 int64_t bytes);

/* A number that this process says once, past the connections; what process `number` says, for which
 * it waits: so nobody has to guess how long another one takes. */
void say_word(const struct process *process, int word);
int hear_word(const struct process *process, int number);

/* Exchanges of all lengths between all; NULL, or what was wrong. */
const char *exchange_lengths(struct sdyrt_ranks *ranks);
const char *all_to_all(const struct process *process);

#endif
