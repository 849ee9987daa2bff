/* The library: threads that programs share. */
#include "team.h"

#include <limits.h>

#include "sdyc/sdyc.h"

/* A team of the runtime by the library's name. */
struct sdyc_team *sdyc_team_new(int threads) {
    return (struct sdyc_team *)sdyrt_team_new(threads, INT_MAX, 0);
}

void sdyc_team_free(struct sdyc_team *team) {
    sdyrt_team_free((struct sdyrt_team *)team);
}
