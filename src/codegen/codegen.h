/* From a partitioned module to a program of kernels. */
#ifndef SDYC_CODEGEN_H
#define SDYC_CODEGEN_H

#include "ir/ir.h"

struct call_handler;
struct codegen_driver; /* passes.h */
struct program;

enum storage_model {
    STORAGE_SHARED,  /* one buffer per distinct shard, shards side by side in one global tensor */
    STORAGE_PRIVATE, /* every device has its own buffers; collectives copy */
};
enum layout_choice { LAYOUT_AUTO, LAYOUT_NCHW, LAYOUT_NHWC };
enum reduce_order {
    REDUCE_FUSED,  /* sums over devices run inside the product or reduction that makes them */
    REDUCE_DEVICE, /* each device's partial is rounded to its type, then added in device order */
};

struct codegen_options {
    const char *entry; /* function, without @; NULL: main */
    enum storage_model storage;
    enum layout_choice layout;
    enum reduce_order reduce;
    /* How the caller's tensors lie in memory, as text (ops/attrs/layout.h), for the first so many;
     * NULL: as the module says, which says nothing of row-major ones. */
    const char *const *input_layouts, *const *output_layouts;
    uint32_t input_layout_count, output_layout_count;
    const struct call_handler *handlers; /* of custom calls */
    /* How many ranks share the devices, of which each has as many: the program is what one of them
     * runs (docs/how-to/mpi.md). Private storage alone. 0: one process has all. */
    int64_t ranks;
    /* By device the rank that has it, numbered in the order in which they come; NULL: ranges. */
    const int *rank_of;
    int64_t rank_of_count;
    bool takes_parts; /* with ranks: the caller's tensors are what the rank's own devices have */
    bool counts_sent; /* the program counts the bytes that devices send (codegen/traffic.h);
                       * private storage alone */
    bool profiles;    /* the program notes when its tasks run */
    bool is_apart;    /* ... and runs those one by one that could be joined */
    bool packs;       /* inputs of 4 bits that products alone read as weights are packed, where no
                       * layout is asked for */
    bool even_parts;  /* inputs and outputs are cut into equal parts, by whole axes */
    bool runs_here;   /* in this process, now: what it needs of libraries must be there */
};

/* The program of one public function whose calls have been inlined: a module as the passes up to
 * sdy-reshard-to-collectives leave it (global shapes, a sharding on every value, explicit
 * collectives), or any module without shardings. Everything of the result lives in `arena`.
 * The driver says what is told of the passes on the way. NULL after located errors. */
struct program *codegen(struct module *module, struct arena *arena,
                        const struct codegen_options *options, const struct codegen_driver *driver);

/* How many devices the module speaks of; at least 1. */
int64_t codegen_device_count(const struct module *module);

/* `sdyc layouts`: each value with a buffer, its physical order and why; each conversion, what it
 * costs and what would spare it. Appended to `out`; a warning where conversions are much. False
 * after located errors. */
bool codegen_layout_report(struct module *module, const struct codegen_options *options,
                           bool is_json, struct buffer *out);

#endif
