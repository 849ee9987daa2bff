/* Ranks of the library that meet by TCP in a folder: forked processes, which compile a program each
 * for their devices, wherever these lie in the mesh, and give and take parts of tensors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/wait.h>
#include <unistd.h>

#include "sdyc/sdyc.h"

enum { DEVICES = 4, ROWS = 4, INNER = 8, COLUMNS = 2 };

/* Rows over "x", what is summed over "y". */
static const char product[] =
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n"
    "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, "
    "{\"y\"}]>},\n"
    "                %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}, {}]>})\n"
    "    -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) {\n"
    "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] :\n"
    "      (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>\n"
    "  return %0 : tensor<4x2xf32>\n"
    "}\n";

static float element_a(int row, int column) {
    return (float)(row + 1) * (float)(column - 3);
}

static float element_b(int row, int column) {
    return (float)(2 * row - column);
}

static struct sdyc_ranks *meet(const char *folder, int number, int count) {
    struct sdyc_meeting meeting = SDYC_MEETING_INIT;
    struct sdyc_error *error;
    meeting.number = number;
    meeting.count = count;
    meeting.folder = folder;
    meeting.limit = 30;
    meeting.patience = 30;
    meeting.note = 100 + number;
    struct sdyc_ranks *ranks = sdyc_ranks_meet(&meeting, &error);
    if (!ranks) {
        fprintf(stderr, "%s\n", sdyc_error_text(error));
    }
    return ranks;
}

/* --- what a process has ----------------------------------------------------------------------- */

/* Which halves of "x" and "y" the devices of a rank have: one of each two, or both (-1). */
struct held {
    int x, y;
};

static struct held held_by(const int *rank_of, int rank) {
    struct held held = {-2, -2};
    for (int device = 0; device < DEVICES; device++) {
        int x = device / 2, y = device % 2;
        if (rank_of[device] == rank) {
            held.x = held.x == -2 || held.x == x ? x : -1;
            held.y = held.y == -2 || held.y == y ? y : -1;
        }
    }
    return held;
}

static int first(int half, int size) {
    return half == 1 ? size / 2 : 0;
}

static int length(int half, int size) {
    return half == -1 ? size : size / 2;
}

static const char *check_parts(struct sdyc_program *program, struct held held) {
    float a[ROWS * INNER], b[INNER * COLUMNS], c[ROWS * COLUMNS];
    const void *inputs[] = {a, b};
    void *outputs[] = {c};
    int rows = length(held.x, ROWS), inner = length(held.y, INNER);
    if (sdyc_input(program, 0).bytes != (size_t)(rows * inner) * sizeof *a) {
        return "the first input is of another size";
    }
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < inner; k++) {
            a[i * inner + k] = element_a(first(held.x, ROWS) + i, first(held.y, INNER) + k);
        }
    }
    for (int k = 0; k < inner; k++) {
        for (int j = 0; j < COLUMNS; j++) {
            b[k * COLUMNS + j] = element_b(first(held.y, INNER) + k, j);
        }
    }
    if (sdyc_run(program, inputs, outputs) != SDYC_OK) {
        return "it does not run";
    }
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            float sum = 0;
            for (int k = 0; k < INNER; k++) {
                sum += element_a(first(held.x, ROWS) + i, k) * element_b(k, j);
            }
            if (c[i * COLUMNS + j] != sum) {
                return "a number is another";
            }
        }
    }
    return NULL;
}

static struct sdyc_program *compile(struct sdyc_ranks *ranks, const int *rank_of,
                                    const struct sdyc_program *like, struct sdyc_error **error) {
    struct sdyc_options options = SDYC_OPTIONS_INIT;
    struct sdyc_run_options run = SDYC_RUN_OPTIONS_INIT;
    run.ranks = ranks;
    run.rank_of = rank_of;
    run.rank_of_count = DEVICES;
    run.takes_parts = 1;
    run.like = like;
    options.run = &run;
    options.even_parts = 1;
    return sdyc_compile(product, strlen(product), "product.mlir", &options, error);
}

/* Whether it has been compiled, and has not the code of another one. */
static int has_been_compiled(const struct sdyc_program *program) {
    const char *stage;
    double seconds;
    for (int i = 0; (stage = sdyc_stage(program, i, &seconds)); i++) {
        if (strcmp(stage, "tcc") == 0 && seconds > 0) {
            return 1;
        }
    }
    return 0;
}

