/* Which folder SDYC_CACHE names, and whether it is one to keep objects in. They are run as they are
 * found, so nobody else may be able to write there. */
#include "codegen/jit/jit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "off", "0" and nothing at all: there is no cache. */
static const char *named_folder(void) {
    const char *named = getenv("SDYC_CACHE");
    bool is_off =
        named == NULL || *named == '\0' || strcmp(named, "off") == 0 || strcmp(named, "0") == 0;
    return is_off ? NULL : named;
}

/* What is wrong with the folder, which is made where it is missing; NULL: nothing. */
static const char *fault_of(const char *folder) {
    struct stat status;
    if (*folder != '/') {
        return "not an absolute path, as /home/me/.cache/sdyc is";
    }
    if ((mkdir(folder, 0700) != 0 && errno != EEXIST) || stat(folder, &status) != 0) {
        return strerror(errno);
    }
    if (!S_ISDIR(status.st_mode)) {
        return "not a folder";
    }
    if (status.st_uid != geteuid()) {
        return "the folder belongs to another user, who could put code there that runs as yours";
    }
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return "others may write to the folder, and could put code there that runs as yours "
               "(chmod go-w ends that)";
    }
    return access(folder, R_OK | W_OK | X_OK) == 0 ? NULL : strerror(errno);
}

const char *jit_cache_folder(struct diagnostics *diagnostics) {
    const char *folder = named_folder();
    const char *fault = folder != NULL ? fault_of(folder) : NULL;
    if (fault != NULL) {
        diag_warning(diagnostics, (struct location){0},
                     "SDYC_CACHE=%s: %s; compiled without a cache (SDYC_CACHE=off asks for that)",
                     folder, fault);
    }
    return fault == NULL ? folder : NULL;
}
