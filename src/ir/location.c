/* Locations as attributes: loc("file":1:2), loc("name"(...)),
 * loc(callsite(...)), loc(fused[...]). */
#include "ir/context.h"

#include <inttypes.h>
#include <string.h>

const struct attr *location_unknown(struct context *context) {
    return attr_unique(context, &(struct attr){.kind = ATTR_LOCATION, .integer = LOCATION_UNKNOWN});
}

const struct attr *location_file(struct context *context, const char *file, int64_t line,
                                 int64_t column, int64_t end_line, int64_t end_column) {
    bool is_point = end_line == line && end_column == column;
    const int64_t words[] = {line, column, is_point ? -1 : end_line, is_point ? -1 : end_column};
    return attr_unique(context, &(struct attr){.kind = ATTR_LOCATION,
                                               .integer = LOCATION_FILE,
                                               .text = intern(context->strings, file),
                                               .length = strlen(file),
                                               .words = words});
}

const struct attr *location_name(struct context *context, const char *name, size_t length,
                                 const struct attr *child) {
    child = child && location_kind(child) != LOCATION_UNKNOWN ? child : NULL;
    return attr_unique(context, &(struct attr){.kind = ATTR_LOCATION,
                                               .integer = LOCATION_NAME,
                                               .text = intern_bytes(context->strings, name, length),
                                               .length = length,
                                               .count = child ? 1 : 0,
                                               .items = child ? &child : NULL});
}

const struct attr *location_callsite(struct context *context, const struct attr *callee,
                                     const struct attr *caller) {
    const struct attr *items[] = {callee, caller};
    return attr_unique(context, &(struct attr){.kind = ATTR_LOCATION,
                                               .integer = LOCATION_CALLSITE,
                                               .count = 2,
                                               .items = items});
}

struct fused {
    struct arena *arena;
    const struct attr **items;
    uint32_t count;
    const struct attr *metadata;
};

/* Those of a fused location with the same metadata in its place, each once, and known ones only. */
static void fuse(struct fused *fused, const struct attr *location) {
    if (location_kind(location) == LOCATION_UNKNOWN) {
        return;
    }
    if (location_kind(location) == LOCATION_FUSED && location->payload == fused->metadata) {
        for (uint32_t i = 0; i < location->count; i++) {
            fuse(fused, location->items[i]);
        }
        return;
    }
    for (uint32_t i = 0; i < fused->count; i++) {
        if (fused->items[i] == location) {
            return;
        }
    }
    const struct attr **grown = ARENA_ARRAY(fused->arena, const struct attr *, fused->count + 1);
    for (uint32_t i = 0; i < fused->count; i++) {
        grown[i] = fused->items[i];
    }
    grown[fused->count++] = location;
    fused->items = grown;
}

const struct attr *location_fused(struct context *context, uint32_t count,
                                  const struct attr *const *locations,
                                  const struct attr *metadata) {
    struct fused fused = {.arena = arena_new(), .metadata = metadata};
    for (uint32_t i = 0; i < count; i++) {
        fuse(&fused, locations[i]);
    }
    const struct attr *unknown = location_unknown(context);
    const struct attr *const *items = fused.count ? fused.items : &unknown;
    struct attr attr = {.kind = ATTR_LOCATION,
                        .integer = LOCATION_FUSED,
                        .count = fused.count ? fused.count : 1,
                        .items = items,
                        .payload = metadata};
    const struct attr *location =
        attr.count == 1 && !metadata ? items[0] : attr_unique(context, &attr);
    arena_free(fused.arena);
    return location;
}

enum location_kind location_kind(const struct attr *location) {
    return (enum location_kind)location->integer;
}

/* --- made later ------------------------------------------------------------------------------- */

struct late_location {
    struct context *context;
    const struct attr *made; /* NULL: not yet */
    const char *text;        /* of the file, or the name */
    enum location_kind kind;
    uint32_t length; /* of the name */
    union {
        struct {
            uint32_t line, column, end_line, end_column;
        } at;
        struct {
            struct op_place child, caller;
        } of;
    };
};
enum { LATE = 1 };

