/* Ranks that are processes of this machine, connected by TCP: what they send each other, and those
 * that are gone, silent, slow, give up, leave or run another program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "tcp_links.h"
#include "tcp_processes.h"

enum { SKIPPED = 77 }; /* what Meson takes for it */

/* Whether messages go by UCX, or by the connections. */
static bool is_by_ucx(void) {
    const char *transport = getenv("SDYC_TRANSPORT");
    return transport && strcmp(transport, "ucx") == 0;
}

/* --- what is sent ----------------------------------------------------------------------------- */

static void test_all_to_all(void **state) {
    (void)state;
    run_processes(all_to_all, 2, -1);
    run_processes(all_to_all, 5, -1);
}

static void test_version_six(void **state) {
    (void)state;
    struct sockaddr_in6 own = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int probe = socket(AF_INET6, SOCK_STREAM, 0);
    int there = probe >= 0 && bind(probe, (struct sockaddr *)&own, sizeof own) == 0;
    close(probe);
    if (there) {
        run_at(all_to_all, 2, -1, "::1");
    }
}

/* Begins to send one, without a look at whether it is under way. */
static int begin_to_send(struct sdyrt_ranks *ranks, int64_t number, char *data, int64_t bytes) {
    const struct sdyrt_message message = {1, bytes, data, 1};
    return ranks->transport->start(ranks, number, &message, 1) == 0;
}

/* The later message is asked for first, and both were sent before. */
static const char *early(const struct process *process) {
    struct sdyrt_ranks ranks;
    static char first[100], second[30000], ready; /* which are there until all has been sent */
    if (!join(process, &ranks, 30)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        memset(first, 1, sizeof first);
        memset(second, 2, sizeof second);
        return begin_to_send(&ranks, 7, first, sizeof first) &&
                       begin_to_send(&ranks, 8, second, sizeof second) &&
                       send_to(&ranks, 1, 9, &ready, 1) && ranks.transport->wait(&ranks, 8) == 0 &&
                       ranks.transport->wait(&ranks, 7) == 0
                   ? NULL
                   : "cannot send";
    }
    if (!receive_from(&ranks, 0, 9, &ready, 1) ||
        !receive_from(&ranks, 0, 8, second, sizeof second) ||
        !receive_from(&ranks, 0, 7, first, sizeof first)) {
        return "cannot receive";
    }
    return first[99] == 1 && second[29999] == 2 ? NULL : "the messages are others";
}

static void test_early(void **state) {
    (void)state;
    run_processes(early, 2, -1);
}

/* Many at a time, of one number, which come in their order; some of them are empty. */
enum { MANY = 400, MANY_BYTES = 70000 };

static int64_t length_of(int i) {
    return i % 5 == 0 ? 0 : (int64_t)i * i % MANY_BYTES;
}

static const char *many(const struct process *process) {
    static struct sdyrt_message list[2 * MANY];
    static char sent[MANY][MANY_BYTES], got[MANY][MANY_BYTES];
    struct sdyrt_ranks ranks;
    if (!join(process, &ranks, 30)) {
        return "has not joined";
    }
    const int64_t other = 1 - ranks.rank;
    for (int i = 0; i < MANY; i++) {
        memset(sent[i], i % 100 + (int)ranks.rank, MANY_BYTES);
        list[i] = (struct sdyrt_message){other, length_of(i), got[i], 0};
        list[MANY + i] = (struct sdyrt_message){other, length_of(i), sent[i], 1};
    }
    for (int64_t number = 0; number < 3; number++) {
        memset(got, -1, sizeof got);
        if (ranks.transport->start(&ranks, number, list, 2 * MANY) != 0 ||
            ranks.transport->wait(&ranks, number) != 0) {
            return "a message has not come";
        }
        for (int i = 0; i < MANY; i++) {
            const int64_t last = length_of(i) - 1;
            if ((last >= 0 && got[i][last] != i % 100 + other) || got[i][last + 1] != -1) {
                return "a message is another";
            }
        }
    }
    return NULL;
}

static void test_many(void **state) {
    (void)state;
    run_processes(many, 2, -1);
}

