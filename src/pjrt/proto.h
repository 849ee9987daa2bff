/* Reading and writing messages of protocol buffers, as far as they are met here. */
#ifndef SDYC_PJRT_PROTO_H
#define SDYC_PJRT_PROTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum proto_kind { PROTO_VARINT = 0, PROTO_FIXED64 = 1, PROTO_BYTES = 2, PROTO_FIXED32 = 5 };

struct proto_reader {
    const unsigned char *at, *end;
    bool failed;
};
struct proto_field {
    uint32_t number;
    enum proto_kind kind;
    uint64_t value;             /* of a number */
    const unsigned char *bytes; /* of anything else */
    size_t size;
};
/* The next field; false at the end, or where the message is broken (failed). */
bool proto_next(struct proto_reader *reader, struct proto_field *field);
struct proto_reader proto_message(const void *bytes, size_t size);
/* One number of a packed list; false at its end. */
bool proto_number(struct proto_reader *reader, uint64_t *value);

/* What is written grows by itself; `failed` when memory was short. */
struct proto_writer {
    unsigned char *bytes;
    size_t size, capacity;
    bool failed;
};
void proto_write_number(struct proto_writer *writer, uint32_t field, uint64_t value);
void proto_write_bytes(struct proto_writer *writer, uint32_t field, const void *bytes, size_t size);
void proto_write_packed(struct proto_writer *writer, uint32_t field, const int64_t *values,
                        size_t count);

#endif
