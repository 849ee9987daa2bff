/* The description of the machine: limits of control groups, generic classes, rates. */
#include "cores.h"
#include "cpu.h"
#include "machine.h"
#include "rt_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Writes a file below a folder that stands for "/", and the folders on the way. */
static void put(const char *root, const char *path, const char *text) {
    char name[512];
    snprintf(name, sizeof name, "%s%s", root, path);
    for (char *slash = name + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(name, 0700);
        *slash = '/';
    }
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char *new_root(char *root) {
    strcpy(root, "/tmp/sdyc-machine-XXXXXX");
    return mkdtemp(root);
}

static void remove_root(const char *root) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

static void test_no_groups(void **state) {
    (void)state;
    char root[32];
    assert_non_null(new_root(root));
    assert_true(sdyrt_cores_quota(root) == 0);
    assert_int_equal(sdyrt_memory_limit(root), 0);
    remove_root(root);
}

/* The least limit of a group and of those around it. */
static void test_unified_groups(void **state) {
    (void)state;
    char root[32];
    assert_non_null(new_root(root));
    put(root, "/proc/self/cgroup", "0::/outer/inner\n");
    put(root, "/sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
    put(root, "/sys/fs/cgroup/outer/cpu.max", "250000 100000\n");
    put(root, "/sys/fs/cgroup/outer/memory.max", "1073741824\n");
    put(root, "/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    assert_true(sdyrt_cores_quota(root) == 2.5);
    assert_int_equal(sdyrt_memory_limit(root), 1 << 30);
    put(root, "/sys/fs/cgroup/outer/inner/cpu.max", "50000 100000\n");
    assert_true(sdyrt_cores_quota(root) == 0.5);
    remove_root(root);
}

/* A container sees its own group as the root of the tree, and may be told a path outside of it. */
static void test_group_that_is_not_mounted(void **state) {
    (void)state;
    char root[32];
    assert_non_null(new_root(root));
    put(root, "/proc/self/cgroup", "0::/../elsewhere\n");
    put(root, "/sys/fs/cgroup/cpu.max", "300000 100000\n");
    assert_true(sdyrt_cores_quota(root) == 3);
    remove_root(root);
}

static void test_legacy_groups(void **state) {
    (void)state;
    char root[32];
    assert_non_null(new_root(root));
    put(root, "/proc/self/cgroup", "9:name=systemd:/\n4:memory:/a\n1:cpu,cpuacct:/a\n");
    put(root, "/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "150000\n");
    put(root, "/sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
    put(root, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    put(root, "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    put(root, "/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "9223372036854771712\n");
    assert_true(sdyrt_cores_quota(root) == 1.5);
    assert_int_equal(sdyrt_memory_limit(root), 0);
    put(root, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "4096\n");
    assert_int_equal(sdyrt_memory_limit(root), 4096);
    remove_root(root);
}

static void test_cores(void **state) {
    (void)state;
    assert_true(sdyrt_cores_allowed() >= 1);
    assert_in_range(sdyrt_cores_usable(), 1, sdyrt_cores_allowed());
}

static int is_power_of_two(int64_t value) {
    return value > 0 && (value & (value - 1)) == 0;
}

static void check_class(const struct sdyrt_machine_class *class) {
    assert_true(is_power_of_two(class->vector_bytes));
    assert_true(is_power_of_two(class->line_bytes));
    assert_true(is_power_of_two(class->page_bytes));
    for (int i = 0; i < SDYRT_CACHE_COUNT; i++) {
        assert_true(class->cache_bytes[i] == 0 || is_power_of_two(class->cache_bytes[i]));
    }
    assert_true(class->cache_bytes[SDYRT_LEVEL_NEAR] < class->cache_bytes[SDYRT_LEVEL_FAR]);
}

static void test_generic_classes(void **state) {
    (void)state;
    for (int isa = 0; isa < SDYRT_ISA_COUNT; isa++) {
        const struct sdyrt_machine_class class = sdyrt_machine_generic((enum sdyrt_isa)isa);
        assert_int_equal(class.isa, isa);
        assert_int_equal(class.has_amx | class.has_bf16 | class.has_vbmi | class.has_vnni, 0);
        check_class(&class);
    }
}

static void check_equal(const struct sdyrt_machine_class *a, const struct sdyrt_machine_class *b) {
    assert_int_equal(a->isa, b->isa);
    assert_int_equal(a->has_amx, b->has_amx);
    assert_int_equal(a->vector_bytes, b->vector_bytes);
    assert_int_equal(a->line_bytes, b->line_bytes);
    assert_int_equal(a->page_bytes, b->page_bytes);
    assert_memory_equal(a->cache_bytes, b->cache_bytes, sizeof a->cache_bytes);
}

/* The same twice, and rates that fall from level to level. */
static void test_this_machine(void **state) {
    (void)state;
    struct sdyrt_machine machine, again;
    sdyrt_machine_describe(&machine);
    sdyrt_machine_describe(&again);
    const struct sdyrt_machine_class class = sdyrt_machine_class();
    check_equal(&machine.class, &again.class);
    check_equal(&machine.class, &class);
    check_class(&class);
    assert_true(machine.name[0] != '\0' && machine.make[0] != '\0');
    assert_true(machine.cores >= 1 && machine.memory_bytes > 0 && machine.memory_nodes >= 1);
    for (int i = 1; i < SDYRT_LEVEL_COUNT; i++) {
        assert_true(machine.bytes[i] > 0 && machine.bytes[i] <= machine.bytes[i - 1]);
    }
    for (int i = 1; i < SDYRT_RATE_COUNT; i++) {
        assert_true(machine.operations[i] >= machine.operations[i - 1]);
    }
}

/* Asks before the runtime's own constructors have run, as strips do that begin first. */
__attribute__((constructor(101))) static void ask_early(void) {
    (void)sdyrt_cpu_set();
}

static bool system_names(const char *flag) {
    static char text[1 << 16];
    FILE *file = fopen("/proc/cpuinfo", "r");
    const size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    return strstr(text, flag) != NULL;
}

/* Whoever asks first hears of the tiles that the system gives room for. */
static void test_asked_early(void **state) {
    (void)state;
    if (getenv("SDYRT_ISA") != NULL || !system_names(" amx_tile") || !system_names(" amx_int8")) {
        skip();
    }
    assert_true(sdyrt_cpu_has_amx());
    assert_int_equal(sdyrt_cpu_set(), SDYRT_SET_AMX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asked_early),     cmocka_unit_test(test_no_groups),
        cmocka_unit_test(test_unified_groups),  cmocka_unit_test(test_group_that_is_not_mounted),
        cmocka_unit_test(test_legacy_groups),   cmocka_unit_test(test_cores),
        cmocka_unit_test(test_generic_classes), cmocka_unit_test(test_this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
