/* Strangers that call processes which meet by TCP, and what comes that is no message. */
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
#include <unistd.h>

#include "tcp_links.h"
#include "tcp_processes.h"

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
        cmocka_unit_test(test_strangers),
        cmocka_unit_test(test_liar),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_sent_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
