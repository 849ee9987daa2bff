/* What a message between two processes of this machine takes, by the transport that SDYC_TRANSPORT
 * names:
 *
 *     [SDYC_TRANSPORT=ucx UCX_TLS=tcp,self] transports
 *
 * Prints for messages of several lengths the least time there and back, halved, in us, and the
 * bytes that go one way in a second where both send at a time. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "ranks_tcp.h"

static const int64_t lengths[] = {64, 64 << 10, 1 << 20, 34 << 20};
enum { MOST = 34 << 20, TURNS = 2000 };

/* An exchange of a message, or of one each way; its seconds. */
static double pass(struct sdyrt_ranks *ranks, int64_t bytes, char *data, int sends, int receives) {
    const int64_t other = 1 - ranks->rank;
    struct sdyrt_message list[2];
    int64_t count = 0;
    double begin = sdyrt_seconds();
    if (receives) {
        list[count++] = (struct sdyrt_message){other, bytes, data + MOST, 0};
    }
    if (sends) {
        list[count++] = (struct sdyrt_message){other, bytes, data, 1};
    }
    if (ranks->transport->start(ranks, 0, list, count) != 0 ||
        ranks->transport->wait(ranks, 0) != 0) {
        fprintf(stderr, "transports: %s\n", ranks->reason);
        _exit(1);
    }
    return sdyrt_seconds() - begin;
}

static void measure(struct sdyrt_ranks *ranks, int64_t bytes, char *data) {
    double there = 1e9, both = 1e9;
    for (int64_t turn = 0; turn < 10 + TURNS * 64 / (64 + bytes / 1024); turn++) {
        double first = pass(ranks, bytes, data, ranks->rank == 0, ranks->rank == 1);
        double taken = first + pass(ranks, bytes, data, ranks->rank == 1, ranks->rank == 0);
        double at_once = pass(ranks, bytes, data, 1, 1);
        there = taken < there ? taken : there;
        both = at_once < both ? at_once : both;
    }
    if (ranks->rank == 0) {
        printf("%9" PRId64 " bytes: %8.1f us, %6.2f GB/s\n", bytes, 1e6 * there / 2,
               1e-9 * (double)bytes / both);
        fflush(stdout);
    }
}

static int run(int64_t own, const char *folder) {
    char message[SDYRT_MESSAGE] = "";
    struct sdyrt_ranks ranks;
    static const int64_t members[] = {0, 1};
    const struct sdyrt_meeting meeting = {.own = own,
                                          .count = 2,
                                          .name = "transports",
                                          .address = "127.0.0.1",
                                          .limit = 30,
                                          .store = sdyrt_store_folder(folder)};
    struct sdyrt_tcp *tcp = sdyrt_tcp_meet(&meeting, message);
    char *data = malloc(2 * (size_t)MOST);
    if (!tcp || !data || !sdyrt_tcp_open(&ranks, tcp, members, 2, 0, 60)) {
        fprintf(stderr, "transports: %s\n", message);
        free(data);
        return 1;
    }
    memset(data, 1, 2 * (size_t)MOST);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        measure(&ranks, lengths[i], data);
    }
    ranks.transport->close(&ranks);
    sdyrt_tcp_part(tcp);
    free(data);
    return 0;
}

int main(void) {
    char folder[] = "/tmp/sdyc-transports-XXXXXX", command[64];
    int status = 1;
    if (!mkdtemp(folder)) {
        return 1;
    }
    int child = fork();
    if (child == 0) {
        return run(1, folder);
    }
    int failed = run(0, folder);
    waitpid(child, &status, 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0 || failed || status != 0;
}
