/* Memory that is short: each allocation of a compilation, a run and an emission fails in turn.
 *
 * The test is linked with --wrap for all functions of the C library that allocate and that our
 * objects and libtcc's call: those below stand for them, count, and fail when they are asked to.
 * (What the C library allocates for itself and the OpenMP runtime's threads are not counted.)
 *
 * By default some allocations of each case fail, others in each; SDYC_TEST_ALL_ALLOCATIONS=1: all.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "sdyc/sdyc.h"
#include "support/support.h"

/* Requests that no machine can meet give NULL, as they do without the sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "allocator_may_return_null=1";
}

/* --- the functions that stand for the C library's --------------------------------------------- */

static _Thread_local struct {
    long calls;   /* allocations up to now */
    long fail_at; /* the number of the one that fails; 0: none */
    bool lasting; /* those after it fail as well */
    bool maps;    /* the one that failed was of pages: there is another way without them */
    bool is_bug;  /* it is an error of our own instead */
} inject;
/* What is allocated now: blocks, open streams and folders, bytes of mappings. */
static atomic_long blocks, streams, mapped;

static bool fails(void) {
    long call = ++inject.calls;
    bool failed =
        inject.fail_at > 0 && (call == inject.fail_at || (inject.lasting && call > inject.fail_at));
    if (failed && inject.is_bug) {
        sdyc_bug("injected at %ld", call);
    }
    if (failed) {
        errno = ENOMEM;
    }
    return failed;
}

static void *counted(atomic_long *count, void *made) {
    *count += made != NULL;
    return made;
}

#define REAL(type, name, ...)                                                                      \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

REAL(void *, malloc, size_t size) {
    return fails() ? NULL : counted(&blocks, __real_malloc(size));
}

REAL(void *, calloc, size_t count, size_t size) {
    return fails() ? NULL : counted(&blocks, __real_calloc(count, size));
}

REAL(void *, realloc, void *pointer, size_t size) {
    void *made = fails() ? NULL : __real_realloc(pointer, size);
    return pointer ? made : counted(&blocks, made);
}

REAL(void *, aligned_alloc, size_t alignment, size_t size) {
    return fails() ? NULL : counted(&blocks, __real_aligned_alloc(alignment, size));
}

REAL(char *, strdup, const char *text) {
    return fails() ? NULL : counted(&blocks, __real_strdup(text));
}

REAL(void, free, void *pointer) {
    blocks -= pointer != NULL;
    __real_free(pointer);
}

REAL(void *, mmap64, void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (fails()) {
        inject.maps |= inject.calls == inject.fail_at;
        return MAP_FAILED;
    }
    void *made = __real_mmap64(at, size, protection, flags, file, offset);
    mapped += made == MAP_FAILED ? 0 : (long)size;
    return made;
}

REAL(int, munmap, void *at, size_t size) {
    mapped -= (long)size;
    return __real_munmap(at, size);
}

REAL(FILE *, fopen64, const char *path, const char *mode) {
    return fails() ? NULL : counted(&streams, __real_fopen64(path, mode));
}

REAL(FILE *, fdopen, int file, const char *mode) {
    return fails() ? NULL : counted(&streams, __real_fdopen(file, mode));
}

REAL(int, fclose, FILE *stream) {
    streams--;
    return __real_fclose(stream);
}

REAL(DIR *, opendir, const char *path) {
    return fails() ? NULL : counted(&streams, __real_opendir(path));
}

REAL(int, closedir, DIR *folder) {
    streams--;
    return __real_closedir(folder);
}

REAL(void *, dlopen, const char *path, int flags) {
    return fails() ? NULL : counted(&streams, __real_dlopen(path, flags));
}

REAL(int, dlclose, void *library) {
    streams--;
    return __real_dlclose(library);
}

REAL(int, posix_spawnp, pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
     const posix_spawnattr_t *attributes, char *const *words, char *const *environment) {
    return fails() ? ENOMEM
                   : __real_posix_spawnp(child, file, actions, attributes, words, environment);
}

