/* The library: threads and constants that programs share. */
#include "team.h"

#include <limits.h>

#include "sdyc/sdyc.h"
#include "support/support.h"

/* A team of the runtime by the library's name. */
struct sdyc_team *sdyc_team_new(int threads) {
    return (struct sdyc_team *)sdyrt_team_new(threads, INT_MAX, 0);
}

void sdyc_team_free(struct sdyc_team *team) {
    sdyrt_team_free((struct sdyrt_team *)team);
}

/* A pool of bytes by the library's name. */
struct sdyc_constants *sdyc_constants_new(void) {
    return (struct sdyc_constants *)shared_pool_new();
}

void sdyc_constants_free(struct sdyc_constants *constants) {
    shared_pool_free((struct shared_pool *)constants);
}
