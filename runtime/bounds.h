/* What kernels, values and calls may be at most. */
#ifndef SDYRT_BOUNDS_H
#define SDYRT_BOUNDS_H

enum {
    SDYRT_RANK = 32,      /* dimensions */
    SDYRT_THREADS = 4096, /* of a team */
    SDYRT_MESSAGE = 1024  /* bytes of what is said of a failure */
};

#endif
