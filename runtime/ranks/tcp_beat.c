/* Beats: each process tells all others now and then that it is there, by a thread that does nothing
 * else, and counts those that it hears. Who is stopped, or hangs in the system, is silent; who
 * computes, or compiles, is not. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* clock_gettime, POLLRDHUP */
#endif
#include "tcp_links.h"

#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

int sdyrt_link_is_silent(const struct sdyrt_tcp *tcp, const struct sdyrt_link *link) {
    return tcp->has_beats && link->missed > SDYRT_KEEP;
}

int sdyrt_tcp_has_ended(const struct sdyrt_tcp *tcp, int64_t process, int milliseconds) {
    struct pollfd end;
    end.fd = tcp->links[process].socket;
    end.events = POLLRDHUP;
    return end.fd < 0 || poll(&end, 1, milliseconds) > 0;
}

static struct timespec next_beat(const struct sdyrt_tcp *tcp) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    double seconds = tcp->silence / SDYRT_KEEP + 1e-9 * (double)time.tv_nsec;
    time.tv_sec += (time_t)seconds;
    time.tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds));
    return time;
}

/* Only own beats are counted: whoever has been stopped itself finds nobody silent for that. */
static void *beat(void *data) {
    struct sdyrt_tcp *tcp = (struct sdyrt_tcp *)data;
    pthread_mutex_lock(&tcp->lock);
    while (!tcp->ends) {
        struct timespec next = next_beat(tcp);
        sdyrt_tcp_beat(tcp);
        while (!tcp->ends && pthread_cond_timedwait(&tcp->rest, &tcp->lock, &next) == 0) {
        }
    }
    pthread_mutex_unlock(&tcp->lock);
    return NULL;
}

/* Signals are the caller's. */
int sdyrt_beats_begin(struct sdyrt_tcp *tcp) {
    pthread_condattr_t clock;
    sigset_t all, before;
    if (!(tcp->silence > 0) || tcp->count < 2) {
        return 1;
    }
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&tcp->rest, &clock);
    pthread_condattr_destroy(&clock);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    tcp->maker = getpid();
    tcp->has_beats = pthread_create(&tcp->beats, NULL, beat, tcp) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!tcp->has_beats) {
        pthread_cond_destroy(&tcp->rest);
    }
    return tcp->has_beats;
}

void sdyrt_beats_end(struct sdyrt_tcp *tcp) {
    if (!tcp->has_beats || tcp->maker != getpid()) {
        return;
    }
    pthread_mutex_lock(&tcp->lock);
    tcp->ends = 1;
    pthread_cond_signal(&tcp->rest);
    pthread_mutex_unlock(&tcp->lock);
    pthread_join(tcp->beats, NULL);
    pthread_cond_destroy(&tcp->rest);
    tcp->has_beats = 0;
}
