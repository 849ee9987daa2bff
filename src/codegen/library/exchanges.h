/* Exchanges between ranks, as the graph asks for them and as kernels have them. */
#ifndef SDYC_EXCHANGES_H
#define SDYC_EXCHANGES_H

#include "codegen/library/library.h"
#include "ops/kernel_builder.h"

#include "exchange.h"

/* What struct node's `call` is; NULL: each rank gets what all of its group have. */
struct exchange_asked {
    int64_t kind; /* SDYRT_PERMUTE, or a sum */
    /* Of a permute, by position: the device whose part a device gets, or -1. */
    const int64_t *sources;
    /* Of a sum: what is done with two elements, and the instance axes that are folded. */
    enum scalar_op op;
    struct instance_axes folded;
};

struct exchange_call { /* what struct kernel's `call` is */
    struct library_call call;
    const int64_t *peers; /* of struct sdyrt_parties, or NULL */
    size_t peer_words;
    enum scalar_op op; /* of a sum; else SCALAR_NONE */
    enum element element;
};

/* Whether ranks can add up what they have of such elements. */
bool exchange_adds(enum scalar_op op, enum element element);
/* Whether, where they make no tree, each of so many adds up a part for all: of what has so few
 * bytes that latencies count all get all terms. */
bool exchange_sums_by_parts(int64_t members, int64_t bytes);

/* What the kernel begins; NULL: it is no exchange. */
const struct exchange_call *exchange_of_kernel(const struct kernel *kernel);
static inline const struct sdyrt_exchange *exchange_description(const struct exchange_call *call) {
    return (const struct sdyrt_exchange *)(const void *)call->call.what;
}

/* All messages of a rank, exchange by exchange, and the most that any rank sends. What is in a loop
 * is there once, and says how often it is done. */
void program_messages_json(struct buffer *out, const struct program *program, int64_t rank);

#endif
