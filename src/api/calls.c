#include "api/calls.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "api/failure.h"
#include "codegen/handlers.h"
#include "sdyc/sdyc.h"

struct library {
    void *handle;
    struct library *next;
};
struct sdyc_calls {
    struct call_handler *handlers;
    struct library *libraries;
};

const struct call_handler *calls_handlers(const struct sdyc_calls *calls) {
    return calls ? calls->handlers : NULL;
}

struct sdyc_calls *sdyc_calls_new(void) {
    return calloc(1, sizeof(struct sdyc_calls));
}

void sdyc_calls_free(struct sdyc_calls *calls) {
    while (calls && calls->handlers) {
        struct call_handler *handler = calls->handlers;
        calls->handlers = handler->next;
        free((char *)(uintptr_t)handler->target);
        free(handler);
    }
    while (calls && calls->libraries) {
        struct library *library = calls->libraries;
        calls->libraries = library->next;
        dlclose(library->handle);
        free(library);
    }
    free(calls);
}

/* --- registration --- */

/* Asks a handler which version of the interface it was made for. */
static struct sdyc_error *check_version(sdyrt_ffi_handler *handler, const char *target) {
    char message[512];
    int code;
    struct sdyrt_ffi_metadata metadata = {
        .struct_size = sizeof metadata,
        .version = {.struct_size = sizeof metadata.version, .major = -1, .minor = -1}};
    struct sdyrt_ffi_metadata_extension extension = {
        .base = {.struct_size = sizeof extension, .type = SDYRT_FFI_METADATA},
        .metadata = &metadata};
    struct sdyrt_ffi_frame frame = {.extension = &extension.base, .stage = SDYRT_FFI_EXECUTE};
    frame.args.struct_size = frame.rets.struct_size = sizeof frame.args;
    frame.attrs.struct_size = sizeof frame.attrs;
    if (!sdyrt_ffi_call(handler, &frame, (struct sdyrt_ffi_place){0}, message, sizeof message,
                        &code)) {
        return failure_say(SDYC_E_INPUT, "@%s cannot be registered: %s", target, message);
    }
    if (metadata.version.major < 0) {
        return failure_say(SDYC_E_INPUT,
                           "@%s cannot be registered: it does not answer when it is asked for the "
                           "version of its interface (the extension 'metadata')",
                           target);
    }
    bool known =
        metadata.version.major == SDYRT_FFI_MAJOR && metadata.version.minor <= SDYRT_FFI_MINOR;
    return known ? NULL
                 : failure_say(
                       SDYC_E_INPUT,
                       "@%s cannot be registered: it is made for version %d.%d of the interface, "
                       "and versions up to %d.%d are known",
                       target, metadata.version.major, metadata.version.minor, SDYRT_FFI_MAJOR,
                       SDYRT_FFI_MINOR);
}

/* In the order of the interface's stages. */
static struct sdyc_error *check_stages(const struct sdyc_call_stages *stages, const char *target,
                                       sdyrt_ffi_handler *handlers[SDYRT_FFI_EXECUTE + 1]) {
    sdyc_call_function *const functions[] = {stages->instantiate, stages->prepare,
                                             stages->initialize, stages->execute};
    struct sdyc_error *error = NULL;
    if (!stages->execute) {
        return failure_say(SDYC_E_INPUT,
                           "@%s cannot be registered: it has no function that executes it", target);
    }
    memcpy(handlers, functions, sizeof functions); /* the same functions, by our names */
    for (int i = 0; i <= SDYRT_FFI_EXECUTE && !error; i++) {
        error = handlers[i] ? check_version(handlers[i], target) : NULL;
    }
    return error;
}

