/* What a proof may take. */
#include "verify/relations/forms/prover.h"

/* Terms that a proof makes, equal ones each time. */
enum { MOST_STEPS = 1 << 24 };

uint64_t prover_bytes(const struct prover *p) {
    return arena_bytes(p->kept) + (p->arena == p->kept ? 0 : arena_bytes(p->arena));
}

bool prover_goes_on(struct prover *p) {
    uint64_t bytes = prover_bytes(p);
    if (p->exceeded[0]) {
        return false;
    }
    if (bytes > p->memory) {
        snprintf(p->exceeded, sizeof p->exceeded, "more than %.5g MiB of memory",
                 (double)p->memory / (1 << 20));
    } else if (++p->steps > MOST_STEPS) {
        snprintf(p->exceeded, sizeof p->exceeded, "more than %d steps", MOST_STEPS);
    }
    return !p->exceeded[0];
}
