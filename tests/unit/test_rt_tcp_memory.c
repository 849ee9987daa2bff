/* Memory out of which processes of one machine take each other's long messages: blocks and their
 * readers, and two processes, each a thread here, that send each other more than it holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <unistd.h>

#include "ranks_tcp.h"
#include "tcp_links.h"

enum { PAGE = 4096, ROOM = 16 * PAGE };
static const uint64_t word = 0x1234567812345678;

/* --- blocks ----------------------------------------------------------------------------------- */

static void test_blocks(void **state) {
    (void)state;
    struct sdyrt_depot depot;
    struct sdyrt_area area;
    struct sdyrt_block_place a, b, c, again;
    assert_true(sdyrt_depot_open(&depot, ROOM, word));
    assert_true(sdyrt_area_open(&area, getpid(), depot.file, word));
    assert_true(sdyrt_depot_reserve(&depot, 3 * PAGE, 2, &a));
    assert_true(sdyrt_depot_reserve(&depot, 1, 1, &b));
    assert_true(sdyrt_depot_reserve(&depot, 5 * PAGE, 1, &c));
    assert_true(a.at + 3 * PAGE == b.at && b.at + PAGE == c.at && a.slot != b.slot);
    assert_false(sdyrt_depot_reserve(&depot, 8 * PAGE, 1, &again));
    strcpy(sdyrt_area_block(&depot.area, &a, 5), "here");
    assert_string_equal(sdyrt_area_block(&area, &a, 5), "here");
    sdyrt_area_release(&area, &a);
    assert_false(sdyrt_depot_reserve(&depot, 8 * PAGE, 1, &again)); /* one reader is left */
    sdyrt_area_release(&area, &a);
    assert_true(sdyrt_depot_reserve(&depot, 2 * PAGE, 1, &again));
    assert_int_equal(again.at, a.at);
    assert_true(sdyrt_depot_reserve(&depot, PAGE, 1, &again));
    assert_int_equal(again.at, a.at + 2 * PAGE);
    sdyrt_area_close(&area);
    sdyrt_depot_close(&depot);
}

static void test_many_blocks(void **state) {
    (void)state;
    struct sdyrt_depot depot;
    struct sdyrt_block_place place;
    assert_true(sdyrt_depot_open(&depot, (int64_t)PAGE * 1000, word));
    for (int i = 0; i < SDYRT_BLOCKS; i++) {
        assert_true(sdyrt_depot_reserve(&depot, PAGE, 1, &place));
    }
    assert_false(sdyrt_depot_reserve(&depot, PAGE, 1, &place));
    sdyrt_area_release(&depot.area, &place);
    assert_true(sdyrt_depot_reserve(&depot, PAGE, 1, &place));
    sdyrt_depot_close(&depot);
}

/* What another process says is looked at: who it is, and where its blocks are. */
static void test_strange(void **state) {
    (void)state;
    struct sdyrt_depot depot;
    struct sdyrt_area area = {NULL, 0};
    static const struct sdyrt_block_place outside[] = {{0, 0},
                                                       {-PAGE, 0},
                                                       {ROOM, 0},
                                                       {ROOM - 50, 0},
                                                       {INT64_MAX, 0},
                                                       {2 * PAGE, -1},
                                                       {2 * PAGE, SDYRT_BLOCKS}};
    const struct sdyrt_block_place inside = {2 * PAGE, 0};
    FILE *other = tmpfile();
    assert_true(sdyrt_depot_open(&depot, ROOM, word));
    assert_false(sdyrt_area_open(&area, getpid(), depot.file, word + 1));
    assert_false(sdyrt_area_open(&area, getpid(), fileno(other), word));
    assert_false(sdyrt_area_open(&area, getpid(), -1, word));
    assert_null(sdyrt_area_block(&area, &inside, 1));
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        assert_null(sdyrt_area_block(&depot.area, &outside[i], 51));
    }
    assert_non_null(sdyrt_area_block(&depot.area, &inside, ROOM - 2 * PAGE));
    assert_null(sdyrt_area_block(&depot.area, &inside, ROOM - 2 * PAGE + 1));
    assert_null(sdyrt_area_block(&depot.area, &inside, INT64_MAX));
    assert_null(sdyrt_area_block(&depot.area, &inside, -1));
    assert_false(ftruncate(depot.file, PAGE) == 0);
    fclose(other);
    sdyrt_depot_close(&depot);
}

