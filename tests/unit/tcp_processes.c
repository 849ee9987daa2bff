#include "tcp_processes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/wait.h>
#include <unistd.h>

struct sdyrt_tcp *met;

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

void run_with(process_fn *run, int count, int killed, const char *address, double silence) {
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

void run_at(process_fn *run, int count, int killed, const char *address) {
    run_with(run, count, killed, address, 0);
}

void run_processes(process_fn *run, int count, int killed) {
    run_at(run, count, killed, "127.0.0.1");
}

struct sdyrt_meeting meeting_of(const struct process *process) {
    return (struct sdyrt_meeting){.own = process->number,
                                  .count = process->count,
                                  .name = "test/1",
                                  .address = process->address,
                                  .limit = 30,
                                  .silence = process->silence,
                                  .note = 10 + process->number,
                                  .store = sdyrt_store_folder(process->folder)};
}

struct sdyrt_tcp *meet(const struct process *process) {
    char message[SDYRT_MESSAGE] = "";
    const struct sdyrt_meeting meeting = meeting_of(process);
    struct sdyrt_tcp *tcp = sdyrt_tcp_meet(&meeting, message);
    if (!tcp) {
        fprintf(stderr, "%s\n", message);
    }
    met = tcp;
    return tcp;
}

int join(const struct process *process, struct sdyrt_ranks *ranks, double limit) {
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

int send_to(struct sdyrt_ranks *ranks, int64_t peer, int64_t number, char *data, int64_t bytes) {
    struct sdyrt_message message = {peer, bytes, data, 1};
    return wait_all(ranks, number, &message, 1);
}

int receive_from(struct sdyrt_ranks *ranks, int64_t peer, int64_t number, char *data,
                 int64_t bytes) {
    struct sdyrt_message message = {peer, bytes, data, 0};
    return wait_all(ranks, number, &message, 1);
}

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

const char *exchange_lengths(struct sdyrt_ranks *ranks) {
    static const int64_t sizes[] = {1, 8, 1000, 20000, LARGE};
    const char *wrong = NULL;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes && !wrong; s++) {
        wrong = exchange_all(ranks, sizes[s]);
    }
    return wrong ? wrong : sdyrt_ranks_agree(ranks, 5) ? NULL : "they do not agree";
}

const char *all_to_all(const struct process *process) {
    struct sdyrt_ranks ranks;
    return join(process, &ranks, 30) ? exchange_lengths(&ranks) : "has not joined";
}

static void name_word(const struct process *process, int number, char path[WORD_PATH]) {
    snprintf(path, WORD_PATH, "%s/said.%d", process->folder, number);
}

void say_word(const struct process *process, int word) {
    char path[WORD_PATH], whole[WORD_PATH + 8];
    name_word(process, process->number, path);
    snprintf(whole, sizeof whole, "%s.new", path);
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fprintf(file, "%d\n", word);
    fclose(file);
    assert_int_equal(rename(whole, path), 0);
}

int hear_word(const struct process *process, int number) {
    char path[WORD_PATH];
    int word = -1;
    name_word(process, number, path);
    for (;; usleep(10000)) {
        FILE *file = fopen(path, "r");
        if (file) {
            int found = fscanf(file, "%d", &word);
            fclose(file);
            return found == 1 ? word : -1;
        }
    }
}
