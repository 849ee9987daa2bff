#include "lapack.h"

#include "blas.h"
#include "lapack_routines.h"
#include "sizes.h"

#include <pthread.h>
#include <string.h>

/* --- the library --- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static sdyrt_lapack_find_fn *offered;

void sdyrt_lapack_offer(sdyrt_lapack_find_fn *find) {
    offered = find;
}

static int find(sdyrt_lapack_find_fn *look, const char *const *names, void **addresses) {
    int found = 1;
    for (int i = 0; i < SDYRT_LAPACK_PERTURBED && found; i++) {
        addresses[i] = look(names[i]);
        found = addresses[i] != NULL;
    }
    return found;
}

static int find_all(sdyrt_lapack_find_fn *look) {
    return find(look, sdyrt_lapack_names_s, sdyrt_lapack_addresses_s) &&
           find(look, sdyrt_lapack_names_d, sdyrt_lapack_addresses_d) &&
           find(look, sdyrt_lapack_names_c, sdyrt_lapack_addresses_c) &&
           find(look, sdyrt_lapack_names_z, sdyrt_lapack_addresses_z);
}

static void load(void) {
    is_loaded = (sdyrt_blas_load() && find_all(sdyrt_blas_symbol)) ||
                (offered != NULL && find_all(offered));
}

int sdyrt_lapack_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

int sdyrt_lapack_routine(const char *name) {
    for (int i = 0; i < SDYRT_LAPACK_ROUTINES; i++) {
        const char *known = sdyrt_lapack_names_s[i] + 1; /* "orgqr_" */
        if (strncmp(known, name, strlen(name)) == 0 && strlen(known) == strlen(name) + 1) {
            return i;
        }
    }
    return -1;
}

/* --- sizes --- */

#define THRESHOLD(name, value, unit, why, how) enum { name = value };
#include "linalg_thresholds.def"

enum {
    BLOCK = 64,
    REFLECTORS = (BLOCK + 1) * BLOCK
}; /* columns that LAPACK takes at once, and its T */

static int is_complex(const struct sdyrt_lapack *what) {
    return what->type == SDYRT_LAPACK_C || what->type == SDYRT_LAPACK_Z;
}

static size_t real_bytes(const struct sdyrt_lapack *what) {
    return what->type == SDYRT_LAPACK_S || what->type == SDYRT_LAPACK_C ? 4 : 8;
}

static size_t own_bytes(const struct sdyrt_lapack *what) {
    return real_bytes(what) << is_complex(what);
}

static size_t element_bytes(const struct sdyrt_lapack *what, int64_t array) {
    switch (what->element[array]) {
    case SDYRT_LAPACK_OWN:
        return own_bytes(what);
    case SDYRT_LAPACK_REAL:
        return real_bytes(what);
    case SDYRT_LAPACK_COMPLEX:
        return 2 * real_bytes(what);
    default:
        return sizeof(int32_t);
    }
}

static size_t array_bytes(const struct sdyrt_lapack *what, int64_t array) {
    return (size_t)what->rows[array] * (size_t)what->columns[array] * element_bytes(what, array);
}

/* The array whose shape says how much work there is. */
static int64_t main_array(const struct sdyrt_lapack *what) {
    return what->routine == SDYRT_LAPACK_ORMQR                                             ? 2
           : what->routine == SDYRT_LAPACK_TRSM                                            ? 1
           : what->routine == SDYRT_LAPACK_GTSV || what->routine == SDYRT_LAPACK_PERTURBED ? 3
                                                                                           : 0;
}

static struct sdyrt_lapack_work symmetric_work(const struct sdyrt_lapack *what, int64_t n) {
    int has_vectors = what->option[0] == 'V', in_field = is_complex(what);
    struct sdyrt_lapack_work work = {.ints = has_vectors ? 3 + 5 * n : 1};
    work.own = (2 + BLOCK) * n + 1 + (has_vectors ? n * n * (2 - in_field) + 6 * n : 0);
    work.real = !in_field ? 0 : has_vectors ? 1 + 5 * n + 2 * n * n : maximum(n, 1);
    return work;
}

static struct sdyrt_lapack_work singular_work(const struct sdyrt_lapack *what, int64_t m,
                                              int64_t n) {
    int64_t low = minimum(m, n), high = maximum(m, n);
    int has_vectors = what->option[0] != 'N';
    struct sdyrt_lapack_work work = {.own = 10 * low + (low + high) * BLOCK + 1};
    if (what->routine == SDYRT_LAPACK_GESVD) {
        work.own += has_vectors ? low * low : 0;
        work.real = is_complex(what) ? 5 * low : 0;
        return work;
    }
    /* Of a matrix that is much longer one way, its triangular factor stands in the work, too. */
    int has_factor = is_complex(what) || 6 * high >= 11 * low - 6;
    work.own += has_vectors ? (has_factor ? 4 : 3) * low * low : 0;
    work.ints = 8 * low;
    if (is_complex(what)) {
        work.real = has_vectors
                        ? maximum(5 * low * low + 5 * low, 2 * high * low + 2 * low * low + low)
                        : 7 * low;
    }
    return work;
}

