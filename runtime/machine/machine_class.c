#include "machine_class.h"

#include "caches.h"

enum { KB = 1 << 10, MB = 1 << 20 };

/* What most processors of an instruction set that are in use have at least. */
static const struct sdyrt_machine_class generic[SDYRT_ISA_COUNT] = {
    [SDYRT_ISA_BASELINE] = {.vector_bytes = 16, .cache_bytes = {32 * KB, 256 * KB, 8 * MB}},
    [SDYRT_ISA_AVX2] = {.vector_bytes = 32, .cache_bytes = {32 * KB, 256 * KB, 8 * MB}},
    [SDYRT_ISA_AVX512] = {.vector_bytes = 64,
                          .cache_bytes = {SDYRT_NEAR_CACHE, SDYRT_MIDDLE_CACHE, SDYRT_FAR_CACHE}},
};

struct sdyrt_machine_class sdyrt_machine_generic(enum sdyrt_isa isa) {
    struct sdyrt_machine_class class = generic[isa];
    class.isa = isa;
    class.line_bytes = SDYRT_LINE_BYTES;
    class.page_bytes = SDYRT_PAGE_BYTES;
    return class;
}

struct sdyrt_machine_class sdyrt_machine_of_set(enum sdyrt_set set) {
    struct sdyrt_machine_class class =
        sdyrt_machine_generic(set < SDYRT_SET_AVX512 ? (enum sdyrt_isa)set : SDYRT_ISA_AVX512);
    class.has_vnni = set >= SDYRT_SET_VNNI;
    class.has_bf16 = set >= SDYRT_SET_BF16;
    class.has_amx = set >= SDYRT_SET_AMX;
    if (class.has_amx) { /* all that have it: Sapphire Rapids and what came after */
        class.cache_bytes[SDYRT_LEVEL_MIDDLE] = 2 * MB;
    }
    return class;
}
