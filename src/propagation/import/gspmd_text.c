/* The text of a sharding in GSPMD's form:
 *
 *     {replicated}  {manual}  {unknown}  {maximal device=3}
 *     {devices=[4,2]<=[2,4]T(1,0)}                    tiles, and devices in an order of axes
 *     {devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}   devices one by one
 *     {devices=[1,2,4]<=[8] last_tile_dims={manual, replicated}}
 *     {{replicated}, {devices=[2]<=[2]}}              of several values
 *
 * XLA counts the items of long lists in comments of C, `index=5`, which mean nothing.
 */
#include "propagation/import/gspmd.h"

#include <string.h>

enum { MOST_DIMS = 64 };

struct reader {
    struct arena *arena;
    const char *at, *end;
    const char *fault;
};

static bool fail(struct reader *reader, const char *fault) {
    reader->fault = reader->fault ? reader->fault : fault;
    return false;
}

/* The end of the comment that stands here; NULL if there is none. */
static const char *comment_end(const struct reader *reader) {
    const char *at = reader->at;
    if (reader->end - at < 4 || memcmp(at, "/*", 2) != 0) {
        return NULL;
    }
    for (at += 2; reader->end - at >= 2; at++) {
        if (memcmp(at, "*/", 2) == 0) {
            return at + 2;
        }
    }
    return NULL;
}

static void skip_blanks(struct reader *reader) {
    for (const char *at = reader->at; at; at = comment_end(reader)) {
        reader->at = at;
        while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t')) {
            reader->at++;
        }
    }
}

/* Takes a text if it stands here. */
static bool take(struct reader *reader, const char *text) {
    size_t length = strlen(text);
    skip_blanks(reader);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, text, length) != 0) {
        return false;
    }
    reader->at += length;
    return true;
}

static bool expect(struct reader *reader, const char *text) {
    return take(reader, text) ||
           fail(reader, arena_printf(reader->arena, "'%s' is expected at '%.*s'", text,
                                     (int)(reader->end - reader->at), reader->at));
}

static bool take_number(struct reader *reader, int64_t *number) {
    skip_blanks(reader);
    const char *begin = reader->at;
    *number = 0;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        *number = *number * 10 + (*reader->at++ - '0');
        if (*number > GSPMD_MOST_DEVICES) {
            return fail(reader, "there are more than 1048576 devices");
        }
    }
    return reader->at > begin || fail(reader, "a number is missing");
}

struct numbers {
    uint32_t count;
    const int64_t *items;
};

/* Numbers with commas between them, up to `close`, which is taken; NULL: as long as there are. */
static bool take_numbers(struct reader *reader, const char *close, struct numbers *numbers) {
    VECTOR(int64_t) list = {0};
    bool good = true;
    do {
        int64_t number;
        good = take_number(reader, &number);
        *vector_push(&list) = number;
    } while (good && list.count < GSPMD_MOST_DEVICES && take(reader, ","));
    *numbers = (struct numbers){(uint32_t)list.count, arena_copy(reader->arena, list.items,
                                                                 list.count * sizeof *list.items)};
    vector_free(&list);
    return good && (!close || expect(reader, close));
}

/* What stands behind "<=": the axes of all devices, and their order. */
static bool read_iota(struct reader *reader, struct gspmd_sharding *sharding) {
    struct numbers reshape, order = {0};
    bool good = expect(reader, "[") && take_numbers(reader, "]", &reshape);
    if (good && take(reader, "T")) {
        good = expect(reader, "(") && take_numbers(reader, ")", &order) &&
               (order.count == reshape.count || fail(reader, "T(...) is no order of its axes"));
    }
    return good && gspmd_devices_of(reader->arena, sharding, reshape.count, reshape.items,
                                    order.items, &reader->fault);
}

static bool read_groups(struct reader *reader, enum gspmd_group *groups, uint32_t *count) {
    do {
        bool is_manual = take(reader, "manual");
        if (!is_manual && !take(reader, "replicated")) {
            return fail(reader, "last_tile_dims other than manual and replicated are not known");
        }
        if (*count == MOST_DIMS) {
            return fail(reader, "there are too many last_tile_dims");
        }
        groups[(*count)++] = is_manual ? GSPMD_GROUP_MANUAL : GSPMD_GROUP_REPLICATED;
    } while (take(reader, ","));
    return expect(reader, "}");
}