static const char *run_in_three_turns(struct sdyc_program *program, struct sdyc_ranks *ranks,
                                      const int *rank_of) {
    const char *wrong = NULL;
    for (int turn = 0; turn < 3 && !wrong; turn++) {
        wrong = check_parts(program, held_by(rank_of, sdyc_ranks_number(ranks)));
    }
    return wrong;
}

/* One like another has its code, and lives longer. */
static const char *run_alike(struct sdyc_program *program, struct sdyc_ranks *ranks,
                             const int *rank_of) {
    struct sdyc_error *error;
    struct sdyc_program *like = compile(ranks, rank_of, program, &error);
    const char *wrong = !like                         ? "one like another does not compile"
                        : !has_been_compiled(program) ? "it has been compiled and does not say so"
                        : has_been_compiled(like)     ? "one like another has been compiled again"
                                                      : NULL;
    sdyc_free(program);
    wrong = wrong ? wrong : run_in_three_turns(like, ranks, rank_of);
    sdyc_free(like);
    return wrong;
}

static const char *run_product(struct sdyc_ranks *ranks, const int *rank_of) {
    struct sdyc_error *error;
    struct sdyc_program *program = compile(ranks, rank_of, NULL, &error);
    if (!program) {
        fprintf(stderr, "%s\n", sdyc_error_text(error));
        sdyc_error_free(error);
        return "it does not compile";
    }
    const char *wrong = run_in_three_turns(program, ranks, rank_of);
    if (wrong) {
        sdyc_free(program);
        return wrong;
    }
    return run_alike(program, ranks, rank_of);
}

/* --- what processes do ------------------------------------------------------------------------ */

typedef const char *work_fn(struct sdyc_ranks *ranks);

static const char *run_ranges(struct sdyc_ranks *ranks) {
    static const int rank_of[] = {0, 0, 1, 1};
    return run_product(ranks, rank_of);
}

static const char *run_in_turns(struct sdyc_ranks *ranks) {
    static const int rank_of[] = {0, 1, 0, 1};
    return run_product(ranks, rank_of);
}

static const char *run_each(struct sdyc_ranks *ranks) {
    static const int rank_of[] = {0, 1, 2, 3};
    return run_product(ranks, rank_of);
}

/* Two of three, the last one first. */
static const char *run_some(struct sdyc_ranks *ranks) {
    static const int rank_of[] = {0, 1, 0, 1}, members[] = {2, 0};
    struct sdyc_error *error;
    if (sdyc_ranks_note(ranks, 2) != 102) {
        return "rank 2 has noted something else";
    }
    struct sdyc_ranks *some = sdyc_ranks_among(ranks, members, 2, &error);
    if (sdyc_ranks_number(ranks) == 1) {
        sdyc_error_free(error);
        return some ? "it is one of two others" : NULL;
    }
    const char *wrong = some ? run_product(some, rank_of) : "it is none of two";
    sdyc_ranks_leave(some);
    return wrong;
}

/* No axes lead from the devices of one to those of the other. */
static const char *run_across(struct sdyc_ranks *ranks) {
    static const int rank_of[] = {0, 1, 1, 0};
    struct sdyc_error *error;
    struct sdyc_program *program = compile(ranks, rank_of, NULL, &error);
    int is_said = strstr(sdyc_error_text(error), "axes") != NULL;
    sdyc_error_free(error);
    return program ? "it compiles" : is_said ? NULL : "the error says something else";
}

static const char *run_after_end(struct sdyc_ranks *ranks) {
    static const int rank_of[] = {0, 1, 0, 1};
    float memory[ROWS * INNER] = {0}, out[ROWS * COLUMNS];
    const void *inputs[] = {memory, memory};
    void *outputs[] = {out};
    struct sdyc_error *error;
    if (sdyc_ranks_number(ranks) == 1) {
        sdyc_ranks_give_up(ranks, "it is late");
        return NULL;
    }
    struct sdyc_program *program = compile(ranks, rank_of, NULL, &error);
    enum sdyc_status status = program ? sdyc_run(program, inputs, outputs) : SDYC_OK;
    const char *text = program ? sdyc_error_text(sdyc_run_error(program)) : "";
    int is_said = strstr(text, "process 1 has given up: it is late") != NULL;
    if (!is_said) {
        fprintf(stderr, "the error says: %s\n", text);
    }
    sdyc_free(program);
    return status == SDYC_E_RANKS && is_said ? NULL : "the error is another";
}

