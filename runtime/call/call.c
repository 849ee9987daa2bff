#include "call.h"

#include <string.h>

static int64_t instance_count(const struct sdyrt_call *call) {
    int64_t count = 1;
    for (int64_t k = 0; k < call->rank; k++) {
        count *= call->outer_size[k];
    }
    return count;
}

/* Where an operand of an instance begins. */
static char *place_of(const struct sdyrt_call *call, char *const *operands, int64_t b,
                      int64_t instance) {
    int64_t offset = 0;
    for (int64_t k = call->rank; k-- > 0;) {
        offset += instance % call->outer_size[k] * call->outer[b * SDYRT_RANK + k];
        instance /= call->outer_size[k];
    }
    return operands[b] + offset;
}

static void place_buffers(struct sdyrt_call *call, char *const *operands, int64_t instance) {
    for (int64_t b = 0; b < call->arguments + call->results; b++) {
        int64_t operand = b < call->arguments ? b : b + call->guarded;
        call->buffers[b].data = place_of(call, operands, operand, instance);
    }
}

static int is_idle(const struct sdyrt_call *call, char *const *operands, int64_t instance) {
    return call->guarded && !*place_of(call, operands, call->arguments, instance);
}

/* Arguments that the function is to change in place: a copy of each, where the result lies. */
static void join_buffers(struct sdyrt_call *call) {
    for (int64_t r = 0; call->same && r < call->results; r++) {
        if (call->same[r] >= 0) {
            struct sdyrt_ffi_buffer *argument = &call->buffers[call->same[r]];
            void *result = call->buffers[call->arguments + r].data;
            memcpy(result, argument->data, (size_t)call->same_bytes[r]);
            argument->data = result;
        }
    }
}

static struct sdyrt_ffi_buffers as_buffers(struct sdyrt_call *call, int64_t first, int64_t size) {
    return (struct sdyrt_ffi_buffers){.struct_size = sizeof(struct sdyrt_ffi_buffers),
                                      .size = size,
                                      .kinds = call->kinds + first,
                                      .buffers = call->pointers + first};
}

struct sdyrt_ffi_frame sdyrt_call_frame(struct sdyrt_call *call, int stage) {
    return (struct sdyrt_ffi_frame){.stage = stage,
                                    .args = as_buffers(call, 0, call->arguments),
                                    .rets = as_buffers(call, call->arguments, call->results),
                                    .attrs = call->attrs};
}

void sdyrt_call(char *calls, int64_t number, char *const *operands) {
    struct sdyrt_calls *all = (struct sdyrt_calls *)(void *)calls;
    struct sdyrt_call *call = &all->items[number];
    for (int64_t i = 0; i < instance_count(call) && all->failed < 0; i++) {
        if (is_idle(call, operands, i)) {
            continue;
        }
        struct sdyrt_ffi_frame frame = sdyrt_call_frame(call, SDYRT_FFI_EXECUTE);
        struct sdyrt_ffi_place place = {
            i, all->states != NULL ? all->states + number * SDYRT_FFI_EXECUTE : NULL};
        place_buffers(call, operands, i);
        join_buffers(call);
        if (!sdyrt_ffi_call(call->handler, &frame, place, all->message, sizeof all->message,
                            &all->code)) {
            all->failed = number;
            all->stage = SDYRT_FFI_EXECUTE;
        }
    }
}

int sdyrt_calls_failed(const char *calls) {
    return ((const struct sdyrt_calls *)(const void *)calls)->failed >= 0;
}
