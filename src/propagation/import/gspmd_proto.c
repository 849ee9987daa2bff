/* The bytes of XLA's OpSharding, a message of protocol buffers, in which JAX of 2023 and before
 * wrote mhlo.sharding. Fields: 1 the kind, 3 parts along each dimension, 4 devices by tile, 5
 * shardings of a tuple, 6 whether the last dimension is replicated, 8 groups, 9 and 10 axes of all
 * devices and their order; others mean nothing here. */
#include "propagation/import/gspmd.h"

#include <string.h>

enum { KIND_REPLICATED, KIND_MAXIMAL, KIND_TUPLE, KIND_TILED, KIND_MANUAL, KIND_UNKNOWN };
enum { MOST_GROUPS = 64 };

struct bytes {
    const unsigned char *at, *end;
};
struct integers {
    VECTOR(int64_t) list;
};
struct message {
    int64_t kind;
    struct integers dims, devices, groups, reshape, order;
    bool is_last_replicated;
    VECTOR(struct gspmd_sharding) parts;
};

static bool take_varint(struct bytes *bytes, int64_t *value) {
    uint64_t all = 0;
    for (int shift = 0; bytes->at < bytes->end && shift < 64; shift += 7) {
        unsigned char byte = *bytes->at++;
        all |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *value = (int64_t)all;
            return true;
        }
    }
    return false;
}

static bool take_part(struct bytes *bytes, struct bytes *part) {
    int64_t length;
    if (!take_varint(bytes, &length) || length < 0 || length > bytes->end - bytes->at) {
        return false;
    }
    *part = (struct bytes){bytes->at, bytes->at + length};
    bytes->at += length;
    return true;
}

/* One integer, or many behind their length. */
static bool take_integers(struct bytes *bytes, int64_t wire, struct integers *integers) {
    struct bytes part = *bytes;
    int64_t value;
    if (wire == 0) {
        bool good = take_varint(bytes, &value);
        *vector_push(&integers->list) = good ? value : 0;
        return good;
    }
    if (wire != 2 || !take_part(bytes, &part)) {
        return false;
    }
    while (part.at < part.end) {
        if (!take_varint(&part, &value) || integers->list.count == GSPMD_MOST_DEVICES) {
            return false;
        }
        *vector_push(&integers->list) = value;
    }
    return true;
}

static bool skip_field(struct bytes *bytes, int64_t wire) {
    struct bytes part;
    int64_t value;
    int64_t fixed = wire == 1 ? 8 : wire == 5 ? 4 : 0;
    if (fixed > 0 && bytes->end - bytes->at >= fixed) {
        bytes->at += fixed;
        return true;
    }
    return wire == 0 ? take_varint(bytes, &value) : wire == 2 && take_part(bytes, &part);
}

static bool read_message(struct arena *arena, struct bytes bytes, bool is_part,
                         struct message *message, const char **fault);

static bool finish(struct arena *arena, struct message *message, struct gspmd_sharding *sharding,
                   const char **fault) {
    static const enum gspmd_kind kinds[] = {
        [KIND_REPLICATED] = GSPMD_REPLICATED, [KIND_MAXIMAL] = GSPMD_MAXIMAL,
        [KIND_TILED] = GSPMD_TILED,           [KIND_MANUAL] = GSPMD_MANUAL,
        [KIND_UNKNOWN] = GSPMD_UNKNOWN,
    };
    if (message->kind < 0 || message->kind > KIND_UNKNOWN || message->kind == KIND_TUPLE) {
        *fault = "its bytes are of a kind that is not known here";
        return false;
    }
    *sharding = (struct gspmd_sharding){.kind = kinds[message->kind]};
    if (sharding->kind == GSPMD_MAXIMAL) {
        sharding->device = message->devices.list.count > 0 ? message->devices.list.items[0] : 0;
    }
    if (sharding->kind != GSPMD_TILED) {
        return true;
    }
    enum gspmd_group *groups = ARENA_ARRAY(arena, enum gspmd_group, MOST_GROUPS + 1);
    uint32_t subgroups = 0;
    for (size_t i = 0; i < message->groups.list.count && i < MOST_GROUPS; i++) {
        int64_t kind = message->groups.list.items[i];
        if (kind != KIND_MANUAL && kind != KIND_REPLICATED) {
            *fault = "last_tile_dims other than manual and replicated are not known";
            return false;
        }
        groups[subgroups++] = kind == KIND_MANUAL ? GSPMD_GROUP_MANUAL : GSPMD_GROUP_REPLICATED;
    }
    if (message->is_last_replicated) {
        groups[subgroups++] = GSPMD_GROUP_REPLICATED;
    }
    const struct integers *dims = &message->dims, *devices = &message->devices;
    sharding->groups = groups;
    sharding->dim_count = (uint32_t)dims->list.count;
    sharding->dims =
        arena_copy(arena, dims->list.items, dims->list.count * sizeof *dims->list.items);
    if (message->reshape.list.count > 0) {
        bool has_order = message->order.list.count == message->reshape.list.count;
        if (!gspmd_devices_of(arena, sharding, (uint32_t)message->reshape.list.count,
                              message->reshape.list.items,
                              has_order ? message->order.list.items : NULL, fault)) {
            return false;
        }
    } else {
        sharding->device_count = (int64_t)devices->list.count;
        sharding->devices = arena_copy(arena, devices->list.items,
                                       devices->list.count * sizeof *devices->list.items);
    }
    return gspmd_complete(arena, sharding, subgroups, fault);
}

