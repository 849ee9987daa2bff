/* UCX's library, which is opened when it is asked for: nothing else needs it. */
#ifndef SDYRT_UCX_LIBRARY_H
#define SDYRT_UCX_LIBRARY_H

#include <ucp/api/ucp.h>

#include "ranks.h"

#define SDYRT_UCX_FUNCTIONS(DO)                                                                    \
    DO(get_version)                                                                                \
    DO(config_read)                                                                                \
    DO(config_modify)                                                                              \
    DO(config_release)                                                                             \
    DO(init_version)                                                                               \
    DO(cleanup)                                                                                    \
    DO(worker_create)                                                                              \
    DO(worker_destroy)                                                                             \
    DO(worker_get_address)                                                                         \
    DO(worker_release_address)                                                                     \
    DO(worker_get_efd)                                                                             \
    DO(worker_arm)                                                                                 \
    DO(worker_progress)                                                                            \
    DO(ep_create)                                                                                  \
    DO(ep_close_nbx)                                                                               \
    DO(tag_send_nbx)                                                                               \
    DO(tag_send_sync_nbx)                                                                          \
    DO(tag_recv_nbx)                                                                               \
    DO(request_cancel)                                                                             \
    DO(request_check_status)                                                                       \
    DO(request_free)

/* Functions of UCX by their names, without `ucp_`. */
struct ucx_library {
#define MEMBER(name) __typeof__(ucp_##name) *name;
    SDYRT_UCX_FUNCTIONS(MEMBER)
#undef MEMBER
    __typeof__(ucs_status_string) *status_string;
};

/* 0: it is not there, or too old; why says so. */
int sdyrt_ucx_open(struct ucx_library *library, char why[SDYRT_REASON]);

#endif
