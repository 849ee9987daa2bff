/* Custom calls in plain C, by the declarations of the runtime: a library of custom_calls.py. */
#include <stdio.h>
#include <string.h>

#include "ffi.h"

typedef struct sdyrt_ffi_frame frame;
typedef struct sdyrt_ffi_error error;

/* The answer to the question for the version; 1: that was the question. */
static int answers_version(frame *call, int minor) {
    struct sdyrt_ffi_extension *extension = call->extension;
    if (extension == NULL || extension->type != SDYRT_FFI_METADATA) {
        return 0;
    }
    struct sdyrt_ffi_metadata_extension *question = (void *)extension;
    question->metadata->version.major = SDYRT_FFI_MAJOR;
    question->metadata->version.minor = minor;
    return 1;
}

static error *fail(frame *call, const char *message) {
    struct sdyrt_ffi_error_args args = {
        .struct_size = sizeof args, .message = message, .code = SDYRT_FFI_INVALID_ARGUMENT};
    return call->api->error_create(&args);
}

static void *attribute(frame *call, const struct sdyrt_ffi_attrs *attrs, const char *name,
                       int kind) {
    (void)call;
    for (int64_t i = 0; i < attrs->size; i++) {
        if (attrs->names[i]->length == strlen(name) &&
            memcmp(attrs->names[i]->text, name, strlen(name)) == 0 && attrs->kinds[i] == kind) {
            return attrs->values[i];
        }
    }
    return NULL;
}

static int64_t count(const struct sdyrt_ffi_buffer *buffer) {
    int64_t elements = 1;
    for (int64_t d = 0; d < buffer->rank; d++) {
        elements *= buffer->dims[d];
    }
    return elements;
}

/* result = factor * operand, and how many elements there are */
error *scale(frame *call);
error *scale(frame *call) {
    if (answers_version(call, SDYRT_FFI_MINOR)) {
        return NULL;
    }
    struct sdyrt_ffi_scalar *factor = attribute(call, &call->attrs, "factor", SDYRT_FFI_SCALAR);
    if (call->args.size != 1 || call->rets.size != 2 || factor == NULL ||
        factor->type != SDYRT_FFI_F32) {
        return fail(call, "scale takes one tensor and a factor");
    }
    struct sdyrt_ffi_buffer *from = call->args.buffers[0], *to = call->rets.buffers[0];
    struct sdyrt_ffi_buffer *elements = call->rets.buffers[1];
    if (from->type != SDYRT_FFI_F32 || to->type != SDYRT_FFI_F32) {
        return fail(call, "scale takes f32");
    }
    for (int64_t i = 0; i < count(from); i++) {
        ((float *)to->data)[i] = *(float *)factor->value * ((float *)from->data)[i];
    }
    *(int32_t *)elements->data = (int32_t)count(from);
    return NULL;
}

/* Writes its attributes and operands as they lie in memory to standard error: for their order. */
error *say(frame *call);
error *say(frame *call) {
    if (answers_version(call, 1)) {
        return NULL;
    }
    struct sdyrt_ffi_span *text = attribute(call, &call->attrs, "text", SDYRT_FFI_STRING);
    struct sdyrt_ffi_array *sizes = attribute(call, &call->attrs, "sizes", SDYRT_FFI_ARRAY);
    struct sdyrt_ffi_attrs *inner = attribute(call, &call->attrs, "inner", SDYRT_FFI_DICTIONARY);
    struct sdyrt_ffi_scalar *flag = inner ? attribute(call, inner, "flag", SDYRT_FFI_SCALAR) : NULL;
    fprintf(stderr, "%.*s", text ? (int)text->length : 0, text ? text->text : "");
    for (size_t i = 0; sizes != NULL && sizes->type == SDYRT_FFI_S64 && i < sizes->size; i++) {
        fprintf(stderr, " %lld", (long long)((int64_t *)sizes->data)[i]);
    }
    if (flag != NULL && flag->type == SDYRT_FFI_PRED) {
        fprintf(stderr, " %s", *(char *)flag->value ? "true" : "false");
    }
    for (int64_t b = 0; b < call->args.size; b++) {
        const struct sdyrt_ffi_buffer *buffer = call->args.buffers[b];
        for (int64_t i = 0; buffer->type == SDYRT_FFI_F32 && i < count(buffer); i++) {
            fprintf(stderr, " %g", ((float *)buffer->data)[i]);
        }
    }
    fputc('\n', stderr);
    return NULL;
}

/* Writes the numbers of its operands' types. */
error *types(frame *call);
error *types(frame *call) {
    for (int64_t b = 0; !answers_version(call, 1) && b < call->args.size; b++) {
        fprintf(stderr, "%d ", ((const struct sdyrt_ffi_buffer *)call->args.buffers[b])->type);
    }
    return NULL;
}

/* Doubles its operand where it lies, which is to be the result. */
error *twice(frame *call);
error *twice(frame *call) {
    if (answers_version(call, SDYRT_FFI_MINOR)) {
        return NULL;
    }
    const struct sdyrt_ffi_buffer *operand = call->args.buffers[0];
    const struct sdyrt_ffi_buffer *result = call->rets.buffers[0];
    for (int64_t i = 0; i < count(operand); i++) {
        ((float *)operand->data)[i] *= 2;
    }
    return operand->data == result->data ? NULL : fail(call, "twice works in place");
}

error *refuse(frame *call);
error *refuse(frame *call) {
    return answers_version(call, SDYRT_FFI_MINOR) ? NULL : fail(call, "not today");
}

/* Of another version, and none. */
error *later(frame *call);
error *later(frame *call) {
    answers_version(call, 1000);
    return NULL;
}

error *silent(frame *call);
error *silent(frame *call) {
    (void)call;
    return NULL;
}
