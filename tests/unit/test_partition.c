/* Reshards by collectives: every step does what its axes say, and the last one ends where it
 * should. Device groups and pairs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "partition/collectives/collectives.h"
#include "sharding/devices.h"

#include "ir/op_def.h"

struct fixture {
    struct diagnostics diagnostics;
    struct context *context;
    struct module *module;
    struct arena *arena;
    struct block *body;
    uint64_t random;
};

static uint32_t pick(struct fixture *fixture, uint32_t bound) {
    fixture->random = fixture->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(fixture->random >> 33) % bound;
}

static void start(struct fixture *fixture) {
    *fixture = (struct fixture){.arena = arena_new(), .random = 7};
    diagnostics_init(&fixture->diagnostics, fixture->arena, stderr);
    fixture->context = context_new(&fixture->diagnostics);
    fixture->module = module_new(fixture->context, (struct location){0});
    fixture->body = block_new(fixture->module, &fixture->module->op->regions[0]);
}

static void finish(struct fixture *fixture) {
    module_free(fixture->module);
    context_free(fixture->context);
    diagnostics_free(&fixture->diagnostics);
    arena_free(fixture->arena);
}

static struct mesh make_mesh(struct fixture *fixture, uint32_t count, const int64_t *sizes) {
    static const char *const names[] = {"a", "b", "c", "d"};
    struct mesh_axis *axes = ARENA_ARRAY(fixture->arena, struct mesh_axis, count);
    for (uint32_t i = 0; i < count; i++) {
        axes[i] = (struct mesh_axis){intern(fixture->context->strings, names[i]), sizes[i]};
    }
    return (struct mesh){.axis_count = count, .axes = axes};
}

enum { RANK = 3 };

/* Axes, some cut in two, in random order on random dimensions. */
static const struct attr *random_sharding(struct fixture *fixture, const struct mesh *mesh) {
    struct axis_vector lists[RANK];
    struct dim_sharding dims[RANK];
    struct axis_vector pieces = {.arena = fixture->arena};
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        const char *name = mesh->axes[i].name;
        int64_t size = mesh->axes[i].size;
        if (size == 4 && pick(fixture, 3) == 0) {
            axes_push(&pieces, axis_sub(name, 1, 2));
            axes_push(&pieces, axis_sub(name, 2, 2));
        } else {
            axes_push(&pieces, axis_whole(name));
        }
    }
    for (uint32_t i = 0; i < RANK; i++) {
        lists[i] = (struct axis_vector){.arena = fixture->arena};
    }
    while (pieces.count > 0) {
        uint32_t index = pick(fixture, pieces.count), dim = pick(fixture, RANK + 1);
        if (dim < RANK) {
            axes_push_merge(mesh, &lists[dim], pieces.items[index]);
        }
        pieces.items[index] = pieces.items[--pieces.count];
    }
    for (uint32_t i = 0; i < RANK; i++) {
        dims[i] = (struct dim_sharding){axes_of(&lists[i]), true, PRIORITY_NONE};
    }
    struct sharding sharding = {
        .mesh_name = intern(fixture->context->strings, "mesh"), .rank = RANK, .dims = dims};
    return sharding_attr(fixture->context, &sharding);
}

/* `first` followed by `second` shards like `both`. */
static bool is_joined(struct fixture *fixture, const struct mesh *mesh, struct axis_list first,
                      struct axis_list second, struct axis_list both) {
    struct axis_vector joined = {.arena = fixture->arena};
    axes_append(&joined, first);
    for (uint32_t i = 0; i < second.count; i++) {
        axes_push_merge(mesh, &joined, second.items[i]);
    }
    return axes_equal(axes_of(&joined), both);
}

/* What one collective makes of a sharding is what it says it makes. */
static void check_step(struct fixture *fixture, const struct mesh *mesh, const struct op *op,
                       const struct sharding *in, const struct sharding *out) {
    const struct axis_lists *gather = attr_as_axis_lists(op_property(op, "gathering_axes"));
    const struct axis_lists *slice = attr_as_axis_lists(op_property(op, "slicing_axes"));
    const struct all_to_all_moves *moves = attr_as_all_to_all(op_property(op, "params"));
    for (uint32_t dim = 0; dim < RANK; dim++) {
        struct axis_list before = in->dims[dim].axes, after = out->dims[dim].axes;
        if (gather) {
            assert_true(is_joined(fixture, mesh, after, gather->items[dim], before));
        } else if (slice) {
            assert_true(is_joined(fixture, mesh, before, slice->items[dim], after));
        } else if (moves && moves->items[0].source == dim) {
            assert_true(is_joined(fixture, mesh, after, moves->items[0].axes, before));
        } else if (moves && moves->items[0].target == dim) {
            assert_true(is_joined(fixture, mesh, before, moves->items[0].axes, after));
        } else if (moves) {
            assert_true(axes_equal(before, after));
        } else {
            assert_int_equal(axes_size(mesh, before), axes_size(mesh, after));
        }
    }
}

