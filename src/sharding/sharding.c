/* Meshes, shardings and axis lists as interned attributes: to words, and back to structs. */
#include "sharding/payloads.h"

#include <string.h>

/* --- words: the key an attribute is interned by ----------------------------------------------- */

struct words {
    int64_t local[128];
    int64_t *items;
    uint32_t count, capacity;
    struct arena *arena;
};

static void words_init(struct words *words, struct context *context) {
    words->items = words->local;
    words->count = 0;
    words->capacity = 128;
    words->arena = context->arena;
}

static void put(struct words *words, int64_t word) {
    if (words->count == words->capacity) {
        int64_t *items = ARENA_ARRAY(words->arena, int64_t, (size_t)words->capacity * 2);
        memcpy(items, words->items, words->count * sizeof *items);
        words->items = items;
        words->capacity *= 2;
    }
    words->items[words->count++] = word;
}

static void put_pointer(struct words *words, const void *pointer) {
    put(words, (int64_t)(intptr_t)pointer);
}

static void put_axes(struct words *words, struct axis_list axes) {
    put(words, axes.count);
    for (uint32_t i = 0; i < axes.count; i++) {
        put_pointer(words, axes.items[i].name);
        put(words, axes.items[i].pre_size);
        put(words, axes.items[i].size);
    }
}

struct reader {
    struct arena *arena;
    const int64_t *next;
};

static int64_t take(struct reader *reader) {
    return *reader->next++;
}

static const void *take_pointer(struct reader *reader) {
    return (const void *)(intptr_t)take(reader);
}

static struct axis_list take_axes(struct reader *reader) {
    uint32_t count = (uint32_t)take(reader);
    struct axis_ref *items = ARENA_ARRAY(reader->arena, struct axis_ref, count);
    for (uint32_t i = 0; i < count; i++) {
        items[i].name = take_pointer(reader);
        items[i].pre_size = take(reader);
        items[i].size = take(reader);
    }
    return (struct axis_list){.count = count, .items = items};
}

/* --- attributes ------------------------------------------------------------------------------- */

/* Ids that are in order say nothing. */
static bool has_device_order(const struct mesh *mesh) {
    for (uint32_t i = 0; mesh->axis_count != 0 && i < mesh->device_id_count; i++) {
        if (mesh->device_ids[i] != i) {
            return true;
        }
    }
    return mesh->axis_count == 0;
}

const struct attr *mesh_attr(struct context *context, const struct mesh *mesh) {
    uint32_t id_count = has_device_order(mesh) ? mesh->device_id_count : 0;
    struct words words;
    words_init(&words, context);
    put(&words, mesh->axis_count);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        put_pointer(&words, mesh->axes[i].name);
        put(&words, mesh->axes[i].size);
    }
    put(&words, id_count);
    for (uint32_t i = 0; i < id_count; i++) {
        put(&words, mesh->device_ids[i]);
    }
    return attr_dialect(context, &attr_mesh, words.count, words.items);
}

const void *mesh_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct reader reader = {.arena = arena, .next = words};
    struct mesh *mesh = ARENA_NEW(arena, struct mesh);
    mesh->axis_count = (uint32_t)take(&reader);
    struct mesh_axis *axes = ARENA_ARRAY(arena, struct mesh_axis, mesh->axis_count);
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        axes[i].name = take_pointer(&reader);
        axes[i].size = take(&reader);
    }
    mesh->axes = axes;
    mesh->device_id_count = (uint32_t)take(&reader);
    mesh->device_ids = reader.next;
    return mesh;
}

const struct attr *sharding_with_dims(struct context *context, const struct sharding *sharding,
                                      uint32_t rank, const struct dim_sharding *dims) {
    struct sharding result = *sharding;
    result.rank = rank;
    result.dims = dims;
    return sharding_attr(context, &result);
}

