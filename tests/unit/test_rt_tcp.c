/* Ranks that are processes of this machine, connected by TCP: what they send each other, those that
 * are gone, give up or run another program, and strangers that call. Each test forks the processes;
 * one that fails says where, and ends with a status that its parent looks at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "ranks_tcp.h"
#include "tcp_links.h"

enum { MOST_PROCESSES = 8, LARGE = 3 << 20 };

/* --- processes -------------------------------------------------------------------------------- */

/* What a process is, and does: NULL, or what was wrong. */
struct process {
    int number, count;
    const char *folder, *address;
    double silence;
};
typedef const char *process_fn(const struct process *process);

static struct sdyrt_tcp *met; /* of a process that has met the others, and not parted yet */

static int start(process_fn *run, struct process process) {
    int child = fork();
    if (child == 0) {
        alarm(60);
        const char *wrong = run(&process);
        if (wrong) {
            fprintf(stderr, "process %d: %s\n", process.number, wrong);
        }
        sdyrt_tcp_part(met);
        _exit(wrong != NULL);
    }
    return child;
}

/* All of them have to end well, but the one that is to be killed. */
static void run_with(process_fn *run, int count, int killed, const char *address, double silence) {
    char folder[] = "/tmp/sdyc-tcp-XXXXXX", command[64];
    int children[MOST_PROCESSES], bad = 0;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < count; i++) {
        children[i] = start(run, (struct process){i, count, folder, address, silence});
    }
    for (int i = 0; i < count; i++) {
        int status = 0;
        waitpid(children[i], &status, 0);
        bad += i == killed ? !WIFSIGNALED(status) : status != 0;
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(bad, 0);
}

static void run_at(process_fn *run, int count, int killed, const char *address) {
    run_with(run, count, killed, address, 0);
}

static void run_processes(process_fn *run, int count, int killed) {
    run_at(run, count, killed, "127.0.0.1");
}

static struct sdyrt_tcp *meet(const struct process *process) {
    char message[SDYRT_MESSAGE] = "";
    const struct sdyrt_meeting meeting = {.own = process->number,
                                          .count = process->count,
                                          .name = "test/1",
                                          .address = process->address,
                                          .limit = 30,
                                          .silence = process->silence,
                                          .note = 10 + process->number,
                                          .store = sdyrt_store_folder(process->folder)};
    struct sdyrt_tcp *tcp = sdyrt_tcp_meet(&meeting, message);
    if (!tcp) {
        fprintf(stderr, "%s\n", message);
    }
    met = tcp;
    return tcp;
}

/* All processes as ranks, the last one first. */
static int join(const struct process *process, struct sdyrt_ranks *ranks, double limit) {
    int64_t members[MOST_PROCESSES];
    struct sdyrt_tcp *tcp = meet(process);
    for (int i = 0; i < process->count; i++) {
        members[i] = process->count - 1 - i;
    }
    return tcp && sdyrt_tcp_open(ranks, tcp, members, process->count, 0, limit);
}

static int wait_all(struct sdyrt_ranks *ranks, int64_t number, struct sdyrt_message *list,
                    int count) {
    return ranks->transport->start(ranks, number, list, count) == 0 &&
           ranks->transport->wait(ranks, number) == 0;
}

static int send_to(struct sdyrt_ranks *ranks, int64_t peer, int64_t number, char *data,
                   int64_t bytes) {
    struct sdyrt_message message = {peer, bytes, data, 1};
    return wait_all(ranks, number, &message, 1);
}

static int receive_from(struct sdyrt_ranks *ranks, int64_t peer, int64_t number, char *data,
                        int64_t bytes) {
    struct sdyrt_message message = {peer, bytes, data, 0};
    return wait_all(ranks, number, &message, 1);
}

/* --- what is sent ----------------------------------------------------------------------------- */

