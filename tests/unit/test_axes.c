/* The axis algebra, exhaustively: every axis of up to 64 devices, every pair of its sub-axes, and
 * every mesh of up to 64 devices. An axis of n devices is modelled as the prime steps of the
 * divisor chain: a sub-axis (p)s is the interval [p, p*s). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sharding/axes.h"
#include "sharding/sharding.h"

enum { MOST = 64 };

static const char name_x[] = "x", name_y[] = "y";
/* Six axes of two devices, and one of a single device. */
static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};

/* All references to an axis of `size`: the whole axis, and each proper sub-axis. */
static uint32_t references(int64_t size, struct axis_ref *out) {
    uint32_t count = 0;
    out[count++] = axis_whole(name_x);
    for (int64_t pre = 1; pre <= size; pre++) {
        for (int64_t own = 2; pre * own <= size; own++) {
            if (size % (pre * own) == 0 && own != size) {
                out[count++] = axis_sub(name_x, pre, own);
            }
        }
    }
    return count;
}

static int64_t begin_of(struct axis_ref axis) {
    return axis_is_whole(axis) ? 1 : axis.pre_size;
}

static int64_t end_of(struct axis_ref axis, int64_t size) {
    return axis_is_whole(axis) ? size : axis.pre_size * axis.size;
}

static bool overlap_of(struct axis_ref a, struct axis_ref b, int64_t size, int64_t *begin,
                       int64_t *end) {
    *begin = begin_of(a) > begin_of(b) ? begin_of(a) : begin_of(b);
    *end = end_of(a, size) < end_of(b, size) ? end_of(a, size) : end_of(b, size);
    return *begin < *end;
}

/* All ends that lie inside the other divide one another. */
static bool coexist(struct axis_ref a, struct axis_ref b, int64_t size) {
    int64_t ends[4] = {begin_of(a), end_of(a, size), begin_of(b), end_of(b, size)};
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            int64_t low = ends[i] < ends[j] ? ends[i] : ends[j];
            int64_t high = ends[i] < ends[j] ? ends[j] : ends[i];
            if (high % low != 0) {
                return false;
            }
        }
    }
    return true;
}

static void same_part(struct axis_ref axis, int64_t begin, int64_t end, int64_t size) {
    assert_int_equal(begin_of(axis), begin);
    assert_int_equal(end_of(axis, size), end);
}

static void check_pair(const struct mesh *mesh, struct axis_ref a, struct axis_ref b) {
    int64_t size = mesh->axes[0].size, begin, end;
    struct axis_ref out;
    bool overlaps = overlap_of(a, b, size, &begin, &end), fits = coexist(a, b, size);
    assert_int_equal(axis_overlaps(a, b), overlaps);
    assert_int_equal(axis_can_coexist(a, b), fits);
    assert_int_equal(axis_contains(a, b),
                     begin_of(a) <= begin_of(b) && end_of(a, size) >= end_of(b, size));
    assert_int_equal(axis_is_prefix(b, a), axis_contains(a, b) && begin_of(a) == begin_of(b));
    assert_int_equal(axis_is_suffix(mesh, b, a),
                     axis_contains(a, b) && end_of(a, size) == end_of(b, size));
    if (!fits) {
        assert_false(axis_prefix_without(a, b, &out));
        assert_false(axis_suffix_without(mesh, a, b, &out));
        return;
    }
    assert_int_equal(axis_overlap(a, b, &out), overlaps);
    if (overlaps) {
        same_part(out, begin, end, size);
    }
    bool has_prefix = !overlaps || begin_of(a) < begin;
    assert_int_equal(axis_prefix_without(a, b, &out), has_prefix);
    if (has_prefix) {
        same_part(out, begin_of(a), overlaps ? begin : end_of(a, size), size);
    }
    bool has_suffix = !overlaps || end_of(a, size) > end;
    assert_int_equal(axis_suffix_without(mesh, a, b, &out), has_suffix);
    if (has_suffix) {
        same_part(out, overlaps ? end : begin_of(a), end_of(a, size), size);
    }
    bool common = begin_of(a) == begin_of(b);
    assert_int_equal(axis_common_prefix(a, b, &out), common);
    if (common) {
        same_part(out, begin_of(a), end, size);
    }
    bool merges = !axis_is_whole(a) && !axis_is_whole(b) && end_of(a, size) == begin_of(b);
    assert_int_equal(axis_can_merge(a, b), merges);
    if (merges) {
        out = axis_merge(mesh, a, b);
        same_part(out, begin_of(a), end_of(b, size), size);
        assert_int_equal(axis_is_whole(out), out.size == 0);
        assert_int_equal(axis_size(mesh, out), axis_size(mesh, a) * axis_size(mesh, b));
    }
}

static void test_pairs(void **state) {
    struct axis_ref refs[1024];
    (void)state;
    for (int64_t size = 2; size <= MOST; size++) {
        struct mesh_axis axes[] = {{name_x, size}};
        struct mesh mesh = {.axis_count = 1, .axes = axes};
        uint32_t count = references(size, refs);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(axis_end(&mesh, refs[i]), end_of(refs[i], size));
            for (uint32_t j = 0; j < count; j++) {
                check_pair(&mesh, refs[i], refs[j]);
            }
        }
    }
}

