#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ucx_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first version whose shared memory says that a process is gone. */
enum least_version { LEAST_MAJOR = 1, LEAST_MINOR = 12 };

/* A pointer to a function from one to anything: ISO C has no conversion. */
static int find_function(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* Its messages would go to stdout, among results, and its handlers of signals are not the
   program's. Who wants to see what it says sets UCX_LOG_LEVEL. */
static void be_quiet(void *library) {
    ucs_status_t (*set)(const char *name, const char *value);
    void (*disable)(void);
    if (getenv("UCX_LOG_LEVEL") == NULL &&
        find_function(library, "ucs_global_opts_set_value", &set)) {
        set("LOG_LEVEL", "fatal");
    }
    if (getenv("UCX_HANDLE_ERRORS") == NULL &&
        find_function(library, "ucs_debug_disable_signals", &disable)) {
        disable();
    }
}

int sdyrt_ucx_open(struct ucx_library *ucx, char why[SDYRT_REASON]) {
    void *library = dlopen("libucp.so.0", RTLD_NOW); /* which stays, as MPI does */
    unsigned major = 0, minor = 0, release = 0;
    if (library == NULL) {
        const char *said = dlerror();
        snprintf(why, SDYRT_REASON, "UCX is not here (Debian: libucx0): %s",
                 said != NULL ? said : "libucp.so.0");
        return 0;
    }
    if (find_function(library, "ucp_get_version", &ucx->get_version)) {
        ucx->get_version(&major, &minor, &release);
    }
    int is_old = !find_function(library, "ucs_status_string", &ucx->status_string) ||
                 major != LEAST_MAJOR || minor < LEAST_MINOR;
#define FIND(name) is_old |= !find_function(library, "ucp_" #name, &ucx->name);
    SDYRT_UCX_FUNCTIONS(FIND)
#undef FIND
    be_quiet(library);
    if (is_old) {
        snprintf(why, SDYRT_REASON, "UCX %u.%u is here, and %d.%d or a later one of %d is needed",
                 major, minor, LEAST_MAJOR, LEAST_MINOR, LEAST_MAJOR);
    }
    return !is_old;
}