/* Each to each, of many lengths: also such as no buffer of the system holds. */
static const char *exchange_all(struct sdyrt_ranks *ranks, int64_t bytes) {
    struct sdyrt_message list[2 * MOST_PROCESSES];
    char *memory = calloc((size_t)(2 * ranks->count), (size_t)bytes);
    const char *wrong = NULL;
    int count = 0;
    for (int r = 0; r < ranks->count; r++) {
        char *from = memory + 2 * r * bytes, *to = from + bytes;
        memset(from, (int)(ranks->rank * 16 + r), (size_t)bytes);
        if (r != ranks->rank) {
            list[count++] = (struct sdyrt_message){r, bytes, to, 0};
            list[count++] = (struct sdyrt_message){r, bytes, from, 1};
        }
    }
    if (!wait_all(ranks, bytes, list, count)) {
        return ranks->reason[0] ? ranks->reason : "a message has not come";
    }
    for (int i = 0; i < count; i += 2) {
        char want = (char)(list[i].peer * 16 + ranks->rank);
        for (int64_t k = 0; k < bytes; k++) {
            wrong = list[i].data[k] != want ? "a message is another" : wrong;
        }
    }
    free(memory);
    return wrong;
}

static const char *exchange_lengths(struct sdyrt_ranks *ranks) {
    static const int64_t sizes[] = {1, 8, 1000, 20000, LARGE};
    const char *wrong = NULL;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes && !wrong; s++) {
        wrong = exchange_all(ranks, sizes[s]);
    }
    return wrong ? wrong : sdyrt_ranks_agree(ranks, 5) ? NULL : "they do not agree";
}

static const char *all_to_all(const struct process *process) {
    struct sdyrt_ranks ranks;
    return join(process, &ranks, 30) ? exchange_lengths(&ranks) : "has not joined";
}

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

