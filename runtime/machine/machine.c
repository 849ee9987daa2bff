#include "machine.h"

#include "cores.h"
#include "machine_facts.h"
#include "machine_rates.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__aarch64__)
#define BASELINE_NAME "64-bit ARM"
#elif defined(__x86_64__)
#define BASELINE_NAME "x86-64"
#else
#define BASELINE_NAME "unknown"
#endif

/* --- the class -------------------------------------------------------------------------------- */

static int64_t power_of_two_below(int64_t bytes) {
    int64_t power = 1;
    while (power <= bytes / 2) {
        power *= 2;
    }
    return power;
}

static struct sdyrt_machine_class class_with(const struct machine_cache *caches) {
    struct sdyrt_machine_class class = sdyrt_machine_generic(sdyrt_cpu_isa());
    class.has_bf16 = sdyrt_cpu_has_avx512_bf16();
    class.has_vbmi = sdyrt_cpu_has_avx512_vbmi();
    class.has_vnni = sdyrt_cpu_has_avx512_vnni();
    class.has_amx = sdyrt_cpu_has_amx();
    for (int i = 0; i < SDYRT_CACHE_COUNT; i++) {
        if (caches[i].bytes > 0) {
            class.cache_bytes[i] = power_of_two_below(caches[i].bytes);
        }
    }
    if (caches[0].line > 0) {
        class.line_bytes = caches[0].line;
    }
    long page = sysconf(_SC_PAGESIZE);
    if (page > 0) {
        class.page_bytes = page;
    }
    return class;
}

struct sdyrt_machine_class sdyrt_machine_class(void) {
    struct machine_cache caches[SDYRT_CACHE_COUNT];
    machine_find_caches(caches);
    return class_with(caches);
}

/* --- rates ------------------------------------------------------------------------------------ */

/* A row of makes.def. */
struct make {
    const char *vendor;
    int family, first_model, last_model;
    const char *name;
    int narrow, wide, loads;
};

static const struct make makes[] = {
#define MAKE(...) {__VA_ARGS__},
#include "makes.def"
#undef MAKE
};

static const struct make *find_make(const struct machine_identity *id) {
    static const struct make unknown = {"", 0, 0, 0, "generic", 2, 1, 2};
    for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
        const struct make *make = &makes[i];
        if (strcmp(make->vendor, id->vendor) == 0 && make->family == id->family &&
            make->first_model <= id->model && id->model <= make->last_model) {
            return make;
        }
    }
    return &unknown;
}

/* Products of bytes and of bf16 that the tiles of AMX add up in a cycle: 16 x 16 sums of 64 bytes
 * of each operand take 16 cycles (Intel's optimisation manual, chapter on AMX). */
static const double amx_terms_of_bytes = 16.0 * 16 * 64 / 16;

/* Products of other types are multiplied as those of f32 where no instructions are for them. */
static void set_rates(struct sdyrt_machine *machine, const struct make *make) {
    const struct sdyrt_machine_class *class = &machine->class;
    const int is_wide = class->isa == SDYRT_ISA_AVX512;
    const double pipes = is_wide && make->wide > 0 ? make->wide : make->narrow;
    const double terms = pipes * (double)class->vector_bytes;
    double *rate = machine->operations;
    rate[SDYRT_RATE_F64] = 2 * terms / sizeof(double);
    rate[SDYRT_RATE_F32] = 2 * terms / sizeof(float);
    rate[SDYRT_RATE_BF16] = rate[SDYRT_RATE_F32] * (class->has_bf16 ? 2 : 1);
    rate[SDYRT_RATE_I8] = rate[SDYRT_RATE_F32] * (class->has_vnni ? 4 : 1);
    if (class->has_amx) {
        rate[SDYRT_RATE_I8] = 2 * amx_terms_of_bytes;
        rate[SDYRT_RATE_BF16] = amx_terms_of_bytes;
    }
}

/* Beyond the near cache a core is given about as much in a cycle whatever its make. */
static void set_bandwidths(struct sdyrt_machine *machine, const struct make *make) {
    machine->bytes[SDYRT_LEVEL_NEAR] = (double)make->loads * (double)machine->class.vector_bytes;
    machine->bytes[SDYRT_LEVEL_MIDDLE] = MIDDLE_LIMIT;
    machine->bytes[SDYRT_LEVEL_FAR] = FAR_LIMIT;
    machine->bytes[SDYRT_LEVEL_MEMORY] = MEMORY_LIMIT;
}

/* --- the whole -------------------------------------------------------------------------------- */

static void set_caches(struct sdyrt_machine *machine, const struct machine_cache *caches) {
    for (int i = 0; i < SDYRT_CACHE_COUNT; i++) {
        machine->cache_bytes[i] =
            caches[i].bytes > 0 ? caches[i].bytes : machine->class.cache_bytes[i];
        machine->cache_cores[i] = caches[i].cores;
    }
}

static void set_cores(struct sdyrt_machine *machine) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    machine->cores_online = online > 0 ? online : 1;
    machine->cores_allowed = sdyrt_cores_allowed();
    machine->cores_quota = sdyrt_cores_quota("");
    machine->cores = sdyrt_cores_usable();
}

static void set_memory(struct sdyrt_machine *machine) {
    machine->memory_nodes = machine_memory_nodes();
    machine->memory_bytes = sdyrt_memory_bytes();
    machine->memory_limit = sdyrt_memory_limit("");
}

void sdyrt_machine_describe(struct sdyrt_machine *machine) {
    struct machine_cache caches[SDYRT_CACHE_COUNT];
    struct machine_identity id;
    memset(machine, 0, sizeof *machine);
    machine_find_caches(caches);
    machine_identify(&id);
    machine->class = class_with(caches);
    snprintf(machine->name, sizeof machine->name, "%s", id.name[0] ? id.name : BASELINE_NAME);
    const struct make *make = find_make(&id);
    machine->make = make->name;
    machine->hertz = id.hertz;
    set_caches(machine, caches);
    set_cores(machine);
    set_memory(machine);
    set_rates(machine, make);
    set_bandwidths(machine, make);
}

const char *sdyrt_level_name(enum sdyrt_level level) {
    static const char *const names[SDYRT_LEVEL_COUNT] = {"near cache", "middle cache", "far cache",
                                                         "memory"};
    return names[level];
}

const char *sdyrt_rate_name(enum sdyrt_rate rate) {
    static const char *const names[SDYRT_RATE_COUNT] = {"f64", "f32", "bf16", "i8"};
    return names[rate];
}
