/* Calls of the host: what a program asks of whoever runs it while it runs. The host prints a value,
   records one, takes or gives one.

   The host is the memory of an input of the program, a struct sdyrt_host. Calls come one at a time,
   in the order of the program, on any thread of the team. */
#ifndef SDYRT_HOST_H
#define SDYRT_HOST_H

#include <stdint.h>

#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A call: its number, which the host knows the meaning of, and how the tensor lies that it is
   about. Strides count elements. The first `lead` dimensions number the instances of it. */
struct sdyrt_host_call {
    int64_t number, bytes; /* of an element */
    int64_t lead, rank;    /* dimensions: of the instances; all */
    int64_t size[SDYRT_RANK], stride[SDYRT_RANK];
};

struct sdyrt_host {
    /* Reads the tensor, or writes it. */
    void (*call)(struct sdyrt_host *host, const struct sdyrt_host_call *what, char *data);
};

/* One task: operands[0] is the host, operands[1] the tensor's first element. */
void sdyrt_host_call(const struct sdyrt_host_call *what, char *const *operands, int64_t task,
                     char *scratch);
/* Copies instance `number` of the tensor to or from dense, row-major memory. */
void sdyrt_host_gather(const struct sdyrt_host_call *what, int64_t number, const char *data,
                       char *dense);
void sdyrt_host_scatter(const struct sdyrt_host_call *what, int64_t number, char *data,
                        const char *dense);
/* How many instances there are. */
int64_t sdyrt_host_instances(const struct sdyrt_host_call *what);

#ifdef __cplusplus
}
#endif
#endif