/* The later message is asked for first, and both have come before. */
static const char *early(const struct process *process) {
    struct sdyrt_ranks ranks;
    char first[100], second[30000], ready = 0;
    if (!join(process, &ranks, 30)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        memset(first, 1, sizeof first);
        memset(second, 2, sizeof second);
        return send_to(&ranks, 1, 7, first, sizeof first) &&
                       send_to(&ranks, 1, 8, second, sizeof second) &&
                       send_to(&ranks, 1, 9, &ready, 1)
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
    return sdyrt_seconds() - begin < 5 ? NULL : "that took long";
}

/* Process 1 is killed: the others get to know it, though they wait for somebody else. */
static const char *killed(const struct process *process) {
    struct sdyrt_ranks ranks;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (process->number == 1) {
        raise(SIGKILL);
    }
    if (process->number == 2) { /* rank 0, which is waited for */
        sleep(3);
        return NULL;
    }
    return expect_end(&ranks, "process 1 is gone");
}

static void test_killed(void **state) {
    (void)state;
    run_processes(killed, 3, 1);
}

/* This process gets a signal from a child of its own after so many seconds. */
static void be_sent(int number, unsigned seconds) {
    int own = getpid();
    if (fork() == 0) {
        sleep(seconds);
        kill(own, number);
        _exit(0);
    }
}

/* Process 1 is stopped: who waits gets to know it. */
static const char *stopped(const struct process *process) {
    struct sdyrt_ranks ranks;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (process->number == 1) {
        be_sent(SIGKILL, 6);
        raise(SIGSTOP);
    }
    const char *wrong = expect_end(&ranks, "process 1 has said nothing for 1 s");
    return wrong;
}

static void test_stopped(void **state) {
    (void)state;
    run_with(stopped, 2, 1, "127.0.0.1", 1);
}

/* Slow is whoever computes, or was stopped itself for a while when nobody waited for it. */
static const char *slow(const struct process *process) {
    struct sdyrt_ranks ranks;
    char byte = 1;
    if (!join(process, &ranks, 0)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        for (double end = sdyrt_seconds() + 3; sdyrt_seconds() < end;) {
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
        be_sent(SIGCONT, 3);
        raise(SIGSTOP);
    } else {
        sleep(5);
    }
    return (ranks.rank == 0 ? receive_from(&ranks, 1, 5, &byte, 1)
                            : send_to(&ranks, 0, 5, &byte, 1))
               ? NULL
               : "has given up the other one";
}

static void test_slow(void **state) {
    (void)state;
    run_with(slow, 2, -1, "127.0.0.1", 1);
    run_with(wakes, 2, -1, "127.0.0.1", 1);
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
    return expect_end(&ranks, "sends 8 bytes where 1 are expected");
}

static void test_other_length(void **state) {
    (void)state;
    run_processes(other_length, 2, -1);
}

static const char *is_late(const struct process *process) {
    struct sdyrt_ranks ranks;
    char byte;
    if (!join(process, &ranks, 0.5)) {
        return "has not joined";
    }
    if (ranks.rank == 0) {
        sleep(2);
        return NULL;
    }
    int64_t missing = receive_from(&ranks, 0, 3, &byte, 1);
    return missing == 0 && ranks.reason[0] == '\0' ? NULL : "it has not waited in vain";
}

static void test_late(void **state) {
    (void)state;
    run_processes(is_late, 2, -1);
}

/* --- strangers -------------------------------------------------------------------------------- */

/* What process 0 has put into the store: its port, and more. */
static void read_address(const char *folder, char text[256]) {
    char path[128];
    snprintf(path, sizeof path, "%s/test.1.address.0", folder);
    text[0] = '\0';
    for (int i = 0; i < 500 && text[0] == '\0'; i++) {
        FILE *file = fopen(path, "r");
        if (!file || !fgets(text, 256, file)) {
            usleep(10000);
        }
        if (file) {
            fclose(file);
        }
    }
}

static struct sockaddr_in port_here(int port) {
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

/* Calls process 0 and says what no process says; some say nothing. */
static void call_as_stranger(const char *folder, int turn) {
    char text[256], words[200];
    read_address(folder, text);
    struct sockaddr_in where = port_here(atoi(text));
    int call = socket(AF_INET, SOCK_STREAM, 0);
    memset(words, turn * 37, sizeof words);
    if (connect(call, (struct sockaddr *)&where, sizeof where) == 0 && turn % 3 != 0) {
        ssize_t sent = send(call, words, (size_t)(turn % 3 == 1 ? 200 : 7), MSG_NOSIGNAL);
        (void)sent;
    }
    if (turn % 2) {
        close(call); /* others stay, and say nothing more */
    }
}

/* The last one comes when 200 strangers have called. */
static const char *beside_strangers(const struct process *process) {
    if (process->number == process->count - 1) {
        for (int turn = 0; turn < 200; turn++) {
            call_as_stranger(process->folder, turn);
        }
    }
    return all_to_all(process);
}

static void test_strangers(void **state) {
    (void)state;
    run_processes(beside_strangers, 3, -1);
}

/* Stands between process 1 and process 0, whose port it is. */
struct door {
    int listener, port;
    pthread_t thread;
};

static void pass_on(int from, int to) {
    char bytes[4096];
    ssize_t got = recv(from, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got > 0) {
        got = send(to, bytes, (size_t)got, MSG_NOSIGNAL);
    } else if (got == 0) {
        shutdown(to, SHUT_WR);
    }
}

/* The first call is sent off, as where strangers have taken all places; the second one is not. */
static void *keep_door(void *data) {
    struct door *door = data;
    char nonce[SDYRT_SECRET] = {0};
    struct sockaddr_in where = port_here(door->port);
    int first = accept(door->listener, NULL, NULL);
    ssize_t done = send(first, nonce, sizeof nonce, MSG_NOSIGNAL);
    done += recv(first, nonce, sizeof nonce, 0);
    close(first);
    int second = accept(door->listener, NULL, NULL), through = socket(AF_INET, SOCK_STREAM, 0);
    connect(through, (struct sockaddr *)&where, sizeof where);
    while (done >= 0) {
        struct pollfd polls[] = {{second, POLLIN, 0}, {through, POLLIN, 0}};
        poll(polls, 2, -1);
        pass_on(second, through);
        pass_on(through, second);
    }
    return NULL;
}

static void open_door(struct door *door, const struct process *process) {
    const struct sdyrt_store store = sdyrt_store_folder(process->folder);
    struct sockaddr_in own = port_here(0);
    socklen_t size = sizeof own;
    char text[256], there[300];
    read_address(process->folder, text);
    door->port = atoi(text);
    door->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(door->listener, (struct sockaddr *)&own, size) == 0 &&
        listen(door->listener, 2) == 0 &&
        getsockname(door->listener, (struct sockaddr *)&own, &size) == 0) {
        snprintf(there, sizeof there, "%d%s", ntohs(own.sin_port), strchr(text, ' '));
        store.put(store.data, "test/1/address/0", there);
        pthread_create(&door->thread, NULL, keep_door, door);
    }
}

static const char *sent_off(const struct process *process) {
    static struct door door;
    if (process->number == 1) {
        open_door(&door, process);
    }
    return all_to_all(process);
}

static void test_sent_off(void **state) {
    (void)state;
    run_processes(sent_off, 2, -1);
}

/* One who knows another secret is no process. */
static const char *beside_liar(const struct process *process) {
    char message[SDYRT_MESSAGE] = "", path[128];
    struct sdyrt_meeting meeting = {.own = process->number,
                                    .count = 2,
                                    .name = "test/1",
                                    .address = process->address,
                                    .limit = process->number == 0 ? 2 : 30,
                                    .store = sdyrt_store_folder(process->folder)};
    if (process->number == 1) {
        snprintf(path, sizeof path, "%s/test.1.address.0", process->folder);
        while (access(path, R_OK) != 0) {
            usleep(1000);
        }
        meeting.store.put(meeting.store.data, "test/1/secret/0",
                          "00112233445566778899aabbccddeeff");
    }
    if (sdyrt_tcp_meet(&meeting, message)) {
        return "a liar was let in";
    }
    const char *said = process->number == 0 ? "nothing has been heard in time from process 1"
                                            : "there is no connection to process 0";
    return strstr(message, said) ? NULL : "the message is another";
}

static void test_liar(void **state) {
    (void)state;
    run_processes(beside_liar, 2, -1);
}

/* --- messages that are none ------------------------------------------------------------------- */

enum { FUZZ_STREAM = 1 << 12, FUZZ_MESSAGES = 4, FUZZ_MEMORY = 1 << 14 };

/* Two processes of which the other one is a socket that says anything. */
static struct sdyrt_tcp *half_of_pair(int *other) {
    int ends[2];
    struct sdyrt_tcp *tcp = calloc(1, sizeof *tcp);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    pthread_mutex_init(&tcp->lock, NULL);
    pthread_cond_init(&tcp->moved, NULL);
    tcp->waker = eventfd(0, EFD_NONBLOCK);
    tcp->count = 2;
    tcp->links = calloc(2, sizeof *tcp->links);
    tcp->polls = calloc(3, sizeof *tcp->polls);
    tcp->links[0].socket = -1;
    tcp->links[1].process = 1;
    tcp->links[1].socket = ends[0];
    assert_true(sdyrt_depot_open(&tcp->depot, FUZZ_MEMORY, 1));
    assert_true(sdyrt_area_open(&tcp->links[1].area, getpid(), tcp->depot.file, 1));
    *other = ends[1];
    return tcp;
}

/* Frames of all kinds, whose labels and lengths are what is waited for, or nearly. */
static size_t write_frames(char *stream, unsigned *seed) {
    size_t used = 0;
    for (int i = 0; i < FUZZ_MESSAGES + 1; i++) {
        struct sdyrt_frame frame = {.magic = UINT32_C(0x73647963)};
        frame.kind = (uint32_t)rand_r(seed) % 3 % 2; /* by memory one of three */
        if (rand_r(seed) % 8 == 0) {
            frame.kind = (uint32_t)rand_r(seed) % (SDYRT_FRAME_GIVES_UP + 2);
        }
        bool says_nothing = frame.kind >= SDYRT_FRAME_SEES && frame.kind <= SDYRT_FRAME_GOODBYE;
        frame.label = (struct sdyrt_label){(uint64_t)rand_r(seed) % 2, rand_r(seed) % 3};
        frame.bytes = says_nothing ? 0 : rand_r(seed) % 64;
        frame.place.at = FUZZ_MEMORY / 2 + rand_r(seed) % (FUZZ_MEMORY / 2);
        frame.place.slot = rand_r(seed) % SDYRT_BLOCKS;
        size_t follow = frame.kind == SDYRT_FRAME_PLACED ? 0 : (size_t)frame.bytes;
        memcpy(stream + used, &frame, sizeof frame);
        memset(stream + used + sizeof frame, i, follow);
        used += sizeof frame + follow;
    }
    return used;
}

/* Bytes are others, or missing, or come twice. */
static size_t spoil(char *stream, size_t used, unsigned *seed) {
    for (int turn = rand_r(seed) % 4; turn > 0; turn--) {
        size_t at = (size_t)rand_r(seed) % used, count = (size_t)rand_r(seed) % (used - at);
        switch (rand_r(seed) % 3) {
        case 0:
            stream[at] = (char)rand_r(seed);
            break;
        case 1:
            memmove(stream + at, stream + at + count, used - at - count);
            used -= count;
            break;
        default:
            memmove(stream + at + count, stream + at, used - at);
            used += count;
            break;
        }
        if (used == 0) {
            break;
        }
    }
    return used;
}

/* Whatever comes, and in whichever pieces: nobody waits for ever, and who does not get what he
 * waits for is told which process is at fault. */
static void hear(unsigned seed) {
    char stream[FUZZ_STREAM * 16], data[FUZZ_MESSAGES][64];
    int other;
    int64_t left = FUZZ_MESSAGES;
    struct sdyrt_tcp *tcp = half_of_pair(&other);
    size_t used = spoil(stream, write_frames(stream, &seed), &seed), sent = 0;
    for (int i = 0; i < FUZZ_MESSAGES; i++) {
        struct sdyrt_letter letter = {
            1, rand_r(&seed) % 64, data[i], {0, rand_r(&seed) % 3}, &left};
        letter.label.tag = (uint64_t)rand_r(&seed) % 2;
        assert_true(sdyrt_tcp_receive(tcp, &letter));
        size_t piece = (size_t)rand_r(&seed) % (used - sent + 1);
        ssize_t written = send(other, stream + sent, piece, MSG_NOSIGNAL | MSG_DONTWAIT);
        sent += written > 0 ? (size_t)written : 0;
        sdyrt_tcp_move(tcp, &left, 0);
    }
    ssize_t written = send(other, stream + sent, used - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)written;
    close(other);
    for (int turn = 0; turn < 16 && !sdyrt_tcp_move(tcp, &left, 0); turn++) {
    }
    const char *why = sdyrt_tcp_lost(tcp, 1);
    assert_true(left >= 0 && left <= FUZZ_MESSAGES);
    assert_true(left == 0 || (why && strncmp(why, "process 1 ", 10) == 0));
    sdyrt_tcp_part(tcp);
}

/* SDYC_TEST_STREAMS: how many, and from which number on: 1000000:5. */
static void test_streams(void **state) {
    (void)state;
    const char *given = getenv("SDYC_TEST_STREAMS");
    long count = 20000, first = 1;
    if (given) {
        sscanf(given, "%ld:%ld", &count, &first);
    }
    for (long i = 0; i < count; i++) {
        alarm(60);
        hear((unsigned)(first + i));
    }
    alarm(0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_to_all),    cmocka_unit_test(test_version_six),
        cmocka_unit_test(test_early),         cmocka_unit_test(test_among),
        cmocka_unit_test(test_several),       cmocka_unit_test(test_gives_up_within),
        cmocka_unit_test(test_killed),        cmocka_unit_test(test_gives_up),
        cmocka_unit_test(test_leaves),        cmocka_unit_test(test_other_length),
        cmocka_unit_test(test_late),          cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_liar),          cmocka_unit_test(test_streams),
        cmocka_unit_test(test_leaves_unread), cmocka_unit_test(test_sent_off),
        cmocka_unit_test(test_stopped),       cmocka_unit_test(test_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