static struct sdyrt_lapack_work work_of(const struct sdyrt_lapack *what) {
    int64_t array = main_array(what), m = what->rows[array], n = what->columns[array];
    int in_field = is_complex(what);
    switch (what->routine) {
    case SDYRT_LAPACK_GEQRF:
    case SDYRT_LAPACK_ORGQR:
    case SDYRT_LAPACK_SYTRD:
        return (struct sdyrt_lapack_work){.own = n * BLOCK};
    case SDYRT_LAPACK_GEQP3:
        return (struct sdyrt_lapack_work){.own = 2 * n + (n + 1) * BLOCK,
                                          .real = in_field ? 2 * n : 0};
    case SDYRT_LAPACK_ORMQR:
        return (struct sdyrt_lapack_work){.own = maximum(m, n) * BLOCK + REFLECTORS};
    case SDYRT_LAPACK_GEHRD:
        return (struct sdyrt_lapack_work){.own = n * BLOCK + REFLECTORS};
    case SDYRT_LAPACK_SYEVD:
        return symmetric_work(what, n);
    case SDYRT_LAPACK_GESDD:
    case SDYRT_LAPACK_GESVD:
        return singular_work(what, m, n);
    case SDYRT_LAPACK_GEEV:
        return (struct sdyrt_lapack_work){.own = n * (BLOCK + 8),
                                          .real = in_field ? 2 * n : 0,
                                          .more = n * n * (in_field ? 1 : 3)};
    case SDYRT_LAPACK_GEES:
        return (struct sdyrt_lapack_work){
            .own = n * (BLOCK + 8), .real = in_field ? n : 0, .ints = n};
    case SDYRT_LAPACK_PERTURBED:
        return (struct sdyrt_lapack_work){.own = 3 * m + n};
    default:
        return (struct sdyrt_lapack_work){0};
    }
}

int sdyrt_lapack_fits(const struct sdyrt_lapack *what) {
    for (int64_t i = 0; i < what->operands + what->results; i++) {
        if (what->rows[i] > INT32_MAX / 128 || what->columns[i] > INT32_MAX / 128) {
            return 0; /* work grows with up to nine products of two dimensions: all in 64 bits */
        }
    }
    struct sdyrt_lapack_work work = work_of(what);
    return work.own <= INT32_MAX && work.real <= INT32_MAX && work.ints <= INT32_MAX;
}