static struct sdyc_error *register_stages(struct sdyc_calls *calls, const char *target,
                                          const struct sdyc_call_stages *stages) {
    sdyrt_ffi_handler *handlers[SDYRT_FFI_EXECUTE + 1];
    struct sdyc_error *error = check_stages(stages, target, handlers);
    if (error) {
        return error;
    }
    struct call_handler *entry = malloc(sizeof *entry);
    char *name = strdup(target);
    if (!entry || !name) {
        free(entry);
        free(name);
        return failure_no_memory();
    }
    *entry = (struct call_handler){
        .target = name, .handler = handlers[SDYRT_FFI_EXECUTE], .next = calls->handlers};
    memcpy(entry->stages, handlers, sizeof entry->stages);
    calls->handlers = entry;
    return NULL;
}

enum sdyc_status sdyc_register_stages(struct sdyc_calls *calls, const char *target,
                                      const struct sdyc_call_stages *stages,
                                      struct sdyc_error **error) {
    return failure_give(register_stages(calls, target, stages), error);
}

enum sdyc_status sdyc_register_call(struct sdyc_calls *calls, const char *target,
                                    sdyc_call_function *function, struct sdyc_error **error) {
    const struct sdyc_call_stages stages = {.execute = function};
    return sdyc_register_stages(calls, target, &stages, error);
}

enum sdyc_status sdyc_register_type(const char *name, struct XLA_FFI_TypeId *type,
                                    const struct XLA_FFI_TypeInfo *info) {
    struct sdyrt_ffi_type_args args = {.struct_size = sizeof args,
                                       .name = {name, strlen(name)},
                                       .type = (int64_t *)(void *)type,
                                       .info = (const struct sdyrt_ffi_type_info *)(void *)info};
    struct sdyrt_ffi_error *failure = sdyrt_ffi_api()->type_register(&args);
    struct sdyrt_ffi_message_args end = {.struct_size = sizeof end, .error = failure};
    if (failure) {
        sdyrt_ffi_api()->error_destroy(&end);
    }
    return failure ? SDYC_E_MEMORY : SDYC_OK;
}

/* --- libraries --- */

static struct sdyc_error *open_library(struct sdyc_calls *calls, const char *path, void **handle) {
    struct library *library = malloc(sizeof *library);
    if (!library) {
        return failure_no_memory();
    }
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*handle) {
        free(library);
        return failure_say(SDYC_E_INPUT, "%s", dlerror());
    }
    *library = (struct library){*handle, calls->libraries};
    calls->libraries = library;
    return NULL;
}

/* "SYMBOL" or "SYMBOL=TARGET", which is cut in two. */
static struct sdyc_error *register_symbol(struct sdyc_calls *calls, void *handle, char *item) {
    struct sdyc_call_stages stages = {0};
    char *equals = strchr(item, '=');
    const char *target = equals ? equals + 1 : item;
    if (equals) {
        *equals = '\0';
    }
    void *symbol = dlsym(handle, item);
    if (!symbol) {
        return failure_say(SDYC_E_INPUT, "%s", dlerror());
    }
    memcpy(&stages.execute, &symbol, sizeof symbol);
    return register_stages(calls, target, &stages);
}

static struct sdyc_error *load_calls(struct sdyc_calls *calls, char *path) {
    char *colon = strrchr(path, ':');
    if (!colon || colon[1] == '\0') {
        return failure_say(
            SDYC_E_INPUT, "'%s' names no function: LIBRARY.so:SYMBOL[=TARGET],... is needed", path);
    }
    *colon = '\0';
    void *handle = NULL;
    char *rest = NULL;
    struct sdyc_error *error = open_library(calls, path, &handle);
    for (char *item = strtok_r(colon + 1, ",", &rest); item && !error;
         item = strtok_r(NULL, ",", &rest)) {
        error = register_symbol(calls, handle, item);
    }
    return error;
}

enum sdyc_status sdyc_load_calls(struct sdyc_calls *calls, const char *library,
                                 struct sdyc_error **error) {
    char *copy = strdup(library);
    struct sdyc_error *failure = copy ? load_calls(calls, copy) : failure_no_memory();
    free(copy);
    return failure_give(failure, error);
}