/* --- cases ------------------------------------------------------------------------------------ */

enum what { COMPILE, RUN, EMIT };
struct test_case {
    const char *name, *text; /* the text, or NULL: examples/mlp.mlir */
    enum what what;
    enum sdyc_storage storage;
    enum sdyc_jit jit;
    enum sdyc_status expected; /* where no allocation fails */
    long last;                 /* of all allocations only the last so many; 0: all */
};

/* A constant, a reduction, integers; then with a check that does not hold. */
#define INTEGERS(check)                                                                            \
    "func.func @main(%a: tensor<4x8xi32>) -> tensor<4xi32> {\n"                                    \
    "  %c = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>\n"                  \
    "  %b = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<8xi32>) -> tensor<4x8xi32>\n"      \
    "  %0 = stablehlo.multiply %a, %b : tensor<4x8xi32>\n"                                         \
    "  %z = stablehlo.constant dense<3> : tensor<i32>\n"                                           \
    "  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.maximum across dimensions = [1] :\n"   \
    "      (tensor<4x8xi32>, tensor<i32>) -> tensor<4xi32>\n" check                                \
    "  return %1 : tensor<4xi32>\n"                                                                \
    "}\n"
static const char integers[] = INTEGERS("");
static const char checked[] =
    INTEGERS("  check.expect_eq_const %1, dense<[0, 0, 0, 1]> : tensor<4xi32>\n");
/* Partial products of four devices, added up, and a change of sharding. */
static const char sharded[] =
    "sdy.mesh @mesh = <[\"x\"=4]>\n"
    "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>},\n"
    "                %b: tensor<8x4xf32>) -> (tensor<4x4xf32>\n"
    "                {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) {\n"
    "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] :\n"
    "      (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>\n"
    "  %1 = stablehlo.exponential %0 : tensor<4x4xf32>\n"
    "  return %1 : tensor<4x4xf32>\n"
    "}\n";
static const char invalid[] = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                              "  %0 = stablehlo.add %a, %b : tensor<4xf32>\n"
                              "  return %0 : tensor<5xf32>\n"
                              "}\n";

static const struct test_case cases[] = {
    {"mlp, compiled", NULL, COMPILE, 0, 0, SDYC_OK, 0},
    {"mlp, run", NULL, RUN, 0, 0, SDYC_OK, 0},
    {"mlp, emitted", NULL, EMIT, 0, 0, SDYC_OK, 0},
    {"integers, compiled", integers, COMPILE, 0, 0, SDYC_OK, 0},
    {"integers, run", checked, RUN, 0, 0, SDYC_E_CHECK, 0},
    {"integers, emitted", integers, EMIT, 0, 0, SDYC_OK, 0},
    {"sharded, compiled", sharded, COMPILE, SDYC_STORAGE_PRIVATE, 0, SDYC_OK, 0},
    {"sharded, run", sharded, RUN, SDYC_STORAGE_PRIVATE, 0, SDYC_OK, 0},
    {"sharded, emitted", sharded, EMIT, SDYC_STORAGE_PRIVATE, 0, SDYC_OK, 0},
    {"invalid, compiled", invalid, COMPILE, 0, 0, SDYC_E_INPUT, 0},
    {"sharded, by cc", sharded, RUN, 0, SDYC_JIT_CC, SDYC_OK, 75},
};
enum { CASES = sizeof cases / sizeof *cases };

static char folder[64]; /* for temporary files and outputs: TMPDIR */

/* The path of a case's program. */
static const char *file_of(const struct test_case *test, char path[128]) {
    if (!test->text) {
        return SOURCE_ROOT "/examples/mlp.mlir";
    }
    snprintf(path, 128, "%s.%s.mlir", folder,
             test->text == integers  ? "integers"
             : test->text == sharded ? "sharded"
                                     : "invalid");
    return path;
}

static void write_files(void) {
    for (int i = 0; i < CASES; i++) {
        char path[128];
        if (cases[i].text && cases[i].what == EMIT) {
            FILE *file = fopen(file_of(&cases[i], path), "w");
            assert_non_null(file);
            fputs(cases[i].text, file);
            fclose(file);
        }
    }
}