const struct attr *sharding_attr(struct context *context, const struct sharding *sharding) {
    struct dim_sharding dims[MAX_RANK];
    struct sharding result = *sharding;
    result.dims = dims;
    for (uint32_t i = 0; i < sharding->rank; i++) {
        dims[i] = sharding->dims[i];
        if (dims[i].is_closed && dims[i].axes.count == 0) {
            dims[i].priority = PRIORITY_NONE;
        }
    }
    return sharding_attr_as_written(context, &result);
}

const struct attr *sharding_attr_as_written(struct context *context,
                                            const struct sharding *sharding) {
    struct words words;
    words_init(&words, context);
    put_pointer(&words, sharding->mesh_name);
    put_pointer(&words, sharding->mesh);
    put(&words, sharding->unreduced_kind);
    put(&words, sharding->rank);
    for (uint32_t i = 0; i < sharding->rank; i++) {
        put(&words, sharding->dims[i].is_closed);
        put(&words, sharding->dims[i].priority);
        put_axes(&words, sharding->dims[i].axes);
    }
    put_axes(&words, sharding->replicated);
    put_axes(&words, sharding->unreduced);
    return attr_dialect(context, &attr_sharding, words.count, words.items);
}

const void *sharding_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct reader reader = {.arena = arena, .next = words};
    struct sharding *sharding = ARENA_NEW(arena, struct sharding);
    sharding->mesh_name = take_pointer(&reader);
    sharding->mesh = take_pointer(&reader);
    sharding->unreduced_kind = (enum reduction_kind)take(&reader);
    sharding->rank = (uint32_t)take(&reader);
    struct dim_sharding *dims = ARENA_ARRAY(arena, struct dim_sharding, sharding->rank);
    for (uint32_t i = 0; i < sharding->rank; i++) {
        dims[i].is_closed = take(&reader) != 0;
        dims[i].priority = take(&reader);
        dims[i].axes = take_axes(&reader);
    }
    sharding->dims = dims;
    sharding->replicated = take_axes(&reader);
    sharding->unreduced = take_axes(&reader);
    return sharding;
}

const struct attr *sharding_per_value_attr(struct context *context, uint32_t count,
                                           const struct attr *const *shardings) {
    struct words words;
    words_init(&words, context);
    put(&words, count);
    for (uint32_t i = 0; i < count; i++) {
        put_pointer(&words, shardings[i]);
    }
    return attr_dialect(context, &attr_sharding_per_value, words.count, words.items);
}

const void *shardings_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct reader reader = {.arena = arena, .next = words};
    struct sharding_list *list = ARENA_NEW(arena, struct sharding_list);
    list->count = (uint32_t)take(&reader);
    const struct attr **items = ARENA_ARRAY(arena, const struct attr *, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        items[i] = take_pointer(&reader);
    }
    list->items = items;
    return list;
}

static const struct attr *axes_attr(struct context *context, const struct attr_def *def,
                                    struct axis_list axes) {
    struct words words;
    words_init(&words, context);
    put_axes(&words, axes);
    return attr_dialect(context, def, words.count, words.items);
}

const struct attr *manual_axes_attr(struct context *context, struct axis_list axes) {
    return axes_attr(context, &attr_manual_axes, axes);
}

const struct attr *axis_list_attr(struct context *context, struct axis_list axes) {
    return axes_attr(context, &attr_axis_list, axes);
}

const void *axes_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct reader reader = {.arena = arena, .next = words};
    struct axis_list *list = ARENA_NEW(arena, struct axis_list);
    *list = take_axes(&reader);
    return list;
}

const struct attr *axis_lists_attr(struct context *context, struct axis_lists lists) {
    struct words words;
    words_init(&words, context);
    put(&words, lists.count);
    for (uint32_t i = 0; i < lists.count; i++) {
        put_axes(&words, lists.items[i]);
    }
    return attr_dialect(context, &attr_axis_lists, words.count, words.items);
}