/* One beyond 256 MB, which MPI would cut. */
static const char *huge(const struct process *process) {
    enum { HUGE_BYTES = 300 << 20 };
    struct sdyrt_ranks ranks;
    char *data = calloc(HUGE_BYTES, 1);
    if (!data || !join(process, &ranks, 60)) {
        return "has not joined";
    }
    int good = ranks.rank == 0;
    if (good) {
        data[HUGE_BYTES - 1] = data[HUGE_BYTES / 2] = 7;
    }
    good = good ? send_to(&ranks, 1, 4, data, HUGE_BYTES)
                : receive_from(&ranks, 0, 4, data, HUGE_BYTES);
    good = good && data[HUGE_BYTES - 1] == 7 && data[HUGE_BYTES / 2] == 7;
    free(data);
    return good ? NULL : "it has not come";
}

static void test_huge(void **state) {
    (void)state;
    run_processes(huge, 2, -1);
}

/* Two lists of ranks have processes in common, and their messages the same numbers. */
static const char *among(const struct process *process) {
    struct sdyrt_ranks all, some;
    struct sdyrt_tcp *tcp = meet(process);
    int64_t three[] = {0, 1, 2}, two[] = {2, 0};
    char a = 1, b = 2, got[2] = {0};
    if (!tcp || sdyrt_tcp_note(tcp, 2) != 12 || !sdyrt_tcp_open(&all, tcp, three, 3, 0, 30)) {
        return "has not joined";
    }
    if (process->number == 1) {
        return sdyrt_tcp_open(&some, tcp, two, 2, 0, 30) ? "is a rank of a list without it" : NULL;
    }
    if (!sdyrt_tcp_open(&some, tcp, two, 2, 0, 30)) {
        return "is no rank of a list with it";
    }
    if (process->number == 0) {
        return send_to(&all, 2, 1, &a, 1) && send_to(&some, 0, 1, &b, 1) ? NULL : "cannot send";
    }
    if (!receive_from(&some, 1, 1, &got[1], 1) || !receive_from(&all, 0, 1, &got[0], 1)) {
        return "cannot receive";
    }
    return got[0] == 1 && got[1] == 2 ? NULL : "the messages are others";
}

static void test_among(void **state) {
    (void)state;
    run_processes(among, 3, -1);
}

/* --- several ranks of a process --------------------------------------------------------------- */

/* A rank with a thread of its own. */
struct own_rank {
    struct sdyrt_ranks ranks;
    pthread_t thread;
    const char *wrong;
};

static void *exchange_on_thread(void *data) {
    struct own_rank *own = data;
    own->wrong = exchange_lengths(&own->ranks);
    return NULL;
}

/* Processes have unequal numbers of ranks, in any order: the first has three, or all. */
static const char *several(const struct process *process) {
    static const int64_t members[] = {0, 1, 0, 1, 2, 0};
    const int count = process->count > 1 ? 6 : 1;
    struct own_rank own[6];
    const char *wrong = NULL;
    int used = 0;
    struct sdyrt_tcp *tcp = meet(process);
    while (tcp && used < 6 && sdyrt_tcp_open(&own[used].ranks, tcp, members, count, used, 30)) {
        pthread_create(&own[used].thread, NULL, exchange_on_thread, &own[used]);
        used++;
    }
    for (int i = 0; i < used; i++) {
        pthread_join(own[i].thread, NULL);
        wrong = own[i].wrong ? own[i].wrong : wrong;
    }
    const int want = process->count == 1 ? 1 : 3 - process->number;
    return wrong ? wrong : used == want ? NULL : "has not as many ranks as are listed";
}

static void test_several(void **state) {
    (void)state;
    run_processes(several, 3, -1);
    run_processes(several, 1, -1);
}

/* One of the ranks of a process gives up: those of the same process do not wait for it. */
static const char *gives_up_within(const struct process *process) {
    static const int64_t members[] = {0, 1, 0};
    struct sdyrt_ranks first, second;
    char byte;
    struct sdyrt_tcp *tcp = meet(process);
    if (!tcp || !sdyrt_tcp_open(&first, tcp, members, 3, 0, 0)) {
        return "has not joined";
    }
    if (process->number == 1) {
        return receive_from(&first, 0, 1, &byte, 1) ? "something has come" : NULL;
    }
    if (!sdyrt_tcp_open(&second, tcp, members, 3, 1, 0)) {
        return "is not two ranks";
    }
    snprintf(first.message, sizeof first.message, "no more");
    sdyrt_ranks_give_up(&first);
    return receive_from(&second, 0, 1, &byte, 1) ? "something has come"
           : strstr(second.reason, "no more")    ? NULL
                                                 : "the reason is another";
}

static void test_gives_up_within(void **state) {
    (void)state;
    run_processes(gives_up_within, 2, -1);
}

/* --- failures --------------------------------------------------------------------------------- */