/* Where the operation came from, which means nothing. */
static bool skip_metadata(struct reader *reader) {
    int depth = 0;
    do {
        if (reader->at >= reader->end) {
            return fail(reader, "metadata has no end");
        }
        depth += (*reader->at == '{') - (*reader->at == '}');
        reader->at++;
    } while (depth > 0);
    return true;
}

static bool read_tiles(struct reader *reader, struct gspmd_sharding *sharding) {
    enum gspmd_group groups[MOST_DIMS];
    struct numbers dims, devices = {0};
    uint32_t subgroups = 0;
    sharding->kind = GSPMD_TILED;
    if (!expect(reader, "[") || !take_numbers(reader, "]", &dims)) {
        return false;
    }
    sharding->dim_count = dims.count;
    sharding->dims = dims.items;
    if (take(reader, "<=")) {
        if (!read_iota(reader, sharding)) {
            return false;
        }
    } else if (!take_numbers(reader, NULL, &devices)) {
        return false;
    } else {
        sharding->device_count = devices.count;
        sharding->devices = devices.items;
    }
    while (!take(reader, "}")) {
        bool good = true;
        if (take(reader, "last_tile_dim_replicate")) {
            groups[subgroups++] = GSPMD_GROUP_REPLICATED;
        } else if (take(reader, "last_tile_dims={")) {
            good = read_groups(reader, groups, &subgroups);
        } else if (take(reader, "metadata=")) {
            good = skip_metadata(reader);
        } else if (!take(reader, ",")) {
            good = fail(reader, arena_printf(reader->arena, "'%.*s' is not known here",
                                             (int)(reader->end - reader->at), reader->at));
        }
        if (!good || subgroups == MOST_DIMS) {
            return fail(reader, "there are too many last_tile_dims");
        }
    }
    sharding->groups = arena_copy(reader->arena, groups, subgroups * sizeof *groups);
    return gspmd_complete(reader->arena, sharding, subgroups, &reader->fault);
}

/* What stands behind the first brace. */
static bool read_one(struct reader *reader, struct gspmd_sharding *sharding) {
    *sharding = (struct gspmd_sharding){.kind = GSPMD_REPLICATED};
    if (take(reader, "devices=")) {
        return read_tiles(reader, sharding);
    }
    if (take(reader, "maximal")) {
        sharding->kind = GSPMD_MAXIMAL;
        if (!expect(reader, "device=") || !take_number(reader, &sharding->device)) {
            return false;
        }
    } else if (take(reader, "manual")) {
        sharding->kind = GSPMD_MANUAL;
    } else if (take(reader, "unknown")) {
        sharding->kind = GSPMD_UNKNOWN;
    } else if (!take(reader, "replicated")) {
        return fail(reader, "replicated, manual, unknown, maximal or devices=[...] is expected");
    }
    return (!take(reader, "metadata=") || skip_metadata(reader)) && expect(reader, "}");
}

static bool read_list(struct reader *reader, struct gspmd_list *list) {
    VECTOR(struct gspmd_sharding) items = {0};
    bool good = expect(reader, "{");
    list->is_tuple = good && reader->at < reader->end && (*reader->at == '{' || *reader->at == '}');
    if (!list->is_tuple) {
        good = good && read_one(reader, vector_push(&items));
    } else if (!take(reader, "}")) {
        do {
            good = expect(reader, "{") && read_one(reader, vector_push(&items));
        } while (good && take(reader, ","));
        good = good && expect(reader, "}");
    }
    skip_blanks(reader);
    good = good && (reader->at == reader->end || fail(reader, "there is more behind its end"));
    list->count = (uint32_t)items.count;
    list->items = arena_copy(reader->arena, items.items, items.count * sizeof *items.items);
    vector_free(&items);
    return good;
}

struct gspmd_list *gspmd_read(struct arena *arena, const char *text, size_t length,
                              const char **fault) {
    struct reader reader = {.arena = arena, .at = text, .end = text + length};
    struct gspmd_list *list = ARENA_NEW(arena, struct gspmd_list);
    skip_blanks(&reader);
    if (reader.at == reader.end || *reader.at != '{') {
        return gspmd_read_bytes(arena, text, length, fault);
    }
    bool good = read_list(&reader, list);
    *fault = reader.fault;
    return good ? list : NULL;
}