static struct op_place late(struct context *context, const struct late_location *location) {
    context->has_aliases = true;
    return (struct op_place){(uintptr_t)arena_copy(context->arena, location, sizeof *location) |
                             LATE};
}

struct op_place place_file(struct context *context, const char *file, uint32_t line,
                           uint32_t column) {
    return place_file_range(context, file, line, column, line, column);
}

struct op_place place_file_range(struct context *context, const char *file, uint32_t line,
                                 uint32_t column, uint32_t end_line, uint32_t end_column) {
    return late(context, &(struct late_location){.context = context,
                                                 .kind = LOCATION_FILE,
                                                 .text = file,
                                                 .at = {line, column, end_line, end_column}});
}

struct op_place place_name(struct context *context, const char *name, uint32_t length,
                           struct op_place child) {
    return late(context, &(struct late_location){.context = context,
                                                 .kind = LOCATION_NAME,
                                                 .text = name,
                                                 .length = length,
                                                 .of = {.child = child}});
}

struct op_place place_callsite(struct context *context, struct op_place callee,
                               struct op_place caller) {
    return late(context, &(struct late_location){.context = context,
                                                 .kind = LOCATION_CALLSITE,
                                                 .of = {callee, caller}});
}

static const struct attr *make(const struct late_location *late) {
    struct context *context = late->context;
    if (late->kind == LOCATION_FILE) {
        return location_file(context, late->text, late->at.line, late->at.column, late->at.end_line,
                             late->at.end_column);
    }
    const struct attr *child = place_location(late->of.child);
    if (late->kind == LOCATION_CALLSITE) {
        return location_callsite(context, child, place_location(late->of.caller));
    }
    return location_name(context, late->text, late->length, child);
}

const struct attr *place_location(struct op_place place) {
    if (!(place.bits & LATE)) {
        return (const struct attr *)place.bits;
    }
    struct late_location *late = (struct late_location *)(place.bits - LATE);
    if (!late->made) {
        late->made = make(late);
    }
    return late->made;
}

/* --- what they say of people's own text ------------------------------------------------------- */

/* Where a search goes on: the location within; of a call, that of the callee. */
static const struct attr *inner_location(const struct attr *location) {
    enum location_kind kind = location_kind(location);
    bool goes_on = kind == LOCATION_NAME || kind == LOCATION_CALLSITE || kind == LOCATION_FUSED;
    return goes_on && location->count > 0 ? location->items[0] : NULL;
}

struct origin {
    const char *name, *caller; /* of the operation; of a call within which it stands */
    const struct attr *file;
};

/* What has no file of its own comes from where it is called. */
static struct origin find_origin(const struct attr *location) {
    struct origin origin = {0}, outer = {0};
    const struct attr *call = NULL;
    for (; location && !origin.file; location = inner_location(location)) {
        enum location_kind kind = location_kind(location);
        origin.file = kind == LOCATION_FILE ? location : NULL;
        origin.name = kind == LOCATION_NAME && !origin.name ? location->text : origin.name;
        call = kind == LOCATION_CALLSITE && !call ? location : call;
    }
    if (!origin.file && call) {
        outer = find_origin(call->items[1]);
        origin.file = outer.file;
        origin.caller = origin.name ? outer.name : outer.caller;
        origin.name = origin.name ? origin.name : outer.name;
    }
    return origin;
}

const char *location_origin(struct arena *arena, const struct attr *location) {
    const struct origin origin = find_origin(location);
    const char *name = origin.name && origin.caller
                           ? arena_printf(arena, "%s/%s", origin.caller, origin.name)
                           : origin.name;
    const char *file =
        origin.file ? arena_printf(arena, "%s:%" PRId64, origin.file->text, origin.file->words[0])
                    : NULL;
    return name && file ? arena_printf(arena, "%s, %s", name, file) : name ? name : file;
}

bool place_has_file(struct op_place place) {
    while (place.bits & LATE) {
        const struct late_location *late = (const struct late_location *)(place.bits - LATE);
        if (late->kind == LOCATION_FILE ||
            (late->kind == LOCATION_CALLSITE && place_has_file(late->of.caller))) {
            return true;
        }
        place = late->of.child;
    }
    return find_origin((const struct attr *)place.bits).file != NULL;
}