/* Nothing is to come from rank 0 any more, and why says this; at once, without a limit. */
static const char *expect_end(struct sdyrt_ranks *ranks, const char *why) {
    char byte;
    double begin = sdyrt_seconds();
    if (receive_from(ranks, 0, 3, &byte, 1)) {
        return "something has come";
    }
    if (!strstr(ranks->reason, why)) {
        return ranks->reason[0] ? ranks->reason : "there is no reason";
    }
    return sdyrt_seconds() - begin < 30 ? NULL : "that took long";
}

/* Process 1 is killed: the others get to know it, though they wait for somebody else, who is there
 * until they do. */
static const char *killed(const struct process *process) {
    struct sdyrt_ranks ranks;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (process->number == 1) {
        raise(SIGKILL);
    }
    if (process->number == 2) { /* rank 0, which is waited for */
        hear_word(process, 0);
        return NULL;
    }
    const char *wrong = expect_end(&ranks, "process 1 is gone");
    say_word(process, 1);
    return wrong;
}

static void test_killed(void **state) {
    (void)state;
    run_processes(killed, 3, 1);
}

/* The system is asked whether the connection has ended, by one who waits for nothing. */
static const char *asks_for_end(const struct process *process) {
    struct sdyrt_tcp *tcp = meet(process);
    if (!tcp) {
        return "has not met the other";
    }
    if (process->number == 1) {
        hear_word(process, 0);
        raise(SIGKILL);
    }
    bool early = sdyrt_tcp_has_ended(tcp, 1, 0) != 0;
    say_word(process, 1);
    return early                                    ? "has been taken for gone"
           : sdyrt_tcp_has_ended(tcp, 1, 30 * 1000) ? NULL
                                                    : "is gone, and nobody says so";
}

static void test_asks_for_end(void **state) {
    (void)state;
    run_processes(asks_for_end, 2, 1);
}

/* So many seconds without a word mean that a process is gone. On a busy machine a thread may be
 * kept waiting for a second or two. */
enum { SILENCE = 4 };

/* This process gets a signal from a child of its own after so many seconds. */
static void be_sent(int number, unsigned seconds) {
    int own = getpid();
    if (fork() == 0) {
        sleep(seconds);
        if (getppid() == own) {
            kill(own, number);
        }
        _exit(0);
    }
}

/* Rank 0 is killed while it sends: who receives gets to know it, and nothing comes into its memory
 * any more. */
static const char *killed_midway(const struct process *process) {
    enum { BYTES = 64 << 20 };
    static char data[BYTES];
    struct sdyrt_ranks ranks;
    double begin = 0;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        be_sent(SIGKILL, 1);
        while (send_to(&ranks, 1, 5, data, BYTES)) {
        }
        return "the other one has gone";
    }
    do {
        begin = sdyrt_seconds();
    } while (receive_from(&ranks, 0, 5, data, BYTES));
    if (!strstr(ranks.reason, "process 1 is gone") || sdyrt_seconds() - begin > 2) {
        return strstr(ranks.reason, "gone") ? "that took long" : "the reason is another";
    }
    memset(data, 9, BYTES);
    ranks.transport->poke(&ranks);
    for (int64_t i = 0; i < BYTES; i++) {
        if (data[i] != 9) {
            return "its memory is touched";
        }
    }
    return NULL;
}

static void test_killed_midway(void **state) {
    (void)state;
    run_processes(killed_midway, 2, 1);
}

/* Process 1 is stopped: who waits gets to know it, and ends it then. */
static const char *stopped(const struct process *process) {
    struct sdyrt_ranks ranks;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (process->number == 1) {
        be_sent(SIGKILL, 50); /* where the other one fails */
        say_word(process, getpid());
        raise(SIGSTOP);
    }
    const int stopped_one = hear_word(process, 1);
    const char *wrong = expect_end(&ranks, "process 1 has said nothing for 4 s");
    kill(stopped_one, SIGKILL);
    return wrong;
}

static void test_stopped(void **state) {
    (void)state;
    run_with(stopped, 2, 1, "127.0.0.1", SILENCE);
}

/* Slow is whoever computes, and asks nothing of the others (which nothing tells from sleep), or was
 * stopped itself for a while when nobody waited for it. */