static size_t aligned(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

static size_t work_bytes(const struct sdyrt_lapack *what, const struct sdyrt_lapack_work *work) {
    return aligned((size_t)maximum(work->own, 1) * own_bytes(what)) +
           aligned((size_t)maximum(work->real, 1) * real_bytes(what)) +
           aligned((size_t)maximum(work->ints, 1) * sizeof(int32_t)) +
           aligned((size_t)work->more * own_bytes(what));
}

/* Room for a result that nobody asks for; none for singular vectors that are not computed. */
static size_t own_result_bytes(const struct sdyrt_lapack *what, int64_t array) {
    int is_vectors = (what->routine == SDYRT_LAPACK_GESDD || what->routine == SDYRT_LAPACK_GESVD) &&
                     array > what->operands + 1 && what->element[array] == SDYRT_LAPACK_OWN;
    return is_vectors && what->option[0] == 'N' ? 0 : array_bytes(what, array);
}

size_t sdyrt_lapack_scratch(const struct sdyrt_lapack *what) {
    struct sdyrt_lapack_work work = work_of(what);
    size_t bytes = work_bytes(what, &work);
    for (int64_t i = what->operands; i < what->operands + what->results; i++) {
        bytes += what->given[i] ? 0 : aligned(own_result_bytes(what, i));
    }
    return bytes;
}

/* --- tasks --- */

/* Multiples of what a product of matrices of the size takes. */
double sdyrt_lapack_flops(const struct sdyrt_lapack *what) {
    static const double factors[SDYRT_LAPACK_ROUTINES] = {
        [SDYRT_LAPACK_GETRF] = 0.7,   [SDYRT_LAPACK_GEQRF] = 2,  [SDYRT_LAPACK_GEQP3] = 2,
        [SDYRT_LAPACK_ORGQR] = 2,     [SDYRT_LAPACK_ORMQR] = 2,  [SDYRT_LAPACK_POTRF] = 0.4,
        [SDYRT_LAPACK_SYEVD] = 9,     [SDYRT_LAPACK_GESDD] = 20, [SDYRT_LAPACK_GESVD] = 30,
        [SDYRT_LAPACK_GEEV] = 25,     [SDYRT_LAPACK_GEES] = 25,  [SDYRT_LAPACK_GEHRD] = 4,
        [SDYRT_LAPACK_SYTRD] = 2,     [SDYRT_LAPACK_TRSM] = 1,   [SDYRT_LAPACK_GTSV] = 0,
        [SDYRT_LAPACK_PERTURBED] = 0,
    };
    int64_t array = main_array(what);
    double m = (double)what->rows[array], n = (double)what->columns[array];
    double third = what->routine == SDYRT_LAPACK_TRSM ? (double)what->rows[0] : m < n ? m : n;
    return LAPACK_CALL +
           (is_complex(what) ? 4 : 1) * (factors[what->routine] * m * n * third + 10 * m * n);
}

static int64_t matrix_count(const struct sdyrt_lapack *what) {
    int64_t count = 1;
    for (int64_t k = 0; k < what->rank; k++) {
        count *= what->outer_size[k];
    }
    return count;
}

static int64_t matrices_of_task(const struct sdyrt_lapack *what) {
    /* A multiplication comes with an addition. */
    double count = 2.0 * LINALG_TASK_WORK / sdyrt_lapack_flops(what);
    return count > 1 ? (int64_t)count : 1;
}

int64_t sdyrt_lapack_tasks(const struct sdyrt_lapack *what) {
    int64_t step = matrices_of_task(what);
    return (matrix_count(what) + step - 1) / step;
}

static char *take(char **scratch, size_t bytes) {
    char *taken = *scratch;
    *scratch += aligned(bytes);
    return taken;
}

static void set_work(struct sdyrt_lapack_job *job, char **scratch) {
    const struct sdyrt_lapack *what = job->what;
    struct sdyrt_lapack_work work = work_of(what);
    job->work_size = (int32_t)maximum(work.own, 1);
    job->real_size = (int32_t)maximum(work.real, 1);
    job->int_size = (int32_t)maximum(work.ints, 1);
    job->work = take(scratch, (size_t)job->work_size * own_bytes(what));
    job->real_work = take(scratch, (size_t)job->real_size * real_bytes(what));
    job->int_work = (int32_t *)(void *)take(scratch, (size_t)job->int_size * sizeof(int32_t));
    job->more = take(scratch, (size_t)work.more * own_bytes(what));
}

/* Where matrix `number` of the batch begins in an array, in elements. */
static int64_t offset_of(const struct sdyrt_lapack *what, int64_t array, int64_t number) {
    int64_t offset = 0;
    for (int64_t k = what->rank; k-- > 0;) {
        offset += number % what->outer_size[k] * what->outer[array * SDYRT_RANK + k];
        number /= what->outer_size[k];
    }
    return offset;
}

static void set_arrays(struct sdyrt_lapack_job *job, char *const *operands, int64_t number,
                       char *scratch) {
    const struct sdyrt_lapack *what = job->what;
    int64_t next = 0;
    for (int64_t i = 0; i < what->operands + what->results; i++) {
        if (what->given[i]) {
            int64_t offset = offset_of(what, i, number) * (int64_t)element_bytes(what, i);
            job->array[i] = operands[next++] + offset;
        } else {
            job->array[i] = take(&scratch, own_result_bytes(what, i));
        }
        if (what->begins[i] >= 0 && array_bytes(what, i) > 0) {
            memcpy(job->array[i], job->array[what->begins[i]], array_bytes(what, i));
        }
    }
}

void sdyrt_lapack(const struct sdyrt_lapack *what, char *const *operands, int64_t task,
                  char *scratch) {
    static sdyrt_lapack_function *const *const routines[] = {
        sdyrt_lapack_routines_s,
        sdyrt_lapack_routines_d,
        sdyrt_lapack_routines_c,
        sdyrt_lapack_routines_z,
    };
    int64_t step = matrices_of_task(what), count = matrix_count(what), first = task * step;
    int64_t end = first + step < count ? first + step : count;
    struct sdyrt_lapack_job job = {.what = what};
    if (!sdyrt_lapack_load()) {
        return;
    }
    set_work(&job, &scratch);
    for (int64_t number = first; number < end; number++) {
        set_arrays(&job, operands, number, scratch);
        routines[what->type][what->routine](&job);
    }
}
