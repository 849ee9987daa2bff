#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static void reserve(struct buffer *buffer, size_t more) {
    size_t wanted;
    if (__builtin_add_overflow(buffer->length, more, &wanted) || wanted > SIZE_MAX / 4) {
        memory_fail(more);
    }
    if (wanted + 1 <= buffer->capacity) {
        return;
    }
    size_t capacity = buffer->capacity ? buffer->capacity * 2 : 256;
    while (capacity < wanted + 1) {
        capacity *= 2;
    }
    buffer->text = memory_resize(buffer->text, capacity, 1);
    buffer->capacity = capacity;
}

void buffer_add_bytes(struct buffer *buffer, const char *text, size_t length) {
    if (length >= buffer->capacity - buffer->length) {
        reserve(buffer, length);
    }
    if (length) {
        memcpy(buffer->text + buffer->length, text, length);
    }
    buffer->length += length;
    buffer->text[buffer->length] = '\0';
}

void buffer_add(struct buffer *buffer, const char *text) {
    buffer_add_bytes(buffer, text, strlen(text));
}

void buffer_add_char(struct buffer *buffer, char character) {
    if (buffer->length + 1 >= buffer->capacity) {
        reserve(buffer, 1);
    }
    buffer->text[buffer->length++] = character;
    buffer->text[buffer->length] = '\0';
}

static void add_decimal(struct buffer *buffer, uint64_t magnitude, bool negative) {
    char text[24];
    char *cursor = text + sizeof text;
    do {
        *--cursor = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (negative) {
        *--cursor = '-';
    }
    buffer_add_bytes(buffer, cursor, (size_t)(text + sizeof text - cursor));
}

void buffer_add_integer(struct buffer *buffer, int64_t value) {
    add_decimal(buffer, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void buffer_add_unsigned(struct buffer *buffer, uint64_t value) {
    add_decimal(buffer, value, false);
}

void buffer_vprintf(struct buffer *buffer, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    reserve(buffer, 64);
    size_t space = buffer->capacity - buffer->length;
    int length = vsnprintf(buffer->text + buffer->length, space, format, arguments);
    if (length < 0) {
        memory_fail(0); /* nothing else can be wrong with our formats */
    }
    if ((size_t)length >= space) {
        reserve(buffer, (size_t)length);
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
    }
    buffer->length += (size_t)length;
    va_end(again);
}

void buffer_printf(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(buffer, format, arguments);
    va_end(arguments);
}

char *buffer_copy(const struct buffer *buffer) {
    char *copy = malloc(buffer->length + 1);
    if (copy) {
        memcpy(copy, buffer->text ? buffer->text : "", buffer->length);
        copy[buffer->length] = '\0';
    }
    return copy;
}

void buffer_free(struct buffer *buffer) {
    memory_free(buffer->text);
    *buffer = (struct buffer){0};
}

void buffer_remove_controls(struct buffer *buffer) {
    for (size_t i = 0; i < buffer->length; i++) {
        unsigned char c = (unsigned char)buffer->text[i];
        if ((c < 0x20 && c != '\n') || c == 0x7f) {
            buffer->text[i] = '?';
        }
    }
}
