/* Text as JSON. */
#include "support/support.h"

/* Length of the UTF-8 sequence at `text`, or 0 where it is none. */
static size_t sequence_length(const unsigned char *text) {
    size_t length = text[0] < 0x80                      ? 1
                    : text[0] >= 0xc2 && text[0] < 0xe0 ? 2
                    : text[0] >= 0xe0 && text[0] < 0xf0 ? 3
                    : text[0] >= 0xf0 && text[0] < 0xf5 ? 4
                                                        : 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

void json_string(struct buffer *out, const char *text) {
    buffer_add_char(out, '"');
    while (*text) {
        unsigned char c = (unsigned char)*text;
        size_t length = sequence_length((const unsigned char *)text);
        if (c == '"' || c == '\\') {
            buffer_printf(out, "\\%c", c);
        } else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x7f) {
            buffer_printf(out, "\\u%04x", c);
        } else if (length == 0) {
            buffer_add(out, "\\ufffd");
        } else {
            buffer_add_bytes(out, text, length);
        }
        text += length ? length : 1;
    }
    buffer_add_char(out, '"');
}

void json_add_text(struct buffer *out, const char *key, const char *text) {
    buffer_printf(out, ",\"%s\":", key);
    json_string(out, text ? text : "");
}

void json_add_number(struct buffer *out, const char *key, int64_t number) {
    buffer_printf(out, ",\"%s\":%lld", key, (long long)number);
}

void json_add_buffer(struct buffer *out, const char *key, struct buffer *text) {
    json_add_text(out, key, text->text);
    text->length = 0;
    if (text->text) {
        text->text[0] = '\0';
    }
}
