/* How verifiers speak. */
#include "ops/verify/fault.h"

static bool report(const struct op *op, struct context *context, const char *prefix,
                   const char *format, va_list arguments) {
    struct buffer message = {0};
    buffer_vprintf(&message, format, arguments);
    if (prefix) {
        diag_error(context->diagnostics, op->location, "'%s' op %s", prefix, message.text);
    } else {
        diag_error(context->diagnostics, op->location, "%s", message.text);
    }
    buffer_free(&message);
    return false;
}

bool op_fault(const struct op *op, struct context *context, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(op, context, op->name, format, arguments);
    va_end(arguments);
    return false;
}

bool fault(const struct op *op, struct context *context, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(op, context, NULL, format, arguments);
    va_end(arguments);
    return false;
}

static const char *keep(struct context *context, struct buffer *text) {
    const char *kept = intern(context->strings, text->text ? text->text : "");
    buffer_free(text);
    return kept;
}

const char *say_type(struct context *context, const struct type *type) {
    struct buffer text = {0};
    print_type(&text, type);
    return keep(context, &text);
}

const char *say_attr(struct context *context, const struct attr *attr) {
    struct buffer text = {0};
    print_attr(&text, attr);
    return keep(context, &text);
}

static void add_dim(struct buffer *text, int64_t dim) {
    if (dim == DIM_DYNAMIC) {
        buffer_add(text, "?");
    } else {
        buffer_printf(text, "%lld", (long long)dim);
    }
}

const char *say_ints(struct context *context, uint32_t count, const int64_t *items) {
    struct buffer text = {0};
    buffer_add(&text, "[");
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(&text, i ? ", " : "");
        add_dim(&text, items[i]);
    }
    buffer_add(&text, "]");
    return keep(context, &text);
}

const char *say_bare(struct context *context, uint32_t count, const int64_t *items) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(&text, i ? ", " : "");
        add_dim(&text, items[i]);
    }
    return keep(context, &text);
}

const char *say_raw(struct context *context, uint32_t count, const int64_t *items) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < count; i++) {
        buffer_printf(&text, "%s%lld", i ? ", " : "", (long long)items[i]);
    }
    return keep(context, &text);
}

const char *say_dims(struct context *context, const struct type *tensor) {
    return say_ints(context, tensor->rank, tensor->dims);
}

const char *say_types(struct context *context, uint32_t count, const struct type *const *types) {
    struct buffer text = {0};
    for (uint32_t i = 0; i < count; i++) {
        buffer_add(&text, i ? ", '" : "'");
        print_type(&text, types[i]);
        buffer_add(&text, "'");
    }
    return keep(context, &text);
}
