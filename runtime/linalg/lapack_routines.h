/* Between lapack.c and the routines of each type; internal to the runtime. */
#ifndef SDYRT_LAPACK_ROUTINES_H
#define SDYRT_LAPACK_ROUTINES_H

#include "lapack.h"

/* One matrix: its arrays, operands then results, and the workspace. */
struct sdyrt_lapack_job {
    const struct sdyrt_lapack *what;
    void *array[SDYRT_LAPACK_ARRAYS];
    void *work;             /* of the routine's type */
    void *real_work, *more; /* more: of the routine's type too, for what is no LAPACK workspace */
    int32_t *int_work;
    int32_t work_size, real_size, int_size;
};

/* Elements of each kind of workspace. */
struct sdyrt_lapack_work {
    int64_t own, real, ints, more;
};

typedef void sdyrt_lapack_function(const struct sdyrt_lapack_job *job);

/* The routines of each type, in the order of enum sdyrt_lapack_routine; their Fortran names, and
   where the library's addresses of them go. */
#define ROUTINES(type)                                                                             \
    extern sdyrt_lapack_function *const sdyrt_lapack_routines_##type[SDYRT_LAPACK_ROUTINES];       \
    extern const char *const sdyrt_lapack_names_##type[SDYRT_LAPACK_ROUTINES];                     \
    extern void *sdyrt_lapack_addresses_##type[SDYRT_LAPACK_ROUTINES];
ROUTINES(s)
ROUTINES(d)
ROUTINES(c)
ROUTINES(z)
#undef ROUTINES

#endif