const void *axis_lists_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct reader reader = {.arena = arena, .next = words};
    struct axis_lists *lists = ARENA_NEW(arena, struct axis_lists);
    lists->count = (uint32_t)take(&reader);
    struct axis_list *items = ARENA_ARRAY(arena, struct axis_list, lists->count);
    for (uint32_t i = 0; i < lists->count; i++) {
        items[i] = take_axes(&reader);
    }
    lists->items = items;
    return lists;
}

const struct attr *all_to_all_attr(struct context *context, struct all_to_all_moves moves) {
    struct words words;
    words_init(&words, context);
    put(&words, moves.count);
    for (uint32_t i = 0; i < moves.count; i++) {
        put(&words, moves.items[i].source);
        put(&words, moves.items[i].target);
        put_axes(&words, moves.items[i].axes);
    }
    return attr_dialect(context, &attr_all_to_all, words.count, words.items);
}

const void *all_to_all_payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct reader reader = {.arena = arena, .next = words};
    struct all_to_all_moves *moves = ARENA_NEW(arena, struct all_to_all_moves);
    moves->count = (uint32_t)take(&reader);
    struct all_to_all_move *items = ARENA_ARRAY(arena, struct all_to_all_move, moves->count);
    for (uint32_t i = 0; i < moves->count; i++) {
        items[i].source = take(&reader);
        items[i].target = take(&reader);
        items[i].axes = take_axes(&reader);
    }
    moves->items = items;
    return moves;
}

static const void *payload_of(const struct attr *attr, const struct attr_def *def) {
    return attr && attr->kind == ATTR_DIALECT && attr->def == def ? attr->payload : NULL;
}

const struct mesh *attr_as_mesh(const struct attr *attr) {
    return payload_of(attr, &attr_mesh);
}

const struct sharding *attr_as_sharding(const struct attr *attr) {
    return payload_of(attr, &attr_sharding);
}

const struct sharding_list *attr_as_shardings(const struct attr *attr) {
    return payload_of(attr, &attr_sharding_per_value);
}

const struct axis_list *attr_as_axes(const struct attr *attr) {
    const void *axes = payload_of(attr, &attr_axis_list);
    return axes ? axes : payload_of(attr, &attr_manual_axes);
}

const struct axis_lists *attr_as_axis_lists(const struct attr *attr) {
    return payload_of(attr, &attr_axis_lists);
}

const struct all_to_all_moves *attr_as_all_to_all(const struct attr *attr) {
    return payload_of(attr, &attr_all_to_all);
}

/* --- shardings made of others ----------------------------------------------------------------- */

static const struct attr *sharding_empty(struct context *context, const char *mesh_name,
                                         const struct attr *mesh, uint32_t rank, bool closed) {
    struct dim_sharding dims[MAX_RANK];
    if (rank > MAX_RANK) {
        sdyc_bug("sharding of rank %u", rank);
    }
    for (uint32_t i = 0; i < rank; i++) {
        dims[i] = (struct dim_sharding){.is_closed = closed, .priority = PRIORITY_NONE};
    }
    struct sharding sharding = {.mesh_name = mesh_name, .mesh = mesh, .rank = rank, .dims = dims};
    return sharding_attr(context, &sharding);
}

const struct attr *sharding_open(struct context *context, const struct sharding *like,
                                 uint32_t rank) {
    return sharding_empty(context, like->mesh_name, like->mesh, rank, false);
}

const struct attr *sharding_closed(struct context *context, const struct sharding *like,
                                   uint32_t rank) {
    return sharding_empty(context, like->mesh_name, like->mesh, rank, true);
}
const struct attr *sharding_empty_like(struct context *context, const struct sharding *like,
                                       bool closed) {
    return sharding_empty(context, like->mesh_name, like->mesh, like->rank, closed);
}