/* Zeros as inputs; the sizes are known to be small. */
static enum sdyc_status run(struct sdyc_program *program) {
    static _Alignas(64) char zeros[1 << 23];
    _Alignas(64) char output[1 << 10];
    const void *inputs[4];
    void *outputs[1] = {output};
    assert_true(sdyc_output(program, 0).bytes <= sizeof output);
    for (int i = 0; i < sdyc_input_count(program); i++) {
        assert_true(sdyc_input(program, i).bytes <= sizeof zeros);
        inputs[i] = zeros;
    }
    enum sdyc_status status = sdyc_run(program, inputs, outputs);
    assert_true((status == SDYC_OK) == (sdyc_run_error(program) == NULL));
    return status;
}

static enum sdyc_status perform(const struct test_case *test) {
    char path[128];
    struct sdyc_error *error = NULL;
    struct sdyc_program *program = NULL;
    struct sdyc_options options = {
        .size = sizeof options, .storage = test->storage, .jit = test->jit};
    options.threads = 1; /* threads are made by the OpenMP runtime */
    if (test->what == EMIT) {
        char output[128];
        snprintf(output, sizeof output, "%s/out", folder);
        sdyc_emit_file(file_of(test, path), &options, output, NULL, &error);
    } else if (test->text) {
        program = sdyc_compile(test->text, strlen(test->text), "t.mlir", &options, &error);
    } else {
        program = sdyc_compile_file(file_of(test, path), &options, &error);
    }
    enum sdyc_status status = sdyc_error_status(error);
    assert_true((program != NULL) == (status == SDYC_OK && test->what != EMIT));
    assert_true((error == NULL) == (status == SDYC_OK));
    assert_true(!error || sdyc_error_text(error)[0]);
    sdyc_error_free(error);
    if (program && test->what == RUN) {
        status = run(program);
    }
    sdyc_free(program);
    return status;
}

/* --- failing in turn -------------------------------------------------------------------------- */

static struct baseline {
    long blocks, streams, mapped;
    int file; /* the lowest that is free */
} before;

static struct baseline take_stock(void) {
    struct baseline now = {blocks, streams, mapped, dup(0)};
    close(now.file);
    return now;
}

static int count_files(void) {
    int count = 0;
    DIR *all = opendir(folder);
    assert_non_null(all);
    while (readdir(all) != NULL) {
        count++;
    }
    closedir(all);
    return count - 2;
}

static enum sdyc_status perform_failing(const struct test_case *test, long at, bool lasting) {
    inject.calls = 0;
    inject.maps = false;
    inject.lasting = lasting;
    inject.fail_at = at;
    enum sdyc_status status = perform(test);
    inject.fail_at = 0;
    return status;
}

static void remove_output(const struct test_case *test) {
    if (test->what == EMIT) {
        char output[128];
        snprintf(output, sizeof output, "%s/out", folder);
        folder_remove(output);
    }
}

/* Nothing has come to stay since `before`; an emission that was done is removed. */
static void assert_clean(const struct test_case *test, enum sdyc_status status) {
    if (status == SDYC_OK) {
        remove_output(test);
    }
    struct baseline now = take_stock();
    assert_int_equal(now.blocks, before.blocks);
    assert_int_equal(now.streams, before.streams);
    assert_int_equal(now.mapped, before.mapped);
    assert_int_equal(now.file, before.file);
    assert_int_equal(count_files(), 0);
}

static void fail_one(const struct test_case *test, long at, bool lasting) {
    enum sdyc_status status = perform_failing(test, at, lasting);
    if (status != SDYC_E_MEMORY && !(inject.maps && !lasting && status == test->expected)) {
        fail_msg("%s: status %d after allocation %ld%s failed", test->name, status, at,
                 lasting ? " and all after it" : "");
    }
    assert_clean(test, status);
}

