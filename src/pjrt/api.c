/* The table of functions, and what JAX asks of the plugin before there is a client. */
#include <string.h>

#include "pjrt/objects.h"

/* --- the functions of the table --------------------------------------------------------------- */

/* How many bytes of a struct its caller has. What it says may be too little: some callers count
 * up to a field before the last. A struct is never shorter than it once was, and a caller that
 * says no size knows ours. */
static size_t bytes_known(const struct pjrt_head *head, size_t first, size_t size) {
    size_t said = head->struct_size;
    return said < sizeof *head || said > size ? size : said < first ? first : said;
}

#define CALL(name, function, arguments, size)                                                      \
    _Static_assert(sizeof(struct pjrt_##arguments##_args) == (size), #name);
/* Callers that know an earlier version of the interface give shorter structs: what they know not
 * of is 0 or NULL. */
#define GROWN(name, function, arguments, first, size)                                              \
    _Static_assert(sizeof(struct pjrt_##arguments##_args) == (size), #name);                       \
    static struct pjrt_error *call_##name(struct pjrt_##arguments##_args *args) {                  \
        size_t known = bytes_known(&args->head, first, sizeof *args);                              \
        struct pjrt_##arguments##_args whole = {0};                                                \
        memcpy(&whole, args, known);                                                               \
        struct pjrt_error *error = function(&whole);                                               \
        memcpy(args, &whole, known);                                                               \
        return error;                                                                              \
    }
/* Nothing stands behind these. */
#define MISSING(name)                                                                              \
    static struct pjrt_error *missing_##name(struct pjrt_none_args *args) {                        \
        (void)args;                                                                                \
        return error_new(PJRT_UNIMPLEMENTED, "sdyc does not support PJRT_%s", #name);              \
    }
#include "pjrt/api.def"
#undef CALL
#undef MISSING

/* --- the table -------------------------------------------------------------------------------- */

struct api {
    struct pjrt_head head;
    struct {
        struct pjrt_head head;
        int major, minor;
    } version;
#define CALL(name, function, arguments, size)                                                      \
    struct pjrt_error *(*name)(struct pjrt_##arguments##_args * args);
#define MISSING(name) struct pjrt_error *(*name)(struct pjrt_none_args * args);
#include "pjrt/api.def"
#undef CALL
#undef MISSING
};

/* Callers that know later versions find no functions behind the end. */
struct padded_api {
    struct api api;
    void *none[64];
};

static struct padded_api table = {
    .api =
        {
            .head = {.struct_size = sizeof(struct api)},
            .version = {.head = {.struct_size = sizeof(struct pjrt_head) + 2 * sizeof(int)},
                        .major = PJRT_MAJOR,
                        .minor = PJRT_MINOR},
#define CALL(name, function, arguments, size)         .name = function,
#define GROWN(name, function, arguments, first, size) .name = call_##name,
#define MISSING(name)                                 .name = missing_##name,
#include "pjrt/api.def"
#undef CALL
#undef MISSING
        },
};

const struct api *GetPjrtApi(void);

/* What JAX looks up in the library: the table, which lives as long as the process. */
__attribute__((visibility("default"))) const struct api *GetPjrtApi(void) {
    table.api.head.extension = first_extension;
    return &table.api;
}

/* --- the plugin ------------------------------------------------------------------------------- */

struct pjrt_error *plugin_initialize(struct pjrt_none_args *args) {
    (void)args;
    return NULL;
}

struct pjrt_error *plugin_attributes(struct pjrt_attributes_args *args) {
    /* The oldest and the newest version of StableHLO that is read; programs come in one that both
     * sides know. */
    static const int64_t oldest[] = {0, 9, 0}, newest[] = {1, 20, 0};
#define VERSION(text, numbers)                                                                     \
    {                                                                                              \
        .head = {.struct_size = sizeof(struct pjrt_named_value)}, .name = text,                    \
        .name_size = sizeof text - 1, .type = PJRT_NAMED_INT64_LIST, .int64_list = numbers,        \
        .value_size = sizeof numbers / sizeof *numbers                                             \
    }
    static const struct pjrt_named_value values[] = {
        VERSION("stablehlo_current_version", newest),
        VERSION("stablehlo_minimum_version", oldest),
    };
#undef VERSION
    args->values = values;
    args->count = sizeof values / sizeof *values;
    return NULL;
}