static void check_reshard(struct fixture *fixture, const struct mesh *mesh,
                          const struct type *type) {
    const struct attr *from = random_sharding(fixture, mesh), *to = random_sharding(fixture, mesh);
    struct value *input =
        block_add_argument(fixture->module, fixture->body, type, (struct location){0});
    struct builder builder = builder_at_end(fixture->module, fixture->body);
    struct value *result = build_reshard_collectives(
        &builder, fixture->arena, input, attr_as_sharding(from), attr_as_sharding(to), mesh);
    const struct sharding *now = attr_as_sharding(from);
    struct value *value = input;
    uint32_t steps = 0;
    while (value->first_use) {
        const struct op *op = value->first_use->user;
        const struct sharding *next = attr_as_sharding(op_property(op, "out_sharding"));
        check_step(fixture, mesh, op, now, next);
        now = next;
        value = &value->first_use->user->results[0];
        assert_true(++steps <= 12);
    }
    assert_ptr_equal(value, result);
    for (uint32_t dim = 0; dim < RANK; dim++) {
        assert_true(axes_equal(now->dims[dim].axes, attr_as_sharding(to)->dims[dim].axes));
    }
}

static void reshards_end_where_they_should(void **state) {
    (void)state;
    static const int64_t sizes[][4] = {{2, 2, 4, 4}, {2, 3, 4, 2}, {4, 4, 6, 5}, {3, 5, 2, 4}};
    static const int64_t dims[RANK] = {960, 480, 1920};
    struct fixture fixture;
    start(&fixture);
    const struct type *type =
        type_tensor(fixture.context, type_float(fixture.context, FLOAT_F32), RANK, dims, NULL);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct mesh mesh = make_mesh(&fixture, 4, sizes[i]);
        for (int round = 0; round < 500; round++) {
            check_reshard(&fixture, &mesh, type);
        }
    }
    finish(&fixture);
}

static void groups_and_pairs(void **state) {
    (void)state;
    struct fixture fixture;
    start(&fixture);
    struct mesh mesh = make_mesh(&fixture, 2, (const int64_t[]){2, 4});
    struct axis_ref a = axis_whole(mesh.axes[0].name), b = axis_whole(mesh.axes[1].name);
    struct axis_ref minor = axis_sub(mesh.axes[1].name, 2, 2);
    struct axis_list of_a = {1, &a}, of_b = {1, &b}, of_minor = {1, &minor};
    struct device_lists groups = device_groups(fixture.arena, &mesh, of_a);
    assert_int_equal(groups.count, 4);
    assert_memory_equal(groups.ids, ((const int64_t[]){0, 4, 1, 5, 2, 6, 3, 7}),
                        8 * sizeof(int64_t));
    groups = device_groups(fixture.arena, &mesh, of_minor);
    assert_memory_equal(groups.ids, ((const int64_t[]){0, 1, 2, 3, 4, 5, 6, 7}),
                        8 * sizeof(int64_t));
    assert_int_equal(device_place(&mesh, 6, of_b), 2);
    assert_int_equal(device_place(&mesh, 7, of_minor), 1);

    /* [{a}, {b:(2)2}] to [{b:(2)2}, {a}]: the part of a device moves to where it belongs. */
    struct dim_sharding from_dims[2] = {{of_a, true, PRIORITY_NONE},
                                        {of_minor, true, PRIORITY_NONE}};
    struct dim_sharding to_dims[2] = {{of_minor, true, PRIORITY_NONE}, {of_a, true, PRIORITY_NONE}};
    struct sharding from = {.rank = 2, .dims = from_dims}, to = {.rank = 2, .dims = to_dims};
    const int64_t expected[16] = {0, 0, 1, 4, 2, 2, 3, 6, 4, 1, 5, 5, 6, 3, 7, 7};
    assert_memory_equal(device_pairs(fixture.arena, &mesh, &from, &mesh, &to), expected,
                        sizeof expected);
    finish(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reshards_end_where_they_should),
        cmocka_unit_test(groups_and_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