const struct attr *sharding_with_closed(struct context *context, const struct sharding *sharding,
                                        bool closed) {
    struct dim_sharding dims[MAX_RANK];
    for (uint32_t i = 0; i < sharding->rank; i++) {
        dims[i] = sharding->dims[i];
        dims[i].is_closed = closed;
    }
    struct sharding result = *sharding;
    result.dims = dims;
    if (closed) {
        result.replicated = (struct axis_list){0};
    }
    return sharding_attr(context, &result);
}

bool sharding_is_replicated(const struct sharding *sharding) {
    for (uint32_t i = 0; i < sharding->rank; i++) {
        if (sharding->dims[i].axes.count != 0) {
            return false;
        }
    }
    return true;
}

bool sharding_has_no_axes(const struct sharding *sharding) {
    return sharding_is_replicated(sharding) && sharding->replicated.count == 0 &&
           sharding->unreduced.count == 0;
}

bool sharding_is_closed(const struct sharding *sharding) {
    for (uint32_t i = 0; i < sharding->rank; i++) {
        if (!sharding->dims[i].is_closed) {
            return false;
        }
    }
    return true;
}

static bool replicates(const struct sharding *sharding) {
    return !sharding || (sharding_is_replicated(sharding) && sharding->unreduced.count == 0);
}

bool sharding_equivalent(const struct attr *a, const struct attr *b) {
    const struct sharding *left = attr_as_sharding(a);
    const struct sharding *right = attr_as_sharding(b);
    if (replicates(left) || replicates(right)) {
        return replicates(left) && replicates(right);
    }
    if (left->mesh_name != right->mesh_name || left->mesh != right->mesh ||
        left->rank != right->rank || !axes_equal(left->unreduced, right->unreduced)) {
        return false;
    }
    for (uint32_t i = 0; i < left->rank; i++) {
        if (!axes_equal(left->dims[i].axes, right->dims[i].axes)) {
            return false;
        }
    }
    return true;
}

/* --- meshes ----------------------------------------------------------------------------------- */

bool mesh_is_empty(const struct mesh *mesh) {
    return mesh->axis_count == 0 && mesh->device_id_count == 0;
}

bool mesh_is_maximal(const struct mesh *mesh) {
    return mesh->axis_count == 0 && mesh->device_id_count == 1;
}

int64_t mesh_axis_size(const struct mesh *mesh, const char *axis) {
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        if (mesh->axes[i].name == axis) {
            return mesh->axes[i].size;
        }
    }
    return 0;
}

int64_t mesh_device_count(const struct mesh *mesh) {
    int64_t count = 1;
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        count *= mesh->axes[i].size;
    }
    return count;
}

bool mesh_equal(const struct mesh *a, const struct mesh *b, bool any_order) {
    if (a == b) {
        return true;
    }
    if (a->axis_count != b->axis_count || mesh_is_maximal(a) != mesh_is_maximal(b)) {
        return false;
    }
    for (uint32_t i = 0; i < a->axis_count; i++) {
        if (a->axes[i].name != b->axes[i].name || a->axes[i].size != b->axes[i].size) {
            return false;
        }
    }
    if (any_order) {
        return true;
    }
    return a->device_id_count == b->device_id_count &&
           (a->device_id_count == 0 ||
            memcmp(a->device_ids, b->device_ids, a->device_id_count * sizeof(int64_t)) == 0);
}

int64_t dim_sharding_size(const struct mesh *mesh, const struct dim_sharding *dim) {
    return axes_size(mesh, dim->axes);
}

void sharding_say_dims(struct buffer *out, const struct attr *attr, uint32_t rank) {
    const struct sharding *sharding = attr_as_sharding(attr);
    buffer_add(out, "[");
    for (uint32_t d = 0; d < rank; d++) {
        buffer_add(out, d ? ", {" : "{");
        if (sharding && d < sharding->rank) {
            axes_say(out, sharding->dims[d].axes);
        }
        buffer_add(out, "}");
    }
    buffer_add(out, "]");
}