/* --- two processes ---------------------------------------------------------------------------- */

enum { PROCESSES = 3, MESSAGES = 40, LONG = 3 * PAGE };

struct process {
    int number;
    const char *folder, *wrong;
};

static char content(int64_t from, int message, int64_t at) {
    return (char)(from * 50 + message * 7 + at);
}

/* More and longer messages than there is room for: some go by memory and some do not, and they come
 * in their order. Each says the same to both others. */
static const char *pass_on(struct sdyrt_ranks *ranks) {
    char *sent = malloc((size_t)MESSAGES * LONG), *got = malloc((size_t)2 * MESSAGES * LONG);
    struct sdyrt_message list[4 * MESSAGES];
    const char *wrong = NULL;
    int count = 0;
    for (int m = 0; m < MESSAGES; m++) {
        char *data = sent + m * LONG;
        for (int64_t i = 0; i < LONG; i++) {
            data[i] = content(ranks->rank, m, i);
        }
        for (int p = 1; p < PROCESSES; p++) {
            int64_t peer = (ranks->rank + p) % PROCESSES, bytes = m % 3 == 0 ? 100 : LONG - m;
            char *to = got + (2 * m + p - 1) * LONG;
            list[p - 1 + 4 * m] = (struct sdyrt_message){peer, bytes, to, 0};
            list[p + 1 + 4 * m] = (struct sdyrt_message){peer, bytes, data, 1};
            count += 2;
        }
    }
    if (ranks->transport->start(ranks, 5, list, count) || ranks->transport->wait(ranks, 5)) {
        wrong = ranks->reason[0] ? ranks->reason : "a message has not come";
    }
    for (int k = 0; k < count && !wrong; k++) {
        for (int64_t i = 0; i < list[k].bytes && !list[k].sends; i++) {
            bool same = list[k].data[i] == content(list[k].peer, k / 4, i);
            wrong = same ? wrong : "a message is another";
        }
    }
    free(sent);
    free(got);
    return wrong;
}

static const char *exchange(struct process *process, struct sdyrt_tcp *tcp) {
    static const int64_t members[PROCESSES] = {0, 1, 2};
    struct sdyrt_ranks ranks;
    if (!sdyrt_tcp_open(&ranks, tcp, members, PROCESSES, 0, 30)) {
        return "has not joined";
    }
    const char *wrong = sdyrt_ranks_agree(&ranks, 1) ? NULL : "they do not agree";
    for (int i = 0; i < PROCESSES && !wrong; i++) {
        bool seen = i == process->number || (tcp->links[i].area.memory && tcp->links[i].sees);
        wrong = seen ? NULL : "a process does not see the memory of another";
    }
    tcp->depot.area.size = ROOM; /* as if there were no more */
    for (int turn = 0; turn < 10 && !wrong; turn++) {
        wrong = pass_on(&ranks);
    }
    wrong = wrong ? wrong : sdyrt_ranks_agree(&ranks, 2) ? NULL : "they do not agree";
    ranks.transport->close(&ranks);
    return wrong;
}

static void *run(void *data) {
    struct process *process = data;
    char message[SDYRT_MESSAGE] = "";
    const struct sdyrt_meeting meeting = {.own = process->number,
                                          .count = PROCESSES,
                                          .name = "test",
                                          .address = "127.0.0.1",
                                          .limit = 30,
                                          .store = sdyrt_store_folder(process->folder)};
    struct sdyrt_tcp *tcp = sdyrt_tcp_meet(&meeting, message);
    process->wrong = tcp ? exchange(process, tcp) : "has not met the others";
    if (tcp) {
        sdyrt_tcp_part(tcp);
    }
    return NULL;
}

static void test_processes(void **state) {
    (void)state;
    char folder[] = "/tmp/sdyc-tcp-XXXXXX", command[64];
    struct process processes[PROCESSES];
    pthread_t threads[PROCESSES];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < PROCESSES; i++) {
        processes[i] = (struct process){i, folder, NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, run, &processes[i]), 0);
    }
    for (int i = 0; i < PROCESSES; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < PROCESSES; i++) {
        if (processes[i].wrong) {
            fail_msg("process %d: %s", i, processes[i].wrong);
        }
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_many_blocks),
        cmocka_unit_test(test_strange),
        cmocka_unit_test(test_processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