static const char *slow(const struct process *process) {
    struct sdyrt_ranks ranks;
    char byte = 1;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        for (double end = sdyrt_seconds() + SILENCE + 2; sdyrt_seconds() < end;) {
            usleep(10000);
        }
        return send_to(&ranks, 1, 5, &byte, 1) && receive_from(&ranks, 1, 6, &byte, 1)
                   ? NULL
                   : "has not been waited for";
    }
    if (!receive_from(&ranks, 0, 5, &byte, 1)) {
        return ranks.reason[0] ? "has given up one who is slow" : "has waited in vain";
    }
    sleep(1);
    return send_to(&ranks, 0, 6, &byte, 1) ? NULL : "cannot send";
}

static const char *wakes(const struct process *process) {
    struct sdyrt_ranks ranks;
    char byte = 1;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        be_sent(SIGCONT, SILENCE + 2);
        raise(SIGSTOP);
        say_word(process, 1);
    } else {
        hear_word(process, process->count - 1);
    }
    return (ranks.rank == 0 ? receive_from(&ranks, 1, 5, &byte, 1)
                            : send_to(&ranks, 0, 5, &byte, 1))
               ? NULL
               : "has given up the other one";
}

static void test_slow(void **state) {
    (void)state;
    run_with(slow, 2, -1, "127.0.0.1", SILENCE);
    run_with(wakes, 2, -1, "127.0.0.1", SILENCE);
}

static const char *gives_up(const struct process *process) {
    struct sdyrt_ranks ranks;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        snprintf(ranks.message, sizeof ranks.message, "there is no bread");
        sdyrt_ranks_give_up(&ranks);
        return NULL;
    }
    return expect_end(&ranks, "has given up: there is no bread");
}

static void test_gives_up(void **state) {
    (void)state;
    run_processes(gives_up, 3, -1);
}

/* One that says goodbye is missed by those alone who wait for it. */
static const char *leaves(const struct process *process) {
    struct sdyrt_ranks ranks;
    char byte = 1;
    struct sdyrt_tcp *tcp = meet(process);
    int64_t members[] = {0, 1, 2};
    if (!tcp || !sdyrt_tcp_open(&ranks, tcp, members, 3, 0, 0)) {
        return "has not joined";
    }
    if (process->number == 0) {
        ranks.transport->close(&ranks);
        sdyrt_tcp_part(tcp);
        met = NULL;
        return NULL;
    }
    usleep(200000); /* by now it has left */
    if (!(process->number == 1 ? send_to(&ranks, 2, 5, &byte, 1)
                               : receive_from(&ranks, 1, 5, &byte, 1))) {
        return "the others cannot go on";
    }
    return expect_end(&ranks, "process 0 has left");
}

static void test_leaves(void **state) {
    (void)state;
    run_processes(leaves, 3, -1);
}

/* What one has sent before it left comes, though it has not read all that it was sent. */
static const char *leaves_unread(const struct process *process) {
    struct sdyrt_ranks ranks;
    static char large[LARGE];
    char byte = 1;
    if (!join(process, &ranks, 30)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        memset(large, 3, LARGE);
        return send_to(&ranks, 1, 5, &byte, 1) && send_to(&ranks, 1, 6, large, LARGE)
                   ? NULL
                   : "cannot send";
    }
    if (!receive_from(&ranks, 0, 5, &byte, 1)) {
        return "cannot begin";
    }
    if (!send_to(&ranks, 0, 7, &byte, 1)) {
        return NULL; /* it has left before it was sent anything: another time */
    }
    usleep(300000); /* by now it would have left */
    return receive_from(&ranks, 0, 6, large, LARGE) && large[LARGE - 1] == 3
               ? NULL
               : "the message has not come";
}

static void test_leaves_unread(void **state) {
    (void)state;
    run_processes(leaves_unread, 2, -1);
}

static const char *other_length(const struct process *process) {
    struct sdyrt_ranks ranks;
    char bytes[8] = {0};
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        send_to(&ranks, 1, 3, bytes, 8);
        sleep(1);
        return NULL;
    }
    /* UCX says of a longer message only that it is. */
    return expect_end(&ranks, is_by_ucx() ? "sends more bytes where 1 are expected"
                                          : "sends 8 bytes where 1 are expected");
}

/* A shorter one than is waited for. */
static const char *shorter(const struct process *process) {
    struct sdyrt_ranks ranks;
    char bytes[8] = {0};
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        send_to(&ranks, 1, 3, bytes, 0);
        hear_word(process, 0);
        return NULL;
    }
    const char *wrong = expect_end(&ranks, "sends 0 bytes where 1 are expected");
    say_word(process, 1);
    return wrong;
}

static void test_other_length(void **state) {
    (void)state;
    run_processes(other_length, 2, -1);
    run_processes(shorter, 2, -1);
}

