#include "carrier.h"

#include "ranks_tcp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct sdyrt_carrier *const carriers[] = {
#ifdef SDYRT_WITH_UCX
    &sdyrt_ucx,
#endif
    NULL,
};

int sdyrt_carrier_choose(const struct sdyrt_carrier **carrier, char message[SDYRT_MESSAGE]) {
    const char *asked = getenv("SDYC_TRANSPORT");
    *carrier = NULL;
    if (asked == NULL || *asked == '\0' || strcmp(asked, "tcp") == 0) {
        return 1;
    }
    for (int i = 0; carriers[i] != NULL; i++) {
        if (strcmp(asked, carriers[i]->name) == 0) {
            *carrier = carriers[i];
            return 1;
        }
    }
    snprintf(message, SDYRT_MESSAGE, "%s",
             strcmp(asked, "ucx") == 0
                 ? "SDYC_TRANSPORT=ucx: this sdyc was built where UCX's headers are not (Debian: "
                   "libucx-dev)"
                 : "SDYC_TRANSPORT names no transport: there are tcp and ucx");
    return 0;
}

/* --- beginning -------------------------------------------------------------------------------- */

static int tell(struct sdyrt_tcp *tcp, int64_t process, const struct sdyrt_address *own,
                char why[SDYRT_REASON]) {
    char *bytes = (char *)(uintptr_t)own->bytes; /* which are read alone */
    int64_t size = own->size;
    return sdyrt_tcp_carry(tcp, 1, process, 0, (char *)&size, sizeof size, why) &&
           sdyrt_tcp_carry(tcp, 1, process, 0, bytes, size, why);
}

static int learn(struct sdyrt_tcp *tcp, const struct sdyrt_carrier *carrier, int64_t process,
                 char why[SDYRT_REASON]) {
    int64_t size = 0;
    if (!sdyrt_tcp_carry(tcp, 0, process, 0, (char *)&size, sizeof size, why)) {
        return 0;
    }
    char *bytes = size >= 0 ? (char *)malloc((size_t)size + 1) : NULL;
    const struct sdyrt_address address = {bytes, size};
    snprintf(why, SDYRT_REASON, "out of memory");
    int good = bytes != NULL && sdyrt_tcp_carry(tcp, 0, process, 0, bytes, size, why);
    pthread_mutex_lock(&tcp->lock);
    good = good && carrier->learn(tcp, process, &address);
    pthread_mutex_unlock(&tcp->lock);
    free(bytes);
    return good;
}

int sdyrt_carrier_begin(struct sdyrt_tcp *tcp, const struct sdyrt_carrier *carrier,
                        char message[SDYRT_MESSAGE]) {
    struct sdyrt_address own = {NULL, 0};
    char why[SDYRT_REASON] = "";
    int good = carrier->open(tcp, &own, why);
    for (int64_t i = 0; i < tcp->count && good; i++) {
        good = i == tcp->own || tell(tcp, i, &own, why);
    }
    for (int64_t i = 0; i < tcp->count && good; i++) {
        good = i == tcp->own || learn(tcp, carrier, i, why);
    }
    if (!good) {
        snprintf(message, SDYRT_MESSAGE, "process %lld: %s", (long long)tcp->own, why);
        sdyrt_tcp_give_up(tcp, why);
        carrier->close(tcp);
        return 0;
    }
    pthread_mutex_lock(&tcp->lock);
    tcp->carrier = carrier;
    pthread_mutex_unlock(&tcp->lock);
    return 1;
}
