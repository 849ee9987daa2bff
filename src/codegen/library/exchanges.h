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
    /* Of a scattered sum, by folded axis: along which dimension of the operand the parts of its
     * ranks lie one behind the other, and how many indices apart. */
    struct exchange_part {
        uint32_t dim;
        int64_t apart;
    } parts[KERNEL_DIMS];
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
/* What a sum costs a rank, as sdyrt_schedule_cost has it, where each adds up a part for all, and
 * where all get all terms. */
double exchange_shared_cost(const struct sdyrt_amount *amount);
double exchange_gathered_cost(const struct sdyrt_amount *amount);
/* Whether, where they make no tree, so many add up each a part of so many bytes. */
bool exchange_sums_by_parts(int64_t members, int64_t bytes);
/* Whether a scattered sum, of parts of so many bytes, is an exchange of its own, which has no room
 * for all terms, and not one of all terms and a fold: of small parts latencies count. */
bool exchange_sums_in_turns(int64_t members, int64_t bytes);

/* What the kernel begins; NULL: it is no exchange. */
const struct exchange_call *exchange_of_kernel(const struct kernel *kernel);
static inline const struct sdyrt_exchange *exchange_description(const struct exchange_call *call) {
    return (const struct sdyrt_exchange *)(const void *)call->call.what;
}

/* All messages of a rank, exchange by exchange, and the most that any rank sends. What is in a loop
 * is there once, and says how often it is done. */
void program_messages_json(struct buffer *out, const struct program *program, int64_t rank);

#endif