/* So many allocations fail, or every `stride`th, beginning at another for each case. */
static void fail_in_turn(const struct test_case *test, long offset, long most) {
    static const long primes[] = {1, 2, 3, 5, 7, 11, 17, 23, 31, 43, 61, 83, 113, 157, 211, 307};
    assert_int_equal(perform_failing(test, 0, false), test->expected);
    remove_output(test);
    before = take_stock(); /* what is loaded once stays */
    assert_int_equal(perform_failing(test, 0, false), test->expected);
    long count = inject.calls, first = test->last ? count - test->last : 0;
    assert_clean(test, test->expected);
    size_t prime = 0;
    while (most && prime + 1 < sizeof primes / sizeof *primes &&
           (count - first) / primes[prime] > most) {
        prime++;
    }
    for (long i = first + 1 + offset % primes[prime]; i <= count; i += primes[prime]) {
        fail_one(test, i, false);
        fail_one(test, i, true);
        if (i % 8 == 0) {
            assert_int_equal(perform_failing(test, 0, false), test->expected);
            assert_clean(test, test->expected);
        }
    }
    printf("%s: %ld allocations, every %ldth failed\n", test->name, count, primes[prime]);
}

static void test_each_allocation_may_fail(void **state) {
    (void)state;
    bool all = getenv("SDYC_TEST_ALL_ALLOCATIONS") != NULL;
    for (int i = 0; i < CASES; i++) {
        fail_in_turn(&cases[i], 7 * i, all ? 0 : cases[i].last ? 6 : 100);
    }
}

struct nest {
    struct memory inner;
    struct memory_cleanup first, second;
    char order[8];
    bool inner_done;
};

static void note_first(void *data) {
    strcat(((struct nest *)data)->order, "1");
}

/* --- errors of our own ------------------------------------------------------------------------ */

static struct sdyc_error *bug_message(const struct test_case *test, long at) {
    struct sdyc_error *error = NULL;
    struct sdyc_options options = {
        .size = sizeof options, .storage = test->storage, .jit = test->jit};
    options.threads = 1;
    inject.calls = 0;
    inject.fail_at = at;
    inject.lasting = false;
    inject.is_bug = true;
    assert_null(sdyc_compile(test->text, strlen(test->text), "t.mlir", &options, &error));
    inject.fail_at = 0;
    inject.is_bug = false;
    assert_int_equal(sdyc_error_status(error), SDYC_E_INTERNAL);
    return error;
}

/* Each ends the call with its message, often with the line that was worked on, and leaves nothing
 * behind. Those of loading are left out: the runtime's allocations are no places for them. */
static void test_bugs_end_the_call(void **state) {
    (void)state;
    int located = 0;
    for (int i = 3; i < 9; i += 3) { /* integers, sharded */
        const struct test_case *test = &cases[i];
        assert_int_equal(perform_failing(test, 0, false), SDYC_OK);
        before = take_stock();
        assert_int_equal(perform_failing(test, 0, false), SDYC_OK);
        long count = inject.calls;
        for (long at = 2; at < count / 2; at++) {
            struct sdyc_error *error = bug_message(test, at);
            const char *text = sdyc_error_text(error);
            assert_non_null(strstr(text, "error: internal error: injected at "));
            located += strncmp(text, "t.mlir:", strlen("t.mlir:")) == 0;
            sdyc_error_free(error);
            assert_clean(test, SDYC_E_INTERNAL);
        }
        assert_int_equal(perform_failing(test, 0, false), SDYC_OK);
    }
    assert_true(located > 5);
}

static void cause_bug(void *data) {
    struct nest *nest = data;
    memory_cleanup_push(&nest->first, note_first, nest);
    memory_at((struct location){.offset = 7});
    memory_alloc(10);
    sdyc_bug("number %d", 7);
}