/* The order is total: it never says two different things of a pair, and goes by place. */
static void test_order(void **state) {
    struct axis_ref refs[1024];
    (void)state;
    uint32_t count = references(48, refs);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < count; j++) {
            int order = axis_compare(refs[i], refs[j]);
            assert_true((order < 0) == (axis_compare(refs[j], refs[i]) > 0));
            assert_int_equal(order == 0, axis_equal(refs[i], refs[j]));
            if (begin_of(refs[i]) < begin_of(refs[j])) {
                assert_true(order < 0);
            }
        }
    }
    struct mesh_axis axes[] = {{name_y, 2}, {name_x, 48}};
    struct mesh mesh = {.axis_count = 2, .axes = axes};
    assert_true(axis_compare(axis_whole(name_x), axis_whole(name_y)) < 0);
    assert_true(axis_compare_in_mesh(&mesh, axis_whole(name_x), axis_whole(name_y)) > 0);
}

/* Every axis cut into its prime steps, merged again, is whole; what is taken away of it comes back
 * as the rest. */
static void check_mesh(const struct mesh *mesh, struct arena *arena) {
    struct axis_vector steps = {.arena = arena}, rest = {.arena = arena}, both = {.arena = arena};
    for (uint32_t a = mesh->axis_count; a-- > 0;) {
        int64_t left = mesh->axes[a].size, pre = 1;
        for (int64_t prime = 2; left > 1; prime++) {
            for (; left % prime == 0; left /= prime, pre *= prime) {
                axes_push(&steps, axis_make(mesh, mesh->axes[a].name, pre, prime));
            }
        }
    }
    struct axis_vector merged = {.arena = arena};
    axes_append(&merged, axes_of(&steps));
    axes_sort_and_merge(mesh, &merged);
    assert_int_equal(axes_size(mesh, axes_of(&merged)), mesh_device_count(mesh));
    for (uint32_t i = 0; i < merged.count; i++) {
        assert_true(axis_is_whole(merged.items[i]));
    }
    for (uint32_t i = 0; i < steps.count; i++) {
        struct axis_list one = {.count = 1, .items = &steps.items[i]};
        rest.count = both.count = 0;
        axes_difference(mesh, axes_of(&merged), one, &rest);
        assert_false(axes_overlap(axes_of(&rest), one));
        axes_append(&both, axes_of(&rest));
        axes_append(&both, one);
        axes_sort_and_merge(mesh, &both);
        assert_true(axes_equal(axes_of(&both), axes_of(&merged)));
        rest.count = 0;
        axes_append(&rest, axes_of(&merged));
        axes_truncate_at_overlap(&rest, one);
        assert_false(axes_overlap(axes_of(&rest), one));
        assert_true(rest.count == 0 || axes_strict_prefix(axes_of(&rest), axes_of(&merged)));
    }
}

/* The mesh with each further axis of two devices or more that MOST allows, and with one of one
 * device in each place. */
static void check_meshes(struct mesh *mesh, int64_t devices, bool has_one, struct arena *arena) {
    check_mesh(mesh, arena);
    if (mesh->axis_count == sizeof names / sizeof *names) {
        return;
    }
    struct mesh_axis *axis = &((struct mesh_axis *)mesh->axes)[mesh->axis_count++];
    for (int64_t size = has_one ? 2 : 1; size * devices <= MOST; size++) {
        *axis = (struct mesh_axis){names[mesh->axis_count - 1], size};
        check_meshes(mesh, size * devices, has_one || size == 1, arena);
    }
    mesh->axis_count--;
}

static void test_meshes(void **state) {
    (void)state;
    struct mesh_axis axes[sizeof names / sizeof *names];
    struct mesh mesh = {.axes = axes};
    struct arena *arena = arena_new();
    check_meshes(&mesh, 1, false, arena);
    arena_free(arena);
}

/* How lists stand to each other, on every pair of lists of up to two references. */
static void test_prefixes(void **state) {
    struct axis_ref refs[64], first[2], second[2];
    (void)state;
    uint32_t count = references(8, refs);
    refs[count++] = axis_whole(name_y);
    for (uint32_t i = 0; i < count * count; i++) {
        for (uint32_t j = 0; j < count * count; j++) {
            first[0] = refs[i / count], first[1] = refs[i % count];
            second[0] = refs[j / count], second[1] = refs[j % count];
            struct axis_list a = {2, first}, b = {2, second}, head = {1, first};
            enum prefix_status status = axes_prefix_status(a, b);
            assert_int_equal(status == PREFIX_EQUAL, axes_equal(a, b));
            assert_int_equal(status != PREFIX_NONE, axis_equal(first[0], second[0]) &&
                                                        axis_is_prefix(first[1], second[1]));
            assert_int_equal(axes_strict_prefix(head, b), axis_is_prefix(first[0], second[0]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_prefixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
