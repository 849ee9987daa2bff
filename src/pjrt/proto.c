#include "pjrt/proto.h"

#include <stdlib.h>
#include <string.h>

/* --- reading ---------------------------------------------------------------------------------- */

struct proto_reader proto_message(const void *bytes, size_t size) {
    const unsigned char *start = bytes;
    return (struct proto_reader){.at = start, .end = start + size};
}

bool proto_number(struct proto_reader *reader, uint64_t *value) {
    *value = 0;
    for (int shift = 0; shift < 64 && reader->at < reader->end; shift += 7) {
        unsigned char byte = *reader->at++;
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            return true;
        }
    }
    return false;
}

static bool take(struct proto_reader *reader, struct proto_field *field, uint64_t size) {
    if (size > (uint64_t)(reader->end - reader->at)) {
        return false;
    }
    field->bytes = reader->at;
    field->size = (size_t)size;
    reader->at += size;
    return true;
}

static bool read_field(struct proto_reader *reader, struct proto_field *field) {
    uint64_t tag, size;
    if (!proto_number(reader, &tag)) {
        return false;
    }
    field->number = (uint32_t)(tag >> 3);
    field->kind = (enum proto_kind)(tag & 7);
    switch (field->kind) {
    case PROTO_VARINT:
        return proto_number(reader, &field->value);
    case PROTO_FIXED64:
        return take(reader, field, 8);
    case PROTO_FIXED32:
        return take(reader, field, 4);
    case PROTO_BYTES:
        return proto_number(reader, &size) && take(reader, field, size);
    }
    return false;
}

bool proto_next(struct proto_reader *reader, struct proto_field *field) {
    if (reader->failed || reader->at == reader->end) {
        return false;
    }
    reader->failed = !read_field(reader, field);
    return !reader->failed;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void put(struct proto_writer *writer, const void *bytes, size_t size) {
    if (writer->size + size > writer->capacity) {
        size_t capacity = 2 * (writer->size + size) + 32;
        unsigned char *grown = writer->failed ? NULL : realloc(writer->bytes, capacity);
        if (!grown) {
            writer->failed = true;
            return;
        }
        writer->bytes = grown;
        writer->capacity = capacity;
    }
    if (size > 0) {
        memcpy(writer->bytes + writer->size, bytes, size);
    }
    writer->size += size;
}

static void put_number(struct proto_writer *writer, uint64_t value) {
    unsigned char bytes[10];
    size_t size = 0;
    do {
        bytes[size++] = (unsigned char)((value & 127) | (value > 127 ? 128 : 0));
        value >>= 7;
    } while (value > 0);
    put(writer, bytes, size);
}

void proto_write_number(struct proto_writer *writer, uint32_t field, uint64_t value) {
    put_number(writer, field << 3 | PROTO_VARINT);
    put_number(writer, value);
}

void proto_write_bytes(struct proto_writer *writer, uint32_t field, const void *bytes,
                       size_t size) {
    put_number(writer, field << 3 | PROTO_BYTES);
    put_number(writer, size);
    put(writer, bytes, size);
}

void proto_write_packed(struct proto_writer *writer, uint32_t field, const int64_t *values,
                        size_t count) {
    struct proto_writer list = {0};
    for (size_t i = 0; i < count; i++) {
        put_number(&list, (uint64_t)values[i]);
    }
    proto_write_bytes(writer, field, list.bytes, list.size);
    writer->failed = writer->failed || list.failed;
    free(list.bytes);
}