static void test_bug_leaves_guard(void **state) {
    (void)state;
    struct nest nest = {0};
    struct memory memory = {0};
    char text[MEMORY_TEXT];
    before = take_stock();
    assert_false(memory_guard(&memory, cause_bug, &nest));
    assert_string_equal(nest.order, "1");
    assert_int_equal(memory.place.offset, 7);
    memory_text(&memory, text);
    assert_ptr_equal(strstr(text, "internal error: number 7 ("), text);
    assert_non_null(strstr(text, "test_memory.c:"));
    assert_int_equal(blocks, before.blocks + 1); /* for whoever says more of it */
    memory_release(&memory);
    assert_int_equal(blocks, before.blocks);
}

/* --- two threads ------------------------------------------------------------------------------ */

static void *compile_often(void *data) {
    (void)data;
    for (int i = 0; i < 40; i++) {
        assert_int_equal(perform(&cases[7]), SDYC_OK);
    }
    return NULL;
}

/* Compilations of one thread fail everywhere, in libtcc too; those of the other do not notice. */
static void test_failures_stay_in_their_thread(void **state) {
    (void)state;
    pthread_t other;
    /* The first of a process allocates more, which is kept. */
    assert_int_equal(perform(&cases[7]), SDYC_OK);
    assert_int_equal(perform_failing(&cases[7], 0, false), SDYC_OK);
    long count = inject.calls;
    assert_int_equal(pthread_create(&other, NULL, compile_often, NULL), 0);
    for (int i = 1; i <= 40; i++) {
        enum sdyc_status status = perform_failing(&cases[7], count * i / 40, i % 2 == 0);
        assert_true(status == SDYC_E_MEMORY || inject.maps);
    }
    pthread_join(other, NULL);
}

/* --- the guard -------------------------------------------------------------------------------- */

enum request { HUGE_BLOCK, HUGE_ARRAY, HUGE_RESIZE, HUGE_ARENA, HUGE_ARENA_ARRAY, HUGE_TEXT };

static void ask(void *data) {
    struct arena *arena = arena_new();
    struct buffer text = {0};
    buffer_add(&text, "some");
    arena_alloc(arena, 100000);
    switch (*(enum request *)data) {
    case HUGE_BLOCK:
        memory_alloc(SIZE_MAX / 2);
        break;
    case HUGE_ARRAY:
        memory_array(SIZE_MAX / 2, 4);
        break;
    case HUGE_RESIZE:
        memory_resize(memory_alloc(10), SIZE_MAX / 4, 8);
        break;
    case HUGE_ARENA:
        arena_alloc(arena, SIZE_MAX / 2);
        break;
    case HUGE_ARENA_ARRAY:
        arena_array(arena, SIZE_MAX / 8, 16);
        break;
    case HUGE_TEXT:
        buffer_add_bytes(&text, "", SIZE_MAX / 2);
        break;
    }
}

static void test_huge_requests_fail(void **state) {
    (void)state;
    before = take_stock();
    for (enum request request = HUGE_BLOCK; request <= HUGE_TEXT; request++) {
        struct memory memory = {0};
        assert_false(memory_guard(&memory, ask, &request));
        assert_null(memory.blocks);
        assert_true(memory.asked >= SIZE_MAX / 4);
        assert_int_equal(blocks, before.blocks);
    }
}

static void compile_huge(const char *text, enum sdyc_storage storage, const char *message) {
    struct sdyc_options options = {.size = sizeof options, .storage = storage};
    struct sdyc_error *error;
    before = take_stock();
    struct sdyc_program *program = sdyc_compile(text, strlen(text), "t", &options, &error);
    assert_int_equal(sdyc_error_status(error), SDYC_E_MEMORY);
    assert_null(program);
    const char *said = sdyc_error_text(error);
    assert_ptr_equal(strstr(said, message), said);
    sdyc_error_free(error);
    assert_int_equal(blocks, before.blocks);
    assert_int_equal(mapped, before.mapped);
}