static void free_message(struct message *message) {
    vector_free(&message->dims.list);
    vector_free(&message->devices.list);
    vector_free(&message->groups.list);
    vector_free(&message->reshape.list);
    vector_free(&message->order.list);
    vector_free(&message->parts);
}

static bool read_part(struct arena *arena, struct bytes *bytes, struct message *message,
                      const char **fault) {
    struct bytes part;
    struct message own = {0};
    bool good = take_part(bytes, &part) && read_message(arena, part, true, &own, fault) &&
                finish(arena, &own, vector_push(&message->parts), fault);
    free_message(&own);
    return good;
}

static bool read_field(struct arena *arena, struct bytes *bytes, bool is_part, int64_t key,
                       struct message *message, const char **fault) {
    int64_t wire = key & 7, flag;
    switch (key >> 3) {
    case 1:
        return wire == 0 && take_varint(bytes, &message->kind);
    case 3:
        return take_integers(bytes, wire, &message->dims);
    case 4:
        return take_integers(bytes, wire, &message->devices);
    case 5:
        return wire == 2 && !is_part && read_part(arena, bytes, message, fault);
    case 6:
        if (wire != 0 || !take_varint(bytes, &flag)) {
            return false;
        }
        message->is_last_replicated = flag != 0;
        return true;
    case 8:
        return take_integers(bytes, wire, &message->groups);
    case 9:
        return take_integers(bytes, wire, &message->reshape);
    case 10:
        return take_integers(bytes, wire, &message->order);
    default:
        return skip_field(bytes, wire);
    }
}

static bool read_message(struct arena *arena, struct bytes bytes, bool is_part,
                         struct message *message, const char **fault) {
    while (bytes.at < bytes.end) {
        int64_t key;
        if (!take_varint(&bytes, &key) ||
            !read_field(arena, &bytes, is_part, key, message, fault)) {
            *fault = *fault ? *fault : "it is neither a text in braces nor the bytes of one";
            return false;
        }
    }
    return true;
}

struct gspmd_list *gspmd_read_bytes(struct arena *arena, const char *bytes, size_t length,
                                    const char **fault) {
    const unsigned char *begin = (const unsigned char *)bytes;
    struct message message = {0};
    struct gspmd_list *list = ARENA_NEW(arena, struct gspmd_list);
    *fault = NULL;
    bool good = read_message(arena, (struct bytes){begin, begin + length}, false, &message, fault);
    if (good && message.kind == KIND_TUPLE) {
        list->is_tuple = true;
        list->count = (uint32_t)message.parts.count;
        list->items =
            arena_copy(arena, message.parts.items, message.parts.count * sizeof *list->items);
    } else if (good) {
        list->count = 1;
        list->items = ARENA_NEW(arena, struct gspmd_sharding);
        good = finish(arena, &message, list->items, fault);
    }
    free_message(&message);
    return good ? list : NULL;
}