/* What is sent beside programs comes by its tag, long or short; from one who is gone nothing. */
static const char *run_carried(struct sdyc_ranks *ranks) {
    enum { LONG = 1 << 20, SHORT = 3 };
    static char there[LONG], back[SHORT + 1];
    struct sdyc_error *error = NULL;
    if (sdyc_ranks_send(ranks, sdyc_ranks_number(ranks), 1, there, 1, &error) != SDYC_E_INPUT) {
        return "it sends itself something";
    }
    sdyc_error_free(error);
    if (sdyc_ranks_number(ranks) == 1) {
        memset(there, 7, LONG);
        return sdyc_ranks_send(ranks, 0, 5, "one", SHORT, NULL) == SDYC_OK &&
                       sdyc_ranks_send(ranks, 0, 6, there, LONG, NULL) == SDYC_OK &&
                       sdyc_ranks_send(ranks, 0, 5, "two", SHORT, NULL) == SDYC_OK
                   ? NULL
                   : "it does not send";
    }
    if (sdyc_ranks_receive(ranks, 1, 6, there, LONG, NULL) != SDYC_OK || there[LONG - 1] != 7) {
        return "the long one has not come";
    }
    if (sdyc_ranks_receive(ranks, 1, 5, back, SHORT, NULL) != SDYC_OK || strcmp(back, "one") != 0 ||
        sdyc_ranks_receive(ranks, 1, 5, back, SHORT, NULL) != SDYC_OK || strcmp(back, "two") != 0) {
        return "the short ones have not come in their order";
    }
    enum sdyc_status status = sdyc_ranks_receive(ranks, 1, 5, back, SHORT, &error);
    int is_said = strstr(sdyc_error_text(error), "process 1 has left") != NULL;
    sdyc_error_free(error);
    return status == SDYC_E_RANKS && is_said ? NULL : "the end is another";
}

static void run_processes(work_fn *work, int count) {
    char folder[] = "/tmp/sdyc-meeting-XXXXXX", command[64];
    int children[DEVICES], bad = 0;
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < count; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            alarm(60);
            struct sdyc_ranks *ranks = meet(folder, i, count);
            const char *wrong = ranks ? work(ranks) : "it has not met the others";
            if (wrong) {
                fprintf(stderr, "process %d: %s\n", i, wrong);
            }
            sdyc_ranks_leave(ranks);
            _exit(wrong != NULL);
        }
    }
    for (int i = 0; i < count; i++) {
        int status = 0;
        waitpid(children[i], &status, 0);
        bad += status != 0;
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(bad, 0);
}

static void test_ranges(void **state) {
    (void)state;
    run_processes(run_ranges, 2);
}

static void test_in_turns(void **state) {
    (void)state;
    run_processes(run_in_turns, 2);
}

static void test_each(void **state) {
    (void)state;
    run_processes(run_each, 4);
}

static void test_some(void **state) {
    (void)state;
    run_processes(run_some, 3);
}

static void test_across(void **state) {
    (void)state;
    run_processes(run_across, 2);
}

static void test_given_up(void **state) {
    (void)state;
    run_processes(run_after_end, 2);
}

static void test_carried(void **state) {
    (void)state;
    run_processes(run_carried, 2);
}

/* What cannot be met is said at once. */
static void test_mistakes(void **state) {
    (void)state;
    struct sdyc_meeting meeting = SDYC_MEETING_INIT;
    struct sdyc_error *error;
    meeting.count = 2;
    assert_null(sdyc_ranks_meet(&meeting, &error));
    assert_non_null(strstr(sdyc_error_text(error), "without a store"));
    sdyc_error_free(error);
    meeting.number = 2;
    assert_null(sdyc_ranks_meet(&meeting, &error));
    assert_int_equal(sdyc_error_status(error), SDYC_E_INPUT);
    sdyc_error_free(error);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),  cmocka_unit_test(test_in_turns),
        cmocka_unit_test(test_each),    cmocka_unit_test(test_some),
        cmocka_unit_test(test_across),  cmocka_unit_test(test_given_up),
        cmocka_unit_test(test_carried), cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