/* Of these, three tensors at a time, each of which 64 bits can count. */
#define HUGE "tensor<1073741824x1073741824xf32>"
static const char huge_product[] =
    "func.func @main(%a: tensor<1073741824x1xf32>, %b: tensor<1x1073741824xf32>) -> tensor<f32> {\n"
    "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] :\n"
    "      (tensor<1073741824x1xf32>, tensor<1x1073741824xf32>) -> " HUGE "\n"
    "  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] :\n"
    "      (" HUGE ", " HUGE ") -> " HUGE "\n"
    "  %2 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] :\n"
    "      (" HUGE ", " HUGE ") -> " HUGE "\n"
    "  %3 = stablehlo.dot_general %2, %1, contracting_dims = [0, 1] x [0, 1] :\n"
    "      (" HUGE ", " HUGE ") -> tensor<f32>\n"
    "  return %3 : tensor<f32>\n"
    "}\n";
/* Results of 16 TiB that a check compares. */
static const char huge_check[] =
    "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> "
    "tensor<1099511627776x4xf32>\n"
    "  check.expect_eq %0, %0 : tensor<1099511627776x4xf32>\n"
    "  return %a : tensor<4xf32>\n"
    "}\n";

static void test_huge_programs_fail(void **state) {
    (void)state;
    compile_huge(huge_check, SDYC_STORAGE_SHARED, "sdyc: error: out of memory: 175921860");
    compile_huge(huge_product, SDYC_STORAGE_SHARED, "sdyc: error: out of memory\n");
    compile_huge(huge_product, SDYC_STORAGE_PRIVATE, "sdyc: error: out of memory\n");
    struct sdyc_error *error;
    assert_null(sdyc_compile("", SIZE_MAX / 2, "t", NULL, &error));
    assert_non_null(strstr(sdyc_error_text(error), "cannot read 't'"));
    sdyc_error_free(error);
}

static void note_second(void *data) {
    strcat(((struct nest *)data)->order, "2");
}

static void inner(void *data) {
    struct nest *nest = data;
    struct memory_cleanup popped;
    memory_cleanup_push(&nest->first, note_first, nest);
    memory_cleanup_push(&popped, note_first, nest);
    memory_cleanup_pop(&popped);
    memory_cleanup_push(&nest->second, note_second, nest);
    memory_free(memory_alloc(10));
    memory_map(1 << 16);
    memory_fail(memory_alloc(3) != NULL);
}

/* The inner guard fails, and the outer one goes on with what it has. */
static void outer(void *data) {
    struct nest *nest = data;
    char *kept = memory_alloc(4), *next = memory_alloc(4);
    strcpy(kept, "abc");
    nest->inner_done = memory_guard(&nest->inner, inner, nest);
    kept = memory_resize(kept, 1, 100000);
    assert_string_equal(kept, "abc");
    memory_free(next);
}

static void test_guards_nest(void **state) {
    (void)state;
    struct nest nest = {0};
    struct memory memory = {0};
    before = take_stock();
    assert_true(memory_guard(&memory, outer, &nest));
    assert_false(nest.inner_done);
    assert_string_equal(nest.order, "21");
    assert_int_equal(nest.inner.asked, 1);
    assert_int_equal(blocks, before.blocks + 1);
    assert_int_equal(mapped, before.mapped);
    memory_release(&memory);
    assert_int_equal(blocks, before.blocks);
}

/* test_memory [PATTERN]: all tests, or those whose names are by a pattern with `*`. */
int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guards_nest),
        cmocka_unit_test(test_huge_requests_fail),
        cmocka_unit_test(test_huge_programs_fail),
        cmocka_unit_test(test_each_allocation_may_fail),
        cmocka_unit_test(test_bug_leaves_guard),
        cmocka_unit_test(test_bugs_end_the_call),
        cmocka_unit_test(test_failures_stay_in_their_thread),
    };
    snprintf(folder, sizeof folder, "/tmp/test_memory.XXXXXX");
    if (!mkdtemp(folder) || setenv("TMPDIR", folder, 1) != 0) {
        return 1;
    }
    write_files();
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < CASES; i++) {
        char path[128];
        if (cases[i].text && cases[i].what == EMIT) {
            unlink(file_of(&cases[i], path));
        }
    }
    folder_remove(folder);
    return failed;
}
