/* Bytes, numbers, and sections of sections. */
#include "frontend/bytecode/write/writer.h"

#define ALIGNMENT_BYTE 0xCB

void writer_error(struct writer *writer, const char *format, ...) {
    if (writer->failed) {
        return;
    }
    writer->failed = true;
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    diag_error(writer->context->diagnostics, writer->op->location, "%s", text.text);
    buffer_free(&text);
}

void put_byte(struct section_writer *emitter, uint8_t byte) {
    buffer_add_char(&emitter->bytes, (char)byte);
}

static void put_word(struct section_writer *emitter, uint64_t word, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) {
        put_byte(emitter, (uint8_t)(word >> 8 * i));
    }
}

/* As many zeros below the lowest bit that is set as bytes follow the first. */
void put_number(struct section_writer *emitter, uint64_t number) {
    uint32_t bytes = 1;
    while (bytes < 9 && number >> 7 * bytes) {
        bytes++;
    }
    if (bytes == 9) {
        put_byte(emitter, 0);
        put_word(emitter, number, 8);
        return;
    }
    put_word(emitter, (number << 1 | 1) << (bytes - 1), bytes);
}

void put_signed(struct section_writer *emitter, int64_t number) {
    put_number(emitter, (uint64_t)number << 1 ^ (uint64_t)(number >> 63));
}

void put_flagged(struct section_writer *emitter, uint64_t number, bool flag) {
    put_number(emitter, number << 1 | flag);
}

void put_blob(struct section_writer *emitter, const void *data, size_t size) {
    put_number(emitter, size);
    buffer_add_bytes(&emitter->bytes, data, size);
}

void put_string(struct section_writer *emitter, const char *text, size_t length) {
    put_number(emitter, string_number(emitter->writer, text, length));
}

void put_align(struct section_writer *emitter, uint64_t alignment) {
    emitter->alignment = alignment > emitter->alignment ? alignment : emitter->alignment;
    while (emitter->bytes.length & (alignment - 1)) {
        put_byte(emitter, ALIGNMENT_BYTE);
    }
}

void put_section(struct section_writer *emitter, enum bytecode_section kind,
                 struct section_writer *contents) {
    bool is_aligned = contents->alignment > 1;
    put_byte(emitter, (uint8_t)(kind | (is_aligned ? 0x80 : 0)));
    put_number(emitter, contents->bytes.length);
    if (is_aligned) {
        put_number(emitter, contents->alignment);
        put_align(emitter, contents->alignment);
    }
    buffer_add_bytes(&emitter->bytes, contents->bytes.text, contents->bytes.length);
    buffer_free(&contents->bytes);
}