/* Process 1 cannot make UCX ready, and the other one is told why. */
static const char *cannot_begin(const struct process *process) {
    char message[SDYRT_MESSAGE] = "";
    const struct sdyrt_meeting meeting = meeting_of(process);
    if (process->number == 1) {
        setenv("UCX_TLS", "pigeons", 1);
    }
    return !sdyrt_tcp_meet(&meeting, message) && strstr(message, "UCX cannot be made ready")
               ? NULL
               : "it meets the others, or says something else";
}

static void test_cannot_begin(void **state) {
    (void)state;
    if (is_by_ucx()) {
        run_processes(cannot_begin, 2, -1);
    }
}

static const char *is_late(const struct process *process) {
    struct sdyrt_ranks ranks;
    char byte;
    if (!join(process, &ranks, 0.5)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        hear_word(process, 0);
        return NULL;
    }
    int64_t missing = receive_from(&ranks, 0, 3, &byte, 1);
    say_word(process, 1);
    return missing == 0 && ranks.reason[0] == '\0' ? NULL : "it has not waited in vain";
}

static void test_late(void **state) {
    (void)state;
    run_processes(is_late, 2, -1);
}

/* --- how the system sends it ------------------------------------------------------------------ */

/* The congestion control of a socket. */
static void control_of(int socket, char name[32]) {
    socklen_t size = 31;
    memset(name, 0, 32);
    getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name, &size);
}

/* That of the connection to the other process, which is there as long. */
static int is_control(const struct process *process, const char *wanted) {
    char name[32];
    control_of(met->links[1 - process->number].socket, name);
    say_word(process, 1);
    hear_word(process, 1 - process->number);
    return strcmp(name, wanted) == 0;
}

/* No connection paces what it sends, whoever called; the system's other controls stay. */
static const char *is_unpaced(const struct process *process) {
    struct sdyrt_ranks ranks;
    char usual[32];
    int probe = socket(AF_INET, SOCK_STREAM, 0);
    control_of(probe, usual);
    close(probe);
    if (!join(process, &ranks, 30)) {
        return "has not joined";
    }
    return strncmp(usual, "bbr", 3) == 0
               ? (is_control(process, "cubic") || is_control(process, "reno") ? NULL : "it paces")
               : (is_control(process, usual) ? NULL : "it is not the system's");
}

static const char *is_reno(const struct process *process) {
    struct sdyrt_ranks ranks;
    setenv("SDYC_CONGESTION", "reno", 1);
    return !join(process, &ranks, 30)    ? "has not joined"
           : is_control(process, "reno") ? NULL
                                         : "it is not the one that was asked for";
}

static const char *is_refused(const struct process *process) {
    char message[SDYRT_MESSAGE] = "";
    const struct sdyrt_meeting meeting = meeting_of(process);
    setenv("SDYC_CONGESTION", "none such", 1);
    return !sdyrt_tcp_meet(&meeting, message) && strstr(message, "SDYC_CONGESTION")
               ? NULL
               : "it meets the others, or says something else";
}

static void test_congestion(void **state) {
    (void)state;
    run_processes(is_unpaced, 2, -1);
    run_processes(is_reno, 2, -1);
    run_processes(is_refused, 1, -1);
}

/* UCX goes through the interfaces that the system lists there; containers may have no such list. */
static bool lacks_interfaces(void) {
    const char *by = getenv("UCX_TLS");
    return is_by_ucx() && by != NULL && strstr(by, "tcp") != NULL &&
           access("/sys/class/net", R_OK) != 0;
}

int main(void) {
    if (lacks_interfaces()) {
        puts("skipped: UCX finds no interfaces for TCP where there is no /sys/class/net");
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_to_all),    cmocka_unit_test(test_version_six),
        cmocka_unit_test(test_early),         cmocka_unit_test(test_among),
        cmocka_unit_test(test_many),          cmocka_unit_test(test_huge),
        cmocka_unit_test(test_killed_midway), cmocka_unit_test(test_cannot_begin),
        cmocka_unit_test(test_several),       cmocka_unit_test(test_gives_up_within),
        cmocka_unit_test(test_killed),        cmocka_unit_test(test_asks_for_end),
        cmocka_unit_test(test_gives_up),      cmocka_unit_test(test_leaves),
        cmocka_unit_test(test_other_length),  cmocka_unit_test(test_late),
        cmocka_unit_test(test_leaves_unread), cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_slow),          cmocka_unit_test(test_congestion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
